/* branch_test.c - branches of static equilibria against closed forms, and what is refused.
 *
 *     two rods        P = 2 EA z (1 / l - 1 / L),  l^2 = 1 + z^2;  folds at l^3 = L
 *     hinged bar      P = (k / l) angle / sin(angle);  branch point at k / l */
#include "run_world.h"

static bool follow(world *world, const char *cards, const char *counters, const char *nodes, const char *elements)
{
    static char words[8192];
    snprintf(words, sizeof words,
             "begin: data; problem: continuation; end: data;\n"
             "begin: continuation; tolerance: 1.e-9; max iterations: 20; %s end: continuation;\n"
             "begin: control data; %s end: control data;\nbegin: nodes; %s end: nodes;\n"
             "begin: elements; %s end: elements;\n",
             cards, counters, nodes, elements);
    return world_run(world, words);
}

static int count_lines(const world *world, const char *word)
{
    int n = 0;
    for (const char *at = world->printed; (at = strstr(at, word)); at++)
        n++;
    return n;
}

/* The time of a special point, as printed. */
static double time_of(const world *world, const char *point)
{
    double t = NAN;
    const char *at = strstr(world->printed, point);
    if (!at || sscanf(at + strlen(point), ": time %lf", &t) != 1)
        fail_msg("no %s in: %s", point, world->printed);
    return t;
}

/* --- two rods ----------------------------------------------------------------------------------------------------- */

/* A sleeve leads the middle, node 1, vertically. */
#define SLEEVE(node)                                                                             \
    "joint: 1, total pin joint, " #node ", position, null, position, null, position constraint," \
    "1, 1, 0, null, orientation constraint, 1, 1, 1, null;"
#define RODS                                                                   \
    "joint: 2, clamp, 2, node, node; joint: 3, clamp, 3, node, node; " SLEEVE( \
        1) "joint: 4, rod, 1, 2, sqrt(1.25), linear elastic, 1000.;"           \
           "joint: 5, rod, 1, 3, sqrt(1.25), linear elastic, 1000.;"           \
           "force: 1, absolute, 1, position, null, 0., 0., -1., linear, 0., 1.;"
#define ENDS "structural: 2, static, -1., 0., 0., eye, null, null; structural: 3, static, 1., 0., 0., eye, null, null;"

static double load_at(double z)
{
    const double l = sqrt(1 + z * z);
    return 2000 * z * (1 / l - 1 / sqrt(1.25));
}

static void check_rods(world *world, double last)
{
    const double l = cbrt(sqrt(1.25)), fold = load_at(sqrt(l * l - 1));
    for (int k = 0; k < world->n; k++) {
        assert_near(world->rows[k].t, load_at(world->rows[k].y[2]), 1e-9 * 200);
        for (int i = 0; i < 12; i++)
            assert_true(world->rows[k].yp[i] == 0);
    }
    assert_true(world->rows[0].t == 0);
    assert_near(world->rows[world->n - 1].t, last, 1e-9);
    assert_near(time_of(world, "Fold 1"), fold, 1e-7 * fold);
    assert_near(time_of(world, "Fold 2"), -fold, 1e-7 * fold);
    assert_int_equal(count_lines(world, "Fold"), 2);
    assert_int_equal(count_lines(world, "Branch point"), 0);
}

static void rods_snap_through_at_both_folds(void **of)
{
    world *world = *of;
    if (!follow(world, "final time: 200.; time step: 2.;", "structural nodes: 3; joints: 5; forces: 1;",
                "structural: 1, static, 0., 0., 0.5, eye, null, null;" ENDS, RODS))
        fail_msg("%s", world->said);
    check_rods(world, 200);
    assert_non_null(strstr(world->printed, "unstable modes 1\nFold 2"));
}

/* The same of a body with mass and weight, which is at rest. */
static void dynamic_nodes_are_at_rest(void **of)
{
    world *world = *of;
    if (!follow(world, "final time: 100.; time step: 2.; output: counter;",
                "structural nodes: 3; joints: 5; forces: 1; rigid bodies: 1;",
                "structural: 1, dynamic, 0., 0., 0.5, eye, 0., 0., 3., 1., 0., 0.;" ENDS,
                RODS "body: 1, 1, 5., null, eye;"))
        fail_msg("%s", world->said);
    check_rods(world, 100);
    assert_int_equal(count_lines(world, "Point"), world->n - 3);
}

static void branch_ends_at_its_limits(void **of)
{
    world *world = *of;
    if (!follow(world, "final time: 200.; time step: 2.; points: 4; max time step: 3.;",
                "structural nodes: 3; joints: 5; forces: 1;",
                "structural: 1, static, 0., 0., 0.5, eye, null, null;" ENDS, RODS))
        fail_msg("%s", world->said);
    assert_int_equal(world->n, 5);
    for (int k = 1; k < world->n; k++)
        assert_true(world->rows[k].dt > 0 && world->rows[k].dt < 3);
    if (!follow(world, "final time: 200.; time step: 2.; direction: backward; lowest time: -70.;",
                "structural nodes: 3; joints: 5; forces: 1;",
                "structural: 1, static, 0., 0., 0.5, eye, null, null;" ENDS, RODS))
        fail_msg("%s", world->said);
    assert_near(world->rows[world->n - 1].t, -70, 1e-9);
    assert_int_equal(count_lines(world, "Fold"), 0);
    if (!follow(world, "final time: 200.; time step: 2.; special points: no;",
                "structural nodes: 3; joints: 5; forces: 1;",
                "structural: 1, static, 0., 0., 0.5, eye, null, null;" ENDS, RODS))
        fail_msg("%s", world->said);
    assert_int_equal(count_lines(world, "Fold"), 0);
    assert_near(world->rows[world->n - 1].t, 200, 1e-9);
}

/* --- hinged bar --------------------------------------------------------------------------------------------------- */

/* The node is at the upper end, 2 m above the hinge, whose spring has 100 N m. */
static bool follow_bar(world *world, const char *cards)
{
    return follow(world, cards, "structural nodes: 2; joints: 3; forces: 1; rigid bodies: 1;",
                  "structural: 1, dynamic, 0., 0., 2., eye, null, null; structural: 2, static, null, eye, null, null;",
                  "joint: 1, revolute pin, 1, 0., 0., -2., hinge, 1, 1., 0., 0., 3, 0., 1., 0., null, hinge, 1, 1., "
                  "0., 0., 3, 0., 1., 0.;"
                  "joint: 2, clamp, 2, node, node;"
                  "joint: 3, deformable hinge, 1, 2, linear elastic isotropic, 100.;"
                  "body: 1, 1, 1., 0., 0., -1., eye;"
                  "force: 1, absolute, 1, position, null, 0., 0., -1., linear, 0., 1.;");
}

static void bar_stays_upright_past_its_branch_point(void **of)
{
    world *world = *of;
    if (!follow_bar(world, "final time: 200.; time step: 7.;"))
        fail_msg("%s", world->said);
    assert_near(time_of(world, "Branch point 1"), 50, 1e-6);
    assert_int_equal(count_lines(world, "Branch point"), 1);
    assert_int_equal(count_lines(world, "Fold"), 0);
    assert_non_null(strstr(world->printed, "unstable modes 1"));
    for (int k = 0; k < world->n; k++)
        assert_near(world->rows[k].y[0], 0, 1e-9);
    assert_near(world->rows[world->n - 1].t, 200, 1e-9);
}

/* Returns the largest angle. */
static double check_leaning_bar(const world *world, double side)
{
    double angle = 0;
    for (int k = 0; k < world->n; k++) {
        const double *y = world->rows[k].y, t = world->rows[k].t;
        angle = atan2(y[0], y[2]);
        assert_true(side * angle > -1e-9);
        assert_near(hypot(y[0], y[2]), 2, 1e-9);
        if (fabs(angle) > 1e-6)
            assert_near(t, 50 * angle / sin(angle), 1e-6 * t);
        else
            assert_true(t < 50.0001);
    }
    return angle;
}

static void bar_leans_to_either_side_on_the_other_branch(void **of)
{
    world *world = *of;
    if (!follow_bar(world, "final time: 200.; time step: 7.; switch branch: 1;"))
        fail_msg("%s", world->said);
    const double angle = check_leaning_bar(world, 1);
    assert_near(50 * angle / sin(angle), 200, 1e-5);
    assert_true(angle > 2);
    assert_near(world->rows[world->n - 1].t, 200, 1e-9);
    if (!follow_bar(world, "final time: 200.; time step: 7.; switch branch: 1, reversed;"))
        fail_msg("%s", world->said);
    assert_near(check_leaning_bar(world, -1), -angle, 1e-6);
}

/* The other branch is stable, and its points are the same when the run is asked for each of them. */
static void other_branch_of_the_bar_is_stable(void **of)
{
    world *world = *of;
    if (!follow_bar(world, "final time: 60.; time step: 7.; switch branch: 1; output: counter;"))
        fail_msg("%s", world->said);
    const char *last = world->printed;
    for (const char *at = last; (at = strstr(at, "unstable modes")); at++)
        last = at;
    assert_int_equal(strncmp(last, "unstable modes 0\n", 17), 0);
}

/* --- what is refused ---------------------------------------------------------------------------------------------- */

static void cards_of_steps_in_time_are_refused(void **of)
{
    world *world = *of;
    assert_false(follow_bar(world, "final time: 60.; time step: 7.; method: ms, 0.6;"));
    assert_non_null(strstr(world->said, "E0553: 'method'"));
    assert_false(follow_bar(world, "final time: 60.; time step: 7.; strategy: factor, 0.5, 1, 2., 1, 2, 8;"));
    assert_non_null(strstr(world->said, "E0553: 'strategy'"));
    assert_false(follow_bar(world, "final time: 60.; time step: 7.; special points: no; switch branch: 1;"));
    assert_non_null(strstr(world->said, "E0553: 'switch branch'"));
    assert_false(follow_bar(world, "final time: 60.; time step: 7.; nonlinear solver: line search;"));
    assert_non_null(strstr(world->said, "E0553: 'nonlinear solver'"));
    assert_false(follow_bar(world, "final time: 60.; time step: 7.; max time step: string, \"20. - Time\";"));
    assert_non_null(strstr(world->said, "E0213: maximum time step"));
    assert_true(follow_bar(world, "final time: 60.; time step: 7.; switch branch: 2;"));
    assert_non_null(strstr(world->said, "W0556: branch point 2"));
    assert_false(follow_bar(world, "final time: 60.; time step: 7.; lowest time: 1.;"));
    assert_non_null(strstr(world->said, "E0554"));
}

/* Without its spring the bar has no equilibrium, nor a stiffness. */
static void undetermined_equilibrium_is_reported(void **of)
{
    world *world = *of;
    assert_false(follow(world, "final time: 60.; time step: 7.;", "structural nodes: 1; forces: 1;",
                        "structural: 1, static, null, eye, null, null;",
                        "force: 1, absolute, 1, position, null, 1., 0., 0., linear, 0., 1.;"));
    assert_non_null(strstr(world->said, "E0"));
}

/* A hinge that is given twice. */
static void repeated_constraints_have_no_branch_points(void **of)
{
    world *world = *of;
    if (!follow(world, "final time: 100.; time step: 2.;",
                "structural nodes: 3; joints: 6; forces: 1; rigid bodies: 1;",
                "structural: 1, dynamic, 0., 0., 0.5, eye, null, null;" ENDS,
                RODS "body: 1, 1, 5., null, eye; joint: 6, total pin joint, 1, position, null, position, null, "
                     "position constraint, 1, 0, 0, null;"))
        fail_msg("%s", world->said);
    assert_non_null(strstr(world->said, "W0555"));
    check_rods(world, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(rods_snap_through_at_both_folds),
                                       TEST(dynamic_nodes_are_at_rest),
                                       TEST(branch_ends_at_its_limits),
                                       TEST(bar_stays_upright_past_its_branch_point),
                                       TEST(bar_leans_to_either_side_on_the_other_branch),
                                       TEST(other_branch_of_the_bar_is_stable),
                                       TEST(cards_of_steps_in_time_are_refused),
                                       TEST(undetermined_equilibrium_is_reported),
                                       TEST(repeated_constraints_have_no_branch_points)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
