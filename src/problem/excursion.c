/* excursion.c - moves a solution along its motion, and back. */
#include "problem/excursion.h"
#include "math/rotation.h"
#include <string.h>

void excursion_prepare(excursion *excursion, run *run, arena *memory)
{
    const int n = run->model->n_unknowns;
    excursion->run = run;
    excursion->motion = ARENA_ARRAY(memory, double, n);
    excursion->a = ARENA_ARRAY(memory, double, n);
    excursion->rate = ARENA_ARRAY(memory, double, n);
    excursion->y = ARENA_ARRAY(memory, double, n);
    excursion->yp = ARENA_ARRAY(memory, double, n);
    excursion->poses = ARENA_ARRAY(memory, pose, run->model->n_poses);
    excursion->variables = ARENA_ARRAY(memory, value, symbols_count(run->model->names));
}

void excursion_begin(excursion *excursion)
{
    const solution *solution = excursion->run->solution;
    memcpy(excursion->y, solution->y, (size_t)solution->n * sizeof *excursion->y);
    memcpy(excursion->yp, solution->yp, (size_t)solution->n * sizeof *excursion->yp);
    memcpy(excursion->poses, solution->poses, (size_t)solution->model->n_poses * sizeof *excursion->poses);
    memcpy(excursion->variables, solution->variables,
           (size_t)symbols_count(solution->model->names) * sizeof *excursion->variables);
    excursion->instant = solution->state;
    excursion->instant.y = excursion->y;
    excursion->instant.yp = excursion->yp;
    excursion->instant.poses = excursion->poses;
    excursion->instant.variables = excursion->variables;
}

static void move_momenta(const excursion *excursion, const node *node, double h)
{
    for (int k = 0; node->momentum >= 0 && k < (node->has_rotation ? 6 : 3); k++)
        excursion->run->solution->y[node->momentum + k] =
            excursion->y[node->momentum + k] + h * excursion->yp[node->momentum + k];
}

static void move_node(const excursion *excursion, const node *node, double by, double h)
{
    solution *solution = excursion->run->solution;
    const double *v = excursion->motion + node->dof, *a = excursion->a + node->dof;
    pose *p = &solution->poses[node->pose];
    const pose *at = &excursion->poses[node->pose];
    p->x = vec3_axpy(vec3_axpy(at->x, by, vec3_load(v)), h * by / 2, vec3_load(a));
    p->v = vec3_axpy(vec3_load(v), h, vec3_load(a));
    vec3_store(solution->y + node->dof, p->x);
    vec3_store(solution->yp + node->dof, p->v);
    move_momenta(excursion, node, h);
    if (!node->has_rotation)
        return;
    const vec3 angle = vec3_axpy(vec3_scale(by, vec3_load(v + 3)), h * by / 2, vec3_load(a + 3));
    const mat3 rotation = rotation_exp(angle);
    p->R = mat3_mul(&rotation, &at->R);
    p->w = vec3_axpy(vec3_load(v + 3), h, vec3_load(a + 3));
    vec3_store(solution->y + node->dof + 3, angle);
}

static void move_coordinates(const excursion *excursion, const elem *element, double by, double h)
{
    for (int k = 0; element->kinds && k < element->n_internal; k++) {
        const int i = element->internal + k;
        if (element->kinds[k] != INTERNAL_COORDINATE)
            continue;
        excursion->run->solution->y[i] = excursion->y[i] + by * excursion->motion[i] + h * by / 2 * excursion->a[i];
        excursion->run->solution->yp[i] = excursion->motion[i] + h * excursion->a[i];
    }
}

void excursion_move(const excursion *excursion, double by, bool with_accelerations)
{
    run *run = excursion->run;
    const double h = with_accelerations ? by : 0;
    run->solution->state.instant = &excursion->instant;
    run_set_time(run, excursion->instant.t + by, run->solution->state.dt, run->solution->state.step);
    for (int i = 0; i < run->model->nodes.n; i++) {
        const node *node = run->model->nodes.items[i];
        if (node->pose >= 0 && node->dof >= 0)
            move_node(excursion, node, by, h);
    }
    for (int i = 0; i < run->model->elems.n; i++)
        move_coordinates(excursion, run->model->elems.items[i], by, h);
}

void excursion_return(const excursion *excursion)
{
    solution *solution = excursion->run->solution;
    memcpy(solution->y, excursion->y, (size_t)solution->n * sizeof *excursion->y);
    memcpy(solution->yp, excursion->yp, (size_t)solution->n * sizeof *excursion->yp);
    memcpy(solution->poses, excursion->poses, (size_t)solution->model->n_poses * sizeof *excursion->poses);
    run_set_time(excursion->run, excursion->instant.t, solution->state.dt, solution->state.step);
    solution->state.instant = NULL;
}

void excursion_add_rates(const excursion *excursion, double *to)
{
    const model *model = excursion->run->model;
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        if (!element->type->rate)
            continue;
        memset(excursion->rate, 0, (size_t)element->n_internal * sizeof *excursion->rate);
        element->type->rate(&excursion->run->solution->state, element, excursion->rate);
        for (int k = 0; k < element->n_internal; k++)
            to[element->internal + k] += excursion->rate[k];
    }
}

void excursion_rates_after(const excursion *excursion, double by, double *to)
{
    excursion_move(excursion, by, false);
    equations_product(excursion->run->equations, &excursion->run->solution->state, excursion->motion, to);
    excursion_add_rates(excursion, to);
    excursion_return(excursion);
}
