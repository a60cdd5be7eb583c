/* singletons.c - the unknowns that need no elimination.
 *
 * Rows and columns enter a queue once a single entry of them is left. A row with one entry is solved first: its column
 * is then removed from all other rows. A column with one entry is solved last: its row is removed from all other
 * columns. Both shorten other lines, which may then enter the queue. */
#include "linalg/reduction/singletons.h"

/* One direction of the matrix: the used entries of each line. */
typedef struct {
    int *start, *other; /* other: the line of the other direction through the entry */
    int *entry;         /* its index among the values */
    int *left;          /* number of entries whose other line still remains */
    bool *gone;
} lines;

typedef struct {
    const csc *matrix;
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

static void singletons_load(peeling *peeling, const bool *used, arena *memory)
{
    const csc *matrix = peeling->matrix;
    const int n = matrix->n;
    int n_used = 0;
    for (int e = 0; e < csc_entries(matrix); e++)
        n_used += used[e];
    lines_create(&peeling->rows, n, n_used, memory);
    lines_create(&peeling->columns, n, n_used, memory);
    for (int e = 0; e < csc_entries(matrix); e++)
        peeling->rows.start[matrix->row[e] + 1] += used[e];
    for (int i = 0; i < n; i++)
        peeling->rows.start[i + 1] += peeling->rows.start[i];
    for (int j = 0, to = 0; j < n; j++) {
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++) {
            if (!used[e])
                continue;
            const int i = matrix->row[e], in_row = peeling->rows.start[i] + peeling->rows.left[i]++;
            peeling->rows.other[in_row] = j;
            peeling->rows.entry[in_row] = peeling->columns.entry[to] = e;
            peeling->columns.other[to++] = i;
            peeling->columns.left[j]++;
        }
        peeling->columns.start[j + 1] = to;
    }
}

static void take_off(peeling *peeling, lines *of, int line, lines *others, int first_others)
{
    of->gone[line] = true;
    for (int k = of->start[line]; k < of->start[line + 1]; k++)
        if (--others->left[of->other[k]] == 1)
            peeling->queue[peeling->n_queue++] = first_others + of->other[k];
}

/* Finds the only entry left in a line. Returns the other line through it, or -1 if its value is zero. */
static int find_single(const peeling *peeling, const lines *of, int line, const lines *others)
{
    for (int k = of->start[line]; k < of->start[line + 1]; k++)
        if (!others->gone[of->other[k]])
            return peeling->matrix->value[of->entry[k]] != 0.0 ? of->other[k] : -1;
    return -1;
}

static void peel(peeling *peeling, int line)
{
    const int n = peeling->matrix->n;
    const bool is_row = line < n;
    lines *of = is_row ? &peeling->rows : &peeling->columns, *others = is_row ? &peeling->columns : &peeling->rows;
    const int i = is_row ? line : line - n;
    if (of->gone[i] || of->left[i] != 1)
        return;
    const int j = find_single(peeling, of, i, others);
    if (j < 0)
        return;
    singletons *singletons = peeling->out;
    if (is_row) {
        singletons->first_row[singletons->n_first] = i;
        singletons->first_column[singletons->n_first++] = j;
    } else {
        singletons->last_row[singletons->n_last] = j;
        singletons->last_column[singletons->n_last++] = i;
    }
    take_off(peeling, of, i, others, is_row ? n : 0);
    take_off(peeling, others, j, of, is_row ? 0 : n);
}

static void reverse(int n, int *list)
{
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        const int item = list[i];
        list[i] = list[j];
        list[j] = item;
    }
}

/* Numbers the core: first the indices whose row and column both remain, then the other rows and columns. */
static void number_core(peeling *peeling)
{
    singletons *singletons = peeling->out;
    const int n = peeling->matrix->n;
    for (int i = 0; i < n; i++) {
        singletons->row_core[i] = singletons->column_core[i] = -1;
        if (peeling->rows.gone[i] || peeling->columns.gone[i])
            continue;
        singletons->core_row[singletons->n_core] = singletons->core_column[singletons->n_core] = i;
        singletons->row_core[i] = singletons->column_core[i] = singletons->n_core++;
    }
    int n_rows = singletons->n_core, n_columns = singletons->n_core;
    for (int i = 0; i < n; i++) {
        if (!peeling->rows.gone[i] && singletons->row_core[i] < 0) {
            singletons->core_row[n_rows] = i;
            singletons->row_core[i] = n_rows++;
        }
        if (!peeling->columns.gone[i] && singletons->column_core[i] < 0) {
            singletons->core_column[n_columns] = i;
            singletons->column_core[i] = n_columns++;
        }
    }
    singletons->n_core = n_rows;
}

singletons *singletons_find(const csc *matrix, const bool *used, arena *memory)
{
    const int n = matrix->n;
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
    peeling peeling = {.matrix = matrix, .queue = arena_integers(scratch, size_product(4, n)), .out = s};
    singletons_load(&peeling, used, scratch);
    for (int i = 0; i < n; i++) {
        if (peeling.rows.left[i] == 1)
            peeling.queue[peeling.n_queue++] = i;
        if (peeling.columns.left[i] == 1)
            peeling.queue[peeling.n_queue++] = n + i;
    }
    for (int k = 0; k < peeling.n_queue; k++)
        peel(&peeling, peeling.queue[k]);
    reverse(s->n_last, s->last_row);
    reverse(s->n_last, s->last_column);
    number_core(&peeling);
    arena_destroy(scratch);
    return s;
}
