/* csc.c - a sparse matrix in compressed column format, and its construction from scattered entries.
 *
 * The builder records (row, column) by ticket. A counting sort groups the tickets by columns; the first one of a column
 * with a given row creates an entry. The rows of short columns are sorted directly; otherwise two more counting sorts,
 * by rows and back by columns, bring the entries into the order of the compressed matrix. Time and memory are linear in
 * n and in the number of tickets. */
#include "linalg/csc_rows.h"
#include "base/array.h"
#include "linalg/kernels/kernels.h"
#include <assert.h>
#include <string.h>

typedef struct {
    int row, column;
} entry;

struct csc_builder {
    int n;
    ARRAY(entry) entries;
};

csc_builder *csc_builder_create(int n)
{
    csc_builder *b = heap_resize(NULL, sizeof *b);
    *b = (csc_builder){.n = n};
    return b;
}

void csc_builder_destroy(csc_builder *csc_builder)
{
    if (csc_builder)
        array_free(&csc_builder->entries);
    free(csc_builder);
}

int csc_builder_add(csc_builder *csc_builder, int row, int column)
{
    assert(row >= 0 && row < csc_builder->n && column >= 0 && column < csc_builder->n);
    array_push(&csc_builder->entries, ((entry){row, column}));
    return csc_builder->entries.n - 1;
}

/* Replaces counts, stored one place ahead, by the beginning of each bucket. */
static void sum_up(int n, int *begin)
{
    for (int i = 0; i < n; i++)
        begin[i + 1] += begin[i];
}

/* Returns the tickets sorted by column; those of column j end at end[j]. */
static int *sort_tickets(const csc_builder *csc_builder, int *end)
{
    const entry *entry = csc_builder->entries.items;
    int *sorted = heap_resize(NULL, ((size_t)csc_builder->entries.n + 1) * sizeof *sorted);
    for (int t = 0; t < csc_builder->entries.n; t++)
        end[entry[t].column + 1]++;
    sum_up(csc_builder->n, end);
    for (int t = 0; t < csc_builder->entries.n; t++)
        sorted[end[entry[t].column]++] = t;
    return sorted;
}

/* Entries of a pattern by columns, with rows in any order. */
typedef struct {
    int n;
    int *start, *row;
} pattern;

static pattern find_entries(const csc_builder *csc_builder, const int *sorted, const int *end)
{
    const entry *entry = csc_builder->entries.items;
    int *last = heap_integers((size_t)csc_builder->n, -1),
        n = 0; /* of each row: the last column that has an entry there */
    pattern pattern = {csc_builder->n, heap_integers((size_t)csc_builder->n, 0),
                       heap_resize(NULL, ((size_t)csc_builder->entries.n + 1) * sizeof(int))};
    for (int j = 0, k = 0; j < csc_builder->n; j++) {
        for (; k < end[j]; k++) {
            const int row = entry[sorted[k]].row;
            if (last[row] != j)
                pattern.row[n++] = row;
            last[row] = j;
        }
        pattern.start[j + 1] = n;
    }
    free(last);
    return pattern;
}

/* Sorts the rows of short columns. Returns false if those of a long one are not sorted. */
static bool sort_short(const pattern *pattern)
{
    enum { SHORT = 16 };
    for (int j = 0; j < pattern->n; j++) {
        int *row = pattern->row + pattern->start[j];
        const int n = pattern->start[j + 1] - pattern->start[j];
        for (int k = 1; k < n; k++) {
            const int now = row[k];
            int at = k;
            for (; n <= SHORT && at > 0 && row[at - 1] > now; at--)
                row[at] = row[at - 1];
            if (row[k - 1] > now && n > SHORT)
                return false;
            row[at] = now;
        }
    }
    return true;
}

/* Transposes a pattern; its rows become columns with ascending rows. */
static void csc_transpose(const pattern *pattern, int *start, int *row)
{
    memset(start, 0, ((size_t)pattern->n + 1) * sizeof *start);
    for (int k = 0; k < pattern->start[pattern->n]; k++)
        start[pattern->row[k] + 1]++;
    sum_up(pattern->n, start);
    for (int j = 0; j < pattern->n; j++)
        for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
            row[start[pattern->row[k]]++] = j;
    memmove(start + 1, start, (size_t)pattern->n * sizeof *start);
    start[0] = 0;
}

static csc *allocate(int n, int n_entries)
{
    csc *matrix = heap_resize(NULL, sizeof *matrix);
    matrix->n = n;
    matrix->start = heap_resize(NULL, ((size_t)n + 1) * sizeof *matrix->start);
    matrix->row = heap_resize(NULL, (size_t)n_entries * sizeof *matrix->row);
    matrix->value = heap_resize(NULL, (size_t)n_entries * sizeof *matrix->value);
    return matrix;
}

static void sort_long(const pattern *p, csc *matrix)
{
    const pattern rows = {p->n, heap_integers((size_t)p->n, 0),
                          heap_resize(NULL, ((size_t)p->start[p->n] + 1) * sizeof(int))};
    csc_transpose(p, rows.start, rows.row);
    csc_transpose(&rows, matrix->start, matrix->row);
    free(rows.start);
    free(rows.row);
}

/* Returns the slot of each ticket: that of the entry in its row. */
static int *find_slots(const csc_builder *csc_builder, const csc *matrix, const int *sorted, const int *end)
{
    const entry *entry = csc_builder->entries.items;
    int *slot = heap_resize(NULL, ((size_t)csc_builder->entries.n + 1) * sizeof *slot);
    int *of_row = heap_integers((size_t)csc_builder->n, 0);
    for (int j = 0, k = 0; j < csc_builder->n; j++) {
        for (int s = matrix->start[j]; s < matrix->start[j + 1]; s++)
            of_row[matrix->row[s]] = s;
        for (; k < end[j]; k++)
            slot[sorted[k]] = of_row[entry[sorted[k]].row];
    }
    free(of_row);
    return slot;
}

csc *csc_builder_finish(const csc_builder *csc_builder, int **slot)
{
    const size_t n = (size_t)csc_builder->n;
    int *end = heap_integers(n, 0), *sorted = sort_tickets(csc_builder, end);
    pattern pattern = find_entries(csc_builder, sorted, end);
    const int n_entries = pattern.start[csc_builder->n];
    csc *matrix = allocate(csc_builder->n, n_entries);
    if (sort_short(&pattern)) {
        memcpy(matrix->start, pattern.start, (n + 1) * sizeof *matrix->start);
        if (n_entries > 0)
            memcpy(matrix->row, pattern.row, (size_t)n_entries * sizeof *matrix->row);
    } else {
        sort_long(&pattern, matrix);
    }
    *slot = find_slots(csc_builder, matrix, sorted, end);
    csc_zero(matrix);
    free(end);
    free(sorted);
    free(pattern.start);
    free(pattern.row);
    return matrix;
}

void csc_destroy(csc *matrix)
{
    if (!matrix)
        return;
    free(matrix->start);
    free(matrix->row);
    free(matrix->value);
    free(matrix);
}

csc csc_full_of(int size, const csc *matrix, arena *memory)
{
    const size_t n = (size_t)size, entries = (size_t)size_index(size_product(n, n));
    csc full = {.n = size,
                .start = ARENA_ARRAY(memory, int, n + 1),
                .row = ARENA_ARRAY(memory, int, entries + 1),
                .value = ARENA_ARRAY(memory, double, entries + 1)};
    for (size_t j = 0; j < n; j++) {
        full.start[j + 1] = (int)((j + 1) * n);
        for (size_t i = 0; i < n; i++)
            full.row[j * n + i] = (int)i;
        for (int k = (int)j < matrix->n ? matrix->start[j] : 0; (int)j < matrix->n && k < matrix->start[j + 1]; k++)
            full.value[j * n + (size_t)matrix->row[k]] += matrix->value[k];
    }
    return full;
}

void csc_zero(csc *matrix) { kernels_best()->clear(csc_entries(matrix), matrix->value); }

void csc_multiply(const csc *matrix, const double *x, double *y)
{
    for (int i = 0; i < matrix->n; i++)
        y[i] = 0.0;
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
            y[matrix->row[k]] += matrix->value[k] * x[j];
}

void csc_multiply_transposed(const csc *matrix, const double *x, double *y)
{
    for (int j = 0; j < matrix->n; j++) {
        double sum = 0.0;
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
            sum += matrix->value[k] * x[matrix->row[k]];
        y[j] = sum;
    }
}

csc csc_with_mirror(const csc *matrix)
{
    const size_t n_entries = (size_t)csc_entries(matrix);
    csc_rows rows = csc_rows_of(matrix);
    int n = 0;
    csc both = {.n = matrix->n, .start = heap_integers((size_t)matrix->n, 0), .row = heap_integers(2 * n_entries, 0)};
    for (int j = 0; j < matrix->n; j++) {
        for (int a = matrix->start[j], b = rows.start[j]; a < matrix->start[j + 1] || b < rows.start[j + 1]; n++) {
            const int one = a < matrix->start[j + 1] ? matrix->row[a] : matrix->n,
                      other = b < rows.start[j + 1] ? rows.column[b] : matrix->n;
            both.row[n] = one < other ? one : other;
            a += one == both.row[n];
            b += other == both.row[n];
        }
        both.start[j + 1] = n;
    }
    csc_rows_free(&rows);
    return both;
}
