/* symmetric3_test.c - principal axes: m a = q a and orthonormal, also where values are equal or nearly so. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "math/rotation.h"
#include "math/symmetric3.h"

static void check(const mat3 *m, double scale)
{
    vec3 values;
    mat3 axes;
    symmetric3_principal(m, &values, &axes);
    for (int i = 0; i < 3; i++) {
        const vec3 a = mat3_col(&axes, i);
        assert_true(vec3_norm(vec3_axpy(mat3_mulv(m, a), -vec3_get(values, i), a)) <= 1e-9 * scale);
        for (int j = 0; j < 3; j++)
            assert_true(fabs(vec3_dot(a, mat3_col(&axes, j)) - (i == j)) <= 1e-14);
    }
}

/* diag(d) turned by phi */
static mat3 rotated(vec3 d, vec3 phi)
{
    const mat3 R = rotation_exp(phi), Rt = mat3_transpose(&R), D = {{{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}},
               RD = mat3_mul(&R, &D);
    mat3 m = mat3_mul(&RD, &Rt);
    m.e[1][0] = m.e[0][1], m.e[2][0] = m.e[0][2], m.e[2][1] = m.e[1][2];
    return m;
}

static void axes_of_any_matrix(void **state)
{
    (void)state;
    static const double GAPS[] = {0, 1e-16, 1e-13, 1e-10, 1e-8, 1e-6, 1e-5, 1e-4, 1e-2, 1, 3};
    for (size_t g = 0; g < sizeof GAPS / sizeof *GAPS; g++)
        for (int k = 0; k < 400; k++) {
            const vec3 phi = k % 2 ? (vec3){0, 0, 0.001 * k} : (vec3){sin(k), cos(3 * k), sin(5 * k + 1)};
            const vec3 values[] = {{0.001, 0.004, 0.004 * (1 + GAPS[g])},
                                   {0.004, 0.004 * (1 + GAPS[g]), 0.001},
                                   {0.004, 0.004 * (1 + GAPS[g]), 0.004 * (1 - GAPS[g])},
                                   {0.004, 0.004 * GAPS[g], 0}};
            for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
                const mat3 m = rotated(values[v], phi);
                check(&m, 0.004 * (1 + GAPS[g]));
            }
        }
}

/* A state turned by any rotation keeps its principal values, and von Mises's stress is that of their differences. */
static void values_of_six(void **state)
{
    (void)state;
    for (int k = 0; k < 50; k++) {
        const mat3 m = rotated((vec3){-20, 70, 30}, (vec3){sin(k), cos(3 * k), sin(5 * k + 1)});
        const double six[] = {m.e[0][0], m.e[1][1], m.e[2][2], m.e[0][1], m.e[1][2], m.e[2][0]};
        const vec3 p = six_principal(six);
        assert_true(fabs(p.x - 70) + fabs(p.y - 30) + fabs(p.z + 20) < 1e-12);
        assert_true(fabs(six_von_mises(six) - sqrt(0.5 * (40. * 40 + 50. * 50 + 90. * 90))) < 1e-12);
    }
    const double none[] = {1, 2, (double)NAN, 0, 0, 0}, shear[] = {0, 0, 0, 3, 0, 0};
    assert_true(isnan(six_principal(none).x) && isnan(six_von_mises(none)));
    assert_true(fabs(six_von_mises(shear) - 3 * sqrt(3)) < 1e-14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(axes_of_any_matrix),
        cmocka_unit_test(values_of_six),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
