/* step_end.c - velocities, accelerations and reactions at the end of a step.
 *
 *     M dv + c phi_x' i = 0                    phi_x dv = -(phi_x v + phi_t)
 *     M a - b' = -dM/dt v                      b' = f(x, v, l, t)           phi_x a = -d(phi_x v + phi_t)/dt
 *
 * Both have the matrix of a step whose c is small, with the unknown c a of a node (consistent_start.c). Derivatives
 * along the motion are taken backwards, from residuals at the end of the step and at e, 2 e and 3 e before it: what
 * begins at this instant is no part of the step. */
#include "problem/step_end.h"
#include "math/rotation.h"
#include "problem/excursion.h"
#include "problem/initial_phases.h"
#include <string.h>

typedef enum { ROW_OTHER, ROW_MOMENTUM, ROW_POSITION, ROW_VELOCITY } row_kind;

enum { BEFORE = 4, CORRECTIONS = 2 };
/* derivatives from values at the end, e, 2 e and 3 e before it; divided by e, e^2 */
static const double FIRST[BEFORE] = {11.0 / 6, -3, 1.5, -1.0 / 3}, SECOND[BEFORE] = {2, -5, 4, -1};
static const double SMALL = 1e-4, BACK = 1e-3; /* c and e as fractions of the step */

struct step_end {
    excursion path;
    linear *solver;
    csc matrix;
    bool is_listed, has_constraints;
    row_kind *kind;  /* by row */
    bool *is_motion; /* by unknown: positions of nodes and coordinates of elements */
    bool *left_out;  /* by equations.order: elements without rows to be differentiated */
    double *value, *rate, *d;
    double c, e;
};

/* --- rows --------------------------------------------------------------------------------------------------------- */

static void list_node_rows(const step_end *end, const model *model)
{
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        for (int k = 0; node->pose >= 0 && node->dof >= 0 && k < (node->has_rotation ? 6 : 3); k++) {
            end->is_motion[node->dof + k] = true;
            if (node->momentum >= 0)
                end->kind[node->momentum_row + k] = ROW_MOMENTUM;
        }
    }
}

static row_kind kind_of_internal(const elem *element, int k)
{
    const internal_kind kind = element->kinds ? element->kinds[k] : INTERNAL_CONSTRAINT;
    return kind == INTERNAL_CONSTRAINT || kind == INTERNAL_PLAIN_CONSTRAINT ? ROW_POSITION
           : kind == INTERNAL_VELOCITY_CONSTRAINT                           ? ROW_VELOCITY
                                                                            : ROW_OTHER;
}

static void list_internal_rows(const step_end *end, const model *model)
{
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        for (int k = 0; k < element->n_internal; k++) {
            end->kind[element->internal + k] = kind_of_internal(element, k);
            end->is_motion[element->internal + k] = element->kinds && element->kinds[k] == INTERNAL_COORDINATE;
        }
    }
}

/* A constraint that depends on other unknowns, or on its own multiplier, is not differentiated. */
static void leave_mixed_rows(step_end *end, const csc *matrix)
{
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; !end->is_motion[j] && k < matrix->start[j + 1]; k++)
            if (end->kind[matrix->row[k]] >= ROW_POSITION && matrix->value[k] != 0)
                end->kind[matrix->row[k]] = ROW_OTHER;
    end->has_constraints = false;
    for (int i = 0; i < matrix->n; i++)
        end->has_constraints |= end->kind[i] >= ROW_POSITION;
}

static void leave_other_elements(const step_end *end, const equations *equations)
{
    for (int i = 0; i < equations->n_order; i++) {
        const elem *element = equations->order[i];
        end->left_out[i] = true;
        for (int k = 0; k < element->n; k++)
            if (element->row[k] >= 0 && end->kind[element->row[k]] != ROW_OTHER)
                end->left_out[i] = false;
    }
}

/* Which rows are constraints depends on which elements are active: the list is renewed at every step. */
static void list_rows_at_end(step_end *end)
{
    const run *run = end->path.run;
    memset(end->kind, 0, (size_t)run->model->n_unknowns * sizeof *end->kind);
    list_node_rows(end, run->model);
    list_internal_rows(end, run->model);
    leave_mixed_rows(end, run->equations->matrix);
    leave_other_elements(end, run->equations);
}

step_end *step_end_create(run *run, const linear_options *options, arena *memory)
{
    const int n = run->model->n_unknowns;
    step_end *x = ARENA_NEW(memory, step_end);
    excursion_prepare(&x->path, run, memory);
    x->kind = ARENA_ARRAY(memory, row_kind, n);
    x->is_motion = ARENA_ARRAY(memory, bool, n);
    x->left_out = ARENA_ARRAY(memory, bool, run->equations->n_order);
    x->value = ARENA_ARRAY(memory, double, n);
    x->rate = ARENA_ARRAY(memory, double, n);
    x->d = ARENA_ARRAY(memory, double, n);
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

static void load_present_motion(step_end *end)
{
    const solution *solution = end->path.run->solution;
    for (int i = 0; i < solution->n; i++)
        end->path.motion[i] = end->is_motion[i] ? solution->yp[i] : 0;
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose >= 0 && node->dof >= 0 && node->has_rotation)
            vec3_store(end->path.motion + node->dof + 3, solution->poses[node->pose].w);
    }
}

static double divisor(const step_end *end, int i)
{
    return end->kind[i] == ROW_POSITION && !end->path.run->model->divided[i] ? end->c : 1;
}

/* phi_x v + phi_t of the rows of constraints on positions: the matrix has phi_x, or c phi_x in rows that are not
 * divided by c. */
static void rates_of_constraints(step_end *end, double *to)
{
    const run *run = end->path.run;
    const csc *matrix = run->equations->matrix;
    memset(to, 0, (size_t)matrix->n * sizeof *to);
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; end->path.motion[j] != 0 && k < matrix->start[j + 1]; k++)
            to[matrix->row[k]] += matrix->value[k] * end->path.motion[j];
    for (int i = 0; i < matrix->n; i++)
        to[i] = end->kind[i] == ROW_POSITION ? to[i] / divisor(end, i) : 0;
    excursion_add_rates(&end->path, to);
}

/* Adds the residual of rows `by` after the end of the step to the derivatives. */
static void add_before(step_end *end, double by, double first, double second)
{
    run *run = end->path.run;
    if (by != 0)
        excursion_move(&end->path, by, false);
    equations_residual(run->equations, &run->solution->state);
    if (by != 0)
        excursion_return(&end->path);
    for (int i = 0; i < run->solution->n; i++)
        end->rate[i] += (end->kind[i] == ROW_POSITION ? second / end->e : first) / end->e * run->equations->r[i];
}

static void differentiate_rows(step_end *end)
{
    run *run = end->path.run;
    state *state = &run->solution->state;
    load_present_motion(end);
    excursion_begin(&end->path);
    memset(end->rate, 0, (size_t)run->solution->n * sizeof *end->rate);
    state->dvalue = 1, state->drate = 0;
    run->equations->left_out = end->left_out;
    for (int k = 0; k < BEFORE; k++)
        add_before(end, -k * end->e, FIRST[k], SECOND[k]);
    run->equations->left_out = NULL;
    state->dvalue = end->c, state->drate = 1;
}

/* --- solution ----------------------------------------------------------------------------------------------------- */

/* Replaces the residual in equations->r by the correction, in end->d. */
static void solve_rows(step_end *end)
{
    const run *run = end->path.run;
    for (int i = 0; i < run->solution->n; i++)
        end->d[i] = -run->equations->r[i];
    linear_solve(end->solver, end->d);
    linear_release(end->solver, run->solution->y, end->d);
}

/* The derivatives of rotation parameters change by G(g)^-1 d. */
static void move_to_constraints(const step_end *end)
{
    solution *solution = end->path.run->solution;
    for (int i = 0; i < solution->n; i++)
        if (end->is_motion[i])
            solution->yp[i] += end->d[i];
        else if (solution->model->kind[i] == DOF_DIFFERENTIAL)
            solution->y[i] += end->c * end->d[i];
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
    run *run = end->path.run;
    load_present_motion(end);
    rates_of_constraints(end, end->value);
    run->solution->state.dvalue = end->c, run->solution->state.drate = 1;
    for (int i = 0; i < run->solution->n; i++)
        run->equations->r[i] = end->kind[i] == ROW_POSITION ? divisor(end, i) * end->value[i] : 0;
    solve_rows(end);
    move_to_constraints(end);
    find_momenta(run);
}

/* The residual of the index 1 system; once accelerations are known, only that of other rows. */
static void index_1_rows(const step_end *end, bool is_first)
{
    const run *run = end->path.run;
    double *r = run->equations->r;
    equations_residual(run->equations, &run->solution->state);
    for (int i = 0; i < run->solution->n; i++)
        r[i] = end->kind[i] == ROW_OTHER ? r[i] : is_first ? end->c * divisor(end, i) * end->rate[i] : 0;
    for (int i = 0; is_first && i < run->model->nodes.n; i++) {
        const node *node = run->model->nodes.items[i];
        for (int k = 0; node->momentum >= 0 && k < (node->has_rotation ? 6 : 3); k++)
            r[node->momentum_row + k] -= end->c * run->solution->yp[node->momentum + k];
    }
}

/* Corrects the derivatives of momenta and states, and algebraic unknowns. */
static void correct_derivatives(const step_end *end)
{
    solution *solution = end->path.run->solution;
    for (int i = 0; i < solution->n; i++)
        if (solution->model->kind[i] != DOF_DIFFERENTIAL)
            solution->y[i] += end->d[i];
        else if (!end->is_motion[i])
            solution->yp[i] += end->d[i];
}

static bool factor_end(step_end *end)
{
    run *run = end->path.run;
    int column;
    run->solution->state.dvalue = end->c, run->solution->state.drate = 1;
    equations_jacobian(run->equations, &run->solution->state);
    list_rows_at_end(end);
    return end->has_constraints && linear_factor(end->solver, run->equations->matrix, &column) == LINEAR_OK;
}

void step_end_settle(step_end *end, double h)
{
    run *run = end->path.run;
    end->c = SMALL * h;
    end->e = BACK * h;
    if (!end->solver || !factor_end(end))
        return;
    project_onto_constraints(end);
    differentiate_rows(end);
    for (int k = 0; k < CORRECTIONS; k++) {
        index_1_rows(end, k == 0);
        solve_rows(end);
        correct_derivatives(end);
    }
    run->equations->is_fresh = false;
}
