/* rotation_test.c - identities and finite differences of the finite rotations. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "math/rotation.h"

static uint64_t seed = 88172645463325252u;

static double uniform(void)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (double)(seed >> 11) / 4503599627370496.0 - 1.0;
}

static vec3 random_vector(void)
{
    const double x = uniform(), y = uniform();
    return (vec3){x, y, uniform()};
}

static vec3 random_direction(void)
{
    vec3 v = random_vector();
    while (vec3_norm(v) < 0.1)
        v = random_vector();
    return vec3_scale(1.0 / vec3_norm(v), v);
}

static double difference(const mat3 *a, const mat3 *b)
{
    double most = 0.0;
    for (int i = 0; i < 9; i++)
        most = fmax(most, fabs(a->e[i / 3][i % 3] - b->e[i / 3][i % 3]));
    return most;
}

static void assert_same(const mat3 *a, const mat3 *b, double tolerance)
{
    if (!(difference(a, b) <= tolerance))
        fail_msg("matrices differ by %g", difference(a, b));
}

static void assert_near(vec3 a, vec3 b, double tolerance)
{
    if (!(vec3_norm(vec3_sub(a, b)) <= tolerance))
        fail_msg("(%.17g %.17g %.17g) is not (%.17g %.17g %.17g)", a.x, a.y, a.z, b.x, b.y, b.z);
}

static void assert_rotation(const mat3 *R)
{
    const mat3 square = mat3_mult(R, R);
    assert_same(&square, &MAT3_EYE, 4e-15);
    assert_true(fabs(mat3_det(R) - 1.0) < 4e-15);
}

/* The angles that are hard: nothing, next to nothing, around the change of formulas, near pi. */
static const double ANGLES[] = {0.0,  1e-300, 1e-160, 1e-20,         1e-10,           1e-8,
                                1e-5, 1e-3,   0.1,    0.5,           0.999,           1.001,
                                1.5,  2.0,    3.0,    3.14159265358, 3.14159265358979};

static void exp_is_a_rotation_about_its_axis(void **state)
{
    (void)state;
    for (unsigned k = 0; k < sizeof ANGLES / sizeof *ANGLES; k++) {
        const vec3 n = random_direction(), phi = vec3_scale(ANGLES[k], n);
        const mat3 R = rotation_exp(phi);
        assert_rotation(&R);
        assert_near(mat3_mulv(&R, n), n, 1e-15);
        assert_true(fabs(R.e[0][0] + R.e[1][1] + R.e[2][2] - 1.0 - 2.0 * cos(ANGLES[k])) < 4e-15);
    }
    const mat3 quarter = rotation_exp((vec3){0.0, 0.0, M_PI_2});
    const mat3 expected = {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
    assert_same(&quarter, &expected, 3e-16);
}

static void exp_beyond_pi_is_the_short_way_back(void **state)
{
    (void)state;
    const vec3 n = random_direction();
    const mat3 a = rotation_exp(vec3_scale(M_PI + 1.0, n)), b = rotation_exp(vec3_scale(1.0 - M_PI, n));
    assert_same(&a, &b, 2e-15);
}

static void log_inverts_exp_at_every_angle(void **state)
{
    (void)state;
    for (int i = 0; i < 200; i++) {
        for (unsigned k = 0; k < sizeof ANGLES / sizeof *ANGLES; k++) {
            const vec3 phi = vec3_scale(ANGLES[k], random_direction());
            const mat3 R = rotation_exp(phi);
            assert_near(rotation_log(&R), phi, 1e-15 + 4e-15 * ANGLES[k]);
        }
    }
}

static void log_keeps_tiny_vectors_to_the_last_digit(void **state)
{
    (void)state;
    const vec3 phi = {1e-12, -2e-12, 3e-12};
    const mat3 R = rotation_exp(phi);
    assert_near(rotation_log(&R), phi, 1e-27);
}

static void whole_revolutions_are_counted(void **state)
{
    (void)state;
    const double step = 0.7;
    const vec3 axis = {2.0 / 3.0, -1.0 / 3.0, 2.0 / 3.0};
    vec3 rotated = {0.0, 0.0, 0.0};
    for (int i = 1; i <= 40; i++) {
        const mat3 R = rotation_exp(vec3_scale(step * i, axis));
        rotated = rotation_unwrap(rotation_log(&R), rotated);
        assert_near(rotated, vec3_scale(step * i, axis), 1e-13);
    }
    const vec3 five = vec3_scale(10.0 * acos(-1.0), axis);
    assert_near(rotation_unwrap((vec3){0.0, 1e-16, 0.0}, five), five, 1e-13);
    assert_near(rotation_unwrap((vec3){0.1, 0.2, 0.3}, (vec3){0.0, 0.0, 0.0}), (vec3){0.1, 0.2, 0.3}, 0.0);
}

static void log_at_pi_lies_on_the_axis(void **state)
{
    (void)state;
    for (int i = 0; i < 100; i++) {
        const vec3 n = random_direction();
        mat3 R = mat3_skew_skew(n, n);
        R = mat3_scale(2.0, &R);
        R = mat3_add(&R, &MAT3_EYE);
        const vec3 phi = rotation_log(&R);
        assert_true(fabs(vec3_norm(phi) - M_PI) < 1e-14);
        assert_true(vec3_norm(vec3_cross(phi, n)) < 1e-14);
    }
}

static void cgr_is_twice_the_tangent_of_half_the_angle(void **state)
{
    (void)state;
    for (unsigned k = 0; k < sizeof ANGLES / sizeof *ANGLES - 2; k++) {
        const vec3 n = random_direction();
        const double size = 2.0 * tan(0.5 * ANGLES[k]);
        const vec3 g = vec3_scale(size, n);
        const mat3 R = rotation_from_cgr(g), E = rotation_exp(vec3_scale(ANGLES[k], n));
        assert_rotation(&R);
        assert_same(&R, &E, 4e-15);
        assert_near(rotation_to_cgr(&R), g, 1e-15 + 1e-14 * size * (1.0 + size));
    }
}

static void spin_inverses_are_inverses(void **state)
{
    (void)state;
    for (int i = 0; i < 100; i++) {
        const vec3 phi = vec3_scale(ANGLES[i % 16], random_direction());
        const mat3 G = rotation_cgr_spin(phi), g = rotation_cgr_spin_inverse(phi), product = mat3_mul(&G, &g);
        assert_same(&product, &MAT3_EYE, 4e-15);
        const mat3 S = rotation_exp_spin(phi), s = rotation_exp_spin_inverse(phi), one = mat3_mul(&S, &s);
        assert_same(&one, &MAT3_EYE, 1e-14);
    }
}

/* The axial vector of (R(p + h q) - R(p - h q)) / (2 h) R(p)'. */
static vec3 spin_by_differences(mat3 (*rotation)(vec3), vec3 p, vec3 q, double h)
{
    const mat3 R = rotation(p), after = rotation(vec3_axpy(p, h, q)), before = rotation(vec3_axpy(p, -h, q));
    mat3 d = mat3_sub(&after, &before);
    d = mat3_scale(0.5 / h, &d);
    d = mat3_mult(&d, &R);
    return (vec3){0.5 * (d.e[2][1] - d.e[1][2]), 0.5 * (d.e[0][2] - d.e[2][0]), 0.5 * (d.e[1][0] - d.e[0][1])};
}

static void spin_matrices_agree_with_differences(void **state)
{
    (void)state;
    for (int i = 0; i < 200; i++) {
        const vec3 p = vec3_scale(3.0 * uniform(), random_direction()), q = random_direction();
        const mat3 G = rotation_cgr_spin(p), S = rotation_exp_spin(p);
        assert_near(mat3_mulv(&G, q), spin_by_differences(rotation_from_cgr, p, q, 1e-5), 1e-9);
        assert_near(mat3_mulv(&S, q), spin_by_differences(rotation_exp, p, q, 1e-5), 1e-9);
    }
}

static void series_and_closed_forms_meet(void **state)
{
    (void)state;
    const vec3 n = random_direction(), below = vec3_scale(1.0 - 1e-15, n), above = vec3_scale(1.0 + 1e-15, n);
    const mat3 a = rotation_exp_spin(below), b = rotation_exp_spin(above);
    assert_same(&a, &b, 1e-14);
    const mat3 c = rotation_exp_spin_inverse(below), d = rotation_exp_spin_inverse(above);
    assert_same(&c, &d, 1e-14);
}

/* About axis 3 by a: the spin matrix has sin(a)/a and (1 - cos(a))/a in the plane, its inverse a/2 cot(a/2) and a/2. */
static void spin_matrices_about_an_axis(void **state)
{
    (void)state;
    for (long double a = 0.01L; a < 3.1L; a += a < 0.9L || a > 1.1L ? 0.01L : 0.0009L) {
        const vec3 phi = {0, 0, (double)a};
        const mat3 S = rotation_exp_spin(phi), s = rotation_exp_spin_inverse(phi);
        const long double b = phi.z; /* as it was rounded */
        assert_true(fabsl(S.e[0][0] - sinl(b) / b) < 5e-16L);
        assert_true(fabsl(S.e[1][0] - (1.0L - cosl(b)) / b) < 5e-16L);
        assert_true(fabsl(s.e[1][1] - b / 2.0L / tanl(b / 2.0L)) < 1e-15L);
        assert_true(fabsl(s.e[0][1] - b / 2.0L) < 5e-16L);
    }
}

static void angles_follow_their_sequences(void **state)
{
    (void)state;
    const vec3 t = {0.3, -0.5, 0.8};
    const mat3 x = rotation_exp((vec3){t.x, 0, 0}), y = rotation_exp((vec3){0, t.y, 0}),
               z = rotation_exp((vec3){0, 0, t.z});
    const mat3 xy = mat3_mul(&x, &y), xyz = mat3_mul(&xy, &z), given123 = rotation_from_euler123(t);
    assert_same(&given123, &xyz, 1e-15);
    const mat3 a = rotation_exp((vec3){0, 0, t.x}), b = rotation_exp((vec3){t.y, 0, 0});
    const mat3 ab = mat3_mul(&a, &b), abz = mat3_mul(&ab, &z), given313 = rotation_from_euler313(t);
    assert_same(&given313, &abz, 1e-15);
    const mat3 c = rotation_exp((vec3){t.z, 0, 0}), ay = mat3_mul(&a, &y), ayc = mat3_mul(&ay, &c);
    const mat3 given321 = rotation_from_euler321(t);
    assert_same(&given321, &ayc, 1e-15);
}

static void angles_come_back(void **state)
{
    (void)state;
    for (int i = 0; i < 200; i++) {
        const vec3 t = {3.1 * uniform(), 1.5 * uniform(), 3.1 * uniform()};
        const mat3 r123 = rotation_from_euler123(t), r321 = rotation_from_euler321(t);
        assert_near(rotation_to_euler123(&r123), t, 1e-13);
        assert_near(rotation_to_euler321(&r321), t, 1e-13);
        const vec3 u = {t.x, fabs(t.y) + 0.05, t.z};
        const mat3 r313 = rotation_from_euler313(u);
        assert_near(rotation_to_euler313(&r313), u, 1e-13);
    }
}

static void angles_at_gimbal_lock_give_the_same_matrix(void **state)
{
    (void)state;
    const mat3 r123 = rotation_from_euler123((vec3){0.7, M_PI_2, -0.4}),
               r313 = rotation_from_euler313((vec3){0.7, 0.0, -0.4});
    const mat3 again123 = rotation_from_euler123(rotation_to_euler123(&r123));
    const mat3 again313 = rotation_from_euler313(rotation_to_euler313(&r313));
    assert_same(&again123, &r123, 1e-15);
    assert_same(&again313, &r313, 1e-15);
    /* Rounding does not choose the first angle. */
    const mat3 up = {{{1e-25, -0.6, -0.8}, {-3e-25, 0.8, -0.6}, {1, 2e-25, -1e-25}}};
    mat3 across = {{{2e-25, -1e-25, 1}, {0.6, 0.8, -3e-25}, {-0.8, 0.6, 1e-25}}};
    assert_true(rotation_to_euler321(&up).x == 0.0);
    assert_near(rotation_to_euler123(&across), (vec3){0.0, M_PI_2, atan2(0.6, 0.8)}, 1e-15);
}

/* A turn about the first axis, or about the last one, of a frame at a right angle: what a perturbation of 4e-23, a
 * millionth of its cosine, would do to the other angle is not printed. */
static void angles_at_gimbal_lock_stay_with_one_axis(void **state)
{
    (void)state;
    const vec3 t = {2e-3, -M_PI_2, 0.0}, u = {2e-3, M_PI_2, 0.0}, last = {0.0, M_PI_2, 0.3}, both = {0.7, M_PI_2, -0.4};
    mat3 r123 = rotation_from_euler123(t), r321 = rotation_from_euler321(u);
    const mat3 last123 = rotation_from_euler123(last), last321 = rotation_from_euler321(last);
    const mat3 both123 = rotation_from_euler123(both), both321 = rotation_from_euler321(both);
    r123.e[1][2] += 4e-23;
    r321.e[1][0] -= 4e-23;
    assert_near(rotation_to_euler123(&r123), t, 1e-15);
    assert_near(rotation_to_euler321(&r321), u, 1e-15);
    assert_near(rotation_to_euler123(&last123), last, 1e-15);
    assert_near(rotation_to_euler321(&last321), last, 1e-15);
    assert_near(rotation_to_euler123(&both123), both, 1e-14);
    assert_near(rotation_to_euler321(&both321), both, 1e-14);
}

static void assert_bits(double value, double expected)
{
    assert_true(value == expected);
    assert_int_equal(!!signbit(value), !!signbit(expected));
}

/* The signs that MBDyn prints for the identity. */
static void angles_of_the_identity(void **state)
{
    (void)state;
    const vec3 a = rotation_to_euler123(&MAT3_EYE), b = rotation_to_euler313(&MAT3_EYE),
               c = rotation_to_euler321(&MAT3_EYE);
    assert_bits(a.x, -0.0);
    assert_bits(a.y, 0.0);
    assert_bits(a.z, 0.0);
    assert_bits(b.x, M_PI);
    assert_bits(b.y, 0.0);
    assert_true(fabs(b.z + M_PI) < 1e-15);
    assert_bits(c.x, 0.0);
    assert_bits(c.y, -0.0);
    assert_bits(c.z, 0.0);
}

/* A product of a hundred thousand rotations stretches by rounding; made orthonormal it is one to the last digits, and
 * turned by no more than the stretch. */
static void products_are_made_orthonormal(void **unused)
{
    (void)unused;
    const mat3 rotation = rotation_exp(vec3_scale(0.3, random_direction()));
    mat3 R = rotation;
    for (int i = 0; i < 100000; i++)
        R = mat3_mul(&rotation, &R);
    const mat3 stretched = mat3_scale(1.0 + 1e-9, &R), N = rotation_normalised(&stretched), product = mat3_tmul(&N, &N);
    assert_same(&product, &MAT3_EYE, 1e-15);
    assert_same(&N, &R, 1e-10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exp_is_a_rotation_about_its_axis),
        cmocka_unit_test(exp_beyond_pi_is_the_short_way_back),
        cmocka_unit_test(log_inverts_exp_at_every_angle),
        cmocka_unit_test(log_keeps_tiny_vectors_to_the_last_digit),
        cmocka_unit_test(log_at_pi_lies_on_the_axis),
        cmocka_unit_test(whole_revolutions_are_counted),
        cmocka_unit_test(cgr_is_twice_the_tangent_of_half_the_angle),
        cmocka_unit_test(spin_inverses_are_inverses),
        cmocka_unit_test(spin_matrices_about_an_axis),
        cmocka_unit_test(spin_matrices_agree_with_differences),
        cmocka_unit_test(series_and_closed_forms_meet),
        cmocka_unit_test(angles_follow_their_sequences),
        cmocka_unit_test(angles_come_back),
        cmocka_unit_test(angles_at_gimbal_lock_give_the_same_matrix),
        cmocka_unit_test(angles_at_gimbal_lock_stay_with_one_axis),
        cmocka_unit_test(angles_of_the_identity),
        cmocka_unit_test(products_are_made_orthonormal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
