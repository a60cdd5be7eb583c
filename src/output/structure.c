/* structure.c - the model's unknowns, equations and connections in words, as the `print` card asks for them.
 *
 *     structural(1): 12 1->12                         who owns how many unknowns, and which (counted from 1)
 *         dof 1: structural node 1, position x        dof description
 *         eq 1: structural node 1, momentum x         equation description
 *     joint(3): structural(1) structural(2)           element connection: the nodes it acts on
 *     structural(1): body(1) joint(3)                 node connection: the elements that act on it */
#include "output/output.h"
#include <stdlib.h>

static void name_node(const node *n, text *to) { text_printf(to, "%s(%u)", n->type->keyword, n->label); }

static void name_elem(const elem *e, text *to) { text_printf(to, "%s(%u)", e->type->card, e->label); }

/* What both unknowns and rows are: numbers from `first` on with a meaning each. */
static void describe(const model *m, int first, int n, size_t (*in_words)(const model *, int, char *, size_t, place *),
                     const char *what, text *to)
{
    for (int i = first; i < first + n; i++) {
        char words[256];
        place where;
        in_words(m, i, words, sizeof words, &where);
        text_printf(to, "    %s %d: %s\n", what, i + 1, words);
    }
}

static void describe_owner(const model *m, int first, int n, text *to)
{
    text_printf(to, ": %d %d->%d\n", n, first + 1, first + n);
    if (m->options.print & PRINT_DOF)
        describe(m, first, n, model_describe_unknown, "dof", to);
    if (m->options.print & PRINT_EQUATION)
        describe(m, first, n, model_describe_row, "eq", to);
}

static void list_owners(const model *m, text *to)
{
    for (int i = 0; i < m->nodes.n; i++) {
        const node *n = m->nodes.at[i];
        if (n->n_dof == 0)
            continue;
        name_node(n, to);
        describe_owner(m, n->dof, n->n_dof, to);
    }
    for (int i = 0; i < m->elems.n; i++) {
        const elem *e = m->elems.at[i];
        if (e->n_own == 0)
            continue;
        name_elem(e, to);
        describe_owner(m, e->own, e->n_own, to);
    }
}

/* The node (index) of every row, -1 for rows of elements. */
static int *map_rows(const model *m)
{
    int *node_of = heap_resize(NULL, ((size_t)m->n_unknowns + 1) * sizeof *node_of);
    for (int i = 0; i < m->n_unknowns; i++)
        node_of[i] = -1;
    for (int i = 0; i < m->nodes.n; i++)
        for (int k = 0; k < m->nodes.at[i]->n_dof; k++)
            node_of[m->nodes.at[i]->dof + k] = i;
    return node_of;
}

static bool acts_on(const elem *e, const int *node_of, int which)
{
    for (int k = 0; k < e->n; k++)
        if (e->row[k] >= 0 && node_of[e->row[k]] == which)
            return true;
    return false;
}

static void list_nodes_of(const model *m, const elem *e, const int *node_of, text *to)
{
    name_elem(e, to);
    text_char(to, ':');
    int last = -1;
    for (int k = 0; k < e->n; k++) {
        const int which = e->row[k] < 0 ? -1 : node_of[e->row[k]];
        if (which < 0 || which == last)
            continue;
        last = which;
        text_char(to, ' ');
        name_node(m->nodes.at[which], to);
    }
    text_char(to, '\n');
}

static void list_elements_on(const model *m, int which, const int *node_of, text *to)
{
    name_node(m->nodes.at[which], to);
    text_char(to, ':');
    for (int i = 0; i < m->elems.n; i++) {
        if (!acts_on(m->elems.at[i], node_of, which))
            continue;
        text_char(to, ' ');
        name_elem(m->elems.at[i], to);
    }
    text_char(to, '\n');
}

void output_structure(const model *m, text *to)
{
    const unsigned print = m->options.print;
    int *node_of = map_rows(m);
    if (print & (PRINT_DOF_STATS | PRINT_DOF | PRINT_EQUATION))
        list_owners(m, to);
    for (int i = 0; (print & PRINT_ELEMENT_CONNECTION) && i < m->elems.n; i++)
        list_nodes_of(m, m->elems.at[i], node_of, to);
    for (int i = 0; (print & PRINT_NODE_CONNECTION) && i < m->nodes.n; i++)
        list_elements_on(m, i, node_of, to);
    free(node_of);
}
