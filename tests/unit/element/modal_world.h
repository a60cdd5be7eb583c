/* modal_world.h - a model made from a data, modal data made from a data, and what was reported. */
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "element/modal/modal.h"
#include "control/control.h"
#include "model/blocks.h"
#include "model/cards.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    arena *memory;
    sources *texts;
    diag *errors;
    symbols *names;
    model *m;
    reader *r;
    diag_code code; /* of the last message */
    int line;       /* its line, 0: nowhere */
    char said[512];
} world;

static inline void world_say(void *to, const diag *d, const diag_message *m)
{
    world *w = to;
    int column;
    w->code = m->code;
    place_line(diag_sources(d), m->where, &w->line, &column);
    snprintf(w->said, sizeof w->said, "%s", m->text);
}

static inline world *world_create(void)
{
    world *w = calloc(1, sizeof *w);
    w->memory = arena_create();
    w->texts = sources_create();
    w->errors = diag_create(w->texts);
    diag_set_sink(w->errors, world_say, w);
    w->names = symbols_create(w->memory);
    w->m = model_create(w->memory, w->errors, w->names);
    w->r = reader_create(w->memory, w->texts, w->errors, w->names, w->m);
    w->code = NULL;
    model_declare_time(w->m, 0.0);
    return w;
}

static inline void world_destroy(world *w)
{
    reader_destroy(w->r);
    model_destroy(w->m);
    symbols_destroy(w->names);
    diag_destroy(w->errors);
    sources_destroy(w->texts);
    arena_destroy(w->memory);
    free(w);
}

/* Reads modal data from a data, inside a card so that errors are sticky. */
static inline bool world_fem(world *w, const char *data, size_t length, fem *f)
{
    reader_open_text(w->r, "card", "joint: 1;", 9);
    reader_card(w->r);
    const source *file = sources_add(w->texts, "data.fem", data, length, (place){0});
    const bool ok = fem_read_text(w->r, file, f);
    diag_flush(w->errors);
    reader_card_skip(w->r);
    return ok;
}

/* --- files -------------------------------------------------------------------------------------------------------- */

static inline void write_text(const char *path, const char *data)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_true(fputs(data, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

/* --- models ------------------------------------------------------------------------------------------------------- */

static inline int count_of(const char *in, const char *what)
{
    int n = 0;
    while ((in = strstr(in, what)) != NULL)
        n++, in++;
    return n;
}

/* Control data, nodes and elements; what they hold is announced. The model is frozen unless something was wrong. */
static inline bool world_model(world *w, const char *options, const char *nodes, const char *elements)
{
    const char *data = arena_printf(
        w->memory,
        "structural nodes: %d; joints: %d; forces: %d; rigid bodies: %d; %s %s end: control data;"
        "%s end: nodes; %s end: elements;",
        count_of(nodes, "structural:"), count_of(elements, "joint:"), count_of(elements, "force:"),
        count_of(elements, "body:"), count_of(elements, "gravity:") ? "gravity;" : "", options, nodes, elements);
    reader_open_text(w->r, "deck", data, strlen(data));
    read_control_data(w->r, &w->m->options);
    model_read_nodes(w->m, w->r);
    model_read_elements(w->m, w->r);
    diag_flush(w->errors);
    return diag_errors(w->errors) == 0 && model_freeze(w->m);
}

typedef struct {
    state s;
    double *y, *yp;
    pose *pose;
    fault failed;
} motion;

static inline double shake(unsigned long long *seed)
{
    *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(*seed >> 11) * 0x1p-52 - 1.0;
}

static inline vec3 shake_vec3(unsigned long long *seed)
{
    const double x = shake(seed), y = shake(seed);
    return (vec3){x, y, shake(seed)};
}
