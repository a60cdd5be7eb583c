/* drive_world.h - a small model with nodes and a body, drives read from text, and a state to evaluate them in. */
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "model/cards.h"
#include "control/control.h"
#include "names/namespace.h"
#include "names/plugin.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    arena *memory;
    sources *texts;
    diag *errors;
    symbols *names;
    model *model;
    reader *reader;
    char said[20000]; /* codes and texts of what was reported */
    evaluation_error failed;
    state state;
    memory_block *remembers;
    int n_remembered; /* numbers of it */
    double *y, *yp, *y_prev, *yp_prev;
    pose *pose, *poses_prev;
} world;

static inline void world_say(void *to, const diag *diagnostics, const diag_message *message)
{
    (void)diagnostics;
    world *world = to;
    const size_t n = strlen(world->said);
    snprintf(world->said + n, sizeof world->said - n, "%s: %s [%s]\n", message->code->id, message->text, message->hint);
}

/* Structural nodes 1 and 2 (moving), 3 (displacement), 4 (dummy on 1); abstract nodes 1 (differential) and 2
 * (algebraic); parameter node 1. */
#define WORLD_NODES                                                                                   \
    "structural nodes: 4; abstract nodes: 2; parameter nodes: 1; rigid bodies: 1; end: control data;" \
    "structural: 1, dynamic, 1., 2., 3., euler, 0.1, 0.2, 0.3, 0.5, -0.6, 0.7, 0.8, -0.9, 1.;"        \
    "structural: 2, static, -1., 0.5, 4., euler, -0.4, 0.5, 0.6, 1., 2., 3., -0.1, 0.2, 0.3;"         \
    "structural: 3, dynamic displacement, 7., 8., 9., 0.1, 0.2, 0.3;"                                 \
    "structural: 4, dummy, 1, offset, 1., 0., 0., eye;"                                               \
    "abstract: 1, differential, value, 2.5, derivative, -1.5; abstract: 2, algebraic, value, 4.;"     \
    "parameter: 1, value, 6.; end: nodes;"

static inline int world_create(void **of)
{
    world *world = test_calloc(1, sizeof *world);
    world->memory = arena_create();
    world->texts = sources_create();
    world->errors = diag_create(world->texts);
    diag_set_sink(world->errors, world_say, world);
    world->names = symbols_create(world->memory);
    world->model = model_create(world->memory, world->errors, world->names);
    for (int i = 0; i < MODULE_COUNT; i++)
        world->model->has_module[i] = true;
    world->reader = reader_create(world->memory, world->texts, world->errors, world->names, world->model);
    namespace_add_model(world->model);
    plugin_set(world->model, world->reader);
    model_declare_time(world->model, 0.0);
    reader_open_text(world->reader, "nodes", WORLD_NODES, sizeof WORLD_NODES - 1);
    read_control_data(world->reader, &world->model->options);
    model_read_nodes(world->model, world->reader);
    world->state.failed = &world->failed;
    *of = world;
    return 0;
}

static inline int world_destroy(void **of)
{
    world *world = *of;
    free(world->remembers);
    free(world->y), free(world->yp), free(world->y_prev), free(world->yp_prev), free(world->pose),
        free(world->poses_prev);
    reader_destroy(world->reader);
    model_destroy(world->model);
    symbols_destroy(world->names);
    diag_destroy(world->errors);
    sources_destroy(world->texts);
    arena_destroy(world->memory);
    test_free(world);
    return 0;
}

/* Memory for what was read since the last time; the rest keeps what it has. */
static inline void world_remember(world *world)
{
    const memory_plan *plan = world->model->plan;
    memory_block *grown = calloc((size_t)plan->size + 1, sizeof(double));
    memory_start(plan, grown);
    if (world->remembers)
        memcpy(grown, world->remembers, (size_t)world->n_remembered * sizeof(double));
    free(world->remembers);
    world->state.memory = world->remembers = grown;
    world->n_remembered = plan->size;
}

/* Reads cards that may stand in any block. */
static inline world *world_read(void **of, const char *cards)
{
    world *world = *of;
    reader_open_text(world->reader, "deck", cards, strlen(cards));
    while (reader_card(world->reader))
        if (!model_read_card(world->model, world->reader))
            reader_card_skip(world->reader);
    diag_flush(world->errors);
    world_remember(world);
    return world;
}

/* The elements of a block, without its `end`. */
static inline void world_elements(void **of, const char *cards)
{
    world *world = *of;
    char block[4096];
    snprintf(block, sizeof block, "%s end: elements;", cards);
    reader_open_text(world->reader, "elements", block, strlen(block));
    model_read_elements(world->model, world->reader);
    diag_flush(world->errors);
    world_remember(world);
}

/* Freezes the model and makes a state of the initial values. */
static inline bool world_freeze(void **of)
{
    world *world = *of;
    const bool ok = model_freeze(world->model);
    diag_flush(world->errors);
    world_remember(world);
    const size_t n = (size_t)world->model->n_unknowns + 1, poses = (size_t)world->model->n_poses + 1;
    world->y = calloc(n, sizeof(double)), world->yp = calloc(n, sizeof(double)),
    world->pose = calloc(poses, sizeof(pose));
    world->y_prev = calloc(n, sizeof(double)), world->yp_prev = calloc(n, sizeof(double)),
    world->poses_prev = calloc(poses, sizeof(pose));
    for (int i = 0; i < world->model->nodes.n; i++)
        world->model->nodes.items[i]->type->initial(
            world->model->nodes.items[i], &(initial_values){.y = world->y, .yp = world->yp, .poses = world->pose});
    memcpy(world->y_prev, world->y, n * sizeof(double)), memcpy(world->yp_prev, world->yp, n * sizeof(double));
    memcpy(world->poses_prev, world->pose, poses * sizeof(pose));
    world->state.y = world->y, world->state.yp = world->yp, world->state.poses = world->pose;
    world->state.y_prev = world->y_prev, world->state.yp_prev = world->yp_prev,
    world->state.poses_prev = world->poses_prev;
    return ok;
}

static inline void world_time(world *world, double t)
{
    world->state.t = world->model->time->now.r = t;
    world->model->step->now.i = world->state.step;
    world->model->time_step->now.r = world->state.dt;
}

/* A labelled drive that was read. */
static inline drive *world_drive(world *world, unsigned label)
{
    const int i = label_map_find(&world->model->drive_by_label, label);
    assert_int_not_equal(i, HASH_NONE);
    return world->model->drives.items[i];
}

static inline double world_value(world *world, unsigned label, double t)
{
    world_time(world, t);
    return drive_now(world_drive(world, label), &world->state);
}

static inline double world_derivative(world *world, unsigned label, double t)
{
    world_time(world, t);
    return drive_derivative(world_drive(world, label), &world->state, t);
}

static inline void world_accept(world *world, int step, double t)
{
    world->state.step = step;
    world_time(world, t);
    for (int i = 0; i < world->model->drives_with_history.n; i++)
        world->model->drives_with_history.items[i]->type->accept(
            &world->state, world->model->drives_with_history.items[i], world->remembers);
}

/* What was reported since the last time. */
static inline const char *world_said(void **of)
{
    static char said[20000];
    world *world = *of;
    diag_flush(world->errors);
    memcpy(said, world->said, sizeof said);
    world->said[0] = '\0';
    return said;
}

#define assert_said_nothing(of) assert_string_equal(world_said(of), "")
#define assert_said(of, part)                             \
    do {                                                  \
        const char *said_ = world_said(of);               \
        if (!strstr(said_, part))                         \
            fail_msg("'%s' is not in:\n%s", part, said_); \
    } while (0)
#define assert_near(a, b) assert_near_to((a), (b), 1e-12, __FILE__, __LINE__)

static inline void assert_near_to(double a, double b, double tolerance, const char *file, int line)
{
    if (!(fabs(a - b) <= tolerance * (1.0 + fabs(b)))) {
        print_error("%.17g is not %.17g\n", a, b);
        _fail(file, line);
    }
}

#define WORLD_TEST(name) cmocka_unit_test_setup_teardown(name, world_create, world_destroy)
