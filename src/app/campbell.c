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
    torsor_campbell_options options;
    torsor_options open;
    torsor_definition *definitions; /* at most argc */
    torsor_rotor rotor;
    label_list blades; /* nodes of all blades */
    const char *deck, *netcdf, *picture;
    bool has_hub;
    message_form form;
} request;

/* Reads NAME=FROM:TO:N; splits the word in place. */
static bool read_speed(request *request, char *word)
{
    torsor_definition pair;
    if (!word_definition(word, &pair))
        return false;
    char *to = strchr(pair.value, ':'), *n = to ? strchr(to + 1, ':') : NULL;
    if (!n)
        return false;
    *to = *n = '\0';
    request->options.speed = pair.name;
    return word_number(pair.value, -1e300, 1e300, &request->options.first_speed) &&
           word_number(to + 1, -1e300, 1e300, &request->options.last_speed) &&
           word_count(n + 1, &request->options.values) &&
           (request->options.values == 1) == (request->options.first_speed == request->options.last_speed);
}

static bool read_time(request *request, const char *word)
{
    if (strcmp(word, "end") != 0)
        return word_number(word, -1e300, 1e300, &request->options.time);
    request->options.time = INFINITY;
    return true;
}

static bool read_hub(request *request, const char *word)
{
    label_list one = {0};
    const bool ok = word_labels(word, &one) && one.n == 1;
    request->rotor.hub = ok ? one.labels[0] : 0;
    request->has_hub = ok;
    free(one.labels);
    return ok;
}

/* Every blade must have as many nodes as the first. */
static bool read_blade(request *request, const char *word)
{
    const int before = request->blades.n;
    if (!word_labels(word, &request->blades))
        return false;
    request->rotor.nodes = request->rotor.blades == 0 ? request->blades.n : request->rotor.nodes;
    request->rotor.blades++;
    return request->blades.n - before == request->rotor.nodes;
}

static bool read_about_rotor(request *request, int id)
{
    switch (id) {
    case SWITCH_CAMPBELL_HUB:
        return read_hub(request, optarg);
    case SWITCH_CAMPBELL_BLADE:
        return read_blade(request, optarg);
    case SWITCH_CAMPBELL_FLOQUET:
        return request->options.floquet = true;
    case SWITCH_CAMPBELL_PERIOD:
        return word_number(optarg, 1e-300, 1e300, &request->options.period);
    case SWITCH_CAMPBELL_UNIT:
        request->options.unit = optarg;
        return true;
    case SWITCH_CAMPBELL_REVS:
        return word_count(optarg, &request->options.revs);
    default:
        return false;
    }
}

static bool campbell_read_switch(void *to, int id)
{
    request *request = to;
    switch (id) {
    case SWITCH_CAMPBELL_SPEED:
        return read_speed(request, optarg);
    case SWITCH_CAMPBELL_TIME:
        return read_time(request, optarg);
    case SWITCH_CAMPBELL_FLUTTER:
        return request->options.limits = true;
    case SWITCH_CAMPBELL_TOLERANCE:
        return word_number(optarg, 1e-15, 1.0, &request->options.tolerance);
    case SWITCH_CAMPBELL_MARGIN:
        return word_number(optarg, 0.0, 1e300, &request->options.margin);
    case SWITCH_CAMPBELL_HIGHEST:
        return word_number(optarg, 1e-300, 1e300, &request->options.highest);
    case SWITCH_CAMPBELL_EIGEN_TABLE:
        return request->options.eigen_table = true;
    case SWITCH_CAMPBELL_DEFINE:
        return word_definition(optarg, &request->definitions[request->open.n_definitions++]);
    case SWITCH_CAMPBELL_SANDBOX:
        return request->open.sandbox = true;
    case SWITCH_CAMPBELL_OUTPUT:
        request->netcdf = optarg;
        return true;
    case SWITCH_CAMPBELL_PICTURE:
        request->picture = optarg;
        return true;
    default:
        return read_about_rotor(request, id);
    }
}

static bool complain(const char *words) { return word_complain(COMMAND_CAMPBELL, words); }

/* Whether the switches are consistent; returns false after a message. */
static bool is_whole(const request *request)
{
    if (!request->options.speed)
        return complain("no speed given: --speed NAME=FROM:TO:N is required");
    if (request->rotor.blades > 0 && !request->has_hub)
        return complain("--blade requires --hub LABEL, the node that rotates with the rotor");
    if (request->options.floquet && request->rotor.blades > 0)
        return complain("--floquet and --blade cannot be combined: multipliers do not depend on the coordinates");
    if (request->options.floquet && !request->has_hub && !(request->options.period > 0.0))
        return complain("--floquet requires a period: --hub LABEL or --period T");
    return true;
}

static int campbell_execute(void *of, char **words, int n)
{
    (void)n;
    request *request = of;
    if (!is_whole(request))
        return EXIT_WRONG_COMMAND;
    request->deck = words[0];
    torsor_status status = TORSOR_ERROR;
    char *netcdf = request->netcdf ? absolute_path(request->netcdf) : NULL,
         *picture = request->picture ? absolute_path(request->picture) : NULL;
    char *file = enter_directory_of(request->deck), *table = NULL;
    if (!file || (request->netcdf && !netcdf) || (request->picture && !picture)) {
        word_cannot_open(request->deck);
    } else {
        request->open.definitions = request->definitions;
        request->open.environment = request->open.sandbox ? NULL : environ;
        request->open.message = messages_print;
        request->form = messages_form(false);
        request->open.context = &request->form;
        request->rotor.labels = request->blades.labels;
        request->options.deck = file;
        request->options.open = &request->open;
        request->options.rotor = request->has_hub ? &request->rotor : NULL;
        request->options.netcdf = netcdf;
        request->options.picture = picture;
        table = torsor_campbell(&request->options, &status);
    }
    free(file);
    free(netcdf);
    free(picture);
    return word_print(table, status);
}

int campbell_command(int argc, char **argv)
{
    static const word_command CAMPBELL = {
        .command = COMMAND_CAMPBELL, .take = campbell_read_switch, .execute = campbell_execute};
    request request = {.options = {.size = sizeof request.options},
                       .open = {.size = sizeof request.open},
                       .definitions = calloc((size_t)argc + 1, sizeof *request.definitions)};
    torsor_campbell_defaults(&request.options);
    const int status = request.definitions ? word_obey(&CAMPBELL, &request, argc, argv) : word_status(TORSOR_NO_MEMORY);
    free(request.definitions);
    free(request.blades.labels);
    return status;
}
