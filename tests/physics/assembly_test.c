/* assembly_test.c - the initial assembly: the nearest configuration, weighted with the stiffness of each node.
 *
 *     - Kp (x - x0) + phi_x' F = 0,  phi = 0        - Kv (v - v0) + (phi_x' F)' = 0,  phi' = 0 */
#include "probe_world.h"

#define ASSEMBLED "max initial iterations: 30; initial tolerance: 1.e-12;"

/* Two points, u apart, that a distance holds L apart, in line with axis 1. F is the force on point 1 towards point 2:
 *     positions    F = (u - L) / (1/K1 + 1/K2),   x1 += F / K1,   x2 -= F / K2
 *     along        L' = v2 - v1,  corrections as 1/Kv
 *     across       Kv1 (v1 - v01) = F/L (v2 - v1) = - Kv2 (v2 - v02): the reaction turns with the line */
static void two_points_at_a_distance(void **of)
{
    static const probe probes[] = {{"structural", 1, "X[1]"},  {"structural", 2, "X[1]"},  {"structural", 1, "XP[1]"},
                                   {"structural", 2, "XP[1]"}, {"structural", 1, "XP[2]"}, {"structural", 2, "XP[2]"},
                                   {"structural", 1, "X[2]"},  {"structural", 2, "X[3]"}};
    static const struct {
        const char *cards, *first, *second;
        double K1, K2, Kv1, Kv2;
    } WAYS[] = {
        {"", "", "", 1.0, 1.0, 1.0, 1.0},
        {"initial stiffness: 5., 0.5;", "", "", 5.0, 5.0, 0.5, 0.5},
        {"initial stiffness: 5., 0.5;", ", assembly, 2., 3., no", "", 2.0, 5.0, 3.0, 0.5},
        {"", ", assembly, 4., 1., no", ", assembly, 1., 7., no", 4.0, 1.0, 1.0, 7.0},
    };
    world *world = *of;
    for (int i = 0; i < 4; i++) {
        const double K1 = WAYS[i].K1, K2 = WAYS[i].K2, Kv1 = WAYS[i].Kv1, Kv2 = WAYS[i].Kv2, L = 1.2;
        char cards[300], nodes[400];
        snprintf(cards, sizeof cards, "structural nodes: 2; rigid bodies: 2; joints: 1; " ASSEMBLED " %s",
                 WAYS[i].cards);
        snprintf(nodes, sizeof nodes,
                 "structural: 1, dynamic, null, eye, 0.3, 0.1, 0., null %s;"
                 "structural: 2, dynamic, 1.5, 0., 0., eye, 0.5, 0.9, 0., null %s;",
                 WAYS[i].first, WAYS[i].second);
        assert_runs(world, probes, 8, (march){.until = 1e-3},
                    (const char *const[]){cards, nodes,
                                          "body: 1, 1, 1., null, eye; body: 2, 2, 1., null, eye;"
                                          "joint: 1, distance, 1, 2, linear, 1.2, -0.4;"});
        const double F = (1.5 - L) / (1.0 / K1 + 1.0 / K2), G = (0.2 + 0.4) / (1.0 / Kv1 + 1.0 / Kv2);
        const double across = 0.8 / (1.0 + F / L * (1.0 / Kv1 + 1.0 / Kv2));
        const double expected[] = {
            F / K1, 1.5 - F / K2, 0.3 + G / Kv1, 0.5 - G / Kv2, 0.1 + F / L * across / Kv1, 0.9 - F / L * across / Kv2,
            0.0,    0.0};
        for (int k = 0; k < 8; k++)
            assert_near(world->v[0][k], expected[k], 1e-10);
    }
}

/* A plate whose corner f is to be at P moves and turns by a about axis 3, all springs of one stiffness:
 *     x = P - R(a) f,      2 tan(a/2) = (R(a) f) x (x - x0) about axis 3 */
static void plate_on_a_pin(void **of)
{
    static const probe probes[] = {{"structural", 1, "X[1]"}, {"structural", 1, "X[2]"}, {"structural", 1, "Phi[3]"}};
    world *world = *of;
    assert_runs(world, probes, 3, (march){.until = 1e-3},
                (const char *const[]){"structural nodes: 1; rigid bodies: 1; joints: 1;" ASSEMBLED,
                                      "structural: 1, dynamic, null, eye, null, null;",
                                      "body: 1, 1, 1., null, eye;"
                                      "joint: 1, spherical pin, 1, position, 1., 0.2, 0., position, 0.9, 0.5, 0.;"});
    double a = 0.0;
    vec3 x = {0, 0, 0};
    for (int k = 0; k < 200; k++) { /* contracts: d x / d a is small */
        const vec3 arm = {cos(a) - 0.2 * sin(a), sin(a) + 0.2 * cos(a), 0.0};
        x = vec3_sub((vec3){0.9, 0.5, 0.0}, arm);
        a += 0.3 * (2.0 * atan(0.5 * vec3_cross(arm, x).z) - a);
    }
    assert_near(world->v[0][2], a, 1e-9);
    assert_near(world->v[0][0], x.x, 1e-9);
    assert_near(world->v[0][1], x.y, 1e-9);
}

/* Velocities alone: the pin of a plate is given a speed. v + w x f = 0 with corrections v and w f-wise:
 *     dv = - m (v0 + w0 x f),   dw = f x dv,   m = 1 / (1 + f^2) for what is across f and 1 for what is along it */
static void velocities_of_a_plate_on_a_pin(void **of)
{
    static const probe probes[] = {
        {"structural", 1, "XP[1]"}, {"structural", 1, "XP[2]"}, {"structural", 1, "Omega[3]"}};
    world *world = *of;
    assert_runs(world, probes, 3, (march){.until = 1e-3},
                (const char *const[]){"structural nodes: 1; rigid bodies: 1; joints: 1;" ASSEMBLED,
                                      "structural: 1, dynamic, null, eye, 0.4, 0.7, 0., 0., 0., 0.5;",
                                      "body: 1, 1, 1., null, eye;"
                                      "joint: 1, spherical pin, 1, position, 2., 0., 0., position, 2., 0., 0.;"});
    const double across = -(0.7 + 0.5 * 2.0) / (1.0 + 4.0);
    assert_near(world->v[0][0], 0.0, 1e-10);
    assert_near(world->v[0][1], 0.7 + across, 1e-10);
    assert_near(world->v[0][2], 0.5 + 2.0 * across, 1e-10);
}

/* A beam of length 1 and stiffness 4, prestress 1, held at one end; the springs of the nodes have 10:
 *     beam2     10 u + 4 u + 1 = 0
 *     beam3     10 u2 = N2 - N1,  10 u3 = -N2,  N = 1 + 4 e,  e1 = 4 c u2 + (1 - 2 c) u3,  e2 = -4 c u2 + (1 + 2 c) u3
 *               at the points -c and c = 1 / sqrt(3) */
static void prestressed_beams(void **of)
{
#define LAW "linear elastic generic, diag, 4., 4., 4., 4., 4., 4., prestress, 1., 0., 0., 0., 0., 0."
    static const char *const BEAMS[] = {"beam2: 1, 1, null, 3, null, from nodes, " LAW ";",
                                        "hbeam: 1, 1, null, 3, null, " LAW ";",
                                        "beam3: 1, 1, null, 2, null, 3, null, from nodes, " LAW ", same, same;"};
    enum { HELICOIDAL = 1 }; /* takes part without a card */
    static const char *const CARDS[] = {"", "use: beams, in assembly;",
                                        "initial assembly of deformable and force elements;"};
    static const probe probes[] = {{"structural", 2, "X[1]"}, {"structural", 3, "X[1]"}};
    const double c = sqrt(1.0 / 3.0), by_u3 = 16 * c / (10 + 32 * c), u3 = -1 / (10 + 4 * (1 + 2 * c) - 16 * c * by_u3);
    const double expected[3][2] = {{0.5, 13.0 / 14.0}, {0.5, 13.0 / 14.0}, {0.5 + by_u3 * u3, 1 + u3}};
    world *world = *of;
    for (int i = 0; i < 9; i++) {
        char cards[400], elements[600];
        snprintf(cards, sizeof cards,
                 "structural nodes: 3; rigid bodies: 2; joints: 1; beams: 1; " ASSEMBLED "initial stiffness: 10.; %s",
                 CARDS[i / 3]);
        snprintf(elements, sizeof elements,
                 "joint: 1, clamp, 1, node, node; body: 2, 2, 1., null, eye; "
                 "body: 3, 3, 1., null, eye; %s",
                 BEAMS[i % 3]);
        assert_runs(world, probes, 2, (march){.until = 1e-3},
                    (const char *const[]){cards,
                                          "structural: 1, static, null, eye, null, null;"
                                          "structural: 2, dynamic, 0.5, 0., 0., eye, null, null;"
                                          "structural: 3, dynamic, 1., 0., 0., eye, null, null;",
                                          elements});
        const bool takes_part = i >= 3 || i % 3 == HELICOIDAL;
        assert_near(world->v[0][0], takes_part ? expected[i % 3][0] : 0.5, 1e-10);
        assert_near(world->v[0][1], takes_part ? expected[i % 3][1] : 1.0, 1e-10);
    }
}

/* A mode that moves its node along axis 1: where the node is drawn by 0.1 + 0.3 t, there go amplitude and rate. */
static void mode_follows_its_node(void **of)
{
    static const probe probes[] = {{"joint", 1, "q[#1]"}, {"joint", 1, "qP[#1]"}, {"structural", 2, "XP[1]"}};
    world *world = *of;
    assert_runs(world, probes, 3, (march){.until = 1e-3},
                (const char *const[]){
                    "structural nodes: 1; joints: 2;" ASSEMBLED, "structural: 2, static, null, eye, null, null;",
                    "joint: 1, modal, clamped, 1, from file, \"" TEST_FOLDER "/contract/modal.fem\", 1, 1, 2, null;"
                    "joint: 2, total pin joint, 2, position constraint, active, inactive, inactive, "
                    "1., 0., 0., linear, 0.1, 0.3;"});
    assert_near(world->v[0][0], 0.1, 1e-9);
    assert_near(world->v[0][1], 0.3, 1e-9);
    assert_near(world->v[0][2], 0.3, 1e-9);
}

/* No residual falls below its round-off: velocities of 4e3 m/s and a tolerance of 1e-15. */
static void tolerance_below_round_off(void **of)
{
    static const probe probes[] = {{"structural", 1, "XP[1]"}};
    world *world = *of;
    assert_runs(
        world, probes, 1, (march){.until = 1e-3},
        (const char *const[]){"structural nodes: 1; rigid bodies: 1; joints: 1; max iterations: 10; tolerance: 1.e-15; "
                              "stiffness: 1., 1.;",
                              "structural: 1, dynamic, null, eye, 200., 300., 4000., 0.1, 0.2, 0.3;",
                              "body: 1, 1, 1., null, eye;"
                              "joint: 1, spherical pin, 1, position, 0.1, 0.7, 0.3, position, 0.1, 0.7, 0.3;"});
}

/* Springs of 10 hold a node that a force of 5 pulls, where the deck says so of all and of forces; and so do joints, of
 * stiffness 4 and 0.7 away from rest, where it says so of all, or where they are driven:
 *     10 x = 5        10 x = 4 (0.7 - x) */
static void forces_and_joints_in_the_assembly(void **of)
{
#define ALL "initial assembly of deformable and force elements;"
#define JOINT                                                                                               \
    "joint: 1, deformable displacement joint, 2, position, 0.7, 0., 0., 1, position, null, linear elastic " \
    "isotropic, 4.;"
#define FORCE "force: 1, absolute, 1, position, null, 1., 0., 0., const, 5.;"
    static const struct {
        const char *cards, *element;
        double x;
    } WAYS[] = {{"forces: 1;", FORCE, 0.0},
                {"forces: 1;" ALL, FORCE, 0.0},
                {"forces: 1; use: forces, in assembly;", FORCE, 0.0},
                {"forces: 1; use: forces, in assembly;" ALL, FORCE, 0.5},
                {"", JOINT, 0.0},
                {ALL, JOINT, 0.2},
                {"", "driven: 1, const, 1., " JOINT, 0.2},
                {ALL, "driven: 1, const, 0., " JOINT, 0.0}};
    static const probe probes[] = {{"structural", 1, "X[1]"}, {"structural", 1, "X[2]"}, {"structural", 1, "Phi[1]"}};
    world *world = *of;
    for (int i = 0; i < 8; i++) {
        char cards[400], elements[600];
        snprintf(cards, sizeof cards,
                 "structural nodes: 2; rigid bodies: 1; joints: %d; " ASSEMBLED "initial stiffness: 10.; %s",
                 i < 4 ? 1 : 2, WAYS[i].cards);
        snprintf(elements, sizeof elements, "joint: 2, clamp, 2, node, node; body: 1, 1, 1., null, eye; %s",
                 WAYS[i].element);
        assert_runs(world, probes, 3, (march){.until = 1e-3},
                    (const char *const[]){cards,
                                          "structural: 1, dynamic, null, eye, null, null;"
                                          "structural: 2, static, null, eye, null, null;",
                                          elements});
        assert_near(world->v[0][0], WAYS[i].x, 1e-9);
        assert_near(world->v[0][1], 0.0, 1e-9);
        assert_near(world->v[0][2], 0.0, 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(two_points_at_a_distance),
                                       TEST(plate_on_a_pin),
                                       TEST(velocities_of_a_plate_on_a_pin),
                                       TEST(prestressed_beams),
                                       TEST(mode_follows_its_node),
                                       TEST(tolerance_below_round_off),
                                       TEST(forces_and_joints_in_the_assembly)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
