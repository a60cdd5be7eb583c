/* solid.h - solid elements: data, and functions shared by the files of this folder.
 *
 * Three forms differ in the input of the law at a point: strain (6), strain and a pressure that is interpolated from
 * separate pressure nodes (7), or the deformation gradient (9). See docs/theory/solid.md for the equations. */
#pragma once
#include "contract/law.h"
#include "element/solid/shape.h"
#include "model/model.h"

typedef enum { FORM_STRAIN = 6, FORM_PRESSURE = 7, FORM_GRADIENT = 9 } solid_form;

/* An integration point. */
typedef struct {
    double weight;            /* reference volume that it represents */
    const double *derivative; /* d h_k / d x_J in row J, with x in the reference configuration; rows end with zeros */
    const law *law;
} solid_point;

/* Data that depend on the shape only and are the same for all elements of a type. */
typedef struct {
    double to_nodes[SOLID_NODES][SOLID_POINTS];     /* value at a node = sum of to_nodes times values at points */
    double pressure[SOLID_POINTS][SOLID_PRESSURES]; /* pressure functions at the points */
} solid_table;

typedef struct {
    const solid_shape *shape;
    solid_form form;
    bool is_static; /* no inertia forces from the motion of the nodes */
    bool is_lumped;
    bool is_viscous;   /* a law depends on rates */
    bool remembers;    /* a law is notified of steps */
    bool is_symmetric; /* stiffness is symmetric for any strain */
    const node *node[SOLID_NODES];
    node_dof pressure[SOLID_PRESSURES];
    int column[SOLID_NODES]; /* local row and column of each node's position */
    int n_columns; /* columns of positions, with those of rotations in between; followed by pressures, then momenta */
    int momentum;  /* local row of the first momentum */
    const solid_point *point;
    const solid_table *table;
    const double *mass;        /* consistent mass matrix, node by node */
    const double *lumped;      /* NULL unless is_lumped */
    const double *mass_weight; /* mass represented by each point of the rule for the mass */
    const elem *const *gravity;
    const rigid_body_kinematics *motion;
} solid;

static inline int solid_nodes(const solid *solid) { return solid->shape->solid_functions.n; }
static inline int solid_points(const solid *solid) { return solid->shape->stress->n; }
static inline int solid_pressures(const solid *solid)
{
    return solid->form == FORM_PRESSURE ? solid->shape->pressure.n : 0;
}

/* Displacements and velocities of the nodes, by components; rows end with zeros. */
typedef struct {
    double u[3][SOLID_PADDED], v[3][SOLID_PADDED];
    double p[SOLID_PRESSURES];
} solid_motion;

void solid_motion_now(const solid *solid, const state *state, solid_motion *motion);

/* Deformation at a point, and the input of its law. */
typedef struct {
    double F[3][3], dF[3][3]; /* deformation gradient, and its rate */
    double det;
    double strain[LAW_MOST], rate[LAW_MOST];
} solid_strain;

void solid_strain_at(const solid *solid, solid_motion *motion, int point, solid_strain *solid_strain);

/* Numbers in a row of derivatives with respect to F: component (k, L) is at 4 k + L, so that each k is one vector. */
enum { SOLID_GRADIENT = 12 };

/* First Piola-Kirchhoff stress at a point and its derivatives with respect to the deformation gradient, with rates
 * included by the factors of the state, and with respect to the pressure. Components 3 i + J. */
typedef struct {
    double P[9];
    double by_F[9][SOLID_GRADIENT];
    double c; /* residual of the pressure equation per unit volume */
    double P_by_p[9];
    double c_by_F[9], c_by_p;
} solid_stress;

void solid_stress_at(const solid *solid, const state *state, solid_strain *solid_strain, int point,
                     bool with_derivatives, solid_stress *solid_stress);

/* Sums over the integration points (solid_stiffness.c). */
typedef struct {
    int n, padded;
    bool is_symmetric;
    double f[3][SOLID_PADDED];
    double K[3][3][SOLID_NODES * SOLID_PADDED];
} solid_sums;

void solid_sums_begin(const solid *solid, bool with_stiffness, solid_sums *sums);
/* P, A: stress and its derivatives as in solid_stress. */
void solid_sums_add_forces(solid_sums *sums, double w, const double *derivative, const double *P);
void solid_sums_add_stiffness(solid_sums *sums, double w, const double *derivative, double (*A)[SOLID_GRADIENT]);
void solid_sums_put_forces(const solid_sums *sums, const int *column, double *r);
void solid_sums_put_stiffness(const solid_sums *sums, const int *column, local *out);

/* Adds mass at the nodes, gravity and inertia forces of a moving frame. */
void solid_inertia(int lanes, const state *state, const elem *element, local *out);
/* Momentum of node `index`. */
vec3 solid_momentum(const solid *solid, const state *state, int index);
double solid_kinetic_energy(const solid *solid, const state *state); /* always with the consistent mass; 0 if static */

void read_solid(reader *reader, elem *element, const solid_shape *shape, solid_form form);
/* Completes the element from nodes, laws and densities. Returns the integration point at which the element is inverted,
 * or -1. */
int solid_complete(arena *memory, solid *q, const law *const *laws, const double *density, const solid *alike);
void solid_connect(const elem *element, layout *layout);
void solid_eval(int lanes, const state *state, const elem *element, local *out);
void solid_predict(const state *state, const elem *element, memory_block *to);
void solid_accept(const state *state, const elem *element, memory_block *to);
void solid_output(const state *state, const elem *element, record *out);
void solid_log(const elem *element, record *out);
void solid_draw(const elem *element, drawing *drawing);
void solid_carry(const elem *element, vec3 x, struct carrier *c);
double solid_private_value(const state *state, const elem *element, int index);
extern const char *const solid_private_names[];
void solid_add_inertia(const state *state, const elem *element, inertia_sum *sum);
void solid_add_node_inertia(const state *state, const elem *element, const int *pose_of, inertia_sum *sums);
void solid_sample(sampler *from, elem *element, const solid_shape *shape, solid_form form);

#define SOLID_SLOTS                                                                                                 \
    .history = &(const elem_history){.start = solid_predict, .predict = solid_predict, .accept = solid_accept},     \
    .inertia = &(const elem_inertia){.add = solid_add_inertia, .add_to_nodes = solid_add_node_inertia},             \
    .drawing = &(const elem_drawing){.draw = solid_draw}, .geometry = &(const elem_geometry){.carry = solid_carry}, \
    .assembly = &(const elem_assembly){.deformable = true, .loads_velocities = true},                               \
    .expectations = &(const elem_expectations){.internal_forces = true}, .size = sizeof(solid),                     \
    .connect = solid_connect, .eval = solid_eval, .output = solid_output, .log = solid_log,                         \
    .private_names = solid_private_names, .private_value = solid_private_value

#define SOLID_GRAMMAR                                                                                              \
    "LABEL, [static,] [lumped mass,] NODE, ..., (real) DENSITY of each node, ..., LAW of the first point, {LAW | " \
    "same} of each other point, ..."
#define SOLID_PRESSURE_GRAMMAR                                                                                      \
    "LABEL, [static,] [lumped mass,] NODE, ..., (hydraulic node) PRESSURE, ..., (real) DENSITY of each node, ..., " \
    "LAW of the first point, {LAW | same} of each other point, ..."
