/* symmetry.c - whether a matrix is symmetric except for signs of rows, and its half.
 *
 *     s_i a_ij = s_j a_ji,   s = +-1        |s_i a_ij - s_j a_ji| <= 1e-12 of the largest entry of columns i and j
 *
 * Constraints have the sign of their reaction in one of the two. Signs are propagated from unknown to unknown along
 * entries that are not rounding errors. Nearly symmetric is a matrix whose differences are small,
 *
 *     |s_i a_ij - s_j a_ji| <= 1e-3 of the largest entry of column i, and of column j
 *
 * as those of rods with dampers; its signs are propagated along larger entries than such differences. */
#include "linalg/reduction/symmetry.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ROUNDING = 1e-12, NEARLY = 1e-3;

/* Returns the entry in this row of a column, or -1. */
static int find_entry(const csc *matrix, int row, int column)
{
    int low = matrix->start[column], high = matrix->start[column + 1] - 1;
    while (low <= high) {
        const int middle = low + (high - low) / 2;
        if (matrix->row[middle] == row)
            return middle;
        if (matrix->row[middle] < row)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

static bool list_half(half_matrix *h, const csc *matrix)
{
    for (int j = 0; j < matrix->n; j++)
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++) {
            const int mirror = find_entry(matrix, j, matrix->row[e]);
            if (mirror < 0)
                return false;
            if (matrix->row[e] < j)
                continue;
            h->row[h->n_entries] = matrix->row[e];
            h->column[h->n_entries] = j;
            h->entry[h->n_entries] = e;
            h->mirror[h->n_entries++] = mirror;
        }
    return true;
}

half_matrix *half_matrix_create(const csc *matrix)
{
    const size_t n_entries = (size_t)csc_entries(matrix);
    half_matrix *h = heap_resize(NULL, sizeof *h);
    *h = (half_matrix){.n = matrix->n,
                       .row = heap_integers(n_entries, 0),
                       .column = heap_integers(n_entries, 0),
                       .entry = heap_integers(n_entries, 0),
                       .mirror = heap_integers(n_entries, 0),
                       .value = heap_resize(NULL, (n_entries + 1) * sizeof(double)),
                       .largest = heap_resize(NULL, ((size_t)matrix->n + 1) * sizeof(double)),
                       .sign = memset(heap_resize(NULL, (size_t)matrix->n + 1), 0, (size_t)matrix->n + 1)};
    if (list_half(h, matrix))
        return h;
    half_matrix_destroy(h);
    return NULL;
}

void half_matrix_destroy(half_matrix *h)
{
    if (!h)
        return;
    free(h->row);
    free(h->column);
    free(h->entry);
    free(h->mirror);
    free(h->value);
    free(h->largest);
    free(h->sign);
    free(h);
}

static double larger(double a, double b) { return a > b ? a : b; }

static double smaller(double a, double b) { return a < b ? a : b; }

/* Returns the difference of two mirror images that is allowed. */
static double allowance(const half_matrix *h, int i, int j, bool nearly)
{
    return nearly ? NEARLY * smaller(h->largest[i], h->largest[j]) : ROUNDING * larger(h->largest[i], h->largest[j]);
}

/* Sets the signs of everything that can be reached from one unknown, along entries that are not negligible, and returns
 * how many that are. */
static int spread_signs(half_matrix *h, const csc *matrix, bool nearly, int from, int *queue)
{
    int n = 0;
    h->sign[from] = 1;
    queue[n++] = from;
    for (int k = 0; k < n; k++) {
        const int j = queue[k];
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++) {
            const int i = matrix->row[e];
            if (h->sign[i] != 0 || fabs(matrix->value[e]) <= allowance(h, i, j, nearly))
                continue;
            const double mirror = matrix->value[find_entry(matrix, j, i)];
            h->sign[i] = (signed char)(matrix->value[e] * mirror < 0.0 ? -h->sign[j] : h->sign[j]);
            queue[n++] = i;
        }
    }
    return n;
}

static void find_signs(half_matrix *h, const csc *matrix, bool nearly)
{
    int *queue = heap_integers((size_t)matrix->n, 0);
    memset(h->sign, 0, (size_t)matrix->n);
    for (int i = 0; i < matrix->n; i++)
        if (h->sign[i] == 0)
            spread_signs(h, matrix, nearly, i, queue);
    free(queue);
}

/* --- values, by workers ------------------------------------------------------------------------------------------- */

typedef struct {
    half_matrix *h;
    const csc *matrix;
    workers workers;
    bool nearly; /* what the differences have to be less than */
    bool is_symmetric[THREAD_POOL_MAX], is_exact[THREAD_POOL_MAX];
} loading;

static void find_largest(void *context, int member)
{
    const loading *loading = context;
    const csc *matrix = loading->matrix;
    for (int j = workers_begin(loading->workers, matrix->n, member);
         j < workers_begin(loading->workers, matrix->n, member + 1); j++) {
        double largest = 0.0;
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++)
            largest = larger(fabs(matrix->value[e]), largest);
        loading->h->largest[j] = largest;
    }
}

static void take_values(void *context, int member)
{
    loading *loading = context;
    const half_matrix *h = loading->h;
    const int end = workers_begin(loading->workers, h->n_entries, member + 1);
    loading->is_symmetric[member] = loading->is_exact[member] = true;
    for (int k = workers_begin(loading->workers, h->n_entries, member); k < end && loading->is_symmetric[member]; k++) {
        const int i = h->row[k], j = h->column[k];
        const double below = h->sign[i] * loading->matrix->value[h->entry[k]],
                     above = h->sign[j] * loading->matrix->value[h->mirror[k]];
        const bool is_exact = fabs(below - above) <= allowance(h, i, j, false);
        loading->is_exact[member] &= is_exact;
        loading->is_symmetric[member] =
            is_exact || (loading->nearly && fabs(below - above) <= allowance(h, i, j, true));
        h->value[k] = 0.5 * (below + above);
    }
}

/* Uses the present signs. */
static bool take_all(loading *loading)
{
    bool is_symmetric = true;
    workers_run(loading->workers, take_values, loading);
    loading->h->is_exact = true;
    for (int m = 0; m < loading->workers.members; m++) {
        is_symmetric &= loading->is_symmetric[m];
        loading->h->is_exact &= loading->is_exact[m];
    }
    return is_symmetric;
}

static bool symmetry_load(loading *loading, bool has_signs)
{
    half_matrix *h = loading->h;
    workers_run(loading->workers, find_largest, loading);
    if (has_signs && take_all(loading))
        return true;
    find_signs(h, loading->matrix, false);
    h->has_signs = take_all(loading);
    if (h->has_signs || !loading->nearly)
        return h->has_signs;
    find_signs(h, loading->matrix, true);
    h->has_signs = take_all(loading);
    return h->has_signs;
}

bool half_matrix_load(half_matrix *h, const csc *matrix, bool nearly, workers workers)
{
    return symmetry_load(&(loading){.h = h, .matrix = matrix, .workers = workers, .nearly = nearly}, false);
}

/* --- a matrix of which others have the rest ----------------------------------------------------------------------- */

void half_matrix_relate(half_matrix *h, const csc *matrix, int *root, workers workers)
{
    int *queue = heap_integers((size_t)matrix->n, 0);
    loading loading = {.h = h, .matrix = matrix, .workers = workers};
    workers_run(workers, find_largest, &loading);
    memset(h->sign, 0, (size_t)matrix->n);
    for (int i = 0; i < matrix->n; i++) {
        const int n = h->sign[i] == 0 ? spread_signs(h, matrix, false, i, queue) : 0;
        for (int k = 0; k < n; k++)
            root[queue[k]] = i;
    }
    free(queue);
}

bool half_matrix_take(half_matrix *h, const csc *matrix, workers workers)
{
    loading loading = {.h = h, .matrix = matrix, .workers = workers};
    workers_run(workers, find_largest, &loading);
    return take_all(&loading);
}

bool half_matrix_reload(half_matrix *h, const csc *matrix, bool nearly, workers workers)
{
    return symmetry_load(&(loading){.h = h, .matrix = matrix, .workers = workers, .nearly = nearly}, h->has_signs);
}

void half_matrix_serialize(archive *ar, half_matrix *h)
{
    archive_bool(ar, &h->has_signs);
    archive_raw(ar, h->sign, (size_t)h->n);
    for (int i = 0; archive_is_loading(ar) && h->has_signs && i < h->n; i++)
        if (abs(h->sign[i]) != 1) {
            archive_fail(ar, "a sign is %d", h->sign[i]);
            h->has_signs = false;
        }
}
