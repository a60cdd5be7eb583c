/* freeze.c - from what was read to what is solved: unknowns numbered, element layouts listed, matrix pattern and slots
 * made.
 *
 * Unknowns: nodes by kind, in deck order within a kind, then what elements own. A dynamic node has
 *
 *     unknowns   x g  beta gamma
 *     rows       momentum definition (6)   balance (6)
 *
 * so that its balance rows stand behind its momentum rows; a static node has x g and its balance. */
#include "contract/layout.h"
#include "model/model.h"
#include <stdlib.h>
#include <string.h>

static void number_node(model *m, node *n, bool is_static)
{
    const int half = n->has_rotation ? 6 : 3;
    if (n->pose >= 0 && is_static && n->momentum >= 0) {
        n->momentum = -1;
        n->n_dof = half;
    }
    if (n->n_dof == 0)
        return;
    n->dof = n->row = m->n_unknowns;
    m->n_unknowns += n->n_dof;
    if (n->momentum >= 0) {
        n->momentum = n->dof + half;
        n->momentum_row = n->dof;
        n->row = n->dof + half;
    }
}

static void freeze_number(model *m)
{
    m->n_unknowns = 0;
    for (int rank = 0; rank < node_type_count; rank++)
        for (int i = 0; i < m->nodes.n; i++)
            if (m->nodes.items[i]->type->rank == rank)
                number_node(m, m->nodes.items[i], m->options.is_static);
    for (int i = 0; i < m->elems.n; i++) {
        elem *e = m->elems.items[i];
        if (e->n_own == 0)
            continue;
        e->own = m->n_unknowns;
        m->n_unknowns += e->n_own;
    }
}

static void list_kinds(model *m)
{
    m->kind = arena_alloc(m->memory, (size_t)m->n_unknowns + 1);
    m->continued = ARENA_ARRAY(m->memory, int, m->n_unknowns + 1);
    m->divided = arena_alloc(m->memory, (size_t)m->n_unknowns + 1);
    m->constrains = arena_alloc(m->memory, (size_t)m->n_unknowns + 1);
    for (int i = 0; i < m->nodes.n; i++) {
        const node *n = m->nodes.items[i];
        for (int k = 0; k < n->n_dof; k++)
            m->kind[n->dof + k] = (unsigned char)n->type->kind(n, k);
        if (n->pose < 0 && n->n_dof == 1 && m->kind[n->dof] == DOF_ALGEBRAIC)
            m->continued[m->n_continued++] = n->dof;
    }
    for (int i = 0; i < m->elems.n; i++) {
        const elem *e = m->elems.items[i];
        for (int k = 0; k < e->n_own; k++) {
            const own_kind kind = e->kinds ? e->kinds[k] : OWN_CONSTRAINT;
            m->kind[e->own + k] = kind == OWN_DIFFERENTIAL || kind == OWN_COORDINATE ? DOF_DIFFERENTIAL : DOF_ALGEBRAIC;
            if (kind == OWN_CONTINUED)
                m->continued[m->n_continued++] = e->own + k;
            m->divided[e->own + k] = kind == OWN_CONSTRAINT;
            m->constrains[e->own + k] = kind == OWN_CONSTRAINT || kind == OWN_PLAIN_CONSTRAINT;
        }
    }
}

/* Elements of one type mostly look alike: they share the list when it is the same. */
static const int *share(model *m, const int *list, int n, const int *like, int n_like)
{
    if (like && n == n_like && (n == 0 || memcmp(list, like, (size_t)n * sizeof *list) == 0))
        return like;
    return arena_copy(m->memory, list, (size_t)n * sizeof *list);
}

typedef struct {
    layout l;
    ARRAY(int) sources;
    csc_builder *pattern;
    const elem *last;
} freezer;

/* What counts of a row of the element's matrix; all elements pass here, so it looks at each entry once. */
static void list_row(freezer *f, int i, int ld)
{
    const int n = f->l.n, row = f->l.row.items[i], *column = f->l.column.items;
    const unsigned char *mask = f->l.mask.n ? f->l.mask.items + (ptrdiff_t)i * n : NULL;
    for (int j = 0; row >= 0 && j < n; j++)
        if (column[j] >= 0 && (!mask || mask[j])) {
            csc_builder_add(f->pattern, row, column[j]);
            array_push(&f->sources, i * ld + j);
        }
}

static void list_element(model *m, freezer *f, elem *e)
{
    layout_begin(&f->l, e);
    e->type->connect(e, &f->l);
    const int n = f->l.n, ld = (n + 3) & ~3;
    for (int i = 0; (e->switched != MEMORY_NONE || m->problem.needs_diagonal_blocks) && i < n; i++)
        if (f->l.row.items[i] >= e->own && f->l.row.items[i] < e->own + e->n_own)
            layout_full(&f->l, i, 1, i, 1);
    for (int i = 0; i < f->l.divided.n; i++)
        m->divided[f->l.divided.items[i]] = m->constrains[f->l.divided.items[i]] = true;
    f->sources.n = 0;
    for (int i = 0; i < n; i++)
        list_row(f, i, ld);
    const elem *like = f->last && f->last->type == e->type ? f->last : NULL;
    e->n = n;
    e->ld = ld;
    e->row = arena_copy(m->memory, f->l.row.items, (size_t)n * sizeof(int));
    e->column = memcmp(f->l.row.items, f->l.column.items, (size_t)n * sizeof(int)) == 0
                    ? e->row
                    : arena_copy(m->memory, f->l.column.items, (size_t)n * sizeof(int));
    e->n_slots = f->sources.n;
    e->source = share(m, f->sources.items, f->sources.n, like ? like->source : NULL, like ? like->n_slots : 0);
    f->last = e;
}

/* Where a problem adds entries of its own, such as masses. */
static void list_node_block(freezer *f, const node *n)
{
    const int size = n->pose < 0 || n->dof < 0 ? 0 : n->has_rotation ? 6 : 3;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            csc_builder_add(f->pattern, n->row + i, n->dof + j);
}

bool model_freeze(model *m)
{
    freeze_number(m);
    model_settle(m);
    for (int i = 0; i < m->nodes.n; i++)
        if (m->nodes.items[i]->type->complete)
            m->nodes.items[i]->type->complete(m->nodes.items[i]);
    list_kinds(m);
    freezer f = {.pattern = csc_builder_create(m->n_unknowns)};
    array_reserve(&f.l.row, 8);
    array_reserve(&f.l.column, 8);
    for (int i = 0; i < m->elems.n; i++)
        if (m->elems.items[i]->type->connect)
            list_element(m, &f, m->elems.items[i]);
    for (int i = 0; m->problem.needs_diagonal_blocks && i < m->nodes.n; i++)
        list_node_block(&f, m->nodes.items[i]);
    m->matrix = csc_builder_finish(f.pattern, &m->slots);
    free(m->matrix->value);
    m->matrix->value = NULL;
    const int *slot = m->slots;
    for (int i = 0; i < m->elems.n; i++) {
        elem *e = m->elems.items[i];
        e->slot = slot;
        slot += e->n_slots;
    }
    csc_builder_destroy(f.pattern);
    layout_free(&f.l);
    array_free(&f.sources);
    return diag_errors(m->errors) == 0;
}
