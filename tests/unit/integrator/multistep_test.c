/* multistep_test.c - multistep methods: order, radius, stability, start, steps of different length. */
#include "methods.h"
#include <complex.h>

static arena *memory;

static int setup(void **of)
{
    (void)of;
    memory = arena_create();
    return 0;
}

static int teardown(void **of)
{
    (void)of;
    arena_destroy(memory);
    return 0;
}

/* y - sum a_j y_j - h (b0 y' + sum b_j y'_j) for y = t^p, with h = 1, the new time 0 and points at -1, -1 - 1/q, ... */
static double defect(const stage *g, int p, double q)
{
    double sum = p == 0 ? 1 : 0;
    sum -= p == 1 ? g->b0 : 0;
    for (int j = 0; j < g->n; j++) {
        const double t = -1 - j / q;
        sum -= g->a[j] * pow(t, p) + (p > 0 ? g->b[j] * p * pow(t, p - 1) : 0);
    }
    return sum;
}

static void test_bdf2_and_midpoint(void **of)
{
    (void)of;
    integrator integrator = method_at("ms", 0, memory);
    stage g = method_stage(&integrator, 0, 5, 2, 1);
    assert_near(g.a[0], 4.0 / 3, 1e-15);
    assert_near(g.a[1], -1.0 / 3, 1e-15);
    assert_near(g.b0, 2.0 / 3, 1e-15);
    assert_near(g.b[0], 0, 1e-15);
    assert_near(g.b[1], 0, 1e-15);
    integrator = method_at("ms", 1, memory);
    g = method_stage(&integrator, 0, 5, 2, 1);
    assert_near(g.a[0], 0, 1e-15);
    assert_near(g.a[1], 1, 1e-15);
    assert_near(g.b0, 0.5, 1e-15);
    assert_near(g.b[0], 1, 1e-15);
    assert_near(g.b[1], 0.5, 1e-15);
}

static void test_second_order(void **of)
{
    (void)of;
    static const char *const NAMES[] = {"ms2", "ms3", "ms4", "hope"};
    for (int k = 0; k < 4; k++)
        for (double rho = 0; rho <= 1; rho += 0.25) {
            const integrator integrator = method_at(NAMES[k], rho, memory);
            const stage g = method_stage(&integrator, 0, 5, integrator.type->points, 1);
            for (int p = 0; p <= 2; p++)
                assert_near(defect(&g, p, 1), 0, 1e-13);
            assert_near(g.end, 1, 0);
        }
}

static void test_second_order_with_changing_steps(void **of)
{
    (void)of;
    for (double rho = 0; rho <= 1; rho += 0.5)
        for (double q = 0.3; q < 4; q *= 1.7) {
            const integrator integrator = method_at("ms2", rho, memory);
            const stage g = method_stage(&integrator, 0, 5, 2, q);
            for (int p = 0; p <= 2; p++)
                assert_near(defect(&g, p, q), 0, 1e-13);
        }
}

/* At infinite frequency only derivatives count, and their polynomial has all its roots at -rho. */
static void test_radius(void **of)
{
    (void)of;
    static const char *const NAMES[] = {"ms2", "ms3", "ms4", "ss2", "ss3", "ss4"};
    for (int k = 0; k < 6; k++)
        for (double rho = 0.1; rho <= 1; rho += 0.3) {
            const integrator integrator = method_at(NAMES[k], rho, memory);
            const stage g = method_stage(&integrator, 0, 9, integrator.type->points, 1);
            double beta = g.b0, derivative = 0;
            for (int j = 0; j < g.n; j++)
                derivative = derivative * -rho + beta, beta = beta * -rho + g.b[j];
            assert_near(beta, 0, 1e-14);
            assert_near(derivative, 0, 1e-14);
        }
}

/* Largest growth factor for y' = i w y with h = 1, by the power of the companion matrix of the difference equation. */
static double growth(const stage *g, double w)
{
    double complex c[POINTS_MAX], y[POINTS_MAX] = {1, 0.3, -0.7, 0.2};
    const double complex z = __builtin_complex(0.0, w);
    for (int j = 0; j < g->n; j++)
        c[j] = (g->a[j] + z * g->b[j]) / (1 - z * g->b0);
    double size = 0;
    for (int step = 0; step < 4000; step++) {
        double complex next = 0;
        for (int j = 0; j < g->n; j++)
            next += c[j] * y[j];
        memmove(y + 1, y, (size_t)(g->n - 1) * sizeof *y);
        y[0] = next;
        if (step == 1999)
            size = cabs(y[0]) + cabs(y[1]);
        if (cabs(next) < 1e-200)
            return 0;
    }
    return pow((cabs(y[0]) + cabs(y[1])) / size, 1.0 / 2000);
}

static void test_a_stable(void **of)
{
    (void)of;
    static const char *const NAMES[] = {"ms2", "ms3", "ms4"};
    for (int k = 0; k < 3; k++)
        for (double rho = 0; rho <= 1; rho += 0.25) {
            const integrator integrator = method_at(NAMES[k], rho, memory);
            const stage g = method_stage(&integrator, 0, 5, integrator.type->points, 1);
            for (double w = 0.01; w < 1000; w *= 1.6)
                assert_true(growth(&g, w) < 1.002); /* multiple roots grow as powers of the step number */
        }
}

/* 1 - |growth| at low frequency shrinks as w^(2k) with the number of steps k, where the principal root dominates. */
static void test_dissipation_is_flat(void **of)
{
    (void)of;
    const integrator two = method_at("ms2", 0.6, memory), four = method_at("ms4", 0.6, memory);
    const stage g2 = method_stage(&two, 0, 5, 2, 1), g4 = method_stage(&four, 0, 5, 4, 1);
    const double slow2 = 1 - growth(&g2, 0.2), fast2 = 1 - growth(&g2, 0.4), fast4 = 1 - growth(&g4, 0.4);
    assert_in_range((int)(1000 * log2(fast2 / slow2)), 3700, 4200);
    assert_true(fast4 < 0.1 * fast2);
}

static void test_start(void **of)
{
    (void)of;
    static const char *const NAMES[] = {"ms2", "ms3", "ms4", "hope", "bdf"};
    for (int k = 0; k < 5; k++) {
        integrator i = method_at(NAMES[k], 0.6, memory);
        if (k == 4)
            *(int *)i.self = 2;
        const stage g = method_stage(&i, 0, 1, 1, 1);
        assert_int_equal(g.n, 1);
        assert_near(g.a[0], 1, 0);
        assert_near(g.b[0], 0.5, 0);
        assert_near(g.b0, 0.5, 0);
    }
    const integrator ms4 = method_at("ms4", 0.6, memory), ms3 = method_at("ms3", 0.6, memory),
                     ms2 = method_at("ms2", 0.6, memory);
    assert_near(method_stage(&ms4, 0, 2, 2, 1).b0, method_stage(&ms2, 0, 2, 2, 1).b0, 0);
    assert_near(method_stage(&ms4, 0, 3, 3, 1).b0, method_stage(&ms3, 0, 3, 3, 1).b0, 0);
}

/* Steps 1, 2, 4 ... are trapezoidal; a pair of steps at infinite frequency multiplies y' by rho. */
static void test_hope(void **of)
{
    (void)of;
    const integrator integrator = method_at("hope", 0.6, memory);
    const stage even = method_stage(&integrator, 0, 4, 2, 1), odd = method_stage(&integrator, 0, 5, 2, 1);
    assert_near(even.b0, 0.5, 0);
    assert_near(even.b[0], 0.5, 0);
    assert_near(-odd.b[0] / odd.b0 * (-even.b[0] / even.b0), 0.6, 1e-15);
    assert_near(odd.b[1], 0, 0);
}

/* The single-step form: with a constant derivative it gives that derivative, from the first step on. */
static void test_single_step_is_consistent(void **of)
{
    (void)of;
    static const char *const NAMES[] = {"ss2", "ss3", "ss4"};
    for (int k = 0; k < 3; k++)
        for (int points = 1; points <= k + 2; points++) {
            const integrator integrator = method_at(NAMES[k], 0.4, memory);
            const stage g = method_stage(&integrator, 0, points, points, 1);
            double sum = g.b0;
            for (int j = 0; j < g.n; j++)
                sum += g.b[j] + g.d[j];
            assert_near(sum, 1, 1e-13);
            assert_near(g.a[0], 1, 0);
            assert_true(g.plain);
        }
}

/* Eliminating the mean derivatives of the single-step form gives the multistep method. */
static void test_single_step_equals_multistep(void **of)
{
    (void)of;
    const integrator ss = method_at("ss3", 0.6, memory), ms = method_at("ms3", 0.6, memory);
    const stage s = method_stage(&ss, 0, 9, 3, 1), m = method_stage(&ms, 0, 9, 3, 1);
    /* (y - Y_0) - d_0 (Y_0 - Y_1) - d_1 (Y_1 - Y_2) */
    assert_near(1 + s.d[0], m.a[0], 1e-15);
    assert_near(s.d[1] - s.d[0], m.a[1], 1e-15);
    assert_near(-s.d[1], m.a[2], 1e-15);
    for (int j = 0; j < 3; j++)
        assert_near(s.b[j], m.b[j], 1e-15);
}

/* The predictor is exact for cubics. */
static void test_predictor(void **of)
{
    (void)of;
    const integrator integrator = method_at("ms2", 0.6, memory);
    const stage g = method_stage(&integrator, 0, 5, 2, 1);
    for (int p = 0; p <= 3; p++) {
        double derivative = 0;
        for (int j = 0; j < 2; j++) {
            const double t = -1 - j;
            derivative += g.m[j] * pow(t, p) + (p > 0 ? g.p[j] * p * pow(t, p - 1) : 0);
        }
        assert_near(derivative, p == 1 ? 1 : 0, 1e-13);
    }
}

static void test_radius_out_of_range(void **of)
{
    (void)of;
    const integrator integrator = method_at("ms2", 1.5, memory);
    evaluation_error failed = {0};
    const state state = {.failed = &failed};
    const step_context context = {.h = 1, .n_points = 2, .ages = {0, 1}, .state = &state};
    stage g;
    integrator.type->coefficients(integrator.self, &context, &g);
    assert_true(failed.is_set);
    assert_non_null(strstr(failed.text, "between 0 and 1"));
}

static void test_other_spellings(void **of)
{
    (void)of;
    assert_ptr_equal(integrator_type_find("ms"), integrator_type_find("ms2"));
    assert_ptr_equal(integrator_type_find("Crank Nicholson"), integrator_type_find("crank nicolson"));
    assert_non_null(integrator_type_find("DIRK33"));
    assert_non_null(integrator_type_find("Bathe"));
    assert_null(integrator_type_find("dirk34"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bdf2_and_midpoint),
        cmocka_unit_test(test_second_order),
        cmocka_unit_test(test_second_order_with_changing_steps),
        cmocka_unit_test(test_radius),
        cmocka_unit_test(test_a_stable),
        cmocka_unit_test(test_dissipation_is_flat),
        cmocka_unit_test(test_start),
        cmocka_unit_test(test_hope),
        cmocka_unit_test(test_single_step_is_consistent),
        cmocka_unit_test(test_single_step_equals_multistep),
        cmocka_unit_test(test_predictor),
        cmocka_unit_test(test_radius_out_of_range),
        cmocka_unit_test(test_other_spellings),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
