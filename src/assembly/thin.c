/* thin.c - the matrix of a derivatives phase with a tiny coefficient, scaled. */
#include "assembly/thin.h"
#include <stdlib.h>

static double *thin_numbers(int n) { return heap_resize(NULL, (size_t)n * sizeof(double)); }

thin_scale *thin_create(const model *model, const csc *matrix)
{
    thin_scale *t = heap_resize(NULL, sizeof *t);
    *t = (thin_scale){
        .matrix = *matrix, .row = thin_numbers(model->n_unknowns), .column = thin_numbers(model->n_unknowns)};
    t->matrix.value = thin_numbers(csc_entries(matrix));
    return t;
}

void thin_destroy(thin_scale *thin_scale)
{
    if (!thin_scale)
        return;
    free(thin_scale->matrix.value);
    free(thin_scale->row);
    free(thin_scale->column);
    free(thin_scale);
}

static bool is_reaction(const elem *element, int k)
{
    return !element->kinds || element->kinds[k] == INTERNAL_CONSTRAINT ||
           element->kinds[k] == INTERNAL_PLAIN_CONSTRAINT || element->kinds[k] == INTERNAL_VELOCITY_CONSTRAINT;
}

static void find_node(thin_scale *thin_scale, const node *node, double c)
{
    if (node->pose < 0 || node->dof < 0)
        return;
    for (int k = 0; k < (node->has_rotation ? 6 : 3); k++) {
        thin_scale->row[node->row + k] = c;
        if (node->momentum >= 0)
            thin_scale->column[node->momentum + k] = 1.0 / c;
    }
}

const csc *thin_scaled(thin_scale *thin_scale, const model *model, double c, const csc *matrix)
{
    for (int i = 0; i < model->n_unknowns; i++)
        thin_scale->row[i] = thin_scale->column[i] = 1.0;
    for (int i = 0; i < model->nodes.n; i++)
        find_node(thin_scale, model->nodes.items[i], c);
    for (int i = 0; i < model->elems.n; i++)
        for (int k = 0; k < model->elems.items[i]->n_internal; k++)
            if (is_reaction(model->elems.items[i], k))
                thin_scale->column[model->elems.items[i]->internal + k] = 1.0 / c;
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
            thin_scale->matrix.value[k] = matrix->value[k] * thin_scale->row[matrix->row[k]] * thin_scale->column[j];
    return &thin_scale->matrix;
}
