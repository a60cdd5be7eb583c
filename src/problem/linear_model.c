/* linear_model.c - the equations linearized at the present state.
 *
 *     r(y, y', t, u) = 0        r_y dy + r_y' dy' + r_u du = 0
 *
 *     r_y, r_y'     exact Jacobians: dvalue = 1, drate = 0 and dvalue = 0, drate = 1, without division of rows
 *     r_u           differences of fourth order of the residual
 *     rates         v = q' for positions and rotations of nodes: r_y' stands at v
 *
 * Where an element takes a difference over the step, d/dt of g(q, q'), g_q is added to r_y' and g_q' stands at v'.
 *
 * The coefficients change with the motion, and the constraints have to be differentiated twice: their series in time
 * are those of polynomials through five points of the path, x + s v + s^2/2 a. */
#include "problem/linear_model.h"
#include "problem/diag_rows.h"
#include "problem/excursion.h"
#include "problem/initial_phases.h"
#include <math.h>
#include <string.h>

enum { POINTS = 5, MIDDLE = 2 };
static const double FRACTION = 5e-3, STEPS = 5; /* length of an excursion: of the time in which the motion changes much;
                                                   in time steps, at most */
static const double NEAR = 5e-6, NEAR_STEPS = 1e-3; /* the same for accelerations, whose differences are one-sided */
static const double SMALL = 1e-3;                   /* change of an input, as a fraction of it, or of 1 */

typedef struct {
    run *run;
    arena *memory;
    solution *saved, *consistent;
    equations *equations; /* without division of rows */
    const linear_inputs *inputs;
    excursion path;
    bool *is_motion; /* by unknown: moved by the excursion, or a momentum */
    double e;        /* length of an excursion; 0: the state is at rest */
    double *values[POINTS], *rates[POINTS], *loads[POINTS];
    double *lag_values, *lag_rates; /* of differences over the step; NULL if there are none */
} work;

/* --- matrices at one point ---------------------------------------------------------------------------------------- */

static double *matrix_with(work *work, double dvalue, double drate, double rate_factor)
{
    solution *solution = work->run->solution;
    solution->state.dvalue = dvalue, solution->state.drate = drate;
    solution->state.is_linearised = true;
    solution->state.rate_factor = rate_factor;
    equations_jacobian(work->equations, &solution->state);
    return arena_copy(work->memory, work->equations->matrix->value,
                      ((size_t)csc_entries(work->equations->matrix) + 1) * sizeof(double));
}

/* Makes rotations relative to the present orientations, as at the beginning of a step: there the Jacobian is exact. */
static void settle(work *work)
{
    solution *solution = work->run->solution;
    solution_rebase(solution);
    solution->state.now = PHASE_STEP;
    solution->state.completes_jacobian = true;
    for (int i = 0; i < solution->model->elems.n; i++)
        elem_predict(&solution->state, solution->model->elems.items[i], solution->memory);
}

/* to += factor (r(by) - r(-by)): exactly zero where the input does not act. */
static void add_difference(work *work, int input, double by, double factor, double *to)
{
    solution *solution = work->run->solution;
    double *before = work->path.rate;
    work->inputs->set(work->inputs->context, solution, input, work->inputs->now[input] - by);
    equations_residual(work->equations, &solution->state);
    memcpy(before, work->equations->r, (size_t)solution->n * sizeof *before);
    work->inputs->set(work->inputs->context, solution, input, work->inputs->now[input] + by);
    equations_residual(work->equations, &solution->state);
    for (int i = 0; i < solution->n; i++)
        to[i] += factor * (work->equations->r[i] - before[i]);
}

/* r_u of all inputs, one after the other. */
static double *find_loads(work *work)
{
    const int n = work->run->solution->n;
    double *loads = ARENA_ARRAY(work->memory, double, size_product((size_t)n, (size_t)work->inputs->n) + 1);
    solution *here = work->inputs->n > 0 ? solution_clone(work->run->solution, work->memory) : NULL;
    for (int k = 0; k < work->inputs->n; k++) {
        const double h = SMALL * fmax(1, fabs(work->inputs->now[k]));
        add_difference(work, k, h, 8 / (12 * h), loads + (size_t)k * (size_t)n);
        add_difference(work, k, 2 * h, -1 / (12 * h), loads + (size_t)k * (size_t)n);
        solution_copy(work->run->solution, here);
    }
    solution_destroy(here);
    return loads;
}

static void evaluate(work *work, int point)
{
    settle(work);
    work->loads[point] = find_loads(work);
    work->values[point] = matrix_with(work, 1, 0, 0);
    work->rates[point] = matrix_with(work, 0, 1, 0);
}

static double *half_difference(work *work, double dvalue, double drate)
{
    const double *up = matrix_with(work, dvalue, drate, 1), *down = matrix_with(work, dvalue, drate, -1);
    const int n = csc_entries(work->equations->matrix);
    double *half = ARENA_ARRAY(work->memory, double, n + 1);
    bool is_any = false;
    for (int k = 0; k < n; k++) {
        half[k] = (up[k] - down[k]) / 2;
        is_any |= half[k] != 0;
    }
    return is_any ? half : NULL;
}

/* --- along the motion --------------------------------------------------------------------------------------------- */

/* What nodes and coordinates are moved by the excursion; momenta too. */
static void list_motion(work *work)
{
    const model *model = work->run->model;
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        for (int k = 0; node->pose >= 0 && node->dof >= 0 && k < (node->has_rotation ? 6 : 3); k++) {
            work->is_motion[node->dof + k] = true;
            if (node->momentum >= 0)
                work->is_motion[node->momentum + k] = true;
        }
    }
    for (int i = 0; i < model->elems.n; i++)
        for (int k = 0; model->elems.items[i]->kinds && k < model->elems.items[i]->n_internal; k++)
            if (model->elems.items[i]->kinds[k] == INTERNAL_COORDINATE)
                work->is_motion[model->elems.items[i]->internal + k] = true;
}

static void load_velocities(work *work)
{
    const solution *solution = work->run->solution;
    for (int i = 0; i < solution->n; i++)
        work->path.motion[i] = work->is_motion[i] ? solution->yp[i] : 0;
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose >= 0 && node->dof >= 0 && node->has_rotation)
            vec3_store(work->path.motion + node->dof + 3, solution->poses[node->pose].w);
    }
}

static double extent(const solution *solution)
{
    double size = 0;
    for (int i = 1; i < solution->model->n_poses; i++)
        size = fmax(size, vec3_norm(vec3_sub(solution->poses[i].x, solution->poses[0].x)));
    return size > 0 ? size : 1;
}

/* The time in which a node moves by the extent of the model, or rotates by a radian. */
static double time_of_motion(const work *work)
{
    const solution *solution = work->run->solution;
    const double size = extent(solution);
    double rate = 0;
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        for (int k = 0; node->pose >= 0 && node->dof >= 0 && k < (node->has_rotation ? 6 : 3); k++) {
            const double unit = k < 3 ? size : 1;
            rate = fmax(rate, fabs(work->path.motion[node->dof + k]) / unit);
            rate = fmax(rate, sqrt(fabs(work->path.a[node->dof + k]) / unit));
        }
    }
    return rate > 0 ? 1 / rate : (double)INFINITY;
}

static void move_others(const work *work, double by)
{
    solution *solution = work->run->solution;
    for (int i = 0; i < solution->n; i++)
        if (!work->is_motion[i] && solution->model->kind[i] == DOF_DIFFERENTIAL)
            solution->y[i] += by * solution->yp[i];
}

static void evaluate_path(work *work)
{
    for (int point = 0; point < POINTS; point++) {
        const double by = (point - MIDDLE) * work->e;
        if (point == MIDDLE)
            continue;
        solution_copy(work->run->solution, work->saved);
        excursion_begin(&work->path);
        excursion_move(&work->path, by, true);
        work->run->solution->state.instant = NULL;
        move_others(work, by);
        evaluate(work, point);
    }
    solution_copy(work->run->solution, work->saved);
}

/* --- the system --------------------------------------------------------------------------------------------------- */

/* Coefficients of the polynomial through the five points. */
static void series_of(const work *work, double *const *points, int k, double *c)
{
    const double e = work->e, f = points[MIDDLE][k];
    c[0] = f, c[1] = c[2] = 0;
    if (e == 0)
        return;
    const double *const p[] = {points[0], points[1], points[3], points[4]};
    c[1] = (p[0][k] - p[3][k] + 8 * (p[2][k] - p[1][k])) / (12 * e);
    c[2] = (16 * (p[1][k] + p[2][k]) - p[0][k] - p[3][k] - 30 * f) / (24 * e * e);
}

static void add_entry(linear_entries *to, int row, int column, double value)
{
    if (value != 0)
        array_push(to, ((linear_entry){row, column, value}));
}

static void add_value(linear_model *m, int row, int column, const double *c)
{
    add_entry(&m->A, row, column, c[0]);
    for (int k = 0; k < DESCRIPTOR_SERIES; k++)
        descriptor_add_value(m->reduced, row, column, k, c[k]);
}

static void add_rate(linear_model *m, int row, int column, const double *c)
{
    add_entry(&m->E, row, column, c[0]);
    for (int k = 0; k < DESCRIPTOR_SERIES; k++)
        descriptor_add_rate(m->reduced, row, column, k, c[k]);
}

static void add_matrices(const work *work, linear_model *m)
{
    const csc *matrix = work->equations->matrix;
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++) {
            double c[DESCRIPTOR_SERIES];
            const int row = matrix->row[k], rate = m->rate_of[j];
            series_of(work, work->values, k, c);
            add_value(m, row, j, c);
            if (work->run->model->kind[j] != DOF_DIFFERENTIAL)
                continue;
            series_of(work, work->rates, k, c);
            c[0] += work->lag_values ? work->lag_values[k] : 0;
            if (rate < 0)
                add_rate(m, row, j, c);
            else
                add_value(m, row, rate, c);
            if (work->lag_rates && work->lag_rates[k] != 0)
                add_rate(m, row, rate, (double[]){work->lag_rates[k], 0, 0});
        }
}

static void add_loads(const work *work, linear_model *m)
{
    for (int k = 0; k < work->inputs->n; k++)
        for (int i = 0; i < m->n; i++) {
            double c[DESCRIPTOR_SERIES];
            series_of(work, work->loads, k * m->n + i, c);
            add_entry(&m->B, i, k, c[0]);
            for (int s = 0; s < DESCRIPTOR_SERIES; s++)
                descriptor_add_input(m->reduced, i, k, s, c[s]);
        }
}

static void add_rate_rows(linear_model *m)
{
    for (int i = m->n; i < m->n_all; i++) {
        add_rate(m, i, m->unknown_of[i - m->n], (double[]){1, 0, 0});
        add_value(m, i, i, (double[]){-1, 0, 0});
        descriptor_set_pair(m->reduced, m->unknown_of[i - m->n], i);
    }
}

/* --- unknowns ----------------------------------------------------------------------------------------------------- */

static void add_rate_of(linear_model *m, int unknown)
{
    if (m->rate_of[unknown] >= 0)
        return;
    m->unknown_of[m->n_all - m->n] = unknown;
    m->rate_of[unknown] = m->n_all++;
}

static void number_rates(const work *work, linear_model *m)
{
    const model *model = work->run->model;
    const csc *matrix = work->equations->matrix;
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        for (int k = 0; node->pose >= 0 && node->dof >= 0 && k < (node->has_rotation ? 6 : 3); k++)
            add_rate_of(m, node->dof + k);
    }
    for (int j = 0; work->lag_rates && j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
            if (work->lag_rates[k] != 0)
                add_rate_of(m, j);
}

static void classify(const model *model, const linear_model *m)
{
    for (int i = 0; i < m->n_all; i++) {
        const int of = i < m->n ? i : m->unknown_of[i - m->n];
        descriptor_set_class(m->reduced, i, model->kind[of] == DOF_ALGEBRAIC ? DESCRIPTOR_ALGEBRAIC : DESCRIPTOR_STATE);
    }
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        for (int k = 0; node->pose >= 0 && node->momentum >= 0 && k < (node->has_rotation ? 6 : 3); k++)
            descriptor_set_class(m->reduced, node->momentum + k, DESCRIPTOR_ALGEBRAIC);
        for (int k = 3; node->pose >= 0 && node->dof >= 0 && node->has_rotation && k < 6; k++) {
            descriptor_set_class(m->reduced, node->dof + k, DESCRIPTOR_ROTATION);
            descriptor_set_class(m->reduced, m->rate_of[node->dof + k], DESCRIPTOR_ROTATION);
        }
    }
}

static void build(const work *work, linear_model *m)
{
    const int n = work->run->model->n_unknowns;
    m->n = m->n_all = n;
    m->rate_of = heap_integers((size_t)n, -1);
    m->unknown_of = heap_integers((size_t)n, -1);
    number_rates(work, m);
    m->reduced = descriptor_create(m->n_all, work->inputs->n);
    descriptor_set_interval(m->reduced, work->e);
    classify(work->run->model, m);
    add_matrices(work, m);
    add_loads(work, m);
    add_rate_rows(m);
}

/* --- the run ------------------------------------------------------------------------------------------------------ */

static bool report_status(const run *run, const linear_model *m, descriptor_status status)
{
    char words[256] = "";
    source_location location = run->problem->location;
    const int culprit = status == DESCRIPTOR_UNDETERMINED ? descriptor_culprit(m->reduced) : -1;
    if (culprit >= 0)
        model_describe_unknown(run->model, culprit < m->n ? culprit : m->unknown_of[culprit - m->n], words,
                               sizeof words, &location);
    if (status == DESCRIPTOR_UNDETERMINED)
        diag_report(run->errors, E_LINEAR_UNDETERMINED, location, words);
    else if (status == DESCRIPTOR_OVERLOADED)
        diag_report(run->errors, E_LINEAR_OVERLOADED, location);
    else if (status == DESCRIPTOR_ROUGH)
        diag_report(run->errors, E_LINEAR_ROUGH, location);
    return status == DESCRIPTOR_OK;
}

static bool has_own_solver(const run *run, equations *equations)
{
    linear_options options = run->problem->linear_options;
    options.pool = NULL;
    options.threads = 1;
    return equations_choose_solver(equations, run->problem->linear, &options);
}

/* Momenta, accelerations and reactions that belong to the motion, by equations of its own. */
static bool find_accelerations(work *work)
{
    run *run = work->run;
    nonlinear_report report = {0};
    equations *own = equations_create(run->model, work->memory), *others = run->equations;
    run->equations = own;
    const phase now = run->solution->state.now;
    run->solution->state.now = PHASE_DERIVATIVES;
    run->solution->state.dvalue = run->problem->dt, run->solution->state.drate = 1;
    find_momenta(run);
    load_velocities(work);
    const double e = fmin(NEAR * time_of_motion(work), NEAR_STEPS * run->problem->dt);
    const bool ok = has_own_solver(run, own) && consistent_accelerations(run, e, work->path.a, &report) == SOLVED;
    run->solution->state.now = now;
    run->equations = others;
    equations_destroy(own);
    if (!ok && !run->solution->failed.is_set)
        diag_report(run->errors, E_NO_RATES, run->problem->location, run->solution->state.t);
    return ok;
}

static bool was_evaluated(const work *work)
{
    const solution *solution = work->run->solution;
    if (solution->failed.is_set)
        diag_report(work->run->errors, E_EVALUATION, solution->failed.location, solution->state.t,
                    solution->failed.text);
    return !solution->failed.is_set;
}

static bool linearize_with(work *work, linear_model *m)
{
    run *run = work->run;
    list_motion(work);
    excursion_prepare(&work->path, run, work->memory);
    settle(work);
    if (!find_accelerations(work))
        return was_evaluated(work) && false;
    solution_rebase(run->solution);
    solution_copy(work->saved, run->solution);
    solution_copy(work->consistent, run->solution);
    load_velocities(work);
    const double T = time_of_motion(work);
    work->e = isfinite(T) ? fmin(FRACTION * T, STEPS * run->problem->dt) : 0;
    evaluate(work, MIDDLE);
    work->lag_values = half_difference(work, 1, 0);
    work->lag_rates = half_difference(work, 0, 1);
    if (work->e > 0)
        evaluate_path(work);
    if (!was_evaluated(work))
        return false;
    build(work, m);
    return report_status(run, m, descriptor_reduce(m->reduced));
}

bool run_linearize(run *run, const linear_inputs *inputs, solution *consistent, linear_model *m)
{
    arena *memory = arena_create();
    work work = {.run = run, .memory = memory, .inputs = inputs, .consistent = consistent};
    solution *before = solution_clone(run->solution, memory);
    *m = (linear_model){0};
    work.saved = solution_clone(run->solution, memory);
    work.is_motion = ARENA_ARRAY(memory, bool, run->model->n_unknowns + 1);
    work.equations = equations_create(run->model, memory);
    work.equations->n_divided_rows = work.equations->n_divided_entries = 0;
    run->solution->failed.is_set = false;
    const bool ok = linearize_with(&work, m);
    solution_copy(run->solution, before);
    solution_destroy(before);
    solution_destroy(work.saved);
    equations_destroy(work.equations);
    arena_destroy(memory);
    return ok;
}

void linear_model_free(linear_model *m)
{
    descriptor_destroy(m->reduced);
    free(m->rate_of);
    free(m->unknown_of);
    array_free(&m->E);
    array_free(&m->A);
    array_free(&m->B);
    *m = (linear_model){0};
}
