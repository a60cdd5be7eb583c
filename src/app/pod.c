/* pod.c - `torsor pod`: its switches. */
#include "app/exit_status.h"
#include "app/messages.h"
#include "app/pod.h"
#include "app/words.h"
#include "torsor/torsor.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    torsor_pod_options o;
    label_list labels;
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

static bool read_switch(void *to, int letter)
{
    request *q = to;
    switch (letter) {
    case 'n':
        return word_labels(optarg, &q->labels);
    case 'c':
        return read_components(q, optarg);
    case 'F':
        return word_number(optarg, -INFINITY, INFINITY, &q->o.from);
    case 'T':
        return word_number(optarg, -INFINITY, INFINITY, &q->o.to);
    case 'm':
        return word_count(optarg, &q->o.modes);
    case 'e':
        return word_number(optarg, 0.0, 1.0, &q->o.energy);
    case 'd':
        return word_count(optarg, &q->o.delays);
    case 't':
        return word_number(optarg, 0.0, 1.0, &q->o.tolerance);
    case 's':
        return word_number(optarg, 1e-300, INFINITY, &q->o.time_step);
    case 'k':
        return q->o.keep_mean = true;
    case 'o':
        q->o.output = optarg;
        return true;
    default:
        return false;
    }
}

static int carry_out(void *of, char **words, int n)
{
    (void)n;
    request *q = of;
    torsor_status status;
    message_form form = messages_form(false);
    q->o.message = messages_print;
    q->o.message_to = &form;
    q->o.result = words[0];
    q->o.nodes = q->labels.at, q->o.n_nodes = q->labels.n;
    char *table = torsor_pod(&q->o, &status);
    return word_print(table, status);
}

int pod_command(int argc, char **argv)
{
    static const word_command POD = {.name = "pod",
                                     .letters = "n:c:m:e:d:o:h",
                                     .question = "which result?",
                                     .switches = SWITCHES,
                                     .usage = pod_usage,
                                     .take = read_switch,
                                     .carry_out = carry_out};
    request q = {.o = {.size = sizeof q.o}};
    torsor_pod_defaults(&q.o);
    const int status = word_obey(&POD, &q, argc, argv);
    free(q.labels.at);
    return status;
}
