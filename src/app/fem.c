/* fem.c - `torsor fem`: its switches. */
#include "app/fem.h"
#include "app/messages.h"
#include "app/words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    torsor_fem_options o;
    label_list modes;
    const char *output; /* NULL: beside the first file */
    message_form form;
} request;

static bool fem_read_switch(void *to, int id)
{
    request *q = to;
    switch (id) {
    case SWITCH_FEM_MODES:
        return word_labels(optarg, &q->modes);
    case SWITCH_FEM_UNIT_MASSES:
        return q->o.unit_masses = true;
    case SWITCH_FEM_SANDBOX:
        return q->o.sandbox = true;
    case SWITCH_FEM_OUTPUT:
        q->output = optarg;
        return true;
    default:
        return false;
    }
}

/* FILE.fem in place of FILE.pch; to be freed, NULL for want of memory. */
static char *beside(const char *file)
{
    const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');
    const size_t n = dot ? (size_t)(dot - file) : strlen(file);
    char *output = malloc(n + 5);
    if (output)
        snprintf(output, n + 5, "%.*s.fem", (int)n, file);
    return output;
}

static int fem_carry_out(void *of, char **words, int n)
{
    request *q = of;
    torsor_status status = TORSOR_NO_MEMORY;
    char *output = beside(words[0]), *table = NULL;
    q->o.files = (const char *const *)words, q->o.n_files = n;
    q->o.modes = q->modes.labels, q->o.n_modes = q->modes.n;
    q->o.message = messages_print;
    q->form = messages_form(false);
    q->o.message_to = &q->form;
    q->o.fem = q->output ? q->output : output;
    if (q->o.fem)
        table = torsor_fem(&q->o, &status);
    free(output);
    return word_print(table, status);
}

int fem_command(int argc, char **argv)
{
    static const word_command FEM = {
        .command = COMMAND_FEM, .take = fem_read_switch, .carry_out = fem_carry_out, .takes_many = true};
    request q = {.o = {.size = sizeof q.o}};
    const int status = word_obey(&FEM, &q, argc, argv);
    free(q.modes.labels);
    return status;
}
