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
 * Where phi_x is not square, positions, velocities and accelerations minimize a norm (inverse_weights.c), or, if the
 * mechanism is underactuated, accelerations and reactions are found together:
 *
 *     M a - phi_x' lambda = f + f_in(a = 0)      phi_x a = -dF/dt
 *
 * As in MBDyn (docs/differences.md), the axes of joints in phi_x are those of the previous instant, except where
 * positions are found and in dF/dt.
 *
 * Matrices are [A phi_x'; phi_x 0]; A does not matter where phi_x is square. */
#include "problem/diag_rows.h"
#include "problem/inverse.h"
#include <string.h>

/* --- the matrix --------------------------------------------------------------------------------------------------- */

static outcome inverse_instant_factor(const inverse *inverse, nonlinear_report *report)
{
    report->jacobians++;
    const linear_status status = equations_factor(inverse->run->equations, &report->column);
    return status == LINEAR_OK ? SOLVED : status == LINEAR_SINGULAR ? SINGULAR_MATRIX : NOT_FINITE;
}

/* [-W phi_x'; phi_x 0] of the elements that are not left out; ergonomies add their stiffness. */
static outcome make_matrix(const inverse *inverse, const bool *left_out, weighed what, nonlinear_report *report)
{
    inverse->run->equations->left_out = left_out;
    equations_jacobian(inverse->run->equations, &inverse->run->solution->state);
    inverse_weigh(inverse, what);
    return inverse_instant_factor(inverse, report);
}

/* equations->d = -matrix^-1 rhs */
static void inverse_instant_solve(const inverse *inverse, const double *rhs)
{
    for (int i = 0; i < inverse->run->model->n_unknowns; i++)
        inverse->run->equations->d[i] = -rhs[i];
    equations_apply_inverse(inverse->run->equations, inverse->run->equations->d);
}

/* --- positions ---------------------------------------------------------------------------------------------------- */

/* Clears the rows of the nodes unless phi does not determine all motions. */
static void clear_node_rows(const inverse *inverse, double *rows)
{
    for (int i = 0; i < inverse->run->model->n_unknowns; i++)
        rows[i] = inverse->is_own[i] ? rows[i] : 0;
}

static double position_residual(const inverse *inverse)
{
    equations *equations = inverse->run->equations;
    double sum = 0;
    equations_residual(equations, &inverse->run->solution->state);
    if (inverse->is_free)
        inverse_pull(inverse, WEIGH_POSITIONS, -1, 1, equations->r);
    else
        clear_node_rows(inverse, equations->r);
    for (int i = 0; i < inverse->run->model->n_unknowns; i++)
        sum += equations->r[i] * equations->r[i];
    return sqrt(sum);
}

/* Ergonomies have no damping while positions are found; multipliers start at zero. */
static void begin_positions(inverse *inverse)
{
    solution *solution = inverse->run->solution;
    for (int i = 0; i < solution->n; i++)
        solution->y[i] = inverse->is_own[i] ? 0 : solution->y[i];
    if (!inverse->is_free)
        return;
    inverse_masses(inverse);
    memset(solution->yp, 0, (size_t)solution->n * sizeof *solution->yp);
    for (int i = 0; i < inverse->n_nodes; i++)
        solution->poses[inverse->nodes[i].node->pose].v = solution->poses[inverse->nodes[i].node->pose].w =
            (vec3){0, 0, 0};
    solution_rebase(solution);
}

static outcome positions(inverse *inverse, nonlinear_report *report)
{
    solution *solution = inverse->run->solution;
    begin_positions(inverse);
    inverse->run->equations->left_out = inverse->no_motion;
    for (;; report->iterations++) {
        report->residual_error = position_residual(inverse);
        if (report->iterations == 0)
            report->first_error = report->residual_error;
        if (solution->failed.is_set)
            return solution->failed.ends_cleanly ? ENDED : EVALUATION_FAILED;
        if (report->residual_error <= inverse->run->problem->step.residual)
            return SOLVED;
        if (report->iterations >= inverse->run->problem->step.max_iterations || !isfinite(report->residual_error))
            return isfinite(report->residual_error) ? NOT_CONVERGED : NOT_FINITE;
        const outcome ready = make_matrix(inverse, inverse->no_motion, WEIGH_POSITIONS, report);
        if (ready != SOLVED)
            return ready;
        inverse_instant_solve(inverse, inverse->run->equations->r);
        for (int i = 0; i < solution->n; i++)
            solution->y[i] += inverse->is_own[i] && !inverse->is_free ? 0 : inverse->run->equations->d[i];
        solution_update(solution);
    }
}

/* --- motion ------------------------------------------------------------------------------------------------------- */

/* Stores the stiffness of ergonomies, which must not affect the choice of velocities. */
static void keep_stiffness(const inverse *inverse)
{
    equations *equations = inverse->run->equations;
    equations->left_out = inverse->no_ergonomy;
    equations_jacobian(equations, &inverse->run->solution->state);
    memcpy(inverse->stiffness, equations->matrix->value,
           (size_t)csc_entries(equations->matrix) * sizeof *inverse->stiffness);
}

static void drop_stiffness(const inverse *inverse)
{
    const csc *matrix = inverse->run->equations->matrix;
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
            matrix->value[k] -= inverse->is_own[matrix->row[k]] || inverse->is_own[j] ? 0 : inverse->stiffness[k];
}

/* [drate df/dv phi_x'; phi_x 0], with f of the ergonomies. */
static void motion_matrix(const inverse *inverse, double drate)
{
    state *state = &inverse->run->solution->state;
    if (inverse->has_ergonomy)
        keep_stiffness(inverse);
    state->drate = drate;
    inverse->run->equations->left_out = inverse->no_motion;
    equations_jacobian(inverse->run->equations, state);
    state->drate = 0;
    if (inverse->has_ergonomy)
        drop_stiffness(inverse);
}

static outcome velocity_matrix(const inverse *inverse, nonlinear_report *report)
{
    motion_matrix(inverse, inverse->has_ergonomy);
    inverse_weigh(inverse, WEIGH_VELOCITIES);
    return inverse_instant_factor(inverse, report);
}

static void velocities(inverse *inverse)
{
    solution *solution = inverse->run->solution;
    memset(inverse->plus, 0, (size_t)solution->n * sizeof *inverse->plus);
    excursion_add_rates(&inverse->path, inverse->plus);
    if (inverse->is_free)
        inverse_pull(inverse, WEIGH_VELOCITIES, 1, solution->state.dt, inverse->plus);
    inverse_instant_solve(inverse, inverse->plus);
    for (int i = 0; i < solution->n; i++)
        inverse->path.motion[i] = solution->yp[i] = inverse->is_own[i] ? 0 : inverse->run->equations->d[i];
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose < 0 || node->dof < 0)
            continue;
        solution->poses[node->pose].v = vec3_load(inverse->path.motion + node->dof);
        if (node->has_rotation)
            solution->poses[node->pose].w = vec3_load(inverse->path.motion + node->dof + 3);
    }
    excursion_begin(&inverse->path);
}

/* Stores the accelerations for output. */
static void show_accelerations(const inverse *inverse)
{
    solution *solution = inverse->run->solution;
    for (int i = 0; solution->ypp && i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose >= 0 && node->dof >= 0)
            memcpy(solution->ypp + 6 * node->pose, inverse->path.a + node->dof,
                   (node->has_rotation ? 6 : 3) * sizeof *solution->ypp);
    }
}

/* dF/dt */
static void rate_of_rates(const inverse *inverse, double *to)
{
    inverse->run->solution->state.now = PHASE_STEP; /* present axes */
    inverse->run->equations->left_out = inverse->no_motion;
    excursion_rates_after(&inverse->path, inverse->step, to);
    excursion_rates_after(&inverse->path, -inverse->step, inverse->path.a);
    inverse->run->solution->state.now = PHASE_INVERSE;
    for (int i = 0; i < inverse->run->solution->n; i++)
        to[i] = inverse->is_own[i] ? (to[i] - inverse->path.a[i]) / (2 * inverse->step) : 0;
}

static void take_accelerations(const inverse *inverse)
{
    for (int i = 0; i < inverse->run->solution->n; i++)
        inverse->path.a[i] = inverse->is_own[i] ? 0 : inverse->run->equations->d[i];
    show_accelerations(inverse);
}

static void accelerations(const inverse *inverse)
{
    rate_of_rates(inverse, inverse->plus);
    if (inverse->is_free)
        inverse_pull(inverse, WEIGH_ACCELERATIONS, 1, inverse->run->solution->state.dt, inverse->plus);
    inverse_instant_solve(inverse, inverse->plus);
    take_accelerations(inverse);
}

/* --- forces ------------------------------------------------------------------------------------------------------- */

static const node *inverse_instant_node_of(const model *model, const elem *element)
{
    for (int i = 0; element->n > 0 && i < model->nodes.n; i++)
        if (model->nodes.items[i]->pose >= 0 && model->nodes.items[i]->row == element->row[0])
            return model->nodes.items[i];
    return NULL;
}

/* Adds by * (momentum, moment of momentum about the present position of the node) of everything with inertia. */
static void add_momenta(const inverse *inverse, double by, double *to)
{
    const model *model = inverse->run->model;
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        const node *node = element->type->inertia ? inverse_instant_node_of(model, element) : NULL;
        inertia_sum sum = {0};
        if (!node)
            continue;
        element->type->inertia->add(&inverse->run->solution->state, element, &sum);
        const vec3 gamma = inertia_sum_about(&sum, inverse->path.poses[node->pose].x).gamma;
        for (int k = 0; k < 3; k++) {
            to[node->row + k] += by * vec3_get(sum.beta, k);
            if (node->has_rotation)
                to[node->row + 3 + k] += by * vec3_get(gamma, k);
        }
    }
}

/* Removes w x (J w), with J about the centre of mass: MBDyn omits it (docs/differences.md). */
static void drop_gyroscopic(const inverse *inverse, double *to)
{
    const model *model = inverse->run->model;
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        const node *node = element->type->inertia ? inverse_instant_node_of(model, element) : NULL;
        inertia_sum sum = {0};
        if (!node || !node->has_rotation)
            continue;
        element->type->inertia->add(&inverse->run->solution->state, element, &sum);
        const vec3 w = inverse->path.poses[node->pose].w,
                   centre = sum.mass > 0 ? vec3_scale(1 / sum.mass, sum.s) : (vec3){0, 0, 0};
        const vec3 Jw = vec3_axpy(mat3_mulv(&sum.J, w), sum.mass, vec3_cross(centre, vec3_cross(centre, w)));
        const vec3 moment = vec3_cross(w, Jw);
        for (int k = 0; k < 3; k++)
            to[node->row + 3 + k] += vec3_get(moment, k);
    }
}

/* Adds f + f_in to the rows of the nodes. */
static void add_forces(const inverse *inverse, double *to)
{
    inverse->run->equations->left_out = inverse->no_torque;
    equations_residual(inverse->run->equations, &inverse->run->solution->state);
    for (int i = 0; i < inverse->run->solution->n; i++)
        to[i] += inverse->is_own[i] ? 0 : inverse->run->equations->r[i];
    for (int side = -1; side <= 1; side += 2) {
        excursion_move(&inverse->path, side * inverse->step, true);
        add_momenta(inverse, -side / (2 * inverse->step), to);
        excursion_return(&inverse->path);
    }
    drop_gyroscopic(inverse, to);
}

static void take_reactions(const inverse *inverse)
{
    solution *solution = inverse->run->solution;
    for (int i = 0; i < solution->n; i++)
        solution->y[i] = inverse->is_own[i] ? inverse->run->equations->d[i] : solution->y[i];
}

static void reactions(const inverse *inverse)
{
    memset(inverse->plus, 0, (size_t)inverse->run->solution->n * sizeof *inverse->plus);
    add_forces(inverse, inverse->plus);
    inverse_instant_solve(inverse, inverse->plus);
    take_reactions(inverse);
}

/* --- an instant --------------------------------------------------------------------------------------------------- */

/* Finds accelerations, and the reactions that belong to them. */
static outcome found_apart(const inverse *inverse, nonlinear_report *report)
{
    outcome ready = SOLVED;
    if (inverse->is_free) {
        motion_matrix(inverse, 0);
        inverse_weigh(inverse, WEIGH_ACCELERATIONS);
        ready = inverse_instant_factor(inverse, report);
    }
    if (ready != SOLVED)
        return ready;
    accelerations(inverse);
    ready = inverse->is_found_apart ? make_matrix(inverse, inverse->no_torque, WEIGH_ACCELERATIONS, report) : SOLVED;
    if (ready == SOLVED)
        reactions(inverse);
    return ready;
}

static outcome found_together(inverse *inverse, nonlinear_report *report)
{
    rate_of_rates(inverse, inverse->plus);
    memset(inverse->path.a, 0, (size_t)inverse->run->solution->n * sizeof *inverse->path.a);
    add_forces(inverse, inverse->plus);
    inverse_masses(inverse);
    motion_matrix(inverse, 0);
    inverse_add_masses(inverse);
    const outcome ready = inverse_instant_factor(inverse, report);
    if (ready != SOLVED)
        return ready;
    inverse_instant_solve(inverse, inverse->plus);
    take_accelerations(inverse);
    take_reactions(inverse);
    return SOLVED;
}

static outcome motion_and_reactions(inverse *inverse, nonlinear_report *report)
{
    solution *solution = inverse->run->solution;
    for (int i = 0; i < solution->n; i++)
        solution->y[i] = inverse->is_own[i] ? 0 : solution->y[i];
    const outcome ready = velocity_matrix(inverse, report);
    if (ready != SOLVED)
        return ready;
    velocities(inverse);
    return inverse->settings->type == INVERSE_UNDERACTUATED ? found_together(inverse, report)
                                                            : found_apart(inverse, report);
}

outcome inverse_instant(run *run, nonlinear_report *report)
{
    inverse *inverse = run->work;
    *report = (nonlinear_report){.column = -1};
    run->solution->failed.is_set = false;
    run->solution->state.dvalue = 1, run->solution->state.drate = 0;
    solution_rebase(run->solution);
    outcome done = positions(inverse, report);
    if (done == SOLVED) {
        run->solution->state.now = PHASE_INVERSE;
        done = motion_and_reactions(inverse, report);
        run->solution->state.now = PHASE_STEP;
    }
    run->equations->left_out = NULL;
    run->sum->iterations += report->iterations;
    run->sum->jacobians += report->jacobians;
    run->sum->error += report->residual_error;
    if (done == SOLVED)
        run_remember(run, NULL);
    return done == SOLVED && run->solution->failed.is_set ? EVALUATION_FAILED : done;
}

bool inverse_prepare(run *run)
{
    const int n = run->model->n_unknowns;
    inverse *q = run->work = ARENA_NEW(run->memory, inverse);
    *q = (inverse){.run = run,
                   .settings = run->problem->self,
                   .is_own = ARENA_ARRAY(run->memory, bool, n),
                   .no_motion = ARENA_ARRAY(run->memory, bool, run->equations->n_order),
                   .no_torque = ARENA_ARRAY(run->memory, bool, run->equations->n_order),
                   .no_ergonomy = ARENA_ARRAY(run->memory, bool, run->equations->n_order),
                   .plus = ARENA_ARRAY(run->memory, double, n),
                   .stiffness = ARENA_ARRAY(run->memory, double, csc_entries(run->equations->matrix)),
                   .step = 1e-4 * run->problem->dt};
    excursion_prepare(&q->path, run, run->memory);
    run->solution->state.now = PHASE_STEP;
    inverse_blocks(q);
    return inverse_parts(q);
}
