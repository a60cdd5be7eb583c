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
    reader *r;
    data_file *f;
    ARRAY(double) numbers;
    int line;
    bool growing, failed;
} loader;

static void line_error(loader *l, const char *why)
{
    read_error_last(l->r, E_DATA_LINE, l->f->name, l->line, why);
    l->failed = true;
}

/* The number of a comment "# words: NUMBER"; otherwise `now`. */
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

/* The numbers of a line, up to its comment. */
static void add_line(loader *l, char *line)
{
    const int before = l->numbers.n, columns = l->f->n_columns;
    for (char *c = line;;) {
        c += strspn(c, " \t\r\n,");
        if (*c == '\0' || *c == '#')
            break;
        char *end;
        const double v = strtod(c, &end);
        if (end == c || !isfinite(v) || !strchr(" \t\r\n,#", *end)) {
            line_error(l, "this is not a row of numbers");
            return;
        }
        array_push(&l->numbers, v);
        c = end;
    }
    const int n = l->numbers.n - before;
    char why[96];
    if (n != 0 && n != columns) {
        snprintf(why, sizeof why, "%d number%s where %d are needed", n, n == 1 ? "" : "s", columns);
        line_error(l, why);
    } else if (n != 0 && l->growing && before > 0 && !(l->numbers.items[before] > l->numbers.items[before - columns])) {
        line_error(l, "the time does not grow");
    }
}

static void data_file_load(loader *l, FILE *in)
{
    char *line = NULL;
    size_t room = 0;
    while (!l->failed && getline(&line, &room, in) >= 0) {
        l->line++;
        char *comment = strchr(line, '#');
        if (comment) {
            l->f->initial_time = head_number(comment, "initial time", l->f->initial_time);
            l->f->time_step = head_number(comment, "time step", l->f->time_step);
        }
        add_line(l, line);
    }
    free(line);
}

void data_file_read(reader *r, data_file *f, const char *path, int n_columns, bool growing)
{
    *f = (data_file){.name = path, .n_columns = n_columns, .initial_time = NAN, .time_step = NAN};
    if (!read_ok(r))
        return;
    FILE *in = fopen(path, "r"); /* a pipe may keep it waiting, until a signal */
    interrupt_point();
    if (!in) {
        read_error_last(r, E_NO_FILE, path, strerror(errno));
        return;
    }
    sources_note(reader_texts(r), path);
    loader l = {.r = r, .f = f, .growing = growing};
    data_file_load(&l, in);
    interrupt_point();
    if (ferror(in))
        read_error_last(r, E_NO_FILE, path, strerror(errno));
    fclose(in);
    f->n_rows = l.numbers.n / n_columns;
    f->values = arena_copy(reader_arena(r), l.numbers.items, (size_t)l.numbers.n * sizeof(double));
    array_free(&l.numbers);
    if (read_ok(r) && f->n_rows == 0)
        read_error_last(r, E_DATA_ROWS, path, 0, 1);
}

data_rules read_data_rules(reader *r)
{
    static const char *const LINES[] = {"linear", "const", NULL};
    static const char *const ENDS[] = {"none", "upper", "lower", "any", NULL};
    data_rules rules = {.pad_zeroes = true};
    if (read_keyword(r, "interpolation"))
        rules.is_constant = read_choice(r, LINES, "interpolation") == 1;
    if (read_keyword(r, "pad zeroes") || read_keyword(r, "pad zeros")) {
        rules.pad_zeroes = read_bool(r, "pad zeroes");
    } else if (read_keyword(r, "bailout")) {
        const int k = read_choice(r, ENDS, "bailout");
        rules.ends = k < 0 ? BAILOUT_NONE : (bailout)k;
    }
    return rules;
}

static bool ends_above(const data_rules *rules) { return rules->ends == BAILOUT_UPPER || rules->ends == BAILOUT_ANY; }
static bool ends_below(const data_rules *rules) { return rules->ends == BAILOUT_LOWER || rules->ends == BAILOUT_ANY; }

void data_check_start(reader *r, const data_file *f, const data_rules *rules, double first, double last)
{
    const symbol *time = model_of(r)->time;
    if (!read_ok(r) || !time)
        return;
    const double t = time->now.r;
    if ((t < first && ends_below(rules)) || (t > last && ends_above(rules)))
        read_error_last(r, E_DATA_BAILOUT, t, f->name, first, last);
}

double data_outside(const file_driver *d, const state *s, const data_file *f, const data_rules *rules, bool beyond,
                    int column)
{
    if ((beyond ? ends_above(rules) : ends_below(rules)) && s->failed && !s->failed->is_set) {
        state_fail(s, d->where, "time %g is %s the data of %s: the analysis ends", s->t, beyond ? "beyond" : "before",
                   f->name);
        s->failed->ends_cleanly = true;
    }
    return rules->pad_zeroes ? 0.0 : f->values[(beyond ? f->n_rows - 1 : 0) * f->n_columns + column];
}
