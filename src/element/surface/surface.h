/* surface.h - loads on the faces of solids and shells: a pressure, or a traction. Equations in surface.c. */
#pragma once
#include "model/model.h"

enum { FACE_NODES = 10, FACE_POINTS = 12 };

/* A face: shape functions and integration rule over two natural coordinates. */
typedef struct {
    const char *name; /* name in the log file */
    int n, n_points;
    void (*functions)(const double r[2], double *h, double (*derivative)[2]);
    double (*point)(int i, double r[2]); /* sets r of point i, returns its weight */
} face_shape;

double face_gauss_4(int index, double r[2]);
double face_gauss_9(int index, double r[2]);
/* Shape functions of squares with nodes at the given signs: four corners, then the middles of sides. */
void face_bilinear(const signed char (*at)[2], const double r[2], double *h, double (*derivative)[2]);
void face_serendipity(const signed char (*at)[2], const double r[2], double *h, double (*derivative)[2]);

/* An integration point. */
typedef struct {
    double weight;
    double h[FACE_NODES], derivative[FACE_NODES][2];
    mat3 rotation; /* of the traction: to the axes of the reference surface, or to global axes */
    double area;   /* in the reference configuration, times weight */
} face_point;

typedef struct {
    const face_shape *shape;
    bool is_pressure, is_absolute;
    const node *node[FACE_NODES];
    int column[FACE_NODES], n_columns; /* of each node's position; those of pressures follow */
    const drive *drive[FACE_NODES];    /* pressures, unless they are values of nodes */
    bool from_nodes;
    node_dof source[FACE_NODES];
    const tpl_drive *traction[FACE_NODES];
    face_point *point;
} surface;

void read_pressure_load(reader *reader, elem *element, const face_shape *shape);
void read_traction_load(reader *reader, elem *element, const face_shape *shape);
void surface_connect(const elem *element, layout *layout);
void surface_eval(int lanes, const state *state, const elem *element, local *out);
void surface_output(const state *state, const elem *element, record *out);
void surface_log(const elem *element, record *out);
void pressure_sample(sampler *from, elem *element, const face_shape *shape);
void traction_sample(sampler *from, elem *element, const face_shape *shape);

#define SURFACE_SLOTS                                                                                       \
    .assembly = &(const elem_assembly){.force = true}, .size = sizeof(surface), .connect = surface_connect, \
    .eval = surface_eval, .output = surface_output, .log = surface_log

#define PRESSURE_GRAMMAR \
    "LABEL, NODE, ..., {from drives, (drive) PRESSURE, ... | from nodes, (abstract node) PRESSURE, ...}"
#define TRACTION_GRAMMAR                                                                                  \
    "LABEL, [absolute,] NODE, ..., from drives, (drive of 3) TRACTION, ... [, orientation, (orientation " \
    "matrix) of each point, ...]"
