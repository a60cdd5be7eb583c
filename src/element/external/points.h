/* points.h - common part of external structural forces: points of nodes, relative to the ground or to a reference node.
 *
 *     x^ = Q'(x - xr)           v^ = Q'(v - vr - wr x d)                                    d = x - xr
 *     R^ = Q'R                  w^ = Q'(w - wr)
 *     a^ = Q'(a - ar - wr' x d - wr x (wr x d)) - 2 Q'wr x v^        w'^ = Q'(w' - wr' - wr x (w - wr)) */
#pragma once
#include "element/external/external.h"

typedef enum { ROTATION_NONE, ROTATION_VECTOR, ROTATION_MATRIX, ROTATION_EULER } rotation_form;

/* Loads are stored in this order: six of the reference node, then six per point. */
typedef struct {
    external external;
    const node *reference; /* NULL: none */
    external_load on_reference;
    bool labels, any_order, accelerations;
    bool uses, rotates_forces; /* uses the loads of the reference node; rotates to its axes */
    rotation_form rotation;
    int n;
    external_load *loads; /* one per point */
    int n_on;
    external_load *targets; /* where loads act: the points, or the nodes that have them */
} points;

typedef struct {
    vec3 x, v, w, a, dw;
    mat3 R;
} point_motion;

/* Reads an option. Returns false if the next argument is not an option. */
bool read_points_option(reader *reader, points *points, bool may_sort);
void read_points_begin(reader *reader, elem *element, points *points, const external_kind *kind);
/* Returns the load at a point of a node. Loads are added to the model after all have been read. */
external_load points_load(const points *points, const node *node, vec3 arm, int index);
/* Adds hidden elements for all points and the reference node, and requests accelerations of the nodes. */
void points_apply(reader *reader, elem *element, points *points);

point_motion points_motion(const state *state, const points *points, const external_load *load);
/* Returns the motion of the reference node itself, relative to the ground. */
point_motion points_reference(const state *state, const points *points);
int rotation_count(rotation_form form); /* count of numbers */
void rotation_put(double *to, const mat3 *R, rotation_form form, bool by_columns);

/* Copies bytes and returns the position after them. */
unsigned char *put_bytes(unsigned char *to, const void *from, size_t size);
unsigned char *put_vec3(unsigned char *to, vec3 v);
/* Returns the size of the record of the reference node, with labels of `label` bytes. */
size_t reference_sent(const points *points, size_t label);
size_t reference_received(const points *points, size_t label);
unsigned char *reference_pack(const state *state, const points *points, unsigned char *to, size_t label);
const unsigned char *reference_unpack(const points *points, const unsigned char *from, size_t label, double *loads);

/* 5#10 f m, applied F M, resultant F M. The resultant is that of all points. */
void reference_row(const state *state, const elem *element, const points *points, char mark, record *out);
void points_head(record *out, unsigned label, char mark, unsigned number);
