/* campbell_sweep.c - a deck solved for values of its speed, and its modes followed from one to the next.
 *
 *     score of a mode for a branch = likeness of the shapes + (1 - |l - p| / (|l| + |p|)) / 2
 *
 * l the eigenvalue (the multiplier, of a period), p what the last two points of the branch let expect. Pairs are taken
 * by falling score. A mode that no branch takes begins one of its own. */
#include "api/campbell_sweep.h"
#include "api/diag_rows.h"
#include "api/handles.h"
#include "api/options.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const place NOWHERE = {0, 0, 0};

/* --- one speed ---------------------------------------------------------------------------------------------------- */

static torsor_model *campbell_sweep_open_deck(const torsor_campbell_options *q, const char *words)
{
    torsor_options o;
    options_copy(&o, sizeof o, q->open);
    const int n = o.n_definitions;
    torsor_definition *all = heap_resize(NULL, ((size_t)n + 1) * sizeof *all);
    if (n > 0)
        memcpy(all, o.definitions, (size_t)n * sizeof *all);
    all[n] = (torsor_definition){.name = q->speed, .value = words};
    o.definitions = all;
    o.n_definitions = n + 1;
    torsor_model *m = torsor_open(q->deck, &o);
    free(all);
    return m;
}

static double instant(const torsor_campbell_options *q, const problem *p)
{
    if (isnan(q->time))
        return p->eigen && p->eigen->n_times > 0 ? fmax(p->eigen->when[0], p->t0) : p->t0;
    return isinf(q->time) ? p->t_end : q->time;
}

/* Of the hub's turn; 0 after a message. */
static double turn_of(const torsor_campbell_options *q, torsor_analysis *a)
{
    char name[60];
    double w[3] = {0};
    snprintf(name, sizeof name, "node.struct.%u.Omega", q->rotor ? q->rotor->hub : 0);
    torsor_get(a, name, w, 3);
    const double speed = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    if (speed > 0.0)
        return 2.0 * M_PI / speed;
    diag_report(a->errors, E_CAMPBELL_PERIOD, NOWHERE, q->rotor ? q->rotor->hub : 0);
    diag_flush(a->errors);
    return 0.0;
}

static torsor_modes *linearise(const torsor_campbell_options *q, torsor_analysis *a)
{
    if (!q->floquet)
        return torsor_modes_find(a, q->rotor && q->rotor->blades > 0 ? q->rotor : NULL);
    const double period = q->period > 0.0 ? q->period : turn_of(q, a);
    return period > 0.0 ? torsor_floquet(a, period) : NULL;
}

static torsor_modes *campbell_sweep_solve(const torsor_campbell_options *q, torsor_model *m, torsor_status *status)
{
    const torsor_analysis_options o = {.size = sizeof o, .endless = true};
    torsor_analysis *a = torsor_begin(m, &o);
    torsor_modes *modes = NULL;
    *status = a ? torsor_state(a) : TORSOR_NO_MEMORY;
    if (*status == TORSOR_OK)
        *status = torsor_run_to(a, instant(q, m->deck->problem));
    if (*status == TORSOR_OK) {
        modes = linearise(q, a);
        *status = modes ? TORSOR_OK : torsor_state(a) == TORSOR_OK ? TORSOR_ERROR : torsor_state(a);
    }
    torsor_end(a);
    return modes;
}

bool sweep_solve(const torsor_campbell_options *q, double speed, sweep_point *to, torsor_status *status)
{
    char words[40];
    snprintf(words, sizeof words, "%.17g", speed);
    torsor_model *m = campbell_sweep_open_deck(q, words);
    *to = (sweep_point){.speed = speed};
    *status = m ? TORSOR_ERROR : TORSOR_NO_MEMORY;
    if (torsor_has_problem(m))
        to->modes = campbell_sweep_solve(q, m, status);
    torsor_close(m);
    for (int k = 0; k < torsor_mode_count(to->modes); k++)
        to->growing += sweep_grows(q, to->modes, k);
    return to->modes != NULL;
}

void sweep_free(sweep_point *p)
{
    torsor_modes_free(p->modes);
    p->modes = NULL;
}

/* --- modes -------------------------------------------------------------------------------------------------------- */

static double lowest_frequency(const torsor_modes *m)
{
    for (int k = 0; k < m->count; k++)
        if (m->im[k] > 0.0)
            return m->im[k];
    return 1.0;
}

/* What counts as finite: rounding leaves roots without frequency that are large. */
static double bound(const torsor_campbell_options *q, const torsor_modes *m)
{
    double most = 0.0;
    for (int k = 0; k < m->count; k++)
        most = fmax(most, m->im[k]);
    return q->highest > 0.0 ? 2.0 * M_PI * q->highest : m->period > 0.0 || most == 0.0 ? HUGE_VAL : most;
}

bool sweep_grows(const torsor_campbell_options *q, const torsor_modes *m, int mode)
{
    const double ROUNDING = 1e-6, size = m->period > 0.0 ? 2.0 * M_PI / m->period : hypot(m->re[mode], m->im[mode]);
    const double margin = m->im[mode] > 0.0 ? size : lowest_frequency(m);
    const bool is_beyond =
        m->im[mode] > 0.0 ? q->highest > 0.0 && m->im[mode] > 2.0 * M_PI * q->highest : size > bound(q, m);
    return m->re[mode] > (q->margin > 0.0 ? q->margin : ROUNDING * margin) && size > m->resolution && !is_beyond;
}

bool sweep_lists(const torsor_campbell_options *q, const torsor_modes *m, int mode)
{
    if (q->highest > 0.0 && m->im[mode] > 2.0 * M_PI * q->highest)
        return false;
    const double size = hypot(m->re[mode], m->im[mode]);
    const bool swings = m->im[mode] > 1e-6 * size && size > m->resolution;
    return swings || m->period > 0.0 || sweep_grows(q, m, mode);
}

/* --- branches ----------------------------------------------------------------------------------------------------- */

typedef struct {
    double re, im;
} number;

typedef struct {
    int last, previous; /* points; -1: none */
    int mode;           /* at the last one */
    number value, value_before;
} branch;

typedef struct {
    int branch, mode;
    double score, likeness;
} pair;

static number campbell_sweep_value_of(const torsor_modes *m, int mode)
{
    if (m->period > 0.0)
        return (number){m->multipliers[2 * mode], m->multipliers[2 * mode + 1]};
    return (number){m->re[mode], m->im[mode]};
}

static number expected(const branch *b, const sweep_point *points, double speed)
{
    if (b->previous < 0)
        return b->value;
    const double part = (speed - points[b->last].speed) / (points[b->last].speed - points[b->previous].speed);
    return (number){b->value.re + part * (b->value.re - b->value_before.re),
                    b->value.im + part * (b->value.im - b->value_before.im)};
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
    const torsor_campbell_options *q;
    const sweep_point *points;
    int n;
    ARRAY(branch) branches;
    ARRAY(pair) pairs;
    ARRAY(int) modes; /* by branch, then point: index of a mode, -1 */
    ARRAY(double) alike;
} following;

static void campbell_sweep_set(following *f, int b, int at, int mode, double likeness)
{
    while (f->modes.n < (b + 1) * f->n) {
        array_push(&f->modes, -1);
        array_push(&f->alike, (double)NAN);
    }
    f->modes.items[b * f->n + at] = mode;
    f->alike.items[b * f->n + at] = likeness;
}

static void list_pairs(following *f, int at)
{
    const double LEAST = 0.2, NEAR = 0.05;
    const sweep_point *now = &f->points[at];
    f->pairs.n = 0;
    for (int b = 0; b < f->branches.n; b++) {
        const branch *one = &f->branches.items[b];
        if (one->last != at - 1)
            continue;
        const number wanted = expected(one, f->points, now->speed);
        for (int k = 0; k < now->modes->count; k++) {
            const double likeness = modes_likeness(f->points[one->last].modes, one->mode, now->modes, k);
            const double apart = campbell_sweep_difference(campbell_sweep_value_of(now->modes, k), wanted);
            if (sweep_lists(f->q, now->modes, k) && (likeness > LEAST || apart < NEAR))
                array_push(&f->pairs, ((pair){b, k, likeness + 0.5 * (1.0 - apart), likeness}));
        }
    }
    if (f->pairs.n > 0)
        qsort(f->pairs.items, (size_t)f->pairs.n, sizeof *f->pairs.items, by_score);
}

static void go_on(following *f, int at, const pair *p)
{
    branch *b = &f->branches.items[p->branch];
    *b = (branch){.last = at,
                  .previous = b->last,
                  .mode = p->mode,
                  .value = campbell_sweep_value_of(f->points[at].modes, p->mode),
                  .value_before = b->value};
    campbell_sweep_set(f, p->branch, at, p->mode, p->likeness);
}

static void follow_point(following *f, int at)
{
    const torsor_modes *m = f->points[at].modes;
    bool *taken = heap_resize(NULL, (size_t)m->count + 1);
    memset(taken, 0, (size_t)m->count + 1);
    list_pairs(f, at);
    for (int i = 0; i < f->pairs.n; i++) {
        const pair *p = &f->pairs.items[i];
        if (!taken[p->mode] && f->branches.items[p->branch].last == at - 1) {
            taken[p->mode] = true;
            go_on(f, at, p);
        }
    }
    for (int k = 0; k < m->count; k++)
        if (!taken[k] && sweep_lists(f->q, m, k)) {
            array_push(&f->branches,
                       ((branch){.last = at, .previous = -1, .mode = k, .value = campbell_sweep_value_of(m, k)}));
            campbell_sweep_set(f, f->branches.n - 1, at, k, (double)NAN);
        }
    free(taken);
}

static void campbell_sweep_fill(const following *f, campbell *to, arena *memory)
{
    const size_t n = (size_t)f->branches.n * (size_t)f->n;
    to->n_points = f->n;
    to->n_branches = f->branches.n;
    to->speed = ARENA_ARRAY(memory, double, f->n + 1);
    to->re = ARENA_ARRAY(memory, double, n + 1), to->im = ARENA_ARRAY(memory, double, n + 1);
    to->likeness = ARENA_ARRAY(memory, double, n + 1);
    to->multipliers = f->q->floquet ? ARENA_ARRAY(memory, double, 2 * n + 2) : NULL;
    for (int p = 0; p < f->n; p++)
        to->speed[p] = f->points[p].speed;
    for (size_t i = 0; i < n; i++) {
        const torsor_modes *m = f->points[i % (size_t)f->n].modes;
        const int k = f->modes.items[i];
        to->re[i] = k < 0 ? (double)NAN : m->re[k];
        to->im[i] = k < 0 ? (double)NAN : m->im[k];
        to->likeness[i] = f->alike.items[i];
        for (int part = 0; to->multipliers && part < 2; part++)
            to->multipliers[2 * i + (size_t)part] = k < 0 ? (double)NAN : m->multipliers[2 * k + part];
    }
}

void sweep_follow(const torsor_campbell_options *q, const sweep_point *points, int n, campbell *to, arena *memory)
{
    following f = {.q = q, .points = points, .n = n};
    for (int p = 0; p < n; p++)
        follow_point(&f, p);
    campbell_sweep_fill(&f, to, memory);
    array_free(&f.branches);
    array_free(&f.pairs);
    array_free(&f.modes);
    array_free(&f.alike);
}

/* --- where modes begin to grow ------------------------------------------------------------------------------------ */

/* The mode next to the axis, of those that grow on the side where there are more. */
static campbell_change change_between(const torsor_campbell_options *q, const sweep_point *low, const sweep_point *high)
{
    const sweep_point *more = high->growing > low->growing ? high : low;
    campbell_change c = {.speed = 0.5 * (low->speed + high->speed),
                         .re = INFINITY,
                         .unstable_below = low->growing,
                         .unstable_above = high->growing};
    for (int k = 0; k < more->modes->count; k++)
        if (sweep_grows(q, more->modes, k) && more->modes->re[k] < c.re)
            c.re = more->modes->re[k], c.im = more->modes->im[k];
    return c;
}

bool sweep_bisect(const torsor_campbell_options *q, const sweep_point *low, const sweep_point *high,
                  campbell_changes *found, torsor_status *status)
{
    if (low->growing == high->growing)
        return true;
    if (fabs(high->speed - low->speed) <= q->tolerance * fabs(q->to - q->lowest)) {
        array_push(found, change_between(q, low, high));
        return true;
    }
    sweep_point middle;
    bool ok = sweep_solve(q, 0.5 * (low->speed + high->speed), &middle, status);
    ok = ok && sweep_bisect(q, low, &middle, found, status) && sweep_bisect(q, &middle, high, found, status);
    sweep_free(&middle);
    return ok;
}
