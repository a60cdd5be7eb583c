/* campbell_sweep.h - solves a deck for values of its speed and tracks its modes from one speed to the next. */
#pragma once
#include "api/modes.h"
#include "base/array.h"
#include "output/campbell.h"

/* The model at one speed. */
typedef struct {
    double speed;
    torsor_modes *modes;
    int growing; /* number of growing modes */
} sweep_point;

/* Solves and linearizes. Returns false after an error, which has been reported. */
bool sweep_solve(const torsor_campbell_options *options, double speed, sweep_point *to, torsor_status *status);
void sweep_free(sweep_point *point);

/* Return whether a mode is listed, and whether it grows. */
bool sweep_lists(const torsor_campbell_options *options, const torsor_modes *modes, int mode);
bool sweep_grows(const torsor_campbell_options *options, const torsor_modes *modes, int mode);

/* Connects the points by branches; the arrays of the result are allocated from the arena. */
void sweep_follow(const torsor_campbell_options *options, const sweep_point *points, int n, campbell *to,
                  arena *memory);

/* Finds the speeds between two points at which the number of growing modes changes. */
typedef ARRAY(campbell_change) campbell_changes;
bool sweep_bisect(const torsor_campbell_options *options, const sweep_point *low, const sweep_point *high,
                  campbell_changes *found, torsor_status *status);
