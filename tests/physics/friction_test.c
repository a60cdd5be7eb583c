/* friction_test.c - friction in joints against closed forms: sliding, sticking, coming to rest.
 *
 * The coefficient is 0.3 at every speed, plus s2 v. Bristles of 1e3 bend within a few hundredths of a second: what is
 * compared comes after. */
#include "probe_world.h"
#include "base/array.h"

#define MU "scalar function: \"mu\", const, 0.3;"
#define LUGRE(s2) "modlugre, 1.e3, 20., " s2 ", 0.5, \"mu\""
#define COULOMB "preload, 1., discrete coulomb, \"mu\""
#define FIXED "joint: 1, clamp, 1, node, node;"
#define GROUND "structural: 1, static, null, eye, null, null;"

static const double G3 = 10.0; /* presses on the line, whose axis 3 is the global axis 1 */

/* A mass of 2 on a line, pushed along it by 2 g1. */
static void run_line(world *world, const char *by, double g1, double v0, double until)
{
    static const probe probes[] = {{"structural", 2, "X[1]"}, {"structural", 2, "XP[1]"}};
    char elements[900], nodes[200];
    snprintf(nodes, sizeof nodes, MU GROUND "structural: 2, dynamic, null, eye, %.17g, 0., 0., null;", v0);
    snprintf(elements, sizeof elements,
             FIXED
             "body: 2, 2, 2., null, eye; joint: 2, in line, 1, position, null, orientation, 3, 1., 0., 0., 2, 0., "
             "1., 0., 2, offset, null, friction, %s, simple; gravity: uniform, component, const, %.17g, const, 0., "
             "const, -10.;",
             by, g1);
    assert_runs(world, probes, 2, (march){.until = until, .tolerance = 1e-8, .method = "ms, 0.6"},
                (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 2; gravity;", nodes, elements});
}

/* Steady sliding: v' = g1 - mu g3, forwards and backwards. */
static void sliding_along_a_line(void **of)
{
    static const char *const MODELS[] = {LUGRE("0."), COULOMB};
    world *world = *of;
    for (int i = 0; i < 4; i++) {
        const double sign = i % 2 == 0 ? 1.0 : -1.0, a = sign * (5.0 - 0.3 * G3);
        run_line(world, MODELS[i / 2], sign * 5.0, sign * 0.1, 0.5);
        for (int k = 150; k < world->n; k += 50) {
            const double t = world->t[k] - world->t[100];
            assert_near(world->v[k][1] - world->v[100][1], a * t, 1e-5);
            assert_near(world->v[k][0] - world->v[100][0], world->v[100][1] * t + 0.5 * a * t * t, 1e-5);
        }
    }
}

/* Viscous friction besides: v' = g1 - g3 (mu + s2 v) falls to the terminal speed (g1 / g3 - mu) / s2. */
static void terminal_speed_on_a_line(void **of)
{
    world *world = *of;
    run_line(world, LUGRE("0.4"), 5.0, 0.1, 1.5);
    const double terminal = (0.5 - 0.3) / 0.4;
    for (int k = 150; k < world->n; k += 50)
        assert_near(world->v[k][1],
                    terminal + (world->v[100][1] - terminal) * exp(-0.4 * G3 * (world->t[k] - world->t[100])), 1e-5);
}

/* Pushed by less than it holds, a mass sits on bent bristles, here below half of what breaks
 * them away: x = g1 / (g3 s0). A Coulomb contact does not move. */
static void sticking_on_a_line(void **of)
{
    world *world = *of;
    run_line(world, LUGRE("0."), 1.0, 0.0, 1.0);
    assert_near(world_end(world)[0], 0.1 / 1e3, 1e-8);
    assert_near(world_end(world)[1], 0.0, 1e-6);
    run_line(world, COULOMB, 2.0, 0.0, 0.3);
    assert_near(world_end(world)[0], 0.0, 1e-9);
}

/* Rotors that turn at 5 rad/s, J = 0.02, slowed by friction at the radius 0.05. `shape`: simple 1, plane hinge
 * 1 / sqrt(1 + mu^2). The reaction is that of the weight, or what a preload or the brake says: w' = - r mu shape N / J.
 */
static void rotors_slow_down(void **of)
{
    static const struct {
        const char *joint, *hinge;
        double shape, normal;
    } ROTORS[] = {
        {"brake, 1, null, 2, null, friction, 0.05, " LUGRE("0.") ", simple, const, 4.", "revolute hinge", 1.0, 4.0},
        {"brake, 1, null, 2, null, friction, 0.05, preload, 6., " LUGRE("0.") ", simple, const, 4.", "revolute hinge",
         1.0, 6.0},
        {"revolute hinge, 1, null, 2, null, friction, 0.05, " LUGRE("0.") ", simple", NULL, 1.0, 5.0},
        {"revolute hinge, 1, null, 2, null, friction, 0.05, " COULOMB ", simple", NULL, 1.0, 5.0},
        {"revolute hinge, 1, null, 2, null, friction, 0.05, " LUGRE("0.") ", simple plane hinge", NULL, 0.957826285,
         5.0},
        {"revolute hinge, 1, null, 2, null, friction, 0.05, preload, 8., " LUGRE("0.") ", simple", NULL, 1.0, 8.0},
    };
    static const probe probes[] = {{"structural", 2, "Omega[3]"}};
    world *world = *of;
    for (int i = 0; i < ARRAY_LEN(ROTORS); i++) {
        char elements[600];
        snprintf(elements, sizeof elements,
                 FIXED "body: 2, 2, 0.5, null, diag, 0.02, 0.02, 0.02; joint: 2, %s; %s"
                       "gravity: uniform, 1., 0., 0., const, 10.;",
                 ROTORS[i].joint, ROTORS[i].hinge ? "joint: 3, revolute hinge, 1, null, 2, null;" : "");
        assert_runs(world, probes, 1, (march){.until = 0.5, .tolerance = 1e-8, .method = "ms, 0.6"},
                    (const char *const[]){ROTORS[i].hinge ? "structural nodes: 2; rigid bodies: 1; joints: 3; gravity;"
                                                          : "structural nodes: 2; rigid bodies: 1; joints: 2; gravity;",
                                          MU GROUND "structural: 2, dynamic, null, eye, null, 0., 0., 5.;", elements});
        const double slowing = 0.05 * 0.3 * ROTORS[i].shape * ROTORS[i].normal / 0.02;
        for (int k = 150; k < world->n; k += 50)
            assert_near(world->v[k][0], world->v[100][0] - slowing * (world->t[k] - world->t[100]), 1e-5);
    }
}

/* A rotor on a torsion spring of 1 N m swings from 0.5 rad against a torque of r mu N = 0.075 N m: each half swing, pi
 * sqrt(J / K) long, ends 0.15 rad nearer, 0.5, -0.35, 0.2, -0.05, where the spring cannot move it any more. */
static void swinging_rotor_sticks(void **of)
{
    static const probe probes[] = {{"structural", 2, "Phi[3]"}, {"structural", 2, "Omega[3]"}};
    world *world = *of;
    assert_runs(world, probes, 2, (march){.until = 1.9, .step = 1e-3, .tolerance = 1e-8, .method = "ms, 0.6"},
                (const char *const[]){
                    "structural nodes: 2; rigid bodies: 1; joints: 3; gravity;",
                    MU GROUND "structural: 2, dynamic, null, euler123, 0., 0., 0.5, null, null;",
                    FIXED
                    "body: 2, 2, 0.5, null, diag, 0.02, 0.02, 0.02; gravity: uniform, 1., 0., 0., const, 10.;"
                    "joint: 2, revolute hinge, 1, null, 2, null, friction, 0.05, discrete coulomb, \"mu\", simple;"
                    "joint: 3, deformable hinge, 1, 2, linear elastic, 1.;"});
    const double half = M_PI * sqrt(0.02), ends[] = {0.5, -0.35, 0.2, -0.05};
    for (int i = 1; i < world->n; i++) {
        const int rate_factor = (int)(world->t[i] / half);
        const double side = rate_factor % 2 ? -1 : 1, middle = 0.075 * side, part = world->t[i] / half - rate_factor;
        const double expected = rate_factor < 3 ? middle + (ends[rate_factor] - middle) * cos(M_PI * part) : ends[3];
        assert_near(world->v[i][0], expected, 3e-3);
        if (rate_factor >= 3 && part > 0.1)
            assert_near(world->v[i][1], 0, 1e-6);
    }
}

/* A nut under the torque T and the load F, with f = -mu on the thread that is pressed backwards (N < 0):
 *     J a'' = T - p N - r s f N,   m p a'' = F + N,   t = p / r,  s = sec g (1 + t^2) / (1 - f sec g t) */
static void screw_with_friction(void **of)
{
    static const probe probes[] = {{"structural", 2, "Omega[3]"}, {"joint", 3, "Fz"},     {"joint", 3, "#21"},
                                   {"joint", 3, "#22"},           {"joint", 3, "#23"},    {"joint", 3, "#24"},
                                   {"joint", 3, "#25"},           {"joint", 3, "=MFR[1]"}};
    world *world = *of;
    assert_runs(world, probes, 8, (march){.until = 0.6, .tolerance = 1e-8, .method = "ms, 0.6"},
                (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 3; forces: 2;",
                                      MU GROUND "structural: 2, dynamic, null, eye, null, null;",
                                      FIXED
                                      "body: 2, 2, 3., null, diag, 0.05, 0.05, 0.05; joint: 2, total joint, 1, 2, "
                                      "position constraint, 1, 1, 0, null, orientation constraint, 1, 1, 0, null;"
                                      "joint: 3, screw, 1, 2, pitch, 0.15, friction, " LUGRE(
                                          "0.") ", screw joint, radius, 0.04, half thread angle, 0.5;"
                                                "force: 1, absolute, 2, position, null, 0., 0., 1., const, 20.;"
                                                "couple: 2, absolute, 2, 0., 0., 1., const, 1.;"});
    const double m = 3.0, J = 0.05, p = 0.15 / (2.0 * M_PI), r = 0.04, f = -0.3, T = 1.0, F = 20.0;
    const double lead = p / r, secant = 1.0 / cos(0.5), s = secant * (1.0 + lead * lead) / (1.0 - f * secant * lead);
    const double rotation = (T + F * (p + r * s * f)) / (J + m * p * (p + r * s * f)), N = m * p * rotation - F;
    for (int k = 250; k < world->n; k += 50) {
        assert_near(world->v[k][0] - world->v[200][0], rotation * (world->t[k] - world->t[200]), 1e-4);
        assert_near(world->v[k][1], N, 1e-3);
        /* the sliding speed along the thread, the coefficient, the couple on the nut */
        assert_near(world->v[k][2], r * hypot(1.0, lead) * world->v[k][0], 1e-9);
        assert_near(world->v[k][3], f, 1e-6);
        assert_near(world->v[k][4], 0.0, 1e-12);
        assert_near(world->v[k][5], 0.0, 1e-12);
        assert_near(world->v[k][6], -r * s * f * N, 1e-4);
        assert_near(world->v[k][7], -r * s * f * N, 1e-4);
    }
}

/* --- what is shown of friction ------------------------------------------------------------------------------------ */

/* The mass of 2 slides along the line with 0.1 + 2 t: the coefficient is that of the other side, -0.3, and so is the
 * force on it, 20 times that. */
static void columns_of_friction_on_a_line(void **of)
{
    static const probe probes[] = {{"joint", 2, "=FF[1]"},    {"joint", 2, "=FF[2]"},    {"joint", 2, "=FF[3]"},
                                   {"joint", 2, "=dFF[1]"},   {"joint", 2, "=fc[1]"},    {"joint", 2, "=v[1]"},
                                   {"joint", 2, "=displ[1]"}, {"structural", 2, "X[1]"}, {"structural", 2, "XP[1]"}};
    world *world = *of;
    assert_runs(
        world, probes, 9, (march){.until = 0.2, .tolerance = 1e-8, .method = "ms, 0.6"},
        (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 2; gravity;",
                              MU GROUND "structural: 2, dynamic, null, eye, 0.1, 0., 0., null;",
                              FIXED "body: 2, 2, 2., null, eye; joint: 2, in line, 1, position, null, orientation, 3, "
                                    "1., 0., 0., 2, 0., 1., 0., 2, offset, null, friction, " COULOMB
                                    ", simple; gravity: uniform, component, const, 5., const, 0., const, -10.;"});
    const double *v = world_end(world), expected[] = {-6.0, 0.0, 0.0, -6.0, -0.3, -v[8], -v[7]};
    assert_true(v[8] > 0.4);
    for (int k = 0; k < 7; k++)
        assert_near(v[k], expected[k], 1e-6);
}

/* Rotors that are turned backwards, about an axis that leans with their nodes: M = r mu N, coefficient and speed in the
 * frame of the joint. */
static void rows_of_rotors(void **of)
{
#define LEANING "orientation, 3, 0., -0.6, 0.8, 1, 1., 0., 0."
    static const struct {
        const char *joint, *more;
        int speed, coefficient; /* where the row has the speed about the axis, and the coefficient */
        double normal;
    } ROTORS[] = {{"revolute hinge, 1, null, " LEANING ", 2, null, " LEANING ", friction, 0.05, " COULOMB ", simple",
                   "", 18, 20, 5.0},
                  {"brake, 1, null, " LEANING ", 2, null, " LEANING ", friction, 0.05, " COULOMB ", simple, const, 4.",
                   "joint: 3, revolute hinge, 1, null, " LEANING ", 2, null, " LEANING ";", 18, 19, 4.0}};
    world *world = *of;
    for (int i = 0; i < 2; i++) {
        char number[2][8], elements[700];
        snprintf(number[0], 8, "#%d", ROTORS[i].speed), snprintf(number[1], 8, "#%d", ROTORS[i].coefficient);
        const probe probes[] = {
            {"joint", 2, number[0]},       {"joint", 2, number[1]},       {"joint", 2, i == 0 ? "#19" : "#6"},
            {"structural", 2, "Omega[2]"}, {"structural", 2, "Omega[3]"}, {"joint", 2, i == 0 ? "wz" : "#20"}};
        snprintf(elements, sizeof elements,
                 FIXED "body: 2, 2, 0.5, null, diag, 0.02, 0.02, 0.02; joint: 2, %s; %s"
                       "gravity: uniform, 1., 0., 0., const, 10.;",
                 ROTORS[i].joint, ROTORS[i].more);
        assert_runs(world, probes, 6, (march){.until = 0.2, .tolerance = 1e-8, .method = "ms, 0.6"},
                    (const char *const[]){i == 0 ? "structural nodes: 2; rigid bodies: 1; joints: 2; gravity;"
                                                 : "structural nodes: 2; rigid bodies: 1; joints: 3; gravity;",
                                          MU GROUND "structural: 2, dynamic, null, eye, null, 0., 3., -4.;", elements});
        const double *v = world_end(world),
                     speed = -5.0 + 0.05 * 0.3 * ROTORS[i].normal / 0.02 * world->t[world->n - 1];
        assert_near(v[0], speed, 2e-3);
        assert_near(v[1], 0.3, 1e-9);
        assert_near(v[2], 0.05 * 0.3 * ROTORS[i].normal, 1e-6);
        assert_near(v[3], -0.6 * v[0], 1e-7);
        assert_near(v[4], 0.8 * v[0], 1e-7);
        assert_near(v[5], i == 0 ? v[0] : 4.0, 1e-9);
    }
}

/* A rotor that is driven backwards at 4 rad/s against friction of 0.05 * 0.3 * 5: the drive holds against it. */
static void driven_rotor(void **of)
{
    static const probe probes[] = {{"joint", 2, "Mz"},  {"joint", 2, "#16"}, {"joint", 2, "#17"},
                                   {"joint", 2, "#18"}, {"joint", 2, "#19"}, {"joint", 2, "#20"},
                                   {"joint", 2, "#21"}, {"joint", 2, "wz"},  {"joint", 2, "rz"}};
    static const char *const MODELS[] = {LUGRE("0."), COULOMB};
    world *world = *of;
    for (int i = 0; i < 2; i++) {
        char elements[400];
        snprintf(elements, sizeof elements,
                 FIXED "body: 2, 2, 0.5, null, diag, 0.02, 0.02, 0.02; gravity: uniform, 1., 0., 0., const, 10.;"
                       "joint: 2, axial rotation, 1, null, 2, null, const, -4., friction, 0.05, %s, simple;",
                 MODELS[i]);
        assert_runs(world, probes, 9, (march){.until = 0.3, .tolerance = 1e-8, .method = "ms, 0.6"},
                    (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 2; gravity;",
                                          MU GROUND "structural: 2, dynamic, null, eye, null, 0., 0., -4.;", elements});
        const double expected[] = {-0.075, -4.0, 0.0, 0.0, -4.0, 0.075, 0.3, -4.0, -4.0 * world->t[world->n - 1]};
        for (int k = 0; k < 9; k++)
            assert_near(world_end(world)[k], expected[k], 1e-5);
    }
}

/* A force that grows by 10 a second against bristles of s0 N = 8000 and a spring of 100: x' = 10 / 8100 while it
 * sticks, up to F = mu N = 2.4. Then the coefficient falls with the speed, and the mass slips. Newton's method cycles
 * there, so that the step has to be repeated. */
static void sticking_and_slipping(void **of)
{
    static const probe probes[] = {{"structural", 2, "X[1]"}};
    world *world = *of;
    assert_runs(world, probes, 1, (march){.until = 1.0, .step = 2e-3, .tolerance = 2e-8, .method = "ms, 0.6"},
                (const char *const[]){
                    "structural nodes: 2; rigid bodies: 1; joints: 4; forces: 1;",
                    "scalar function: \"mu\", multilinear, 0., 0.6, 0.1, 0.3, 1.2, 0.3, end;" GROUND
                    "structural: 2, dynamic, null, eye, 0.1, 0., 0., null;",
                    FIXED
                    "body: 2, 2, 0.016, null, eye; joint: 2, in line, 1, position, null, orientation, 3, 1., 0., "
                    "0., 2, 0., 1., 0., 2, offset, null, friction, preload, 4., modlugre, 2000., 2.8, 0., 0.71, "
                    "\"mu\", simple; joint: 3, prismatic, 1, 2; joint: 4, deformable displacement joint, 1, null, "
                    "2, null, linear elastic, 100.; force: 1, absolute, 2, position, null, 1., 0., 0., linear, "
                    "0., 10.;"});
    assert_near(world->v[75][0] - world->v[30][0], 10.0 / 8100.0 * (world->t[75] - world->t[30]), 1e-8);
    assert_true(world->v[115][0] < 1e-3); /* 0.23 s */
    assert_true(world->v[140][0] > 2e-2); /* 0.28 s */
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(sliding_along_a_line),
                                       TEST(terminal_speed_on_a_line),
                                       TEST(sticking_on_a_line),
                                       TEST(rotors_slow_down),
                                       TEST(swinging_rotor_sticks),
                                       TEST(screw_with_friction),
                                       TEST(columns_of_friction_on_a_line),
                                       TEST(rows_of_rotors),
                                       TEST(driven_rotor),
                                       TEST(sticking_and_slipping)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
