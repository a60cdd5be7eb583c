/* regions.c - the elements, rows and entries of the Jacobian that belong to each rank of an MPI job.
 *
 * The graph to be divided has a vertex for each element, which weighs as much as its Jacobian has entries, and one
 * without weight for each node; an edge connects an element with its nodes. Rows belong to the rank of their node, or
 * of the element whose internal unknowns they are. */
#include "assembly/regions.h"
#include "linalg/partition.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { NOBODY = -1 };

/* --- the graph ---------------------------------------------------------------------------------------------------- */

/* The vertex of each row and column; `order` has the first vertices, nodes follow. */
static int *list_vertices(const elem *const *order, int n, const model *model)
{
    int *vertex = heap_integers((size_t)model->n_unknowns, NOBODY);
    for (int i = 0; i < model->nodes.n; i++)
        for (int k = 0; k < model->nodes.items[i]->n_dof; k++)
            vertex[model->nodes.items[i]->dof + k] = n + i;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < order[i]->n_internal; k++)
            vertex[order[i]->internal + k] = i;
    return vertex;
}

typedef struct {
    const elem *const *order;
    int n;
    const int *vertex;
    int *seen; /* by vertex: the last element that has listed it, from 1 */
} survey;

static void add_end(const survey *survey, int i, int unknown, int *next, int *neighbour)
{
    const int other = unknown >= 0 ? survey->vertex[unknown] : NOBODY;
    if (other == NOBODY || other == i || survey->seen[other] == i + 1)
        return;
    survey->seen[other] = i + 1;
    if (neighbour) {
        neighbour[next[i]] = other;
        neighbour[next[other]] = i;
    }
    next[i]++;
    next[other]++;
}

/* Counts the ends of each edge or, if `neighbour` is not NULL, lists them. */
static void list_ends(const survey *survey, int n_vertices, int *next, int *neighbour)
{
    memset(survey->seen, 0, (size_t)n_vertices * sizeof *survey->seen);
    for (int i = 0; i < survey->n; i++)
        for (int k = 0; k < survey->order[i]->n; k++) {
            add_end(survey, i, survey->order[i]->row[k], next, neighbour);
            add_end(survey, i, survey->order[i]->column[k], next, neighbour);
        }
}

/* Weights are divided by a common factor if their sum were too large. */
static void weigh(const survey *survey, int *weight)
{
    double whole = 0.0;
    for (int i = 0; i < survey->n; i++)
        whole += (double)survey->order[i]->n * survey->order[i]->ld + 1.0;
    const double by = whole > INT_MAX / 4 ? INT_MAX / 4 / whole : 1.0;
    for (int i = 0; i < survey->n; i++)
        weight[i] = 1 + (int)(by * (double)survey->order[i]->n * survey->order[i]->ld);
}

/* Two elements that list each other, as those that use internal unknowns of another do, are connected twice, which
 * METIS permits. */
static bool divide(const survey *survey, int n_vertices, int parts, int *part)
{
    weighted_graph graph = {
        .n = n_vertices, .start = heap_integers((size_t)n_vertices, 0), .weight = heap_integers((size_t)n_vertices, 0)};
    int *next = heap_integers((size_t)n_vertices, 0);
    list_ends(survey, n_vertices, next, NULL);
    for (int i = 0; i < n_vertices; i++) {
        graph.start[i + 1] = graph.start[i] + next[i];
        next[i] = graph.start[i];
    }
    graph.neighbour = heap_integers((size_t)graph.start[n_vertices], 0);
    list_ends(survey, n_vertices, next, graph.neighbour);
    weigh(survey, graph.weight);
    const bool ok = partition(&graph, parts, part);
    free(next);
    free(graph.start);
    free(graph.neighbour);
    free(graph.weight);
    return ok;
}

/* Rank 0 divides for all. */
static bool find_parts(const survey *survey, int n_vertices, const ranks *ranks, int *part)
{
    bool ok = true;
    if (ranks->number == 0)
        ok = divide(survey, n_vertices, ranks->count, part);
    ranks->broadcast(&ok, sizeof ok, 0);
    ranks->broadcast(part, (size_t)n_vertices * sizeof *part, 0);
    return ok;
}

/* --- the region of this rank -------------------------------------------------------------------------------------- */

static void list_elements(regions *regions, const elem *const *order, int n, const int *part, arena *memory)
{
    regions->element = ARENA_ARRAY(memory, int, n + 1);
    regions->first_row = ARENA_ARRAY(memory, int, n + 1);
    for (int i = 0, row = 0; i < n; row += order[i++]->n)
        if (part[i] == regions->ranks->number) {
            regions->element[regions->n] = i;
            regions->first_row[regions->n++] = row;
        }
}

static void build_matrix(regions *regions, const elem *const *order, const model *model)
{
    csc_builder *builder = csc_builder_create(model->n_unknowns);
    int *slot;
    for (int m = 0; m < regions->n; m++) {
        const elem *element = order[regions->element[m]];
        const unsigned ld = (unsigned)element->ld;
        for (int k = 0; k < element->n_slots; k++)
            csc_builder_add(builder, element->row[element->source[k] / ld], element->column[element->source[k] % ld]);
    }
    regions->matrix = csc_builder_finish(builder, &slot);
    regions->slot = slot;
    csc_builder_destroy(builder);
}

static void prepare_sums(regions *regions, const elem *const *order, const model *model, const int *vertex,
                         const int *part)
{
    const size_t n = (size_t)model->n_unknowns;
    int *owner = heap_integers(n, 0);
    bool *touched = memset(heap_resize(NULL, n + 1), 0, n + 1);
    for (size_t i = 0; i < n; i++)
        owner[i] = vertex[i] == NOBODY ? 0 : part[vertex[i]];
    for (int m = 0; m < regions->n; m++) {
        const elem *element = order[regions->element[m]];
        for (int k = 0; k < element->n; k++)
            if (element->row[k] >= 0)
                touched[element->row[k]] = true;
        for (int k = 0; k < element->n_internal; k++)
            touched[element->internal + k] = true;
    }
    regions->sums = row_sums_create(regions->ranks, model->n_unknowns, owner, touched);
    free(owner);
    free(touched);
}

regions *regions_create(const ranks *ranks, const elem *const *order, int n, const model *model, arena *memory)
{
    const int n_vertices = n + model->nodes.n;
    int *vertex = list_vertices(order, n, model), *part = heap_integers((size_t)n_vertices, 0),
        *seen = heap_integers((size_t)n_vertices, 0);
    const survey survey = {order, n, vertex, seen};
    regions *r = NULL;
    if (find_parts(&survey, n_vertices, ranks, part)) {
        r = ARENA_NEW(memory, regions);
        r->ranks = ranks;
        r->reported = ARENA_ARRAY(memory, double, ranks->count);
        list_elements(r, order, n, part, memory);
        build_matrix(r, order, model);
        prepare_sums(r, order, model, vertex, part);
    }
    free(vertex);
    free(part);
    free(seen);
    return r;
}

void regions_destroy(regions *regions)
{
    if (!regions)
        return;
    row_sums_destroy(regions->sums);
    csc_destroy(regions->matrix);
    free((void *)regions->slot);
}

/* --- sums --------------------------------------------------------------------------------------------------------- */

/* All ranks receive the error of the element that comes first. */
static void take_error(const regions *regions, const state *state)
{
    int first = NOBODY;
    for (int r = 0; r < regions->ranks->count; r++)
        if (regions->reported[r] > 0 && (first == NOBODY || regions->reported[r] < regions->reported[first]))
            first = r;
    if (first == NOBODY || !state->failed)
        return;
    evaluation_error error = *state->failed;
    regions->ranks->broadcast(&error, sizeof error, first);
    *state->failed = error;
}

void regions_sum(regions *regions, double *r, double *magnitude, int failed_at, const state *state)
{
    row_sums_add(regions->sums, r, failed_at, regions->reported);
    if (magnitude)
        row_sums_add(regions->sums, magnitude, 0.0, NULL);
    take_error(regions, state);
}

void regions_report(regions *regions, int failed_at, const state *state)
{
    const double mine = failed_at;
    regions->ranks->collect(&mine, sizeof mine, regions->reported);
    take_error(regions, state);
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

/* Rows ascend in both patterns, and every entry of a part is one of the whole. */
static void add_part(const csc *part, csc *whole)
{
    for (int j = 0; j < part->n; j++) {
        int at = whole->start[j];
        for (int e = part->start[j]; e < part->start[j + 1]; e++) {
            while (whole->row[at] != part->row[e])
                at++;
            whole->value[at] += part->value[e];
        }
    }
}

void regions_gather(const regions *regions, csc *whole)
{
    const size_t n = (size_t)whole->n;
    csc_zero(whole);
    for (int r = 0; r < regions->ranks->count; r++) {
        csc part = *regions->matrix;
        int entries = csc_entries(&part);
        regions->ranks->broadcast(&entries, sizeof entries, r);
        if (r != regions->ranks->number)
            part = (csc){whole->n, heap_integers(n, 0), heap_integers((size_t)entries, 0), heap_reals((size_t)entries)};
        regions->ranks->broadcast(part.start, (n + 1) * sizeof *part.start, r);
        regions->ranks->broadcast(part.row, (size_t)entries * sizeof *part.row, r);
        regions->ranks->broadcast(part.value, (size_t)entries * sizeof *part.value, r);
        add_part(&part, whole);
        if (r != regions->ranks->number) {
            free(part.start);
            free(part.row);
            free(part.value);
        }
    }
}
