/* reader_card_test.c - cards, keywords, comments, separators and how reading goes on after an error. */
#include "reader_world.h"
#include "deck/diag_rows.h"
#include <stdlib.h>

static void descriptions_ignore_case_blanks_and_comments(void **state)
{
    reader *r =
        world_open(state, "Begin : x;\n  INITIAL \t time: 0.;\nlinear\n  # why\n solver /* and */\n : naive;gravity;");
    assert_string_equal(reader_card(r), "begin");
    assert_string_equal(reader_card(r), "initialtime");
    assert_string_equal(reader_card_text(r), "INITIAL time");
    assert_true(reader_card_is(r, "initial time"));
    assert_true(reader_card_is(r, "InitialTime"));
    assert_false(reader_card_is(r, "initial"));
    assert_false(reader_card_is(r, "initial times"));
    assert_string_equal(reader_card(r), "linearsolver");
    assert_string_equal(reader_card_text(r), "linear solver");
    assert_string_equal(reader_card(r), "gravity");
    assert_false(read_more(r));
    reader_card_end(r);
    assert_null(reader_card(r));
    assert_null(reader_card(r));
    assert_said_nothing(state);
}

static void empty_text_has_no_cards(void **state)
{
    reader *r = ((world *)*state)->r;
    assert_null(reader_card(r));
    world_open(state, "");
    assert_null(reader_card(r));
    world_open(state, " \t\r\n # only a comment");
    assert_null(reader_card(r));
    world_open(state, "\xEF\xBB\xBF/* mark of an editor */;;\n;");
    assert_null(reader_card(r));
    assert_said_nothing(state);
}

static void mark_of_the_editor_is_skipped(void **state)
{
    reader *r = world_card(state, "\xEF\xBB\xBFgravity;");
    assert_string_equal(reader_card_text(r), "gravity");
}

static void keywords_stand_alone(void **state)
{
    reader *r = world_card(state, "drive: step(2.), step , MODEL::x, model, Double\n Step# c\n, sine: x;");
    assert_false(read_keyword(r, "step"));
    assert_null(read_peek_word(r));
    read_skip(r);
    assert_true(read_peek(r, "step"));
    assert_true(read_peek(r, "step"));
    assert_true(read_keyword(r, "step"));
    assert_false(read_keyword(r, "model"));
    read_skip(r);
    assert_string_equal(read_peek_word(r), "model");
    assert_true(read_keyword(r, "model"));
    assert_false(read_keyword(r, "double"));
    assert_false(read_keyword(r, "double step ramp"));
    assert_true(read_keyword(r, "double step"));
    assert_true(read_keyword(r, "sine"));
    assert_true(read_keyword(r, "x"));
    assert_false(read_more(r));
    assert_false(read_keyword(r, "x"));
    assert_null(read_peek_word(r));
    reader_card_end(r);
    assert_said_nothing(state);
}

static void comments_stand_anywhere(void **state)
{
    reader *r = world_card(
        state, "force /* f */ : # one\n 1 /* label */ , /* x */ abs /* ; */ olute # , ;\n, 3. + # a\n 4. # b ;\n;\n"
               "/* next: 1; */ couple: (real a = 2.; /* inside */ a*3.);");
    assert_string_equal(reader_card_text(r), "force");
    assert_int_equal(read_label(r, "label"), 1);
    assert_true(read_keyword(r, "absolute"));
    assert_true(read_real(r, "value") == 7.0);
    reader_card_end(r);
    assert_string_equal(reader_card(r), "couple");
    assert_true(read_real(r, "value") == 6.0);
    reader_card_end(r);
    assert_null(reader_card(r));
    assert_said_nothing(state);
}

static void choices(void **state)
{
    static const char *const words[] = {"ms", "crank nicolson", "hope", NULL};
    reader *r = world_card(state, "method: CrankNicolson, 3., ms, implict euler;");
    assert_int_equal(read_choice(r, words, "method"), 1);
    assert_int_equal(read_try_choice(r, words), -1);
    assert_true(read_real(r, "x") == 3.0);
    assert_int_equal(read_try_choice(r, words), 0);
    assert_int_equal(read_choice(r, words, "method"), -1);
    assert_int_equal(read_choice(r, words, "method"), 0);
    assert_said(state, "deck:1:32: error E0208: unknown method 'implict euler'\n"
                       "    1 | method: CrankNicolson, 3., ms, implict euler;\n"
                       "      |                                ^~~~~~~~~~~~~\n"
                       "   hint: expected one of: ms, crank nicolson, hope\n");
}

static void word_was_expected(void **state)
{
    static const char *const words[] = {"ms", "hope", NULL};
    reader *r = world_card(state, "method: 0.6;");
    assert_int_equal(read_choice(r, words, "method"), -1);
    assert_said(state, "deck:1:9: error E0209: expected a word for method, found '0.6'\n"
                       "    1 | method: 0.6;\n"
                       "      |         ^~~\n"
                       "   hint: expected one of: ms, hope\n");
}

static void nearest_word_is_offered(void **state)
{
    static const char *const words[] = {"initial value", "inverse dynamics", NULL};
    reader *r = world_card(state, "problem: intial\n /* c */ value;");
    assert_int_equal(read_choice(r, words, "problem"), -1);
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
    reader *r = world_card(state, "x: other;");
    read_choice(r, words, "word");
    assert_said_contains(state, ", some word, ...\n");
}

static void choice_that_is_missing(void **state)
{
    static const char *const words[] = {"ms", NULL};
    reader *r = world_card(state, "method;");
    assert_int_equal(read_choice(r, words, "method"), -1);
    assert_said_contains(state, "deck:1:7: error E0205: missing argument: method\n");
}

static void words_too_long_for_a_keyword(void **state)
{
    static char text[400] = "x: ";
    memset(text + 3, 'y', 300);
    strcpy(text + 303, ";");
    reader *r = world_card(state, text);
    assert_null(read_peek_word(r));
    assert_false(read_keyword(r, "y"));
    read_skip(r);
    reader_card_end(r);
    assert_said_nothing(state);
}

static void string_skipped_that_does_not_end(void **state)
{
    reader *r = world_card(state, "x: 1 + \"abc;\n");
    read_skip(r);
    assert_said_contains(state, "deck:1:8: error E0006: the string that begins here is not closed\n");
}

static void reader_knows_its_owner(void **state)
{
    world *w = *state;
    assert_ptr_equal(reader_owner(w->r), w);
    assert_ptr_equal(reader_arena(w->r), w->memory);
    reader_destroy(NULL);
}

static void arguments_as_they_are_written(void **state)
{
    reader *r = world_card(state, "x: Double  Step, a /* c */ b, 3.5, \"text\", ;");
    assert_string_equal(read_shown(r), "'Double  Step'");
    read_skip(r);
    assert_string_equal(read_shown(r), "'ab'");
    read_skip(r);
    assert_string_equal(read_shown(r), "'3.5'");
    read_skip(r);
    assert_string_equal(read_shown(r), "'\"text\"'");
    read_skip(r);
    assert_string_equal(read_shown(r), "';'");
}

static void errors_are_sticky_until_the_next_card(void **state)
{
    reader *r = world_card(state, "body: x y, 2., (a; b), \"s;\";\nforce: 5;");
    assert_int_equal(read_label(r, "label"), 0);
    assert_false(read_ok(r));
    assert_false(read_more(r));
    assert_true(read_real(r, "mass") == 0.0);
    assert_string_equal(read_string(r, "name"), "");
    assert_false(read_keyword(r, "x"));
    assert_int_equal(diag_errors(((world *)*state)->errors), 1);
    reader_card_end(r);
    assert_string_equal(reader_card(r), "force");
    assert_true(read_ok(r));
    assert_int_equal(read_label(r, "label"), 5);
    reader_card_end(r);
    assert_int_equal(diag_errors(((world *)*state)->errors), 1);
}

static void card_may_be_skipped(void **state)
{
    reader *r = world_card(state, "a: (1; 2), \"; x: 1;\", # ;\n /* ; */ 3; b; c: 1");
    reader_card_skip(r);
    assert_string_equal(reader_card(r), "b");
    assert_string_equal(reader_card(r), "c");
    reader_card_skip(r);
    assert_null(reader_card(r));
    assert_said_nothing(state);
}

static void card_within_a_card(void **state)
{
    reader *r = world_card(state, "driven: 31, string, \"Time < 1.\",\n\tjoint: 31, clamp, 1, node, node;\n");
    assert_int_equal(read_label(r, "label"), 31);
    assert_true(read_keyword(r, "string"));
    read_skip(r);
    assert_false(read_keyword(r, "body"));
    assert_true(read_keyword(r, "joint"));
    assert_int_equal(read_label(r, "label"), 31);
    assert_true(read_keyword(r, "clamp"));
    read_skip(r);
    assert_true(read_keyword(r, "node"));
    assert_true(read_keyword(r, "node"));
    reader_card_end(r);
    assert_said_nothing(state);
}

static void places(void **state)
{
    reader *r = world_card(state, "body: 12, mass*2., null;\n");
    place p = reader_card_place(r);
    assert_int_equal(p.file, 1);
    assert_int_equal(p.offset, 0);
    assert_int_equal(p.length, 4);
    p = read_place(r);
    assert_int_equal(p.offset, 6);
    assert_int_equal(p.length, 2);
    read_label(r, "label");
    p = read_last_place(r);
    assert_int_equal(p.offset, 6);
    assert_int_equal(p.length, 2);
    read_skip(r);
    p = read_last_place(r);
    assert_int_equal(p.offset, 10);
    assert_int_equal(p.length, 7);
    read_keyword(r, "null");
    p = read_last_place(r);
    assert_int_equal(p.offset, 19);
    assert_int_equal(p.length, 4);
}

static void reading_stops_after_so_many_errors(void **state)
{
    char text[2000] = "";
    for (int i = 0; i < 50; i++)
        strcat(text, "body: 1 2;\n");
    reader *r = world_open(state, text);
    int cards = 0;
    for (; reader_card(r); cards++) {
        read_label(r, "label");
        reader_card_end(r);
    }
    assert_int_equal(cards, 20);
    assert_null(reader_card(r));
    const char *said = world_said(state);
    assert_string_equal(strstr(said, "note"), "note N0012: reading stops after 20 errors\n");
}

/* --- missing and wrong separators --------------------------------------------------------------------------------- */

static void missing_semicolon_behind_a_number(void **state)
{
    reader *r = world_card(state, "tolerance: 1.e-6 # why\n    max iterations: 20;\nmethod: ms;");
    assert_true(read_real(r, "tolerance") == 0.0);
    reader_card_end(r);
    assert_said(state, "deck:1:17: error E0201: missing ';' at the end of the card 'tolerance'\n"
                       "    1 | tolerance: 1.e-6 # why\n"
                       "      |                 ^\n");
    assert_string_equal(reader_card(r), "maxiterations");
    assert_int_equal(read_integer(r, "n"), 20);
    reader_card_end(r);
    assert_string_equal(reader_card(r), "method");
    assert_said_nothing(state);
}

static void missing_semicolon_behind_an_expression(void **state)
{
    reader *r = world_card(state, "forces: pi*2.\n joints: 3;");
    read_real(r, "forces");
    reader_card_end(r);
    assert_said(state, "deck:1:14: error E0201: missing ';' at the end of the card 'forces'\n"
                       "    1 | forces: pi*2.\n"
                       "      |              ^\n");
    assert_string_equal(reader_card(r), "joints");
}

static void missing_semicolon_behind_a_word(void **state)
{
    static const char *const words[] = {"ms", "nodes", NULL};
    reader *r = world_card(state, "end: nodes\n\nbegin: elements;");
    read_choice(r, words, "block");
    reader_card_end(r);
    assert_said(state, "deck:1:11: error E0201: missing ';' at the end of the card 'end'\n"
                       "    1 | end: nodes\n"
                       "      |           ^\n");
    assert_string_equal(reader_card(r), "begin");
    assert_true(read_keyword(r, "elements"));
}

static void missing_semicolon_behind_a_flag(void **state)
{
    reader *r = world_card(state, "x: yes\nbegin: elements;");
    assert_false(read_bool(r, "flag"));
    reader_card_end(r);
    assert_said_contains(state, "deck:1:7: error E0201: missing ';' at the end of the card 'x'\n");
    assert_string_equal(reader_card(r), "begin");
}

static void missing_semicolon_behind_a_string(void **state)
{
    reader *r = world_card(state, "name: \"a\"\nset: real b = 1.;");
    read_string(r, "name");
    reader_card_end(r);
    assert_said(state, "deck:1:10: error E0201: missing ';' at the end of the card 'name'\n"
                       "    1 | name: \"a\"\n"
                       "      |          ^\n");
    assert_null(reader_card(r));
    assert_non_null(symbols_find(reader_symbols(r), "b", 1));
}

static void missing_semicolon_at_the_end_of_the_file(void **state)
{
    reader *r = world_card(state, "end: elements\n\n");
    read_keyword(r, "elements");
    reader_card_end(r);
    assert_said(state, "deck:1:14: error E0201: missing ';' at the end of the card 'end'\n"
                       "    1 | end: elements\n"
                       "      |              ^\n");
    assert_null(reader_card(r));
}

static void missing_comma(void **state)
{
    reader *r = world_card(state, "position: 1., 2. 3.;");
    read_vec3(r, "position");
    reader_card_end(r);
    assert_said(state, "deck:1:18: error E0101: expected an operator or the end of the expression, found '3.'\n"
                       "    1 | position: 1., 2. 3.;\n"
                       "      |                  ^~\n"
                       "   hint: while reading position\n"
                       "   hint: is a ',' missing before it?\n");
    r = world_card(state, "name: \"a\"\n 3.;");
    read_string(r, "name");
    reader_card_end(r);
    assert_said(state, "deck:2:2: error E0202: expected ',' or ';', found '3.'\n"
                       "    2 |  3.;\n"
                       "      |  ^~\n"
                       "   hint: is a ',' missing at the end of the line before?\n");
}

static void missing_colon(void **state)
{
    reader *r = world_open(state, "    joint 1, clamp, GROUND;\nbody: 1;");
    assert_string_equal(reader_card(r), "body");
    assert_said(state, "deck:1:12: error E0200: expected ':' or ';' after 'joint 1', found ','\n"
                       "    1 |     joint 1, clamp, GROUND;\n"
                       "      |            ^\n"
                       "   hint: is a ':' missing after 'joint'?\n"
                       "   hint: a card is written   description: argument, argument, ...;\n");
}

static void what_is_no_card(void **state)
{
    reader *r = world_open(state, ") 3;\n\"a;b\";\n\xC2\xA0 x: 1;\n\x01;ok;");
    assert_string_equal(reader_card(r), "ok");
    const char *said = world_said(state);
    assert_non_null(strstr(said, "deck:1:1: error E0203: expected a card, found ')'\n"));
    assert_non_null(strstr(said, "deck:2:1: error E0203: expected a card, found '\"a;b\"'\n"));
    assert_non_null(strstr(said, "deck:3:1: error E0203: expected a card, found the character '\xC2\xA0' (U+00A0)\n"));
    assert_non_null(strstr(said, "deck:4:1: error E0203: expected a card, found the byte 0x01\n"));
}

static void text_without_any_card(void **state)
{
    reader *r = world_open(state, "Dear reader\nthis is a letter");
    assert_null(reader_card(r));
    assert_said(state, "deck:2:17: error E0201: missing ';' at the end of the card 'Dear reader this is a letter'\n"
                       "    2 | this is a letter\n"
                       "      |                 ^\n"
                       "   hint: a card is written   description: argument, argument, ...;\n"
                       "   hint: the description of the card goes on in line 2; is a ';' missing before it?\n");
}

static void description_that_runs_over_a_line(void **state)
{
    reader *r = world_card(state, "gravity\njoints: 2;\n");
    assert_string_equal(reader_card_text(r), "gravity joints");
    read_error(r, E_MISSING_ARGUMENT, reader_card_place(r), "x");
    diag_hint(reader_diag(r), "first");
    reader_card_end(r);
    assert_said(state, "deck:1:1: error E0205: missing argument: x\n"
                       "    1 | gravity\n"
                       "      | ^~~~~~~\n"
                       "   hint: first\n"
                       "   hint: the description of the card goes on in line 2; is a ';' missing before it?\n");
}

static void description_without_end(void **state)
{
    static char text[400];
    memset(text, 'x', 300);
    strcpy(text + 300, ": 1;\ny: 2;");
    reader *r = world_open(state, text);
    assert_string_equal(reader_card(r), "y");
    assert_said_contains(state,
                         "deck:1:1: error E0204: a card cannot have a description of more than 255 characters\n");
}

static void too_many_arguments(void **state)
{
    reader *r = world_card(state, "gravity: uniform, 9.81,\n   5. ;");
    read_keyword(r, "uniform");
    read_real(r, "g");
    reader_set_help(r, "gravity: uniform, g;");
    reader_card_end(r);
    assert_said(state, "deck:2:4: error E0207: too many arguments: the card 'gravity' should end before '5.'\n"
                       "    2 |    5. ;\n"
                       "      |    ^~\n"
                       "   hint: usage: gravity: uniform, g;\n");
}

static void missing_arguments(void **state)
{
    reader *r = world_card(state, "body: 1;");
    reader_set_help(r, "body: label, node;\nbody: label;\n");
    read_label(r, "label");
    read_label(r, "node");
    reader_card_end(r);
    assert_said(state, "deck:1:8: error E0205: missing argument: node\n"
                       "    1 | body: 1;\n"
                       "      |        ^\n"
                       "   hint: usage: body: label, node;\n"
                       "                body: label;\n");
}

static void brackets_that_do_not_match(void **state)
{
    reader *r = world_card(state, "mass: 0.5);");
    read_real(r, "mass");
    reader_card_end(r);
    assert_said(state, "deck:1:10: error E0218: ')' without '('\n"
                       "    1 | mass: 0.5);\n"
                       "      |          ^\n");
    r = world_card(state, "mass: (0.5 + 1.;\n\nnext: (1), 2;\nlast: 3;");
    read_real(r, "mass");
    reader_card_end(r);
    assert_said(state, "deck:1:16: error E0102: missing ')' before the end of the text\n"
                       "    1 | mass: (0.5 + 1.;\n"
                       "      |                ^\n"
                       "deck:1:7: note N0132: the bracket was opened here\n"
                       "    1 | mass: (0.5 + 1.;\n"
                       "      |       ^\n"
                       "   hint: while reading mass\n");
    assert_string_equal(reader_card(r), "next");
    assert_string_equal(reader_card(r), "last");
}

static void string_that_does_not_end(void **state)
{
    reader *r = world_card(state, "name: \"abc;\nother: 1;\n");
    read_string(r, "name");
    reader_card_end(r);
    assert_said(state, "deck:1:7: error E0006: the string that begins here is not closed\n"
                       "    1 | name: \"abc;\n"
                       "      |       ^\n");
}

static void string_closed_by_the_quote_of_another(void **state)
{
    reader *r = world_card(state, "name: \"abc;\nother: \"def\";\nthird: 1;");
    read_string(r, "name");
    reader_card_end(r);
    assert_said(state, "deck:1:7: error E0006: the string that begins here is not closed\n"
                       "    1 | name: \"abc;\n"
                       "      |       ^\n");
    assert_string_equal(reader_card(r), "third");
}

static void comment_that_does_not_end(void **state)
{
    reader *r = world_card(state, "a: 1;\nb: 2; /* never\nc: 3;\n");
    assert_string_equal(reader_card(r), "b");
    assert_null(reader_card(r));
    assert_said(state, "deck:2:7: error E0005: the comment that begins here is not closed\n"
                       "    2 | b: 2; /* never\n"
                       "      |       ^~\n");
}

static void comment_in_a_card_that_does_not_end(void **state)
{
    reader *r = world_card(state, "a: /* never\n 1;");
    read_integer(r, "x");
    reader_card_end(r);
    assert_null(reader_card(r));
    assert_said(state, "deck:1:4: error E0005: the comment that begins here is not closed\n"
                       "    1 | a: /* never\n"
                       "      |    ^~\n");
}

static void zero_byte_is_refused(void **state)
{
    world *w = *state;
    reader_open_text(w->r, "deck", "a: 1;\nb\0: 2;", 12);
    assert_null(reader_card(w->r));
    assert_said(state, "deck:2:2: error E0004: deck is not a text: it has a zero byte here\n"
                       "    2 | b?: 2;\n"
                       "      |  ^\n");
}

static void errors_outside_of_cards_are_all_reported(void **state)
{
    reader *r = world_card(state, "a;");
    reader_card_end(r);
    read_error(r, E_MISSING_ARGUMENT, (place){0}, "one");
    read_error(r, E_MISSING_ARGUMENT, (place){0}, "two");
    assert_null(reader_card(r));
    read_error(r, E_MISSING_ARGUMENT, (place){0}, "three");
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
    reader *r = world_card(state, text);
    read_real(r, "x");
    reader_card_end(r);
    assert_string_equal(reader_card(r), "next");
    reader_card_end(r);
    memset(text, ',', 3 * N);
    memcpy(text, "x: ", 3);
    strcpy(text + 3 * N, ";y;");
    r = world_card(state, text);
    int n = 0;
    for (; read_more(r); n++)
        assert_true(read_real(r, "x") == 0.0);
    assert_int_equal(n, 3 * N - 2);
    reader_card_end(r);
    assert_string_equal(reader_card(r), "y");
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
        world *w;
        world_create((void **)&w);
        reader_set_print(w->r, NULL, NULL);
        reader_open_text(w->r, "deck", text, strlen(text));
        while (reader_card(w->r)) {
            read_real(w->r, "x");
            read_string(w->r, "y");
            reader_card_end(w->r);
        }
        world_destroy((void **)&w);
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
