/* beam.h - finite volume beams with two or three nodes: data, and the motion of their evaluation points.
 *
 * The reference line passes through a point on each node. Orientations are interpolated as rotation vectors from one
 * node, the reference node (the second), to the others. */
#pragma once
#include "model/model.h"

enum { BEAM_NODES = 3, BEAM_POINTS = 2 };

/* A section in a configuration: its orientation relative to its reference node (the second), change of curvature since
 * the start and, in the section's axes, angular velocity and rate of curvature. */
typedef struct {
    mat3 S;
    vec3 k, w, k_dot;
} beam_section;

/* A point at which internal forces are evaluated. The strain is nu (axial, shear), then k (torsion, bending), in the
 * section's axes. */
typedef struct {
    double N[BEAM_NODES]; /* shape functions */
    double a[BEAM_NODES]; /* their derivatives along the reference line */
    double length;        /* length of the line that the point represents */
    vec3 rest;            /* R' l of the initial shape */
    mat3 S;               /* initial section orientation */
    const law *law;
    const double *P;     /* 6 x n_electrodes: stress due to the potentials of the electrodes */
    const double *Q, *C; /* n_electrodes x 6, n_electrodes^2: charge per length due to strain, due to potentials */
} beam_point;

typedef struct {
    int n_nodes, n_points;
    const node *node[BEAM_NODES];
    vec3 f[BEAM_NODES]; /* offset of the line on each node */
    mat3 Rh[BEAM_NODES];
    beam_point point[BEAM_POINTS];
    bool has_rates; /* strain rates are needed: a viscous law, or charges */
    int n_electrodes;
    node_dof *electrode;
    bool is_coupled; /* charges flow into the electrodes */
    unsigned output; /* OUTPUT_* flags */
    orientation_kind description;
} beam;

/* Memory of a beam. */
typedef struct {
    beam_section last[BEAM_POINTS], predicted[BEAM_POINTS];
    beam_section inner[BEAM_POINTS]; /* of the previous stage, with the orientations of the nodes at that stage */
    mat3 inner_R[BEAM_NODES];
    int is_waiting; /* waiting for the first step: as in MBDyn, there is no internal force before it */
} beam_memory;

/* Motion of the nodes and of the points of the line on them. */
typedef struct {
    const pose *poses[BEAM_NODES];
    vec3 b[BEAM_NODES], p[BEAM_NODES];  /* arm and point of the line */
    vec3 g[BEAM_NODES], gp[BEAM_NODES]; /* rotation since the predicted configuration, and its derivative */
    mat3 Rm;                            /* orientation of the reference node in that configuration */
} beam_shape;

/* Motion of an evaluation point. */
typedef struct {
    mat3 R;         /* section orientation */
    vec3 p, l;      /* position, and its derivative along the line */
    vec3 g, g_s;    /* interpolated rotation since the predicted configuration, its derivative along the line */
    vec3 curvature; /* G(g) g_s */
    /* only with has_rates: */
    vec3 gp, gp_s;     /* rates of g and g_s */
    vec3 w, w_carried; /* angular velocity, and the part R(g) w_predicted */
    vec3 e_dot, k_dot; /* l' - w x l;  G(g) g_s' - w x curvature */
    double strain[LAW_MAX], rate[LAW_MAX];
} beam_motion;

enum { BEAM_REFERENCE = 1 };

void beam_shape_now(const beam *beam, const state *state, beam_shape *shape);
void beam_motion_set(const beam *beam, const beam_shape *shape, int which, const beam_memory *last,
                     beam_motion *motion);
/* Returns the orientation of a section relative to the reference node, whose orientation is Rm; orthonormal. */
mat3 beam_section_from(const mat3 *Rm, const mat3 *R);
/* Returns the section after the nodes have moved from `from` to `to`; only the orientations of `from` are used. */
beam_section beam_section_rotate(const beam *beam, const beam_point *point, const beam_section *section,
                                 const pose *const from[BEAM_NODES], const pose *const to[BEAM_NODES]);

/* Computes internal force and moment at a point, with tangents, including the contribution of the potentials. */
void beam_law(const beam *beam, const state *state, const beam_point *point, const beam_motion *motion,
              law_result *result);

/* Computes shape functions, section orientation relative to the nodes and strain at rest from the nodes' initial
 * frames. R is the section's absolute orientation; NULL: interpolated from the nodes. */
void beam_point_initialise(beam *beam, int which, const mat3 *R);

void beam_eval(int lanes, const state *state, const elem *element, local *out);
/* Adds the derivatives of the contribution of point `which` to the rows, for all columns. */
void beam_add_columns(const beam *beam, const state *state, const beam_shape *shape, int which,
                      const beam_motion *motion, const law_result *result, local *out);

void read_beam(reader *reader, elem *element, int n_nodes);
void beam_connect(const elem *element, layout *layout);
void beam_begin(const void *self, void *memory);
void beam_start(const state *state, const elem *element, memory_block *to);
void beam_predict(const state *state, const elem *element, memory_block *to);
void beam_inner(const state *state, const elem *element, memory_block *to);
void beam_accept(const state *state, const elem *element, memory_block *to);
void beam_output(const state *state, const elem *element, record *out);
void beam_log(const elem *element, record *out);
/* In the order of their indices; helicoidal beams have those of beam2. */
extern const char *const beam2_private_names[], *const beam3_private_names[];
int beam_private_index(const elem *element, const char *name);
bool beam_has_private(const elem *element, int index);
double beam_private_value(const state *state, const elem *element, int index);
void beam_draw(const elem *element, drawing *drawing);
void beam_carry(const elem *element, vec3 x, struct carrier *c);
const node *const *beam_axis(const elem *element, int *count);
void beam_sample(sampler *from, elem *element, int n_nodes);

#define BEAM_SLOTS                                                                                                   \
    .history = &(const elem_history){.memory = sizeof(beam_memory),                                                  \
                                     .begin = beam_begin,                                                            \
                                     .start = beam_start,                                                            \
                                     .predict = beam_predict,                                                        \
                                     .inner = beam_inner,                                                            \
                                     .accept = beam_accept},                                                         \
    .drawing = &(const elem_drawing){.draw = beam_draw},                                                             \
    .geometry = &(const elem_geometry){.carry = beam_carry, .axis = beam_axis},                                      \
    .assembly = &(const elem_assembly){.deformable = true},                                                          \
    .expectations = &(const elem_expectations){.internal_forces = true, .no_potential = true}, .size = sizeof(beam), \
    .connect = beam_connect, .eval = beam_eval, .output = beam_output, .log = beam_log,                              \
    .private_index = beam_private_index, .has_private = beam_has_private, .private_value = beam_private_value
