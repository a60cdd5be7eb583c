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
    model *m;
    double y[64], yp[64];
    pose poses[8];
    state s;
    char messages[1024];
} bench;

static void keep_message(void *to, const diag *d, const diag_message *m)
{
    (void)d;
    bench *b = to;
    const size_t n = strlen(b->messages);
    snprintf(b->messages + n, sizeof b->messages - n, "%s\n", m->text);
}

static int begin(void **of)
{
    static bench b;
    b = (bench){.folder = folder_create(), .memory = arena_create(), .texts = sources_create()};
    b.errors = diag_create(b.texts);
    diag_set_sink(b.errors, keep_message, &b);
    b.names = symbols_create(b.memory);
    b.m = model_create(b.memory, b.errors, b.names);
    b.s = (state){.dt = 0.1, .y = b.y, .yp = b.yp, .poses = b.poses, .drate = 1.0};
    *of = &b;
    return 0;
}

static int end(void **of)
{
    bench *b = *of;
    folder_remove(&b->folder);
    model_destroy(b->m);
    symbols_destroy(b->names);
    diag_destroy(b->errors);
    sources_destroy(b->texts);
    arena_destroy(b->memory);
    return 0;
}

/* Reads control data and nodes, and starts from the initial values. */
static void read_model(bench *b, const char *options, const char *nodes)
{
    char deck[4096];
    snprintf(deck, sizeof deck, "begin: control data;\n%send: control data;\nbegin: nodes;\n%send: nodes;\n", options,
             nodes);
    reader *r = reader_create(b->memory, b->texts, b->errors, b->names, b->m);
    reader_open_text(r, "deck", deck, strlen(deck));
    reader_card(r);
    read_keyword(r, "control data");
    reader_card_end(r);
    read_control_data(r, &b->m->options);
    reader_card(r);
    read_keyword(r, "nodes");
    reader_card_end(r);
    model_read_nodes(b->m, r);
    reader_destroy(r);
    diag_flush(b->errors);
    if (diag_errors(b->errors) > 0)
        fail_msg("%s", b->messages);
    assert_true(model_freeze(b->m));
    initial_values v = {.y = b->y, .yp = b->yp, .poses = b->poses};
    for (int i = 0; i < b->m->nodes.n; i++)
        b->m->nodes.items[i]->type->initial(b->m->nodes.items[i], &v);
    b->s.memory = memory_first(b->m->plan);
}

static void run(bench *b, int steps)
{
    output *o = output_open(b->m, b->folder.base, b->errors);
    assert_non_null(o);
    output_assembled(o);
    for (b->s.step = 0; b->s.step <= steps; b->s.step++, b->s.t += b->s.dt) {
        const step_line line = {.step = b->s.step, .t = b->s.t, .dt = b->s.dt, .iterations = 2, .residual_error = 1e-9};
        assert_true(output_step(o, &b->s, &line));
        output_iteration_line(o, &line);
    }
    assert_true(output_close(o, true));
}

static void assert_file(const bench *b, const char *extension, const char *expected)
{
    char *words = folder_read(&b->folder, extension);
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
    bench *b = *of;
    read_model(b, "structural nodes: 4; abstract nodes: 1;\n", FOUR_NODES);
    run(b, 0);
    char *words = folder_read(&b->folder, "log");
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
    bench *b = *of;
    read_model(b, "structural nodes: 2; abstract nodes: 1; output precision: 2;\n",
               "abstract: 7, differential, value, 0.5, derivative, 2.;\n"
               "structural: 20, static, 1., 2., 3., eye, null, null;\n"
               "structural: 10, dynamic displacement, 4., 5., 6., 7., 8., 9.;\n");
    run(b, 0);
    assert_file(b, "abs", "       7 5.00e-01 2.00e+00\n");
    assert_file(b, "mov",
                "      20 1.00e+00 2.00e+00 3.00e+00 -0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 "
                "0.00e+00 0.00e+00\n"
                "      10 4.00e+00 5.00e+00 6.00e+00 0.00e+00 0.00e+00 0.00e+00 7.00e+00 8.00e+00 9.00e+00 0.00e+00 "
                "0.00e+00 0.00e+00\n");
    assert_file(b, "ine",
                "      10 0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 0.00e+00 "
                "0.00e+00 0.00e+00\n");
}

static void output_flags_select_rows(void **of)
{
    bench *b = *of;
    read_model(b, "abstract nodes: 3; default output: none; output precision: 1;\n",
               "abstract: 1, algebraic, value, 1.;\nabstract: 2, algebraic, value, 2., output, yes;\nabstract: 3, "
               "algebraic;\n");
    run(b, 1);
    assert_file(b, "abs", "       2 2.0e+00\n       2 2.0e+00\n");
}

static void static_nodes_make_no_momentum_file(void **of)
{
    bench *b = *of;
    read_model(b, "structural nodes: 1;\n", "structural: 1, static, null, eye, null, null;\n");
    run(b, 0);
    assert_true(folder_has(&b->folder, "mov"));
    assert_false(folder_has(&b->folder, "ine"));
    assert_false(folder_has(&b->folder, "abs"));
    assert_false(folder_has(&b->folder, "rfm"));
}

static void frequency_selects_steps(void **of)
{
    bench *b = *of;
    read_model(b, "abstract nodes: 1; output frequency: 3; output precision: 1;\n",
               "abstract: 1, algebraic, value, 1.;\n");
    run(b, 7);
    assert_file(b, "abs", "       1 1.0e+00\n       1 1.0e+00\n       1 1.0e+00\n");
    assert_file(b, "out",
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
    bench *b = *of;
    read_model(b, "abstract nodes: 1; output meter: const, 0.;\n", "abstract: 1, algebraic, value, 1.;\n");
    run(b, 2);
    assert_file(b, "abs", "");
}

static void joint_row(const state *s, const elem *e, record *out)
{
    record_begin(out, e->label);
    record_real(out, s->t);
    record_end(out);
}

static void elements_write_into_the_file_of_their_class(void **of)
{
    bench *b = *of;
    read_model(b, "structural nodes: 1; output precision: 1;\n", "structural: 1, static, null, eye, null, null;\n");
    static const elem_type TYPE = {.card = &elem_cards[CARD_JOINT], .keyword = "test", .output = joint_row};
    elem shown = {.type = &TYPE, .label = 5, .output = true, .switched = MEMORY_NONE};
    elem hidden = {.type = &TYPE, .label = 6, .switched = MEMORY_NONE},
         off = {.type = &TYPE, .label = 7, .output = true};
    off.switched = memory_reserve(b->m->plan, (memory_area){.size = sizeof(int), .owner = "driven"});
    b->s.memory = memory_first(b->m->plan);
    array_push(&b->m->elems, &hidden);
    array_push(&b->m->elems, &off);
    array_push(&b->m->elems, &shown);
    run(b, 1);
    assert_file(b, "jnt", "       5 0.0e+00\n       5 1.0e-01\n");
}

static void reference_frames_are_written_once(void **of)
{
    bench *b = *of;
    read_model(b,
               "structural nodes: 1; default output: reference frames; output precision: 1; default orientation: "
               "orientation vector;\n"
               "reference: 12, 1., 2., 3., eye, 4., 5., 6., null;\n",
               "structural: 1, static, null, eye, null, null;\n");
    run(b, 2);
    assert_file(
        b, "rfm",
        "      12 1.0e+00 2.0e+00 3.0e+00 0.0e+00 0.0e+00 0.0e+00 4.0e+00 5.0e+00 6.0e+00 0.0e+00 0.0e+00 0.0e+00 \n");
}

static void unknowns_are_printed_to_a_file(void **of)
{
    bench *b = *of;
    read_model(b, "abstract nodes: 1; structural nodes: 1; print: dof stats, node connection, to file;\n",
               "abstract: 8, algebraic, value, 1.;\nstructural: 3, static, null, eye, null, null;\n");
    static const elem_type TYPE = {.card = &elem_cards[CARD_JOINT]};
    elem e = {.type = &TYPE, .label = 5, .switched = MEMORY_NONE, .n = 2, .row = (const int[]){2, -1}};
    array_push(&b->m->elems, &e);
    run(b, 0);
    assert_file(b, "dof",
                "Initial assembly dof stats\nStructural(3): 12 1->12\nRegular steps dof stats\nAbstract(8): 1 7\n"
                "Structural(3): 6 1->6\nNode connections\nStructural(3) connected to\n        Joint(5)\n");
}

/* A file exists where there is output of something that belongs to it, also of a type without rows. */
static void files_follow_what_is_written(void **of)
{
    bench *b = *of;
    read_model(b, "abstract nodes: 1; structural nodes: 1; default output: none, abstract nodes;\n",
               "abstract: 8, algebraic, value, 1.;\nstructural: 3, dynamic, null, eye, null, null;\n");
    static const elem_type GENEL = {.card = &elem_cards[CARD_GENEL]}, JOINT = {.card = &elem_cards[CARD_JOINT]},
                           ELECTRIC = {.card = &elem_cards[CARD_ELECTRIC]};
    elem e[] = {{.type = &GENEL, .switched = MEMORY_NONE, .output = true},
                {.type = &JOINT, .switched = MEMORY_NONE},
                {.type = &ELECTRIC, .switched = MEMORY_NONE, .output = true}};
    for (size_t i = 0; i < sizeof e / sizeof *e; i++)
        array_push(&b->m->elems, &e[i]);
    run(b, 1);
    assert_file(b, "gen", "");
    static const char *const NONE[] = {"mov", "ine", "jnt", "ele"};
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++)
        assert_false(folder_has(&b->folder, NONE[i]));
    assert_true(folder_has(&b->folder, "abs"));
}

static void incomplete_analysis_says_so(void **of)
{
    bench *b = *of;
    read_model(b,
               "abstract nodes: 1; structural nodes: 1; default output: none, abstract nodes; output precision: 1;\n",
               "abstract: 1, algebraic, value, 1.;\nstructural: 1, static, null, eye, null, null;\n");
    output *o = output_open(b->m, b->folder.base, b->errors);
    output_begun(o, &(state){.t = 0.5, .now = PHASE_DERIVATIVES}, 2, 0.125);
    output_begun(o, &(state){.t = 0.75, .now = PHASE_DUMMY}, 0, 0.25);
    output_step(o, &b->s, &(step_line){0});
    output_iteration_line(o, &(step_line){.step = 1, .t = 2, .dt = 1, .iterations = 3});
    output_comment(o, "solved in %d iterations", 3);
    assert_true(output_close(o, false));
    assert_file(b, "abs", "       1 1.0e+00\n");
    assert_false(folder_has(&b->folder, "mov"));
    assert_file(b, "out",
                "# Derivatives solution step at time 0.5 performed in 2 iterations with 0.125 error\n"
                "# Initial solution after dummy steps at time 0.75 performed in 0 iterations with 0.25 error\n"
                "# Key for lines starting with \"Step\":\n# Step Time TStep NIter ResErr SolErr SolConv Out\n"
                "Step 1 2 1 3 0 0 0 1\n"
                "# solved in 3 iterations\n"
                "# incomplete: the analysis ended before its final time\n");
}

static void folder_that_is_missing_is_reported(void **of)
{
    bench *b = *of;
    read_model(b, "abstract nodes: 1;\n", "abstract: 1;\n");
    assert_null(output_open(b->m, "/no/such/folder/out", b->errors));
    diag_flush(b->errors);
    assert_int_equal(diag_errors(b->errors), 1);
    assert_non_null(strstr(b->messages, "/no/such/folder/out.log"));
}

static void full_disk_stops_the_analysis(void **of)
{
    bench *b = *of;
    read_model(b, "abstract nodes: 1;\n", "abstract: 1;\n");
    if (symlink("/dev/full", folder_file(&b->folder, "abs")) != 0 || access("/dev/full", W_OK) != 0)
        skip();
    output *o = output_open(b->m, b->folder.base, b->errors);
    assert_non_null(o);
    bool is_good = true;
    for (int i = 0; i < 10000 && is_good; i++)
        is_good = output_step(o, &b->s, &(step_line){0});
    assert_false(is_good);
    assert_false(output_close(o, false));
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
