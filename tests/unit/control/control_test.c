/* control_test.c - every card of the control data block, its defaults, and what is refused. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "model/model.h"
#include "control/control.h"
#include <stdio.h>
#include <string.h>

typedef struct {
    arena *memory;
    sources *texts;
    diag *errors;
    symbols *names;
    model *m;
    char messages[4096];
} bench;

static void keep_message(void *to, const diag *d, const diag_message *m)
{
    (void)d;
    bench *b = to;
    const size_t n = strlen(b->messages);
    snprintf(b->messages + n, sizeof b->messages - n, "%s: %s [%s]\n", m->code->id, m->text, m->hint);
}

static int begin(void **of)
{
    static bench b;
    b = (bench){.memory = arena_create(), .texts = sources_create()};
    b.errors = diag_create(b.texts);
    b.names = symbols_create(b.memory);
    b.m = model_create(b.memory, b.errors, b.names);
    diag_set_sink(b.errors, keep_message, &b);
    *of = &b;
    return 0;
}

static int end(void **of)
{
    bench *b = *of;
    model_destroy(b->m);
    symbols_destroy(b->names);
    diag_destroy(b->errors);
    sources_destroy(b->texts);
    arena_destroy(b->memory);
    return 0;
}

/* Reads the cards as a control data block. */
static const control *read_cards(bench *b, const char *cards)
{
    char deck[4096];
    snprintf(deck, sizeof deck, "begin: control data;\n%s\nend: control data;\n", cards);
    reader *r = reader_create(b->memory, b->texts, b->errors, b->names, b->m);
    reader_open_text(r, "deck", deck, strlen(deck));
    assert_non_null(reader_card(r));
    assert_true(read_keyword(r, "control data"));
    reader_card_end(r);
    read_control_data(r, &b->m->options);
    diag_flush(b->errors);
    reader_destroy(r);
    return &b->m->options;
}

static const control *read_good(bench *b, const char *cards)
{
    const control *c = read_cards(b, cards);
    if (diag_errors(b->errors) > 0)
        fail_msg("%s", b->messages);
    return c;
}

static void assert_refused(bench *b, const char *cards, const char *because)
{
    read_cards(b, cards);
    assert_true(diag_errors(b->errors) > 0);
    if (!strstr(b->messages, because))
        fail_msg("'%s' is not in: %s", because, b->messages);
}

static int class_index(const char *card) { return elem_class_index(elem_card_find(card)); }

static int node_index(const char *keyword) { return node_type_index(node_type_find(keyword)); }

static void assert_log_begins(const bench *b, const char *expected)
{
    assert_true(b->m->log.n >= strlen(expected));
    assert_memory_equal(b->m->log.data, expected, strlen(expected));
}

static void assert_log(const bench *b, const char *expected)
{
    assert_int_equal(b->m->log.n, strlen(expected));
    assert_log_begins(b, expected);
}

static void empty_block_leaves_the_defaults(void **of)
{
    bench *b = *of;
    const control *c = read_good(b, "");
    assert_false(c->skip_assembly || c->assemble_deformable || c->omega_rotates || c->is_static || c->motion.is_set);
    assert_int_equal(c->assembly_iterations, 1);
    assert_true(c->position_stiffness == 1.0 && c->velocity_stiffness == 1.0);
    assert_int_equal(c->precision, 6);
    assert_int_equal(c->output_frequency, 1);
    assert_null(c->output_meter);
    assert_int_equal(c->orientation, ORIENTATION_EULER123);
    assert_false(c->accelerations || c->reference_frames || c->drive_callers || c->netcdf || c->no_text);
    for (int i = 0; i < node_type_count; i++) {
        assert_true(c->node_output[i]);
        assert_true(c->node_scale[i] == 1.0);
        assert_int_equal(c->nodes_announced[i], -1);
    }
    assert_true(c->elem_output[class_index("joint")] && c->elem_output[class_index("air properties")]);
    assert_false(c->elem_output[class_index("gravity")]);
    assert_int_equal(c->elems_announced[class_index("joint")], -1);
    assert_log(b, "output frequency: 1\n");
}

static void counters_announce_numbers(void **of)
{
    bench *b = *of;
    const control *c =
        read_good(b, "structural nodes: 2 + 3; AbstractNodes: 1; parameter nodes: 4; joints: 7; rigid bodies: 6;"
                     "gravity; air properties; forces: 0; loadable elements: 2; file drivers: 3; inertia: 1;"
                     "joint regularizations: 5; plates: 8; output elements: 9;");
    assert_int_equal(c->nodes_announced[node_index("structural")], 5);
    assert_int_equal(c->nodes_announced[node_index("abstract")], 1);
    assert_int_equal(c->nodes_announced[node_index("parameter")], 4);
    assert_int_equal(c->nodes_announced[node_index("electric")], -1);
    assert_int_equal(c->elems_announced[class_index("joint")], 7);
    assert_int_equal(c->elems_announced[class_index("body")], 6);
    assert_int_equal(c->elems_announced[class_index("gravity")], 1);
    assert_int_equal(c->elems_announced[class_index("air properties")], 1);
    assert_int_equal(c->elems_announced[class_index("couple")], 0);
    assert_int_equal(c->elems_announced[class_index("user defined")], 2);
    assert_int_equal(c->elems_announced[class_index("inertia")], 1);
    assert_int_equal(c->elems_announced[class_index("joint regularization")], 5);
    assert_int_equal(c->elems_announced[class_index("shell4eas")], 8);
    assert_int_equal(c->elems_announced[class_index("stream output")], 9);
    assert_int_equal(c->drivers_announced, 3);
}

static void old_words_are_understood_with_a_warning(void **of)
{
    bench *b = *of;
    const control *c = read_good(b, "rotors: 2;");
    assert_int_equal(c->elems_announced[class_index("rotor")], 2);
    assert_non_null(strstr(b->messages, "induced velocity elements"));
}

static void assembly_cards(void **of)
{
    bench *b = *of;
    const control *c =
        read_good(b, "skip initial joint assembly; initial assembly of deformable and force elements;"
                     "initial stiffness: 5., 0.5; omega rotates: yes; tolerance: 1.e-9; max iterations: 12;"
                     "use: forces, beams, in assembly; use automatic differentiation;");
    assert_true(c->skip_assembly && c->assemble_deformable && c->omega_rotates);
    assert_true(c->position_stiffness == 5.0 && c->velocity_stiffness == 0.5);
    assert_true(c->assembly_tolerance == 1e-9);
    assert_int_equal(c->assembly_iterations, 12);
    assert_true(c->class_in_assembly[class_index("force")] && c->class_in_assembly[class_index("beam3")]);
    assert_false(c->class_in_assembly[class_index("body")]);
}

static void one_stiffness_sets_both(void **of)
{
    const control *c = read_good(*of, "initial stiffness: 25.; initial tolerance: 1.e-10; max initial iterations: 3;");
    assert_true(c->position_stiffness == 25.0 && c->velocity_stiffness == 25.0);
    assert_true(c->assembly_tolerance == 1e-10);
    assert_int_equal(c->assembly_iterations, 3);
}

static void default_output_adds_and_none_clears(void **of)
{
    bench *b = *of;
    const control *c = read_good(b, "default output: none, structural nodes, accelerations, joints;");
    assert_true(c->node_output[node_index("structural")] && c->elem_output[class_index("joint")] && c->accelerations);
    assert_false(c->node_output[node_index("abstract")] || c->elem_output[class_index("force")]);
    assert_true(c->output_all_explicit);
    c = read_good(b, "default output: reference frames, drive callers, loadable;");
    assert_true(c->reference_frames && c->drive_callers && c->node_output[node_index("abstract")]);
    c = read_good(b, "default output: all;");
    assert_true(c->elem_output[class_index("gravity")]);
    assert_false(c->accelerations || c->reference_frames);
    c = read_good(b, "default output: accelerations, reference frames; default output: none;");
    assert_false(c->accelerations || c->reference_frames || c->elem_output[class_index("beam2")]);
}

static void output_cards(void **of)
{
    bench *b = *of;
    const control *c = read_good(
        b, "title: \"a test\"; output precision: 12; output frequency: 4; default orientation: orientation vector;"
           "output results: netcdf, nc4, sync, text; output units: MKS;");
    assert_string_equal(c->title, "a test");
    assert_int_equal(c->precision, 12);
    assert_int_equal(c->output_frequency, 4);
    assert_int_equal(c->orientation, ORIENTATION_VECTOR);
    assert_true(c->netcdf && c->netcdf_sync);
    assert_false(c->no_text);
    assert_string_equal(c->netcdf_format, "nc4");
    assert_string_equal(c->units.length, "m");
    assert_log_begins(b, "Unit for the whole model: MKS\nUnit for Unknown dimension: UnknownDimension\n");
}

static void netcdf_writes_text_unless_told(void **of)
{
    bench *b = *of;
    assert_false(read_good(b, "output results: netcdf;")->no_text);
    assert_true(read_good(b, "output results: netcdf, no sync, no text;")->no_text);
}

static void meter_takes_the_place_of_the_frequency(void **of)
{
    bench *b = *of;
    const control *c = read_good(b, "output frequency: 4; output meter: meter, 0., forever, steps, 3;");
    assert_non_null(c->output_meter);
    assert_int_equal(c->output_frequency, 1);
    assert_log(b, "output frequency: 3\n");
}

static void another_drive_is_a_custom_frequency(void **of)
{
    bench *b = *of;
    read_good(b, "output meter: const, 1.;");
    assert_log(b, "output frequency: custom\n");
}

static void custom_units_are_named_one_by_one(void **of)
{
    bench *b = *of;
    const control *c = read_good(
        b, "output units: custom, length, \"ft\", mass, \"slug\", time, \"s\", current, \"A\", temperature, \"R\";");
    assert_string_equal(c->units.mass, "slug");
    assert_string_equal(c->units.temperature, "R");
    assert_refused(b, "output units: custom, mass, \"slug\";", "mass");
}

static void custom_output_flags_add_up(void **of)
{
    const control *c =
        read_good(*of, "default beam output: configuration, strain rates;"
                       "default aerodynamic output: orientation, orientation description, euler321, forces;");
    assert_int_equal(c->beam_output,
                     OUTPUT_POSITION | OUTPUT_ORIENTATION | OUTPUT_LINEAR_STRAIN_RATE | OUTPUT_ANGULAR_STRAIN_RATE);
    assert_int_equal(c->aero_output, OUTPUT_ORIENTATION | OUTPUT_FORCE | OUTPUT_MOMENT);
    assert_int_equal(c->aero_orientation, ORIENTATION_EULER321);
    assert_int_equal(c->beam_orientation, ORIENTATION_EULER123);
}

static void default_scale_is_by_node_type(void **of)
{
    const control *c = read_good(*of, "default scale: all, 2., structural nodes, 0.1;");
    assert_true(c->node_scale[node_index("structural")] == 0.1 && c->node_scale[node_index("abstract")] == 2.0);
}

static void print_items_add_up(void **of)
{
    bench *b = *of;
    const control *c = read_good(b, "print: dof stats; print: connection, to file;");
    assert_int_equal(c->print, PRINT_DOF_STATS | PRINT_ELEMENT_CONNECTION | PRINT_NODE_CONNECTION);
    assert_true(c->print_to_file);
    assert_int_equal(read_good(b, "print: all; print: none;")->print, 0);
}

static void restart_and_timeout(void **of)
{
    bench *b = *of;
    assert_int_equal(read_good(b, "")->restart, RESTART_NEVER);
    assert_int_equal(read_good(b, "make restart file;")->restart, RESTART_END);
    const control *c = read_good(b, "make restart file: iterations, 10;");
    assert_true(c->restart == RESTART_STEPS && c->restart_steps == 10);
    c = read_good(b, "make restart file: time, 0.5;");
    assert_true(c->restart == RESTART_TIME && c->restart_time == 0.5 && !c->restart_numbered);
    c = read_good(b, "make restart file: format, binary, times, 2, 0.5, 1.5;");
    assert_true(c->restart == RESTART_TIMES && c->restart_numbered && c->n_restart_times == 2);
    assert_true(c->restart_times[0] == 0.5 && c->restart_times[1] == 1.5);
    assert_string_equal(read_good(b, "load restart file: \"/tmp/first.0.rst\";")->load_restart, "/tmp/first.0.rst");
    assert_true(read_good(b, "select timeout: 3.;")->select_timeout == 3.0);
    assert_true(read_good(b, "select timeout: forever;")->select_timeout == 0.0);
}

static void model_and_motion(void **of)
{
    bench *b = *of;
    const control *c = read_good(
        b, "model: static; rigid body kinematics: const, position, 1., 2., 3., orientation, euler, 0., 0., pi/2,"
           "velocity, 4., 5., 6., angular velocity, 7., 8., 9., acceleration, 1., -2., 3.,"
           "angular acceleration, 0.5, 1.5, -1.;");
    assert_true(c->is_static && c->motion.is_set && !c->motion.by_drives);
    assert_true(c->motion.x.y == 2.0 && c->motion.v.z == 6.0 && c->motion.w.x == 7.0 && c->motion.a.y == -2.0);
    assert_true(c->motion.dw.z == -1.0);
    assert_true(fabs(c->motion.R.e[1][0] - 1.0) < 1e-15);
    c = read_good(b, "rigid body kinematics: drive, angular velocity, single, 0., 0., 1., const, 3.;");
    assert_true(c->motion.by_drives && c->motion.w_drive && !c->motion.x_drive);
}

static void jacobian_check_card(void **of)
{
    const control *c = read_good(
        *of, "finite difference jacobian meter: const, 1., iterations, const, 1., coefficient, 1.e-6, order, 2,"
             "output, none, statistics, yes;");
    assert_non_null(c->check.when);
    assert_non_null(c->check.iterations);
    assert_true(c->check.step == 1e-6);
    assert_int_equal(c->check.order, 2);
    assert_true(c->check.statistics && !c->check.matrices && !c->check.statistics_iteration);
}

static void module_path_is_set_or_extended(void **of)
{
    const control *c = read_good(*of, "loadable path: set, \"/a\"; loadable path: add, \"/b\";");
    assert_string_equal(c->loadable_path, "/a:/b");
    assert_true(c->loadable_path_only);
}

static void unknown_card_is_refused_with_the_nearest(void **of)
{
    assert_refused(*of, "structural node: 3;", "structural nodes");
}

static void wrong_arguments_are_refused(void **of)
{
    static const char *const WRONG[][2] = {
        {"joints: -1;", "number"},
        {"joints;", "number"},
        {"default output: jionts;", "joints"},
        {"default orientation: euler132;", "euler"},
        {"output frequency: 0;", "number of steps"},
        {"output precision: -1;", "number of digits"},
        {"omega rotates;", "omega rotates"},
        {"model: dynamic;", "kind of model"},
        {"use: forces;", "item of 'use'"},
        {"use: joints, in assembly;", "item of 'use'"},
        {"rigid body kinematics: const, speed, 1.;", "quantity"},
        {"print: everything;", "item to print"},
        {"skip initial joint assembly: 1;", "too many"},
        {"tolerance: 0.;", "positive"},
    };
    bench *b = *of;
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        end(of);
        begin(of);
        b = *of;
        assert_refused(b, WRONG[i][0], WRONG[i][1]);
    }
}

static void errors_do_not_hide_each_other(void **of)
{
    bench *b = *of;
    read_cards(b, "joints: -1;\nwheels: 3;\nmodel: dynamic;\nstructural nodes: 2;");
    assert_int_equal(diag_errors(b->errors), 3);
    assert_int_equal(b->m->options.nodes_announced[node_index("structural")], 2);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(empty_block_leaves_the_defaults),
        TEST(counters_announce_numbers),
        TEST(old_words_are_understood_with_a_warning),
        TEST(assembly_cards),
        TEST(one_stiffness_sets_both),
        TEST(default_output_adds_and_none_clears),
        TEST(output_cards),
        TEST(netcdf_writes_text_unless_told),
        TEST(meter_takes_the_place_of_the_frequency),
        TEST(another_drive_is_a_custom_frequency),
        TEST(custom_units_are_named_one_by_one),
        TEST(custom_output_flags_add_up),
        TEST(default_scale_is_by_node_type),
        TEST(print_items_add_up),
        TEST(restart_and_timeout),
        TEST(model_and_motion),
        TEST(jacobian_check_card),
        TEST(module_path_is_set_or_extended),
        TEST(unknown_card_is_refused_with_the_nearest),
        TEST(wrong_arguments_are_refused),
        TEST(errors_do_not_hide_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
