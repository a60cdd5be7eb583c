/* csc.c - a sparse matrix by compressed columns, and the way from scattered entries to it.
 *
 * The builder notes (row, column) by ticket. Two stable counting sorts, by row and then by column, bring the tickets
 * into the order of the compressed matrix; neighbours with equal row and column share one slot. Time and memory are
 * linear in n and in the number of tickets. */
#include "linalg/csc.h"
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

void csc_builder_destroy(csc_builder *b)
{
    if (b)
        array_free(&b->entries);
    free(b);
}

int csc_builder_add(csc_builder *b, int row, int column)
{
    assert(row >= 0 && row < b->n && column >= 0 && column < b->n);
    array_push(&b->entries, ((entry){row, column}));
    return b->entries.n - 1;
}

/* Turns counts, kept one place ahead, into where each bucket begins. */
static void sum_up(int n, int *begin)
{
    for (int i = 0; i < n; i++)
        begin[i + 1] += begin[i];
}

/* The tickets, ordered by column and within a column by row. */
static int *sort_tickets(const csc_builder *b)
{
    const int n_entries = b->entries.n;
    const entry *e = b->entries.at;
    int *by_row = heap_resize(NULL, ((size_t)n_entries + 1) * sizeof *by_row);
    int *sorted = heap_resize(NULL, ((size_t)n_entries + 1) * sizeof *sorted);
    int *begin = heap_resize(NULL, ((size_t)b->n + 1) * sizeof *begin);
    memset(begin, 0, ((size_t)b->n + 1) * sizeof *begin);
    for (int t = 0; t < n_entries; t++)
        begin[e[t].row + 1]++;
    sum_up(b->n, begin);
    for (int t = 0; t < n_entries; t++)
        by_row[begin[e[t].row]++] = t;
    memset(begin, 0, ((size_t)b->n + 1) * sizeof *begin);
    for (int t = 0; t < n_entries; t++)
        begin[e[t].column + 1]++;
    sum_up(b->n, begin);
    for (int k = 0; k < n_entries; k++)
        sorted[begin[e[by_row[k]].column]++] = by_row[k];
    free(by_row);
    free(begin);
    return sorted;
}

static csc *allocate(int n, int n_entries)
{
    csc *a = heap_resize(NULL, sizeof *a);
    a->n = n;
    a->start = heap_resize(NULL, ((size_t)n + 1) * sizeof *a->start);
    a->row = heap_resize(NULL, (size_t)n_entries * sizeof *a->row);
    a->value = heap_resize(NULL, (size_t)n_entries * sizeof *a->value);
    memset(a->start, 0, ((size_t)n + 1) * sizeof *a->start);
    return a;
}

csc *csc_builder_finish(const csc_builder *b, int **slot)
{
    const int n_tickets = b->entries.n;
    const entry *e = b->entries.at;
    int *sorted = sort_tickets(b);
    *slot = heap_resize(NULL, (size_t)n_tickets * sizeof **slot);
    int n_entries = 0;
    for (int k = 0; k < n_tickets; k++) {
        const entry *now = &e[sorted[k]], *before = &e[sorted[k > 0 ? k - 1 : 0]];
        n_entries += k == 0 || now->row != before->row || now->column != before->column;
        (*slot)[sorted[k]] = n_entries - 1;
    }
    csc *a = allocate(b->n, n_entries);
    for (int k = 0; k < n_tickets; k++) {
        const entry *now = &e[sorted[k]];
        const int s = (*slot)[sorted[k]];
        a->row[s] = now->row;
        a->start[now->column + 1] = s + 1;
    }
    for (int j = 0; j < b->n; j++)
        if (a->start[j + 1] == 0)
            a->start[j + 1] = a->start[j];
    csc_zero(a);
    free(sorted);
    return a;
}

void csc_destroy(csc *a)
{
    if (!a)
        return;
    free(a->start);
    free(a->row);
    free(a->value);
    free(a);
}

csc csc_full_of(int size, const csc *a, arena *memory)
{
    const size_t n = (size_t)size;
    csc full = {.n = size,
                .start = ARENA_ARRAY(memory, int, n + 1),
                .row = ARENA_ARRAY(memory, int, n *n + 1),
                .value = ARENA_ARRAY(memory, double, n *n + 1)};
    for (size_t j = 0; j < n; j++) {
        full.start[j + 1] = (int)((j + 1) * n);
        for (size_t i = 0; i < n; i++)
            full.row[j * n + i] = (int)i;
        for (int k = (int)j < a->n ? a->start[j] : 0; (int)j < a->n && k < a->start[j + 1]; k++)
            full.value[j * n + (size_t)a->row[k]] += a->value[k];
    }
    return full;
}

void csc_zero(csc *a) { kernels_best()->clear(csc_entries(a), a->value); }

void csc_multiply(const csc *a, const double *x, double *y)
{
    for (int i = 0; i < a->n; i++)
        y[i] = 0.0;
    for (int j = 0; j < a->n; j++)
        for (int k = a->start[j]; k < a->start[j + 1]; k++)
            y[a->row[k]] += a->value[k] * x[j];
}

void csc_multiply_transposed(const csc *a, const double *x, double *y)
{
    for (int j = 0; j < a->n; j++) {
        double sum = 0.0;
        for (int k = a->start[j]; k < a->start[j + 1]; k++)
            sum += a->value[k] * x[a->row[k]];
        y[j] = sum;
    }
}
