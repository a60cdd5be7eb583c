/* finite_rotations_test.c - Newton's method converges quadratically however far nodes rotate in a step: the matrix is
 * that of spins at the present orientation. */
#include "run_world.h"

static void assert_iterations(const world *world, int most)
{
    for (int i = 0; i < world->n; i++)
        assert_true(world->rows[i].iterations <= most);
}

/* A torsion spring of 1 N m/rad under a moment of 1.5 N m about an axis that is no coordinate axis. */
static void test_spring(void **of)
{
    world *world = *of;
    assert_true(world_run(world, "begin: data; problem: initial value; end: data;\n"
                                 "begin: initial value; initial time: 0.; final time: 1.; time step: 1.; tolerance: "
                                 "1.e-9; max iterations: 6; method: implicit euler; end: initial value;\n"
                                 "begin: control data; structural nodes: 2; joints: 3; forces: 1; model: static; "
                                 "end: control data;\n"
                                 "begin: nodes; structural: 1, static, null, eye, null, null;\n"
                                 "structural: 2, static, null, eye, null, null; end: nodes;\n"
                                 "begin: elements; joint: 1, clamp, 1, node, node;\n"
                                 "joint: 2, spherical hinge, 1, null, 2, null;\n"
                                 "joint: 3, deformable hinge, 1, 2, linear elastic, 1.;\n"
                                 "couple: 4, absolute, 2, 1., .5, 1., linear, 0., 1.; end: elements;\n"));
    assert_int_equal(world->n, 2);
    assert_iterations(world, 5);
}

#define NODES                                                                                                     \
    "begin: nodes; structural: 1, static, null, eye, null, null; structural: 2, static, 0.5, 0., 0., eye, null, " \
    "null;\nstructural: 3, static, 1., 0., 0., eye, null, null; end: nodes;\n"
#define BEAM                                                                                                     \
    "joint: 1, clamp, 1, node, node;\nbeam3: 1, 1, null, 2, null, 3, null, from nodes, linear elastic generic, " \
    "diag, 1.e6, 1.e6, 1.e6, 1.e2, 1.e2, 1.e2, same, same;\n"

/* A cantilever bends into a circle, 0.5 rad a step: x = sin(a) / a, y = (1 - cos(a)) / a at its tip. */
static void test_cantilever(void **of)
{
    enum { TIP = 12 };
    world *world = *of;
    assert_true(world_run(world, "begin: data; problem: initial value; end: data;\n"
                                 "begin: initial value; initial time: 0.; final time: 3.; time step: 1.; tolerance: "
                                 "1.e-7; max iterations: 20; method: implicit euler; end: initial value;\n"
                                 "begin: control data; structural nodes: 3; joints: 1; beams: 1; forces: 1; model: "
                                 "static; end: control data;\n" NODES "begin: elements; " BEAM
                                 "couple: 4, absolute, 3, 0., 0., 1., linear, 0., 50.; end: elements;\n"));
    assert_int_equal(world->n, 4);
    assert_iterations(world, 9);
    for (int i = 1; i < world->n; i++) {
        const double angle = 0.5 * world->rows[i].t;
        assert_near(world->rows[i].y[TIP], sin(angle) / angle, 4e-3 * angle * angle);
        assert_near(world->rows[i].y[TIP + 1], (1.0 - cos(angle)) / angle, 4e-3 * angle * angle);
    }
}

/* The initial assembly moves the tip to where the circle of 0.5 rad ends; the node between follows the beam. */
static void test_assembly(void **of)
{
    enum { MIDDLE = 6 };
    world *world = *of;
    assert_true(world_run(world,
                          "begin: data; problem: initial value; end: data;\n"
                          "begin: initial value; initial time: 0.; final time: 1.e-3; time step: 1.e-3; tolerance: "
                          "1.e-5; max iterations: 20; derivatives tolerance: 1.e9; end: initial value;\n"
                          "begin: control data; structural nodes: 3; joints: 2; beams: 1; model: static; use: beams, "
                          "in assembly; initial stiffness: 1.e-6, 1.e-6; initial tolerance: 1.e-8; max iterations: 20; "
                          "end: control data;\n" NODES "begin: elements; " BEAM
                          "joint: 2, total pin joint, 3, position, null, position, 0.9588510772, 0.2448348762, 0., "
                          "position constraint, 1, 1, 1, null, orientation constraint, 1, 1, 1, 0., 0., 1., 0.5;\n"
                          "end: elements;\n"));
    assert_near(world->rows[0].y[MIDDLE], 2.0 * sin(0.25), 2e-3);
    assert_near(world->rows[0].y[MIDDLE + 1], 2.0 * (1.0 - cos(0.25)), 2e-3);
}

int main(void)
{
    static world world;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_spring, &world),
        cmocka_unit_test_prestate(test_cantilever, &world),
        cmocka_unit_test_prestate(test_assembly, &world),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    deck_destroy(world.deck);
    return failed;
}
