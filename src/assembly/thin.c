/* thin.c - the matrix of a derivatives phase with a tiny coefficient, scaled. */
#include "assembly/thin.h"
#include <stdlib.h>

static double *thin_numbers(int n) { return heap_resize(NULL, (size_t)n * sizeof(double)); }

thin_scale *thin_create(const model *m, const csc *J)
{
    thin_scale *t = heap_resize(NULL, sizeof *t);
    *t = (thin_scale){.matrix = *J, .row = thin_numbers(m->n_unknowns), .column = thin_numbers(m->n_unknowns)};
    t->matrix.value = thin_numbers(csc_entries(J));
    return t;
}

void thin_destroy(thin_scale *t)
{
    if (!t)
        return;
    free(t->matrix.value);
    free(t->row);
    free(t->column);
    free(t);
}

static bool is_reaction(const elem *e, int k)
{
    return !e->kinds || e->kinds[k] == OWN_CONSTRAINT || e->kinds[k] == OWN_PLAIN_CONSTRAINT ||
           e->kinds[k] == OWN_VELOCITY_CONSTRAINT;
}

static void find_node(thin_scale *t, const node *n, double c)
{
    if (n->pose < 0 || n->dof < 0)
        return;
    for (int k = 0; k < (n->has_rotation ? 6 : 3); k++) {
        t->row[n->row + k] = c;
        if (n->momentum >= 0)
            t->column[n->momentum + k] = 1.0 / c;
    }
}

const csc *thin_scaled(thin_scale *t, const model *m, double c, const csc *J)
{
    for (int i = 0; i < m->n_unknowns; i++)
        t->row[i] = t->column[i] = 1.0;
    for (int i = 0; i < m->nodes.n; i++)
        find_node(t, m->nodes.items[i], c);
    for (int i = 0; i < m->elems.n; i++)
        for (int k = 0; k < m->elems.items[i]->n_own; k++)
            if (is_reaction(m->elems.items[i], k))
                t->column[m->elems.items[i]->own + k] = 1.0 / c;
    for (int j = 0; j < J->n; j++)
        for (int k = J->start[j]; k < J->start[j + 1]; k++)
            t->matrix.value[k] = J->value[k] * t->row[J->row[k]] * t->column[j];
    return &t->matrix;
}
