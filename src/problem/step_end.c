/* step_end.c - velocities, accelerations and reactions at the end of a step.
 *
 *     M dv + c phi_x' i = 0                    phi_x dv = -(phi_x v + phi_t)
 *     M a - b' = -dM/dt v                      b' = f(x, v, l, t)           phi_x a = -d(phi_x v + phi_t)/dt
 *
 * Both have the matrix of a step whose c is small, with the unknown c a of a node (index1.h). Derivatives
 * along the motion are taken backwards, from residuals at the end of the step and at e, 2 e and 3 e before it: what
 * begins at this instant is no part of the step. */
#include "problem/step_end.h"
#include "math/rotation.h"
#include "problem/index1.h"
#include "problem/initial_phases.h"
#include <string.h>

enum { BEFORE = 4, CORRECTIONS = 2 };
/* derivatives from values at the end, e, 2 e and 3 e before it; divided by e, e^2 */
static const double FIRST[BEFORE] = {11.0 / 6, -3, 1.5, -1.0 / 3}, SECOND[BEFORE] = {2, -5, 4, -1};
static const double SMALL = 1e-4, BACK = 1e-3; /* c and e as fractions of the step */

struct step_end {
    index1 rows;
    linear *solver;
    double *d;
};

step_end *step_end_create(run *run, const linear_options *options, arena *memory)
{
    step_end *x = ARENA_NEW(memory, step_end);
    index1_prepare(&x->rows, run, memory);
    x->d = ARENA_ARRAY(memory, double, run->model->n_unknowns);
    const csc *matrix = run->equations->matrix;
    x->solver =
        linear_create(run->problem->linear ? run->problem->linear : linear_default_backend(matrix), matrix, options);
    if (x->solver)
        linear_allow_redundancy(x->solver, run->equations->constraints);
    return x;
}

void step_end_destroy(step_end *end)
{
    if (end)
        linear_destroy(end->solver);
}

void step_end_serialize(archive *archive, step_end *end)
{
    if (end->solver)
        linear_serialize(archive, end->solver);
}

/* --- derivatives along the motion --------------------------------------------------------------------------------- */

/* phi_x v + phi_t of the rows of constraints on positions: the matrix has phi_x, or c phi_x in rows that are not
 * divided by c. */
static void rates_of_constraints(step_end *end, double *to)
{
    const run *run = end->rows.path.run;
    const csc *matrix = run->equations->matrix;
    memset(to, 0, (size_t)matrix->n * sizeof *to);
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; end->rows.path.motion[j] != 0 && k < matrix->start[j + 1]; k++)
            to[matrix->row[k]] += matrix->value[k] * end->rows.path.motion[j];
    for (int i = 0; i < matrix->n; i++)
        to[i] = end->rows.kind[i] == ROW_POSITION ? to[i] / index1_row_factor(&end->rows, i) : 0;
    excursion_add_rates(&end->rows.path, to);
}

/* Adds the residual of rows `by` after the end of the step to the derivatives. */
static void add_before(step_end *end, double by, double first, double second)
{
    run *run = end->rows.path.run;
    if (by != 0)
        excursion_move(&end->rows.path, by, false);
    equations_residual(run->equations, &run->solution->state);
    if (by != 0)
        excursion_return(&end->rows.path);
    for (int i = 0; i < run->solution->n; i++)
        end->rows.rate[i] +=
            (end->rows.kind[i] == ROW_POSITION ? second / end->rows.e : first) / end->rows.e * run->equations->r[i];
}

static void differentiate_rows(step_end *end)
{
    run *run = end->rows.path.run;
    state *state = &run->solution->state;
    index1_load_motion(&end->rows);
    excursion_begin(&end->rows.path);
    memset(end->rows.rate, 0, (size_t)run->solution->n * sizeof *end->rows.rate);
    state->dvalue = 1, state->drate = 0;
    run->equations->left_out = end->rows.left_out;
    for (int k = 0; k < BEFORE; k++)
        add_before(end, -k * end->rows.e, FIRST[k], SECOND[k]);
    run->equations->left_out = NULL;
    state->dvalue = end->rows.c, state->drate = 1;
}

/* --- solution ----------------------------------------------------------------------------------------------------- */

/* Replaces the residual in equations->r by the correction, in end->d. */
static void solve_rows(step_end *end)
{
    const run *run = end->rows.path.run;
    for (int i = 0; i < run->solution->n; i++)
        end->d[i] = -run->equations->r[i];
    linear_solve(end->solver, end->d);
    linear_release(end->solver, run->solution->y, end->d);
}

/* The derivatives of rotation parameters change by G(g)^-1 d. */
static void move_to_constraints(const step_end *end)
{
    solution *solution = end->rows.path.run->solution;
    for (int i = 0; i < solution->n; i++)
        if (end->rows.is_motion[i])
            solution->yp[i] += end->d[i];
        else if (solution->model->kind[i] == DOF_DIFFERENTIAL)
            solution->y[i] += end->rows.c * end->d[i];
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose < 0 || node->dof < 0 || !node->has_rotation)
            continue;
        const mat3 inverse = rotation_cgr_spin_inverse(vec3_load(solution->y + node->dof + 3));
        const vec3 spin = vec3_load(end->d + node->dof + 3);
        vec3_accumulate(solution->yp + node->dof + 3, vec3_axpy(mat3_mulv(&inverse, spin), -1, spin));
    }
    solution_update(solution);
}

static void project_onto_constraints(step_end *end)
{
    run *run = end->rows.path.run;
    index1_load_motion(&end->rows);
    rates_of_constraints(end, end->rows.value);
    run->solution->state.dvalue = end->rows.c, run->solution->state.drate = 1;
    for (int i = 0; i < run->solution->n; i++)
        run->equations->r[i] =
            end->rows.kind[i] == ROW_POSITION ? index1_row_factor(&end->rows, i) * end->rows.value[i] : 0;
    solve_rows(end);
    move_to_constraints(end);
    find_momenta(run);
}

/* Corrects the derivatives of momenta and states, and algebraic unknowns. */
static void correct_derivatives(const step_end *end)
{
    solution *solution = end->rows.path.run->solution;
    for (int i = 0; i < solution->n; i++)
        if (solution->model->kind[i] != DOF_DIFFERENTIAL)
            solution->y[i] += end->d[i];
        else if (!end->rows.is_motion[i])
            solution->yp[i] += end->d[i];
}

static bool has_constraints(const step_end *end)
{
    for (int i = 0; i < end->rows.path.run->solution->n; i++)
        if (end->rows.kind[i] >= ROW_POSITION)
            return true;
    return false;
}

static bool factor_end(step_end *end)
{
    int column;
    index1_list_rows(&end->rows);
    return has_constraints(end) &&
           linear_factor(end->solver, end->rows.path.run->equations->matrix, &column) == LINEAR_OK;
}

void step_end_settle(step_end *end, double h)
{
    run *run = end->rows.path.run;
    end->rows.c = SMALL * h;
    end->rows.e = BACK * h;
    if (!end->solver || !factor_end(end))
        return;
    project_onto_constraints(end);
    differentiate_rows(end);
    for (int k = 0; k < CORRECTIONS; k++) {
        index1_residual(&end->rows, k == 0);
        solve_rows(end);
        correct_derivatives(end);
    }
    run->equations->is_fresh = false;
}
