/* flight.c - runs a deck with controls, and computes means of quantities.
 *
 *     mean = 1/T integral of q over the last period T, by the trapezoidal rule over the steps; partial steps at both
 *            ends by interpolation
 *
 * Live controls are set in a run that returns to one snapshot; for variables of the deck it is read again. */
#include "app/flight.h"
#include "app/messages.h"
#include "app/words.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct flight {
    flight_plan *plan;
    torsor_model *model;
    torsor_analysis *analysis;
    torsor_snapshot *snapshot; /* NULL: the deck is read for each trial */
};

static bool complain(const char *words, const char *name)
{
    print_visible(stderr, "torsor trim: %s '%s'\n", words, name);
    return false;
}

static bool is_live(const flight_plan *plan)
{
    for (int i = 0; i < plan->n_controls; i++)
        if (!plan->controls[i].is_live)
            return false;
    return true;
}

/* --- a run -------------------------------------------------------------------------------------------------------- */

/* Opens the deck; `controls` NULL: with its own values. */
static torsor_model *flight_open_deck(const flight_plan *plan, const double *controls)
{
    char(*words)[40] = calloc((size_t)plan->n_controls + 1, sizeof *words);
    torsor_definition *all = calloc((size_t)(plan->n_definitions + plan->n_controls) + 1, sizeof *all);
    torsor_model *model = NULL;
    if (words && all) {
        torsor_options options = plan->open;
        options.size = sizeof options;
        int n = plan->n_definitions;
        if (n > 0)
            memcpy(all, plan->definitions, (size_t)n * sizeof *all);
        for (int i = 0; controls && i < plan->n_controls; i++)
            if (!plan->controls[i].is_live) {
                snprintf(words[i], sizeof *words, "%.17g", controls[i]);
                all[n++] = (torsor_definition){plan->controls[i].name, words[i]};
            }
        options.definitions = all;
        options.n_definitions = n;
        options.settable = true;
        model = torsor_open(plan->deck, &options);
    }
    free(all);
    free(words);
    return model;
}

static void land(flight *flight)
{
    torsor_snapshot_free(flight->snapshot);
    torsor_end(flight->analysis);
    torsor_close(flight->model);
    flight->snapshot = NULL, flight->analysis = NULL, flight->model = NULL;
}

static bool take_off(flight *flight, const double *controls, const char *results)
{
    const torsor_analysis_options options = {
        .size = sizeof options, .results = results, .may_restore = true, .endless = !results};
    land(flight);
    flight->model = flight_open_deck(flight->plan, controls);
    flight->analysis = torsor_has_problem(flight->model) ? torsor_begin(flight->model, &options) : NULL;
    return torsor_state(flight->analysis) == TORSOR_OK;
}

static bool set_one(const flight *flight, const flight_control *flight_control, double to)
{
    return torsor_set_real(flight->analysis, flight_control->name, to) == TORSOR_OK ||
           complain("the model has no settable quantity", flight_control->name);
}

static bool set_live(const flight *flight, const double *controls)
{
    for (int i = 0; i < flight->plan->n_controls; i++)
        if (flight->plan->controls[i].is_live && !set_one(flight, &flight->plan->controls[i], controls[i]))
            return false;
    return true;
}

static bool short_run(const flight *flight)
{
    return isnan(flight->plan->time) || torsor_run_past(flight->analysis, flight->plan->time) == TORSOR_OK;
}

/* --- means -------------------------------------------------------------------------------------------------------- */

static double period_of(const flight *flight)
{
    char name[60];
    double w[3] = {0};
    if (!(flight->plan->period == 0.0))
        return flight->plan->period;
    snprintf(name, sizeof name, "node.struct.%u.Omega", flight->plan->hub);
    if (torsor_get(flight->analysis, name, w, 3) != TORSOR_OK)
        complain("--hub is not a structural node of the model: unknown quantity", name);
    return 2.0 * M_PI / sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
}

static bool read_targets(const flight *flight, double *values)
{
    for (int i = 0; i < flight->plan->n_targets; i++) {
        values[i] = torsor_get_real(flight->analysis, flight->plan->targets[i].name);
        if (isnan(values[i])) {
            const char *near = torsor_nearest_name(flight->analysis, flight->plan->targets[i].name);
            complain("unknown quantity in --target:", flight->plan->targets[i].name);
            return near ? complain("  did you mean", near) : false;
        }
    }
    return true;
}

/* Integrates between two instants over the part that is within the window. */
static void add_part(int n, double t0, const double *v0, double t1, const double *v1, const double window[2],
                     double *sum)
{
    const double a = fmax(t0, window[0]), b = fmin(t1, window[1]);
    for (int i = 0; i < n && b > a; i++) {
        const double derivative = (v1[i] - v0[i]) / (t1 - t0);
        sum[i] += (b - a) * (v0[i] + derivative * (0.5 * (a + b) - t0));
    }
}

static bool take_means(const flight *flight, double begin, double period, double *means)
{
    const int n = flight->plan->n_targets;
    const double window[2] = {begin, begin + period};
    double *now = calloc(2 * (size_t)n + 1, sizeof *now), *before = now + n;
    bool ok = now && torsor_run_past(flight->analysis, begin) == TORSOR_OK && read_targets(flight, now);
    /* The step across the beginning of the window contributes its part from there on. */
    double t = begin;
    memset(means, 0, (size_t)n * sizeof *means);
    if (ok && torsor_time(flight->analysis) > begin)
        add_part(n, begin, now, torsor_time(flight->analysis), now, window, means), t = torsor_time(flight->analysis);
    while (ok && t < window[1] - 1e-9 * period) {
        memcpy(before, now, (size_t)n * sizeof *now);
        ok = torsor_step(flight->analysis) == TORSOR_OK && read_targets(flight, now);
        if (ok)
            add_part(n, t, before, torsor_time(flight->analysis), now, window, means);
        t = torsor_time(flight->analysis);
    }
    for (int i = 0; i < n; i++)
        means[i] /= period;
    free(now);
    return ok;
}

static bool observe(const flight *flight, double *means)
{
    const double period = period_of(flight), now = torsor_time(flight->analysis);
    if (isnan(period))
        return torsor_run_past(flight->analysis, now + flight->plan->settle) == TORSOR_OK &&
               read_targets(flight, means);
    return isfinite(period) && take_means(flight, now + flight->plan->settle * period, period, means);
}

/* --- tries -------------------------------------------------------------------------------------------------------- */

/* Finds the value of a control in the deck. */
static bool find_start(const flight *flight, flight_control *flight_control)
{
    char name[200];
    snprintf(name, sizeof name, "%s%s", flight_control->is_live ? "" : "variable.", flight_control->name);
    const double present = torsor_get_real(flight->analysis, name);
    if (isnan(present))
        return complain(flight_control->is_live ? "unknown quantity in --control:"
                                                : "unknown numeric variable in --control:",
                        flight_control->name);
    if (!flight_control->has_start)
        flight_control->start = present;
    if (!(flight_control->step > 0.0))
        flight_control->step = 0.01 * fmax(fabs(flight_control->start), 0.1);
    return true;
}

flight *flight_begin(flight_plan *plan)
{
    flight *flight = calloc(1, sizeof *flight);
    bool ok = flight != NULL;
    if (flight)
        flight->plan = plan;
    ok = ok && take_off(flight, NULL, NULL);
    for (int i = 0; ok && i < plan->n_controls; i++)
        ok = find_start(flight, &plan->controls[i]);
    if (ok && is_live(plan)) {
        for (int i = 0; ok && i < plan->n_controls; i++)
            ok = set_one(flight, &plan->controls[i], plan->controls[i].start);
        ok = ok && short_run(flight) && (flight->snapshot = torsor_snapshot_take(flight->analysis)) != NULL;
    }
    if (ok)
        return flight;
    flight_end(flight);
    return NULL;
}

void flight_end(flight *flight)
{
    if (flight)
        land(flight);
    free(flight);
}

bool flight_try(flight *flight, const double *controls, double *means)
{
    if (flight->snapshot)
        return torsor_restore(flight->analysis, flight->snapshot) == TORSOR_OK && set_live(flight, controls) &&
               observe(flight, means);
    return take_off(flight, controls, NULL) && set_live(flight, controls) && short_run(flight) &&
           observe(flight, means);
}

void flight_save(flight *flight)
{
    if (flight->snapshot)
        torsor_snapshot_renew(flight->snapshot, flight->analysis);
}

torsor_status flight_write(flight *flight, const double *controls, const char *results)
{
    if (!take_off(flight, controls, results))
        return flight->analysis ? torsor_state(flight->analysis) : TORSOR_ERROR;
    torsor_status status = set_live(flight, controls) ? torsor_run(flight->analysis) : TORSOR_ERROR;
    if (status == TORSOR_END || status == TORSOR_OK) {
        status = torsor_end(flight->analysis);
        flight->analysis = NULL;
    }
    return status;
}
