/* floating.h - the motion of a frame with mass, in its own axes, and the inertia forces of a rigid mass in it.
 *
 * The momentum unknowns of a modal node are its velocities: v and w of the state, whose derivatives are the
 * accelerations. The twelve lanes of a jet are position, rotation, velocity and angular velocity. */
#pragma once
#include "control/control.h"
#include "contract/element.h"

enum { FLOATING_X = 0, FLOATING_G = 3, FLOATING_V = 6, FLOATING_W = 9, FLOATING_LANES = 12 };

typedef struct {
    const node *node; /* NULL: fixed at x, R */
    vec3 x;
    mat3 R;
    const elem *const *gravity;
    const rigid_body_kinematics *motion; /* motion of the frame in which the model is formulated */
} floating_frame;

/* In the axes of the frame: acceleration minus gravity, angular velocity and angular acceleration. */
typedef struct {
    jet_node node; /* its unknowns; unused if the frame is fixed */
    mat3 R;
    jet3 a, w, dw;
} floating;

/* Returns the number of lanes in use: 12, 6 without velocity unknowns (static models), 0 for a fixed frame. */
int floating_lanes(const floating_frame *floating_frame);
/* n is FLOATING_LANES or 0. Gravity is evaluated at the point `centre`, given in the frame. */
void floating_seed(int n, const state *state, const floating_frame *floating_frame, vec3 centre, floating *floating);
/* Adds -R F to the force rows and -R M to the moment rows; F and M are in the axes of the frame, M about its origin. */
void floating_force(int n, const floating *floating, const jet3 *F, const jet3 *M, int lanes, local *out);

/* Computes the inertia forces of a rigid mass with first moment S and inertia J about the frame's origin, in its
 * axes. */
void floating_rigid(int lanes, const floating *floating, double mass, vec3 S, const mat3 *J, jet3 *F, jet3 *M);

/* Adds the inertia forces of a body on a modal node: rows and columns X, G, V, W. */
void floating_body(int n, const state *state, const floating_frame *floating_frame, double mass, vec3 S, const mat3 *J,
                   local *out);
