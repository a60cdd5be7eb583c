/* run_world.h - a deck from pieces of text, its run, and what was heard of it. */
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "problem/deck.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

enum { MOST_ROWS = 5000, MOST_VALUES = 20 };

typedef struct {
    double t, dt, y[MOST_VALUES], yp[MOST_VALUES], y_prev[MOST_VALUES];
    int step, iterations;
} row;

typedef struct {
    deck *deck;
    char said[20000];    /* codes, texts and hints of what was reported */
    char printed[40000]; /* lines for standard output */
    int n;
    row rows[MOST_ROWS];
    run_summary sum;
    int stop_at; /* rows after which the run is asked to stop; 0: never */
    void (*at_step)(int n);
} world;

static inline void world_say(void *to, const diag *diagnostics, const diag_message *message)
{
    world *world = to;
    (void)diagnostics;
    const size_t n = strlen(world->said);
    snprintf(world->said + n, sizeof world->said - n, "%s: %s [%s]\n", message->code->id, message->text, message->hint);
}

static inline void world_print(void *to, const char *line)
{
    world *world = to;
    const size_t n = strlen(world->printed);
    snprintf(world->printed + n, sizeof world->printed - n, "%s\n", line);
}

static inline void world_step(void *to, const state *state, const nonlinear_report *report)
{
    world *world = to;
    assert_true(world->n < MOST_ROWS);
    row *k = &world->rows[world->n++];
    *k = (row){.t = state->t, .dt = state->dt, .step = state->step, .iterations = report->iterations};
    for (int i = 0; i < MOST_VALUES && i < world->deck->model->n_unknowns; i++)
        k->y[i] = state->y[i], k->yp[i] = state->yp[i], k->y_prev[i] = state->y_prev[i];
    if (world->at_step)
        world->at_step(world->n);
}

static inline bool world_stop(void *to)
{
    return ((world *)to)->stop_at > 0 && ((world *)to)->n >= ((world *)to)->stop_at;
}

/* False when the deck is refused or the run fails. */
static inline bool world_run(world *w, const char *words)
{
    deck_destroy(w->deck);
    void (*at_step)(int) = w->at_step;
    const int stop_at = w->stop_at;
    *w = (world){.deck = deck_create(), .at_step = at_step, .stop_at = stop_at};
    diag_set_sink(w->deck->errors, world_say, w);
    const run_observer observer = {.context = w, .step = world_step, .message = world_print, .stop = world_stop};
    const run_options options = {.observer = observer, .errors = w->deck->errors};
    const bool ok = deck_read_text(w->deck, "test", words, strlen(words)) &&
                    problem_solve(w->deck->problem, w->deck->model, &options, &w->sum);
    diag_flush(w->deck->errors);
    return ok;
}

/* One scalar equation x' = 1 - K x^3 ... as the elements say; `cards` go into the problem, `elements` act on node 1. */
static inline bool world_scalar(world *world, const char *cards, const char *elements)
{
    static char words[8192];
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data;\n"
             "begin: initial value;\n derivatives tolerance: 1.e-6; derivatives max iterations: 20; %s\nend: initial "
             "value;\n"
             "begin: control data; abstract nodes: 1; genels: 2; forces: 1; end: control data;\n"
             "begin: nodes; abstract: 1, differential, value, 1., derivative, 0.; end: nodes;\n"
             "begin: elements; %s end: elements;\n",
             cards, elements);
    return world_run(world, words);
}

/* x' + 30 x = 3 t */
#define DECAY                                                                         \
    "genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 30., 1.;" \
    "genel: 2, spring support, 1, abstract, algebraic, linear elastic, 0.;"           \
    "force: 1, abstract, 1, abstract, linear, 0., 3.;"
/* x' = 1 */
#define RISE                                                                         \
    "genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 0., 1.;" \
    "genel: 2, spring support, 1, abstract, algebraic, linear elastic, 0.;"          \
    "force: 1, abstract, 1, abstract, const, 1.;"
/* x' + 50 x^3 = 400 sin(10 t) */
#define CUBIC                                                                               \
    "genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 0., 1.;"        \
    "genel: 2, spring support, 1, abstract, algebraic, cubic elastic generic, 0., 0., 50.;" \
    "force: 1, abstract, 1, abstract, sine, 0., 10., 400., forever, 0.;"

/* A pendulum: a dynamic node on a spherical pin, and gravity. */
static inline bool world_pendulum(world *world, const char *cards)
{
    static char words[8192];
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data;\n"
             "begin: initial value;\n derivatives tolerance: 1.e-4; derivatives max iterations: 20; %s\nend: initial "
             "value;\n"
             "begin: control data; structural nodes: 1; rigid bodies: 1; joints: 1; gravity; end: control data;\n"
             "begin: nodes; structural: 1, dynamic, 0.8, 0., -0.6, eye, -0.6, 0., -0.8, 0., 1., 0.; end: nodes;\n"
             "begin: elements; body: 1, 1, 2., null, diag, 0.1, 0.2, 0.3;\n"
             "joint: 1, spherical pin, 1, position, -0.8, 0., 0.6, position, null;\n gravity: uniform, 0., 0., -1., "
             "const, 9.81; end: "
             "elements;\n",
             cards);
    return world_run(world, words);
}

static inline int world_create(void **of)
{
    *of = test_calloc(1, sizeof(world));
    return 0;
}

static inline int world_destroy(void **of)
{
    world *world = *of;
    deck_destroy(world->deck);
    test_free(world);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, world_create, world_destroy)
