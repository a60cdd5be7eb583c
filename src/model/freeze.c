/* freeze.c - prepares the model for solution: numbers unknowns, lists element layouts, builds matrix pattern and slots.
 *
 * Unknowns: nodes by kind, in deck order within a kind, then the internal unknowns of elements. A dynamic node has
 *
 *     unknowns   x g  beta gamma
 *     rows       momentum definition (6)   balance (6)
 *
 * so its balance rows follow its momentum rows; a static node has x g and its balance. */
#include "contract/layout.h"
#include "model/diag_rows.h"
#include "model/model.h"
#include <stdlib.h>
#include <string.h>

static void number_node(model *model, node *node, bool is_static)
{
    const int half = node->has_rotation ? 6 : 3;
    if (node->pose >= 0 && is_static && node->momentum >= 0) {
        node->momentum = -1;
        node->n_dof = half;
    }
    if (node->n_dof == 0)
        return;
    node->dof = node->row = model->n_unknowns;
    model->n_unknowns += node->n_dof;
    if (node->momentum >= 0) {
        node->momentum = node->dof + half;
        node->momentum_row = node->dof;
        node->row = node->dof + half;
    }
}

void model_number(model *model)
{
    model->n_unknowns = 0;
    for (int rank = 0; rank < node_type_count; rank++)
        for (int i = 0; i < model->nodes.n; i++)
            if (model->nodes.items[i]->type->rank == rank)
                number_node(model, model->nodes.items[i], model->options.is_static);
    for (int i = 0; i < model->elems.n; i++) {
        elem *element = model->elems.items[i];
        if (element->n_internal == 0)
            continue;
        element->internal = model->n_unknowns;
        model->n_unknowns += element->n_internal;
    }
}

static void list_kinds(model *model)
{
    model->kind = arena_alloc(model->memory, (size_t)model->n_unknowns + 1);
    model->continued = ARENA_ARRAY(model->memory, int, model->n_unknowns + 1);
    model->divided = arena_alloc(model->memory, (size_t)model->n_unknowns + 1);
    model->constrains = arena_alloc(model->memory, (size_t)model->n_unknowns + 1);
    model->repeats = arena_alloc(model->memory, (size_t)model->n_unknowns + 1);
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        for (int k = 0; k < node->n_dof; k++)
            model->kind[node->dof + k] = (unsigned char)node->type->kind(node, k);
        if (node->pose < 0 && node->n_dof == 1 && model->kind[node->dof] == DOF_ALGEBRAIC)
            model->continued[model->n_continued++] = node->dof;
    }
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        for (int k = 0; k < element->n_internal; k++) {
            const internal_kind kind = element->kinds ? element->kinds[k] : INTERNAL_CONSTRAINT;
            model->kind[element->internal + k] =
                kind == INTERNAL_DIFFERENTIAL || kind == INTERNAL_COORDINATE ? DOF_DIFFERENTIAL : DOF_ALGEBRAIC;
            if (kind == INTERNAL_CONTINUED)
                model->continued[model->n_continued++] = element->internal + k;
            model->divided[element->internal + k] = kind == INTERNAL_CONSTRAINT;
            model->constrains[element->internal + k] = kind == INTERNAL_CONSTRAINT || kind == INTERNAL_PLAIN_CONSTRAINT;
        }
    }
}

/* Returns `like` if it equals the list, otherwise a copy of the list: elements of one type mostly have equal lists. */
static const unsigned *share(model *model, const unsigned *list, int n, const unsigned *like, int n_like)
{
    if (like && n == n_like && (n == 0 || memcmp(list, like, (size_t)n * sizeof *list) == 0))
        return like;
    return arena_copy(model->memory, list, (size_t)n * sizeof *list);
}

typedef struct {
    layout layout;
    ARRAY(unsigned) sources;
    csc_builder *pattern;
    const elem *last;
} freezer;

/* Lists the relevant entries of a row of the element matrix. It runs for all elements and therefore visits each
 * entry once. */
static void list_row(freezer *freezer, int i, int ld)
{
    const int n = freezer->layout.n, row = freezer->layout.row.items[i], *column = freezer->layout.column.items;
    const unsigned char *mask = freezer->layout.mask ? freezer->layout.mask + size_product((size_t)i, (size_t)n) : NULL;
    for (int j = 0; row >= 0 && j < n; j++)
        if (column[j] >= 0 && (!mask || mask[j])) {
            csc_builder_add(freezer->pattern, row, column[j]);
            array_push(&freezer->sources, (unsigned)i * (unsigned)ld + (unsigned)j);
        }
}

enum { LARGEST_LAYOUT = 65532 }; /* its square is below UINT_MAX: `source` */

static void list_element(model *model, freezer *freezer, elem *element)
{
    layout_begin(&freezer->layout, element);
    element->type->connect(element, &freezer->layout);
    const int n = freezer->layout.n, ld = (n + 3) & ~3;
    if (n > LARGEST_LAYOUT) {
        diag_report(model->errors, E_ELEMENT_SIZE, element->location, element->type->card->name, element->label, n,
                    LARGEST_LAYOUT);
        return;
    }
    for (int i = 0; (element->switched != MEMORY_NONE || model->problem.needs_diagonal_blocks) && i < n; i++)
        if (freezer->layout.row.items[i] >= element->internal &&
            freezer->layout.row.items[i] < element->internal + element->n_internal)
            layout_full(&freezer->layout, i, 1, i, 1);
    for (int i = 0; i < freezer->layout.divided.n; i++)
        model->divided[freezer->layout.divided.items[i]] = model->constrains[freezer->layout.divided.items[i]] = true;
    for (int i = 0; i < freezer->layout.repeated.n; i++)
        model->repeats[freezer->layout.repeated.items[i]] = true;
    freezer->sources.n = 0;
    for (int i = 0; i < n; i++)
        list_row(freezer, i, ld);
    const elem *like = freezer->last && freezer->last->type == element->type ? freezer->last : NULL;
    element->n = n;
    element->ld = ld;
    element->row = arena_copy(model->memory, freezer->layout.row.items, (size_t)n * sizeof(int));
    element->column = memcmp(freezer->layout.row.items, freezer->layout.column.items, (size_t)n * sizeof(int)) == 0
                          ? element->row
                          : arena_copy(model->memory, freezer->layout.column.items, (size_t)n * sizeof(int));
    element->n_slots = freezer->sources.n;
    element->source =
        share(model, freezer->sources.items, freezer->sources.n, like ? like->source : NULL, like ? like->n_slots : 0);
    freezer->last = element;
}

/* Adds the diagonal block of a node, to which a problem may add entries such as masses. */
static void list_node_block(freezer *freezer, const node *node)
{
    const int size = node->pose < 0 || node->dof < 0 ? 0 : node->has_rotation ? 6 : 3;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            csc_builder_add(freezer->pattern, node->row + i, node->dof + j);
}

bool model_freeze(model *model)
{
    model_number(model);
    model_settle(model);
    for (int i = 0; i < model->nodes.n; i++)
        if (model->nodes.items[i]->type->complete)
            model->nodes.items[i]->type->complete(model->nodes.items[i]);
    list_kinds(model);
    freezer freezer = {.pattern = csc_builder_create(model->n_unknowns)};
    array_reserve(&freezer.layout.row, 8);
    array_reserve(&freezer.layout.column, 8);
    for (int i = 0; i < model->elems.n; i++)
        if (model->elems.items[i]->type->connect)
            list_element(model, &freezer, model->elems.items[i]);
    for (int i = 0; model->problem.needs_diagonal_blocks && i < model->nodes.n; i++)
        list_node_block(&freezer, model->nodes.items[i]);
    model->matrix = csc_builder_finish(freezer.pattern, &model->slots);
    free(model->matrix->value);
    model->matrix->value = NULL;
    const int *slot = model->slots;
    for (int i = 0; i < model->elems.n; i++) {
        elem *element = model->elems.items[i];
        element->slot = slot;
        slot += element->n_slots;
    }
    csc_builder_destroy(freezer.pattern);
    layout_free(&freezer.layout);
    array_free(&freezer.sources);
    return diag_errors(model->errors) == 0;
}
