/* history_text.c - motion of nodes from text results.
 *
 *     NAME.mov    label, position, orientation, velocity, angular velocity, optionally accelerations; no time
 *     NAME.out    Step, number, time, time step, ... , 1 if the step was written: times are computed as sums of the
 *                 steps, since they are written with few digits
 *     NAME.log    structural node: label, position, keyword of the orientation description */
#include "base/text.h"
#include "output/history_source.h"
#include "output/diag_rows.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NUMBERS = 32 };

static const source_location NOWHERE = {0, 0, 0};

static FILE *open_beside(const char *base, const char *extension, bool is_needed, diag *errors)
{
    char *path = text_of("%s.%s", base, extension);
    FILE *file = fopen(path, "r");
    if (!file && is_needed)
        diag_report(errors, E_HISTORY_FILE, NOWHERE, path, strerror(errno));
    free(path);
    return file;
}

/* Stores the numbers of a row and returns how many there are. */
static int history_text_numbers_of(const char *line, double *to)
{
    int n = 0;
    for (char *end; n < MOST_NUMBERS; line = end) {
        to[n] = strtod(line, &end);
        if (end == line)
            break;
        n++;
    }
    return n;
}

/* --- times -------------------------------------------------------------------------------------------------------- */

bool history_times(const char *base, diag *errors, history_source *to)
{
    FILE *file = open_beside(base, "out", true, errors);
    if (!file) {
        diag_hint(errors, "it contains the times of the rows; without it, give --time-step");
        return false;
    }
    char *line = NULL;
    size_t size = 0;
    double t = 0.0, v[MOST_NUMBERS];
    for (bool is_first = true; getline(&line, &size, file) >= 0;) {
        if (strncmp(line, "Step ", 5) != 0)
            continue;
        const int n = history_text_numbers_of(line + 5, v);
        if (n < 3)
            continue;
        t = is_first ? v[1] : t + v[2];
        is_first = false;
        if (n < 8 || v[7] != 0.0)
            array_push(&to->time, t);
    }
    free(line);
    fclose(file);
    return true;
}

static void make_times(double step, history_source *to)
{
    for (int k = 0; to->nodes.n > 0 && k < to->nodes.items[0].rows.n; k++)
        array_push(&to->time, step * k);
}

/* --- orientations ------------------------------------------------------------------------------------------------- */

static orientation_kind history_text_kind_of(const char *word)
{
    static const char *const WORDS[] = {"euler123", "euler313", "euler321", "phi", "mat"};
    for (int i = 0; i < ARRAY_LEN(WORDS); i++)
        if (strcmp(word, WORDS[i]) == 0)
            return (orientation_kind)i;
    return ORIENTATION_EULER123;
}

static node_rows *history_text_node_of(history_source *to, unsigned label)
{
    for (int i = to->nodes.n - 1; i >= 0; i--)
        if (to->nodes.items[i].label == label)
            return &to->nodes.items[i];
    array_push(&to->nodes, ((node_rows){.label = label}));
    return &to->nodes.items[to->nodes.n - 1];
}

/* Without a .log file, all orientations are assumed to be angles of the sequence 123. */
static void read_orientations(const char *base, const history_options *options, history_source *to)
{
    FILE *file = open_beside(base, "log", false, NULL);
    char *line = NULL;
    size_t size = 0;
    while (file && getline(&line, &size, file) >= 0) {
        unsigned label;
        char word[16];
        if (sscanf(line, "structural node: %u %*f %*f %*f %15s", &label, word) == 2 && history_wants(options, label))
            history_text_node_of(to, label)->orientation = history_text_kind_of(word);
    }
    free(line);
    if (file)
        fclose(file);
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

static bool history_text_add_row(node_rows *rows, const double *v, int count)
{
    const int rotation = rows->orientation == ORIENTATION_MATRIX ? 9 : 3;
    if (count < 3 + rotation + 6)
        return false;
    const double *rate = v + 3 + rotation;
    array_push(&rows->rows, ((node_motion){{vec3_load(v), history_rotation(rows->orientation, v + 3), vec3_load(rate),
                                            vec3_load(rate + 3)}}));
    return true;
}

/* Rows have the same order at each time: `next` is the expected index of the node. Returns false if the line is not
 * a row of a node. */
static bool take_line(const char *line, const history_options *options, history_source *to, int *next)
{
    double v[MOST_NUMBERS + 1];
    const int n = history_text_numbers_of(line, v);
    if (n == 0)
        return true;
    if (!(v[0] >= 0.0 && v[0] <= UINT_MAX))
        return false;
    const unsigned label = (unsigned)v[0];
    if (!history_wants(options, label))
        return true;
    node_rows *node = *next < to->nodes.n && to->nodes.items[*next].label == label ? &to->nodes.items[*next]
                                                                                   : history_text_node_of(to, label);
    *next = (int)(node - to->nodes.items + 1) % to->nodes.n;
    return history_text_add_row(node, v + 1, n - 1);
}

static bool read_rows(const char *base, const history_options *options, diag *errors, history_source *to)
{
    FILE *file = open_beside(base, "mov", true, errors);
    if (!file)
        return false;
    char *line = NULL;
    size_t size = 0;
    bool ok = true;
    for (int number = 1, next = 0; ok && getline(&line, &size, file) >= 0; number++) {
        ok = take_line(line, options, to, &next);
        if (!ok)
            diag_report(errors, E_HISTORY_LINE, NOWHERE, base, number);
    }
    free(line);
    fclose(file);
    return ok;
}

/* Removes nodes of the .log file without rows, which were not written. */
static void drop_empty(history_source *to)
{
    int saved = 0;
    for (int i = 0; i < to->nodes.n; i++)
        if (to->nodes.items[i].rows.n > 0)
            to->nodes.items[saved++] = to->nodes.items[i];
    to->nodes.n = saved;
}

bool history_from_text(const char *base, const history_options *options, diag *errors, history_source *to)
{
    read_orientations(base, options, to);
    if (!read_rows(base, options, errors, to))
        return false;
    drop_empty(to);
    if (options->time_step <= 0.0)
        return history_times(base, errors, to);
    make_times(options->time_step, to);
    return true;
}
