/* relative.c - `torsor relative`: its switches. */
#include "app/relative.h"
#include "app/exit_status.h"
#include "app/messages.h"
#include "app/orientation.h"
#include "app/words.h"
#include "app/writing.h"
#include <stdlib.h>

typedef struct {
    torsor_relative_options options;
    bool has_node, has_output;
    const char *output; /* NULL: standard output */
} request;

static bool read_node(request *request, const char *word)
{
    label_list one = {0};
    request->has_node = word_labels(word, &one) && one.n == 1;
    request->options.node = request->has_node ? one.labels[0] : 0;
    free(one.labels);
    return request->has_node;
}

static bool read_kind(const char *word, torsor_orientation *to)
{
    return word_orientation(word, to) && *to != TORSOR_QUATERNION;
}

static bool relative_read_switch(void *to, int id)
{
    request *request = to;
    switch (id) {
    case SWITCH_RELATIVE_NODE:
        return read_node(request, optarg);
    case SWITCH_RELATIVE_AXES:
        return request->options.axes_only = true;
    case SWITCH_RELATIVE_FROM:
        return read_kind(optarg, &request->options.input);
    case SWITCH_RELATIVE_TO:
        return request->has_output = read_kind(optarg, &request->options.output);
    case SWITCH_RELATIVE_DIGITS:
        return word_count(optarg, &request->options.digits) && request->options.digits <= 17;
    case SWITCH_RELATIVE_SANDBOX:
        return request->options.sandbox = true;
    case SWITCH_RELATIVE_OUTPUT:
        request->output = optarg;
        return true;
    default:
        return false;
    }
}

static int relative_execute(void *of, char **words, int n)
{
    (void)n;
    request *request = of;
    torsor_status status;
    message_form form = messages_form(false);
    if (!request->has_node) {
        word_complain(COMMAND_RELATIVE, "no reference node given: --node LABEL is required");
        return EXIT_WRONG_COMMAND;
    }
    request->options.result = words[0];
    request->options.message = messages_print;
    request->options.message_context = &form;
    if (!request->has_output)
        request->options.output = request->options.input;
    char *rows = torsor_relative(&request->options, &status);
    if (rows && !write_text(rows, request->output))
        status = TORSOR_ERROR;
    torsor_free(rows);
    return word_status(status);
}

int relative_command(int argc, char **argv)
{
    static const word_command RELATIVE = {
        .command = COMMAND_RELATIVE, .take = relative_read_switch, .execute = relative_execute};
    request request = {.options = {.size = sizeof request.options}};
    return word_obey(&RELATIVE, &request, argc, argv);
}
