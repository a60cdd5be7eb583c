/* history_test.c - the points a method works from, and what is predicted from them. */
#include "methods.h"
#include "math/rotation.h"
#include "node/structural.h"

enum { DOF = 12 };

typedef struct {
    arena *memory;
    model m;
    node body;
    structural structural;
    node *nodes[1];
    solution *u;
    history *h;
} world;

static int setup(void **of)
{
    world *w = test_calloc(1, sizeof *w);
    w->memory = arena_create();
    w->body = (node){.type = node_type_find("structural"),
                     .n_dof = DOF,
                     .momentum = 6,
                     .row = 6,
                     .has_rotation = true,
                     .self = &w->structural};
    w->nodes[0] = &w->body;
    w->m.nodes.items = w->nodes;
    w->m.nodes.n = 1;
    w->m.n_unknowns = DOF + 1;
    w->m.n_poses = 1;
    w->m.kind = arena_alloc(w->memory, DOF + 1);
    w->m.kind[DOF] = DOF_ALGEBRAIC;
    w->m.names = symbols_create(w->memory);
    w->m.plan = ARENA_NEW(w->memory, memory_plan);
    w->u = solution_create(&w->m, history_size(&w->m, 4, true), NULL, w->memory);
    w->h = history_create(&w->m, 4, true, w->u->extra, w->memory);
    *of = w;
    return 0;
}

static int teardown(void **of)
{
    world *w = *of;
    solution_destroy(w->u);
    symbols_destroy(w->m.names);
    arena_destroy(w->memory);
    test_free(w);
    return 0;
}

/* A body that flies straight and turns about a fixed axis at a constant rate. */
static const vec3 SPEED = {1, -2, 0.5}, SPIN = {0.3, 0.4, -1.2};

static void put_at(world *w, double t)
{
    solution *u = w->u;
    u->s.t = t;
    u->poses[0].R = rotation_exp(vec3_scale(t, SPIN));
    u->poses[0].w = SPIN;
    vec3_store(u->y, vec3_scale(t, SPEED));
    vec3_store(u->yp, SPEED);
    for (int i = 3; i < 6; i++)
        u->y[i] = u->yp[i] = 0;
    for (int i = 6; i < DOF; i++)
        u->y[i] = t * t, u->yp[i] = 2 * t;
    u->y[DOF] = 7 * t;
}

static void test_ring(void **of)
{
    world *w = *of;
    history_restart(w->h);
    assert_int_equal(history_count(w->h), 0);
    for (int k = 0; k < 6; k++) {
        put_at(w, k);
        history_push(w->h, w->u, NULL);
    }
    assert_int_equal(history_count(w->h), 4);
    assert_near(*history_point(w->h, 0)->t, 5, 0);
    assert_near(*history_point(w->h, 3)->t, 2, 0);
    history_pop(w->h);
    assert_int_equal(history_count(w->h), 3);
    assert_near(*history_point(w->h, 0)->t, 4, 0);
    history_restart(w->h);
    assert_int_equal(history_count(w->h), 1);
    assert_near(*history_point(w->h, 0)->t, 4, 0);
    assert_near(history_point(w->h, 0)->y[0], 4 * SPEED.x, 0);
}

/* Straight motion and quadratics are predicted exactly by methods of second order; algebraic unknowns stay as they
 * were. */
static void check_prediction(world *w, const char *name, double h)
{
    arena *memory = arena_create();
    const integrator i = method_at(name, 0.6, memory);
    for (int k = 0; k < 4; k++) {
        put_at(w, k * h);
        history_push(w->h, w->u, NULL);
    }
    fault failed = {0};
    const state s = {.step = 5, .failed = &failed};
    step_context c = {.t = 3 * h, .end = 4 * h, .h = h, .n_points = 4, .s = &s};
    for (int j = 0; j < 4; j++)
        c.age[j] = j * h;
    stage g;
    i.type->coefficients(i.self, &c, &g);
    integrator_predict(w->u, w->h, &g, h);
    assert_near(w->u->poses[0].x.x, 4 * h * SPEED.x, 1e-13);
    assert_near(w->u->poses[0].v.y, SPEED.y, 1e-12);
    assert_near(w->u->y[8], 16 * h * h, 1e-13);
    assert_near(w->u->yp[8], 8 * h, 1e-12);
    assert_near(w->u->y[DOF], 21 * h, 1e-14);
    assert_near(w->u->yp[DOF], 0, 0);
    assert_near(w->u->s.dvalue, h * g.b0, 0);
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
    world *w = *of;
    double error[2];
    for (int k = 0; k < 2; k++) {
        const double h = k == 0 ? 0.1 : 0.05;
        check_prediction(w, "ms2", h);
        const mat3 exact = rotation_exp(vec3_scale(4 * h, SPIN)), D = mat3_mult(&w->u->poses[0].R, &exact);
        error[k] = vec3_norm(rotation_to_cgr(&D));
        const mat3 one = mat3_mult(&w->u->poses[0].R, &w->u->poses[0].R);
        assert_near(one.e[0][0] + one.e[1][1] + one.e[2][2], 3, 1e-14);
        assert_near(vec3_norm(vec3_sub(w->u->poses[0].w, SPIN)), 0, 2e-3);
    }
    assert_true(error[0] > 0);
    assert_true(error[1] < error[0] / 7);
    assert_near(w->u->y[3], 0, 0);
    assert_near(w->u->yp[5], 0, 0);
}

/* Mean slopes of the single-step methods: of a constant derivative that derivative, for rotations the angular
 * velocity. */
static void test_slopes(void **of)
{
    world *w = *of;
    arena *memory = arena_create();
    const integrator i = method_at("ss3", 0.6, memory);
    put_at(w, 0);
    history_push(w->h, w->u, NULL);
    assert_near(history_point(w->h, 0)->slope[1], SPEED.y, 0);
    assert_near(history_point(w->h, 0)->slope[4], SPIN.y, 0);
    const stage g = method_stage(&i, 0, 1, 1, 1);
    put_at(w, 1);
    history_push(w->h, w->u, &g);
    assert_near(history_point(w->h, 0)->slope[1], SPEED.y, 1e-15);
    assert_near(history_point(w->h, 0)->slope[5], SPIN.z, 1e-15);
    arena_destroy(memory);
}

/* Algebraic unknowns that go on do so along the line through their two newest values, over a step of another length. */
static void test_continued(void **of)
{
    world *w = *of;
    static int continued[] = {DOF};
    arena *memory = arena_create();
    const integrator i = method_at("ms2", 0.6, memory);
    w->m.continued = continued;
    w->m.n_continued = 1;
    for (int k = 0; k < 3; k++) {
        put_at(w, 0.2 * k);
        w->u->y[DOF] = k == 1 ? 5.0 : 8.0;
        history_push(w->h, w->u, NULL);
    }
    fault failed = {0};
    const state s = {.step = 5, .failed = &failed};
    step_context c = {.t = 0.4, .end = 0.5, .h = 0.1, .n_points = 3, .age = {0.0, 0.2, 0.4}, .s = &s};
    stage g;
    i.type->coefficients(i.self, &c, &g);
    w->u->s.t = 0.5;
    integrator_predict(w->u, w->h, &g, 0.1);
    assert_near(w->u->y[DOF], 8.0 + 3.0 * 0.1 / 0.2, 1e-14);
    w->m.n_continued = 0;
    arena_destroy(memory);
}

/* b0 y' + sum b_j Y'_j + sum d_j slope_j, of each unknown; of rotations that of the angular velocities. */
static void test_made_of_all_points(void **of)
{
    world *w = *of;
    const stage g = {.n = 2, .b0 = 0.5, .b = {0.3, -0.2}, .d = {0.7, 0.1}};
    double slope[2][DOF];
    for (int k = 0; k < 3; k++) {
        put_at(w, k);
        for (int i = 0; i <= DOF; i++)
            w->u->yp[i] = (k + 1) * (i + 1);
        w->u->poses[0].w = vec3_scale(k + 1, SPIN);
        history_push(w->h, w->u, k == 2 ? &g : NULL);
        for (int i = 0; k < 2 && i < DOF; i++)
            slope[k][i] = i >= 3 && i < 6 ? (k + 1) * vec3_get(SPIN, i - 3) : (k + 1) * (i + 1);
    }
    /* the newest comes first: point 0 is that of k = 1 */
    for (int i = 0; i < DOF; i++) {
        const double one = slope[0][i], two = slope[1][i], three = 3.0 * one;
        assert_near(history_point(w->h, 0)->slope[i], 0.5 * three + 0.3 * two - 0.2 * one + 0.7 * two + 0.1 * one,
                    1e-13);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_ring, setup, teardown),
        cmocka_unit_test_setup_teardown(test_prediction, setup, teardown),
        cmocka_unit_test_setup_teardown(test_rotation, setup, teardown),
        cmocka_unit_test_setup_teardown(test_slopes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_continued, setup, teardown),
        cmocka_unit_test_setup_teardown(test_made_of_all_points, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
