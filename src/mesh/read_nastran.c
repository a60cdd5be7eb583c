/* read_nastran.c - NASTRAN bulk data, in small, large and free fields.
 *
 *     CHEXA   1       1       1       2       3       4       5       6       +
 *     GRID*                  1                             0.0             1.5
 *     MAT1,1,2.1+11,,.3,7850.
 *
 * A card consists of its name and the fields of its lines, eight per line (four with large fields); continuation
 * lines begin with a blank field, + or *. Everything before BEGIN BULK is skipped. All sets of supports and loads
 * are combined. Unknown cards are reported. */
#include "mesh/nastran_cards.h"
#include "mesh/diag_rows.h"
#include <ctype.h>
#include <strings.h>

typedef struct {
    mesh *mesh;
    scanner scanner;
    nastran_card card;
    int nested;
    bool is_over;
} reading;

static void read_nastran_flush(reading *reading)
{
    if (reading->card.name.n > 0)
        nastran_take(reading->mesh, &reading->scanner, &reading->card);
    reading->card.name = (span){0};
    reading->card.fields.n = 0;
}

static void add_fields(reading *reading, const span *field, int n, int to)
{
    for (int i = 0; i < to; i++)
        array_push(&reading->card.fields, i < n ? field[i] : (span){0});
}

/* Splits a line into fields, of which the first is the name. Returns the maximum number of other fields: eight, or
 * four. */
static int split_fixed(reading *reading, span line, span *field, int *n)
{
    const char *stop = line.start + line.n;
    const bool is_large = memchr(line.start, '*', (size_t)(line.n < 8 ? line.n : 8)) != NULL;
    const int width = is_large ? 16 : 8, most = is_large ? 4 : 8;
    field[0] = span_trim(&reading->scanner, span_of(&reading->scanner, line.start, line.n < 8 ? stop : line.start + 8));
    *n = 0;
    for (int i = 0; i < most && line.n > 8 + i * width; i++) {
        const char *from = line.start + 8 + (ptrdiff_t)i * width, *to = from + width;
        field[++*n] = span_trim(&reading->scanner, span_of(&reading->scanner, from, to < stop ? to : stop));
    }
    return most;
}

static int split_free(reading *reading, span line, span *field, int *n)
{
    *n = -1;
    span one;
    while (span_field(&reading->scanner, &line, ',', &one)) {
        if (*n == 9) {
            diag_report(reading->mesh->errors, E_MESH_FORMAT, one.location, "the line has more than ten fields");
            break;
        }
        field[++*n] = one;
    }
    const bool is_large = field[0].n > 0 && memchr(field[0].start, '*', (size_t)field[0].n) != NULL;
    const int most = is_large ? 4 : 8;
    *n = *n > most ? most : *n;
    return most;
}

static void bulk_line(reading *reading, span line)
{
    span field[10] = {{0}};
    int n;
    if (line.n > 0 && memchr(line.start, '\t', (size_t)line.n)) {
        diag_report(reading->mesh->errors, E_MESH_FORMAT, line.location,
                    "a tab is not allowed among fixed-width fields");
        return;
    }
    const bool is_free = memchr(line.start, ',', (size_t)line.n) != NULL;
    const int most = is_free ? split_free(reading, line, field, &n) : split_fixed(reading, line, field, &n);
    const bool continues = field[0].n == 0 || *field[0].start == '+' || *field[0].start == '*';
    if (!continues) {
        read_nastran_flush(reading);
        reading->card.name = field[0];
        if (field[0].start[field[0].n - 1] == '*')
            reading->card.name = span_of(&reading->scanner, field[0].start, field[0].start + field[0].n - 1);
        reading->card.name = span_trim(&reading->scanner, reading->card.name);
    } else if (reading->card.name.n == 0) {
        diag_report(reading->mesh->errors, E_MESH_FORMAT, line.location, "the line does not continue a card");
        return;
    }
    add_fields(reading, field + 1, n, most);
}

static void read_nastran_read_file(reading *reading);

/* INCLUDE 'name' */
static void include(reading *r, span line)
{
    span name = span_trim(&r->scanner, span_of(&r->scanner, line.start + 7, line.start + line.n));
    while (name.n > 0 && (*name.start == '\'' || *name.start == '"'))
        name.start++, name.n--;
    while (name.n > 0 && (name.start[name.n - 1] == '\'' || name.start[name.n - 1] == '"'))
        name.n--;
    const char *words = arena_string(r->mesh->memory, name.start, (size_t)name.n);
    const source *file = mesh_include(r->mesh, r->scanner.file, words, line.location, r->nested);
    if (!file)
        return;
    reading inner = {
        .mesh = r->mesh, .scanner = scan_file(r->mesh->errors, r->mesh->texts, file), .nested = r->nested + 1};
    read_nastran_read_file(&inner);
    r->is_over = inner.is_over;
}

/* Skips everything up to and including BEGIN BULK, if present. */
static void skip_control(reading *reading)
{
    scanner ahead = reading->scanner;
    span line;
    while (scan_line(&ahead, &line)) {
        const span words = span_trim(&reading->scanner, line);
        if (span_begins(words, "BEGIN") && words.n > 5 && isspace((unsigned char)words.start[5])) {
            reading->scanner.cursor = ahead.cursor;
            return;
        }
    }
}

static void read_nastran_read_file(reading *reading)
{
    span line;
    if (reading->nested == 0)
        skip_control(reading);
    while (!reading->is_over && !diag_full(reading->mesh->errors) && scan_line(&reading->scanner, &line)) {
        const char *comment = line.n > 0 ? memchr(line.start, '$', (size_t)line.n) : NULL;
        if (comment)
            line = span_of(&reading->scanner, line.start, comment);
        const span words = span_trim(&reading->scanner, line);
        if (words.n == 0)
            continue;
        if (span_begins(words, "ENDDATA")) {
            reading->is_over = true;
        } else if (span_begins(words, "INCLUDE")) {
            read_nastran_flush(reading);
            include(reading, words);
        } else {
            bulk_line(reading, line);
        }
    }
    read_nastran_flush(reading);
    array_free(&reading->card.fields);
}

void read_nastran(mesh *mesh, const source *file)
{
    reading reading = {.mesh = mesh, .scanner = scan_file(mesh->errors, mesh->texts, file)};
    mesh->format = "NASTRAN";
    read_nastran_read_file(&reading);
    mesh_to_basic(mesh);
}
