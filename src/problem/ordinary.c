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
 * This requires J to be regular. Constraints on positions and velocities make it singular: the index of the equations
 * is too high. Instances that have memory from step to step, or exchange data with other programs, are not functions of
 * state and time. */
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
    const node *rotating; /* NULL: the unknown itself */
} part;

struct ordinary {
    run *run;
    arena *memory;
    equations *equations;
    part *parts;
    int n_parts, n;
    double *z; /* states that were set last: orientations are returned in these numbers as long as they are unchanged */
    char reason[REASON];
};

/* --- obstacles ---------------------------------------------------------------------------------------------------- */

static bool ordinary_refuse(ordinary *ordinary, const char *of, unsigned label, const char *keyword, const char *why)
{
    snprintf(ordinary->reason, sizeof ordinary->reason, "%s %u%s%s%s %s", of, label, keyword ? " (" : "",
             keyword ? keyword : "", keyword ? ")" : "", why);
    return false;
}

static bool refuse_elem(ordinary *ordinary, const elem *element, const char *why)
{
    return ordinary_refuse(ordinary, element->type->card->name, element->label, element->type->keyword, why);
}

static bool has_constraints(const elem *element)
{
    for (int k = 0; k < element->n_internal; k++)
        if (!element->kinds || element->kinds[k] == INTERNAL_CONSTRAINT ||
            element->kinds[k] == INTERNAL_PLAIN_CONSTRAINT || element->kinds[k] == INTERNAL_VELOCITY_CONSTRAINT)
            return true;
    return false;
}

static bool elems_are_ordinary(ordinary *ordinary)
{
    const model *model = ordinary->run->model;
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        if (has_constraints(element))
            return refuse_elem(ordinary, element, "constrains the motion");
        if (element->type->exchange)
            return refuse_elem(ordinary, element, "communicates with a peer in each step");
        if (elem_history_of(element->type).rejects_step)
            return refuse_elem(ordinary, element, "has events that a step must not skip");
    }
    return true;
}

/* Values set by the caller remain constant. */
static bool memories_are_ordinary(ordinary *ordinary)
{
    static const char WHY[] = "remembers something from step to step";
    const model *model = ordinary->run->model;
    if (model->drives_with_history.n > 0)
        return ordinary_refuse(ordinary, "drive", model->drives_with_history.items[0]->label,
                               model->drives_with_history.items[0]->type->keyword, WHY);
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        if (node->type->accept &&
            !(node->type->settable && node->type->settable(node, ordinary->run->solution->memory)))
            return ordinary_refuse(ordinary, node->type->keyword, node->label, "node", WHY);
    }
    for (int i = 0; i < model->plan->areas.n; i++) {
        const elem *element = model->plan->areas.items[i].within;
        if (element && !applied_node(element))
            return refuse_elem(ordinary, element, WHY);
    }
    return true;
}

static bool run_is_ordinary(ordinary *ordinary)
{
    const model *model = ordinary->run->model;
    if (!(ordinary->run->problem->type->flags & PROBLEM_EVOLVES))
        snprintf(ordinary->reason, sizeof ordinary->reason, "the problem is '%s'",
                 ordinary->run->problem->type->keyword);
    else if (model->peers.n > 0)
        snprintf(ordinary->reason, sizeof ordinary->reason, "%s communicates with a peer",
                 model->peers.items[0]->whose);
    return !ordinary->reason[0];
}

/* --- states ------------------------------------------------------------------------------------------------------- */

static void list_parts(ordinary *ordinary)
{
    const model *model = ordinary->run->model;
    const node **rotating = ARENA_ARRAY(ordinary->memory, const node *, model->n_unknowns + 1);
    ordinary->parts = ARENA_ARRAY(ordinary->memory, part, model->n_unknowns + 1);
    for (int i = 0; i < model->nodes.n; i++)
        if (model->nodes.items[i]->dof >= 0 && model->nodes.items[i]->has_rotation)
            rotating[model->nodes.items[i]->dof + 3] = model->nodes.items[i];
    for (int i = 0; i < model->n_unknowns; i += rotating[i] ? 3 : 1) {
        if (model->kind[i] != DOF_DIFFERENTIAL)
            continue;
        ordinary->parts[ordinary->n_parts++] = (part){.unknown = i, .rotating = rotating[i]};
        ordinary->n += rotating[i] ? EULER : 1;
    }
    ordinary->z = ARENA_ARRAY(ordinary->memory, double, ordinary->n + 1);
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

/* Returns the parameters as they were set, if the node still has that orientation. */
static void get_orientation(const mat3 *R, const double *before, double *q)
{
    const mat3 was = orientation(before), differ = mat3_sub(&was, R);
    if (ordinary_largest(before, EULER) > 0 && ordinary_largest(differ.e[0], 9) == 0)
        memcpy(q, before, EULER * sizeof *q);
    else
        euler_parameters(R, q);
}

void ordinary_get(const ordinary *ordinary, double *z)
{
    const solution *solution = ordinary->run->solution;
    const double *before = ordinary->z;
    for (int i = 0; i < ordinary->n_parts; i++) {
        const part *part = &ordinary->parts[i];
        const int n = part->rotating ? EULER : 1;
        if (part->rotating)
            get_orientation(&solution->poses[part->rotating->pose].R, before, z);
        else
            *z = solution->y[part->unknown];
        z += n, before += n;
    }
}

void ordinary_set(ordinary *ordinary, const double *z)
{
    solution *solution = ordinary->run->solution;
    memcpy(ordinary->z, z, (size_t)ordinary->n * sizeof *z);
    for (int i = 0; i < ordinary->n_parts; i++) {
        const part *part = &ordinary->parts[i];
        if (!part->rotating) {
            solution->y[part->unknown] = *z++;
            continue;
        }
        solution->references[part->rotating->pose] = (pose_reference){.R = orientation(z)};
        vec3_store(solution->yp + part->unknown, solution->poses[part->rotating->pose].w);
        vec3_store(solution->y + part->unknown, (vec3){0, 0, 0});
        z += EULER;
    }
    solution_update(solution);
}

void ordinary_set_time(const ordinary *ordinary, double t)
{
    run_set_time(ordinary->run, t, ordinary->run->solution->state.dt, ordinary->run->solution->state.step);
}

/* --- rates -------------------------------------------------------------------------------------------------------- */

typedef enum { FOUND, SINGULAR, NOT_FOUND } found;

static found find_rates(ordinary *ordinary, int *column)
{
    enum { MOST = 30 };
    static const double ENOUGH = 1e-10; /* correction that is small enough, as Newton's next one would be its square */
    solution *solution = ordinary->run->solution;
    solution->state.dvalue = 0;
    solution->state.drate = 1;
    solution->failed.is_set = false;
    for (int k = 0; k < MOST; k++) {
        equations_eval(ordinary->equations, &solution->state);
        if (solution->failed.is_set)
            return NOT_FOUND;
        if (equations_factor(ordinary->equations, column) != LINEAR_OK)
            return SINGULAR;
        equations_solve(ordinary->equations);
        const double d = ordinary_largest(ordinary->equations->d, solution->n);
        solution_correct(solution, ordinary->equations->d, 0);
        if (!isfinite(d))
            return NOT_FOUND;
        if (d <= ENOUGH * fmax(1, ordinary_largest(solution->yp, solution->n)))
            return FOUND;
    }
    return NOT_FOUND;
}

static void put_rates(const ordinary *ordinary, double *to)
{
    const solution *solution = ordinary->run->solution;
    const double *z = ordinary->z;
    for (int i = 0; i < ordinary->n_parts; i++) {
        const part *part = &ordinary->parts[i];
        if (!part->rotating) {
            *to++ = solution->yp[part->unknown];
            z++;
            continue;
        }
        const vec3 w = solution->poses[part->rotating->pose].w, v = vec3_load(z + 1);
        to[0] = -vec3_dot(w, v) / 2;
        vec3_store(to + 1, vec3_scale(0.5, vec3_add(vec3_scale(z[0], w), vec3_cross(w, v))));
        to += EULER, z += EULER;
    }
}

bool ordinary_rates(ordinary *ordinary, double *rates)
{
    int column = 0;
    ordinary_get(ordinary, ordinary->z);
    const found how = find_rates(ordinary, &column);
    if (how != FOUND && ordinary->run->solution->failed.is_set)
        return report_failure(ordinary->run, EVALUATION_FAILED, NULL, NULL);
    if (how != FOUND) {
        diag_report(ordinary->run->errors, E_NO_RATES, ordinary->run->problem->location,
                    ordinary->run->solution->state.t);
        return false;
    }
    solution_accelerations(ordinary->run->solution);
    put_rates(ordinary, rates);
    return true;
}

/* --- beginning and end -------------------------------------------------------------------------------------------- */

static bool has_solver(ordinary *ordinary)
{
    linear_options with = ordinary->run->problem->linear_options;
    with.pool = NULL;
    with.threads = 1;
    return equations_choose_solver(ordinary->equations, ordinary->run->problem->linear, &with);
}

/* Leaves the solution unchanged. */
static void try_rates(ordinary *ordinary)
{
    solution *solution = ordinary->run->solution, *before = solution_clone(solution, ordinary->memory);
    char name[REASON / 2];
    int column = 0;
    source_location location;
    ordinary_get(ordinary, ordinary->z);
    ordinary_set(ordinary, ordinary->z);
    const found how = has_solver(ordinary) ? find_rates(ordinary, &column) : NOT_FOUND;
    solution_copy(solution, before);
    solution_destroy(before);
    if (how == SINGULAR)
        model_describe_unknown(ordinary->run->model, column, name, sizeof name, &location);
    if (how == SINGULAR)
        snprintf(ordinary->reason, sizeof ordinary->reason, "no equation determines the derivative of %s", name);
    else if (how == NOT_FOUND)
        snprintf(ordinary->reason, sizeof ordinary->reason, "cannot compute the derivatives of the initial state");
}

ordinary *ordinary_create(run *run)
{
    arena *memory = arena_create();
    ordinary *o = ARENA_NEW(memory, ordinary);
    *o = (ordinary){.run = run, .memory = memory};
    if (!run_is_ordinary(o) || !elems_are_ordinary(o) || !memories_are_ordinary(o))
        return o;
    o->equations = equations_create(run->model, memory);
    list_parts(o);
    try_rates(o);
    return o;
}

void ordinary_destroy(ordinary *ordinary)
{
    if (!ordinary)
        return;
    if (ordinary->equations)
        equations_destroy(ordinary->equations);
    arena_destroy(ordinary->memory);
}

const char *ordinary_reason(const ordinary *ordinary) { return ordinary->reason[0] ? ordinary->reason : NULL; }
int ordinary_count(const ordinary *ordinary) { return ordinary->n; }
