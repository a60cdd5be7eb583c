/* convergence_test.c - the tests of convergence on vectors with known norms. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "nonlinear/nonlinear.h"

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

enum { N = 4 };

typedef struct {
    model model;
    equations equations;
    state state;
    unsigned char divided[N], kind[N];
    double r[N], d[N], y[N], yp[N], scale[N], magnitude[N], sums[2][2];
    int set[N];
    bool is_sum[N];
} world;

static world make(void)
{
    return (world){.divided = {0, 0, 0, 1},
                   .kind = {DOF_DIFFERENTIAL, DOF_DIFFERENTIAL, DOF_ALGEBRAIC, DOF_ALGEBRAIC},
                   .r = {3, -4, 0, 12},
                   .d = {1, 2, -2, 0},
                   .yp = {0, 0, 3, 0},
                   .scale = {2, 1, 1, 1},
                   .magnitude = {6, 8, 0, 24},
                   .set = {0, 0, 0, 1}};
}

static double error(world *world, convergence convergence)
{
    world->model.n_unknowns = N;
    world->model.divided = world->divided;
    world->model.kind = world->kind;
    world->state = (state){.y = world->y, .yp = world->yp, .dvalue = 0.5};
    world->equations = (equations){.model = &world->model,
                                   .r = world->r,
                                   .d = world->d,
                                   .row_scale = world->scale,
                                   .magnitude = world->magnitude,
                                   .row_set = world->set,
                                   .is_sum_row = world->is_sum,
                                   .n_sets = 2,
                                   .set_sums = world->sums};
    return residual_error(&convergence, &world->equations, &world->state);
}

static void test_norms(void **of)
{
    (void)of;
    world world = make();
    assert_near(error(&world, (convergence){.residual_test = TEST_NORM}), 13, 1e-14);
    assert_near(error(&world, (convergence){.residual_test = TEST_MINMAX}), 12, 0);
    assert_near(solution_error(&(convergence){.solution_test = TEST_NORM}, &world.equations, &world.state), 3, 1e-15);
    assert_near(solution_error(&(convergence){.solution_test = TEST_MINMAX}, &world.equations, &world.state), 2, 0);
    assert_near(solution_error(&(convergence){.solution_test = TEST_NONE}, &world.equations, &world.state), 0, 0);
}

/* A correction of one unit in the last place is none. */
static void test_last_digits(void **of)
{
    (void)of;
    world world = make();
    error(&world, (convergence){.residual_test = TEST_NORM});
    world.yp[1] = 1e16;
    assert_near(solution_error(&(convergence){.solution_test = TEST_MINMAX}, &world.equations, &world.state), 2, 0);
    assert_near(solution_error(&(convergence){.solution_test = TEST_NORM}, &world.equations, &world.state), sqrt(5),
                1e-15);
    world.y[2] = -1e16;
    assert_near(solution_error(&(convergence){.solution_test = TEST_NORM}, &world.equations, &world.state), 1, 0);
    world.d[3] = NAN;
    assert_true(isnan(solution_error(&(convergence){.solution_test = TEST_MINMAX}, &world.equations, &world.state)));
}

static void test_weights(void **of)
{
    (void)of;
    world world = make();
    assert_near(error(&world, (convergence){.residual_test = TEST_NORM, .scale = true}), sqrt(36 + 16 + 144), 1e-14);
    /* constraint rows count c * scale = 0.5 * 0.5 of what they are */
    assert_near(error(&world, (convergence){.residual_test = TEST_NORM, .constraint_scale = 0.5}), sqrt(25 + 9), 1e-14);
    assert_near(error(&world, (convergence){.residual_test = TEST_MINMAX, .constraint_scale = 0.5}), 4, 1e-15);
    assert_near(error(&world, (convergence){.residual_test = TEST_NORM, .modify_residual_test = true}), 1.3, 1e-15);
}

static void test_relative(void **of)
{
    (void)of;
    world world = make();
    assert_near(error(&world, (convergence){.residual_test = TEST_RELNORM}), 0.5, 1e-15);
    world.magnitude[3] = 48;
    assert_near(error(&world, (convergence){.residual_test = TEST_SEPNORM}), 0.5, 1e-15);
    world.magnitude[0] = world.magnitude[1] = 50;
    assert_near(error(&world, (convergence){.residual_test = TEST_SEPNORM}), 0.25, 1e-15);
}

/* A set with nothing in it, or with nothing but rounding, does not count. */
static void test_inactive_sets(void **of)
{
    (void)of;
    world world = make();
    world.magnitude[3] = 0;
    assert_near(error(&world, (convergence){.residual_test = TEST_SEPNORM}), 0.5, 1e-15);
    world.r[3] = 1e-9;
    world.magnitude[3] = 2e-9;
    assert_near(error(&world, (convergence){.residual_test = TEST_SEPNORM}), 0.5, 1e-15);
    world.r[0] = world.r[1] = 0;
    assert_near(error(&world, (convergence){.residual_test = TEST_SEPNORM}), 0, 0);
}

static void test_not_finite(void **of)
{
    (void)of;
    static const test_kind TESTS[] = {TEST_NORM, TEST_MINMAX, TEST_RELNORM, TEST_SEPNORM};
    for (int k = 0; k < 4; k++) {
        world world = make();
        world.r[1] = NAN;
        assert_false(isfinite(error(&world, (convergence){.residual_test = TESTS[k]})));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_norms),    cmocka_unit_test(test_last_digits),   cmocka_unit_test(test_weights),
        cmocka_unit_test(test_relative), cmocka_unit_test(test_inactive_sets), cmocka_unit_test(test_not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
