/* results.c - results as data: columns, motion of nodes, modes.
 *
 *     lambda = (L - 1) / (L + 1) / c,    L = (alphar + i alphai) / beta                                             */
#include "api/diag_rows.h"
#include "api/handles.h"
#include "math/rotation.h"
#include "output/results.h"
#include "torsor/results.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    unsigned label;
    int position, turned;  /* columns; turned -1: it does not turn */
    orientation_kind kind; /* of the second */
} moving_node;

struct torsor_results {
    results results;
    sources *texts;
    diag *errors;
    message_list messages;
    bool is_open;
    ARRAY(moving_node) nodes;
    ARRAY(torsor_result_modes) modes;
};

/* --- motion ------------------------------------------------------------------------------------------------------- */

static orientation_kind results_kind_of(const char *name, const char *words)
{
    return strcmp(name, "R") == 0     ? ORIENTATION_MATRIX
           : strcmp(name, "Phi") == 0 ? ORIENTATION_VECTOR
           : strstr(words, "(313)")   ? ORIENTATION_EULER313
           : strstr(words, "(321)")   ? ORIENTATION_EULER321
                                      : ORIENTATION_EULER123;
}

static void find_orientation(const results *r, moving_node *n)
{
    static const char *const NAMES[] = {"E", "Phi", "R"};
    n->turned = -1;
    for (int i = 0; i < ARRAY_LEN(NAMES) && n->turned < 0; i++) {
        char name[64];
        snprintf(name, sizeof name, "node.struct.%u.%s", n->label, NAMES[i]);
        n->turned = results_find(r, name);
        if (n->turned >= 0)
            n->kind = results_kind_of(NAMES[i], r->columns.items[n->turned].description);
    }
}

static void list_nodes(torsor_results *r)
{
    for (int i = 0; i < r->results.columns.n; i++) {
        moving_node n = {.position = i};
        char rest[4];
        const result_column *c = &r->results.columns.items[i];
        if (c->size != 3 || sscanf(c->name, "node.struct.%u.%3s", &n.label, rest) != 2 || strcmp(rest, "X") != 0)
            continue;
        find_orientation(&r->results, &n);
        array_push(&r->nodes, n);
    }
}

/* --- modes -------------------------------------------------------------------------------------------------------- */

/* lambda = (L - 1) / (L + 1) / c, with L = a + i b from the matrices */
static void fill_lambda(const result_modes *g, double *to)
{
    for (int k = 0; k < g->n_modes; k++) {
        const double a = g->alpha[3 * k] / g->alpha[3 * k + 2], b = g->alpha[3 * k + 1] / g->alpha[3 * k + 2];
        const double divisor = ((a + 1.0) * (a + 1.0) + b * b) * g->coefficient;
        to[2 * k] = (a * a + b * b - 1.0) / divisor, to[2 * k + 1] = 2.0 * b / divisor;
    }
}

static void fill_shapes(const result_modes *g, double *to)
{
    const size_t n = (size_t)g->n_unknowns, part = n * (size_t)g->n_modes;
    for (int k = 0; k < g->n_modes; k++)
        for (int i = 0; i < g->n_nodes; i++, to += 12)
            for (int c = 0; c < 6; c++) {
                const bool is_there = g->first[i] >= 0 && (size_t)g->first[i] + (size_t)c < n;
                const size_t at = (size_t)k * n + (size_t)g->first[i] + (size_t)c;
                to[c] = is_there ? g->vectors[at] : 0.0;
                to[c + 6] = is_there ? g->vectors[part + at] : 0.0;
            }
}

static void results_add_modes(torsor_results *r, const result_modes *g)
{
    arena *memory = r->results.memory;
    double *at = ARENA_ARRAY(memory, double, 12 * g->n_nodes), *lambda = ARENA_ARRAY(memory, double, 2 * g->n_modes);
    double *shapes = ARENA_ARRAY(memory, double, (size_t)12 * (size_t)g->n_nodes * (size_t)g->n_modes);
    for (int i = 0; i < g->n_nodes; i++) {
        const mat3 R = rotation_exp(vec3_load(g->geometry + 6 * i + 3));
        memcpy(at + 12 * i, g->geometry + 6 * i, 3 * sizeof *at);
        memcpy(at + 12 * i + 3, R.e, sizeof R.e);
    }
    fill_lambda(g, lambda);
    fill_shapes(g, shapes);
    array_push(&r->modes, ((torsor_result_modes){.time = g->time,
                                                 .n_modes = g->n_modes,
                                                 .n_nodes = g->n_nodes,
                                                 .nodes = g->nodes,
                                                 .configuration = at,
                                                 .lambda = lambda,
                                                 .shapes = shapes}));
}

/* --- calls -------------------------------------------------------------------------------------------------------- */

typedef struct {
    torsor_results *r;
    const char *path;
    const model *m;
} opening;

static void open_results(void *on)
{
    const opening *o = on;
    torsor_results *r = o->r;
    r->texts = sources_create();
    r->errors = diag_create(r->texts);
    messages_open(&r->messages, r->errors);
    r->is_open = results_open(&r->results, o->path, o->m, r->errors);
    if (r->is_open)
        list_nodes(r);
    for (int i = 0; i < r->results.modes.n; i++)
        results_add_modes(r, &r->results.modes.items[i]);
    diag_flush(r->errors);
}

torsor_results *torsor_results_open(const char *path, torsor_model *m,
                                    void (*message)(void *to, const torsor_message *message), void *to)
{
    opening o = {.r = calloc(1, sizeof *o.r), .path = path ? path : "", .m = torsor_is_good(m) ? m->deck->model : NULL};
    if (!o.r)
        return NULL;
    o.r->messages.hear = message;
    o.r->messages.context = to;
    if (guarded(open_results, &o) && o.r->is_open)
        return o.r;
    torsor_results_close(o.r);
    return NULL;
}

void torsor_results_close(torsor_results *r)
{
    if (!r)
        return;
    results_close(&r->results);
    array_free(&r->nodes);
    array_free(&r->modes);
    diag_destroy(r->errors);
    messages_close(&r->messages);
    sources_destroy(r->texts);
    free(r);
}

int torsor_results_times(const torsor_results *r, const double **times)
{
    if (times)
        *times = r ? r->results.time.items : NULL;
    return r ? r->results.time.n : 0;
}

int torsor_results_count(const torsor_results *r) { return r ? r->results.columns.n : 0; }

torsor_quantity torsor_results_at(const torsor_results *r, int i)
{
    if (!r || i < 0 || i >= r->results.columns.n)
        return (torsor_quantity){.name = "", .unit = "", .description = ""};
    const result_column *c = &r->results.columns.items[i];
    return (torsor_quantity){
        .name = c->name, .unit = c->unit, .description = c->description, .size = c->size, .can_get = true};
}

int torsor_results_find(const torsor_results *r, const char *name)
{
    return r && name ? results_find(&r->results, name) : -1;
}

static bool is_within(const torsor_results *r, int first, int step, int n)
{
    return n >= 0 && first >= 0 && step > 0 && (n == 0 || (r->results.time.n - 1 - first) / step >= n - 1) &&
           (n == 0 || first < r->results.time.n);
}

torsor_status torsor_results_read(torsor_results *r, int i, int first, int step, int n, double *values)
{
    if (!r || !values || i < 0 || i >= r->results.columns.n || !is_within(r, first, step, n))
        return TORSOR_MISUSE;
    results_read(&r->results, i, first, step, n, values);
    return TORSOR_OK;
}

int torsor_results_node_count(const torsor_results *r) { return r ? r->nodes.n : 0; }
unsigned torsor_results_node(const torsor_results *r, int i)
{
    return r && i >= 0 && i < r->nodes.n ? r->nodes.items[i].label : 0;
}

typedef struct {
    const torsor_results *r;
    const moving_node *node;
    int first, step, n;
    double *values;
} motion_wanted;

static void results_read_motion(void *on)
{
    const motion_wanted *w = on;
    const results *r = &w->r->results;
    const int size = w->node->kind == ORIENTATION_MATRIX ? 9 : 3;
    double *turned = heap_resize(NULL, ((size_t)w->n * (size_t)size + 1) * sizeof *turned);
    double *position = heap_resize(NULL, (3 * (size_t)w->n + 1) * sizeof *position);
    results_read(r, w->node->position, w->first, w->step, w->n, position);
    if (w->node->turned >= 0)
        results_read(r, w->node->turned, w->first, w->step, w->n, turned);
    for (int k = 0; k < w->n; k++) {
        const mat3 R = w->node->turned >= 0 ? results_orientation(w->node->kind, turned + size * k) : MAT3_EYE;
        memcpy(w->values + 12 * k, position + 3 * k, 3 * sizeof *position);
        memcpy(w->values + 12 * k + 3, R.e, sizeof R.e);
    }
    free(turned);
    free(position);
}

torsor_status torsor_results_motion(torsor_results *r, int i, int first, int step, int n, double *values)
{
    if (!r || !values || i < 0 || i >= r->nodes.n || !is_within(r, first, step, n))
        return TORSOR_MISUSE;
    motion_wanted w = {r, &r->nodes.items[i], first, step, n, values};
    return guarded(results_read_motion, &w) ? TORSOR_OK : TORSOR_NO_MEMORY;
}

int torsor_results_modes_count(const torsor_results *r) { return r ? r->modes.n : 0; }
torsor_result_modes torsor_results_modes(const torsor_results *r, int i)
{
    return r && i >= 0 && i < r->modes.n ? r->modes.items[i] : (torsor_result_modes){0};
}
