/* runge_kutta_test.c - the methods of several stages: conditions of order, radius at infinity, A-stability. */
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

static const struct {
    const char *name;
    int order;
    bool has_radius;
} METHODS[] = {
    {"bathe", 2, true},  {"msstc3", 2, true}, {"msstc4", 2, true},  {"msstc5", 2, true},  {"mssth3", 3, true},
    {"mssth4", 4, true}, {"mssth5", 5, true}, {"dirk33", 3, false}, {"dirk43", 3, false}, {"dirk54", 4, false},
};
enum { N_METHODS = sizeof METHODS / sizeof *METHODS };

typedef double column[RK_STAGES];

static void times(const rk_table *T, const double *v, double *out)
{
    for (int i = 0; i <= T->last; i++) {
        out[i] = 0;
        for (int j = 0; j <= i; j++)
            out[i] += T->A[i][j] * v[j];
    }
}

/* The last row of the table applied to the products of two columns. */
static double last_row(const rk_table *T, const double *a, const double *b)
{
    double sum = 0;
    for (int j = 0; j <= T->last; j++)
        sum += T->A[T->last][j] * a[j] * b[j];
    return sum;
}

static void powers(const rk_table *T, column c[6])
{
    for (int p = 0; p < 6; p++)
        for (int i = 0; i < RK_STAGES; i++)
            c[p][i] = p == 0 ? 1 : pow(T->c[i], p);
}

/* Butcher's conditions up to order five, by trees. */
static void check_order(const rk_table *T, int order)
{
    column c[6], Ac, Ac2, Ac3, AAc, AAc2, AAAc, cAc, AcAc;
    const double tolerance = 1e-11;
    powers(T, c);
    times(T, c[1], Ac), times(T, c[2], Ac2), times(T, c[3], Ac3);
    times(T, Ac, AAc), times(T, Ac2, AAc2), times(T, AAc, AAAc);
    for (int i = 0; i < RK_STAGES; i++)
        cAc[i] = T->c[i] * Ac[i];
    times(T, cAc, AcAc);
    const struct {
        int order;
        double got, wanted;
    } TREES[] = {
        {1, last_row(T, c[0], c[0]), 1},         {2, last_row(T, c[0], c[1]), 1.0 / 2},
        {3, last_row(T, c[0], c[2]), 1.0 / 3},   {3, last_row(T, c[0], Ac), 1.0 / 6},
        {4, last_row(T, c[0], c[3]), 1.0 / 4},   {4, last_row(T, c[1], Ac), 1.0 / 8},
        {4, last_row(T, c[0], Ac2), 1.0 / 12},   {4, last_row(T, c[0], AAc), 1.0 / 24},
        {5, last_row(T, c[0], c[4]), 1.0 / 5},   {5, last_row(T, c[2], Ac), 1.0 / 10},
        {5, last_row(T, Ac, Ac), 1.0 / 20},      {5, last_row(T, c[1], Ac2), 1.0 / 15},
        {5, last_row(T, c[1], AAc), 1.0 / 30},   {5, last_row(T, c[0], Ac3), 1.0 / 20},
        {5, last_row(T, c[0], AcAc), 1.0 / 40},  {5, last_row(T, c[0], AAc2), 1.0 / 60},
        {5, last_row(T, c[0], AAAc), 1.0 / 120},
    };
    for (size_t k = 0; k < sizeof TREES / sizeof *TREES; k++)
        if (TREES[k].order <= order)
            assert_near(TREES[k].got, TREES[k].wanted, tolerance);
}

static void test_orders(void **of)
{
    (void)of;
    for (int k = 0; k < N_METHODS; k++)
        for (double rho = 0; rho <= 1; rho += 0.1) {
            rk_table T;
            method_table(METHODS[k].name, rho, &T, memory);
            check_order(&T, METHODS[k].order);
        }
}

/* Every stage is of second order and has the same diagonal coefficient; the first is the trapezoidal rule. */
static void test_stages(void **of)
{
    (void)of;
    for (int k = 0; k < N_METHODS; k++) {
        rk_table T;
        method_table(METHODS[k].name, 0.6, &T, memory);
        for (int i = 1; i <= T.last; i++) {
            double sum = 0, first = 0;
            for (int j = 0; j <= i; j++)
                sum += T.A[i][j], first += T.A[i][j] * T.c[j];
            assert_near(sum, T.c[i], 1e-13);
            assert_near(first, T.c[i] * T.c[i] / 2, 1e-12);
            assert_near(T.A[i][i], T.A[1][1], 1e-15);
        }
        assert_near(T.A[1][0], T.A[1][1], 1e-15);
        assert_near(T.c[T.last], 1, 0);
    }
}

/* y_i = (1 + z sum_(j<i) A_ij y_j) / (1 - z A_ii) */
static double complex growth(const rk_table *T, double complex z)
{
    double complex y[RK_STAGES] = {1};
    for (int i = 1; i <= T->last; i++) {
        double complex sum = 1;
        for (int j = 0; j < i; j++)
            sum += z * T->A[i][j] * y[j];
        y[i] = sum / (1 - z * T->A[i][i]);
    }
    return y[T->last];
}

static void test_radius_at_infinity(void **of)
{
    (void)of;
    for (int k = 0; k < N_METHODS; k++)
        for (double rho = 0; rho <= 1; rho += 0.2) {
            rk_table T;
            method_table(METHODS[k].name, rho, &T, memory);
            assert_near(cabs(growth(&T, -1e9)), METHODS[k].has_radius ? rho : 0, 1e-6);
        }
}

static void test_a_stable(void **of)
{
    (void)of;
    for (int k = 0; k < N_METHODS; k++)
        for (double rho = 0; rho <= 1; rho += 0.2) {
            rk_table T;
            method_table(METHODS[k].name, rho, &T, memory);
            for (double w = 1e-3; w < 1e5; w *= 1.1)
                assert_true(cabs(growth(&T, __builtin_complex(0.0, w))) < 1 + 1e-9);
        }
}

/* 1 - |R|^2 = (1 - rho^2) x^2n / (1 + x^2)^n with x = gamma w */
static void test_flat_dissipation(void **of)
{
    (void)of;
    for (int n = 2; n <= 5; n++) {
        rk_table T;
        static const char *const NAMES[] = {"bathe", "msstc3", "msstc4", "msstc5"};
        method_table(NAMES[n - 2], 0.6, &T, memory);
        for (double w = 0.1; w < 100; w *= 1.7) {
            const double x = T.A[1][1] * w, R = cabs(growth(&T, __builtin_complex(0.0, w)));
            assert_near(1 - R * R, (1 - 0.36) * pow(x * x / (1 + x * x), n), 1e-12);
        }
    }
}

/* gamma of the two sub-steps: half of the known (2 - sqrt(2 + 2 rho)) / (1 - rho). */
static void test_bathe_ratio(void **of)
{
    (void)of;
    rk_table T;
    method_table("bathe", 0.6, &T, memory);
    assert_near(T.c[1], (2 - sqrt(2 + 2 * 0.6)) / (1 - 0.6), 1e-14);
    method_table("bathe", 1, &T, memory);
    assert_near(T.c[1], 0.5, 1e-14);
}

/* The free instant of three sub-steps makes the quadrature of cubics exact,
 *
 *     integral of x (x - c1) (x - c2) = 1/4 - (c1 + c2)/3 + c1 c2/2 = gamma (1 - c1) (1 - c2),
 *
 * unless that would be within 0.02 of c1: then it goes to the end of that range on its side. */
static void test_free_instant_of_three(void **of)
{
    (void)of;
    int near = 0, far = 0;
    for (double rho = 0; rho <= 1; rho += 1.0 / 256) {
        rk_table T;
        method_table("mssth3", rho, &T, memory);
        const double g = T.A[1][1], c1 = T.c[1], c2 = T.c[2];
        const double constant = 1.0 / 4 - c1 / 3 - g * (1 - c1), derivative = -1.0 / 3 + c1 / 2 + g * (1 - c1);
        const double best = -constant / derivative;
        if (fabs(best - c1) < 0.02)
            near++, assert_near(c2 - c1, best > c1 ? 0.02 : -0.02, 1e-12);
        else
            far++, assert_near(c2, best, 1e-9);
    }
    assert_true(near > 0 && far > 0);
}

/* The predictor of the later stages is exact for cubics, of the last stage of DIRK54 for quintics. */
static void test_predictors(void **of)
{
    (void)of;
    static const struct {
        const char *name;
        int degree;
    } LAST[] = {{"dirk33", 3}, {"msstc4", 3}, {"dirk54", 5}, {"mssth4", 5}};
    for (int k = 0; k < 4; k++) {
        rk_table T;
        const integrator integrator = method_at(LAST[k].name, 0.6, memory);
        method_table(LAST[k].name, 0.6, &T, memory);
        const stage g = method_stage(&integrator, T.last - 1, 5, 1, 1);
        for (int p = 0; p <= LAST[k].degree; p++) {
            double derivative = 0;
            for (int j = 0; j < g.n; j++) {
                const double t = T.c[T.last - 1 - j];
                derivative +=
                    g.m[j] * (p == 0 ? 1 : pow(t, p)) + (p > 0 ? g.p[j] * p * (p == 1 ? 1 : pow(t, p - 1)) : 0);
            }
            assert_near(derivative, p, 1e-8);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_stages),
        cmocka_unit_test(test_radius_at_infinity),
        cmocka_unit_test(test_a_stable),
        cmocka_unit_test(test_flat_dissipation),
        cmocka_unit_test(test_bathe_ratio),
        cmocka_unit_test(test_free_instant_of_three),
        cmocka_unit_test(test_predictors),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
