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
    model *model;
    reader *reader;
    diag_code code; /* of the last message */
    int line;       /* its line, 0: nowhere */
    char said[512];
} world;

static inline void world_say(void *to, const diag *diagnostics, const diag_message *message)
{
    world *world = to;
    int column;
    world->code = message->code;
    location_line(diag_sources(diagnostics), message->location, &world->line, &column);
    snprintf(world->said, sizeof world->said, "%s", message->text);
}

static inline world *world_create(void)
{
    world *world = calloc(1, sizeof *world);
    world->memory = arena_create();
    world->texts = sources_create();
    world->errors = diag_create(world->texts);
    diag_set_sink(world->errors, world_say, world);
    world->names = symbols_create(world->memory);
    world->model = model_create(world->memory, world->errors, world->names);
    world->reader = reader_create(world->memory, world->texts, world->errors, world->names, world->model);
    world->code = NULL;
    model_declare_time(world->model, 0.0);
    return world;
}

static inline void world_destroy(world *world)
{
    reader_destroy(world->reader);
    model_destroy(world->model);
    symbols_destroy(world->names);
    diag_destroy(world->errors);
    sources_destroy(world->texts);
    arena_destroy(world->memory);
    free(world);
}

/* Reads modal data from a data, inside a card so that errors are sticky. */
static inline bool world_fem(world *world, const char *data, size_t length, fem *fem)
{
    reader_open_text(world->reader, "card", "joint: 1;", 9);
    reader_card(world->reader);
    const source *file = sources_add(world->texts, "data.fem", data, length, (source_location){0});
    const bool ok = fem_read_text(world->reader, file, fem);
    diag_flush(world->errors);
    reader_card_skip(world->reader);
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
static inline bool world_model(world *world, const char *options, const char *nodes, const char *elements)
{
    const char *data = arena_printf(
        world->memory,
        "structural nodes: %d; joints: %d; forces: %d; rigid bodies: %d; %s %s end: control data;"
        "%s end: nodes; %s end: elements;",
        count_of(nodes, "structural:"), count_of(elements, "joint:"), count_of(elements, "force:"),
        count_of(elements, "body:"), count_of(elements, "gravity:") ? "gravity;" : "", options, nodes, elements);
    reader_open_text(world->reader, "deck", data, strlen(data));
    read_control_data(world->reader, &world->model->options);
    model_read_nodes(world->model, world->reader);
    model_read_elements(world->model, world->reader);
    diag_flush(world->errors);
    return diag_errors(world->errors) == 0 && model_freeze(world->model);
}

typedef struct {
    state state;
    double *y, *yp;
    pose *pose;
    evaluation_error failed;
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
