/* recording_test.c - every kind of argument, read once and read again with other values. */
#include "deck/recording.h"
#include "reader_world.h"
#include <math.h>
#include <stdlib.h>

/* Reads a card while it is recorded: "set: ...; x: ..." and the function that reads its arguments. */
static const recording *record(void **state, const char *deck, void (*read)(reader *r))
{
    reader *r = world_card(state, deck);
    reader_record(r);
    read(r);
    const recording *c = reader_recorded(r);
    reader_card_end(r);
    return c;
}

static reader *replay(void **state, const recording *c, const value *values)
{
    world *w = *state;
    assert_non_null(c);
    return reader_replay(c, values, w->memory, w->errors, w);
}

static void set_real(void **state, const char *name, double to)
{
    world *w = *state;
    symbols_find(w->names, name, strlen(name))->now = value_real(to);
}

static void end_replay(reader *r)
{
    reader_card_end(r);
    reader_destroy(r);
}

/* The values that the expressions of a recording have now. */
static const value *values_of(const recording *c)
{
    static value values[32];
    assert_in_range(recording_count(c), 0, 32);
    assert_true(recording_evaluate(c, &(expr_run){0}, values));
    return values;
}

/* --- kinds of arguments ------------------------------------------------------------------------------------------- */

static void read_numbers(reader *r)
{
    for (int i = 0; i < 6; i++)
        read_real_or(r, 7.0, "number");
}

static void numbers_and_expressions(void **state)
{
    const recording *c = record(state, "set: real a = 2.; x: -1.5, 3, a, 2.*a + 1, , 2*3;", read_numbers);
    assert_int_equal(recording_count(c), 2);
    const double before[] = {-1.5, 3.0, 2.0, 5.0, 7.0, 6.0}, after[] = {-1.5, 3.0, -4.0, -7.0, 7.0, 6.0};
    reader *r = replay(state, c, values_of(c));
    for (int i = 0; i < 6; i++)
        assert_true(read_real_or(r, 7.0, "number") == before[i]);
    assert_false(read_more(r));
    end_replay(r);
    set_real(state, "a", -4.0);
    r = replay(state, c, values_of(c));
    for (int i = 0; i < 6; i++)
        assert_true(read_real_or(r, 7.0, "number") == after[i]);
    end_replay(r);
    assert_said_nothing(state);
}

static void read_words(reader *r)
{
    static const char *const words[] = {"no", "initial value", NULL};
    assert_true(read_keyword(r, "position"));
    assert_int_equal(read_choice(r, words, "choice"), 1);
    assert_false(read_keyword(r, "null"));
    assert_string_equal(read_peek_word(r), "a");
    assert_true(read_value(r, "value").type == TYPE_INTEGER);
    assert_true(read_bool(r, "flag"));
    assert_true(read_real_or(r, 4.0, "number") == 4.0);
    read_skip(r);
    read_skip(r);
    assert_null(read_peek_word(r));
    assert_int_equal(read_integer(r, "last"), 9);
    assert_false(read_more(r));
}

static void words_flags_and_what_is_skipped(void **state)
{
    const recording *c = record(
        state, "set: integer a = 3; x: Position, Initial /* or so */ Value, a, yes, default, f(1, 2), left out, 9;",
        read_words);
    reader *r = replay(state, c, values_of(c));
    read_words(r);
    end_replay(r);
    assert_said_nothing(state);
}

static void read_texts(reader *r)
{
    assert_string_equal(read_string(r, "text"), "a\"b");
    assert_string_equal(read_string(r, "text"), "node 5");
    assert_string_equal(read_bare_string(r, "text"), "as it is");
    assert_string_equal(read_bare_string(r, "text"), "quoted");
    assert_string_equal(read_filename(r, "file"), "/tmp/5.dat");
    assert_string_equal(read_string(r, "text"), "5.5");
    assert_string_equal(read_value(r, "text").s, "s");
}

static void texts(void **state)
{
    char *const environment[] = {"TORSOR_TMP=/tmp", NULL};
    reader_read_environment(((world *)*state)->r, environment);
    const recording *c = record(state,
                                "set: integer n = 5; set: string s = \"node \";"
                                "x: \"a\\\"b\", s + n, as it is, \"quoted\", \"$TORSOR_TMP/\" + n + \".dat\","
                                "sprintf(\"%g\", n + 0.5), \"s\";",
                                read_texts);
    assert_said_nothing(state);
    assert_int_equal(recording_count(c), 0);
    symbols_find(((world *)*state)->names, "n", 1)->now = value_integer(6);
    reader *r = replay(state, c, NULL);
    read_texts(r);
    end_replay(r);
    unsetenv("TORSOR_TMP");
    assert_said_nothing(state);
}

static expr *code[2];

static void read_code(reader *r)
{
    code[0] = read_run_time_expression(r, "expression");
    code[1] = read_run_time_expression(r, "expression");
}

static void expressions_for_the_run_time(void **state)
{
    const recording *c = record(state, "set: real a = 2.; x: \"a*Var\", \"a\" + \"+1\";", read_code);
    assert_int_equal(recording_count(c), 0);
    const expr *first = code[0], *second = code[1];
    reader *r = replay(state, c, NULL);
    read_code(r);
    end_replay(r);
    assert_non_null(first);
    assert_ptr_equal(code[0], first);
    assert_ptr_equal(code[1], second);
    assert_said_nothing(state);
}

/* --- whatever is made of them ------------------------------------------------------------------------------------- */

static double sums[2];
static int n_sums;

static void read_tensors(reader *r)
{
    double v[9];
    const vec3 a = read_vec3(r, "vector"), b = read_vec3_or(r, (vec3){1., 2., 3.}, "vector"),
               e = read_unit_vec3(r, "direction");
    const mat3 R = read_orientation(r, "orientation"), Q = read_orientation(r, "orientation"),
               M = read_mat3(r, "matrix");
    read_vector(r, 4, v, "vector");
    sums[n_sums++] = a.x + 2. * a.z + 3. * b.z + 5. * e.y + 7. * R.e[0][1] + 11. * Q.e[2][0] + 13. * M.e[1][1] + v[3];
}

static void vectors_matrices_and_orientations(void **state)
{
    n_sums = 0;
    const recording *c =
        record(state,
               "set: real a = 2.; x: 1., , a, scale, 2.*a, default, a, 1., 0., euler, degrees, 30., a, 0.,"
               "1, 1., a, 0., 2, guess, sym, 1., 2., 3., a^2, 5., 6., 1, 2, 3, a + 1.;",
               read_tensors);
    assert_int_equal(recording_count(c), 7);
    reader *r = replay(state, c, values_of(c));
    read_tensors(r);
    assert_true(read_ok(r));
    end_replay(r);
    assert_said_nothing(state);
    assert_true(sums[0] == sums[1]);
}

static void read_two_reals(reader *r)
{
    read_positive(r, "size");
    read_integer(r, "count");
}

/* With its error at the place where the argument stands. */
static void bad_value_is_refused_as_ever(void **state)
{
    const recording *c = record(state, "set: real a = 2.; x: 1 + a, a;", read_two_reals);
    set_real(state, "a", -3.0);
    reader *r = replay(state, c, values_of(c));
    assert_true(read_positive(r, "size") == 0.0);
    assert_int_equal(read_integer(r, "count"), 0);
    assert_false(read_ok(r));
    end_replay(r);
    assert_said_contains(state, "deck:1:22: error E0213: size must be positive, not -2\n");
}

static void places_are_those_of_the_first_reading(void **state)
{
    const recording *c = record(state, "set: real a = 2.; x: 1 + a, a;", read_two_reals);
    reader *r = replay(state, c, values_of(c));
    assert_int_equal(read_place(r).offset, 21);
    read_real(r, "number");
    assert_int_equal(read_last_place(r).offset, 21);
    assert_int_equal(read_last_place(r).length, 5);
    assert_int_equal(read_place(r).offset, 28);
    assert_int_equal(read_place(r).length, 1);
    read_real(r, "number");
    assert_int_equal(read_place(r).offset, 29);
    end_replay(r);
    assert_said_nothing(state);
}

/* --- another path ------------------------------------------------------------------------------------------------- */

static void read_list(reader *r)
{
    const int n = read_integer(r, "count");
    for (int i = 0; i < n; i++)
        read_real(r, "number");
    read_keyword(r, "end");
}

static void running_out_of_arguments_is_an_error(void **state)
{
    const recording *c = record(state, "set: real n = 2.; x: n, 1., 2., end, 3.;", read_list);
    assert_said_contains(state, "too many arguments");
    set_real(state, "n", 5.0);
    reader *r = replay(state, c, values_of(c));
    read_list(r);
    assert_false(read_ok(r));
    end_replay(r);
    assert_said_contains(state, "deck:1:33: error E0228: number: with the values of this moment");
    r = replay(state, c, values_of(c));
    for (int i = 0; i < 4; i++)
        read_skip(r);
    assert_false(read_more(r));
    read_real(r, "number");
    end_replay(r);
    assert_said_contains(state, "deck:1:38: error E0205: missing argument: number\n");
    set_real(state, "n", 1.0);
    r = replay(state, c, values_of(c));
    read_list(r);
    end_replay(r);
    assert_said_contains(state, "deck:1:29: error E0207: too many arguments");
}

static void argument_of_another_kind_is_an_error(void **state)
{
    reader *r = world_card(state, "set: real n = 2.; x: some words, \"n + 1\", n, joint;");
    reader_record(r);
    read_bare_string(r, "text");
    read_run_time_expression(r, "expression");
    read_real(r, "number");
    read_keyword(r, "joint");
    const recording *c = reader_recorded(r);
    const value *values = values_of(c);
    for (int skip = 0; skip < 4; skip++) {
        for (int kind = 0; kind < 6; kind++) {
            reader *again = replay(state, c, values);
            for (int i = 0; i < skip; i++)
                read_skip(again);
            kind == 0   ? (void)read_real(again, "it")
            : kind == 1 ? (void)read_string(again, "it")
            : kind == 2 ? (void)read_bare_string(again, "it")
            : kind == 3 ? (void)read_run_time_expression(again, "it")
            : kind == 4 ? (void)reader_inner_card(again)
                        : (void)read_key(again, "it");
            const bool fits =
                kind == 5 || (skip == 0 && kind == 2) || (skip == 1 && kind == 3) || (skip == 2 && kind == 0);
            assert_int_equal(read_ok(again), fits);
            reader_card_skip(again);
            assert_null(reader_card(again));
            assert_false(read_more(again));
            reader_destroy(again);
            world_said(state);
        }
    }
}

static void recording_with_an_error_is_none(void **state)
{
    assert_null(record(state, "x: -1., 2;", read_two_reals));
    assert_said_contains(state, "size must be positive");
    assert_null(reader_recorded(((world *)*state)->r));
}

static void recording_ends_with_its_card(void **state)
{
    reader *r = world_card(state, "x: 1.; y: 2.;");
    reader_record(r);
    read_real(r, "number");
    reader_card_end(r);
    assert_null(reader_recorded(r));
    reader_card(r);
    read_real(r, "number");
    reader_record(r); /* left to reader_destroy */
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static void statements_are_carried_out_once(void **state)
{
    const recording *c = record(state, "set: real a = 2.; x: real b = a + 1., a = 5.;", read_two_reals);
    world *w = *state;
    assert_int_equal(recording_count(c), 2);
    set_real(state, "a", 9.0);
    const value *values = values_of(c);
    assert_true(values[0].r == 3.0 && values[1].r == 9.0);
    assert_true(symbols_find(w->names, "a", 1)->now.r == 9.0);
    assert_said_nothing(state);
}

static void values_come_from_the_run(void **state)
{
    const recording *c = record(state, "set: real a = 2.; x: a, 10/integer(a);", read_two_reals);
    world *w = *state;
    value own[64], values[2];
    assert_in_range(symbols_count(w->names), 1, 64);
    symbols_values(w->names, own);
    own[symbols_find(w->names, "a", 1)->index] = value_real(3.0);
    assert_true(recording_evaluate(c, &(expr_run){.variables = own}, values));
    assert_true(values[0].r == 3.0 && values[1].type == TYPE_INTEGER && values[1].i == 3);
    own[symbols_find(w->names, "a", 1)->index] = value_real(0.0);
    expr_run bad = {.variables = own};
    assert_false(recording_evaluate(c, &bad, values));
    assert_string_equal(bad.why, "an integer is divided by zero");
    assert_int_equal(bad.fault, 26);
}

static void expression_that_fails_at_once_is_an_error(void **state)
{
    assert_null(record(state, "set: integer n = 0; x: 1./1., 3/n;", read_two_reals));
    assert_said_contains(state, "deck:1:32: error E0127: an integer is divided by zero\n");
}

/* Other memory and other messages than those of the first reader. */
static void replay_may_live_elsewhere(void **state)
{
    const recording *c = record(state, "set: real a = 2.; x: 1 + a, a;", read_two_reals);
    world *w = *state;
    arena *memory = arena_create();
    diag *errors = diag_create(w->texts);
    const value values[] = {value_real(-1.0), value_real(0.0)};
    int owner;
    reader *r = reader_replay(c, values, memory, errors, &owner);
    assert_ptr_equal(reader_owner(r), &owner);
    assert_ptr_equal(reader_arena(r), memory);
    assert_ptr_equal(reader_diag(r), errors);
    read_two_reals(r);
    end_replay(r);
    assert_int_equal(diag_errors(errors), 1);
    diag_destroy(errors);
    arena_destroy(memory);
    assert_said_nothing(state);
}

static void read_keys(reader *r)
{
    assert_true(read_key(r, "string"));
    assert_string_equal(read_string(r, "text"), "t");
    assert_false(read_key(r, "string"));
    assert_true(read_key(r, "index"));
    assert_int_equal(read_integer(r, "index"), 4);
}

static void keys(void **state)
{
    const recording *c = record(state, "x: string = \"t\", index=2 + 2;", read_keys);
    reader *r = replay(state, c, NULL);
    read_keys(r);
    end_replay(r);
    assert_said_nothing(state);
    r = replay(state, c, NULL);
    read_string(r, "text");
    assert_false(read_ok(r));
    end_replay(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(numbers_and_expressions),
        WORLD_TEST(words_flags_and_what_is_skipped),
        WORLD_TEST(texts),
        WORLD_TEST(expressions_for_the_run_time),
        WORLD_TEST(vectors_matrices_and_orientations),
        WORLD_TEST(bad_value_is_refused_as_ever),
        WORLD_TEST(places_are_those_of_the_first_reading),
        WORLD_TEST(running_out_of_arguments_is_an_error),
        WORLD_TEST(argument_of_another_kind_is_an_error),
        WORLD_TEST(recording_with_an_error_is_none),
        WORLD_TEST(recording_ends_with_its_card),
        WORLD_TEST(statements_are_carried_out_once),
        WORLD_TEST(values_come_from_the_run),
        WORLD_TEST(expression_that_fails_at_once_is_an_error),
        WORLD_TEST(replay_may_live_elsewhere),
        WORLD_TEST(keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
