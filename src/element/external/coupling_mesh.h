/* coupling_mesh.h - points of a model that are vertices of a coupling mesh: their motion, and the loads on them.
 *
 *     tied to nodes      load on node k of all its points (contract/carrier.h)
 *                        F = sum w f,  M = sum w m + b x w f = sum w m + axial(R B),   B = sum w b f'
 *     of a modal body    x = xr + R (p + U q)
 *                        frame:  F = sum f,  M = sum m + axial(R (B + sum q_k B_k)),   B = sum p f',  B_k = sum U_k f'
 *                        mode k: R : (B_k + C_k),                                     C_k = sum V_k m'
 *     fixed in space     no motion
 *
 * The loads are numbers that do not depend on the motion, so they can appear in equations: 15 per node (F, sum of w m,
 * B), or 15 for the frame and 18 per mode (B_k, B_k + C_k). */
#pragma once
#include "contract/carrier.h"
#include "contract/element.h"

enum { LOAD_NUMBERS = 15, MODE_NUMBERS = 18 };

typedef struct {
    int node; /* index of the node */
    double weight;
    vec3 arm;
} coupling_tie;

/* A face has two, three or four vertices. */
typedef struct {
    int n;
    int vertex[4];
} coupling_face;

typedef struct {
    int n;
    vec3 *x;      /* undeformed positions: with the nodes as in the deck */
    double *area; /* area represented by a vertex, undeformed; 0: unknown */
    int *first;   /* n + 1 entries: the first tie of each point */
    coupling_tie *ties;
    int n_on;
    const node **nodes; /* nodes that have points */
    const elem *joint;  /* modal joint; NULL: points are tied to nodes */
    int *fem_node;      /* by point, of a modal body */
    int n_faces;
    coupling_face *faces;
} coupling_mesh;

/* Reads {nodes, N, NODE [, offset, F] ... | cloud, "FILE", onto, N, {node, NODE | CARD, LABEL} ... | modal, JOINT [,
 * nodes, N, "LABEL" ...] | points, N, F ...} [, faces, "FILE"]. */
void read_coupling_mesh(reader *reader, coupling_mesh *mesh);

typedef struct {
    vec3 x, v, phi, w; /* phi: rotation vector from the initial orientation */
} coupling_motion;

coupling_motion coupling_motion_of(const state *state, const coupling_mesh *mesh, int index);

int coupling_load_count(const coupling_mesh *mesh);
/* Computes the loads from forces and moments at the points, three numbers each. */
void coupling_loads(const coupling_mesh *mesh, const double *force, const double *moment, double *loads);

/* Lists the equations of the node `index`, or of the modal body (index 0). */
void coupling_connect(const coupling_mesh *mesh, int index, layout *layout);
void coupling_eval(int lanes, const state *state, const coupling_mesh *mesh, int index, const double *loads,
                   local *out);
/* Computes the current force and moment about the node, global axes. */
void coupling_resultant(const state *state, const node *node, const double *load, vec3 *F, vec3 *M);
