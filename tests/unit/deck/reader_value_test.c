/* reader_value_test.c - numbers, flags, labels, values, strings and file names. */
#include "reader_world.h"
#include <limits.h>
#include <math.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void numbers_in_every_spelling(void **state)
{
    static const double expected[] = {
        12, -12, 3, .5, 5, 0.125, 1e2, 1e2, 1e2, 1.5e-3, -1.5e-3, 1e2, 5, 1.0 / 3.0, 0.017453292519943295, 6, 6};
    reader *reader =
        world_card(state, "x: 12, -12, +3, .5, 5., 0.125, 1e2, 1E2, 1e+2, 1.5e-3, -1.5E-3, 1.e2, .5e1, 1e2/300, "
                          "0.017453292519943295, (real a = 2.; a*3.), (a*3.);");
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_true(read_real(reader, "x") == expected[i]);
    assert_false(read_more(reader));
    reader_card_end(reader);
    assert_said_nothing(state);
}

static void sign_of_zero_is_kept(void **state)
{
    reader *reader = world_card(state, "x: -0., 0., -0;");
    assert_true(signbit(read_real(reader, "x")));
    assert_false(signbit(read_real(reader, "x")));
    assert_false(signbit(read_real(reader, "x")));
}

static void empty_fields_and_default(void **state)
{
    reader *reader = world_card(state, "x: , 2., ,default, , Default , # c\n ;");
    assert_true(read_real(reader, "x") == 0.0);
    assert_true(read_real_or(reader, 7.0, "x") == 2.0);
    assert_true(read_real_or(reader, 7.0, "x") == 7.0);
    assert_true(read_real_or(reader, 7.0, "x") == 7.0);
    assert_int_equal(read_integer(reader, "x"), 0);
    assert_true(read_real(reader, "x") == 0.0);
    assert_true(read_more(reader));
    assert_true(read_real_or(reader, 3.0, "x") == 3.0);
    assert_false(read_more(reader));
    assert_true(read_real_or(reader, 4.0, "x") == 4.0);
    reader_card_end(reader);
    assert_said_nothing(state);
}

static void integers_that_do_not_fit_are_refused(void **state)
{
    reader *reader =
        world_card(state, "x: 2147483647, -2147483647, 2147483648; y: 007; z: 1.e10; w: 1e999; v: 3000000000.;");
    assert_int_equal(read_integer(reader, "x"), INT_MAX);
    assert_int_equal(read_integer(reader, "x"), -INT_MAX);
    read_real(reader, "x");
    assert_said_contains(state, "error E0105");
    reader_card(reader);
    read_real(reader, "y");
    assert_said_contains(state, "error E0106");
    reader_card(reader);
    read_integer(reader, "count");
    assert_said(state, "deck:1:52: error E0216: count must be an integer: 1e+10 is out of range\n"
                       "    1 | x: 2147483647, -2147483647, 2147483648; y: 007; z: 1.e10; w: 1e999; v: 3000000000.;\n"
                       "      |                                                    ^~~~~\n");
    reader_card(reader);
    read_real(reader, "w");
    assert_said_contains(state, "error E0107");
    reader_card(reader);
    read_label(reader, "label");
    assert_said_contains(state, "error E0216: label must be an integer: 3e+09 is out of range\n");
}

static void reals_are_cut_to_integers(void **state)
{
    reader *reader = world_card(state, "x: 2., -2.7, TRUE;");
    assert_int_equal(read_integer(reader, "count"), 2);
    assert_said_nothing(state);
    assert_int_equal(read_integer(reader, "count"), -2);
    assert_int_equal(read_integer(reader, "count"), 1);
    assert_said(state, "deck:1:8: warning W0217: count must be an integer: -2.7 is truncated to -2\n"
                       "    1 | x: 2., -2.7, TRUE;\n"
                       "      |        ^~~~\n");
}

static void numbers_are_finite(void **state)
{
    reader *reader = world_card(state, "x: 1./0, 2; y: 1e308*10; z: 1e308*0.1;");
    assert_true(read_real(reader, "time step") == 0.0);
    assert_said_contains(state, "deck:1:4: error E0240: time step must be a finite number, not inf\n");
    reader_card(reader);
    assert_true(read_real(reader, "mass") == 0.0);
    assert_said_contains(state, "error E0240: mass must be a finite number, not inf\n");
    reader_card(reader);
    assert_true(read_real(reader, "mass") == 1e308 * 0.1);
}

static void ranges(void **state)
{
    reader *reader = world_card(state, "x: 3, 4; y: 0.; z: -1; w: 1.5;");
    assert_int_equal(read_integer_in(reader, 1, 3, "index"), 3);
    assert_int_equal(read_integer_in(reader, 1, 3, "index"), 0);
    assert_said_contains(state, "deck:1:7: error E0214: index must be between 1 and 3, not 4\n");
    reader_card(reader);
    assert_true(read_positive(reader, "time step") == 0.0);
    assert_said_contains(state, "deck:1:13: error E0213: time step must be positive, not 0\n");
    reader_card(reader);
    assert_int_equal(read_label(reader, "node label"), 0);
    assert_said_contains(state, "deck:1:20: error E0215: node label must not be negative: -1\n");
    reader_card(reader);
    assert_true(read_positive(reader, "time step") == 1.5);
}

static void flags(void **state)
{
    reader *reader = world_card(state, "x: yes, NO, TRUE, 1 - 1, 0.5, , default; y: perhaps; z: \"yes\";");
    assert_true(read_bool(reader, "flag"));
    assert_false(read_bool(reader, "flag"));
    assert_true(read_bool(reader, "flag"));
    assert_false(read_bool(reader, "flag"));
    assert_true(read_bool(reader, "flag"));
    assert_false(read_bool(reader, "flag"));
    assert_false(read_bool(reader, "flag"));
    assert_said_nothing(state);
    reader_card(reader);
    assert_false(read_bool(reader, "output flag"));
    reader_card_end(reader);
    assert_said(state, "deck:1:45: error E0208: unknown output flag 'perhaps'\n"
                       "    1 | x: yes, NO, TRUE, 1 - 1, 0.5, , default; y: perhaps; z: \"yes\";\n"
                       "      |                                             ^~~~~~~\n"
                       "   hint: expected yes, no or an expression\n");
    reader_card(reader);
    read_bool(reader, "flag");
    assert_said_contains(state, "error E0210: flag must be a number, not a string\n");
}

static void values_keep_their_type(void **state)
{
    reader *reader = world_card(state, "x: 1, 1., 2 > 1, \"text\", real b = 3.;");
    assert_int_equal(read_value(reader, "x").type, TYPE_INTEGER);
    assert_int_equal(read_value(reader, "x").type, TYPE_REAL);
    assert_int_equal(read_value(reader, "x").type, TYPE_BOOL);
    assert_string_equal(read_value(reader, "x").s, "text");
    assert_true(read_value(reader, "x").r == 3.0);
    assert_non_null(symbols_find(reader_symbols(reader), "b", 1));
}

static void string_is_no_number(void **state)
{
    reader *reader = world_card(state, "body: \"two\", 1.;");
    read_real(reader, "mass");
    reader_card_end(reader);
    assert_said(state, "deck:1:7: error E0210: mass must be a number, not a string\n"
                       "    1 | body: \"two\", 1.;\n"
                       "      |       ^~~~~\n");
}

static void unknown_name_is_reported_with_what_was_read(void **state)
{
    reader *reader = world_card(state, "set: real length = 1.; body: lenght;");
    read_real(reader, "mass");
    reader_card_end(reader);
    const char *said = world_said(state);
    assert_non_null(strstr(said, "deck:1:30: error E0110: variable 'lenght' is not defined\n"));
    assert_non_null(strstr(said, "length"));
    assert_non_null(strstr(said, "   hint: while reading mass\n"));
}

static void outside_the_domain(void **state)
{
    reader *reader = world_card(state, "x: sqrt(-1.);");
    read_real(reader, "x");
    assert_said_contains(state, "deck:1:4: error E0127: sqrt: the argument is negative\n");
}

/* --- strings ------------------------------------------------------------------------------------------------------ */

static void strings_with_escapes(void **state)
{
    reader *reader = world_card(
        state,
        "x: \"a \\\"quoted\\\" word\", \"back\\\\slash\", \"p\\61rt\", \"pa\\\nrt\", \"pa\\\r\nrt\", \"d\\x\\g\", \"\","
        " \"two\nlines\", \"\\C3\\a9\" ;");
    assert_string_equal(read_string(reader, "x"), "a \"quoted\" word");
    assert_string_equal(read_string(reader, "x"), "back\\slash");
    assert_string_equal(read_string(reader, "x"), "part");
    assert_string_equal(read_string(reader, "x"), "part");
    assert_string_equal(read_string(reader, "x"), "part");
    assert_string_equal(read_string(reader, "x"), "d\\x\\g");
    assert_string_equal(read_string(reader, "x"), "");
    assert_string_equal(read_string(reader, "x"), "two\nlines");
    assert_string_equal(read_string(reader, "x"), "\xC3\xA9");
    reader_card_end(reader);
    assert_said_nothing(state);
}

static void strings_from_expressions(void **state)
{
    reader *reader = world_card(
        state,
        "set: string stem = \"part\"; x: stem, stem + \"_\" + sprintf(\"%02d\", 7), \"a\" + 3, ; y: 3.; z: stem");
    assert_string_equal(read_string(reader, "x"), "part");
    assert_string_equal(read_string(reader, "x"), "part_07");
    assert_string_equal(read_string(reader, "x"), "a3");
    assert_string_equal(read_string(reader, "x"), "");
    reader_card_end(reader);
    reader_card(reader);
    assert_string_equal(read_string(reader, "name"), "");
    assert_said_contains(state, "error E0211: name must be a string in double quotes, not '3.'\n");
}

static void string_cannot_hold_zero(void **state)
{
    reader *reader = world_card(state, "x: \"a\\00b\";");
    read_string(reader, "x");
    assert_said(state, "deck:1:6: error E0007: a string cannot contain the character \\00\n"
                       "    1 | x: \"a\\00b\";\n"
                       "      |      ^~~\n");
}

static void bare_strings(void **state)
{
    reader *reader = world_card(state, "x: \"X[2]\" , F # c\n, omega [3]; y: z;");
    assert_string_equal(read_bare_string(reader, "x"), "X[2]");
    assert_string_equal(read_bare_string(reader, "x"), "F");
    assert_string_equal(read_bare_string(reader, "x"), "omega [3]");
    reader_card_end(reader);
    assert_said_nothing(state);
}

static void file_names(void **state)
{
    char *const environment[] = {"TORSOR_DIR=some/where", "HOME=/home/me", NULL};
    reader_read_environment(((world *)*state)->reader, environment);
    reader *reader =
        world_card(state, "x: \"a.dat\", \"$TORSOR_DIR/b\", \"c_${TORSOR_DIR}d\", \"~/e\", \"$\", \"5$/f\", \"~\";");
    assert_string_equal(read_filename(reader, "x"), "a.dat");
    assert_string_equal(read_filename(reader, "x"), "some/where/b");
    assert_string_equal(read_filename(reader, "x"), "c_some/whered");
    assert_string_equal(read_filename(reader, "x"), "/home/me/e");
    assert_string_equal(read_filename(reader, "x"), "$");
    assert_string_equal(read_filename(reader, "x"), "5$/f");
    assert_string_equal(read_filename(reader, "x"), "/home/me");
    assert_said_nothing(state);
}

static void home_of_a_user(void **state)
{
    const struct passwd *me = getpwuid(getuid());
    if (!me)
        skip();
    char text[200], expected[200];
    snprintf(text, sizeof text, "x: \"~%s/f\"; y: \"~no_such_user/f\";", me->pw_name);
    snprintf(expected, sizeof expected, "%s/f", me->pw_dir);
    reader *reader = world_card(state, text);
    assert_string_equal(read_filename(reader, "x"), expected);
    reader_card(reader);
    assert_string_equal(read_filename(reader, "x"), "");
    assert_said_contains(state, "error E0010: the home directory of user 'no_such_user' cannot be found\n");
}

static void file_names_that_cannot_be_replaced(void **state)
{
    reader *reader = world_card(state, "x: \"$TORSOR_NOT_SET/a\"; y: \"${TORSOR_DIR\";");
    assert_string_equal(read_filename(reader, "x"), "");
    assert_said_contains(state,
                         "deck:1:4: error E0008: environment variable 'TORSOR_NOT_SET' in the file name is not set\n");
    reader_card(reader);
    read_filename(reader, "x");
    assert_said_contains(state, "deck:1:28: error E0009: '${' without '}' in the file name\n");
}

static void file_name_cannot_grow_without_end(void **state)
{
    static char much[40000] = "TORSOR_MUCH=", text[2000] = "x: \"";
    char *const environment[] = {much, NULL};
    memset(much + 12, 'm', sizeof much - 13);
    reader_read_environment(((world *)*state)->reader, environment);
    for (int i = 0; i < 100; i++)
        strcat(text, "$TORSOR_MUCH");
    reader *reader = world_card(state, strcat(text, "\";"));
    assert_string_equal(read_filename(reader, "x"), "");
    assert_said_contains(state, "error E0013: the file name is longer than 65536 characters\n");
}

/* --- run time ----------------------------------------------------------------------------------------------------- */

static double run(const expr *expression, double var)
{
    expr_run at = {.var = var};
    double v = NAN;
    assert_non_null(expression);
    assert_true(expr_real(expression, &at, &v));
    return v;
}

static void expressions_for_the_run_time(void **state)
{
    reader *reader =
        world_card(state, "set: real gain = 2.; x: \"gain*3.\", \"1. + \\\n   gain\", \"gain + (\\\"b\\\" + 1 "
                          "== 1 || 1)\", \"gain\" + \"*5.\", "
                          "\"real k = 3.; k*gain\";");
    expr *a = read_run_time_expression(reader, "x"), *b = read_run_time_expression(reader, "x");
    assert_true(run(a, 0.0) == 6.0);
    assert_true(run(b, 0.0) == 3.0);
    symbols_find(reader_symbols(reader), "gain", 4)->now.r = 10.0;
    assert_true(run(a, 0.0) == 30.0);
    read_skip(reader);
    expr *c = read_run_time_expression(reader, "x");
    assert_true(run(c, 0.0) == 50.0);
    expr *d = read_run_time_expression(reader, "x");
    assert_true(run(d, 0.0) == 30.0);
    reader_card_end(reader);
    assert_said_nothing(state);
}

static void errors_in_expressions_point_into_the_deck(void **state)
{
    reader *reader = world_card(state, "x: \"sprintf(\\\"%d\\\", 1) + \\\n   unknown\";");
    assert_null(read_run_time_expression(reader, "drive"));
    reader_card_end(reader);
    const char *said = world_said(state);
    assert_non_null(strstr(said, "deck:2:4: error E0110: variable 'unknown' is not defined\n"));
    assert_non_null(strstr(said, "   hint: while reading drive\n"));
    reader = world_card(state, "x: \"1.), 2.\"; y: \"1\\q2\"; z: 4.;");
    assert_null(read_run_time_expression(reader, "drive"));
    assert_said_contains(state,
                         "deck:1:7: error E0101: expected an operator or the end of the expression, found ')'\n");
    reader_card(reader);
    assert_null(read_run_time_expression(reader, "drive"));
    assert_said_contains(state,
                         "deck:1:20: error E0101: expected an operator or the end of the expression, found '\\'\n");
    reader_card(reader);
    assert_null(read_run_time_expression(reader, "drive"));
    assert_said_contains(state, "error E0211: drive must be a string in double quotes, not '4.'\n");
}

static void errors_in_composed_expressions_show_the_text(void **state)
{
    reader *reader = world_card(state, "\nx: \"unk\" + \"nown\";");
    assert_null(read_run_time_expression(reader, "drive"));
    assert_said(state, "(string):1:1: error E0110: variable 'unknown' is not defined\n"
                       "    1 | unknown\n"
                       "      | ^~~~~~~\n"
                       "   hint: declare it before its first use: set: real unknown = ...;\n"
                       "   hint: while reading drive\n"
                       "   in: included from deck:2\n");
}

static void nested_strings_keep_their_escapes(void **state)
{
    world *world = *state;
    symbol *symbol = symbols_declare(world->names, "x", 1, TYPE_REAL, (source_location){0});
    symbol->now = value_real(4.0);
    reader *reader = world_card(state, "d: \"(string s = \\\"a\\\\\\\"b\\\"; x)\", \"x + 1.\";");
    expr *expression = read_run_time_expression(reader, "drive");
    assert_said_nothing(state);
    assert_true(run(expression, 0.0) == 4.0);
    assert_string_equal(symbols_find(world->names, "s", 1)->now.s, "a\"b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(numbers_in_every_spelling),
        WORLD_TEST(sign_of_zero_is_kept),
        WORLD_TEST(empty_fields_and_default),
        WORLD_TEST(integers_that_do_not_fit_are_refused),
        WORLD_TEST(reals_are_cut_to_integers),
        WORLD_TEST(numbers_are_finite),
        WORLD_TEST(ranges),
        WORLD_TEST(flags),
        WORLD_TEST(values_keep_their_type),
        WORLD_TEST(string_is_no_number),
        WORLD_TEST(unknown_name_is_reported_with_what_was_read),
        WORLD_TEST(outside_the_domain),
        WORLD_TEST(strings_with_escapes),
        WORLD_TEST(strings_from_expressions),
        WORLD_TEST(string_cannot_hold_zero),
        WORLD_TEST(bare_strings),
        WORLD_TEST(file_names),
        WORLD_TEST(home_of_a_user),
        WORLD_TEST(file_names_that_cannot_be_replaced),
        WORLD_TEST(file_name_cannot_grow_without_end),
        WORLD_TEST(expressions_for_the_run_time),
        WORLD_TEST(errors_in_expressions_point_into_the_deck),
        WORLD_TEST(errors_in_composed_expressions_show_the_text),
        WORLD_TEST(nested_strings_keep_their_escapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
