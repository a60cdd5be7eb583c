/* inverse_instant.c - the forces that make a mechanism follow a given motion, instant by instant.
 *
 * Nodes are static: their inertia is added here. phi are the constraints of the motion, theta those whose reactions are
 * found (inverse.h). With F(x, v, t) = phi_x v + phi_t, per instant:
 *
 *     phi(x, t) = 0                        positions, by Newton's method
 *     phi_x v = -phi_t                     velocities; phi_t from the derivatives that the deck gives
 *     phi_x a = -dF/dt at constant v       accelerations; central difference along the motion, with the second
 *                                          derivatives that the deck gives
 *     theta_x' lambda = -(f + f_in)        reactions; f_in = -d(momentum, moment of momentum)/dt of what has inertia
 *
 * Where phi_x is not square, positions, velocities and accelerations are those of a least (inverse_weights.c), or, when
 * the mechanism is underactuated, accelerations and reactions are found together:
 *
 *     M a - phi_x' lambda = f + f_in(a = 0)      phi_x a = -dF/dt
 *
 * As in MBDyn, program (docs/differences.md) the axes of joints in phi_x are those of the instant before, except
 * where positions are found and in dF/dt.
 *
 * Matrices are [A phi_x'; phi_x 0]; A does not matter where phi_x is square. */
#include "math/rotation.h"
#include "problem/diag_rows.h"
#include "problem/inverse.h"
#include <string.h>

/* --- the matrix --------------------------------------------------------------------------------------------------- */

static outcome inverse_instant_factor(const inverse *q, nonlinear_report *r)
{
    r->jacobians++;
    const linear_status status = equations_factor(q->x->a, &r->column);
    return status == LINEAR_OK ? SOLVED : status == LINEAR_SINGULAR ? SINGULAR_MATRIX : NOT_FINITE;
}

/* [-W phi_x'; phi_x 0] with what is not left out; ergonomies add their stiffness. */
static outcome make_matrix(const inverse *q, const bool *left_out, weighed what, nonlinear_report *r)
{
    q->x->a->left_out = left_out;
    equations_jacobian(q->x->a, &q->x->u->s);
    inverse_weigh(q, what);
    return inverse_instant_factor(q, r);
}

/* a->d = -matrix^-1 rhs */
static void inverse_instant_solve(const inverse *q, const double *rhs)
{
    for (int i = 0; i < q->x->m->n_unknowns; i++)
        q->x->a->d[i] = -rhs[i];
    equations_apply_inverse(q->x->a, q->x->a->d);
}

/* --- positions ---------------------------------------------------------------------------------------------------- */

/* Rows of the nodes count where there is something to choose. */
static void clear_node_rows(const inverse *q, double *rows)
{
    for (int i = 0; i < q->x->m->n_unknowns; i++)
        rows[i] = q->is_own[i] ? rows[i] : 0;
}

static double position_residual(const inverse *q)
{
    equations *a = q->x->a;
    double sum = 0;
    equations_residual(a, &q->x->u->s);
    if (q->is_free)
        inverse_pull(q, WEIGH_POSITIONS, -1, 1, a->r);
    else
        clear_node_rows(q, a->r);
    for (int i = 0; i < q->x->m->n_unknowns; i++)
        sum += a->r[i] * a->r[i];
    return sqrt(sum);
}

/* Ergonomies have no damping while positions are found, multipliers begin at zero. */
static void begin_positions(inverse *q)
{
    solution *u = q->x->u;
    for (int i = 0; i < u->n; i++)
        u->y[i] = q->is_own[i] ? 0 : u->y[i];
    if (!q->is_free)
        return;
    inverse_masses(q);
    memset(u->yp, 0, (size_t)u->n * sizeof *u->yp);
    for (int i = 0; i < q->n_nodes; i++)
        u->poses[q->nodes[i].n->pose].v = u->poses[q->nodes[i].n->pose].w = (vec3){0, 0, 0};
    solution_rebase(u);
}

static outcome positions(inverse *q, nonlinear_report *r)
{
    solution *u = q->x->u;
    begin_positions(q);
    q->x->a->left_out = q->no_motion;
    for (;; r->iterations++) {
        r->residual_error = position_residual(q);
        if (r->iterations == 0)
            r->first_error = r->residual_error;
        if (u->failed.is_set)
            return u->failed.ends_cleanly ? ENDED : FAULT;
        if (r->residual_error <= q->x->p->step.residual)
            return SOLVED;
        if (r->iterations >= q->x->p->step.max_iterations || !isfinite(r->residual_error))
            return isfinite(r->residual_error) ? NOT_CONVERGED : NOT_FINITE;
        const outcome ready = make_matrix(q, q->no_motion, WEIGH_POSITIONS, r);
        if (ready != SOLVED)
            return ready;
        inverse_instant_solve(q, q->x->a->r);
        for (int i = 0; i < u->n; i++)
            u->y[i] += q->is_own[i] && !q->is_free ? 0 : q->x->a->d[i];
        solution_update(u);
    }
}

/* --- motion ------------------------------------------------------------------------------------------------------- */

/* phi_t, by row. */
static void add_rates(const inverse *q, double *to)
{
    const model *m = q->x->m;
    for (int i = 0; i < m->elems.n; i++) {
        const elem *e = m->elems.items[i];
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
        const node *n = x->m->nodes.items[i];
        if (n->pose < 0 || n->dof < 0)
            continue;
        const double h = with_accelerations ? by : 0;
        const double *v = q->motion + n->dof, *a = q->a + n->dof;
        pose *p = &x->u->poses[n->pose];
        const pose *at = &q->poses[n->pose];
        p->x = vec3_axpy(vec3_axpy(at->x, by, vec3_load(v)), h * by / 2, vec3_load(a));
        p->v = vec3_axpy(vec3_load(v), h, vec3_load(a));
        if (!n->has_rotation)
            continue;
        const mat3 turn = rotation_exp(vec3_axpy(vec3_scale(by, vec3_load(v + 3)), h * by / 2, vec3_load(a + 3)));
        p->R = mat3_mul(&turn, &at->R);
        p->w = vec3_axpy(vec3_load(v + 3), h, vec3_load(a + 3));
    }
}

static void inverse_instant_go_back(const inverse *q)
{
    memcpy(q->x->u->poses, q->poses, (size_t)q->x->m->n_poses * sizeof *q->poses);
    run_set_time(q->x, q->instant.t, q->x->u->s.dt, q->x->u->s.step);
    q->x->u->s.instant = NULL;
}

static void keep_instant(inverse *q)
{
    const solution *u = q->x->u;
    memcpy(q->poses, u->poses, (size_t)u->m->n_poses * sizeof *q->poses);
    memcpy(q->variables, u->variables, (size_t)symbols_count(u->m->names) * sizeof *q->variables);
    q->instant = u->s;
    q->instant.poses = q->poses;
    q->instant.variables = q->variables;
}

/* F after the time `by`. */
static void rates_after(const inverse *q, double by, double *to)
{
    displace(q, by, false);
    equations_product(q->x->a, &q->x->u->s, q->motion, to);
    add_rates(q, to);
    inverse_instant_go_back(q);
}

/* Entries of the ergonomies' stiffness, which has no part in the choice of velocities. */
static void keep_stiffness(const inverse *q)
{
    equations *a = q->x->a;
    a->left_out = q->no_ergonomy;
    equations_jacobian(a, &q->x->u->s);
    memcpy(q->stiffness, a->J->value, (size_t)csc_entries(a->J) * sizeof *q->stiffness);
}

static void drop_stiffness(const inverse *q)
{
    const csc *J = q->x->a->J;
    for (int j = 0; j < J->n; j++)
        for (int k = J->start[j]; k < J->start[j + 1]; k++)
            J->value[k] -= q->is_own[J->row[k]] || q->is_own[j] ? 0 : q->stiffness[k];
}

/* [drate df/dv phi_x'; phi_x 0], f of the ergonomies. */
static void motion_matrix(const inverse *q, double drate)
{
    state *s = &q->x->u->s;
    if (q->has_ergonomy)
        keep_stiffness(q);
    s->drate = drate;
    q->x->a->left_out = q->no_motion;
    equations_jacobian(q->x->a, s);
    s->drate = 0;
    if (q->has_ergonomy)
        drop_stiffness(q);
}

static outcome velocity_matrix(const inverse *q, nonlinear_report *r)
{
    motion_matrix(q, q->has_ergonomy);
    inverse_weigh(q, WEIGH_VELOCITIES);
    return inverse_instant_factor(q, r);
}

static void velocities(inverse *q)
{
    solution *u = q->x->u;
    memset(q->plus, 0, (size_t)u->n * sizeof *q->plus);
    add_rates(q, q->plus);
    if (q->is_free)
        inverse_pull(q, WEIGH_VELOCITIES, 1, u->s.dt, q->plus);
    inverse_instant_solve(q, q->plus);
    for (int i = 0; i < u->n; i++)
        q->motion[i] = u->yp[i] = q->is_own[i] ? 0 : q->x->a->d[i];
    for (int i = 0; i < u->m->nodes.n; i++) {
        const node *n = u->m->nodes.items[i];
        if (n->pose < 0 || n->dof < 0)
            continue;
        u->poses[n->pose].v = vec3_load(q->motion + n->dof);
        if (n->has_rotation)
            u->poses[n->pose].w = vec3_load(q->motion + n->dof + 3);
    }
    keep_instant(q);
}

/* For the output. */
static void show_accelerations(const inverse *q)
{
    solution *u = q->x->u;
    for (int i = 0; u->ypp && i < u->m->nodes.n; i++) {
        const node *n = u->m->nodes.items[i];
        if (n->pose >= 0 && n->dof >= 0)
            memcpy(u->ypp + 6 * n->pose, q->a + n->dof, (n->has_rotation ? 6 : 3) * sizeof *u->ypp);
    }
}

/* dF/dt */
static void rate_of_rates(const inverse *q, double *to)
{
    q->x->u->s.now = PHASE_STEP; /* axes of now */
    q->x->a->left_out = q->no_motion;
    rates_after(q, q->step, to);
    rates_after(q, -q->step, q->a);
    q->x->u->s.now = PHASE_INVERSE;
    for (int i = 0; i < q->x->u->n; i++)
        to[i] = q->is_own[i] ? (to[i] - q->a[i]) / (2 * q->step) : 0;
}

static void take_accelerations(const inverse *q)
{
    for (int i = 0; i < q->x->u->n; i++)
        q->a[i] = q->is_own[i] ? 0 : q->x->a->d[i];
    show_accelerations(q);
}

static void accelerations(const inverse *q)
{
    rate_of_rates(q, q->plus);
    if (q->is_free)
        inverse_pull(q, WEIGH_ACCELERATIONS, 1, q->x->u->s.dt, q->plus);
    inverse_instant_solve(q, q->plus);
    take_accelerations(q);
}

/* --- forces ------------------------------------------------------------------------------------------------------- */

static const node *inverse_instant_node_of(const model *m, const elem *e)
{
    for (int i = 0; e->n > 0 && i < m->nodes.n; i++)
        if (m->nodes.items[i]->pose >= 0 && m->nodes.items[i]->row == e->row[0])
            return m->nodes.items[i];
    return NULL;
}

/* Adds by * (momentum, moment of momentum about the node as it is now) of everything with inertia. */
static void add_momenta(const inverse *q, double by, double *to)
{
    const model *m = q->x->m;
    for (int i = 0; i < m->elems.n; i++) {
        const elem *e = m->elems.items[i];
        const node *n = e->type->inertia ? inverse_instant_node_of(m, e) : NULL;
        inertia_sum sum = {0};
        if (!n)
            continue;
        e->type->inertia->add(&q->x->u->s, e, &sum);
        const vec3 gamma = inertia_sum_about(&sum, q->poses[n->pose].x).gamma;
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
        const elem *e = m->elems.items[i];
        const node *n = e->type->inertia ? inverse_instant_node_of(m, e) : NULL;
        inertia_sum sum = {0};
        if (!n || !n->has_rotation)
            continue;
        e->type->inertia->add(&q->x->u->s, e, &sum);
        const vec3 w = q->poses[n->pose].w, centre = sum.mass > 0 ? vec3_scale(1 / sum.mass, sum.s) : (vec3){0, 0, 0};
        const vec3 Jw = vec3_axpy(mat3_mulv(&sum.J, w), sum.mass, vec3_cross(centre, vec3_cross(centre, w)));
        const vec3 couple = vec3_cross(w, Jw);
        for (int k = 0; k < 3; k++)
            to[n->row + 3 + k] += vec3_get(couple, k);
    }
}

/* Adds f + f_in to the rows of the nodes. */
static void add_forces(const inverse *q, double *to)
{
    q->x->a->left_out = q->no_torque;
    equations_residual(q->x->a, &q->x->u->s);
    for (int i = 0; i < q->x->u->n; i++)
        to[i] += q->is_own[i] ? 0 : q->x->a->r[i];
    for (int side = -1; side <= 1; side += 2) {
        displace(q, side * q->step, true);
        add_momenta(q, -side / (2 * q->step), to);
        inverse_instant_go_back(q);
    }
    drop_gyroscopic(q, to);
}

static void take_reactions(const inverse *q)
{
    solution *u = q->x->u;
    for (int i = 0; i < u->n; i++)
        u->y[i] = q->is_own[i] ? q->x->a->d[i] : u->y[i];
}

static void reactions(const inverse *q)
{
    memset(q->plus, 0, (size_t)q->x->u->n * sizeof *q->plus);
    add_forces(q, q->plus);
    inverse_instant_solve(q, q->plus);
    take_reactions(q);
}

/* --- an instant --------------------------------------------------------------------------------------------------- */

/* Accelerations, and the reactions that belong to them. */
static outcome found_apart(const inverse *q, nonlinear_report *r)
{
    outcome ready = SOLVED;
    if (q->is_free) {
        motion_matrix(q, 0);
        inverse_weigh(q, WEIGH_ACCELERATIONS);
        ready = inverse_instant_factor(q, r);
    }
    if (ready != SOLVED)
        return ready;
    accelerations(q);
    ready = q->is_found_apart ? make_matrix(q, q->no_torque, WEIGH_ACCELERATIONS, r) : SOLVED;
    if (ready == SOLVED)
        reactions(q);
    return ready;
}

static outcome found_together(inverse *q, nonlinear_report *r)
{
    rate_of_rates(q, q->plus);
    memset(q->a, 0, (size_t)q->x->u->n * sizeof *q->a);
    add_forces(q, q->plus);
    inverse_masses(q);
    motion_matrix(q, 0);
    inverse_add_masses(q);
    const outcome ready = inverse_instant_factor(q, r);
    if (ready != SOLVED)
        return ready;
    inverse_instant_solve(q, q->plus);
    take_accelerations(q);
    take_reactions(q);
    return SOLVED;
}

static outcome motion_and_reactions(inverse *q, nonlinear_report *r)
{
    solution *u = q->x->u;
    for (int i = 0; i < u->n; i++)
        u->y[i] = q->is_own[i] ? 0 : u->y[i];
    const outcome ready = velocity_matrix(q, r);
    if (ready != SOLVED)
        return ready;
    velocities(q);
    return q->settings->type == INVERSE_UNDERACTUATED ? found_together(q, r) : found_apart(q, r);
}

outcome inverse_instant(run *x, nonlinear_report *r)
{
    inverse *q = x->work;
    *r = (nonlinear_report){.column = -1};
    x->u->failed.is_set = false;
    x->u->s.dvalue = 1, x->u->s.drate = 0;
    solution_rebase(x->u);
    outcome done = positions(q, r);
    if (done == SOLVED) {
        x->u->s.now = PHASE_INVERSE;
        done = motion_and_reactions(q, r);
        x->u->s.now = PHASE_STEP;
    }
    x->a->left_out = NULL;
    x->sum->iterations += r->iterations;
    x->sum->jacobians += r->jacobians;
    x->sum->error += r->residual_error;
    if (done == SOLVED)
        run_remember(x, NULL);
    return done == SOLVED && x->u->failed.is_set ? FAULT : done;
}

bool inverse_prepare(run *x)
{
    const int n = x->m->n_unknowns;
    inverse *q = x->work = ARENA_NEW(x->memory, inverse);
    *q = (inverse){.x = x,
                   .settings = x->p->self,
                   .is_own = ARENA_ARRAY(x->memory, bool, n),
                   .no_motion = ARENA_ARRAY(x->memory, bool, x->a->n_order),
                   .no_torque = ARENA_ARRAY(x->memory, bool, x->a->n_order),
                   .no_ergonomy = ARENA_ARRAY(x->memory, bool, x->a->n_order),
                   .motion = ARENA_ARRAY(x->memory, double, n),
                   .a = ARENA_ARRAY(x->memory, double, n),
                   .plus = ARENA_ARRAY(x->memory, double, n),
                   .rate = ARENA_ARRAY(x->memory, double, n),
                   .stiffness = ARENA_ARRAY(x->memory, double, csc_entries(x->a->J)),
                   .poses = ARENA_ARRAY(x->memory, pose, x->m->n_poses),
                   .variables = ARENA_ARRAY(x->memory, value, symbols_count(x->m->names)),
                   .step = 1e-4 * x->p->dt};
    x->u->s.now = PHASE_STEP;
    inverse_blocks(q);
    return inverse_parts(q);
}
