/* page.c - the page that shows a scene.
 *
 *     model     JSON: nodes, shapes of elements, names and units of results, texts of the deck
 *     ties      packed: node, weight, offset, quaternion of the axes, amplitude: ten numbers per tie
 *     motion    packed: times of the frames; for each node x, y, z and a quaternion, each over all frames
 *     series    packed: times; each number of each result over all of them
 *     modes     packed: for each mode of each eigenanalysis, 12 numbers per node (torsor_result_modes)
 *
 * The viewer itself is the bundle of viewer/; the data replace its placeholder. */
#include "app/page.h"
#include "app/shown.h"
#include "app/viewer_page.h"
#include "app/writing.h"
#include "base/json.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char MARK[] = "<!--DATA-->";
enum { MOST_POINTS = 20000, MOST_SERIES_BYTES = 16 << 20, MOST_MODES = 64 };

/* --- drawing ------------------------------------------------------------------------------------------------------ */

static void put_passage(json_writer *writer, const torsor_passage *passage)
{
    json_open_array(writer, "at");
    json_integer(writer, NULL, passage->file);
    json_integer(writer, NULL, passage->line);
    json_integer(writer, NULL, (long long)passage->begin);
    json_integer(writer, NULL, (long long)passage->end);
    json_close(writer);
}

static void put_node(json_writer *writer, const torsor_drawn_node *node)
{
    json_open_object(writer, NULL);
    json_integer(writer, "label", node->label);
    json_bool(writer, "dummy", node->is_dummy);
    json_string(writer, "name", node->name);
    put_passage(writer, &node->where);
    json_close(writer);
}

static void put_thing(json_writer *writer, const torsor_drawn_thing *thing)
{
    json_open_object(writer, NULL);
    json_integer(writer, "label", thing->label);
    json_open_array(writer, "shapes");
    json_integer(writer, NULL, thing->first_shape);
    json_integer(writer, NULL, thing->n_shapes);
    json_close(writer);
    json_string(writer, "group", thing->group);
    json_string(writer, "card", thing->card);
    json_string(writer, "type", thing->type);
    json_string(writer, "name", thing->name);
    json_string(writer, "prefix", thing->prefix);
    put_passage(writer, &thing->where);
    json_close(writer);
}

static void put_shape(json_writer *writer, const scene *of, const torsor_shape *shape)
{
    static const char *const KINDS[] = {"line",   "tube", "spring", "surface", "arrow",
                                        "couple", "body", "disk",   "symbol",  "frame"};
    const bool is_body = shape->kind == TORSOR_SHAPE_BODY;
    double size[3];
    const double factor = is_body ? scene_body_size(of, shape, size) : 1.0;
    json_open_object(writer, NULL);
    json_string(writer, "kind", KINDS[shape->kind]);
    json_string(writer, "symbol", shape->symbol);
    json_integer(writer, "thing", shape->thing);
    json_integer(writer, "first", shape->first_vertex);
    json_integer(writer, "n", shape->n_vertices);
    json_integer(writer, "rows", shape->n_rows);
    json_number(writer, "sign", shape->sign, JSON_SINGLE);
    json_numbers(writer, "size", is_body ? size : shape->size, 3, JSON_SINGLE);
    if (factor < 1.0)
        json_number(writer, "smaller", factor, 3);
    json_string(writer, "quantity", shape->quantity ? shape->quantity : "");
    json_close(writer);
}

#define PUT_LIST(w, name, n, put)          \
    do {                                   \
        json_newline(w);                   \
        json_open_array(w, name);          \
        for (int i_ = 0; i_ < (n); i_++) { \
            put;                           \
        }                                  \
        json_close(w);                     \
    } while (0)

static void put_text(json_writer *writer, const torsor_deck_text *deck_text)
{
    json_open_object(writer, NULL);
    json_string(writer, "name", deck_text->name);
    json_text(writer, "text", deck_text->text, deck_text->length);
    json_close(writer);
}

static void put_drawing(json_writer *writer, const scene *scene)
{
    const torsor_drawing *drawing = &scene->drawing;
    PUT_LIST(writer, "nodes", drawing->n_nodes, put_node(writer, &drawing->nodes[i_]));
    PUT_LIST(writer, "things", drawing->n_things, put_thing(writer, &drawing->things[i_]));
    PUT_LIST(writer, "shapes", drawing->n_shapes, put_shape(writer, scene, &drawing->shapes[i_]));
    PUT_LIST(writer, "vertices", drawing->n_vertices, json_integer(writer, NULL, drawing->vertices[i_].n_ties));
    PUT_LIST(writer, "amplitudes", drawing->n_amplitudes, json_string(writer, NULL, drawing->amplitudes[i_]));
    PUT_LIST(writer, "texts", drawing->n_texts, put_text(writer, &drawing->texts[i_]));
}

/* --- results ------------------------------------------------------------------------------------------------------ */

static void put_quantity(json_writer *writer, torsor_quantity quantity)
{
    json_open_object(writer, NULL);
    json_integer(writer, "size", quantity.size);
    json_string(writer, "name", quantity.name);
    json_string(writer, "unit", quantity.unit);
    json_string(writer, "words", quantity.description);
    json_close(writer);
}

/* The times of the series: fewer if there are many numbers. */
typedef struct {
    int step, n;
} sampling;

static sampling sample_series(const scene *scene, const shown *shown)
{
    const size_t fit = MOST_SERIES_BYTES / (4 * (shown->numbers + 1));
    const int most = fit < 2 ? 2 : fit < MOST_POINTS ? (int)fit : MOST_POINTS;
    const int step = (scene->n_times + most - 1) / most;
    return (sampling){step, scene->results ? (scene->n_times - 1) / step + 1 : 0};
}

static bool is_mode(const torsor_result_modes *modes, int k)
{
    return isfinite(modes->lambda[2 * k]) && isfinite(modes->lambda[2 * k + 1]) && modes->lambda[2 * k + 1] > 0.0;
}

static double frequency(const torsor_result_modes *modes, int k)
{
    return hypot(modes->lambda[2 * k], modes->lambda[2 * k + 1]);
}

/* Chooses the oscillations, one of each pair, slow ones first; returns their number. */
static int choose_modes(const torsor_result_modes *modes, int chosen[MOST_MODES])
{
    int n = 0;
    for (int k = 0; k < modes->n_modes; k++) {
        if (!is_mode(modes, k))
            continue;
        int at = n < MOST_MODES ? n++ : MOST_MODES;
        for (; at > 0 && frequency(modes, chosen[at - 1]) > frequency(modes, k); at--)
            if (at < MOST_MODES)
                chosen[at] = chosen[at - 1];
        if (at < MOST_MODES)
            chosen[at] = k;
    }
    return n;
}

static void put_analysis(json_writer *writer, torsor_result_modes modes)
{
    int chosen[MOST_MODES];
    const int n = choose_modes(&modes, chosen);
    json_open_object(writer, NULL);
    json_number(writer, "time", modes.time, JSON_SINGLE);
    json_open_array(writer, "nodes");
    for (int i = 0; i < modes.n_nodes; i++)
        json_integer(writer, NULL, modes.nodes[i]);
    json_close(writer);
    json_numbers(writer, "configuration", modes.configuration, 12 * modes.n_nodes, JSON_SINGLE);
    json_open_array(writer, "lambda");
    for (int k = 0; k < n; k++)
        json_numbers(writer, NULL, &modes.lambda[2 * chosen[k]], 2, JSON_SINGLE);
    json_close(writer);
    json_close(writer);
}

static void put_model(FILE *to, const scene *scene, const shown *shown, sampling at)
{
    char name[80];
    const char *slash = strrchr(scene->base, '/');
    json_writer writer = json_begin(json_to_file, to);
    fputs("<script type=\"application/json\" id=\"model\">", to);
    json_open_object(&writer, NULL);
    json_string(&writer, "title", slash ? slash + 1 : scene->base);
    json_string(&writer, "version", torsor_version());
    json_integer(&writer, "frames", scene->n_frames);
    json_integer(&writer, "points", at.n);
    json_integer(&writer, "times", scene->results ? scene->n_times : 0);
    put_drawing(&writer, scene);
    PUT_LIST(&writer, "quantities", shown->n, put_quantity(&writer, shown_quantity(shown, scene, i_, name)));
    PUT_LIST(&writer, "modes", torsor_results_modes_count(scene->results),
             put_analysis(&writer, torsor_results_modes(scene->results, i_)));
    json_close(&writer);
    fputs("</script>\n", to);
}

/* --- packed numbers ----------------------------------------------------------------------------------------------- */

static bool put_block(FILE *to, const char *id, float *numbers, size_t n)
{
    bool ok = numbers != NULL;
    fprintf(to, "<script type=\"text/plain\" id=\"%s\">", id);
    ok = ok && put_packed(to, numbers, n);
    fputs("</script>\n", to);
    free(numbers);
    return ok;
}

static bool put_ties(FILE *to, const torsor_drawing *drawing)
{
    float *all = malloc((10 * (size_t)drawing->n_ties + 1) * sizeof *all), *next = all;
    for (int i = 0; all && i < drawing->n_ties; i++) {
        const torsor_tie *tie = &drawing->ties[i];
        double q[4];
        quaternion_of(tie->axes, q);
        *next++ = (float)tie->node;
        *next++ = (float)tie->weight;
        for (int k = 0; k < 7; k++)
            *next++ = (float)(k < 3 ? tie->offset[k] : q[k - 3]);
        *next++ = (float)tie->amplitude;
    }
    return put_block(to, "ties", all, 10 * (size_t)drawing->n_ties);
}

static bool put_motion(FILE *to, const scene *scene)
{
    const size_t n = (size_t)scene->n_frames, size = n * (1 + 7 * (size_t)scene->drawing.n_nodes);
    float *all = malloc(size * sizeof *all);
    for (size_t k = 0; all && k < n; k++)
        all[k] = (float)scene->frame_time[k];
    for (int i = 0; all && i < scene->drawing.n_nodes; i++)
        for (size_t k = 0; k < n; k++) {
            const double *at = scene_pose(scene, i, (int)k);
            float *of = all + n * (1 + 7 * (size_t)i) + k;
            double q[4];
            quaternion_of(at + 3, q);
            for (size_t c = 0; c < 7; c++)
                of[c * n] = (float)(c < 3 ? at[c] : q[c - 3]);
        }
    return put_block(to, "motion", all, size);
}

static bool put_series(FILE *to, const scene *scene, const shown *shown, sampling at)
{
    const size_t n = (size_t)at.n, size = n * (1 + shown->numbers);
    float *all = malloc((size + 1) * sizeof *all);
    const double *time;
    torsor_results_times(scene->results, &time);
    for (size_t k = 0; all && k < n; k++)
        all[k] = (float)time[(int)k * at.step];
    const bool ok = all && shown_read(shown, scene, at.step, at.n, all + n);
    return put_block(to, "series", all, size) && ok;
}

static bool put_modes(FILE *to, const scene *scene)
{
    size_t size = 0;
    float *all = malloc(sizeof *all);
    for (int i = 0; all && i < torsor_results_modes_count(scene->results); i++) {
        const torsor_result_modes modes = torsor_results_modes(scene->results, i);
        int chosen[MOST_MODES];
        const size_t n = (size_t)choose_modes(&modes, chosen), each = 12 * (size_t)modes.n_nodes;
        float *more = realloc(all, (size + n * each + 1) * sizeof *all);
        if (!more) {
            free(all);
            return false;
        }
        all = more;
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < each; j++)
                all[size++] = (float)modes.shapes[(size_t)chosen[k] * each + j];
    }
    return put_block(to, "modes", all, size);
}

bool page_write(const scene *scene, const char *path)
{
    FILE *to = open_written(path);
    if (!to)
        return false;
    const size_t length = (size_t)(viewer_page_end - viewer_page);
    const char *mark = memmem(viewer_page, length, MARK, strlen(MARK));
    const size_t before = mark ? (size_t)(mark - viewer_page) : length;
    shown shown;
    fwrite(viewer_page, 1, before, to);
    bool ok = shown_open(&shown, scene);
    if (ok) {
        const sampling at = sample_series(scene, &shown);
        put_model(to, scene, &shown, at);
        ok = put_ties(to, &scene->drawing) && put_motion(to, scene) && put_series(to, scene, &shown, at) &&
             put_modes(to, scene);
    }
    shown_close(&shown);
    if (mark)
        fwrite(mark + strlen(MARK), 1, length - before - strlen(MARK), to);
    if (!ok)
        fputs("torsor: out of memory\n", stderr);
    return close_written(to, path, ok);
}
