/* page.c - the page that shows a scene.
 *
 *     model     JSON: nodes, what elements draw, names and units of results, texts of the deck
 *     ties      packed: node, weight, offset, quaternion of the axes, amplitude: ten numbers a tie
 *     motion    packed: times of the frames; of each node x, y, z and a quaternion, each over all frames
 *     series    packed: times; each number of each result over all of them
 *     modes     packed: of each mode of each eigenanalysis, 12 numbers a node (torsor_result_modes)
 *
 * The viewer itself is what viewer/ is bundled into; the data stand where it has its mark. */
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

static void put_passage(json_writer *w, const torsor_passage *p)
{
    json_open_array(w, "at");
    json_integer(w, NULL, p->file);
    json_integer(w, NULL, p->line);
    json_integer(w, NULL, (long long)p->begin);
    json_integer(w, NULL, (long long)p->end);
    json_close(w);
}

static void put_node(json_writer *w, const torsor_drawn_node *n)
{
    json_open_object(w, NULL);
    json_integer(w, "label", n->label);
    json_bool(w, "dummy", n->is_dummy);
    json_string(w, "name", n->name);
    put_passage(w, &n->where);
    json_close(w);
}

static void put_thing(json_writer *w, const torsor_drawn_thing *t)
{
    json_open_object(w, NULL);
    json_integer(w, "label", t->label);
    json_open_array(w, "shapes");
    json_integer(w, NULL, t->first_shape);
    json_integer(w, NULL, t->n_shapes);
    json_close(w);
    json_string(w, "group", t->group);
    json_string(w, "card", t->card);
    json_string(w, "type", t->type);
    json_string(w, "name", t->name);
    json_string(w, "prefix", t->prefix);
    put_passage(w, &t->where);
    json_close(w);
}

static void put_shape(json_writer *w, const scene *of, const torsor_shape *s)
{
    static const char *const KINDS[] = {"line",   "tube", "spring", "surface", "arrow",
                                        "couple", "body", "disk",   "symbol",  "frame"};
    const bool is_body = s->kind == TORSOR_SHAPE_BODY;
    double size[3];
    const double factor = is_body ? scene_body_size(of, s, size) : 1.0;
    json_open_object(w, NULL);
    json_string(w, "kind", KINDS[s->kind]);
    json_string(w, "symbol", s->symbol);
    json_integer(w, "thing", s->thing);
    json_integer(w, "first", s->first_vertex);
    json_integer(w, "n", s->n_vertices);
    json_integer(w, "rows", s->n_rows);
    json_number(w, "sign", s->sign, JSON_SINGLE);
    json_numbers(w, "size", is_body ? size : s->size, 3, JSON_SINGLE);
    if (factor < 1.0)
        json_number(w, "smaller", factor, 3);
    json_string(w, "quantity", s->quantity ? s->quantity : "");
    json_close(w);
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

static void put_text(json_writer *w, const torsor_deck_text *t)
{
    json_open_object(w, NULL);
    json_string(w, "name", t->name);
    json_text(w, "text", t->text, t->length);
    json_close(w);
}

static void put_drawing(json_writer *w, const scene *s)
{
    const torsor_drawing *d = &s->drawing;
    PUT_LIST(w, "nodes", d->n_nodes, put_node(w, &d->nodes[i_]));
    PUT_LIST(w, "things", d->n_things, put_thing(w, &d->things[i_]));
    PUT_LIST(w, "shapes", d->n_shapes, put_shape(w, s, &d->shapes[i_]));
    PUT_LIST(w, "vertices", d->n_vertices, json_integer(w, NULL, d->vertices[i_].n_ties));
    PUT_LIST(w, "amplitudes", d->n_amplitudes, json_string(w, NULL, d->amplitudes[i_]));
    PUT_LIST(w, "texts", d->n_texts, put_text(w, &d->texts[i_]));
}

/* --- results ------------------------------------------------------------------------------------------------------ */

static void put_quantity(json_writer *w, torsor_quantity q)
{
    json_open_object(w, NULL);
    json_integer(w, "size", q.size);
    json_string(w, "name", q.name);
    json_string(w, "unit", q.unit);
    json_string(w, "words", q.description);
    json_close(w);
}

/* Which times the series have: fewer when there are many numbers. */
typedef struct {
    int step, n;
} sampling;

static sampling sample_series(const scene *s, const shown *x)
{
    const size_t fit = MOST_SERIES_BYTES / (4 * (x->numbers + 1));
    const int most = fit < 2 ? 2 : fit < MOST_POINTS ? (int)fit : MOST_POINTS;
    const int step = (s->n_times + most - 1) / most;
    return (sampling){step, s->r ? (s->n_times - 1) / step + 1 : 0};
}

static bool is_mode(const torsor_result_modes *g, int k)
{
    return isfinite(g->lambda[2 * k]) && isfinite(g->lambda[2 * k + 1]) && g->lambda[2 * k + 1] > 0.0;
}

static double frequency(const torsor_result_modes *g, int k) { return hypot(g->lambda[2 * k], g->lambda[2 * k + 1]); }

/* Oscillations, each pair once, slow ones first; how many. */
static int choose_modes(const torsor_result_modes *g, int chosen[MOST_MODES])
{
    int n = 0;
    for (int k = 0; k < g->n_modes; k++) {
        if (!is_mode(g, k))
            continue;
        int at = n < MOST_MODES ? n++ : MOST_MODES;
        for (; at > 0 && frequency(g, chosen[at - 1]) > frequency(g, k); at--)
            if (at < MOST_MODES)
                chosen[at] = chosen[at - 1];
        if (at < MOST_MODES)
            chosen[at] = k;
    }
    return n;
}

static void put_analysis(json_writer *w, torsor_result_modes g)
{
    int chosen[MOST_MODES];
    const int n = choose_modes(&g, chosen);
    json_open_object(w, NULL);
    json_number(w, "time", g.time, JSON_SINGLE);
    json_open_array(w, "nodes");
    for (int i = 0; i < g.n_nodes; i++)
        json_integer(w, NULL, g.nodes[i]);
    json_close(w);
    json_numbers(w, "configuration", g.configuration, 12 * g.n_nodes, JSON_SINGLE);
    json_open_array(w, "lambda");
    for (int k = 0; k < n; k++)
        json_numbers(w, NULL, &g.lambda[2 * chosen[k]], 2, JSON_SINGLE);
    json_close(w);
    json_close(w);
}

static void put_model(FILE *to, const scene *s, const shown *x, sampling at)
{
    char name[80];
    const char *slash = strrchr(s->base, '/');
    json_writer w = json_begin(json_to_file, to);
    fputs("<script type=\"application/json\" id=\"model\">", to);
    json_open_object(&w, NULL);
    json_string(&w, "title", slash ? slash + 1 : s->base);
    json_string(&w, "version", torsor_version());
    json_integer(&w, "frames", s->n_frames);
    json_integer(&w, "points", at.n);
    json_integer(&w, "times", s->r ? s->n_times : 0);
    put_drawing(&w, s);
    PUT_LIST(&w, "quantities", x->n, put_quantity(&w, shown_quantity(x, s, i_, name)));
    PUT_LIST(&w, "modes", torsor_results_modes_count(s->r), put_analysis(&w, torsor_results_modes(s->r, i_)));
    json_close(&w);
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

static bool put_ties(FILE *to, const torsor_drawing *d)
{
    float *all = malloc((10 * (size_t)d->n_ties + 1) * sizeof *all), *next = all;
    for (int i = 0; all && i < d->n_ties; i++) {
        const torsor_tie *t = &d->ties[i];
        double q[4];
        quaternion_of(t->axes, q);
        *next++ = (float)t->node;
        *next++ = (float)t->weight;
        for (int k = 0; k < 7; k++)
            *next++ = (float)(k < 3 ? t->offset[k] : q[k - 3]);
        *next++ = (float)t->amplitude;
    }
    return put_block(to, "ties", all, 10 * (size_t)d->n_ties);
}

static bool put_motion(FILE *to, const scene *s)
{
    const size_t n = (size_t)s->n_frames, size = n * (1 + 7 * (size_t)s->drawing.n_nodes);
    float *all = malloc(size * sizeof *all);
    for (size_t k = 0; all && k < n; k++)
        all[k] = (float)s->frame_time[k];
    for (int i = 0; all && i < s->drawing.n_nodes; i++)
        for (size_t k = 0; k < n; k++) {
            const double *at = scene_pose(s, i, (int)k);
            float *of = all + n * (1 + 7 * (size_t)i) + k;
            double q[4];
            quaternion_of(at + 3, q);
            for (size_t c = 0; c < 7; c++)
                of[c * n] = (float)(c < 3 ? at[c] : q[c - 3]);
        }
    return put_block(to, "motion", all, size);
}

static bool put_series(FILE *to, const scene *s, const shown *x, sampling at)
{
    const size_t n = (size_t)at.n, size = n * (1 + x->numbers);
    float *all = malloc((size + 1) * sizeof *all);
    const double *time;
    torsor_results_times(s->r, &time);
    for (size_t k = 0; all && k < n; k++)
        all[k] = (float)time[(int)k * at.step];
    const bool ok = all && shown_read(x, s, at.step, at.n, all + n);
    return put_block(to, "series", all, size) && ok;
}

static bool put_modes(FILE *to, const scene *s)
{
    size_t size = 0;
    float *all = malloc(sizeof *all);
    for (int i = 0; all && i < torsor_results_modes_count(s->r); i++) {
        const torsor_result_modes g = torsor_results_modes(s->r, i);
        int chosen[MOST_MODES];
        const size_t n = (size_t)choose_modes(&g, chosen), each = 12 * (size_t)g.n_nodes;
        float *more = realloc(all, (size + n * each + 1) * sizeof *all);
        if (!more) {
            free(all);
            return false;
        }
        all = more;
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < each; j++)
                all[size++] = (float)g.shapes[(size_t)chosen[k] * each + j];
    }
    return put_block(to, "modes", all, size);
}

bool page_write(const scene *s, const char *path)
{
    FILE *to = open_written(path);
    if (!to)
        return false;
    const size_t length = (size_t)(viewer_page_end - viewer_page);
    const char *mark = memmem(viewer_page, length, MARK, strlen(MARK));
    const size_t before = mark ? (size_t)(mark - viewer_page) : length;
    shown x;
    fwrite(viewer_page, 1, before, to);
    bool ok = shown_open(&x, s);
    if (ok) {
        const sampling at = sample_series(s, &x);
        put_model(to, s, &x, at);
        ok = put_ties(to, &s->drawing) && put_motion(to, s) && put_series(to, s, &x, at) && put_modes(to, s);
    }
    shown_close(&x);
    if (mark)
        fwrite(mark + strlen(MARK), 1, length - before - strlen(MARK), to);
    if (!ok)
        fputs("torsor: out of memory\n", stderr);
    return close_written(to, path) && ok;
}
