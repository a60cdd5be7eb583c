/* tyres_test.c - tyres against the magic formula, friction laws and motions evaluated independently
 * (docs/theory/multiphysics-benchmarks.md). */
#include "probe_world.h"
#include "base/array.h"

#define LOAD(name) "module load: \"libmodule-" name "\";"

/* --- magic formula ------------------------------------------------------------------------------------------------ */

/* mu = D sin(C atan(B s - E (B s - atan(B s)))) */
static double magic(double D, double C, double B, double E, double s)
{
    return D * sin(C * atan(B * s - E * (B * s - atan(B * s))));
}

/* A hub that goes 20 m/s ahead or back and v_y aside, its rim turning at w: slip kappa = (w r_e - v_x) / |v_x|, angle
 * alpha = atan(v_y / |v_x|), load k (r_0 - z). */
static void steady_forces_of_a_tyre(void **of)
{
    static const probe ROW[] = {{"user defined", 10, "#1"}, {"user defined", 10, "#2"}, {"user defined", 10, "#3"}};
    static const double AHEAD[] = {20.0, 20.0, 20.0, 20.0, -20.0}, ASIDE[] = {0.0, 0.4, -2.0, 5.0, 0.4},
                        ROTATION[] = {20.0 / 0.31, 58.0, 72.0, 66.0, -58.0};
    for (int i = 0; i < ARRAY_LEN(ROTATION); i++) {
        world *world = *of;
        char nodes[600], elements[1600];
        snprintf(nodes, sizeof nodes,
                 LOAD("MFtire") "structural: 1, static, 0., 0., 0.31, eye, %.17g, %.17g, 0., null;"
                                "structural: 2, static, 0., 0., 0.31, eye, %.17g, %.17g, 0., 0., %.17g, 0.;",
                 AHEAD[i], ASIDE[i], AHEAD[i], ASIDE[i], ROTATION[i]);
        const int n =
            snprintf(elements, sizeof elements,
                     "user defined: 10, MFtire, 1, 2, 0., 1., 0., 0.32, 0.31, 2.e5, 1.0, 1.6, 12., 0.2, -0.9, "
                     "1.4, 9., 0.1, low speed, 1., 0.3;");
        for (int k = 0, at = n; k < 2; k++)
            at +=
                snprintf(elements + at, sizeof elements - (size_t)at,
                         "joint: %d, total pin joint, %d, position, null, position, null, position constraint, active, "
                         "active, active, component, linear, 0., %.17g, linear, 0., %.17g, const, 0.31, orientation "
                         "constraint, angular velocity, angular velocity, angular velocity, component, const, 0., "
                         "const, %.17g, const, 0.;",
                         k + 1, k + 1, AHEAD[i], ASIDE[i], k * ROTATION[i]);
        assert_runs(world, ROW, 3, (march){.until = 0.01},
                    (const char *const[]){"structural nodes: 2; joints: 2; loadable elements: 1;", nodes, elements});
        const double load = 2e5 * 0.01, kappa = (ROTATION[i] * 0.31 - AHEAD[i]) / 20.0, alpha = atan(ASIDE[i] / 20.0);
        assert_near(world_end(world)[0], load * magic(1.0, 1.6, 12.0, 0.2, kappa), 1e-6 * load);
        assert_near(world_end(world)[1], load * magic(-0.9, 1.4, 9.0, 0.1, alpha), 1e-6 * load);
        assert_near(world_end(world)[2], load, 1e-6 * load);
    }
}

/* Longitudinal force by load of a wheel that is locked, v: its speed. */
static double locked(double v)
{
    const double chi = 0.5 * (1.0 + tanh((fabs(v) - 1.0) / 0.3));
    const double ahead = fabs(v) > 0.01 ? fabs(v) : 0.5 * (v * v / 0.01 + 0.01);
    return magic(1.0, 1.6, 12.0, 0.2, -chi * v / ahead - (1.0 - chi) * v);
}

#define LOCKED_WHEEL(vx)                                                                                               \
    LOAD("MFtire")                                                                                                     \
    "structural: 1, dynamic, 0., 0., 0.31, eye, " #vx ", 0., 0., null;",                                               \
        "body: 1, 1, 200., null, eye; joint: 1, total pin joint, 1, position, null, position, 0., 0., 0.31, position " \
        "constraint, inactive, inactive, active, null, orientation constraint, active, active, active, null;"          \
        "user defined: 10, MFtire, 1, 1, 0., 1., 0., 0.32, 0.31, 2.e5, 1.0, 1.6, 12., 0.2, -0.9, 1.4, 9., 0.1, low "   \
        "speed, 1., 0.3;"
#define LOCKED_COUNTS "structural nodes: 1; rigid bodies: 1; joints: 1; loadable elements: 1; forces: 1;"

/* A wheel of 200 kg with a locked brake comes to rest from 3 m/s: m v' = N mu(kappa(v)), by Runge and Kutta's rule. */
static void locked_wheel_stops(void **of)
{
    static const probe V[] = {{"structural", 1, "XP[1]"}};
    static const char *const MODEL[] = {LOCKED_COUNTS,
                                        LOCKED_WHEEL(3.) "force: 1, absolute, 1, position, null, 1., 0., 0., null;"};
    world *world = *of;
    assert_runs(
        world, V, 1,
        (march){.until = 0.49, .step = 2.5e-4, .more = "derivatives tolerance: 1.e-2; derivatives coefficient: 1.e-9;"},
        MODEL);
    double v = 3.0;
    for (int i = 0; i < world->n; i++) {
        assert_near(world->v[i][0], v, 2e-5);
        for (int k = 0; k < 5; k++) {
            const double h = 5e-5, a = 10.0 * locked(v), b = 10.0 * locked(v + 0.5 * h * a),
                         c = 10.0 * locked(v + 0.5 * h * b), d = 10.0 * locked(v + h * c);
            v += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
        }
    }
    assert_near(world_end(world)[0], 0.0, 1e-4);
}

/* At rest without a load it stays, and a side force makes it creep at the speed whose slip carries the force. */
static void wheel_at_rest_creeps(void **of)
{
    static const probe V[] = {{"structural", 1, "XP[1]"}, {"structural", 1, "XP[2]"}, {"user defined", 10, "#2"}};
    static const char *const FREE[] = {LOCKED_COUNTS,
                                       LOCKED_WHEEL(0.) "force: 1, absolute, 1, position, null, 0., 1., 0., null;"};
    static const char *const PUSHED[] = {
        LOCKED_COUNTS, LOCKED_WHEEL(0.) "force: 1, absolute, 1, position, null, 0., 1., 0., const, 800.;"};
    world *world = *of;
    assert_runs(world, V, 3, (march){.until = 0.1}, FREE);
    for (int k = 0; k < 3; k++)
        assert_near(world_end(world)[k], 0.0, 1e-12);
    assert_runs(world, V, 3, (march){.until = 1.0, .more = "derivatives tolerance: 1.e-2;"}, PUSHED);
    const double speed = world_end(world)[1], chi = 0.5 * (1.0 + tanh(-1.0 / 0.3));
    assert_near(2000.0 * magic(-0.9, 1.4, 9.0, 0.1, chi * atan(speed / 0.005) + (1.0 - chi) * speed), -800.0, 1e-3);
    assert_near(world_end(world)[2], -800.0, 1e-3);
    assert_true(speed > 0.0 && speed < 0.1);
}

/* --- LuGre friction ----------------------------------------------------------------------------------------------- */

#define LUGRE_GROUND "structural: 1, static, null, eye, null, null;"
#define LUGRE                                                                                                        \
    "joint: 9, clamp, 1, node, node; loadable: 10, \"libmodule-wheellugre\", 2, 0., 1., 0., 1, null, 0., 0., 1., "   \
    "0.3, "                                                                                                          \
    "\"k\", linear, 0., 0., 1., 1.e5, 30., slip, modlugre, 40., 0.5, 0.02, 0.3, \"mu\", linear, 0., 0.9, 10., 0.5, " \
    "2., "                                                                                                           \
    "\"Re\", const, 0.28, linear, 0., 1., linear, 0., 1., threshold, 0.;"

/* Held at a sliding velocity v_r it has mu(v_r) + s_2 v_r; aside its drives: alpha, at any slip. */
static void steady_forces_with_bristles(void **of)
{
    static const probe ROW[] = {
        {"user defined", 10, "#1"}, {"user defined", 10, "#2"}, {"user defined", 10, "#3"}, {"user defined", 10, "#5"}};
    static const double ROTATION[] = {0.0, 10.0, 60.0};
    for (int i = 0; i < ARRAY_LEN(ROTATION); i++) {
        world *world = *of;
        char nodes[400], elements[1600];
        snprintf(nodes, sizeof nodes,
                 LOAD("wheellugre") LUGRE_GROUND
                 "structural: 2, static, 0., 0., 0.29, eye, 5., 0.5, 0., 0., %.17g, 0.;",
                 ROTATION[i]);
        snprintf(elements, sizeof elements,
                 LUGRE
                 "joint: 1, total pin joint, 2, position, null, position, null, position constraint, active, "
                 "active, active, component, linear, 0., 5., linear, 0., 0.5, const, 0.29, orientation constraint, "
                 "angular velocity, angular velocity, angular velocity, component, const, 0., const, %.17g, "
                 "const, 0.;",
                 ROTATION[i]);
        assert_runs(world, ROW, 4, (march){.until = 0.5},
                    (const char *const[]){"structural nodes: 2; joints: 2; loadable elements: 1;", nodes, elements});
        const double v_r = 5.0 - 0.28 * ROTATION[i], alpha = atan(0.1);
        const double mu = copysign(0.9 - 0.04 * fabs(v_r), v_r) + 0.02 * v_r, F = -1000.0 * mu * (1.0 - alpha * M_2_PI);
        assert_near(world_end(world)[0], F, 1e-3);
        assert_near(world_end(world)[1], -1000.0 * alpha, 1e-6);
        assert_near(world_end(world)[2], 1000.0, 1e-6);
        assert_near(world_end(world)[3], -0.28 * F, 1e-3);
    }
}

/* A wheel that rolls freely and is kicked swings on its bristles: I w' = N R_e (s_0 z + s_1 z' + s_2 z'),
 * z' = v - R_e w. */
static void wheel_swings_on_its_bristles(void **of)
{
    static const probe Z[] = {{"user defined", 10, "#19"}};
    static const char *const MODEL[] = {
        "structural nodes: 2; rigid bodies: 1; joints: 2; loadable elements: 1;",
        LOAD("wheellugre") LUGRE_GROUND "structural: 2, dynamic, 0., 0., 0.29, eye, 5., 0., 0., 0., 5.01/0.28, 0.;",
        LUGRE "body: 1, 2, 10., null, eye; joint: 1, total pin joint, 2, position, null, position, null, position "
              "constraint, active, active, active, component, linear, 0., 5., const, 0., const, 0.29, orientation "
              "constraint, active, inactive, active, null;"};
    world *world = *of;
    assert_runs(world, Z, 1, (march){.until = 0.3, .step = 5e-4}, MODEL);
    const double a = 1000.0 * 0.28 * 0.28, damping = 0.5 * a * 0.52, frequency = sqrt(40.0 * a - damping * damping);
    for (int i = 0; i < world->n; i++)
        assert_near(world->v[i][0], -0.01 / frequency * exp(-damping * world->t[i]) * sin(frequency * world->t[i]),
                    2e-7);
}

/* --- rigid ring --------------------------------------------------------------------------------------------------- */

#define RING_COUNTS "structural nodes: 2; rigid bodies: 2; joints: 2; loadable elements: 1;"

/* Wheel and ring at the height 0.47, moving and turning alike. */
static void ring_deck(char nodes[800], char elements[3000], const double v[2], double rotation, const char *rest)
{
    snprintf(nodes, 800,
             LOAD("wheel4") "structural: 1, dynamic, 0., 0., 0.47, eye, %.17g, %.17g, 0., 0., %.17g, 0.;"
                            "structural: 2, dynamic, 0., 0., 0.47, eye, %.17g, %.17g, 0., 0., %.17g, 0.;",
             v[0], v[1], rotation, v[0], v[1], rotation);
    int at = snprintf(elements, 3000, "body: 1, 1, 10., null, eye; body: 2, 2, 5., null, eye;");
    for (int k = 1; k <= 2; k++)
        at += snprintf(elements + at, 3000 - (size_t)at,
                       "joint: %d, total pin joint, %d, position, null, position, null, position constraint, active, "
                       "active, active, component, linear, 0., %.17g, linear, 0., %.17g, const, 0.47, orientation "
                       "constraint, angular velocity, angular velocity, angular velocity, component, const, 0., "
                       "const, %.17g, const, 0.;",
                       k, k, v[0], v[1], rotation);
    snprintf(elements + at, 3000 - (size_t)at,
             "user defined: 10, rigid ring tire, 1, 1, 0., 1., 0., 0.5, swift, 2, 2, %s;", rest);
}

/* A ring that grows by its spin and rolls steadily carries the magic formula of its slips: the patch has settled. */
static void steady_forces_of_a_ring(void **of)
{
    static const probe ROW[] = {{"user defined", 10, "#33"},
                                {"user defined", 10, "#34"},
                                {"user defined", 10, "#48"},
                                {"user defined", 10, "#67"}};
    static const double AHEAD[] = {20.0, 20.0, 20.0, -20.0}, ASIDE[] = {0.0, 0.4, -2.0, 0.4},
                        ROTATION[] = {42.0, 41.0, 46.0, -44.0};
    for (int i = 0; i < ARRAY_LEN(ROTATION); i++) {
        world *world = *of;
        char nodes[800], elements[3000], rest[1200];
        snprintf(rest, sizeof rest,
                 "1.e5, 2.e5, 3.e5, const, 1., 600., 800., 0., const, 1., %.17g, %.17g, 0., 20., const, 0., 0.8, 0.4, "
                 "1.2, 0.1, 1.e6, slip, ginac, \"1.0*sin(1.6*atan(12*Var-0.2*(12*Var-atan(12*Var))))\", ginac, "
                 "\"0.9*sin(1.4*atan(9*Var-0.1*(9*Var-atan(9*Var))))\", ginac, \"1e-5*cos(atan(6*Var))\", ginac, "
                 "\"0.01*cos(atan(5*Var))\", 0.01, -0.02, 0.015, 0.01, 16.7",
                 AHEAD[i], ASIDE[i]);
        ring_deck(nodes, elements, (const double[]){AHEAD[i], ASIDE[i]}, ROTATION[i], rest);
        assert_runs(world, ROW, 4, (march){.until = 1.8, .step = 1e-3, .more = "derivatives tolerance: 1.e6;"},
                    (const char *const[]){RING_COUNTS, nodes, elements});
        const double growth = 0.1 * 5.0 * ROTATION[i] * ROTATION[i] * 0.5 / 1e6, load = 3e5 * (0.5 + growth - 0.47);
        const double kappa = (ROTATION[i] * 0.47 - AHEAD[i]) / 20.0, alpha = -atan(ASIDE[i] / 20.0);
        const double aside = magic(0.9, 1.4, 9.0, 0.1, alpha);
        assert_near(world_end(world)[0], load * magic(1.0, 1.6, 12.0, 0.2, kappa), 1e-5 * load);
        assert_near(world_end(world)[1], load * aside, 1e-5 * load);
        assert_near(world_end(world)[2], load, 1e-6 * load);
        const double moment =
            load * (-1e-5 * cos(atan(6.0 * (alpha + 0.01))) * load * aside + 0.01 * cos(atan(5.0 * (alpha - 0.02))));
        assert_near(world_end(world)[3], moment, 1e-5 * load);
    }
}

/* Kicked without friction, the patch swings on its springs: x = v/w sin(w t), w = sqrt(k/m). */
static void patch_swings_on_its_ring(void **of)
{
    static const probe X[] = {{"user defined", 10, "#18"}, {"user defined", 10, "#19"}};
    world *world = *of;
    char nodes[800], elements[3000];
    ring_deck(nodes, elements, (const double[]){0.0, 0.0}, 0.0,
              "1.e4, 4.e4, 3.e5, const, 1., null, const, 1., 0.1, 0.2, 0., 2., const, 0., 0.8, 0.4, 1.2, 0., 1.e6");
    assert_runs(world, X, 2, (march){.until = 0.04, .step = 1e-4, .more = "derivatives tolerance: 1.e6;"},
                (const char *const[]){RING_COUNTS, nodes, elements});
    const double along = sqrt(1e4 / 2.0), across = sqrt(4e4 / 2.0);
    for (int i = 0; i < world->n; i++) {
        assert_near(world->v[i][0], 0.1 / along * sin(along * world->t[i]), 2e-6);
        assert_near(world->v[i][1], 0.2 / across * sin(across * world->t[i]), 1e-5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(steady_forces_of_a_tyre),     TEST(locked_wheel_stops),           TEST(wheel_at_rest_creeps),
        TEST(steady_forces_with_bristles), TEST(wheel_swings_on_its_bristles), TEST(steady_forces_of_a_ring),
        TEST(patch_swings_on_its_ring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
