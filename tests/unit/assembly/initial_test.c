/* initial_test.c - what the initial assembly tells of itself, and where it leaves the model.
 *
 *     pins at a point of a node without an arm move it by what they are off, its rates likewise */
#include "assembly_world.h"
#include "assembly/initial.h"
#include "math/rotation.h"
#include <math.h>
#include <stdio.h>

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

/* Of the last assembly. */
static initial_report reported;
static bool has_converged;

static world *assembled(void **of, const char *words)
{
    world *world = *of;
    world_read(world, words);
    world_begin(world);
    has_converged = initial_assembly(world->solution, &reported);
    return world;
}

static const node *node_at(const world *world, unsigned label)
{
    return model_node(world->model, node_type_find("structural"), label);
}
static const pose *pose_of(const world *world, unsigned label)
{
    return &world->solution->poses[node_at(world, label)->pose];
}
static int internal_row(const world *world, unsigned label, int k)
{
    return model_elem(world->model, elem_card_find("joint"), label)->internal + k;
}

static void near_vec3(vec3 a, double x, double y, double z)
{
    if (!(vec3_norm(vec3_sub(a, (vec3){x, y, z})) < 1e-9))
        fail_msg("(%g, %g, %g) is not (%g, %g, %g)", a.x, a.y, a.z, x, y, z);
}

/* --- what has been moved ------------------------------------------------------------------------------------------ */

/* Points are off by 0.1, 0.5 and 0.2, an orientation by 0.3 and 0.4; a dummy is no node that is moved. */
static void what_was_moved_and_rotated_most(void **of)
{
    const world *world =
        assembled(of, "structural nodes: 5; joints: 4; tolerance: 1.e-10; max iterations: 20; end: control data;"
                      "structural: 1, static, 1., 0., 0., eye, null, null;"
                      "structural: 2, static, 2., 0., 3., eye, null, null;"
                      "structural: 3, static, 0., 1., 0., eye, null, null;"
                      "structural: 4, static, 0., 0., 0., eye, null, null;"
                      "structural: 9, dummy, 2, offset, 10., 0., 0., eye; end: nodes;"
                      "joint: 1, spherical pin, 1, position, null, position, 1., 0.1, 0.;"
                      "joint: 2, spherical pin, 2, position, null, position, 2., 0., 3.5;"
                      "joint: 3, total pin joint, 3, orientation constraint, active, active, active, 0., 0., 1., "
                      "const, 0.4;"
                      "joint: 4, total pin joint, 4, position, null, position, 0., 0., 0.2, position constraint, "
                      "active, active, active, null, orientation constraint, active, active, active, 0., 1., 0., "
                      "const, 0.3; end: elements;");
    const initial_report *report = &reported;
    assert_true(has_converged && report->as_given && !report->rates && !report->singular);
    near_vec3(pose_of(world, 1)->x, 1, 0.1, 0);
    near_vec3(pose_of(world, 2)->x, 2, 0, 3.5);
    near_vec3(pose_of(world, 4)->x, 0, 0, 0.2);
    near_vec3(rotation_log(&pose_of(world, 3)->R), 0, 0, 0.4);
    near_vec3(rotation_log(&pose_of(world, 4)->R), 0, 0.3, 0);
    assert_ptr_equal(report->moved, node_at(world, 2));
    assert_ptr_equal(report->rotated, node_at(world, 3));
    assert_near(report->distance, 0.5, 1e-9);
    assert_near(report->angle, 0.4, 1e-9);
    assert_near(report->extent, sqrt(13.0), 1e-12);
    assert_true(report->error <= 1e-10 && report->iterations >= 1 && report->iterations < 10);
    /* one of each joint, as it was given, the worst first */
    static const struct {
        unsigned joint;
        int k;
        double value;
    } WORST[] = {{2, 2, 0.5}, {3, 2, 0.4}, {4, 4, 0.3}, {1, 1, 0.1}};
    assert_int_equal(report->n_violated, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(report->violated[i].row, internal_row(world, WORST[i].joint, WORST[i].k));
        assert_near(report->violated[i].distance, WORST[i].value, 1e-6);
    }
    for (unsigned i = 1; i <= 4; i++)
        near_vec3(vec3_load(world->solution->y + node_at(world, i)->dof), pose_of(world, i)->x.x,
                  pose_of(world, i)->x.y, pose_of(world, i)->x.z);
}

/* Five joints are off: the worst four are notified of. What is right and what is below the tolerance is not. */
static void worst_four(void **of)
{
    static const double OFF[] = {0.3, 0.1, 0.5, 0.0, 0.2, 0.4, 1e-12};
    char words[4000];
    int n = snprintf(words, sizeof words,
                     "structural nodes: 7; joints: 7; tolerance: 1.e-10; max iterations: 20; end: control data;");
    for (int i = 0; i < 7; i++)
        n += snprintf(words + n, sizeof words - (size_t)n, "structural: %d, static, %d., 0., 0., eye, null, null;",
                      i + 1, i);
    n += snprintf(words + n, sizeof words - (size_t)n, "end: nodes;");
    for (int i = 0; i < 7; i++)
        n += snprintf(words + n, sizeof words - (size_t)n,
                      "joint: %d, spherical pin, %d, position, null, position, %d., %.17g, 0.;", i + 1, i + 1, i,
                      OFF[i]);
    snprintf(words + n, sizeof words - (size_t)n, "end: elements;");
    const world *world = assembled(of, words);
    static const unsigned WORST[] = {3, 6, 1, 5};
    assert_true(has_converged);
    assert_int_equal(reported.n_violated, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(reported.violated[i].row, internal_row(world, WORST[i], 1));
        assert_near(reported.violated[i].distance, OFF[WORST[i] - 1], 1e-15);
    }
}

/* --- rates -------------------------------------------------------------------------------------------------------- */

/* Positions are right; a pin stops a node, a drive gives it a rate, a constraint on the velocity another. Node 4 keeps
 * what it is given. */
static void rates_alone(void **of)
{
    const world *world = assembled(
        of, "structural nodes: 4; joints: 3; tolerance: 1.e-10; max iterations: 20; end: control data;"
            "structural: 1, static, 1., 0., 0., eye, 0.2, -0.7, 0., null;"
            "structural: 2, static, null, eye, null, null;"
            "structural: 3, static, null, eye, 0.1, 0., 0.2, null;"
            "structural: 4, static, null, eye, 5., 6., 7., 8., 9., 1.; end: nodes;"
            "joint: 1, spherical pin, 1, position, null, position, 1., 0., 0.;"
            "joint: 2, total pin joint, 2, position constraint, active, active, active, 0., 1., 0., linear, 0., 0.3,"
            "orientation constraint, active, active, active, 0., 0., 1., linear, 0., 0.9;"
            "joint: 3, linear velocity, 3, 1., 0., 0., const, 0.5; end: elements;");
    const initial_report *report = &reported;
    assert_true(has_converged && report->as_given && report->rates);
    near_vec3(pose_of(world, 1)->v, 0, 0, 0);
    near_vec3(pose_of(world, 2)->v, 0, 0.3, 0);
    near_vec3(pose_of(world, 2)->w, 0, 0, 0.9);
    near_vec3(pose_of(world, 3)->v, 0.5, 0, 0.2);
    near_vec3(pose_of(world, 4)->v, 5, 6, 7);
    near_vec3(pose_of(world, 4)->w, 8, 9, 1);
    near_vec3(vec3_load(world->solution->yp + node_at(world, 2)->dof), 0, 0.3, 0);
    assert_int_equal(report->n_violated, 3);
    assert_int_equal(report->violated[0].row, internal_row(world, 2, 5));
    assert_int_equal(report->violated[1].row, internal_row(world, 1, 1));
    assert_int_equal(report->violated[2].row, internal_row(world, 3, 0));
    assert_near(report->violated[0].distance, 0.9, 1e-12);
    assert_near(report->violated[1].distance, 0.7, 1e-12);
    assert_near(report->violated[2].distance, 0.4, 1e-12);
    assert_null(report->moved);
    assert_null(report->rotated);
    assert_true(report->distance == 0.0 && report->angle == 0.0);
}

/* A node is turned by 0.4 about axis 3, against springs so weak that their reactions do not count. Its angular velocity
 * is as given, or turned by the transpose of that, as MBDyn does. */
static void angular_velocity(void **of, const char *rotates, double c, double s)
{
    char words[800];
    snprintf(words, sizeof words,
             "structural nodes: 1; joints: 1; tolerance: 1.e-10; max iterations: 20; end: control data;"
             "structural: 1, static, null, eye, null, 0.5, 0.2, 0.1, assembly, 1.e-10, 1., %s; end: nodes;"
             "joint: 1, total pin joint, 1, orientation constraint, inactive, inactive, active, 0., 0., 1., const, 0.4;"
             "end: elements;",
             rotates);
    const world *world = assembled(of, words);
    assert_true(has_converged);
    near_vec3(rotation_log(&pose_of(world, 1)->R), 0, 0, 0.4);
    near_vec3(pose_of(world, 1)->w, 0.5 * c + 0.2 * s, 0.2 * c - 0.5 * s, 0);
}

static void omega_stays(void **of) { angular_velocity(of, "no", 1.0, 0.0); }
static void omega_rotates(void **of) { angular_velocity(of, "yes", cos(0.4), sin(0.4)); }

/* A constraint on the angular velocity about an axis of the node has no part in where the node goes. */
static void rates_do_not_move(void **of)
{
    static const char *const JOINTS[] = {"", "joint: 2, angular velocity, 1, 0.6, 0., 0.8, const, 2.; joint: 3, "
                                             "angular velocity, 1, 0., 1., 0., const, 1.;"};
    vec3 x[2], g[2];
    for (int way = 0; way < 2; way++) {
        char words[1000];
        snprintf(words, sizeof words,
                 "structural nodes: 1; joints: %d; tolerance: 1.e-10; max iterations: 40; end: control data;"
                 "structural: 1, static, null, eye, null, 3., 2., 1.; end: nodes;"
                 "joint: 1, spherical pin, 1, position, 1., 0.2, 0., position, 0.9, 0.5, 0.3; %s end: elements;",
                 way ? 3 : 1, JOINTS[way]);
        if (way)
            world_destroy(of), world_create(of);
        const world *world = assembled(of, words);
        assert_true(has_converged);
        x[way] = pose_of(world, 1)->x, g[way] = rotation_log(&pose_of(world, 1)->R);
    }
    assert_true(vec3_norm(g[0]) > 0.1);
    near_vec3(x[1], x[0].x, x[0].y, x[0].z);
    near_vec3(g[1], g[0].x, g[0].y, g[0].z);
}

/* --- what cannot be ----------------------------------------------------------------------------------------------- */

/* Distances of 1, 1 and 4 between three points: moving has made it worse, and they are notified of as they were. */
static void distances_of_no_triangle(void **of)
{
    assembled(of, "structural nodes: 3; joints: 4; tolerance: 1.e-10; max iterations: 30; end: control data;"
                  "structural: 1, static, null, eye, null, null; structural: 2, static, 1., 0., 0.3, eye, null, "
                  "null; structural: 3, static, 3., 0., 0.2, eye, null, null; end: nodes;"
                  "joint: 1, clamp, 1, node, node; joint: 2, distance, 1, 2, const, 1.;"
                  "joint: 3, distance, 2, 3, const, 1.; joint: 4, distance, 1, 3, const, 4.; end: elements;");
    const initial_report *report = &reported;
    assert_false(has_converged);
    assert_int_equal(report->iterations, 30);
    assert_false(report->singular);
    assert_null(report->moved);
    assert_int_equal(report->n_violated, 3);
    assert_true(report->violated[0].distance >= report->violated[1].distance &&
                report->violated[1].distance >= report->violated[2].distance);
    const double given[] = {hypot(2, 0.1) - 1, 4 - hypot(3, 0.2), hypot(1, 0.3) - 1};
    assert_true(report->as_given);
    for (int i = 0; i < 3; i++)
        assert_near(report->violated[i].distance, given[i], 1e-12);
}

static void constraint_that_is_there_twice(void **of)
{
    const world *world =
        assembled(of, "structural nodes: 1; joints: 2; tolerance: 1.e-10; max iterations: 30; end: control data;"
                      "structural: 1, static, null, eye, null, null; end: nodes;"
                      "joint: 1, spherical pin, 1, position, null, position, 0.1, 0., 0.;"
                      "joint: 2, spherical pin, 1, position, null, position, 0.1, 0., 0.; end: elements;");
    assert_false(has_converged);
    assert_true(reported.singular);
    assert_int_equal(reported.iterations, 0);
    assert_true(reported.worst_row >= internal_row(world, 1, 0) && reported.worst_row <= internal_row(world, 2, 2));
}

static void nothing_to_assemble(void **of)
{
    const world *world =
        assembled(of, "structural nodes: 1; joints: 1; skip initial joint assembly; end: control data;"
                      "structural: 1, static, null, eye, 1., 0., 0., null; end: nodes;"
                      "joint: 1, spherical pin, 1, position, null, position, 0.1, 0., 0.; end: elements;");
    assert_true(has_converged);
    assert_int_equal(reported.worst_row, -1);
    assert_int_equal(reported.iterations + reported.n_violated, 0);
    near_vec3(pose_of(world, 1)->x, 0, 0, 0);
    near_vec3(pose_of(world, 1)->v, 1, 0, 0);
}

/* Reactions of the springs are forgotten, those of kinds that are none stay. */
static void reactions_are_forgotten(void **of)
{
    world *world = assembled(
        of, "structural nodes: 1; abstract nodes: 1; joints: 2; genels: 1; end: control data;"
            "structural: 1, static, null, eye, null, null; abstract: 3, differential; end: nodes;"
            "joint: 1, spherical pin, 1, position, null, position, null;"
            "joint: 4, modal, clamped, 1, from file, \"" TEST_FOLDER "/contract/modal.fem\", 0;"
            "genel: 5, state space SISO, 3, abstract, algebraic, drive, const, 0.7, 1, matrix A, -2., matrix B, 1., "
            "matrix C, 2.; end: elements;");
    assert_true(has_converged);
    for (int i = 0; i < world->model->n_unknowns; i++)
        world->solution->y[i] = 7 + i;
    initial_reactions_reset(world->solution);
    const int pin = internal_row(world, 1, 0), modes = internal_row(world, 4, 0);
    const int genel = model_elem(world->model, elem_card_find("genel"), 5)->internal;
    for (int k = 0; k < 3; k++)
        assert_true(world->solution->y[pin + k] == 0.0);
    for (int k = 0; k < 2; k++)
        assert_true(world->solution->y[modes + k] == 7 + modes + k);
    assert_true(world->solution->y[genel] == 7 + genel);
}

#define WITH(name) cmocka_unit_test_setup_teardown(name, world_create, world_destroy)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH(what_was_moved_and_rotated_most),
        WITH(worst_four),
        WITH(rates_alone),
        WITH(rates_do_not_move),
        WITH(omega_stays),
        WITH(omega_rotates),
        WITH(distances_of_no_triangle),
        WITH(constraint_that_is_there_twice),
        WITH(nothing_to_assemble),
        WITH(reactions_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
