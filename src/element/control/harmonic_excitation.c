/* harmonic_excitation.c - a sine whose frequency changes once the response of the model has become periodic.
 *
 *     psi = omega (t - t_0),  excitation a sin(psi)
 *     t_0: the first sample of a frequency; psi = 0 until then, and until `initial time`
 *     N samples per period, each after a time step, or after as many equal ones as `max delta t` requires
 *     for each input x in a period:   X = 2/N sum x (sin psi + i cos psi),   rms = sqrt(1/N sum x^2)
 *     converged:  2/N |x - x_before| <= tolerance, the norm of the vector of all inputs that are tested, x the
 *                 last samples of two periods: the change of X by the last sample;
 *                 or, with `RMS test`, |rms - rms_before| <= tolerance rms for each of them and each of the
 *                 previous periods considered
 *     amplitude:  a = 1; with `RMS target` a is multiplied by rms_target/rms once rms, the largest of the inputs that
 *                 are targets, is steady and |rms - rms_target| > tolerance rms_target, by at most `overshoot` in
 *                 either direction; the minimum number of periods then starts again
 *
 * At convergence, or after the requested additional periods, a row is written: time, omega, number of periods, X of the
 * inputs (real and imaginary part, or magnitude and phase; divided by the amplitude if they are normalized), with a
 * target a and rms. Then the next frequency follows. Periods after convergence add to the minimum number of periods.
 * Private data: timestep, excitation, psi, omega, amplitude, count, output. */
#include "contract/element.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "deck/named_values.h"
#include "model/cards.h"
#include "model/reading.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_PERIODS = 16 }; /* previous periods, for the RMS test */

typedef struct {
    const drive *drive;
    bool is_tested, is_written, is_target;
} input;

typedef enum { ADDITIVE, MULTIPLICATIVE, CUSTOM } pattern;

typedef struct {
    int n;
    input *input;
    bool is_polar, is_normalized;
    int steps;
    const drive *most_dt; /* function of omega; or NULL */
    double omega, most_omega, increment;
    pattern pattern;
    int n_custom;
    const double *custom;
    double t0;        /* of the first excitation */
    const drive *dt0; /* before the first excitation; or NULL */
    int rms_periods;  /* 0: no RMS test */
    const drive *rms; /* target, function of omega; or NULL */
    double amplitude, overshoot;
    double tolerance;
    int least, most; /* numbers of periods; most 0: unlimited */
    bool aborts, prints_all;
    int delay, after_every; /* periods and steps of output after convergence */
} excitation;

/* Sums of an input over the current period, and results of the previous periods. */
typedef struct {
    double re, im, square;
    double X[2], last, previous;  /* x at the end of the last period, and of the one before it */
    double rms[MOST_PERIODS + 1]; /* latest first */
} input_memory;

typedef struct {
    double t0, omega, amplitude; /* t0: of the first sample; initially the start of the analysis */
    int part, step, period;      /* counts within a sample, within the period, at this frequency */
    int settling;                /* periods at this amplitude */
    int count;                   /* frequencies completed */
    int is_begun, is_row, is_over, is_after;
    int is_lost; /* the next step fails since a frequency has not converged */
    double row_omega, row_amplitude;
    int row_period;
    input_memory inputs[]; /* one per input */
} excitation_memory;

static size_t memory_size(int n) { return sizeof(excitation_memory) + (size_t)n * sizeof(input_memory); }

static void harmonic_excitation_begin(const void *self, void *memory)
{
    const excitation *excitation = self;
    excitation_memory *excitation_memory = memory;
    excitation_memory->omega = excitation->omega;
    excitation_memory->amplitude = excitation->amplitude;
}

/* Other counts are only compared: any value is valid. */
static bool harmonic_excitation_valid(const void *self, const void *memory)
{
    (void)self;
    const excitation_memory *excitation_memory = memory;
    return excitation_memory->omega > 0.0 && excitation_memory->count >= 0 && excitation_memory->amplitude > 0.0;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_inputs(reader *reader, excitation *excitation)
{
    static const char *const FLAGS[] = {"test", "output", "target", NULL};
    read_word(reader, "inputs number");
    const int n = read_count(reader, 1, "number of inputs");
    excitation->input = ARENA_ARRAY(reader_arena(reader), input, n);
    for (excitation->n = 0; read_ok(reader) && excitation->n < n; excitation->n++) {
        input *in = &excitation->input[excitation->n];
        *in = (input){.drive = read_drive(reader, "input"), .is_tested = true, .is_written = true};
        bool *const flags[] = {&in->is_tested, &in->is_written, &in->is_target};
        for (int k; (k = read_try_choice(reader, FLAGS)) >= 0;)
            *flags[k] = read_bool(reader, FLAGS[k]);
    }
}

static void read_custom(reader *reader, excitation *excitation)
{
    ARRAY(double) all = {0};
    double before = excitation->omega;
    while (read_ok(reader) && !read_keyword(reader, "last")) {
        const double w = read_positive(reader, "angular frequency, or 'last'");
        if (read_ok(reader) && w <= before)
            read_error_last(reader, E_HARMONIC_ORDER, w, before);
        before = w;
        array_push(&all, w);
    }
    excitation->n_custom = all.n;
    excitation->custom = arena_copy(reader_arena(reader), all.items, (size_t)all.n * sizeof *all.items);
    array_free(&all);
}

static void read_frequencies(reader *reader, excitation *excitation)
{
    static const char *const PATTERNS[] = {"additive", "multiplicative", "custom", NULL};
    excitation->omega = read_named_positive(reader, "initial angular frequency");
    excitation->most_omega = HUGE_VAL;
    if (read_keyword(reader, "max angular frequency") && !read_keyword(reader, "forever"))
        excitation->most_omega = read_positive(reader, "largest angular frequency");
    read_word(reader, "angular frequency increment");
    const int k = read_choice(reader, PATTERNS, "pattern of increments");
    excitation->pattern = k < 0 ? ADDITIVE : (pattern)k;
    if (excitation->pattern == CUSTOM) {
        read_custom(reader, excitation);
        return;
    }
    excitation->increment = read_positive(reader, "increment of the angular frequency");
    if (read_ok(reader) && excitation->pattern == MULTIPLICATIVE && excitation->increment <= 1.0)
        read_error_last(reader, E_HARMONIC_ORDER, excitation->increment, 1.0);
}

static void read_target(reader *reader, excitation *excitation)
{
    excitation->rms = read_drive(reader, "RMS target");
    if (read_keyword(reader, "initial amplitude"))
        excitation->amplitude = read_positive(reader, "initial amplitude");
    if (read_keyword(reader, "overshoot"))
        excitation->overshoot = read_positive(reader, "overshoot");
    bool has_target = false;
    for (int i = 0; i < excitation->n; i++)
        has_target |= excitation->input[i].is_target;
    if (read_ok(reader) && !has_target)
        read_error_last(reader, E_HARMONIC_TARGET);
    if (read_ok(reader) && excitation->overshoot <= 1.0)
        read_error_last(reader, E_HARMONIC_ORDER, excitation->overshoot, 1.0);
}

static void read_test(reader *reader, excitation *excitation)
{
    if (read_keyword(reader, "RMS test")) {
        excitation->rms_periods = 2;
        if (read_keyword(reader, "RMS target"))
            read_target(reader, excitation);
        if (read_keyword(reader, "RMS prev periods"))
            excitation->rms_periods = read_integer_in(reader, 1, MOST_PERIODS, "number of periods before");
    }
    excitation->tolerance = read_keyword(reader, "tolerance") ? read_positive(reader, "tolerance") : 1e-6;
    read_word(reader, "min periods");
    excitation->least = read_count(reader, 2, "least number of periods");
    if (read_keyword(reader, "max periods")) {
        excitation->most = read_count(reader, excitation->least + 1, "largest number of periods");
        if (read_keyword(reader, "no convergence strategy"))
            excitation->aborts = read_choice(reader, (const char *const[]){"continue", "abort", NULL}, "strategy") == 1;
    }
}

/* Defines drive caller: LABEL, element, LABEL, loadable, string, "timestep", direct; */
static void make_drive(reader *r, const elem *element, unsigned label)
{
    char card[160];
    const int n = snprintf(card, sizeof card, "drive caller: %u, element, %u, loadable, string, \"timestep\", direct;",
                           label, element->label);
    reader *other = reader_fork(r);
    reader_open_text(other, "timestep drive label", arena_string(reader_arena(r), card, (size_t)n), (size_t)n);
    if (reader_card(other))
        model_read_card(model_of(r), other);
    reader_destroy(other);
}

static void read_rest(reader *reader, const elem *element, excitation *excitation)
{
    if (read_keyword(reader, "timestep drive label")) {
        const unsigned label = read_label(reader, "label of the drive of the time step");
        if (read_ok(reader))
            make_drive(reader, element, label);
    }
    excitation->prints_all = read_keyword(reader, "print all periods");
    excitation->after_every = 1;
    if (read_keyword(reader, "write after convergence periods")) {
        excitation->delay = read_count(reader, 0, "number of periods");
        if (read_keyword(reader, "frequency"))
            excitation->after_every = read_count(reader, 1, "number of steps");
    }
}

static void harmonic_excitation_read(reader *reader, elem *element)
{
    excitation *excitation = element->self;
    excitation->t0 = -HUGE_VAL;
    excitation->amplitude = 1.0;
    excitation->overshoot = HUGE_VAL;
    read_inputs(reader, excitation);
    if (read_keyword(reader, "output format")) {
        excitation->is_polar =
            read_choice(reader, (const char *const[]){"complex", "magnitude phase", NULL}, "output format") == 1;
        excitation->is_normalized = read_keyword(reader, "normalized");
    }
    read_word(reader, "steps number");
    excitation->steps = read_count(reader, 2, "number of steps in a period");
    excitation->most_dt = read_keyword(reader, "max delta t") ? read_drive(reader, "largest time step") : NULL;
    read_frequencies(reader, excitation);
    if (read_keyword(reader, "initial time")) {
        excitation->t0 = read_real(reader, "initial time");
        excitation->dt0 = read_keyword(reader, "prescribed time step") ? read_drive(reader, "time step") : NULL;
    }
    read_test(reader, excitation);
    if (read_ok(reader))
        element->memory = memory_reserve(model_of(reader)->plan, (memory_area){.size = memory_size(excitation->n),
                                                                               .self = excitation,
                                                                               .begin = harmonic_excitation_begin,
                                                                               .valid = harmonic_excitation_valid,
                                                                               .owner = element->type->card->name,
                                                                               .keyword = element->type->keyword,
                                                                               .label = element->label});
    read_rest(reader, element, excitation);
}

/* --- progress of periods ------------------------------------------------------------------------------------------ */

/* Returns the number of time steps of a sample: more than one if a single step would be too long. */
static int parts_now(const excitation *excitation, const state *state, double omega)
{
    if (!excitation->most_dt)
        return 1;
    const double most = drive_at(excitation->most_dt, state, omega),
                 parts = ceil(2.0 * M_PI / (omega * excitation->steps) / most);
    return parts > 1.0 && parts < 1e6 ? (int)parts : 1;
}

static void end_period(const excitation *excitation, excitation_memory *memory)
{
    input_memory *in = memory->inputs;
    const double scale = 2.0 / (excitation->is_normalized ? excitation->steps * memory->amplitude : excitation->steps);
    for (int i = 0; i < excitation->n; i++) {
        memmove(in[i].rms + 1, in[i].rms, MOST_PERIODS * sizeof *in[i].rms);
        in[i].X[0] = scale * in[i].re;
        in[i].X[1] = scale * in[i].im;
        in[i].rms[0] = sqrt(in[i].square / excitation->steps);
        in[i].re = in[i].im = in[i].square = 0.0;
    }
}

static bool rms_is_steady(const excitation *excitation, const excitation_memory *memory)
{
    if (memory->settling <= excitation->rms_periods)
        return false;
    for (int i = 0; i < excitation->n; i++)
        for (int k = 1; excitation->input[i].is_tested && k <= excitation->rms_periods; k++)
            if (fabs(memory->inputs[i].rms[0] - memory->inputs[i].rms[k]) >
                excitation->tolerance * memory->inputs[i].rms[0])
                return false;
    return true;
}

static double largest_rms(const excitation *excitation, const excitation_memory *memory)
{
    double most = 0.0;
    for (int i = 0; i < excitation->n; i++)
        if (excitation->input[i].is_target)
            most = fmax(most, memory->inputs[i].rms[0]);
    return most;
}

/* Corrects the amplitude. Returns true if no correction was necessary. */
static bool amplitude_is_right(const excitation *excitation, const state *state, excitation_memory *memory)
{
    if (!excitation->rms)
        return true;
    const double target = drive_at(excitation->rms, state, memory->omega), now = largest_rms(excitation, memory);
    if (fabs(now - target) <= excitation->tolerance * target)
        return true;
    if (now > 0.0 && target > 0.0)
        memory->amplitude *= fmin(fmax(target / now, 1.0 / excitation->overshoot), excitation->overshoot);
    memory->settling = 0;
    return false;
}

static bool is_steady(const excitation *excitation, const excitation_memory *memory)
{
    if (excitation->rms_periods > 0)
        return rms_is_steady(excitation, memory);
    double change = 0.0;
    for (int i = 0; i < excitation->n; i++)
        change =
            hypot(change, excitation->input[i].is_tested ? memory->inputs[i].last - memory->inputs[i].previous : 0.0);
    return 2.0 * change <= excitation->tolerance * excitation->steps;
}

static void next_frequency(const excitation *excitation, excitation_memory *memory)
{
    memory->count++;
    memory->period = memory->settling = 0;
    memory->is_begun = 0;
    if (excitation->pattern == CUSTOM)
        memory->is_over = memory->count > excitation->n_custom;
    if (!memory->is_over)
        memory->omega = excitation->pattern == ADDITIVE         ? memory->omega + excitation->increment
                        : excitation->pattern == MULTIPLICATIVE ? memory->omega * excitation->increment
                                                                : excitation->custom[memory->count - 1];
    memory->is_over |= memory->omega > excitation->most_omega * (1.0 + 4.0 * DBL_EPSILON);
}

static void check_limits(const excitation *excitation, const state *state, excitation_memory *memory)
{
    memory->row_amplitude = memory->amplitude;
    const bool is_settled = memory->settling >= excitation->least + excitation->delay && is_steady(excitation, memory);
    const bool is_done = memory->is_after > 0 || (is_settled && amplitude_is_right(excitation, state, memory));
    const bool is_late = excitation->most > 0 && memory->period >= excitation->most && !is_done;
    memory->row_omega = memory->omega;
    memory->row_period = is_late ? -memory->period : memory->period;
    memory->is_lost = is_late && excitation->aborts;
    if (memory->is_lost)
        return;
    const bool continues = (!is_done && !is_late) || (is_done && memory->is_after < excitation->delay);
    memory->is_row = excitation->prints_all || !continues;
    memory->is_after += is_done;
    if (continues)
        return;
    memory->is_after = 0;
    next_frequency(excitation, memory);
}

static void take_sample(const excitation *excitation, const state *state, excitation_memory *memory, bool is_last)
{
    memory->t0 = memory->is_begun ? memory->t0 : state->t;
    memory->is_begun = 1;
    const double psi = memory->omega * (state->t - memory->t0);
    for (int i = 0; i < excitation->n; i++) {
        const double x = drive_now(excitation->input[i].drive, state);
        memory->inputs[i].previous = is_last ? memory->inputs[i].last : memory->inputs[i].previous;
        memory->inputs[i].last = is_last ? x : memory->inputs[i].last;
        memory->inputs[i].re += x * sin(psi);
        memory->inputs[i].im += x * cos(psi);
        memory->inputs[i].square += x * x;
    }
}

static void harmonic_excitation_accept(const state *state, const elem *element, memory_block *to)
{
    const excitation *excitation = element->self;
    excitation_memory *memory = memory_at(to, element->memory);
    memory->is_row = 0;
    if (state->now != PHASE_STEP || memory->is_over || state->t <= memory->t0 ||
        (memory->count == 0 && state->t < excitation->t0))
        return;
    if (++memory->part < parts_now(excitation, state, memory->omega))
        return;
    memory->part = 0;
    const bool is_last = ++memory->step == excitation->steps;
    take_sample(excitation, state, memory, is_last);
    if (!is_last)
        return;
    memory->step = 0;
    memory->period++;
    memory->settling++;
    end_period(excitation, memory);
    check_limits(excitation, state, memory);
}

static void harmonic_excitation_start(const state *state, const elem *element, memory_block *to)
{
    ((excitation_memory *)memory_at(to, element->memory))->t0 = state->t;
}

/* --- private data, output ----------------------------------------------------------------------------------------- */

static const char *const NAMES[] = {"timestep", "excitation", "psi", "omega", "amplitude", "count", "output", NULL};
enum { TIME_STEP = 1, EXCITATION, PSI, OMEGA, AMPLITUDE, COUNT, OUTPUT };

static double time_step(const excitation *excitation, const state *state, const excitation_memory *memory)
{
    const double omega = memory->omega;
    if (excitation->dt0 && !memory->is_begun && memory->count == 0)
        return drive_now(excitation->dt0, state);
    return 2.0 * M_PI / (omega * excitation->steps * parts_now(excitation, state, omega));
}

static double harmonic_excitation_private_value(const state *state, const elem *element, int index)
{
    const excitation *excitation = element->self;
    const excitation_memory *memory = remembered(state, element->memory);
    const double psi = memory->is_begun ? memory->omega * (state->t - memory->t0) : 0.0;
    if (memory->is_lost)
        state_fail(state, element->location, "harmonic excitation: no convergence at angular frequency %g",
                   memory->omega);
    if (memory->is_over && state->failed && !state->failed->is_set) {
        state_fail(state, element->location, "harmonic excitation: all frequencies have been analysed");
        state->failed->ends_cleanly = true;
    }
    switch (index) {
    case TIME_STEP:
        return time_step(excitation, state, memory);
    case EXCITATION:
        return memory->amplitude * sin(psi);
    case PSI:
        return psi;
    case OMEGA:
        return memory->omega;
    case AMPLITUDE:
        return memory->amplitude;
    case COUNT:
        return memory->count;
    default:
        return memory->is_row || (memory->is_after > 0 && memory->step % excitation->after_every == 0);
    }
}

/* The row has its own number format and no columns in the NetCDF file, since it is only written at convergence. */
static void harmonic_excitation_output_row(const state *state, const elem *element, record *out)
{
    const excitation *excitation = element->self;
    const excitation_memory *memory = remembered(state, element->memory);
    if (!memory->is_row || out->named)
        return;
    const int digits = out->precision;
    record_begin_plain(out, element->label);
    out->precision = 16;
    record_real(out, state->t);
    out->precision = 8;
    record_real(out, memory->row_omega);
    record_integer(out, memory->row_period);
    for (int i = 0; i < excitation->n; i++) {
        const double *X = memory->inputs[i].X;
        if (!excitation->input[i].is_written)
            continue;
        record_real(out, excitation->is_polar ? hypot(X[0], X[1]) : X[0]);
        record_real(out, excitation->is_polar ? atan2(X[1], X[0]) : X[1]);
    }
    if (excitation->rms) {
        record_real(out, memory->row_amplitude);
        record_real(out, largest_rms(excitation, memory));
    }
    record_end(out);
    out->precision = digits;
}

static void harmonic_excitation_sample(sampler *from, elem *element)
{
    excitation *p = element->self;
    *p = (excitation){.n = 1,
                      .input = ARENA_ARRAY(from->memory, input, 1),
                      .steps = 8,
                      .omega = sample_real(from, 1, 2),
                      .most_omega = HUGE_VAL,
                      .increment = 1.0,
                      .t0 = -HUGE_VAL,
                      .amplitude = 1.0,
                      .overshoot = HUGE_VAL,
                      .tolerance = 1e-6,
                      .least = 2,
                      .after_every = 1};
    p->input[0] = (input){.drive = sample_drive(from), .is_tested = true, .is_written = true};
    element->memory = memory_reserve(from->plan, (memory_area){.size = memory_size(1),
                                                               .self = p,
                                                               .begin = harmonic_excitation_begin,
                                                               .valid = harmonic_excitation_valid});
}

const elem_type harmonic_excitation_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "harmonic excitation",
    .grammar = "user defined: LABEL, harmonic excitation, inputs number, N, (DRIVE) INPUT [, test, {yes | no}] [, "
               "output, {yes | no}] [, target, {yes | no}], ... [, "
               "output format, {complex | magnitude phase} [, normalized]], steps number, N [, max delta t, (DRIVE) "
               "DT], initial angular "
               "frequency, W [, max angular frequency, {forever | W}], angular frequency increment, {additive, DW | "
               "multiplicative, FACTOR "
               "| custom, W, ..., last} [, initial time, T [, prescribed time step, (DRIVE) DT]] [, RMS test [, RMS "
               "target, (DRIVE) RMS [, initial amplitude, A] [, overshoot, FACTOR]] [, RMS prev periods, N]] [, "
               "tolerance, TOL], min periods, N [, max periods, N [, no convergence strategy, {continue | abort}]] [, "
               "timestep drive label, "
               "LABEL] [, print all periods] [, write after convergence periods, N [, frequency, N]]",
    .summary = "A sine whose frequency changes when the response has become periodic.",
    .module = MODULE_HFELEM,
    .size = sizeof(excitation),
    .read = harmonic_excitation_read,
    .history = &(const elem_history){.start = harmonic_excitation_start, .accept = harmonic_excitation_accept},
    .output = harmonic_excitation_output_row,
    .private_names = NAMES,
    .private_value = harmonic_excitation_private_value,
    .sample = harmonic_excitation_sample,
};
