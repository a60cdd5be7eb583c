/* minimum_degree.c - pivots in a minimum degree order, by KLU.
 *
 * KLU permutes A to block upper triangular form. In each block, AMD orders A + A', and the pivot of a column is its
 * diagonal entry if that is large enough, otherwise its largest entry. In the order of the pivots
 *
 *     A = L U + F,    F above the diagonal blocks
 *
 * An elimination of the whole matrix also fills F: column j of L^-1 F has an entry in each row that the rows of column
 * j of F reach along the columns of L. */
#include "linalg/multifrontal/minimum_degree.h"
#include "base/array.h"
#include <klu.h>
#include <math.h>
#include <string.h>

/* Entries of a matrix by columns, in the order of the pivots. */
typedef struct {
    int *start, *row;
} pattern;

typedef struct {
    int n;
    pattern pattern, u, f;
    int *row, *column; /* of each pivot */
} klu_patterns;

static pattern pattern_create(int n, int n_entries)
{
    return (pattern){heap_integers((size_t)n, 0), heap_integers((size_t)n_entries, 0)};
}

static void pattern_free(pattern *pattern)
{
    free(pattern->start);
    free(pattern->row);
}

double minimum_degree_products(const csc *matrix)
{
    klu_common common;
    klu_defaults(&common);
    klu_symbolic *symbolic = klu_analyze(matrix->n, matrix->start, matrix->row, &common);
    const double products = symbolic && symbolic->est_flops >= 0.0 ? symbolic->est_flops / 2.0 : HUGE_VAL;
    klu_free_symbolic(&symbolic, &common);
    return products;
}

double minimum_degree_front(const csc *matrix)
{
    klu_common common;
    klu_defaults(&common);
    common.btf = 0;
    klu_symbolic *symbolic = matrix->n > 0 ? klu_analyze(matrix->n, matrix->start, matrix->row, &common) : NULL;
    const double front = symbolic && symbolic->lnz > 0.0 ? symbolic->est_flops / 4.0 / symbolic->lnz : 0.0;
    klu_free_symbolic(&symbolic, &common);
    return front;
}

/* Extracts the patterns of the factors; values, which KLU always writes, are discarded. */
static void extract(klu_numeric *numeric, klu_symbolic *symbolic, klu_common *common, klu_patterns *k)
{
    const int n = numeric->n, n_most = numeric->lnz + numeric->unz + numeric->nzoff;
    double *values = heap_resize(NULL, ((size_t)n_most + 1) * sizeof *values);
    *k = (klu_patterns){n,
                        pattern_create(n, numeric->lnz),
                        pattern_create(n, numeric->unz),
                        pattern_create(n, numeric->nzoff),
                        heap_integers((size_t)n, 0),
                        heap_integers((size_t)n, 0)};
    klu_extract(numeric, symbolic, k->pattern.start, k->pattern.row, values, k->u.start, k->u.row, values, k->f.start,
                k->f.row, values, k->row, k->column, NULL, NULL, common);
    free(values);
}

/* Returns false if the matrix is singular. */
static bool minimum_degree_factor(const csc *matrix, double threshold, klu_patterns *klu_patterns)
{
    klu_common common;
    klu_defaults(&common);
    common.tol = threshold;
    klu_symbolic *symbolic = klu_analyze(matrix->n, matrix->start, matrix->row, &common);
    klu_numeric *numeric = symbolic ? klu_factor(matrix->start, matrix->row, matrix->value, symbolic, &common) : NULL;
    const bool regular = numeric && common.status == KLU_OK;
    if (regular)
        extract(numeric, symbolic, &common, klu_patterns);
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
    return regular;
}

typedef ARRAY(int) list;

/* Adds the rows that column j of F reaches. */
static void reach(const klu_patterns *klu_patterns, int j, int *mark, list *reached)
{
    const int first = reached->n;
    for (int e = klu_patterns->f.start[j]; e < klu_patterns->f.start[j + 1]; e++)
        if (mark[klu_patterns->f.row[e]] != j + 1) {
            mark[klu_patterns->f.row[e]] = j + 1;
            array_push(reached, klu_patterns->f.row[e]);
        }
    for (int next = first; next < reached->n; next++) {
        const int i = reached->items[next];
        for (int e = klu_patterns->pattern.start[i]; e < klu_patterns->pattern.start[i + 1]; e++)
            if (mark[klu_patterns->pattern.row[e]] != j + 1) {
                mark[klu_patterns->pattern.row[e]] = j + 1;
                array_push(reached, klu_patterns->pattern.row[e]);
            }
    }
}

/* Finds column j of the factor U of the whole matrix, without its pivot. */
static void find_upper(const klu_patterns *klu_patterns, int j, int *mark, list *rows)
{
    for (int e = klu_patterns->u.start[j]; e < klu_patterns->u.start[j + 1]; e++)
        if (klu_patterns->u.row[e] != j)
            array_push(rows, klu_patterns->u.row[e]);
    reach(klu_patterns, j, mark, rows);
}

static void list_lower(const klu_patterns *klu_patterns, pivot_order *out)
{
    const int n = klu_patterns->n;
    int to = 0;
    for (int j = 0; j < n; j++) {
        for (int e = klu_patterns->pattern.start[j]; e < klu_patterns->pattern.start[j + 1]; e++)
            if (klu_patterns->pattern.row[e] != j)
                out->lower[to++] = klu_patterns->row[klu_patterns->pattern.row[e]];
        out->lower_start[j + 1] = to;
    }
}

static void list_upper(const klu_patterns *klu_patterns, pivot_order *out)
{
    const int n = klu_patterns->n;
    int *mark = heap_integers((size_t)n, 0), *end = heap_integers((size_t)n, 0);
    list rows = {0};
    memset(mark, 0, ((size_t)n + 1) * sizeof *mark);
    for (int j = 0; j < n; j++) {
        find_upper(klu_patterns, j, mark, &rows);
        end[j] = rows.n;
    }
    out->upper = heap_integers((size_t)rows.n, 0);
    memset(out->upper_start, 0, ((size_t)n + 1) * sizeof(int));
    for (int e = 0; e < rows.n; e++)
        out->upper_start[rows.items[e] + 1]++;
    for (int i = 0; i < n; i++)
        mark[i] = out->upper_start[i + 1] += out->upper_start[i];
    for (int j = n - 1, e = rows.n - 1; j >= 0; j--)
        for (const int begin = j > 0 ? end[j - 1] : 0; e >= begin; e--)
            out->upper[--mark[rows.items[e]]] = klu_patterns->column[j];
    free(mark);
    free(end);
    array_free(&rows);
}

pivot_order *minimum_degree_order(const csc *matrix, double threshold)
{
    klu_patterns klu_patterns;
    if (!minimum_degree_factor(matrix, threshold, &klu_patterns))
        return NULL;
    const int n = matrix->n;
    pivot_order *out = heap_resize(NULL, sizeof *out);
    *out = (pivot_order){.n = n,
                         .row = klu_patterns.row,
                         .column = klu_patterns.column,
                         .lower_start = heap_integers((size_t)n, 0),
                         .lower = heap_integers((size_t)klu_patterns.pattern.start[n], 0),
                         .upper_start = heap_integers((size_t)n, 0)};
    out->lower_start[0] = 0;
    list_lower(&klu_patterns, out);
    list_upper(&klu_patterns, out);
    pattern_free(&klu_patterns.pattern);
    pattern_free(&klu_patterns.u);
    pattern_free(&klu_patterns.f);
    return out;
}
