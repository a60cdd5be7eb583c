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
    model *model;
    char messages[4096];
} bench;

static void keep_message(void *to, const diag *diagnostics, const diag_message *message)
{
    (void)diagnostics;
    bench *bench = to;
    const size_t n = strlen(bench->messages);
    snprintf(bench->messages + n, sizeof bench->messages - n, "%s: %s [%s]\n", message->code->id, message->text,
             message->hint);
}

static int begin(void **of)
{
    static bench b;
    b = (bench){.memory = arena_create(), .texts = sources_create()};
    b.errors = diag_create(b.texts);
    b.names = symbols_create(b.memory);
    b.model = model_create(b.memory, b.errors, b.names);
    diag_set_sink(b.errors, keep_message, &b);
    *of = &b;
    return 0;
}

static int end(void **of)
{
    bench *bench = *of;
    model_destroy(bench->model);
    symbols_destroy(bench->names);
    diag_destroy(bench->errors);
    sources_destroy(bench->texts);
    arena_destroy(bench->memory);
    return 0;
}

/* Reads the cards as a control data block. */
static const control *read_cards(bench *bench, const char *cards)
{
    char deck[4096];
    snprintf(deck, sizeof deck, "begin: control data;\n%s\nend: control data;\n", cards);
    reader *reader = reader_create(bench->memory, bench->texts, bench->errors, bench->names, bench->model);
    reader_open_text(reader, "deck", deck, strlen(deck));
    assert_non_null(reader_card(reader));
    assert_true(read_keyword(reader, "control data"));
    reader_card_end(reader);
    read_control_data(reader, &bench->model->options);
    diag_flush(bench->errors);
    reader_destroy(reader);
    return &bench->model->options;
}

static const control *read_good(bench *bench, const char *cards)
{
    const control *control = read_cards(bench, cards);
    if (diag_errors(bench->errors) > 0)
        fail_msg("%s", bench->messages);
    return control;
}

static void assert_refused(bench *bench, const char *cards, const char *because)
{
    read_cards(bench, cards);
    assert_true(diag_errors(bench->errors) > 0);
    if (!strstr(bench->messages, because))
        fail_msg("'%s' is not in: %s", because, bench->messages);
}

static int class_index(const char *card) { return elem_class_index(elem_card_find(card)); }

static int node_index(const char *keyword) { return node_type_index(node_type_find(keyword)); }

static void assert_log_begins(const bench *bench, const char *expected)
{
    assert_true(bench->model->log.n >= strlen(expected));
    assert_memory_equal(bench->model->log.data, expected, strlen(expected));
}

static void assert_log(const bench *bench, const char *expected)
{
    assert_int_equal(bench->model->log.n, strlen(expected));
    assert_log_begins(bench, expected);
}

static void empty_block_leaves_the_defaults(void **of)
{
    bench *bench = *of;
    const control *control = read_good(bench, "");
    assert_false(control->skip_assembly || control->assemble_deformable || control->omega_rotates ||
                 control->is_static || control->motion.is_set);
    assert_int_equal(control->assembly_iterations, 1);
    assert_true(control->position_stiffness == 1.0 && control->velocity_stiffness == 1.0);
    assert_int_equal(control->precision, 6);
    assert_int_equal(control->output_frequency, 1);
    assert_null(control->output_meter);
    assert_int_equal(control->orientation, ORIENTATION_EULER123);
    assert_false(control->accelerations || control->reference_frames || control->drive_callers || control->netcdf ||
                 control->no_text);
    for (int i = 0; i < node_type_count; i++) {
        assert_true(control->node_output[i]);
        assert_true(control->node_scale[i] == 1.0);
        assert_int_equal(control->nodes_announced[i], -1);
    }
    assert_true(control->elem_output[class_index("joint")] && control->elem_output[class_index("air properties")]);
    assert_false(control->elem_output[class_index("gravity")]);
    assert_int_equal(control->elems_announced[class_index("joint")], -1);
    assert_log(bench, "output frequency: 1\n");
}

static void counters_announce_numbers(void **of)
{
    bench *bench = *of;
    const control *control =
        read_good(bench, "structural nodes: 2 + 3; AbstractNodes: 1; parameter nodes: 4; joints: 7; rigid bodies: 6;"
                         "gravity; air properties; forces: 0; loadable elements: 2; file drivers: 3; inertia: 1;"
                         "joint regularizations: 5; plates: 8; output elements: 9;");
    assert_int_equal(control->nodes_announced[node_index("structural")], 5);
    assert_int_equal(control->nodes_announced[node_index("abstract")], 1);
    assert_int_equal(control->nodes_announced[node_index("parameter")], 4);
    assert_int_equal(control->nodes_announced[node_index("electric")], -1);
    assert_int_equal(control->elems_announced[class_index("joint")], 7);
    assert_int_equal(control->elems_announced[class_index("body")], 6);
    assert_int_equal(control->elems_announced[class_index("gravity")], 1);
    assert_int_equal(control->elems_announced[class_index("air properties")], 1);
    assert_int_equal(control->elems_announced[class_index("couple")], 0);
    assert_int_equal(control->elems_announced[class_index("user defined")], 2);
    assert_int_equal(control->elems_announced[class_index("inertia")], 1);
    assert_int_equal(control->elems_announced[class_index("joint regularization")], 5);
    assert_int_equal(control->elems_announced[class_index("shell4eas")], 8);
    assert_int_equal(control->elems_announced[class_index("stream output")], 9);
    assert_int_equal(control->drivers_announced, 3);
}

static void old_words_are_understood_with_a_warning(void **of)
{
    bench *bench = *of;
    const control *control = read_good(bench, "rotors: 2;");
    assert_int_equal(control->elems_announced[class_index("rotor")], 2);
    assert_non_null(strstr(bench->messages, "induced velocity elements"));
}

static void assembly_cards(void **of)
{
    bench *bench = *of;
    const control *control =
        read_good(bench, "skip initial joint assembly; initial assembly of deformable and force elements;"
                         "initial stiffness: 5., 0.5; omega rotates: yes; tolerance: 1.e-9; max iterations: 12;"
                         "use: forces, beams, in assembly; use automatic differentiation;");
    assert_true(control->skip_assembly && control->assemble_deformable && control->omega_rotates);
    assert_true(control->position_stiffness == 5.0 && control->velocity_stiffness == 0.5);
    assert_true(control->assembly_tolerance == 1e-9);
    assert_int_equal(control->assembly_iterations, 12);
    assert_true(control->class_in_assembly[class_index("force")] && control->class_in_assembly[class_index("beam3")]);
    assert_false(control->class_in_assembly[class_index("body")]);
}

static void one_stiffness_sets_both(void **of)
{
    const control *control =
        read_good(*of, "initial stiffness: 25.; initial tolerance: 1.e-10; max initial iterations: 3;");
    assert_true(control->position_stiffness == 25.0 && control->velocity_stiffness == 25.0);
    assert_true(control->assembly_tolerance == 1e-10);
    assert_int_equal(control->assembly_iterations, 3);
}

static void default_output_adds_and_none_clears(void **of)
{
    bench *bench = *of;
    const control *control = read_good(bench, "default output: none, structural nodes, accelerations, joints;");
    assert_true(control->node_output[node_index("structural")] && control->elem_output[class_index("joint")] &&
                control->accelerations);
    assert_false(control->node_output[node_index("abstract")] || control->elem_output[class_index("force")]);
    assert_true(control->output_all_explicit);
    control = read_good(bench, "default output: reference frames, drive callers, loadable;");
    assert_true(control->reference_frames && control->drive_callers && control->node_output[node_index("abstract")]);
    control = read_good(bench, "default output: all;");
    assert_true(control->elem_output[class_index("gravity")]);
    assert_false(control->accelerations || control->reference_frames);
    control = read_good(bench, "default output: accelerations, reference frames; default output: none;");
    assert_false(control->accelerations || control->reference_frames || control->elem_output[class_index("beam2")]);
}

static void output_cards(void **of)
{
    bench *bench = *of;
    const control *control = read_good(
        bench, "title: \"a test\"; output precision: 12; output frequency: 4; default orientation: orientation vector;"
               "output results: netcdf, nc4, sync, text; output units: MKS;");
    assert_string_equal(control->title, "a test");
    assert_int_equal(control->precision, 12);
    assert_int_equal(control->output_frequency, 4);
    assert_int_equal(control->orientation, ORIENTATION_VECTOR);
    assert_true(control->netcdf && control->netcdf_sync);
    assert_false(control->no_text);
    assert_string_equal(control->netcdf_format, "nc4");
    assert_string_equal(control->units.length, "m");
    assert_log_begins(bench, "Unit for the whole model: MKS\nUnit for Unknown dimension: UnknownDimension\n");
}

static void netcdf_writes_text_unless_requested_otherwise(void **of)
{
    bench *bench = *of;
    assert_false(read_good(bench, "output results: netcdf;")->no_text);
    assert_true(read_good(bench, "output results: netcdf, no sync, no text;")->no_text);
}

static void meter_takes_the_place_of_the_frequency(void **of)
{
    bench *bench = *of;
    const control *control = read_good(bench, "output frequency: 4; output meter: meter, 0., forever, steps, 3;");
    assert_non_null(control->output_meter);
    assert_int_equal(control->output_frequency, 1);
    assert_log(bench, "output frequency: 3\n");
}

static void another_drive_is_a_custom_frequency(void **of)
{
    bench *bench = *of;
    read_good(bench, "output meter: const, 1.;");
    assert_log(bench, "output frequency: custom\n");
}

static void custom_units_are_named_one_by_one(void **of)
{
    bench *bench = *of;
    const control *control = read_good(
        bench,
        "output units: custom, length, \"ft\", mass, \"slug\", time, \"s\", current, \"A\", temperature, \"R\";");
    assert_string_equal(control->units.mass, "slug");
    assert_string_equal(control->units.temperature, "R");
    assert_refused(bench, "output units: custom, mass, \"slug\";", "mass");
}

static void custom_output_flags_add_up(void **of)
{
    const control *control =
        read_good(*of, "default beam output: configuration, strain rates;"
                       "default aerodynamic output: orientation, orientation description, euler321, forces;");
    assert_int_equal(control->beam_output,
                     OUTPUT_POSITION | OUTPUT_ORIENTATION | OUTPUT_LINEAR_STRAIN_RATE | OUTPUT_ANGULAR_STRAIN_RATE);
    assert_int_equal(control->aero_output, OUTPUT_ORIENTATION | OUTPUT_FORCE | OUTPUT_MOMENT);
    assert_int_equal(control->aero_orientation, ORIENTATION_EULER321);
    assert_int_equal(control->beam_orientation, ORIENTATION_EULER123);
}

static void default_scale_is_by_node_type(void **of)
{
    const control *control = read_good(*of, "default scale: all, 2., structural nodes, 0.1;");
    assert_true(control->node_scale[node_index("structural")] == 0.1 &&
                control->node_scale[node_index("abstract")] == 2.0);
}

static void print_items_add_up(void **of)
{
    bench *bench = *of;
    const control *control = read_good(bench, "print: dof stats; print: connection, to file;");
    assert_int_equal(control->print, PRINT_DOF_STATS | PRINT_ELEMENT_CONNECTION | PRINT_NODE_CONNECTION);
    assert_true(control->print_to_file);
    assert_int_equal(read_good(bench, "print: all; print: none;")->print, 0);
}

static void restart_and_timeout(void **of)
{
    bench *bench = *of;
    assert_int_equal(read_good(bench, "")->restart, RESTART_NEVER);
    assert_int_equal(read_good(bench, "make restart file;")->restart, RESTART_END);
    const control *control = read_good(bench, "make restart file: iterations, 10;");
    assert_true(control->restart == RESTART_STEPS && control->restart_steps == 10);
    control = read_good(bench, "make restart file: time, 0.5;");
    assert_true(control->restart == RESTART_TIME && control->restart_time == 0.5 && !control->restart_numbered);
    control = read_good(bench, "make restart file: format, binary, times, 2, 0.5, 1.5;");
    assert_true(control->restart == RESTART_TIMES && control->restart_numbered && control->n_restart_times == 2);
    assert_true(control->restart_times[0] == 0.5 && control->restart_times[1] == 1.5);
    assert_string_equal(read_good(bench, "load restart file: \"/tmp/first.0.rst\";")->load_restart, "/tmp/first.0.rst");
    assert_true(read_good(bench, "select timeout: 3.;")->select_timeout == 3.0);
    assert_true(read_good(bench, "select timeout: forever;")->select_timeout == 0.0);
}

static void model_and_motion(void **of)
{
    bench *bench = *of;
    const control *control = read_good(
        bench, "model: static; rigid body kinematics: const, position, 1., 2., 3., orientation, euler, 0., 0., pi/2,"
               "velocity, 4., 5., 6., angular velocity, 7., 8., 9., acceleration, 1., -2., 3.,"
               "angular acceleration, 0.5, 1.5, -1.;");
    assert_true(control->is_static && control->motion.is_set && !control->motion.by_drives);
    assert_true(control->motion.x.y == 2.0 && control->motion.v.z == 6.0 && control->motion.w.x == 7.0 &&
                control->motion.a.y == -2.0);
    assert_true(control->motion.dw.z == -1.0);
    assert_true(fabs(control->motion.R.e[1][0] - 1.0) < 1e-15);
    control = read_good(bench, "rigid body kinematics: drive, angular velocity, single, 0., 0., 1., const, 3.;");
    assert_true(control->motion.by_drives && control->motion.w_drive && !control->motion.x_drive);
}

static void jacobian_check_card(void **of)
{
    const control *control = read_good(
        *of, "finite difference jacobian meter: const, 1., iterations, const, 1., coefficient, 1.e-6, order, 2,"
             "output, none, statistics, yes;");
    assert_non_null(control->check.when);
    assert_non_null(control->check.iterations);
    assert_true(control->check.step == 1e-6);
    assert_int_equal(control->check.order, 2);
    assert_true(control->check.statistics && !control->check.matrices && !control->check.statistics_iteration);
}

static void module_path_is_set_or_extended(void **of)
{
    const control *control = read_good(*of, "loadable path: set, \"/a\"; loadable path: add, \"/b\";");
    assert_string_equal(control->loadable_path, "/a:/b");
    assert_true(control->loadable_path_only);
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
    bench *bench = *of;
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        end(of);
        begin(of);
        bench = *of;
        assert_refused(bench, WRONG[i][0], WRONG[i][1]);
    }
}

static void errors_do_not_hide_each_other(void **of)
{
    bench *bench = *of;
    read_cards(bench, "joints: -1;\nwheels: 3;\nmodel: dynamic;\nstructural nodes: 2;");
    assert_int_equal(diag_errors(bench->errors), 3);
    assert_int_equal(bench->model->options.nodes_announced[node_index("structural")], 2);
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
        TEST(netcdf_writes_text_unless_requested_otherwise),
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
