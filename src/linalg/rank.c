/* rank.c - rank of a sparse matrix by elimination of its rows in order.
 *
 *     scaled    a_ij <- a_ij / sqrt(max_i max_j), a few times; entries that are rounding errors are dropped
 *     row i     a_i - sum_k l_ik u_k      over the rows u_k found before, in order, until their pivot columns are zero
 *
 * The remainder is u_i with its largest entry as pivot, or zero: then a_i = sum_k l_ik u_k, and since a_k = u_k + sum_j
 * l_kj u_j, the weights of the rows before it are
 *
 *     w_k = l_ik - sum_j>k w_j l_jk
 *
 * The independent rows form a basis, so these weights are unique, and the rows with a nonzero weight are a minimal
 * dependent set: without any one of them the others are independent. */
#include "linalg/rank.h"
#include "base/key_heap.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { SWEEPS = 4 };
static const double ROUNDING = 1e-14, NO_WEIGHT = 1e-6;

typedef struct {
    int index; /* a column, or the number of a row found before */
    double value;
} entry;

typedef ARRAY(entry) entries;

typedef struct {
    int row;
    entries entries, l;
    double pivot;
} basis_row;

typedef struct {
    const row_matrix *a;
    ARRAY(basis_row) basis;
    int *basis_of_column; /* the row of the basis whose pivot it is, or -1 */
    double *work;         /* by column */
    bool *is_used;        /* by column: it is in `used` */
    ARRAY(int) used;
    key_heap heap;  /* rows of the basis to be eliminated, the first one on top */
    double *weight; /* by row of the basis */
} elimination;

/* --- rows --------------------------------------------------------------------------------------------------------- */

row_matrix matrix_rows(const csc *matrix, const bool *wanted, int *row_of, arena *memory)
{
    row_matrix a = {.n_columns = matrix->n,
                    .start = ARENA_ARRAY(memory, int, matrix->n + 1),
                    .column = ARENA_ARRAY(memory, int, csc_entries(matrix)),
                    .value = ARENA_ARRAY(memory, double, csc_entries(matrix))};
    int *count = ARENA_ARRAY(memory, int, matrix->n), *place_of = ARENA_ARRAY(memory, int, matrix->n);
    for (int k = 0; k < csc_entries(matrix); k++)
        count[matrix->row[k]]++;
    for (int i = 0; i < matrix->n; i++) {
        if (!wanted[i])
            continue;
        row_of[a.n_rows] = i;
        place_of[i] = a.start[a.n_rows];
        a.start[a.n_rows + 1] = a.start[a.n_rows] + count[i];
        a.n_rows++;
    }
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
            if (wanted[matrix->row[k]]) {
                const int to = place_of[matrix->row[k]]++;
                a.column[to] = j;
                a.value[to] = matrix->value[k];
            }
    return a;
}

/* --- scaling ------------------------------------------------------------------------------------------------------ */

static void largest_entries(const row_matrix *a, double *row, double *column)
{
    memset(row, 0, (size_t)a->n_rows * sizeof *row);
    memset(column, 0, (size_t)a->n_columns * sizeof *column);
    for (int i = 0; i < a->n_rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            row[i] = fmax(row[i], fabs(a->value[k]));
            column[a->column[k]] = fmax(column[a->column[k]], fabs(a->value[k]));
        }
}

static void rank_scale(row_matrix *a, arena *memory)
{
    double *row = ARENA_ARRAY(memory, double, a->n_rows), *column = ARENA_ARRAY(memory, double, a->n_columns);
    for (int sweep = 0; sweep <= SWEEPS; sweep++) {
        largest_entries(a, row, column);
        for (int i = 0; i < a->n_rows; i++)
            for (int k = a->start[i]; k < a->start[i + 1]; k++) {
                const double at_row = row[i], at_column = column[a->column[k]];
                if (fabs(a->value[k]) <= ROUNDING * fmin(at_row, at_column))
                    a->value[k] = 0;
                else if (sweep < SWEEPS)
                    a->value[k] /= sqrt(at_row) * sqrt(at_column);
                else
                    a->value[k] /= at_row;
            }
    }
}

/* --- one row ------------------------------------------------------------------------------------------------------ */

static void add_to_work(elimination *elimination, int column, double value)
{
    if (!elimination->is_used[column]) {
        elimination->is_used[column] = true;
        elimination->work[column] = 0;
        array_push(&elimination->used, column);
        if (elimination->basis_of_column[column] >= 0)
            key_heap_push(&elimination->heap, elimination->basis_of_column[column]);
    }
    elimination->work[column] += value;
}

/* Leaves the remainder of the row in `work` and returns the multiples of the rows of the basis. */
static entries eliminate(elimination *elimination, int row)
{
    entries entries = {0};
    const row_matrix *a = elimination->a;
    for (int k = a->start[row]; k < a->start[row + 1]; k++)
        if (a->value[k] != 0)
            add_to_work(elimination, a->column[k], a->value[k]);
    while (elimination->heap.n > 0) {
        const int k = (int)key_heap_take(&elimination->heap);
        const basis_row *basis_row = &elimination->basis.items[k];
        const double multiple = elimination->work[basis_row->entries.items[0].index] / basis_row->pivot;
        if (fabs(multiple) <= ROUNDING)
            continue;
        array_push(&entries, ((entry){k, multiple}));
        for (int i = 0; i < basis_row->entries.n; i++)
            add_to_work(elimination, basis_row->entries.items[i].index, -multiple * basis_row->entries.items[i].value);
    }
    return entries;
}

/* Returns the column with the largest remaining entry; -1 if it is below the tolerance. */
static int find_pivot(const elimination *elimination, double tolerance)
{
    int best = -1;
    for (int i = 0; i < elimination->used.n; i++) {
        const int column = elimination->used.items[i];
        if (elimination->basis_of_column[column] < 0 && fabs(elimination->work[column]) > tolerance) {
            best = column;
            tolerance = fabs(elimination->work[column]);
        }
    }
    return best;
}

static void add_to_basis(elimination *elimination, int row, int pivot, entries entries)
{
    basis_row basis_row = {.row = row, .l = entries, .pivot = elimination->work[pivot]};
    array_push(&basis_row.entries, ((entry){pivot, basis_row.pivot}));
    for (int i = 0; i < elimination->used.n; i++) {
        const int column = elimination->used.items[i];
        if (column != pivot && elimination->basis_of_column[column] < 0 && fabs(elimination->work[column]) > ROUNDING)
            array_push(&basis_row.entries, ((entry){column, elimination->work[column]}));
    }
    elimination->basis_of_column[pivot] = elimination->basis.n;
    array_push(&elimination->basis, basis_row);
}

/* Weights are found from the last row of the basis to the first. */
static dependence depends_on(elimination *elimination, int row, const entries *l, arena *memory)
{
    memset(elimination->weight, 0, (size_t)elimination->basis.n * sizeof *elimination->weight);
    for (int i = 0; i < l->n; i++)
        elimination->weight[l->items[i].index] = l->items[i].value;
    double largest = 0;
    for (int j = elimination->basis.n - 1; j >= 0; j--) {
        const entries *lj = &elimination->basis.items[j].l;
        for (int i = 0; elimination->weight[j] != 0 && i < lj->n; i++)
            elimination->weight[lj->items[i].index] -= elimination->weight[j] * lj->items[i].value;
        largest = fmax(largest, fabs(elimination->weight[j]));
    }
    ARRAY(int) with = {0};
    for (int j = 0; j < elimination->basis.n; j++)
        if (fabs(elimination->weight[j]) > NO_WEIGHT * largest)
            array_push(&with, elimination->basis.items[j].row);
    const dependence found = {
        .row = row, .n = with.n, .others = arena_copy(memory, with.items, (size_t)with.n * sizeof(int))};
    array_free(&with);
    return found;
}

static void end_row(elimination *elimination)
{
    for (int i = 0; i < elimination->used.n; i++)
        elimination->is_used[elimination->used.items[i]] = false;
    elimination->used.n = 0;
}

/* --- the matrix --------------------------------------------------------------------------------------------------- */

static void rank_begin(elimination *e, const row_matrix *a, arena *memory)
{
    *e = (elimination){.a = a};
    e->basis_of_column = ARENA_ARRAY(memory, int, a->n_columns);
    memset(e->basis_of_column, -1, (size_t)a->n_columns * sizeof(int));
    e->work = ARENA_ARRAY(memory, double, a->n_columns);
    e->is_used = ARENA_ARRAY(memory, bool, a->n_columns);
    e->weight = ARENA_ARRAY(memory, double, a->n_rows);
}

static void rank_end(elimination *elimination)
{
    for (int i = 0; i < elimination->basis.n; i++) {
        array_free(&elimination->basis.items[i].entries);
        array_free(&elimination->basis.items[i].l);
    }
    array_free(&elimination->basis);
    array_free(&elimination->used);
    array_free(&elimination->heap);
}

rank_report rank_of_rows(row_matrix *a, double tolerance, arena *memory)
{
    dependence *at = ARENA_ARRAY(memory, dependence, a->n_rows);
    rank_report report = {.dependences = at};
    elimination elimination;
    rank_scale(a, memory);
    rank_begin(&elimination, a, memory);
    for (int row = 0; row < a->n_rows; row++) {
        entries entries = eliminate(&elimination, row);
        const int pivot = find_pivot(&elimination, tolerance);
        if (pivot >= 0) {
            add_to_basis(&elimination, row, pivot, entries);
        } else {
            at[report.n++] = depends_on(&elimination, row, &entries, memory);
            array_free(&entries);
        }
        end_row(&elimination);
    }
    report.rank = elimination.basis.n;
    rank_end(&elimination);
    return report;
}
