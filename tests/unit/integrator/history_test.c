/* history_test.c - the points a method works from, and what is predicted from them. */
#include "methods.h"
#include "math/rotation.h"
#include "node/structural.h"

enum { DOF = 12 };

typedef struct {
    arena *memory;
    model model;
    node body;
    structural structural;
    node *nodes[1];
    solution *solution;
    history *history;
} world;

static int setup(void **of)
{
    world *world = test_calloc(1, sizeof *world);
    world->memory = arena_create();
    world->body = (node){.type = node_type_find("structural"),
                         .n_dof = DOF,
                         .momentum = 6,
                         .row = 6,
                         .has_rotation = true,
                         .self = &world->structural};
    world->nodes[0] = &world->body;
    world->model.nodes.items = world->nodes;
    world->model.nodes.n = 1;
    world->model.n_unknowns = DOF + 1;
    world->model.n_poses = 1;
    world->model.kind = arena_alloc(world->memory, DOF + 1);
    world->model.kind[DOF] = DOF_ALGEBRAIC;
    world->model.names = symbols_create(world->memory);
    world->model.plan = ARENA_NEW(world->memory, memory_plan);
    world->solution = solution_create(&world->model, history_size(&world->model, 4, true), NULL, world->memory);
    world->history = history_create(&world->model, 4, true, world->solution->extra, world->memory);
    *of = world;
    return 0;
}

static int teardown(void **of)
{
    world *world = *of;
    solution_destroy(world->solution);
    symbols_destroy(world->model.names);
    arena_destroy(world->memory);
    test_free(world);
    return 0;
}

/* A body that flies straight and turns about a fixed axis at a constant rate. */
static const vec3 SPEED = {1, -2, 0.5}, SPIN = {0.3, 0.4, -1.2};

static void put_at(world *world, double t)
{
    solution *solution = world->solution;
    solution->state.t = t;
    solution->poses[0].R = rotation_exp(vec3_scale(t, SPIN));
    solution->poses[0].w = SPIN;
    vec3_store(solution->y, vec3_scale(t, SPEED));
    vec3_store(solution->yp, SPEED);
    for (int i = 3; i < 6; i++)
        solution->y[i] = solution->yp[i] = 0;
    for (int i = 6; i < DOF; i++)
        solution->y[i] = t * t, solution->yp[i] = 2 * t;
    solution->y[DOF] = 7 * t;
}

static void test_ring(void **of)
{
    world *world = *of;
    history_restart(world->history);
    assert_int_equal(history_count(world->history), 0);
    for (int k = 0; k < 6; k++) {
        put_at(world, k);
        history_push(world->history, world->solution, NULL);
    }
    assert_int_equal(history_count(world->history), 4);
    assert_near(*history_point(world->history, 0)->t, 5, 0);
    assert_near(*history_point(world->history, 3)->t, 2, 0);
    history_pop(world->history);
    assert_int_equal(history_count(world->history), 3);
    assert_near(*history_point(world->history, 0)->t, 4, 0);
    history_restart(world->history);
    assert_int_equal(history_count(world->history), 1);
    assert_near(*history_point(world->history, 0)->t, 4, 0);
    assert_near(history_point(world->history, 0)->y[0], 4 * SPEED.x, 0);
}

/* Straight motion and quadratics are predicted exactly by methods of second order; algebraic unknowns stay as they
 * were. */
static void check_prediction(world *world, const char *name, double h)
{
    arena *memory = arena_create();
    const integrator integrator = method_at(name, 0.6, memory);
    for (int k = 0; k < 4; k++) {
        put_at(world, k * h);
        history_push(world->history, world->solution, NULL);
    }
    evaluation_error failed = {0};
    const state state = {.step = 5, .failed = &failed};
    step_context context = {.t = 3 * h, .end = 4 * h, .h = h, .n_points = 4, .state = &state};
    for (int j = 0; j < 4; j++)
        context.ages[j] = j * h;
    stage g;
    integrator.type->coefficients(integrator.self, &context, &g);
    integrator_predict(world->solution, world->history, &g, h);
    assert_near(world->solution->poses[0].x.x, 4 * h * SPEED.x, 1e-13);
    assert_near(world->solution->poses[0].v.y, SPEED.y, 1e-12);
    assert_near(world->solution->y[8], 16 * h * h, 1e-13);
    assert_near(world->solution->yp[8], 8 * h, 1e-12);
    assert_near(world->solution->y[DOF], 21 * h, 1e-14);
    assert_near(world->solution->yp[DOF], 0, 0);
    assert_near(world->solution->state.dvalue, h * g.b0, 0);
    arena_destroy(memory);
}

static void test_prediction(void **of)
{
    check_prediction(*of, "ms2", 0.1);
    check_prediction(*of, "ms4", 0.1);
    check_prediction(*of, "hope", 0.1);
}

/* The error of the predicted orientation shrinks with the third power of the step at least, and the frame stays
 * orthogonal. */
static void test_rotation(void **of)
{
    world *world = *of;
    double error[2];
    for (int k = 0; k < 2; k++) {
        const double h = k == 0 ? 0.1 : 0.05;
        check_prediction(world, "ms2", h);
        const mat3 exact = rotation_exp(vec3_scale(4 * h, SPIN)), D = mat3_mult(&world->solution->poses[0].R, &exact);
        error[k] = vec3_norm(rotation_to_cgr(&D));
        const mat3 one = mat3_mult(&world->solution->poses[0].R, &world->solution->poses[0].R);
        assert_near(one.e[0][0] + one.e[1][1] + one.e[2][2], 3, 1e-14);
        assert_near(vec3_norm(vec3_sub(world->solution->poses[0].w, SPIN)), 0, 2e-3);
    }
    assert_true(error[0] > 0);
    assert_true(error[1] < error[0] / 7);
    assert_near(world->solution->y[3], 0, 0);
    assert_near(world->solution->yp[5], 0, 0);
}

/* Mean derivatives of the single-step methods: of a constant derivative that derivative, for rotations the angular
 * velocity. */
static void test_derivatives(void **of)
{
    world *world = *of;
    arena *memory = arena_create();
    const integrator integrator = method_at("ss3", 0.6, memory);
    put_at(world, 0);
    history_push(world->history, world->solution, NULL);
    assert_near(history_point(world->history, 0)->derivative[1], SPEED.y, 0);
    assert_near(history_point(world->history, 0)->derivative[4], SPIN.y, 0);
    const stage g = method_stage(&integrator, 0, 1, 1, 1);
    put_at(world, 1);
    history_push(world->history, world->solution, &g);
    assert_near(history_point(world->history, 0)->derivative[1], SPEED.y, 1e-15);
    assert_near(history_point(world->history, 0)->derivative[5], SPIN.z, 1e-15);
    arena_destroy(memory);
}

/* Algebraic unknowns that go on do so along the line through their two newest values, over a step of another length. */
static void test_continued(void **of)
{
    world *world = *of;
    static int continued[] = {DOF};
    arena *memory = arena_create();
    const integrator integrator = method_at("ms2", 0.6, memory);
    world->model.continued = continued;
    world->model.n_continued = 1;
    for (int k = 0; k < 3; k++) {
        put_at(world, 0.2 * k);
        world->solution->y[DOF] = k == 1 ? 5.0 : 8.0;
        history_push(world->history, world->solution, NULL);
    }
    evaluation_error failed = {0};
    const state state = {.step = 5, .failed = &failed};
    step_context context = {.t = 0.4, .end = 0.5, .h = 0.1, .n_points = 3, .ages = {0.0, 0.2, 0.4}, .state = &state};
    stage g;
    integrator.type->coefficients(integrator.self, &context, &g);
    world->solution->state.t = 0.5;
    integrator_predict(world->solution, world->history, &g, 0.1);
    assert_near(world->solution->y[DOF], 8.0 + 3.0 * 0.1 / 0.2, 1e-14);
    world->model.n_continued = 0;
    arena_destroy(memory);
}

/* b0 y' + sum b_j Y'_j + sum d_j derivative_j, of each unknown; of rotations that of the angular velocities. */
static void test_made_of_all_points(void **of)
{
    world *world = *of;
    const stage g = {.n = 2, .b0 = 0.5, .b = {0.3, -0.2}, .d = {0.7, 0.1}};
    double derivative[2][DOF];
    for (int k = 0; k < 3; k++) {
        put_at(world, k);
        for (int i = 0; i <= DOF; i++)
            world->solution->yp[i] = (k + 1) * (i + 1);
        world->solution->poses[0].w = vec3_scale(k + 1, SPIN);
        history_push(world->history, world->solution, k == 2 ? &g : NULL);
        for (int i = 0; k < 2 && i < DOF; i++)
            derivative[k][i] = i >= 3 && i < 6 ? (k + 1) * vec3_get(SPIN, i - 3) : (k + 1) * (i + 1);
    }
    /* the newest comes first: point 0 is that of k = 1 */
    for (int i = 0; i < DOF; i++) {
        const double one = derivative[0][i], two = derivative[1][i], three = 3.0 * one;
        assert_near(history_point(world->history, 0)->derivative[i],
                    0.5 * three + 0.3 * two - 0.2 * one + 0.7 * two + 0.1 * one, 1e-13);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_ring, setup, teardown),
        cmocka_unit_test_setup_teardown(test_prediction, setup, teardown),
        cmocka_unit_test_setup_teardown(test_rotation, setup, teardown),
        cmocka_unit_test_setup_teardown(test_derivatives, setup, teardown),
        cmocka_unit_test_setup_teardown(test_continued, setup, teardown),
        cmocka_unit_test_setup_teardown(test_made_of_all_points, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
