/* moving_frame.h - inertia forces of a body in a model that is formulated in a moving frame (rigid body kinematics). */
#pragma once
#include "control/control.h"
#include "contract/element.h"

/* Acceleration of the origin, angular velocity and angular acceleration of the frame, in its axes. */
typedef struct {
    vec3 a, W, dW;
} frame_motion;

frame_motion moving_frame_now(const rigid_body_kinematics *motion, const state *state);

const rigid_body_kinematics *sample_frame_motion(sampler *from); /* moving or not, at random */

/* r = R J R' a */
void inertia_times(int lanes, const jet_node *nd, const mat3 *J, const jet3 *a, jet3 *r);

/* A mass on a node: its centre b and the velocity of the centre relative to the node, inertia J about the centre; all
 * in node axes. */
typedef struct {
    const node *node;
    double m;
    vec3 b, db;
    mat3 J;
} rigid_mass;

/* Adds the inertia forces to the node's balance rows (local rows 0-5, or 0-2 for a displacement node). */
void moving_frame_forces(int lanes, const state *state, const rigid_body_kinematics *motion, const rigid_mass *of,
                         local *out);
