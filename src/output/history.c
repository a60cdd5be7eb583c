/* history.c - signals from the motion of nodes.
 *
 *     signal of a node = one axis of its position, rotation vector, velocity or angular velocity
 *
 * Full revolutions are added to rotation vectors, so that they have no jumps. Times outside the window are omitted. */
#include "base/text.h"
#include "output/history.h"
#include "math/rotation.h"
#include "output/diag_rows.h"
#include "output/history_source.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const source_location NOWHERE = {0, 0, 0};

bool history_wants(const history_options *options, unsigned label)
{
    for (int i = 0; i < options->n_labels; i++)
        if (options->labels[i] == label)
            return true;
    return !options->labels;
}

vec3 history_rotation(orientation_kind kind, const double *numbers)
{
    const vec3 angles = vec3_scale(M_PI / 180.0, vec3_load(numbers));
    mat3 R;
    switch (kind) {
    case ORIENTATION_EULER123:
        R = rotation_from_euler123(angles);
        break;
    case ORIENTATION_EULER313:
        R = rotation_from_euler313(angles);
        break;
    case ORIENTATION_EULER321:
        R = rotation_from_euler321(angles);
        break;
    case ORIENTATION_MATRIX:
        memcpy(&R, numbers, sizeof R);
        break;
    default:
        return vec3_load(numbers);
    }
    return rotation_log(&R);
}

static void continue_rotations(node_rows *rows)
{
    for (int k = 1; k < rows->rows.n; k++)
        rows->rows.items[k].vectors[1] =
            rotation_unwrap(rows->rows.items[k].vectors[1], rows->rows.items[k - 1].vectors[1]);
}

/* --- signals ------------------------------------------------------------------------------------------------------ */

static void add_signals(history *history, const node_rows *rows, int kind, int first)
{
    for (int axis = 0; axis < 3; axis++) {
        double *to = history->value + (size_t)history->n_signals * (size_t)history->n_times;
        history->signal[history->n_signals++] = (history_signal){rows->label, (signal_kind)(1 << kind), axis};
        for (int k = 0; k < history->n_times; k++) {
            const vec3 v = rows->rows.items[first + k].vectors[kind];
            to[k] = axis == 0 ? v.x : axis == 1 ? v.y : v.z;
        }
    }
}

/* Copies the signals within the time window. Times are sums of steps, so a tolerance allows for their rounding
 * errors. */
static void history_choose(const history_source *from, const history_options *options, history *history)
{
    int first = 0, end = from->time.n;
    const double near = end > 1 ? 1e-6 * (from->time.items[1] - from->time.items[0]) : 0.0;
    while (first < end && from->time.items[first] < options->start - near)
        first++;
    while (end > first && from->time.items[end - 1] > options->end + near)
        end--;
    const size_t most = 12 * (size_t)from->nodes.n;
    history->n_times = end - first;
    history->time = heap_resize(NULL, ((size_t)history->n_times + 1) * sizeof *history->time);
    history->value = heap_resize(NULL, ((size_t)history->n_times * most + 1) * sizeof *history->value);
    history->signal = heap_resize(NULL, (most + 1) * sizeof *history->signal);
    for (int k = 0; k < history->n_times; k++)
        history->time[k] = from->time.items[first + k];
    for (int i = 0; i < from->nodes.n; i++)
        for (int kind = 0; kind < 4; kind++)
            if (options->kinds & 1u << kind)
                add_signals(history, &from->nodes.items[i], kind, first);
}

static bool check_nodes(const history_source *from, const history_options *options, const char *base, diag *errors)
{
    for (int i = 0; i < from->nodes.n; i++)
        if (from->nodes.items[i].rows.n != from->time.n) {
            diag_report(errors, E_HISTORY_ROWS, NOWHERE, base, from->nodes.items[i].rows.n, from->nodes.items[i].label,
                        from->time.n);
            return false;
        }
    for (int k = 0; k < options->n_labels; k++) {
        bool is_there = false;
        for (int i = 0; i < from->nodes.n; i++)
            is_there |= from->nodes.items[i].label == options->labels[k];
        if (!is_there) {
            diag_report(errors, E_HISTORY_NODE, NOWHERE, base, options->labels[k]);
            return false;
        }
    }
    if (from->nodes.n == 0)
        diag_report(errors, E_HISTORY_EMPTY, NOWHERE, base);
    return from->nodes.n > 0;
}

/* --- files -------------------------------------------------------------------------------------------------------- */

static bool history_ends_with(const char *path, const char *extension)
{
    const size_t n = strlen(path), m = strlen(extension);
    return n > m && strcmp(path + n - m, extension) == 0;
}

static bool exists(const char *base, const char *extension)
{
    char *path = text_of("%s%s", base, extension);
    const bool is_there = access(path, R_OK) == 0;
    free(path);
    return is_there;
}

static bool read_source(const char *path, const history_options *options, diag *errors, history_source *to)
{
    const bool is_netcdf = history_ends_with(path, ".nc") || (!history_ends_with(path, ".mov") && exists(path, ".nc"));
    char *base = text_of("%s", path);
    if (history_ends_with(path, ".nc") || history_ends_with(path, ".mov"))
        *strrchr(base, '.') = '\0';
    bool ok = is_netcdf ? history_from_netcdf(base, options, errors, to) : history_from_text(base, options, errors, to);
    ok = ok && check_nodes(to, options, path, errors);
    free(base);
    return ok;
}

bool history_read(const char *path, const history_options *options, diag *errors, history *out)
{
    history_source from = {0};
    *out = (history){0};
    const bool ok = read_source(path, options, errors, &from);
    for (int i = 0; ok && i < from.nodes.n; i++)
        continue_rotations(&from.nodes.items[i]);
    if (ok)
        history_choose(&from, options, out);
    for (int i = 0; i < from.nodes.n; i++)
        array_free(&from.nodes.items[i].rows);
    array_free(&from.nodes);
    array_free(&from.time);
    return ok;
}

void history_free(history *h)
{
    free(h->time);
    free(h->value);
    free(h->signal);
    *h = (history){0};
}
