/* view.c - `torsor view` and `torsor export`: their switches. */
#include "app/view.h"
#include "app/exit_status.h"
#include "app/export.h"
#include "app/page.h"
#include "app/picture.h"
#include "app/words.h"
#include "app/viewer_page.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VIEW_FRAMES = 2000, VIEW_BYTES = 16 << 20, EXPORT_FRAMES = 100000 };

typedef enum { FORM_PAGE, FORM_SVG, FORM_VTK, FORM_GLTF, FORM_CSV } form;

typedef struct {
    command_id command; /* view or export */
    scene_request scene;
    torsor_definition *definitions; /* at most argc */
    const char *output;
    form as;
    bool has_form;
    picture_options picture;
} request;

static bool read_count(const char *word, int *to)
{
    char *end;
    const long n = strtol(word, &end, 10);
    *to = (int)n;
    return end != word && *end == '\0' && n >= 1 && n <= 10000000;
}

static bool read_form(request *request, form as)
{
    const bool is_second = request->has_form && request->as != as;
    request->as = as;
    request->has_form = true;
    return !is_second;
}

static bool read_about_picture(request *request, int id)
{
    switch (id) {
    case SWITCH_VIEW_SVG:
        return read_form(request, FORM_SVG);
    case SWITCH_VIEW_POSITIONS:
        return read_count(optarg, &request->picture.positions);
    case SWITCH_VIEW_PLANE:
        return picture_plane(optarg, &request->picture);
    case SWITCH_VIEW_TRACE:
        request->picture.trace = optarg;
        return true;
    case SWITCH_VIEW_TITLE:
        request->picture.title = optarg;
        return true;
    default:
        return false;
    }
}

static bool view_read_switch(void *to, int id)
{
    request *request = to;
    switch (id) {
    case SWITCH_VIEW_OUTPUT:
    case SWITCH_EXPORT_OUTPUT:
        request->output = optarg;
        return true;
    case SWITCH_VIEW_INPUT:
    case SWITCH_EXPORT_INPUT:
        request->scene.deck = optarg;
        return true;
    case SWITCH_VIEW_DEFINE:
    case SWITCH_EXPORT_DEFINE:
        return word_definition(optarg, &request->definitions[request->scene.n_definitions++]);
    case SWITCH_VIEW_SANDBOX:
    case SWITCH_EXPORT_SANDBOX:
        return request->scene.sandbox = true;
    case SWITCH_VIEW_FRAMES:
    case SWITCH_EXPORT_FRAMES:
        return read_count(optarg, &request->scene.most_frames);
    case SWITCH_EXPORT_STRAIN:
        return request->scene.strain = true;
    case SWITCH_EXPORT_VTK:
        return read_form(request, FORM_VTK);
    case SWITCH_EXPORT_GLTF:
        return read_form(request, FORM_GLTF);
    case SWITCH_EXPORT_CSV:
        return read_form(request, FORM_CSV);
    default:
        return read_about_picture(request, id);
    }
}

/* --- carrying out ------------------------------------------------------------------------------------------------- */

static bool write_form(const request *request, const scene *scene, const char *path)
{
    switch (request->as) {
    case FORM_SVG:
        return picture_write(scene, &request->picture, path);
    case FORM_VTK:
        return export_vtk(scene, path);
    case FORM_GLTF:
        return export_gltf(scene, path);
    case FORM_CSV:
        return export_csv(scene, path);
    default:
        return page_write(scene, path);
    }
}

static bool write_scene(const request *request, const scene *scene)
{
    static const char *const EXTENSIONS[] = {".html", ".svg", ".pvd", ".glb", ".csv"};
    const char *base = request->output ? request->output : scene->base,
               *extension = request->output ? "" : EXTENSIONS[request->as];
    char *path = NULL;
    if (asprintf(&path, "%s%s", base, extension) < 0)
        return false;
    const bool ok = write_form(request, scene, path);
    if (ok)
        printf("%s\n", path);
    free(path);
    return ok;
}

static int view_execute(void *of, char **words, int n)
{
    (void)n;
    request *request = of;
    if (request->command == COMMAND_EXPORT && !request->has_form) {
        word_complain(COMMAND_EXPORT, "no format given: one of --vtk, --gltf or --csv is required");
        return EXIT_WRONG_COMMAND;
    }
    if (request->as == FORM_PAGE && !viewer_page_is_built()) {
        fputs("torsor view: this program was built without the viewer (TORSOR_VIEWER=OFF); --svg writes a picture\n",
              stderr);
        return EXIT_WRONG_COMMAND;
    }
    scene scene;
    request->scene.path = words[0];
    request->scene.definitions = request->definitions;
    const bool ok =
        scene_open(&scene, &request->scene, command_rows[request->command].name) && write_scene(request, &scene);
    scene_close(&scene);
    return ok ? EXIT_ALL_WELL : EXIT_WRONG_DECK;
}

static int obey(request *request, int argc, char **argv)
{
    const word_command command = {.command = request->command, .take = view_read_switch, .execute = view_execute};
    request->definitions = calloc((size_t)argc + 1, sizeof *request->definitions);
    const int status = request->definitions ? word_obey(&command, request, argc, argv) : word_status(TORSOR_NO_MEMORY);
    free(request->definitions);
    return status;
}

int view_command(int argc, char **argv)
{
    request request = {.command = COMMAND_VIEW,
                       .scene = {.most_frames = VIEW_FRAMES, .most_bytes = VIEW_BYTES},
                       .picture = picture_defaults()};
    return obey(&request, argc, argv);
}

int export_command(int argc, char **argv)
{
    request request = {.command = COMMAND_EXPORT, .scene = {.most_frames = EXPORT_FRAMES}};
    return obey(&request, argc, argv);
}
