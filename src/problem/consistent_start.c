/* consistent_start.c - velocities, accelerations and reactions that satisfy the constraints and their derivatives.
 *
 * With the momenta b = M(x) v, the constraints phi(x, t) = 0 and psi(v, x, t) = 0 and a given motion, the accelerations
 * a, the derivatives b' and the multipliers l satisfy the index 1 system (index1.h).
 *
 * The velocities of the assembly satisfy phi_x v + phi_t = 0 with the derivative of a drive at the initial time, which
 * is half of its jump where a drive begins at that time. Here they receive the impulse that leads to the derivative
 * from the right:
 *
 *     M dv = phi_x' i        phi_x dv = -(phi_x v + phi_t)
 *
 * Derivatives along the motion are taken from values at e, 2 e, 3 e after the initial time. */
#include "problem/drift.h"
#include "problem/index1.h"
#include "problem/initial_phases.h"
#include <string.h>

enum { AHEAD = 3, CORRECTIONS = 3, LARGER = 3 };         /* points after the initial time; corrections; larger c */
static const double NEGLIGIBLE = 1e-11;                  /* as a fraction of the largest velocity */
static const double LATER = 0.0625;                      /* of the step: when accelerations are found once more */
static const double VALUE[AHEAD] = {3, -3, 1};           /* extrapolate to the initial time */
static const double DERIVATIVE[AHEAD] = {-2.5, 4, -1.5}; /* the same, of the derivative; divided by e */

typedef struct {
    index1 rows;           /* values and derivatives are those at the present time from the right */
    excursion far;         /* with accelerations */
    double *a, *third;     /* accelerations, their derivatives, by unknown */
    double *work, *y, *yp; /* workspace; unknowns before */
    double speed;          /* largest component of the velocities */
} start;

static void load_motion(start *start)
{
    index1_load_motion(&start->rows);
    start->speed = 0;
    for (int i = 0; i < start->rows.path.run->solution->n; i++)
        start->speed = fmax(start->speed, fabs(start->rows.path.motion[i]));
}

/* --- derivatives along the motion --------------------------------------------------------------------------------- */

static void add_ahead(start *start, int point)
{
    run *run = start->rows.path.run;
    state *state = &run->solution->state;
    excursion_move(&start->rows.path, (point + 1) * start->rows.e, false);
    equations_product(run->equations, state, start->rows.path.motion, start->work);
    excursion_add_rates(&start->rows.path, start->work);
    equations_residual(run->equations, state);
    excursion_return(&start->rows.path);
    for (int i = 0; i < run->solution->n; i++) {
        const double f = start->rows.kind[i] == ROW_POSITION ? start->work[i] : run->equations->r[i];
        start->rows.value[i] += VALUE[point] * f;
        start->rows.rate[i] += DERIVATIVE[point] / start->rows.e * f;
    }
}

static void differentiate(start *start)
{
    run *run = start->rows.path.run;
    state *state = &run->solution->state;
    memset(start->rows.value, 0, (size_t)run->solution->n * sizeof *start->rows.value);
    memset(start->rows.rate, 0, (size_t)run->solution->n * sizeof *start->rows.rate);
    load_motion(start);
    excursion_begin(&start->rows.path);
    state->dvalue = 1, state->drate = 0;
    run->equations->left_out = start->rows.left_out;
    for (int point = 0; point < AHEAD; point++)
        add_ahead(start, point);
    run->equations->left_out = NULL;
    state->dvalue = start->rows.c, state->drate = 1;
}

/* --- solution ----------------------------------------------------------------------------------------------------- */

static outcome factor(const start *start, nonlinear_report *report)
{
    run *run = start->rows.path.run;
    equations_jacobian(run->equations, &run->solution->state);
    const linear_status status = equations_factor(run->equations, &report->column);
    return status == LINEAR_OK ? SOLVED : status == LINEAR_SINGULAR ? SINGULAR_MATRIX : NOT_FINITE;
}

static double violation(const start *start)
{
    double largest = 0;
    for (int i = 0; i < start->rows.path.run->solution->n; i++)
        if (start->rows.kind[i] >= ROW_POSITION)
            largest = fmax(largest, fabs(start->rows.value[i]));
    return largest;
}

/* Adds the change of velocities, and of the momenta and rates of coordinates that belong to them. */
static void move_velocities(const start *start, const double *d)
{
    solution *solution = start->rows.path.run->solution;
    for (int i = 0; i < solution->n; i++) {
        if (start->rows.is_motion[i])
            solution->yp[i] += d[i];
        else if (solution->model->kind[i] == DOF_DIFFERENTIAL)
            solution->y[i] += start->rows.c * d[i];
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
    run *run = start->rows.path.run;
    const outcome ready = factor(start, report);
    if (ready != SOLVED)
        return ready;
    for (int i = 0; i < run->solution->n; i++)
        run->equations->r[i] =
            start->rows.kind[i] >= ROW_POSITION ? index1_row_factor(&start->rows, i) * start->rows.value[i] : 0;
    equations_solve(run->equations);
    move_velocities(start, run->equations->d);
    return SOLVED;
}

static void add_accelerations(const start *start, double *to)
{
    for (int i = 0; i < start->rows.path.run->solution->n; i++)
        to[i] += start->rows.is_motion[i] ? start->rows.path.run->equations->d[i] / start->rows.c : 0;
}

/* Corrects derivatives and algebraic unknowns only. */
static void correct(const start *start)
{
    solution *solution = start->rows.path.run->solution;
    memcpy(start->y, solution->y, (size_t)solution->n * sizeof *start->y);
    memcpy(start->yp, solution->yp, (size_t)solution->n * sizeof *start->yp);
    solution_correct(solution, start->rows.path.run->equations->d, start->rows.c);
    for (int i = 0; i < solution->n; i++) {
        if (solution->model->kind[i] == DOF_DIFFERENTIAL)
            solution->y[i] = start->y[i];
        if (start->rows.is_motion[i])
            solution->yp[i] = start->yp[i];
    }
    solution_update(solution);
}

static outcome find_accelerations(start *start, nonlinear_report *report)
{
    run *run = start->rows.path.run;
    memset(start->a, 0, (size_t)run->solution->n * sizeof *start->a);
    for (int k = 0; k < CORRECTIONS; k++) {
        const outcome ready = factor(start, report);
        if (ready != SOLVED)
            return ready;
        index1_residual(&start->rows, k == 0);
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
    const model *model = start->rows.path.run->model;
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        if (node->pose < 0 || node->dof < 0 || !node->has_rotation)
            continue;
        double *g = third + node->dof + 3;
        const vec3 w = start->rows.path.run->solution->poses[node->pose].w, dw = vec3_load(start->a + node->dof + 3);
        const vec3 rotated = vec3_axpy(vec3_load(g), -0.5, vec3_cross(w, dw));
        vec3_store(g, vec3_axpy(rotated, 0.5 * vec3_dot(w, w), w));
    }
}

/* Finds x''' from the accelerations a little later. */
static outcome find_third(start *start, double *third, nonlinear_report *report)
{
    run *run = start->rows.path.run;
    const double later = LATER * run->problem->dt;
    const int n = run->solution->n;
    memcpy(start->far.motion, start->rows.path.motion, (size_t)n * sizeof *start->far.motion);
    memcpy(start->far.a, start->a, (size_t)n * sizeof *start->far.a);
    memset(third, 0, (size_t)n * sizeof *third);
    excursion_begin(&start->far);
    excursion_move(&start->far, later, true);
    differentiate(start);
    const outcome ready = factor(start, report);
    if (ready == SOLVED) {
        index1_residual(&start->rows, true);
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
    run *run = start->rows.path.run;
    run->solution->state.dvalue = 1, run->solution->state.drate = 0;
    equations_product(run->equations, &run->solution->state, third, start->work);
    run->solution->state.dvalue = start->rows.c, run->solution->state.drate = 1;
    for (int i = 0; i < run->solution->n; i++)
        run->equations->r[i] =
            start->rows.kind[i] == ROW_POSITION ? index1_row_factor(&start->rows, i) * start->work[i] : 0;
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
    const double h = start->rows.path.run->problem->dt, third = magnitude(start->rows.path.run->drift.rate + first, n),
                 a = magnitude(start->a + first, n), v = magnitude(start->rows.path.motion + first, n);
    return h * third <= a || h * h * third <= v / 2 + NEGLIGIBLE * start->speed;
}

static bool follows_motion(const start *start)
{
    const model *model = start->rows.path.run->model;
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
    run *run = start->rows.path.run;
    outcome ready = find_third(start, start->third, report);
    ready = ready == SOLVED ? factor(start, report) : ready;
    if (ready != SOLVED)
        return ready;
    drift_rows(start, start->third);
    equations_solve(run->equations);
    for (int i = 0; i < run->solution->n; i++) {
        const double d = -run->equations->d[i];
        run->drift.rate[i] = start->rows.is_motion[i] ? d : 0;
        run->drift.value[i] =
            start->rows.is_motion[i] || run->model->kind[i] != DOF_DIFFERENTIAL ? 0 : start->rows.c * d;
    }
    if (follows_motion(start))
        drift_begin(run);
    return SOLVED;
}

/* --- the start ---------------------------------------------------------------------------------------------------- */

static void start_prepare(start *start, run *run, arena *memory)
{
    const int n = run->model->n_unknowns;
    index1_prepare(&start->rows, run, memory);
    excursion_prepare(&start->far, run, memory);
    start->a = ARENA_ARRAY(memory, double, n);
    start->third = ARENA_ARRAY(memory, double, n);
    start->work = ARENA_ARRAY(memory, double, n);
    start->y = ARENA_ARRAY(memory, double, n);
    start->yp = ARENA_ARRAY(memory, double, n);
    start->rows.c = 1e-6 * run->problem->dt;
    start->rows.e = 1e-4 * run->problem->dt;
}

static outcome find_velocities(start *start, nonlinear_report *report)
{
    differentiate(start);
    if (violation(start) <= NEGLIGIBLE * start->speed)
        return SOLVED;
    const outcome done = project_velocities(start, report);
    if (done == SOLVED) {
        find_momenta(start->rows.path.run);
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
    index1_list_rows(&start->rows);
    outcome done = find_velocities(start, report);
    done = done == SOLVED ? find_accelerations(start, report) : done;
    return done == SOLVED && start->rows.path.run->drift.rate ? find_drift(start, report) : done;
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
        start.rows.c *= 100;
        done = find_all(&start, report);
    }
    arena_destroy(memory);
    return done == SOLVED && run->solution->failed.is_set ? EVALUATION_FAILED : done;
}

/* The accelerations of the present motion; zero if nothing has inertia. */
outcome consistent_accelerations(run *run, double e, double *a, nonlinear_report *report)
{
    start start = {0};
    outcome done = SOLVED;
    memset(a, 0, (size_t)run->solution->n * sizeof *a);
    if (!has_inertia(run->model))
        return SOLVED;
    arena *memory = arena_create();
    start_prepare(&start, run, memory);
    start.rows.e = e;
    for (int k = 0; k <= LARGER && (k == 0 || done == SINGULAR_MATRIX); k++) {
        index1_list_rows(&start.rows);
        differentiate(&start);
        done = find_accelerations(&start, report);
        start.rows.c *= 100;
    }
    memcpy(a, start.a, (size_t)run->solution->n * sizeof *a);
    arena_destroy(memory);
    return done == SOLVED && run->solution->failed.is_set ? EVALUATION_FAILED : done;
}
