/* reduce.c - `torsor reduce`: its switches. */
#include "app/reduce.h"
#include "app/messages.h"
#include "app/paths.h"
#include "app/words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    torsor_reduction reduction;
    label_list interfaces, nodes;
    torsor_options open;
    torsor_definition *definitions;
    message_form form;
    const char *deck, *output; /* output NULL: next to the deck */
    double time;               /* negative: the initial time */
} request;

static bool read_origin(request *request)
{
    double v;
    const bool ok = word_number(optarg, 0.0, 4294967294.0, &v) && v == (double)(unsigned)v;
    request->reduction.has_origin = true;
    request->reduction.origin = ok ? (unsigned)v : 0;
    return ok;
}

static bool reduce_read_switch(void *to, int id)
{
    request *request = to;
    double modes;
    switch (id) {
    case SWITCH_REDUCE_INTERFACE:
        return word_labels(optarg, &request->interfaces);
    case SWITCH_REDUCE_ORIGIN:
        return read_origin(request);
    case SWITCH_REDUCE_MODES:
        request->reduction.modes = word_number(optarg, 0.0, 1e6, &modes) ? (int)modes : -1;
        return request->reduction.modes >= 0 && request->reduction.modes == modes;
    case SWITCH_REDUCE_NODES:
        return word_labels(optarg, &request->nodes);
    case SWITCH_REDUCE_STIFFENING:
        return request->reduction.stiffening = true;
    case SWITCH_REDUCE_TIME:
        return word_number(optarg, 0.0, 1e300, &request->time);
    case SWITCH_REDUCE_OUTPUT:
        request->output = optarg;
        return true;
    case SWITCH_REDUCE_DEFINE:
        return word_definition(optarg, &request->definitions[request->open.n_definitions++]);
    case SWITCH_REDUCE_SANDBOX:
        return request->open.sandbox = true;
    default:
        return false;
    }
}

static torsor_status reduce(request *reducing, torsor_model *model)
{
    torsor_analysis *analysis = torsor_begin(model, NULL);
    torsor_status status = torsor_state(analysis);
    char *table = NULL;
    if (status == TORSOR_OK && reducing->time > torsor_time(analysis))
        status = torsor_run_past(analysis, reducing->time);
    if (status == TORSOR_OK || status == TORSOR_END) {
        table = torsor_reduce(analysis, &reducing->reduction);
        status = table ? TORSOR_OK : torsor_state(analysis);
    }
    fputs(table ? table : "", stdout);
    torsor_free(table);
    torsor_end(analysis);
    return status;
}

/* Works in the folder of the deck. */
static torsor_status open_and_reduce(request *request, const char *file, const char *output)
{
    request->form = messages_form(false);
    request->open.definitions = request->definitions;
    request->open.environment = request->open.sandbox ? NULL : environ;
    request->open.message = messages_print;
    request->open.context = &request->form;
    request->reduction.file = output;
    torsor_model *model = torsor_open(file, &request->open);
    const torsor_status status =
        torsor_is_good(model) && torsor_has_problem(model) ? reduce(request, model) : TORSOR_ERROR;
    if (torsor_is_good(model) && !torsor_has_problem(model))
        word_complain(COMMAND_REDUCE, "the deck has no problem to solve: a block such as 'initial value' is required");
    torsor_close(model);
    return status;
}

static int reduce_execute(void *of, char **words, int n)
{
    (void)n;
    request *request = of;
    request->deck = words[0];
    request->reduction.interfaces = request->interfaces.labels, request->reduction.n_interfaces = request->interfaces.n;
    request->reduction.nodes = request->nodes.labels, request->reduction.n_nodes = request->nodes.n;
    torsor_status status = TORSOR_ERROR;
    char *base = request->output ? absolute_path(request->output) : results_base(NULL, request->deck);
    const size_t size = base ? strlen(base) + 8 : 0;
    char *output = base ? malloc(size) : NULL, *file = output ? enter_directory_of(request->deck) : NULL;
    if (file) {
        snprintf(output, size, "%s%s", base, request->output ? "" : ".fem");
        status = open_and_reduce(request, file, output);
    } else {
        word_cannot_open(request->deck);
    }
    free(base);
    free(output);
    free(file);
    return word_status(status);
}

int reduce_command(int argc, char **argv)
{
    static const word_command REDUCE = {
        .command = COMMAND_REDUCE, .take = reduce_read_switch, .execute = reduce_execute};
    request request = {.reduction = {.size = sizeof request.reduction, .modes = 10},
                       .open = {.size = sizeof request.open},
                       .time = -1.0,
                       .definitions = calloc((size_t)argc + 1, sizeof *request.definitions)};
    const int status = request.definitions ? word_obey(&REDUCE, &request, argc, argv) : word_status(TORSOR_NO_MEMORY);
    free(request.definitions);
    free(request.interfaces.labels);
    free(request.nodes.labels);
    return status;
}
