/* open_test.c - decks from files and from memory, definitions, messages as data, the check. */
#include "client.h"

/* --- where decks come from ---------------------------------------------------------------------------------------- */

static void file_that_is_there(void **state)
{
    char folder[64], path[128];
    (void)state;
    make_folder(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/deck.mbd", folder);
    FILE *deck = fopen(path, "w");
    fputs(FREE_BODY, deck);
    fclose(deck);
    torsor_model *model = torsor_open(path, NULL);
    assert_true(torsor_is_good(model) && torsor_has_problem(model));
    assert_int_equal(torsor_message_count(model), 0);
    torsor_close(model);
    remove_folder(folder);
}

static void file_that_is_not_there(void **state)
{
    (void)state;
    torsor_model *model = torsor_open("/nowhere/at/all.mbd", NULL);
    assert_non_null(model);
    assert_false(torsor_is_good(model) || torsor_has_problem(model));
    assert_int_equal(torsor_message_count(model), 1);
    assert_string_equal(torsor_message_at(model, 0).code, "E0001");
    assert_non_null(strstr(torsor_message_at(model, 0).text, "/nowhere/at/all.mbd"));
    torsor_close(model);
}

static void definitions_only_pose_no_problem(void **state)
{
    (void)state;
    torsor_model *model = open_words("set: real a = 1.;\n", NULL);
    assert_true(torsor_is_good(model));
    assert_false(torsor_has_problem(model));
    assert_int_equal(torsor_check(model, NULL), TORSOR_MISUSE);
    torsor_close(model);
}

static void notify(void *to, const char *words) { strcat(to, words); }

static void what_the_deck_prints_is_received(void **state)
{
    char received[256] = "";
    (void)state;
    torsor_model *model = open_words(
        "remark: 1 + 2;\n", &(torsor_options){.size = sizeof(torsor_options), .print = notify, .context = received});
    assert_true(torsor_is_good(model));
    assert_non_null(strstr(received, "3"));
    torsor_close(model);
}

static void sandbox_refuses_what_is_outside(void **state)
{
    static const char *const DECKS[] = {"include: \"/dev/null\";\n", "include: \"../x\";\n", "include: \"$HOME\";\n",
                                        "setenv: \"A=1\";\n"};
    char *const given[] = {"MBDYN_real_given=1.", NULL};
    (void)state;
    for (int i = 0; i < 4; i++) {
        torsor_model *model = open_words(DECKS[i], &(torsor_options){.size = sizeof(torsor_options), .sandbox = true});
        assert_false(torsor_is_good(model));
        assert_non_null(strstr(torsor_message_at(model, 0).text, "in a sandbox"));
        torsor_close(model);
    }
    torsor_model *torsor_model =
        open_words("remark: given;\n", &(torsor_options){.size = sizeof(torsor_options), .environment = given});
    assert_true(torsor_is_good(torsor_model));
    torsor_close(torsor_model);
    torsor_model = open_words("remark: given;\n",
                              &(torsor_options){.size = sizeof(torsor_options), .environment = given, .sandbox = true});
    assert_false(torsor_is_good(torsor_model));
    torsor_close(torsor_model);
}

static void what_a_terminal_obeys_is_shown(void **state)
{
    char received[256] = "";
    (void)state;
    torsor_model *model =
        open_words("remark: \"\033[2J\302\233\\n\";\n",
                   &(torsor_options){.size = sizeof(torsor_options), .print = notify, .context = received});
    assert_non_null(strstr(received, "\\x1B[2J\\xC2\\x9B"));
    torsor_close(model);
}

/* --- definitions -------------------------------------------------------------------------------------------------- */

static double variable(const char *words, const torsor_definition *definition, int n, const char *name)
{
    torsor_model *model = open_good(
        words, &(torsor_options){.size = sizeof(torsor_options), .definitions = definition, .n_definitions = n});
    torsor_analysis *analysis = begin_good(model, NULL);
    const double v = torsor_get_real(analysis, name);
    torsor_end(analysis);
    torsor_close(model);
    return v;
}

static void definition_overrides_the_deck(void **state)
{
    const torsor_definition mass = {"M", "2*3.5"}, length = {"fresh", "pi"};
    (void)state;
    assert_near(variable(FREE_BODY, NULL, 0, "variable.M"), 2, 0);
    assert_near(variable(FREE_BODY, &mass, 1, "variable.M"), 7, 0);
    assert_near(variable(FREE_BODY, &length, 1, "variable.fresh"), M_PI, 1e-15);
}

static void definition_takes_the_type_of_the_deck(void **state)
{
    const torsor_definition count = {"count", "2.75"}, mass = {"M", "3"};
    (void)state;
    assert_near(variable("set: integer count = 7;\n" FREE_BODY, &count, 1, "variable.count"), 2, 0);
    /* An integer in place of a real: 3 / 2 is not 1. */
    assert_near(variable("set: real M = 1.; set: real half = M/2;\n" PENDULUM, &mass, 1, "variable.half"), 1.5, 0);
}

static void definitions_may_use_those_before(void **state)
{
    const torsor_definition both[] = {{"a", "4."}, {"M", "a/2"}};
    (void)state;
    assert_near(variable(FREE_BODY, both, 2, "variable.M"), 2, 0);
}

/* The next deck begins with them and may replace them when that is allowed; what is given from outside counts more. */
static void variables_of_another_model(void **state)
{
    const torsor_definition given = {"b", "9."};
    (void)state;
    torsor_model *first = open_words("set: real a = 4.; set: real b = 2.; set: b = 2*a;\n", NULL);
    torsor_model *next = open_good("set: real c = a + b;\n" FREE_BODY,
                                   &(torsor_options){.size = sizeof(torsor_options), .variables_of = first});
    torsor_model *other = open_good(
        "set: real c = a + b;\n" FREE_BODY,
        &(torsor_options){
            .size = sizeof(torsor_options), .variables_of = first, .definitions = &given, .n_definitions = 1});
    torsor_model *same =
        open_words("set: real a = 1.;\n", &(torsor_options){.size = sizeof(torsor_options), .variables_of = first});
    torsor_model *anew =
        open_good("set: integer a = 1; set: real c = a/2;\n" FREE_BODY,
                  &(torsor_options){.size = sizeof(torsor_options), .variables_of = first, .may_redefine = true});
    torsor_close(first);
    const double expected[] = {12, 13, 0};
    torsor_model *const models[] = {next, other, anew};
    for (int i = 0; i < 3; i++) {
        torsor_analysis *analysis = begin_good(models[i], NULL);
        assert_near(torsor_get_real(analysis, "variable.c"), expected[i], 0);
        torsor_end(analysis);
        torsor_close(models[i]);
    }
    assert_false(torsor_is_good(same));
    torsor_close(same);
}

static void threads_do_not_change_numbers(void **state)
{
    double x[3];
    (void)state;
    torsor_model *model = open_good(PENDULUM, NULL);
    for (int i = 0; i < 3; i++) {
        torsor_analysis *analysis = begin_good(
            model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .threads = i == 2 ? -1 : i + 1});
        assert_int_equal(torsor_step(analysis), TORSOR_OK);
        x[i] = torsor_get_real(analysis, "node.struct.2.XP[2]");
        torsor_end(analysis);
    }
    assert_true(x[0] == x[1] && x[1] == x[2]);
    torsor_close(model);
}

static void wrong_definitions_are_messages(void **state)
{
    static const struct {
        torsor_definition definition;
        const char *code;
    } WRONG[] = {{{"2x", "1"}, "E0229"}, {{"x", "1 + "}, NULL}, {{"x", "1; 2"}, "E0230"}, {{"pi", "3"}, "E0230"}};
    (void)state;
    for (int i = 0; i < 4; i++) {
        torsor_model *model = open_words(
            FREE_BODY,
            &(torsor_options){.size = sizeof(torsor_options), .definitions = &WRONG[i].definition, .n_definitions = 1});
        assert_false(torsor_is_good(model));
        assert_true(torsor_message_count(model) > 0);
        assert_true(torsor_message_at(model, 0).severity == TORSOR_SEVERITY_ERROR);
        if (WRONG[i].code)
            assert_string_equal(torsor_message_at(model, 0).code, WRONG[i].code);
        torsor_close(model);
    }
}

static void environment_is_what_is_given(void **state)
{
    char *environment[] = {"MBDYN_real_M=5.", NULL};
    (void)state;
    torsor_model *model =
        open_good(PENDULUM, &(torsor_options){.size = sizeof(torsor_options), .environment = environment});
    torsor_analysis *analysis = begin_good(model, NULL);
    assert_near(torsor_get_real(analysis, "variable.M"), 5, 0);
    torsor_end(analysis);
    torsor_close(model);
}

/* --- messages ----------------------------------------------------------------------------------------------------- */

static void assert_message(const char *words, const char *code, int line, int column, const char *text,
                           const char *hint)
{
    torsor_model *model = open_words(words, NULL);
    assert_false(torsor_is_good(model));
    assert_true(torsor_message_count(model) > 0);
    const torsor_message message = torsor_message_at(model, 0);
    assert_true(message.severity == TORSOR_SEVERITY_ERROR);
    assert_string_equal(message.code, code);
    assert_string_equal(message.file, "deck");
    assert_int_equal(message.line, line);
    assert_int_equal(message.column, column);
    assert_true(message.length > 0);
    if (!strstr(message.text, text) || !strstr(message.hint, hint))
        fail_msg("%s", message.rendered);
    assert_non_null(strstr(message.rendered, message.text));
    assert_non_null(strstr(message.rendered, "^"));
    torsor_close(model);
}

static void errors_are_data(void **state)
{
    (void)state;
    assert_message("sett: real a = 1.;\n", "E0322", 1, 1, "sett", "did you mean 'set'?");
    assert_message("set: real a = 1.;\nset: real b = 1. + c;\n", "E0110", 2, 20, "variable 'c'",
                   "declare it before its first use");
    assert_message("begin: nodes;\n", "E0325", 1, 8, "nodes", "'data' must come before");
}

static void on_message(void *to, const torsor_message *message)
{
    strcat(to, message->code);
    strcat(to, " ");
}

static void messages_are_received_in_order(void **state)
{
    char received[512] = "", listed[512] = "";
    (void)state;
    torsor_model *model =
        open_words("set: real a = b;\nsett: 1;\n",
                   &(torsor_options){.size = sizeof(torsor_options), .message = on_message, .context = received});
    for (int i = 0; i < torsor_message_count(model); i++) {
        const torsor_message message = torsor_message_at(model, i);
        on_message(listed, &message);
    }
    assert_int_equal(torsor_message_count(model), 2);
    assert_string_equal(received, listed);
    torsor_close(model);
}

/* --- the check ---------------------------------------------------------------------------------------------------- */

static void the_check_counts(void **state)
{
    torsor_findings findings;
    (void)state;
    torsor_model *model = open_good(PENDULUM, NULL);
    assert_int_equal(torsor_check(model, &findings), TORSOR_OK);
    /* Static and dynamic node: 6 and 12 unknowns; clamp and hinge: 6 and 5. */
    assert_int_equal(findings.unknowns, 29);
    assert_int_equal(findings.constraints, 11);
    assert_int_equal(findings.freedoms, 1);
    assert_int_equal(findings.repeated, 0);
    assert_int_equal(findings.undetermined, 0);
    torsor_close(model);
}

static void check_finds_what_is_fixed_twice(void **state)
{
    torsor_findings findings;
    (void)state;
    torsor_model *model =
        open_good(PROBLEM("1") "begin: control data; structural nodes: 1; rigid bodies: 1; joints: 2;\n"
                               "end: control data;\n"
                               "begin: nodes; structural: 1, dynamic, null, eye, null, null; end: nodes;\n"
                               "begin: elements; body: 1, 1, 1., null, eye;\n"
                               "joint: 1, clamp, 1, node, node; joint: 2, clamp, 1, node, node;\n"
                               "end: elements;\n",
                  NULL);
    assert_int_equal(torsor_check(model, &findings), TORSOR_OK);
    assert_int_equal(findings.repeated, 6);
    assert_true(torsor_message_count(model) > 0);
    torsor_close(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(file_that_is_there),
        cmocka_unit_test(file_that_is_not_there),
        cmocka_unit_test(definitions_only_pose_no_problem),
        cmocka_unit_test(what_the_deck_prints_is_received),
        cmocka_unit_test(sandbox_refuses_what_is_outside),
        cmocka_unit_test(what_a_terminal_obeys_is_shown),
        cmocka_unit_test(definition_overrides_the_deck),
        cmocka_unit_test(definition_takes_the_type_of_the_deck),
        cmocka_unit_test(definitions_may_use_those_before),
        cmocka_unit_test(variables_of_another_model),
        cmocka_unit_test(threads_do_not_change_numbers),
        cmocka_unit_test(wrong_definitions_are_messages),
        cmocka_unit_test(environment_is_what_is_given),
        cmocka_unit_test(errors_are_data),
        cmocka_unit_test(messages_are_received_in_order),
        cmocka_unit_test(the_check_counts),
        cmocka_unit_test(check_finds_what_is_fixed_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
