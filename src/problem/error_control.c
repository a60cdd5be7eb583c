/* error_control.c - estimates of the error of a step, the length of the next one, and rows between steps.
 *
 * One stage, y = sum a_j Y_j + h sum b_j Y'_j + h b0 y', with s_j h the time since point j:
 *
 *     e = h^3 y''' sum_j (a_j s_j^3 / 6 - b_j s_j^2 / 2)       of second order; y''' from three derivatives
 *     e = h^2 y'' sum_j (b_j s_j - a_j s_j^2 / 2)              of first order; y'' from two
 *
 * Several stages: the difference to the integral of the parabola through Y' at the beginning, at the stage m h nearest
 * to the middle, and at the end,
 *
 *     e = h sum_j (b_j - d_j) Y'_j         d = 1/2 - 1/(6 m),   1/(6 m (1 - m)),   1/2 - 1/(6 (1 - m))
 *
 * The next length is h f, with k = order + 1 and the error of the step before (Soederlind, Gustafsson):
 *
 *     f = 0.9 error^(-0.7/k) before^(0.4/k)                                     one stage
 *     f = 0.9 error^(-1/4) min(1, (h/h_1) (before/error)^(1/4))                 radau */
#include "problem/error_control.h"
#include "base/size.h"
#include "problem/diag_rows.h"
#include "problem/radau_step.h"
#include <string.h>

static const double SAFETY = 0.9, LEAST_ERROR = 1e-8;

struct error_control {
    double *weights;
    bool *is_controlled; /* by unknown */
    /* the solution before a row between steps */
    double *y, *yp, *ypp;
    pose *poses;
    double of_stages; /* error of the step that was solved, if the method has several stages */
};

error_control *error_control_create(run *run)
{
    const model *model = run->model;
    error_control *x = ARENA_NEW(run->memory, error_control);
    x->weights = ARENA_ARRAY(run->memory, double, model->n_unknowns);
    x->is_controlled = ARENA_ARRAY(run->memory, bool, model->n_unknowns);
    x->y = ARENA_ARRAY(run->memory, double, model->n_unknowns);
    x->yp = ARENA_ARRAY(run->memory, double, model->n_unknowns);
    x->ypp = run->solution->ypp ? ARENA_ARRAY(run->memory, double, size_product(6, (size_t)model->n_poses)) : NULL;
    x->poses = ARENA_ARRAY(run->memory, pose, model->n_poses);
    for (int i = 0; i < model->n_unknowns; i++)
        x->is_controlled[i] = model->kind[i] == DOF_DIFFERENTIAL;
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        for (int k = 0; node->momentum >= 0 && k < (node->has_rotation ? 6 : 3); k++)
            x->is_controlled[node->momentum + k] = false;
    }
    return x;
}

const double *error_control_weights(const run *run) { return run->error ? run->error->weights : NULL; }

/* --- the estimate of one stage ------------------------------------------------------------------------------------ */

/* Derivatives of the unknowns at a point; those of rotations are angular velocities. */
static void load_rates(const model *model, const double *yp, const pose *poses, double *to)
{
    memcpy(to, yp, (size_t)model->n_unknowns * sizeof *to);
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        if (node->pose >= 0 && node->has_rotation)
            vec3_store(to + node->dof + 3, poses[node->pose].w);
    }
}

/* Weights of the derivatives at the end of the step and at the points before it in e, newest first. */
static int estimate_weights(const run *run, const stage *g, double h, double weights[3], double *order)
{
    double second = 0, third = 0;
    const int n = history_count(run->past);
    for (int j = 0; j < g->n; j++) {
        const double s = 1 + (*history_point(run->past, 0)->t - *history_point(run->past, j)->t) / h;
        second += (g->b[j] - g->a[j] * s / 2) * s;
        third += (g->a[j] * s / 6 - g->b[j] / 2) * s * s;
    }
    *order = fabs(second) > 1e-6 || n < 2 ? 1 : 2;
    if (*order == 1) {
        const double by = h * (fabs(second) > 1e-6 ? second : third);
        weights[0] = by, weights[1] = -by;
        return 2;
    }
    const double before = *history_point(run->past, 0)->t - *history_point(run->past, 1)->t,
                 by = 2 * third * h * h * h / (h + before);
    weights[0] = by / h, weights[1] = -by / h - by / before, weights[2] = by / before;
    return 3;
}

static double estimate_stage(const run *run, double h, double *order)
{
    const error_control *error = run->error;
    double weights[3], largest = 0;
    const int n = estimate_weights(run, &run->now->last, h, weights, order);
    memset(error->yp, 0, (size_t)run->model->n_unknowns * sizeof *error->yp);
    for (int j = 0; j < n; j++) {
        const point *point = j > 0 ? history_point(run->past, j - 1) : NULL;
        load_rates(run->model, point ? point->yp : run->solution->yp, point ? point->poses : run->solution->poses,
                   error->y);
        for (int i = 0; i < run->model->n_unknowns; i++)
            error->yp[i] += weights[j] * error->y[i];
    }
    for (int i = 0; i < run->model->n_unknowns; i++)
        largest = fmax(largest, fabs(error->yp[i]) * error->weights[i]);
    return largest;
}

/* Which of the n points, newest first, is nearest to the middle of the step; the last one is its beginning. */
static int middle_stage(const run *run, int n, double h)
{
    const double begin = *history_point(run->past, n - 1)->t;
    int nearest = 0;
    for (int j = 1; j < n - 1; j++)
        if (fabs(*history_point(run->past, j)->t - begin - h / 2) <
            fabs(*history_point(run->past, nearest)->t - begin - h / 2))
            nearest = j;
    return nearest;
}

static void add_rates(const run *run, const double *yp, const pose *poses, double by)
{
    const error_control *error = run->error;
    load_rates(run->model, yp, poses, error->y);
    for (int i = 0; i < run->model->n_unknowns; i++)
        error->yp[i] += by * error->y[i];
}

void error_control_stages(const run *run, double h)
{
    error_control *error = run->error;
    const stage *g = &run->now->last;
    const int n = g->n, middle = middle_stage(run, n, h);
    const double m = (*history_point(run->past, middle)->t - *history_point(run->past, n - 1)->t) / h;
    memset(error->yp, 0, (size_t)run->model->n_unknowns * sizeof *error->yp);
    add_rates(run, run->solution->yp, run->solution->poses, h * (g->b0 - 0.5 + 1 / (6 * (1 - m))));
    for (int j = 0; j < n; j++) {
        const point *point = history_point(run->past, j);
        const double d = j == n - 1 ? 0.5 - 1 / (6 * m) : j == middle ? 1 / (6 * m * (1 - m)) : 0;
        add_rates(run, point->yp, point->poses, h * (g->b[j] - d));
    }
    error->of_stages = 0;
    for (int i = 0; i < run->model->n_unknowns; i++)
        error->of_stages = fmax(error->of_stages, fabs(error->yp[i]) * error->weights[i]);
}

/* --- the length --------------------------------------------------------------------------------------------------- */

static void set_weights(const run *run)
{
    const strategy *strategy = &run->problem->strategy;
    const double *y = history_point(run->past, 0)->y;
    for (int i = 0; i < run->model->n_unknowns; i++)
        run->error->weights[i] =
            run->error->is_controlled[i] ? 1 / (strategy->tolerance * fabs(y[i]) + strategy->absolute) : 0;
    for (int i = 0; i < run->model->nodes.n; i++) {
        const node *node = run->model->nodes.items[i];
        for (int k = 3; node->pose >= 0 && node->has_rotation && k < 6; k++)
            run->error->weights[node->dof + k] = 1 / strategy->absolute;
    }
}

/* Returns the largest derivative, weighted. */
static double largest_rate(const run *run)
{
    double rate = 0;
    load_rates(run->model, run->solution->yp, run->solution->poses, run->error->yp);
    for (int i = 0; i < run->model->n_unknowns; i++)
        rate = fmax(rate, fabs(run->error->yp[i]) * run->error->weights[i]);
    return rate;
}

/* In the first step the unknowns change by a hundredth of their size, as far as their derivatives say. */
static double first_length(const run *run)
{
    return fmin(0.01 / (largest_rate(run) * run->problem->strategy.tolerance), run->problem->dt);
}

double error_control_resolution(const run *run)
{
    const problem *problem = run->problem;
    const double least = fmax(fmin(problem->dt_min, problem->dt), 1e-14 * fabs(run->solution->state.t));
    const double h = fmin(0.01 / largest_rate(run), problem->strategy.tolerance * problem->dt);
    return fmax(h, fmax(least, 1e-11 * problem->dt));
}

double error_control_begin(run *run)
{
    error_memory *now = &run->now->steps.error;
    set_weights(run);
    now->is_repeated = false;
    now->rejected = now->stuck = 0;
    now->refused = 0;
    if (now->next == 0)
        now->next = first_length(run);
    return now->is_after_corner ? fmin(now->next, error_control_resolution(run)) : now->next;
}

static double growth_of_stage(const error_memory *now, double error, double order)
{
    const double k = order + 1, before = now->error > 0 ? now->error : error;
    const double f = SAFETY * pow(error, -0.7 / k) * pow(before, 0.4 / k);
    return f > 1 && f < 1.2 ? 1 : fmin(fmax(f, 0.3), 2);
}

/* A longer step that costs new factors is not worth it if it is little longer. */
static double growth_of_radau(const run *run, double error, double h)
{
    const error_memory *now = &run->now->steps.error;
    double f = SAFETY * pow(error, -0.25);
    if (now->after > 0 && !now->is_repeated)
        f = fmin(f, f * h / now->after * pow(now->error / error, 0.25));
    f = fmin(fmax(f, 0.2), 6);
    return f > 1 && f < (radau_keeps_factors(run->radau) ? 1.25 : 1.1) ? 1 : f;
}

/* Tells whether shorter steps do not help: where the state jumps, or was not consistent at the start, the error does
 * not depend on the length. */
static bool is_stuck(run *run, double error)
{
    enum { MOST_STUCK = 6 };
    error_memory *now = &run->now->steps.error;
    now->stuck = now->refused > 0 && error > 0.7 * now->refused ? now->stuck + 1 : 0;
    now->refused = error;
    if (now->stuck < MOST_STUCK || !isfinite(error))
        return false;
    diag_report(run->errors, W_ACCURACY_JUMP, run->problem->location, run->solution->state.t);
    return true;
}

static double estimate(const run *run, double h, double *order)
{
    const integrator_type *method = run->problem->method.type;
    if (method->is_collocation)
        return radau_error(run->radau, run->error->weights);
    if (method->stages == 1)
        return estimate_stage(run, h, order);
    *order = 2;
    return run->error->of_stages;
}

bool error_control_accepts(run *run, double h)
{
    error_memory *now = &run->now->steps.error;
    const bool is_radau = run->problem->method.type->is_collocation;
    double order = 3;
    const double error = fmax(estimate(run, h, &order), LEAST_ERROR);
    if (!(error <= 1) && is_stuck(run, error)) {
        now->next = h;
        now->error = now->after = 0;
        return true;
    }
    if (!(error <= 1)) {
        const double f = isfinite(error) ? SAFETY * pow(error, -1 / (order + 1)) : 0.1;
        now->next = h * fmax(f, now->next == 0 ? 0.1 : 0.2);
        now->is_repeated = true;
        return false;
    }
    const double f = is_radau ? growth_of_radau(run, error, h) : growth_of_stage(now, error, order);
    const bool is_cut = h < 0.999 * now->next;
    const double next = h * (now->is_repeated ? fmin(f, 1) : f);
    now->next = is_cut && !now->is_repeated ? fmax(next, now->next) : next;
    now->error = error;
    now->after = h;
    return true;
}

double error_control_shorter(run *run, double h)
{
    error_memory *now = &run->now->steps.error;
    now->is_repeated = true;
    now->next = h / 4;
    return now->next;
}

/* --- rows of output ----------------------------------------------------------------------------------------------- */

static double time_of_row(const run *run, long row) { return run->problem->t0 + (double)row * run->problem->dt; }

double error_control_end(const run *run)
{
    if (!isfinite(run->problem->t_end))
        return HUGE_VAL;
    const double rows = ceil((run->problem->t_end - run->problem->t0) / run->problem->dt - 1e-9);
    return fmax(run->problem->t0 + rows * run->problem->dt, run->problem->t_end);
}

void error_control_resume(run *run)
{
    error_memory *now = &run->now->steps.error;
    const double done = (run->solution->state.t - run->problem->t0) / run->problem->dt;
    if (!(isfinite(now->next) && now->next > 0 && isfinite(now->error) && isfinite(now->after)))
        *now = (error_memory){0};
    now->row = done > 0 && done < 1e15 ? (long)floor(done + 1e-6) + 1 : 1;
}

static void keep_solution(const run *run)
{
    const solution *u = run->solution;
    error_control *to = run->error;
    memcpy(to->y, u->y, (size_t)u->n * sizeof *to->y);
    memcpy(to->yp, u->yp, (size_t)u->n * sizeof *to->yp);
    memcpy(to->poses, u->poses, (size_t)u->model->n_poses * sizeof *to->poses);
    if (to->ypp)
        memcpy(to->ypp, u->ypp, 6 * (size_t)u->model->n_poses * sizeof *to->ypp);
}

static void return_solution(const run *run)
{
    solution *u = run->solution;
    const error_control *from = run->error;
    memcpy(u->y, from->y, (size_t)u->n * sizeof *u->y);
    memcpy(u->yp, from->yp, (size_t)u->n * sizeof *u->yp);
    memcpy(u->poses, from->poses, (size_t)u->model->n_poses * sizeof *u->poses);
    if (from->ypp)
        memcpy(u->ypp, from->ypp, 6 * (size_t)u->model->n_poses * sizeof *u->ypp);
}

/* Tells whether the deck asks for a row, at its time and number: others are not computed. */
static bool is_wanted(const run *run)
{
    const control *control = &run->model->options;
    const state *state = &run->solution->state;
    return control->output_meter ? drive_now(control->output_meter, state) != 0
                                 : state->step % control->output_frequency == 0;
}

/* The number of a row takes the place of that of the step, as in a run whose steps are the rows. */
static bool output_row(run *run, double t)
{
    const int points = run->problem->method.type->is_collocation ? 3 : 2;
    const bool is_between = t < run->solution->state.t;
    run_set_time(run, t, run->problem->dt, (int)run->now->steps.error.row);
    if (!is_wanted(run))
        return true;
    if (is_between && run->observer->step) {
        history_interpolate(run->past, points, t, run->solution);
        solution_accelerations(run->solution);
    }
    return run_output(run, &run->now->solved);
}

/* Points before a corner or an event are not used after it. The derivatives at the corner itself are used by formulas
 * of earlier points: one short step makes new ones, and is left behind as well. */
static void restart_after_corner(run *run, double t)
{
    error_memory *now = &run->now->steps.error;
    const bool is_corner = t >= now->corner;
    if (is_corner || now->is_after_corner || run->now->steps.events.restarts)
        history_restart(run->past);
    now->is_after_corner = is_corner && !run->problem->method.type->is_collocation;
}

bool error_control_output(run *run)
{
    error_memory *now = &run->now->steps.error;
    const double t = run->solution->state.t, dt = run->solution->state.dt, near = 1e-9 * run->problem->dt;
    const int step = run->solution->state.step;
    bool ok = true, is_kept = false;
    now->row = now->row > 0 ? now->row : 1;
    for (; ok && time_of_row(run, now->row) <= t + near; now->row++) {
        const double at = time_of_row(run, now->row);
        if (at < t - near && !is_kept)
            keep_solution(run);
        is_kept = is_kept || at < t - near;
        if (is_kept && at >= t - near)
            return_solution(run);
        run_set_time(run, t, dt, step);
        ok = output_row(run, at < t - near ? at : t);
    }
    if (is_kept)
        return_solution(run);
    run_set_time(run, t, dt, step);
    restart_after_corner(run, t);
    return ok;
}
