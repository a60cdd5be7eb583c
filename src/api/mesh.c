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

static const place NOWHERE = {0, 0, 0};

static bool mesh_ends_with(const char *path, const char *ending)
{
    const size_t n = strlen(path), k = strlen(ending);
    return n > k && strcasecmp(path + n - k, ending) == 0;
}

/* Who reads the file; NULL: nobody. */
static void (*reader_of(const char *path))(mesh *m, const source *file)
{
    static const struct {
        const char *ending;
        void (*read)(mesh *m, const source *file);
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
    void (*const read)(mesh * m, const source *file) = reader_of(path);
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

static void scale_lengths(mesh *m, double scale)
{
    for (int i = 0; i < m->nodes.n; i++)
        m->nodes.items[i].x = vec3_scale(scale, m->nodes.items[i].x);
}

static void apply(mesh *m, const torsor_mesh_options *o)
{
    mesh_asking *asked = ARENA_ARRAY(m->memory, mesh_asking, o->n_requests + 1);
    for (int i = 0; i < o->n_requests; i++) {
        asked[i] =
            (mesh_asking){.kind = (ask_kind)o->requests[i].kind, .group = o->requests[i].group, .n = o->requests[i].n};
        memcpy(asked[i].value, o->requests[i].value, sizeof asked[i].value);
    }
    mesh_apply(m, asked, o->n_requests);
}

/* Stops at the first step that finds faults: the next would only repeat them. */
static bool make_deck(mesh *m, const torsor_mesh_options *o, text *deck)
{
    if (!mesh_read_file(m, o->mesh))
        return false;
    scale_lengths(m, o->scale);
    mesh_resolve(m);
    if (diag_errors(m->errors) > 0)
        return false;
    apply(m, o);
    if (o->quadratic)
        mesh_raise(m);
    for (int i = 0; i < m->cells.n; i++)
        m->cells.items[i].is_full |= o->full;
    if (diag_errors(m->errors) == 0)
        mesh_check(m, o->parts);
    if (diag_errors(m->errors) == 0)
        mesh_resolve_pressures(m);
    if (diag_errors(m->errors) > 0)
        return false;
    mesh_write(m, o->mesh, &(deck_form){o->is_static, o->time, o->time_step}, deck);
    return diag_errors(m->errors) == 0;
}

typedef struct {
    const torsor_mesh_options *o;
    text deck;
    bool ok;
} asking;

static void mesh_carry_out(void *on)
{
    asking *x = on;
    mesh m = {.memory = arena_create(), .texts = sources_create()};
    sources_set_rules(m.texts, x->o->sandbox ? FILES_CONFINED : 0u);
    m.errors = diag_create(m.texts);
    message_list heard = {.hear = x->o->message, .context = x->o->message_to};
    messages_open(&heard, m.errors);
    x->ok = make_deck(&m, x->o, &x->deck);
    diag_flush(m.errors);
    diag_destroy(m.errors);
    messages_close(&heard);
    sources_destroy(m.texts);
    mesh_free(&m);
    arena_destroy(m.memory);
}

void torsor_mesh_defaults(torsor_mesh_options *options)
{
    const torsor_mesh_options o = {.time = 1.0, .time_step = 0.1, .scale = 1.0};
    options_fill(options, &o, sizeof o);
}

char *torsor_mesh(const torsor_mesh_options *options, torsor_status *status)
{
    torsor_mesh_options o;
    asking x = {.o = &o};
    *status = !options_copy(&o, sizeof o, options) || !o.mesh ? TORSOR_MISUSE
              : !guarded(mesh_carry_out, &x)                  ? TORSOR_NO_MEMORY
              : x.ok                                          ? TORSOR_OK
                                                              : TORSOR_ERROR;
    if (*status != TORSOR_OK)
        text_free(&x.deck);
    return *status == TORSOR_OK ? text_out(&x.deck) : NULL;
}
