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
    model *m;
    reader *in;
    solution *u;  /* NULL until a test makes one */
    equations *a; /* likewise */
} world;

static inline int world_create(void **of)
{
    world *w = *of = test_calloc(1, sizeof *w);
    w->memory = arena_create();
    w->texts = sources_create();
    w->errors = diag_create(w->texts);
    w->names = symbols_create(w->memory);
    w->m = model_create(w->memory, w->errors, w->names);
    w->in = reader_create(w->memory, w->texts, w->errors, w->names, w->m);
    model_declare_time(w->m, 0);
    return 0;
}

static inline int world_destroy(void **of)
{
    world *w = *of;
    if (w->a)
        equations_destroy(w->a);
    if (w->u)
        solution_destroy(w->u);
    reader_destroy(w->in);
    model_destroy(w->m);
    symbols_destroy(w->names);
    diag_destroy(w->errors);
    sources_destroy(w->texts);
    arena_destroy(w->memory);
    test_free(w);
    return 0;
}

/* From the control data to the elements. */
static inline void world_read(world *w, const char *words)
{
    reader_open_text(w->in, "test", words, strlen(words));
    read_control_data(w->in, &w->m->options);
    model_read_nodes(w->m, w->in);
    model_read_elements(w->m, w->in);
    assert_true(model_freeze(w->m));
}

/* A solution at its beginning, and equations. */
static inline void world_begin(world *w)
{
    w->u = solution_create(w->m, 0, w->errors, w->memory);
    w->a = equations_create(w->m, w->memory);
    solution_initial(w->u);
}
