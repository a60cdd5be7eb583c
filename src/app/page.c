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
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char MARK[] = "<!--DATA-->";
enum { MOST_POINTS = 20000, MOST_SERIES_BYTES = 16 << 20, MOST_MODES = 64 };

/* --- drawing ------------------------------------------------------------------------------------------------------ */

static void put_numbers(FILE *to, const double *v, int n)
{
    for (int i = 0; i < n; i++) {
        fputc(i == 0 ? '[' : ',', to);
        put_json_number(to, v[i]);
    }
    fputc(']', to);
}

static void put_passage(FILE *to, const torsor_passage *p)
{
    fprintf(to, ",\"at\":[%d,%d,%zu,%zu]", p->file, p->line, p->begin, p->end);
}

static void put_node(FILE *to, const torsor_drawn_node *n)
{
    fprintf(to, "{\"label\":%u,\"dummy\":%s,\"name\":", n->label, n->is_dummy ? "true" : "false");
    put_json_word(to, n->name);
    put_passage(to, &n->where);
    fputc('}', to);
}

static void put_thing(FILE *to, const torsor_drawn_thing *t)
{
    const char *const words[][2] = {
        {"group", t->group}, {"card", t->card}, {"type", t->type}, {"name", t->name}, {"prefix", t->prefix}};
    fprintf(to, "{\"label\":%u,\"shapes\":[%d,%d]", t->label, t->first_shape, t->n_shapes);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        fprintf(to, ",\"%s\":", words[i][0]);
        put_json_word(to, words[i][1]);
    }
    put_passage(to, &t->where);
    fputc('}', to);
}

static void put_shape(FILE *to, const scene *of, const torsor_shape *s)
{
    static const char *const KINDS[] = {"line",   "tube", "spring", "surface", "arrow",
                                        "couple", "body", "disk",   "symbol",  "frame"};
    fprintf(to,
            "{\"kind\":\"%s\",\"symbol\":\"%s\",\"thing\":%d,\"first\":%d,\"n\":%d,\"rows\":%d,\"sign\":%g,\"size\":",
            KINDS[s->kind], s->symbol, s->thing, s->first_vertex, s->n_vertices, s->n_rows, s->sign);
    double size[3];
    const double factor = s->kind == TORSOR_SHAPE_BODY ? scene_body_size(of, s, size) : 1.0;
    put_numbers(to, s->kind == TORSOR_SHAPE_BODY ? size : s->size, 3);
    if (factor < 1.0)
        fprintf(to, ",\"smaller\":%.3g", factor);
    fputs(",\"quantity\":", to);
    put_json_word(to, s->quantity ? s->quantity : "");
    fputc('}', to);
}

#define PUT_LIST(to, name, n, put)              \
    do {                                        \
        fprintf(to, "%s\"%s\":[", ",\n", name); \
        for (int i_ = 0; i_ < (n); i_++) {      \
            fputs(i_ > 0 ? "," : "", to);       \
            put;                                \
        }                                       \
        fputc(']', to);                         \
    } while (0)

static void put_text(FILE *to, const torsor_deck_text *t)
{
    fputs("{\"name\":", to);
    put_json_word(to, t->name);
    fputs(",\"text\":", to);
    put_json_string(to, t->text, t->length);
    fputc('}', to);
}

static void put_drawing(FILE *to, const scene *s)
{
    const torsor_drawing *d = &s->is;
    PUT_LIST(to, "nodes", d->n_nodes, put_node(to, &d->nodes[i_]));
    PUT_LIST(to, "things", d->n_things, put_thing(to, &d->things[i_]));
    PUT_LIST(to, "shapes", d->n_shapes, put_shape(to, s, &d->shapes[i_]));
    PUT_LIST(to, "vertices", d->n_vertices, fprintf(to, "%d", d->vertices[i_].n_ties));
    PUT_LIST(to, "amplitudes", d->n_amplitudes, put_json_word(to, d->amplitudes[i_]));
    PUT_LIST(to, "texts", d->n_texts, put_text(to, &d->texts[i_]));
}

/* --- results ------------------------------------------------------------------------------------------------------ */

static void put_quantity(FILE *to, torsor_quantity q)
{
    fprintf(to, "{\"size\":%d,\"name\":", q.size);
    put_json_word(to, q.name);
    fputs(",\"unit\":", to);
    put_json_word(to, q.unit);
    fputs(",\"words\":", to);
    put_json_word(to, q.description);
    fputc('}', to);
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

static void put_analysis(FILE *to, const torsor_result_modes *g)
{
    int chosen[MOST_MODES];
    const int n = choose_modes(g, chosen);
    fprintf(to, "{\"time\":%.9g,\"nodes\":[", g->time);
    for (int i = 0; i < g->n_nodes; i++)
        fprintf(to, "%s%u", i > 0 ? "," : "", g->nodes[i]);
    fputs("],\"configuration\":", to);
    put_numbers(to, g->configuration, 12 * g->n_nodes);
    fputs(",\"lambda\":[", to);
    for (int k = 0; k < n; k++)
        fprintf(to, "%s[%.9g,%.9g]", k > 0 ? "," : "", g->lambda[2 * chosen[k]], g->lambda[2 * chosen[k] + 1]);
    fputs("]}", to);
}

static void put_model(FILE *to, const scene *s, const shown *x, sampling at)
{
    char name[80];
    const char *slash = strrchr(s->base, '/');
    fputs("<script type=\"application/json\" id=\"model\">{\"title\":", to);
    put_json_word(to, slash ? slash + 1 : s->base);
    fprintf(to, ",\"version\":\"%s\",\"frames\":%d,\"points\":%d,\"times\":%d", torsor_version(), s->n_frames, at.n,
            s->r ? s->n_times : 0);
    put_drawing(to, s);
    PUT_LIST(to, "quantities", x->n, put_quantity(to, shown_quantity(x, s, i_, name)));
    const int analyses = torsor_results_modes_count(s->r);
    for (int i = 0; i <= analyses; i++) {
        fputs(i == 0 ? ",\n\"modes\":[" : i > 1 ? "," : "", to);
        const torsor_result_modes g = torsor_results_modes(s->r, i);
        if (i < analyses)
            put_analysis(to, &g);
    }
    fputs("]}</script>\n", to);
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
    const size_t n = (size_t)s->n_frames, size = n * (1 + 7 * (size_t)s->is.n_nodes);
    float *all = malloc(size * sizeof *all);
    for (size_t k = 0; all && k < n; k++)
        all[k] = (float)s->frame_time[k];
    for (int i = 0; all && i < s->is.n_nodes; i++)
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
        ok = put_ties(to, &s->is) && put_motion(to, s) && put_series(to, s, &x, at) && put_modes(to, s);
    }
    shown_close(&x);
    if (mark)
        fwrite(mark + strlen(MARK), 1, length - before - strlen(MARK), to);
    if (!ok)
        fputs("torsor: out of memory\n", stderr);
    return close_written(to, path) && ok;
}
