/* output_test.c - which files exist, what stands in them, and when states are written. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "output/output.h"
#include "control/control.h"
#include "unit/output/folder.h"

typedef struct {
    folder folder;
    arena *memory;
    sources *texts;
    diag *errors;
    symbols *names;
    model *model;
    double y[64], yp[64];
    pose poses[8];
    state state;
    char messages[1024];
} bench;

static void keep_message(void *to, const diag *diagnostics, const diag_message *message)
{
    (void)diagnostics;
    bench *bench = to;
    const size_t n = strlen(bench->messages);
    snprintf(bench->messages + n, sizeof bench->messages - n, "%s\n", message->text);
}

static int begin(void **of)
{
    static bench b;
    b = (bench){.folder = folder_create(), .memory = arena_create(), .texts = sources_create()};
    b.errors = diag_create(b.texts);
    diag_set_sink(b.errors, keep_message, &b);
    b.names = symbols_create(b.memory);
    b.model = model_create(b.memory, b.errors, b.names);
    b.state = (state){.dt = 0.1, .y = b.y, .yp = b.yp, .poses = b.poses, .drate = 1.0};
    *of = &b;
    return 0;
}

static int end(void **of)
{
    bench *bench = *of;
    folder_remove(&bench->folder);
    model_destroy(bench->model);
    symbols_destroy(bench->names);
    diag_destroy(bench->errors);
    sources_destroy(bench->texts);
    arena_destroy(bench->memory);
    return 0;
}

/* Reads control data and nodes, and starts from the initial values. */
static void read_model(bench *bench, const char *options, const char *nodes)
{
    char deck[4096];
    snprintf(deck, sizeof deck, "begin: control data;\n%send: control data;\nbegin: nodes;\n%send: nodes;\n", options,
             nodes);
    reader *reader = reader_create(bench->memory, bench->texts, bench->errors, bench->names, bench->model);
    reader_open_text(reader, "deck", deck, strlen(deck));
    reader_card(reader);
    read_keyword(reader, "control data");
    reader_card_end(reader);
    read_control_data(reader, &bench->model->options);
    reader_card(reader);
    read_keyword(reader, "nodes");
    reader_card_end(reader);
    model_read_nodes(bench->model, reader);
    reader_destroy(reader);
    diag_flush(bench->errors);
    if (diag_errors(bench->errors) > 0)
        fail_msg("%s", bench->messages);
    assert_true(model_freeze(bench->model));
    initial_values initial = {.y = bench->y, .yp = bench->yp, .poses = bench->poses};
    for (int i = 0; i < bench->model->nodes.n; i++)
        bench->model->nodes.items[i]->type->initial(bench->model->nodes.items[i], &initial);
    bench->state.memory = memory_first(bench->model->plan);
}

static void run(bench *bench, int steps)
{
    output *output = output_open(bench->model, bench->folder.base, bench->errors);
    assert_non_null(output);
    output_assembled(output);
    for (bench->state.step = 0; bench->state.step <= steps; bench->state.step++, bench->state.t += bench->state.dt) {
        const step_line line = {.step = bench->state.step,
                                .t = bench->state.t,
                                .dt = bench->state.dt,
                                .iterations = 2,
                                .residual_error = 1e-9};
        assert_true(output_step(output, &bench->state, &line));
        output_iteration_line(output, &line);
    }
    assert_true(output_close(output, true));
}

static void assert_file(const bench *bench, const char *extension, const char *expected)
{
    char *words = folder_read(&bench->folder, extension);
    assert_string_equal(words, expected);
    free(words);
}

static const char FOUR_NODES[] = "structural: 3, static, 1., 2., 3., eye, null, null;\n"
                                 "structural: 1, dynamic, 0.9, 2., 3., eye, null, null;\n"
                                 "structural: 5, dynamic displacement, 1., 0., 0., null;\n"
                                 "structural: 9, dummy, 1, offset, 0.1, 0.2, 0.3, eye;\n"
                                 "abstract: 4;\n";

/* The log of the reference for these nodes (case log/dof-indices). */
static void log_lists_unknowns_and_equations(void **of)
{
    bench *bench = *of;
    read_model(bench, "structural nodes: 4; abstract nodes: 1;\n", FOUR_NODES);
    run(bench, 0);
    char *words = folder_read(&bench->folder, "log");
    char *symbols_at = strstr(words, "Symbol table:\n");
    assert_non_null(symbols_at);
    assert_non_null(strstr(symbols_at, "  const real pi = 3.14159\n"));
    *symbols_at = '\0';
    assert_string_equal(words, "output frequency: 1\n"
                               "structural node: 3 1 2 3 euler123 -0 0 0\n"
                               "structural node: 1 0.9 2 3 euler123 -0 0 0\n"
                               "structural node: 5 1 0 0 \n"
                               "structural node: 9 1 2.2 3.3 euler123 -0 0 0\n"
                               "struct node dofs: 0 6\n"
                               "struct node eqs: 0 12\n"
                               "struct node momentum dofs: 12\n"
                               "struct node momentum eqs: 6\n"
                               "struct displacement node dofs: 0 6 18\n"
                               "struct displacement node eqs: 0 12 21\n"
                               "struct displacement node momentum dofs: 12 21\n"
                               "struct displacement node momentum eqs: 6 18\n"
                               "struct node labels: 3 1\n"
                               "struct displacement node labels: 3 1 5\n");
    free(words);
}

static void rows_are_in_deck_order(void **of)
{
    bench *bench = *of;
    read_model(bench, "structural nodes: 2; abstract nodes: 1; output precision: 2;\n",
               "abstract: 7, differential, value, 0.5, derivative, 2.;\n"
               "structural: 20, static, 1., 2., 3., eye, null, null;\n"
               "structural: 10, dynamic displacement, 4., 5., 6., 7., 8., 9.;\n");
    run(bench, 0);
    assert_file(bench, "abs", "       7 5.00e-01 2.00e+00\n");
    assert_file(bench, "mov",
                "      20 1.00e+00 2.00e+00 3.00e+00 -0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 "
                "0.00e+00 0.00e+00\n"
                "      10 4.00e+00 5.00e+00 6.00e+00 0.00e+00 0.00e+00 0.00e+00 7.00e+00 8.00e+00 9.00e+00 0.00e+00 "
                "0.00e+00 0.00e+00\n");
    assert_file(bench, "ine",
                "      10 0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 "
                "0.00e+00 0.00e+00\n");
}

static void output_flags_select_rows(void **of)
{
    bench *bench = *of;
    read_model(bench, "abstract nodes: 3; default output: none; output precision: 1;\n",
               "abstract: 1, algebraic, value, 1.;\nabstract: 2, algebraic, value, 2., output, yes;\nabstract: 3, "
               "algebraic;\n");
    run(bench, 1);
    assert_file(bench, "abs", "       2 2.0e+00\n       2 2.0e+00\n");
}

static void static_nodes_make_no_momentum_file(void **of)
{
    bench *bench = *of;
    read_model(bench, "structural nodes: 1;\n", "structural: 1, static, null, eye, null, null;\n");
    run(bench, 0);
    assert_true(folder_has(&bench->folder, "mov"));
    assert_false(folder_has(&bench->folder, "ine"));
    assert_false(folder_has(&bench->folder, "abs"));
    assert_false(folder_has(&bench->folder, "rfm"));
}

static void frequency_selects_steps(void **of)
{
    bench *bench = *of;
    read_model(bench, "abstract nodes: 1; output frequency: 3; output precision: 1;\n",
               "abstract: 1, algebraic, value, 1.;\n");
    run(bench, 7);
    assert_file(bench, "abs", "       1 1.0e+00\n       1 1.0e+00\n       1 1.0e+00\n");
    assert_file(bench, "out",
                "# Key for lines starting with \"Step\":\n# Step Time TStep NIter ResErr SolErr SolConv Out\n"
                "Step 0 0 0 2 1e-09 0 0 1\n"
                "Step 1 0.1 0.1 2 1e-09 0 0 0\n"
                "Step 2 0.2 0.1 2 1e-09 0 0 0\n"
                "Step 3 0.3 0.1 2 1e-09 0 0 1\n"
                "Step 4 0.4 0.1 2 1e-09 0 0 0\n"
                "Step 5 0.5 0.1 2 1e-09 0 0 0\n"
                "Step 6 0.6 0.1 2 1e-09 0 0 1\n"
                "Step 7 0.7 0.1 2 1e-09 0 0 0\n");
}

static void meter_that_is_zero_writes_nothing(void **of)
{
    bench *bench = *of;
    read_model(bench, "abstract nodes: 1; output meter: const, 0.;\n", "abstract: 1, algebraic, value, 1.;\n");
    run(bench, 2);
    assert_file(bench, "abs", "");
}

static void joint_row(const state *state, const elem *element, record *out)
{
    record_begin(out, element->label);
    record_real(out, state->t);
    record_end(out);
}

static void elements_write_into_the_file_of_their_class(void **of)
{
    bench *bench = *of;
    read_model(bench, "structural nodes: 1; output precision: 1;\n", "structural: 1, static, null, eye, null, null;\n");
    static const elem_type TYPE = {.card = &elem_cards[CARD_JOINT], .keyword = "test", .output = joint_row};
    elem shown = {.type = &TYPE, .label = 5, .output = true, .switched = MEMORY_NONE};
    elem hidden = {.type = &TYPE, .label = 6, .switched = MEMORY_NONE},
         off = {.type = &TYPE, .label = 7, .output = true};
    off.switched = memory_reserve(bench->model->plan, (memory_area){.size = sizeof(int), .owner = "driven"});
    bench->state.memory = memory_first(bench->model->plan);
    array_push(&bench->model->elems, &hidden);
    array_push(&bench->model->elems, &off);
    array_push(&bench->model->elems, &shown);
    run(bench, 1);
    assert_file(bench, "jnt", "       5 0.0e+00\n       5 1.0e-01\n");
}

static void reference_frames_are_written_once(void **of)
{
    bench *bench = *of;
    read_model(bench,
               "structural nodes: 1; default output: reference frames; output precision: 1; default orientation: "
               "orientation vector;\n"
               "reference: 12, 1., 2., 3., eye, 4., 5., 6., null;\n",
               "structural: 1, static, null, eye, null, null;\n");
    run(bench, 2);
    assert_file(
        bench, "rfm",
        "      12 1.0e+00 2.0e+00 3.0e+00 0.0e+00 0.0e+00 0.0e+00 4.0e+00 5.0e+00 6.0e+00 0.0e+00 0.0e+00 0.0e+00 \n");
}

static void unknowns_are_printed_to_a_file(void **of)
{
    bench *bench = *of;
    read_model(bench, "abstract nodes: 1; structural nodes: 1; print: dof stats, node connection, to file;\n",
               "abstract: 8, algebraic, value, 1.;\nstructural: 3, static, null, eye, null, null;\n");
    static const elem_type TYPE = {.card = &elem_cards[CARD_JOINT]};
    elem element = {.type = &TYPE, .label = 5, .switched = MEMORY_NONE, .n = 2, .row = (const int[]){2, -1}};
    array_push(&bench->model->elems, &element);
    run(bench, 0);
    assert_file(bench, "dof",
                "Initial assembly dof stats\nStructural(3): 12 1->12\nRegular steps dof stats\nAbstract(8): 1 7\n"
                "Structural(3): 6 1->6\nNode connections\nStructural(3) connected to\n        Joint(5)\n");
}

/* A file exists where there is output of something that belongs to it, also of a type without rows. */
static void files_follow_what_is_written(void **of)
{
    bench *bench = *of;
    read_model(bench, "abstract nodes: 1; structural nodes: 1; default output: none, abstract nodes;\n",
               "abstract: 8, algebraic, value, 1.;\nstructural: 3, dynamic, null, eye, null, null;\n");
    static const elem_type GENEL = {.card = &elem_cards[CARD_GENEL]}, JOINT = {.card = &elem_cards[CARD_JOINT]},
                           ELECTRIC = {.card = &elem_cards[CARD_ELECTRIC]};
    elem e[] = {{.type = &GENEL, .switched = MEMORY_NONE, .output = true},
                {.type = &JOINT, .switched = MEMORY_NONE},
                {.type = &ELECTRIC, .switched = MEMORY_NONE, .output = true}};
    for (size_t i = 0; i < sizeof e / sizeof *e; i++)
        array_push(&bench->model->elems, &e[i]);
    run(bench, 1);
    assert_file(bench, "gen", "");
    static const char *const NONE[] = {"mov", "ine", "jnt", "ele"};
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++)
        assert_false(folder_has(&bench->folder, NONE[i]));
    assert_true(folder_has(&bench->folder, "abs"));
}

static void incomplete_analysis_says_so(void **of)
{
    bench *bench = *of;
    read_model(bench,
               "abstract nodes: 1; structural nodes: 1; default output: none, abstract nodes; output precision: 1;\n",
               "abstract: 1, algebraic, value, 1.;\nstructural: 1, static, null, eye, null, null;\n");
    output *output = output_open(bench->model, bench->folder.base, bench->errors);
    output_begun(output, &(state){.t = 0.5, .now = PHASE_DERIVATIVES}, 2, 0.125);
    output_begun(output, &(state){.t = 0.75, .now = PHASE_DUMMY}, 0, 0.25);
    output_step(output, &bench->state, &(step_line){0});
    output_iteration_line(output, &(step_line){.step = 1, .t = 2, .dt = 1, .iterations = 3});
    output_comment(output, "solved in %d iterations", 3);
    assert_true(output_close(output, false));
    assert_file(bench, "abs", "       1 1.0e+00\n");
    assert_false(folder_has(&bench->folder, "mov"));
    assert_file(bench, "out",
                "# Derivatives solution step at time 0.5 performed in 2 iterations with 0.125 error\n"
                "# Initial solution after dummy steps at time 0.75 performed in 0 iterations with 0.25 error\n"
                "# Key for lines starting with \"Step\":\n# Step Time TStep NIter ResErr SolErr SolConv Out\n"
                "Step 1 2 1 3 0 0 0 1\n"
                "# solved in 3 iterations\n"
                "# incomplete: the analysis ended before its final time\n");
}

static void folder_that_is_missing_is_reported(void **of)
{
    bench *bench = *of;
    read_model(bench, "abstract nodes: 1;\n", "abstract: 1;\n");
    assert_null(output_open(bench->model, "/no/such/folder/out", bench->errors));
    diag_flush(bench->errors);
    assert_int_equal(diag_errors(bench->errors), 1);
    assert_non_null(strstr(bench->messages, "/no/such/folder/out.log"));
}

static void full_disk_stops_the_analysis(void **of)
{
    bench *bench = *of;
    read_model(bench, "abstract nodes: 1;\n", "abstract: 1;\n");
    if (symlink("/dev/full", folder_file(&bench->folder, "abs")) != 0 || access("/dev/full", W_OK) != 0)
        skip();
    output *output = output_open(bench->model, bench->folder.base, bench->errors);
    assert_non_null(output);
    bool is_good = true;
    for (int i = 0; i < 10000 && is_good; i++)
        is_good = output_step(output, &bench->state, &(step_line){0});
    assert_false(is_good);
    assert_false(output_close(output, false));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(log_lists_unknowns_and_equations),
        TEST(rows_are_in_deck_order),
        TEST(output_flags_select_rows),
        TEST(static_nodes_make_no_momentum_file),
        TEST(frequency_selects_steps),
        TEST(meter_that_is_zero_writes_nothing),
        TEST(elements_write_into_the_file_of_their_class),
        TEST(reference_frames_are_written_once),
        TEST(unknowns_are_printed_to_a_file),
        TEST(files_follow_what_is_written),
        TEST(incomplete_analysis_says_so),
        TEST(folder_that_is_missing_is_reported),
        TEST(full_disk_stops_the_analysis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
