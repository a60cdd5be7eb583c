/* consistent_start.c - velocities, accelerations and reactions that satisfy the constraints and their derivatives.
 *
 * With the momenta b = M(x) v, the constraints phi(x, t) = 0 and psi(v, x, t) = 0 and a given motion, the accelerations
 * a, the derivatives b' and the multipliers l satisfy the index 1 system
 *
 *     M a - b' = -dM/dt v        b' = f(x, v, l, t)        phi_x a = -d(phi_x v + phi_t)/dt        psi_v a = -dpsi/dt
 *
 * where d/dt is taken along the motion with constant v. Its matrix is that of a step whose c tends to zero: the unknown
 * of a node is then c a, and a row that has no derivative gets c times its derivative along the motion as its residual.
 * Other rows keep their residual: states of first order, scalar nodes and algebraic unknowns are found as before.
 *
 * The velocities of the assembly satisfy phi_x v + phi_t = 0 with the derivative of a drive at the initial time, which
 * is half of its jump where a drive begins at that time. Here they receive the impulse that leads to the derivative
 * from the right:
 *
 *     M dv = phi_x' i        phi_x dv = -(phi_x v + phi_t)
 *
 * Derivatives along the motion are taken from values at e, 2 e, 3 e after the initial time. */
#include "problem/excursion.h"
#include "problem/drift.h"
#include "problem/initial_phases.h"
#include <string.h>

enum { AHEAD = 3, CORRECTIONS = 3, LARGER = 3 };         /* points after the initial time; corrections; larger c */
static const double NEGLIGIBLE = 1e-11;                  /* as a fraction of the largest velocity */
static const double LATER = 0.0625;                      /* of the step: when accelerations are found once more */
static const double VALUE[AHEAD] = {3, -3, 1};           /* extrapolate to the initial time */
static const double DERIVATIVE[AHEAD] = {-2.5, 4, -1.5}; /* the same, of the derivative; divided by e */

typedef enum { ROW_OTHER, ROW_MOMENTUM, ROW_POSITION, ROW_VELOCITY } row_kind;

typedef struct {
    excursion path, far;   /* with constant velocities; with accelerations */
    row_kind *kind;        /* by row */
    bool *is_motion;       /* by unknown: positions of nodes and coordinates of elements */
    bool *left_out;        /* by equations.order: elements without rows to be differentiated */
    double *value, *rate;  /* of these rows, at the present time from the right */
    double *a, *third;     /* accelerations, their derivatives, by unknown */
    double *work, *y, *yp; /* workspace; unknowns before */
    double c, e;
    double speed; /* largest component of the velocities */
} start;

/* --- rows --------------------------------------------------------------------------------------------------------- */

static void list_nodes(const start *start, const model *model)
{
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        for (int k = 0; node->pose >= 0 && node->dof >= 0 && k < (node->has_rotation ? 6 : 3); k++) {
            start->is_motion[node->dof + k] = true;
            if (node->momentum >= 0)
                start->kind[node->momentum_row + k] = ROW_MOMENTUM;
        }
    }
}

static row_kind kind_of(const elem *element, int k)
{
    const internal_kind kind = element->kinds ? element->kinds[k] : INTERNAL_CONSTRAINT;
    return kind == INTERNAL_CONSTRAINT || kind == INTERNAL_PLAIN_CONSTRAINT ? ROW_POSITION
           : kind == INTERNAL_VELOCITY_CONSTRAINT                           ? ROW_VELOCITY
                                                                            : ROW_OTHER;
}

static void list_internal(const start *start, const model *model)
{
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        for (int k = 0; k < element->n_internal; k++) {
            start->kind[element->internal + k] = kind_of(element, k);
            start->is_motion[element->internal + k] = element->kinds && element->kinds[k] == INTERNAL_COORDINATE;
        }
    }
}

/* A constraint that depends on other unknowns, or on its own multiplier, is not differentiated. */
static void leave_mixed(const start *start, const csc *matrix)
{
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; !start->is_motion[j] && k < matrix->start[j + 1]; k++)
            if (start->kind[matrix->row[k]] >= ROW_POSITION && matrix->value[k] != 0)
                start->kind[matrix->row[k]] = ROW_OTHER;
}

static void leave_elements(const start *start, const equations *equations)
{
    for (int i = 0; i < equations->n_order; i++) {
        const elem *element = equations->order[i];
        start->left_out[i] = true;
        for (int k = 0; k < element->n; k++)
            if (element->row[k] >= 0 && start->kind[element->row[k]] != ROW_OTHER)
                start->left_out[i] = false;
    }
}

static void load_motion(start *start)
{
    const solution *solution = start->path.run->solution;
    for (int i = 0; i < solution->n; i++)
        start->path.motion[i] = start->is_motion[i] ? solution->yp[i] : 0;
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose >= 0 && node->dof >= 0 && node->has_rotation)
            vec3_store(start->path.motion + node->dof + 3, solution->poses[node->pose].w);
    }
    start->speed = 0;
    for (int i = 0; i < solution->n; i++)
        start->speed = fmax(start->speed, fabs(start->path.motion[i]));
}

/* --- derivatives along the motion --------------------------------------------------------------------------------- */

static void add_ahead(start *start, int point)
{
    run *run = start->path.run;
    state *state = &run->solution->state;
    excursion_move(&start->path, (point + 1) * start->e, false);
    equations_product(run->equations, state, start->path.motion, start->work);
    excursion_add_rates(&start->path, start->work);
    equations_residual(run->equations, state);
    excursion_return(&start->path);
    for (int i = 0; i < run->solution->n; i++) {
        const double f = start->kind[i] == ROW_POSITION ? start->work[i] : run->equations->r[i];
        start->value[i] += VALUE[point] * f;
        start->rate[i] += DERIVATIVE[point] / start->e * f;
    }
}

static void differentiate(start *start)
{
    run *run = start->path.run;
    state *state = &run->solution->state;
    memset(start->value, 0, (size_t)run->solution->n * sizeof *start->value);
    memset(start->rate, 0, (size_t)run->solution->n * sizeof *start->rate);
    load_motion(start);
    excursion_begin(&start->path);
    state->dvalue = 1, state->drate = 0;
    run->equations->left_out = start->left_out;
    for (int point = 0; point < AHEAD; point++)
        add_ahead(start, point);
    run->equations->left_out = NULL;
    state->dvalue = start->c, state->drate = 1;
}

/* --- solution ----------------------------------------------------------------------------------------------------- */

static outcome factor(const start *start, nonlinear_report *report)
{
    run *run = start->path.run;
    equations_jacobian(run->equations, &run->solution->state);
    const linear_status status = equations_factor(run->equations, &report->column);
    return status == LINEAR_OK ? SOLVED : status == LINEAR_SINGULAR ? SINGULAR_MATRIX : NOT_FINITE;
}

/* What the rows of a constraint are divided by: c, unless the element does not want it. */
static double row_factor(const start *start, int i)
{
    return start->kind[i] == ROW_POSITION && !start->path.run->model->divided[i] ? start->c : 1;
}

static double violation(const start *start)
{
    double largest = 0;
    for (int i = 0; i < start->path.run->solution->n; i++)
        if (start->kind[i] >= ROW_POSITION)
            largest = fmax(largest, fabs(start->value[i]));
    return largest;
}

/* Adds the change of velocities, and of the momenta and rates of coordinates that belong to them. */
static void move_velocities(const start *start, const double *d)
{
    solution *solution = start->path.run->solution;
    for (int i = 0; i < solution->n; i++) {
        if (start->is_motion[i])
            solution->yp[i] += d[i];
        else if (solution->model->kind[i] == DOF_DIFFERENTIAL)
            solution->y[i] += start->c * d[i];
    }
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose < 0 || node->dof < 0)
            continue;
        pose *pose = &solution->poses[node->pose];
        pose->v = vec3_load(solution->yp + node->dof);
        if (node->has_rotation)
            pose->w = vec3_add(pose->w, vec3_load(d + node->dof + 3));
    }
    solution_rebase(solution);
}

static outcome project_velocities(start *start, nonlinear_report *report)
{
    run *run = start->path.run;
    const outcome ready = factor(start, report);
    if (ready != SOLVED)
        return ready;
    for (int i = 0; i < run->solution->n; i++)
        run->equations->r[i] = start->kind[i] >= ROW_POSITION ? row_factor(start, i) * start->value[i] : 0;
    equations_solve(run->equations);
    move_velocities(start, run->equations->d);
    return SOLVED;
}

/* The residual of the index 1 system where no acceleration is known yet. */
static void acceleration_rows(const start *start)
{
    const run *run = start->path.run;
    double *r = run->equations->r;
    equations_residual(run->equations, &run->solution->state);
    for (int i = 0; i < run->solution->n; i++)
        r[i] = start->kind[i] == ROW_OTHER ? r[i] : start->c * row_factor(start, i) * start->rate[i];
    for (int i = 0; i < run->model->nodes.n; i++) {
        const node *node = run->model->nodes.items[i];
        for (int k = 0; node->momentum >= 0 && k < (node->has_rotation ? 6 : 3); k++)
            r[node->momentum_row + k] -= start->c * run->solution->yp[node->momentum + k];
    }
}

/* The same once they are known: the rows are linear in them. */
static void other_rows(const start *start)
{
    const run *run = start->path.run;
    equations_residual(run->equations, &run->solution->state);
    for (int i = 0; i < run->solution->n; i++)
        run->equations->r[i] = start->kind[i] == ROW_OTHER ? run->equations->r[i] : 0;
}

static void add_accelerations(const start *start, double *to)
{
    for (int i = 0; i < start->path.run->solution->n; i++)
        to[i] += start->is_motion[i] ? start->path.run->equations->d[i] / start->c : 0;
}

/* Corrects derivatives and algebraic unknowns only. */
static void correct(const start *start)
{
    solution *solution = start->path.run->solution;
    memcpy(start->y, solution->y, (size_t)solution->n * sizeof *start->y);
    memcpy(start->yp, solution->yp, (size_t)solution->n * sizeof *start->yp);
    solution_correct(solution, start->path.run->equations->d, start->c);
    for (int i = 0; i < solution->n; i++) {
        if (solution->model->kind[i] == DOF_DIFFERENTIAL)
            solution->y[i] = start->y[i];
        if (start->is_motion[i])
            solution->yp[i] = start->yp[i];
    }
    solution_update(solution);
}

static outcome find_accelerations(start *start, nonlinear_report *report)
{
    run *run = start->path.run;
    memset(start->a, 0, (size_t)run->solution->n * sizeof *start->a);
    for (int k = 0; k < CORRECTIONS; k++) {
        const outcome ready = factor(start, report);
        if (ready != SOLVED)
            return ready;
        if (k == 0)
            acceleration_rows(start);
        else
            other_rows(start);
        equations_solve(run->equations);
        add_accelerations(start, start->a);
        correct(start);
    }
    return SOLVED;
}

/* --- the drift of velocities -------------------------------------------------------------------------------------- */

/* Third derivatives of the unknowns: of the parameters of a rotation, g''' = w'' - w x w'/2 + |w|^2 w/2. */
static void parameters_of_rotations(const start *start, double *third)
{
    const model *model = start->path.run->model;
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        if (node->pose < 0 || node->dof < 0 || !node->has_rotation)
            continue;
        double *g = third + node->dof + 3;
        const vec3 w = start->path.run->solution->poses[node->pose].w, dw = vec3_load(start->a + node->dof + 3);
        const vec3 rotated = vec3_axpy(vec3_load(g), -0.5, vec3_cross(w, dw));
        vec3_store(g, vec3_axpy(rotated, 0.5 * vec3_dot(w, w), w));
    }
}

/* Finds x''' from the accelerations a little later. */
static outcome find_third(start *start, double *third, nonlinear_report *report)
{
    run *run = start->path.run;
    const double later = LATER * run->problem->dt;
    const int n = run->solution->n;
    memcpy(start->far.motion, start->path.motion, (size_t)n * sizeof *start->far.motion);
    memcpy(start->far.a, start->a, (size_t)n * sizeof *start->far.a);
    memset(third, 0, (size_t)n * sizeof *third);
    excursion_begin(&start->far);
    excursion_move(&start->far, later, true);
    differentiate(start);
    const outcome ready = factor(start, report);
    if (ready == SOLVED) {
        acceleration_rows(start);
        equations_solve(run->equations);
        add_accelerations(start, third);
    }
    excursion_return(&start->far);
    for (int i = 0; i < n; i++)
        third[i] = (third[i] - start->a[i]) / later;
    parameters_of_rotations(start, third);
    return ready;
}

/* phi_x x''' as the residual of the constraints on positions. */
static void drift_rows(const start *start, const double *third)
{
    run *run = start->path.run;
    run->solution->state.dvalue = 1, run->solution->state.drate = 0;
    equations_product(run->equations, &run->solution->state, third, start->work);
    run->solution->state.dvalue = start->c, run->solution->state.drate = 1;
    for (int i = 0; i < run->solution->n; i++)
        run->equations->r[i] = start->kind[i] == ROW_POSITION ? row_factor(start, i) * start->work[i] : 0;
}

static double magnitude(const double *of, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += of[i] * of[i];
    return sqrt(sum);
}

/* Tells whether steps of this length follow these unknowns: x''' changes neither x'' nor x' much within one. */
static bool follows(const start *start, int first, int n)
{
    const double h = start->path.run->problem->dt, third = magnitude(start->path.run->drift.rate + first, n),
                 a = magnitude(start->a + first, n), v = magnitude(start->path.motion + first, n);
    return h * third <= a || h * h * third <= v / 2 + NEGLIGIBLE * start->speed;
}

static bool follows_motion(const start *start)
{
    const model *model = start->path.run->model;
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        if (node->pose >= 0 && node->dof >= 0 &&
            (!follows(start, node->dof, 3) || (node->has_rotation && !follows(start, node->dof + 3, 3))))
            return false;
    }
    for (int i = 0; i < model->elems.n; i++)
        for (int k = 0; k < model->elems.items[i]->n_internal; k++)
            if (!follows(start, model->elems.items[i]->internal + k, 1))
                return false;
    return true;
}

/* Finds the part of x''' along the constraints, and the momenta that belong to it as velocities. Steps that are too
 * long for the motion, as of stiff modes, begin without it. */
static outcome find_drift(start *start, nonlinear_report *report)
{
    run *run = start->path.run;
    outcome ready = find_third(start, start->third, report);
    ready = ready == SOLVED ? factor(start, report) : ready;
    if (ready != SOLVED)
        return ready;
    drift_rows(start, start->third);
    equations_solve(run->equations);
    for (int i = 0; i < run->solution->n; i++) {
        const double d = -run->equations->d[i];
        run->drift.rate[i] = start->is_motion[i] ? d : 0;
        run->drift.value[i] = start->is_motion[i] || run->model->kind[i] != DOF_DIFFERENTIAL ? 0 : start->c * d;
    }
    if (follows_motion(start))
        drift_begin(run);
    return SOLVED;
}

/* --- the start ---------------------------------------------------------------------------------------------------- */

static void start_prepare(start *start, run *run, arena *memory)
{
    const int n = run->model->n_unknowns;
    excursion_prepare(&start->path, run, memory);
    excursion_prepare(&start->far, run, memory);
    start->kind = ARENA_ARRAY(memory, row_kind, n);
    start->is_motion = ARENA_ARRAY(memory, bool, n);
    start->left_out = ARENA_ARRAY(memory, bool, run->equations->n_order);
    start->value = ARENA_ARRAY(memory, double, n);
    start->rate = ARENA_ARRAY(memory, double, n);
    start->a = ARENA_ARRAY(memory, double, n);
    start->third = ARENA_ARRAY(memory, double, n);
    start->work = ARENA_ARRAY(memory, double, n);
    start->y = ARENA_ARRAY(memory, double, n);
    start->yp = ARENA_ARRAY(memory, double, n);
    start->c = 1e-6 * run->problem->dt;
    start->e = 1e-4 * run->problem->dt;
}

static void list_rows(start *start)
{
    run *run = start->path.run;
    run->solution->state.dvalue = start->c, run->solution->state.drate = 1;
    list_nodes(start, run->model);
    list_internal(start, run->model);
    equations_jacobian(run->equations, &run->solution->state);
    leave_mixed(start, run->equations->matrix);
    leave_elements(start, run->equations);
}

static outcome find_velocities(start *start, nonlinear_report *report)
{
    differentiate(start);
    if (violation(start) <= NEGLIGIBLE * start->speed)
        return SOLVED;
    const outcome done = project_velocities(start, report);
    if (done == SOLVED) {
        find_momenta(start->path.run);
        differentiate(start);
    }
    return done;
}

bool starts_consistently(const problem *problem)
{
    const integrator *method = &problem->method;
    if (problem->start != START_UNSPECIFIED)
        return problem->start == START_CONSISTENT;
    return method->type->is_undamped && method->type->is_undamped(method->self);
}

static bool has_inertia(const model *model)
{
    for (int i = 0; i < model->nodes.n; i++)
        if (model->nodes.items[i]->momentum >= 0)
            return true;
    return false;
}

static outcome find_all(start *start, nonlinear_report *report)
{
    list_rows(start);
    outcome done = find_velocities(start, report);
    done = done == SOLVED ? find_accelerations(start, report) : done;
    return done == SOLVED && start->path.run->drift.rate ? find_drift(start, report) : done;
}

/* A massless node on springs has a stiffness of c^2 times that of the springs in the matrix: if it is found singular, c
 * grows. */
outcome consistent_start(run *run, nonlinear_report *report)
{
    start start = {0};
    if (!has_inertia(run->model))
        return SOLVED;
    arena *memory = arena_create();
    start_prepare(&start, run, memory);
    run->now->drift.is_active = false;
    outcome done = find_all(&start, report);
    for (int k = 0; k < LARGER && done == SINGULAR_MATRIX; k++) {
        start.c *= 100;
        done = find_all(&start, report);
    }
    arena_destroy(memory);
    return done == SOLVED && run->solution->failed.is_set ? EVALUATION_FAILED : done;
}
