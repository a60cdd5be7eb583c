/* campbell.c - modes as functions of a speed: the sweep, its table and its files. */
#include "api/campbell_sweep.h"
#include "api/diag_rows.h"
#include "api/handles.h"
#include "api/options.h"
#include "api/text_out.h"
#include <math.h>
#include <string.h>

typedef struct {
    const torsor_campbell_options *options;
    arena *memory;
    sweep_point *points;
    campbell result;
    text table;
    torsor_status status;
} asking;

void torsor_campbell_defaults(torsor_campbell_options *options)
{
    const torsor_campbell_options campbell_options = {.time = (double)NAN, .values = 11, .tolerance = 1e-5, .revs = 8};
    options_fill(options, &campbell_options, sizeof campbell_options);
}

/* Revolutions per second for a speed of 1 in this unit. */
static double revolutions(const char *unit)
{
    static const struct {
        const char *unit;
        double revolutions;
    } UNITS[] = {{"rad/s", 0.5 / M_PI}, {"rpm", 1.0 / 60.0}, {"Hz", 1.0}};
    for (int i = 0; unit && i < ARRAY_LEN(UNITS); i++)
        if (strcmp(UNITS[i].unit, unit) == 0)
            return UNITS[i].revolutions;
    return 0.0;
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

static void put_mode(const campbell *campbell, int b, int p, text *to)
{
    const int i = campbell_at(campbell, b, p);
    if (isnan(campbell->re[i]))
        return;
    text_printf(to, "%14.6g %6d %14.6g %14.4f %14.6g", campbell->speed[p], b + 1, campbell->im[i] / (2.0 * M_PI),
                100.0 * campbell_damping(campbell, b, p), campbell->re[i]);
    if (campbell->multipliers)
        text_printf(to, " %14.6g %14.6g", campbell->multipliers[2 * i], campbell->multipliers[2 * i + 1]);
    if (isnan(campbell->likeness[i]))
        text_printf(to, " %9s\n", "-");
    else
        text_printf(to, " %9.4f\n", campbell->likeness[i]);
}

static void put_change(const campbell *campbell, const campbell_change *one, text *to)
{
    text_printf(to, "%s%s at %s = %.6g%s%s: %.6g Hz, %.6g rad/s; %d mode%s grow%s above\n",
                one->unstable_above > one->unstable_below ? "growing" : "decaying",
                one->im > 0.0 ? "" : ", without oscillation", campbell->name, one->speed, *campbell->unit ? " " : "",
                campbell->unit, one->im / (2.0 * M_PI), one->im, one->unstable_above,
                one->unstable_above == 1 ? "" : "s", one->unstable_above == 1 ? "s" : "");
}

static void put_table(asking *asking)
{
    const campbell *campbell = &asking->result;
    for (int p = 0; asking->options->eigen_table && p < campbell->n_points; p++)
        text_printf(&asking->table, "%s = %g: %s", campbell->name, campbell->speed[p],
                    torsor_modes_table(asking->points[p].modes));
    text_printf(&asking->table, "%14s %6s %14s %14s %14s", campbell->name, "mode", "frequency, Hz", "damping, %",
                "real part");
    if (campbell->multipliers)
        text_printf(&asking->table, " %14s %14s", "multiplier", "imaginary");
    text_printf(&asking->table, " %9s\n", "likeness");
    for (int p = 0; p < campbell->n_points; p++)
        for (int b = 0; b < campbell->n_branches; b++)
            put_mode(campbell, b, p, &asking->table);
    for (int i = 0; i < campbell->n_changes; i++)
        put_change(campbell, &campbell->changes[i], &asking->table);
    if (asking->options->limits && campbell->n_changes == 0)
        text_printf(&asking->table, "no stability boundary between %s = %g and %g\n", campbell->name,
                    asking->options->first_speed, asking->options->last_speed);
}

/* --- the sweep ---------------------------------------------------------------------------------------------------- */

/* Messages that belong to no deck. */
typedef struct {
    sources *texts;
    diag *errors;
    message_list received;
} voice;

static void voice_open(voice *voice, const torsor_campbell_options *options)
{
    voice->texts = sources_create();
    voice->errors = diag_create(voice->texts);
    torsor_options torsor_options;
    options_copy(&torsor_options, sizeof torsor_options, options->open);
    voice->received = (message_list){.on_message = torsor_options.message, .context = torsor_options.context};
    messages_open(&voice->received, voice->errors);
}

static void voice_close(voice *voice)
{
    diag_flush(voice->errors);
    diag_destroy(voice->errors);
    messages_close(&voice->received);
    sources_destroy(voice->texts);
}

static bool report_unknown(const torsor_campbell_options *options)
{
    voice voice;
    voice_open(&voice, options);
    diag_report(voice.errors, E_CAMPBELL_VARIABLE, (source_location){0, 0, 0}, options->speed);
    voice_close(&voice);
    return false;
}

/* Checks that the deck uses the variable of the speed: with a misspelt name the sweep would change nothing. */
static bool knows_speed(const torsor_campbell_options *options)
{
    torsor_options torsor_options;
    options_copy(&torsor_options, sizeof torsor_options, options->open);
    torsor_options.message = NULL;
    torsor_options.print = NULL;
    torsor_model *model = torsor_open(options->deck, &torsor_options);
    const bool knows =
        !torsor_is_good(model) || symbols_find(model->deck->model->names, options->speed, strlen(options->speed));
    torsor_close(model);
    return knows || report_unknown(options);
}

static bool solve_all(asking *asking)
{
    const torsor_campbell_options *options = asking->options;
    const int last = options->values - 1;
    bool ok = true;
    for (int i = 0; ok && i <= last; i++) {
        const double part = last > 0 ? (double)i / last : 0.0;
        ok = sweep_solve(options, (1.0 - part) * options->first_speed + part * options->last_speed, &asking->points[i],
                         &asking->status);
    }
    return ok;
}

static bool find_changes(asking *asking)
{
    campbell_changes found = {0};
    bool ok = true;
    for (int i = 0; ok && asking->options->limits && i + 1 < asking->options->values; i++)
        ok = sweep_bisect(asking->options, &asking->points[i], &asking->points[i + 1], &found, &asking->status);
    asking->result.n_changes = found.n;
    asking->result.changes = arena_copy(asking->memory, found.items, (size_t)found.n * sizeof *found.items);
    array_free(&found);
    return ok;
}

static bool write_files(const torsor_campbell_options *options, const campbell *campbell)
{
    voice voice;
    voice_open(&voice, options);
    bool ok = !options->netcdf || netcdf_write_campbell(options->netcdf, campbell, voice.errors);
    ok = (!options->picture || svg_write_campbell(options->picture, campbell, voice.errors)) && ok;
    voice_close(&voice);
    return ok;
}

static void campbell_execute(void *on)
{
    asking *asking = on;
    const torsor_campbell_options *options = asking->options;
    asking->memory = arena_create();
    asking->points = ARENA_ARRAY(asking->memory, sweep_point, options->values);
    asking->result = (campbell){.name = options->speed,
                                .unit = options->unit ? options->unit : "",
                                .revs = revolutions(options->unit),
                                .n_revs = options->revs};
    asking->status = TORSOR_ERROR;
    if (knows_speed(options) && solve_all(asking) && find_changes(asking)) {
        sweep_follow(options, asking->points, options->values, &asking->result, asking->memory);
        put_table(asking);
        asking->status = write_files(options, &asking->result) ? TORSOR_OK : TORSOR_ERROR;
    }
    for (int i = 0; i < options->values; i++)
        sweep_free(&asking->points[i]);
    arena_destroy(asking->memory);
}

char *torsor_campbell(const torsor_campbell_options *options, torsor_status *status)
{
    torsor_campbell_options campbell_options;
    torsor_options open;
    asking asking = {.options = &campbell_options, .status = TORSOR_MISUSE};
    const bool is_known = options_copy(&campbell_options, sizeof campbell_options, options) &&
                          options_copy(&open, sizeof open, campbell_options.open);
    if (is_known && campbell_options.deck && campbell_options.speed && campbell_options.values > 0 &&
        campbell_options.tolerance > 0.0 && !guarded(campbell_execute, &asking))
        asking.status = TORSOR_NO_MEMORY;
    *status = asking.status;
    return asking.status == TORSOR_NO_MEMORY ? NULL : text_out(&asking.table);
}
