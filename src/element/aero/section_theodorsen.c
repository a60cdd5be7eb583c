/* section_theodorsen.c - unsteady incompressible flow: the incidence of the tables follows the motion through Wagner's
 * function (two states), and the air that moves with the section adds to lift and moment.
 *
 *     k = 2U/c, U in the plane of the section; u1, u2: wind at the aerodynamic centre, where the velocity is measured
 *     q1' = q2                       q2' = - b1 b2 k^2 q1 - (b1 + b2) k q2 + u2
 *     y = (A1 + A2) b1 b2 k^2 q1 + (A1 b1 + A2 b2) k q2 + (1 - A1 - A2) u2
 *     e1, e2: distances of the two points aft of the reference line;  pivot: incidence there, a' = turn of the section
 *     pivot = (e2 u1 - e1 u2)/(e2 - e1),   a' = U (u2 - u1)/(e2 - e1)
 *     cl = cl(y) + s (pivot' + (e1 + e2)/(2U) a''),             s = cla/2 c/(2U), cla: slope of the lift
 *     cm = cm(y) + s (- pivot'/4 - a'/4 - ((e1 + e2)/8 + c/32) a''/U),   cd = cd(y)
 *
 * Yaw and Mach number are those of f^2 = U^2 - (v1 tan y)^2 - (e2 w3)^2 along and f tan y across the chord, f = U cos y
 * where that is negative. A1 = 0.165, A2 = 0.335, b1 = 0.0455, b2 = 0.3 after Jones. Dots of pivot and a' are
 * differences over the step. Lift and drag stand on the wind u2. A negative slope bears no loads, as in
 * MBDyn. */
#include "element/aero/section.h"
#include <math.h>

static const double A1 = 0.165, A2 = 0.335, B1 = 0.0455, B2 = 0.3;

typedef struct {
    double t;                 /* of the last step */
    double pivot[2], rate[2]; /* of that, and of the one before */
    int n;                    /* accepted so far */
} theodorsen_memory;

typedef struct {
    jet1 U, u1, u2;
    jet1 pivot, rate;
} motion;

/* Both winds, their interpolation to the reference line and the rate of turn. */
static void move(int n, const section *c, const section_input *in, const section_wind *w, motion *m)
{
    const double x = in->v[LANE_V1], y = in->v[LANE_V2], U = hypot(x, y), e1 = -c->centre, e2 = -c->point;
    jet1 v1, v2;
    jet1_seed(n, &v1, x, LANE_V1, 1.0);
    jet1_seed(n, &v2, y, LANE_V2, 1.0);
    jet1_chain2(n, &m->U, U, &v1, x / U, &v2, y / U);
    m->u2 = w->wind;
    /* The centre is (centre - point) forward of where the velocity is measured. */
    v2.v += (c->centre - c->point) * in->v[LANE_W3];
    if (n)
        v2.d[LANE_W3] = c->centre - c->point;
    const double plane2 = x * x + v2.v * v2.v;
    jet1_chain2(n, &m->u1, atan2(-v2.v, x), &v1, v2.v / plane2, &v2, -x / plane2);
    const double span = e2 - e1;
    if (span == 0.0) { /* the limit: (u2 - u1)/(e2 - e1) = w3 v1/U^2 */
        jet1 turn;
        jet1_seed(n, &turn, in->v[LANE_W3], LANE_W3, 1.0);
        jet1_mul_by(n, &turn, &v1);
        jet1_div_by(n, &turn, &m->U);
        m->rate = turn;
        jet1_div_by(n, &turn, &m->U);
        m->pivot = m->u2;
        jet1_add_to(n, &m->pivot, -e2, &turn);
        return;
    }
    jet1_chain2(n, &m->pivot, (e2 * m->u1.v - e1 * m->u2.v) / span, &m->u1, e2 / span, &m->u2, -e1 / span);
    const double along = m->U.v / span, turn = (m->u2.v - m->u1.v) / span;
    m->rate.v = m->U.v * turn;
    JET_LANES(n, l) m->rate.d[l] = along * (m->u2.d[l] - m->u1.d[l]) + turn * m->U.d[l];
}

/* The incidence of the tables, and the rates of the states. */
static void wagner(int n, const section *c, const section_input *in, const motion *m, jet1 *y, jet1 row[SECTION_STATES])
{
    const double k = 2 * m->U.v / c->chord, q1 = in->v[LANE_STATE], q2 = in->v[LANE_STATE + 1];
    const double f1 = (A1 + A2) * B1 * B2, f2 = A1 * B1 + A2 * B2, dk = 2 / c->chord;
    jet1_chain2(n, y, f1 * k * k * q1 + f2 * k * q2 + (1 - A1 - A2) * m->u2.v, &m->u2, 1 - A1 - A2, &m->U,
                (2 * f1 * k * q1 + f2 * q2) * dk);
    jet1_seed(n, &row[0], q2, LANE_STATE + 1, 1.0);
    jet1_chain2(n, &row[1], -B1 * B2 * k * k * q1 - (B1 + B2) * k * q2 + m->u2.v, &m->u2, 1.0, &m->U,
                (-2 * B1 * B2 * k * q1 - (B1 + B2) * q2) * dk);
    if (n == 0)
        return;
    y->d[LANE_STATE] = f1 * k * k;
    y->d[LANE_STATE + 1] = f2 * k;
    row[1].d[LANE_STATE] = -B1 * B2 * k * k;
    row[1].d[LANE_STATE + 1] = -(B1 + B2) * k;
}

/* Adds what the air that moves with the section does. */
static void apparent_mass(int n, const section *c, const section_input *in, const motion *m, const jet1 *slope,
                          jet1 *lift, jet1 *moment)
{
    const theodorsen_memory *last = in->memory;
    const double e = -(c->centre + c->point), U = m->U.v;
    jet1 pivot_dot, turn_dot, force, couple, s;
    const int past = in->t <= last->t ? 1 : 0;
    const bool has_past = last->n > past && in->dt > 0.0;
    const double by = in->is_linearised ? in->swing : has_past ? 1 / in->dt : 0.0;
    const double pivot = has_past ? (m->pivot.v - last->pivot[past]) / in->dt : 0.0;
    const double turn = has_past ? (m->rate.v - last->rate[past]) / in->dt : 0.0;
    jet1_chain2(n, &pivot_dot, pivot, &m->pivot, by, &m->pivot, 0.0);
    jet1_chain2(n, &turn_dot, turn, &m->rate, by, &m->rate, 0.0);
    jet1 by_U;
    jet1_chain2(n, &by_U, turn_dot.v / U, &turn_dot, 1 / U, &m->U, -turn_dot.v / (U * U));
    jet1_chain2(n, &force, pivot_dot.v + 0.5 * e * by_U.v, &pivot_dot, 1.0, &by_U, 0.5 * e);
    const double arm = e / 8 + c->chord / 32;
    jet1_chain2(n, &couple, -0.25 * pivot_dot.v - arm * by_U.v, &pivot_dot, -0.25, &by_U, -arm);
    jet1_add_to(n, &couple, -0.25, &m->rate);
    const double k = 0.25 * c->chord / U;
    jet1_chain2(n, &s, k * slope->v, slope, k, &m->U, -k * slope->v / U);
    jet1_mul_by(n, &force, &s);
    jet1_mul_by(n, &couple, &s);
    jet1_add_to(n, lift, 1.0, &force);
    jet1_add_to(n, moment, 1.0, &couple);
}

/* Yaw and Mach number, those of a wind f along the chord that has the incidence y. */
static void section_theodorsen_turned(int n, const section *c, const section_input *in, const motion *m, const jet1 *y,
                                      section_wind *w)
{
    const double t = tan(y->v), x = in->v[LANE_V1], side = in->v[LANE_V3], U = m->U.v, turn = c->point * in->v[LANE_W3];
    const double f2 = U * U - x * x * t * t - turn * turn, f = f2 > 0 ? sqrt(f2) : U * cos(y->v);
    const double by_U = f2 > 0 ? U / f : cos(y->v), by_y = f2 > 0 ? -x * x * t * (1 + t * t) / f : -U * sin(y->v);
    jet1 forward = {0};
    jet1_chain2(n, &forward, f, &m->U, by_U, y, by_y);
    if (n && f2 > 0) {
        forward.d[LANE_V1] -= x * t * t / f;
        forward.d[LANE_W3] -= c->point * turn / f;
    }
    const double whole = 1 + t * t;
    jet1_chain2(n, &w->speed2, f * f * whole + side * side, &forward, 2 * f * whole, y, 2 * f * f * t * whole);
    if (n)
        w->speed2.d[LANE_V3] += 2 * side;
    section_yaw(n, in, &forward, w);
}

static void lift_slope(int n, const section *c, const section_wind *w, const jet1 *alpha, jet1 *r)
{
    const airfoil_flow flow = {alpha->v, w->mach.v, w->yaw.v};
    const airfoil_slope s = c->foil->type->lift_slope(c->foil, c->station, &flow);
    jet1_chain2(n, r, s.v, alpha, s.by_alpha, &w->mach, s.by_mach);
    JET_LANES(n, l) r->d[l] += s.by_yaw * w->yaw.d[l];
}

static void section_theodorsen_eval(int n, const section *c, const section_input *in, section_result *out)
{
    section_wind w;
    if (!section_wind_now(n, c, in, true, &w)) {
        section_still(n, out);
        return;
    }
    motion m;
    jet1 alpha, k[SECTION_COEFFICIENTS];
    move(n, c, in, &w, &m);
    wagner(n, c, in, &m, &alpha, out->row);
    section_theodorsen_turned(n, c, in, &m, &alpha, &w);
    section_coefficients(n, c, &w, &alpha, k);
    section_report(c, in, &w, alpha.v, k, out);
    jet1 slope;
    lift_slope(n, c, &w, &alpha, &slope);
    if (slope.v < 0.0) {
        for (int i = 0; i < SECTION_LOADS; i++)
            jet1_const(n, &out->load[i], 0.0);
        return;
    }
    apparent_mass(n, c, in, &m, &slope, &k[AIRFOIL_LIFT], &k[AIRFOIL_MOMENT]);
    section_loads(n, c, &w, k, out);
}

static void section_theodorsen_accept(const section *c, const section_input *in, const section_result *now,
                                      void *memory)
{
    (void)now;
    section_wind w;
    if (!section_wind_now(0, c, in, true, &w))
        return;
    motion m;
    move(0, c, in, &w, &m);
    theodorsen_memory *last = memory;
    *last = (theodorsen_memory){in->t, {m.pivot.v, last->pivot[0]}, {m.rate.v, last->rate[0]}, last->n + 1};
}

const section_model section_theodorsen = {
    .n_states = SECTION_STATES,
    .feels_spin = true,
    .memory = sizeof(theodorsen_memory),
    .eval = section_theodorsen_eval,
    .accept = section_theodorsen_accept,
};
