/* mapping.h - the matrix that maps points of nodes to points of a peer (`external structural mapping`). */
#pragma once
#include "base/diag.h"
#include "base/text.h"
#include "mesh/least_squares.h"

typedef struct {
    arena *memory;
    sources *texts;
    diag *errors;
    const char *surface, *output; /* files: points of the peer, the matrix; NULL: not named */
    int order, points_each;       /* 0: not given */
    bool has_weight;
    double weight;
    vec3 *points; /* of the nodes */
    int n_points;
    vec3 *peer;
    int n_peer;
} mapping_data;

/* Read the echo file of the element, and the points of the peer; what is already set is kept. Return false after
 * errors. */
bool mapping_read_points(mapping_data *data, const char *path);
bool mapping_read_surface(mapping_data *data);
/* Computes the matrix as text, and a report. Returns false after errors. */
bool mapping_compute(mapping_data *data, text *matrix, text *report);
