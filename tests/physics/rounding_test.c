/* rounding_test.c - what rounding may not do: add up over many steps, hide a solution, or show as a reaction. */
#include "probe_world.h"

enum { STEPS = 1900 };

/* A beam at rest whose axes are not those of the world: the product of its orientation and its transpose is 1 - 2e-16.
 * Were the section not made orthonormal, the strain would change by that in every step, 4 N in all. */
static void beam_at_rest_does_not_extend(void **of)
{
    static const probe probes[] = {{"structural", 3, "X[1]"}, {"structural", 3, "X[3]"}};
    world *world = *of;
    assert_runs(world, probes, 2, (march){.until = (STEPS - 0.5) * 1e-3, .tolerance = 1e-3, .method = "ms, .6"},
                (const char *const[]){
                    "structural nodes: 3; beams: 1; joints: 1; skip initial joint assembly;",
                    "structural: 1, static, null, 1, 1., 0., -1., 2, 0., 1., 0., null, null;"
                    "structural: 2, static, 1./sqrt(2.), 0., -1./sqrt(2.), 1, 1., 0., -1., 2, 0., 1., 0., null, null;"
                    "structural: 3, static, sqrt(2.), 0., -sqrt(2.), 1, 1., 0., -1., 2, 0., 1., 0., null, null;",
                    "joint: 1, clamp, 1, node, node;"
                    "beam3: 1, 1, null, 2, null, 3, null, from nodes, linear elastic generic, diag, 1.e13, 1.e13, "
                    "1.e13, 1.e11, 1.e11, 1.e11, same, same;"});
    assert_int_equal(world->n, STEPS + 1);
    assert_near(world->v[STEPS][0], sqrt(2.0), 1e-15);
    assert_near(world->v[STEPS][1], -sqrt(2.0), 1e-15);
}

/* A mass on a spring of 1e12 N/m, 1000 m from the origin: positions are known to 1e-13 m, forces to 0.1 N. The
 * tolerance cannot be kept, and F / k is found as well as it can be. */
static void tolerance_that_rounding_exceeds(void **of)
{
    static const probe probes[] = {{"structural", 1, "X[1]"}};
    world *world = *of;
    assert_runs(
        world, probes, 1,
        (march){.until = 0.02, .tolerance = 1e-9, .method = "implicit euler", .more = "derivatives tolerance: 1.e9;"},
        (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 2; forces: 1;",
                              "structural: 0, static, 1000.1, 0., 0., eye, null, null;"
                              "structural: 1, dynamic, 1001.3, 0., 0., eye, null, null;",
                              "body: 1, 1, 1., null, eye;"
                              "joint: 0, clamp, 0, node, node;"
                              "joint: 1, rod, 0, 1, from nodes, linear elastic, 1.e12;"
                              "force: 1, absolute, 1, position, null, 1., 0., 0., const, 3.e8;"});
    assert_near(world->v[world->n - 1][0], 1001.3 + 3e8 / 1e12 * 1.2, 1e-11);
}

/* Two hanging links whose joints are off by rounding alone: their weight is the reaction at the start, whatever the
 * coefficient of the derivatives. */
static void reactions_at_the_start(void **of)
{
    static const char *const COEFFICIENTS[] = {"derivatives coefficient: 1.e-3;", "derivatives coefficient: 1.e-6;",
                                               "derivatives coefficient: 1.e-9;"};
    static const probe probes[] = {{"joint", 1, "#9"}, {"joint", 1, "#7"}, {"joint", 2, "#9"}, {"joint", 2, "#7"}};
    world *world = *of;
    for (int i = 0; i < 3; i++) {
        assert_runs(world, probes, 4, (march){.until = 1e-3, .tolerance = 1e-6, .more = COEFFICIENTS[i]},
                    (const char *const[]){
                        "structural nodes: 2; rigid bodies: 2; joints: 2; gravity; skip initial joint assembly;",
                        "structural: 1, dynamic, 0.1, 0.7, 0.3 - 0.1, eye, null, null;"
                        "structural: 2, dynamic, 0.1, 0.7, 0.3 - 0.1 - 0.1 - 0.1, eye, null, null;",
                        "body: 1, 1, 2., null, eye; body: 2, 2, 3., null, eye;"
                        "joint: 1, spherical pin, 1, position, 0., 0., 0.1, position, 0.1, 0.7, 0.3;"
                        "joint: 2, spherical hinge, 1, position, 0., 0., -0.1, 2, position, 0., 0., 0.1;"
                        "gravity: uniform, 0., 0., -1., const, 9.81;"});
        assert_near(fabs(world->v[0][0]), 5.0 * 9.81, 1e-6);
        assert_near(world->v[0][1], 0.0, 1e-6);
        assert_near(fabs(world->v[0][2]), 3.0 * 9.81, 1e-6);
        assert_near(world->v[0][3], 0.0, 1e-6);
    }
}

/* The output y of x' = 0.1: its rate is extrapolated from step to step with errors that grow, and may not leave the
 * tolerance, 1e-6, by more than the coefficient of the method explains. */
static void rates_of_outputs(void **of)
{
    static const probe probes[] = {{"abstract", 1, "x"}, {"abstract", 1, "xP"}};
    world *world = *of;
    assert_runs(world, probes, 2, (march){.until = 1.0, .tolerance = 1e-6, .method = "ms, .6"},
                (const char *const[]){"abstract nodes: 1; genels: 1;",
                                      "abstract: 1, differential, value, 0., derivative, 0.1;",
                                      "genel: 1, state space SISO, 1, abstract, algebraic, drive, const, 0.1,"
                                      "1, matrix A, 0., matrix B, 1., matrix C, 1.;"});
    for (int i = 1; i < world->n; i++) {
        assert_near(world->v[i][0], 0.1 * world->t[i], 1e-6);
        assert_near(world->v[i][1], 0.1, 1e-5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(beam_at_rest_does_not_extend), TEST(tolerance_that_rounding_exceeds),
                                       TEST(reactions_at_the_start), TEST(rates_of_outputs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
