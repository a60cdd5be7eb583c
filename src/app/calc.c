/* calc.c - `torsor calc`: its switches. */
#include "app/calc.h"
#include "app/exit_status.h"
#include "app/messages.h"
#include "app/words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    torsor_definition *definitions;
    int n_definitions;
} request;

static bool calc_read_switch(void *to, int id)
{
    request *request = to;
    return id == SWITCH_CALC_DEFINE && word_definition(optarg, &request->definitions[request->n_definitions++]);
}

/* Returns the words separated by semicolons, which the caller frees; NULL if memory is exhausted. */
static char *join(char **words, int n)
{
    size_t size = 1, at = 0;
    for (int i = 0; i < n; i++)
        size += strlen(words[i]) + 2;
    char *all = malloc(size);
    if (all)
        *all = '\0';
    for (int i = 0; all && i < n; i++)
        at += (size_t)snprintf(all + at, size - at, "%s%s", i > 0 ? "; " : "", words[i]);
    return all;
}

static int calc_execute(void *of, char **words, int n)
{
    const request *request = of;
    message_form form = messages_form(false);
    const torsor_options options = {.size = sizeof options,
                                    .definitions = request->definitions,
                                    .n_definitions = request->n_definitions,
                                    .read_only = true,
                                    .message = messages_print,
                                    .context = &form};
    torsor_status status = TORSOR_NO_MEMORY;
    char *statements = join(words, n), *lines = statements ? torsor_calculate(statements, &options, &status) : NULL;
    free(statements);
    return word_print(lines, status);
}

int calc_command(int argc, char **argv)
{
    static const word_command CALC = {
        .command = COMMAND_CALC, .take = calc_read_switch, .execute = calc_execute, .takes_many = true};
    request request = {.definitions = calloc((size_t)argc + 1, sizeof *request.definitions)};
    const int status = request.definitions ? word_obey(&CALC, &request, argc, argv) : word_status(TORSOR_NO_MEMORY);
    free(request.definitions);
    return status;
}
