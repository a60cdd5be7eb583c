/* pod.c - `torsor pod`: its switches. */
#include "app/exit_status.h"
#include "app/pod.h"
#include "torsor/torsor.h"
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LABELS = 1000000 };

typedef struct {
    torsor_pod_options o;
    unsigned *labels; /* MOST_LABELS at most */
    bool is_help;
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

static bool add_labels(request *q, unsigned long first, unsigned long last)
{
    const unsigned long n = last - first + 1;
    if (n > MOST_LABELS || (unsigned long)q->o.n_nodes + n > MOST_LABELS)
        return false;
    unsigned *more = realloc(q->labels, ((size_t)q->o.n_nodes + n) * sizeof *more);
    if (!more)
        return false;
    q->labels = more;
    for (unsigned long label = first; label <= last; label++)
        q->labels[q->o.n_nodes++] = (unsigned)label;
    return true;
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
        if ((*end && *end != ',') || last < first)
            return false;
        if (!add_labels(q, first, last))
            return false;
        at = end + (*end == ',');
    }
    return q->o.n_nodes > 0;
}

static bool read_components(request *q, const char *word)
{
    static const char *const WORDS[] = {"position", "rotation", "velocity", "angular-velocity"};
    q->o.components = 0;
    for (const char *at = word; *at;) {
        const size_t n = strcspn(at, ",");
        unsigned kind = 0;
        for (int i = 0; i < (int)(sizeof WORDS / sizeof *WORDS); i++)
            if (strlen(WORDS[i]) == n && strncmp(at, WORDS[i], n) == 0)
                kind = 1u << i;
        if (!kind)
            return false;
        q->o.components |= kind;
        at += n + (at[n] == ',');
    }
    return q->o.components != 0;
}

static bool read_switch(request *q, int letter)
{
    switch (letter) {
    case 'n':
        return read_labels(q, optarg);
    case 'c':
        return read_components(q, optarg);
    case 'F':
        return read_number(optarg, -INFINITY, INFINITY, &q->o.from);
    case 'T':
        return read_number(optarg, -INFINITY, INFINITY, &q->o.to);
    case 'm':
        return read_count(optarg, &q->o.modes);
    case 'e':
        return read_number(optarg, 0.0, 1.0, &q->o.energy);
    case 'd':
        return read_count(optarg, &q->o.delays);
    case 't':
        return read_number(optarg, 0.0, 1.0, &q->o.tolerance);
    case 's':
        return read_number(optarg, 1e-300, INFINITY, &q->o.time_step);
    case 'k':
        return q->o.keep_mean = true;
    case 'o':
        q->o.output = optarg;
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
    q->o.result = argv[optind];
    q->o.nodes = q->labels;
    return true;
}

static void print_message(void *to, const torsor_message *m)
{
    (void)to;
    fputs(m->rendered, stderr);
}

static int carry_out(request *q)
{
    torsor_status status;
    q->o.message = print_message;
    char *table = torsor_pod(&q->o, &status);
    fputs(table ? table : "", stdout);
    torsor_free(table);
    if (status == TORSOR_NO_MEMORY)
        fputs("torsor: out of memory\n", stderr);
    return status == TORSOR_OK ? 0 : status == TORSOR_NO_MEMORY ? EXIT_NO_MEMORY : 1;
}

int pod_command(int argc, char **argv)
{
    request q = {.o = torsor_pod_defaults()};
    int status = 2;
    if (read_request(&q, argc, argv))
        status = q.is_help ? fputs(pod_usage(), stdout) < 0 : carry_out(&q);
    free(q.labels);
    return status;
}
