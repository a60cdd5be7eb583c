/* cyclocopter_test.c - the inflow of a cycloidal rotor, step by step, from the forces in its rows: momentum theory, the
 * memory of the step before, and a Butterworth filter by the trapezoidal rule. */
#include "probe_world.h"
#include "element/aero/airfoil.h"

/* A blade that stands in a wind which turns and grows. */
static void run_blade(world *world, const char *kind, const char *more)
{
    static const probe ROW[] = {{"user defined", 10, "#2"},
                                {"user defined", 10, "#3"},
                                {"user defined", 10, "#7"},
                                {"user defined", 10, "#11"},
                                {"user defined", 10, "#12"}};
    char elements[1600];
    snprintf(elements, sizeof elements,
             "joint: 1, clamp, 1, node, node; joint: 2, clamp, 2, node, node;"
             "air properties: 1.2, 340., component, linear, 20., 50., sine, 0., 15., 8., forever, 0., const, 0.;"
             "user defined: 10, cyclocopter %s, 1, orientation, 1, 0., 0., 1., 3, 0., 1., 0., 1, no, 0.4, 0.8, %s;"
             "aerodynamic body: 2, 2, user defined induced velocity, 10, null, 1, 0., 1., 0., 2, 1., 0., 0., 0.8,"
             "const, 0.15, const, 0., const, 0., const, 0.1, 1, naca0012, jacobian, yes;",
             kind, more);
    assert_runs(
        world, ROW, 5, (march){.until = 0.2, .tolerance = 1e-9, .method = "implicit euler"},
        (const char *const[]){"structural nodes: 2; joints: 2; air properties; aerodynamic elements: 1; loadable "
                              "elements: 1;",
                              "module load: \"libmodule-cyclocopter\";"
                              "structural: 1, static, null, eye, null, null;"
                              "structural: 2, static, 0., 0.4, 0., eye, null, null;",
                              elements});
}

/* v = kappa sqrt(T / (2 rho 2 R b)) along the force. */
static double speed(double T) { return 1.3 * sqrt(T / (2.0 * 1.2 * 2.0 * 0.4 * 0.8)); }

/* u = (1 - d) v + d u_1, and v itself at the start; v is that of the filtered force:
 *     G'' + sqrt(2) W G' + W^2 G = W^2 F,   x' = (x - x_1) / (h / 2) - x'_1 for both states, from rest */
static void check_rows(const world *world, double delay, double cut)
{
    const double a = cut > 0.0 ? cut * 0.5e-3 : 1.0, D = 1.0 + M_SQRT2 * a + a * a;
    double in[2][2] = {{0}}, out[2][2] = {{0}}, u[2] = {0};
    for (int k = 0; k < world->n; k++) {
        double G[2];
        for (int i = 0; i < 2; i++) {
            const double F = world->v[k][i];
            G[i] = cut > 0.0 ? (a * a * (F + 2.0 * in[0][i] + in[1][i]) + 2.0 * (1.0 - a * a) * out[0][i] -
                                (1.0 - M_SQRT2 * a + a * a) * out[1][i]) /
                                   D
                             : F;
            in[1][i] = in[0][i], in[0][i] = F;
            out[1][i] = out[0][i], out[0][i] = G[i];
        }
        const double T = hypot(G[0], G[1]), d = k == 0 ? 0.0 : delay;
        for (int i = 0; i < 2; i++) {
            u[i] = (1.0 - d) * speed(T) * G[i] / T + d * u[i];
            assert_near(world->v[k][3 + i], u[i], 1e-7);
        }
        assert_near(world->v[k][2], hypot(u[0], u[1]), 1e-7);
    }
}

static void inflow_of_momentum_theory(void **of)
{
    world *world = *of;
    run_blade(world, "uniform 2D", "kappa, 1.3");
    check_rows(world, 0.0, 0.0);
}

/* Half of what a filter needs is none. */
static void inflow_without_a_filter(void **of)
{
    world *world = *of;
    run_blade(world, "uniform 2D", "omegacut, 60., kappa, 1.3");
    check_rows(world, 0.0, 0.0);
    run_blade(world, "uniform 2D", "kappa, 1.3, timestep, 1.e-3");
    check_rows(world, 0.0, 0.0);
}

static void inflow_with_a_delay(void **of)
{
    world *world = *of;
    run_blade(world, "uniform 2D", "delay, const, 0.6, kappa, 1.3");
    check_rows(world, 0.6, 0.0);
}

static void inflow_of_the_filtered_force(void **of)
{
    world *world = *of;
    run_blade(world, "uniform 2D", "delay, const, 0.4, omegacut, 60., kappa, 1.3, timestep, 1.e-3");
    check_rows(world, 0.4, 60.0);
}

/* The force along axis 3 alone counts. */
static void inflow_along_one_axis(void **of)
{
    world *world = *of;
    run_blade(world, "uniform 1D", "kappa, 1.3");
    for (int k = 0; k < world->n; k++)
        assert_near(world->v[k][2], speed(fabs(world->v[k][1])), 1e-7);
}

/* --- a blade that goes round -------------------------------------------------------------------------------------- */

#define OF_ROTOR(k)           \
    {                         \
        "user defined", 10, k \
    }
#define OF_BLADE(k)              \
    {                            \
        "aerodynamic body", 2, k \
    }
static const vec3 WIND = {9.0, 4.0, 1.0};
static const double ARM = 0.4, TWIST = 0.1, H = 2e-3;

/* About the global axis 3, which is the shaft; axes 2 and 3 of the rotor are the global axes 1 and 2, so that the
 * azimuth is W t. */
static void run_drum(world *world, const probe *of, int n, double W, const char *rotor, const char *blade)
{
    char elements[1800], nodes[400];
    snprintf(nodes, sizeof nodes,
             "module load: \"libmodule-cyclocopter\"; structural: 1, static, 0.1, 0.2, -0.1, eye, null, null;"
             "structural: 2, static, 0.5, 0.2, -0.1, eye, 0., %g, 0., 0., 0., %g;",
             ARM * W, W);
    snprintf(
        elements, sizeof elements,
        "joint: 1, clamp, 1, node, node; joint: 2, total joint, 1, 2, position, -0.4, 0., 0., position constraint, "
        "active, active, active, null, orientation constraint, active, active, active, single, 0., 0., 1., ramp, "
        "%g, 0., forever, 0.;"
        "air properties: 1.2, 340., component, const, 9., const, 4., const, 1.;"
        "user defined: 10, cyclocopter %s; %s",
        W, rotor, blade);
    assert_runs(world, of, n, (march){.until = 0.7, .step = H, .tolerance = 1e-9, .method = "implicit euler"},
                (const char *const[]){*blade ? "structural nodes: 2; joints: 2; air properties; loadable elements: 1; "
                                               "aerodynamic elements: 1;"
                                             : "structural nodes: 2; joints: 2; air properties; loadable elements: 1;",
                                      nodes, elements});
}

#define AXES " 1, orientation, 1, 0., 0., 1., 3, 0., 1., 0., 2"
#define BLADE_ON(label, node)                                                                                        \
    "aerodynamic body: " label ", " node ", user defined induced velocity, 10, null, eye, 0.8, const, 0.15, const, " \
    "0., const, 0., const, 0.1, 1, naca0012, jacobian, yes;"
#define BLADE                                                                                                     \
    "aerodynamic body: 2, 2, user defined induced velocity, 10, null, 1, 0., 1., 0., 2, 1., 0., 0., 0.8, const, " \
    "0.15, const, 0., const, 0., const, 0.1, 1, naca0012, jacobian, yes"

static double wrapped(double angle) { return remainder(angle, 2.0 * M_PI); }

/* The incidence of the blade in the wind and in the induced velocity, which is `factor` times u there. */
static double incidence(vec3 moves, double psi, const double u[2], double factor)
{
    const vec3 out = {cos(psi), sin(psi), 0}, round = {-sin(psi), cos(psi), 0};
    const vec3 nose = vec3_axpy(vec3_scale(cos(TWIST), round), sin(TWIST), out);
    const vec3 up = vec3_axpy(vec3_scale(cos(TWIST), out), -sin(TWIST), round);
    const vec3 induced = {factor * u[0], factor * u[1], 0};
    const vec3 v = vec3_add(vec3_sub(moves, WIND), induced);
    return atan2(-vec3_dot(v, up), vec3_dot(v, nose)) / AIRFOIL_DEGREE;
}

#define VELOCITY \
    {"structural", 2, "XP[1]"}, {"structural", 2, "XP[2]"}, { "structural", 2, "XP[3]" }

/* Uniform, and spread as the cosine of the azimuth from the force. */
static void wind_at_the_blade(void **of)
{
    static const probe UNIFORM[] = {OF_ROTOR("#11"), OF_ROTOR("#12"), OF_ROTOR("#8"),
                                    OF_BLADE("#1"),  OF_ROTOR("#7"),  VELOCITY},
                       POLIMI[] = {OF_ROTOR("#9"), OF_ROTOR("#10"), OF_ROTOR("#12"),
                                   OF_BLADE("#1"), OF_ROTOR("#11"), VELOCITY};
    static const char *const KINDS[] = {"uniform 2D," AXES ", no, 0.4, 0.8",
                                        "Polimi," AXES ", no, 0.4, 0.8, delay, const, 0.95"};
    world *world = *of;
    for (int is_spread = 0; is_spread < 2; is_spread++) {
        run_drum(world, is_spread ? POLIMI : UNIFORM, 8, 20.0, KINDS[is_spread], BLADE ";");
        for (int k = 1; k < world->n; k++) {
            const double *v = world->v[k], psi = 20.0 * world->t[k], xi = atan2(v[1], v[0]);
            const double factor = is_spread ? M_PI_2 * fabs(cos(psi - xi)) : 1.0;
            assert_near(v[2], wrapped(psi), 1e-8);
            assert_near(v[3], incidence(world_vec3(world, k, 5), psi, v, factor), 1e-5);
            assert_near(v[4], is_spread ? xi : hypot(v[0], v[1]), 1e-8);
        }
    }
}

/* Loads of the blade about the craft, in the row and as private data. */
static void loads_of_the_blade(void **of)
{
    static const probe LOADS[] = {OF_ROTOR("#1"), OF_ROTOR("#2"), OF_ROTOR("#3"), OF_ROTOR("#4"), OF_ROTOR("#5"),
                                  OF_ROTOR("#6"), OF_ROTOR("Tx"), OF_ROTOR("Ty"), OF_ROTOR("Tz"), OF_ROTOR("Mx"),
                                  OF_ROTOR("My"), OF_ROTOR("Mz"), OF_BLADE("#2"), OF_BLADE("#3"), OF_BLADE("#4"),
                                  OF_BLADE("#5"), OF_BLADE("#6"), OF_BLADE("#7")};
    static const int GLOBAL[] = {2, 0, 1}; /* axes of the rotor */
    world *world = *of;
    run_drum(world, LOADS, ARRAY_LEN(LOADS), 20.0, "no inflow," AXES, BLADE ", node;");
    for (int k = 1; k < world->n; k++) {
        const double psi = 20.0 * world->t[k];
        const vec3 F = world_vec3(world, k, 12), arm = {ARM * cos(psi), ARM * sin(psi), 0};
        const vec3 M = vec3_add(world_vec3(world, k, 15), vec3_cross(arm, F));
        for (int i = 0; i < 3; i++) {
            assert_near(world->v[k][i], vec3_get(F, GLOBAL[i]), 1e-7);
            assert_near(world->v[k][3 + i], vec3_get(M, GLOBAL[i]), 1e-7);
            assert_true(world->v[k][6 + i] == world->v[k][i] && world->v[k][9 + i] == world->v[k][3 + i]);
        }
    }
}

/* A revolution ends as the azimuth passes zero; its mean force makes the inflow of the next. */
static void mean_over_revolutions(void **of)
{
    static const probe ROW[] = {OF_ROTOR("#2"),  OF_ROTOR("#3"),  OF_ROTOR("#8"),  OF_ROTOR("#9"),
                                OF_ROTOR("#11"), OF_ROTOR("#12"), OF_ROTOR("#14"), OF_ROTOR("#15")};
    world *world = *of;
    run_drum(world, ROW, ARRAY_LEN(ROW), 20.0, "uniform 2D," AXES ", yes, 0.4, 0.8, kappa, 1.3", BLADE ";");
    double sum[2] = {world->v[0][0], world->v[0][1]}, mean[2] = {0, 0};
    int ends = 0;
    for (int k = 1, count = (int)world->v[0][3]; k < world->n; k++) {
        const double *v = world->v[k], T = hypot(mean[0], mean[1]);
        for (int i = 0; i < 2; i++)
            assert_near(v[4 + i], T > 0 ? speed(T) * mean[i] / T : 0.0, 1e-9);
        sum[0] += v[0], sum[1] += v[1], count++;
        if (world->v[k - 1][2] < 0 && v[2] >= 0) {
            for (int i = 0; i < 2; i++)
                mean[i] = sum[i] / count, sum[i] = 0;
            ends++, count = 0;
        }
        assert_int_equal((int)v[3], count);
        assert_near(v[6], mean[0], 1e-9);
        assert_near(v[7], mean[1], 1e-9);
    }
    assert_int_equal(ends, 2);
}

/* Turning backwards, no revolution ends. Without blades the azimuth is that of the rotor node. */
static void azimuth_without_blades(void **of)
{
    static const probe ROW[] = {OF_ROTOR("#8"), OF_ROTOR("#9"), OF_ROTOR("#7")};
    static const double W[] = {20.0, -20.0};
    world *world = *of;
    for (int i = 0; i < 2; i++) {
        run_drum(world, ROW, 3, W[i], "uniform 2D," AXES ", yes, 0.4, 0.8", "");
        for (int k = 1; k < world->n; k++) {
            assert_true(world->v[k][2] == 0.0);
            assert_near(world->v[k][0], wrapped(W[i] * world->t[k]), 1e-8);
            assert_true(world->v[k][1] ==
                        (W[i] > 0 && world->v[k - 1][0] < 0 && world->v[k][0] >= 0 ? 0 : world->v[k - 1][1] + 1));
        }
    }
}

/* A quarter of a turn ahead of the rotor node, on which the second blade is. */
static void azimuth_of_the_first_blade(void **of)
{
    static const probe AZIMUTH[] = {OF_ROTOR("#8")};
    world *world = *of;
    assert_runs(world, AZIMUTH, 1, (march){.until = 5 * H, .step = H, .tolerance = 1e-9, .method = "implicit euler"},
                (const char *const[]){
                    "structural nodes: 3; joints: 3; air properties; loadable elements: 1; aerodynamic elements: 2;",
                    "module load: \"libmodule-cyclocopter\"; structural: 1, static, 0.1, 0.2, -0.1, eye, null, null;"
                    "structural: 2, static, 0.5, 0.2, -0.1, eye, null, null;"
                    "structural: 3, static, 0.1, 0.6, -0.1, eye, null, null;",
                    "joint: 1, clamp, 1, node, node; joint: 2, clamp, 2, node, node; joint: 3, clamp, 3, node, node;"
                    "air properties: 1.2, 340., component, const, 9., const, 4., const, 1.;"
                    "user defined: 10, cyclocopter uniform 2D," AXES ", yes, 0.4, 0.8;" BLADE_ON("2", "3")
                        BLADE_ON("3", "2")});
    for (int k = 1; k < world->n; k++)
        assert_near(world->v[k][0], M_PI_2, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(inflow_of_momentum_theory), TEST(inflow_without_a_filter),
                                       TEST(inflow_with_a_delay),       TEST(inflow_of_the_filtered_force),
                                       TEST(inflow_along_one_axis),     TEST(wind_at_the_blade),
                                       TEST(loads_of_the_blade),        TEST(mean_over_revolutions),
                                       TEST(azimuth_without_blades),    TEST(azimuth_of_the_first_blade)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
