/* continuation.c - a step that does not converge from the prediction, reached by steps of growing length.
 *
 *     complete       from the prediction, with the derivatives that the Jacobian leaves out by default
 *     continued      steps of the length s h from the same points, s = 1/4, 1/2, ... 1: each begins at what the two
 *                    before it lead to, y = y_k + (s - s_k) / (s_k - s_k-1) (y_k - y_k-1), with rotations
 *                    R = exp((s - s_k) / (s_k - s_k-1) log(R_k R_k-1')) R_k; the points have s = 0
 *
 *     bridged        from the prediction, with switches and jumps of forces as elements provide them for this case
 *
 * In a model at rest, iterations that rotate a node by more than FAR away from its prediction may end at an equilibrium
 * that is not connected with the last point: such a step is reached by continuation, too, if that succeeds.
 *
 * s grows by less after a failure, by more after few iterations. The equations for s = 1 are those of the step, and the
 * solution is the one that is connected with the last point. */
#include "problem/continuation.h"
#include "math/rotation.h"
#include "problem/diag_rows.h"
#include <string.h>

enum { MOST_SOLUTIONS = 64 };
static const double FIRST = 0.25, SMALLEST = 1.0 / 64, FAR = 0.5;

/* A solution for a length. */
typedef struct {
    double s, *y;
    pose *poses;
} solution_for;

typedef struct {
    run *run;
    const step_start *from;
    double h;
    solution_for last, previous, next; /* next: where the iterations begin */
    int iterations, jacobians;
    nonlinear_report *report;
} continuation;

static bool has_failed(outcome done)
{
    return done == NOT_CONVERGED || done == NOT_FINITE || done == SINGULAR_MATRIX || done == EVALUATION_FAILED;
}

/* Iterations that divide the error by ten each only need more of them. */
static bool has_converged_fast(outcome failed, const nonlinear_report *report)
{
    return failed == NOT_CONVERGED && report->residual_error <= report->first_error * pow(0.1, report->iterations);
}

/* Peers have received the step and do not receive it again; a deck with a strategy shortens the step instead. A deck
 * that allows one iteration, as by default, takes its model for linear. */
static bool is_admissible(const run *run)
{
    return run->problem->step.max_iterations > 1 && !strategy_varies(&run->problem->strategy) &&
           !run->couplings.peers && !run->couplings.participant;
}

/* A matrix that is singular where the iterations begin is a property of the model. */
static bool is_allowed(const run *run, outcome failed, const nonlinear_report *report)
{
    const bool has_diverged =
        failed == NOT_CONVERGED || failed == NOT_FINITE || (failed == SINGULAR_MATRIX && report->iterations > 0);
    return has_diverged && !has_converged_fast(failed, report) && is_admissible(run);
}

static outcome attempt(continuation *way, double h)
{
    run *run = way->run;
    run_set_time(run, way->from->t, way->from->dt, way->from->step);
    run_invalidate_jacobian(run);
    const outcome done = run_step(run, &run->problem->method, &run->problem->step, h, way->report);
    way->iterations += way->report->iterations;
    way->jacobians += way->report->jacobians;
    return done;
}

static solution_for place_create(const run *run, arena *memory)
{
    return (solution_for){.y = ARENA_ARRAY(memory, double, run->solution->n),
                          .poses = ARENA_ARRAY(memory, pose, run->model->n_poses)};
}

static void place_set(const run *run, solution_for *to, double s, const double *y, const pose *poses)
{
    to->s = s;
    memcpy(to->y, y, (size_t)run->solution->n * sizeof *y);
    memcpy(to->poses, poses, (size_t)run->model->n_poses * sizeof *poses);
}

/* Extrapolates from the last two solutions. */
static void look_ahead(continuation *way, double s)
{
    const solution_for *last = &way->last, *previous = &way->previous;
    const double ahead = (s - last->s) / (last->s - previous->s);
    for (int i = 0; i < way->run->solution->n; i++)
        way->next.y[i] = last->y[i] + ahead * (last->y[i] - previous->y[i]);
    for (int i = 0; i < way->run->model->n_poses; i++) {
        const mat3 between = mat3_mult(&last->poses[i].R, &previous->poses[i].R);
        const mat3 on = rotation_exp(vec3_scale(ahead, rotation_log(&between)));
        way->next.poses[i].R = mat3_mul(&on, &last->poses[i].R);
    }
}

static outcome solve_for(continuation *way, double s)
{
    step_limits *limits = &way->run->limits;
    if (way->last.s > 0)
        look_ahead(way, s);
    limits->begin_y = way->last.s > 0 ? way->next.y : way->last.y;
    limits->begin_poses = way->last.s > 0 ? way->next.poses : way->last.poses;
    const outcome done = attempt(way, s < 1 ? s * way->h : way->h);
    limits->begin_y = NULL;
    limits->begin_poses = NULL;
    return done;
}

static void advance_to(continuation *way, double s)
{
    const solution_for reused = way->previous;
    way->previous = way->last;
    way->last = reused;
    place_set(way->run, &way->last, s, way->run->solution->y, way->run->solution->poses);
}

static outcome continued(continuation *way)
{
    const point *newest = history_point(way->run->past, 0);
    double by = FIRST;
    outcome done = NOT_CONVERGED;
    place_set(way->run, &way->last, 0, newest->y, newest->poses);
    for (int i = 0; i < MOST_SOLUTIONS && way->last.s < 1 && by >= SMALLEST; i++) {
        const double s = fmin(1, way->last.s + by);
        done = solve_for(way, s);
        if (done == SOLVED) {
            by *= way->report->iterations <= way->run->problem->step.max_iterations / 2 ? 2 : 1;
            advance_to(way, s);
        } else if (has_failed(done))
            by /= 2;
        else
            return done;
    }
    return way->last.s < 1 && done == SOLVED ? NOT_CONVERGED : done;
}

static outcome continue_step(continuation *way)
{
    arena *memory = arena_create();
    way->last = place_create(way->run, memory);
    way->previous = place_create(way->run, memory);
    way->next = place_create(way->run, memory);
    const outcome done = continued(way);
    arena_destroy(memory);
    return done;
}

/* Stages within a step, and methods that keep its length, have no shorter steps that lead to it. */
static bool has_shorter_steps(const integrator_type *method)
{
    return method->stages == 1 && !method->fixed_step && !method->holds_step;
}

/* Tells whether a node is rotated far away from its prediction. A prediction that is the last point is none. */
static bool is_far(const state *state, const node *node)
{
    const double *g = &state->y[node->dof + 3], square = g[0] * g[0] + g[1] * g[1] + g[2] * g[2];
    if (square <= FAR * FAR)
        return false;
    const mat3 since = mat3_mult(&state->poses[node->pose].R, &state->poses_prev[node->pose].R);
    const double cosine = (since.e[0][0] + since.e[1][1] + since.e[2][2] - 1) / 2;
    return fabs(cosine - (4 - square) / (4 + square)) > 1e-3;
}

/* Tells whether most structural nodes have no inertia, and one is rotated far away from its prediction. */
static bool is_doubtful(const run *run)
{
    int balance = 0, n_far = 0;
    for (int i = 0; i < run->model->nodes.n; i++) {
        const node *node = run->model->nodes.items[i];
        if (node->pose < 0 || node->n_dof == 0)
            continue;
        balance += node->momentum >= 0 ? 1 : -1;
        n_far += node->has_rotation && node->dof >= 0 && is_far(&run->solution->state, node);
    }
    return n_far > 0 && balance < 0;
}

/* A solution far away from its prediction may not be the one that is connected with the last point. */
static outcome confirm(continuation *way)
{
    if (!is_admissible(way->run) || !has_shorter_steps(way->run->problem->method.type) || !is_doubtful(way->run))
        return SOLVED;
    outcome done = continue_step(way);
    if (has_failed(done))
        done = attempt(way, way->h);
    way->report->iterations = way->iterations;
    way->report->jacobians = way->jacobians;
    run_invalidate_jacobian(way->run);
    return done;
}

outcome continuation_step(run *run, const step_start *from, outcome failed, double h, nonlinear_report *report)
{
    continuation way = {.run = run,
                        .from = from,
                        .h = h,
                        .iterations = report->iterations,
                        .jacobians = report->jacobians,
                        .report = report};
    if (failed == SOLVED)
        return confirm(&way);
    if (!is_allowed(run, failed, report))
        return failed;
    run->solution->state.completes_jacobian = true;
    outcome done = attempt(&way, h);
    if (has_failed(done) && has_shorter_steps(run->problem->method.type))
        done = continue_step(&way);
    if (has_failed(done)) {
        run->solution->state.freezes_switches = true;
        done = attempt(&way, h);
        run->solution->state.freezes_switches = false;
    }
    run->solution->state.completes_jacobian = false;
    if (has_failed(done))
        return attempt(&way, h);
    report->iterations = way.iterations;
    report->jacobians = way.jacobians;
    if (run->limits.n_continued++ == 0)
        run->limits.continued_at = run->solution->state.t;
    run_invalidate_jacobian(run);
    return done;
}

void continuation_report(const run *run)
{
    if (run->limits.n_continued > 0)
        diag_report(run->errors, N_CONTINUED, run->problem->location, run->limits.n_continued,
                    run->limits.continued_at);
}
