/* rotor_disc_test.c - thrust, torque and figures of a rotor as a disc, in a wind that turns: Glauert's momentum theory
 * and Bramwell's thrust, with inflow ratios as roots of their quadratic equation. */
#include "probe_world.h"

enum {
    F,
    M = F + 3,
    THETA = M + 3,
    OMEGA,
    T,
    Q,
    P,
    HOVER,
    ALPHA,
    RHO,
    LAMBDA,
    V1,
    VH,
    V,
    CP = V + 3,
    CP_S,
    CT,

    FOM
};

#define ROW(k)                \
    {                         \
        "user defined", 10, k \
    }
static const probe DISC[] = {ROW("#1"),  ROW("#2"),  ROW("#3"),  ROW("#4"),  ROW("#5"),  ROW("#6"),
                             ROW("#7"),  ROW("#8"),  ROW("#9"),  ROW("#10"), ROW("#13"), ROW("#16"),
                             ROW("#19"), ROW("#20"), ROW("#21"), ROW("#22"), ROW("#23"), ROW("#24"),
                             ROW("#25"), ROW("#26"), ROW("#29"), ROW("#30"), ROW("#31"), ROW("#33")};
static const double R = 1.5, SIGMA = 0.08, LIFT_SLOPE = 5.7, TWIST = -0.1, WEIGHT = 80 * 9.81;

/* A disc that stands, its axes turned about the global axis 1 by 0.3, in a wind that blows up and down through it. */
static void run_disc(world *world, const probe *of, int n, const char *speed, const char *within)
{
    char elements[1000];
    snprintf(elements, sizeof elements,
             "joint: 1, clamp, 1, node, node;"
             "air properties: linear, 1.2, 0.3, 340., component, linear, 3., 20., const, -4., cosine, 0., 9., 30., "
             "forever, -10.;"
             "user defined: 10, rotordisc, 1, position, 0., 0.2, 0.5, orientation, euler123, 0.3, 0., 0., collective "
             "input, linear, 0.05, 0.2, angular velocity, %s, radius, 1.5, sigma, 0.08, clalpha, 5.7, twist, -0.1, %s, "
             "MTOW, 80.;",
             speed, within);
    assert_runs(world, of, n, (march){.until = 1.0, .step = 0.02},
                (const char *const[]){"structural nodes: 1; joints: 1; air properties; loadable elements: 1;",
                                      "module load: \"libmodule-rotor_disc\";"
                                      "structural: 1, static, null, eye, null, null;",
                                      elements});
}

static void check_thrust(const double *v, double t, double theta)
{
    const double wind[] = {3 + 20 * t, -4, -10 + 30 * (1 - cos(9 * t))}, c = cos(0.3), s = sin(0.3);
    const double u[] = {-wind[0], -(c * wind[1] + s * wind[2]), -(c * wind[2] - s * wind[1])};
    const double A = M_PI * R * R, rho = 1.2 + 0.3 * t, tip = v[OMEGA] * R,
                 V2 = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    const double v1 = v[V1], vh2 = WEIGHT / (2 * rho * A), m = V2 / (tip * tip);
    const double thrust =
        rho * A * tip * tip * SIGMA * LIFT_SLOPE * theta / (1 + 1.5 * m) *
        (theta / 3 * (1 - m + 2.25 * m * m) + TWIST / 4 * (1 - 1.5 * m + 1.5 * m * m) + v1 / (2 * tip) * (1 - 0.5 * m));
    for (int k = 0; k < 3; k++)
        assert_near(v[V + k], u[k], 1e-10);
    assert_near(v[ALPHA], atan2(u[2], hypot(u[0], u[1])), 1e-12);
    assert_near(v[RHO], rho, 1e-12);
    assert_near(v[THETA], theta, 1e-12);
    assert_near(v[VH] * v[VH], vh2, 1e-10);
    assert_near(v1 * v1 * (v1 * v1 + V2), vh2 * vh2, 1e-8);
    assert_near(v[T], thrust, 1e-9 * fabs(thrust));
    assert_near(v[Q], v1 * thrust / v[OMEGA], 1e-9 * fabs(thrust));
    const double axis[] = {0, -s, c};
    for (int k = 0; k < 3; k++) {
        assert_near(v[F + k], -thrust * axis[k], 1e-9 * fabs(thrust));
        assert_near(v[M + k], -v[Q] * axis[k], 1e-9 * fabs(thrust));
    }
}

/* lambda (lambda + v3 / tip) = c_T / 2, or -c_T / 2 where the disc comes down through its wake. True: it does. */
static bool check_figures(const double *v)
{
    const double A = M_PI * R * R, tip = v[OMEGA] * R, c_T = v[T] / (v[RHO] * A * tip * tip), half = 0.5 * fabs(c_T);
    const double l = -0.5 * v[V + 2] / tip;
    const bool descends = l > 0 && l * l > half;
    assert_near(v[LAMBDA] * (v[LAMBDA] - 2 * l), descends ? -half : half, 1e-12);
    assert_true(descends ? v[LAMBDA] < l : v[LAMBDA] > l);
    assert_near(v[CT], c_T, 1e-12);
    assert_near(v[CP], v[LAMBDA] * c_T, 1e-12);
    assert_near(v[CP_S], v[LAMBDA] * c_T / SIGMA, 1e-12);
    assert_near(v[P], v[T] * tip * sqrt(half), 1e-8);
    assert_near(v[FOM] * v[LAMBDA], sqrt(half), 1e-10);
    assert_near(v[HOVER], WEIGHT * sqrt(WEIGHT / (2 * 1.2 * A)), 1e-8);
    return descends;
}

static void disc_in_a_wind(void **of)
{
    world *world = *of;
    int descents = 0;
    run_disc(world, DISC, ARRAY_LEN(DISC), "const, 60.", "stall limits, -1., 1., control limits, -1., 1.");
    for (int k = 1; k < world->n; k++) {
        check_thrust(world->v[k], world->t[k], 0.05 + 0.2 * world->t[k]);
        descents += check_figures(world->v[k]);
    }
    assert_true(descents > 5 && descents < world->n - 5);
}

/* The narrower of both limits counts. */
static void collective_within_limits(void **of)
{
    static const char *const LIMITS[] = {"stall limits, 0.1, 0.18, control limits, -1., 1.",
                                         "stall limits, -1., 1., control limits, 0.1, 0.18"};
    world *world = *of;
    for (int i = 0; i < 2; i++) {
        run_disc(world, DISC, ARRAY_LEN(DISC), "const, 60.", LIMITS[i]);
        for (int k = 1; k < world->n; k++)
            check_thrust(world->v[k], world->t[k], fmin(fmax(0.05 + 0.2 * world->t[k], 0.1), 0.18));
    }
}

static void disc_that_does_not_rotate(void **of)
{
    world *world = *of;
    run_disc(world, DISC, ARRAY_LEN(DISC), "const, 0.", "stall limits, -1., 1., control limits, -1., 1.");
    static const int ZERO[] = {F, F + 1, F + 2, M, M + 1, M + 2, OMEGA, T, Q, P, LAMBDA, CP, CT, FOM};
    for (int k = 0; k < world->n; k++) {
        for (int i = 0; i < ARRAY_LEN(ZERO); i++)
            assert_true(world->v[k][ZERO[i]] == 0.0);
        assert_near(world->v[k][HOVER], WEIGHT * sqrt(WEIGHT / (2 * 1.2 * M_PI * R * R)), 1e-8);
    }
}

static void disc_without_air(void **of)
{
    world *world = *of;
    assert_false(world_model(world, NULL, 0, (march){.until = 0.01},
                             (const char *const[]){"structural nodes: 1; joints: 1; loadable elements: 1;",
                                                   "module load: \"libmodule-rotor_disc\";"
                                                   "structural: 1, static, null, eye, null, null;",
                                                   "joint: 1, clamp, 1, node, node; user defined: 10, rotordisc, 1, "
                                                   "position, null, orientation, eye, collective input, const, 0.1, "
                                                   "angular velocity, const, 60., radius, 1.5, sigma, 0.08, clalpha, "
                                                   "5.7, twist, -0.1, stall limits, -1., 1., control limits, -1., 1., "
                                                   "MTOW, 80.;"}));
    assert_non_null(strstr(world->said, "needs the air"));
}

/* Private data are the numbers of the row. */
static void data_of_a_disc(void **of)
{
    static const probe DATA[] = {ROW("Thrust"), ROW("DragInd"), ROW("PowerInd"), ROW("theta0"),
                                 ROW("rho"),    ROW("omega"),   ROW("#9"),       ROW("#10"),
                                 ROW("#13"),    ROW("#7"),      ROW("#20"),      ROW("#8")};
    world *world = *of;
    run_disc(world, DATA, ARRAY_LEN(DATA), "const, 60.", "stall limits, -1., 1., control limits, -1., 1.");
    for (int k = 1; k < world->n; k++)
        for (int i = 0; i < 6; i++)
            assert_near(world->v[k][i], world->v[k][6 + i], 1e-9);
}

/* The clamp bears the force at the hub, and its moment about the node. */
static void loads_on_the_node(void **of)
{
#define CLAMP(k)      \
    {                 \
        "joint", 1, k \
    }
    static const probe BOTH[] = {ROW("#1"),   ROW("#2"),   ROW("#3"),   ROW("#4"),   ROW("#5"),   ROW("#6"),
                                 CLAMP("#1"), CLAMP("#2"), CLAMP("#3"), CLAMP("#4"), CLAMP("#5"), CLAMP("#6")};
    const vec3 hub = {0.0, 0.2, 0.5};
    world *world = *of;
    run_disc(world, BOTH, ARRAY_LEN(BOTH), "const, 60.", "stall limits, -1., 1., control limits, -1., 1.");
    for (int k = 1; k < world->n; k++) {
        const vec3 force = world_vec3(world, k, 0), moment = vec3_add(world_vec3(world, k, 3), vec3_cross(hub, force));
        assert_near(vec3_norm(vec3_sub(force, world_vec3(world, k, 6))), 0.0, 1e-7);
        assert_near(vec3_norm(vec3_sub(moment, world_vec3(world, k, 9))), 0.0, 1e-7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(disc_in_a_wind), TEST(collective_within_limits), TEST(disc_that_does_not_rotate),
        TEST(data_of_a_disc), TEST(loads_on_the_node),        TEST(disc_without_air)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
