/* fem.c - modal bodies from results of other programs: the data file, and a table of its modes. */
#include "api/guard.h"
#include "api/messages.h"
#include "api/options.h"
#include "api/text_out.h"
#include "mesh/diag_rows.h"
#include "mesh/modes.h"
#include <strings.h>

enum { DIGITS = 16 };

static const source_location NOWHERE = {0, 0, 0};

typedef struct {
    const torsor_fem_options *options;
    text table;
    bool ok;
} asking;

/* Reads the nodes of bulk data, with their axes and masses. */
static void read_bulk(modes *modes, const source *file)
{
    mesh nodes = {.memory = modes->memory, .texts = modes->texts, .errors = modes->errors, .nodes_only = true};
    read_nastran(&nodes, file);
    if (diag_errors(modes->errors) == 0)
        modes_take_mesh(modes, &nodes);
    mesh_free(&nodes);
}

static bool is_binary(const char *ending)
{
    static const char *const ENDINGS[] = {".op2", ".op4", ".mat", ".tab", ".stm"};
    for (int i = 0; ending && i < ARRAY_LEN(ENDINGS); i++)
        if (strcasecmp(ending, ENDINGS[i]) == 0)
            return true;
    return false;
}

static void read_one(modes *m, const char *path)
{
    static const struct {
        const char *ending;
        void (*read)(modes *modes, const source *file);
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
    if (is_binary(dot))
        diag_report(m->errors, E_MODES_BINARY, NOWHERE, path);
    else
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

static void convert(asking *asking, modes *modes)
{
    const torsor_fem_options *options = asking->options;
    const modes_choice modes_choice = {
        .wanted = options->modes, .n_wanted = options->n_modes, .unit_masses = options->unit_masses};
    double *frequency;
    int *number;
    fem data;
    for (int i = 0; i < options->n_files; i++)
        read_one(modes, options->files[i]);
    if (diag_errors(modes->errors) > 0 || !modes_finish(modes, &modes_choice, &data, &frequency, &number))
        return;
    const char *why = fem_write_text(&data, options->fem, DIGITS);
    if (why)
        diag_report(modes->errors, E_MODES_WRITE, NOWHERE, options->fem, why);
    else
        put_table(&data, frequency, number, options->fem, &asking->table);
    asking->ok = !why;
}

static void fem_execute(void *on)
{
    asking *asking = on;
    modes modes = {.memory = arena_create(), .texts = sources_create()};
    sources_set_rules(modes.texts, asking->options->sandbox ? FILES_CONFINED : 0u);
    modes.errors = diag_create(modes.texts);
    message_list received = {.on_message = asking->options->message, .context = asking->options->message_context};
    messages_open(&received, modes.errors);
    convert(asking, &modes);
    diag_flush(modes.errors);
    diag_destroy(modes.errors);
    messages_close(&received);
    sources_destroy(modes.texts);
    modes_free(&modes);
    arena_destroy(modes.memory);
}

char *torsor_fem(const torsor_fem_options *options, torsor_status *status)
{
    torsor_fem_options fem_options;
    asking asking = {.options = &fem_options};
    *status = !options_copy(&fem_options, sizeof fem_options, options) || !fem_options.fem || fem_options.n_files < 1
                  ? TORSOR_MISUSE
              : !guarded(fem_execute, &asking) ? TORSOR_NO_MEMORY
              : asking.ok                      ? TORSOR_OK
                                               : TORSOR_ERROR;
    if (*status != TORSOR_OK)
        text_free(&asking.table);
    return *status == TORSOR_OK ? text_out(&asking.table) : NULL;
}
