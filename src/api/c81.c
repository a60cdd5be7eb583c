/* c81.c - airfoil data: coefficients, conversion, interpolation between airfoils. The files are read as those of cards
 * `c81 data`, with the same messages. */
#include "element/aero/c81.h"
#include "api/diag_rows.h"
#include "api/handles.h"
#include "api/options.h"
#include "api/text_out.h"
#include <math.h>
#include <string.h>

static const source_location NOWHERE = {0, 0, 0};
static const char *const COEFFICIENTS[AIRFOIL_COUNT] = {"lift", "drag", "moment"};

typedef struct {
    const torsor_c81_options *options;
    torsor_model *model;
    text cards, out;
    bool ok;
} c81_request;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void put_quoted(text *to, const char *words)
{
    text_char(to, '"');
    for (; *words; words++) {
        if (*words == '"' || *words == '\\')
            text_char(to, '\\');
        text_char(to, *words);
    }
    text_char(to, '"');
}

static void put_cards(void *on)
{
    c81_request *request = on;
    const torsor_c81_options *options = request->options;
    for (int i = 0; i < options->n_files; i++) {
        text_printf(&request->cards, "c81 data: %d, ", i + 1);
        put_quoted(&request->cards, options->files[i]);
        if (options->tolerance > 0)
            text_printf(&request->cards, ", tolerance, %.17g", options->tolerance);
        text_printf(&request->cards, "%s%s;\n",
                    options->nrel          ? ", nrel"
                    : options->free_format ? ", free format"
                                           : "",
                    options->flip ? ", flip" : "");
    }
}

static const c81_data *data_of(const c81_request *request, int i) { return request->model->deck->model->c81.items[i]; }

/* Interpolates between the files on either side of the position. Returns NULL after an error. */
static const c81_data *interpolate(const c81_request *request)
{
    const torsor_c81_options *options = request->options;
    const deck *deck = request->model->deck;
    if (options->n_files == 1)
        return data_of(request, 0);
    int i = 1;
    while (i < options->n_files - 1 && options->at > options->positions[i])
        i++;
    for (int k = 1; k < options->n_files; k++) {
        const char *table = c81_differ(data_of(request, 0), data_of(request, k));
        if (table) {
            diag_report(deck->errors, E_C81_POINTS, NOWHERE, table, options->files[0], options->files[k]);
            return NULL;
        }
    }
    const double from = options->positions[i - 1], to = options->positions[i];
    return c81_mix(deck->memory, data_of(request, i - 1), data_of(request, i), (options->at - from) / (to - from));
}

/* --- results ------------------------------------------------------------------------------------------------------ */

static void put_coefficients(c81_request *request, const c81_data *data)
{
    const torsor_c81_options *options = request->options;
    text_printf(&request->out, "%14s %14s %14s %14s %14s\n", "alpha, deg", "Mach", "lift", "drag", "moment");
    for (int i = 0; i < options->n_alpha; i++)
        for (int j = 0; j < options->n_mach; j++) {
            text_printf(&request->out, "%14.8g %14.8g", options->alpha[i], options->mach[j]);
            for (int k = 0; k < AIRFOIL_COUNT; k++) {
                const c81_table *table = &data->tables[k];
                const c81_spot alpha = c81_find(&table->alpha, remainder(options->alpha[i], 360.0)),
                               mach = c81_find(&table->mach, options->mach[j]);
                double by_alpha, by_mach;
                text_printf(&request->out, " %14.8g", c81_value(table, &alpha, &mach, &by_alpha, &by_mach));
            }
            text_char(&request->out, '\n');
        }
}

static void put_axis(text *to, const char *name, const c81_axis *axis)
{
    text_printf(to, ", %d %s from %g to %g", axis->n, name, axis->values[0], axis->values[axis->n - 1]);
}

static void put_summary(c81_request *request, const c81_data *data)
{
    const c81_table *lift = &data->tables[AIRFOIL_LIFT];
    text_printf(&request->out, "%s\n", data->title ? data->title : "(without title)");
    for (int k = 0; k < AIRFOIL_COUNT; k++) {
        text_string(&request->out, COEFFICIENTS[k]);
        put_axis(&request->out, "Mach numbers", &data->tables[k].mach);
        put_axis(&request->out, "incidences", &data->tables[k].alpha);
        text_char(&request->out, '\n');
    }
    text_printf(&request->out, "%14s %14s %14s\n", "Mach", "lift at 0", "slope, 1/rad");
    for (int j = 0; j < lift->mach.n; j++)
        text_printf(&request->out, "%14.8g %14.8g %14.8g\n", lift->mach.values[j], data->lift0[j],
                    data->lift_slope[j] * 180.0 / M_PI);
}

static void c81_execute(void *on)
{
    c81_request *request = on;
    const torsor_c81_options *options = request->options;
    diag *errors = request->model->deck->errors;
    const c81_data *data = interpolate(request);
    const char *why = data && options->convert ? c81_write(&request->out, data, !options->traditional) : NULL;
    if (why)
        diag_report(errors, E_C81_TRADITIONAL, NOWHERE, why);
    else if (data && !options->convert && options->n_alpha > 0)
        put_coefficients(request, data);
    else if (data && !options->convert)
        put_summary(request, data);
    diag_flush(errors);
    request->ok = data && !why;
}

/* --- the call ----------------------------------------------------------------------------------------------------- */

static bool c81_is_understood(const torsor_c81_options *options)
{
    if (options->n_files < 1 || !options->files || (options->n_files > 1 && !options->positions))
        return false;
    for (int i = 1; i < options->n_files; i++)
        if (!(options->positions[i] > options->positions[i - 1]))
            return false;
    const bool is_inside = options->n_files == 1 || (options->at >= options->positions[0] &&
                                                     options->at <= options->positions[options->n_files - 1]);
    return is_inside && options->tolerance >= 0 && !(options->free_format && options->nrel) &&
           (options->n_alpha > 0) == (options->n_mach > 0);
}

static torsor_status c81_begin(c81_request *request)
{
    const torsor_options open = {.size = sizeof open,
                                 .sandbox = request->options->sandbox,
                                 .message = request->options->message,
                                 .context = request->options->message_context};
    if (!guarded(put_cards, request))
        return TORSOR_NO_MEMORY;
    request->model = torsor_open_text("airfoils", request->cards.data, request->cards.n, &open);
    return !request->model ? TORSOR_NO_MEMORY : request->model->is_good ? TORSOR_OK : TORSOR_ERROR;
}

char *torsor_c81(const torsor_c81_options *options, torsor_status *status)
{
    torsor_c81_options copy;
    c81_request request = {.options = &copy};
    *status =
        !options_copy(&copy, sizeof copy, options) || !c81_is_understood(&copy) ? TORSOR_MISUSE : c81_begin(&request);
    if (*status == TORSOR_OK)
        *status = !guarded(c81_execute, &request) ? TORSOR_NO_MEMORY : request.ok ? TORSOR_OK : TORSOR_ERROR;
    torsor_close(request.model);
    text_free(&request.cards);
    if (*status != TORSOR_OK)
        text_free(&request.out);
    return *status == TORSOR_OK ? text_out(&request.out) : NULL;
}
