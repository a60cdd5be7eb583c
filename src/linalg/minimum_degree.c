/* minimum_degree.c - pivots in an order of minimum degree, by KLU.
 *
 * AMD orders A + A'; then the pivot of a column is its diagonal entry when that is large enough, else its largest
 * one. */
#include "linalg/minimum_degree.h"
#include <klu.h>
#include <string.h>

static bool factor(const csc *a, klu_symbolic *symbolic, klu_common *common, int *row, int *column)
{
    klu_numeric *numeric = klu_factor(a->start, a->row, a->value, symbolic, common);
    const bool regular = numeric && common->status == KLU_OK;
    if (regular) {
        memcpy(row, numeric->Pnum, (size_t)a->n * sizeof *row);
        memcpy(column, symbolic->Q, (size_t)a->n * sizeof *column);
    }
    klu_free_numeric(&numeric, common);
    return regular;
}

bool minimum_degree_pivots(const csc *a, double threshold, double most_products, int *row, int *column)
{
    klu_common common;
    klu_defaults(&common);
    common.tol = threshold;
    klu_symbolic *symbolic = klu_analyze(a->n, a->start, a->row, &common);
    const bool is_cheap = symbolic && symbolic->est_flops >= 0.0 && symbolic->est_flops < 2.0 * most_products;
    const bool found = is_cheap && factor(a, symbolic, &common, row, column);
    klu_free_symbolic(&symbolic, &common);
    return found;
}
