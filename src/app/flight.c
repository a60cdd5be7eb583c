/* flight.c - a deck that is run with controls, and means of what it does.
 *
 *     mean = 1/T integral of q over the last period T, by the trapezoidal rule over the steps; parts of steps at both
 *            ends by interpolation
 *
 * Live controls are set in a run that returns to one point; for variables of the deck it is read again. */
#include "app/flight.h"
#include "app/words.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct flight {
    flight_plan *p;
    torsor_model *m;
    torsor_analysis *a;
    torsor_snapshot *snapshot; /* NULL: the deck is read for each try */
};

static bool complain(const char *words, const char *name)
{
    fprintf(stderr, "torsor trim: %s '%s'\n", words, name);
    return false;
}

static bool is_live(const flight_plan *p)
{
    for (int i = 0; i < p->n_controls; i++)
        if (!p->controls[i].is_live)
            return false;
    return true;
}

/* --- a run -------------------------------------------------------------------------------------------------------- */

/* Opens the deck; `controls` NULL: as it is. */
static torsor_model *flight_open_deck(const flight_plan *p, const double *controls)
{
    char(*words)[40] = calloc((size_t)p->n_controls + 1, sizeof *words);
    torsor_definition *all = calloc((size_t)(p->n_definitions + p->n_controls) + 1, sizeof *all);
    torsor_model *m = NULL;
    if (words && all) {
        torsor_options o = p->open;
        o.size = sizeof o;
        int n = p->n_definitions;
        if (n > 0)
            memcpy(all, p->definitions, (size_t)n * sizeof *all);
        for (int i = 0; controls && i < p->n_controls; i++)
            if (!p->controls[i].is_live) {
                snprintf(words[i], sizeof *words, "%.17g", controls[i]);
                all[n++] = (torsor_definition){p->controls[i].name, words[i]};
            }
        o.definitions = all;
        o.n_definitions = n;
        o.settable = true;
        m = torsor_open(p->deck, &o);
    }
    free(all);
    free(words);
    return m;
}

static void land(flight *f)
{
    torsor_snapshot_free(f->snapshot);
    torsor_end(f->a);
    torsor_close(f->m);
    f->snapshot = NULL, f->a = NULL, f->m = NULL;
}

static bool take_off(flight *f, const double *controls, const char *results)
{
    const torsor_analysis_options o = {.size = sizeof o, .results = results, .may_return = true, .endless = !results};
    land(f);
    f->m = flight_open_deck(f->p, controls);
    f->a = torsor_has_problem(f->m) ? torsor_begin(f->m, &o) : NULL;
    return torsor_state(f->a) == TORSOR_OK;
}

static bool set_one(const flight *f, const flight_control *c, double to)
{
    return torsor_set_real(f->a, c->name, to) == TORSOR_OK ||
           complain("the model has no quantity that can be set by the name", c->name);
}

static bool set_live(const flight *f, const double *controls)
{
    for (int i = 0; i < f->p->n_controls; i++)
        if (f->p->controls[i].is_live && !set_one(f, &f->p->controls[i], controls[i]))
            return false;
    return true;
}

static bool short_run(const flight *f) { return isnan(f->p->time) || torsor_run_to(f->a, f->p->time) == TORSOR_OK; }

/* --- means -------------------------------------------------------------------------------------------------------- */

static double period_of(const flight *f)
{
    char name[60];
    double w[3] = {0};
    if (!(f->p->period == 0.0))
        return f->p->period;
    snprintf(name, sizeof name, "node.struct.%u.Omega", f->p->hub);
    if (torsor_get(f->a, name, w, 3) != TORSOR_OK)
        complain("--hub names no structural node of the model: there is no", name);
    return 2.0 * M_PI / sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
}

static bool read_targets(const flight *f, double *values)
{
    for (int i = 0; i < f->p->n_targets; i++) {
        values[i] = torsor_get_real(f->a, f->p->targets[i].name);
        if (isnan(values[i])) {
            const char *near = torsor_nearest_name(f->a, f->p->targets[i].name);
            complain("--target names no quantity of the model:", f->p->targets[i].name);
            return near ? complain("  did you mean", near) : false;
        }
    }
    return true;
}

/* Integrates what lies between two instants over the part that is in the window. */
static void add_part(int n, double t0, const double *v0, double t1, const double *v1, const double window[2],
                     double *sum)
{
    const double a = fmax(t0, window[0]), b = fmin(t1, window[1]);
    for (int i = 0; i < n && b > a; i++) {
        const double slope = (v1[i] - v0[i]) / (t1 - t0);
        sum[i] += (b - a) * (v0[i] + slope * (0.5 * (a + b) - t0));
    }
}

static bool take_means(const flight *f, double begin, double period, double *means)
{
    const int n = f->p->n_targets;
    const double window[2] = {begin, begin + period};
    double *now = calloc(2 * (size_t)n + 1, sizeof *now), *before = now + n;
    bool ok = now && torsor_run_to(f->a, begin) == TORSOR_OK && read_targets(f, now);
    /* The step that passed the beginning has its part from there on. */
    double t = begin;
    memset(means, 0, (size_t)n * sizeof *means);
    if (ok && torsor_time(f->a) > begin)
        add_part(n, begin, now, torsor_time(f->a), now, window, means), t = torsor_time(f->a);
    while (ok && t < window[1] - 1e-9 * period) {
        memcpy(before, now, (size_t)n * sizeof *now);
        ok = torsor_step(f->a) == TORSOR_OK && read_targets(f, now);
        if (ok)
            add_part(n, t, before, torsor_time(f->a), now, window, means);
        t = torsor_time(f->a);
    }
    for (int i = 0; i < n; i++)
        means[i] /= period;
    free(now);
    return ok;
}

static bool observe(const flight *f, double *means)
{
    const double period = period_of(f), now = torsor_time(f->a);
    if (isnan(period))
        return torsor_run_to(f->a, now + f->p->settle) == TORSOR_OK && read_targets(f, means);
    return isfinite(period) && take_means(f, now + f->p->settle * period, period, means);
}

/* --- tries -------------------------------------------------------------------------------------------------------- */

/* What a control is in the deck. */
static bool find_start(const flight *f, flight_control *c)
{
    char name[200];
    snprintf(name, sizeof name, "%s%s", c->is_live ? "" : "variable.", c->name);
    const double present = torsor_get_real(f->a, name);
    if (isnan(present))
        return complain(c->is_live ? "--control names no quantity of the model:"
                                   : "--control names no number of the deck:",
                        c->name);
    if (!c->has_start)
        c->start = present;
    if (!(c->step > 0.0))
        c->step = 0.01 * fmax(fabs(c->start), 0.1);
    return true;
}

flight *flight_begin(flight_plan *p)
{
    flight *f = calloc(1, sizeof *f);
    bool ok = f != NULL;
    if (f)
        f->p = p;
    ok = ok && take_off(f, NULL, NULL);
    for (int i = 0; ok && i < p->n_controls; i++)
        ok = find_start(f, &p->controls[i]);
    if (ok && is_live(p)) {
        for (int i = 0; ok && i < p->n_controls; i++)
            ok = set_one(f, &p->controls[i], p->controls[i].start);
        ok = ok && short_run(f) && (f->snapshot = torsor_snapshot_take(f->a)) != NULL;
    }
    if (ok)
        return f;
    flight_end(f);
    return NULL;
}

void flight_end(flight *f)
{
    if (f)
        land(f);
    free(f);
}

bool flight_try(flight *f, const double *controls, double *means)
{
    if (f->snapshot)
        return torsor_return(f->a, f->snapshot) == TORSOR_OK && set_live(f, controls) && observe(f, means);
    return take_off(f, controls, NULL) && set_live(f, controls) && short_run(f) && observe(f, means);
}

void flight_keep(flight *f)
{
    if (f->snapshot)
        torsor_snapshot_renew(f->snapshot, f->a);
}

torsor_status flight_write(flight *f, const double *controls, const char *results)
{
    if (!take_off(f, controls, results))
        return f->a ? torsor_state(f->a) : TORSOR_ERROR;
    torsor_status status = set_live(f, controls) ? torsor_run(f->a) : TORSOR_ERROR;
    if (status == TORSOR_END || status == TORSOR_OK) {
        status = torsor_end(f->a);
        f->a = NULL;
    }
    return status;
}
