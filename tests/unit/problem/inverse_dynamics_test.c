/* inverse_dynamics_test.c - torques of a prescribed motion against their closed form, and what is refused. */
#include "run_world.h"

static bool solve(world *w, const char *counters, const char *nodes, const char *elements)
{
    static char words[4096];
    snprintf(words, sizeof words,
             "begin: data; problem: inverse dynamics; end: data;\n"
             "begin: inverse dynamics; final time: 0.5; time step: 0.01; tolerance: 1.e-10; max iterations: 20;\n"
             "problem type: fully actuated collocated; end: inverse dynamics;\n"
             "begin: control data; %s end: control data;\nbegin: nodes; %s end: nodes;\n"
             "begin: elements; %s end: elements;\n",
             counters, nodes, elements);
    return world_run(w, words);
}

/* 2 kg at 0.5 m from the axis, 0.3 kg m^2 about its own centre: J = 0.8 kg m^2. */
#define ARM "body: 1, 1, 2., 0.5, 0., 0., diag, 0.1, 0.2, 0.3;"
#define TURN                                                                                                 \
    "joint: 1, total pin joint, 1, position, null, position, null, position constraint, active, active, "    \
    "active, null, null, null, orientation constraint, active, active, active, single, 0., 0., 1., string, " \
    "\"1.5*Time^2\", single, 0., 0., 1., string, \"3.*Time\", single, 0., 0., 1., const, 3."

/* theta = 3 t^2 / 2: the torque is J theta'', and the pin holds m r theta'^2. */
static void test_torque_of_an_arm(void **of)
{
    world *w = *of;
    if (!solve(w, "structural nodes: 1; rigid bodies: 1; joints: 1;", "structural: 1, static, null, eye, null, null;",
               ARM TURN ", inverse dynamics, torque, yes, prescribed motion, yes, right hand side, no;"))
        fail_msg("%s", w->said);
    assert_int_equal(w->n, 51);
    for (int k = 0; k < w->n; k++) {
        const double *y = w->rows[k].y, t = 0.01 * k;
        assert_near(fabs(y[11]), 0.8 * 3, 1e-6);
        assert_near(hypot(y[6], y[7]), hypot(2 * 0.5 * 9 * t * t, 2 * 0.5 * 3), 1e-6);
        assert_near(w->rows[k].t, t, 1e-12);
    }
}

static void test_refused(void **of)
{
    world *w = *of;
    assert_false(solve(w, "structural nodes: 1; rigid bodies: 1; joints: 1;",
                       "structural: 1, dynamic, null, eye, null, null;", ARM TURN ";"));
    assert_non_null(strstr(w->said, "E0540"));
    assert_false(solve(w, "structural nodes: 1; rigid bodies: 1; joints: 1;",
                       "structural: 1, static, null, eye, null, null;",
                       ARM "joint: 1, spherical pin, 1, position, null, position, null;"));
    assert_non_null(strstr(w->said, "E0542"));
    assert_non_null(strstr(w->said, "6 motions, 3 constraints"));
    assert_false(solve(w, "structural nodes: 1; rigid bodies: 1; joints: 1;",
                       "structural: 1, static, null, eye, null, null;",
                       ARM "joint: 1, total pin joint, 1, position, null, position, null, position constraint, active, "
                           "active, active, null;"));
    assert_non_null(strstr(w->said, "E0205"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_torque_of_an_arm), TEST(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
