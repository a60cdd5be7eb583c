/* campbell.c - modes over a speed: the sweep, its table and its files. */
#include "api/campbell_sweep.h"
#include "api/diag_rows.h"
#include "api/handles.h"
#include "api/options.h"
#include "api/text_out.h"
#include <math.h>
#include <string.h>

typedef struct {
    const torsor_campbell_options *q;
    arena *memory;
    sweep_point *points;
    campbell result;
    text table;
    torsor_status status;
} asking;

void torsor_campbell_defaults(torsor_campbell_options *options)
{
    const torsor_campbell_options o = {.time = (double)NAN, .values = 11, .tolerance = 1e-5, .revs = 8};
    options_fill(options, &o, sizeof o);
}

/* Turns a second for a speed of 1. */
static double turns(const char *unit)
{
    static const struct {
        const char *unit;
        double turns;
    } UNITS[] = {{"rad/s", 0.5 / M_PI}, {"rpm", 1.0 / 60.0}, {"Hz", 1.0}};
    for (int i = 0; unit && i < ARRAY_LEN(UNITS); i++)
        if (strcmp(UNITS[i].unit, unit) == 0)
            return UNITS[i].turns;
    return 0.0;
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

static void put_mode(const campbell *c, int b, int p, text *to)
{
    const int i = campbell_at(c, b, p);
    if (isnan(c->re[i]))
        return;
    text_printf(to, "%14.6g %6d %14.6g %14.4f %14.6g", c->speed[p], b + 1, c->im[i] / (2.0 * M_PI),
                100.0 * campbell_damping(c, b, p), c->re[i]);
    if (c->multipliers)
        text_printf(to, " %14.6g %14.6g", c->multipliers[2 * i], c->multipliers[2 * i + 1]);
    if (isnan(c->likeness[i]))
        text_printf(to, " %9s\n", "-");
    else
        text_printf(to, " %9.4f\n", c->likeness[i]);
}

static void put_change(const campbell *c, const campbell_change *one, text *to)
{
    text_printf(to, "%s%s at %s = %.6g%s%s: %.6g Hz, %.6g rad/s; %d mode%s grow%s above\n",
                one->unstable_above > one->unstable_below ? "growing" : "decaying",
                one->im > 0.0 ? "" : ", without oscillation", c->name, one->speed, *c->unit ? " " : "", c->unit,
                one->im / (2.0 * M_PI), one->im, one->unstable_above, one->unstable_above == 1 ? "" : "s",
                one->unstable_above == 1 ? "s" : "");
}

static void put_table(asking *x)
{
    const campbell *c = &x->result;
    for (int p = 0; x->q->eigen_table && p < c->n_points; p++)
        text_printf(&x->table, "%s = %g: %s", c->name, c->speed[p], torsor_modes_table(x->points[p].modes));
    text_printf(&x->table, "%14s %6s %14s %14s %14s", c->name, "mode", "frequency, Hz", "damping, %", "real part");
    if (c->multipliers)
        text_printf(&x->table, " %14s %14s", "multiplier", "imaginary");
    text_printf(&x->table, " %9s\n", "likeness");
    for (int p = 0; p < c->n_points; p++)
        for (int b = 0; b < c->n_branches; b++)
            put_mode(c, b, p, &x->table);
    for (int i = 0; i < c->n_changes; i++)
        put_change(c, &c->changes[i], &x->table);
    if (x->q->limits && c->n_changes == 0)
        text_printf(&x->table, "no mode begins or ceases to grow between %s = %g and %g\n", c->name, x->q->lowest,
                    x->q->to);
}

/* --- the sweep ---------------------------------------------------------------------------------------------------- */

/* Messages that belong to no deck. */
typedef struct {
    sources *texts;
    diag *errors;
    message_list heard;
} voice;

static void voice_open(voice *v, const torsor_campbell_options *q)
{
    v->texts = sources_create();
    v->errors = diag_create(v->texts);
    torsor_options o;
    options_copy(&o, sizeof o, q->open);
    v->heard = (message_list){.hear = o.message, .context = o.context};
    messages_open(&v->heard, v->errors);
}

static void voice_close(voice *v)
{
    diag_flush(v->errors);
    diag_destroy(v->errors);
    messages_close(&v->heard);
    sources_destroy(v->texts);
}

static bool report_unknown(const torsor_campbell_options *q)
{
    voice v;
    voice_open(&v, q);
    diag_report(v.errors, E_CAMPBELL_VARIABLE, (place){0, 0, 0}, q->speed);
    voice_close(&v);
    return false;
}

/* A deck that can do without the variable has to know it: a name with an error in it would change nothing. */
static bool knows_speed(const torsor_campbell_options *q)
{
    torsor_options o;
    options_copy(&o, sizeof o, q->open);
    o.message = NULL;
    o.print = NULL;
    torsor_model *m = torsor_open(q->deck, &o);
    const bool knows = !torsor_is_good(m) || symbols_find(m->deck->model->names, q->speed, strlen(q->speed));
    torsor_close(m);
    return knows || report_unknown(q);
}

static bool solve_all(asking *x)
{
    const torsor_campbell_options *q = x->q;
    const int last = q->values - 1;
    bool ok = true;
    for (int i = 0; ok && i <= last; i++) {
        const double part = last > 0 ? (double)i / last : 0.0;
        ok = sweep_solve(q, (1.0 - part) * q->lowest + part * q->to, &x->points[i], &x->status);
    }
    return ok;
}

static bool find_changes(asking *x)
{
    campbell_changes found = {0};
    bool ok = true;
    for (int i = 0; ok && x->q->limits && i + 1 < x->q->values; i++)
        ok = sweep_bisect(x->q, &x->points[i], &x->points[i + 1], &found, &x->status);
    x->result.n_changes = found.n;
    x->result.changes = arena_copy(x->memory, found.items, (size_t)found.n * sizeof *found.items);
    array_free(&found);
    return ok;
}

static bool write_files(const torsor_campbell_options *q, const campbell *c)
{
    voice v;
    voice_open(&v, q);
    bool ok = !q->netcdf || netcdf_write_campbell(q->netcdf, c, v.errors);
    ok = (!q->picture || svg_write_campbell(q->picture, c, v.errors)) && ok;
    voice_close(&v);
    return ok;
}

static void campbell_carry_out(void *on)
{
    asking *x = on;
    const torsor_campbell_options *q = x->q;
    x->memory = arena_create();
    x->points = ARENA_ARRAY(x->memory, sweep_point, q->values);
    x->result = (campbell){.name = q->speed, .unit = q->unit ? q->unit : "", .revs = turns(q->unit), .n_revs = q->revs};
    x->status = TORSOR_ERROR;
    if (knows_speed(q) && solve_all(x) && find_changes(x)) {
        sweep_follow(q, x->points, q->values, &x->result, x->memory);
        put_table(x);
        x->status = write_files(q, &x->result) ? TORSOR_OK : TORSOR_ERROR;
    }
    for (int i = 0; i < q->values; i++)
        sweep_free(&x->points[i]);
    arena_destroy(x->memory);
}

char *torsor_campbell(const torsor_campbell_options *options, torsor_status *status)
{
    torsor_campbell_options o;
    torsor_options open;
    asking x = {.q = &o, .status = TORSOR_MISUSE};
    const bool is_known = options_copy(&o, sizeof o, options) && options_copy(&open, sizeof open, o.open);
    if (is_known && o.deck && o.speed && o.values > 0 && o.tolerance > 0.0 && !guarded(campbell_carry_out, &x))
        x.status = TORSOR_NO_MEMORY;
    *status = x.status;
    return x.status == TORSOR_NO_MEMORY ? NULL : text_out(&x.table);
}
