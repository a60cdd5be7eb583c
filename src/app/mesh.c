/* mesh.c - `torsor mesh`: its switches. */
#include "app/mesh.h"
#include "app/messages.h"
#include "app/words.h"
#include "app/writing.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    torsor_mesh_options options;
    torsor_mesh_request *asked; /* at most one per argument */
    const char *output;         /* NULL: standard output */
} request;

/* Reads numbers separated by commas; returns false if one is invalid, or there are too many or too few. */
static bool mesh_read_values(const char *word, int least, int most, torsor_mesh_request *to)
{
    for (const char *at = word; *at;) {
        char *end;
        if (to->n == most)
            return false;
        to->value[to->n] = strtod(at, &end);
        if (end == at || (*end && *end != ',') || !isfinite(to->value[to->n]))
            return false;
        to->n++;
        at = end + (*end == ',');
    }
    return to->n >= least;
}

/* Reads [GROUP=]VALUES; with `needs_group` GROUP[=VALUES] */
static bool mesh_ask(request *request, torsor_mesh_request_kind kind, bool needs_group, int least, int most)
{
    torsor_mesh_request *to = &request->asked[request->options.n_requests++];
    char *equal = strrchr(optarg, '=');
    *to = (torsor_mesh_request){.kind = kind};
    if (equal)
        *equal = '\0';
    if (equal || needs_group)
        to->group = optarg;
    const char *values = equal ? equal + 1 : needs_group ? "" : optarg;
    return (!to->group || *to->group) && mesh_read_values(values, least, most, to);
}

static bool mesh_read_switch(void *to, int id)
{
    request *request = to;
    switch (id) {
    case SWITCH_MESH_OUTPUT:
        request->output = optarg;
        return true;
    case SWITCH_MESH_MATERIAL:
        return mesh_ask(request, TORSOR_MESH_MATERIAL, false, 2, 3);
    case SWITCH_MESH_THICKNESS:
        return mesh_ask(request, TORSOR_MESH_THICKNESS, false, 1, 1) &&
               request->asked[request->options.n_requests - 1].value[0] > 0.0;
    case SWITCH_MESH_SECTION:
        return mesh_ask(request, TORSOR_MESH_SECTION, false, 2, 5) &&
               request->asked[request->options.n_requests - 1].n != 3 &&
               request->asked[request->options.n_requests - 1].n != 4;
    case SWITCH_MESH_FIX:
        return mesh_ask(request, TORSOR_MESH_FIX, true, 0, 1);
    case SWITCH_MESH_PRESSURE:
        return mesh_ask(request, TORSOR_MESH_PRESSURE, true, 1, 1);
    case SWITCH_MESH_RIGID:
        return mesh_ask(request, TORSOR_MESH_RIGID, true, 0, 0);
    case SWITCH_MESH_MEAN:
        return mesh_ask(request, TORSOR_MESH_MEAN, true, 0, 0);
    case SWITCH_MESH_QUADRATIC:
        return request->options.quadratic = true;
    case SWITCH_MESH_STATIC:
        return request->options.is_static = true;
    case SWITCH_MESH_TIME:
        return word_number(optarg, 1e-300, 1e300, &request->options.time);
    case SWITCH_MESH_TIME_STEP:
        return word_number(optarg, 1e-300, 1e300, &request->options.time_step);
    case SWITCH_MESH_SCALE:
        return word_number(optarg, 1e-300, 1e300, &request->options.scale);
    case SWITCH_MESH_FULL:
        return request->options.full = true;
    case SWITCH_MESH_PARTS:
        return request->options.parts = true;
    case SWITCH_MESH_SANDBOX:
        return request->options.sandbox = true;
    default:
        return false;
    }
}

static bool write_deck(const char *deck, const char *path)
{
    FILE *to = path ? open_written(path) : stdout;
    if (!to)
        return false;
    const bool ok = fputs(deck, to) >= 0;
    return path ? close_written(to, path, ok) : ok;
}

static int mesh_execute(void *of, char **words, int n)
{
    (void)n;
    request *request = of;
    torsor_status status;
    message_form form = messages_form(false);
    request->options.message = messages_print;
    request->options.message_context = &form;
    request->options.mesh = words[0];
    char *deck = torsor_mesh(&request->options, &status);
    if (deck && !write_deck(deck, request->output))
        status = TORSOR_ERROR;
    torsor_free(deck);
    return word_status(status);
}

int mesh_command(int argc, char **argv)
{
    static const word_command MESH = {.command = COMMAND_MESH, .take = mesh_read_switch, .execute = mesh_execute};
    request request = {.options = {.size = sizeof request.options},
                       .asked = calloc((size_t)argc + 1, sizeof *request.asked)};
    torsor_mesh_defaults(&request.options);
    if (!request.asked)
        return word_status(TORSOR_NO_MEMORY);
    request.options.requests = request.asked;
    const int status = word_obey(&MESH, &request, argc, argv);
    free(request.asked);
    return status;
}
