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
    model *m;
    reader *r;
    char said[20000]; /* codes and texts of what was reported */
    fault failed;
    state s;
    memory_block *remembers;
    int n_remembered; /* numbers of it */
    double *y, *yp, *y_prev, *yp_prev;
    pose *pose, *at_prev;
} world;

static inline void world_say(void *to, const diag *d, const diag_message *m)
{
    (void)d;
    world *w = to;
    const size_t n = strlen(w->said);
    snprintf(w->said + n, sizeof w->said - n, "%s: %s [%s]\n", m->code->id, m->text, m->hint);
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
    world *w = test_calloc(1, sizeof *w);
    w->memory = arena_create();
    w->texts = sources_create();
    w->errors = diag_create(w->texts);
    diag_set_sink(w->errors, world_say, w);
    w->names = symbols_create(w->memory);
    w->m = model_create(w->memory, w->errors, w->names);
    for (int i = 0; i < MODULE_COUNT; i++)
        w->m->has_module[i] = true;
    w->r = reader_create(w->memory, w->texts, w->errors, w->names, w->m);
    namespace_add_model(w->m);
    plugin_set(w->m, w->r);
    model_declare_time(w->m, 0.0);
    reader_open_text(w->r, "nodes", WORLD_NODES, sizeof WORLD_NODES - 1);
    read_control_data(w->r, &w->m->options);
    model_read_nodes(w->m, w->r);
    w->s.failed = &w->failed;
    *of = w;
    return 0;
}

static inline int world_destroy(void **of)
{
    world *w = *of;
    free(w->remembers);
    free(w->y), free(w->yp), free(w->y_prev), free(w->yp_prev), free(w->pose), free(w->at_prev);
    reader_destroy(w->r);
    model_destroy(w->m);
    symbols_destroy(w->names);
    diag_destroy(w->errors);
    sources_destroy(w->texts);
    arena_destroy(w->memory);
    test_free(w);
    return 0;
}

/* Memory for what was read since the last time; the rest keeps what it has. */
static inline void world_remember(world *w)
{
    const memory_plan *plan = w->m->plan;
    memory_block *grown = calloc((size_t)plan->size + 1, sizeof(double));
    memory_start(plan, grown);
    if (w->remembers)
        memcpy(grown, w->remembers, (size_t)w->n_remembered * sizeof(double));
    free(w->remembers);
    w->s.memory = w->remembers = grown;
    w->n_remembered = plan->size;
}

/* Reads cards that may stand in any block. */
static inline world *world_read(void **of, const char *cards)
{
    world *w = *of;
    reader_open_text(w->r, "deck", cards, strlen(cards));
    while (reader_card(w->r))
        if (!model_read_card(w->m, w->r))
            reader_card_skip(w->r);
    diag_flush(w->errors);
    world_remember(w);
    return w;
}

/* The elements of a block, without its `end`. */
static inline void world_elements(void **of, const char *cards)
{
    world *w = *of;
    char block[4096];
    snprintf(block, sizeof block, "%s end: elements;", cards);
    reader_open_text(w->r, "elements", block, strlen(block));
    model_read_elements(w->m, w->r);
    diag_flush(w->errors);
    world_remember(w);
}

/* Freezes the model and makes a state of the initial values. */
static inline bool world_freeze(void **of)
{
    world *w = *of;
    const bool ok = model_freeze(w->m);
    diag_flush(w->errors);
    world_remember(w);
    const size_t n = (size_t)w->m->n_unknowns + 1, poses = (size_t)w->m->n_poses + 1;
    w->y = calloc(n, sizeof(double)), w->yp = calloc(n, sizeof(double)), w->pose = calloc(poses, sizeof(pose));
    w->y_prev = calloc(n, sizeof(double)), w->yp_prev = calloc(n, sizeof(double)),
    w->at_prev = calloc(poses, sizeof(pose));
    for (int i = 0; i < w->m->nodes.n; i++)
        w->m->nodes.items[i]->type->initial(w->m->nodes.items[i],
                                            &(initial_values){.y = w->y, .yp = w->yp, .poses = w->pose});
    memcpy(w->y_prev, w->y, n * sizeof(double)), memcpy(w->yp_prev, w->yp, n * sizeof(double));
    memcpy(w->at_prev, w->pose, poses * sizeof(pose));
    w->s.y = w->y, w->s.yp = w->yp, w->s.poses = w->pose;
    w->s.y_prev = w->y_prev, w->s.yp_prev = w->yp_prev, w->s.at_prev = w->at_prev;
    return ok;
}

static inline void world_time(world *w, double t)
{
    w->s.t = w->m->time->now.r = t;
    w->m->step->now.i = w->s.step;
    w->m->time_step->now.r = w->s.dt;
}

/* A labelled drive that was read. */
static inline drive *world_drive(world *w, unsigned label)
{
    const int i = label_map_find(&w->m->drive_by_label, label);
    assert_int_not_equal(i, HASH_NONE);
    return w->m->drives.items[i];
}

static inline double world_value(world *w, unsigned label, double t)
{
    world_time(w, t);
    return drive_now(world_drive(w, label), &w->s);
}

static inline double world_slope(world *w, unsigned label, double t)
{
    world_time(w, t);
    return drive_slope(world_drive(w, label), &w->s, t);
}

static inline void world_accept(world *w, int step, double t)
{
    w->s.step = step;
    world_time(w, t);
    for (int i = 0; i < w->m->drives_with_history.n; i++)
        w->m->drives_with_history.items[i]->type->accept(&w->s, w->m->drives_with_history.items[i], w->remembers);
}

/* What was reported since the last time. */
static inline const char *world_said(void **of)
{
    static char said[20000];
    world *w = *of;
    diag_flush(w->errors);
    memcpy(said, w->said, sizeof said);
    w->said[0] = '\0';
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
