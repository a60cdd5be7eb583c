/* columns_test.c - rows with names: what is defined, what is gathered, and the words for units. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "record/record.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const output_units NO_UNITS, MKS = {"m", "kg", "s", "A", "K", "MKS"},
                                    MM = {"mm", "ton", "ms", "A", "K", "MMTMS"};

static void assert_unit(physical_quantity quantity, const output_units *output_units, const char *expected)
{
    char words[64];
    quantity_unit(quantity, output_units, words, sizeof words);
    assert_string_equal(words, expected);
}

/* As in the files of MBDyn. */
static void words_for_units(void **of)
{
    (void)of;
    assert_unit(QUANTITY_LENGTH, &NO_UNITS, "Length");
    assert_unit(QUANTITY_MOMENTA_MOMENT, &NO_UNITS, "Momenta moment");
    assert_unit(QUANTITY_LENGTH, &MKS, "m");
    assert_unit(QUANTITY_VELOCITY, &MKS, "m s^-1");
    assert_unit(QUANTITY_ANGULAR_VELOCITY, &MKS, "rad s^-1");
    assert_unit(QUANTITY_FORCE, &MKS, "N");
    assert_unit(QUANTITY_MOMENT, &MKS, "N m");
    assert_unit(QUANTITY_MOMENTUM, &MKS, "kg m s^-1");
    assert_unit(QUANTITY_MOMENTA_MOMENT_DERIVATIVE, &MKS, "kg m^2 s^-2");
    assert_unit(QUANTITY_FORCE, &MM, "ton mm ms^-2");
    assert_unit(QUANTITY_VOLTAGE, &MM, "ton mm^2 ms^-3 A^-1");
    for (int i = 0; i < 2; i++) {
        const output_units *output_units = i == 0 ? &NO_UNITS : &MKS;
        assert_unit(QUANTITY_DEGREES, output_units, "deg");
        assert_unit(QUANTITY_RADIANS, output_units, "radian");
        assert_unit(QUANTITY_NONE, output_units, "-");
        assert_unit(QUANTITY_DIMENSIONLESS, output_units, "Dimensionless");
    }
}

static void unit_that_is_too_long_is_cut(void **of)
{
    (void)of;
    char words[8];
    quantity_unit(QUANTITY_MOMENTA_MOMENT_DERIVATIVE, &MM, words, sizeof words);
    assert_string_equal(words, "ton mm^");
}

typedef struct {
    char words[1024];
} received;

static void notify(void *to, const named_column *column)
{
    received *received = to;
    const size_t n = strlen(received->words);
    snprintf(received->words + n, sizeof received->words - n, "%s %d%s|%s\n", column->name, column->n,
             column->is_integer ? "i" : "", column->description);
}

static void write_row(record *out, const mat3 *R, orientation_kind kind)
{
    record_type(out, "thing");
    record_begin(out, 7);
    record_word(out, "word");
    record_unsigned(out, 3);
    record_name(out, "F", QUANTITY_FORCE, "force");
    record_vec3(out, (vec3){1, 2, 3});
    record_vec3(out, (vec3){9, 9, 9});
    record_name(out, "n", QUANTITY_DIMENSIONLESS, "number");
    record_integer(out, -5);
    record_name(out, "_I", QUANTITY_ORIENTATION, "global");
    record_orientation(out, R, kind);
    record_end(out);
}

static void row_is_asked_what_it_holds(void **of)
{
    (void)of;
    received h = {""};
    column_set set = {.define = notify, .context = &h};
    write_row(&(record){.named = &set}, &MAT3_EYE, ORIENTATION_EULER313);
    assert_string_equal(set.type, "thing");
    assert_string_equal(h.words,
                        "F 3|force\nn 1i|number\nE_I 3|global orientation Euler angles (313) (E_X, E_Y, E_Z)\n");
    h = (received){""};
    write_row(&(record){.named = &set}, &MAT3_EYE, ORIENTATION_VECTOR);
    assert_non_null(strstr(h.words, "Phi_I 3|global orientation vector (Phi_X, Phi_Y, Phi_Z)\n"));
    h = (received){""};
    write_row(&(record){.named = &set}, &MAT3_EYE, ORIENTATION_MATRIX);
    assert_non_null(strstr(h.words, "R_I 9|"));
}

/* A rotation by 90 degrees about z: the matrix is put by columns, angles are degrees. */
static void row_gives_its_numbers(void **of)
{
    (void)of;
    const mat3 R = {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
    const double expected[] = {1, 2, 3, -5, 0, 1, 0, -1, 0, 0, 0, 0, 1};
    double value[16] = {0};
    column_set set = {.value = value, .capacity = 16};
    write_row(&(record){.named = &set}, &R, ORIENTATION_MATRIX);
    assert_int_equal(set.n, 13);
    assert_memory_equal(value, expected, sizeof expected);
    set.n = 0;
    write_row(&(record){.named = &set}, &R, ORIENTATION_EULER123);
    assert_int_equal(set.n, 7);
    assert_true(fabs(value[6] - 90.0) < 1e-9);
}

static void numbers_without_space_are_dropped(void **of)
{
    (void)of;
    double value[4] = {0, 0, 0, 42};
    column_set set = {.value = value, .capacity = 3};
    write_row(&(record){.named = &set}, &MAT3_EYE, ORIENTATION_EULER123);
    assert_int_equal(set.n, 3);
    assert_true(value[3] == 42);
}

static void names_do_not_change_text(void **of)
{
    (void)of;
    text text = {0};
    write_row(&(record){.text = &text, .precision = 1}, &MAT3_EYE, ORIENTATION_VECTOR);
    text_char(&text, '\0');
    assert_string_equal(text.data,
                        "       7 word 3 1.0e+00 2.0e+00 3.0e+00 9.0e+00 9.0e+00 9.0e+00 -5 0.0e+00 0.0e+00 0.0e+00\n");
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_for_units),
        cmocka_unit_test(unit_that_is_too_long_is_cut),
        cmocka_unit_test(row_is_asked_what_it_holds),
        cmocka_unit_test(row_gives_its_numbers),
        cmocka_unit_test(numbers_without_space_are_dropped),
        cmocka_unit_test(names_do_not_change_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
