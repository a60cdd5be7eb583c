/* data_file.c - files of numbers in rows for file drivers.
 *
 *     line    ::= [ NUMBER ... ] [ # comment ]
 *     # initial time: NUMBER
 *     # time step: NUMBER
 *
 * Every line with numbers is a row and has one number per column. Outside the rows of the file a column is zero, or has
 * the value of the nearest row, or ends the analysis. */
#include "drive/data_file.h"
#include "base/array.h"
#include "base/interrupt.h"
#include "deck/diag_rows.h"
#include "drive/diag_rows.h"
#include "model/model.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    reader *reader;
    data_file *file;
    ARRAY(double) numbers;
    int line;
    bool growing, failed;
} loader;

static void line_error(loader *loader, const char *why)
{
    read_error_last(loader->reader, E_DATA_LINE, loader->file->name, loader->line, why);
    loader->failed = true;
}

/* Returns the number in a comment "# words: NUMBER", or `now` if the comment is another one. */
static double head_number(const char *comment, const char *words, double now)
{
    comment += strspn(comment, "# \t");
    const size_t length = strlen(words);
    if (strncasecmp(comment, words, length) != 0)
        return now;
    comment += length + strspn(comment + length, " \t");
    if (*comment != ':')
        return now;
    char *end;
    const double v = strtod(comment + 1, &end);
    return end > comment + 1 && isfinite(v) ? v : now;
}

/* Adds the numbers of a line, up to its comment. */
static void add_line(loader *loader, char *line)
{
    const int before = loader->numbers.n, columns = loader->file->n_columns;
    for (char *c = line;;) {
        c += strspn(c, " \t\r\n,");
        if (*c == '\0' || *c == '#')
            break;
        char *end;
        const double v = strtod(c, &end);
        if (end == c || !isfinite(v) || !strchr(" \t\r\n,#", *end)) {
            line_error(loader, "this is not a row of numbers");
            return;
        }
        array_push(&loader->numbers, v);
        c = end;
    }
    const int n = loader->numbers.n - before;
    char why[96];
    if (n != 0 && n != columns) {
        snprintf(why, sizeof why, "%d number%s, expected %d", n, n == 1 ? "" : "s", columns);
        line_error(loader, why);
    } else if (n != 0 && loader->growing && before > 0 &&
               !(loader->numbers.items[before] > loader->numbers.items[before - columns])) {
        line_error(loader, "the time does not increase");
    }
}

static void data_file_load(loader *loader, FILE *in)
{
    char *line = NULL;
    size_t workspace = 0;
    while (!loader->failed && getline(&line, &workspace, in) >= 0) {
        loader->line++;
        char *comment = strchr(line, '#');
        if (comment) {
            loader->file->initial_time = head_number(comment, "initial time", loader->file->initial_time);
            loader->file->time_step = head_number(comment, "time step", loader->file->time_step);
        }
        add_line(loader, line);
    }
    free(line);
}

void data_file_read(reader *reader, data_file *file, const char *path, int n_columns, bool growing)
{
    *file = (data_file){.name = path, .n_columns = n_columns, .initial_time = NAN, .time_step = NAN};
    if (!read_ok(reader))
        return;
    FILE *in = fopen(path, "r"); /* opening a pipe may block until a signal arrives */
    interrupt_point();
    if (!in) {
        read_error_last(reader, E_NO_FILE, path, strerror(errno));
        return;
    }
    sources_note(reader_texts(reader), path);
    loader loader = {.reader = reader, .file = file, .growing = growing};
    data_file_load(&loader, in);
    interrupt_point();
    if (ferror(in))
        read_error_last(reader, E_NO_FILE, path, strerror(errno));
    fclose(in);
    file->n_rows = loader.numbers.n / n_columns;
    file->values = arena_copy(reader_arena(reader), loader.numbers.items, (size_t)loader.numbers.n * sizeof(double));
    array_free(&loader.numbers);
    if (read_ok(reader) && file->n_rows == 0)
        read_error_last(reader, E_DATA_ROWS, path, 0, 1);
}

data_rules read_data_rules(reader *reader)
{
    static const char *const LINES[] = {"linear", "const", NULL};
    static const char *const ENDS[] = {"none", "upper", "lower", "any", NULL};
    data_rules rules = {.pad_zeroes = true};
    if (read_keyword(reader, "interpolation"))
        rules.is_constant = read_choice(reader, LINES, "interpolation") == 1;
    if (read_keyword(reader, "pad zeroes") || read_keyword(reader, "pad zeros")) {
        rules.pad_zeroes = read_bool(reader, "pad zeroes");
    } else if (read_keyword(reader, "bailout")) {
        const int k = read_choice(reader, ENDS, "bailout");
        rules.ends = k < 0 ? BAILOUT_NONE : (bailout)k;
    }
    return rules;
}

static bool ends_above(const data_rules *rules) { return rules->ends == BAILOUT_UPPER || rules->ends == BAILOUT_ANY; }
static bool ends_below(const data_rules *rules) { return rules->ends == BAILOUT_LOWER || rules->ends == BAILOUT_ANY; }

void data_check_start(reader *reader, const data_file *file, const data_rules *rules, double first, double last)
{
    const symbol *time = model_of(reader)->time;
    if (!read_ok(reader) || !time)
        return;
    const double t = time->now.r;
    if ((t < first && ends_below(rules)) || (t > last && ends_above(rules)))
        read_error_last(reader, E_DATA_BAILOUT, t, file->name, first, last);
}

double data_outside(const file_driver *driver, const state *state, const data_file *file, const data_rules *rules,
                    bool beyond, int column)
{
    if ((beyond ? ends_above(rules) : ends_below(rules)) && state->failed && !state->failed->is_set) {
        state_fail(state, driver->location, "time %g is %s the data of %s: the analysis is stopped", state->t,
                   beyond ? "beyond" : "before", file->name);
        state->failed->ends_cleanly = true;
    }
    return rules->pad_zeroes ? 0.0 : file->values[(beyond ? file->n_rows - 1 : 0) * file->n_columns + column];
}
