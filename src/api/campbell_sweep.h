/* campbell_sweep.h - a deck solved for values of its speed, and its modes followed from one to the next. */
#pragma once
#include "api/modes.h"
#include "base/array.h"
#include "output/campbell.h"

/* The model at one speed. */
typedef struct {
    double speed;
    torsor_modes *modes;
    int growing; /* modes that grow */
} sweep_point;

/* Solves and linearises. False after an error, which has been heard of. */
bool sweep_solve(const torsor_campbell_options *options, double speed, sweep_point *to, torsor_status *status);
void sweep_free(sweep_point *point);

/* Whether a mode is one to be listed; whether it grows. */
bool sweep_lists(const torsor_campbell_options *options, const torsor_modes *modes, int mode);
bool sweep_grows(const torsor_campbell_options *options, const torsor_modes *modes, int mode);

/* Branches through the points; arrays of the result are in the arena. */
void sweep_follow(const torsor_campbell_options *options, const sweep_point *points, int n, campbell *to,
                  arena *memory);

/* Speeds between two points at which the number of growing modes changes. */
typedef ARRAY(campbell_change) campbell_changes;
bool sweep_bisect(const torsor_campbell_options *options, const sweep_point *low, const sweep_point *high,
                  campbell_changes *found, torsor_status *status);
