/* c81_test.c - looking up tables of airfoil data, and what is found of the lift near zero incidence.
 *
 *     between four points    (1-u) (1-v) c00 + u (1-v) c10 + (1-u) v c01 + u v c11
 *     derivative             of the chord between the ends of the linear part: the last points before a chord from the
 *                            first incidence that is not negative has less than 1 - tolerance of its first one */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "element/aero/c81.h"
#include <math.h>

static void near_to(double a, double b)
{
    if (!(fabs(a - b) <= 1e-12 * fmax(1.0, fabs(b))))
        fail_msg("%.17g is not %.17g", a, b);
}

/* --- axes --------------------------------------------------------------------------------------------------------- */

enum { UNEVEN = 7 };
static const double POINTS[UNEVEN] = {-180, -20, -19.99, 0, 3, 11, 180};

/* The interval by comparing with every point. */
static int interval(double x)
{
    int k = 0;
    while (k < UNEVEN - 2 && x >= POINTS[k + 1])
        k++;
    return k;
}

static void numbers_are_found_in_their_interval(void **unused)
{
    (void)unused;
    c81_axis c81_axis = {.n = UNEVEN, .values = POINTS};
    c81_axis_prepare(&c81_axis);
    near_to(c81_axis.scale, C81_CELLS / 360.0);
    for (int i = 1; i < 7200; i++) {
        const double x = -180 + 0.05 * i;
        const int k = interval(x);
        const c81_spot c81_spot = c81_find(&c81_axis, x);
        assert_int_equal(c81_spot.k, k);
        near_to(c81_spot.per_unit, 1 / (POINTS[k + 1] - POINTS[k]));
        near_to(c81_spot.u, (x - POINTS[k]) / (POINTS[k + 1] - POINTS[k]));
    }
    for (int k = 1; k < UNEVEN - 1; k++)
        assert_true(c81_find(&c81_axis, POINTS[k]).k == k && c81_find(&c81_axis, POINTS[k]).u == 0.0);
}

static void ends_of_an_axis(void **unused)
{
    (void)unused;
    c81_axis c81_axis = {.n = UNEVEN, .values = POINTS}, one = {.n = 1, .values = POINTS};
    c81_axis_prepare(&c81_axis);
    c81_axis_prepare(&one);
    static const struct {
        double x, u;
        int k;
    } ENDS[] = {{-180, 0, 0}, {-200, 0, 0}, {180, 1, UNEVEN - 2}, {181, 1, UNEVEN - 2}};
    for (int i = 0; i < 4; i++) {
        const c81_spot s = c81_find(&c81_axis, ENDS[i].x);
        assert_true(s.k == ENDS[i].k && s.u == ENDS[i].u && s.per_unit == 0.0);
        const c81_spot alone = c81_find(&one, ENDS[i].x);
        assert_true(alone.k == 0 && alone.u == 0.0 && alone.per_unit == 0.0);
    }
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

static const double ALPHA[] = {-10, 0, 4, 10}, MACH[] = {0.1, 0.5, 0.7};
static const double LIFT[4][3] = {{-1, -1.2, -0.8}, {0.1, 0.2, 0.15}, {0.5, 0.8, 0.7}, {0.9, 1.0, 1.3}};

static double between(int i, int j, double u, double v)
{
    return (1 - u) * ((1 - v) * LIFT[i][j] + v * LIFT[i][j + 1]) +
           u * ((1 - v) * LIFT[i + 1][j] + v * LIFT[i + 1][j + 1]);
}

static void tables_are_bilinear(void **unused)
{
    (void)unused;
    c81_table table = {.alpha = {.n = 4, .values = ALPHA}, .mach = {.n = 3, .values = MACH}, .c = LIFT[0]};
    c81_axis_prepare(&table.alpha);
    c81_axis_prepare(&table.mach);
    for (int n = 0; n < 54; n++) {
        const int i = n / 18, j = n / 9 % 2;
        const double u = 0.1 + 0.4 * (n % 3), v = 0.2 + 0.3 * (n / 3 % 3);
        const double a = ALPHA[i] + u * (ALPHA[i + 1] - ALPHA[i]), m = MACH[j] + v * (MACH[j + 1] - MACH[j]);
        const c81_spot alpha = c81_find(&table.alpha, a), mach = c81_find(&table.mach, m);
        double by_alpha, by_mach;
        near_to(c81_value(&table, &alpha, &mach, &by_alpha, &by_mach), between(i, j, u, v));
        near_to(by_alpha, (between(i, j, 1, v) - between(i, j, 0, v)) / (ALPHA[i + 1] - ALPHA[i]));
        near_to(by_mach, (between(i, j, u, 1) - between(i, j, u, 0)) / (MACH[j + 1] - MACH[j]));
    }
}

static void two_points_along_each_axis(void **unused)
{
    (void)unused;
    static const double C[] = {-1, -1.2, 0.1, 0.2};
    c81_table table = {.alpha = {.n = 2, .values = ALPHA}, .mach = {.n = 2, .values = MACH}, .c = C};
    c81_axis_prepare(&table.alpha);
    c81_axis_prepare(&table.mach);
    const c81_spot alpha = c81_find(&table.alpha, -7.5), mach = c81_find(&table.mach, 0.3);
    double by_alpha, by_mach;
    near_to(c81_value(&table, &alpha, &mach, &by_alpha, &by_mach), between(0, 0, 0.25, 0.5));
    near_to(by_alpha, (0.15 + 1.1) / 10);
    near_to(by_mach, (-0.75 * 0.2 + 0.25 * 0.1) / 0.4);
}

/* Beyond the ends nothing changes along that axis; one incidence, or one Mach number, counts for all. */
static void tables_end_level(void **unused)
{
    (void)unused;
    c81_table table = {.alpha = {.n = 4, .values = ALPHA}, .mach = {.n = 3, .values = MACH}, .c = LIFT[0]};
    c81_table row = {.alpha = {.n = 1, .values = ALPHA}, .mach = {.n = 3, .values = MACH}, .c = LIFT[0]};
    c81_table single = {.alpha = {.n = 4, .values = ALPHA}, .mach = {.n = 1, .values = MACH}, .c = MACH};
    const double column[] = {-1, 0.1, 0.5, 0.9};
    single.c = column;
    c81_table *const all[] = {&table, &row, &single};
    for (int i = 0; i < 3; i++)
        c81_axis_prepare(&all[i]->alpha), c81_axis_prepare(&all[i]->mach);
    double by_alpha, by_mach;
    c81_spot alpha = c81_find(&table.alpha, 50), mach = c81_find(&table.mach, 0.6);
    near_to(c81_value(&table, &alpha, &mach, &by_alpha, &by_mach), 1.15);
    assert_true(by_alpha == 0.0);
    near_to(by_mach, 0.3 / 0.2);
    alpha = c81_find(&table.alpha, 2), mach = c81_find(&table.mach, 0.9);
    near_to(c81_value(&table, &alpha, &mach, &by_alpha, &by_mach), 0.425);
    near_to(by_alpha, 0.55 / 4);
    assert_true(by_mach == 0.0);
    alpha = c81_find(&row.alpha, 2), mach = c81_find(&row.mach, 0.3);
    near_to(c81_value(&row, &alpha, &mach, &by_alpha, &by_mach), -1.1);
    assert_true(by_alpha == 0.0);
    near_to(by_mach, -0.2 / 0.4);
    alpha = c81_find(&single.alpha, 2), mach = c81_find(&single.mach, 0.3);
    near_to(c81_value(&single, &alpha, &mach, &by_alpha, &by_mach), 0.3);
    near_to(by_alpha, 0.1);
    assert_true(by_mach == 0.0);
}

/* From the last Mach number on, and of one alone, the entry behind the others counts. */
static void rows_with_a_last_entry(void **unused)
{
    (void)unused;
    static const double ROW[] = {1, 3, 2, 7};
    c81_axis c81_axis = {.n = 3, .values = MACH};
    c81_axis_prepare(&c81_axis);
    double derivative;
    const c81_spot inside = c81_find(&c81_axis, 0.4), below = c81_find(&c81_axis, 0.05),
                   last = c81_find(&c81_axis, 0.7), above = c81_find(&c81_axis, 0.8);
    near_to(c81_row_and_last(ROW, 3, &inside, &derivative), 2.5);
    near_to(derivative, 5.0);
    near_to(c81_row_and_last(ROW, 3, &below, &derivative), 1);
    assert_true(derivative == 0.0);
    near_to(c81_row_and_last(ROW, 3, &last, &derivative), 7);
    near_to(c81_row_and_last(ROW, 3, &above, &derivative), 7);
    assert_true(derivative == 0.0);
    near_to(c81_row_and_last(ROW, 1, &(c81_spot){0, 0, 0}, &derivative), 3);
    assert_true(derivative == 0.0);
}

/* --- zero incidence ----------------------------------------------------------------------------------------------- */

/* Lift of one Mach number over incidences; drag the same. */
static void zero_is(int n, const double *alpha, const double *c, double lift0, double derivative, double last)
{
    static const double NUMBERS[] = {0.3, 0.7};
    double twice[16];
    for (int i = 0; i < 2 * n; i++)
        twice[i] = c[i / 2];
    arena *memory = arena_create();
    c81_data data = {.tolerance = 0.1};
    for (int i = 0; i < AIRFOIL_COUNT; i++)
        data.tables[i] =
            (c81_table){.alpha = {.n = n, .values = alpha}, .mach = {.n = 2, .values = NUMBERS}, .c = twice};
    c81_prepare(memory, &data);
    for (int j = 0; j < 2; j++) {
        near_to(data.lift0[j], lift0);
        near_to(data.lift_slope[j], derivative);
        near_to(data.drag0[j], lift0);
    }
    near_to(data.lift0[2], last);
    near_to(data.drag0[2], last);
    for (int i = 0; i < AIRFOIL_COUNT; i++) {
        near_to(data.tables[i].alpha.scale, C81_CELLS / (alpha[n - 1] - alpha[0]));
        near_to(data.tables[i].mach.scale, C81_CELLS / (NUMBERS[1] - NUMBERS[0]));
    }
    arena_destroy(memory);
}

static void lift_near_zero(void **unused)
{
    (void)unused;
    static const double A[] = {-12, -8, -4, 0, 4, 8, 12, 16}, B[] = {-6, -2, 2, 6};
    static const double STALLS[] = {-0.9, -0.8, -0.4, 0.0, 0.4, 0.8, 0.9, 0.7},
                        LINE[] = {-1.1, -0.7, -0.3, 0.1, 0.5, 0.9, 1.3, 1.7};
    static const double FALLS[] = {1.0, 0.7, 0.4, 0.0, -0.4, -0.7, -1.0, -1.3}, KINK[] = {-0.9, -0.5, 0.1, 0.5};
    zero_is(8, A, STALLS, 0.0, 1.6 / 16, 0.0);
    zero_is(8, A, LINE, 0.1, 0.1, 0.1);  /* linear to its ends */
    zero_is(8, A, FALLS, 0.0, 0.0, 0.0); /* flatter and flatter: neither end */
    zero_is(4, B, KINK, -0.3, 1.0 / 8, -0.2);
}

/* A table that falls and gets steeper has an end; without the other, -cl(a1) / (1 - a1), or cl(a2). */
static void lift_that_falls(void **unused)
{
    (void)unused;
    static const double A[] = {-8, -4, 0, 4, 8};
    static const double UP[] = {0.7, 0.4, 0.0, -0.4, -0.9}, DOWN[] = {0.9, 0.4, 0.0, -0.4, -0.7};
    zero_is(5, A, UP, 0.0, -0.4, 0.0);
    zero_is(5, A, DOWN, 0.0, -0.4 / (1.0 + 4.0), 0.0);
}

/* All incidences on one side of zero. */
static void lift_on_one_side(void **unused)
{
    (void)unused;
    static const double ABOVE[] = {2, 4, 8}, BELOW[] = {-8, -4, -2}, C[] = {0.3, 0.5, 0.9};
    zero_is(3, ABOVE, C, 0.1, 0.9, 0.3);
    zero_is(3, BELOW, C, 1.3, -0.5 / (1.0 + 4.0), 0.9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_found_in_their_interval),
        cmocka_unit_test(ends_of_an_axis),
        cmocka_unit_test(tables_are_bilinear),
        cmocka_unit_test(two_points_along_each_axis),
        cmocka_unit_test(tables_end_level),
        cmocka_unit_test(rows_with_a_last_entry),
        cmocka_unit_test(lift_near_zero),
        cmocka_unit_test(lift_that_falls),
        cmocka_unit_test(lift_on_one_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
