/* renewal_test.c - when factors are renewed: costs that can be added up by hand. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "nonlinear/renewal.h"
#include <math.h>

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

static void corrections_follow_the_rate(void **of)
{
    (void)of;
    assert_near(renewal_corrections(1.0, 1.5e-6, 0.1), 6, 0);
    assert_near(renewal_corrections(1.0, 1.0, 0.1), 0, 0);
    assert_near(renewal_corrections(2.0, 1.0, 1e-9), 1, 0);
    assert_near(renewal_corrections(2.0, 1.0, 0.0), 1, 0);
    assert_true(isinf(renewal_corrections(2.0, 1.0, 1.0)));
    assert_true(isinf(renewal_corrections(2.0, 1.0, 3.0)));
}

/* An error of 1e6 targets: 6 corrections at a rate of 0.1, 3 at its square, 2 at 0.001. */
static void factors_are_renewed_in_a_solution_if_that_is_cheaper(void **of)
{
    (void)of;
    renewal renewal = {.price = 2.5, .gain = 1e-3};
    assert_true(renewal_pays(&renewal, 0.99e6, 1.0, 0.1, true));
    renewal.price = 3.5;
    assert_false(renewal_pays(&renewal, 0.99e6, 1.0, 0.1, true));
    assert_true(renewal_pays(&renewal, 0.99e6, 1.0, 0.1, false));
    renewal.price = 4.5;
    assert_false(renewal_pays(&renewal, 0.99e6, 1.0, 0.1, false));
    assert_true(renewal_pays(&renewal, 0.99e6, 1.0, 1.0, false));
}

/* The k-th solution with the same factors takes k corrections. With a price of 6, a cycle of n solutions costs
 * 6 / n + (n + 1) / 2 a solution: 4 at n = 3 and at n = 4, more for any other n. */
static void mean_cost_of_a_solution_is_the_least(void **of)
{
    (void)of;
    enum { SOLVES = 1200 };
    renewal renewal = {.price = 6.0};
    double cost = 0.0;
    for (int i = 0, age = 0; i < SOLVES; i++) {
        const bool keeps = i > 0 && !renewal_is_due(&renewal);
        age = keeps ? age + 1 : 1;
        cost += age + (keeps ? 0.0 : renewal.price);
        renewal_record(&renewal, keeps, age, keeps ? 0 : 1);
    }
    assert_near(cost / SOLVES, 4.0, 0.01);
}

/* Old factors take 3 corrections where new ones, at a price of 1, take 1: they are tried less and less often. */
static void factors_that_do_not_serve_are_seldom_kept(void **of)
{
    (void)of;
    enum { SOLVES = 1000 };
    renewal renewal = {.price = 1.0};
    int kept = 0;
    for (int i = 0; i < SOLVES; i++) {
        const bool keeps = i > 0 && !renewal_is_due(&renewal);
        kept += keeps;
        renewal_record(&renewal, keeps, keeps ? 3 : 1, keeps ? 0 : 1);
        assert_true(renewal_is_valid(&renewal));
    }
    assert_true(kept >= 4 && kept <= 8);
}

static void gain_is_that_of_the_first_correction(void **of)
{
    (void)of;
    renewal renewal = {0};
    renewal_observe(&renewal, 1, 1e-4);
    renewal_observe(&renewal, 2, 3e-2);
    renewal_observe(&renewal, 3, 1e-4);
    assert_near(renewal.gain, 1e-4, 0);
}

static void factors_that_fail_within_a_solution_are_distrusted(void **of)
{
    (void)of;
    renewal renewal = {.price = 1e3, .gain = 1e-9};
    renewal_trust(&renewal, false);
    assert_int_equal(renewal.exact, 3);
    renewal_trust(&renewal, false);
    assert_int_equal(renewal.exact, 15);
    renewal_trust(&renewal, true);
    assert_int_equal(renewal.exact, 0);
    assert_true(renewal_pays(&renewal, 1e2, 1.0, 0.3, true));
}

static void damaged_data_are_refused(void **of)
{
    (void)of;
    assert_true(renewal_is_valid(&(renewal){0}));
    assert_false(renewal_is_valid(&(renewal){.patience = -5}));
    assert_false(renewal_is_valid(&(renewal){.patience = 1 << 20}));
    assert_false(renewal_is_valid(&(renewal){.pause = -1}));
    assert_false(renewal_is_valid(&(renewal){.solves = -1}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(corrections_follow_the_rate),
                                       cmocka_unit_test(factors_are_renewed_in_a_solution_if_that_is_cheaper),
                                       cmocka_unit_test(mean_cost_of_a_solution_is_the_least),
                                       cmocka_unit_test(factors_that_do_not_serve_are_seldom_kept),
                                       cmocka_unit_test(gain_is_that_of_the_first_correction),
                                       cmocka_unit_test(factors_that_fail_within_a_solution_are_distrusted),
                                       cmocka_unit_test(damaged_data_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
