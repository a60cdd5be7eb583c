/* harmonic_excitation.c - a sine whose frequency changes when the response of the model has become periodic.
 *
 *     psi = omega (t - t_0),  excitation a sin(psi)
 *     t_0: the first sample of a frequency; psi = 0 until then, and until `initial time`
 *     N samples in a period, each after a time step, or after as many equal ones as `max delta t` asks for
 *     of each input x in a period:   X = 2/N sum x (sin psi + i cos psi),   rms = sqrt(1/N sum x^2)
 *     converged:  2/N |x - x_before| <= tolerance, the length of the vector of all inputs that are tested, x the
 *                 last samples of two periods: the change of X by the last sample;
 *                 or, with `RMS test`, |rms - rms_before| <= tolerance rms for each of them and each of the periods
 *                 before that count
 *     amplitude:  a = 1; with `RMS target` a grows by rms_target/rms where rms, the largest of the inputs that are
 *                 targets, is steady and |rms - rms_target| > tolerance rms_target, by no more than `overshoot` in
 *                 either direction; the minimum number of periods starts again there
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

enum { MOST_PERIODS = 16 }; /* before the present one, for the RMS test */

typedef struct {
    const drive *x;
    bool is_tested, is_written, is_target;
} input;

typedef enum { ADDITIVE, MULTIPLICATIVE, CUSTOM } pattern;

typedef struct {
    int n;
    input *input;
    bool is_polar, is_normalized;
    int steps;
    const drive *most_dt; /* of omega; or NULL */
    double omega, most_omega, increment;
    pattern pattern;
    int n_custom;
    const double *custom;
    double t0;        /* of the first excitation */
    const drive *dt0; /* before it; or NULL */
    int rms_periods;  /* 0: no RMS test */
    const drive *rms; /* target, of omega; or NULL */
    double amplitude, overshoot;
    double tolerance;
    int least, most; /* periods; most 0: any number */
    bool aborts, prints_all;
    int delay, after_every; /* periods and steps of output after convergence */
} excitation;

/* Of an input: sums of this period, results of the periods before. */
typedef struct {
    double re, im, square;
    double X[2], last, previous;  /* last: x at the end of the period, before: of the one before */
    double rms[MOST_PERIODS + 1]; /* the latest first */
} input_memory;

typedef struct {
    double t0, omega, amplitude; /* t0: the beginning of the analysis before all */
    int part, step, period;      /* of a sample, in this period, at this frequency */
    int settling;                /* periods at this amplitude */
    int count;                   /* of frequencies that are done */
    int is_begun, is_row, is_over, is_after;
    int is_lost; /* the next step fails: a frequency has not converged */
    double row_omega, row_amplitude;
    int row_period;
    input_memory inputs[]; /* n */
} excitation_memory;

static size_t memory_size(int n) { return sizeof(excitation_memory) + (size_t)n * sizeof(input_memory); }

static void harmonic_excitation_begin(const void *self, void *memory)
{
    const excitation *p = self;
    excitation_memory *m = memory;
    m->omega = p->omega;
    m->amplitude = p->amplitude;
}

/* Counts that choose nothing but comparisons: any number will do. */
static bool harmonic_excitation_valid(const void *self, const void *memory)
{
    (void)self;
    const excitation_memory *m = memory;
    return m->omega > 0.0 && m->count >= 0 && m->amplitude > 0.0;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_inputs(reader *r, excitation *p)
{
    read_word(r, "inputs number");
    const int n = read_count(r, 1, "number of inputs");
    p->input = ARENA_ARRAY(reader_arena(r), input, n);
    for (p->n = 0; read_ok(r) && p->n < n; p->n++) {
        input *in = &p->input[p->n];
        *in = (input){.x = read_drive(r, "input"), .is_tested = true, .is_written = true};
        if (read_keyword(r, "test"))
            in->is_tested = read_bool(r, "test");
        if (read_keyword(r, "output"))
            in->is_written = read_bool(r, "output");
        if (read_keyword(r, "target"))
            in->is_target = read_bool(r, "target");
    }
}

static void read_custom(reader *r, excitation *p)
{
    ARRAY(double) all = {0};
    double before = p->omega;
    while (read_ok(r) && !read_keyword(r, "last")) {
        const double w = read_positive(r, "angular frequency, or 'last'");
        if (read_ok(r) && w <= before)
            read_error_last(r, E_HARMONIC_ORDER, w, before);
        before = w;
        array_push(&all, w);
    }
    p->n_custom = all.n;
    p->custom = arena_copy(reader_arena(r), all.items, (size_t)all.n * sizeof *all.items);
    array_free(&all);
}

static void read_frequencies(reader *r, excitation *p)
{
    static const char *const PATTERNS[] = {"additive", "multiplicative", "custom", NULL};
    p->omega = read_named_positive(r, "initial angular frequency");
    p->most_omega = HUGE_VAL;
    if (read_keyword(r, "max angular frequency") && !read_keyword(r, "forever"))
        p->most_omega = read_positive(r, "largest angular frequency");
    read_word(r, "angular frequency increment");
    const int k = read_choice(r, PATTERNS, "pattern of increments");
    p->pattern = k < 0 ? ADDITIVE : (pattern)k;
    if (p->pattern == CUSTOM) {
        read_custom(r, p);
        return;
    }
    p->increment = read_positive(r, "increment of the angular frequency");
    if (read_ok(r) && p->pattern == MULTIPLICATIVE && p->increment <= 1.0)
        read_error_last(r, E_HARMONIC_ORDER, p->increment, 1.0);
}

static void read_target(reader *r, excitation *p)
{
    p->rms = read_drive(r, "RMS target");
    if (read_keyword(r, "initial amplitude"))
        p->amplitude = read_positive(r, "initial amplitude");
    if (read_keyword(r, "overshoot"))
        p->overshoot = read_positive(r, "overshoot");
    bool has_target = false;
    for (int i = 0; i < p->n; i++)
        has_target |= p->input[i].is_target;
    if (read_ok(r) && !has_target)
        read_error_last(r, E_HARMONIC_TARGET);
    if (read_ok(r) && p->overshoot <= 1.0)
        read_error_last(r, E_HARMONIC_ORDER, p->overshoot, 1.0);
}

static void read_test(reader *r, excitation *p)
{
    if (read_keyword(r, "RMS test")) {
        p->rms_periods = 2;
        if (read_keyword(r, "RMS target"))
            read_target(r, p);
        if (read_keyword(r, "RMS prev periods"))
            p->rms_periods = read_integer_in(r, 1, MOST_PERIODS, "number of periods before");
    }
    p->tolerance = read_keyword(r, "tolerance") ? read_positive(r, "tolerance") : 1e-6;
    read_word(r, "min periods");
    p->least = read_count(r, 2, "least number of periods");
    if (read_keyword(r, "max periods")) {
        p->most = read_count(r, p->least + 1, "largest number of periods");
        if (read_keyword(r, "no convergence strategy"))
            p->aborts = read_choice(r, (const char *const[]){"continue", "abort", NULL}, "strategy") == 1;
    }
}

/* drive caller: LABEL, element, LABEL, loadable, string, "timestep", direct; */
static void make_drive(reader *r, const elem *e, unsigned label)
{
    char card[160];
    const int n = snprintf(card, sizeof card, "drive caller: %u, element, %u, loadable, string, \"timestep\", direct;",
                           label, e->label);
    reader *other = reader_fork(r);
    reader_open_text(other, "timestep drive label", arena_string(reader_arena(r), card, (size_t)n), (size_t)n);
    if (reader_card(other))
        model_read_card(model_of(r), other);
    reader_destroy(other);
}

static void read_rest(reader *r, const elem *e, excitation *p)
{
    if (read_keyword(r, "timestep drive label")) {
        const unsigned label = read_label(r, "label of the drive of the time step");
        if (read_ok(r))
            make_drive(r, e, label);
    }
    p->prints_all = read_keyword(r, "print all periods");
    p->after_every = 1;
    if (read_keyword(r, "write after convergence periods")) {
        p->delay = read_count(r, 0, "number of periods");
        if (read_keyword(r, "frequency"))
            p->after_every = read_count(r, 1, "number of steps");
    }
}

static void harmonic_excitation_read(reader *r, elem *e)
{
    excitation *p = e->self;
    p->t0 = -HUGE_VAL;
    p->amplitude = 1.0;
    p->overshoot = HUGE_VAL;
    read_inputs(r, p);
    if (read_keyword(r, "output format")) {
        p->is_polar = read_choice(r, (const char *const[]){"complex", "magnitude phase", NULL}, "output format") == 1;
        p->is_normalized = read_keyword(r, "normalized");
    }
    read_word(r, "steps number");
    p->steps = read_count(r, 2, "number of steps in a period");
    p->most_dt = read_keyword(r, "max delta t") ? read_drive(r, "largest time step") : NULL;
    read_frequencies(r, p);
    if (read_keyword(r, "initial time")) {
        p->t0 = read_real(r, "initial time");
        p->dt0 = read_keyword(r, "prescribed time step") ? read_drive(r, "time step") : NULL;
    }
    read_test(r, p);
    if (read_ok(r))
        e->memory = memory_reserve(model_of(r)->plan, (memory_area){.size = memory_size(p->n),
                                                                    .self = p,
                                                                    .begin = harmonic_excitation_begin,
                                                                    .valid = harmonic_excitation_valid,
                                                                    .owner = e->type->card->name,
                                                                    .keyword = e->type->keyword,
                                                                    .label = e->label});
    read_rest(r, e, p);
}

/* --- the course of periods ---------------------------------------------------------------------------------------- */

/* Time steps of a sample: more than one where that would be too long. */
static int parts_now(const excitation *p, const state *s, double omega)
{
    if (!p->most_dt)
        return 1;
    const double most = drive_at(p->most_dt, s, omega), parts = ceil(2.0 * M_PI / (omega * p->steps) / most);
    return parts > 1.0 && parts < 1e6 ? (int)parts : 1;
}

static void end_period(const excitation *p, excitation_memory *m)
{
    input_memory *in = m->inputs;
    const double scale = 2.0 / (p->is_normalized ? p->steps * m->amplitude : p->steps);
    for (int i = 0; i < p->n; i++) {
        memmove(in[i].rms + 1, in[i].rms, MOST_PERIODS * sizeof *in[i].rms);
        in[i].X[0] = scale * in[i].re;
        in[i].X[1] = scale * in[i].im;
        in[i].rms[0] = sqrt(in[i].square / p->steps);
        in[i].re = in[i].im = in[i].square = 0.0;
    }
}

static bool rms_is_steady(const excitation *p, const excitation_memory *m)
{
    if (m->settling <= p->rms_periods)
        return false;
    for (int i = 0; i < p->n; i++)
        for (int k = 1; p->input[i].is_tested && k <= p->rms_periods; k++)
            if (fabs(m->inputs[i].rms[0] - m->inputs[i].rms[k]) > p->tolerance * m->inputs[i].rms[0])
                return false;
    return true;
}

static double largest_rms(const excitation *p, const excitation_memory *m)
{
    double most = 0.0;
    for (int i = 0; i < p->n; i++)
        if (p->input[i].is_target)
            most = fmax(most, m->inputs[i].rms[0]);
    return most;
}

/* Corrects the amplitude; true when there was no need. */
static bool amplitude_is_right(const excitation *p, const state *s, excitation_memory *m)
{
    if (!p->rms)
        return true;
    const double target = drive_at(p->rms, s, m->omega), now = largest_rms(p, m);
    if (fabs(now - target) <= p->tolerance * target)
        return true;
    if (now > 0.0 && target > 0.0)
        m->amplitude *= fmin(fmax(target / now, 1.0 / p->overshoot), p->overshoot);
    m->settling = 0;
    return false;
}

static bool is_steady(const excitation *p, const excitation_memory *m)
{
    if (p->rms_periods > 0)
        return rms_is_steady(p, m);
    double change = 0.0;
    for (int i = 0; i < p->n; i++)
        change = hypot(change, p->input[i].is_tested ? m->inputs[i].last - m->inputs[i].previous : 0.0);
    return 2.0 * change <= p->tolerance * p->steps;
}

static void next_frequency(const excitation *p, excitation_memory *m)
{
    m->count++;
    m->period = m->settling = 0;
    m->is_begun = 0;
    if (p->pattern == CUSTOM)
        m->is_over = m->count > p->n_custom;
    if (!m->is_over)
        m->omega = p->pattern == ADDITIVE         ? m->omega + p->increment
                   : p->pattern == MULTIPLICATIVE ? m->omega * p->increment
                                                  : p->custom[m->count - 1];
    m->is_over |= m->omega > p->most_omega * (1.0 + 4.0 * DBL_EPSILON);
}

static void judge(const excitation *p, const state *s, excitation_memory *m)
{
    m->row_amplitude = m->amplitude;
    const bool is_settled = m->settling >= p->least + p->delay && is_steady(p, m);
    const bool is_done = m->is_after > 0 || (is_settled && amplitude_is_right(p, s, m));
    const bool is_late = p->most > 0 && m->period >= p->most && !is_done;
    m->row_omega = m->omega;
    m->row_period = is_late ? -m->period : m->period;
    m->is_lost = is_late && p->aborts;
    if (m->is_lost)
        return;
    const bool goes_on = (!is_done && !is_late) || (is_done && m->is_after < p->delay);
    m->is_row = p->prints_all || !goes_on;
    m->is_after += is_done;
    if (goes_on)
        return;
    m->is_after = 0;
    next_frequency(p, m);
}

static void take_sample(const excitation *p, const state *s, excitation_memory *m, bool is_last)
{
    m->t0 = m->is_begun ? m->t0 : s->t;
    m->is_begun = 1;
    const double psi = m->omega * (s->t - m->t0);
    for (int i = 0; i < p->n; i++) {
        const double x = drive_now(p->input[i].x, s);
        m->inputs[i].previous = is_last ? m->inputs[i].last : m->inputs[i].previous;
        m->inputs[i].last = is_last ? x : m->inputs[i].last;
        m->inputs[i].re += x * sin(psi);
        m->inputs[i].im += x * cos(psi);
        m->inputs[i].square += x * x;
    }
}

static void harmonic_excitation_accept(const state *s, const elem *e, memory_block *to)
{
    const excitation *p = e->self;
    excitation_memory *m = memory_at(to, e->memory);
    m->is_row = 0;
    if (s->now != PHASE_STEP || m->is_over || s->t <= m->t0 || (m->count == 0 && s->t < p->t0))
        return;
    if (++m->part < parts_now(p, s, m->omega))
        return;
    m->part = 0;
    const bool is_last = ++m->step == p->steps;
    take_sample(p, s, m, is_last);
    if (!is_last)
        return;
    m->step = 0;
    m->period++;
    m->settling++;
    end_period(p, m);
    judge(p, s, m);
}

static void harmonic_excitation_start(const state *s, const elem *e, memory_block *to)
{
    ((excitation_memory *)memory_at(to, e->memory))->t0 = s->t;
}

/* --- private data, output ----------------------------------------------------------------------------------------- */

static const char *const NAMES[] = {"timestep", "excitation", "psi", "omega", "amplitude", "count", "output", NULL};
enum { TIME_STEP = 1, EXCITATION, PSI, OMEGA, AMPLITUDE, COUNT, OUTPUT };

static double time_step(const excitation *p, const state *s, const excitation_memory *m)
{
    const double omega = m->omega;
    if (p->dt0 && !m->is_begun && m->count == 0)
        return drive_now(p->dt0, s);
    return 2.0 * M_PI / (omega * p->steps * parts_now(p, s, omega));
}

static double harmonic_excitation_private_value(const state *s, const elem *e, int index)
{
    const excitation *p = e->self;
    const excitation_memory *m = remembered(s, e->memory);
    const double psi = m->is_begun ? m->omega * (s->t - m->t0) : 0.0;
    if (m->is_lost)
        state_fail(s, e->where, "harmonic excitation: no convergence at angular frequency %g", m->omega);
    if (m->is_over && s->failed && !s->failed->is_set) {
        state_fail(s, e->where, "harmonic excitation: all frequencies are done");
        s->failed->ends_cleanly = true;
    }
    switch (index) {
    case TIME_STEP:
        return time_step(p, s, m);
    case EXCITATION:
        return m->amplitude * sin(psi);
    case PSI:
        return psi;
    case OMEGA:
        return m->omega;
    case AMPLITUDE:
        return m->amplitude;
    case COUNT:
        return m->count;
    default:
        return m->is_row || (m->is_after > 0 && m->step % p->after_every == 0);
    }
}

/* Its numbers have digits of their own. It has no columns in the NetCDF file: a row is there at convergence alone. */
static void harmonic_excitation_output_row(const state *s, const elem *e, record *out)
{
    const excitation *p = e->self;
    const excitation_memory *m = remembered(s, e->memory);
    if (!m->is_row || out->named)
        return;
    const int digits = out->precision;
    record_begin_plain(out, e->label);
    out->precision = 16;
    record_real(out, s->t);
    out->precision = 8;
    record_real(out, m->row_omega);
    record_integer(out, m->row_period);
    for (int i = 0; i < p->n; i++) {
        const double *X = m->inputs[i].X;
        if (!p->input[i].is_written)
            continue;
        record_real(out, p->is_polar ? hypot(X[0], X[1]) : X[0]);
        record_real(out, p->is_polar ? atan2(X[1], X[0]) : X[1]);
    }
    if (p->rms) {
        record_real(out, m->row_amplitude);
        record_real(out, largest_rms(p, m));
    }
    record_end(out);
    out->precision = digits;
}

static void harmonic_excitation_sample(sampler *from, elem *e)
{
    excitation *p = e->self;
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
    p->input[0] = (input){.x = sample_drive(from), .is_tested = true, .is_written = true};
    e->memory = memory_reserve(from->plan, (memory_area){.size = memory_size(1),
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
