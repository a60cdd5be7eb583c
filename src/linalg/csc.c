/* csc.c - a sparse matrix by compressed columns, and the way from scattered entries to it.
 *
 * The builder notes (row, column) by ticket. A counting sort brings the tickets together by columns; the first one of a
 * column with a given row makes an entry. Where columns are short their rows are sorted at once; else two more counting
 * sorts, by rows and back by columns, bring the entries into the order of the compressed matrix. Time and memory are
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

/* The tickets by column; those of column j end at end[j]. */
static int *sort_tickets(const csc_builder *b, int *end)
{
    const entry *e = b->entries.items;
    int *sorted = heap_resize(NULL, ((size_t)b->entries.n + 1) * sizeof *sorted);
    for (int t = 0; t < b->entries.n; t++)
        end[e[t].column + 1]++;
    sum_up(b->n, end);
    for (int t = 0; t < b->entries.n; t++)
        sorted[end[e[t].column]++] = t;
    return sorted;
}

/* Entries of a pattern by columns, rows in any order. */
typedef struct {
    int n;
    int *start, *row;
} pattern;

static pattern find_entries(const csc_builder *b, const int *sorted, const int *end)
{
    const entry *e = b->entries.items;
    int *last = heap_integers((size_t)b->n, -1), n = 0; /* of each row: the last column that has an entry there */
    pattern p = {b->n, heap_integers((size_t)b->n, 0), heap_resize(NULL, ((size_t)b->entries.n + 1) * sizeof(int))};
    for (int j = 0, k = 0; j < b->n; j++) {
        for (; k < end[j]; k++) {
            const int row = e[sorted[k]].row;
            if (last[row] != j)
                p.row[n++] = row;
            last[row] = j;
        }
        p.start[j + 1] = n;
    }
    free(last);
    return p;
}

/* Puts the rows of short columns in order. False when those of a long one are not. */
static bool sort_short(const pattern *p)
{
    enum { SHORT = 16 };
    for (int j = 0; j < p->n; j++) {
        int *row = p->row + p->start[j];
        const int n = p->start[j + 1] - p->start[j];
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

/* Its rows become columns, and their rows ascend. */
static void csc_transpose(const pattern *p, int *start, int *row)
{
    memset(start, 0, ((size_t)p->n + 1) * sizeof *start);
    for (int k = 0; k < p->start[p->n]; k++)
        start[p->row[k] + 1]++;
    sum_up(p->n, start);
    for (int j = 0; j < p->n; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            row[start[p->row[k]]++] = j;
    memmove(start + 1, start, (size_t)p->n * sizeof *start);
    start[0] = 0;
}

static csc *allocate(int n, int n_entries)
{
    csc *a = heap_resize(NULL, sizeof *a);
    a->n = n;
    a->start = heap_resize(NULL, ((size_t)n + 1) * sizeof *a->start);
    a->row = heap_resize(NULL, (size_t)n_entries * sizeof *a->row);
    a->value = heap_resize(NULL, (size_t)n_entries * sizeof *a->value);
    return a;
}

static void sort_long(const pattern *p, csc *a)
{
    const pattern rows = {p->n, heap_integers((size_t)p->n, 0),
                          heap_resize(NULL, ((size_t)p->start[p->n] + 1) * sizeof(int))};
    csc_transpose(p, rows.start, rows.row);
    csc_transpose(&rows, a->start, a->row);
    free(rows.start);
    free(rows.row);
}

/* The slot of each ticket: that of the entry in its row. */
static int *find_slots(const csc_builder *b, const csc *a, const int *sorted, const int *end)
{
    const entry *e = b->entries.items;
    int *slot = heap_resize(NULL, ((size_t)b->entries.n + 1) * sizeof *slot);
    int *of_row = heap_integers((size_t)b->n, 0);
    for (int j = 0, k = 0; j < b->n; j++) {
        for (int s = a->start[j]; s < a->start[j + 1]; s++)
            of_row[a->row[s]] = s;
        for (; k < end[j]; k++)
            slot[sorted[k]] = of_row[e[sorted[k]].row];
    }
    free(of_row);
    return slot;
}

csc *csc_builder_finish(const csc_builder *b, int **slot)
{
    const size_t n = (size_t)b->n;
    int *end = heap_integers(n, 0), *sorted = sort_tickets(b, end);
    pattern p = find_entries(b, sorted, end);
    const int n_entries = p.start[b->n];
    csc *a = allocate(b->n, n_entries);
    if (sort_short(&p)) {
        memcpy(a->start, p.start, (n + 1) * sizeof *a->start);
        if (n_entries > 0)
            memcpy(a->row, p.row, (size_t)n_entries * sizeof *a->row);
    } else {
        sort_long(&p, a);
    }
    *slot = find_slots(b, a, sorted, end);
    csc_zero(a);
    free(end);
    free(sorted);
    free(p.start);
    free(p.row);
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
