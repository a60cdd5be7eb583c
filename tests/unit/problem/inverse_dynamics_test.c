/* inverse_dynamics_test.c - torques of a prescribed motion against their closed form, and what is refused. */
#include "run_world.h"

static bool solve_as(world *world, const char *type, const char *counters, const char *nodes, const char *elements)
{
    static char words[8192];
    snprintf(words, sizeof words,
             "begin: data; problem: inverse dynamics; end: data;\n"
             "begin: inverse dynamics; final time: 0.5; time step: 0.01; tolerance: 1.e-10; max iterations: 20;\n"
             "problem type: %s; end: inverse dynamics;\n"
             "begin: control data; %s end: control data;\nbegin: nodes; %s end: nodes;\n"
             "begin: elements; %s end: elements;\n",
             type, counters, nodes, elements);
    return world_run(world, words);
}

static bool solve(world *world, const char *counters, const char *nodes, const char *elements)
{
    return solve_as(world, "fully actuated collocated", counters, nodes, elements);
}

/* 2 kg at 0.5 m from the axis, 0.3 kg m^2 about its own centre: J = 0.8 kg m^2. */
#define ARM "body: 1, 1, 2., 0.5, 0., 0., diag, 0.1, 0.2, 0.3;"
#define ROTATION                                                                                             \
    "joint: 1, total pin joint, 1, position, null, position, null, position constraint, active, active, "    \
    "active, null, null, null, orientation constraint, active, active, active, single, 0., 0., 1., string, " \
    "\"1.5*Time^2\", single, 0., 0., 1., string, \"3.*Time\", single, 0., 0., 1., const, 3."

/* theta = 3 t^2 / 2: the torque is J theta'', and the pin holds m r theta'^2. */
static void test_torque_of_an_arm(void **of)
{
    world *world = *of;
    if (!solve(world, "structural nodes: 1; rigid bodies: 1; joints: 1;",
               "structural: 1, static, null, eye, null, null;",
               ARM ROTATION ", inverse dynamics, torque, yes, prescribed motion, yes, right hand side, no;"))
        fail_msg("%s", world->said);
    assert_int_equal(world->n, 51);
    for (int k = 0; k < world->n; k++) {
        const double *y = world->rows[k].y, t = 0.01 * k;
        assert_near(fabs(y[11]), 0.8 * 3, 1e-6);
        assert_near(hypot(y[6], y[7]), hypot(2 * 0.5 * 9 * t * t, 2 * 0.5 * 3), 1e-6);
        assert_near(world->rows[k].t, t, 1e-12);
    }
}

/* General elements lead two carts of 2 and 3 kg: x_1 = 1.5 t^2 + 0.1, x_2 = x_1 + t^3. Unknowns: 0 and 6 positions;
 * from 12 on the reactions. */
static void test_general_elements(void **of)
{
    world *world = *of;
#define FIXED(cart)                                                                  \
    "joint: " #cart ", total pin joint, " #cart ", position, null, position, null, " \
    "position constraint, 0, 1, 1, null, null, null, orientation constraint, 1, 1, 1, null, null, null;"
    if (!solve(world, "structural nodes: 2; rigid bodies: 2; joints: 2; genels: 2;",
               "structural: 1, static, 0.1, 0., 0., eye, null, null; structural: 2, static, 0.1, 0., 0., eye, null, "
               "null;",
               "body: 1, 1, 2., null, eye; body: 2, 2, 3., null, eye; genel: 1, clamp, 1, structural, 1, algebraic, "
               "parabolic, 0.1, 0., 1.5; genel: 2, distance, 1, structural, 1, algebraic, 2, structural, 1, algebraic, "
               "cubic, 0., 0., 0., 1.;" FIXED(1) FIXED(2)))
        fail_msg("%s", world->said);
#undef FIXED
    for (int k = 2; k < world->n; k++) {
        const double *y = world->rows[k].y, t = world->rows[k].t;
        assert_near(y[0], 0.1 + 1.5 * t * t, 1e-9);
        assert_near(y[6], 0.1 + 1.5 * t * t + t * t * t, 1e-9);
        assert_near(y[12], -(2 + 3) * 3 - 3 * 6 * t, 1e-5);
        assert_near(y[13], -3 * (3 + 6 * t), 1e-5);
    }
}

static void test_refused(void **of)
{
    world *world = *of;
    assert_false(solve(world, "structural nodes: 1; rigid bodies: 1; joints: 1;",
                       "structural: 1, dynamic, null, eye, null, null;", ARM ROTATION ";"));
    assert_non_null(strstr(world->said, "E0540"));
    assert_false(solve(world, "structural nodes: 1; rigid bodies: 1; joints: 1;",
                       "structural: 1, static, null, eye, null, null;",
                       ARM "joint: 1, spherical pin, 1, position, null, position, null;"));
    assert_non_null(strstr(world->said, "E0542"));
    assert_non_null(strstr(world->said, "6 degrees of freedom, 3 constraints"));
    assert_false(solve(world, "structural nodes: 1; rigid bodies: 1; joints: 1;",
                       "structural: 1, static, null, eye, null, null;",
                       ARM "joint: 1, total pin joint, 1, position, null, position, null, position constraint, active, "
                           "active, active, null;"));
    assert_non_null(strstr(world->said, "E0205"));
}

/* Two carts of 1 and 3 kg on the x axis, and the ground; the distance of the carts is 1 + t^2. Unknowns: 0 and 6 their
 * positions; from 18 the reactions, in the order of the joints. */
#define CARTS                                                                                      \
    "structural: 1, static, null, eye, null, null; structural: 2, static, 1., 0., 0., eye, null, " \
    "null; structural: 3, static, null, eye, null, null;"
#define COUNT "structural nodes: 3; rigid bodies: 2; joints: "
#define MASSES "body: 1, 1, 1., null, eye; body: 2, 2, 3., null, eye;"
#define TRACK(cart)                                                                   \
    "joint: 1" #cart ", total pin joint, " #cart ", position, null, position, null, " \
    "position constraint, 0, 1, 1, null, null, null, orientation constraint, 1, 1, 1, null, null, null;"
#define TRACKS "joint: 1, clamp, 3, node, node;" TRACK(1) TRACK(2)
#define MOTOR(cart)                                                                   \
    "joint: 2" #cart ", total pin joint, " #cart ", position, null, position, null, " \
    "position constraint, 1, 0, 0, null, null, null, inverse dynamics, torque, yes;"
#define MOTORS MOTOR(1) MOTOR(2)
#define APART                                                                                                     \
    "joint: 3, total joint, 1, position, null, 2, position, null, position constraint, 1, 0, 0, single, 1., 0., " \
    "0., string, \"1. + Time^2\", single, 1., 0., 0., string, \"2.*Time\", single, 1., 0., 0., const, 2."
#define SPRING(cart, at, law)                                                                                        \
    "joint: 4" #cart ", deformable displacement joint, 3, position, " at ", 0., 0., " #cart ", position, null, " law \
    ", inverse dynamics, right hand side, no, ergonomy, yes;"

static void check_carts(const world *world, double share, double force_1, double force_2)
{
    for (int k = 2; k < world->n; k++) {
        const double *y = world->rows[k].y, t = world->rows[k].t;
        assert_near(y[0], -share * t * t, 1e-9);
        assert_near(y[6], 1 + (1 - share) * t * t, 1e-9);
        assert_near(y[18], force_1, 1e-5);
        assert_near(y[19], force_2, 1e-5);
    }
}

/* The least motion: half of it each; by mass: the centre of mass stays, 3/4 and 1/4. Accelerations are 2 m/s^2 in all,
 * reactions of the motors minus mass times acceleration. */
static void test_least_motion(void **of)
{
    world *world = *of;
    const char *elements = MASSES MOTORS TRACKS APART ", inverse dynamics, prescribed motion, yes;";
    if (!solve_as(world, "underdetermined fully actuated", COUNT "6;", CARTS, elements))
        fail_msg("%s", world->said);
    check_carts(world, 0.5, 1, -3);
    if (!solve_as(world, "underdetermined fully actuated, weights, 0., 1., 0., 1., 0., 1.", COUNT "6;", CARTS,
                  elements))
        fail_msg("%s", world->said);
    check_carts(world, 0.75, 1.5, -1.5);
}

/* Springs of 2 and 1 N/m that are an ergonomy: 2 x_1 + (x_2 - 1) = 0. Velocities are as near as can be to the mean ones
 * of the step, v_1 + v_2 = (2 t - h) / 3, accelerations to those of the velocities, a_1 + a_2 = 2/3. */
static void test_ergonomy(void **of)
{
    world *world = *of;
    if (!solve_as(world, "underdetermined fully actuated, weights, 0., 0., 1., 0., 1., 0.", COUNT "8;", CARTS,
                  MASSES MOTORS TRACKS SPRING(1, "0.", "linear elastic, 2.") SPRING(2, "1.", "linear elastic, 1.") APART
                  ", inverse dynamics, prescribed motion, yes;"))
        fail_msg("%s", world->said);
    check_carts(world, 1.0 / 3, 2.0 / 3, -4);
    for (int k = 2; k < world->n; k++)
        assert_near(world->rows[k].yp[0], (2 * world->rows[k].t - 0.01) / 6 - world->rows[k].t, 1e-9);
}

/* Dampers of 2 and 1 N s/m besides: without other weights 2 v_1 + v_2 = 0. */
static void test_viscous_ergonomy(void **of)
{
    world *world = *of;
    if (!solve_as(world, "underdetermined fully actuated, weights, 0., 0., 0., 0., 1., 0.", COUNT "8;", CARTS,
                  MASSES MOTORS TRACKS SPRING(1, "0.", "linear viscoelastic, 1., 2.") SPRING(
                      2, "1.", "linear viscoelastic, 1., 1.") APART ", inverse dynamics, prescribed motion, yes;"))
        fail_msg("%s", world->said);
    for (int k = 1; k < world->n; k++) {
        assert_near(world->rows[k].y[0], -0.5 * world->rows[k].t * world->rows[k].t, 1e-9);
        assert_near(world->rows[k].yp[0], -2 * world->rows[k].t / 3, 1e-9);
    }
}

/* Nothing pushes the carts but what holds their distance: m_1 a_1 + m_2 a_2 = 0. */
static void test_underactuated(void **of)
{
    world *world = *of;
    if (!solve_as(world, "underdetermined underactuated collocated", COUNT "4;", CARTS, MASSES APART ";" TRACKS))
        fail_msg("%s", world->said);
    for (int k = 1; k < world->n; k++)
        assert_near(world->rows[k].y[18], -1.5, 1e-5);
}

#define BAR                                                                                                         \
    "joint: 4, total joint, 1, position, null, 2, position, 1., 0., 0., position constraint, 1, 0, 0, single, 1., " \
    "0., "                                                                                                          \
    "0., const, 2., null, null;"
#define MOVED                                                                                                          \
    "joint: 3, total pin joint, 2, position, null, position, null, position constraint, 1, 0, 0, single, 1., 0., 0., " \
    "string, \"1. + Time^2\", single, 1., 0., 0., string, \"2.*Time\", single, 1., 0., 0., const, 2., inverse "        \
    "dynamics, prescribed motion, yes;"

/* The second cart is moved, 1 + t^2, by a motor that pushes the first one; a bar is between them. */
static void test_non_collocated(void **of)
{
    world *world = *of;
    const char *type = "fully actuated non collocated";
    if (!solve_as(world, type, COUNT "6;", CARTS, MASSES MOTOR(1) MOVED TRACKS BAR))
        fail_msg("%s", world->said);
    for (int k = 1; k < world->n; k++) {
        assert_near(world->rows[k].y[0], world->rows[k].t * world->rows[k].t, 1e-9);
        assert_near(world->rows[k].y[18], -8, 1e-5);
        assert_near(world->rows[k].y[19], 0, 1e-12);
    }
    assert_false(solve_as(world, type, COUNT "4;", CARTS, MASSES MOTOR(1) TRACKS));
    assert_non_null(strstr(world->said, "E0542"));
}

static void test_refused_counts(void **of)
{
    world *world = *of;
    const char *type = "underdetermined fully actuated";
    assert_false(solve_as(world, type, COUNT "5;", CARTS,
                          MASSES MOTOR(1) TRACKS APART ", inverse dynamics, prescribed motion, yes;"));
    assert_non_null(strstr(world->said, "E0581"));
    assert_non_null(strstr(world->said, "18 degrees of freedom, 17 reactions and torques"));
    assert_false(
        solve_as(world, "underdetermined underactuated collocated", COUNT "6;", CARTS, MASSES MOTORS TRACKS APART ";"));
    assert_non_null(strstr(world->said, "E0580"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_torque_of_an_arm), TEST(test_general_elements), TEST(test_refused),
        TEST(test_least_motion),     TEST(test_ergonomy),         TEST(test_viscous_ergonomy),
        TEST(test_underactuated),    TEST(test_non_collocated),   TEST(test_refused_counts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
