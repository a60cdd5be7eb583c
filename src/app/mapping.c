/* mapping.c - `torsor mapping`: its switches. */
#include "app/mapping.h"
#include "app/exit_status.h"
#include "app/messages.h"
#include "app/words.h"
#include "app/writing.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    torsor_mapping_options options;
    const char *output; /* NULL: as the echo file says */
} request;

static bool read_weight(torsor_mapping_options *options, const char *word)
{
    options->weight = INFINITY;
    options->has_weight = strcmp(word, "inf") == 0 || word_number(word, -2, 6, &options->weight);
    return options->has_weight && (isinf(options->weight) || options->weight == floor(options->weight));
}

static bool mapping_read_switch(void *to, int id)
{
    request *request = to;
    switch (id) {
    case SWITCH_MAPPING_SURFACE:
        request->options.surface = optarg;
        return true;
    case SWITCH_MAPPING_ORDER:
        return word_count(optarg, &request->options.order) && request->options.order <= 3;
    case SWITCH_MAPPING_BASENODE:
        return word_count(optarg, &request->options.points_each);
    case SWITCH_MAPPING_WEIGHT:
        return read_weight(&request->options, optarg);
    case SWITCH_MAPPING_SANDBOX:
        return request->options.sandbox = true;
    case SWITCH_MAPPING_OUTPUT:
        request->output = optarg;
        return true;
    default:
        return false;
    }
}

static void free_result(torsor_mapping_result *result)
{
    torsor_free(result->matrix);
    torsor_free(result->report);
    torsor_free(result->output);
}

static int mapping_execute(void *of, char **words, int n)
{
    (void)n;
    request *request = of;
    torsor_mapping_result result;
    message_form form = messages_form(false);
    request->options.points = words[0];
    request->options.message = messages_print;
    request->options.message_context = &form;
    torsor_status status = torsor_mapping(&request->options, &result);
    const char *path = request->output ? request->output : result.output;
    if (status == TORSOR_OK && !path) {
        word_complain(COMMAND_MAPPING,
                      "no name of the matrix: 'output' is neither in the echo file nor an option (-o)");
        status = TORSOR_ERROR;
    } else if (status == TORSOR_OK) {
        status = write_text(result.matrix, path) ? TORSOR_OK : TORSOR_ERROR;
    }
    if (status == TORSOR_OK)
        printf("%smatrix in %s\n", result.report, path);
    free_result(&result);
    return word_status(status);
}

int mapping_command(int argc, char **argv)
{
    static const word_command MAPPING = {
        .command = COMMAND_MAPPING, .take = mapping_read_switch, .execute = mapping_execute};
    request request = {.options = {.size = sizeof request.options}};
    return word_obey(&MAPPING, &request, argc, argv);
}
