/* momenta.c - the unknowns that a second equation eliminates, in a matrix whose entries are sums over ranks.
 *
 *     row p:   sum m_k x_k + p x_j = b_p                 row j:   sum a_k x_k + q x_j = b_j
 *
 * Column j has no other entries (reduction/condensation.c). With a and m the contributions of a rank, and p and q their
 * sums over all ranks, its contributions to the rest and to the unknown are
 *
 *     a_k - (q / p) m_k                                  x_j = (b_p - sum over ranks of sum m_k x_k) / p
 *
 * so only p, q and the last sums travel. */
#include "linalg/divided/momenta.h"
#include "base/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1, FEWEST = 8 }; /* at least one in FEWEST unknowns, or it is not worthwhile */

typedef struct {
    int row, column, position; /* p, j, and the place of row j in the rest */
    double pivot, times;       /* p, q / p */
} pair;

struct momenta {
    int n, n_pairs, n_rest;
    pair *pairs;
    int *pair_of_row, *pair_of_column; /* of rows p and columns j, otherwise NONE */
    int *column_to, *row_to;           /* numbers in the rest, NONE for columns j; rows p have that of row j */
    int *column_of, *row_of;           /* the inverse; rows j, not p */
    int *slot;                         /* of each entry of the part, NONE in columns j */
    double *work;                      /* n */
    csc *rest;
};

/* --- the pattern -------------------------------------------------------------------------------------------------- */

/* Returns row p if column j has an entry there, one in row j, and no other. */
static int second_row(const csc *whole, int j)
{
    const int e = whole->start[j];
    if (whole->start[j + 1] != e + 2 || (whole->row[e] == j) == (whole->row[e + 1] == j))
        return NONE;
    return whole->row[e] == j ? whole->row[e + 1] : whole->row[e];
}

static void choose_pairs(momenta *momenta, const csc *whole)
{
    for (int j = 0; j < whole->n; j++) {
        const int p = second_row(whole, j);
        if (p == NONE || second_row(whole, p) != NONE || momenta->pair_of_row[p] != NONE ||
            momenta->pair_of_row[j] != NONE)
            continue;
        momenta->pair_of_row[p] = momenta->pair_of_column[j] = momenta->n_pairs;
        momenta->pairs[momenta->n_pairs++] = (pair){.row = p, .column = j};
    }
}

static void number_rest(momenta *momenta)
{
    for (int j = 0; j < momenta->n; j++)
        if (momenta->pair_of_column[j] == NONE) {
            const int of = momenta->pair_of_row[j], row = of == NONE ? j : momenta->pairs[of].column;
            momenta->column_of[momenta->n_rest] = j;
            momenta->row_of[momenta->n_rest] = row;
            momenta->column_to[j] = momenta->row_to[j] = momenta->row_to[row] = momenta->n_rest;
            if (of != NONE)
                momenta->pairs[of].position = momenta->n_rest;
            momenta->n_rest++;
        }
}

/* Returns the rest of a pattern and, unless it is NULL, the slot of each entry. */
static csc *build_rest(const momenta *momenta, const csc *matrix, int *slot)
{
    csc_builder *builder = csc_builder_create(momenta->n_rest);
    int *ticket_slot, ticket = 0;
    for (int j = 0; j < matrix->n; j++)
        for (int e = matrix->start[j]; momenta->column_to[j] != NONE && e < matrix->start[j + 1]; e++)
            csc_builder_add(builder, momenta->row_to[matrix->row[e]], momenta->column_to[j]);
    csc *rest = csc_builder_finish(builder, &ticket_slot);
    csc_builder_destroy(builder);
    for (int j = 0; slot && j < matrix->n; j++)
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++)
            slot[e] = momenta->column_to[j] == NONE ? NONE : ticket_slot[ticket++];
    free(ticket_slot);
    return rest;
}

momenta *momenta_create(const csc *whole, const csc *part)
{
    const size_t n = (size_t)whole->n;
    momenta *m = heap_resize(NULL, sizeof *m);
    *m = (momenta){.n = whole->n,
                   .pairs = heap_resize(NULL, (n + 1) * sizeof *m->pairs),
                   .pair_of_row = heap_integers(n, NONE),
                   .pair_of_column = heap_integers(n, NONE)};
    choose_pairs(m, whole);
    if (m->n_pairs == 0 || m->n_pairs < whole->n / FEWEST) {
        momenta_destroy(m);
        return NULL;
    }
    m->column_to = heap_integers(n, NONE), m->row_to = heap_integers(n, NONE);
    m->column_of = heap_integers(n, NONE), m->row_of = heap_integers(n, NONE);
    m->slot = heap_integers((size_t)csc_entries(part), NONE);
    m->work = heap_reals(n);
    number_rest(m);
    m->rest = build_rest(m, part, m->slot);
    return m;
}

void momenta_destroy(momenta *momenta)
{
    if (!momenta)
        return;
    void *const parts[] = {momenta->pairs,     momenta->pair_of_row, momenta->pair_of_column,
                           momenta->column_to, momenta->row_to,      momenta->column_of,
                           momenta->row_of,    momenta->slot,        momenta->work};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        free(parts[i]);
    csc_destroy(momenta->rest);
    free(momenta);
}

const csc *momenta_rest(const momenta *momenta) { return momenta->rest; }

csc momenta_whole_rest(const momenta *momenta, const csc *whole)
{
    csc *rest = build_rest(momenta, whole, NULL), pattern = *rest;
    free(rest->value);
    free(rest);
    pattern.value = NULL;
    return pattern;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

/* work[p] = p, work[j] = q. */
static void sum_pivots(momenta *momenta, const csc *part, row_sums *sums)
{
    memset(momenta->work, 0, (size_t)momenta->n * sizeof *momenta->work);
    for (int i = 0; i < momenta->n_pairs; i++) {
        const int j = momenta->pairs[i].column;
        for (int e = part->start[j]; e < part->start[j + 1]; e++)
            momenta->work[part->row[e]] += part->value[e];
    }
    row_sums_add(sums, momenta->work, 0.0, NULL);
}

double momenta_load(momenta *momenta, const csc *part, row_sums *sums)
{
    double largest = 0.0;
    sum_pivots(momenta, part, sums);
    for (int i = 0; i < momenta->n_pairs; i++) {
        pair *pair = &momenta->pairs[i];
        pair->pivot = momenta->work[pair->row];
        pair->times = momenta->work[pair->column] / pair->pivot;
        largest = fabs(pair->times) <= largest ? largest : isfinite(pair->times) ? fabs(pair->times) : HUGE_VAL;
    }
    csc_zero(momenta->rest);
    for (int e = 0; isfinite(largest) && e < csc_entries(part); e++) {
        const int of = momenta->pair_of_row[part->row[e]];
        if (momenta->slot[e] != NONE)
            momenta->rest->value[momenta->slot[e]] +=
                of == NONE ? part->value[e] : -momenta->pairs[of].times * part->value[e];
    }
    return largest;
}

void momenta_reduce(const momenta *momenta, const double *b, double *rest)
{
    for (int i = 0; i < momenta->n_rest; i++)
        rest[i] = b[momenta->row_of[i]];
    for (const pair *pair = momenta->pairs; pair < momenta->pairs + momenta->n_pairs; pair++)
        rest[pair->position] -= pair->times * b[pair->row];
}

void momenta_expand(const momenta *momenta, const csc *part, row_sums *sums, const double *rest, double *b)
{
    double *sum = momenta->work;
    memset(sum, 0, (size_t)momenta->n * sizeof *sum);
    for (int j = 0; j < part->n; j++)
        for (int e = part->start[j]; momenta->column_to[j] != NONE && e < part->start[j + 1]; e++)
            if (momenta->pair_of_row[part->row[e]] != NONE)
                sum[part->row[e]] += part->value[e] * rest[momenta->column_to[j]];
    row_sums_add(sums, sum, 0.0, NULL);
    for (const pair *pair = momenta->pairs; pair < momenta->pairs + momenta->n_pairs; pair++)
        b[pair->column] = (b[pair->row] - sum[pair->row]) / pair->pivot;
    for (int i = 0; i < momenta->n_rest; i++)
        b[momenta->column_of[i]] = rest[i];
}
