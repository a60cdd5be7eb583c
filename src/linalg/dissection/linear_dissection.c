/* linear_dissection.c - matrices of meshes: factors L D L' or L D U by nested dissection and dense panels.
 *
 * The order depends on the pattern alone, that of A + A', so that factors depend only on the values. Pivots are chosen
 * within a panel only; if that does not suffice, another backend is used. */
#include "linalg/dissection/panels.h"
#include "linalg/linear_backend.h"
#include <stdlib.h>

typedef struct {
    panel_plan *plan;
    panels *panels;
} dissection;

static panels *plan_symmetric(const panel_plan *plan, const linear_system *system, workers workers)
{
    return panels_create(plan, &(panel_entries){system->n_entries, system->row, system->column, true}, workers);
}

static panels *plan_general(const panel_plan *plan, const csc *matrix, workers workers)
{
    int *column = heap_integers((size_t)csc_entries(matrix), 0);
    for (int j = 0; j < matrix->n; j++)
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++)
            column[e] = j;
    panels *panels = panels_create(plan, &(panel_entries){csc_entries(matrix), matrix->row, column, false}, workers);
    free(column);
    return panels;
}

static panel_plan *plan_both(const csc *matrix)
{
    csc both = csc_with_mirror(matrix);
    panel_plan *plan = panel_plan_create(&both);
    free(both.start);
    free(both.row);
    return plan;
}

/* Returns NULL if METIS is not installed. */
static void *dissection_analyze(const linear_system *system, const linear_options *options)
{
    const workers workers = linear_workers(options);
    panel_plan *plan = system->is_symmetric ? panel_plan_create(system->matrix) : plan_both(system->matrix);
    if (!plan)
        return NULL;
    dissection *s = heap_resize(NULL, sizeof *s);
    *s = (dissection){plan, system->is_symmetric ? plan_symmetric(plan, system, workers)
                                                 : plan_general(plan, system->matrix, workers)};
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
    const panels_status status =
        panels_factor(dissection->panels, system->is_symmetric ? system->value : system->matrix->value);
    return status == PANELS_GOOD ? LINEAR_OK : status == PANELS_DOUBTFUL ? LINEAR_DOUBTFUL : LINEAR_SINGULAR;
}

static void dissection_solve(void *self, double *b) { panels_solve(((dissection *)self)->panels, b); }

static void dissection_solve_transposed(void *self, double *b)
{
    panels_solve_transposed(((dissection *)self)->panels, b);
}

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
    .summary = "Sparse factors by nested dissection and dense panels, for large meshes; symmetric matrices take half "
               "the work.",
    .reductions = REDUCE_MOMENTA | REDUCE_SYMMETRY | REDUCE_PRESCRIBED | REDUCE_KEEP_SIGNS | REDUCE_NEARLY,
    .analyze = dissection_analyze,
    .destroy = dissection_destroy,
    .factor = dissection_factor,
    .solve = dissection_solve,
    .solve_transposed = dissection_solve_transposed,
    .bytes = dissection_bytes,
    .products = dissection_products,
    .accuracy = 1e-9,
    .fallbacks = FALLBACKS,
};
