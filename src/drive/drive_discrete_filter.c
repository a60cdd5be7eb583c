/* drive_discrete_filter.c - a linear discrete-time filter of another drive.
 *
 *     y_k = sum_1^na a_i y_k-i + sum_0^nb b_i u_k-i
 *
 * k is the number of accepted steps; before the first step all u and y are zero. The time step must be constant. */
#include "base/array.h"
#include "contract/drive.h"
#include "model/reading.h"
#include <math.h>

typedef struct {
    int na, nb;
    const double *a, *b; /* a_1 ...; b_1 ... */
    double b0;
    const drive *input;
} filter;

typedef struct {
    double settled, last; /* time of the last accepted step, and the output at that time */
    double dt;            /* 0: no step yet */
    double previous[];    /* y_k-1, y_k-2 ...; u_k-1 ... */
} filter_memory;

static const double *read_coefficients(reader *reader, int n, const char *what)
{
    ARRAY(double) c = {0};
    for (int i = 0; read_ok(reader) && i < n; i++)
        array_push(&c, read_real(reader, what));
    const double *result = arena_copy(reader_arena(reader), c.items, (size_t)c.n * sizeof *c.items);
    array_free(&c);
    return result;
}

static void drive_discrete_filter_read(reader *reader, drive *drive)
{
    filter *filter = drive->self;
    filter->na = read_count(reader, 0, "number of regression coefficients");
    filter->a = read_coefficients(reader, filter->na, "regression coefficient a_i");
    filter->b0 = read_real(reader, "direct transmission coefficient b_0");
    filter->nb = read_count(reader, 0, "number of input coefficients");
    filter->b = read_coefficients(reader, filter->nb, "input coefficient b_i");
    filter->input = read_drive(reader, "input");
    drive->memory_size = sizeof(filter_memory) + ((size_t)filter->na + (size_t)filter->nb) * sizeof(double);
}

static void drive_discrete_filter_begin(const void *self, void *memory)
{
    (void)self;
    ((filter_memory *)memory)->settled = -HUGE_VAL;
}

static double drive_discrete_filter_output(const filter *filter, const filter_memory *last, double u)
{
    double y = filter->b0 * u;
    for (int i = 0; i < filter->na; i++)
        y += filter->a[i] * last->previous[i];
    for (int i = 0; i < filter->nb; i++)
        y += filter->b[i] * last->previous[filter->na + i];
    return y;
}

static double drive_discrete_filter_at(const drive *drive, const state *state, double x)
{
    const filter *filter = drive->self;
    const filter_memory *last = remembered(state, drive->memory);
    return state->t <= last->settled ? last->last
                                     : drive_discrete_filter_output(filter, last, drive_at(filter->input, state, x));
}

static void push(double *history, int n, double v)
{
    for (int i = n - 1; i > 0; i--)
        history[i] = history[i - 1];
    if (n > 0)
        history[0] = v;
}

static void drive_discrete_filter_accept(const state *state, const drive *drive, memory_block *memory)
{
    const filter *filter = drive->self;
    filter_memory *last = memory_at(memory, drive->memory);
    if (state->now != PHASE_STEP || state->t <= last->settled)
        return;
    if (state->step > 0 && last->dt == 0.0)
        last->dt = state->dt;
    if (state->step > 0 && fabs(state->dt - last->dt) > 1e-9 * last->dt)
        state_fail(state, drive->location, "discrete filter: the time step changed from %g to %g", last->dt, state->dt);
    const double u = drive_now(filter->input, state);
    last->last = drive_discrete_filter_output(filter, last, u);
    last->settled = state->t;
    push(last->previous, filter->na, last->last);
    push(last->previous + filter->na, filter->nb, u);
}

const drive_type drive_discrete_filter_type = {
    .keyword = "discrete filter",
    .grammar = "discrete filter, N_A [, A_1, ...], B_0, N_B [, B_1, ...], (DRIVE) INPUT",
    .summary = "A linear discrete-time filter of another drive.",
    .size = sizeof(filter),
    .read = drive_discrete_filter_read,
    .value = drive_discrete_filter_at,
    .accept = drive_discrete_filter_accept,
    .memory = sizeof(filter_memory),
    .begin = drive_discrete_filter_begin,
};
