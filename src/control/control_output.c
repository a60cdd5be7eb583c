/* control_output.c - cards of the control data block for what is written, when and how.
 *
 * Items of `default output`, `print` and of the custom output lists accumulate; `none` clears them. */
#include "control/control_cards.h"
#include "base/words.h"
#include "control/control.h"
#include "model/reading.h"

enum { MOST_RESTARTS = 100000 };

void read_title_card(reader *reader, control *control) { control->title = read_string(reader, "title"); }

void read_print_card(reader *reader, control *control)
{
    static const char *const WORDS[] = {"dof stats",
                                        "dof description",
                                        "equation description",
                                        "description",
                                        "element connection",
                                        "node connection",
                                        "connection",
                                        "all",
                                        "none",
                                        "to file",
                                        NULL};
    static const unsigned FLAGS[] = {PRINT_DOF_STATS,
                                     PRINT_DOF,
                                     PRINT_EQUATION,
                                     PRINT_DOF | PRINT_EQUATION,
                                     PRINT_ELEMENT_CONNECTION,
                                     PRINT_NODE_CONNECTION,
                                     PRINT_ELEMENT_CONNECTION | PRINT_NODE_CONNECTION,
                                     PRINT_DOF_STATS | PRINT_DOF | PRINT_EQUATION | PRINT_ELEMENT_CONNECTION |
                                         PRINT_NODE_CONNECTION};
    do {
        const int i = read_choice(reader, WORDS, "item to print");
        if (i < 0)
            return;
        if (i < ARRAY_LEN(FLAGS))
            control->print |= FLAGS[i];
        else if (words_equal(WORDS[i], "none"))
            control->print = 0;
        else
            control->print_to_file = true;
    } while (read_more(reader));
}

static void read_restart_times(reader *reader, control *control)
{
    const int n = read_integer_in(reader, 1, MOST_RESTARTS, "number of restart files");
    double *times = ARENA_ARRAY(reader_arena(reader), double, n);
    for (int i = 0; i < n && read_ok(reader); i++)
        times[i] = read_real(reader, "time of a restart file");
    control->restart = RESTART_TIMES;
    control->n_restart_times = n;
    control->restart_times = times;
}

static void read_restart_format(reader *reader, control *control)
{
    static const char *const FORMATS[] = {"classic", "binary", NULL};
    control->restart_numbered = read_choice(reader, FORMATS, "format of restart files") == 1;
}

void read_restart_card(reader *reader, control *control)
{
    static const char *const FORMS[] = {"iterations", "time", "times", "format", NULL};
    control->restart = RESTART_END;
    control->restart_where = reader_card_location(reader);
    while (read_ok(reader) && read_more(reader))
        switch (read_choice(reader, FORMS, "option of restart files")) {
        case 0:
            control->restart = RESTART_STEPS;
            control->restart_steps = read_integer_in(reader, 1, 1 << 30, "number of steps");
            break;
        case 1:
            control->restart = RESTART_TIME;
            control->restart_time = read_positive(reader, "time between restart files");
            break;
        case 2:
            read_restart_times(reader, control);
            break;
        default:
            read_restart_format(reader, control);
        }
}

void read_load_restart_card(reader *reader, control *control)
{
    control->load_restart_where = read_place(reader);
    control->load_restart = read_filename(reader, "name of the restart file");
}

static void set_all_output(control *control, bool flag)
{
    for (int i = 0; i < node_type_count; i++)
        control->node_output[i] = flag;
    for (int i = 0; i < CLASS_COUNT; i++)
        control->elem_output[i] = flag;
}

/* `all` means all nodes and elements; frames, drives and accelerations have to be named explicitly. */
static void set_default_output(control *control, int special)
{
    switch (special) {
    case 0:
        set_all_output(control, true);
        break;
    case 1:
    case 5:
        set_all_output(control, false);
        control->reference_frames = control->drive_callers = control->accelerations = false;
        break;
    case 2:
        control->reference_frames = true;
        break;
    case 3:
        control->drive_callers = true;
        break;
    case 4:
        control->accelerations = true;
        break;
    default: /* a driven element is written together with the element it drives */
        break;
    }
}

void read_default_output_card(reader *reader, control *control)
{
    static const char *const SPECIAL[] = {"all",           "none", "reference frames", "drive callers",
                                          "accelerations", "no",   "driven elements"};
    entities known;
    list_entities(&known);
    const int n = known.n;
    for (int i = 0; i <= ARRAY_LEN(SPECIAL); i++)
        known.word[n + i] = i < ARRAY_LEN(SPECIAL) ? SPECIAL[i] : NULL;
    control->output_all_explicit = true;
    do {
        const bool is_barred = read_keyword_bar(reader, "structural nodes"); /* structural nodes | accelerations */
        const int i = is_barred ? find_entity(&known, "structural nodes")
                                : read_choice(reader, known.word, "item of default output");
        if (i >= n)
            set_default_output(control, i - n);
        else if (i >= 0 && known.node[i] >= 0)
            control->node_output[known.node[i]] = true;
        else if (i >= 0)
            control->elem_output[known.class[i]] = true;
    } while (read_more(reader));
}

void read_default_scale_card(reader *reader, control *control)
{
    const char *words[MOST_ENTITIES];
    for (int i = 0; i < node_type_count; i++)
        words[i] = node_types[i]->counter;
    words[node_type_count] = "all";
    words[node_type_count + 1] = "none";
    words[node_type_count + 2] = NULL;
    do {
        const int i = read_choice(reader, words, "item of default scale");
        const double factor = read_real(reader, "scale factor");
        for (int k = 0; k < node_type_count; k++)
            if (i == k || i >= node_type_count)
                control->node_scale[k] = factor;
    } while (read_more(reader));
}

orientation_kind read_orientation_kind(reader *reader)
{
    static const char *const WORDS[] = {"euler123",           "euler313",           "euler321",
                                        "orientation vector", "orientation matrix", NULL};
    const int kind = read_choice(reader, WORDS, "orientation description");
    return kind < 0 ? ORIENTATION_EULER123 : (orientation_kind)kind;
}

void read_default_orientation_card(reader *reader, control *control)
{
    control->orientation = control->beam_orientation = control->aero_orientation = read_orientation_kind(reader);
}

static unsigned read_flags(reader *reader, const char *const *words, const unsigned *flags, orientation_kind *kind)
{
    unsigned all = 0;
    int i = read_choice(reader, words, "custom output flag");
    for (; i >= 0; i = read_try_choice(reader, words)) {
        all |= flags[i];
        if (flags[i] & OUTPUT_ORIENTATION && read_keyword(reader, "orientation description"))
            *kind = read_orientation_kind(reader);
    }
    return all;
}

unsigned read_beam_output(reader *reader, orientation_kind *kind)
{
    static const char *const WORDS[] = {"position",
                                        "orientation",
                                        "configuration",
                                        "force",
                                        "moment",
                                        "forces",
                                        "linear strain",
                                        "angular strain",
                                        "strains",
                                        "linear strain rate",
                                        "angular strain rate",
                                        "strain rates",
                                        "all",
                                        NULL};
    enum {
        CONFIGURATION = OUTPUT_POSITION | OUTPUT_ORIENTATION,
        FORCES = OUTPUT_FORCE | OUTPUT_MOMENT,
        STRAINS = OUTPUT_LINEAR_STRAIN | OUTPUT_ANGULAR_STRAIN,
        RATES = OUTPUT_LINEAR_STRAIN_RATE | OUTPUT_ANGULAR_STRAIN_RATE
    };
    static const unsigned FLAGS[] = {OUTPUT_POSITION,
                                     OUTPUT_ORIENTATION,
                                     CONFIGURATION,
                                     OUTPUT_FORCE,
                                     OUTPUT_MOMENT,
                                     FORCES,
                                     OUTPUT_LINEAR_STRAIN,
                                     OUTPUT_ANGULAR_STRAIN,
                                     STRAINS,
                                     OUTPUT_LINEAR_STRAIN_RATE,
                                     OUTPUT_ANGULAR_STRAIN_RATE,
                                     RATES,
                                     CONFIGURATION | FORCES | STRAINS | RATES};
    return read_flags(reader, WORDS, FLAGS, kind);
}

unsigned read_aero_output(reader *reader, orientation_kind *kind)
{
    static const char *const WORDS[] = {"position",      "orientation", "velocity", "angular velocity",
                                        "configuration", "force",       "moment",   "forces",
                                        "all",           NULL};
    enum {
        CONFIGURATION = OUTPUT_POSITION | OUTPUT_ORIENTATION | OUTPUT_VELOCITY | OUTPUT_ANGULAR_VELOCITY,
        FORCES = OUTPUT_FORCE | OUTPUT_MOMENT
    };
    static const unsigned FLAGS[] = {
        OUTPUT_POSITION, OUTPUT_ORIENTATION, OUTPUT_VELOCITY, OUTPUT_ANGULAR_VELOCITY, CONFIGURATION,
        OUTPUT_FORCE,    OUTPUT_MOMENT,      FORCES,          CONFIGURATION | FORCES};
    return read_flags(reader, WORDS, FLAGS, kind);
}

void read_default_beam_output_card(reader *reader, control *control)
{
    control->beam_output = read_beam_output(reader, &control->beam_orientation);
}

void read_default_aerodynamic_output_card(reader *reader, control *control)
{
    control->aero_output = read_aero_output(reader, &control->aero_orientation);
}

static const char *read_unit(reader *reader, const char *quantity)
{
    const char *const words[] = {quantity, NULL};
    read_choice(reader, words, "quantity");
    return read_string(reader, quantity);
}

void read_output_units_card(reader *reader, control *control)
{
    static const char *const SYSTEMS[] = {"MKS", "CGS", "MMTMS", "MMKGMS", "Custom", NULL};
    static const output_units KNOWN[] = {{"m", "kg", "s", "A", "K", "MKS"},
                                         {"cm", "kg", "s", "A", "K", "CGS"},
                                         {"mm", "ton", "ms", "A", "K", "MMTMS"},
                                         {"mm", "kg", "ms", "A", "K", "MMKGMS"}};
    const int i = read_choice(reader, SYSTEMS, "system of units");
    if (i >= 0 && i < ARRAY_LEN(KNOWN)) {
        control->units = KNOWN[i];
        return;
    }
    control->units.system = "Custom";
    control->units.length = read_unit(reader, "length");
    control->units.mass = read_unit(reader, "mass");
    control->units.time = read_unit(reader, "time");
    control->units.current = read_unit(reader, "current");
    control->units.temperature = read_unit(reader, "temperature");
}

/* The last of the cards `output frequency` and `output meter` takes effect. */
void read_output_frequency_card(reader *reader, control *control)
{
    control->output_frequency = read_integer_in(reader, 1, 1 << 30, "number of steps");
    control->output_meter = NULL;
}

void read_output_meter_card(reader *reader, control *control)
{
    control->output_meter = read_drive(reader, "output meter");
    control->output_frequency = 1;
}

/* 0 means the default number of digits. */
void read_output_precision_card(reader *reader, control *control)
{
    const int digits = read_integer_in(reader, 0, 60, "number of digits");
    if (digits > 0)
        control->precision = digits;
}

void read_output_results_card(reader *reader, control *control)
{
    static const char *const KINDS[] = {"netcdf", NULL};
    static const char *const FORMATS[] = {"classic", "classic64", "nc4", "nc4classic", NULL};
    static const char *const OPTIONS[] = {"sync", "no sync", "text", "no text", NULL};
    if (read_choice(reader, KINDS, "kind of results") < 0)
        return;
    control->netcdf = true;
    const int format = read_try_choice(reader, FORMATS);
    if (format >= 0)
        control->netcdf_format = FORMATS[format];
    for (int i; (i = read_try_choice(reader, OPTIONS)) >= 0;) {
        if (i < 2)
            control->netcdf_sync = i == 0;
        else
            control->no_text = i == 3;
    }
}
