/* ordinary.c - a model as ordinary differential equations, z' = f(z, t).
 *
 *     r(y, y', l, t) = 0    solved for y' and algebraic unknowns l at given y, by Newton's method:
 *     J = dr/d(y', l)       dvalue = 0, drate = 1
 *
 * States are the differential unknowns; the three parameters of a node's rotation, which are relative to a reference,
 * are replaced by the four Euler parameters of its orientation, which have no singularity:
 *
 *     q = (s, v),  |q| = 1      R = (s s - v.v) I + 2 v v' + 2 s v x      s' = -w.v / 2,   v' = (s w + w x v) / 2
 *
 * This needs J to be regular. Constraints on positions and velocities make it singular: the index of the equations is
 * too high. What remembers something from step to step, or talks to others, is not a function of state and time. */
#include "problem/ordinary.h"
#include "math/rotation.h"
#include "model/settable.h"
#include "problem/diag_rows.h"
#include "problem/run_internals.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { REASON = 256, EULER = 4 };

/* One unknown, or the orientation of a node. */
typedef struct {
    int unknown;
    const node *turns; /* NULL: the unknown itself */
} part;

struct ordinary {
    run *x;
    arena *memory;
    equations *e;
    part *parts;
    int n_parts, n;
    double *z; /* states that were set last: orientations are told in these numbers as long as they are the same */
    char reason[REASON];
};

/* --- what prevents it --------------------------------------------------------------------------------------------- */

static bool ordinary_refuse(ordinary *o, const char *of, unsigned label, const char *keyword, const char *why)
{
    snprintf(o->reason, sizeof o->reason, "%s %u%s%s%s %s", of, label, keyword ? " (" : "", keyword ? keyword : "",
             keyword ? ")" : "", why);
    return false;
}

static bool refuse_elem(ordinary *o, const elem *e, const char *why)
{
    return ordinary_refuse(o, e->type->card->name, e->label, e->type->keyword, why);
}

static bool has_constraints(const elem *e)
{
    for (int k = 0; k < e->n_own; k++)
        if (!e->kinds || e->kinds[k] == OWN_CONSTRAINT || e->kinds[k] == OWN_PLAIN_CONSTRAINT ||
            e->kinds[k] == OWN_VELOCITY_CONSTRAINT)
            return true;
    return false;
}

static bool elems_are_ordinary(ordinary *o)
{
    const model *m = o->x->m;
    for (int i = 0; i < m->elems.n; i++) {
        const elem *e = m->elems.items[i];
        if (has_constraints(e))
            return refuse_elem(o, e, "constrains the motion");
        if (e->type->exchange)
            return refuse_elem(o, e, "talks to somebody in each step");
        if (elem_history_of(e->type).rejects_step)
            return refuse_elem(o, e, "has events that no step may pass over");
    }
    return true;
}

/* What is set from outside stays as it is. */
static bool memories_are_ordinary(ordinary *o)
{
    static const char WHY[] = "remembers something from step to step";
    const model *m = o->x->m;
    if (m->drives_with_history.n > 0)
        return ordinary_refuse(o, "drive", m->drives_with_history.items[0]->label,
                               m->drives_with_history.items[0]->type->keyword, WHY);
    for (int i = 0; i < m->nodes.n; i++) {
        const node *n = m->nodes.items[i];
        if (n->type->accept && !(n->type->settable && n->type->settable(n, o->x->u->memory)))
            return ordinary_refuse(o, n->type->keyword, n->label, "node", WHY);
    }
    for (int i = 0; i < m->plan->areas.n; i++) {
        const elem *e = m->plan->areas.items[i].within;
        if (e && !applied_node(e))
            return refuse_elem(o, e, WHY);
    }
    return true;
}

static bool run_is_ordinary(ordinary *o)
{
    const model *m = o->x->m;
    if (!(o->x->p->type->flags & PROBLEM_EVOLVES))
        snprintf(o->reason, sizeof o->reason, "the problem is one of %s", o->x->p->type->keyword);
    else if (m->peers.n > 0)
        snprintf(o->reason, sizeof o->reason, "%s talks to somebody", m->peers.items[0]->whose);
    return !o->reason[0];
}

/* --- states ------------------------------------------------------------------------------------------------------- */

static void list_parts(ordinary *o)
{
    const model *m = o->x->m;
    const node **turning = ARENA_ARRAY(o->memory, const node *, m->n_unknowns + 1);
    o->parts = ARENA_ARRAY(o->memory, part, m->n_unknowns + 1);
    for (int i = 0; i < m->nodes.n; i++)
        if (m->nodes.items[i]->dof >= 0 && m->nodes.items[i]->has_rotation)
            turning[m->nodes.items[i]->dof + 3] = m->nodes.items[i];
    for (int i = 0; i < m->n_unknowns; i += turning[i] ? 3 : 1) {
        if (m->kind[i] != DOF_DIFFERENTIAL)
            continue;
        o->parts[o->n_parts++] = (part){.unknown = i, .turns = turning[i]};
        o->n += turning[i] ? EULER : 1;
    }
    o->z = ARENA_ARRAY(o->memory, double, o->n + 1);
}

static double ordinary_largest(const double *v, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(v[i]));
    return most;
}

static mat3 orientation(const double *q)
{
    const double size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]), s = size > 0 ? q[0] / size : 1;
    const vec3 v = size > 0 ? vec3_scale(1 / size, vec3_load(q + 1)) : (vec3){0, 0, 0};
    const mat3 vv = mat3_outer(v, v), vx = mat3_skew(v);
    mat3 R = mat3_scale(s * s - vec3_dot(v, v), &MAT3_EYE);
    mat3_add_scaled(&R, 2, &vv);
    mat3_add_scaled(&R, 2 * s, &vx);
    return R;
}

static void euler_parameters(const mat3 *R, double *q)
{
    const vec3 phi = rotation_log(R);
    const double angle = vec3_norm(phi), by = angle > 0 ? sin(angle / 2) / angle : 0.5;
    q[0] = cos(angle / 2);
    vec3_store(q + 1, vec3_scale(by, phi));
}

/* As they were set, if they were and that is where the node is. */
static void get_orientation(const mat3 *R, const double *before, double *q)
{
    const mat3 was = orientation(before), differ = mat3_sub(&was, R);
    if (ordinary_largest(before, EULER) > 0 && ordinary_largest(differ.e[0], 9) == 0)
        memcpy(q, before, EULER * sizeof *q);
    else
        euler_parameters(R, q);
}

void ordinary_get(const ordinary *o, double *z)
{
    const solution *u = o->x->u;
    const double *before = o->z;
    for (int i = 0; i < o->n_parts; i++) {
        const part *p = &o->parts[i];
        const int n = p->turns ? EULER : 1;
        if (p->turns)
            get_orientation(&u->poses[p->turns->pose].R, before, z);
        else
            *z = u->y[p->unknown];
        z += n, before += n;
    }
}

void ordinary_set(ordinary *o, const double *z)
{
    solution *u = o->x->u;
    memcpy(o->z, z, (size_t)o->n * sizeof *z);
    for (int i = 0; i < o->n_parts; i++) {
        const part *p = &o->parts[i];
        if (!p->turns) {
            u->y[p->unknown] = *z++;
            continue;
        }
        pose *at = &u->poses[p->turns->pose];
        u->R_ref[p->turns->pose] = orientation(z);
        vec3_store(u->yp + p->unknown, at->w);
        vec3_store(u->y + p->unknown, (vec3){0, 0, 0});
        at->w_ref = (vec3){0, 0, 0};
        z += EULER;
    }
    solution_update(u);
}

void ordinary_set_time(const ordinary *o, double t) { run_set_time(o->x, t, o->x->u->s.dt, o->x->u->s.step); }

/* --- rates -------------------------------------------------------------------------------------------------------- */

typedef enum { FOUND, SINGULAR, NOT_FOUND } found;

static found find_rates(ordinary *o, int *column)
{
    enum { MOST = 30 };
    static const double ENOUGH = 1e-10; /* of a correction, which Newton's next one would square */
    solution *u = o->x->u;
    u->s.dvalue = 0;
    u->s.drate = 1;
    u->failed.is_set = false;
    for (int k = 0; k < MOST; k++) {
        equations_both(o->e, &u->s);
        if (u->failed.is_set)
            return NOT_FOUND;
        if (equations_factor(o->e, column) != LINEAR_OK)
            return SINGULAR;
        equations_solve(o->e);
        const double d = ordinary_largest(o->e->d, u->n);
        solution_correct(u, o->e->d, 0);
        if (!isfinite(d))
            return NOT_FOUND;
        if (d <= ENOUGH * fmax(1, ordinary_largest(u->yp, u->n)))
            return FOUND;
    }
    return NOT_FOUND;
}

static void put_rates(const ordinary *o, double *to)
{
    const solution *u = o->x->u;
    const double *z = o->z;
    for (int i = 0; i < o->n_parts; i++) {
        const part *p = &o->parts[i];
        if (!p->turns) {
            *to++ = u->yp[p->unknown];
            z++;
            continue;
        }
        const vec3 w = u->poses[p->turns->pose].w, v = vec3_load(z + 1);
        to[0] = -vec3_dot(w, v) / 2;
        vec3_store(to + 1, vec3_scale(0.5, vec3_add(vec3_scale(z[0], w), vec3_cross(w, v))));
        to += EULER, z += EULER;
    }
}

bool ordinary_rates(ordinary *o, double *rates)
{
    int column = 0;
    ordinary_get(o, o->z);
    const found how = find_rates(o, &column);
    if (how != FOUND && o->x->u->failed.is_set)
        return report_failure(o->x, FAULT, NULL, NULL);
    if (how != FOUND) {
        diag_report(o->x->errors, E_NO_RATES, o->x->p->where, o->x->u->s.t);
        return false;
    }
    solution_accelerations(o->x->u);
    put_rates(o, rates);
    return true;
}

/* --- beginning and end -------------------------------------------------------------------------------------------- */

static bool has_solver(ordinary *o)
{
    linear_options with = o->x->p->linear_options;
    with.team = NULL;
    with.threads = 1;
    return equations_choose_solver(o->e, o->x->p->linear, &with);
}

/* The solution is as it was afterwards. */
static void try_rates(ordinary *o)
{
    solution *u = o->x->u, *before = solution_clone(u, o->memory);
    char name[REASON / 2];
    int column = 0;
    place where;
    ordinary_get(o, o->z);
    ordinary_set(o, o->z);
    const found how = has_solver(o) ? find_rates(o, &column) : NOT_FOUND;
    solution_copy(u, before);
    solution_destroy(before);
    if (how == SINGULAR)
        model_describe_unknown(o->x->m, column, name, sizeof name, &where);
    if (how == SINGULAR)
        snprintf(o->reason, sizeof o->reason, "no equation gives the derivative of %s", name);
    else if (how == NOT_FOUND)
        snprintf(o->reason, sizeof o->reason, "the derivatives of the initial state cannot be found");
}

ordinary *ordinary_create(run *x)
{
    arena *memory = arena_create();
    ordinary *o = ARENA_NEW(memory, ordinary);
    *o = (ordinary){.x = x, .memory = memory};
    if (!run_is_ordinary(o) || !elems_are_ordinary(o) || !memories_are_ordinary(o))
        return o;
    o->e = equations_create(x->m, memory);
    list_parts(o);
    try_rates(o);
    return o;
}

void ordinary_destroy(ordinary *o)
{
    if (!o)
        return;
    if (o->e)
        equations_destroy(o->e);
    arena_destroy(o->memory);
}

const char *ordinary_reason(const ordinary *o) { return o->reason[0] ? o->reason : NULL; }
int ordinary_count(const ordinary *o) { return o->n; }
