/* control_output.c - cards of the control data block on what is written, when and how.
 *
 * Items of `default output`, `print` and of the custom output lists add up; `none` clears. */
#include "control/control_cards.h"
#include "base/words.h"
#include "control/control.h"
#include "model/reading.h"

enum { MOST_RESTARTS = 100000 };

void read_title_card(reader *r, control *c) { c->title = read_string(r, "title"); }

void read_print_card(reader *r, control *c)
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
        const int i = read_choice(r, WORDS, "item to print");
        if (i < 0)
            return;
        if (i < ARRAY_LEN(FLAGS))
            c->print |= FLAGS[i];
        else if (words_equal(WORDS[i], "none"))
            c->print = 0;
        else
            c->print_to_file = true;
    } while (read_more(r));
}

static void read_restart_times(reader *r, control *c)
{
    const int n = read_integer_in(r, 1, MOST_RESTARTS, "number of restart files");
    double *times = ARENA_ARRAY(reader_arena(r), double, n);
    for (int i = 0; i < n && read_ok(r); i++)
        times[i] = read_real(r, "time of a restart file");
    c->restart = RESTART_TIMES;
    c->n_restart_times = n;
    c->restart_times = times;
}

static void read_restart_format(reader *r, control *c)
{
    static const char *const FORMATS[] = {"classic", "binary", NULL};
    c->restart_numbered = read_choice(r, FORMATS, "format of restart files") == 1;
}

void read_restart_card(reader *r, control *c)
{
    static const char *const FORMS[] = {"iterations", "time", "times", "format", NULL};
    c->restart = RESTART_END;
    c->restart_where = reader_card_place(r);
    while (read_ok(r) && read_more(r))
        switch (read_choice(r, FORMS, "option of restart files")) {
        case 0:
            c->restart = RESTART_STEPS;
            c->restart_steps = read_integer_in(r, 1, 1 << 30, "number of steps");
            break;
        case 1:
            c->restart = RESTART_TIME;
            c->restart_time = read_positive(r, "time between restart files");
            break;
        case 2:
            read_restart_times(r, c);
            break;
        default:
            read_restart_format(r, c);
        }
}

void read_load_restart_card(reader *r, control *c)
{
    c->load_restart_where = read_place(r);
    c->load_restart = read_filename(r, "name of the restart file");
}

static void set_all_output(control *c, bool flag)
{
    for (int i = 0; i < node_type_count; i++)
        c->node_output[i] = flag;
    for (int i = 0; i < CLASS_COUNT; i++)
        c->elem_output[i] = flag;
}

/* `all` means nodes and elements: frames, drives and accelerations have to be named. */
static void set_default_output(control *c, int special)
{
    switch (special) {
    case 0:
        set_all_output(c, true);
        break;
    case 1:
    case 5:
        set_all_output(c, false);
        c->reference_frames = c->drive_callers = c->accelerations = false;
        break;
    case 2:
        c->reference_frames = true;
        break;
    case 3:
        c->drive_callers = true;
        break;
    case 4:
        c->accelerations = true;
        break;
    default: /* a driven element is written with the one it drives */
        break;
    }
}

void read_default_output_card(reader *r, control *c)
{
    static const char *const SPECIAL[] = {"all",           "none", "reference frames", "drive callers",
                                          "accelerations", "no",   "driven elements"};
    entities known;
    list_entities(&known);
    const int n = known.n;
    for (int i = 0; i <= ARRAY_LEN(SPECIAL); i++)
        known.word[n + i] = i < ARRAY_LEN(SPECIAL) ? SPECIAL[i] : NULL;
    c->output_all_explicit = true;
    do {
        const int i = read_choice(r, known.word, "item of default output");
        if (i >= n)
            set_default_output(c, i - n);
        else if (i >= 0 && known.node[i] >= 0)
            c->node_output[known.node[i]] = true;
        else if (i >= 0)
            c->elem_output[known.class[i]] = true;
    } while (read_more(r));
}

void read_default_scale_card(reader *r, control *c)
{
    const char *words[MOST_ENTITIES];
    for (int i = 0; i < node_type_count; i++)
        words[i] = node_types[i]->counter;
    words[node_type_count] = "all";
    words[node_type_count + 1] = "none";
    words[node_type_count + 2] = NULL;
    do {
        const int i = read_choice(r, words, "item of default scale");
        const double factor = read_real(r, "scale factor");
        for (int k = 0; k < node_type_count; k++)
            if (i == k || i >= node_type_count)
                c->node_scale[k] = factor;
    } while (read_more(r));
}

orientation_kind read_orientation_kind(reader *r)
{
    static const char *const WORDS[] = {"euler123",           "euler313",           "euler321",
                                        "orientation vector", "orientation matrix", NULL};
    const int kind = read_choice(r, WORDS, "orientation description");
    return kind < 0 ? ORIENTATION_EULER123 : (orientation_kind)kind;
}

void read_default_orientation_card(reader *r, control *c)
{
    c->orientation = c->beam_orientation = c->aero_orientation = read_orientation_kind(r);
}

static unsigned read_flags(reader *r, const char *const *words, const unsigned *flags, orientation_kind *kind)
{
    unsigned all = 0;
    int i = read_choice(r, words, "custom output flag");
    for (; i >= 0; i = read_try_choice(r, words)) {
        all |= flags[i];
        if (flags[i] & OUTPUT_ORIENTATION && read_keyword(r, "orientation description"))
            *kind = read_orientation_kind(r);
    }
    return all;
}

unsigned read_beam_output(reader *r, orientation_kind *kind)
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
    return read_flags(r, WORDS, FLAGS, kind);
}

unsigned read_aero_output(reader *r, orientation_kind *kind)
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
    return read_flags(r, WORDS, FLAGS, kind);
}

void read_default_beam_output_card(reader *r, control *c)
{
    c->beam_output = read_beam_output(r, &c->beam_orientation);
}

void read_default_aerodynamic_output_card(reader *r, control *c)
{
    c->aero_output = read_aero_output(r, &c->aero_orientation);
}

static const char *read_unit(reader *r, const char *quantity)
{
    const char *const words[] = {quantity, NULL};
    read_choice(r, words, "quantity");
    return read_string(r, quantity);
}

void read_output_units_card(reader *r, control *c)
{
    static const char *const SYSTEMS[] = {"MKS", "CGS", "MMTMS", "MMKGMS", "Custom", NULL};
    static const output_units KNOWN[] = {{"m", "kg", "s", "A", "K", "MKS"},
                                         {"cm", "kg", "s", "A", "K", "CGS"},
                                         {"mm", "ton", "ms", "A", "K", "MMTMS"},
                                         {"mm", "kg", "ms", "A", "K", "MMKGMS"}};
    const int i = read_choice(r, SYSTEMS, "system of units");
    if (i >= 0 && i < ARRAY_LEN(KNOWN)) {
        c->units = KNOWN[i];
        return;
    }
    c->units.system = "Custom";
    c->units.length = read_unit(r, "length");
    c->units.mass = read_unit(r, "mass");
    c->units.time = read_unit(r, "time");
    c->units.current = read_unit(r, "current");
    c->units.temperature = read_unit(r, "temperature");
}

/* Of `output frequency` and `output meter` the last one counts. */
void read_output_frequency_card(reader *r, control *c)
{
    c->output_frequency = read_integer_in(r, 1, 1 << 30, "number of steps");
    c->output_meter = NULL;
}

void read_output_meter_card(reader *r, control *c)
{
    c->output_meter = read_drive(r, "output meter");
    c->output_frequency = 1;
}

/* 0 means as many as usual. */
void read_output_precision_card(reader *r, control *c)
{
    const int digits = read_integer_in(r, 0, 60, "number of digits");
    if (digits > 0)
        c->precision = digits;
}

void read_output_results_card(reader *r, control *c)
{
    static const char *const KINDS[] = {"netcdf", NULL};
    static const char *const FORMATS[] = {"classic", "classic64", "nc4", "nc4classic", NULL};
    static const char *const OPTIONS[] = {"sync", "no sync", "text", "no text", NULL};
    if (read_choice(r, KINDS, "kind of results") < 0)
        return;
    c->netcdf = true;
    const int format = read_try_choice(r, FORMATS);
    if (format >= 0)
        c->netcdf_format = FORMATS[format];
    for (int i; (i = read_try_choice(r, OPTIONS)) >= 0;) {
        if (i < 2)
            c->netcdf_sync = i == 0;
        else
            c->no_text = i == 3;
    }
}
