/* mapping.c - the matrix of a mapping.
 *
 *     points     # labels: on | off      # points: N      # surface: FILE      # output: FILE
 *                # order: 1 | 2 | 3      # basenode: N    # weight: NUMBER | inf
 *                [LABEL] X Y Z           for each point; other lines that begin with # are comments
 *     surface    N, then X Y Z for each point
 *     matrix     ROW COLUMN VALUE, from 1: three rows for each point of the peer, three columns for each point */
#include "mesh/mapping.h"
#include "base/array.h"
#include "mesh/diag_rows.h"
#include "mesh/scan.h"
#include <math.h>

static const source_location NOWHERE = {0, 0, 0};
enum { MOST_POINTS = 10000000, DEFAULT_ORDER = 2, DEFAULT_WEIGHT = 2 };

typedef struct {
    mapping_data *data;
    scanner scanner;
    const char *folder; /* of names in the file, "" or with a slash */
    bool has_labels;
    ARRAY(vec3) points;
} point_reader;

static const source *load(const mapping_data *data, const char *path)
{
    const char *why = "";
    const source *file = sources_load(data->texts, path, path, NOWHERE, &why);
    if (!file)
        diag_report(data->errors, E_MESH_FILE, NOWHERE, path, why);
    return file;
}

/* --- the echo file ------------------------------------------------------------------------------------------------ */

static const char *path_of(const point_reader *reader, span word)
{
    return arena_printf(reader->data->memory, "%s%.*s", word.start[0] == '/' ? "" : reader->folder, word.n, word.start);
}

static bool set_number(const point_reader *reader, span word, double least, double most, const char *what, double *to)
{
    if (!span_real(&reader->scanner, word, to))
        return false;
    if (*to >= least && *to <= most && (*to == floor(*to) || isinf(*to)))
        return true;
    diag_report(reader->data->errors, E_MAPPING_VALUE, word.location, what, least, most);
    return false;
}

static bool set_integer(const point_reader *reader, span word, double most, const char *what, int *to)
{
    double v;
    if (!set_number(reader, word, 1, most, what, &v))
        return false;
    *to = *to ? *to : (int)v;
    return true;
}

static bool set_weight(const point_reader *reader, span word)
{
    mapping_data *data = reader->data;
    double v = INFINITY;
    if (!span_is(word, "inf") && !set_number(reader, word, -2, 6, "weight", &v))
        return false;
    data->weight = data->has_weight ? data->weight : v;
    return data->has_weight = true;
}

/* Reads `# NAME: VALUE`; unknown names are comments. */
static bool read_option(point_reader *reader, span line)
{
    mapping_data *data = reader->data;
    const char *colon = memchr(line.start, ':', (size_t)line.n);
    if (!colon)
        return true;
    const span name = span_trim(&reader->scanner, span_of(&reader->scanner, line.start + 1, colon)),
               word = span_trim(&reader->scanner, span_of(&reader->scanner, colon + 1, line.start + line.n));
    if (word.n == 0)
        return true;
    if (span_is(name, "labels"))
        reader->has_labels = span_is(word, "on");
    else if (span_is(name, "surface"))
        data->surface = data->surface ? data->surface : path_of(reader, word);
    else if (span_is(name, "output"))
        data->output = path_of(reader, word);
    else if (span_is(name, "order"))
        return set_integer(reader, word, LEAST_SQUARES_MOST_ORDER, "order", &data->order);
    else if (span_is(name, "basenode"))
        return set_integer(reader, word, MOST_POINTS, "basenode", &data->points_each);
    else if (span_is(name, "weight"))
        return set_weight(reader, word);
    return true;
}

static bool read_point(point_reader *reader, span line)
{
    span words[5];
    double x[3];
    const int labels = reader->has_labels, n = span_words(&reader->scanner, line, words, 5);
    if (n != 3 + labels) {
        diag_report(reader->data->errors, E_MAPPING_POINT, line.location, labels ? "a label and " : "");
        return false;
    }
    for (int k = 0; k < 3; k++)
        if (!span_real(&reader->scanner, words[labels + k], &x[k]))
            return false;
    array_push(&reader->points, vec3_load(x));
    return true;
}

static bool read_echo_lines(point_reader *reader)
{
    span line;
    while (scan_line(&reader->scanner, &line)) {
        line = span_trim(&reader->scanner, line);
        if (line.n > 0 && !(line.start[0] == '#' ? read_option(reader, line) : read_point(reader, line)))
            return false;
    }
    if (reader->points.n == 0)
        diag_report(reader->data->errors, E_MAPPING_NONE, NOWHERE, "echo file");
    return reader->points.n > 0;
}

static void keep_points(point_reader *reader, vec3 **to, int *n)
{
    *n = reader->points.n;
    *to = arena_copy(reader->data->memory, reader->points.items, (size_t)*n * sizeof **to);
    array_free(&reader->points);
}

bool mapping_read_points(mapping_data *data, const char *path)
{
    const source *file = load(data, path);
    if (!file)
        return false;
    const char *slash = strrchr(path, '/');
    point_reader reader = {.data = data,
                           .scanner = scan_file(data->errors, data->texts, file),
                           .folder = arena_string(data->memory, path, slash ? (size_t)(slash - path) + 1 : 0)};
    const bool ok = read_echo_lines(&reader);
    keep_points(&reader, &data->points, &data->n_points);
    return ok;
}

/* --- the points of the peer --------------------------------------------------------------------------------------- */

static bool read_count(point_reader *reader, span line, double *count)
{
    return span_real(&reader->scanner, line, count) &&
           set_number(reader, line, 1, MOST_POINTS, "number of points", count);
}

static bool read_surface_lines(point_reader *reader)
{
    double count = 0;
    span line;
    while (scan_line(&reader->scanner, &line)) {
        line = span_trim(&reader->scanner, line);
        if (line.n > 0 && line.start[0] != '#' && line.start[0] != '%' &&
            !(count == 0 ? read_count(reader, line, &count) : read_point(reader, line)))
            return false;
    }
    if (count == 0)
        diag_report(reader->data->errors, E_MAPPING_NONE, NOWHERE, "file of the surface");
    else if (reader->points.n != (int)count)
        diag_report(reader->data->errors, E_MAPPING_COUNT, NOWHERE, reader->points.n, (int)count);
    return count > 0 && reader->points.n == (int)count;
}

bool mapping_read_surface(mapping_data *data)
{
    if (!data->surface) {
        diag_report(data->errors, E_MAPPING_SURFACE, NOWHERE);
        return false;
    }
    const source *file = load(data, data->surface);
    if (!file)
        return false;
    point_reader reader = {.data = data, .scanner = scan_file(data->errors, data->texts, file)};
    const bool ok = read_surface_lines(&reader);
    keep_points(&reader, &data->peer, &data->n_peer);
    return ok;
}

/* --- the matrix --------------------------------------------------------------------------------------------------- */

typedef struct {
    int by_order[LEAST_SQUARES_MOST_ORDER + 1];
    long entries;
    double unity, position; /* largest errors of sum h - 1, and of sum h x - x */
} mapping_quality;

static void take_quality(mapping_quality *quality, const mapping_data *data, vec3 x, int n, const int *points,
                         const double *h)
{
    double sum = 0;
    vec3 position = {0, 0, 0};
    for (int i = 0; i < n; i++) {
        sum += h[i];
        position = vec3_axpy(position, h[i], data->points[points[i]]);
    }
    quality->entries += 3L * n;
    quality->unity = fmax(quality->unity, fabs(sum - 1));
    quality->position = fmax(quality->position, vec3_norm(vec3_sub(position, x)));
}

static void put_rows(text *matrix, int row, int n, const int *points, const double *h)
{
    for (int k = 1; k <= 3; k++)
        for (int i = 0; i < n; i++)
            if (h[i] != 0.0)
                text_printf(matrix, "%d %d %.17g\n", 3 * row + k, 3 * points[i] + k, h[i]);
}

static void put_report(text *report, const mapping_data *data, const least_squares_options *options,
                       const mapping_quality *quality)
{
    text_printf(report, "%d points of nodes, %d of the peer; %ld entries, at least %d points each, weight %g\n",
                data->n_points, data->n_peer, quality->entries, options->points, options->weight);
    for (int order = options->order; order > 0; order--)
        text_printf(report, "%8d points follow polynomials of order %d\n", quality->by_order[order], order);
    text_printf(report, "sum of weights: 1 within %.2g; linear fields: within %.2g\n", quality->unity,
                quality->position);
}

static least_squares_options options_of(const mapping_data *data)
{
    const int order = data->order ? data->order : DEFAULT_ORDER;
    const int points = data->points_each ? data->points_each : 2 * least_squares_terms(order);
    return (least_squares_options){.order = order,
                                   .points = points < data->n_points ? points : data->n_points,
                                   .weight = data->has_weight ? data->weight : DEFAULT_WEIGHT};
}

bool mapping_compute(mapping_data *data, text *matrix, text *report)
{
    const least_squares_options options = options_of(data);
    least_squares *least_squares = least_squares_create(data->memory, data->points, data->n_points, &options);
    mapping_quality quality = {0};
    text_printf(matrix, "# mapping by moving least squares\n# rows: %d\n# columns: %d\n", 3 * data->n_peer,
                3 * data->n_points);
    for (int row = 0; row < data->n_peer; row++) {
        const int *points;
        const double *h;
        int n;
        const int order = least_squares_find(least_squares, data->peer[row], &points, &h, &n);
        if (order == 0) {
            diag_report(data->errors, E_MAPPING_FLAT, NOWHERE, row + 1);
            diag_hint(data->errors, "give the nodes offsets in other directions, three of them for a line of nodes");
            return false;
        }
        quality.by_order[order]++;
        take_quality(&quality, data, data->peer[row], n, points, h);
        put_rows(matrix, row, n, points, h);
    }
    put_report(report, data, &options, &quality);
    return true;
}
