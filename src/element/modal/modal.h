/* modal.h - a deformable body described by modes: declarations for its files, for the force on its modes and for other
 * elements.
 *
 * Internal unknowns and rows, in this order (M modes, I interfaces):
 *
 *     a (M)   amplitudes      rows: balance of each mode, forces ON it
 *     b (M)   their rates     rows: b - a'
 *     for each interface      force (3) and moment (3) on the multibody node: position and orientation agree */
#pragma once
#include "fem/fem.h"
#include "element/modal/floating.h"
#include "model/model.h"

/* Inertia of the body in its frame: the invariants of the theory, vectors and matrices by mode; NULL means zero. */
typedef struct {
    double mass;
    vec3 S;              /* invariant 2: first moment */
    mat3 J;              /* invariant 7: inertia about the origin */
    const vec3 *I3, *I4; /* M vectors */
    const vec3 *I5;      /* M M: sum of m U_j x U_k at [j M + k] */
    const mat3 *I8;      /* M: sum of m f x (U_j x)' */
    const mat3 *I9;      /* M M: sum of m U_j x U_k x at [j M + k] */
    const mat3 *I10;     /* M: sum of V_j x J, with I11 */
    const vec3 *I11;     /* M: sum of J V_j */
} modal_inertia;

typedef struct {
    const node *node;
    vec3 offset;       /* offset of the FEM node, in the axes of the node */
    vec3 f;            /* position of the FEM node in the body's frame */
    const vec3 *U, *V; /* M vectors */
    int fem_node;      /* index into the data */
    bool output;
} modal_interface;

typedef struct {
    int interface;   /* interface whose force or moment is the factor of K; -1: the motion of the frame */
    int component;   /* component of the force (0-2) or moment (3-5), or index - 1 of record group 19 */
    const double *K; /* M x M */
} modal_stiffening;

typedef struct {
    floating_frame frame;
    int M;
    const int *number;                        /* number of each mode in the file, from 1 */
    const double *mass, *damping, *stiffness; /* M x M, row by row */
    modal_inertia inertia;
    int n_interfaces;
    modal_interface *interface;
    int n_stiffening;
    const modal_stiffening *stiffening;
    const double *q0, *qp0; /* initial amplitudes and rates */
    bool is_static;
    const double *zeros; /* M zeros, in place of rates in a static model */
    fem data;
    vec3 origin; /* origin of the body's frame, in the coordinates of the file */
} modal;

extern const elem_type joint_modal_type;

/* --- local indices ------------------------------------------------------------------------------------------------ */

typedef struct {
    int interface; /* first index of the interface nodes, six each; preceded by X, G, V, W of the frame */
    int a, b, reaction;
} modal_rows;

modal_rows modal_rows_of(const modal *modal);

/* --- queries by other elements ------------------------------------------------------------------------------------ */

static inline const double *modal_amplitudes(const state *state, const elem *element)
{
    return state->y + element->internal;
}
static inline const double *modal_rates(const state *state, const elem *element)
{
    return state->y + element->internal + ((const modal *)element->self)->M;
}
static inline const double *modal_accelerations(const state *state, const elem *element)
{
    return state->yp + element->internal + ((const modal *)element->self)->M;
}
/* Reads the LABEL of a modal joint that precedes in the deck; returns NULL after an error. */
const elem *read_modal_joint(reader *reader, const char *what);
/* Reads "LABEL" of a FEM node; returns its index, or -1 after an error. */
int read_fem_node(reader *reader, const modal *modal, const char *what);
int modal_mode_of(const modal *modal, int number); /* returns its index from 0, or -1 if it is not in use */

/* --- parts -------------------------------------------------------------------------------------------------------- */

void modal_read(reader *reader, elem *element);
/* Computes the invariants of the selected modes about the origin. Requires data, number and origin. */
void modal_make_inertia(arena *memory, modal *modal, bool with_I9);
void modal_make_stiffening(arena *memory, modal *modal);
/* Numbers the internal unknowns. Requires M, the interfaces and the matrices. */
void modal_finish(arena *memory, elem *element, bool is_static);
/* Adds mass, damping, stiffness and inertia coupling. */
void modal_eval_body(int lanes, const state *state, const elem *element, local *out);
/* Adds the coincidence of the interface nodes with their FEM nodes. */
void modal_eval_interfaces(int lanes, const state *state, const elem *element, local *out);
int modal_private_index(const elem *element, const char *name);
bool modal_has_private(const elem *element, int index);
double modal_private_value(const state *state, const elem *element, int index);
/* Draws points of the data, connected with their neighbours. */
void modal_draw(const elem *element, drawing *drawing);
