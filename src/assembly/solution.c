/* solution.c - the block behind a state, how it is copied, and how a correction moves the unknowns. */
#include "assembly/solution.h"
#include "math/rotation.h"
#include "model/hints.h"
#include <stdlib.h>
#include <string.h>

/* --- the block ---------------------------------------------------------------------------------------------------- */

enum { LINE = 64 }; /* areas begin with a line of the cache */

static void *solution_take(unsigned char *block, size_t *used, size_t bytes)
{
    void *area = block ? block + *used : NULL;
    *used += (bytes + LINE - 1) / LINE * LINE;
    return area;
}

/* Gives each area its place; without a block the sum of their sizes alone. */
static size_t lay_out(solution *u, unsigned char *block, bool has_accelerations, size_t extra)
{
    const model *m = u->m;
    const size_t n = (size_t)u->n, poses = (size_t)m->n_poses;
    size_t used = 0;
    u->y = solution_take(block, &used, n * sizeof *u->y);
    u->yp = solution_take(block, &used, n * sizeof *u->yp);
    u->poses = solution_take(block, &used, poses * sizeof *u->poses);
    u->R_ref = solution_take(block, &used, poses * sizeof *u->R_ref);
    u->ypp = has_accelerations ? solution_take(block, &used, 6 * poses * sizeof *u->ypp) : NULL;
    u->variables = solution_take(block, &used, (size_t)symbols_count(m->names) * sizeof *u->variables);
    u->random = solution_take(block, &used, sizeof *u->random);
    u->memory = solution_take(block, &used, (size_t)m->plan->size * sizeof(double));
    u->extra = solution_take(block, &used, extra);
    return used;
}

static state first_view(solution *u, diag *errors)
{
    return (state){.y = u->y,
                   .yp = u->yp,
                   .poses = u->poses,
                   .y_prev = u->y,
                   .yp_prev = u->yp,
                   .at_prev = u->poses,
                   .ypp = u->ypp,
                   .model = u->m,
                   .errors = errors,
                   .memory = u->memory,
                   .variables = u->variables,
                   .random = u->random,
                   .rooms = u->rooms,
                   .failed = &u->failed,
                   .dvalue = 1,
                   .drate = 1};
}

solution *solution_create(const model *m, size_t extra, diag *errors, arena *arrays)
{
    solution *u = ARENA_NEW(arrays, solution);
    u->m = m;
    u->n = m->n_unknowns;
    const bool has_accelerations = solution_list_accelerated(u, arrays) > 0;
    u->size = lay_out(u, NULL, has_accelerations, extra);
    u->block = heap_aligned(LINE, u->size);
    lay_out(u, u->block, has_accelerations, extra);
    u->rooms = ARENA_ARRAY(arrays, room, m->hints.n);
    u->s = first_view(u, errors);
    symbols_values(m->names, u->variables);
    *u->random = symbols_random(m->names);
    memory_start(m->plan, u->memory);
    return u;
}

void solution_destroy(solution *u)
{
    if (!u)
        return;
    rooms_free(u->rooms, u->m->hints.n);
    free(u->block);
}

/* --- copying ------------------------------------------------------------------------------------------------------ */

/* The place in one block that a pointer into another one has there. */
static const void *same_place(const solution *to, const solution *from, const void *p)
{
    return to->block + ((const unsigned char *)p - from->block);
}

bool solution_copy(solution *to, const solution *from)
{
    const bool other_hints = hints_differ(to->m, to->memory, from->memory);
    memcpy(to->block, from->block, to->size);
    state now = from->s;
    now.y = to->y, now.yp = to->yp, now.poses = to->poses, now.ypp = to->ypp;
    now.y_prev = same_place(to, from, from->s.y_prev);
    now.yp_prev = same_place(to, from, from->s.yp_prev);
    now.at_prev = same_place(to, from, from->s.at_prev);
    now.memory = to->memory, now.variables = to->variables, now.random = to->random;
    now.rooms = to->rooms, now.failed = &to->failed, now.errors = to->s.errors;
    now.peers = to->s.peers, now.participant = to->s.participant;
    to->s = now;
    to->failed = from->failed;
    return !other_hints || hints_build(to->m, to->memory, to->rooms, to->s.errors);
}

solution *solution_clone(const solution *u, arena *arrays)
{
    const size_t before = (size_t)((unsigned char *)u->extra - u->block);
    solution *copy = solution_create(u->m, u->size - before, u->s.errors, arrays);
    solution_copy(copy, u);
    return copy;
}

void solution_set_time(solution *u, double t, double dt, int step)
{
    u->s.t = t;
    u->s.dt = dt;
    u->s.step = step;
    u->variables[u->m->time->index].r = t;
    u->variables[u->m->time_step->index].r = dt;
    u->variables[u->m->step->index].i = step;
}

/* --- phases ------------------------------------------------------------------------------------------------------- */

void solution_initial(solution *u)
{
    initial_values v = {.y = u->y, .yp = u->yp, .poses = u->poses};
    for (int i = 0; i < u->m->nodes.n; i++)
        u->m->nodes.items[i]->type->initial(u->m->nodes.items[i], &v);
    solution_rebase(u);
}

void solution_own(solution *u)
{
    initial_values v = {.y = u->y, .yp = u->yp, .poses = u->poses};
    for (int i = 0; i < u->m->elems.n; i++)
        if (u->m->elems.items[i]->type->initial)
            u->m->elems.items[i]->type->initial(&u->s, u->m->elems.items[i], &v);
}

void solution_start(solution *u)
{
    solution_own(u);
    for (int i = 0; i < u->m->elems.n; i++)
        elem_start(&u->s, u->m->elems.items[i], u->memory);
}

void solution_accept(solution *u)
{
    const model *m = u->m;
    solution_accelerations(u);
    for (int i = 0; i < m->elems.n; i++)
        elem_accept(&u->s, m->elems.items[i], u->memory);
    for (int i = 0; i < m->nodes.n; i++)
        if (m->nodes.items[i]->type->accept)
            m->nodes.items[i]->type->accept(&u->s, m->nodes.items[i], u->memory);
    for (int i = 0; i < m->drives_with_history.n; i++)
        m->drives_with_history.items[i]->type->accept(&u->s, m->drives_with_history.items[i], u->memory);
    for (int k = 0; k < m->hints.n; k++)
        for (int i = 0; i < u->rooms[k].remembering.n; i++)
            if (u->rooms[k].remembering.items[i]->type->accept)
                u->rooms[k].remembering.items[i]->type->accept(&u->s, u->rooms[k].remembering.items[i], u->memory);
}

void solution_rebase(solution *u)
{
    for (int i = 0; i < u->m->nodes.n; i++) {
        const node *n = u->m->nodes.items[i];
        if (n->pose < 0)
            continue;
        pose *p = &u->poses[n->pose];
        u->R_ref[n->pose] = p->R;
        p->w_ref = p->w;
        if (n->has_rotation) {
            vec3_store(u->y + n->dof + 3, (vec3){0, 0, 0});
            vec3_store(u->yp + n->dof + 3, (vec3){0, 0, 0});
        }
    }
}

static void update_rotation(const double *y, const double *yp, const mat3 *R_ref, pose *p)
{
    const vec3 g = vec3_load(y), gp = vec3_load(yp);
    const mat3 D = rotation_from_cgr(g), G = rotation_cgr_spin(g);
    p->R = mat3_mul(&D, R_ref);
    p->w = vec3_add(mat3_mulv(&G, gp), mat3_mulv(&D, p->w_ref));
}

void solution_update(solution *u)
{
    for (int i = 0; i < u->m->nodes.n; i++) {
        const node *n = u->m->nodes.items[i];
        if (n->pose < 0)
            continue;
        pose *p = &u->poses[n->pose];
        p->x = vec3_load(u->y + n->dof);
        p->v = vec3_load(u->yp + n->dof);
        if (n->has_rotation)
            update_rotation(u->y + n->dof + 3, u->yp + n->dof + 3, &u->R_ref[n->pose], p);
    }
}

/* The derivatives phase finds momenta, their derivatives and reactions; positions and velocities stay as they are. */
static void hold_motion(const solution *u, double *d)
{
    for (int i = 0; i < u->m->nodes.n; i++) {
        const node *n = u->m->nodes.items[i];
        for (int k = 0; n->pose >= 0 && k < (n->has_rotation ? 6 : 3); k++)
            d[n->dof + k] = 0;
    }
}

void solution_correct(solution *u, double *d, double c)
{
    const unsigned char *kind = u->m->kind;
    if (u->s.now == PHASE_DERIVATIVES)
        hold_motion(u, d);
    for (int i = 0; i < u->n; i++) {
        if (kind[i] == DOF_DIFFERENTIAL) {
            u->yp[i] += d[i];
            u->y[i] += c * d[i];
        } else {
            u->y[i] += d[i];
        }
    }
    solution_update(u);
    if (u->reads_accelerations && u->s.now != PHASE_DERIVATIVES)
        solution_accelerations(u);
}
