/* prestress_test.c - prestress and prestrain of laws in rods, deformable joints and beams.
 *
 *     stress = S + k (strain - e(t)),   k = 50,  S = 1.2,  e(t) = 0.2 t - 0.036
 *
 * In equilibrium with a load of 3: strain = e(t) + (3 - S) / k, which begins at zero. */
#include "probe_world.h"
#include "base/array.h"

static const double K = 50.0, S = 1.2, LOAD = 3.0;

static double prestrain_at(double t) { return 0.2 * t - 0.036; }
static double strain_at(double t) { return prestrain_at(t) + (LOAD - S) / K; }

#define SHIFT "linear, -0.036, 0.2"
#define LAW1 "linear elastic, 50., prestress, 1.2, prestrain, " SHIFT
#define LAW3X "linear elastic, 50., prestress, 1.2, 0., 0., prestrain, single, 1., 0., 0., " SHIFT
#define LAW3Z "linear elastic, 50., prestress, 0., 0., 1.2, prestrain, single, 0., 0., 1., " SHIFT
#define LAW6X \
    "linear elastic, 50., prestress, 1.2, 0., 0., 0., 0., 0., prestrain, single, 1., 0., 0., 0., 0., 0., " SHIFT
#define LAW6T \
    "linear elastic, 50., prestress, 0., 0., 0., 1.2, 0., 0., prestrain, single, 0., 0., 0., 1., 0., 0., " SHIFT
#define LAW6Z \
    "linear elastic, 50., prestress, 0., 0., 0., 0., 0., 1.2, prestrain, single, 0., 0., 0., 0., 0., 1., " SHIFT
#define ENDS "1, position, null, 3, position, null, "

/* Node 1 is held at the origin, node 3 begins at (2, 0, 0), node 2 between them; `free` is what node 3 may do. */
static void run_loaded(world *world, const char *element, const char *position_fixed, const char *rotate_fixed,
                       const char *load)
{
    static const probe probes[] = {{"structural", 3, "X[1]"}, {"structural", 3, "Phi[1]"}, {"structural", 3, "Phi[3]"}};
    char elements[900];
    snprintf(elements, sizeof elements,
             "joint: 1, clamp, 1, node, node; joint: 2, clamp, 9, node, node;"
             "joint: 3, total pin joint, 3, position constraint, %s, null, orientation constraint, %s, null;"
             "%s; %s;",
             position_fixed, rotate_fixed, element, load);
    assert_runs(world, probes, 3, (march){.until = 0.5, .step = 0.05, .more = "derivatives tolerance: 1.e9;"},
                (const char *const[]){
                    strncmp(element, "joint", 5) == 0 ? "structural nodes: 3; joints: 4; forces: 1;"
                                                      : "structural nodes: 3; joints: 3; beams: 1; forces: 1;",
                    "structural: 1, static, null, eye, null, null; structural: 9, static, 1., 0., 0., "
                    "eye, null, null; structural: 3, static, 2., 0., 0., eye, null, null;",
                    elements});
}

#define PULL "force: 1, absolute, 3, position, null, 1., 0., 0., const, 3."
#define TWIST "couple: 1, absolute, 3, 1., 0., 0., const, 3."
#define ROTATION "couple: 1, absolute, 3, 0., 0., 1., const, 3."

/* Where node 3 comes to rest: at 2 (1 + strain) on a rod or a beam of length 2, at the strain itself in joints. */
static void equilibrium_in_extension(void **of)
{
    static const struct {
        const char *element;
        double at_rest, scale;
    } JOINTS[] = {
        {"joint: 4, rod, 1, 3, 2., " LAW1, 2.0, 2.0},
        {"joint: 4, rod with offset, 1, null, 3, null, 2., " LAW1, 2.0, 2.0},
        {"joint: 4, deformable displacement joint, " ENDS LAW3X, 0.0, 1.0},
        {"joint: 4, invariant deformable displacement joint, " ENDS LAW3X, 0.0, 1.0},
        {"joint: 4, deformable joint, " ENDS LAW6X, 0.0, 1.0},
        {"joint: 4, invariant deformable joint, " ENDS LAW6X, 0.0, 1.0},
        {"beam2: 4, 1, null, 3, null, eye, " LAW6X, 2.0, 2.0},
        {"hbeam2: 4, 1, null, 3, null, eye, " LAW6X, 2.0, 2.0},
    };
    world *world = *of;
    for (int i = 0; i < ARRAY_LEN(JOINTS); i++) {
        run_loaded(world, JOINTS[i].element, "0, 1, 1", "1, 1, 1", PULL);
        for (int k = 1; k < world->n; k++)
            assert_near(world->v[k][0], JOINTS[i].at_rest + JOINTS[i].scale * strain_at(world->t[k]), 1e-8);
    }
}

static void equilibrium_in_torsion(void **of)
{
    static const struct {
        const char *element, *load;
        int about;     /* axis 1 or 3 */
        double length; /* angle for a unit strain */
        double within; /* beam2 interpolates parameters of the rotation in a step */
    } JOINTS[] = {
        {"joint: 4, deformable axial joint, 1, 3, " LAW1, ROTATION, 3, 1.0, 1e-8},
        {"joint: 4, deformable hinge, 1, 3, " LAW3Z, ROTATION, 3, 1.0, 1e-8},
        {"joint: 4, invariant deformable hinge, 1, 3, " LAW3Z, ROTATION, 3, 1.0, 1e-8},
        {"joint: 4, deformable joint, " ENDS LAW6Z, ROTATION, 3, 1.0, 1e-8},
        {"joint: 4, invariant deformable joint, " ENDS LAW6Z, ROTATION, 3, 1.0, 1e-8},
        {"beam2: 4, 1, null, 3, null, eye, " LAW6T, TWIST, 1, 2.0, 1e-4},
        {"hbeam2: 4, 1, null, 3, null, eye, " LAW6T, TWIST, 1, 2.0, 1e-8},
    };
    world *world = *of;
    for (int i = 0; i < ARRAY_LEN(JOINTS); i++) {
        const bool is_twisted = JOINTS[i].about == 1;
        run_loaded(world, JOINTS[i].element, "1, 1, 1", is_twisted ? "0, 1, 1" : "1, 1, 0", JOINTS[i].load);
        for (int k = 1; k < world->n; k++)
            assert_near(world->v[k][is_twisted ? 1 : 2], JOINTS[i].length * strain_at(world->t[k]), JOINTS[i].within);
    }
}

/* Nobody moves: what is left is the stress at zero strain, S - k e(t), which the rod pulls node 1 with. */
static void stress_at_zero_strain(void **of)
{
    static const probe probes[] = {{"joint", 1, "Fx"}, {"joint", 3, "F"}};
    world *world = *of;
    assert_runs(
        world, probes, 2, (march){.until = 0.5, .step = 0.05},
        (const char *const[]){"structural nodes: 2; joints: 3;",
                              "structural: 1, static, null, eye, null, null; structural: 2, static, 2., 0., 0., "
                              "eye, null, null;",
                              "joint: 1, clamp, 1, node, node; joint: 2, clamp, 2, node, node;"
                              "joint: 3, rod, 1, 2, 2., " LAW1 ";"});
    for (int k = 1; k < world->n; k++) {
        assert_near(world->v[k][0], S - K * prestrain_at(world->t[k]), 1e-8);
        assert_near(world->v[k][1], S - K * prestrain_at(world->t[k]), 1e-8);
    }
}

/* A cantilever with EJ = 40 and the prestress M = -10 has the curvature 1/4 + prestrain when nothing holds it back:
 * here c = 2 t, an arc with x = sin(2 c) / c, y = (1 - cos(2 c)) / c that turns by 2 c at its end. */
static void beams_bend_by_themselves(void **of)
{
    static const probe probes[] = {{"structural", 3, "X[1]"}, {"structural", 3, "X[2]"}, {"structural", 3, "Phi[3]"}};
#define STIFF "linear elastic generic, diag, 1.e5, 1.e5, 1.e5, 40., 40., 40., "
#define CURVED STIFF "prestress, 0., 0., 0., 0., 0., -10., prestrain, single, 0., 0., 0., 0., 0., 1., linear, -0.25, 2."
    static const struct {
        const char *element;
        double exact; /* how nearly the element interpolates an arc of curvature 1/2 */
    } BEAMS[] = {{"hbeam2: 1, 1, null, 3, null, eye, " CURVED, 1e-9},
                 {"beam3: 1, 1, null, 9, null, 3, null, eye, " CURVED ", same, same", 1e-3}};
    world *world = *of;
    for (int i = 0; i < 2; i++) {
        char elements[600];
        snprintf(elements, sizeof elements, "joint: 1, clamp, 1, node, node; %s %s;",
                 i == 0 ? "joint: 2, clamp, 9, node, node;" : "", BEAMS[i].element);
        assert_runs(world, probes, 3,
                    (march){.until = 0.25, .step = 0.01, .tolerance = 1e-7, .more = "derivatives tolerance: 1.e9;"},
                    (const char *const[]){i == 0 ? "structural nodes: 3; joints: 2; beams: 1;"
                                                 : "structural nodes: 3; joints: 1; beams: 1;",
                                          "structural: 1, static, null, eye, null, null; structural: 9, static, 1., "
                                          "0., 0., eye, null, null; structural: 3, static, 2., 0., 0., eye, null, "
                                          "null;",
                                          elements});
        const double c = 2.0 * world->t[world->n - 1], *v = world_end(world);
        assert_near(v[0], sin(2.0 * c) / c, BEAMS[i].exact);
        assert_near(v[1], (1.0 - cos(2.0 * c)) / c, BEAMS[i].exact);
        assert_near(v[2], 2.0 * c, BEAMS[i].exact);
    }
}

/* The shape that the nodes give it at the start is the one without strain, however curved and twisted. */
static void helicoidal_beam_is_at_rest_as_its_nodes_are(void **of)
{
    static const probe probes[] = {{"joint", 1, "Fx"}, {"joint", 1, "Fy"}, {"joint", 1, "Fz"},
                                   {"joint", 1, "Mx"}, {"joint", 1, "My"}, {"joint", 1, "Mz"}};
    world *world = *of;
    assert_runs(world, probes, 6, (march){.until = 0.02, .step = 0.01},
                (const char *const[]){"structural nodes: 2; joints: 2; beams: 1;",
                                      "structural: 1, static, null, eye, null, null; structural: 3, static, 2., 0.7, "
                                      "-0.3, euler123, 0.4, -0.2, 0.6, null, null;",
                                      "joint: 1, clamp, 1, node, node; joint: 2, clamp, 3, node, node;"
                                      "hbeam2: 1, 1, null, 3, null, from nodes, linear elastic generic, diag, 1.e5, "
                                      "1.e5, 1.e5, 40., 40., 40.;"});
    for (int k = 0; k < 6; k++)
        assert_near(world_end(world)[k], 0.0, 1e-9);
}

/* Both ends are held: the joint feels its prestrain alone, given by changes of length e and sines of shear. */
static void prestrain_after_green(void **of)
{
    static const double e[6] = {0.1, 0.2, -0.3, 0.04, 0.05, 0.06};
    static const int NEXT[3] = {1, 2, 0};
    static const probe probes[] = {{"joint", 4, "#1"}, {"joint", 4, "#2"}, {"joint", 4, "#3"},
                                   {"joint", 4, "#4"}, {"joint", 4, "#5"}, {"joint", 4, "#6"}};
    world *world = *of;
    assert_runs(world, probes, 6, (march){.until = 0.1, .step = 0.1, .more = "derivatives tolerance: 1.e9;"},
                (const char *const[]){
                    "structural nodes: 2; joints: 3;",
                    "structural: 1, static, null, eye, null, null; structural: 3, static, null, eye, null, null;",
                    "joint: 1, clamp, 1, node, node; joint: 3, clamp, 3, node, node;"
                    "joint: 4, deformable joint, 1, position, null, 3, position, null, linear elastic, 1.,"
                    "prestrain, green lagrange strain, single, 0.1, 0.2, -0.3, 0.04, 0.05, 0.06, const, 1.;"});
    for (int k = 0; k < 3; k++) {
        assert_near(fabs(world->v[1][k]), fabs(e[k] + 0.5 * e[k] * e[k]), 1e-12);
        assert_near(fabs(world->v[1][3 + k]), fabs((1 + e[k]) * (1 + e[NEXT[k]]) * e[3 + k]), 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(equilibrium_in_extension),
                                       TEST(equilibrium_in_torsion),
                                       TEST(stress_at_zero_strain),
                                       TEST(beams_bend_by_themselves),
                                       TEST(helicoidal_beam_is_at_rest_as_its_nodes_are),
                                       TEST(prestrain_after_green)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
