/* newton_raphson.c - Newton's method, with the Jacobian renewed at every iteration (true), at every n-th (modified), or
 * when that is cheaper than further iterations with the factors of an earlier one (adaptive).
 *
 *     J d = -r,   y' += d,  y += c d
 *
 *     adaptive    renewed when that pays (renewal.c), by observed rates of convergence and by counted costs:
 *
 *                     a correction   80 rows + 4.5 entries of factors + 45 unknowns
 *                     a renewal      25 entries of Jacobians + 0.75 products + 12 entries of factors
 *
 *                 in instructions per row and entry of an element, as measured for rods, beams and joints; factors
 *                 remain in use if c = h b0 changes by no more than CHANGE
 *     modified    renewed early if it did not reduce the error, or if at the present rate the iterations allowed do not
 *                 suffice
 *     both        if an old Jacobian increases the error, or the solution fails after one was used, the solution begins
 *                 again with Newton's method
 *
 * The last correction of Newton's method converges quadratically, and its residual is usually much smaller than the
 * tolerance: an adaptive Jacobian reduces it to MARGIN of the tolerance. In a model at rest, where no inertia limits
 * what a residual does to the rates of the unknowns, Newton's method does so, too, by one more correction with its
 * factors.
 *
 * In the second attempt at a step every other d is halved: at the root of a pressure difference, sign(x) sqrt|x| = b, d
 * leads from x to -x + 2 b sqrt(x), which oscillates for a small b, whereas half of d leads to b sqrt(x). */
#include "nonlinear/nonlinear.h"
#include <math.h>
#include <string.h>

static const double CHANGE = 0.2, MARGIN = 0.1;
typedef enum { UNKNOWN, MOVING, RESTING } motion;
enum { LARGE = 500 }; /* unknowns from which on the Jacobian is adaptive if the deck leaves it open */

typedef struct {
    const jacobian_reuse *reuse;
    jacobian_memory *now;
    double *y, *yp;       /* at the beginning of the solution; NULL if the Jacobian is always renewed */
    double rows, entries; /* of the elements; 0: not counted yet */
    motion motion;        /* of most structural nodes */
    bool adapts;          /* in this solution */
    bool may_polish;      /* a last correction with the present factors is allowed */
    bool is_exact;        /* the Jacobian is renewed in every iteration of this solution */
    bool is_old;          /* the present factors were made before this solution */
    bool has_failed;      /* factors made in this solution were too slow for a later correction */
    bool has_reused;      /* a correction of this solution was made with factors of an earlier iteration */
} newton;

static void newton_raphson_read(reader *reader, void *options)
{
    jacobian_reuse *reuse = options;
    reuse->adapts = read_keyword(reader, "adaptive");
    if (!reuse->adapts)
        read_jacobian_reuse(reader, options);
}

static bool is_adaptive(const jacobian_reuse *reuse, int n)
{
    return reuse->adapts || (!reuse->modified && !reuse->is_true && n >= LARGE);
}

static bool newton_raphson_reuses(const void *options, int n)
{
    const jacobian_reuse *reuse = options;
    return reuse->across_steps || is_adaptive(reuse, n);
}

static bool newton_raphson_valid(const void *options, const void *memory)
{
    (void)options;
    const jacobian_memory *now = memory;
    return now->uses >= 0 && renewal_is_valid(&now->renewal);
}

static size_t newton_raphson_memory(const void *options, int n)
{
    (void)options, (void)n;
    return sizeof(jacobian_memory);
}

static void *newton_raphson_prepare(const void *options, void *memory, int n, arena *arrays)
{
    newton *x = ARENA_NEW(arrays, newton);
    *x = (newton){.reuse = options, .now = memory};
    if (x->reuse->modified || is_adaptive(x->reuse, n)) {
        x->y = ARENA_ARRAY(arrays, double, n);
        x->yp = ARENA_ARRAY(arrays, double, n);
    }
    return x;
}

/* --- the beginning of a solution ---------------------------------------------------------------------------------- */

static void keep_start(const newton *newton, const solution *solution)
{
    memcpy(newton->y, solution->y, (size_t)solution->n * sizeof *solution->y);
    memcpy(newton->yp, solution->yp, (size_t)solution->n * sizeof *solution->yp);
}

static void return_to_start(const newton *newton, const task *task)
{
    solution *solution = task->solution;
    memcpy(solution->y, newton->y, (size_t)solution->n * sizeof *solution->y);
    memcpy(solution->yp, newton->yp, (size_t)solution->n * sizeof *solution->yp);
    solution->failed.is_set = false;
    solution_update(solution);
    if (solution->reads_accelerations && solution->state.now != PHASE_DERIVATIVES)
        solution_accelerations(solution);
}

/* --- renewal ------------------------------------------------------------------------------------------------------ */

/* Tells whether most structural nodes have inertia: steps of a motion are small, those of a static load need not be. */
static motion motion_of(const model *model)
{
    int with = 0, without = 0;
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        if (node->pose >= 0 && node->n_dof > 0)
            *(node->momentum >= 0 ? &with : &without) += 1;
    }
    return with > without ? MOVING : without > with ? RESTING : UNKNOWN;
}

/* Tells whether factors may be kept in this solution. A solution with redundant constraints depends on the matrix;
 * where the number of iterations matters, or what they are sent to, it is that of Newton's method. */
static bool may_keep(const newton *newton, const task *task)
{
    const convergence *test = task->test;
    const state *state = &task->solution->state;
    return !newton->reuse->modified && test->residual > 0 && !test->at_most && !test->counts && !task->couple &&
           state->now != PHASE_DERIVATIVES && !state->freezes_switches &&
           linear_redundant_rows(task->equations->solver) == 0;
}

/* A deck that tests corrections, too, expects the accuracy of Newton's last one, which comes after a residual that
 * passes. */
static bool may_adapt(const newton *newton, const task *task)
{
    const bool is_left_open = newton->motion == MOVING && task->test->solution == 0;
    return newton->y && (newton->reuse->adapts || is_left_open) && may_keep(newton, task);
}

/* Returns the factor by which the last correction has reduced the error. */
static double rate_of(const newton *newton, const task *task)
{
    return task->report->residual_error / newton->now->error;
}

/* Returns the error that kept factors are to reach: below that of the test, as with Newton's method. */
static double target_of(const task *task) { return MARGIN * task->test->residual; }

/* Tells whether the present factors, at the present rate, do not converge within the iterations allowed. */
static bool is_too_slow(const newton *newton, const task *task, double target)
{
    const nonlinear_report *report = task->report;
    return report->iterations + renewal_corrections(report->residual_error, target, rate_of(newton, task)) >
           task->test->max_iterations;
}

static bool is_far(double c, double other) { return fabs(c - other) > CHANGE * fabs(other); }

static bool adaptive_is_due(const newton *newton, const task *task)
{
    const jacobian_memory *now = newton->now;
    const nonlinear_report *report = task->report;
    const double target = target_of(task);
    if (!now->is_there || is_far(task->solution->state.dvalue, now->c))
        return true;
    if (report->iterations == 0)
        return false;
    if (report->residual_error <= task->test->residual)
        return rate_of(newton, task) >= 0.5;
    return is_too_slow(newton, task, target) ||
           renewal_pays(&now->renewal, report->residual_error, target, rate_of(newton, task), !newton->is_old);
}

/* Tells whether the residual passes, and one more correction, with the factors of the last one, is to reduce it. If the
 * Jacobian has been evaluated already, in expectation of a residual that does not pass, it is used. */
static bool is_polishing(const newton *newton, const task *task)
{
    const nonlinear_report *report = task->report;
    return newton->may_polish && report->polishes == 0 && newton->now->is_there && report->iterations > 0 &&
           report->iterations < task->test->max_iterations && report->residual_error <= task->test->residual &&
           report->residual_error > target_of(task);
}

/* Tells whether the next correction renews the Jacobian, once the error is known. */
static bool newton_raphson_renews(const void *self, const task *task)
{
    const newton *newton = self;
    if (newton->is_exact)
        return !is_polishing(newton, task) || task->equations->is_fresh;
    if (newton->adapts)
        return adaptive_is_due(newton, task);
    return jacobian_due(newton->reuse, newton->now, task) ||
           (task->report->iterations > 0 && task->test->residual > 0 &&
            is_too_slow(newton, task, task->test->residual));
}

/* Predicts the same before the error of the next iteration is known. */
static bool will_renew(const newton *newton, const task *task)
{
    if (newton->is_exact)
        return true;
    if (newton->adapts)
        return !newton->is_old && task->report->iterations + 1 < newton->now->renewal.matrices;
    return jacobian_due(newton->reuse, newton->now, task);
}

/* Counts the rows and the entries of the Jacobians of all elements. */
static void count_work(newton *newton, const equations *equations)
{
    for (int i = 0; i < equations->n_order; i++) {
        newton->rows += equations->order[i]->n;
        newton->entries += equations->order[i]->n_slots;
    }
}

static double price_of(newton *newton, const equations *equations)
{
    if (newton->rows == 0)
        count_work(newton, equations);
    const linear_products products = equations_products(equations);
    const double renewal = 25.0 * newton->entries + 0.75 * products.factor + 12.0 * products.solve,
                 correction = 80.0 * newton->rows + 4.5 * products.solve + 45.0 * equations->model->n_unknowns;
    return renewal / correction;
}

static outcome newton_raphson_renew(newton *newton, const task *task)
{
    const outcome done = jacobian_renew(newton->reuse, newton->now, task);
    newton->is_old = false;
    if (done == SOLVED && newton->adapts)
        newton->now->renewal.price = price_of(newton, task->equations);
    return done;
}

static outcome make_ready(newton *newton, const task *task, bool renews)
{
    if (renews)
        return newton_raphson_renew(newton, task);
    newton->now->uses++;
    newton->has_reused = !newton->is_exact;
    return SOLVED;
}

/* --- iterations --------------------------------------------------------------------------------------------------- */

static void shorten(const task *task)
{
    task->report->is_partial = task->solution->state.freezes_switches && task->report->iterations % 2 == 1;
    for (int i = 0; task->report->is_partial && i < task->solution->n; i++)
        task->equations->d[i] *= 0.5;
}

static outcome newton_raphson_correct(void *self, const task *task)
{
    newton *newton = self;
    jacobian_memory *now = newton->now;
    const bool polishes = is_polishing(newton, task), grows = task->report->residual_error >= now->error && !polishes;
    if (newton->adapts && !newton->is_old && task->report->iterations > 0)
        renewal_observe(&now->renewal, now->uses, rate_of(newton, task));
    if (grows && newton->is_old && !task->couple) {
        return_to_start(newton, task);
        equations_eval(task->equations, &task->solution->state);
        task->report->residual_error = residual_error(task->test, task->equations, &task->solution->state);
    }
    if (newton->adapts && !newton->is_exact && !newton->is_old && now->uses > 1 &&
        rate_of(newton, task) > RENEWAL_SLOWEST && task->report->residual_error > task->test->residual) {
        renewal_trust(&now->renewal, false);
        newton->is_exact = newton->has_failed = true;
    }
    const outcome ready = make_ready(newton, task, grows || newton_raphson_renews(self, task));
    task->report->polishes += polishes;
    now->error = task->report->residual_error;
    if (ready != SOLVED)
        return ready;
    equations_solve(task->equations);
    shorten(task);
    solution_correct(task->solution, task->equations->d, task->solution->state.dvalue);
    task_residual(task, task->report->iterations + 1, will_renew(newton, task));
    return SOLVED;
}

static bool newton_raphson_polishes(const void *self, const task *task)
{
    const newton *newton = self;
    const nonlinear_report *report = task->report;
    if (!newton->adapts)
        return is_polishing(newton, task);
    return report->iterations > 0 && report->iterations < task->test->max_iterations && newton->now->uses > 1 &&
           report->residual_error > target_of(task);
}

static outcome attempt(newton *newton, const task *task)
{
    static const iteration HOW = {
        .renews = newton_raphson_renews, .correct = newton_raphson_correct, .polishes = newton_raphson_polishes};
    newton->has_reused = false;
    newton->now->error = INFINITY;
    return iterate(&HOW, newton, task);
}

/* Newton's method may succeed where earlier Jacobians fail. */
static outcome attempt_again(newton *newton, const task *task)
{
    const int iterations = task->report->iterations, jacobians = task->report->jacobians;
    return_to_start(newton, task);
    newton->is_exact = true;
    newton->now->is_there = newton->is_old = false;
    const outcome done = attempt(newton, task);
    task->report->iterations += iterations;
    task->report->jacobians += jacobians;
    return done;
}

static bool may_try_again(const newton *newton, const task *task, outcome done)
{
    const bool ends = task->solution->failed.is_set && task->solution->failed.ends_cleanly;
    return newton->has_reused && !task->couple && !ends &&
           (done == NOT_CONVERGED || done == NOT_FINITE || done == SINGULAR_MATRIX || done == EVALUATION_FAILED);
}

static void newton_raphson_record(newton *newton, const task *task, bool began_with_old)
{
    renewal *renewal = &newton->now->renewal;
    if (renewal->exact > 0 && !newton->has_failed)
        renewal->exact--;
    else if (newton->has_reused && !newton->is_old && !newton->has_failed)
        renewal_trust(renewal, true);
    renewal_record(renewal, began_with_old, task->report->iterations, task->report->jacobians);
}

static outcome newton_raphson_solve(void *self, const task *task)
{
    newton *newton = self;
    jacobian_memory *now = newton->now;
    if (newton->motion == UNKNOWN)
        newton->motion = motion_of(task->equations->model);
    newton->adapts = may_adapt(newton, task);
    newton->may_polish = newton->motion == RESTING && !newton->adapts && may_keep(newton, task);
    newton->is_exact = newton->adapts ? now->renewal.exact > 0 : !newton->reuse->modified;
    newton->has_failed = false;
    now->is_there = now->is_there && (newton->adapts ? !renewal_is_due(&now->renewal) : newton->reuse->across_steps);
    newton->is_old = now->is_there && !newton->is_exact;
    const bool began_with_old = newton->is_old && !(newton->adapts && is_far(task->solution->state.dvalue, now->c));
    if (newton->y)
        keep_start(newton, task->solution);
    outcome done = attempt(newton, task);
    if (may_try_again(newton, task, done))
        done = attempt_again(newton, task);
    if (newton->adapts && task->report->iterations > 0)
        newton_raphson_record(newton, task, began_with_old);
    return done;
}

static void newton_raphson_invalidate(void *self) { ((newton *)self)->now->is_there = false; }

const nonlinear_type nonlinear_newton_raphson_type = {
    .keyword = "newton raphson",
    .grammar = "newton raphson [, { true | adaptive | modified [, ITERATIONS] [, keep jacobian matrix] "
               "[, honor element requests] }]",
    .summary = "Newton's method: true, modified, or with Jacobians renewed when that pays.",
    .size = sizeof(jacobian_reuse),
    .read = newton_raphson_read,
    .memory = newton_raphson_memory,
    .reuses = newton_raphson_reuses,
    .valid = newton_raphson_valid,
    .prepare = newton_raphson_prepare,
    .solve = newton_raphson_solve,
    .invalidate = newton_raphson_invalidate,
};
