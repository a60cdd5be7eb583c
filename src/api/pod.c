/* pod.c - proper orthogonal modes and free motions of results.
 *
 *     signals     motion of nodes in a window of time, less its mean; rotations times the size of the model, so that
 *                 they count as movements
 *     modes       singular value decomposition of the signals: as many as are asked for, or hold the energy asked for
 *     motions     transition matrix of their amplitudes, its eigenvalues                                         */
#include "api/guard.h"
#include "api/diag_rows.h"
#include "api/messages.h"
#include "api/options.h"
#include "api/pod_table.h"
#include "api/text_out.h"
#include "output/netcdf_pod.h"
#include <math.h>

static const place NOWHERE = {0, 0, 0};

/* --- signals ------------------------------------------------------------------------------------------------------ */

static double mean_of(const double *v, int n)
{
    double sum = 0.0;
    for (int k = 0; k < n; k++)
        sum += v[k];
    return sum / n;
}

/* The diagonal of the box around the mean positions. */
static double size_of_model(const history *h)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, sum = 0.0;
    for (int j = 0; j < h->n_signals; j++) {
        const int a = h->signal[j].axis;
        if (h->signal[j].kind != SIGNAL_POSITION)
            continue;
        const double x = mean_of(h->value + (size_t)j * (size_t)h->n_times, h->n_times);
        low[a] = fmin(low[a], x), high[a] = fmax(high[a], x);
    }
    for (int a = 0; a < 3; a++)
        sum += high[a] >= low[a] ? (high[a] - low[a]) * (high[a] - low[a]) : 0.0;
    return sum > 0.0 ? sqrt(sum) : 1.0;
}

/* Less the mean, and rotations as movements; false when nothing is left. */
static bool pod_prepare(const torsor_pod_options *q, history *h)
{
    const double size = size_of_model(h);
    double largest = 0.0, left = 0.0;
    for (int j = 0; j < h->n_signals; j++) {
        double *v = h->value + (size_t)j * (size_t)h->n_times;
        const double mean = q->keep_mean ? 0.0 : mean_of(v, h->n_times);
        const double scale = h->signal[j].kind & (SIGNAL_ROTATION | SIGNAL_ANGULAR_VELOCITY) ? size : 1.0;
        for (int k = 0; k < h->n_times; k++) {
            largest = fmax(largest, scale * fabs(v[k]));
            v[k] = scale * (v[k] - mean);
            left = fmax(left, fabs(v[k]));
        }
    }
    return left > 1e-14 * largest;
}

static bool are_numbers(const history *h, diag *errors)
{
    for (int j = 0; j < h->n_signals; j++)
        for (int k = 0; k < h->n_times; k++)
            if (!isfinite(h->value[(size_t)j * (size_t)h->n_times + (size_t)k])) {
                diag_report(errors, E_POD_NUMBER, NOWHERE, h->signal[j].node, h->time[k]);
                return false;
            }
    return true;
}

/* Steps of time differ by rounding only. */
static bool is_even(const history *h, double dt, diag *errors)
{
    for (int k = 1; k < h->n_times; k++) {
        const double step = h->time[k] - h->time[k - 1];
        if (!(fabs(step - dt) <= 1e-4 * dt)) {
            diag_report(errors, E_POD_SPACING, NOWHERE, h->time[k - 1], h->time[k], step, dt);
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

static bool put_results(const torsor_pod_options *q, const history *h, const pod *p, const pod_options *o, diag *errors,
                        text *table)
{
    pod_motions motions;
    if (!succeeded(pod_identify(p, o, &motions), errors))
        return false;
    pod_table(h, p, o->modes, table);
    motions_table(h, &motions, table);
    const bool ok = !q->output || netcdf_write_pod(q->output, h, p, o->modes, &motions, errors);
    pod_motions_free(&motions);
    return ok;
}

static bool analyse(const torsor_pod_options *q, history *h, diag *errors, text *table)
{
    const int least = q->delays + 2;
    if (h->n_times < least) {
        diag_report(errors, E_POD_SHORT, NOWHERE, h->n_times, least);
        return false;
    }
    const double dt = (h->time[h->n_times - 1] - h->time[0]) / (h->n_times - 1);
    if (!is_even(h, dt, errors) || !are_numbers(h, errors))
        return false;
    if (!pod_prepare(q, h)) {
        diag_report(errors, E_POD_STILL, NOWHERE);
        return false;
    }
    pod p;
    if (!succeeded(pod_decompose(h->value, h->n_times, h->n_signals, &p), errors))
        return false;
    const int wanted = q->modes > 0 ? q->modes : pod_count(&p, q->energy);
    const pod_options o = {
        .modes = wanted < p.n ? wanted : p.n, .delays = q->delays, .dt = dt, .tolerance = q->tolerance};
    const bool ok = put_results(q, h, &p, &o, errors, table);
    pod_free(&p);
    return ok;
}

typedef struct {
    const torsor_pod_options *q;
    text table;
    bool ok;
} asking;

static void pod_carry_out(void *on)
{
    asking *x = on;
    const torsor_pod_options *q = x->q;
    sources *texts = sources_create();
    diag *errors = diag_create(texts);
    message_list heard = {.hear = q->message, .context = q->message_to};
    const history_options o = {.kinds = q->components,
                               .labels = q->nodes,
                               .n_labels = q->n_nodes,
                               .start = q->start,
                               .end = q->end,
                               .time_step = q->time_step};
    history h;
    messages_open(&heard, errors);
    x->ok = history_read(q->result, &o, errors, &h) && analyse(q, &h, errors, &x->table);
    history_free(&h);
    diag_flush(errors);
    diag_destroy(errors);
    messages_close(&heard);
    sources_destroy(texts);
}

void torsor_pod_defaults(torsor_pod_options *options)
{
    const torsor_pod_options o = {.components = SIGNAL_POSITION,
                                  .start = -INFINITY,
                                  .end = INFINITY,
                                  .energy = 0.999999,
                                  .delays = 6,
                                  .tolerance = 1e-8};
    options_fill(options, &o, sizeof o);
}

char *torsor_pod(const torsor_pod_options *options, torsor_status *status)
{
    torsor_pod_options o;
    asking x = {.q = &o};
    *status = !options_copy(&o, sizeof o, options) || !o.result ? TORSOR_MISUSE
              : !guarded(pod_carry_out, &x)                     ? TORSOR_NO_MEMORY
              : x.ok                                            ? TORSOR_OK
                                                                : TORSOR_ERROR;
    return *status == TORSOR_NO_MEMORY ? NULL : text_out(&x.table);
}
