/* joint_test.c - what joints share: turns, frames, the couple of a rotation's component. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "contract/internal_words.h"
#include "element/joint/joint.h"
#include "math/rotation.h"

extern const elem_type joint_revolute_hinge_type, joint_clamp_type;

static void revolutions_are_counted_both_ways(void **unused)
{
    (void)unused;
    revolution_count t = {0};
    for (int i = 0; i <= 200; i++) {
        const double angle = 0.5 + (i <= 100 ? 0.3 * i : 0.3 * (200 - i));
        const mat3 R = rotation_exp((vec3){0, 0, angle});
        revolution_accept(&t, sides_angle(&MAT3_EYE, &R));
        assert_true(fabs(t.angle - angle) < 1e-12);
    }
    for (int i = 0; i <= 20; i++) { /* nearly half a turn in a step */
        const double angle = 0.5 - 3.0 * i;
        revolution_accept(&t, remainder(angle, 2.0 * M_PI));
        assert_true(fabs(t.angle - angle) < 1e-12);
    }
    t = (revolution_count){.angle = 0.5, .shift = 10.0, .is_known = true};
    assert_true(fabs(revolution_now(&t, 0.5) - 10.5) < 1e-12);
}

static void frames_stand_along_a_direction(void **unused)
{
    (void)unused;
    const vec3 directions[] = {{0, 0, 3}, {-2, 0, 0}, {0, 1e-3, 0}, {1, -2, 2}, {-1, 1e-9, 0}};
    for (int i = 0; i < ARRAY_LEN(directions); i++)
        for (int k = 0; k < 3; k++) {
            const mat3 R = frame_along(directions[i], k), I = mat3_tmul(&R, &R);
            const vec3 unit = vec3_scale(1.0 / vec3_norm(directions[i]), directions[i]);
            assert_true(vec3_norm(vec3_sub(mat3_col(&R, k), unit)) < 1e-15);
            assert_true(fabs(mat3_det(&R) - 1.0) < 1e-15);
            for (int j = 0; j < 9; j++)
                assert_true(fabs(I.e[j / 3][j % 3] - (j % 4 == 0)) < 1e-15);
        }
}

static void moment_is_the_transposed_inverse_spin(void **unused)
{
    (void)unused;
    const vec3 axis = {0.6, 0.0, -0.8}, a = {0.3, -0.5, 0.7};
    for (double angle = 1e-9; angle < 3.1; angle = angle < 1e-3 ? angle * 10.0 : angle + 0.1) {
        const vec3 phi = vec3_scale(angle, axis);
        const mat3 inverse = rotation_exp_spin_inverse(phi);
        jet3 theta, constant, moment;
        jet3_const(0, &theta, phi);
        jet3_const(0, &constant, a);
        jet_rotation_moment(0, &moment, &theta, &constant);
        assert_true(vec3_norm(vec3_sub(jet3_value(&moment), mat3_tmulv(&inverse, a))) < 1e-14);
    }
}

/* Along theta, by differences, from tiny angles to large ones. */
static void couple_has_its_derivatives(void **unused)
{
    (void)unused;
    const vec3 axis = {0.6, 0.0, -0.8}, a = {0.3, -0.5, 0.7};
    for (double angle = 1e-3; angle < 3.0; angle *= 1.3) {
        const vec3 phi = vec3_scale(angle, axis);
        jet3 theta, constant, moment;
        jet3_seed(4, &theta, phi, 0, 1.0);
        jet3_const(4, &constant, a);
        jet_rotation_moment(4, &moment, &theta, &constant);
        for (int k = 0; k < 3; k++) {
            double by[3] = {0};
            by[k] = 1e-4;
            const mat3 up = rotation_exp_spin_inverse(vec3_add(phi, vec3_load(by))),
                       down = rotation_exp_spin_inverse(vec3_sub(phi, vec3_load(by)));
            const vec3 derivative = vec3_scale(5e3, vec3_sub(mat3_tmulv(&up, a), mat3_tmulv(&down, a)));
            for (int i = 0; i < 3; i++)
                assert_true(fabs(moment.d[i][k] - vec3_get(derivative, i)) < 1e-7);
        }
    }
}

/* As the `print` card lists them; words of MBDyn. */
static void unknowns_of_a_hinge_in_words(void **unused)
{
    (void)unused;
    text to = {0};
    const elem element = {.n_internal = 6};
    internal_words words = {.text = &to, .next = 13};
    joint_revolute_hinge_type.describe(&element, &words);
    text_char(&to, '\0');
    assert_string_equal(to.data,
                        "        13->15: reaction forces [Fx,Fy,Fz]\n        16->17: reaction couples [mx,my]\n"
                        "        18: friction state\n");
    text_free(&to);
}

static void unknowns_of_a_clamp_in_words(void **unused)
{
    (void)unused;
    text to = {0};
    const elem element = {.n_internal = 6};
    internal_words words = {.text = &to, .next = 7};
    joint_clamp_type.describe(&element, &words);
    text_char(&to, '\0');
    assert_string_equal(to.data, "        7->9: reaction forces [Fx,Fy,Fz]\n"
                                 "        10->12: reaction couples [mx,my,mz]\n");
    text_free(&to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(revolutions_are_counted_both_ways),     cmocka_unit_test(frames_stand_along_a_direction),
        cmocka_unit_test(moment_is_the_transposed_inverse_spin), cmocka_unit_test(couple_has_its_derivatives),
        cmocka_unit_test(unknowns_of_a_hinge_in_words),          cmocka_unit_test(unknowns_of_a_clamp_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
