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
    int position, rotated; /* columns; rotated is -1 for a node without orientation */
    orientation_kind kind; /* description of the orientation in the second column */
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

static void find_orientation(const results *results, moving_node *node)
{
    static const char *const NAMES[] = {"E", "Phi", "R"};
    node->rotated = -1;
    for (int i = 0; i < ARRAY_LEN(NAMES) && node->rotated < 0; i++) {
        char name[64];
        snprintf(name, sizeof name, "node.struct.%u.%s", node->label, NAMES[i]);
        node->rotated = results_find(results, name);
        if (node->rotated >= 0)
            node->kind = results_kind_of(NAMES[i], results->columns.items[node->rotated].description);
    }
}

static void list_nodes(torsor_results *results)
{
    for (int i = 0; i < results->results.columns.n; i++) {
        moving_node node = {.position = i};
        char rest[4];
        const result_column *column = &results->results.columns.items[i];
        if (column->size != 3 || sscanf(column->name, "node.struct.%u.%3s", &node.label, rest) != 2 ||
            strcmp(rest, "X") != 0)
            continue;
        find_orientation(&results->results, &node);
        array_push(&results->nodes, node);
    }
}

/* --- modes -------------------------------------------------------------------------------------------------------- */

/* lambda = (L - 1) / (L + 1) / c, with L = a + i b from the matrices */
static void fill_lambda(const result_modes *modes, double *to)
{
    for (int k = 0; k < modes->n_modes; k++) {
        const double a = modes->alpha[3 * k] / modes->alpha[3 * k + 2],
                     b = modes->alpha[3 * k + 1] / modes->alpha[3 * k + 2];
        const double divisor = ((a + 1.0) * (a + 1.0) + b * b) * modes->coefficient;
        to[2 * k] = (a * a + b * b - 1.0) / divisor, to[2 * k + 1] = 2.0 * b / divisor;
    }
}

static void fill_shapes(const result_modes *modes, double *to)
{
    const size_t n = (size_t)modes->n_unknowns, part = n * (size_t)modes->n_modes;
    for (int k = 0; k < modes->n_modes; k++)
        for (int i = 0; i < modes->n_nodes; i++, to += 12)
            for (int c = 0; c < 6; c++) {
                const bool is_there = modes->first[i] >= 0 && (size_t)modes->first[i] + (size_t)c < n;
                const size_t at = (size_t)k * n + (size_t)modes->first[i] + (size_t)c;
                to[c] = is_there ? modes->vectors[at] : 0.0;
                to[c + 6] = is_there ? modes->vectors[part + at] : 0.0;
            }
}

static void results_add_modes(torsor_results *results, const result_modes *modes)
{
    arena *memory = results->results.memory;
    double *at = ARENA_ARRAY(memory, double, size_product(12, modes->n_nodes)),
           *lambda = ARENA_ARRAY(memory, double, size_product(2, modes->n_modes));
    double *shapes = ARENA_ARRAY(memory, double, (size_t)12 * (size_t)modes->n_nodes * (size_t)modes->n_modes);
    for (int i = 0; i < modes->n_nodes; i++) {
        const mat3 R = rotation_exp(vec3_load(modes->geometry + 6 * i + 3));
        memcpy(at + 12 * i, modes->geometry + 6 * i, 3 * sizeof *at);
        memcpy(at + 12 * i + 3, R.e, sizeof R.e);
    }
    fill_lambda(modes, lambda);
    fill_shapes(modes, shapes);
    array_push(&results->modes, ((torsor_result_modes){.time = modes->time,
                                                       .n_modes = modes->n_modes,
                                                       .n_nodes = modes->n_nodes,
                                                       .nodes = modes->nodes,
                                                       .configuration = at,
                                                       .lambda = lambda,
                                                       .shapes = shapes}));
}

/* --- calls -------------------------------------------------------------------------------------------------------- */

typedef struct {
    torsor_results *results;
    const char *path;
    const model *model;
} opening;

static void open_results(void *on)
{
    const opening *opening = on;
    torsor_results *results = opening->results;
    results->texts = sources_create();
    results->errors = diag_create(results->texts);
    messages_open(&results->messages, results->errors);
    results->is_open = results_open(&results->results, opening->path, opening->model, results->errors);
    if (results->is_open)
        list_nodes(results);
    for (int i = 0; i < results->results.modes.n; i++)
        results_add_modes(results, &results->results.modes.items[i]);
    diag_flush(results->errors);
}

torsor_results *torsor_results_open(const char *path, torsor_model *model,
                                    void (*message)(void *to, const torsor_message *message), void *to)
{
    opening opening = {.results = calloc(1, sizeof *opening.results),
                       .path = path ? path : "",
                       .model = torsor_is_good(model) ? model->deck->model : NULL};
    if (!opening.results)
        return NULL;
    opening.results->messages.on_message = message;
    opening.results->messages.context = to;
    if (guarded(open_results, &opening) && opening.results->is_open)
        return opening.results;
    torsor_results_close(opening.results);
    return NULL;
}

void torsor_results_close(torsor_results *results)
{
    if (!results)
        return;
    results_close(&results->results);
    array_free(&results->nodes);
    array_free(&results->modes);
    diag_destroy(results->errors);
    messages_close(&results->messages);
    sources_destroy(results->texts);
    free(results);
}

int torsor_results_times(const torsor_results *results, const double **times)
{
    if (times)
        *times = results ? results->results.time.items : NULL;
    return results ? results->results.time.n : 0;
}

int torsor_results_count(const torsor_results *results) { return results ? results->results.columns.n : 0; }

torsor_quantity torsor_results_at(const torsor_results *results, int index)
{
    if (!results || index < 0 || index >= results->results.columns.n)
        return (torsor_quantity){.name = "", .unit = "", .description = ""};
    const result_column *column = &results->results.columns.items[index];
    return (torsor_quantity){.name = column->name,
                             .unit = column->unit,
                             .description = column->description,
                             .size = column->size,
                             .can_get = true};
}

int torsor_results_find(const torsor_results *results, const char *name)
{
    return results && name ? results_find(&results->results, name) : -1;
}

static bool is_within(const torsor_results *results, int first, int step, int n)
{
    return n >= 0 && first >= 0 && step > 0 && (n == 0 || (results->results.time.n - 1 - first) / step >= n - 1) &&
           (n == 0 || first < results->results.time.n);
}

torsor_status torsor_results_read(torsor_results *results, int index, int first, int step, int n, double *values)
{
    if (!results || !values || index < 0 || index >= results->results.columns.n || !is_within(results, first, step, n))
        return TORSOR_MISUSE;
    results_read(&results->results, index, first, step, n, values);
    return TORSOR_OK;
}

int torsor_results_node_count(const torsor_results *results) { return results ? results->nodes.n : 0; }
unsigned torsor_results_node(const torsor_results *results, int index)
{
    return results && index >= 0 && index < results->nodes.n ? results->nodes.items[index].label : 0;
}

typedef struct {
    const torsor_results *results;
    const moving_node *node;
    int first, step, n;
    double *values;
} motion_wanted;

static void results_read_motion(void *on)
{
    const motion_wanted *motion_wanted = on;
    const results *results = &motion_wanted->results->results;
    const int size = motion_wanted->node->kind == ORIENTATION_MATRIX ? 9 : 3;
    double *rotated = heap_resize(NULL, ((size_t)motion_wanted->n * (size_t)size + 1) * sizeof *rotated);
    double *position = heap_resize(NULL, (3 * (size_t)motion_wanted->n + 1) * sizeof *position);
    results_read(results, motion_wanted->node->position, motion_wanted->first, motion_wanted->step, motion_wanted->n,
                 position);
    if (motion_wanted->node->rotated >= 0)
        results_read(results, motion_wanted->node->rotated, motion_wanted->first, motion_wanted->step, motion_wanted->n,
                     rotated);
    for (int k = 0; k < motion_wanted->n; k++) {
        const mat3 R = motion_wanted->node->rotated >= 0
                           ? results_orientation(motion_wanted->node->kind, rotated + size * k)
                           : MAT3_EYE;
        memcpy(motion_wanted->values + 12 * k, position + 3 * k, 3 * sizeof *position);
        memcpy(motion_wanted->values + 12 * k + 3, R.e, sizeof R.e);
    }
    free(rotated);
    free(position);
}

torsor_status torsor_results_motion(torsor_results *results, int index, int first, int step, int n, double *values)
{
    if (!results || !values || index < 0 || index >= results->nodes.n || !is_within(results, first, step, n))
        return TORSOR_MISUSE;
    motion_wanted motion_wanted = {results, &results->nodes.items[index], first, step, n, values};
    return guarded(results_read_motion, &motion_wanted) ? TORSOR_OK : TORSOR_NO_MEMORY;
}

int torsor_results_modes_count(const torsor_results *results) { return results ? results->modes.n : 0; }
torsor_result_modes torsor_results_modes(const torsor_results *results, int index)
{
    return results && index >= 0 && index < results->modes.n ? results->modes.items[index] : (torsor_result_modes){0};
}
