/* branch_solve.c - a point of a branch: Newton's method for the bordered system, and the tangent.
 *
 *     [ r_y    r_p   ] [ d ]     [ r ]           y moves by d (rotations by spins at the present orientation),
 *     [ t_y'W  t_p w ] [ e ] = - [ 0 ]           p by e: the corrections stay in the plane normal to t
 *
 *     predicted    from + length t, rotations by exp(length spin)
 *     tangent      the same matrix at the solution, right-hand side (0, 1), divided by its norm
 *
 * The matrix is regular at folds, where r_y is singular. r_p is a central difference. At a given parameter the last row
 * is (0, 1). A solution is corrected once more when it has converged, since the matrix is needed for the tangent. */
#include "base/clock.h"
#include "problem/branch.h"
#include "math/rotation.h"
#include <string.h>

enum { DEFAULT_ITERATIONS = 20 };
static const double DIFFERENCE = 1e-2;                /* of the parameter, over its first increment */
static const double MOST_SPIN = 0.3, MOST_MOVE = 0.1; /* of a node in a step: rad, over the size of the model */

/* --- weights ------------------------------------------------------------------------------------------------------ */

/* 1 / s_i; 0 for unknowns without a weight. */
static double measure(const branch *branch, const node *node, int k)
{
    return node->pose >= 0 && k < 3 ? 1 / branch->now->size : 1;
}

static void weigh_nodes(const branch *branch, double *weight)
{
    const model *model = branch->run->model;
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        const int n = node->pose < 0 ? node->n_dof : node->has_rotation ? 6 : 3;
        for (int k = 0; node->dof >= 0 && k < n; k++)
            weight[node->dof + k] = measure(branch, node, k) * measure(branch, node, k);
    }
}

static void weigh_coordinates(const branch *branch, double *weight)
{
    const model *model = branch->run->model;
    for (int i = 0; i < model->elems.n; i++)
        for (int k = 0; model->elems.items[i]->kinds && k < model->elems.items[i]->n_internal; k++)
            if (model->elems.items[i]->kinds[k] == INTERNAL_COORDINATE)
                weight[model->elems.items[i]->internal + k] = 1;
}

void branch_weigh(const branch *branch)
{
    const int n = branch->run->model->n_unknowns;
    double *weight = branch->weight, count = 0;
    memset(weight, 0, ((size_t)n + 1) * sizeof *weight);
    weigh_nodes(branch, weight);
    weigh_coordinates(branch, weight);
    for (int i = 0; i < n; i++)
        count += weight[i] > 0;
    const double by = 1 / (2 * fmax(count, 1) * branch->now->moved * branch->now->moved);
    for (int i = 0; i < n; i++)
        weight[i] *= by;
    weight[n] = 1 / (2 * branch->run->problem->dt * branch->run->problem->dt);
}

double branch_norm(const branch *branch, const double *x)
{
    double sum = 0;
    for (int i = 0; i <= branch->run->model->n_unknowns; i++)
        sum += branch->weight[i] * x[i] * x[i];
    return sqrt(sum);
}

double branch_longest(const branch *branch, const double *tangent)
{
    const model *model = branch->run->model;
    const problem *problem = branch->run->problem;
    const double change = fabs(tangent[model->n_unknowns]),
                 most =
                     problem->longest ? drive_now(problem->longest, &branch->run->solution->state) : 10 * problem->dt;
    double longest = change > 0 ? most / change : HUGE_VAL;
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        if (node->pose < 0 || node->dof < 0)
            continue;
        const double move = vec3_norm(vec3_load(tangent + node->dof)),
                     spin = node->has_rotation ? vec3_norm(vec3_load(tangent + node->dof + 3)) : 0;
        longest = move > 0 ? fmin(longest, MOST_MOVE * branch->now->size / move) : longest;
        longest = spin > 0 ? fmin(longest, MOST_SPIN / spin) : longest;
    }
    return longest;
}

/* --- the bordered matrix ------------------------------------------------------------------------------------------ */

/* The pattern of the model, with one more entry in each column and a full last column. */
static void create_matrix(branch *branch)
{
    const csc *inner = branch->run->equations->matrix;
    const int n = inner->n;
    arena *memory = branch->run->memory;
    csc *matrix = &branch->matrix;
    const int entries = csc_entries(inner) + 2 * n + 1;
    *matrix = (csc){.n = n + 1,
                    .start = ARENA_ARRAY(memory, int, n + 2),
                    .row = ARENA_ARRAY(memory, int, entries),
                    .value = ARENA_ARRAY(memory, double, entries)};
    int at = 0;
    for (int j = 0; j < n; j++) {
        matrix->start[j] = at;
        for (int k = inner->start[j]; k < inner->start[j + 1]; k++)
            matrix->row[at++] = inner->row[k];
        matrix->row[at++] = n;
    }
    matrix->start[n] = at;
    for (int i = 0; i <= n; i++)
        matrix->row[at++] = i;
    matrix->start[n + 1] = at;
}

static void fill_matrix(branch *branch)
{
    const csc *inner = branch->run->equations->matrix;
    double *value = branch->matrix.value;
    for (int j = 0; j < inner->n; j++) {
        const int count = inner->start[j + 1] - inner->start[j];
        memcpy(value, inner->value + inner->start[j], (size_t)count * sizeof *value);
        value[count] = branch->border[j];
        value += count + 1;
    }
    memcpy(value, branch->column, (size_t)inner->n * sizeof *value);
    value[inner->n] = branch->border[inner->n];
}

static outcome factor_bordered(branch *branch)
{
    int column;
    fill_matrix(branch);
    branch->report->jacobians++;
    const linear_status status = linear_factor(branch->solver, &branch->matrix, &column);
    branch->report->column = column < branch->run->model->n_unknowns ? column : -1;
    return status == LINEAR_OK ? SOLVED : status == LINEAR_SINGULAR ? SINGULAR_MATRIX : NOT_FINITE;
}

branch *branch_create(run *run)
{
    const size_t n = (size_t)run->model->n_unknowns + 1;
    branch *x = ARENA_NEW(run->memory, branch);
    *x = (branch){.run = run,
                  .settings = run->problem->self,
                  .now = run->own,
                  .from = solution_clone(run->solution, run->memory),
                  .weight = ARENA_ARRAY(run->memory, double, n),
                  .column = ARENA_ARRAY(run->memory, double, n),
                  .border = ARENA_ARRAY(run->memory, double, n),
                  .d = ARENA_ARRAY(run->memory, double, n),
                  .tangent = ARENA_ARRAY(run->memory, double, n),
                  .ahead = ARENA_ARRAY(run->memory, double, n),
                  .shape = ARENA_ARRAY(run->memory, double, n),
                  .report = &run->now->solved};
    create_matrix(x);
    return x;
}

void branch_destroy(branch *branch)
{
    linear_destroy(branch->solver);
    solution_destroy(branch->from);
}

/* A new solver has no pivots of earlier points: the next point depends only on the present one. */
bool branch_depart(branch *branch)
{
    const run *run = branch->run;
    linear_options options = run->problem->linear_options;
    options.pool = NULL;
    options.threads = 1;
    linear_destroy(branch->solver);
    branch->solver = NULL;
    branch->solver =
        linear_create(run->problem->linear ? run->problem->linear : linear_default_backend(&branch->matrix),
                      &branch->matrix, &options);
    if (!branch->solver)
        return false;
    linear_allow_redundancy(branch->solver, run->equations->constraints);
    solution_rebase(run->solution);
    solution_copy(branch->from, run->solution);
    branch_weigh(branch);
    return true;
}

/* --- evaluation --------------------------------------------------------------------------------------------------- */

static void set_parameter(const branch *branch, double t)
{
    run *run = branch->run;
    run_set_time(run, t, run->solution->state.dt, run->solution->state.step);
}

static void add_residual(const branch *branch, double t, double by)
{
    run *run = branch->run;
    set_parameter(branch, t);
    equations_residual(run->equations, &run->solution->state);
    for (int i = 0; i < run->model->n_unknowns; i++)
        branch->column[i] += by * run->equations->r[i];
}

static void differentiate(const branch *branch)
{
    const double t = branch->run->solution->state.t, e = DIFFERENCE * branch->run->problem->dt;
    memset(branch->column, 0, (size_t)branch->run->model->n_unknowns * sizeof *branch->column);
    add_residual(branch, t + e, 1 / (2 * e));
    add_residual(branch, t - e, -1 / (2 * e));
    set_parameter(branch, t);
}

/* Residual, Jacobian and dr/dp at the present state. */
static outcome evaluate(const branch *branch)
{
    const solution *solution = branch->run->solution;
    nonlinear_report *report = branch->report;
    differentiate(branch);
    equations_eval(branch->run->equations, &solution->state);
    report->residual_error = residual_error(&branch->run->problem->step, branch->run->equations, &solution->state);
    if (solution->failed.is_set)
        return solution->failed.ends_cleanly ? ENDED : EVALUATION_FAILED;
    return isfinite(report->residual_error) ? SOLVED : NOT_FINITE;
}

/* The unknowns move, rates remain zero. */
static void move(const branch *branch, const double *d)
{
    solution *solution = branch->run->solution;
    solution_move(solution, d, 1);
    memset(solution->yp, 0, (size_t)solution->n * sizeof *solution->yp);
    solution_update(solution);
    set_parameter(branch, solution->state.t + d[solution->n]);
}

/* --- Newton's method ---------------------------------------------------------------------------------------------- */

static outcome correct(branch *branch)
{
    run *run = branch->run;
    const int n = run->model->n_unknowns;
    const outcome ready = factor_bordered(branch);
    if (ready != SOLVED)
        return ready;
    for (int i = 0; i < n; i++)
        branch->d[i] = -run->equations->r[i];
    branch->d[n] = 0;
    linear_solve(branch->solver, branch->d);
    memcpy(run->equations->d, branch->d, (size_t)n * sizeof *branch->d);
    branch->report->solution_error = solution_error(&run->problem->step, run->equations, &run->solution->state);
    move(branch, branch->d);
    return SOLVED;
}

/* The matrix is that of the last correction. */
static outcome find_tangent(branch *branch)
{
    const int n = branch->run->model->n_unknowns;
    memset(branch->tangent, 0, ((size_t)n + 1) * sizeof *branch->tangent);
    branch->tangent[n] = 1;
    linear_solve(branch->solver, branch->tangent);
    const double norm = branch_norm(branch, branch->tangent);
    if (!isfinite(norm) || !(norm > 0))
        return NOT_FINITE;
    for (int i = 0; i <= n; i++)
        branch->tangent[i] /= norm;
    branch->angle = 1 / norm;
    branch->det = linear_redundant_rows(branch->solver) > 0 ? (determinant){0} : determinant_of(&branch->matrix);
    return SOLVED;
}

/* Tells whether the present residual and the last correction pass their tests. */
static bool passes(const branch *branch, double error_before)
{
    const run *run = branch->run;
    const convergence *test = &run->problem->step;
    const nonlinear_report *report = branch->report;
    const bool is_small = test->residual > 0 ? report->residual_error <= test->residual : test->solution > 0;
    if (test->solution > 0 && (report->iterations == 0 || !(report->solution_error <= test->solution)))
        return false;
    const task task = {.equations = run->equations, .solution = run->solution, .test = test, .report = branch->report};
    return is_small || (report->residual_error > 0.5 * error_before && task_is_rounding(&task));
}

static outcome converge(branch *branch)
{
    const int given = branch->run->problem->step.max_iterations, most = given > 1 ? given : DEFAULT_ITERATIONS;
    const double deadline = branch->run->limits.deadline;
    nonlinear_report *report = branch->report;
    double error_before = HUGE_VAL;
    *report = (nonlinear_report){.column = -1};
    for (;; report->iterations++) {
        const outcome done = evaluate(branch);
        if (report->iterations == 0)
            report->first_error = report->residual_error;
        if (done != SOLVED)
            return done;
        const bool is_done = passes(branch, error_before);
        if (!is_done && report->iterations >= most)
            return NOT_CONVERGED;
        if (deadline > 0 && clock_seconds() > deadline)
            return OUT_OF_TIME;
        error_before = report->residual_error;
        const outcome corrected = correct(branch);
        if (corrected != SOLVED || is_done)
            return corrected;
    }
}

/* Counts the corrections also where there is no solution. */
static outcome solve(branch *branch)
{
    run *run = branch->run;
    outcome done = converge(branch);
    if (done == SOLVED && branch->report->by_rounding)
        announce_rounding(run, &run->problem->step, branch->report);
    if (done == SOLVED)
        done = find_tangent(branch);
    run->sum->iterations += branch->report->iterations;
    run->sum->jacobians += branch->report->jacobians;
    return done;
}

/* --- points ------------------------------------------------------------------------------------------------------- */

outcome branch_solve_at(branch *branch, double t)
{
    const int n = branch->run->model->n_unknowns;
    memset(branch->border, 0, (size_t)n * sizeof *branch->border);
    branch->border[n] = 1;
    branch->run->solution->failed.is_set = false;
    solution_rebase(branch->run->solution);
    set_parameter(branch, t);
    run_predict(branch->run);
    return solve(branch);
}

/* g = 2 tan(angle / 2) of a rotation by exp(spin) */
static vec3 parameters_of(vec3 spin)
{
    const double angle = vec3_norm(spin);
    return angle > 0 ? vec3_scale(2 * tan(angle / 2) / angle, spin) : spin;
}

static void predict(const branch *branch, double length)
{
    solution *solution = branch->run->solution;
    const double *t = branch->now->tangent;
    for (int i = 0; i < solution->n; i++)
        solution->y[i] += length * t[i];
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose >= 0 && node->dof >= 0 && node->has_rotation)
            vec3_store(solution->y + node->dof + 3, parameters_of(vec3_scale(length, vec3_load(t + node->dof + 3))));
    }
    solution_update(solution);
    solution_rebase(solution);
    set_parameter(branch, solution->state.t + length * t[solution->n]);
    run_predict(branch->run);
}

/* The counters of the run go on. */
static void go_back(const branch *branch)
{
    const long iterations = branch->run->sum->iterations, jacobians = branch->run->sum->jacobians;
    const nonlinear_report report = *branch->report;
    solution_copy(branch->run->solution, branch->from);
    branch->run->sum->iterations = iterations;
    branch->run->sum->jacobians = jacobians;
    *branch->report = report;
}

outcome branch_solve_after(branch *branch, double length)
{
    go_back(branch);
    for (int i = 0; i <= branch->run->model->n_unknowns; i++)
        branch->border[i] = branch->weight[i] * branch->now->tangent[i];
    predict(branch, length);
    return solve(branch);
}
