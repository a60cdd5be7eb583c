/* fem.c - `torsor fem`: its switches. */
#include "app/fem.h"
#include "app/messages.h"
#include "app/words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    torsor_fem_options options;
    label_list modes;
    const char *output; /* NULL: next to the first file */
    message_form form;
} request;

static bool fem_read_switch(void *to, int id)
{
    request *request = to;
    switch (id) {
    case SWITCH_FEM_MODES:
        return word_labels(optarg, &request->modes);
    case SWITCH_FEM_UNIT_MASSES:
        return request->options.unit_masses = true;
    case SWITCH_FEM_SANDBOX:
        return request->options.sandbox = true;
    case SWITCH_FEM_OUTPUT:
        request->output = optarg;
        return true;
    default:
        return false;
    }
}

/* Returns FILE.fem for FILE.pch; the caller frees it. NULL if memory is exhausted. */
static char *beside(const char *file)
{
    const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');
    const size_t n = dot ? (size_t)(dot - file) : strlen(file);
    char *output = malloc(n + 5);
    if (output)
        snprintf(output, n + 5, "%.*s.fem", (int)n, file);
    return output;
}

static int fem_execute(void *of, char **words, int n)
{
    request *request = of;
    torsor_status status = TORSOR_NO_MEMORY;
    char *output = beside(words[0]), *table = NULL;
    request->options.files = (const char *const *)words, request->options.n_files = n;
    request->options.modes = request->modes.labels, request->options.n_modes = request->modes.n;
    request->options.message = messages_print;
    request->form = messages_form(false);
    request->options.message_context = &request->form;
    request->options.fem = request->output ? request->output : output;
    if (request->options.fem)
        table = torsor_fem(&request->options, &status);
    free(output);
    return word_print(table, status);
}

int fem_command(int argc, char **argv)
{
    static const word_command FEM = {
        .command = COMMAND_FEM, .take = fem_read_switch, .execute = fem_execute, .takes_many = true};
    request request = {.options = {.size = sizeof request.options}};
    const int status = word_obey(&FEM, &request, argc, argv);
    free(request.modes.labels);
    return status;
}
