/* probe_world.h - a deck from pieces of text, its run, and private data of nodes and elements after each step. */
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "math/rotation.h"
#include "problem/deck.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 2000, MOST_PROBES = 54 };

/* What is read: a datum of a node ("structural", "abstract" ...) or of an element ("joint", "body" ...), or "#k":
 * number k, behind the label, of the row that the element writes, "##k": of its second row, from 0, or "=nu[2]": the
 * second number of its column nu. */
typedef struct {
    const char *cursor;
    unsigned label;
    const char *name;
} probe;

typedef struct {
    deck *deck;
    char said[20000];
    const probe *probes;
    int n_probes, n;
    double t[MOST_STEPS], v[MOST_STEPS][MOST_PROBES];
} world;

static inline void world_say(void *to, const diag *diagnostics, const diag_message *message)
{
    world *world = to;
    (void)diagnostics;
    const size_t n = strlen(world->said);
    snprintf(world->said + n, sizeof world->said - n, "%s: %s\n", message->code->id, message->text);
}

static inline double number_of_row(const state *state, const elem *element, int index, bool is_second)
{
    text row = {0};
    record out = {.text = &row, .precision = 16};
    (is_second ? element->type->files->second_row : element->type->output)(state, element, &out);
    assert_true(row.n > 0 && row.data[row.n - 1] == '\n');
    row.data[row.n - 1] = '\0';
    char *at = row.data;
    double v = 0.0;
    for (int i = 0; i <= index; i++)
        v = strtod(at, &at);
    text_free(&row);
    return v;
}

typedef struct {
    char name[40];
    int index, n; /* where the column begins, numbers so far */
} wanted_column;

static inline void on_column(void *to, const named_column *column)
{
    wanted_column *wanted_column = to;
    if (strcmp(column->name, wanted_column->name) == 0)
        wanted_column->index = wanted_column->n;
    wanted_column->n += column->n;
}

static inline double number_of_column(const state *state, const elem *element, const char *name)
{
    double values[200];
    int k = 0;
    wanted_column column = {.index = -1};
    assert_int_equal(sscanf(name, "%39[^[][%d]", column.name, &k), 2);
    column_set define = {.define = on_column, .context = &column}, gather = {.value = values, .capacity = 200};
    record named = {.named = &define}, gathered = {.named = &gather};
    element->type->output(state, element, &named);
    element->type->output(state, element, &gathered);
    assert_true(column.index >= 0 && column.index + k <= gather.n);
    return values[column.index + k - 1];
}

static inline double probe_now(const model *model, const state *state, const probe *p)
{
    const node_type *type = node_type_find(p->cursor);
    const node *node = type ? model_node(model, type, p->label) : NULL;
    if (node) {
        const int i = node->type->private_index(node, p->name);
        assert_true(i > 0);
        return node->type->private_value(state, node, i);
    }
    const elem *element = model_elem(model, elem_card_find(p->cursor), p->label);
    assert_non_null(element);
    if (p->name[0] == '#') {
        const bool is_second = p->name[1] == '#';
        return number_of_row(state, element, atoi(p->name + 1 + is_second), is_second);
    }
    if (p->name[0] == '=')
        return number_of_column(state, element, p->name + 1);
    const int i = elem_private_index(element, p->name);
    assert_true(i > 0);
    return element->type->private_value(state, element, i);
}

static inline void world_step(void *to, const state *state, const nonlinear_report *report)
{
    world *world = to;
    (void)report;
    assert_true(world->n < MOST_STEPS);
    world->t[world->n] = state->t;
    for (int k = 0; k < world->n_probes; k++)
        world->v[world->n][k] = probe_now(world->deck->model, state, &world->probes[k]);
    world->n++;
}

static inline void world_print(void *to, const char *line) { (void)to, (void)line; }
static inline bool world_stop(void *to)
{
    (void)to;
    return false;
}

/* False when the deck is refused or the run fails; `said` tells why. After each step `step` is called with `to`, and
 * calls world_step. */
static inline bool world_run_with(world *w, const probe *probes, int n_probes, const char *words,
                                  void (*step)(void *to, const state *state, const nonlinear_report *report), void *to)
{
    deck_destroy(w->deck);
    *w = (world){.deck = deck_create(), .probes = probes, .n_probes = n_probes};
    diag_set_sink(w->deck->errors, world_say, w);
    const run_observer observer = {.context = to, .step = step, .message = world_print, .stop = world_stop};
    const run_options options = {.observer = observer, .errors = w->deck->errors};
    run_summary sum;
    const bool ok = deck_read_text(w->deck, "test", words, strlen(words)) &&
                    problem_solve(w->deck->problem, w->deck->model, &options, &sum);
    diag_flush(w->deck->errors);
    return ok;
}

static inline bool world_run(world *world, const probe *probes, int n_probes, const char *words)
{
    return world_run_with(world, probes, n_probes, words, world_step, world);
}

/* How a model is integrated. What is left out: steps of 1 ms, the trapezoidal rule, a tolerance of 1e-11. */
typedef struct {
    double until, step, tolerance;
    const char *method;
    const char *more; /* cards of the problem besides */
} march;

static inline double given_or(double given, double usual) { return given > 0 ? given : usual; }

/* The parts: control data (counters and options), nodes, elements. */
static inline bool world_model(world *world, const probe *probes, int n_probes, march by, const char *const part[3])
{
    static char words[16384];
    const int n = snprintf(
        words, sizeof words,
        "begin: data; problem: initial value; end: data;\n"
        "begin: initial value; initial time: 0.; final time: %.17g; time step: %.17g; method: %s; tolerance: %g;\n"
        "max iterations: 30; derivatives tolerance: 1.e-6; derivatives max iterations: 30;\n"
        "derivatives coefficient: 1.e-6; %s end: initial value;\n"
        "begin: control data; %s end: control data;\n"
        "begin: nodes; %s end: nodes;\n"
        "begin: elements; %s end: elements;\n",
        by.until, given_or(by.step, 1e-3), by.method ? by.method : "ms, 1.", given_or(by.tolerance, 1e-11),
        by.more ? by.more : "", part[0], part[1], part[2]);
    assert_true(n < (int)sizeof words);
    return world_run(world, probes, n_probes, words);
}

static inline void assert_runs(world *world, const probe *probes, int n_probes, march by, const char *const part[3])
{
    if (!world_model(world, probes, n_probes, by, part))
        fail_msg("%s", world->said);
}

static inline const double *world_end(const world *world) { return world->v[world->n - 1]; }
static inline vec3 world_vec3(const world *world, int row, int first) { return vec3_load(&world->v[row][first]); }

static inline void assert_near_at(double a, double b, double tolerance, const char *file, int line)
{
    if (fabs(a - b) <= tolerance)
        return;
    print_error("%.17g is not within %g of %.17g\n", a, tolerance, b);
    _fail(file, line);
}
#define assert_near(a, b, tolerance) assert_near_at(a, b, tolerance, __FILE__, __LINE__)

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
