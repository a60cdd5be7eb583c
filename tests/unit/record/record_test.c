/* record_test.c - rows have the layout of the reference files. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "math/rotation.h"
#include "record/record.h"
#include <string.h>

static text to;
static record row, log_row;

static int begin(void **unused)
{
    (void)unused;
    to = (text){0};
    row = (record){.text = &to, .precision = 10};
    log_row = (record){.text = &to, .general = true};
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    text_free(&to);
    return 0;
}

static void assert_text(const char *expected)
{
    text_char(&to, '\0');
    assert_string_equal(to.data, expected);
}

static void label_is_padded_to_eight_columns(void **unused)
{
    (void)unused;
    record_begin(&row, 1);
    record_vec3(&row, (vec3){0.0, 1.5, -0.0});
    record_end(&row);
    record_begin(&row, 123456789);
    record_real(&row, 6.0e6);
    record_end(&row);
    assert_text("       1 0.0000000000e+00 1.5000000000e+00 -0.0000000000e+00\n123456789 6.0000000000e+06\n");
}

static void plain_label_is_not_padded(void **unused)
{
    (void)unused;
    record_begin_plain(&row, 2);
    record_unsigned(&row, 30);
    record_real(&row, 7.7883668462e-02);
    record_end(&row);
    assert_text("2 30 7.7883668462e-02\n");
}

static void precision_counts_digits_after_the_point(void **unused)
{
    (void)unused;
    row.precision = 6;
    record_begin(&row, 1);
    record_real(&row, 1.2345678901);
    row.precision = 20;
    record_real(&row, 0.5);
    row.precision = 0;
    record_real(&row, 3.0);
    record_end(&row);
    assert_text("       1 1.234568e+00 5.00000000000000000000e-01 3e+00\n");
}

static void log_lines_have_six_digits_and_no_padding(void **unused)
{
    (void)unused;
    record_word(&log_row, "structural node:");
    record_unsigned(&log_row, 3);
    record_vec3(&log_row, (vec3){1.0, 2.5, 100.0 / 3.0});
    record_word(&log_row, "euler123");
    record_vec3(&log_row, (vec3){-0.0, 1e-7, 123456789.0});
    record_end(&log_row);
    record_word(&log_row, "body:");
    record_integer(&log_row, -4);
    record_word(&log_row, "");
    record_end(&log_row);
    assert_text("structural node: 3 1 2.5 33.3333 euler123 -0 1e-07 1.23457e+08\nbody: -4 \n");
}

static void number_may_begin_a_row(void **unused)
{
    (void)unused;
    record_real(&log_row, 2.0);
    record_real(&log_row, 3.0);
    record_end(&log_row);
    record_integer(&log_row, 4);
    record_end(&log_row);
    assert_text("2 3\n4\n");
}

static void matrices_go_row_by_row(void **unused)
{
    (void)unused;
    const mat3 m = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}};
    record_word(&log_row, "m");
    record_mat3(&log_row, &m);
    record_zeros(&log_row, 2);
    record_end(&log_row);
    assert_text("m 1 2 3 4 5 6 7 8 9 0 0\n");
}

/* The angles of a sequence come back in degrees and in the order of the rotations. */
static void angles_are_in_degrees(void **unused)
{
    (void)unused;
    const double degree = M_PI / 180.0;
    const vec3 angles = {20.0 * degree, 30.0 * degree, 40.0 * degree};
    const mat3 R123 = rotation_from_euler123(angles), R321 = rotation_from_euler321(angles),
               R313 = rotation_from_euler313(angles);
    record_word(&log_row, "a");
    record_orientation(&log_row, &R123, ORIENTATION_EULER123);
    record_orientation(&log_row, &R321, ORIENTATION_EULER321);
    record_orientation(&log_row, &R313, ORIENTATION_EULER313);
    assert_text("a 20 30 40 20 30 40 20 30 40");
}

static void vector_is_in_radians_and_matrix_has_nine_columns(void **unused)
{
    (void)unused;
    const mat3 R = {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}; /* a quarter turn about z */
    record_word(&log_row, "a");
    record_orientation(&log_row, &R, ORIENTATION_VECTOR);
    record_orientation(&log_row, &R, ORIENTATION_MATRIX);
    assert_text("a 0 0 1.5708 0 -1 0 1 0 0 0 0 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(label_is_padded_to_eight_columns, begin, end),
        cmocka_unit_test_setup_teardown(plain_label_is_not_padded, begin, end),
        cmocka_unit_test_setup_teardown(precision_counts_digits_after_the_point, begin, end),
        cmocka_unit_test_setup_teardown(log_lines_have_six_digits_and_no_padding, begin, end),
        cmocka_unit_test_setup_teardown(number_may_begin_a_row, begin, end),
        cmocka_unit_test_setup_teardown(matrices_go_row_by_row, begin, end),
        cmocka_unit_test_setup_teardown(angles_are_in_degrees, begin, end),
        cmocka_unit_test_setup_teardown(vector_is_in_radians_and_matrix_has_nine_columns, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
