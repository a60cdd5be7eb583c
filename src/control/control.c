/* control.c - the control data block: defaults, cards by name, and the counters of nodes and elements.
 *
 *     CARD [ : ARGUMENTS ] ;
 *     COUNTER [ : NUMBER ] ;      COUNTER: structural nodes, joints, ... (gravity and air properties without a number)
 *
 * A counter announces the number of nodes or elements of a kind, which is checked when they are read. */
#include "control/control.h"
#include "base/words.h"
#include "control/control_cards.h"
#include "control/log_units.h"
#include "model/blocks.h"
#include "model/diag_rows.h"
#include <limits.h>

void control_defaults(control *c, arena *memory)
{
    *c = (control){
        .position_stiffness = 1.0,
        .velocity_stiffness = 1.0,
        .assembly_tolerance = 1e-6,
        .assembly_iterations = 1,
        .precision = 6,
        .output_frequency = 1,
        .beam_output = OUTPUT_FORCE | OUTPUT_MOMENT,
        .aero_output = OUTPUT_FORCE | OUTPUT_MOMENT,
        .motion.R = MAT3_EYE,
        .drivers_announced = -1,
    };
    c->node_output = ARENA_ARRAY(memory, bool, node_type_count);
    c->node_scale = ARENA_ARRAY(memory, double, node_type_count);
    c->nodes_announced = ARENA_ARRAY(memory, int, node_type_count);
    for (int i = 0; i < node_type_count; i++) {
        c->node_output[i] = true;
        c->node_scale[i] = 1.0;
        c->nodes_announced[i] = -1;
    }
    c->elem_output = ARENA_ARRAY(memory, bool, CLASS_COUNT);
    c->class_in_assembly = ARENA_ARRAY(memory, bool, CLASS_COUNT);
    c->elems_announced = ARENA_ARRAY(memory, int, CLASS_COUNT);
    for (int i = 0; i < CLASS_COUNT; i++) {
        c->elem_output[i] = !(elem_classes[i].flags & CLASS_IS_QUIET);
        c->elems_announced[i] = -1;
    }
}

static void read_nothing(reader *reader, control *control) { (void)reader, (void)control; }

/* Reads an old card that no manual explains but that decks still contain. */
static void read_epsilon(reader *reader, control *control)
{
    (void)control;
    read_real(reader, "epsilon");
    diag_report(reader_diag(reader), W_CARD_WITHOUT_EFFECT, reader_card_location(reader), reader_card_text(reader));
}

static const struct {
    const char *description;
    void (*read)(reader *reader, control *control);
    const char *grammar;
} CARDS[] = {
    {"default aerodynamic output", read_default_aerodynamic_output_card,
     "default aerodynamic output: FLAG [, ...] (position, orientation, velocity, angular velocity, configuration, "
     "force, "
     "moment, forces, all)"},
    {"default beam output", read_default_beam_output_card,
     "default beam output: FLAG [, ...] (position, orientation, configuration, force, moment, forces, linear strain, "
     "angular strain, strains, linear strain rate, angular strain rate, strain rates, all)"},
    {"default orientation", read_default_orientation_card,
     "default orientation: { euler123 | euler313 | euler321 | orientation vector | orientation matrix }"},
    {"default output", read_default_output_card,
     "default output: { all | none | reference frames | drive callers | accelerations | structural nodes [ | "
     "accelerations] | NODES | ELEMENTS } [, ...]"},
    {"default scale", read_default_scale_card, "default scale: { all | none | NODES }, FACTOR [, ...]"},
    {"epsilon", read_epsilon, "epsilon: NUMBER"},
    {"finite difference jacobian meter", read_jacobian_check_card,
     "finite difference jacobian meter: WHEN [, [iterations,] WHEN] [, { forward mode automatic differentiation | "
     "coefficient, "
     "DELTA, order, K }] [, output [, { none | all }] [, matrices, YES] [, statistics, YES] [, statistics iteration, "
     "YES]]"},
    {"initial assembly of deformable and force elements", read_deformable_assembly_card,
     "initial assembly of deformable and force elements"},
    {"initial stiffness", read_initial_stiffness_card, "initial stiffness: POSITION [, VELOCITY]"},
    {"initial tolerance", read_tolerance_card, "initial tolerance: TOLERANCE"},
    {"jacobian check", read_jacobian_check_card, "jacobian check: as finite difference jacobian meter"},
    {"load restart file", read_load_restart_card, "load restart file: \"NAME\""},
    {"loadable path", read_loadable_path_card, "loadable path: [{ set | add },] \"PATH\""},
    {"make restart file", read_restart_card,
     "make restart file [: { iterations, N | time, INTERVAL | times, N, TIME [, ...] | format, { classic | binary } } "
     "[, ...]]"},
    {"max initial iterations", read_max_iterations_card, "max initial iterations: NUMBER"},
    {"max iterations", read_max_iterations_card, "max iterations: NUMBER"},
    {"model", read_model_card, "model: static"},
    {"omega rotates", read_omega_rotates_card, "omega rotates: { yes | no }"},
    {"output frequency", read_output_frequency_card, "output frequency: STEPS"},
    {"output meter", read_output_meter_card, "output meter: (drive) WHEN"},
    {"output precision", read_output_precision_card, "output precision: DIGITS"},
    {"output results", read_output_results_card,
     "output results: netcdf [, { classic | classic64 | nc4 | nc4classic }] [, [no] sync] [, [no] text]"},
    {"output units", read_output_units_card,
     "output units: { MKS | CGS | MMTMS | MMKGMS | Custom, length, \"U\", mass, \"U\", time, \"U\", current, \"U\", "
     "temperature, \"U\" }"},
    {"print", read_print_card,
     "print: { dof stats | dof description | equation description | description | element connection | node connection "
     "| "
     "connection | all | none } [, to file] [, ...]"},
    {"rigid body kinematics", read_rigid_body_kinematics_card,
     "rigid body kinematics: { const | drive } [, position, X] [, orientation, R] [, velocity, V] [, angular velocity, "
     "W] "
     "[, acceleration, A] [, angular acceleration, B]"},
    {"select timeout", read_select_timeout_card, "select timeout: { forever | MINUTES }"},
    {"skip initial joint assembly", read_skip_assembly_card, "skip initial joint assembly"},
    {"title", read_title_card, "title: \"TITLE\""},
    {"stiffness", read_initial_stiffness_card, "stiffness: POSITION [, VELOCITY]"},
    {"tolerance", read_tolerance_card, "tolerance: TOLERANCE"},
    {"use", read_use_card,
     "use: { rigid bodies | gravity | forces | beams | solids | surface loads | aerodynamic elements | loadable "
     "elements } "
     "[, ...], in assembly"},
    {"use automatic differentiation", read_nothing, "use automatic differentiation"},
};

static void list_entity(entities *entities, const char *word, int of_node, int of_elem)
{
    const int i = entities->n++;
    entities->word[i] = word;
    entities->node[i] = of_node;
    entities->class[i] = of_elem;
    entities->instead[i] = NULL;
}

void list_entities(entities *entities)
{
    entities->n = 0;
    for (int i = 0; i < node_type_count; i++)
        list_entity(entities, node_types[i]->counter, i, -1);
    for (int i = 0; i < CLASS_COUNT; i++)
        if (elem_classes[i].counter)
            list_entity(entities, elem_classes[i].counter, -1, i);
    for (int i = 0; i < CLASS_COUNT; i++) {
        if (!elem_classes[i].other_word)
            continue;
        list_entity(entities, elem_classes[i].other_word, -1, i);
        if (elem_classes[i].flags & CLASS_OTHER_IS_OLD)
            entities->instead[entities->n - 1] = elem_classes[i].counter;
    }
    entities->word[entities->n] = NULL;
}

int find_entity(const entities *entities, const char *word)
{
    for (int i = 0; i < entities->n; i++)
        if (words_equal(entities->word[i], word))
            return i;
    return -1;
}

static int control_read_number(reader *reader) { return read_integer_in(reader, 0, 1 << 30, "number"); }

static bool read_counter(reader *reader, control *control)
{
    if (reader_card_is(reader, "file drivers")) {
        control->drivers_announced = control_read_number(reader);
        return true;
    }
    entities known;
    list_entities(&known);
    const int i = find_entity(&known, reader_card_text(reader));
    if (i < 0)
        return false;
    if (known.instead[i])
        diag_report(reader_diag(reader), W_OLD_WORD, reader_card_location(reader), known.word[i], known.instead[i]);
    const bool is_single = known.class[i] >= 0 && elem_classes[known.class[i]].flags & CLASS_IS_SINGLE;
    const int number = is_single && !read_more(reader) ? 1 : control_read_number(reader);
    if (known.node[i] >= 0)
        control->nodes_announced[known.node[i]] = number;
    else
        control->elems_announced[known.class[i]] = number;
    return true;
}

const char *control_card(int index, const char **grammar)
{
    *grammar = index < ARRAY_LEN(CARDS) ? CARDS[index].grammar : NULL;
    return index < ARRAY_LEN(CARDS) ? CARDS[index].description : NULL;
}

static bool read_named_card(reader *reader, control *control)
{
    for (int i = 0; i < ARRAY_LEN(CARDS); i++)
        if (reader_card_is(reader, CARDS[i].description)) {
            reader_set_help(reader, CARDS[i].grammar);
            CARDS[i].read(reader, control);
            return true;
        }
    return false;
}

static void unknown_card(reader *reader)
{
    entities known;
    list_entities(&known);
    const char *words[ARRAY_LEN(CARDS) + MOST_ENTITIES + 1];
    int n = 0;
    for (int i = 0; i < ARRAY_LEN(CARDS); i++)
        words[n++] = CARDS[i].description;
    for (int i = 0; i < known.n; i++)
        words[n++] = known.word[i];
    words[n++] = "file drivers";
    block_unknown_card(reader, "control data", words, n);
}

/* Writes the first line of the .log file after the units. */
static void log_output_frequency(const control *control, text *log)
{
    const drive *meter = control->output_meter;
    const int steps = !meter ? control->output_frequency : meter->type->every ? meter->type->every(meter) : 0;
    if (steps > 0)
        text_printf(log, "output frequency: %d\n", steps);
    else
        text_string(log, "output frequency: custom\n");
}

/* Accepts any number of nodes and elements: one of the cards that could not be read may have been a counter. */
static void announce_anything(int *counters, int n)
{
    for (int i = 0; i < n; i++)
        if (counters[i] <= 0)
            counters[i] = INT_MAX;
}

void read_control_data(reader *reader, control *control)
{
    model *model = model_of(reader);
    control_defaults(control, reader_arena(reader));
    const int errors = diag_errors(model->errors);
    while (block_card(model, reader, "control data")) {
        if (read_named_card(reader, control) || read_counter(reader, control))
            reader_card_end(reader);
        else
            unknown_card(reader);
    }
    if (diag_errors(model->errors) > errors) {
        announce_anything(control->nodes_announced, node_type_count);
        announce_anything(control->elems_announced, CLASS_COUNT);
    }
    if (control->loads_in_assembly && !control->assemble_deformable)
        diag_report(reader_diag(reader), W_LOADS_IN_ASSEMBLY, control->loads_location, control->loads_in_assembly);
    log_units(&control->units, &model->log);
    log_output_frequency(control, &model->log);
}
