/* wheel_plane.h - contact of a wheel with a plane of another node, for tyres.
 *
 *     a: axle, n: normal of the plane, l = a x n/|a x n| forward, u = l x a, t = n x l; r: a point of the plane
 *     d = n . (x - r)/(n . u) distance of the centre in the plane of the wheel,  R - d: penetration depth
 *     v: velocity of the axle, v_c: of the contact point x - d u, both relative to the ground; d' = n . v
 *     alpha = atan2(t . v, |l . v|) slip angle */
#pragma once
#include "element/joint/joint.h"

typedef struct {
    joint_side side[2]; /* wheel, ground */
    vec3 axle, normal;
    double R;
} wheel_plane;

typedef struct {
    jet_side side[2];
    jet3 axle, n, l, u, t; /* axes */
    jet3 arm, point;       /* contact point, from the wheel node and from the ground node */
    jet3 v, v_c;           /* velocities of the axle, of the contact point */
    jet1 d, deep, rate;    /* distance, R - d, d' */
    jet1 forward, lateral; /* v along l and t */
} wheel_contact;

void read_wheel_plane(reader *reader,
                      wheel_plane *wheel_plane); /* WHEEL NODE, AXLE, GROUND NODE, POINT, NORMAL, RADIUS */
void wheel_plane_connect(layout *layout, const wheel_plane *wheel_plane);
void wheel_plane_begin(int n, const state *state, const wheel_plane *wheel_plane, wheel_contact *wheel_contact);
void wheel_slip_angle(int lanes, const wheel_contact *wheel_contact, jet1 *alpha);
/* mu (1 - |alpha|/90 deg): longitudinal friction, reduced by the lateral slip. */
void wheel_reduce_longitudinal(int lanes, const jet1 *alpha, jet1 *mu);
/* mu = (1 - s) f_0(alpha) + s f_1(alpha) */
void wheel_lateral_friction(int lanes, const state *state, const drive *const f[2], const jet1 *alpha, const jet1 *slip,
                            jet1 *mu);
/* F = F_n (n - mu_long l - mu_lat t) */
void wheel_force(int lanes, const wheel_contact *wheel_contact, const jet1 *F_n, const jet1 *mu_long,
                 const jet1 *mu_lat, jet3 *F);
/* Computes the magnitudes of v and v_c along the plane. */
void wheel_speeds(const wheel_contact *wheel_contact, double *axle, double *contact);
void sample_wheel_plane(sampler *from, wheel_plane *wheel_plane);
