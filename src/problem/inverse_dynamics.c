/* inverse_dynamics.c - the forces that make a mechanism follow a given motion, instant by instant.
 *
 * Fully actuated and collocated: the constraints determine the motion of all nodes (which are static: their inertia is
 * added here), so that phi_x is square. With F(x, v, t) = phi_x v + phi_t, per instant:
 *
 *     phi(x, t) = 0                        positions, by Newton's method
 *     phi_x v = -phi_t                     velocities; phi_t from the derivatives that the deck gives
 *     phi_x a = -dF/dt at constant v       accelerations; central difference along the motion, with the second
 *                                          derivatives that the deck gives
 *     phi_x' lambda = -(f + f_in)          reactions; f_in = -d(momentum, moment of momentum)/dt of what has inertia
 *
 * As in the reference program (docs/differences.md) the axes of joints in phi_x are those of the instant before, except
 * where positions are found and in dF/dt.
 *
 * One factored matrix [df/dx phi_x'; phi_x 0] serves all of them: right-hand sides with zeros in the rows of the nodes
 * give motions, those with zeros in the rows of constraints give reactions. */
#include "math/rotation.h"
#include "problem/diag_rows.h"
#include "problem/run.h"
#include <string.h>

struct inverse {
    run *x;
    bool *is_own;              /* rows and unknowns of elements */
    double *motion, *a, *plus; /* velocities and accelerations of the nodes, by unknown; room */
    double *rate;              /* room for the rates of one element */
    pose *at;                  /* where the nodes are, while they are displaced */
    state instant;             /* the state there, and its variables */
    value *variables;
    double by; /* step of differences in time */
};

/* --- what can be solved ------------------------------------------------------------------------------------------- */

static bool check_elements(inverse *q, int *n_own)
{
    const model *m = q->x->m;
    for (int i = 0; i < m->elems.n; i++) {
        const elem *e = m->elems.at[i];
        for (int k = 0; k < e->n_own; k++) {
            q->is_own[e->own + k] = true;
            ++*n_own;
            if (e->kinds && e->kinds[k] != OWN_CONSTRAINT && e->kinds[k] != OWN_PLAIN_CONSTRAINT) {
                diag_report(q->x->errors, E_INVERSE_ELEMENT, e->where, e->type->card->name, e->label);
                return false;
            }
        }
    }
    return true;
}

static bool check_model(inverse *q)
{
    const model *m = q->x->m;
    int n_own = 0;
    for (int i = 0; i < m->nodes.n; i++)
        if (m->nodes.at[i]->momentum >= 0 || (m->nodes.at[i]->pose < 0 && m->nodes.at[i]->n_dof > 0)) {
            diag_report(q->x->errors, E_INVERSE_NODE, m->nodes.at[i]->where, m->nodes.at[i]->type->keyword,
                        m->nodes.at[i]->label);
            return false;
        }
    if (!check_elements(q, &n_own))
        return false;
    if (2 * n_own == m->n_unknowns)
        return true;
    diag_report(q->x->errors, E_INVERSE_COUNT, q->x->p->where, m->n_unknowns - n_own, n_own);
    return false;
}

/* --- the matrix --------------------------------------------------------------------------------------------------- */

static outcome factor(const inverse *q, nonlinear_report *r)
{
    run *x = q->x;
    equations_jacobian(x->a, &x->u->s);
    r->jacobians++;
    const linear_status status = equations_factor(x->a, &r->column);
    return status == LINEAR_OK ? SOLVED : status == LINEAR_SINGULAR ? SINGULAR_MATRIX : NOT_FINITE;
}

/* a->d = matrix^-1 (rows of elements, or of nodes, of -rhs; zero elsewhere) */
static void solve(const inverse *q, const double *rhs, bool own)
{
    for (int i = 0; i < q->x->m->n_unknowns; i++)
        q->x->a->d[i] = q->is_own[i] == own ? -rhs[i] : 0;
    equations_apply_inverse(q->x->a, q->x->a->d);
}

/* --- motion ------------------------------------------------------------------------------------------------------- */

static double violation(const inverse *q)
{
    double sum = 0;
    for (int i = 0; i < q->x->m->n_unknowns; i++)
        sum += q->is_own[i] ? q->x->a->r[i] * q->x->a->r[i] : 0;
    return sqrt(sum);
}

static outcome positions(const inverse *q, nonlinear_report *r)
{
    solution *u = q->x->u;
    for (;; r->iterations++) {
        equations_residual(q->x->a, &u->s);
        r->residual_error = violation(q);
        if (r->iterations == 0)
            r->first_error = r->residual_error;
        if (u->failed.is_set)
            return u->failed.ends_cleanly ? ENDED : FAULT;
        const outcome ready = factor(q, r);
        if (ready != SOLVED || r->residual_error <= q->x->p->step.residual)
            return ready;
        if (r->iterations >= q->x->p->step.max_iterations || !isfinite(r->residual_error))
            return isfinite(r->residual_error) ? NOT_CONVERGED : NOT_FINITE;
        solve(q, q->x->a->r, true);
        for (int i = 0; i < u->n; i++)
            u->y[i] += q->is_own[i] ? 0 : q->x->a->d[i];
        solution_update(u);
    }
}

/* phi_t, by row. */
static void add_rates(const inverse *q, double *to)
{
    const model *m = q->x->m;
    for (int i = 0; i < m->elems.n; i++) {
        const elem *e = m->elems.at[i];
        if (!e->type->rate)
            continue;
        memset(q->rate, 0, (size_t)e->n_own * sizeof *q->rate);
        e->type->rate(&q->x->u->s, e, q->rate);
        for (int k = 0; k < e->n_own; k++)
            to[e->own + k] += q->rate[k];
    }
}

/* The nodes moved along their motion by the time `by`. */
static void displace(const inverse *q, double by, bool with_accelerations)
{
    run *x = q->x;
    x->u->s.instant = &q->instant;
    run_set_time(x, x->u->s.t + by, x->u->s.dt, x->u->s.step);
    for (int i = 0; i < x->m->nodes.n; i++) {
        const node *n = x->m->nodes.at[i];
        if (n->pose < 0 || n->dof < 0)
            continue;
        const double h = with_accelerations ? by : 0;
        const double *v = q->motion + n->dof, *a = q->a + n->dof;
        pose *p = &x->u->at[n->pose];
        const pose *at = &q->at[n->pose];
        p->x = vec3_axpy(vec3_axpy(at->x, by, vec3_load(v)), h * by / 2, vec3_load(a));
        p->v = vec3_axpy(vec3_load(v), h, vec3_load(a));
        if (!n->has_rotation)
            continue;
        const mat3 turn = rotation_exp(vec3_axpy(vec3_scale(by, vec3_load(v + 3)), h * by / 2, vec3_load(a + 3)));
        p->R = mat3_mul(&turn, &at->R);
        p->w = vec3_axpy(vec3_load(v + 3), h, vec3_load(a + 3));
    }
}

static void go_back(const inverse *q)
{
    memcpy(q->x->u->at, q->at, (size_t)q->x->m->n_poses * sizeof *q->at);
    run_set_time(q->x, q->instant.t, q->x->u->s.dt, q->x->u->s.step);
    q->x->u->s.instant = NULL;
}

static void keep_instant(inverse *q)
{
    const solution *u = q->x->u;
    memcpy(q->at, u->at, (size_t)u->m->n_poses * sizeof *q->at);
    memcpy(q->variables, u->variables, (size_t)symbols_count(u->m->names) * sizeof *q->variables);
    q->instant = u->s;
    q->instant.at = q->at;
    q->instant.variables = q->variables;
}

/* F after the time `by`. */
static void rates_after(const inverse *q, double by, double *to)
{
    displace(q, by, false);
    equations_product(q->x->a, &q->x->u->s, q->motion, to);
    add_rates(q, to);
    go_back(q);
}

static void velocities(inverse *q)
{
    solution *u = q->x->u;
    memset(q->plus, 0, (size_t)u->n * sizeof *q->plus);
    add_rates(q, q->plus);
    solve(q, q->plus, true);
    for (int i = 0; i < u->n; i++)
        q->motion[i] = u->yp[i] = q->is_own[i] ? 0 : q->x->a->d[i];
    for (int i = 0; i < u->m->nodes.n; i++) {
        const node *n = u->m->nodes.at[i];
        if (n->pose < 0 || n->dof < 0)
            continue;
        u->at[n->pose].v = vec3_load(q->motion + n->dof);
        if (n->has_rotation)
            u->at[n->pose].w = vec3_load(q->motion + n->dof + 3);
    }
    solution_rebase(u);
    keep_instant(q);
}

/* For the output. */
static void show_accelerations(const inverse *q)
{
    solution *u = q->x->u;
    for (int i = 0; u->ypp && i < u->m->nodes.n; i++) {
        const node *n = u->m->nodes.at[i];
        if (n->pose >= 0 && n->dof >= 0)
            memcpy(u->ypp + 6 * n->pose, q->a + n->dof, (n->has_rotation ? 6 : 3) * sizeof *u->ypp);
    }
}

static void accelerations(const inverse *q)
{
    const int n = q->x->u->n;
    q->x->u->s.now = PHASE_STEP; /* axes of now */
    rates_after(q, q->by, q->plus);
    rates_after(q, -q->by, q->a);
    q->x->u->s.now = PHASE_INVERSE;
    for (int i = 0; i < n; i++)
        q->plus[i] = (q->plus[i] - q->a[i]) / (2 * q->by);
    solve(q, q->plus, true);
    for (int i = 0; i < n; i++)
        q->a[i] = q->is_own[i] ? 0 : q->x->a->d[i];
    show_accelerations(q);
}

/* --- forces ------------------------------------------------------------------------------------------------------- */

static const node *node_of(const model *m, const elem *e)
{
    for (int i = 0; e->n > 0 && i < m->nodes.n; i++)
        if (m->nodes.at[i]->pose >= 0 && m->nodes.at[i]->row == e->row[0])
            return m->nodes.at[i];
    return NULL;
}

/* Adds by * (momentum, moment of momentum about the node as it is now) of everything with inertia. */
static void add_momenta(const inverse *q, double by, double *to)
{
    const model *m = q->x->m;
    for (int i = 0; i < m->elems.n; i++) {
        const elem *e = m->elems.at[i];
        const node *n = e->type->inertia ? node_of(m, e) : NULL;
        inertia_sum sum = {0};
        if (!n)
            continue;
        e->type->inertia(&q->x->u->s, e, &sum);
        const vec3 gamma = inertia_sum_about(&sum, q->at[n->pose].x).gamma;
        for (int k = 0; k < 3; k++) {
            to[n->row + k] += by * vec3_get(sum.beta, k);
            if (n->has_rotation)
                to[n->row + 3 + k] += by * vec3_get(gamma, k);
        }
    }
}

/* Takes w x (J w) out again, J about the centre of mass: the reference program leaves it out (docs/differences.md). */
static void drop_gyroscopic(const inverse *q, double *to)
{
    const model *m = q->x->m;
    for (int i = 0; i < m->elems.n; i++) {
        const elem *e = m->elems.at[i];
        const node *n = e->type->inertia ? node_of(m, e) : NULL;
        inertia_sum sum = {0};
        if (!n || !n->has_rotation)
            continue;
        e->type->inertia(&q->x->u->s, e, &sum);
        const vec3 w = q->at[n->pose].w, centre = sum.mass > 0 ? vec3_scale(1 / sum.mass, sum.s) : (vec3){0, 0, 0};
        const vec3 Jw = vec3_axpy(mat3_mulv(&sum.J, w), sum.mass, vec3_cross(centre, vec3_cross(centre, w)));
        const vec3 couple = vec3_cross(w, Jw);
        for (int k = 0; k < 3; k++)
            to[n->row + 3 + k] += vec3_get(couple, k);
    }
}

static void reactions(const inverse *q)
{
    solution *u = q->x->u;
    for (int i = 0; i < u->n; i++)
        u->y[i] = q->is_own[i] ? 0 : u->y[i];
    equations_residual(q->x->a, &u->s);
    memcpy(q->plus, q->x->a->r, (size_t)u->n * sizeof *q->plus);
    for (int side = -1; side <= 1; side += 2) {
        displace(q, side * q->by, true);
        add_momenta(q, -side / (2 * q->by), q->plus);
        go_back(q);
    }
    drop_gyroscopic(q, q->plus);
    solve(q, q->plus, false);
    for (int i = 0; i < u->n; i++)
        u->y[i] = q->is_own[i] ? q->x->a->d[i] : u->y[i];
}

outcome inverse_instant(run *x, nonlinear_report *r)
{
    inverse *q = x->inverse;
    *r = (nonlinear_report){.column = -1};
    x->u->failed.is_set = false;
    x->u->s.dvalue = 1, x->u->s.drate = 0;
    solution_rebase(x->u);
    const outcome done = positions(q, r);
    x->sum->iterations += r->iterations;
    x->sum->jacobians += r->jacobians;
    x->sum->error += r->residual_error;
    if (done != SOLVED)
        return done;
    x->u->s.now = PHASE_INVERSE;
    if (factor(q, r) != SOLVED)
        return SINGULAR_MATRIX;
    velocities(q);
    accelerations(q);
    reactions(q);
    x->u->s.now = PHASE_STEP;
    run_remember(x, NULL);
    return x->u->failed.is_set ? FAULT : SOLVED;
}

bool inverse_prepare(run *x)
{
    const int n = x->m->n_unknowns;
    inverse *q = x->inverse = ARENA_NEW(x->memory, inverse);
    *q = (inverse){.x = x,
                   .is_own = ARENA_ARRAY(x->memory, bool, n),
                   .motion = ARENA_ARRAY(x->memory, double, n),
                   .a = ARENA_ARRAY(x->memory, double, n),
                   .plus = ARENA_ARRAY(x->memory, double, n),
                   .rate = ARENA_ARRAY(x->memory, double, n),
                   .at = ARENA_ARRAY(x->memory, pose, x->m->n_poses),
                   .variables = ARENA_ARRAY(x->memory, value, symbols_count(x->m->names)),
                   .by = 1e-4 * x->p->dt};
    x->u->s.now = PHASE_STEP;
    return check_model(q);
}
