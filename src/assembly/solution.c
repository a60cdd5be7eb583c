/* solution.c - the block of data of a solution, how it is copied, and how a correction moves the unknowns. */
#include "assembly/solution.h"
#include "math/rotation.h"
#include "model/hints.h"
#include <stdlib.h>
#include <string.h>

/* --- the block ---------------------------------------------------------------------------------------------------- */

enum { LINE = 64 }; /* each part is aligned to a cache line */

static void *solution_take(unsigned char *block, size_t *used, size_t bytes)
{
    void *area = block ? block + *used : NULL;
    *used += (bytes + LINE - 1) / LINE * LINE;
    return area;
}

/* Assigns each part its address and returns the sum of their sizes; without a block, returns only the sum. */
static size_t lay_out(solution *solution, unsigned char *block, bool has_accelerations, size_t extra)
{
    const model *model = solution->model;
    const size_t n = (size_t)solution->n, poses = (size_t)model->n_poses;
    size_t used = 0;
    solution->y = solution_take(block, &used, n * sizeof *solution->y);
    solution->yp = solution_take(block, &used, n * sizeof *solution->yp);
    solution->poses = solution_take(block, &used, poses * sizeof *solution->poses);
    solution->references = solution_take(block, &used, poses * sizeof *solution->references);
    solution->ypp = has_accelerations ? solution_take(block, &used, 6 * poses * sizeof *solution->ypp) : NULL;
    solution->variables =
        solution_take(block, &used, (size_t)symbols_count(model->names) * sizeof *solution->variables);
    solution->random = solution_take(block, &used, sizeof *solution->random);
    solution->memory = solution_take(block, &used, (size_t)model->plan->size * sizeof(double));
    solution->extra = solution_take(block, &used, extra);
    return used;
}

static state first_view(solution *solution, diag *errors)
{
    return (state){.y = solution->y,
                   .yp = solution->yp,
                   .poses = solution->poses,
                   .y_prev = solution->y,
                   .yp_prev = solution->yp,
                   .poses_prev = solution->poses,
                   .ypp = solution->ypp,
                   .model = solution->model,
                   .errors = errors,
                   .memory = solution->memory,
                   .variables = solution->variables,
                   .random = solution->random,
                   .hint_instances = solution->hint_instances,
                   .failed = &solution->failed,
                   .dvalue = 1,
                   .drate = 1};
}

solution *solution_create(const model *model, size_t extra, diag *errors, arena *arrays)
{
    solution *u = ARENA_NEW(arrays, solution);
    u->model = model;
    u->n = model->n_unknowns;
    const bool has_accelerations = solution_list_accelerated(u, arrays) > 0;
    u->size = lay_out(u, NULL, has_accelerations, extra);
    u->block = heap_aligned(LINE, u->size);
    lay_out(u, u->block, has_accelerations, extra);
    u->hint_instances = ARENA_ARRAY(arrays, hint_instance, model->hints.n);
    u->state = first_view(u, errors);
    symbols_values(model->names, u->variables);
    *u->random = symbols_random(model->names);
    memory_start(model->plan, u->memory);
    return u;
}

void solution_destroy(solution *solution)
{
    if (!solution)
        return;
    hint_instances_free(solution->hint_instances, solution->model->hints.n);
    free(solution->block);
}

/* --- copying ------------------------------------------------------------------------------------------------------ */

/* Returns the address in one block that corresponds to a pointer into another. */
static const void *same_position(const solution *to, const solution *from, const void *p)
{
    return to->block + ((const unsigned char *)p - from->block);
}

bool solution_copy(solution *to, const solution *from)
{
    const bool other_hints = hints_differ(to->model, to->memory, from->memory);
    memcpy(to->block, from->block, to->size);
    state now = from->state;
    now.y = to->y, now.yp = to->yp, now.poses = to->poses, now.ypp = to->ypp;
    now.y_prev = same_position(to, from, from->state.y_prev);
    now.yp_prev = same_position(to, from, from->state.yp_prev);
    now.poses_prev = same_position(to, from, from->state.poses_prev);
    now.memory = to->memory, now.variables = to->variables, now.random = to->random;
    now.hint_instances = to->hint_instances, now.failed = &to->failed, now.errors = to->state.errors;
    now.peers = to->state.peers, now.participant = to->state.participant;
    to->state = now;
    to->failed = from->failed;
    return !other_hints || hints_build(to->model, to->memory, to->hint_instances, to->state.errors);
}

solution *solution_clone(const solution *u, arena *arrays)
{
    const size_t before = (size_t)((unsigned char *)u->extra - u->block);
    solution *copy = solution_create(u->model, u->size - before, u->state.errors, arrays);
    solution_copy(copy, u);
    return copy;
}

void solution_set_time(solution *solution, double t, double dt, int step)
{
    solution->state.t = t;
    solution->state.dt = dt;
    solution->state.step = step;
    solution->variables[solution->model->time->index].r = t;
    solution->variables[solution->model->time_step->index].r = dt;
    solution->variables[solution->model->step->index].i = step;
}

/* --- phases ------------------------------------------------------------------------------------------------------- */

void solution_initial(solution *solution)
{
    initial_values initial = {.y = solution->y, .yp = solution->yp, .poses = solution->poses};
    for (int i = 0; i < solution->model->nodes.n; i++)
        solution->model->nodes.items[i]->type->initial(solution->model->nodes.items[i], &initial);
    solution_rebase(solution);
}

void solution_internal(solution *solution)
{
    initial_values initial = {.y = solution->y, .yp = solution->yp, .poses = solution->poses};
    for (int i = 0; i < solution->model->elems.n; i++)
        if (solution->model->elems.items[i]->type->initial)
            solution->model->elems.items[i]->type->initial(&solution->state, solution->model->elems.items[i], &initial);
}

void solution_start(solution *solution)
{
    solution_internal(solution);
    for (int i = 0; i < solution->model->elems.n; i++)
        elem_start(&solution->state, solution->model->elems.items[i], solution->memory);
}

void solution_accept(solution *solution)
{
    const model *model = solution->model;
    solution_accelerations(solution);
    for (int i = 0; i < model->elems.n; i++)
        elem_accept(&solution->state, model->elems.items[i], solution->memory);
    for (int i = 0; i < model->nodes.n; i++)
        if (model->nodes.items[i]->type->accept)
            model->nodes.items[i]->type->accept(&solution->state, model->nodes.items[i], solution->memory);
    for (int i = 0; i < model->drives_with_history.n; i++)
        model->drives_with_history.items[i]->type->accept(&solution->state, model->drives_with_history.items[i],
                                                          solution->memory);
    for (int k = 0; k < model->hints.n; k++)
        for (int i = 0; i < solution->hint_instances[k].remembering.n; i++)
            if (solution->hint_instances[k].remembering.items[i]->type->accept)
                solution->hint_instances[k].remembering.items[i]->type->accept(
                    &solution->state, solution->hint_instances[k].remembering.items[i], solution->memory);
}

void solution_rebase(solution *solution)
{
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose < 0)
            continue;
        pose *pose = &solution->poses[node->pose];
        solution->references[node->pose] = (pose_reference){.R = pose->R, .w = pose->w};
        pose_set_angular_velocity(pose, pose->w);
        if (node->has_rotation) {
            vec3_store(solution->y + node->dof + 3, (vec3){0, 0, 0});
            vec3_store(solution->yp + node->dof + 3, (vec3){0, 0, 0});
        }
    }
}

void solution_update(solution *solution)
{
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose < 0)
            continue;
        pose *pose = &solution->poses[node->pose];
        pose->x = vec3_load(solution->y + node->dof);
        pose->v = vec3_load(solution->yp + node->dof);
        if (node->has_rotation)
            pose_rotate(pose, &solution->references[node->pose], vec3_load(solution->y + node->dof + 3),
                        vec3_load(solution->yp + node->dof + 3));
    }
}

/* The derivatives phase finds momenta, their derivatives and reactions; positions and velocities remain constant. */
static void hold_motion(const solution *solution, double *d)
{
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        for (int k = 0; node->pose >= 0 && k < (node->has_rotation ? 6 : 3); k++)
            d[node->dof + k] = 0;
    }
}

/* Adds G(g)^-1 d - d = g (g'd) / 4 - g x d / 2 to g', and c times as much to g. */
static void add_finite_rotations(solution *solution, const double *d, double c)
{
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose < 0 || !node->has_rotation)
            continue;
        double *y = solution->y + node->dof + 3, *yp = solution->yp + node->dof + 3;
        const vec3 g = vec3_load(y), spin = vec3_load(d + node->dof + 3);
        if (g.x == 0 && g.y == 0 && g.z == 0)
            continue;
        const vec3 extra = vec3_axpy(vec3_scale(0.25 * vec3_dot(g, spin), g), -0.5, vec3_cross(g, spin));
        vec3_accumulate(y, vec3_scale(c, extra));
        vec3_accumulate(yp, extra);
    }
}

void solution_move(solution *solution, const double *d, double c)
{
    const unsigned char *kind = solution->model->kind;
    add_finite_rotations(solution, d, c);
    for (int i = 0; i < solution->n; i++) {
        if (kind[i] == DOF_DIFFERENTIAL) {
            solution->yp[i] += d[i];
            solution->y[i] += c * d[i];
        } else {
            solution->y[i] += d[i];
        }
    }
    solution_update(solution);
}

void solution_correct(solution *solution, double *d, double c)
{
    if (solution->state.now == PHASE_DERIVATIVES)
        hold_motion(solution, d);
    solution_move(solution, d, c);
    if (solution->reads_accelerations && solution->state.now != PHASE_DERIVATIVES)
        solution_accelerations(solution);
}
