/* reader_language_test.c - set, plugin variables, include, setenv, remark, print symbol table, and the environment. */
#include "reader_world.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static double real_of(void **state, const char *name)
{
    const symbol *symbol = symbols_find(((world *)*state)->names, name, strlen(name));
    assert_non_null(symbol);
    return value_to_real(symbol->now);
}

static void set_in_every_form(void **state)
{
    reader *reader = world_open(
        state,
        "set: real undefined_yet;\nset: integer w = 10; set: ifndef integer w = 11;\nset: const integer c = 100;\n"
        "set: real w2 = w*1.5; set: w = w + 1;\nset: (\n real late = 3.; # several\n real depends = late*2.;\n late = "
        "30.;\n 0\n);\n"
        "set: (real single = 4.);\nSET : string s = \"a;b\" ;");
    assert_null(reader_card(reader));
    assert_said_nothing(state);
    assert_true(real_of(state, "undefined_yet") == 0.0);
    assert_true(real_of(state, "w") == 11.0);
    assert_true(real_of(state, "c") == 100.0);
    assert_true(real_of(state, "w2") == 15.0);
    assert_true(real_of(state, "late") == 30.0);
    assert_true(real_of(state, "depends") == 6.0);
    assert_true(real_of(state, "single") == 4.0);
    assert_string_equal(symbols_find(((world *)*state)->names, "s", 1)->now.s, "a;b");
}

static void set_with_errors_goes_on(void **state)
{
    reader *reader =
        world_open(state, "set: real a = ;\nset: real b = (1. + 2.;\nset: real c = 0.5);\nset: real d = 1., "
                          "2.;\nset;\nset: real last = 5.;");
    assert_null(reader_card(reader));
    const char *said = world_said(state);
    assert_non_null(strstr(said, "deck:1:15: error E0100: expected a value, found ';'\n"));
    assert_non_null(strstr(said, "deck:2:23: error E0102: missing ')' before ';'\n"));
    assert_non_null(strstr(said, "deck:3:18: error E0218: ')' without '('\n"));
    assert_non_null(
        strstr(said, "deck:4:19: error E0207: too many arguments: the card 'set' should end before '2.'\n"));
    assert_non_null(strstr(said, "deck:5:4: error E0205: missing argument: expression\n"));
    assert_true(real_of(state, "last") == 5.0);
    assert_int_equal(diag_errors(((world *)*state)->errors), 5);
}

/* --- plugin variables --------------------------------------------------------------------------------------------- */

typedef struct {
    char plugin[20], type[20], datum[20];
    unsigned label;
    int index;
    bool previous;
} bound;

static double live_label(void *self, const void *state)
{
    (void)state;
    return ((bound *)self)->label;
}

static bool bind(void *self, reader *reader, const char *plugin, live_value *live)
{
    bound *b = self;
    *b = (bound){0};
    snprintf(b->plugin, sizeof b->plugin, "%s", plugin);
    b->label = read_label(reader, "label");
    const char *type = read_peek_word(reader);
    snprintf(b->type, sizeof b->type, "%s", type ? type : "");
    read_skip(reader);
    while (read_more(reader)) {
        if (read_key(reader, "string"))
            snprintf(b->datum, sizeof b->datum, "%s", read_bare_string(reader, "datum"));
        else if (read_key(reader, "prev"))
            b->previous = read_keyword(reader, "true");
        else if (read_key(reader, "index"))
            b->index = read_integer(reader, "index");
        else if (read_keyword(reader, "algebraic"))
            snprintf(b->datum, sizeof b->datum, "x");
        else
            b->index = read_integer(reader, "index");
    }
    live->get = live_label;
    live->self = b;
    return read_ok(reader);
}

static void plugin_variables(void **state)
{
    world *world = *state;
    bound bound;
    reader_set_plugin(world->reader, bind, &bound);
    reader *reader = world_open(
        state, "set: [dof, x3, 1, structural, 3, algebraic, prev=true];\na;"
               "set: [ node,X2, 1 + 1 , structural, string = \"X[2]\" ] ;\nb;"
               "set:[element, tension, 1, joint, string=F];c;set: [node, by_index, 2, displacement # c\n, index=2];");
    assert_string_equal(reader_card(reader), "a");
    assert_string_equal(bound.plugin, "dof");
    assert_string_equal(bound.type, "structural");
    assert_string_equal(bound.datum, "x");
    assert_int_equal(bound.label, 1);
    assert_int_equal(bound.index, 3);
    assert_true(bound.previous);
    reader_card_end(reader);
    assert_string_equal(reader_card(reader), "b");
    assert_string_equal(bound.plugin, "node");
    assert_int_equal(bound.label, 2);
    assert_string_equal(bound.datum, "X[2]");
    reader_card_end(reader);
    assert_string_equal(reader_card(reader), "c");
    assert_string_equal(bound.datum, "F");
    reader_card_end(reader);
    assert_null(reader_card(reader));
    assert_string_equal(bound.type, "displacement");
    assert_int_equal(bound.index, 2);
    assert_said_nothing(state);
    const symbol *symbol = symbols_find(world->names, "X2", 2);
    assert_non_null(symbol);
    assert_true(symbol->is_live);
    assert_int_equal(symbol->type, TYPE_REAL);
    assert_true(symbol->live.get(symbol->live.self, NULL) == 2.0);
}

static void wrong_plugin_variables(void **state)
{
    world *world = *state;
    bound bound;
    reader *reader = world_open(state, "set: [node, x, 1];");
    assert_null(reader_card(reader));
    assert_said(state, "deck:1:6: error E0226: a variable cannot be bound to the model here\n"
                       "    1 | set: [node, x, 1];\n"
                       "      |      ^\n");
    reader_set_plugin(world->reader, bind, &bound);
    world_open(state, "set: [node, 7, 1];\nset: [node, pi, 1, abstract];\nset: [node, x, 1, abstract;\nset: "
                      "[node];\nset: [node, x, 1, abstract] 3;\nnext;");
    assert_string_equal(reader_card(reader), "next");
    const char *said = world_said(state);
    assert_non_null(strstr(said, "deck:1:13: error E0212: expected the name of a variable, found '7'\n"));
    assert_non_null(strstr(said, "deck:2:13: error E0114: variable 'pi' is already defined\n"));
    assert_non_null(strstr(said, "deck:3:27: error E0202: expected ',' or ']', found ';'\n"));
    assert_non_null(strstr(said, "deck:4:11: error E0205: missing argument: name of the variable\n"));
    assert_non_null(strstr(said, "deck:5:29: error E0202: expected ',' or ';', found '3'\n"));
}

/* --- include ------------------------------------------------------------------------------------------------------ */

static char directory[] = "/tmp/torsor_reader_XXXXXX";

static void write_file(const char *name, const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static bool open_file(void **state, const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return reader_open(((world *)*state)->reader, path, name);
}

static int make_directory(void **state)
{
    char path[300];
    (void)state;
    if (!mkdtemp(directory))
        return -1;
    snprintf(path, sizeof path, "%s/sub", directory);
    return mkdir(path, 0700);
}

static int remove_directory(void **state)
{
    char command[300];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", directory);
    return system(command);
}

static void includes_are_relative_to_their_file(void **state)
{
    reader *reader = ((world *)*state)->reader;
    write_file("main.mbd", "first;\ninclude: \"sub/p\\61rt.set\"; last;");
    write_file("sub/part.set", "set: real a = 1.;\ninclude: \"deep.set\";\nmiddle: a;\n# no newline at the end");
    write_file("sub/deep.set", "deep: \"data.txt\";");
    assert_true(open_file(state, "main.mbd"));
    assert_string_equal(reader_card(reader), "first");
    reader_card_end(reader);
    assert_string_equal(reader_card(reader), "deep");
    char expected[300];
    snprintf(expected, sizeof expected, "%s/sub/data.txt", directory);
    assert_string_equal(read_filename(reader, "file"), expected);
    reader_card_end(reader);
    assert_string_equal(reader_card(reader), "middle");
    assert_true(read_real(reader, "a") == 1.0);
    reader_card_end(reader);
    assert_string_equal(reader_card(reader), "last");
    reader_card_end(reader);
    assert_null(reader_card(reader));
    assert_said_nothing(state);
}

static void errors_show_the_chain_of_includes(void **state)
{
    reader *reader = ((world *)*state)->reader;
    write_file("main.mbd", "\ninclude: \"sub/part.set\";");
    write_file("sub/part.set", "\n\n  include: \"deep.set\";\n");
    write_file("sub/deep.set", "x: wrong;");
    assert_true(open_file(state, "main.mbd"));
    reader_card(reader);
    read_real(reader, "x");
    reader_card_end(reader);
    const char *said = world_said(state);
    assert_memory_equal(said, "sub/deep.set:1:4: error E0110", 29);
    assert_non_null(strstr(said, "   in: included from sub/part.set:3\n   in: included from main.mbd:2\n"));
}

static void files_that_cannot_be_included(void **state)
{
    reader *reader = ((world *)*state)->reader;
    assert_false(open_file(state, "nothing.mbd"));
    assert_said(state, "error E0001: cannot read nothing.mbd: No such file or directory\n");
    write_file("main.mbd",
               "include: \"not_there.set\";\ninclude: \"sub\";\ninclude: 3.;\ninclude: \"a\", 2;\ninclude;\nlast;");
    assert_true(open_file(state, "main.mbd"));
    assert_string_equal(reader_card(reader), "last");
    const char *said = world_said(state);
    assert_non_null(strstr(said, "main.mbd:1:10: error E0001: cannot read not_there.set: No such file or directory\n"));
    assert_non_null(strstr(said, "main.mbd:2:10: error E0001: cannot read sub: it is a directory\n"));
    assert_non_null(
        strstr(said, "main.mbd:3:10: error E0211: file name must be a string in double quotes, not '3.'\n"));
    assert_non_null(strstr(said, "main.mbd:4:15: error E0207: too many arguments"));
    assert_non_null(strstr(said, "main.mbd:5:8: error E0205: missing argument: file name\n"));
}

static void file_cannot_include_itself(void **state)
{
    reader *reader = ((world *)*state)->reader;
    write_file("main.mbd", "include: \"sub/a.set\"; last;");
    write_file("sub/a.set", "include: \"../main.mbd\"; inner;");
    assert_true(open_file(state, "main.mbd"));
    assert_string_equal(reader_card(reader), "inner");
    reader_card_end(reader);
    assert_string_equal(reader_card(reader), "last");
    assert_said(state, "sub/a.set:1:10: error E0002: sub/../main.mbd includes itself\n"
                       "    1 | include: \"../main.mbd\"; inner;\n"
                       "      |          ^~~~~~~~~~~~~\n"
                       "   in: included from main.mbd:1\n");
}

static void one_file_may_be_included_often(void **state)
{
    reader *reader = ((world *)*state)->reader;
    write_file("sub/part.set", "set: n = n + 1;");
    write_file("main.mbd",
               "set: integer n = 0; include: \"sub/part.set\"; include: \"sub/part.set\"; include: \"sub/part.set\";");
    assert_true(open_file(state, "main.mbd"));
    assert_null(reader_card(reader));
    assert_true(real_of(state, "n") == 3.0);
    assert_said_nothing(state);
}

static void too_many_includes_come_to_an_end(void **state)
{
    reader *reader = ((world *)*state)->reader;
    char name[20], text[200];
    for (int i = 0; i < 20; i++) {
        snprintf(name, sizeof name, "sub/%d", i);
        snprintf(text, sizeof text, "include: \"%d\"; include: \"%d\";", i + 1, i + 1);
        if (i == 19)
            text[0] = '#';
        write_file(name, text);
    }
    assert_true(open_file(state, "sub/0"));
    assert_null(reader_card(reader));
    assert_said_contains(state, "error E0003: more than 100000 include files\n");
}

static void card_ends_in_its_file(void **state)
{
    reader *reader = ((world *)*state)->reader;
    write_file("main.mbd", "include: \"sub/open.set\"; last;");
    write_file("sub/open.set", "x: 1.");
    assert_true(open_file(state, "main.mbd"));
    assert_string_equal(reader_card(reader), "x");
    read_real(reader, "x");
    reader_card_end(reader);
    assert_string_equal(reader_card(reader), "last");
    assert_said_contains(state, "sub/open.set:1:6: error E0201: missing ';' at the end of the card 'x'\n");
}

/* --- the others --------------------------------------------------------------------------------------------------- */

static void remarks(void **state)
{
    world *world = *state;
    reader *reader = world_open(
        state, "set: real a = 1.; set: string s = \"text\";\nremark;\nremark: \"square root of 2\", sqrt(2), s;\n"
               "\n remark: a = a + 4., 1e6, 3, TRUE;\nremark: unknown, 1;\n");
    assert_null(reader_card(reader));
    assert_string_equal(world->printed, "line 2, file <deck>\n"
                                        "line 3, file <deck>: \"square root of 2\", 1.41421, \"text\"\n"
                                        "line 5, file <deck>: 5, 1e+06, 3, 1\n");
    assert_true(real_of(state, "a") == 5.0);
    assert_said_contains(state, "deck:6:9: error E0110: variable 'unknown' is not defined\n");
}

/* By what reads the deck, and by string drives whenever they are evaluated. */
static void print_prints(void **state)
{
    world *world = *state;
    reader *reader =
        world_open(state, "set: real a = 3.;\nset: print(2*a);\nset: integer z = print(1.5);\nremark: print(7);\n");
    assert_null(reader_card(reader));
    assert_string_equal(world->printed, "6\n1.5\n7\nline 4, file <deck>: 0\n");
    assert_said_nothing(state);
}

static void nothing_is_printed_without_a_printer(void **state)
{
    world *world = *state;
    reader_set_print(world->reader, NULL, NULL);
    reader *reader = world_open(state, "remark: 1; print symbol table; license; warranty;");
    assert_null(reader_card(reader));
    assert_string_equal(world->printed, "");
    assert_said_nothing(state);
}

static void symbol_table(void **state)
{
    world *world = *state;
    reader *reader = world_open(state, "set: real Zeta = 2.; print symbol table;");
    assert_null(reader_card(reader));
    assert_memory_equal(world->printed, "symbol table:\n  const bool FALSE = 0\n", 37);
    assert_non_null(strstr(world->printed, "\n  const real pi = 3.14159\n"));
    assert_non_null(strstr(world->printed, "\n  const bool TRUE = 1\n  real Zeta = 2\n"));
    assert_null(strstr(world->printed, "namespace"));
    world->printed[0] = '\0';
    world_open(state, "print symbol table: default;");
    assert_null(reader_card(reader));
    assert_memory_equal(world->printed, "namespace default:\n  real abs(real)\n", 36);
    assert_null(strstr(world->printed, "Zeta"));
    world->printed[0] = '\0';
    world_open(state, "Print SymbolTable: all;");
    assert_null(reader_card(reader));
    assert_non_null(strstr(world->printed, "Zeta"));
    assert_non_null(strstr(world->printed, "real abs(real)\n"));
    assert_said_nothing(state);
    world_open(state, "print symbol table: defult;");
    assert_null(reader_card(reader));
    assert_said(state, "deck:1:21: error E0112: namespace 'defult' is not defined\n"
                       "    1 | print symbol table: defult;\n"
                       "      |                     ^~~~~~\n"
                       "   hint: did you mean 'default'?\n");
}

static void license_and_warranty(void **state)
{
    world *world = *state;
    reader *reader = world_open(state, "license; warranty;");
    assert_null(reader_card(reader));
    assert_non_null(strstr(world->printed, "Apache License, Version 2.0"));
    assert_non_null(strstr(world->printed, "WITHOUT WARRANTIES"));
    assert_memory_equal(world->printed, reader_license(), strlen(reader_license()));
    assert_string_equal(world->printed + strlen(reader_license()), reader_warranty());
}

static void environment_variables_are_set(void **state)
{
    reader *reader = world_open(state, "setenv: \"TORSOR_A=test\"; setenv: \"TORSOR_A=other\"; setenv: \"TORSOR_B=\";");
    assert_null(reader_card(reader));
    assert_string_equal(reader_variable(reader, "TORSOR_A"), "test");
    assert_string_equal(reader_variable(reader, "TORSOR_B"), "");
    world_open(state, "setenv: overwrite, yes, \"TORSOR_A=new=er\"; setenv: overwrite, no, \"TORSOR_B=x\";");
    assert_null(reader_card(reader));
    assert_string_equal(reader_variable(reader, "TORSOR_A"), "new=er");
    assert_string_equal(reader_variable(reader, "TORSOR_B"), "");
    world_open(state, "setenv: \"TORSOR_A\";");
    assert_null(reader_card(reader));
    assert_null(reader_variable(reader, "TORSOR_A"));
    assert_said_nothing(state);
    world_open(state, "setenv: \"=x\";");
    assert_null(reader_card(reader));
    assert_said_contains(state, "deck:1:9: error E0227: expected NAME=VALUE, got '=x'\n");
}

/* --- the environment ---------------------------------------------------------------------------------------------- */

static void variables_from_the_environment(void **state)
{
    char *const environment[] = {"MBDYN_real_twice=DT*2",
                                 "PATH=/bin",
                                 "MBDYNVARS=real DT = 1.e-3; integer N = 4;",
                                 "MBDYN_string_text=plain text",
                                 "MBDYN_string_quoted=\"a\" + \"b\"",
                                 "MBDYN_integer_n_2=-7",
                                 "MBDYN_bool_on=TRUE",
                                 NULL};
    world *world = *state;
    reader_read_environment(world->reader, environment);
    assert_said_nothing(state);
    assert_true(real_of(state, "DT") == 1e-3);
    assert_true(real_of(state, "N") == 4.0);
    assert_true(real_of(state, "twice") == 2e-3);
    assert_string_equal(symbols_find(world->names, "text", 4)->now.s, "plain text");
    assert_string_equal(symbols_find(world->names, "quoted", 6)->now.s, "ab");
    assert_true(real_of(state, "n_2") == -7.0);
    assert_true(real_of(state, "on") == 1.0);
}

static void wrong_variables_from_the_environment(void **state)
{
    char *const environment[] = {"MBDYNVARS= real a = 1.; real b = ,",
                                 "MBDYN_reel_x=1.",
                                 "MBDYN_real_=1.",
                                 "MBDYN_HOME=/x",
                                 "MBDYN_real_c=1.,2.",
                                 "MBDYN_string_pi=x",
                                 "MBDYN_string_1=x",
                                 NULL};
    reader_read_environment(((world *)*state)->reader, environment);
    const char *said = world_said(state);
    assert_non_null(strstr(said, "MBDYNVARS:1:"));
    assert_non_null(strstr(said,
                           "warning W0011: environment variable 'MBDYN_reel_x' is malformed and ignored\n"
                           "   hint: expected MBDYN_<type>_<name>, the type being bool, integer, real or string\n"));
    assert_non_null(strstr(said, "warning W0011: environment variable 'MBDYN_real_' is malformed and ignored\n"));
    assert_non_null(strstr(said, "warning W0011: environment variable 'MBDYN_HOME' is malformed and ignored\n"));
    assert_non_null(
        strstr(said, "MBDYN_real_c:1:12: error E0101: expected an operator or the end of the expression, found ','\n"
                     "    1 | real c = 1.,2.\n"));
    assert_non_null(strstr(said, "error E0114: variable 'pi' is already defined\n"));
    assert_non_null(strstr(said, "warning W0011: environment variable 'MBDYN_string_1' is malformed and ignored\n"));
    char *const empty[] = {"MBDYNVARS= ;; ", NULL};
    reader_read_environment(((world *)*state)->reader, empty);
    assert_said_nothing(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(set_in_every_form),
        WORLD_TEST(set_with_errors_goes_on),
        WORLD_TEST(plugin_variables),
        WORLD_TEST(wrong_plugin_variables),
        WORLD_TEST(includes_are_relative_to_their_file),
        WORLD_TEST(errors_show_the_chain_of_includes),
        WORLD_TEST(files_that_cannot_be_included),
        WORLD_TEST(file_cannot_include_itself),
        WORLD_TEST(one_file_may_be_included_often),
        WORLD_TEST(too_many_includes_come_to_an_end),
        WORLD_TEST(card_ends_in_its_file),
        WORLD_TEST(remarks),
        WORLD_TEST(print_prints),
        WORLD_TEST(nothing_is_printed_without_a_printer),
        WORLD_TEST(symbol_table),
        WORLD_TEST(license_and_warranty),
        WORLD_TEST(environment_variables_are_set),
        WORLD_TEST(variables_from_the_environment),
        WORLD_TEST(wrong_variables_from_the_environment),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
