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

const char *campbell_usage(void)
{
    return "usage: torsor campbell DECK --speed NAME=FROM:TO:N [options]     modes over a speed\n"
           "\n"
           "The deck is solved for N values of its variable NAME and linearised; modes are followed by their shapes\n"
           "\n"
           "  -v, --speed NAME=FROM:TO:N  the variable and its values\n"
           "      --time T|end          linearise when this time is reached; end: the final time (the time of the\n"
           "                            deck's eigenanalysis, or the initial time)\n"
           "      --hub LABEL           structural node that turns with the rotor\n"
           "  -b, --blade LIST          labels of the nodes of a blade, 101-120; once for each blade, listed alike:\n"
           "                            multiblade coordinates for three and more, rotating ones for one and two\n"
           "      --floquet             multipliers of the periodic motion in place of modes; needs --hub or --period\n"
           "      --period T            of the motion (a turn of the hub)\n"
           "  -f, --flutter             find by bisection the speeds at which modes begin or cease to grow\n"
           "      --tolerance PART      of these speeds, relative to the range (1e-5)\n"
           "      --margin RATE         real parts up to this are no growth (rounding)\n"
           "      --highest HZ          leave out modes of higher frequency (none)\n"
           "      --unit WORD           of the speed; with rad/s, rpm and Hz the picture has lines of its multiples\n"
           "      --revs N              number of these lines (8)\n"
           "      --eigen-table         print the modes at each speed with the nodes that move most\n"
           "  -D, --define NAME=VALUE   another variable for the deck; may be repeated\n"
           "      --sandbox             the deck is not trusted: plain files of its own folder, nothing else\n"
           "  -o, --output-file NAME    write NAME.nc\n"
           "  -p, --picture FILE        draw frequency and damping over the speed, SVG\n"
           "  -h, --help                print this, and end\n";
}

static const struct option SWITCHES[] = {
    {"speed", required_argument, NULL, 'v'},
    {"time", required_argument, NULL, 't'},
    {"hub", required_argument, NULL, 'H'},
    {"blade", required_argument, NULL, 'b'},
    {"floquet", no_argument, NULL, 'F'},
    {"period", required_argument, NULL, 'P'},
    {"flutter", no_argument, NULL, 'f'},
    {"tolerance", required_argument, NULL, 'T'},
    {"margin", required_argument, NULL, 'm'},
    {"highest", required_argument, NULL, 'x'},
    {"unit", required_argument, NULL, 'u'},
    {"revs", required_argument, NULL, 'r'},
    {"eigen-table", no_argument, NULL, 'e'},
    {"define", required_argument, NULL, 'D'},
    {"sandbox", no_argument, NULL, 's'},
    {"output-file", required_argument, NULL, 'o'},
    {"picture", required_argument, NULL, 'p'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

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
    return word_number(pair.value, -1e300, 1e300, &q->o.from) && word_number(to + 1, -1e300, 1e300, &q->o.to) &&
           word_count(n + 1, &q->o.values) && (q->o.values == 1) == (q->o.from == q->o.to);
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
    q->rotor.hub = ok ? one.at[0] : 0;
    q->has_hub = ok;
    free(one.at);
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

static bool read_about_rotor(request *q, int letter)
{
    switch (letter) {
    case 'H':
        return read_hub(q, optarg);
    case 'b':
        return read_blade(q, optarg);
    case 'F':
        return q->o.floquet = true;
    case 'P':
        return word_number(optarg, 1e-300, 1e300, &q->o.period);
    case 'u':
        q->o.unit = optarg;
        return true;
    case 'r':
        return word_count(optarg, &q->o.revs);
    default:
        return false;
    }
}

static bool read_switch(void *to, int letter)
{
    request *q = to;
    switch (letter) {
    case 'v':
        return read_speed(q, optarg);
    case 't':
        return read_time(q, optarg);
    case 'f':
        return q->o.limits = true;
    case 'T':
        return word_number(optarg, 1e-15, 1.0, &q->o.tolerance);
    case 'm':
        return word_number(optarg, 0.0, 1e300, &q->o.margin);
    case 'x':
        return word_number(optarg, 1e-300, 1e300, &q->o.highest);
    case 'e':
        return q->o.eigen_table = true;
    case 'D':
        return word_definition(optarg, &q->definitions[q->open.n_definitions++]);
    case 's':
        return q->open.sandbox = true;
    case 'o':
        q->netcdf = optarg;
        return true;
    case 'p':
        q->picture = optarg;
        return true;
    default:
        return read_about_rotor(q, letter);
    }
}

static bool complain(const char *words) { return word_complain("campbell", words); }

/* False after a message: the switches do not go together. */
static bool is_whole(const request *q)
{
    if (!q->o.speed)
        return complain("which speed? --speed NAME=FROM:TO:N");
    if (q->rotor.blades > 0 && !q->has_hub)
        return complain("--blade needs --hub");
    if (q->o.floquet && q->rotor.blades > 0)
        return complain("--floquet wants no --blade: multipliers do not depend on coordinates");
    if (q->o.floquet && !q->has_hub && !(q->o.period > 0.0))
        return complain("--floquet needs --hub or --period");
    return true;
}

static int carry_out(void *of, char **words, int n)
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
        perror(q->deck);
    } else {
        q->open.definitions = q->definitions;
        q->open.environment = q->open.sandbox ? NULL : environ;
        q->open.message = messages_print;
        q->form = messages_form(false);
        q->open.to = &q->form;
        q->rotor.labels = q->blades.at;
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
    static const word_command CAMPBELL = {.name = "campbell",
                                          .letters = "v:b:fD:o:p:h",
                                          .question = "which deck?",
                                          .switches = SWITCHES,
                                          .usage = campbell_usage,
                                          .take = read_switch,
                                          .carry_out = carry_out};
    request q = {.o = {.size = sizeof q.o},
                 .open = {.size = sizeof q.open},
                 .definitions = calloc((size_t)argc + 1, sizeof *q.definitions)};
    torsor_campbell_defaults(&q.o);
    const int status = q.definitions ? word_obey(&CAMPBELL, &q, argc, argv) : word_status(TORSOR_NO_MEMORY);
    free(q.definitions);
    free(q.blades.at);
    return status;
}
