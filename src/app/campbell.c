/* campbell.c - `torsor campbell`: its switches. */
#include "app/campbell.h"
#include "app/exit_status.h"
#include "app/messages.h"
#include "app/paths.h"
#include "app/words.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

typedef struct {
    torsor_campbell_options o;
    torsor_options open;
    torsor_definition *definitions; /* argc of them at most */
    torsor_rotor rotor;
    label_list blades; /* nodes of all of them */
    const char *deck, *netcdf, *picture;
    bool has_hub;
    message_form form;
} request;

/* NAME=FROM:TO:N, cut where it is. */
static bool read_speed(request *q, char *word)
{
    torsor_definition pair;
    if (!word_definition(word, &pair))
        return false;
    char *to = strchr(pair.value, ':'), *n = to ? strchr(to + 1, ':') : NULL;
    if (!n)
        return false;
    *to = *n = '\0';
    q->o.speed = pair.name;
    return word_number(pair.value, -1e300, 1e300, &q->o.lowest) && word_number(to + 1, -1e300, 1e300, &q->o.to) &&
           word_count(n + 1, &q->o.values) && (q->o.values == 1) == (q->o.lowest == q->o.to);
}

static bool read_time(request *q, const char *word)
{
    if (strcmp(word, "end") != 0)
        return word_number(word, -1e300, 1e300, &q->o.time);
    q->o.time = INFINITY;
    return true;
}

static bool read_hub(request *q, const char *word)
{
    label_list one = {0};
    const bool ok = word_labels(word, &one) && one.n == 1;
    q->rotor.hub = ok ? one.labels[0] : 0;
    q->has_hub = ok;
    free(one.labels);
    return ok;
}

/* All blades have as many nodes as the first. */
static bool read_blade(request *q, const char *word)
{
    const int before = q->blades.n;
    if (!word_labels(word, &q->blades))
        return false;
    q->rotor.nodes = q->rotor.blades == 0 ? q->blades.n : q->rotor.nodes;
    q->rotor.blades++;
    return q->blades.n - before == q->rotor.nodes;
}

static bool read_about_rotor(request *q, int id)
{
    switch (id) {
    case SWITCH_CAMPBELL_HUB:
        return read_hub(q, optarg);
    case SWITCH_CAMPBELL_BLADE:
        return read_blade(q, optarg);
    case SWITCH_CAMPBELL_FLOQUET:
        return q->o.floquet = true;
    case SWITCH_CAMPBELL_PERIOD:
        return word_number(optarg, 1e-300, 1e300, &q->o.period);
    case SWITCH_CAMPBELL_UNIT:
        q->o.unit = optarg;
        return true;
    case SWITCH_CAMPBELL_REVS:
        return word_count(optarg, &q->o.revs);
    default:
        return false;
    }
}

static bool campbell_read_switch(void *to, int id)
{
    request *q = to;
    switch (id) {
    case SWITCH_CAMPBELL_SPEED:
        return read_speed(q, optarg);
    case SWITCH_CAMPBELL_TIME:
        return read_time(q, optarg);
    case SWITCH_CAMPBELL_FLUTTER:
        return q->o.limits = true;
    case SWITCH_CAMPBELL_TOLERANCE:
        return word_number(optarg, 1e-15, 1.0, &q->o.tolerance);
    case SWITCH_CAMPBELL_MARGIN:
        return word_number(optarg, 0.0, 1e300, &q->o.margin);
    case SWITCH_CAMPBELL_HIGHEST:
        return word_number(optarg, 1e-300, 1e300, &q->o.highest);
    case SWITCH_CAMPBELL_EIGEN_TABLE:
        return q->o.eigen_table = true;
    case SWITCH_CAMPBELL_DEFINE:
        return word_definition(optarg, &q->definitions[q->open.n_definitions++]);
    case SWITCH_CAMPBELL_SANDBOX:
        return q->open.sandbox = true;
    case SWITCH_CAMPBELL_OUTPUT:
        q->netcdf = optarg;
        return true;
    case SWITCH_CAMPBELL_PICTURE:
        q->picture = optarg;
        return true;
    default:
        return read_about_rotor(q, id);
    }
}

static bool complain(const char *words) { return word_complain(COMMAND_CAMPBELL, words); }

/* False after a message: the switches do not go together. */
static bool is_whole(const request *q)
{
    if (!q->o.speed)
        return complain("no speed given: --speed NAME=FROM:TO:N is needed");
    if (q->rotor.blades > 0 && !q->has_hub)
        return complain("--blade needs --hub LABEL, the node that rotates with the rotor");
    if (q->o.floquet && q->rotor.blades > 0)
        return complain("--floquet and --blade exclude each other: multipliers do not depend on the coordinates");
    if (q->o.floquet && !q->has_hub && !(q->o.period > 0.0))
        return complain("--floquet needs a period: --hub LABEL or --period T");
    return true;
}

static int campbell_carry_out(void *of, char **words, int n)
{
    (void)n;
    request *q = of;
    if (!is_whole(q))
        return EXIT_WRONG_COMMAND;
    q->deck = words[0];
    torsor_status status = TORSOR_ERROR;
    char *netcdf = q->netcdf ? absolute_path(q->netcdf) : NULL,
         *picture = q->picture ? absolute_path(q->picture) : NULL;
    char *file = enter_directory_of(q->deck), *table = NULL;
    if (!file || (q->netcdf && !netcdf) || (q->picture && !picture)) {
        word_cannot_open(q->deck);
    } else {
        q->open.definitions = q->definitions;
        q->open.environment = q->open.sandbox ? NULL : environ;
        q->open.message = messages_print;
        q->form = messages_form(false);
        q->open.context = &q->form;
        q->rotor.labels = q->blades.labels;
        q->o.deck = file;
        q->o.open = &q->open;
        q->o.rotor = q->has_hub ? &q->rotor : NULL;
        q->o.netcdf = netcdf;
        q->o.picture = picture;
        table = torsor_campbell(&q->o, &status);
    }
    free(file);
    free(netcdf);
    free(picture);
    return word_print(table, status);
}

int campbell_command(int argc, char **argv)
{
    static const word_command CAMPBELL = {
        .command = COMMAND_CAMPBELL, .take = campbell_read_switch, .carry_out = campbell_carry_out};
    request q = {.o = {.size = sizeof q.o},
                 .open = {.size = sizeof q.open},
                 .definitions = calloc((size_t)argc + 1, sizeof *q.definitions)};
    torsor_campbell_defaults(&q.o);
    const int status = q.definitions ? word_obey(&CAMPBELL, &q, argc, argv) : word_status(TORSOR_NO_MEMORY);
    free(q.definitions);
    free(q.blades.labels);
    return status;
}
