/* descriptor_test.c - linear equations with constraints whose reduced form is known. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "linalg/descriptor.h"
#include <math.h>

static double coefficient(descriptor_row row, int column)
{
    for (int k = 0; k < row.n; k++)
        if (row.terms[k].column == column)
            return row.terms[k].c[0];
    return 0;
}

static void assert_near(double found, double wanted)
{
    if (!(fabs(found - wanted) <= 1e-12 * (1 + fabs(wanted))))
        fail_msg("%.17g instead of %.17g", found, wanted);
}

/* Unknowns of a point that moves along a line: x, y, vx, vy, l;  m v' = f - n l,  n.x = u.
 *
 * a: the angle of the normal; its rate w and its acceleration: the coefficients of n are series. */
enum { X, Y, VX, VY, L, N };

static descriptor *point_on_a_line(double mass, double stiffness, double a, double w)
{
    descriptor *d = descriptor_create(N, 1);
    const double n[2][3] = {{cos(a), -w * sin(a), -w * w / 2 * cos(a)}, {sin(a), w * cos(a), -w * w / 2 * sin(a)}};
    for (int i = 0; i < 2; i++) {
        descriptor_add_rate(d, i, X + i, 0, 1);
        descriptor_add_value(d, i, VX + i, 0, -1);
        descriptor_add_rate(d, VX + i, VX + i, 0, mass);
        descriptor_add_value(d, VX + i, X + i, 0, stiffness);
        for (int k = 0; k < 3; k++) {
            descriptor_add_value(d, VX + i, L, k, n[i][k]);
            descriptor_add_value(d, L, X + i, k, n[i][k]);
        }
        descriptor_set_class(d, X + i, DESCRIPTOR_STATE);
        descriptor_set_class(d, VX + i, DESCRIPTOR_STATE);
        descriptor_set_pair(d, X + i, VX + i);
    }
    descriptor_add_input(d, L, 0, 0, -1);
    descriptor_set_class(d, L, DESCRIPTOR_ALGEBRAIC);
    return d;
}

/* The motion along the line, s, has m s'' = -k s + m w^2 s; x = -s sin a, y = s cos a. */
static void rotating_line_gives_the_centrifugal_force(void **unused)
{
    (void)unused;
    const double mass = 2, k = 50, a = 0.3, w = 3;
    descriptor *d = point_on_a_line(mass, k, a, w);
    descriptor_set_interval(d, 1e-3);
    assert_int_equal(descriptor_reduce(d), DESCRIPTOR_OK);
    const int *states;
    assert_int_equal(descriptor_states(d, &states), 2);
    const int x = states[0], v = states[1];
    assert_int_equal(v, x + VX);
    /* x = c s with c = -sin a, or cos a: x'' = c'' s + 2 c' s' + c s'', s = x / c, s' = (v - c' x / c) / c */
    const double c = x == X ? -sin(a) : cos(a), c1 = x == X ? -w * cos(a) : -w * sin(a), c2 = -w * w * c;
    const double F = -k / mass + w * w;
    assert_near(coefficient(descriptor_rate(d, x), N + v), 1);
    assert_near(coefficient(descriptor_rate(d, v), N + v), 2 * c1 / c);
    assert_near(coefficient(descriptor_rate(d, v), N + x), c2 / c - 2 * c1 * c1 / (c * c) + F);
    descriptor_destroy(d);
}

/* With the normal along x: x = u, y is free; l = -m u'' - k u. */
static void input_of_a_constraint_acts_by_its_derivatives(void **unused)
{
    (void)unused;
    descriptor *d = point_on_a_line(2, 50, 0, 0);
    assert_int_equal(descriptor_reduce(d), DESCRIPTOR_OK);
    const int *states;
    assert_int_equal(descriptor_states(d, &states), 2);
    assert_int_equal(states[0], Y);
    assert_near(coefficient(descriptor_unknown(d, X), 2 * N), 1);
    assert_near(coefficient(descriptor_unknown(d, VX), 2 * N + 1), 1);
    assert_near(coefficient(descriptor_unknown(d, L), 2 * N), -50);
    assert_near(coefficient(descriptor_unknown(d, L), 2 * N + 2), -2);
    assert_near(coefficient(descriptor_rate(d, VY), N + Y), -25);
    descriptor_destroy(d);
}

/* The same constraint twice: one multiplier is zero. */
static void repeated_constraint_has_no_multiplier(void **unused)
{
    (void)unused;
    descriptor *d = descriptor_create(4, 0); /* x' = v, v' = -l1 - 2 l2, x = 0, 2 x = 0 */
    descriptor_add_rate(d, 0, 0, 0, 1);
    descriptor_add_value(d, 0, 1, 0, -1);
    descriptor_add_rate(d, 1, 1, 0, 1);
    descriptor_add_value(d, 1, 2, 0, 1);
    descriptor_add_value(d, 1, 3, 0, 2);
    descriptor_add_value(d, 2, 0, 0, 1);
    descriptor_add_value(d, 3, 0, 0, 2);
    for (int i = 0; i < 4; i++)
        descriptor_set_class(d, i, i < 2 ? DESCRIPTOR_STATE : DESCRIPTOR_ALGEBRAIC);
    const int *states;
    assert_int_equal(descriptor_reduce(d), DESCRIPTOR_OK);
    assert_int_equal(descriptor_states(d, &states), 0);
    assert_int_equal(descriptor_repeated(d), 1);
    descriptor_destroy(d);
}

/* Masses 1 and m are coupled so that their matrix is nearly singular, and regular where x = y: (4 + e) x'' = -k x. */
static void nearly_singular_masses_are_no_harm_if_a_constraint_makes_them_regular(void **unused)
{
    (void)unused;
    const double e = 1e-9, mass[2][2] = {{1, 1}, {1, 1 + e}}, stiffness[2] = {3, 5};
    descriptor *d = descriptor_create(N, 0);
    for (int i = 0; i < 2; i++) {
        descriptor_add_rate(d, i, X + i, 0, 1);
        descriptor_add_value(d, i, VX + i, 0, -1);
        for (int k = 0; k < 2; k++)
            descriptor_add_rate(d, VX + i, VX + k, 0, mass[i][k]);
        descriptor_add_value(d, VX + i, X + i, 0, stiffness[i]);
        descriptor_add_value(d, VX + i, L, 0, i == 0 ? 1 : -1);
        descriptor_add_value(d, L, X + i, 0, i == 0 ? 1 : -1);
        descriptor_set_class(d, X + i, DESCRIPTOR_STATE);
        descriptor_set_class(d, VX + i, DESCRIPTOR_STATE);
        descriptor_set_pair(d, X + i, VX + i);
    }
    descriptor_set_class(d, L, DESCRIPTOR_ALGEBRAIC);
    const int *states;
    assert_int_equal(descriptor_reduce(d), DESCRIPTOR_OK);
    assert_int_equal(descriptor_states(d, &states), 2);
    assert_near(coefficient(descriptor_rate(d, states[1]), N + states[0]), -8 / (4 + e));
    descriptor_destroy(d);
}

static void unknown_without_equation_is_named(void **unused)
{
    (void)unused;
    descriptor *d = descriptor_create(2, 0); /* x' = -x, x' = -x */
    for (int i = 0; i < 2; i++) {
        descriptor_add_rate(d, i, 0, 0, 1);
        descriptor_add_value(d, i, 0, 0, 1);
        descriptor_set_class(d, i, DESCRIPTOR_STATE);
    }
    assert_int_equal(descriptor_reduce(d), DESCRIPTOR_UNDETERMINED);
    assert_int_equal(descriptor_culprit(d), 1);
    descriptor_destroy(d);
    d = descriptor_create(2, 0); /* x + y = 0 twice */
    for (int i = 0; i < 2; i++) {
        descriptor_add_value(d, i, 0, 0, 1);
        descriptor_add_value(d, i, 1, 0, 1);
        descriptor_set_class(d, i, DESCRIPTOR_STATE);
    }
    descriptor_add_rate(d, 0, 0, 0, 1);
    descriptor_add_rate(d, 0, 1, 0, 1);
    assert_int_equal(descriptor_reduce(d), DESCRIPTOR_UNDETERMINED);
    assert_in_range(descriptor_culprit(d), 0, 1);
    descriptor_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotating_line_gives_the_centrifugal_force),
        cmocka_unit_test(input_of_a_constraint_acts_by_its_derivatives),
        cmocka_unit_test(repeated_constraint_has_no_multiplier),
        cmocka_unit_test(nearly_singular_masses_are_no_harm_if_a_constraint_makes_them_regular),
        cmocka_unit_test(unknown_without_equation_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
