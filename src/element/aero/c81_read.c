/* c81_read.c - reading airfoil data.
 *
 *     card ::= c81 data : LABEL [ , name , "NAME" ] , "FILE" [ , tolerance , TOLERANCE ]
 *              [ , { free format | nrel | fc511 } ] [ , flip ] [ , echo , "FILE" [ , free format ] ] ;
 *
 * Three tables (lift, drag, moment) over incidence in degrees and Mach number, each a row of Mach numbers and then rows
 * of an incidence and its values. In the traditional format
 *
 *     columns 1-30 the title, then six numbers of two columns each: counts of Mach numbers and incidences of each table
 *     fields of seven columns, the first of which is the incidence (or blank), then at most nine values; further values
 *     follow on lines with a blank first field
 *
 * In the free format the first line is `title ; six numbers`, and the rest is separated by blanks; a first line that
 * begins with # selects this format, too. nrel: fourteen header lines, then rows of incidence, lift, drag, moment. flip
 * inverts the airfoil (upper and lower side). */
#include "element/aero/c81.h"
#include "base/whole_file.h"
#include "deck/diag_rows.h"
#include "element/diag_rows.h"
#include "model/cards.h"
#include "model/number_lines.h"
#include "model/reading.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { FIELD = 7, FIELDS = 9, TITLE = 30, COUNT_WIDTH = 2, HEADING = 14 };

static const char *field(const number_lines *lines, int k, int width, const char *from, const char **end)
{
    const size_t left = (size_t)(lines->line_end - from), skip = (size_t)k * (size_t)width;
    const char *at = from + (skip < left ? skip : left);
    *end = (size_t)(lines->line_end - at) < (size_t)width ? lines->line_end : at + width;
    return at;
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

typedef bool row_reader(number_lines *lines, bool has_first, double *first, int n, double *v);

/* Reads fields of fixed width. Requires that the position is before the line. */
static bool fixed_row(number_lines *lines, bool has_first, double *first, int n, double *v)
{
    for (int i = 0; i < n; i++) {
        const char *end, *at;
        if (i % FIELDS == 0) {
            if (!lines_next(lines, "the table ends here: rows are missing"))
                return false;
            at = field(lines, 0, FIELD, lines->cursor, &end);
            if (i == 0 && has_first) {
                if (!lines_number_between(lines, at, end, first))
                    return false;
            } else if (!lines_is_blank(at, end)) {
                lines_complain(lines, at, (size_t)(end - at), "the first seven columns of this line must be blank");
                return false;
            }
        }
        at = field(lines, 1 + i % FIELDS, FIELD, lines->cursor, &end);
        if (!lines_number_between(lines, at, end, &v[i]))
            return false;
    }
    return true;
}

static bool free_row(number_lines *lines, bool has_first, double *first, int n, double *v)
{
    do {
        if (!lines_next(lines, "the table ends here: rows are missing"))
            return false;
    } while (lines_is_blank(lines->cursor, lines->line_end));
    if (has_first && !lines_number(lines, first))
        return false;
    for (int i = 0; i < n; i++)
        if (!lines_number(lines, &v[i]))
            return false;
    if (!lines_is_blank(lines->cursor, lines->line_end))
        lines_complain_line(lines, "the row has more numbers than the heading declares");
    return read_ok(lines->reader);
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

static void make_axis(reader *reader, c81_axis *c81_axis, int n, double **at)
{
    *at = ARENA_ARRAY(reader_arena(reader), double, n);
    c81_axis->n = n;
    c81_axis->values = *at;
}

static bool grows(const number_lines *lines, const double *at, int i, const char *what)
{
    if (i == 0 || at[i] > at[i - 1])
        return true;
    lines_complain_line(lines, what);
    return false;
}

static void c81_read_read_table(number_lines *lines, c81_table *table, int n_mach, int n_alpha, row_reader *row)
{
    double *mach, *alpha, *c = ARENA_ARRAY(reader_arena(lines->reader), double, size_product(n_mach, n_alpha));
    make_axis(lines->reader, &table->mach, n_mach, &mach);
    make_axis(lines->reader, &table->alpha, n_alpha, &alpha);
    table->c = c;
    if (!row(lines, false, NULL, n_mach, mach))
        return;
    for (int i = 0; i < n_mach; i++)
        if (!grows(lines, mach, i, "Mach numbers must grow"))
            return;
    for (int i = 0; i < n_alpha; i++)
        if (!row(lines, true, &alpha[i], n_mach, c + (size_t)i * (size_t)n_mach) ||
            !grows(lines, alpha, i, "incidences must grow"))
            return;
}

static bool check_counts(const number_lines *lines, const int counts[2 * AIRFOIL_COUNT])
{
    for (int i = 0; i < 2 * AIRFOIL_COUNT; i++)
        if (counts[i] < 1 || counts[i] > C81_MOST || (i % 2 == 1 && counts[i] < 2)) {
            lines_complain_line(lines, "the heading declares a table without points");
            return false;
        }
    return true;
}

/* Returns -1, which is rejected, if v is not a valid count. */
static int count_of(double v) { return v >= 0.0 && v <= C81_MOST ? (int)v : -1; }

static void take_title(const number_lines *lines, c81_data *data, const char *from, const char *to)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    if (to > from)
        data->title = arena_string(reader_arena(lines->reader), from, (size_t)(to - from));
}

/* Reads six numbers of two columns each. */
static bool fixed_counts(number_lines *lines, c81_data *data, int counts[2 * AIRFOIL_COUNT])
{
    const char *from = lines->line_end - lines->cursor < TITLE ? lines->line_end : lines->cursor + TITLE;
    for (int i = 0; i < 2 * AIRFOIL_COUNT; i++) {
        const char *end, *at = field(lines, i, COUNT_WIDTH, from, &end);
        double v;
        if (!lines_number_between(lines, at, end, &v))
            return false;
        counts[i] = count_of(v);
    }
    take_title(lines, data, lines->cursor, from);
    return true;
}

static bool free_counts(number_lines *lines, c81_data *data, int counts[2 * AIRFOIL_COUNT])
{
    const char *start = lines->cursor,
               *semicolon = memchr(lines->cursor, ';', (size_t)(lines->line_end - lines->cursor));
    if (!semicolon) {
        lines_complain_line(lines, "expected 'TITLE; ' and six numbers");
        return false;
    }
    lines->cursor = semicolon + 1;
    for (int i = 0; i < 2 * AIRFOIL_COUNT; i++) {
        double v;
        if (!lines_number(lines, &v))
            return false;
        counts[i] = count_of(v);
    }
    lines->cursor = start;
    take_title(lines, data, start, semicolon);
    return true;
}

static void read_tables(number_lines *lines, c81_data *data, bool is_free)
{
    int counts[2 * AIRFOIL_COUNT];
    if (!lines_next(lines, "the file is empty"))
        return;
    if (*lines->cursor == '#') {
        is_free = true;
        if (!lines_next(lines, "the file ends here"))
            return;
    }
    if (!(is_free ? free_counts(lines, data, counts) : fixed_counts(lines, data, counts)) ||
        !check_counts(lines, counts))
        return;
    for (int i = 0; i < AIRFOIL_COUNT && read_ok(lines->reader); i++)
        c81_read_read_table(lines, &data->tables[i], counts[2 * i], counts[2 * i + 1], is_free ? free_row : fixed_row);
    while (read_ok(lines->reader) && lines_next(lines, NULL))
        if (!lines_is_blank(lines->cursor, lines->line_end))
            lines_complain_line(lines, "the tables declared in the heading end before this line");
}

/* Reads rows of incidence, lift, drag, moment up to the end of the file; the only Mach number is 0. */
static void read_nrel(number_lines *lines, c81_data *data)
{
    for (int i = 0; i < HEADING; i++) {
        if (!lines_next(lines, "the heading has fourteen lines"))
            return;
        if (i == 0)
            take_title(lines, data, lines->cursor, lines->line_end);
    }
    double *at[1 + AIRFOIL_COUNT], *zero = ARENA_ARRAY(reader_arena(lines->reader), double, 1);
    for (int i = 0; i <= AIRFOIL_COUNT; i++)
        at[i] = ARENA_ARRAY(reader_arena(lines->reader), double, C81_MOST);
    int n = 0;
    while (lines_next(lines, NULL)) {
        if (lines_is_blank(lines->cursor, lines->line_end))
            continue;
        if (n == C81_MOST) {
            lines_complain(lines, lines->cursor, 1, "the table has too many rows");
            return;
        }
        const char *start = lines->cursor;
        for (int i = 0; i <= AIRFOIL_COUNT; i++)
            if (!lines_number(lines, &at[i][n]))
                return;
        lines->cursor = start;
        if (!grows(lines, at[0], n, "incidences must grow"))
            return;
        n++;
    }
    if (n < 2)
        lines_complain(lines, lines->end, 1, "the table has fewer than two rows");
    for (int i = 0; i < AIRFOIL_COUNT; i++)
        data->tables[i] =
            (c81_table){.alpha = {.n = n, .values = at[0]}, .mach = {.n = 1, .values = zero}, .c = at[1 + i]};
}

/* Incidences are negated and reversed; lift and moment are negated. */
static void flip(reader *reader, c81_table *table, bool is_odd)
{
    const int n = table->alpha.n, m = table->mach.n;
    double *alpha = ARENA_ARRAY(reader_arena(reader), double, n),
           *c = ARENA_ARRAY(reader_arena(reader), double, size_product(n, m));
    for (int i = 0; i < n; i++) {
        alpha[i] = -table->alpha.values[n - 1 - i];
        for (int j = 0; j < m; j++)
            c[i * m + j] = (is_odd ? -1.0 : 1.0) * table->c[(n - 1 - i) * m + j];
    }
    table->alpha.values = alpha;
    table->c = c;
}

/* --- echo --------------------------------------------------------------------------------------------------------- */

/* Returns NULL, or an error message. */
static const char *write_file(const c81_data *data, const char *path, bool is_free)
{
    text words = {0};
    const char *why = c81_write(&words, data, is_free);
    if (!why)
        why = whole_file_write(path, words.data, words.n);
    text_free(&words);
    return why;
}

static void echo(reader *reader, const c81_data *data, const char *path, bool is_free)
{
    if (sources_rules(reader_texts(reader)) & FILES_UNWRITTEN)
        return;
    const char *why =
        sources_has_file(reader_texts(reader), path) ? "it is a file of the deck" : write_file(data, path, is_free);
    if (why)
        read_error_last(reader, E_NO_FILE, path, why);
}

/* --- the card ----------------------------------------------------------------------------------------------------- */

typedef enum { FORMAT_FREE, FORMAT_NREL, FORMAT_FC511, FORMAT_TRADITIONAL } c81_format;

static void c81_read_load(reader *reader, c81_data *data, const char *path, source_location location, c81_format format)
{
    number_lines lines;
    if (!lines_open(&lines, reader, "airfoil data", path, location))
        return;
    if (format == FORMAT_NREL)
        read_nrel(&lines, data);
    else
        read_tables(&lines, data, format == FORMAT_FREE);
}

static c81_format read_format(reader *reader)
{
    static const char *const FORMATS[] = {"free format", "nrel", "fc511", NULL};
    const int k = read_try_choice(reader, FORMATS);
    if (k == FORMAT_FC511)
        read_error_last(reader, E_C81_FC511);
    return k < 0 ? FORMAT_TRADITIONAL : (c81_format)k;
}

static const double DEFAULT_TOLERANCE = 1e-6;

const char c81_card_grammar[] =
    "c81 data: LABEL [, name, \"NAME\"], \"FILE\" [, tolerance, TOLERANCE] [, { free format | nrel }] "
    "[, flip] [, echo, \"FILE\" [, free format]]";

void read_c81_card(reader *reader)
{
    reader_set_help(reader, c81_card_grammar);
    model *model = model_of(reader);
    c81_data *data = ARENA_NEW(reader_arena(reader), c81_data);
    data->label = read_label(reader, "label of the airfoil data");
    if (read_ok(reader) && label_map_find(&model->c81_by_label, data->label) != HASH_NONE)
        read_error_last(reader, E_C81_TWICE, data->label);
    if (read_keyword(reader, "name"))
        data->name = read_string(reader, "name of the airfoil data");
    const char *path = read_filename(reader, "name of the file");
    const source_location location = read_last_location(reader);
    data->tolerance = read_keyword(reader, "tolerance") ? read_not_negative(reader, "tolerance") : DEFAULT_TOLERANCE;
    const c81_format format = read_format(reader);
    const bool flipped = read_keyword(reader, "flip");
    if (read_ok(reader))
        c81_read_load(reader, data, path, location, format);
    if (!read_ok(reader)) {
        model_lose(model, &model->c81_by_label, data->label);
        return;
    }
    for (int i = 0; flipped && i < AIRFOIL_COUNT; i++)
        flip(reader, &data->tables[i], i != AIRFOIL_DRAG);
    c81_prepare(reader_arena(reader), data);
    if (read_keyword(reader, "echo")) {
        const char *to = read_filename(reader, "file for the echo");
        const bool is_free = read_keyword(reader, "free format");
        if (read_ok(reader))
            echo(reader, data, to, is_free);
    }
    label_map_put(&model->c81_by_label, data->label, model->c81.n);
    array_push(&model->c81, data);
}

const c81_data *read_c81(reader *reader)
{
    const model *model = model_of(reader);
    const unsigned label = read_label(reader, "label of the airfoil data");
    const int i = label_map_find(&model->c81_by_label, label);
    if (i != HASH_NONE)
        return model->c81.items[i];
    read_if_lost(reader, &model->c81_by_label, label);
    if (read_ok(reader))
        read_error_last(reader, E_NO_C81, label);
    return NULL;
}
