/* reduce.c - modal bodies from decks: the data file, and a table of its shapes. */
#include "api/handles.h"
#include "api/options.h"
#include "api/text_out.h"
#include "problem/diag_rows.h"
#include "problem/reduce.h"
#include <math.h>

enum { DIGITS = 16 };

typedef struct {
    torsor_analysis *analysis;
    const torsor_reduction *reduction;
    text table;
    bool ok;
} asking;

static void put_table(const reduced *reduced, const torsor_reduction *reduction, text *to)
{
    const double *g = reduced->data.rigid;
    text_printf(to, "mass %g, centre %g %g %g\n", g[0], g[1], g[2], g[3]);
    text_printf(to, "%6s %14s   shape\n", "mode", "frequency, Hz");
    for (int k = 0; k < reduced->n_modes; k++)
        text_printf(to, "%6d %14.6g   normal\n", k + 1, sqrt(reduced->lambda[k]) / (2 * M_PI));
    for (int k = reduced->n_modes; k < reduced->data.n_modes; k++)
        text_printf(to, "%6d %14s   static: %s\n", k + 1, "", reduced->who[k - reduced->n_modes]);
    if (reduced->data.n_stiffening > 0)
        text_printf(to, "%d matrices of stress stiffening\n", reduced->data.n_stiffening);
    text_printf(to, "%d nodes, %d modes in %s\n", reduced->data.n_nodes, reduced->data.n_modes, reduction->file);
}

static void reduce_execute(void *on)
{
    asking *asking = on;
    const torsor_reduction *reduction = asking->reduction;
    const reduce_options options = {.interfaces = reduction->interfaces,
                                    .n_interfaces = reduction->n_interfaces,
                                    .has_origin = reduction->has_origin,
                                    .origin = reduction->origin,
                                    .exposed = reduction->nodes,
                                    .n_exposed = reduction->n_nodes,
                                    .modes = reduction->modes,
                                    .stiffening = reduction->stiffening};
    arena *memory = arena_create();
    reduced found;
    asking->ok = analysis_reconsider(asking->analysis) && run_reduce(asking->analysis->run, &options, memory, &found);
    const char *why = asking->ok ? fem_write_text(&found.data, reduction->file, DIGITS) : NULL;
    if (why)
        diag_report(asking->analysis->errors, E_REDUCE_WRITE, (source_location){0, 0, 0}, reduction->file, why);
    asking->ok = asking->ok && !why;
    if (asking->ok)
        put_table(&found, reduction, &asking->table);
    arena_destroy(memory);
    diag_flush(asking->analysis->errors);
}

char *torsor_reduce(torsor_analysis *analysis, const torsor_reduction *reduction)
{
    torsor_reduction o;
    asking asking = {.analysis = analysis, .reduction = &o};
    if (!analysis || !analysis->run || analysis_is_at_work(analysis) || !options_copy(&o, sizeof o, reduction) ||
        !o.file || !(analysis->problem.type->flags & PROBLEM_LINEARIZABLE) ||
        (analysis->status != TORSOR_OK && analysis->status != TORSOR_END))
        return NULL;
    analysis_work(analysis, reduce_execute, &asking);
    if (!asking.ok && torsor_state(analysis) != TORSOR_NO_MEMORY && torsor_state(analysis) != TORSOR_INTERRUPTED)
        analysis->status = TORSOR_ERROR;
    if (!asking.ok)
        text_free(&asking.table);
    return asking.ok ? text_out(&asking.table) : NULL;
}
