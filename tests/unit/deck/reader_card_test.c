/* reader_card_test.c - cards, keywords, comments, separators and how reading goes on after an error. */
#include "reader_world.h"
#include "deck/diag_rows.h"
#include <stdlib.h>

static void descriptions_ignore_case_blanks_and_comments(void **state)
{
    reader *reader =
        world_open(state, "Begin : x;\n  INITIAL \t time: 0.;\nlinear\n  # why\n solver /* and */\n : naive;gravity;");
    assert_string_equal(reader_card(reader), "begin");
    assert_string_equal(reader_card(reader), "initialtime");
    assert_string_equal(reader_card_text(reader), "INITIAL time");
    assert_true(reader_card_is(reader, "initial time"));
    assert_true(reader_card_is(reader, "InitialTime"));
    assert_false(reader_card_is(reader, "initial"));
    assert_false(reader_card_is(reader, "initial times"));
    assert_string_equal(reader_card(reader), "linearsolver");
    assert_string_equal(reader_card_text(reader), "linear solver");
    assert_string_equal(reader_card(reader), "gravity");
    assert_false(read_more(reader));
    reader_card_end(reader);
    assert_null(reader_card(reader));
    assert_null(reader_card(reader));
    assert_said_nothing(state);
}

static void empty_text_has_no_cards(void **state)
{
    reader *reader = ((world *)*state)->reader;
    assert_null(reader_card(reader));
    world_open(state, "");
    assert_null(reader_card(reader));
    world_open(state, " \t\r\n # only a comment");
    assert_null(reader_card(reader));
    world_open(state, "\xEF\xBB\xBF/* mark of an editor */;;\n;");
    assert_null(reader_card(reader));
    assert_said_nothing(state);
}

static void mark_of_the_editor_is_skipped(void **state)
{
    reader *reader = world_card(state, "\xEF\xBB\xBFgravity;");
    assert_string_equal(reader_card_text(reader), "gravity");
}

static void keywords_stand_alone(void **state)
{
    reader *reader = world_card(state, "drive: step(2.), step , MODEL::x, model, Double\n Step# c\n, sine: x;");
    assert_false(read_keyword(reader, "step"));
    assert_null(read_peek_word(reader));
    read_skip(reader);
    assert_true(read_peek(reader, "step"));
    assert_true(read_peek(reader, "step"));
    assert_true(read_keyword(reader, "step"));
    assert_false(read_keyword(reader, "model"));
    read_skip(reader);
    assert_string_equal(read_peek_word(reader), "model");
    assert_true(read_keyword(reader, "model"));
    assert_false(read_keyword(reader, "double"));
    assert_false(read_keyword(reader, "double step ramp"));
    assert_true(read_keyword(reader, "double step"));
    assert_true(read_keyword(reader, "sine"));
    assert_true(read_keyword(reader, "x"));
    assert_false(read_more(reader));
    assert_false(read_keyword(reader, "x"));
    assert_null(read_peek_word(reader));
    reader_card_end(reader);
    assert_said_nothing(state);
}

static void comments_stand_anywhere(void **state)
{
    reader *reader = world_card(
        state, "force /* f */ : # one\n 1 /* label */ , /* x */ abs /* ; */ olute # , ;\n, 3. + # a\n 4. # b ;\n;\n"
               "/* next: 1; */ couple: (real a = 2.; /* inside */ a*3.);");
    assert_string_equal(reader_card_text(reader), "force");
    assert_int_equal(read_label(reader, "label"), 1);
    assert_true(read_keyword(reader, "absolute"));
    assert_true(read_real(reader, "value") == 7.0);
    reader_card_end(reader);
    assert_string_equal(reader_card(reader), "couple");
    assert_true(read_real(reader, "value") == 6.0);
    reader_card_end(reader);
    assert_null(reader_card(reader));
    assert_said_nothing(state);
}

static void choices(void **state)
{
    static const char *const words[] = {"ms", "crank nicolson", "hope", NULL};
    reader *reader = world_card(state, "method: CrankNicolson, 3., ms, implict euler;");
    assert_int_equal(read_choice(reader, words, "method"), 1);
    assert_int_equal(read_try_choice(reader, words), -1);
    assert_true(read_real(reader, "x") == 3.0);
    assert_int_equal(read_try_choice(reader, words), 0);
    assert_int_equal(read_choice(reader, words, "method"), -1);
    assert_int_equal(read_choice(reader, words, "method"), 0);
    assert_said(state, "deck:1:32: error E0208: unknown method 'implict euler'\n"
                       "    1 | method: CrankNicolson, 3., ms, implict euler;\n"
                       "      |                                ^~~~~~~~~~~~~\n"
                       "   hint: expected one of: ms, crank nicolson, hope\n");
}

static void word_was_expected(void **state)
{
    static const char *const words[] = {"ms", "hope", NULL};
    reader *reader = world_card(state, "method: 0.6;");
    assert_int_equal(read_choice(reader, words, "method"), -1);
    assert_said(state, "deck:1:9: error E0209: expected a word for method, found '0.6'\n"
                       "    1 | method: 0.6;\n"
                       "      |         ^~~\n"
                       "   hint: expected one of: ms, hope\n");
}

static void nearest_word_is_offered(void **state)
{
    static const char *const words[] = {"initial value", "inverse dynamics", NULL};
    reader *reader = world_card(state, "problem: intial\n /* c */ value;");
    assert_int_equal(read_choice(reader, words, "problem"), -1);
    assert_said(state, "deck:1:10: error E0208: unknown problem 'intialvalue'\n"
                       "    1 | problem: intial\n"
                       "      |          ^~~~~~\n"
                       "   hint: did you mean 'initial value'?\n");
}

static void long_list_of_words_is_cut(void **state)
{
    static const char *words[101];
    for (int i = 0; i < 100; i++)
        words[i] = "some word";
    reader *reader = world_card(state, "x: other;");
    read_choice(reader, words, "word");
    assert_said_contains(state, ", some word, ...\n");
}

static void choice_that_is_missing(void **state)
{
    static const char *const words[] = {"ms", NULL};
    reader *reader = world_card(state, "method;");
    assert_int_equal(read_choice(reader, words, "method"), -1);
    assert_said_contains(state, "deck:1:7: error E0205: missing argument: method\n");
}

static void words_too_long_for_a_keyword(void **state)
{
    static char text[400] = "x: ";
    memset(text + 3, 'y', 300);
    strcpy(text + 303, ";");
    reader *reader = world_card(state, text);
    assert_null(read_peek_word(reader));
    assert_false(read_keyword(reader, "y"));
    read_skip(reader);
    reader_card_end(reader);
    assert_said_nothing(state);
}

static void string_skipped_that_does_not_end(void **state)
{
    reader *reader = world_card(state, "x: 1 + \"abc;\n");
    read_skip(reader);
    assert_said_contains(state, "deck:1:8: error E0006: the string that begins here is not closed\n");
}

static void reader_knows_its_owner(void **state)
{
    world *world = *state;
    assert_ptr_equal(reader_owner(world->reader), world);
    assert_ptr_equal(reader_arena(world->reader), world->memory);
    reader_destroy(NULL);
}

static void arguments_as_they_are_written(void **state)
{
    reader *reader = world_card(state, "x: Double  Step, a /* c */ b, 3.5, \"text\", ;");
    assert_string_equal(read_shown(reader), "'Double  Step'");
    read_skip(reader);
    assert_string_equal(read_shown(reader), "'ab'");
    read_skip(reader);
    assert_string_equal(read_shown(reader), "'3.5'");
    read_skip(reader);
    assert_string_equal(read_shown(reader), "'\"text\"'");
    read_skip(reader);
    assert_string_equal(read_shown(reader), "';'");
}

static void errors_are_sticky_until_the_next_card(void **state)
{
    reader *reader = world_card(state, "body: x y, 2., (a; b), \"s;\";\nforce: 5;");
    assert_int_equal(read_label(reader, "label"), 0);
    assert_false(read_ok(reader));
    assert_false(read_more(reader));
    assert_true(read_real(reader, "mass") == 0.0);
    assert_string_equal(read_string(reader, "name"), "");
    assert_false(read_keyword(reader, "x"));
    assert_int_equal(diag_errors(((world *)*state)->errors), 1);
    reader_card_end(reader);
    assert_string_equal(reader_card(reader), "force");
    assert_true(read_ok(reader));
    assert_int_equal(read_label(reader, "label"), 5);
    reader_card_end(reader);
    assert_int_equal(diag_errors(((world *)*state)->errors), 1);
}

static void card_may_be_skipped(void **state)
{
    reader *reader = world_card(state, "a: (1; 2), \"; x: 1;\", # ;\n /* ; */ 3; b; c: 1");
    reader_card_skip(reader);
    assert_string_equal(reader_card(reader), "b");
    assert_string_equal(reader_card(reader), "c");
    reader_card_skip(reader);
    assert_null(reader_card(reader));
    assert_said_nothing(state);
}

static void card_within_a_card(void **state)
{
    reader *reader = world_card(state, "driven: 31, string, \"Time < 1.\",\n\tjoint: 31, clamp, 1, node, node;\n");
    assert_int_equal(read_label(reader, "label"), 31);
    assert_true(read_keyword(reader, "string"));
    read_skip(reader);
    assert_false(read_keyword(reader, "body"));
    assert_true(read_keyword(reader, "joint"));
    assert_int_equal(read_label(reader, "label"), 31);
    assert_true(read_keyword(reader, "clamp"));
    read_skip(reader);
    assert_true(read_keyword(reader, "node"));
    assert_true(read_keyword(reader, "node"));
    reader_card_end(reader);
    assert_said_nothing(state);
}

static void places(void **state)
{
    reader *reader = world_card(state, "body: 12, mass*2., null;\n");
    source_location source_location = reader_card_location(reader);
    assert_int_equal(source_location.file, 1);
    assert_int_equal(source_location.offset, 0);
    assert_int_equal(source_location.length, 4);
    source_location = read_place(reader);
    assert_int_equal(source_location.offset, 6);
    assert_int_equal(source_location.length, 2);
    read_label(reader, "label");
    source_location = read_last_location(reader);
    assert_int_equal(source_location.offset, 6);
    assert_int_equal(source_location.length, 2);
    read_skip(reader);
    source_location = read_last_location(reader);
    assert_int_equal(source_location.offset, 10);
    assert_int_equal(source_location.length, 7);
    read_keyword(reader, "null");
    source_location = read_last_location(reader);
    assert_int_equal(source_location.offset, 19);
    assert_int_equal(source_location.length, 4);
}

static void reading_stops_after_so_many_errors(void **state)
{
    char text[2000] = "";
    for (int i = 0; i < 50; i++)
        strcat(text, "body: 1 2;\n");
    reader *reader = world_open(state, text);
    int cards = 0;
    for (; reader_card(reader); cards++) {
        read_label(reader, "label");
        reader_card_end(reader);
    }
    assert_int_equal(cards, 20);
    assert_null(reader_card(reader));
    const char *said = world_said(state);
    assert_string_equal(strstr(said, "note"), "note N0012: too many errors: stopped reading after 20 errors\n");
}

/* --- missing and wrong separators --------------------------------------------------------------------------------- */

static void missing_semicolon_behind_a_number(void **state)
{
    reader *reader = world_card(state, "tolerance: 1.e-6 # why\n    max iterations: 20;\nmethod: ms;");
    assert_true(read_real(reader, "tolerance") == 0.0);
    reader_card_end(reader);
    assert_said(state, "deck:1:17: error E0201: missing ';' at the end of the card 'tolerance'\n"
                       "    1 | tolerance: 1.e-6 # why\n"
                       "      |                 ^\n");
    assert_string_equal(reader_card(reader), "maxiterations");
    assert_int_equal(read_integer(reader, "n"), 20);
    reader_card_end(reader);
    assert_string_equal(reader_card(reader), "method");
    assert_said_nothing(state);
}

static void missing_semicolon_behind_an_expression(void **state)
{
    reader *reader = world_card(state, "forces: pi*2.\n joints: 3;");
    read_real(reader, "forces");
    reader_card_end(reader);
    assert_said(state, "deck:1:14: error E0201: missing ';' at the end of the card 'forces'\n"
                       "    1 | forces: pi*2.\n"
                       "      |              ^\n");
    assert_string_equal(reader_card(reader), "joints");
}

static void missing_semicolon_behind_a_word(void **state)
{
    static const char *const words[] = {"ms", "nodes", NULL};
    reader *reader = world_card(state, "end: nodes\n\nbegin: elements;");
    read_choice(reader, words, "block");
    reader_card_end(reader);
    assert_said(state, "deck:1:11: error E0201: missing ';' at the end of the card 'end'\n"
                       "    1 | end: nodes\n"
                       "      |           ^\n");
    assert_string_equal(reader_card(reader), "begin");
    assert_true(read_keyword(reader, "elements"));
}

static void missing_semicolon_behind_a_flag(void **state)
{
    reader *reader = world_card(state, "x: yes\nbegin: elements;");
    assert_false(read_bool(reader, "flag"));
    reader_card_end(reader);
    assert_said_contains(state, "deck:1:7: error E0201: missing ';' at the end of the card 'x'\n");
    assert_string_equal(reader_card(reader), "begin");
}

static void missing_semicolon_behind_a_string(void **state)
{
    reader *reader = world_card(state, "name: \"a\"\nset: real b = 1.;");
    read_string(reader, "name");
    reader_card_end(reader);
    assert_said(state, "deck:1:10: error E0201: missing ';' at the end of the card 'name'\n"
                       "    1 | name: \"a\"\n"
                       "      |          ^\n");
    assert_null(reader_card(reader));
    assert_non_null(symbols_find(reader_symbols(reader), "b", 1));
}

static void missing_semicolon_at_the_end_of_the_file(void **state)
{
    reader *reader = world_card(state, "end: elements\n\n");
    read_keyword(reader, "elements");
    reader_card_end(reader);
    assert_said(state, "deck:1:14: error E0201: missing ';' at the end of the card 'end'\n"
                       "    1 | end: elements\n"
                       "      |              ^\n");
    assert_null(reader_card(reader));
}

static void missing_comma(void **state)
{
    reader *reader = world_card(state, "position: 1., 2. 3.;");
    read_vec3(reader, "position");
    reader_card_end(reader);
    assert_said(state, "deck:1:18: error E0101: expected an operator or the end of the expression, found '3.'\n"
                       "    1 | position: 1., 2. 3.;\n"
                       "      |                  ^~\n"
                       "   hint: while reading position\n"
                       "   hint: is a ',' missing before it?\n");
    reader = world_card(state, "name: \"a\"\n 3.;");
    read_string(reader, "name");
    reader_card_end(reader);
    assert_said(state, "deck:2:2: error E0202: expected ',' or ';', found '3.'\n"
                       "    2 |  3.;\n"
                       "      |  ^~\n"
                       "   hint: is a ',' missing at the end of the previous line?\n");
}

static void missing_colon(void **state)
{
    reader *reader = world_open(state, "    joint 1, clamp, GROUND;\nbody: 1;");
    assert_string_equal(reader_card(reader), "body");
    assert_said(state, "deck:1:12: error E0200: expected ':' or ';' after 'joint 1', found ','\n"
                       "    1 |     joint 1, clamp, GROUND;\n"
                       "      |            ^\n"
                       "   hint: is a ':' missing after 'joint'?\n"
                       "   hint: a card is written   description: argument, argument, ...;\n");
}

static void what_is_no_card(void **state)
{
    reader *reader = world_open(state, ") 3;\n\"a;b\";\n\xC2\xA0 x: 1;\n\x01;ok;");
    assert_string_equal(reader_card(reader), "ok");
    const char *said = world_said(state);
    assert_non_null(strstr(said, "deck:1:1: error E0203: expected a card, found ')'\n"));
    assert_non_null(strstr(said, "deck:2:1: error E0203: expected a card, found '\"a;b\"'\n"));
    assert_non_null(strstr(said, "deck:3:1: error E0203: expected a card, found the character '\xC2\xA0' (U+00A0)\n"));
    assert_non_null(strstr(said, "deck:4:1: error E0203: expected a card, found the byte 0x01\n"));
}

static void text_without_any_card(void **state)
{
    reader *reader = world_open(state, "Dear reader\nthis is a letter");
    assert_null(reader_card(reader));
    assert_said(state, "deck:2:17: error E0201: missing ';' at the end of the card 'Dear reader this is a letter'\n"
                       "    2 | this is a letter\n"
                       "      |                 ^\n"
                       "   hint: a card is written   description: argument, argument, ...;\n"
                       "   hint: the description of the card continues in line 2; is a ';' missing before it?\n");
}

static void description_that_runs_over_a_line(void **state)
{
    reader *reader = world_card(state, "gravity\njoints: 2;\n");
    assert_string_equal(reader_card_text(reader), "gravity joints");
    read_error(reader, E_MISSING_ARGUMENT, reader_card_location(reader), "x");
    diag_hint(reader_diag(reader), "first");
    reader_card_end(reader);
    assert_said(state, "deck:1:1: error E0205: missing argument: x\n"
                       "    1 | gravity\n"
                       "      | ^~~~~~~\n"
                       "   hint: first\n"
                       "   hint: the description of the card continues in line 2; is a ';' missing before it?\n");
}

static void description_without_end(void **state)
{
    static char text[400];
    memset(text, 'x', 300);
    strcpy(text + 300, ": 1;\ny: 2;");
    reader *reader = world_open(state, text);
    assert_string_equal(reader_card(reader), "y");
    assert_said_contains(state, "deck:1:1: error E0204: the description of a card must not exceed 255 characters\n");
}

static void too_many_arguments(void **state)
{
    reader *reader = world_card(state, "gravity: uniform, 9.81,\n   5. ;");
    read_keyword(reader, "uniform");
    read_real(reader, "g");
    reader_set_help(reader, "gravity: uniform, g;");
    reader_card_end(reader);
    assert_said(state, "deck:2:4: error E0207: too many arguments: the card 'gravity' should end before '5.'\n"
                       "    2 |    5. ;\n"
                       "      |    ^~\n"
                       "   hint: usage: gravity: uniform, g;\n");
}

static void missing_arguments(void **state)
{
    reader *reader = world_card(state, "body: 1;");
    reader_set_help(reader, "body: label, node;\nbody: label;\n");
    read_label(reader, "label");
    read_label(reader, "node");
    reader_card_end(reader);
    assert_said(state, "deck:1:8: error E0205: missing argument: node\n"
                       "    1 | body: 1;\n"
                       "      |        ^\n"
                       "   hint: usage: body: label, node;\n"
                       "                body: label;\n");
}

static void brackets_that_do_not_match(void **state)
{
    reader *reader = world_card(state, "mass: 0.5);");
    read_real(reader, "mass");
    reader_card_end(reader);
    assert_said(state, "deck:1:10: error E0218: ')' without '('\n"
                       "    1 | mass: 0.5);\n"
                       "      |          ^\n");
    reader = world_card(state, "mass: (0.5 + 1.;\n\nnext: (1), 2;\nlast: 3;");
    read_real(reader, "mass");
    reader_card_end(reader);
    assert_said(state, "deck:1:16: error E0102: missing ')' before the end of the text\n"
                       "    1 | mass: (0.5 + 1.;\n"
                       "      |                ^\n"
                       "deck:1:7: note N0132: the parenthesis was opened here\n"
                       "    1 | mass: (0.5 + 1.;\n"
                       "      |       ^\n"
                       "   hint: while reading mass\n");
    assert_string_equal(reader_card(reader), "next");
    assert_string_equal(reader_card(reader), "last");
}

static void string_that_does_not_end(void **state)
{
    reader *reader = world_card(state, "name: \"abc;\nother: 1;\n");
    read_string(reader, "name");
    reader_card_end(reader);
    assert_said(state, "deck:1:7: error E0006: the string that begins here is not closed\n"
                       "    1 | name: \"abc;\n"
                       "      |       ^\n");
}

static void string_closed_by_the_quote_of_another(void **state)
{
    reader *reader = world_card(state, "name: \"abc;\nother: \"def\";\nthird: 1;");
    read_string(reader, "name");
    reader_card_end(reader);
    assert_said(state, "deck:1:7: error E0006: the string that begins here is not closed\n"
                       "    1 | name: \"abc;\n"
                       "      |       ^\n");
    assert_string_equal(reader_card(reader), "third");
}

static void comment_that_does_not_end(void **state)
{
    reader *reader = world_card(state, "a: 1;\nb: 2; /* never\nc: 3;\n");
    assert_string_equal(reader_card(reader), "b");
    assert_null(reader_card(reader));
    assert_said(state, "deck:2:7: error E0005: the comment that begins here is not closed\n"
                       "    2 | b: 2; /* never\n"
                       "      |       ^~\n");
}

static void comment_in_a_card_that_does_not_end(void **state)
{
    reader *reader = world_card(state, "a: /* never\n 1;");
    read_integer(reader, "x");
    reader_card_end(reader);
    assert_null(reader_card(reader));
    assert_said(state, "deck:1:4: error E0005: the comment that begins here is not closed\n"
                       "    1 | a: /* never\n"
                       "      |    ^~\n");
}

static void zero_byte_is_refused(void **state)
{
    world *world = *state;
    reader_open_text(world->reader, "deck", "a: 1;\nb\0: 2;", 12);
    assert_null(reader_card(world->reader));
    assert_said(state, "deck:2:2: error E0004: deck is not a text file: it contains a null byte here\n"
                       "    2 | b?: 2;\n"
                       "      |  ^\n");
}

static void errors_outside_of_cards_are_all_reported(void **state)
{
    reader *reader = world_card(state, "a;");
    reader_card_end(reader);
    read_error(reader, E_MISSING_ARGUMENT, (source_location){0}, "one");
    read_error(reader, E_MISSING_ARGUMENT, (source_location){0}, "two");
    assert_null(reader_card(reader));
    read_error(reader, E_MISSING_ARGUMENT, (source_location){0}, "three");
    assert_said(state, "error E0205: missing argument: one\nerror E0205: missing argument: two\nerror E0205: missing "
                       "argument: three\n");
}

static void nesting_and_long_texts_do_no_harm(void **state)
{
    enum { N = 100000 };
    char *text = malloc(3 * N + 100);
    strcpy(text, "x: ");
    memset(text + 3, '(', N);
    strcpy(text + 3 + N, ";\nnext: 1;");
    reader *reader = world_card(state, text);
    read_real(reader, "x");
    reader_card_end(reader);
    assert_string_equal(reader_card(reader), "next");
    reader_card_end(reader);
    memset(text, ',', 3 * N);
    memcpy(text, "x: ", 3);
    strcpy(text + 3 * N, ";y;");
    reader = world_card(state, text);
    int n = 0;
    for (; read_more(reader); n++)
        assert_true(read_real(reader, "x") == 0.0);
    assert_int_equal(n, 3 * N - 2);
    reader_card_end(reader);
    assert_string_equal(reader_card(reader), "y");
    free(text);
}

/* Texts that would take minutes if something were looked for again and again. */
static void time_is_linear(void **state)
{
    static const char *const pieces[] = {"a\n", "\\\"\n",  "x: (\n", "\"a", "(a;",    "a: (\n/*",
                                         ";",   "a # b\n", "x: ,\n", "'",   "remark;"};
    enum { SIZE = 2000000 };
    char *text = malloc(SIZE + 10);
    for (unsigned i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        const size_t length = strlen(pieces[i]);
        strcpy(text, "x: (");
        for (size_t n = strlen(text); n < SIZE; n += length)
            memcpy(text + n, pieces[i], length + 1);
        world *world;
        world_create((void **)&world);
        reader_set_print(world->reader, NULL, NULL);
        reader_open_text(world->reader, "deck", text, strlen(text));
        while (reader_card(world->reader)) {
            read_real(world->reader, "x");
            read_string(world->reader, "y");
            reader_card_end(world->reader);
        }
        world_destroy((void **)&world);
    }
    free(text);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(descriptions_ignore_case_blanks_and_comments),
        WORLD_TEST(empty_text_has_no_cards),
        WORLD_TEST(mark_of_the_editor_is_skipped),
        WORLD_TEST(keywords_stand_alone),
        WORLD_TEST(comments_stand_anywhere),
        WORLD_TEST(choices),
        WORLD_TEST(word_was_expected),
        WORLD_TEST(nearest_word_is_offered),
        WORLD_TEST(long_list_of_words_is_cut),
        WORLD_TEST(choice_that_is_missing),
        WORLD_TEST(words_too_long_for_a_keyword),
        WORLD_TEST(string_skipped_that_does_not_end),
        WORLD_TEST(reader_knows_its_owner),
        WORLD_TEST(arguments_as_they_are_written),
        WORLD_TEST(errors_are_sticky_until_the_next_card),
        WORLD_TEST(card_may_be_skipped),
        WORLD_TEST(card_within_a_card),
        WORLD_TEST(places),
        WORLD_TEST(reading_stops_after_so_many_errors),
        WORLD_TEST(missing_semicolon_behind_a_number),
        WORLD_TEST(missing_semicolon_behind_an_expression),
        WORLD_TEST(missing_semicolon_behind_a_word),
        WORLD_TEST(missing_semicolon_behind_a_flag),
        WORLD_TEST(missing_semicolon_behind_a_string),
        WORLD_TEST(missing_semicolon_at_the_end_of_the_file),
        WORLD_TEST(missing_comma),
        WORLD_TEST(missing_colon),
        WORLD_TEST(what_is_no_card),
        WORLD_TEST(text_without_any_card),
        WORLD_TEST(description_that_runs_over_a_line),
        WORLD_TEST(description_without_end),
        WORLD_TEST(too_many_arguments),
        WORLD_TEST(missing_arguments),
        WORLD_TEST(brackets_that_do_not_match),
        WORLD_TEST(string_that_does_not_end),
        WORLD_TEST(string_closed_by_the_quote_of_another),
        WORLD_TEST(comment_that_does_not_end),
        WORLD_TEST(comment_in_a_card_that_does_not_end),
        WORLD_TEST(zero_byte_is_refused),
        WORLD_TEST(errors_outside_of_cards_are_all_reported),
        WORLD_TEST(nesting_and_long_texts_do_no_harm),
        cmocka_unit_test(time_is_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
