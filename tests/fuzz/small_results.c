/* small_results.c - results of a small deck, to be damaged. */
#include "fuzz/small_results.h"
#include "output/output.h"
#include "problem/deck.h"
#include <stdlib.h>

static const char DECK[] =
    "begin: data; problem: initial value; end: data;"
    "begin: initial value; initial time: 0.; final time: 1.e-1; time step: 1.e-2; tolerance: 1.e-6; end: initial value;"
    "begin: control data; structural nodes: 1; rigid bodies: 1; output results: netcdf, classic, "
    "text; end: control data;"
    "begin: nodes; structural: 1, dynamic, null, eye, 1., 0., 0., null; end: nodes;"
    "begin: elements; body: 1, 1, 1., null, eye; end: elements;";

typedef struct {
    const char *base;
    deck *d;
    output *out;
} writing;

static bool begin(void *to, const model *m, const state *s)
{
    writing *w = to;
    (void)s;
    w->out = output_open(m, w->base, w->d->errors);
    return w->out != NULL;
}

static void step(void *to, const state *s, const nonlinear_report *r)
{
    const writing *w = to;
    const step_line line = {.step = s->step, .t = s->t, .dt = s->dt, .iterations = r->iterations};
    output_step(w->out, s, &line);
    output_iteration_line(w->out, &line);
}

void write_small_results(const char *base)
{
    writing w = {.base = base, .d = deck_create()};
    const run_options o = {.errors = w.d->errors, .listen = {.context = &w, .begin = begin, .step = step}};
    run_summary sum;
    if (!deck_read_text(w.d, "results", DECK, sizeof DECK - 1) || !problem_solve(w.d->problem, w.d->model, &o, &sum) ||
        !output_close(w.out, true))
        abort();
    deck_destroy(w.d);
}
