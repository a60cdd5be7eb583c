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
    deck *deck;
    output *out;
} writing;

static bool begin(void *to, const model *model, const state *state)
{
    writing *writing = to;
    (void)state;
    writing->out = output_open(model, writing->base, writing->deck->errors);
    return writing->out != NULL;
}

static void step(void *to, const state *state, const nonlinear_report *report)
{
    const writing *writing = to;
    const step_line line = {.step = state->step, .t = state->t, .dt = state->dt, .iterations = report->iterations};
    output_step(writing->out, state, &line);
    output_iteration_line(writing->out, &line);
}

void write_small_results(const char *base)
{
    writing writing = {.base = base, .deck = deck_create()};
    const run_options options = {.errors = writing.deck->errors,
                                 .observer = {.context = &writing, .begin = begin, .step = step}};
    run_summary sum;
    if (!deck_read_text(writing.deck, "results", DECK, sizeof DECK - 1) ||
        !problem_solve(writing.deck->problem, writing.deck->model, &options, &sum) || !output_close(writing.out, true))
        abort();
    deck_destroy(writing.deck);
}
