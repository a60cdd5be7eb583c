/* index1.c - the rows of the index 1 system. */
#include "problem/index1.h"
#include <string.h>

void index1_prepare(index1 *system, run *run, arena *memory)
{
    const int n = run->model->n_unknowns;
    excursion_prepare(&system->path, run, memory);
    system->kind = ARENA_ARRAY(memory, row_kind, n);
    system->is_motion = ARENA_ARRAY(memory, bool, n);
    system->left_out = ARENA_ARRAY(memory, bool, run->equations->n_order);
    system->value = ARENA_ARRAY(memory, double, n);
    system->rate = ARENA_ARRAY(memory, double, n);
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

static void list_nodes(const index1 *system, const model *model)
{
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        for (int k = 0; node->pose >= 0 && node->dof >= 0 && k < (node->has_rotation ? 6 : 3); k++) {
            system->is_motion[node->dof + k] = true;
            if (node->momentum >= 0)
                system->kind[node->momentum_row + k] = ROW_MOMENTUM;
        }
    }
}

static row_kind kind_of(const elem *element, int k)
{
    const internal_kind kind = element->kinds ? element->kinds[k] : INTERNAL_CONSTRAINT;
    return kind == INTERNAL_CONSTRAINT || kind == INTERNAL_PLAIN_CONSTRAINT ? ROW_POSITION
           : kind == INTERNAL_VELOCITY_CONSTRAINT                           ? ROW_VELOCITY
                                                                            : ROW_OTHER;
}

static void list_internal(const index1 *system, const model *model)
{
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        for (int k = 0; k < element->n_internal; k++) {
            system->kind[element->internal + k] = kind_of(element, k);
            system->is_motion[element->internal + k] = element->kinds && element->kinds[k] == INTERNAL_COORDINATE;
        }
    }
}

/* A constraint that depends on other unknowns, or on its own multiplier, is not differentiated. */
static void leave_mixed(const index1 *system, const csc *matrix)
{
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; !system->is_motion[j] && k < matrix->start[j + 1]; k++)
            if (system->kind[matrix->row[k]] >= ROW_POSITION && matrix->value[k] != 0)
                system->kind[matrix->row[k]] = ROW_OTHER;
}

static void leave_elements(const index1 *system, const equations *equations)
{
    for (int i = 0; i < equations->n_order; i++) {
        const elem *element = equations->order[i];
        system->left_out[i] = true;
        for (int k = 0; k < element->n; k++)
            if (element->row[k] >= 0 && system->kind[element->row[k]] != ROW_OTHER)
                system->left_out[i] = false;
    }
}

void index1_list_rows(index1 *system)
{
    run *run = system->path.run;
    run->solution->state.dvalue = system->c, run->solution->state.drate = 1;
    equations_jacobian(run->equations, &run->solution->state);
    memset(system->kind, 0, (size_t)run->model->n_unknowns * sizeof *system->kind);
    list_nodes(system, run->model);
    list_internal(system, run->model);
    leave_mixed(system, run->equations->matrix);
    leave_elements(system, run->equations);
}

/* --- residual ----------------------------------------------------------------------------------------------------- */

void index1_load_motion(index1 *system)
{
    const solution *solution = system->path.run->solution;
    for (int i = 0; i < solution->n; i++)
        system->path.motion[i] = system->is_motion[i] ? solution->yp[i] : 0;
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose >= 0 && node->dof >= 0 && node->has_rotation)
            vec3_store(system->path.motion + node->dof + 3, solution->poses[node->pose].w);
    }
}

double index1_row_factor(const index1 *system, int row)
{
    return system->kind[row] == ROW_POSITION && !system->path.run->model->divided[row] ? system->c : 1;
}

void index1_residual(const index1 *system, bool is_first)
{
    const run *run = system->path.run;
    double *r = run->equations->r;
    equations_residual(run->equations, &run->solution->state);
    for (int i = 0; i < run->solution->n; i++)
        r[i] = system->kind[i] == ROW_OTHER ? r[i]
               : is_first                   ? system->c * index1_row_factor(system, i) * system->rate[i]
                                            : 0;
    for (int i = 0; is_first && i < run->model->nodes.n; i++) {
        const node *node = run->model->nodes.items[i];
        for (int k = 0; node->momentum >= 0 && k < (node->has_rotation ? 6 : 3); k++)
            r[node->momentum_row + k] -= system->c * run->solution->yp[node->momentum + k];
    }
}
