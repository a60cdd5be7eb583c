/* history_source.h - motion of nodes as stored in a file of results, before signals are selected from it. */
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
    orientation_kind orientation; /* as in the file */
    ARRAY(node_motion) rows;      /* one for each time */
} node_rows;

typedef struct {
    ARRAY(double) time;
    ARRAY(node_rows) nodes;
} history_source;

bool history_wants(const history_options *options, unsigned label);
/* Converts an orientation of a file to a rotation vector: angles in degrees, a vector, or the matrix by rows. */
vec3 history_rotation(orientation_kind kind, const double *numbers);

/* `base` is the name without extension. Returns false after reporting an error. */
bool history_from_text(const char *base, const history_options *options, diag *errors, history_source *to);
/* Reads the times from a .out file. */
bool history_times(const char *base, diag *errors, history_source *to);
bool history_from_netcdf(const char *base, const history_options *options, diag *errors, history_source *to);
