/* section.c - the relative wind at a section, and loads from coefficients.
 *
 *     v      velocity of the section relative to the air, its axes
 *     wind   a = atan2(-v2, v1)
 *     yaw    g = atan2(-v3, |v1|),   y = max(cos g, 1/2)
 *     Mach   M = |v| sqrt(y)/c_sound
 *     U, V   speed in the plane of the section, total speed;  W = U, with built-in airfoils V
 *     q = rho U^2/2; with theodorsen that of U and the velocity along the span of the reference line, friction in the
 *         plane as well
 *     f1 = q c/U (-cl u2 - (cd - cd0) u1) - rho/2 c cd0 W u1    u = v, except with built-in airfoils (airfoil.h)
 *     f2 = q c/U (cl u1 - (cd - cd0) u2) - rho/2 c cd0 W u2
 *     f3 = -rho/2 c cd0 W u3
 *     m3 = q c^2/U |(u1, u2)| cm + centre f2,   m2 = -centre f3; with built-in airfoils -cm, and m2 = 0 */
#include "element/aero/section.h"
#include <math.h>

static void section_root(int lanes, const jet1 *of, jet1 *r)
{
    const double v = sqrt(of->v);
    jet1_chain2(lanes, r, v, of, 0.5 / v, of, 0.0);
}

void section_yaw(int lanes, const section_input *in, const jet1 *forward, section_wind *wind)
{
    const double x = forward->v, z = in->v[LANE_V3], side2 = x * x + z * z;
    const double cosine = side2 > 0.0 ? fabs(x) / sqrt(side2) : 1.0;
    wind->forward = x;
    jet1 side, sound;
    jet1_seed(lanes, &side, z, LANE_V3, 1.0);
    if (cosine > 0.5)
        /* |x| / h: derivatives sign(x) z^2 / h^3 and -|x| z / h^3 */
        jet1_chain2(lanes, &wind->yaw, cosine, forward, copysign(z * z / (side2 * sqrt(side2)), x), &side,
                    -cosine * z / side2);
    else
        jet1_const(lanes, &wind->yaw, 0.5);
    jet1_seed(lanes, &sound, in->v[LANE_SOUND], LANE_SOUND, 1.0);
    const double mach = sqrt(wind->speed2.v * wind->yaw.v) / sound.v;
    jet1_chain2(lanes, &wind->mach, mach, &wind->speed2, 0.5 * mach / wind->speed2.v, &wind->yaw,
                0.5 * mach / wind->yaw.v);
    JET_LANES(lanes, l) wind->mach.d[l] -= mach / sound.v * sound.d[l];
}

/* Computes rho/2 times the speed of friction, and the dynamic pressure divided by the speed in the plane. */
static void pressures(int n, const section *section, const section_input *in, bool whole, section_wind *wind)
{
    jet1 plane2, half_density, over;
    jet1_copy(n, &plane2, &wind->speed2);
    plane2.v = in->v[LANE_V1] * in->v[LANE_V1] + in->v[LANE_V2] * in->v[LANE_V2];
    if (n)
        plane2.d[LANE_V3] = 0.0;
    jet1_seed(n, &half_density, 0.5 * in->v[LANE_DENSITY], LANE_DENSITY, 0.5);
    section_root(n, section->foil->type->is_builtin ? &wind->speed2 : &plane2, &wind->friction);
    jet1_mul_by(n, &wind->friction, &half_density);
    const double plane = sqrt(plane2.v);
    jet1_chain2(n, &over, 1 / plane, &plane2, -0.5 / (plane * plane2.v), &plane2, 0.0);
    jet1_copy(n, &wind->per_v, &plane2);
    if (whole) {
        const double side = in->v[LANE_V3] + section->point * in->v[LANE_W2];
        wind->per_v.v += side * side;
        if (n) {
            wind->per_v.d[LANE_V3] = 2 * side;
            wind->per_v.d[LANE_W2] = 2 * side * section->point;
        }
    }
    jet1_mul_by(n, &wind->per_v, &half_density);
    jet1_mul_by(n, &wind->per_v, &over);
    jet1_copy(n, &wind->in_plane, whole ? &wind->per_v : &wind->friction);
}

bool section_wind_now(int n, const section *section, const section_input *in, bool whole, section_wind *wind)
{
    const double *v = in->v, xy2 = v[0] * v[0] + v[1] * v[1];
    if (!(xy2 > 0.0))
        return false;
    wind->bridges_jumps = in->bridges_jumps && section->foil->type->is_builtin;
    for (int k = 0; k < 3; k++)
        jet1_seed(n, &wind->v[k], v[LANE_V1 + k], LANE_V1 + k, 1.0);
    jet1_const(n, &wind->speed2, xy2 + v[2] * v[2]);
    for (int k = 0; k < (n ? 3 : 0); k++)
        wind->speed2.d[LANE_V1 + k] = 2 * v[k];
    jet1_chain2(n, &wind->wind, atan2(-v[1], v[0]), &wind->v[0], v[1] / xy2, &wind->v[1], -v[0] / xy2);
    section_yaw(n, in, &wind->v[0], wind);
    pressures(n, section, in, whole, wind);
    if (section->foil->type->is_builtin) {
        wind->v[1].v += section->point * v[LANE_W3];
        wind->v[2].v -= section->point * v[LANE_W2];
        if (n) {
            wind->v[1].d[LANE_W3] = section->point;
            wind->v[2].d[LANE_W2] = -section->point;
        }
    }
    return true;
}

/* Interpolates between incidences one degree apart, as in a table: where the drag jumps at the stall, a balance of
 * forces may lie between the two sides. */
static void bridged_coefficients(const section *section, const airfoil_flow *flow, airfoil_coefficients *to)
{
    const double lower = floor(flow->alpha / AIRFOIL_DEGREE) * AIRFOIL_DEGREE,
                 part = (flow->alpha - lower) / AIRFOIL_DEGREE;
    airfoil_coefficients upper;
    section->foil->type->coefficients(section->foil, section->station, &(airfoil_flow){lower, flow->mach, flow->yaw},
                                      to);
    section->foil->type->coefficients(section->foil, section->station,
                                      &(airfoil_flow){lower + AIRFOIL_DEGREE, flow->mach, flow->yaw}, &upper);
    for (int i = 0; i < AIRFOIL_COUNT; i++) {
        to->by_alpha[i] = (upper.c[i] - to->c[i]) / AIRFOIL_DEGREE;
        to->c[i] += part * (upper.c[i] - to->c[i]);
        to->by_mach[i] += part * (upper.by_mach[i] - to->by_mach[i]);
        to->by_yaw[i] += part * (upper.by_yaw[i] - to->by_yaw[i]);
    }
    to->span += part * (upper.span - to->span);
    to->span_by_mach += part * (upper.span_by_mach - to->span_by_mach);
}

void section_coefficients(int lanes, const section *section, const section_wind *wind, const jet1 *alpha,
                          jet1 out[SECTION_COEFFICIENTS])
{
    const airfoil_flow flow = {alpha->v, wind->mach.v, wind->yaw.v};
    airfoil_coefficients coefficients;
    if (wind->bridges_jumps)
        bridged_coefficients(section, &flow, &coefficients);
    else
        section->foil->type->coefficients(section->foil, section->station, &flow, &coefficients);
    jet1_chain2(lanes, &out[SECTION_SPAN], coefficients.span, &wind->mach, coefficients.span_by_mach, &wind->mach, 0.0);
    for (int i = 0; i < AIRFOIL_COUNT; i++) {
        out[i].v = coefficients.c[i];
        JET_LANES(lanes, l)
        out[i].d[l] = coefficients.by_alpha[i] * alpha->d[l] + coefficients.by_mach[i] * wind->mach.d[l] +
                      coefficients.by_yaw[i] * wind->yaw.d[l];
    }
}

/* Computes |(u1, u2)|. */
static void in_plane(int lanes, const section_wind *wind, jet1 *r)
{
    const double x = wind->v[0].v, y = wind->v[1].v, u = sqrt(x * x + y * y);
    jet1_chain2(lanes, r, u, &wind->v[0], x / u, &wind->v[1], y / u);
}

void section_loads(int lanes, const section *section, const section_wind *wind,
                   const jet1 coefficients[SECTION_COEFFICIENTS], section_result *out)
{
    const jet1 *cd0 = &coefficients[SECTION_SPAN];
    jet1 lift, drag, friction, *span = &out->load[LOAD_3];
    jet1_copy(lanes, &lift, &coefficients[AIRFOIL_LIFT]);
    jet1_add(lanes, &drag, &coefficients[AIRFOIL_DRAG], -1.0, cd0);
    jet1_copy(lanes, &friction, cd0);
    jet1_copy(lanes, span, cd0);
    jet1_mul_by(lanes, &lift, &wind->per_v);
    jet1_mul_by(lanes, &drag, &wind->per_v);
    jet1_mul_by(lanes, &friction, &wind->in_plane);
    jet1_mul_by(lanes, span, &wind->friction);
    jet1_add_to(lanes, &drag, 1.0, &friction);
    for (int k = 0; k < 2; k++) {
        /* lift is normal to the velocity, drag opposed to it */
        const jet1 *along = &wind->v[k], *across = &wind->v[1 - k];
        const double up = k == 0 ? -section->chord : section->chord;
        out->load[k].v = up * lift.v * across->v - section->chord * drag.v * along->v;
        JET_LANES(lanes, l)
        out->load[k].d[l] = up * (lift.d[l] * across->v + lift.v * across->d[l]) -
                            section->chord * (drag.d[l] * along->v + drag.v * along->d[l]);
    }
    jet1_mul_by(lanes, span, &wind->v[2]);
    jet1_chain_by(lanes, span, -section->chord * span->v, -section->chord);
    const double arm = (section->foil->type->is_builtin ? -1.0 : 1.0) * section->chord * section->chord;
    jet1 *moment = &out->load[LOAD_M3], speed;
    jet1_copy(lanes, moment, &coefficients[AIRFOIL_MOMENT]);
    in_plane(lanes, wind, &speed);
    jet1_mul_by(lanes, moment, &wind->per_v);
    jet1_mul_by(lanes, moment, &speed);
    jet1_chain_by(lanes, moment, arm * moment->v, arm);
    jet1_add_to(lanes, moment, section->centre, &out->load[LOAD_2]);
    const double side = section->foil->type->is_builtin ? 0.0 : -section->centre;
    jet1_chain2(lanes, &out->load[LOAD_M2], side * out->load[LOAD_3].v, &out->load[LOAD_3], side, &out->load[LOAD_3],
                0.0);
}

/* The wind angle written is that at the reference line. */
void section_report(const section *section, const section_input *in, const section_wind *wind, double alpha,
                    const jet1 coefficients[SECTION_COEFFICIENTS], section_result *out)
{
    out->alpha = alpha;
    out->wind[0] = -in->v[LANE_V2] + section->point * in->v[LANE_W3];
    out->wind[1] = in->v[LANE_V1];
    out->yaw[0] = -in->v[LANE_V3];
    out->yaw[1] = fabs(wind->forward);
    out->mach = wind->mach.v;
    out->rate[0] = out->rate[1] = 0.0;
    for (int i = 0; i < AIRFOIL_COUNT; i++)
        out->c[i] = coefficients[i].v;
}
