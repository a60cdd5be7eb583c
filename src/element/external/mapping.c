/* mapping.c - the matrix of a mapping: read from a file, applied to vectors. */
#include "element/external/mapping.h"
#include "base/array.h"
#include "deck/diag_rows.h"
#include "element/diag_rows.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    reader *r;
    const char *name;
    const char *cursor, *end;
    int line;
    ARRAY(mapping_entry) entries;
    long count; /* numbers so far */
} loader;

static void line_error(const loader *l, const char *why) { read_error_last(l->r, E_MAPPING, l->name, l->line, why); }

/* Up to the next number; false at the end of the file. */
static bool skip_blanks(loader *l)
{
    bool fresh = l->cursor[-1] == '\n';
    for (; l->cursor < l->end; l->cursor++) {
        if (fresh && (*l->cursor == '#' || *l->cursor == '%'))
            l->cursor += strcspn(l->cursor, "\n");
        if (!strchr(" \t\r\n,", *l->cursor))
            return true;
        fresh = *l->cursor == '\n' || (fresh && *l->cursor != '\n');
        l->line += *l->cursor == '\n';
    }
    return false;
}

static bool next_number(loader *l, double *v)
{
    char *end;
    if (!read_ok(l->r) || !skip_blanks(l))
        return false;
    *v = strtod(l->cursor, &end);
    if (end == l->cursor || !isfinite(*v)) {
        line_error(l, "this is no number");
        return false;
    }
    l->cursor = end;
    l->count++;
    return true;
}

static void mapping_add(loader *l, int row, int column, double v, double threshold)
{
    const mapping_entry e = {.row = row, .column = column, .value = v};
    if (fabs(v) > threshold)
        array_push(&l->entries, e);
}

static void load_full(loader *l, int columns, double threshold)
{
    double v;
    while (next_number(l, &v)) {
        const long k = l->count - 1;
        if (k / columns > INT_MAX / 2)
            line_error(l, "there are too many rows");
        else
            mapping_add(l, (int)(k / columns), (int)(k % columns), v, threshold);
    }
    if (read_ok(l->r) && l->count % columns != 0)
        line_error(l, "the last row is not complete");
}

static void load_sparse(loader *l, double threshold)
{
    double row, column, v;
    while (next_number(l, &row)) {
        if (!next_number(l, &column) || !next_number(l, &v)) {
            if (read_ok(l->r))
                line_error(l, "an entry is not complete: ROW COLUMN VALUE");
            return;
        }
        if (!(row >= 1 && row < INT_MAX / 2 && column >= 1 && column < INT_MAX / 2) || row != floor(row) ||
            column != floor(column))
            line_error(l, "row and column are numbers from 1");
        else
            mapping_add(l, (int)row - 1, (int)column - 1, v, threshold);
    }
}

static int mapping_rows_of(const loader *l)
{
    int rows = 0;
    for (int i = 0; i < l->entries.n; i++)
        rows = l->entries.items[i].row >= rows ? l->entries.items[i].row + 1 : rows;
    return rows;
}

static void turn_over(loader *l)
{
    for (int i = 0; i < l->entries.n; i++) {
        mapping_entry *e = &l->entries.items[i];
        const int row = e->row;
        e->row = e->column;
        e->column = row;
    }
}

static void check(loader *l, mapping *h, bool is_full, long numbers)
{
    for (int i = 0; i < l->entries.n && read_ok(l->r); i++) {
        const mapping_entry *e = &l->entries.items[i];
        if (e->row >= h->rows || e->column >= h->columns)
            line_error(l, "the matrix is larger than it may be");
    }
    if (read_ok(l->r) && is_full && numbers != (long)h->rows * h->columns)
        line_error(l, "the matrix has another size");
}

static void mapping_load(loader *l, mapping *h, bool is_full, int group)
{
    double threshold = 0;
    bool transposed = false;
    if (read_keyword(l->r, "threshold"))
        threshold = read_not_negative(l->r, "threshold");
    transposed = read_keyword(l->r, "transpose");
    const char *why = "";
    const source *file =
        read_ok(l->r) ? sources_load(reader_texts(l->r), l->name, l->name, read_last_place(l->r), &why) : NULL;
    if (!file) {
        if (read_ok(l->r))
            read_error_last(l->r, E_NO_FILE, l->name, why);
        return;
    }
    char *copy = malloc(file->length + 2);
    if (!copy)
        return;
    copy[0] = '\n';
    memcpy(copy + 1, file->text, file->length + 1);
    l->cursor = copy + 1;
    l->end = l->cursor + file->length;
    if (is_full)
        load_full(l, transposed && h->rows ? h->rows : h->columns, threshold);
    else
        load_sparse(l, threshold);
    free(copy);
    if (transposed)
        turn_over(l);
    if (h->rows == 0)
        h->rows = is_full ? (int)(l->count / h->columns) : (mapping_rows_of(l) + group - 1) / group * group;
    if (read_ok(l->r) && h->rows % group != 0)
        line_error(l, "the number of rows is no multiple of three");
    check(l, h, is_full, l->count);
}

void read_mapping(reader *r, mapping *h, int rows, int columns, int group)
{
    static const char *const KINDS[] = {"full mapping file", "sparse mapping file", NULL};
    const bool is_full = read_choice(r, KINDS, "mapping") == 0;
    *h = (mapping){.rows = rows, .columns = columns};
    loader l = {.r = r, .name = read_filename(r, "mapping file"), .line = 1};
    if (read_ok(r))
        mapping_load(&l, h, is_full, group);
    h->n = l.entries.n;
    h->entries = arena_copy(reader_arena(r), l.entries.items, (size_t)l.entries.n * sizeof *l.entries.items);
    array_free(&l.entries);
}

void mapping_apply(const mapping *h, const double *x, double *y)
{
    memset(y, 0, (size_t)h->rows * sizeof *y);
    for (int i = 0; i < h->n; i++)
        y[h->entries[i].row] += h->entries[i].value * x[h->entries[i].column];
}

void mapping_apply_back(const mapping *h, const double *y, double *x)
{
    memset(x, 0, (size_t)h->columns * sizeof *x);
    for (int i = 0; i < h->n; i++)
        x[h->entries[i].column] += h->entries[i].value * y[h->entries[i].row];
}
