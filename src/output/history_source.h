/* history_source.h - motion of nodes as it stands in a file of results, before signals are chosen from it. */
#pragma once
#include "base/array.h"
#include "math/vec3.h"
#include "record/record.h"
#include "output/history.h"

/* Position, rotation vector, velocity, angular velocity at one time. */
typedef struct {
    vec3 vectors[4];
} node_motion;

typedef struct {
    unsigned label;
    orientation_kind orientation; /* as the file has it */
    ARRAY(node_motion) rows;      /* one a time */
} node_rows;

typedef struct {
    ARRAY(double) time;
    ARRAY(node_rows) nodes;
} history_source;

bool history_wants(const history_options *options, unsigned label);
/* The rotation vector of what a file has: angles in degrees, a vector, or the matrix row by row. */
vec3 history_rotation(orientation_kind kind, const double *numbers);

/* `base` is the name without extension. False after a report. */
bool history_from_text(const char *base, const history_options *options, diag *errors, history_source *to);
/* The times of a .out file. */
bool history_times(const char *base, diag *errors, history_source *to);
bool history_from_netcdf(const char *base, const history_options *options, diag *errors, history_source *to);
