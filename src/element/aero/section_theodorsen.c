/* section_theodorsen.c - unsteady incompressible flow: the incidence of the tables follows the motion through Wagner's
 * function (two states), and the apparent mass of the air contributes to lift and moment.
 *
 *     k = 2U/c, U in the plane of the section; u1, u2: wind at the aerodynamic centre, where the velocity is measured
 *     q1' = q2                       q2' = - b1 b2 k^2 q1 - (b1 + b2) k q2 + u2
 *     y = (A1 + A2) b1 b2 k^2 q1 + (A1 b1 + A2 b2) k q2 + (1 - A1 - A2) u2
 *     e1, e2: distances of the two points aft of the reference line;  pivot: incidence there, a' = rotation rate
 *     pivot = (e2 u1 - e1 u2)/(e2 - e1),   a' = U (u2 - u1)/(e2 - e1)
 *     cl = cl(y) + s (pivot' + (e1 + e2)/(2U) a''),             s = cla/2 c/(2U), cla: lift slope
 *     cm = cm(y) + s (- pivot'/4 - a'/4 - ((e1 + e2)/8 + c/32) a''/U),   cd = cd(y)
 *
 * Yaw and Mach number are those of f^2 = U^2 - (v1 tan y)^2 - (e2 w3)^2 along and f tan y across the chord, f = U cos y
 * where that is negative. A1 = 0.165, A2 = 0.335, b1 = 0.0455, b2 = 0.3 after Jones. Time derivatives of pivot and a'
 * are differences over the step. The directions of lift and drag are given by the wind u2. With a negative lift slope
 * the loads are zero, as in MBDyn. */
#include "element/aero/section.h"
#include <math.h>

static const double A1 = 0.165, A2 = 0.335, B1 = 0.0455, B2 = 0.3;

typedef struct {
    double t;                 /* time of the last step */
    double pivot[2], rate[2]; /* at the last step and at the one before */
    int n;                    /* accepted steps */
} theodorsen_memory;

typedef struct {
    jet1 U, u1, u2;
    jet1 pivot, rate;
} motion;

/* Computes both wind angles, their interpolation to the reference line and the rate of rotation. */
static void move(int n, const section *section, const section_input *in, const section_wind *wind, motion *motion)
{
    const double x = in->v[LANE_V1], y = in->v[LANE_V2], U = hypot(x, y), e1 = -section->centre, e2 = -section->point;
    jet1 v1, v2;
    jet1_seed(n, &v1, x, LANE_V1, 1.0);
    jet1_seed(n, &v2, y, LANE_V2, 1.0);
    jet1_chain2(n, &motion->U, U, &v1, x / U, &v2, y / U);
    motion->u2 = wind->wind;
    /* The aerodynamic centre is (centre - point) forward of the point where the velocity is measured. */
    v2.v += (section->centre - section->point) * in->v[LANE_W3];
    if (n)
        v2.d[LANE_W3] = section->centre - section->point;
    const double plane2 = x * x + v2.v * v2.v;
    jet1_chain2(n, &motion->u1, atan2(-v2.v, x), &v1, v2.v / plane2, &v2, -x / plane2);
    const double span = e2 - e1;
    if (span == 0.0) { /* the limit: (u2 - u1)/(e2 - e1) = w3 v1/U^2 */
        jet1 rotation;
        jet1_seed(n, &rotation, in->v[LANE_W3], LANE_W3, 1.0);
        jet1_mul_by(n, &rotation, &v1);
        jet1_div_by(n, &rotation, &motion->U);
        motion->rate = rotation;
        jet1_div_by(n, &rotation, &motion->U);
        motion->pivot = motion->u2;
        jet1_add_to(n, &motion->pivot, -e2, &rotation);
        return;
    }
    jet1_chain2(n, &motion->pivot, (e2 * motion->u1.v - e1 * motion->u2.v) / span, &motion->u1, e2 / span, &motion->u2,
                -e1 / span);
    const double along = motion->U.v / span, revolved = (motion->u2.v - motion->u1.v) / span;
    motion->rate.v = motion->U.v * revolved;
    JET_LANES(n, l) motion->rate.d[l] = along * (motion->u2.d[l] - motion->u1.d[l]) + revolved * motion->U.d[l];
}

/* Computes the incidence of the tables, and the rates of the states. */
static void wagner(int lanes, const section *section, const section_input *in, const motion *motion, jet1 *y,
                   jet1 row[SECTION_STATES])
{
    const double k = 2 * motion->U.v / section->chord, q1 = in->v[LANE_STATE], q2 = in->v[LANE_STATE + 1];
    const double f1 = (A1 + A2) * B1 * B2, f2 = A1 * B1 + A2 * B2, dk = 2 / section->chord;
    jet1_chain2(lanes, y, f1 * k * k * q1 + f2 * k * q2 + (1 - A1 - A2) * motion->u2.v, &motion->u2, 1 - A1 - A2,
                &motion->U, (2 * f1 * k * q1 + f2 * q2) * dk);
    jet1_seed(lanes, &row[0], q2, LANE_STATE + 1, 1.0);
    jet1_chain2(lanes, &row[1], -B1 * B2 * k * k * q1 - (B1 + B2) * k * q2 + motion->u2.v, &motion->u2, 1.0, &motion->U,
                (-2 * B1 * B2 * k * q1 - (B1 + B2) * q2) * dk);
    if (lanes == 0)
        return;
    y->d[LANE_STATE] = f1 * k * k;
    y->d[LANE_STATE + 1] = f2 * k;
    row[1].d[LANE_STATE] = -B1 * B2 * k * k;
    row[1].d[LANE_STATE + 1] = -(B1 + B2) * k;
}

/* Adds the effect of the apparent mass of the air. */
static void apparent_mass(int lanes, const section *section, const section_input *in, const motion *motion,
                          const jet1 *derivative, jet1 *lift, jet1 *moment)
{
    const theodorsen_memory *last = in->memory;
    const double e = -(section->centre + section->point), U = motion->U.v;
    jet1 pivot_dot, rotation_rate, force, torque, s;
    const int past = in->t <= last->t ? 1 : 0;
    const bool has_past = last->n > past && in->dt > 0.0;
    const double by = in->is_linearised ? in->rate_factor : has_past ? 1 / in->dt : 0.0;
    const double pivot = has_past ? (motion->pivot.v - last->pivot[past]) / in->dt : 0.0;
    const double rotation = has_past ? (motion->rate.v - last->rate[past]) / in->dt : 0.0;
    jet1_chain2(lanes, &pivot_dot, pivot, &motion->pivot, by, &motion->pivot, 0.0);
    jet1_chain2(lanes, &rotation_rate, rotation, &motion->rate, by, &motion->rate, 0.0);
    jet1 by_U;
    jet1_chain2(lanes, &by_U, rotation_rate.v / U, &rotation_rate, 1 / U, &motion->U, -rotation_rate.v / (U * U));
    jet1_chain2(lanes, &force, pivot_dot.v + 0.5 * e * by_U.v, &pivot_dot, 1.0, &by_U, 0.5 * e);
    const double arm = e / 8 + section->chord / 32;
    jet1_chain2(lanes, &torque, -0.25 * pivot_dot.v - arm * by_U.v, &pivot_dot, -0.25, &by_U, -arm);
    jet1_add_to(lanes, &torque, -0.25, &motion->rate);
    const double k = 0.25 * section->chord / U;
    jet1_chain2(lanes, &s, k * derivative->v, derivative, k, &motion->U, -k * derivative->v / U);
    jet1_mul_by(lanes, &force, &s);
    jet1_mul_by(lanes, &torque, &s);
    jet1_add_to(lanes, lift, 1.0, &force);
    jet1_add_to(lanes, moment, 1.0, &torque);
}

/* Computes yaw and Mach number for a wind f along the chord that has the incidence y. */
static void section_theodorsen_rotated(int lanes, const section *section, const section_input *in, const motion *motion,
                                       const jet1 *y, section_wind *wind)
{
    const double t = tan(y->v), x = in->v[LANE_V1], side = in->v[LANE_V3], U = motion->U.v,
                 rotation = section->point * in->v[LANE_W3];
    const double f2 = U * U - x * x * t * t - rotation * rotation, f = f2 > 0 ? sqrt(f2) : U * cos(y->v);
    const double by_U = f2 > 0 ? U / f : cos(y->v), by_y = f2 > 0 ? -x * x * t * (1 + t * t) / f : -U * sin(y->v);
    jet1 forward = {0};
    jet1_chain2(lanes, &forward, f, &motion->U, by_U, y, by_y);
    if (lanes && f2 > 0) {
        forward.d[LANE_V1] -= x * t * t / f;
        forward.d[LANE_W3] -= section->point * rotation / f;
    }
    const double whole = 1 + t * t;
    jet1_chain2(lanes, &wind->speed2, f * f * whole + side * side, &forward, 2 * f * whole, y, 2 * f * f * t * whole);
    if (lanes)
        wind->speed2.d[LANE_V3] += 2 * side;
    section_yaw(lanes, in, &forward, wind);
}

static void lift_slope(int lanes, const section *section, const section_wind *wind, const jet1 *alpha, jet1 *r)
{
    const airfoil_flow flow = {alpha->v, wind->mach.v, wind->yaw.v};
    const airfoil_derivative derivative = section->foil->type->lift_slope(section->foil, section->station, &flow);
    jet1_chain2(lanes, r, derivative.v, alpha, derivative.by_alpha, &wind->mach, derivative.by_mach);
    JET_LANES(lanes, l) r->d[l] += derivative.by_yaw * wind->yaw.d[l];
}

static void section_theodorsen_eval(int n, const section *section, const section_input *in, section_result *out)
{
    section_wind wind;
    if (!section_wind_now(n, section, in, true, &wind)) {
        section_still(n, out);
        return;
    }
    motion motion;
    jet1 alpha, k[SECTION_COEFFICIENTS];
    move(n, section, in, &wind, &motion);
    wagner(n, section, in, &motion, &alpha, out->row);
    section_theodorsen_rotated(n, section, in, &motion, &alpha, &wind);
    section_coefficients(n, section, &wind, &alpha, k);
    section_report(section, in, &wind, alpha.v, k, out);
    jet1 derivative;
    lift_slope(n, section, &wind, &alpha, &derivative);
    if (derivative.v < 0.0) {
        for (int i = 0; i < SECTION_LOADS; i++)
            jet1_const(n, &out->load[i], 0.0);
        return;
    }
    apparent_mass(n, section, in, &motion, &derivative, &k[AIRFOIL_LIFT], &k[AIRFOIL_MOMENT]);
    section_loads(n, section, &wind, k, out);
}

static void section_theodorsen_accept(const section *section, const section_input *in, const section_result *now,
                                      void *memory)
{
    (void)now;
    section_wind wind;
    if (!section_wind_now(0, section, in, true, &wind))
        return;
    motion motion;
    move(0, section, in, &wind, &motion);
    theodorsen_memory *last = memory;
    *last = (theodorsen_memory){in->t, {motion.pivot.v, last->pivot[0]}, {motion.rate.v, last->rate[0]}, last->n + 1};
}

const section_model section_theodorsen = {
    .n_states = SECTION_STATES,
    .feels_spin = true,
    .memory = sizeof(theodorsen_memory),
    .eval = section_theodorsen_eval,
    .accept = section_theodorsen_accept,
};
