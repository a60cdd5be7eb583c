/* pod.c - `torsor pod`: proper orthogonal modes and free motions of results.
 *
 *     signals     motion of nodes in a window of time, less its mean; rotations times the size of the model, so that
 *                 they count as movements
 *     modes       singular value decomposition of the signals: as many as are asked for, or hold the energy asked for
 *     motions     transition matrix of their amplitudes, its eigenvalues                                         */
#include "app/pod.h"
#include "app/pod_table.h"
#include "base/array.h"
#include "output/netcdf_pod.h"
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const place NOWHERE = {0, 0, 0};

typedef struct {
    const char *result, *output;
    history_options history;
    ARRAY(unsigned) labels;
    int modes; /* 0: as many as hold `energy` */
    double energy;
    int delays;
    double tolerance;
    bool keep_mean, is_help;
} request;

const char *pod_usage(void)
{
    return "usage: torsor pod RESULT [options]     proper orthogonal modes and free motions of results\n"
           "\n"
           "RESULT is NAME.nc, or NAME.mov with NAME.out beside it; a name without extension means the first there is\n"
           "\n"
           "  -n, --nodes LIST          labels and ranges: 1,4,10-20 (all)\n"
           "  -c, --components LIST     of position,rotation,velocity,angular-velocity (position)\n"
           "      --from T, --to T      window of time (all)\n"
           "  -m, --modes N             number of modes\n"
           "  -e, --energy PART         as many modes as hold this part of the energy (0.999999)\n"
           "  -d, --delays N            samples that make up a state (6)\n"
           "      --tolerance PART      directions of the state below this part of the largest are noise (1e-8)\n"
           "      --time-step T         between rows of text, when there is no .out file\n"
           "      --keep-mean           do not take the mean of the signals away\n"
           "  -o, --output-file NAME    write modes and motions to NAME.nc as well\n"
           "  -h, --help                print this, and end\n";
}

/* --- options ------------------------------------------------------------------------------------------------------ */

static const struct option SWITCHES[] = {
    {"nodes", required_argument, NULL, 'n'},
    {"components", required_argument, NULL, 'c'},
    {"from", required_argument, NULL, 'F'},
    {"to", required_argument, NULL, 'T'},
    {"modes", required_argument, NULL, 'm'},
    {"energy", required_argument, NULL, 'e'},
    {"delays", required_argument, NULL, 'd'},
    {"tolerance", required_argument, NULL, 't'},
    {"time-step", required_argument, NULL, 's'},
    {"keep-mean", no_argument, NULL, 'k'},
    {"output-file", required_argument, NULL, 'o'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static bool read_number(const char *word, double least, double most, double *to)
{
    char *end;
    *to = strtod(word, &end);
    return end != word && *end == '\0' && *to >= least && *to <= most;
}

static bool read_count(const char *word, int *to)
{
    double v;
    const bool ok = read_number(word, 1.0, 1e6, &v) && v == floor(v);
    *to = ok ? (int)v : 0;
    return ok;
}

/* 1,4,10-20 */
static bool read_labels(request *q, const char *word)
{
    for (const char *at = word; *at;) {
        char *end;
        const unsigned long first = strtoul(at, &end, 10);
        unsigned long last = first;
        if (end == at)
            return false;
        if (*end == '-') {
            at = end + 1;
            last = strtoul(at, &end, 10);
            if (end == at)
                return false;
        }
        if ((*end && *end != ',') || last < first || last - first > 1000000)
            return false;
        for (unsigned long label = first; label <= last; label++)
            array_push(&q->labels, (unsigned)label);
        at = end + (*end == ',');
    }
    return q->labels.n > 0;
}

static bool read_components(request *q, const char *word)
{
    static const char *const WORDS[] = {"position", "rotation", "velocity", "angular-velocity"};
    q->history.kinds = 0;
    for (const char *at = word; *at;) {
        const size_t n = strcspn(at, ",");
        unsigned kind = 0;
        for (int i = 0; i < ARRAY_LEN(WORDS); i++)
            if (strlen(WORDS[i]) == n && strncmp(at, WORDS[i], n) == 0)
                kind = 1u << i;
        if (!kind)
            return false;
        q->history.kinds |= kind;
        at += n + (at[n] == ',');
    }
    return q->history.kinds != 0;
}

static bool read_switch(request *q, int letter)
{
    switch (letter) {
    case 'n':
        return read_labels(q, optarg);
    case 'c':
        return read_components(q, optarg);
    case 'F':
        return read_number(optarg, -INFINITY, INFINITY, &q->history.from);
    case 'T':
        return read_number(optarg, -INFINITY, INFINITY, &q->history.to);
    case 'm':
        return read_count(optarg, &q->modes);
    case 'e':
        return read_number(optarg, 0.0, 1.0, &q->energy);
    case 'd':
        return read_count(optarg, &q->delays);
    case 't':
        return read_number(optarg, 0.0, 1.0, &q->tolerance);
    case 's':
        return read_number(optarg, 1e-300, INFINITY, &q->history.time_step);
    case 'k':
        return q->keep_mean = true;
    case 'o':
        q->output = optarg;
        return true;
    case 'h':
        return q->is_help = true;
    default:
        return false;
    }
}

/* False after a message: the command line is wrong. */
static bool read_request(request *q, int argc, char **argv)
{
    optind = 0; /* begins anew, with argv[1] */
    for (int letter; (letter = getopt_long(argc, argv, "n:c:m:e:d:o:h", SWITCHES, NULL)) != -1;)
        if (!read_switch(q, letter)) {
            if (letter != '?')
                fprintf(stderr, "torsor pod: '%s' is no value of this option\n", optarg);
            fputs(pod_usage(), stderr);
            return false;
        }
    if (q->is_help)
        return true;
    if (optind + 1 != argc) {
        fputs("torsor pod: which result?\n", stderr);
        return false;
    }
    q->result = argv[optind];
    q->history.labels = q->labels.at;
    q->history.n_labels = q->labels.n;
    return true;
}

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
static bool prepare(const request *q, history *h)
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

static bool put_results(const request *q, const history *h, const pod *p, const pod_options *o, diag *errors)
{
    pod_motions motions;
    text table = {0};
    if (!succeeded(pod_identify(p, o, &motions), errors))
        return false;
    pod_table(h, p, o->modes, &table);
    motions_table(h, &motions, &table);
    fwrite(table.at, 1, table.n, stdout);
    text_free(&table);
    const bool ok = !q->output || netcdf_write_pod(q->output, h, p, o->modes, &motions, errors);
    pod_motions_free(&motions);
    return ok;
}

static bool analyse(const request *q, history *h, diag *errors)
{
    const int least = q->delays + 2;
    if (h->n_times < least) {
        diag_report(errors, E_POD_SHORT, NOWHERE, h->n_times, least);
        return false;
    }
    const double dt = (h->time[h->n_times - 1] - h->time[0]) / (h->n_times - 1);
    if (!is_even(h, dt, errors) || !are_numbers(h, errors))
        return false;
    if (!prepare(q, h)) {
        diag_report(errors, E_POD_STILL, NOWHERE);
        return false;
    }
    pod p;
    if (!succeeded(pod_decompose(h->value, h->n_times, h->n_signals, &p), errors))
        return false;
    const int wanted = q->modes > 0 ? q->modes : pod_count(&p, q->energy);
    const pod_options o = {
        .modes = wanted < p.n ? wanted : p.n, .delays = q->delays, .dt = dt, .tolerance = q->tolerance};
    const bool ok = put_results(q, h, &p, &o, errors);
    pod_free(&p);
    return ok;
}

static void print_message(void *to, const diag *d, const diag_message *m)
{
    (void)to;
    char words[2560];
    diag_render(d, m, words, sizeof words);
    fputs(words, stderr);
}

static bool carry_out(const request *q)
{
    sources *texts = sources_create();
    diag *errors = diag_create(texts);
    history h;
    diag_set_sink(errors, print_message, NULL);
    const bool ok = history_read(q->result, &q->history, errors, &h) && analyse(q, &h, errors);
    history_free(&h);
    diag_flush(errors);
    diag_destroy(errors);
    sources_destroy(texts);
    return ok;
}

int pod_command(int argc, char **argv)
{
    request q = {.history = {.kinds = SIGNAL_POSITION, .from = -INFINITY, .to = INFINITY},
                 .energy = 0.999999,
                 .delays = 6,
                 .tolerance = 1e-8};
    int status = 2;
    if (read_request(&q, argc, argv))
        status = q.is_help ? fputs(pod_usage(), stdout) < 0 : carry_out(&q) ? 0 : 1;
    array_free(&q.labels);
    return status;
}
