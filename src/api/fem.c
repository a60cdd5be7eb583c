/* fem.c - modal bodies from results of other programs: the file of their data, and a table of its modes. */
#include "api/guard.h"
#include "api/messages.h"
#include "api/options.h"
#include "api/text_out.h"
#include "mesh/diag_rows.h"
#include "mesh/modes.h"
#include <strings.h>

enum { DIGITS = 16 };

static const place NOWHERE = {0, 0, 0};

typedef struct {
    const torsor_fem_options *o;
    text table;
    bool ok;
} asking;

/* Nodes of bulk data, with their axes and masses. */
static void read_bulk(modes *m, const source *file)
{
    mesh nodes = {.memory = m->memory, .texts = m->texts, .errors = m->errors, .nodes_only = true};
    read_nastran(&nodes, file);
    if (diag_errors(m->errors) == 0)
        modes_take_mesh(m, &nodes);
    mesh_free(&nodes);
}

static void read_one(modes *m, const char *path)
{
    static const struct {
        const char *ending;
        void (*read)(modes *m, const source *file);
    } READERS[] = {{".pch", read_punch}, {".f06", read_f06},    {".bdf", read_bulk},  {".dat", read_bulk},
                   {".nas", read_bulk},  {".resu", read_aster}, {".mail", read_aster}};
    const char *dot = strrchr(path, '.'), *why = NULL;
    for (int i = 0; dot && i < ARRAY_LEN(READERS); i++)
        if (strcasecmp(dot, READERS[i].ending) == 0) {
            const source *file = sources_load(m->texts, path, path, NOWHERE, &why);
            if (file)
                READERS[i].read(m, file);
            else
                diag_report(m->errors, E_MESH_FILE, NOWHERE, path, why);
            return;
        }
    diag_report(m->errors, E_MODES_KIND, NOWHERE, path);
}

static void put_table(const fem *data, const double *frequency, const int *number, const char *file, text *to)
{
    const double *g = data->rigid;
    if (g)
        text_printf(to, "mass %g, centre %g %g %g\n", g[0], g[1], g[2], g[3]);
    text_printf(to, "%6s %14s %14s   of the file\n", "mode", "frequency, Hz", "mass");
    for (int k = 0; k < data->n_modes; k++)
        text_printf(to, "%6d %14.6g %14.6g   %d\n", k + 1, frequency[k], data->M[k * data->n_modes + k], number[k]);
    text_printf(to, "%d nodes, %d modes in %s\n", data->n_nodes, data->n_modes, file);
}

static void convert(asking *x, modes *m)
{
    const torsor_fem_options *o = x->o;
    const modes_choice c = {.wanted = o->modes, .n_wanted = o->n_modes, .unit_masses = o->unit_masses};
    double *frequency;
    int *number;
    fem data;
    for (int i = 0; i < o->n_files; i++)
        read_one(m, o->files[i]);
    if (diag_errors(m->errors) > 0 || !modes_finish(m, &c, &data, &frequency, &number))
        return;
    const char *why = fem_write_text(&data, o->fem, DIGITS);
    if (why)
        diag_report(m->errors, E_MODES_WRITE, NOWHERE, o->fem, why);
    else
        put_table(&data, frequency, number, o->fem, &x->table);
    x->ok = !why;
}

static void fem_carry_out(void *on)
{
    asking *x = on;
    modes m = {.memory = arena_create(), .texts = sources_create()};
    sources_set_rules(m.texts, x->o->sandbox ? FILES_CONFINED : 0u);
    m.errors = diag_create(m.texts);
    message_list heard = {.hear = x->o->message, .context = x->o->message_to};
    messages_open(&heard, m.errors);
    convert(x, &m);
    diag_flush(m.errors);
    diag_destroy(m.errors);
    messages_close(&heard);
    sources_destroy(m.texts);
    modes_free(&m);
    arena_destroy(m.memory);
}

char *torsor_fem(const torsor_fem_options *options, torsor_status *status)
{
    torsor_fem_options o;
    asking x = {.o = &o};
    *status = !options_copy(&o, sizeof o, options) || !o.fem || o.n_files < 1 ? TORSOR_MISUSE
              : !guarded(fem_carry_out, &x)                                   ? TORSOR_NO_MEMORY
              : x.ok                                                          ? TORSOR_OK
                                                                              : TORSOR_ERROR;
    if (*status != TORSOR_OK)
        text_free(&x.table);
    return *status == TORSOR_OK ? text_out(&x.table) : NULL;
}
