/* pod.c - proper orthogonal modes and free motions from results.
 *
 *     signals     motion of nodes in a time window, minus its mean; rotations times the size of the model, so that
 *                 they are comparable to displacements
 *     modes       singular value decomposition of the signals: as many as requested, or as contain the requested energy
 *     motions     transition matrix of their amplitudes, its eigenvalues */
#include "api/guard.h"
#include "api/diag_rows.h"
#include "api/messages.h"
#include "api/options.h"
#include "api/pod_table.h"
#include "api/text_out.h"
#include "output/netcdf_pod.h"
#include <math.h>

static const source_location NOWHERE = {0, 0, 0};

/* --- signals ------------------------------------------------------------------------------------------------------ */

static double mean_of(const double *v, int n)
{
    double sum = 0.0;
    for (int k = 0; k < n; k++)
        sum += v[k];
    return sum / n;
}

/* Diagonal of the box around the mean positions. */
static double size_of_model(const history *history)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, sum = 0.0;
    for (int j = 0; j < history->n_signals; j++) {
        const int a = history->signal[j].axis;
        if (history->signal[j].kind != SIGNAL_POSITION)
            continue;
        const double x = mean_of(history->value + (size_t)j * (size_t)history->n_times, history->n_times);
        low[a] = fmin(low[a], x), high[a] = fmax(high[a], x);
    }
    for (int a = 0; a < 3; a++)
        sum += high[a] >= low[a] ? (high[a] - low[a]) * (high[a] - low[a]) : 0.0;
    return sum > 0.0 ? sqrt(sum) : 1.0;
}

/* Subtracts the mean and scales rotations to displacements; returns false if nothing is left. */
static bool pod_prepare(const torsor_pod_options *options, history *history)
{
    const double size = size_of_model(history);
    double largest = 0.0, left = 0.0;
    for (int j = 0; j < history->n_signals; j++) {
        double *v = history->value + (size_t)j * (size_t)history->n_times;
        const double mean = options->keep_mean ? 0.0 : mean_of(v, history->n_times);
        const double scale = history->signal[j].kind & (SIGNAL_ROTATION | SIGNAL_ANGULAR_VELOCITY) ? size : 1.0;
        for (int k = 0; k < history->n_times; k++) {
            largest = fmax(largest, scale * fabs(v[k]));
            v[k] = scale * (v[k] - mean);
            left = fmax(left, fabs(v[k]));
        }
    }
    return left > 1e-14 * largest;
}

static bool are_numbers(const history *history, diag *errors)
{
    for (int j = 0; j < history->n_signals; j++)
        for (int k = 0; k < history->n_times; k++)
            if (!isfinite(history->value[(size_t)j * (size_t)history->n_times + (size_t)k])) {
                diag_report(errors, E_POD_NUMBER, NOWHERE, history->signal[j].node, history->time[k]);
                return false;
            }
    return true;
}

/* Whether time steps differ only by rounding. */
static bool is_even(const history *history, double dt, diag *errors)
{
    for (int k = 1; k < history->n_times; k++) {
        const double step = history->time[k] - history->time[k - 1];
        if (!(fabs(step - dt) <= 1e-4 * dt)) {
            diag_report(errors, E_POD_SPACING, NOWHERE, history->time[k - 1], history->time[k], step, dt);
            diag_hint(errors, "choose a window with --from and --to, or integrate with a constant time step");
            return false;
        }
    }
    return true;
}

/* --- the command -------------------------------------------------------------------------------------------------- */

static bool succeeded(pod_status status, diag *errors)
{
    if (status != POD_OK)
        diag_report(errors, status == POD_NO_LIBRARY ? E_POD_LAPACK : E_POD_FAILED, NOWHERE);
    return status == POD_OK;
}

static bool put_results(const torsor_pod_options *options, const history *history, const pod *pod,
                        const pod_options *pod_options, diag *errors, text *table)
{
    pod_motions motions;
    if (!succeeded(pod_identify(pod, pod_options, &motions), errors))
        return false;
    pod_table(history, pod, pod_options->modes, table);
    motions_table(history, &motions, table);
    const bool ok =
        !options->output || netcdf_write_pod(options->output, history, pod, pod_options->modes, &motions, errors);
    pod_motions_free(&motions);
    return ok;
}

static bool analyse(const torsor_pod_options *options, history *history, diag *errors, text *table)
{
    const int least = options->delays + 2;
    if (history->n_times < least) {
        diag_report(errors, E_POD_SHORT, NOWHERE, history->n_times, least);
        return false;
    }
    const double dt = (history->time[history->n_times - 1] - history->time[0]) / (history->n_times - 1);
    if (!is_even(history, dt, errors) || !are_numbers(history, errors))
        return false;
    if (!pod_prepare(options, history)) {
        diag_report(errors, E_POD_STILL, NOWHERE);
        return false;
    }
    pod pod;
    if (!succeeded(pod_decompose(history->value, history->n_times, history->n_signals, &pod), errors))
        return false;
    const int wanted = options->modes > 0 ? options->modes : pod_count(&pod, options->energy);
    const pod_options pod_options = {
        .modes = wanted < pod.n ? wanted : pod.n, .delays = options->delays, .dt = dt, .tolerance = options->tolerance};
    const bool ok = put_results(options, history, &pod, &pod_options, errors, table);
    pod_free(&pod);
    return ok;
}

typedef struct {
    const torsor_pod_options *options;
    text table;
    bool ok;
} asking;

static void pod_execute(void *on)
{
    asking *asking = on;
    const torsor_pod_options *options = asking->options;
    sources *texts = sources_create();
    diag *errors = diag_create(texts);
    message_list received = {.on_message = options->message, .context = options->message_context};
    const history_options history_options = {.kinds = options->components,
                                             .labels = options->nodes,
                                             .n_labels = options->n_nodes,
                                             .start = options->start,
                                             .end = options->end,
                                             .time_step = options->time_step};
    history history;
    messages_open(&received, errors);
    asking->ok = history_read(options->result, &history_options, errors, &history) &&
                 analyse(options, &history, errors, &asking->table);
    history_free(&history);
    diag_flush(errors);
    diag_destroy(errors);
    messages_close(&received);
    sources_destroy(texts);
}

void torsor_pod_defaults(torsor_pod_options *options)
{
    const torsor_pod_options pod_options = {.components = SIGNAL_POSITION,
                                            .start = -INFINITY,
                                            .end = INFINITY,
                                            .energy = 0.999999,
                                            .delays = 6,
                                            .tolerance = 1e-8};
    options_fill(options, &pod_options, sizeof pod_options);
}

char *torsor_pod(const torsor_pod_options *options, torsor_status *status)
{
    torsor_pod_options pod_options;
    asking asking = {.options = &pod_options};
    *status = !options_copy(&pod_options, sizeof pod_options, options) || !pod_options.result ? TORSOR_MISUSE
              : !guarded(pod_execute, &asking)                                                ? TORSOR_NO_MEMORY
              : asking.ok                                                                     ? TORSOR_OK
                                                                                              : TORSOR_ERROR;
    return *status == TORSOR_NO_MEMORY ? NULL : text_out(&asking.table);
}
