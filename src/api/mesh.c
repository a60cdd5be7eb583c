/* mesh.c - decks from meshes of other programs. */
#include "api/guard.h"
#include "api/messages.h"
#include "api/options.h"
#include "api/text_out.h"
#include "mesh/diag_rows.h"
#include "mesh/mesh.h"
#include <math.h>
#include <string.h>
#include <strings.h>

static const source_location NOWHERE = {0, 0, 0};

static bool mesh_ends_with(const char *path, const char *ending)
{
    const size_t n = strlen(path), k = strlen(ending);
    return n > k && strcasecmp(path + n - k, ending) == 0;
}

/* The function that reads the file; NULL: none. */
static void (*reader_of(const char *path))(mesh *m, const source *file)
{
    static const struct {
        const char *ending;
        void (*read)(mesh *mesh, const source *file);
    } READERS[] = {{".msh", read_gmsh},    {".inp", read_abaqus},  {".bdf", read_nastran},
                   {".dat", read_nastran}, {".nas", read_nastran}, {".fem", read_nastran}};
    for (int i = 0; i < ARRAY_LEN(READERS); i++)
        if (mesh_ends_with(path, READERS[i].ending))
            return READERS[i].read;
    return NULL;
}

static bool mesh_read_file(mesh *m, const char *path)
{
    const char *why = NULL;
    void (*const read)(mesh * mesh, const source *file) = reader_of(path);
    if (!read) {
        diag_report(m->errors, E_MESH_KIND, NOWHERE, path);
        return false;
    }
    const source *file = sources_load(m->texts, path, path, NOWHERE, &why);
    if (!file) {
        diag_report(m->errors, E_MESH_FILE, NOWHERE, path, why);
        return false;
    }
    read(m, file);
    return diag_errors(m->errors) == 0;
}

static void scale_lengths(mesh *mesh, double scale)
{
    for (int i = 0; i < mesh->nodes.n; i++)
        mesh->nodes.items[i].x = vec3_scale(scale, mesh->nodes.items[i].x);
}

static void apply(mesh *mesh, const torsor_mesh_options *options)
{
    mesh_asking *asked = ARENA_ARRAY(mesh->memory, mesh_asking, options->n_requests + 1);
    for (int i = 0; i < options->n_requests; i++) {
        asked[i] = (mesh_asking){.kind = (ask_kind)options->requests[i].kind,
                                 .group = options->requests[i].group,
                                 .n = options->requests[i].n};
        memcpy(asked[i].value, options->requests[i].value, sizeof asked[i].value);
    }
    mesh_apply(mesh, asked, options->n_requests);
}

/* Stops at the first stage that finds errors, because the next would only repeat them. */
static bool make_deck(mesh *mesh, const torsor_mesh_options *options, text *deck)
{
    if (!mesh_read_file(mesh, options->mesh))
        return false;
    scale_lengths(mesh, options->scale);
    mesh_resolve(mesh);
    if (diag_errors(mesh->errors) > 0)
        return false;
    apply(mesh, options);
    if (options->quadratic)
        mesh_raise(mesh);
    for (int i = 0; i < mesh->cells.n; i++)
        mesh->cells.items[i].is_full |= options->full;
    if (diag_errors(mesh->errors) == 0)
        mesh_check(mesh, options->parts);
    if (diag_errors(mesh->errors) == 0)
        mesh_resolve_pressures(mesh);
    if (diag_errors(mesh->errors) > 0)
        return false;
    mesh_write(mesh, options->mesh, &(deck_form){options->is_static, options->time, options->time_step}, deck);
    return diag_errors(mesh->errors) == 0;
}

typedef struct {
    const torsor_mesh_options *options;
    text deck;
    bool ok;
} asking;

static void mesh_execute(void *on)
{
    asking *asking = on;
    mesh mesh = {.memory = arena_create(), .texts = sources_create()};
    sources_set_rules(mesh.texts, asking->options->sandbox ? FILES_CONFINED : 0u);
    mesh.errors = diag_create(mesh.texts);
    message_list received = {.on_message = asking->options->message, .context = asking->options->message_context};
    messages_open(&received, mesh.errors);
    asking->ok = make_deck(&mesh, asking->options, &asking->deck);
    diag_flush(mesh.errors);
    diag_destroy(mesh.errors);
    messages_close(&received);
    sources_destroy(mesh.texts);
    mesh_free(&mesh);
    arena_destroy(mesh.memory);
}

void torsor_mesh_defaults(torsor_mesh_options *options)
{
    const torsor_mesh_options mesh_options = {.time = 1.0, .time_step = 0.1, .scale = 1.0};
    options_fill(options, &mesh_options, sizeof mesh_options);
}

char *torsor_mesh(const torsor_mesh_options *options, torsor_status *status)
{
    torsor_mesh_options mesh_options;
    asking asking = {.options = &mesh_options};
    *status = !options_copy(&mesh_options, sizeof mesh_options, options) || !mesh_options.mesh ? TORSOR_MISUSE
              : !guarded(mesh_execute, &asking)                                                ? TORSOR_NO_MEMORY
              : asking.ok                                                                      ? TORSOR_OK
                                                                                               : TORSOR_ERROR;
    if (*status != TORSOR_OK)
        text_free(&asking.deck);
    return *status == TORSOR_OK ? text_out(&asking.deck) : NULL;
}
