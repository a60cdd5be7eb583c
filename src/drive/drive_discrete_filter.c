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
    double settled, last; /* time of the last accepted step, and the output there */
    double dt;            /* 0: no step yet */
    double previous[];    /* y_k-1, y_k-2 ...; u_k-1 ... */
} filter_memory;

static const double *read_coefficients(reader *r, int n, const char *what)
{
    ARRAY(double) c = {0};
    for (int i = 0; read_ok(r) && i < n; i++)
        array_push(&c, read_real(r, what));
    const double *result = arena_copy(reader_arena(r), c.items, (size_t)c.n * sizeof *c.items);
    array_free(&c);
    return result;
}

static void drive_discrete_filter_read(reader *r, drive *d)
{
    filter *p = d->self;
    p->na = read_count(r, 0, "number of regression coefficients");
    p->a = read_coefficients(r, p->na, "regression coefficient a_i");
    p->b0 = read_real(r, "direct transmission coefficient b_0");
    p->nb = read_count(r, 0, "number of input coefficients");
    p->b = read_coefficients(r, p->nb, "input coefficient b_i");
    p->input = read_drive(r, "input");
    d->memory_size = sizeof(filter_memory) + ((size_t)p->na + (size_t)p->nb) * sizeof(double);
}

static void drive_discrete_filter_begin(const void *self, void *memory)
{
    (void)self;
    ((filter_memory *)memory)->settled = -HUGE_VAL;
}

static double drive_discrete_filter_output(const filter *p, const filter_memory *last, double u)
{
    double y = p->b0 * u;
    for (int i = 0; i < p->na; i++)
        y += p->a[i] * last->previous[i];
    for (int i = 0; i < p->nb; i++)
        y += p->b[i] * last->previous[p->na + i];
    return y;
}

static double drive_discrete_filter_at(const drive *d, const state *s, double x)
{
    const filter *p = d->self;
    const filter_memory *last = remembered(s, d->memory);
    return s->t <= last->settled ? last->last : drive_discrete_filter_output(p, last, drive_at(p->input, s, x));
}

static void push(double *history, int n, double v)
{
    for (int i = n - 1; i > 0; i--)
        history[i] = history[i - 1];
    if (n > 0)
        history[0] = v;
}

static void drive_discrete_filter_accept(const state *s, const drive *d, memory_block *m)
{
    const filter *p = d->self;
    filter_memory *last = memory_at(m, d->memory);
    if (s->now != PHASE_STEP || s->t <= last->settled)
        return;
    if (s->step > 0 && last->dt == 0.0)
        last->dt = s->dt;
    if (s->step > 0 && fabs(s->dt - last->dt) > 1e-9 * last->dt)
        state_fail(s, d->where, "discrete filter: the time step changed from %g to %g", last->dt, s->dt);
    const double u = drive_now(p->input, s);
    last->last = drive_discrete_filter_output(p, last, u);
    last->settled = s->t;
    push(last->previous, p->na, last->last);
    push(last->previous + p->na, p->nb, u);
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
