/* rank.c - rank of a sparse matrix by elimination of its rows in their order.
 *
 *     scaled    a_ij <- a_ij / sqrt(max_i max_j), a few times; entries that are rounding errors are dropped
 *     row i     a_i - sum_k l_ik u_k      over the rows u_k found before, in their order, until their pivot columns
 *                                         are zero
 *
 * What is left is u_i with its largest entry as pivot, or nothing: then a_i = sum_k l_ik u_k, and as
 * a_k = u_k + sum_j l_kj u_j, the weights of the rows before it come from
 *
 *     w_k = l_ik - sum_j>k w_j l_jk
 *
 * The independent rows form a basis, so these weights are the only ones, and the rows with a weight that is not zero
 * are a smallest set that depends on each other: without any of them the others are independent. */
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
    entries u, l;
    double pivot;
} basis_row;

typedef struct {
    const row_matrix *a;
    ARRAY(basis_row) basis;
    int *basis_of_column; /* the row of the basis whose pivot it is, or -1 */
    double *work;         /* by column */
    bool *is_used;        /* by column: it is in `used` */
    ARRAY(int) used;
    key_heap heap;  /* rows of the basis to be taken out, the first one on top */
    double *weight; /* by row of the basis */
} elimination;

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

static void add_to_work(elimination *e, int column, double value)
{
    if (!e->is_used[column]) {
        e->is_used[column] = true;
        e->work[column] = 0;
        array_push(&e->used, column);
        if (e->basis_of_column[column] >= 0)
            key_heap_push(&e->heap, e->basis_of_column[column]);
    }
    e->work[column] += value;
}

/* Leaves the rest of the row in work and gives the multiples of the rows of the basis. */
static entries eliminate(elimination *e, int row)
{
    entries l = {0};
    const row_matrix *a = e->a;
    for (int k = a->start[row]; k < a->start[row + 1]; k++)
        if (a->value[k] != 0)
            add_to_work(e, a->column[k], a->value[k]);
    while (e->heap.n > 0) {
        const int k = (int)key_heap_take(&e->heap);
        const basis_row *b = &e->basis.items[k];
        const double multiple = e->work[b->u.items[0].index] / b->pivot;
        if (fabs(multiple) <= ROUNDING)
            continue;
        array_push(&l, ((entry){k, multiple}));
        for (int i = 0; i < b->u.n; i++)
            add_to_work(e, b->u.items[i].index, -multiple * b->u.items[i].value);
    }
    return l;
}

/* The column with the largest entry that is left; -1: less than tolerance. */
static int find_pivot(const elimination *e, double tolerance)
{
    int best = -1;
    for (int i = 0; i < e->used.n; i++) {
        const int column = e->used.items[i];
        if (e->basis_of_column[column] < 0 && fabs(e->work[column]) > tolerance) {
            best = column;
            tolerance = fabs(e->work[column]);
        }
    }
    return best;
}

static void add_to_basis(elimination *e, int row, int pivot, entries l)
{
    basis_row b = {.row = row, .l = l, .pivot = e->work[pivot]};
    array_push(&b.u, ((entry){pivot, b.pivot}));
    for (int i = 0; i < e->used.n; i++) {
        const int column = e->used.items[i];
        if (column != pivot && e->basis_of_column[column] < 0 && fabs(e->work[column]) > ROUNDING)
            array_push(&b.u, ((entry){column, e->work[column]}));
    }
    e->basis_of_column[pivot] = e->basis.n;
    array_push(&e->basis, b);
}

/* Weights are found from the last row of the basis to the first. */
static dependence depends_on(elimination *e, int row, const entries *l, arena *memory)
{
    memset(e->weight, 0, (size_t)e->basis.n * sizeof *e->weight);
    for (int i = 0; i < l->n; i++)
        e->weight[l->items[i].index] = l->items[i].value;
    double largest = 0;
    for (int j = e->basis.n - 1; j >= 0; j--) {
        const entries *lj = &e->basis.items[j].l;
        for (int i = 0; e->weight[j] != 0 && i < lj->n; i++)
            e->weight[lj->items[i].index] -= e->weight[j] * lj->items[i].value;
        largest = fmax(largest, fabs(e->weight[j]));
    }
    ARRAY(int) with = {0};
    for (int j = 0; j < e->basis.n; j++)
        if (fabs(e->weight[j]) > NO_WEIGHT * largest)
            array_push(&with, e->basis.items[j].row);
    const dependence found = {
        .row = row, .n = with.n, .others = arena_copy(memory, with.items, (size_t)with.n * sizeof(int))};
    array_free(&with);
    return found;
}

static void end_row(elimination *e)
{
    for (int i = 0; i < e->used.n; i++)
        e->is_used[e->used.items[i]] = false;
    e->used.n = 0;
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

static void rank_end(elimination *e)
{
    for (int i = 0; i < e->basis.n; i++) {
        array_free(&e->basis.items[i].u);
        array_free(&e->basis.items[i].l);
    }
    array_free(&e->basis);
    array_free(&e->used);
    array_free(&e->heap);
}

rank_report rank_of_rows(row_matrix *a, double tolerance, arena *memory)
{
    dependence *at = ARENA_ARRAY(memory, dependence, a->n_rows);
    rank_report r = {.dependences = at};
    elimination e;
    rank_scale(a, memory);
    rank_begin(&e, a, memory);
    for (int row = 0; row < a->n_rows; row++) {
        entries l = eliminate(&e, row);
        const int pivot = find_pivot(&e, tolerance);
        if (pivot >= 0) {
            add_to_basis(&e, row, pivot, l);
        } else {
            at[r.n++] = depends_on(&e, row, &l, memory);
            array_free(&l);
        }
        end_row(&e);
    }
    r.rank = e.basis.n;
    rank_end(&e);
    return r;
}
