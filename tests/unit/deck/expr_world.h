/* expr_world.h - what the tests of expressions stand on: a symbol table, a diag that keeps its messages, and short ways
 * to parse and to run a text. */
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/array.h"
#include "deck/expr.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    arena *memory;
    sources *texts;
    diag *errors;
    symbols *names;
    ARRAY(diag_message) said;
    symbol *time;
} world;

/* cmocka compares reals as floats. */
#define assert_near(found, wanted, tolerance) world_near(found, wanted, tolerance, __FILE__, __LINE__)

static inline void world_near(double found, double wanted, double tolerance, const char *file, int line)
{
    if (!(found == wanted || fabs(found - wanted) <= tolerance)) {
        print_error("%.17g is not %.17g\n", found, wanted);
        _fail(file, line);
    }
}

static inline void world_serialize(void *to, const diag *diagnostics, const diag_message *message)
{
    (void)diagnostics;
    world *world = to;
    array_push(&world->said, *message);
}

static inline world *world_create(void)
{
    world *w = heap_resize(NULL, sizeof *w);
    *w = (world){.memory = arena_create(), .texts = sources_create()};
    w->errors = diag_create(w->texts);
    diag_set_sink(w->errors, world_serialize, w);
    w->names = symbols_create(w->memory);
    w->time = symbols_declare(w->names, "Time", 4, TYPE_REAL, (source_location){0});
    symbols_declare(w->names, "TimeStep", 8, TYPE_REAL, (source_location){0});
    symbols_declare(w->names, "Step", 4, TYPE_INTEGER, (source_location){0});
    return w;
}

static inline void world_destroy(world *world)
{
    diag_destroy(world->errors);
    symbols_destroy(world->names);
    sources_destroy(world->texts);
    arena_destroy(world->memory);
    array_free(&world->said);
    free(world);
}

/* A fresh diag: no limit of errors is reached in a long test. */
static inline void world_discard(world *world)
{
    diag_destroy(world->errors);
    world->errors = diag_create(world->texts);
    diag_set_sink(world->errors, world_serialize, world);
    world->said.n = 0;
}

static inline expr_source world_source(world *world, const char *text)
{
    return (expr_source){.names = world->names,
                         .memory = world->memory,
                         .errors = world->errors,
                         .file = 1,
                         .text = text,
                         .length = strlen(text),
                         .sequence = true};
}

static inline const char *world_first_error(world *world)
{
    diag_flush(world->errors);
    return world->said.n ? world->said.items[0].text : "";
}

/* The value of a whole text, read as in a deck. Fails the test when it is refused or not read to its end. */
static inline value evaluate(world *world, const char *text)
{
    const expr_source in = world_source(world, text);
    size_t at = 0;
    value v = {0};
    if (!expr_evaluate(&in, &at, &v))
        fail_msg("%s: %s", text, world_first_error(world));
    if (at != in.length)
        fail_msg("%s: stopped at %zu", text, at);
    return v;
}

static inline expr *compile(world *world, const char *text)
{
    expr_source in = world_source(world, text);
    in.run_time = true;
    size_t at = 0;
    expr *expression = expr_parse(&in, &at);
    if (!expression)
        fail_msg("%s: %s", text, world_first_error(world));
    return expression;
}

static inline double run_at(const expr *expression, double var)
{
    expr_run run = {.var = var};
    double r = NAN;
    if (!expr_real(expression, &run, &r))
        fail_msg("%s", run.why);
    return r;
}

/* The refusal of a text: its first message. */
static inline diag_message refusal(world *world, const char *text, bool run_time)
{
    world_discard(world);
    expr_source in = world_source(world, text);
    in.run_time = run_time;
    size_t at = 0;
    if (expr_parse(&in, &at))
        fail_msg("accepted: %s", text);
    diag_flush(world->errors);
    if (world->said.n == 0)
        fail_msg("refused without a word: %s", text);
    return world->said.items[0];
}

static inline int world_setup(void **state)
{
    *state = world_create();
    return 0;
}

static inline int world_teardown(void **state)
{
    world_destroy(*state);
    return 0;
}

#define WORLD_TEST(f) cmocka_unit_test_setup_teardown(f, world_setup, world_teardown)
