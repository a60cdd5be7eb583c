/* describe.c - unknowns and equations in words, with the place in the deck that made them. */
#include "model/model.h"
#include <stdio.h>

static size_t node_words(const node *n, const char *detail, char *out, size_t size)
{
    return (size_t)snprintf(out, size, "%s node %u%s%s", n->type->keyword, n->label, detail[0] ? ", " : "", detail);
}

static size_t elem_words(const elem *e, int k, char *out, size_t size)
{
    char number[32];
    snprintf(number, sizeof number, "unknown %d", k + 1);
    const char *name = e->type->own_name ? e->type->own_name(e, k) : number;
    if (!e->type->keyword)
        return (size_t)snprintf(out, size, "%s %u, %s", e->type->card->name, e->label, name);
    return (size_t)snprintf(out, size, "%s %u (%s), %s", e->type->card->name, e->label, e->type->keyword, name);
}

static size_t describe_elem(const model *m, int i, char *out, size_t size, place *where)
{
    for (int k = 0; k < m->elems.n; k++) {
        const elem *e = m->elems.items[k];
        if (e->n_own > 0 && i >= e->own && i < e->own + e->n_own) {
            *where = e->where;
            return elem_words(e, i - e->own, out, size);
        }
    }
    return (size_t)snprintf(out, size, "unknown %d", i);
}

size_t model_describe_unknown(const model *m, int unknown, char *out, size_t size, place *where)
{
    for (int k = 0; k < m->nodes.n; k++) {
        const node *n = m->nodes.items[k];
        if (n->dof >= 0 && unknown >= n->dof && unknown < n->dof + n->n_dof) {
            *where = n->where;
            return node_words(n, n->type->dof_name ? n->type->dof_name(n, unknown - n->dof) : "", out, size);
        }
    }
    return describe_elem(m, unknown, out, size, where);
}

static const char *balance_name(const node *n, int row)
{
    static const char *const SIX[] = {"force balance x",  "force balance y",  "force balance z",
                                      "moment balance x", "moment balance y", "moment balance z"};
    static const char *const MOMENTUM[] = {"momentum x",       "momentum y",       "momentum z",
                                           "momenta moment x", "momenta moment y", "momenta moment z"};
    if (n->pose < 0)
        return "balance";
    if (n->momentum >= 0 && row < n->row)
        return MOMENTUM[row - n->momentum_row];
    return SIX[row - n->row];
}

size_t model_describe_row(const model *m, int row, char *out, size_t size, place *where)
{
    for (int k = 0; k < m->nodes.n; k++) {
        const node *n = m->nodes.items[k];
        if (n->dof >= 0 && row >= n->dof && row < n->dof + n->n_dof) {
            *where = n->where;
            return node_words(n, balance_name(n, row), out, size);
        }
    }
    return describe_elem(m, row, out, size, where);
}
