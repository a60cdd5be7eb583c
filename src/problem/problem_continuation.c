/* problem_continuation.c - a branch of static equilibria, by steps of its arc length.
 *
 *     initial assembly -> equilibrium at the initial time -> points of the branch
 *
 * The parameter is the time of the deck: loads and imposed motions follow it, and it may decrease along the branch.
 * Velocities are zero. A step is halved if there is no solution, or if the tangent turns by more than 45 degrees; the
 * next one is longer or shorter by 2^((4 - corrections) / 2). Folds and branch points are points of the branch
 * (branch_special.c). The branch ends at the final time, at the lowest one, or after a number of points. */
#include "deck/diag_rows.h"
#include "problem/branch.h"
#include "problem/diag_rows.h"
#include <string.h>

enum { TARGET = 4 };
static const double LEAST_COSINE = 0.7, LEAST_LENGTH = 1e-6, BENDS_BELOW = 1e-4;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void continuation_defaults(void *of)
{
    branch_settings *settings = of;
    *settings = (branch_settings){.points = 1000, .lowest = -HUGE_VAL};
}

static void read_points(reader *reader, problem *problem)
{
    branch_settings *settings = problem->self;
    settings->points = read_integer_in(reader, 1, 1000000000, "number of points");
}

static void read_direction(reader *reader, problem *problem)
{
    static const char *const DIRECTIONS[] = {"forward", "backward", NULL};
    branch_settings *settings = problem->self;
    settings->backward = read_choice(reader, DIRECTIONS, "direction") == 1;
}

static void read_lowest_time(reader *reader, problem *problem)
{
    branch_settings *settings = problem->self;
    settings->lowest = read_real(reader, "lowest time");
}

static void read_switch_branch(reader *reader, problem *problem)
{
    branch_settings *settings = problem->self;
    settings->switch_at = read_integer_in(reader, 1, 1000000, "number of the branch point");
    settings->reversed = read_keyword(reader, "reversed");
}

static void read_special_points(reader *reader, problem *problem)
{
    branch_settings *settings = problem->self;
    settings->is_simple = !read_bool(reader, "special points");
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

static size_t continuation_memory(const model *model)
{
    return sizeof(branch_point) + ((size_t)model->n_unknowns + 1) * sizeof(double);
}

static bool continuation_prepare(run *run)
{
    run->work = branch_create(run);
    return true;
}

static void continuation_release(run *run) { branch_destroy(run->work); }

/* --- the first point ---------------------------------------------------------------------------------------------- */

/* Cards that concern steps in time. */
static bool check_cards(const run *run)
{
    const problem *problem = run->problem;
    const branch_settings *settings = problem->self;
    const char *card = problem->has_method                                           ? "method"
                       : problem->strategy.kind != STRATEGY_NONE                     ? "strategy"
                       : problem->eigen                                              ? "eigenanalysis"
                       : problem->dummy_steps > 0                                    ? "dummy steps number"
                       : problem->abort != ABORT_NEVER                               ? "abort after"
                       : problem->nonlinear != nonlinear_type_find("newton raphson") ? "nonlinear solver"
                       : settings->is_simple && settings->switch_at ? "switch branch' without 'special points"
                                                                    : NULL;
    if (card)
        diag_report(run->errors, E_CONTINUATION_CARD, problem->location, card);
    else if (settings->lowest >= problem->t0)
        diag_report(run->errors, E_CONTINUATION_LOWEST, problem->location, settings->lowest, problem->t0);
    return !card && settings->lowest < problem->t0;
}

/* The largest side of the box that contains all nodes; 1 if it is empty. */
static double size_of_model(const run *run)
{
    vec3 low = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < run->model->nodes.n; i++) {
        const node *node = run->model->nodes.items[i];
        if (node->pose < 0)
            continue;
        const vec3 x = run->solution->poses[node->pose].x;
        low = (vec3){fmin(low.x, x.x), fmin(low.y, x.y), fmin(low.z, x.z)};
        high = (vec3){fmax(high.x, x.x), fmax(high.y, x.y), fmax(high.z, x.z)};
    }
    const double size = fmax(fmax(high.x - low.x, high.y - low.y), high.z - low.z);
    return size > 0 && isfinite(size) ? size : 1;
}

static void stop_motion(const run *run)
{
    solution *solution = run->solution;
    memset(solution->yp, 0, (size_t)solution->n * sizeof *solution->yp);
    for (int i = 0; i < run->model->n_poses; i++) {
        solution->poses[i].v = (vec3){0, 0, 0};
        pose_set_angular_velocity(&solution->poses[i], (vec3){0, 0, 0});
    }
    solution_rebase(solution);
    solution->state.dvalue = 1, solution->state.drate = 0;
    solution->state.now = PHASE_STEP;
    solution->failed.is_set = false;
}

/* Makes the first step as long as the deck requests, half of it due to the unknowns. */
static void scale_arc(branch *branch)
{
    const int n = branch->run->model->n_unknowns;
    branch_point *now = branch->now;
    const double change = branch->run->problem->dt / branch->tangent[n];
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += 2 * branch->weight[i] * branch->tangent[i] * branch->tangent[i] * change * change;
    now->moved = sum > 1e-24 ? sqrt(sum) : 1;
    branch_weigh(branch);
    const double norm = branch_norm(branch, branch->tangent), sign = branch->settings->backward ? -1 : 1;
    for (int i = 0; i <= n; i++)
        now->tangent[i] = sign * branch->tangent[i] / norm;
    now->length = 1;
    now->heading = sign < 0 ? -1 : 1;
    now->sign = now->heading * branch->det.sign;
    now->log = branch->det.log;
    now->unstable = branch_stiffness(branch) < 0;
    if (now->sign == 0 && !branch->settings->is_simple)
        diag_report(branch->run->errors, W_CONTINUATION_REGULAR, branch->run->problem->location);
}

static bool find_first_point(run *run)
{
    branch *branch = run->work;
    *branch->now = (branch_point){.size = size_of_model(run), .moved = 1};
    step_limits_begin(run);
    const outcome done = branch_depart(branch) ? branch_solve_at(branch, run->problem->t0) : NOT_FINITE;
    if (done != SOLVED) {
        report_failure(run, done, branch->report, E_NO_CONVERGENCE);
        return false;
    }
    scale_arc(branch);
    return true;
}

static run_status continuation_begin(run *run)
{
    if (!check_cards(run) || !peers_begin(run))
        return run_over(run, false);
    run_set_initial_time(run);
    if (phase_assembly(run) != SOLVED)
        return run_over(run, false);
    stop_motion(run);
    run_remember(run, NULL);
    if (!continuation_prepare(run) || !find_first_point(run))
        return run_over(run, false);
    solution_accept(run->solution);
    if (!run_output(run, &run->now->solved))
        return run_over(run, false);
    run_remember(run, NULL);
    return run_look_ahead(run);
}

/* --- the next point ----------------------------------------------------------------------------------------------- */

/* Tells whether a shorter step is to be tried. */
static bool is_rejected(const branch *branch, outcome done, double length)
{
    const double least =
        branch->run->problem->dt_min > 0 ? branch->run->problem->dt_min / branch->run->problem->dt : LEAST_LENGTH;
    if (done == ENDED || done == OUT_OF_TIME || length / 2 < least)
        return false;
    return done != SOLVED || (branch->angle < LEAST_COSINE && length > BENDS_BELOW);
}

/* A largest increment that is a drive is known only now. */
static bool check_longest(const run *run)
{
    const drive *longest = run->problem->longest;
    const double most = longest ? drive_now(longest, &run->solution->state) : 1;
    if (!(most > 0))
        diag_report(run->errors, E_NOT_POSITIVE, longest->location, "maximum time step", most);
    return most > 0;
}

static outcome find_next_point(branch *branch, double *length)
{
    *length = fmin(branch->now->length, branch_longest(branch, branch->now->tangent));
    for (;; *length /= 2) {
        const outcome done = branch_solve_after(branch, *length);
        if (!is_rejected(branch, done, *length))
            return done;
    }
}

/* Tells whether the parameter has left its range, and where. */
static bool is_outside(const branch *branch, double *end)
{
    const double t = branch->run->solution->state.t;
    *end = t >= branch->run->problem->t_end ? branch->run->problem->t_end : branch->settings->lowest;
    return t >= branch->run->problem->t_end || t <= branch->settings->lowest;
}

/* The last point has the parameter `end`, if there is one. */
static outcome finish(branch *branch, double end, double *length)
{
    const double begin = branch->from->state.t, there = branch->run->solution->state.t, whole = *length;
    outcome done = SOLVED;
    *length = whole * (end - begin) / (there - begin);
    if (branch_solve_after(branch, *length) != SOLVED || branch_solve_at(branch, end) != SOLVED) {
        *length = whole;
        done = branch_solve_after(branch, *length);
    }
    branch->now->mark = POINT_REGULAR;
    return done;
}

/* The number of negative eigenvalues on the other branch. */
static void count_after_switch(const branch *branch)
{
    branch->now->unstable = branch->now->side + (branch_stiffness(branch) < 0);
    branch->now->is_switched = false;
}

static void plan_next_step(const branch *branch, double length)
{
    const double factor = exp2((TARGET - branch->report->iterations) / 2.0);
    branch->now->length = length * fmin(fmax(factor, 0.5), 2);
}

/* Looks for special points, unless the other branch has just been reached. */
static outcome look_for_special(branch *branch, double *length)
{
    branch_point *now = branch->now;
    const bool is_new = now->is_switched;
    if (is_new || branch->settings->is_simple) {
        now->mark = POINT_REGULAR;
        now->heading = branch->tangent[branch->run->model->n_unknowns] < 0 ? -1 : 1;
        now->sign = branch->det.sign;
        now->log = branch->det.log;
        if (is_new)
            count_after_switch(branch);
        plan_next_step(branch, *length);
        return SOLVED;
    }
    const double whole = *length;
    outcome done = branch_locate(branch, length);
    plan_next_step(branch, whole);
    if (done == SOLVED && now->mark == POINT_BRANCH && now->crossings == branch->settings->switch_at)
        done = branch_switch(branch, *length);
    return done;
}

/* Special points, and every point on request, for standard output. */
static void announce(const branch *branch)
{
    static const char *const WORDS[] = {"Point", "Fold", "Branch point"};
    const branch_point *now = branch->now;
    const run *run = branch->run;
    const int numbers[] = {now->number, now->folds, now->crossings};
    if (run->observer->message && (now->mark != POINT_REGULAR || (run->problem->show & SHOW_COUNTER)))
        solver_output_line(run, "%s %d: time %.10g, arc length %.6g, unstable modes %d", WORDS[now->mark],
                           numbers[now->mark], run->solution->state.t, now->arc, now->unstable);
}

static void accept_point(branch *branch, double length)
{
    run *run = branch->run;
    branch_point *now = branch->now;
    const double t = run->solution->state.t;
    memcpy(now->tangent, branch->tangent, ((size_t)run->model->n_unknowns + 1) * sizeof *now->tangent);
    now->arc += length;
    now->number++;
    run_set_time(run, t, t - branch->from->state.t, run->solution->state.step + 1);
    run->solution->state.corrections = branch->report->iterations;
    announce(branch);
    run_accept_step(run);
}

static run_status continuation_advance(run *run)
{
    branch *branch = run->work;
    double length, end = 0;
    if (!check_longest(run))
        return run_over(run, false);
    step_limits_begin(run);
    outcome done = branch_depart(branch) ? find_next_point(branch, &length) : NOT_FINITE;
    if (done == SOLVED)
        done = look_for_special(branch, &length);
    const bool is_last = done == SOLVED && is_outside(branch, &end);
    if (is_last)
        done = finish(branch, end, &length);
    run->sum->complete = done == SOLVED || done == ENDED;
    if (done != SOLVED) {
        if (done != ENDED)
            report_failure(run, done, branch->report, E_NO_CONVERGENCE);
        return run_over(run, done == ENDED);
    }
    accept_point(branch, length);
    if (!run_output(run, &run->now->solved))
        return run_over(run, false);
    run_remember(run, NULL);
    if (is_last || branch->now->number >= branch->settings->points)
        return run_over(run, true);
    return run_is_stopped(run) ? RUN_ENDED : RUN_CONTINUES;
}

static bool continuation_end(run *run)
{
    const branch_settings *settings = run->problem->self;
    const branch_point *now = run->own;
    if (run->sum->complete && now->crossings < settings->switch_at)
        diag_report(run->errors, W_CONTINUATION_SWITCH, run->problem->location, settings->switch_at, now->crossings);
    return true;
}

/* --- the type ----------------------------------------------------------------------------------------------------- */

static const problem_card CARDS[] = {
    {.keyword = "direction",
     .read = read_direction,
     .grammar = "direction: { forward | backward }",
     .summary = "Whether the time increases or decreases in the first step; default: forward."},
    {.keyword = "lowest time",
     .read = read_lowest_time,
     .grammar = "lowest time: REAL",
     .summary = "The branch also ends where the time has decreased to this value; default: it does not."},
    {.keyword = "points",
     .read = read_points,
     .grammar = "points: N",
     .summary = "The branch ends after this number of points; default: 1000."},
    {.keyword = "special points",
     .read = read_special_points,
     .grammar = "special points: BOOL",
     .summary = "Whether folds and branch points are located; default: yes."},
    {.keyword = "switch branch",
     .read = read_switch_branch,
     .grammar = "switch branch: N [, reversed]",
     .summary = "At the branch point of this number, counted from 1, follow the other branch, or its other half."},
    {0},
};

const problem_type problem_continuation_type = {
    .keyword = "continuation",
    .grammar = "begin: continuation;\n    CARDS\nend: continuation;",
    .summary =
        "A branch of static equilibria, through folds and branch points. The cards are those of an initial value "
        "problem that do not concern steps in time, and five more.",
    .traits = {.excludes_coupling = true},
    .size = sizeof(branch_settings),
    .history_points = 1,
    .cards = CARDS,
    .defaults = continuation_defaults,
    .memory = continuation_memory,
    .prepare = continuation_prepare,
    .release = continuation_release,
    .begin = continuation_begin,
    .advance = continuation_advance,
    .end = continuation_end,
};
