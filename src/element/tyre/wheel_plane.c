/* wheel_plane.c - where a wheel touches a plane; equations in wheel_plane.h. */
#include "element/tyre/wheel_plane.h"
#include "element/axis.h"
#include "math/jet_functions.h"
#include "model/frames.h"
#include "model/reading.h"

void read_wheel_plane(reader *r, wheel_plane *p)
{
    p->side[0].Rh = p->side[1].Rh = MAT3_EYE;
    read_side_node(r, &p->side[0], NULL);
    const frame_context hub = side_context(&p->side[0], NULL);
    p->axle = read_direction_rel(r, &hub, "direction of the axle");
    read_side_node(r, &p->side[1], NULL);
    p->side[1].f = read_side_position(r, &p->side[1], NULL, "point of the ground");
    const frame_context ground = side_context(&p->side[1], NULL);
    p->normal = read_direction_rel(r, &ground, "normal of the ground");
    p->R = read_positive(r, "radius");
    const double lengths[] = {vec3_norm(p->axle), vec3_norm(p->normal)};
    if (lengths[0] > 0.0 && lengths[1] > 0.0) {
        p->axle = vec3_scale(1.0 / lengths[0], p->axle);
        p->normal = vec3_scale(1.0 / lengths[1], p->normal);
    }
}

void wheel_plane_connect(layout *l, const wheel_plane *p)
{
    for (int i = 0; i < 2; i++)
        layout_node(l, p->side[i].node);
}

static void axes(int n, const state *s, const wheel_plane *p, wheel_contact *k)
{
    jet3 cross;
    for (int i = 0; i < 2; i++)
        jet_side_seed(n, &k->side[i], s, &p->side[i], 6 * i);
    jet_node_arm(n, &k->axle, &k->side[0].node, p->axle);
    jet_node_arm(n, &k->n, &k->side[1].node, p->normal);
    jet3_cross(n, &cross, &k->axle, &k->n);
    jet3_unit(n, &k->l, &cross, NULL);
    jet3_cross(n, &k->u, &k->l, &k->axle);
    jet3_cross(n, &k->t, &k->n, &k->l);
}

static void distance(int n, const wheel_plane *p, wheel_contact *k)
{
    jet3 from;
    jet1 tilt;
    jet3_add(n, &from, &k->side[0].p, -1.0, &k->side[1].p);
    jet3_dot(n, &k->d, &k->n, &from);
    jet3_dot(n, &tilt, &k->n, &k->u);
    jet1_div_by(n, &k->d, &tilt);
    jet1_const(n, &k->deep, p->R);
    jet1_add_to(n, &k->deep, -1.0, &k->d);
    jet3_mul1(n, &k->arm, &k->d, &k->u);
    jet3_scale(n, &from, -1.0, &k->arm);
    k->arm = from;
    jet3_add(n, &k->point, &k->side[0].node.x, 1.0, &k->arm);
    jet3_add_to(n, &k->point, -1.0, &k->side[1].node.x);
}

static void velocities(int n, wheel_contact *k)
{
    jet3 spun;
    jet3_cross(n, &spun, &k->side[1].node.w, &k->point);
    jet3_add(n, &k->v, &k->side[0].node.v, -1.0, &k->side[1].node.v);
    jet3_add_to(n, &k->v, -1.0, &spun);
    jet3_cross(n, &spun, &k->side[0].node.w, &k->arm);
    jet3_add(n, &k->v_c, &k->v, 1.0, &spun);
    jet3_dot(n, &k->rate, &k->n, &k->v);
    jet3_dot(n, &k->forward, &k->l, &k->v);
    jet3_dot(n, &k->lateral, &k->t, &k->v);
}

void wheel_plane_begin(int n, const state *s, const wheel_plane *p, wheel_contact *k)
{
    axes(n, s, p, k);
    distance(n, p, k);
    velocities(n, k);
}

void wheel_slip_angle(int n, const wheel_contact *k, jet1 *alpha)
{
    jet1 ahead;
    jet1_abs(n, &ahead, &k->forward);
    jet1_atan2(n, alpha, &k->lateral, &ahead);
}

void wheel_reduce_longitudinal(int n, const jet1 *alpha, jet1 *mu)
{
    jet1 part;
    jet1_abs(n, &part, alpha);
    jet1_scale_by(n, &part, -M_2_PI);
    part.v += 1.0;
    jet1_mul_by(n, mu, &part);
}

static void jet_drive(int n, const drive *f, const state *s, const jet1 *x, jet1 *r)
{
    *r = *x;
    jet1_chain_by(n, r, drive_at(f, s, x->v), drive_slope(f, s, x->v));
}

void wheel_lateral_friction(int n, const state *s, const drive *const f[2], const jet1 *alpha, const jet1 *slip,
                            jet1 *mu)
{
    jet1 other;
    jet_drive(n, f[0], s, alpha, mu);
    jet_drive(n, f[1], s, alpha, &other);
    jet1_add_to(n, &other, -1.0, mu);
    jet1_mul_by(n, &other, slip);
    jet1_add_to(n, mu, 1.0, &other);
}

void wheel_force(int n, const wheel_contact *k, const jet1 *F_n, const jet1 *mu_long, const jet1 *mu_lat, jet3 *F)
{
    jet3 along, across, by;
    jet3_mul1(n, &along, mu_long, &k->l);
    jet3_mul1(n, &across, mu_lat, &k->t);
    jet3_add(n, &by, &k->n, -1.0, &along);
    jet3_add_to(n, &by, -1.0, &across);
    jet3_mul1(n, F, F_n, &by);
}

void wheel_speeds(const wheel_contact *k, double *axle, double *contact)
{
    const vec3 v_c = jet3_value(&k->v_c);
    *axle = hypot(k->forward.v, k->lateral.v);
    *contact = hypot(vec3_dot(jet3_value(&k->l), v_c), vec3_dot(jet3_value(&k->t), v_c));
}

void sample_wheel_plane(sampler *from, wheel_plane *p)
{
    sample_sides(from, p->side);
    p->side[0].f = (vec3){0, 0, 0};
    p->axle = sample_axis(from);
    p->normal = sample_axis(from);
    p->R = sample_real(from, 50, 60);
}
