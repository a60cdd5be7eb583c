/* reduce.c - modal bodies from decks: the file of their data, and a table of its shapes. */
#include "api/handles.h"
#include "api/options.h"
#include "api/text_out.h"
#include "problem/diag_rows.h"
#include "problem/reduce.h"
#include <math.h>

enum { DIGITS = 16 };

typedef struct {
    torsor_analysis *a;
    const torsor_reduction *r;
    text table;
    bool ok;
} asking;

static void put_table(const reduced *d, const torsor_reduction *r, text *to)
{
    const double *g = d->data.rigid;
    text_printf(to, "mass %g, centre %g %g %g\n", g[0], g[1], g[2], g[3]);
    text_printf(to, "%6s %14s   shape\n", "mode", "frequency, Hz");
    for (int k = 0; k < d->n_modes; k++)
        text_printf(to, "%6d %14.6g   normal\n", k + 1, sqrt(d->lambda[k]) / (2 * M_PI));
    for (int k = d->n_modes; k < d->data.n_modes; k++)
        text_printf(to, "%6d %14s   static: %s\n", k + 1, "", d->who[k - d->n_modes]);
    if (d->data.n_stiffening > 0)
        text_printf(to, "%d matrices of stress stiffening\n", d->data.n_stiffening);
    text_printf(to, "%d nodes, %d modes in %s\n", d->data.n_nodes, d->data.n_modes, r->file);
}

static void reduce_carry_out(void *on)
{
    asking *x = on;
    const torsor_reduction *r = x->r;
    const reduce_options q = {.interfaces = r->interfaces,
                              .n_interfaces = r->n_interfaces,
                              .has_origin = r->has_origin,
                              .origin = r->origin,
                              .exposed = r->nodes,
                              .n_exposed = r->n_nodes,
                              .modes = r->modes,
                              .stiffening = r->stiffening};
    arena *memory = arena_create();
    reduced found;
    x->ok = analysis_reconsider(x->a) && run_reduce(x->a->x, &q, memory, &found);
    const char *why = x->ok ? fem_write_text(&found.data, r->file, DIGITS) : NULL;
    if (why)
        diag_report(x->a->errors, E_REDUCE_WRITE, (place){0, 0, 0}, r->file, why);
    x->ok = x->ok && !why;
    if (x->ok)
        put_table(&found, r, &x->table);
    arena_destroy(memory);
    diag_flush(x->a->errors);
}

char *torsor_reduce(torsor_analysis *a, const torsor_reduction *r)
{
    torsor_reduction o;
    asking x = {.a = a, .r = &o};
    if (!a || !a->x || !options_copy(&o, sizeof o, r) || !o.file || !(a->problem.type->flags & PROBLEM_LINEARIZABLE) ||
        (a->status != TORSOR_OK && a->status != TORSOR_END))
        return NULL;
    analysis_work(a, reduce_carry_out, &x);
    if (!x.ok && torsor_state(a) != TORSOR_NO_MEMORY && torsor_state(a) != TORSOR_INTERRUPTED)
        a->status = TORSOR_ERROR;
    if (!x.ok)
        text_free(&x.table);
    return x.ok ? text_out(&x.table) : NULL;
}
