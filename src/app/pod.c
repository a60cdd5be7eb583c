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

/* --- options ------------------------------------------------------------------------------------------------------ */

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

static bool pod_read_switch(void *to, int id)
{
    request *q = to;
    switch (id) {
    case SWITCH_POD_NODES:
        return word_labels(optarg, &q->labels);
    case SWITCH_POD_COMPONENTS:
        return read_components(q, optarg);
    case SWITCH_POD_FROM:
        return word_number(optarg, -INFINITY, INFINITY, &q->o.start);
    case SWITCH_POD_TO:
        return word_number(optarg, -INFINITY, INFINITY, &q->o.end);
    case SWITCH_POD_MODES:
        return word_count(optarg, &q->o.modes);
    case SWITCH_POD_ENERGY:
        return word_number(optarg, 0.0, 1.0, &q->o.energy);
    case SWITCH_POD_DELAYS:
        return word_count(optarg, &q->o.delays);
    case SWITCH_POD_TOLERANCE:
        return word_number(optarg, 0.0, 1.0, &q->o.tolerance);
    case SWITCH_POD_TIME_STEP:
        return word_number(optarg, 1e-300, INFINITY, &q->o.time_step);
    case SWITCH_POD_KEEP_MEAN:
        return q->o.keep_mean = true;
    case SWITCH_POD_OUTPUT:
        q->o.output = optarg;
        return true;
    default:
        return false;
    }
}

static int pod_carry_out(void *of, char **words, int n)
{
    (void)n;
    request *q = of;
    torsor_status status;
    message_form form = messages_form(false);
    q->o.message = messages_print;
    q->o.message_to = &form;
    q->o.result = words[0];
    q->o.nodes = q->labels.labels, q->o.n_nodes = q->labels.n;
    char *table = torsor_pod(&q->o, &status);
    return word_print(table, status);
}

int pod_command(int argc, char **argv)
{
    static const word_command POD = {.command = COMMAND_POD, .take = pod_read_switch, .carry_out = pod_carry_out};
    request q = {.o = {.size = sizeof q.o}};
    torsor_pod_defaults(&q.o);
    const int status = word_obey(&POD, &q, argc, argv);
    free(q.labels.labels);
    return status;
}
