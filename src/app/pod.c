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
    torsor_pod_options options;
    label_list labels;
} request;

/* --- options ------------------------------------------------------------------------------------------------------ */

static bool read_components(request *request, const char *word)
{
    static const char *const WORDS[] = {"position", "rotation", "velocity", "angular-velocity"};
    request->options.components = 0;
    for (const char *at = word; *at;) {
        const size_t n = strcspn(at, ",");
        unsigned kind = 0;
        for (int i = 0; i < (int)(sizeof WORDS / sizeof *WORDS); i++)
            if (strlen(WORDS[i]) == n && strncmp(at, WORDS[i], n) == 0)
                kind = 1u << i;
        if (!kind)
            return false;
        request->options.components |= kind;
        at += n + (at[n] == ',');
    }
    return request->options.components != 0;
}

static bool pod_read_switch(void *to, int id)
{
    request *request = to;
    switch (id) {
    case SWITCH_POD_NODES:
        return word_labels(optarg, &request->labels);
    case SWITCH_POD_COMPONENTS:
        return read_components(request, optarg);
    case SWITCH_POD_FROM:
        return word_number(optarg, -INFINITY, INFINITY, &request->options.start);
    case SWITCH_POD_TO:
        return word_number(optarg, -INFINITY, INFINITY, &request->options.end);
    case SWITCH_POD_MODES:
        return word_count(optarg, &request->options.modes);
    case SWITCH_POD_ENERGY:
        return word_number(optarg, 0.0, 1.0, &request->options.energy);
    case SWITCH_POD_DELAYS:
        return word_count(optarg, &request->options.delays);
    case SWITCH_POD_TOLERANCE:
        return word_number(optarg, 0.0, 1.0, &request->options.tolerance);
    case SWITCH_POD_TIME_STEP:
        return word_number(optarg, 1e-300, INFINITY, &request->options.time_step);
    case SWITCH_POD_KEEP_MEAN:
        return request->options.keep_mean = true;
    case SWITCH_POD_OUTPUT:
        request->options.output = optarg;
        return true;
    default:
        return false;
    }
}

static int pod_execute(void *of, char **words, int n)
{
    (void)n;
    request *request = of;
    torsor_status status;
    message_form form = messages_form(false);
    request->options.message = messages_print;
    request->options.message_context = &form;
    request->options.result = words[0];
    request->options.nodes = request->labels.labels, request->options.n_nodes = request->labels.n;
    char *table = torsor_pod(&request->options, &status);
    return word_print(table, status);
}

int pod_command(int argc, char **argv)
{
    static const word_command POD = {.command = COMMAND_POD, .take = pod_read_switch, .execute = pod_execute};
    request request = {.options = {.size = sizeof request.options}};
    torsor_pod_defaults(&request.options);
    const int status = word_obey(&POD, &request, argc, argv);
    free(request.labels.labels);
    return status;
}
