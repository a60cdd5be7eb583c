/* view.c - `torsor view` and `torsor export`: their switches. */
#include "app/view.h"
#include "app/exit_status.h"
#include "app/export.h"
#include "app/page.h"
#include "app/picture.h"
#include "app/viewer_page.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VIEW_FRAMES = 2000, VIEW_BYTES = 16 << 20, EXPORT_FRAMES = 100000 };

typedef enum { FORM_PAGE, FORM_SVG, FORM_VTK, FORM_GLTF, FORM_CSV, FORM_HELP } form;

typedef struct {
    scene_request scene;
    const char *output;
    form as;
    bool has_form;
    picture_options picture;
} request;

static const char VIEW_USAGE[] =
    "usage: torsor view RESULT|DECK [options]     a page that shows the model moving, for any browser\n"
    "\n"
    "RESULT is NAME.nc, NAME.mov, or NAME, with the deck NAME.mbd, or a single deck, beside it. A deck is shown with\n"
    "the results beside it, or without any as it is written down.\n"
    "\n"
    "  -o, --output-file FILE    name of the page (NAME.html), or of the picture (NAME.svg)\n"
    "  -f, --input-file DECK     the deck of the results\n"
    "  -D, --define NAME=VALUE   a variable for the deck, as when it was solved; may be repeated\n"
    "      --frames N            at most so many positions (2000; fewer in large models)\n"
    "      --svg                 a picture for documents instead: positions one over the other\n"
    "      --positions N         of the picture (9)\n"
    "      --plane WORD          of the picture: xy, xz, yz, or iso (the plane in which it moves most)\n"
    "      --trace LIST          labels of nodes whose paths are drawn: 2,7\n"
    "      --title TEXT          below the picture\n"
    "      --sandbox             the deck is not trusted: plain files of its own folder, nothing else\n"
    "  -h, --help                print this, and end\n";

static const char EXPORT_USAGE[] =
    "usage: torsor export RESULT|DECK --vtk|--gltf|--csv [options]     motion and results for other programs\n"
    "\n"
    "      --vtk                 NAME.pvd with a folder of .vtp files: ParaView\n"
    "      --gltf                NAME.glb, animated glTF 2.0: Blender and others\n"
    "      --csv                 NAME.csv: every result over time, with names and units\n"
    "  -o, --output-file FILE    another name\n"
    "  -f, --input-file DECK     the deck of the results\n"
    "  -D, --define NAME=VALUE   a variable for the deck, as when it was solved; may be repeated\n"
    "      --strain              with --vtk: strain of solids as well as stress\n"
    "      --frames N            at most so many times (all)\n"
    "      --sandbox             the deck is not trusted: plain files of its own folder, nothing else\n"
    "  -h, --help                print this, and end\n";

enum {
    LONG_FRAMES = 256,
    LONG_SANDBOX,
    LONG_SVG,
    LONG_VTK,
    LONG_GLTF,
    LONG_CSV,
    LONG_POSITIONS,
    LONG_PLANE,
    LONG_TRACE,
    LONG_TITLE,
    LONG_STRAIN
};

#define COMMON_SWITCHES                                                                             \
    {"output-file", required_argument, NULL, 'o'}, {"input-file", required_argument, NULL, 'f'},    \
        {"define", required_argument, NULL, 'D'}, {"frames", required_argument, NULL, LONG_FRAMES}, \
        {"sandbox", no_argument, NULL, LONG_SANDBOX},                                               \
    {                                                                                               \
        "help", no_argument, NULL, 'h'                                                              \
    }

static const struct option VIEW_SWITCHES[] = {
    COMMON_SWITCHES,
    {"svg", no_argument, NULL, LONG_SVG},
    {"positions", required_argument, NULL, LONG_POSITIONS},
    {"plane", required_argument, NULL, LONG_PLANE},
    {"trace", required_argument, NULL, LONG_TRACE},
    {"title", required_argument, NULL, LONG_TITLE},
    {NULL, 0, NULL, 0},
};

static const struct option EXPORT_SWITCHES[] = {
    COMMON_SWITCHES,
    {"vtk", no_argument, NULL, LONG_VTK},
    {"gltf", no_argument, NULL, LONG_GLTF},
    {"csv", no_argument, NULL, LONG_CSV},
    {"strain", no_argument, NULL, LONG_STRAIN},
    {NULL, 0, NULL, 0},
};

static bool read_count(const char *word, int *to)
{
    char *end;
    const long n = strtol(word, &end, 10);
    *to = (int)n;
    return end != word && *end == '\0' && n >= 1 && n <= 10000000;
}

static bool read_definition(request *q, char *words)
{
    torsor_definition *all = (torsor_definition *)q->scene.definitions;
    char *equal = strchr(words, '=');
    if (!equal || equal == words || !equal[1])
        return false;
    *equal = '\0';
    all[q->scene.n_definitions++] = (torsor_definition){.name = words, .value = equal + 1};
    return true;
}

static bool read_form(request *q, form as)
{
    const bool is_second = q->has_form && q->as != as;
    q->as = as;
    q->has_form = true;
    return !is_second;
}

static bool read_switch(request *q, int letter)
{
    switch (letter) {
    case 'o':
        q->output = optarg;
        return true;
    case 'f':
        q->scene.deck = optarg;
        return true;
    case 'D':
        return read_definition(q, optarg);
    case 'h':
        q->as = FORM_HELP;
        return true;
    case LONG_SANDBOX:
        return q->scene.sandbox = true;
    case LONG_FRAMES:
        return read_count(optarg, &q->scene.most_frames);
    case LONG_POSITIONS:
        return read_count(optarg, &q->picture.positions);
    case LONG_PLANE:
        return picture_plane(optarg, &q->picture);
    case LONG_TRACE:
        q->picture.trace = optarg;
        return true;
    case LONG_TITLE:
        q->picture.title = optarg;
        return true;
    case LONG_STRAIN:
        return q->scene.strain = true;
    case LONG_SVG:
    case LONG_VTK:
    case LONG_GLTF:
    case LONG_CSV:
        return read_form(q, letter == LONG_SVG    ? FORM_SVG
                            : letter == LONG_VTK  ? FORM_VTK
                            : letter == LONG_GLTF ? FORM_GLTF
                                                  : FORM_CSV);
    default:
        return false;
    }
}

static bool read_request(request *q, int argc, char **argv, const struct option *switches, const char *usage)
{
    optind = 0; /* begins anew, with argv[1] */
    for (int letter; (letter = getopt_long(argc, argv, "o:f:D:h", switches, NULL)) != -1 && q->as != FORM_HELP;)
        if (!read_switch(q, letter)) {
            if (letter != '?')
                fprintf(stderr, "torsor %s: '%s' does not fit here\n", argv[0], optarg ? optarg : argv[optind - 1]);
            fputs(usage, stderr);
            return false;
        }
    if (q->as == FORM_HELP)
        return true;
    if (optind + 1 != argc) {
        fprintf(stderr, "torsor %s: %s\n", argv[0], optind < argc ? "one result at a time" : "which result or deck?");
        return false;
    }
    q->scene.path = argv[optind];
    return true;
}

/* --- carrying out ------------------------------------------------------------------------------------------------- */

static bool write_form(const request *q, const scene *s, const char *path)
{
    switch (q->as) {
    case FORM_SVG:
        return picture_write(s, &q->picture, path);
    case FORM_VTK:
        return export_vtk(s, path);
    case FORM_GLTF:
        return export_gltf(s, path);
    case FORM_CSV:
        return export_csv(s, path);
    default:
        return page_write(s, path);
    }
}

static int carry_out(const request *q, const char *program)
{
    static const char *const EXTENSIONS[] = {".html", ".svg", ".pvd", ".glb", ".csv"};
    scene s;
    char *path = NULL;
    bool ok = scene_open(&s, &q->scene, program);
    if (ok) {
        const char *base = q->output ? q->output : s.base, *extension = q->output ? "" : EXTENSIONS[q->as];
        const size_t size = strlen(base) + strlen(extension) + 1;
        path = malloc(size);
        if (path)
            snprintf(path, size, "%s%s", base, extension);
        ok = path && write_form(q, &s, path);
        if (ok)
            printf("%s\n", path);
    }
    free(path);
    scene_close(&s);
    return ok ? EXIT_ALL_WELL : EXIT_WRONG_DECK;
}

static int command_of(int argc, char **argv, request *q, const struct option *switches, const char *usage)
{
    q->scene.definitions = calloc((size_t)argc + 1, sizeof *q->scene.definitions);
    int status = EXIT_WRONG_COMMAND;
    if (!q->scene.definitions) {
        status = EXIT_NO_MEMORY;
    } else if (read_request(q, argc, argv, switches, usage)) {
        if (q->as == FORM_HELP)
            status = fputs(usage, stdout) < 0;
        else if (switches == EXPORT_SWITCHES && !q->has_form)
            fputs("torsor export: --vtk, --gltf or --csv?\n", stderr);
        else if (q->as == FORM_PAGE && !viewer_page_is_built())
            fputs(
                "torsor view: this program was built without the viewer (TORSOR_VIEWER=OFF); --svg writes a picture\n",
                stderr);
        else
            status = carry_out(q, argv[0]);
    }
    free((void *)q->scene.definitions);
    return status;
}

int view_command(int argc, char **argv)
{
    request q = {.scene = {.most_frames = VIEW_FRAMES, .most_bytes = VIEW_BYTES}, .picture = picture_defaults()};
    return command_of(argc, argv, &q, VIEW_SWITCHES, VIEW_USAGE);
}

int export_command(int argc, char **argv)
{
    request q = {.scene = {.most_frames = EXPORT_FRAMES}};
    return command_of(argc, argv, &q, EXPORT_SWITCHES, EXPORT_USAGE);
}
