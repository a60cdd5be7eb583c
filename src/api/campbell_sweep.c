/* campbell_sweep.c - solves a deck for values of its speed and tracks its modes from one speed to the next.
 *
 *     score of a mode for a branch = likeness of the shapes + (1 - |l - p| / (|l| + |p|)) / 2
 *
 * l is the eigenvalue (for a period the multiplier), p its extrapolation from the last two points of the branch. Pairs
 * are matched in order of decreasing score. A mode that matches no branch begins a new one. */
#include "api/campbell_sweep.h"
#include "api/diag_rows.h"
#include "api/handles.h"
#include "api/options.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const source_location NOWHERE = {0, 0, 0};

/* --- one speed ---------------------------------------------------------------------------------------------------- */

static torsor_model *campbell_sweep_open_deck(const torsor_campbell_options *options, const char *words)
{
    torsor_options torsor_options;
    options_copy(&torsor_options, sizeof torsor_options, options->open);
    const int n = torsor_options.n_definitions;
    torsor_definition *all = heap_resize(NULL, ((size_t)n + 1) * sizeof *all);
    if (n > 0)
        memcpy(all, torsor_options.definitions, (size_t)n * sizeof *all);
    all[n] = (torsor_definition){.name = options->speed, .value = words};
    torsor_options.definitions = all;
    torsor_options.n_definitions = n + 1;
    torsor_model *model = torsor_open(options->deck, &torsor_options);
    free(all);
    return model;
}

static double instant(const torsor_campbell_options *options, const problem *problem)
{
    if (isnan(options->time))
        return problem->eigen && problem->eigen->n_times > 0 ? fmax(problem->eigen->when[0], problem->t0) : problem->t0;
    return isinf(options->time) ? problem->t_end : options->time;
}

/* Period of a revolution of the hub; 0 after a message. */
static double period_of(const torsor_campbell_options *options, torsor_analysis *analysis)
{
    char name[60];
    double w[3] = {0};
    snprintf(name, sizeof name, "node.struct.%u.Omega", options->rotor ? options->rotor->hub : 0);
    torsor_get(analysis, name, w, 3);
    const double speed = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    if (speed > 0.0)
        return 2.0 * M_PI / speed;
    diag_report(analysis->errors, E_CAMPBELL_PERIOD, NOWHERE, options->rotor ? options->rotor->hub : 0);
    diag_flush(analysis->errors);
    return 0.0;
}

static torsor_modes *linearise(const torsor_campbell_options *options, torsor_analysis *analysis)
{
    if (!options->floquet)
        return torsor_modes_find(analysis, options->rotor && options->rotor->blades > 0 ? options->rotor : NULL);
    const double period = options->period > 0.0 ? options->period : period_of(options, analysis);
    return period > 0.0 ? torsor_floquet(analysis, period) : NULL;
}

static torsor_modes *campbell_sweep_solve(const torsor_campbell_options *options, torsor_model *model,
                                          torsor_status *status)
{
    const torsor_analysis_options o = {.size = sizeof o, .endless = true};
    torsor_analysis *analysis = torsor_begin(model, &o);
    torsor_modes *modes = NULL;
    *status = analysis ? torsor_state(analysis) : TORSOR_NO_MEMORY;
    if (*status == TORSOR_OK)
        *status = torsor_run_past(analysis, instant(options, model->deck->problem));
    if (*status == TORSOR_OK) {
        modes = linearise(options, analysis);
        *status = modes ? TORSOR_OK : torsor_state(analysis) == TORSOR_OK ? TORSOR_ERROR : torsor_state(analysis);
    }
    torsor_end(analysis);
    return modes;
}

bool sweep_solve(const torsor_campbell_options *options, double speed, sweep_point *to, torsor_status *status)
{
    char words[40];
    snprintf(words, sizeof words, "%.17g", speed);
    torsor_model *model = campbell_sweep_open_deck(options, words);
    *to = (sweep_point){.speed = speed};
    *status = model ? TORSOR_ERROR : TORSOR_NO_MEMORY;
    if (torsor_has_problem(model))
        to->modes = campbell_sweep_solve(options, model, status);
    torsor_close(model);
    for (int k = 0; k < torsor_mode_count(to->modes); k++)
        to->growing += sweep_grows(options, to->modes, k);
    return to->modes != NULL;
}

void sweep_free(sweep_point *point)
{
    torsor_modes_free(point->modes);
    point->modes = NULL;
}

/* --- modes -------------------------------------------------------------------------------------------------------- */

static double lowest_frequency(const torsor_modes *modes)
{
    for (int k = 0; k < modes->count; k++)
        if (modes->im[k] > 0.0)
            return modes->im[k];
    return 1.0;
}

/* Upper bound of eigenvalues that count as finite: rounding leaves large real roots. */
static double bound(const torsor_campbell_options *options, const torsor_modes *modes)
{
    double most = 0.0;
    for (int k = 0; k < modes->count; k++)
        most = fmax(most, modes->im[k]);
    return options->highest > 0.0               ? 2.0 * M_PI * options->highest
           : modes->period > 0.0 || most == 0.0 ? HUGE_VAL
                                                : most;
}

bool sweep_grows(const torsor_campbell_options *options, const torsor_modes *modes, int mode)
{
    const double ROUNDING = 1e-6,
                 size = modes->period > 0.0 ? 2.0 * M_PI / modes->period : hypot(modes->re[mode], modes->im[mode]);
    const double margin = modes->im[mode] > 0.0 ? size : lowest_frequency(modes);
    const bool is_beyond = modes->im[mode] > 0.0
                               ? options->highest > 0.0 && modes->im[mode] > 2.0 * M_PI * options->highest
                               : size > bound(options, modes);
    return modes->re[mode] > (options->margin > 0.0 ? options->margin : ROUNDING * margin) &&
           size > modes->resolution && !is_beyond;
}

bool sweep_lists(const torsor_campbell_options *options, const torsor_modes *modes, int mode)
{
    if (options->highest > 0.0 && modes->im[mode] > 2.0 * M_PI * options->highest)
        return false;
    const double size = hypot(modes->re[mode], modes->im[mode]);
    const bool swings = modes->im[mode] > 1e-6 * size && size > modes->resolution;
    return swings || modes->period > 0.0 || sweep_grows(options, modes, mode);
}

/* --- branches ----------------------------------------------------------------------------------------------------- */

typedef struct {
    double re, im;
} number;

typedef struct {
    int last, previous; /* points; -1: none */
    int mode;           /* mode at the last point */
    number value, value_before;
} branch;

typedef struct {
    int branch, mode;
    double score, likeness;
} pair;

static number campbell_sweep_value_of(const torsor_modes *modes, int mode)
{
    if (modes->period > 0.0)
        return (number){modes->multipliers[2 * mode], modes->multipliers[2 * mode + 1]};
    return (number){modes->re[mode], modes->im[mode]};
}

static number expected(const branch *branch, const sweep_point *points, double speed)
{
    if (branch->previous < 0)
        return branch->value;
    const double part =
        (speed - points[branch->last].speed) / (points[branch->last].speed - points[branch->previous].speed);
    return (number){branch->value.re + part * (branch->value.re - branch->value_before.re),
                    branch->value.im + part * (branch->value.im - branch->value_before.im)};
}

static double campbell_sweep_difference(number a, number b)
{
    const double size = hypot(a.re, a.im) + hypot(b.re, b.im);
    return size > 0.0 ? hypot(a.re - b.re, a.im - b.im) / size : 0.0;
}

static int by_score(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return (x->branch > y->branch) - (x->branch < y->branch);
}

typedef struct {
    const torsor_campbell_options *options;
    const sweep_point *points;
    int n;
    ARRAY(branch) branches;
    ARRAY(pair) pairs;
    ARRAY(int) modes; /* index of the mode by branch, then point; -1: none */
    ARRAY(double) alike;
} following;

static void campbell_sweep_set(following *following, int b, int at, int mode, double likeness)
{
    while (following->modes.n < (b + 1) * following->n) {
        array_push(&following->modes, -1);
        array_push(&following->alike, (double)NAN);
    }
    following->modes.items[b * following->n + at] = mode;
    following->alike.items[b * following->n + at] = likeness;
}

static void list_pairs(following *following, int at)
{
    const double LEAST = 0.2, NEAR = 0.05;
    const sweep_point *now = &following->points[at];
    following->pairs.n = 0;
    for (int b = 0; b < following->branches.n; b++) {
        const branch *one = &following->branches.items[b];
        if (one->last != at - 1)
            continue;
        const number wanted = expected(one, following->points, now->speed);
        for (int k = 0; k < now->modes->count; k++) {
            const double likeness = modes_likeness(following->points[one->last].modes, one->mode, now->modes, k);
            const double apart = campbell_sweep_difference(campbell_sweep_value_of(now->modes, k), wanted);
            if (sweep_lists(following->options, now->modes, k) && (likeness > LEAST || apart < NEAR))
                array_push(&following->pairs, ((pair){b, k, likeness + 0.5 * (1.0 - apart), likeness}));
        }
    }
    if (following->pairs.n > 0)
        qsort(following->pairs.items, (size_t)following->pairs.n, sizeof *following->pairs.items, by_score);
}

static void go_on(following *following, int at, const pair *pair)
{
    branch *b = &following->branches.items[pair->branch];
    *b = (branch){.last = at,
                  .previous = b->last,
                  .mode = pair->mode,
                  .value = campbell_sweep_value_of(following->points[at].modes, pair->mode),
                  .value_before = b->value};
    campbell_sweep_set(following, pair->branch, at, pair->mode, pair->likeness);
}

static void follow_point(following *following, int at)
{
    const torsor_modes *modes = following->points[at].modes;
    bool *taken = heap_resize(NULL, (size_t)modes->count + 1);
    memset(taken, 0, (size_t)modes->count + 1);
    list_pairs(following, at);
    for (int i = 0; i < following->pairs.n; i++) {
        const pair *pair = &following->pairs.items[i];
        if (!taken[pair->mode] && following->branches.items[pair->branch].last == at - 1) {
            taken[pair->mode] = true;
            go_on(following, at, pair);
        }
    }
    for (int k = 0; k < modes->count; k++)
        if (!taken[k] && sweep_lists(following->options, modes, k)) {
            array_push(&following->branches,
                       ((branch){.last = at, .previous = -1, .mode = k, .value = campbell_sweep_value_of(modes, k)}));
            campbell_sweep_set(following, following->branches.n - 1, at, k, (double)NAN);
        }
    free(taken);
}

static void campbell_sweep_fill(const following *following, campbell *to, arena *memory)
{
    const size_t n = (size_t)following->branches.n * (size_t)following->n;
    to->n_points = following->n;
    to->n_branches = following->branches.n;
    to->speed = ARENA_ARRAY(memory, double, following->n + 1);
    to->re = ARENA_ARRAY(memory, double, n + 1), to->im = ARENA_ARRAY(memory, double, n + 1);
    to->likeness = ARENA_ARRAY(memory, double, n + 1);
    to->multipliers = following->options->floquet ? ARENA_ARRAY(memory, double, 2 * n + 2) : NULL;
    for (int p = 0; p < following->n; p++)
        to->speed[p] = following->points[p].speed;
    for (size_t i = 0; i < n; i++) {
        const torsor_modes *modes = following->points[i % (size_t)following->n].modes;
        const int k = following->modes.items[i];
        to->re[i] = k < 0 ? (double)NAN : modes->re[k];
        to->im[i] = k < 0 ? (double)NAN : modes->im[k];
        to->likeness[i] = following->alike.items[i];
        for (int part = 0; to->multipliers && part < 2; part++)
            to->multipliers[2 * i + (size_t)part] = k < 0 ? (double)NAN : modes->multipliers[2 * k + part];
    }
}

void sweep_follow(const torsor_campbell_options *options, const sweep_point *points, int n, campbell *to, arena *memory)
{
    following following = {.options = options, .points = points, .n = n};
    for (int p = 0; p < n; p++)
        follow_point(&following, p);
    campbell_sweep_fill(&following, to, memory);
    array_free(&following.branches);
    array_free(&following.pairs);
    array_free(&following.modes);
    array_free(&following.alike);
}

/* --- where modes begin to grow ------------------------------------------------------------------------------------ */

/* The mode nearest to the imaginary axis among the growing modes, on the side that has more of them. */
static campbell_change change_between(const torsor_campbell_options *options, const sweep_point *low,
                                      const sweep_point *high)
{
    const sweep_point *more = high->growing > low->growing ? high : low;
    campbell_change campbell_change = {.speed = 0.5 * (low->speed + high->speed),
                                       .re = INFINITY,
                                       .unstable_below = low->growing,
                                       .unstable_above = high->growing};
    for (int k = 0; k < more->modes->count; k++)
        if (sweep_grows(options, more->modes, k) && more->modes->re[k] < campbell_change.re)
            campbell_change.re = more->modes->re[k], campbell_change.im = more->modes->im[k];
    return campbell_change;
}

bool sweep_bisect(const torsor_campbell_options *options, const sweep_point *low, const sweep_point *high,
                  campbell_changes *found, torsor_status *status)
{
    if (low->growing == high->growing)
        return true;
    if (fabs(high->speed - low->speed) <= options->tolerance * fabs(options->last_speed - options->first_speed)) {
        array_push(found, change_between(options, low, high));
        return true;
    }
    sweep_point middle;
    bool ok = sweep_solve(options, 0.5 * (low->speed + high->speed), &middle, status);
    ok =
        ok && sweep_bisect(options, low, &middle, found, status) && sweep_bisect(options, &middle, high, found, status);
    sweep_free(&middle);
    return ok;
}
