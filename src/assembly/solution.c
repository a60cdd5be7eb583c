/* solution.c - the arrays behind a state, and how a correction moves them. */
#include "assembly/solution.h"
#include "math/rotation.h"
#include <string.h>

solution *solution_create(const model *m, arena *memory)
{
    solution *u = ARENA_NEW(memory, solution);
    u->m = m;
    u->n = m->n_unknowns;
    u->y = ARENA_ARRAY(memory, double, u->n);
    u->yp = ARENA_ARRAY(memory, double, u->n);
    u->at = ARENA_ARRAY(memory, pose, m->n_poses);
    u->R_ref = ARENA_ARRAY(memory, mat3, m->n_poses);
    u->s = (state){.y = u->y,
                   .yp = u->yp,
                   .at = u->at,
                   .y_prev = u->y,
                   .yp_prev = u->yp,
                   .at_prev = u->at,
                   .failed = &u->failed,
                   .dvalue = 1,
                   .drate = 1};
    return u;
}

void solution_initial(solution *u)
{
    initial_values v = {.y = u->y, .yp = u->yp, .at = u->at};
    for (int i = 0; i < u->m->nodes.n; i++)
        u->m->nodes.at[i]->type->initial(u->m->nodes.at[i], &v);
    solution_rebase(u);
}

void solution_own(solution *u)
{
    initial_values v = {.y = u->y, .yp = u->yp, .at = u->at};
    for (int i = 0; i < u->m->elems.n; i++)
        if (u->m->elems.at[i]->type->initial)
            u->m->elems.at[i]->type->initial(&u->s, u->m->elems.at[i], &v);
}

void solution_start(solution *u)
{
    solution_own(u);
    for (int i = 0; i < u->m->elems.n; i++)
        if (u->m->elems.at[i]->type->start)
            u->m->elems.at[i]->type->start(&u->s, u->m->elems.at[i]);
}

void solution_rebase(solution *u)
{
    for (int i = 0; i < u->m->nodes.n; i++) {
        const node *n = u->m->nodes.at[i];
        if (n->pose < 0)
            continue;
        pose *p = &u->at[n->pose];
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
        const node *n = u->m->nodes.at[i];
        if (n->pose < 0)
            continue;
        pose *p = &u->at[n->pose];
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
        const node *n = u->m->nodes.at[i];
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
}
