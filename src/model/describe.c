/* describe.c - descriptions of unknowns and equations in words, with the source location that defined them. */
#include "model/model.h"
#include <stdio.h>

static size_t node_words(const node *node, const char *detail, char *out, size_t size)
{
    return (size_t)snprintf(out, size, "%s node %u%s%s", node->type->keyword, node->label, detail[0] ? ", " : "",
                            detail);
}

static size_t elem_words(const elem *element, int k, char *out, size_t size)
{
    char number[32];
    snprintf(number, sizeof number, "unknown %d", k + 1);
    const char *name = element->type->internal_name ? element->type->internal_name(element, k) : number;
    if (!element->type->keyword)
        return (size_t)snprintf(out, size, "%s %u, %s", element->type->card->name, element->label, name);
    return (size_t)snprintf(out, size, "%s %u (%s), %s", element->type->card->name, element->label,
                            element->type->keyword, name);
}

static size_t describe_elem(const model *model, int i, char *out, size_t size, source_location *location)
{
    for (int k = 0; k < model->elems.n; k++) {
        const elem *element = model->elems.items[k];
        if (element->n_internal > 0 && i >= element->internal && i < element->internal + element->n_internal) {
            *location = element->location;
            return elem_words(element, i - element->internal, out, size);
        }
    }
    return (size_t)snprintf(out, size, "unknown %d", i);
}

size_t model_describe_unknown(const model *model, int unknown, char *out, size_t size, source_location *location)
{
    for (int k = 0; k < model->nodes.n; k++) {
        const node *node = model->nodes.items[k];
        if (node->dof >= 0 && unknown >= node->dof && unknown < node->dof + node->n_dof) {
            *location = node->location;
            return node_words(node, node->type->dof_name ? node->type->dof_name(node, unknown - node->dof) : "", out,
                              size);
        }
    }
    return describe_elem(model, unknown, out, size, location);
}

static const char *balance_name(const node *node, int row)
{
    static const char *const SIX[] = {"force balance x",  "force balance y",  "force balance z",
                                      "moment balance x", "moment balance y", "moment balance z"};
    static const char *const MOMENTUM[] = {"momentum x",       "momentum y",       "momentum z",
                                           "momenta moment x", "momenta moment y", "momenta moment z"};
    if (node->pose < 0)
        return "balance";
    if (node->momentum >= 0 && row < node->row)
        return MOMENTUM[row - node->momentum_row];
    return SIX[row - node->row];
}

size_t model_describe_row(const model *model, int row, char *out, size_t size, source_location *location)
{
    for (int k = 0; k < model->nodes.n; k++) {
        const node *node = model->nodes.items[k];
        if (node->dof >= 0 && row >= node->dof && row < node->dof + node->n_dof) {
            *location = node->location;
            return node_words(node, balance_name(node, row), out, size);
        }
    }
    return describe_elem(model, row, out, size, location);
}
