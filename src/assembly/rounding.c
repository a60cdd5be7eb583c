/* rounding.c - rounding errors of each row that result from rounding of the unknowns.
 *
 *     noise_i = 4 eps sum_j |dr_i/dy_j| size_j        size_j: |y_j|; 1 where y_j is part of a rotation
 *
 * A stiff spring between nodes far from the origin, and a constraint that is divided by a tiny coefficient, have
 * residuals of this size at any solution that floating-point numbers can represent. */
#include "assembly/rounding.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double NOTHING = -1;

static void set_sizes(const model *model, const state *state, double *size)
{
    for (int j = 0; j < model->n_unknowns; j++)
        size[j] = fabs(state->y[j]);
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        for (int k = 3; node->pose >= 0 && node->has_rotation && k < 6; k++)
            size[node->dof + k] = 1;
    }
}

double *rounding_of_rows(equations *equations, const state *state)
{
    const model *model = equations->model;
    const size_t n = (size_t)model->n_unknowns;
    if (!equations->rounding)
        equations->rounding = heap_resize(NULL, size_product(2 * n + 1, sizeof *equations->rounding));
    double *noise = equations->rounding, *size = noise + n;
    set_sizes(model, state, size);
    memset(noise, 0, n * sizeof *noise);
    for (int j = 0; j < model->n_unknowns; j++) {
        const double by = 4 * DBL_EPSILON * size[j] / (model->kind[j] == DOF_DIFFERENTIAL ? state->dvalue : 1.0);
        for (int k = equations->matrix->start[j]; k < equations->matrix->start[j + 1]; k++)
            noise[equations->matrix->row[k]] += fabs(equations->matrix->value[k]) * by;
    }
    equations_sum(equations, noise);
    return noise;
}

void rounding_forgive(equations *equations, const state *state, arena *memory)
{
    const model *model = equations->model;
    if (!memchr(model->constrains, true, (size_t)model->n_unknowns))
        return;
    if (!equations->forgiven)
        equations->forgiven = ARENA_ARRAY(memory, double, model->n_unknowns);
    equations_jacobian(equations, state);
    memcpy(equations->forgiven, rounding_of_rows(equations, state),
           (size_t)model->n_unknowns * sizeof *equations->forgiven);
    for (int i = 0; i < model->n_unknowns; i++) {
        if (!model->constrains[i])
            equations->forgiven[i] = NOTHING;
        else if (model->divided[i])
            equations->forgiven[i] *= state->dvalue;
    }
    equations->forgives = true;
}
