/* wheel_plane.c - contact of a wheel with a plane; equations in wheel_plane.h. */
#include "element/tyre/wheel_plane.h"
#include "element/axis.h"
#include "math/jet_functions.h"
#include "model/frames.h"
#include "model/reading.h"

void read_wheel_plane(reader *reader, wheel_plane *wheel_plane)
{
    wheel_plane->side[0].Rh = wheel_plane->side[1].Rh = MAT3_EYE;
    read_side_node(reader, &wheel_plane->side[0], NULL);
    const frame_context hub = side_context(&wheel_plane->side[0], NULL);
    wheel_plane->axle = read_direction_rel(reader, &hub, "direction of the axle");
    read_side_node(reader, &wheel_plane->side[1], NULL);
    wheel_plane->side[1].f = read_side_position(reader, &wheel_plane->side[1], NULL, "point of the ground");
    const frame_context ground = side_context(&wheel_plane->side[1], NULL);
    wheel_plane->normal = read_direction_rel(reader, &ground, "normal of the ground");
    wheel_plane->R = read_positive(reader, "radius");
    const double lengths[] = {vec3_norm(wheel_plane->axle), vec3_norm(wheel_plane->normal)};
    if (lengths[0] > 0.0 && lengths[1] > 0.0) {
        wheel_plane->axle = vec3_scale(1.0 / lengths[0], wheel_plane->axle);
        wheel_plane->normal = vec3_scale(1.0 / lengths[1], wheel_plane->normal);
    }
}

void wheel_plane_connect(layout *layout, const wheel_plane *wheel_plane)
{
    for (int i = 0; i < 2; i++)
        layout_node(layout, wheel_plane->side[i].node);
}

static void axes(int n, const state *state, const wheel_plane *wheel_plane, wheel_contact *wheel_contact)
{
    jet3 cross;
    for (int i = 0; i < 2; i++)
        jet_side_seed(n, &wheel_contact->side[i], state, &wheel_plane->side[i], 6 * i);
    jet_node_arm(n, &wheel_contact->axle, &wheel_contact->side[0].node, wheel_plane->axle);
    jet_node_arm(n, &wheel_contact->n, &wheel_contact->side[1].node, wheel_plane->normal);
    jet3_cross(n, &cross, &wheel_contact->axle, &wheel_contact->n);
    jet3_unit(n, &wheel_contact->l, &cross, NULL);
    jet3_cross(n, &wheel_contact->u, &wheel_contact->l, &wheel_contact->axle);
    jet3_cross(n, &wheel_contact->t, &wheel_contact->n, &wheel_contact->l);
}

static void distance(int n, const wheel_plane *wheel_plane, wheel_contact *wheel_contact)
{
    jet3 from;
    jet1 tilt;
    jet3_add(n, &from, &wheel_contact->side[0].p, -1.0, &wheel_contact->side[1].p);
    jet3_dot(n, &wheel_contact->d, &wheel_contact->n, &from);
    jet3_dot(n, &tilt, &wheel_contact->n, &wheel_contact->u);
    jet1_div_by(n, &wheel_contact->d, &tilt);
    jet1_const(n, &wheel_contact->deep, wheel_plane->R);
    jet1_add_to(n, &wheel_contact->deep, -1.0, &wheel_contact->d);
    jet3_mul1(n, &wheel_contact->arm, &wheel_contact->d, &wheel_contact->u);
    jet3_scale(n, &from, -1.0, &wheel_contact->arm);
    wheel_contact->arm = from;
    jet3_add(n, &wheel_contact->point, &wheel_contact->side[0].node.x, 1.0, &wheel_contact->arm);
    jet3_add_to(n, &wheel_contact->point, -1.0, &wheel_contact->side[1].node.x);
}

static void velocities(int n, wheel_contact *wheel_contact)
{
    jet3 spun;
    jet3_cross(n, &spun, &wheel_contact->side[1].node.w, &wheel_contact->point);
    jet3_add(n, &wheel_contact->v, &wheel_contact->side[0].node.v, -1.0, &wheel_contact->side[1].node.v);
    jet3_add_to(n, &wheel_contact->v, -1.0, &spun);
    jet3_cross(n, &spun, &wheel_contact->side[0].node.w, &wheel_contact->arm);
    jet3_add(n, &wheel_contact->v_c, &wheel_contact->v, 1.0, &spun);
    jet3_dot(n, &wheel_contact->rate, &wheel_contact->n, &wheel_contact->v);
    jet3_dot(n, &wheel_contact->forward, &wheel_contact->l, &wheel_contact->v);
    jet3_dot(n, &wheel_contact->lateral, &wheel_contact->t, &wheel_contact->v);
}

void wheel_plane_begin(int n, const state *state, const wheel_plane *wheel_plane, wheel_contact *wheel_contact)
{
    axes(n, state, wheel_plane, wheel_contact);
    distance(n, wheel_plane, wheel_contact);
    velocities(n, wheel_contact);
}

void wheel_slip_angle(int lanes, const wheel_contact *wheel_contact, jet1 *alpha)
{
    jet1 ahead;
    jet1_abs(lanes, &ahead, &wheel_contact->forward);
    jet1_atan2(lanes, alpha, &wheel_contact->lateral, &ahead);
}

void wheel_reduce_longitudinal(int lanes, const jet1 *alpha, jet1 *mu)
{
    jet1 part;
    jet1_abs(lanes, &part, alpha);
    jet1_scale_by(lanes, &part, -M_2_PI);
    part.v += 1.0;
    jet1_mul_by(lanes, mu, &part);
}

static void jet_drive(int lanes, const drive *drive, const state *state, const jet1 *x, jet1 *r)
{
    *r = *x;
    jet1_chain_by(lanes, r, drive_at(drive, state, x->v), drive_derivative(drive, state, x->v));
}

void wheel_lateral_friction(int lanes, const state *state, const drive *const f[2], const jet1 *alpha, const jet1 *slip,
                            jet1 *mu)
{
    jet1 other;
    jet_drive(lanes, f[0], state, alpha, mu);
    jet_drive(lanes, f[1], state, alpha, &other);
    jet1_add_to(lanes, &other, -1.0, mu);
    jet1_mul_by(lanes, &other, slip);
    jet1_add_to(lanes, mu, 1.0, &other);
}

void wheel_force(int lanes, const wheel_contact *wheel_contact, const jet1 *F_n, const jet1 *mu_long,
                 const jet1 *mu_lat, jet3 *F)
{
    jet3 along, across, by;
    jet3_mul1(lanes, &along, mu_long, &wheel_contact->l);
    jet3_mul1(lanes, &across, mu_lat, &wheel_contact->t);
    jet3_add(lanes, &by, &wheel_contact->n, -1.0, &along);
    jet3_add_to(lanes, &by, -1.0, &across);
    jet3_mul1(lanes, F, F_n, &by);
}

void wheel_speeds(const wheel_contact *wheel_contact, double *axle, double *contact)
{
    const vec3 v_c = jet3_value(&wheel_contact->v_c);
    *axle = hypot(wheel_contact->forward.v, wheel_contact->lateral.v);
    *contact = hypot(vec3_dot(jet3_value(&wheel_contact->l), v_c), vec3_dot(jet3_value(&wheel_contact->t), v_c));
}

void sample_wheel_plane(sampler *from, wheel_plane *wheel_plane)
{
    sample_sides(from, wheel_plane->side);
    wheel_plane->side[0].f = (vec3){0, 0, 0};
    wheel_plane->axle = sample_axis(from);
    wheel_plane->normal = sample_axis(from);
    wheel_plane->R = sample_real(from, 50, 60);
}
