/* recording_test.c - every kind of argument, read once and read again with other values. */
#include "deck/recording.h"
#include "reader_world.h"
#include <math.h>
#include <stdlib.h>

/* Reads a card while it is recorded: "set: ...; x: ..." and the function that reads its arguments. */
static const recording *record(void **state, const char *deck, void (*read)(reader *reader))
{
    reader *r = world_card(state, deck);
    reader_record(r);
    read(r);
    const recording *recording = reader_recorded(r);
    reader_card_end(r);
    return recording;
}

static reader *replay(void **state, const recording *recording, const value *values)
{
    world *world = *state;
    assert_non_null(recording);
    return reader_replay(recording, values, world->memory, world->errors, world);
}

static void set_real(void **state, const char *name, double to)
{
    world *world = *state;
    symbols_find(world->names, name, strlen(name))->now = value_real(to);
}

static void end_replay(reader *reader)
{
    reader_card_end(reader);
    reader_destroy(reader);
}

/* The values that the expressions of a recording have now. */
static const value *values_of(const recording *recording)
{
    static value values[32];
    assert_in_range(recording_count(recording), 0, 32);
    assert_true(recording_evaluate(recording, &(expr_run){0}, values));
    return values;
}

/* --- kinds of arguments ------------------------------------------------------------------------------------------- */

static void read_numbers(reader *reader)
{
    for (int i = 0; i < 6; i++)
        read_real_or(reader, 7.0, "number");
}

static void numbers_and_expressions(void **state)
{
    const recording *recording = record(state, "set: real a = 2.; x: -1.5, 3, a, 2.*a + 1, , 2*3;", read_numbers);
    assert_int_equal(recording_count(recording), 2);
    const double before[] = {-1.5, 3.0, 2.0, 5.0, 7.0, 6.0}, after[] = {-1.5, 3.0, -4.0, -7.0, 7.0, 6.0};
    reader *reader = replay(state, recording, values_of(recording));
    for (int i = 0; i < 6; i++)
        assert_true(read_real_or(reader, 7.0, "number") == before[i]);
    assert_false(read_more(reader));
    end_replay(reader);
    set_real(state, "a", -4.0);
    reader = replay(state, recording, values_of(recording));
    for (int i = 0; i < 6; i++)
        assert_true(read_real_or(reader, 7.0, "number") == after[i]);
    end_replay(reader);
    assert_said_nothing(state);
}

static void read_words(reader *reader)
{
    static const char *const words[] = {"no", "initial value", NULL};
    assert_true(read_keyword(reader, "position"));
    assert_int_equal(read_choice(reader, words, "choice"), 1);
    assert_false(read_keyword(reader, "null"));
    assert_string_equal(read_peek_word(reader), "a");
    assert_true(read_value(reader, "value").type == TYPE_INTEGER);
    assert_true(read_bool(reader, "flag"));
    assert_true(read_real_or(reader, 4.0, "number") == 4.0);
    read_skip(reader);
    read_skip(reader);
    assert_null(read_peek_word(reader));
    assert_int_equal(read_integer(reader, "last"), 9);
    assert_false(read_more(reader));
}

static void words_flags_and_what_is_skipped(void **state)
{
    const recording *recording = record(
        state, "set: integer a = 3; x: Position, Initial /* or so */ Value, a, yes, default, f(1, 2), left out, 9;",
        read_words);
    reader *reader = replay(state, recording, values_of(recording));
    read_words(reader);
    end_replay(reader);
    assert_said_nothing(state);
}

static void read_texts(reader *reader)
{
    assert_string_equal(read_string(reader, "text"), "a\"b");
    assert_string_equal(read_string(reader, "text"), "node 5");
    assert_string_equal(read_bare_string(reader, "text"), "as it is");
    assert_string_equal(read_bare_string(reader, "text"), "quoted");
    assert_string_equal(read_filename(reader, "file"), "/tmp/5.dat");
    assert_string_equal(read_string(reader, "text"), "5.5");
    assert_string_equal(read_value(reader, "text").s, "s");
}

static void texts(void **state)
{
    char *const environment[] = {"TORSOR_TMP=/tmp", NULL};
    reader_read_environment(((world *)*state)->reader, environment);
    const recording *recording = record(state,
                                        "set: integer n = 5; set: string s = \"node \";"
                                        "x: \"a\\\"b\", s + n, as it is, \"quoted\", \"$TORSOR_TMP/\" + n + \".dat\","
                                        "sprintf(\"%g\", n + 0.5), \"s\";",
                                        read_texts);
    assert_said_nothing(state);
    assert_int_equal(recording_count(recording), 0);
    symbols_find(((world *)*state)->names, "n", 1)->now = value_integer(6);
    reader *reader = replay(state, recording, NULL);
    read_texts(reader);
    end_replay(reader);
    unsetenv("TORSOR_TMP");
    assert_said_nothing(state);
}

static expr *code[2];

static void read_code(reader *reader)
{
    code[0] = read_run_time_expression(reader, "expression");
    code[1] = read_run_time_expression(reader, "expression");
}

static void expressions_for_the_run_time(void **state)
{
    const recording *recording = record(state, "set: real a = 2.; x: \"a*Var\", \"a\" + \"+1\";", read_code);
    assert_int_equal(recording_count(recording), 0);
    const expr *first = code[0], *second = code[1];
    reader *reader = replay(state, recording, NULL);
    read_code(reader);
    end_replay(reader);
    assert_non_null(first);
    assert_ptr_equal(code[0], first);
    assert_ptr_equal(code[1], second);
    assert_said_nothing(state);
}

/* --- whatever is made of them ------------------------------------------------------------------------------------- */

static double sums[2];
static int n_sums;

static void read_tensors(reader *reader)
{
    double v[9];
    const vec3 a = read_vec3(reader, "vector"), b = read_vec3_or(reader, (vec3){1., 2., 3.}, "vector"),
               e = read_unit_vec3(reader, "direction");
    const mat3 R = read_orientation(reader, "orientation"), Q = read_orientation(reader, "orientation"),
               M = read_mat3(reader, "matrix");
    read_vector(reader, 4, v, "vector");
    sums[n_sums++] = a.x + 2. * a.z + 3. * b.z + 5. * e.y + 7. * R.e[0][1] + 11. * Q.e[2][0] + 13. * M.e[1][1] + v[3];
}

static void vectors_matrices_and_orientations(void **state)
{
    n_sums = 0;
    const recording *recording =
        record(state,
               "set: real a = 2.; x: 1., , a, scale, 2.*a, default, a, 1., 0., euler, degrees, 30., a, 0.,"
               "1, 1., a, 0., 2, guess, sym, 1., 2., 3., a^2, 5., 6., 1, 2, 3, a + 1.;",
               read_tensors);
    assert_int_equal(recording_count(recording), 7);
    reader *reader = replay(state, recording, values_of(recording));
    read_tensors(reader);
    assert_true(read_ok(reader));
    end_replay(reader);
    assert_said_nothing(state);
    assert_true(sums[0] == sums[1]);
}

static void read_two_reals(reader *reader)
{
    read_positive(reader, "size");
    read_integer(reader, "count");
}

/* With its error at the place where the argument stands. */
static void bad_value_is_refused_as_ever(void **state)
{
    const recording *recording = record(state, "set: real a = 2.; x: 1 + a, a;", read_two_reals);
    set_real(state, "a", -3.0);
    reader *reader = replay(state, recording, values_of(recording));
    assert_true(read_positive(reader, "size") == 0.0);
    assert_int_equal(read_integer(reader, "count"), 0);
    assert_false(read_ok(reader));
    end_replay(reader);
    assert_said_contains(state, "deck:1:22: error E0213: size must be positive, not -2\n");
}

static void places_are_those_of_the_first_reading(void **state)
{
    const recording *recording = record(state, "set: real a = 2.; x: 1 + a, a;", read_two_reals);
    reader *reader = replay(state, recording, values_of(recording));
    assert_int_equal(read_place(reader).offset, 21);
    read_real(reader, "number");
    assert_int_equal(read_last_location(reader).offset, 21);
    assert_int_equal(read_last_location(reader).length, 5);
    assert_int_equal(read_place(reader).offset, 28);
    assert_int_equal(read_place(reader).length, 1);
    read_real(reader, "number");
    assert_int_equal(read_place(reader).offset, 29);
    end_replay(reader);
    assert_said_nothing(state);
}

/* --- another path ------------------------------------------------------------------------------------------------- */

static void read_list(reader *reader)
{
    const int n = read_integer(reader, "count");
    for (int i = 0; i < n; i++)
        read_real(reader, "number");
    read_keyword(reader, "end");
}

static void running_out_of_arguments_is_an_error(void **state)
{
    const recording *recording = record(state, "set: real n = 2.; x: n, 1., 2., end, 3.;", read_list);
    assert_said_contains(state, "too many arguments");
    set_real(state, "n", 5.0);
    reader *reader = replay(state, recording, values_of(recording));
    read_list(reader);
    assert_false(read_ok(reader));
    end_replay(reader);
    assert_said_contains(state, "deck:1:33: error E0228: number: with the current values");
    reader = replay(state, recording, values_of(recording));
    for (int i = 0; i < 4; i++)
        read_skip(reader);
    assert_false(read_more(reader));
    read_real(reader, "number");
    end_replay(reader);
    assert_said_contains(state, "deck:1:38: error E0205: missing argument: number\n");
    set_real(state, "n", 1.0);
    reader = replay(state, recording, values_of(recording));
    read_list(reader);
    end_replay(reader);
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
    const recording *recording = reader_recorded(r);
    const value *values = values_of(recording);
    for (int skip = 0; skip < 4; skip++) {
        for (int kind = 0; kind < 6; kind++) {
            reader *again = replay(state, recording, values);
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
    assert_null(reader_recorded(((world *)*state)->reader));
}

static void recording_ends_with_its_card(void **state)
{
    reader *reader = world_card(state, "x: 1.; y: 2.;");
    reader_record(reader);
    read_real(reader, "number");
    reader_card_end(reader);
    assert_null(reader_recorded(reader));
    reader_card(reader);
    read_real(reader, "number");
    reader_record(reader); /* left to reader_destroy */
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static void statements_are_carried_out_once(void **state)
{
    const recording *recording = record(state, "set: real a = 2.; x: real b = a + 1., a = 5.;", read_two_reals);
    world *world = *state;
    assert_int_equal(recording_count(recording), 2);
    set_real(state, "a", 9.0);
    const value *values = values_of(recording);
    assert_true(values[0].r == 3.0 && values[1].r == 9.0);
    assert_true(symbols_find(world->names, "a", 1)->now.r == 9.0);
    assert_said_nothing(state);
}

static void values_come_from_the_run(void **state)
{
    const recording *recording = record(state, "set: real a = 2.; x: a, 10/integer(a);", read_two_reals);
    world *world = *state;
    value internal[64], values[2];
    assert_in_range(symbols_count(world->names), 1, 64);
    symbols_values(world->names, internal);
    internal[symbols_find(world->names, "a", 1)->index] = value_real(3.0);
    assert_true(recording_evaluate(recording, &(expr_run){.variables = internal}, values));
    assert_true(values[0].r == 3.0 && values[1].type == TYPE_INTEGER && values[1].i == 3);
    internal[symbols_find(world->names, "a", 1)->index] = value_real(0.0);
    expr_run bad = {.variables = internal};
    assert_false(recording_evaluate(recording, &bad, values));
    assert_string_equal(bad.why, "an integer is divided by zero");
    assert_int_equal(bad.error_offset, 26);
}

static void expression_that_fails_at_once_is_an_error(void **state)
{
    assert_null(record(state, "set: integer n = 0; x: 1./1., 3/n;", read_two_reals));
    assert_said_contains(state, "deck:1:32: error E0127: an integer is divided by zero\n");
}

/* Other memory and other messages than those of the first reader. */
static void replay_may_live_elsewhere(void **state)
{
    const recording *recording = record(state, "set: real a = 2.; x: 1 + a, a;", read_two_reals);
    world *world = *state;
    arena *memory = arena_create();
    diag *errors = diag_create(world->texts);
    const value values[] = {value_real(-1.0), value_real(0.0)};
    int owner;
    reader *reader = reader_replay(recording, values, memory, errors, &owner);
    assert_ptr_equal(reader_owner(reader), &owner);
    assert_ptr_equal(reader_arena(reader), memory);
    assert_ptr_equal(reader_diag(reader), errors);
    read_two_reals(reader);
    end_replay(reader);
    assert_int_equal(diag_errors(errors), 1);
    diag_destroy(errors);
    arena_destroy(memory);
    assert_said_nothing(state);
}

static void read_keys(reader *reader)
{
    assert_true(read_key(reader, "string"));
    assert_string_equal(read_string(reader, "text"), "t");
    assert_false(read_key(reader, "string"));
    assert_true(read_key(reader, "index"));
    assert_int_equal(read_integer(reader, "index"), 4);
}

static void keys(void **state)
{
    const recording *recording = record(state, "x: string = \"t\", index=2 + 2;", read_keys);
    reader *reader = replay(state, recording, NULL);
    read_keys(reader);
    end_replay(reader);
    assert_said_nothing(state);
    reader = replay(state, recording, NULL);
    read_string(reader, "text");
    assert_false(read_ok(reader));
    end_replay(reader);
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
