/* condensation.c - unknowns that occur only in their internal equation and in one other, which determines them:
 * momenta.
 *
 *     row p:   sum m_k x_k + p x_j = b_p            its other columns are among those of row j
 *     row j:   sum a_k x_k + q x_j = b_j
 *
 * Column j has no other entries. Without row p and column j, with row j in the place of row p,
 *
 *     a_k - (q / p) m_k                             b_j - (q / p) b_p
 *     x_j = (b_p - sum m_k x_k) / p
 *
 * there is no fill, and an effective stiffness of velocities remains, half as large, and symmetric if stiffness and
 * mass are. Transposed, for column k of the others and unknown z:
 *
 *     b_k - m_k b_j / p                             z_p = (b_j - q z_j) / p */
#include "linalg/reduction/condensation.h"
#include "linalg/csc_rows.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1, FEWEST = 8 }; /* at least one in FEWEST unknowns, or it is not worthwhile */

typedef struct {
    int row, column;            /* p, j */
    int at_row, at_column;      /* indices of p and q in the values */
    int position;               /* position of row j in the rest */
    int first, end;             /* of its terms */
    double pivot, other, times; /* p, q, q / p */
} pair;

/* m_k of a pair: its index, its destination, its column in the rest. */
typedef struct {
    int source, target, column;
    double value;
} term;

struct condensation {
    int n_pairs, n_terms;
    pair *pairs;
    term *terms;
    int *column_of, *row_of; /* columns and rows of the rest, in the whole */
    int *source;             /* of each entry of the rest */
    csc rest;
};

/* --- selection of unknowns ---------------------------------------------------------------------------------------- */

/* Finds the entry of row p if column j has only that and its diagonal entry. */
static bool is_candidate(const csc *matrix, int j, pair *pair)
{
    const int e = matrix->start[j];
    if (matrix->start[j + 1] != e + 2 || (matrix->row[e] == j) == (matrix->row[e + 1] == j))
        return false;
    pair->at_column = matrix->row[e] == j ? e : e + 1;
    pair->at_row = matrix->row[e] == j ? e + 1 : e;
    pair->row = matrix->row[pair->at_row];
    pair->column = j;
    return true;
}

/* Tells whether the columns of row p, except j, are columns of row j, and none of them is that of another pair. */
static bool is_within(const csc_rows *rows, const pair *pair, const int *pair_of, int *mark)
{
    for (int k = rows->start[pair->column]; k < rows->start[pair->column + 1]; k++)
        mark[rows->column[k]] = pair->column;
    for (int k = rows->start[pair->row]; k < rows->start[pair->row + 1]; k++)
        if (rows->column[k] != pair->column &&
            (mark[rows->column[k]] != pair->column || pair_of[rows->column[k]] != NONE))
            return false;
    return true;
}

/* Stores the number of the pair for the rows and columns of pairs. */
static void choose_pairs(condensation *condensation, const csc *matrix, const csc_rows *rows, int *row_pair,
                         int *column_pair)
{
    int *mark = heap_integers((size_t)matrix->n, NONE);
    pair pair;
    for (int j = 0; j < matrix->n; j++)
        if (is_candidate(matrix, j, &pair))
            column_pair[j] = 0; /* provisional: no row p may have two of them */
    for (int j = 0; j < matrix->n; j++) {
        if (!is_candidate(matrix, j, &pair))
            continue;
        column_pair[j] = NONE;
        if (row_pair[pair.row] != NONE || row_pair[j] != NONE || column_pair[pair.row] != NONE ||
            !is_within(rows, &pair, column_pair, mark))
            continue;
        column_pair[j] = row_pair[pair.row] = condensation->n_pairs;
        condensation->pairs =
            heap_resize(condensation->pairs, ((size_t)condensation->n_pairs + 1) * sizeof *condensation->pairs);
        condensation->pairs[condensation->n_pairs++] = pair;
    }
    free(mark);
}

/* --- the rest ----------------------------------------------------------------------------------------------------- */

/* Numbers the columns and rows of the rest; row j takes the position of row p, whose column stays. */
static void number_rest(condensation *condensation, int n, const int *row_pair, const int *column_pair, int *column_to,
                        int *row_to)
{
    int next = 0;
    for (int j = 0; j < n; j++)
        if (column_pair[j] == NONE) {
            const int row = row_pair[j] == NONE ? j : condensation->pairs[row_pair[j]].column;
            condensation->column_of[next] = j;
            condensation->row_of[next] = row;
            column_to[j] = next;
            row_to[row] = next++;
        }
    condensation->rest.n = next;
}

typedef struct {
    int row, source;
} placed;

static int by_row(const void *a, const void *b) { return ((const placed *)a)->row - ((const placed *)b)->row; }

/* to[e]: the new index of entry e of the whole. */
static void build_rest(condensation *condensation, const csc *matrix, const int *row_to, int *to)
{
    placed *column = heap_resize(NULL, ((size_t)matrix->n + 1) * sizeof *column);
    int filled = 0;
    condensation->rest.start[0] = 0;
    for (int j = 0; j < condensation->rest.n; j++) {
        int n = 0;
        for (int e = matrix->start[condensation->column_of[j]]; e < matrix->start[condensation->column_of[j] + 1]; e++)
            if (row_to[matrix->row[e]] != NONE)
                column[n++] = (placed){row_to[matrix->row[e]], e};
        qsort(column, (size_t)n, sizeof *column, by_row);
        for (int k = 0; k < n; k++, filled++) {
            condensation->rest.row[filled] = column[k].row;
            condensation->source[filled] = column[k].source;
            to[column[k].source] = filled;
        }
        condensation->rest.start[j + 1] = filled;
    }
    free(column);
}

static void list_terms(condensation *condensation, const csc_rows *rows, const int *column_to, const int *to)
{
    for (int i = 0; i < condensation->n_pairs; i++) {
        pair *pair = &condensation->pairs[i];
        pair->position = column_to[pair->row];
        pair->first = condensation->n_terms;
        int beside = rows->start[pair->column]; /* columns of both rows ascend */
        for (int k = rows->start[pair->row]; k < rows->start[pair->row + 1]; k++) {
            if (rows->column[k] == pair->column)
                continue;
            while (rows->column[beside] != rows->column[k])
                beside++;
            condensation->terms[condensation->n_terms++] =
                (term){rows->entry[k], to[rows->entry[beside]], column_to[rows->column[k]], 0.0};
        }
        pair->end = condensation->n_terms;
    }
}

static void condense(condensation *condensation, const csc *matrix, const csc_rows *rows, const int *row_pair,
                     const int *column_pair)
{
    const size_t n = (size_t)matrix->n, n_entries = (size_t)csc_entries(matrix);
    int *column_to = heap_integers(n, NONE), *row_to = heap_integers(n, NONE), *to = heap_integers(n_entries, NONE);
    condensation->column_of = heap_integers(n, NONE);
    condensation->row_of = heap_integers(n, NONE);
    condensation->source = heap_integers(n_entries, NONE);
    condensation->terms = heap_resize(NULL, (n_entries + 1) * sizeof *condensation->terms);
    condensation->rest =
        (csc){0, heap_integers(n, 0), heap_integers(n_entries, 0), heap_resize(NULL, (n_entries + 1) * sizeof(double))};
    number_rest(condensation, matrix->n, row_pair, column_pair, column_to, row_to);
    build_rest(condensation, matrix, row_to, to);
    list_terms(condensation, rows, column_to, to);
    free(column_to);
    free(row_to);
    free(to);
}

condensation *condensation_create(const csc *matrix)
{
    condensation *condensation = heap_resize(NULL, sizeof *condensation);
    memset(condensation, 0, sizeof *condensation);
    csc_rows rows = csc_rows_of(matrix);
    int *row_pair = heap_integers((size_t)matrix->n, NONE), *column_pair = heap_integers((size_t)matrix->n, NONE);
    choose_pairs(condensation, matrix, &rows, row_pair, column_pair);
    const bool is_worth_it = condensation->n_pairs >= matrix->n / FEWEST && condensation->n_pairs > 0;
    if (is_worth_it)
        condense(condensation, matrix, &rows, row_pair, column_pair);
    free(row_pair);
    free(column_pair);
    csc_rows_free(&rows);
    if (is_worth_it)
        return condensation;
    condensation_destroy(condensation);
    return NULL;
}

void condensation_destroy(condensation *condensation)
{
    if (!condensation)
        return;
    free(condensation->pairs);
    free(condensation->terms);
    free(condensation->column_of);
    free(condensation->row_of);
    free(condensation->source);
    free(condensation->rest.start);
    free(condensation->rest.row);
    free(condensation->rest.value);
    free(condensation);
}

const csc *condensation_rest(const condensation *condensation) { return &condensation->rest; }

int condensation_column(const condensation *condensation, int column) { return condensation->column_of[column]; }

/* --- values ------------------------------------------------------------------------------------------------------- */

typedef struct {
    const condensation *condensation;
    const csc *matrix;
    workers workers;
    double largest[THREAD_POOL_MAX];
} loading;

static void load_rest(void *context, int member)
{
    const loading *loading = context;
    const condensation *condensation = loading->condensation;
    const int n = csc_entries(&condensation->rest), end = workers_begin(loading->workers, n, member + 1);
    for (int e = workers_begin(loading->workers, n, member); e < end; e++)
        condensation->rest.value[e] = loading->matrix->value[condensation->source[e]];
}

/* No two pairs change the same row. */
static void load_pairs(void *context, int member)
{
    loading *loading = context;
    const condensation *condensation = loading->condensation;
    const double *value = loading->matrix->value;
    const int end = workers_begin(loading->workers, condensation->n_pairs, member + 1);
    double largest = 0.0;
    for (int i = workers_begin(loading->workers, condensation->n_pairs, member); i < end && isfinite(largest); i++) {
        pair *pair = &condensation->pairs[i];
        pair->pivot = value[pair->at_row];
        pair->other = value[pair->at_column];
        pair->times = pair->other / pair->pivot;
        largest = fabs(pair->times) <= largest ? largest : isfinite(pair->times) ? fabs(pair->times) : HUGE_VAL;
        for (term *term = condensation->terms + pair->first; term < condensation->terms + pair->end; term++) {
            term->value = value[term->source];
            condensation->rest.value[term->target] -= pair->times * term->value;
        }
    }
    loading->largest[member] = largest;
}

double condensation_factor(condensation *condensation, const csc *matrix, workers by)
{
    loading loading = {.condensation = condensation, .matrix = matrix, .workers = by};
    double largest = 0.0;
    workers_run(by, load_rest, &loading);
    workers_run(by, load_pairs, &loading);
    for (int m = 0; m < by.members; m++)
        largest = loading.largest[m] > largest ? loading.largest[m] : largest;
    return largest;
}

void condensation_reduce(const condensation *condensation, const double *b, double *rest)
{
    for (int i = 0; i < condensation->rest.n; i++)
        rest[i] = b[condensation->row_of[i]];
    for (const pair *pair = condensation->pairs; pair < condensation->pairs + condensation->n_pairs; pair++)
        rest[pair->position] -= pair->times * b[pair->row];
}

/* The right-hand side of row p is still stored at the position of unknown p, which no other pair reads. */
void condensation_expand(const condensation *condensation, const double *rest, double *b)
{
    for (const pair *pair = condensation->pairs; pair < condensation->pairs + condensation->n_pairs; pair++) {
        double sum = b[pair->row];
        for (const term *term = condensation->terms + pair->first; term < condensation->terms + pair->end; term++)
            sum -= term->value * rest[term->column];
        b[pair->column] = sum / pair->pivot;
    }
    for (int i = 0; i < condensation->rest.n; i++)
        b[condensation->column_of[i]] = rest[i];
}

void condensation_reduce_transposed(const condensation *condensation, const double *b, double *rest)
{
    for (int i = 0; i < condensation->rest.n; i++)
        rest[i] = b[condensation->column_of[i]];
    for (const pair *pair = condensation->pairs; pair < condensation->pairs + condensation->n_pairs; pair++)
        for (const term *term = condensation->terms + pair->first; term < condensation->terms + pair->end; term++)
            rest[term->column] -= term->value * b[pair->column] / pair->pivot;
}

void condensation_expand_transposed(const condensation *condensation, const double *rest, double *b)
{
    for (const pair *pair = condensation->pairs; pair < condensation->pairs + condensation->n_pairs; pair++)
        b[pair->row] = (b[pair->column] - pair->other * rest[pair->position]) / pair->pivot;
    for (int i = 0; i < condensation->rest.n; i++)
        b[condensation->row_of[i]] = rest[i];
}
