/* assembly_world.h - a model from text, frozen, and what the tests of this layer make of it. */
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "assembly/equations.h"
#include "assembly/solution.h"
#include "control/control.h"
#include "model/blocks.h"
#include "model/cards.h"
#include <string.h>

typedef struct {
    arena *memory;
    sources *texts;
    diag *errors;
    symbols *names;
    model *model;
    reader *in;
    solution *solution;   /* NULL until a test makes one */
    equations *equations; /* likewise */
} world;

static inline int world_create(void **of)
{
    world *world = *of = test_calloc(1, sizeof *world);
    world->memory = arena_create();
    world->texts = sources_create();
    world->errors = diag_create(world->texts);
    world->names = symbols_create(world->memory);
    world->model = model_create(world->memory, world->errors, world->names);
    world->in = reader_create(world->memory, world->texts, world->errors, world->names, world->model);
    model_declare_time(world->model, 0);
    return 0;
}

static inline int world_destroy(void **of)
{
    world *world = *of;
    if (world->equations)
        equations_destroy(world->equations);
    if (world->solution)
        solution_destroy(world->solution);
    reader_destroy(world->in);
    model_destroy(world->model);
    symbols_destroy(world->names);
    diag_destroy(world->errors);
    sources_destroy(world->texts);
    arena_destroy(world->memory);
    test_free(world);
    return 0;
}

/* From the control data to the elements. */
static inline void world_read(world *world, const char *words)
{
    reader_open_text(world->in, "test", words, strlen(words));
    read_control_data(world->in, &world->model->options);
    model_read_nodes(world->model, world->in);
    model_read_elements(world->model, world->in);
    assert_true(model_freeze(world->model));
}

/* A solution at its beginning, and equations. */
static inline void world_begin(world *world)
{
    world->solution = solution_create(world->model, 0, world->errors, world->memory);
    world->equations = equations_create(world->model, world->memory);
    solution_initial(world->solution);
}
