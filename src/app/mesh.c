/* mesh.c - `torsor mesh`: its switches. */
#include "app/mesh.h"
#include "app/messages.h"
#include "app/words.h"
#include "app/writing.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    torsor_mesh_options o;
    torsor_mesh_request *asked; /* as many as there are arguments */
    const char *output;         /* NULL: standard output */
} request;

/* Numbers between commas; false: something is none, or there are too many or too few. */
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

/* [GROUP=]VALUES; `needs_group`: GROUP[=VALUES] */
static bool mesh_ask(request *q, torsor_mesh_request_kind kind, bool needs_group, int least, int most)
{
    torsor_mesh_request *to = &q->asked[q->o.n_requests++];
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
    request *q = to;
    switch (id) {
    case SWITCH_MESH_OUTPUT:
        q->output = optarg;
        return true;
    case SWITCH_MESH_MATERIAL:
        return mesh_ask(q, TORSOR_MESH_MATERIAL, false, 2, 3);
    case SWITCH_MESH_THICKNESS:
        return mesh_ask(q, TORSOR_MESH_THICKNESS, false, 1, 1) && q->asked[q->o.n_requests - 1].value[0] > 0.0;
    case SWITCH_MESH_SECTION:
        return mesh_ask(q, TORSOR_MESH_SECTION, false, 2, 5) && q->asked[q->o.n_requests - 1].n != 3 &&
               q->asked[q->o.n_requests - 1].n != 4;
    case SWITCH_MESH_FIX:
        return mesh_ask(q, TORSOR_MESH_FIX, true, 0, 1);
    case SWITCH_MESH_PRESSURE:
        return mesh_ask(q, TORSOR_MESH_PRESSURE, true, 1, 1);
    case SWITCH_MESH_RIGID:
        return mesh_ask(q, TORSOR_MESH_RIGID, true, 0, 0);
    case SWITCH_MESH_MEAN:
        return mesh_ask(q, TORSOR_MESH_MEAN, true, 0, 0);
    case SWITCH_MESH_QUADRATIC:
        return q->o.quadratic = true;
    case SWITCH_MESH_STATIC:
        return q->o.is_static = true;
    case SWITCH_MESH_TIME:
        return word_number(optarg, 1e-300, 1e300, &q->o.time);
    case SWITCH_MESH_TIME_STEP:
        return word_number(optarg, 1e-300, 1e300, &q->o.time_step);
    case SWITCH_MESH_SCALE:
        return word_number(optarg, 1e-300, 1e300, &q->o.scale);
    case SWITCH_MESH_FULL:
        return q->o.full = true;
    case SWITCH_MESH_PARTS:
        return q->o.parts = true;
    case SWITCH_MESH_SANDBOX:
        return q->o.sandbox = true;
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
    return path ? close_written(to, path) && ok : ok;
}

static int mesh_carry_out(void *of, char **words, int n)
{
    (void)n;
    request *q = of;
    torsor_status status;
    message_form form = messages_form(false);
    q->o.message = messages_print;
    q->o.message_to = &form;
    q->o.mesh = words[0];
    char *deck = torsor_mesh(&q->o, &status);
    if (deck && !write_deck(deck, q->output))
        status = TORSOR_ERROR;
    torsor_free(deck);
    return word_status(status);
}

int mesh_command(int argc, char **argv)
{
    static const word_command MESH = {.command = COMMAND_MESH, .take = mesh_read_switch, .carry_out = mesh_carry_out};
    request q = {.o = {.size = sizeof q.o}, .asked = calloc((size_t)argc + 1, sizeof *q.asked)};
    torsor_mesh_defaults(&q.o);
    if (!q.asked)
        return word_status(TORSOR_NO_MEMORY);
    q.o.requests = q.asked;
    const int status = word_obey(&MESH, &q, argc, argv);
    free(q.asked);
    return status;
}
