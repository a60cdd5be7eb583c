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

const char *mesh_usage(void)
{
    return "usage: torsor mesh MESH [options]     a deck from a mesh of another program\n"
           "\n"
           "MESH is FILE.msh (Gmsh, format 4.1), FILE.inp (Abaqus, CalculiX), FILE.bdf, .dat, .nas or .fem (NASTRAN).\n"
           "GROUP is a physical group of Gmsh, or a set of nodes, elements or faces.\n"
           "\n"
           "  -o, --output-file DECK           name of the deck (standard output)\n"
           "  -m, --material [GROUP=]E,NU[,DENSITY]  for elements to which the file gives none\n"
           "  -t, --thickness [GROUP=]H        surfaces are shells\n"
           "  -b, --section [GROUP=]B,H[,X,Y,Z]  lines are beams with a rectangle: sides along axes 2 and 3, direction "
           "of\n"
           "                                   axis 2 (that of z)\n"
           "  -x, --fix GROUP[=DIGITS]         hold its nodes: 1, 2, 3 displacements, 4, 5, 6 rotations (all)\n"
           "  -p, --pressure GROUP=P           on its faces, inwards; on shells against their normals\n"
           "  -r, --rigid GROUP                its nodes are carried rigidly by a new node in their middle\n"
           "  -a, --mean GROUP                 a new node follows the mean motion of its nodes\n"
           "  -q, --quadratic                  solids get a node in the middle of each edge\n"
           "      --full                       hexahedra of 20 nodes have 27 points of integration, not 8\n"
           "  -s, --static                     no inertia: loads grow in a second, in steps\n"
           "      --time T, --time-step T      of the analysis (1, 0.1)\n"
           "      --scale FACTOR               of lengths\n"
           "      --parts                      parts that nothing connects are allowed\n"
           "      --sandbox                    the mesh is not trusted: it includes plain files of its own folder "
           "alone\n"
           "  -h, --help                       print this, and end\n";
}

enum { LONG_TIME = 256, LONG_STEP, LONG_SCALE, LONG_PARTS, LONG_FULL, LONG_SANDBOX };

static const struct option SWITCHES[] = {
    {"output-file", required_argument, NULL, 'o'},
    {"material", required_argument, NULL, 'm'},
    {"thickness", required_argument, NULL, 't'},
    {"section", required_argument, NULL, 'b'},
    {"fix", required_argument, NULL, 'x'},
    {"pressure", required_argument, NULL, 'p'},
    {"rigid", required_argument, NULL, 'r'},
    {"mean", required_argument, NULL, 'a'},
    {"quadratic", no_argument, NULL, 'q'},
    {"full", no_argument, NULL, LONG_FULL},
    {"static", no_argument, NULL, 's'},
    {"time", required_argument, NULL, LONG_TIME},
    {"time-step", required_argument, NULL, LONG_STEP},
    {"scale", required_argument, NULL, LONG_SCALE},
    {"parts", no_argument, NULL, LONG_PARTS},
    {"sandbox", no_argument, NULL, LONG_SANDBOX},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* Numbers between commas; false: something is none, or there are too many or too few. */
static bool read_values(const char *word, int least, int most, torsor_mesh_request *to)
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
static bool ask(request *q, torsor_mesh_request_kind kind, bool needs_group, int least, int most)
{
    torsor_mesh_request *to = &q->asked[q->o.n_requests++];
    char *equal = strrchr(optarg, '=');
    *to = (torsor_mesh_request){.kind = kind};
    if (equal)
        *equal = '\0';
    if (equal || needs_group)
        to->group = optarg;
    const char *values = equal ? equal + 1 : needs_group ? "" : optarg;
    return (!to->group || *to->group) && read_values(values, least, most, to);
}

static bool read_switch(void *to, int letter)
{
    request *q = to;
    switch (letter) {
    case 'o':
        q->output = optarg;
        return true;
    case 'm':
        return ask(q, TORSOR_MESH_MATERIAL, false, 2, 3);
    case 't':
        return ask(q, TORSOR_MESH_THICKNESS, false, 1, 1) && q->asked[q->o.n_requests - 1].value[0] > 0.0;
    case 'b':
        return ask(q, TORSOR_MESH_SECTION, false, 2, 5) && q->asked[q->o.n_requests - 1].n != 3 &&
               q->asked[q->o.n_requests - 1].n != 4;
    case 'x':
        return ask(q, TORSOR_MESH_FIX, true, 0, 1);
    case 'p':
        return ask(q, TORSOR_MESH_PRESSURE, true, 1, 1);
    case 'r':
        return ask(q, TORSOR_MESH_RIGID, true, 0, 0);
    case 'a':
        return ask(q, TORSOR_MESH_MEAN, true, 0, 0);
    case 'q':
        return q->o.quadratic = true;
    case 's':
        return q->o.is_static = true;
    case LONG_TIME:
        return word_number(optarg, 1e-300, 1e300, &q->o.time);
    case LONG_STEP:
        return word_number(optarg, 1e-300, 1e300, &q->o.time_step);
    case LONG_SCALE:
        return word_number(optarg, 1e-300, 1e300, &q->o.scale);
    case LONG_FULL:
        return q->o.full = true;
    case LONG_PARTS:
        return q->o.parts = true;
    case LONG_SANDBOX:
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

static int carry_out(void *of, char **words, int n)
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
    static const word_command MESH = {.name = "mesh",
                                      .letters = "o:m:t:b:x:p:r:a:qsh",
                                      .question = "which mesh?",
                                      .switches = SWITCHES,
                                      .usage = mesh_usage,
                                      .take = read_switch,
                                      .carry_out = carry_out};
    request q = {.o = {.size = sizeof q.o}, .asked = calloc((size_t)argc + 1, sizeof *q.asked)};
    torsor_mesh_defaults(&q.o);
    if (!q.asked)
        return word_status(TORSOR_NO_MEMORY);
    q.o.requests = q.asked;
    const int status = word_obey(&MESH, &q, argc, argv);
    free(q.asked);
    return status;
}
