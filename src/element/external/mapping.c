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
    reader *reader;
    const char *name;
    const char *cursor, *end;
    int line;
    ARRAY(mapping_entry) entries;
    long count; /* numbers read so far */
} loader;

static void line_error(const loader *loader, const char *why)
{
    read_error_last(loader->reader, E_MAPPING, loader->name, loader->line, why);
}

/* Skips to the next number. Returns false at the end of the file. */
static bool skip_blanks(loader *loader)
{
    bool fresh = loader->cursor[-1] == '\n';
    for (; loader->cursor < loader->end; loader->cursor++) {
        if (fresh && (*loader->cursor == '#' || *loader->cursor == '%'))
            loader->cursor += strcspn(loader->cursor, "\n");
        if (!strchr(" \t\r\n,", *loader->cursor))
            return true;
        fresh = *loader->cursor == '\n' || (fresh && *loader->cursor != '\n');
        loader->line += *loader->cursor == '\n';
    }
    return false;
}

static bool next_number(loader *loader, double *v)
{
    char *end;
    if (!read_ok(loader->reader) || !skip_blanks(loader))
        return false;
    *v = strtod(loader->cursor, &end);
    if (end == loader->cursor || !isfinite(*v)) {
        line_error(loader, "this is not a number");
        return false;
    }
    loader->cursor = end;
    loader->count++;
    return true;
}

static void mapping_add(loader *loader, int row, int column, double v, double threshold)
{
    const mapping_entry entry = {.row = row, .column = column, .value = v};
    if (fabs(v) > threshold)
        array_push(&loader->entries, entry);
}

static void load_full(loader *loader, int columns, double threshold)
{
    double v;
    while (next_number(loader, &v)) {
        const long k = loader->count - 1;
        if (k / columns > INT_MAX / 2)
            line_error(loader, "too many rows");
        else
            mapping_add(loader, (int)(k / columns), (int)(k % columns), v, threshold);
    }
    if (read_ok(loader->reader) && loader->count % columns != 0)
        line_error(loader, "the last row is incomplete");
}

static void load_sparse(loader *loader, double threshold)
{
    double row, column, v;
    while (next_number(loader, &row)) {
        if (!next_number(loader, &column) || !next_number(loader, &v)) {
            if (read_ok(loader->reader))
                line_error(loader, "an entry is incomplete: expected ROW COLUMN VALUE");
            return;
        }
        if (!(row >= 1 && row < INT_MAX / 2 && column >= 1 && column < INT_MAX / 2) || row != floor(row) ||
            column != floor(column))
            line_error(loader, "row and column must be at least 1");
        else
            mapping_add(loader, (int)row - 1, (int)column - 1, v, threshold);
    }
}

static int mapping_rows_of(const loader *loader)
{
    int rows = 0;
    for (int i = 0; i < loader->entries.n; i++)
        rows = loader->entries.items[i].row >= rows ? loader->entries.items[i].row + 1 : rows;
    return rows;
}

static void reverse(loader *loader)
{
    for (int i = 0; i < loader->entries.n; i++) {
        mapping_entry *entry = &loader->entries.items[i];
        const int row = entry->row;
        entry->row = entry->column;
        entry->column = row;
    }
}

static void check(loader *loader, mapping *mapping, bool is_full, long numbers)
{
    for (int i = 0; i < loader->entries.n && read_ok(loader->reader); i++) {
        const mapping_entry *entry = &loader->entries.items[i];
        if (entry->row >= mapping->rows || entry->column >= mapping->columns)
            line_error(loader, "the matrix is too large");
    }
    if (read_ok(loader->reader) && is_full && numbers != (long)mapping->rows * mapping->columns)
        line_error(loader, "the matrix has a different size");
}

static void mapping_load(loader *loader, mapping *mapping, bool is_full, int group)
{
    double threshold = 0;
    bool transposed = false;
    if (read_keyword(loader->reader, "threshold"))
        threshold = read_not_negative(loader->reader, "threshold");
    transposed = read_keyword(loader->reader, "transpose");
    const char *why = "";
    const source *file = read_ok(loader->reader) ? sources_load(reader_texts(loader->reader), loader->name,
                                                                loader->name, read_last_location(loader->reader), &why)
                                                 : NULL;
    if (!file) {
        if (read_ok(loader->reader))
            read_error_last(loader->reader, E_NO_FILE, loader->name, why);
        return;
    }
    char *copy = malloc(file->length + 2);
    if (!copy)
        return;
    copy[0] = '\n';
    memcpy(copy + 1, file->text, file->length + 1);
    loader->cursor = copy + 1;
    loader->end = loader->cursor + file->length;
    if (is_full)
        load_full(loader, transposed && mapping->rows ? mapping->rows : mapping->columns, threshold);
    else
        load_sparse(loader, threshold);
    free(copy);
    if (transposed)
        reverse(loader);
    if (mapping->rows == 0)
        mapping->rows =
            is_full ? (int)(loader->count / mapping->columns) : (mapping_rows_of(loader) + group - 1) / group * group;
    if (read_ok(loader->reader) && mapping->rows % group != 0)
        line_error(loader, "the number of rows is not a multiple of three");
    check(loader, mapping, is_full, loader->count);
}

void read_mapping(reader *reader, mapping *h, int rows, int columns, int group)
{
    static const char *const KINDS[] = {"full mapping file", "sparse mapping file", NULL};
    const bool is_full = read_choice(reader, KINDS, "mapping") == 0;
    *h = (mapping){.rows = rows, .columns = columns};
    loader loader = {.reader = reader, .name = read_filename(reader, "mapping file"), .line = 1};
    if (read_ok(reader))
        mapping_load(&loader, h, is_full, group);
    h->n = loader.entries.n;
    h->entries =
        arena_copy(reader_arena(reader), loader.entries.items, (size_t)loader.entries.n * sizeof *loader.entries.items);
    array_free(&loader.entries);
}

void mapping_apply(const mapping *mapping, const double *x, double *y)
{
    memset(y, 0, (size_t)mapping->rows * sizeof *y);
    for (int i = 0; i < mapping->n; i++)
        y[mapping->entries[i].row] += mapping->entries[i].value * x[mapping->entries[i].column];
}

void mapping_apply_back(const mapping *mapping, const double *y, double *x)
{
    memset(x, 0, (size_t)mapping->columns * sizeof *x);
    for (int i = 0; i < mapping->n; i++)
        x[mapping->entries[i].column] += mapping->entries[i].value * y[mapping->entries[i].row];
}
