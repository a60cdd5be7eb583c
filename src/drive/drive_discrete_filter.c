/* drive_discrete_filter.c - a linear filter of another drive, in discrete time.
 *
 *     y_k = sum_1^na a_i y_k-i + sum_0^nb b_i u_k-i
 *
 * k counts accepted steps; before the first all u and y are zero. The time step must not change. */
#include "base/array.h"
#include "model/drive.h"
#include <math.h>

typedef struct {
    int na, nb;
    const double *a, *b; /* a_1 ...; b_1 ... */
    double b0;
    const drive *input;
    double *y, *u;        /* y_k-1, y_k-2 ...; u_k-1 ... */
    double settled, last; /* time of the last accepted step, and the output there */
    double dt;            /* 0: no step yet */
} filter;

static const double *read_coefficients(reader *r, int n, const char *what)
{
    ARRAY(double) c = {0};
    for (int i = 0; read_ok(r) && i < n; i++)
        array_push(&c, read_real(r, what));
    const double *result = arena_copy(reader_arena(r), c.at, (size_t)c.n * sizeof *c.at);
    array_free(&c);
    return result;
}

static void read(reader *r, drive *d)
{
    filter *p = d->self;
    p->na = read_integer_in(r, 0, INT_MAX, "number of regression coefficients");
    p->a = read_coefficients(r, p->na, "regression coefficient a_i");
    p->b0 = read_real(r, "direct transmission coefficient b_0");
    p->nb = read_integer_in(r, 0, INT_MAX, "number of input coefficients");
    p->b = read_coefficients(r, p->nb, "input coefficient b_i");
    p->input = read_drive(r, "input");
    p->settled = -HUGE_VAL;
    if (!read_ok(r))
        return;
    p->y = ARENA_ARRAY(reader_arena(r), double, p->na);
    p->u = ARENA_ARRAY(reader_arena(r), double, p->nb);
}

static double output(const filter *p, double u)
{
    double y = p->b0 * u;
    for (int i = 0; i < p->na; i++)
        y += p->a[i] * p->y[i];
    for (int i = 0; i < p->nb; i++)
        y += p->b[i] * p->u[i];
    return y;
}

static double at(const drive *d, const state *s, double x)
{
    const filter *p = d->self;
    return s->t <= p->settled ? p->last : output(p, drive_at(p->input, s, x));
}

static void push(double *history, int n, double v)
{
    for (int i = n - 1; i > 0; i--)
        history[i] = history[i - 1];
    if (n > 0)
        history[0] = v;
}

static void accept(const state *s, drive *d)
{
    filter *p = d->self;
    if (s->now != PHASE_STEP || s->t <= p->settled)
        return;
    if (s->step > 0 && p->dt == 0.0)
        p->dt = s->dt;
    if (s->step > 0 && fabs(s->dt - p->dt) > 1e-9 * p->dt)
        state_fail(s, d->where, "discrete filter: the time step changed from %g to %g", p->dt, s->dt);
    const double u = drive_now(p->input, s);
    p->last = output(p, u);
    p->settled = s->t;
    push(p->y, p->na, p->last);
    push(p->u, p->nb, u);
}

static void keep(archive *a, drive *d)
{
    filter *p = d->self;
    archive_doubles(a, p->y, (size_t)p->na);
    archive_doubles(a, p->u, (size_t)p->nb);
    archive_double(a, &p->settled);
    archive_double(a, &p->last);
    archive_double(a, &p->dt);
}

const drive_type drive_discrete_filter_type = {
    .keyword = "discrete filter",
    .grammar = "discrete filter, N_A [, A_1, ...], B_0, N_B [, B_1, ...], (DRIVE) INPUT",
    .summary = "A linear discrete-time filter of another drive.",
    .size = sizeof(filter),
    .read = read,
    .value = at,
    .accept = accept,
    .keep = keep,
};
