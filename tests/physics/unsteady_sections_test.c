/* unsteady_sections_test.c - loads of sections whose incidence changes: the published formulas, written out again, and
 * the derivatives of loads in a step and for free motions. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/array.h"
#include "element/aero/airfoil.h"
#include "element/aero/section.h"
#include <math.h>
#include <string.h>

static void near_at(double a, double b, double tolerance, int line)
{
    if (!(fabs(a - b) <= tolerance * (1.0 + fabs(b)))) {
        print_error("%.15g instead of %.15g\n", a, b);
        _fail(__FILE__, line);
    }
}
#define near(a, b, tolerance) near_at(a, b, tolerance, __LINE__)

/* --- an airfoil whose coefficients know incidence, Mach number and yaw -------------------------------------------- */

static double lift_of(double alpha, double mach, double yaw)
{
    return 5 * alpha - 3 * alpha * alpha * alpha + 0.4 * mach + 0.3 * yaw;
}
static double drag_of(double alpha, double mach, double yaw)
{
    return 0.02 + alpha * alpha + 0.1 * mach * mach + 0.05 * yaw;
}
static double moment_of(double alpha, double mach, double yaw) { return -0.1 * alpha + 0.2 * mach + 0.1 * yaw; }
static double friction_of(double mach) { return 0.01 + 0.02 * mach; }

static void coefficients(const airfoil *airfoil, int station, const airfoil_flow *flow,
                         airfoil_coefficients *coefficients)
{
    (void)airfoil, (void)station;
    const double x = flow->alpha, m = flow->mach, y = flow->yaw;
    *coefficients = (airfoil_coefficients){.c = {lift_of(x, m, y), drag_of(x, m, y), moment_of(x, m, y)},
                                           .by_alpha = {5 - 9 * x * x, 2 * x, -0.1},
                                           .by_mach = {0.4, 0.2 * m, 0.2},
                                           .by_yaw = {0.3, 0.05, 0.1},
                                           .span = friction_of(m),
                                           .span_by_mach = 0.02};
}

static airfoil_derivative lift_slope(const airfoil *airfoil, int station, const airfoil_flow *flow)
{
    (void)airfoil, (void)station;
    return (airfoil_derivative){6 + 0.3 * flow->alpha - 0.2 * flow->mach + 0.1 * flow->yaw, 0.3, -0.2, 0.1};
}

static const airfoil_type TYPE = {.keyword = "test", .coefficients = coefficients, .lift_slope = lift_slope};
static const airfoil FOIL = {.type = &TYPE};
static const section SECTION = {.foil = &FOIL, .chord = 0.4, .centre = 0.03, .point = -0.11};
static const double RHO = 1.1, SOUND = 330, SPAN = 17, ROTATE_2 = 0.8, ROTATE_3 = 1.3, STEP = 0.005;

/* The section at an incidence; what it remembers is not set. */
static section_input at_incidence(double speed, double alpha)
{
    return (section_input){.v = {[LANE_V1] = speed * cos(alpha),
                                 [LANE_V2] = -speed * sin(alpha),
                                 [LANE_V3] = SPAN,
                                 [LANE_W2] = ROTATE_2,
                                 [LANE_W3] = ROTATE_3,
                                 [LANE_DENSITY] = RHO,
                                 [LANE_SOUND] = SOUND},
                           .t = 1.0,
                           .dt = STEP};
}

/* Coefficients, and the dynamic pressure that they stand on. */
typedef struct {
    double lift, drag, moment, friction, q;
} flow;

/* Lift and drag stand on the wind in the plane of the section; friction along the span is that of this wind. */
static void check_loads(const section_input *in, const flow *flow, const section_result *result)
{
    const double *v = in->v, c = SECTION.chord, U = hypot(v[0], v[1]), k = 0.5 * RHO * U * U;
    const double f1 = flow->q * c / U * (-flow->lift * v[1] - flow->drag * v[0]),
                 f2 = flow->q * c / U * (flow->lift * v[0] - flow->drag * v[1]),
                 f3 = -c / U * k * flow->friction * v[2];
    near(result->load[LOAD_1].v, f1, 1e-11);
    near(result->load[LOAD_2].v, f2, 1e-11);
    near(result->load[LOAD_3].v, f3, 1e-11);
    near(result->load[LOAD_M2].v, -SECTION.centre * f3, 1e-11);
    near(result->load[LOAD_M3].v, flow->q * c * c * flow->moment + SECTION.centre * f2, 1e-11);
}

static void check_derivatives_of(const section_model *by, const section *section, const section_input *in)
{
    section_result r, a, b;
    by->eval(SECTION_LANES, section, in, &r);
    for (int l = 0; l < SECTION_LANES; l++) {
        const double h = l < LANE_STATE ? 1e-6 * fmax(1.0, fabs(in->v[l])) : 1e-8;
        section_input up = *in, down = *in;
        up.v[l] += h, down.v[l] -= h;
        by->eval(0, section, &up, &a);
        by->eval(0, section, &down, &b);
        for (int k = 0; k < SECTION_LOADS; k++)
            near(r.load[k].d[l], (a.load[k].v - b.load[k].v) / (2 * h), 2e-5);
        for (int k = 0; k < by->n_states; k++)
            near(r.row[k].d[l], (a.row[k].v - b.row[k].v) / (2 * h), 2e-5);
    }
}

static void check_derivatives(const section_model *by, const section_input *in)
{
    check_derivatives_of(by, &SECTION, in);
}

/* --- at rest ------------------------------------------------------------------------------------------------------ */

static const section_model *const MODELS[] = {&section_steady, &section_harris, &section_bielawa, &section_theodorsen};

/* Without wind in its plane a section bears nothing, whatever blows along the span. */
static void sections_at_rest(void **unused)
{
    (void)unused;
    for (int m = 0; m < ARRAY_LEN(MODELS); m++) {
        double memory[8] = {0};
        section_input in = at_incidence(0.0, 0.0);
        section_result result;
        in.memory = memory, in.v[LANE_STATE] = 0.1, in.v[LANE_STATE + 1] = 0.2;
        memset(&result, 0x5a, sizeof result);
        MODELS[m]->eval(SECTION_LANES, &SECTION, &in, &result);
        if (MODELS[m]->accept)
            MODELS[m]->accept(&SECTION, &in, &result, memory);
        for (int k = 0; k < SECTION_LOADS; k++)
            for (int l = 0; l < SECTION_LANES; l++)
                assert_true(result.load[k].v == 0.0 && result.load[k].d[l] == 0.0);
        for (int k = 0; k < SECTION_STATES; k++)
            assert_true(result.row[k].v == 0.0);
        assert_true(result.alpha == 0.0 && section_wind_angle(&result) == 0.0 && result.mach == 0.0 &&
                    section_yaw_angle(&result) == 0.0);
        assert_true(result.c[AIRFOIL_LIFT] == 0.0 && result.c[AIRFOIL_DRAG] == 0.0 && result.c[AIRFOIL_MOMENT] == 0.0);
        assert_true(result.rate[0] == 0.0 && result.rate[1] == 0.0);
    }
}

/* A plate across the wind: no yaw, and drag along axis 2. */
static void section_across_the_wind(void **unused)
{
    (void)unused;
    section_input in = at_incidence(40.0, M_PI_2);
    section_result result;
    in.v[LANE_V1] = in.v[LANE_V3] = 0.0;
    section_steady.eval(0, &SECTION, &in, &result);
    const double mach = 40.0 / SOUND, q = 0.5 * RHO * 1600.0;
    near(result.alpha, M_PI_2, 1e-14);
    near(result.mach, mach, 1e-14);
    near(result.load[LOAD_1].v, q * SECTION.chord * lift_of(M_PI_2, mach, 1.0), 1e-12);
    near(result.load[LOAD_2].v, q * SECTION.chord * drag_of(M_PI_2, mach, 1.0), 1e-12);
}

/* The wind that is written is that at the reference line; the yaw angle is positive against the span. */
static void what_is_written_of_a_section(void **unused)
{
    (void)unused;
    const section_input in = at_incidence(40.0, 0.2);
    section_result result;
    section_steady.eval(0, &SECTION, &in, &result);
    near(section_wind_angle(&result), atan2(40.0 * sin(0.2) - 0.11 * ROTATE_3, 40.0 * cos(0.2)), 1e-13);
    near(section_yaw_angle(&result), -atan2(SPAN, 40.0 * cos(0.2)), 1e-13);
    const double yaw = cos(section_yaw_angle(&result)), mach = hypot(40.0, SPAN) * sqrt(yaw) / SOUND;
    near(result.mach, mach, 1e-13);
    near(result.c[AIRFOIL_LIFT], lift_of(0.2, mach, yaw), 1e-13);
    near(result.c[AIRFOIL_DRAG], drag_of(0.2, mach, yaw), 1e-13);
    near(result.c[AIRFOIL_MOMENT], moment_of(0.2, mach, yaw), 1e-13);
}

/* --- Bielawa ------------------------------------------------------------------------------------------------------ */

/* Remembers an incidence at the reference line that has these rates at time 1: differences of second order know them
 * exactly while the second one is constant. */
static void remember(const section_model *by, double speed, double alpha, const double rate[2], void *memory)
{
    for (int k = 3; k > 0; k--) {
        const double t = -k * STEP;
        section_input in = at_incidence(speed, alpha + rate[0] * t + 0.5 * rate[1] * t * t);
        in.v[LANE_W3] = 0.0;
        in.t += t;
        in.memory = memory;
        by->accept(&SECTION, &in, NULL, memory);
    }
}

/* Incidence at the reference line. */
static double on_line(const section_input *in)
{
    return atan2(SECTION.point * in->v[LANE_W3] - in->v[LANE_V2], in->v[LANE_V1]);
}

/* The formulas for a positive incidence, and rates in its direction. */
static flow bielawa(double alpha, double A, double B, double mach, double yaw)
{
    const double g = hypot(A / 0.048, B / 0.016), m = fmin(mach, 0.99), w = 1 - m, b = sqrt(1 - m * m);
    A /= fmax(g, 1), B /= fmax(g, 1);
    const double t = fmin(alpha / (0.22689 * w), fmin(1.86, 1.839 - 70.33 * B)), t2 = t * t;
    const double P1 = A * (-0.3464 + 5.781402 * t) - B * (1.549076 + 32.33003 * t);
    const double P2 = A * (43.0633 - 21.62257 * t) + A * A * (41.9839 + 329.5461 * t);
    const double P3 = B * (-53.97532 + 18.66347 * t);
    const double P4 = A * (1.450437 + 2.80783 * t - 1.41158 * t2) + B * (6.598341 - 34.3520 * t + 11.00467 * t2) +
                      A * A * A * (1654.04 - 2145.4 * t) + A * A * B * (1602.80 + 6243.55 * t) -
                      A * B * B * (1675.69 + 9130.06 * t) + B * B * B * (80706.1 * t - 31129.3);
    const double P5 = A * (-1.2504595 - 0.2061935 * t + 0.295578 * t2) + B * (-2.19668 - 2.490872 * t + 4.331319 * t2) +
                      A * A * (-4.157992 - 11.395458 * t + 8.144499 * t2) +
                      B * B * (-26.752017 + 242.65433 * t - 109.49334 * t2);
    const double P6 = A * (6.402655 - 3.320215 * t) + B * (-21.94265 + 7.304845 * t) + 47.005455 * A * A +
                      279.07175 * B * B - 245.3836 * A * B + 236.1192 * A * A * A + 1958.0014 * A * A * B +
                      6780.349 * A * B * B + 15814.24 * B * B * B;
    const double D = 0.22689 * w * (P1 + P2 * exp(-1072.52 * A * A) + P3 * exp(-40316.4 * B * B)), E = w * P6 / 1.4324;
    return (flow){.lift = lift_of(alpha - D, mach, yaw) + (5.7296 * D + P4) / b,
                  .drag = drag_of(alpha - D, mach, yaw),
                  .moment = moment_of(alpha - E, mach, 1) +
                            (lift_of(alpha - E, mach, 1) - lift_of(alpha - D, mach, 1)) / 4 + P5 / b,
                  .friction = friction_of(mach)};
}

static double yaw_of(const section_input *in) { return fabs(in->v[0]) / hypot(in->v[0], in->v[2]); }
static double mach_of(const section_input *in, double yaw)
{
    return sqrt((in->v[0] * in->v[0] + in->v[1] * in->v[1] + in->v[2] * in->v[2]) * yaw) / in->v[LANE_SOUND];
}

/* Below and beyond the stall, at rates within and beyond those that were measured, and near to the speed of sound. */
static void bielawa_at_rates(void **unused)
{
    (void)unused;
    static const double ALPHA[] = {0.02, 0.07, 0.14, 0.3, 0.5}, SPEED[] = {40, 150, 250, 340},
                        RATE[][2] = {{0.8, 6}, {3, -60}, {-2, 500}, {-1, -2}, {30, 900}, {60, -3000}};
    for (int i = 0; i < ARRAY_LEN(ALPHA); i++)
        for (int k = 0; k < ARRAY_LEN(SPEED); k++)
            for (int n = 0; n < ARRAY_LEN(RATE); n++) {
                double memory[8] = {0};
                section_input in = at_incidence(SPEED[k], ALPHA[i]);
                in.memory = memory;
                remember(&section_bielawa, SPEED[k], on_line(&in), RATE[n], memory);
                const double yaw = yaw_of(&in), mach = mach_of(&in, yaw), per = 0.5 * SECTION.chord / SPEED[k];
                flow flow = bielawa(ALPHA[i], per * RATE[n][0], per * per * RATE[n][1], mach, yaw);
                flow.q = 0.5 * RHO * SPEED[k] * SPEED[k];
                section_result result;
                section_bielawa.eval(0, &SECTION, &in, &result);
                near(result.rate[0], RATE[n][0], 1e-9);
                near(result.rate[1], RATE[n][1], 1e-9);
                check_loads(&in, &flow, &result);
                check_derivatives(&section_bielawa, &in);
            }
}

/* Rates count once three incidences are remembered, the start, which may be accepted again, as one. Once a step is
 * accepted it is looked at with what it began with. */
static void bielawa_remembers_steps(void **unused)
{
    (void)unused;
    double memory[8] = {0};
    for (int k = 0; k < 8; k++) {
        section_input in = at_incidence(60, 0.1 + 0.01 * k * k);
        section_result before, after, again;
        in.v[LANE_W3] = 0.0, in.memory = memory, in.t = k * STEP;
        section_bielawa.eval(0, &SECTION, &in, &before);
        section_bielawa.accept(&SECTION, &in, &before, memory);
        section_bielawa.eval(0, &SECTION, &in, &after);
        section_bielawa.accept(&SECTION, &in, &after, memory);
        section_bielawa.eval(0, &SECTION, &in, &again);
        near(before.rate[0], k < 3 ? 0.0 : 0.02 * k / STEP, 1e-9);
        near(before.rate[1], k < 3 ? 0.0 : 0.02 / (STEP * STEP), 1e-9);
        for (int i = 0; i < SECTION_LOADS; i++) {
            near(after.load[i].v, before.load[i].v, 1e-12);
            near(again.load[i].v, before.load[i].v, 1e-12);
        }
    }
}

/* Where the turn takes the wind away from the reference line, its incidence has no derivative. */
static void bielawa_without_wind_on_the_line(void **unused)
{
    (void)unused;
    static const double REST[2] = {0, 0};
    double memory[8] = {0};
    section_input in = at_incidence(60, 0.1);
    section_result result;
    in.memory = memory, in.v[LANE_V1] = 0.0, in.v[LANE_V2] = SECTION.point * in.v[LANE_W3];
    remember(&section_bielawa, 60, 0.0, REST, memory);
    section_bielawa.eval(SECTION_LANES, &SECTION, &in, &result);
    for (int k = 0; k < SECTION_LOADS; k++)
        for (int l = 0; l < SECTION_LANES; l++)
            assert_true(isfinite(result.load[k].d[l]));
}

/* A section upside down bears the opposite lift and moment, if its airfoil is symmetric: so do the rates. */
static void check_mirrored(double alpha, const double rate[2])
{
    static const double SPEED = 60;
    const double mirrored[] = {-rate[0], -rate[1]};
    const airfoil_type *naca = airfoil_type_find("naca 0012");
    const airfoil foil = {.type = naca};
    const section section = {.foil = &foil, .chord = 0.4};
    section_result r[2];
    for (int k = 0; k < 2; k++) {
        double memory[8] = {0};
        section_input in = at_incidence(SPEED, k ? -alpha : alpha);
        in.memory = memory, in.v[LANE_W2] = in.v[LANE_W3] = 0.0;
        remember(&section_bielawa, SPEED, k ? -alpha : alpha, k ? mirrored : rate, memory);
        section_bielawa.eval(SECTION_LANES, &section, &in, &r[k]);
    }
    static const int SIGN[SECTION_LOADS] = {1, -1, 1, 1, -1};
    for (int k = 0; k < SECTION_LOADS; k++) {
        near(r[1].load[k].v, SIGN[k] * r[0].load[k].v, 1e-9);
        near(r[1].load[k].d[LANE_V1], SIGN[k] * r[0].load[k].d[LANE_V1], 1e-8);
        near(r[1].load[k].d[LANE_V2], -SIGN[k] * r[0].load[k].d[LANE_V2], 1e-8);
        near(r[1].load[k].d[LANE_SOUND], SIGN[k] * r[0].load[k].d[LANE_SOUND], 1e-8);
    }
}

static void bielawa_is_symmetric(void **unused)
{
    (void)unused;
    static const double RATE[][2] = {{0.8, 6}, {-2, 500}, {30, 900}};
    for (int n = 0; n < ARRAY_LEN(RATE); n++) {
        check_mirrored(0.05, RATE[n]);
        check_mirrored(0.3, RATE[n]);
    }
}

/* --- Theodorsen --------------------------------------------------------------------------------------------------- */

static const double STATE[] = {2e-4, 3e-3};

/* Incidences at the aerodynamic centre and at the point, and what follows from them. */
typedef struct {
    double U, u2, pivot, rotation;
} wake_motion;

static wake_motion move(const section_input *in)
{
    const double e1 = -SECTION.centre, e2 = -SECTION.point, *v = in->v, U = hypot(v[0], v[1]);
    const double u2 = atan2(-v[1], v[0]), u1 = atan2(-v[1] - (e2 - e1) * v[LANE_W3], v[0]);
    return (wake_motion){U, u2, (e2 * u1 - e1 * u2) / (e2 - e1), U * (u2 - u1) / (e2 - e1)};
}

/* before: what is remembered; NULL: nothing, and nothing moves with the section. */
static flow theodorsen(const section_input *in, const wake_motion *before, double *incidence)
{
    const double e1 = -SECTION.centre, e2 = -SECTION.point, c = SECTION.chord, *v = in->v, q1 = STATE[0], q2 = STATE[1];
    const wake_motion motion = move(in);
    const double k = 2 * motion.U / c,
                 y = 0.5 * 0.0455 * 0.3 * k * k * q1 + (0.165 * 0.0455 + 0.335 * 0.3) * k * q2 + 0.5 * motion.u2;
    const double f2 = motion.U * motion.U - pow(v[0] * tan(y), 2) - pow(e2 * v[LANE_W3], 2);
    const double f = f2 > 0 ? sqrt(f2) : motion.U * cos(y), across = f * tan(y);
    const double yaw = fmax(fabs(f) / hypot(f, v[2]), 0.5), speed2 = f * f + across * across + v[2] * v[2];
    const double mach = sqrt(speed2 * yaw) / SOUND, side = v[2] + SECTION.point * v[LANE_W2];
    const double s = 0.5 * (6 + 0.3 * y - 0.2 * mach + 0.1 * yaw) * c / (2 * motion.U);
    const double pivot = before ? (motion.pivot - before->pivot) / in->dt : 0,
                 rotation = before ? (motion.rotation - before->rotation) / in->dt : 0;
    *incidence = y;
    return (flow){.lift = lift_of(y, mach, yaw) + s * (pivot + (e1 + e2) / (2 * motion.U) * rotation),
                  .drag = drag_of(y, mach, yaw),
                  .moment = moment_of(y, mach, yaw) +
                            s * (-pivot / 4 - motion.rotation / 4 - ((e1 + e2) / 8 + c / 32) * rotation / motion.U),
                  .friction = friction_of(mach),
                  .q = 0.5 * RHO * (motion.U * motion.U + side * side)};
}

static section_input in_wake(double speed, double alpha)
{
    section_input in = at_incidence(speed, alpha);
    in.v[LANE_STATE] = STATE[0], in.v[LANE_STATE + 1] = STATE[1];
    return in;
}

/* Loads with nothing remembered, within a step, and once it is accepted, when the step before counts. */
static void theodorsen_in_steps(void **unused)
{
    (void)unused;
    static const double ALPHA[] = {-0.3, 0.02, 0.2, 1.2}, SPEED[] = {12, 60, 200};
    for (int i = 0; i < ARRAY_LEN(ALPHA); i++)
        for (int k = 0; k < ARRAY_LEN(SPEED); k++) {
            double memory[8] = {0}, y;
            wake_motion before = {0};
            for (int n = 0; n < 3; n++) {
                section_input in = in_wake(SPEED[k] + n, ALPHA[i] + 0.01 * n * n);
                in.memory = memory, in.t += n * STEP;
                const flow flow = theodorsen(&in, n > 0 ? &before : NULL, &y);
                for (int twice = 0; twice < 2; twice++) {
                    section_result result;
                    section_theodorsen.eval(0, &SECTION, &in, &result);
                    near(result.alpha, y, 1e-12);
                    near(result.row[0].v, STATE[1], 1e-12);
                    check_loads(&in, &flow, &result);
                    check_derivatives(&section_theodorsen, &in);
                    if (!twice)
                        section_theodorsen.accept(&SECTION, &in, &result, memory);
                }
                before = move(&in);
            }
        }
}

/* Outside of steps, as in an eigenanalysis, there are no rates, whatever is remembered. */
static void no_rates_without_a_step(void **unused)
{
    (void)unused;
    static const double RATE[2] = {2.0, 100.0};
    double memory[8] = {0}, y;
    section_input in = at_incidence(60, 0.1);
    section_result result;
    in.memory = memory;
    remember(&section_bielawa, 60, on_line(&in), RATE, memory);
    in.dt = 0.0;
    section_bielawa.eval(0, &SECTION, &in, &result);
    assert_true(result.rate[0] == 0.0 && result.rate[1] == 0.0);
    memset(memory, 0, sizeof memory);
    in.v[LANE_STATE] = STATE[0], in.v[LANE_STATE + 1] = STATE[1];
    section_theodorsen.accept(&SECTION, &in, &result, memory);
    in.t += STEP, in.v[LANE_V2] += 3.0;
    section_theodorsen.eval(0, &SECTION, &in, &result);
    const flow flow = theodorsen(&in, NULL, &y);
    check_loads(&in, &flow, &result);
}

/* A slope of the lift that is negative bears no loads; the wake goes on. */
static double slope_of_lift;

static airfoil_derivative falling_derivative(const airfoil *airfoil, int station, const airfoil_flow *flow)
{
    (void)airfoil, (void)station, (void)flow;
    return (airfoil_derivative){.v = slope_of_lift};
}

static void theodorsen_beyond_the_lift(void **unused)
{
    (void)unused;
    airfoil_type type = TYPE;
    type.lift_slope = falling_derivative;
    const airfoil foil = {.type = &type};
    section section = SECTION;
    section.foil = &foil;
    double memory[8] = {0};
    section_input in = in_wake(60, 0.1);
    section_result result;
    in.memory = memory;
    slope_of_lift = 0.0; /* which is not negative yet */
    section_theodorsen.eval(0, &section, &in, &result);
    assert_true(result.load[LOAD_2].v > 0.0);
    slope_of_lift = -1.0;
    section_theodorsen.eval(SECTION_LANES, &section, &in, &result);
    for (int k = 0; k < SECTION_LOADS; k++)
        for (int l = 0; l < SECTION_LANES; l++)
            assert_true(result.load[k].v == 0.0 && result.load[k].d[l] == 0.0);
    const double k = 2 * 60 / SECTION.chord;
    near(result.row[1].v, -0.0455 * 0.3 * k * k * STATE[0] - 0.3455 * k * STATE[1] + 0.1, 1e-12);
}

/* Where the velocity is measured at the aerodynamic centre, the section turns as it does in the limit of points that
 * meet. */
static void theodorsen_of_one_point(void **unused)
{
    (void)unused;
    section c[] = {SECTION, SECTION};
    c[0].point = c[0].centre, c[1].point = c[1].centre - 1e-6;
    section_result r[2];
    for (int k = 0; k < 2; k++) {
        double memory[8] = {0};
        section_input in = in_wake(60, 0.2);
        in.memory = memory;
        section_theodorsen.accept(&c[k], &in, &r[k], memory);
        in.t += STEP, in.v[LANE_V1] += 2.0, in.v[LANE_V2] += 1.0, in.v[LANE_W3] += 0.5;
        section_theodorsen.eval(0, &c[k], &in, &r[k]);
        if (k == 0)
            check_derivatives_of(&section_theodorsen, &c[0], &in);
    }
    for (int k = 0; k < SECTION_LOADS; k++)
        near(r[0].load[k].v, r[1].load[k].v, 1e-5);
}

/* --- free motions ------------------------------------------------------------------------------------------------- */

/* At rest, derivatives of loads are S + b L + b^2 M, where b is what a difference over the step multiplies: p / dt in a
 * step (q b^2 of a second difference), and the rate of growth of a free motion. Three steps give S, L and M. */
static void check_swing(const section_model *by, const section_input *in, double p, double q, double rate_factor)
{
    section_result result, of[3];
    section_input linear = *in;
    linear.is_linearised = true, linear.rate_factor = rate_factor;
    by->eval(SECTION_LANES, &SECTION, &linear, &result);
    for (int k = 0; k < 3; k++) {
        section_input now = *in;
        now.dt = 1.0 / (1 + k);
        by->eval(SECTION_LANES, &SECTION, &now, &of[k]);
    }
    for (int i = 0; i < SECTION_LOADS; i++)
        for (int l = 0; l < SECTION_LANES; l++) {
            /* S + k p L + k^2 q M at k = 1, 2, 3 */
            const double a = of[0].load[i].d[l], b = of[1].load[i].d[l], c = of[2].load[i].d[l];
            const double second = (a - 2 * b + c) / 2, first = b - a - 3 * second, still = a - first - second;
            near(result.load[i].d[l], still + rate_factor * first / p + rate_factor * rate_factor * second / q, 1e-9);
        }
}

/* Steps at rest are remembered, or none is: the derivatives for free motions are the same. */
static void derivatives_for_free_motions(void **unused)
{
    (void)unused;
    static const double SWING[] = {0.0, 1.7, -40.0}, REST[2] = {0, 0};
    for (int i = 0; i < ARRAY_LEN(SWING); i++) {
        double memory[8] = {0}, none[8] = {0};
        section_input in = at_incidence(60, 0.12);
        in.memory = memory;
        remember(&section_bielawa, 60, on_line(&in), REST, memory);
        check_swing(&section_bielawa, &in, 1.5, 1.0, SWING[i]);
        section_input linear = in;
        section_result a, b;
        linear.is_linearised = true, linear.rate_factor = SWING[i];
        section_bielawa.eval(SECTION_LANES, &SECTION, &linear, &a);
        linear.memory = none;
        section_bielawa.eval(SECTION_LANES, &SECTION, &linear, &b);
        for (int k = 0; k < SECTION_LOADS; k++)
            for (int l = 0; l < SECTION_LANES; l++)
                near(a.load[k].d[l], b.load[k].d[l], 1e-9);
        in = in_wake(60, 0.12);
        in.memory = memory, in.t -= STEP;
        memset(memory, 0, sizeof memory);
        section_theodorsen.accept(&SECTION, &in, &a, memory);
        in.t += STEP;
        check_swing(&section_theodorsen, &in, 1.0, 1.0, SWING[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_at_rest),
        cmocka_unit_test(section_across_the_wind),
        cmocka_unit_test(what_is_written_of_a_section),
        cmocka_unit_test(bielawa_at_rates),
        cmocka_unit_test(bielawa_remembers_steps),
        cmocka_unit_test(bielawa_without_wind_on_the_line),
        cmocka_unit_test(bielawa_is_symmetric),
        cmocka_unit_test(theodorsen_in_steps),
        cmocka_unit_test(theodorsen_beyond_the_lift),
        cmocka_unit_test(no_rates_without_a_step),
        cmocka_unit_test(theodorsen_of_one_point),
        cmocka_unit_test(derivatives_for_free_motions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
