/* singletons.c - the unknowns that need no elimination.
 *
 * Rows and columns wait in a queue once one entry of them is left. A row with one entry is solved first: its column
 * then leaves all other rows. A column with one entry is solved last: its row leaves all other columns. Both shorten
 * other lines, which may then join the queue. */
#include "linalg/reduction/singletons.h"

/* One direction of the matrix: the used entries of each line. */
typedef struct {
    int *start, *other; /* other: the line of the other direction through the entry */
    int *entry;         /* its place among the values */
    int *left;          /* entries whose other line is still there */
    bool *gone;
} lines;

typedef struct {
    const csc *a;
    lines rows, columns;
    int *queue; /* row i is i, column j is n + j */
    int n_queue;
    singletons *out;
} peeling;

static void lines_create(lines *l, int n, int n_used, arena *memory)
{
    *l = (lines){arena_integers(memory, n), arena_integers(memory, n_used), arena_integers(memory, n_used),
                 arena_integers(memory, n), ARENA_ARRAY(memory, bool, n + 1)};
}

static void singletons_load(peeling *p, const bool *used, arena *memory)
{
    const csc *a = p->a;
    const int n = a->n;
    int n_used = 0;
    for (int e = 0; e < csc_entries(a); e++)
        n_used += used[e];
    lines_create(&p->rows, n, n_used, memory);
    lines_create(&p->columns, n, n_used, memory);
    for (int e = 0; e < csc_entries(a); e++)
        p->rows.start[a->row[e] + 1] += used[e];
    for (int i = 0; i < n; i++)
        p->rows.start[i + 1] += p->rows.start[i];
    for (int j = 0, to = 0; j < n; j++) {
        for (int e = a->start[j]; e < a->start[j + 1]; e++) {
            if (!used[e])
                continue;
            const int i = a->row[e], in_row = p->rows.start[i] + p->rows.left[i]++;
            p->rows.other[in_row] = j;
            p->rows.entry[in_row] = p->columns.entry[to] = e;
            p->columns.other[to++] = i;
            p->columns.left[j]++;
        }
        p->columns.start[j + 1] = to;
    }
}

static void take_off(peeling *p, lines *of, int line, lines *others, int first_others)
{
    of->gone[line] = true;
    for (int k = of->start[line]; k < of->start[line + 1]; k++)
        if (--others->left[of->other[k]] == 1)
            p->queue[p->n_queue++] = first_others + of->other[k];
}

/* The one entry left in a line: the other line through it, or -1 when its value is zero. */
static int find_single(const peeling *p, const lines *of, int line, const lines *others)
{
    for (int k = of->start[line]; k < of->start[line + 1]; k++)
        if (!others->gone[of->other[k]])
            return p->a->value[of->entry[k]] != 0.0 ? of->other[k] : -1;
    return -1;
}

static void peel(peeling *p, int line)
{
    const int n = p->a->n;
    const bool is_row = line < n;
    lines *of = is_row ? &p->rows : &p->columns, *others = is_row ? &p->columns : &p->rows;
    const int i = is_row ? line : line - n;
    if (of->gone[i] || of->left[i] != 1)
        return;
    const int j = find_single(p, of, i, others);
    if (j < 0)
        return;
    singletons *s = p->out;
    if (is_row) {
        s->first_row[s->n_first] = i;
        s->first_column[s->n_first++] = j;
    } else {
        s->last_row[s->n_last] = j;
        s->last_column[s->n_last++] = i;
    }
    take_off(p, of, i, others, is_row ? n : 0);
    take_off(p, others, j, of, is_row ? 0 : n);
}

static void reverse(int n, int *list)
{
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        const int item = list[i];
        list[i] = list[j];
        list[j] = item;
    }
}

/* Numbers the core: first the indices of which both row and column are left, then the other rows and columns. */
static void number_core(peeling *p)
{
    singletons *s = p->out;
    const int n = p->a->n;
    for (int i = 0; i < n; i++) {
        s->row_core[i] = s->column_core[i] = -1;
        if (p->rows.gone[i] || p->columns.gone[i])
            continue;
        s->core_row[s->n_core] = s->core_column[s->n_core] = i;
        s->row_core[i] = s->column_core[i] = s->n_core++;
    }
    int n_rows = s->n_core, n_columns = s->n_core;
    for (int i = 0; i < n; i++) {
        if (!p->rows.gone[i] && s->row_core[i] < 0) {
            s->core_row[n_rows] = i;
            s->row_core[i] = n_rows++;
        }
        if (!p->columns.gone[i] && s->column_core[i] < 0) {
            s->core_column[n_columns] = i;
            s->column_core[i] = n_columns++;
        }
    }
    s->n_core = n_rows;
}

singletons *singletons_find(const csc *a, const bool *used, arena *memory)
{
    const int n = a->n;
    arena *scratch = arena_create();
    singletons *s = ARENA_NEW(memory, singletons);
    *s = (singletons){.first_row = arena_integers(memory, n),
                      .first_column = arena_integers(memory, n),
                      .last_row = arena_integers(memory, n),
                      .last_column = arena_integers(memory, n),
                      .core_row = arena_integers(memory, n),
                      .core_column = arena_integers(memory, n),
                      .row_core = arena_integers(memory, n),
                      .column_core = arena_integers(memory, n)};
    peeling p = {.a = a, .queue = arena_integers(scratch, 4 * n), .out = s};
    singletons_load(&p, used, scratch);
    for (int i = 0; i < n; i++) {
        if (p.rows.left[i] == 1)
            p.queue[p.n_queue++] = i;
        if (p.columns.left[i] == 1)
            p.queue[p.n_queue++] = n + i;
    }
    for (int k = 0; k < p.n_queue; k++)
        peel(&p, p.queue[k]);
    reverse(s->n_last, s->last_row);
    reverse(s->n_last, s->last_column);
    number_core(&p);
    arena_destroy(scratch);
    return s;
}
