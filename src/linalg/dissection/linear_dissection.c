/* linear_dissection.c - symmetric matrices of meshes: factors L D L' by nested dissection and dense panels.
 *
 * The order depends on the pattern alone, so that factors depend only on the values. Pivots are chosen within a panel
 * only; if that does not suffice, and for a system that is not symmetric, another backend is used. */
#include "linalg/dissection/panels.h"
#include "linalg/linear_backend.h"
#include <stdlib.h>

typedef struct {
    panel_plan *plan;
    panels *panels;
} dissection;

/* Returns NULL also if METIS is not installed. */
static void *dissection_analyze(const linear_system *system, const linear_options *options)
{
    panel_plan *plan = system->is_symmetric ? panel_plan_create(system->matrix) : NULL;
    if (!plan)
        return NULL;
    dissection *s = heap_resize(NULL, sizeof *s);
    *s = (dissection){plan,
                      panels_create(plan, system->n_entries, system->row, system->column, linear_workers(options))};
    return s;
}

static void dissection_destroy(void *self)
{
    dissection *dissection = self;
    panels_destroy(dissection->panels);
    panel_plan_destroy(dissection->plan);
    free(dissection);
}

static linear_status dissection_factor(void *self, const linear_system *system, pivot_rule rule, int *column)
{
    (void)rule;
    const dissection *dissection = self;
    *column = 0;
    const panels_status status = panels_factor(dissection->panels, system->value);
    return status == PANELS_GOOD ? LINEAR_OK : status == PANELS_DOUBTFUL ? LINEAR_DOUBTFUL : LINEAR_SINGULAR;
}

static void dissection_solve(void *self, double *b) { panels_solve(((dissection *)self)->panels, b); }

static double dissection_bytes(const void *self) { return panels_bytes(((const dissection *)self)->panels); }

static linear_products dissection_products(const void *self)
{
    const panel_plan *plan = ((const dissection *)self)->plan;
    return (linear_products){plan->products, 2.0 * (double)plan->n_entries};
}

static const char *const FALLBACKS[] = {"mumps", "naive", NULL};

const linear_backend linear_dissection = {
    .keyword = "dissection",
    .grammar = "dissection [, { mt | multithread }, THREADS]",
    .summary =
        "Sparse factors of symmetric matrices by nested dissection, for large meshes; other matrices are for MUMPS.",
    .reductions = REDUCE_MOMENTA | REDUCE_SYMMETRY | REDUCE_PRESCRIBED | REDUCE_KEEP_SIGNS,
    .analyze = dissection_analyze,
    .destroy = dissection_destroy,
    .factor = dissection_factor,
    .solve = dissection_solve,
    .bytes = dissection_bytes,
    .products = dissection_products,
    .accuracy = 1e-9,
    .fallbacks = FALLBACKS,
};
