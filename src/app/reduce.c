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
    torsor_reduction r;
    label_list interfaces, nodes;
    torsor_options open;
    torsor_definition *definitions;
    message_form form;
    const char *deck, *output; /* NULL: beside the deck */
    double time;               /* below 0: the initial one */
} request;

static bool read_origin(request *q)
{
    double v;
    const bool ok = word_number(optarg, 0.0, 4294967294.0, &v) && v == (double)(unsigned)v;
    q->r.has_origin = true;
    q->r.origin = ok ? (unsigned)v : 0;
    return ok;
}

static bool reduce_read_switch(void *to, int id)
{
    request *q = to;
    double modes;
    switch (id) {
    case SWITCH_REDUCE_INTERFACE:
        return word_labels(optarg, &q->interfaces);
    case SWITCH_REDUCE_ORIGIN:
        return read_origin(q);
    case SWITCH_REDUCE_MODES:
        q->r.modes = word_number(optarg, 0.0, 1e6, &modes) ? (int)modes : -1;
        return q->r.modes >= 0 && q->r.modes == modes;
    case SWITCH_REDUCE_NODES:
        return word_labels(optarg, &q->nodes);
    case SWITCH_REDUCE_STIFFENING:
        return q->r.stiffening = true;
    case SWITCH_REDUCE_TIME:
        return word_number(optarg, 0.0, 1e300, &q->time);
    case SWITCH_REDUCE_OUTPUT:
        q->output = optarg;
        return true;
    case SWITCH_REDUCE_DEFINE:
        return word_definition(optarg, &q->definitions[q->open.n_definitions++]);
    case SWITCH_REDUCE_SANDBOX:
        return q->open.sandbox = true;
    default:
        return false;
    }
}

static torsor_status reduce(request *q, torsor_model *m)
{
    torsor_analysis *a = torsor_begin(m, NULL);
    torsor_status status = torsor_state(a);
    char *table = NULL;
    if (status == TORSOR_OK && q->time > torsor_time(a))
        status = torsor_run_to(a, q->time);
    if (status == TORSOR_OK || status == TORSOR_END) {
        table = torsor_reduce(a, &q->r);
        status = table ? TORSOR_OK : torsor_state(a);
    }
    fputs(table ? table : "", stdout);
    torsor_free(table);
    torsor_end(a);
    return status;
}

/* In the folder of the deck. */
static torsor_status open_and_reduce(request *q, const char *file, const char *output)
{
    q->form = messages_form(false);
    q->open.definitions = q->definitions;
    q->open.environment = q->open.sandbox ? NULL : environ;
    q->open.message = messages_print;
    q->open.context = &q->form;
    q->r.file = output;
    torsor_model *m = torsor_open(file, &q->open);
    const torsor_status status = torsor_is_good(m) && torsor_has_problem(m) ? reduce(q, m) : TORSOR_ERROR;
    if (torsor_is_good(m) && !torsor_has_problem(m))
        word_complain(COMMAND_REDUCE, "the deck has no problem to solve: a block such as initial value is needed");
    torsor_close(m);
    return status;
}

static int reduce_carry_out(void *of, char **words, int n)
{
    (void)n;
    request *q = of;
    q->deck = words[0];
    q->r.interfaces = q->interfaces.labels, q->r.n_interfaces = q->interfaces.n;
    q->r.nodes = q->nodes.labels, q->r.n_nodes = q->nodes.n;
    torsor_status status = TORSOR_ERROR;
    char *base = q->output ? absolute_path(q->output) : results_base(NULL, q->deck);
    const size_t size = base ? strlen(base) + 8 : 0;
    char *output = base ? malloc(size) : NULL, *file = output ? enter_directory_of(q->deck) : NULL;
    if (file) {
        snprintf(output, size, "%s%s", base, q->output ? "" : ".fem");
        status = open_and_reduce(q, file, output);
    } else {
        word_cannot_open(q->deck);
    }
    free(base);
    free(output);
    free(file);
    return word_status(status);
}

int reduce_command(int argc, char **argv)
{
    static const word_command REDUCE = {
        .command = COMMAND_REDUCE, .take = reduce_read_switch, .carry_out = reduce_carry_out};
    request q = {.r = {.size = sizeof q.r, .modes = 10},
                 .open = {.size = sizeof q.open},
                 .time = -1.0,
                 .definitions = calloc((size_t)argc + 1, sizeof *q.definitions)};
    const int status = q.definitions ? word_obey(&REDUCE, &q, argc, argv) : word_status(TORSOR_NO_MEMORY);
    free(q.definitions);
    free(q.interfaces.labels);
    free(q.nodes.labels);
    return status;
}
