/* picture.c - a picture of a scene for documents, as SVG: successive positions drawn over each other, pale ones first.
 *
 * Lines, tubes, springs and the outlines of surfaces are drawn; joints are dots; paths of nodes are drawn on request. A
 * point p is at u . p, -v . p in the picture, with u, v in the plane. */
#include "app/picture.h"
#include "app/writing.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 320, MARGIN = 20, TITLE = 24 };

static const struct {
    const char *name;
    double u[3], v[3];
} PLANES[] = {{"xy", {1, 0, 0}, {0, 1, 0}},
              {"xz", {1, 0, 0}, {0, 0, 1}},
              {"yz", {0, 1, 0}, {0, 0, 1}},
              {"iso", {0.848, 0.530, 0}, {-0.228, 0.365, 0.902}}};
enum { PLANE_COUNT = sizeof PLANES / sizeof *PLANES };

typedef struct {
    const scene *scene;
    FILE *file;
    int plane;
    double low[2], high[2]; /* of everything drawn, in the plane */
    double scale, origin[2];
    bool measures; /* only computes the box, writes nothing */
} canvas;

picture_options picture_defaults(void) { return (picture_options){.positions = 9}; }

bool picture_plane(const char *word, picture_options *options)
{
    for (int i = 0; i < PLANE_COUNT; i++)
        if (strcmp(word, PLANES[i].name) == 0) {
            options->plane = PLANES[i].name;
            return true;
        }
    return false;
}

/* The plane in which the model stays; isometric if there is none. */
static const char *plane_of(const scene *scene)
{
    double extent[3];
    for (int c = 0; c < 3; c++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < (size_t)scene->drawing.n_nodes * (size_t)scene->n_frames; i++)
            low = fmin(low, scene->motion[12 * i + (size_t)c]), high = fmax(high, scene->motion[12 * i + (size_t)c]);
        extent[c] = high > low ? high - low : 0.0;
    }
    const double flat = 0.04 * scene_size(scene);
    return extent[2] < flat ? "xy" : extent[1] < flat ? "xz" : extent[0] < flat ? "yz" : "iso";
}

/* --- points ------------------------------------------------------------------------------------------------------- */

static void picture_project(canvas *canvas, const double p[3], double at[2])
{
    const double *u = PLANES[canvas->plane].u, *v = PLANES[canvas->plane].v;
    at[0] = u[0] * p[0] + u[1] * p[1] + u[2] * p[2];
    at[1] = -(v[0] * p[0] + v[1] * p[1] + v[2] * p[2]);
    for (int i = 0; i < 2; i++) {
        if (canvas->measures && isfinite(at[i]))
            canvas->low[i] = fmin(canvas->low[i], at[i]), canvas->high[i] = fmax(canvas->high[i], at[i]);
        at[i] = canvas->origin[i] + canvas->scale * at[i];
    }
}

static void put_point(canvas *canvas, const char *before, const double p[3])
{
    double at[2];
    picture_project(canvas, p, at);
    if (!canvas->measures)
        fprintf(canvas->file, "%s%.1f %.1f", before, at[0], at[1]);
}

/* --- what is drawn ------------------------------------------------------------------------------------------------ */

static void begin_path(const canvas *canvas, const char *ink, double width)
{
    if (!canvas->measures)
        fprintf(canvas->file, "<path stroke=\"%s\" stroke-width=\"%g\" d=\"", ink, width);
}
static void end_path(const canvas *canvas)
{
    if (!canvas->measures)
        fputs("\"/>\n", canvas->file);
}

static void put_line(canvas *canvas, const torsor_shape *shape, int frame, const char *ink)
{
    double p[3];
    begin_path(canvas, ink, shape->kind == TORSOR_SHAPE_TUBE ? 2.4 : 1.6);
    for (int i = 0; i < shape->n_vertices; i++) {
        scene_vertex(canvas->scene, shape->first_vertex + i, frame, p, NULL);
        put_point(canvas, i == 0 ? "M" : "L", p);
    }
    end_path(canvas);
}

/* Around the grid: along its first column, and back along the last. */
static void put_outline(canvas *canvas, const torsor_shape *shape, int frame, const char *ink)
{
    const int rows = shape->n_rows, columns = shape->n_vertices / rows;
    double p[3];
    begin_path(canvas, ink, 1.0);
    for (int i = 0; i < 2 * rows; i++) {
        const int row = i < rows ? i : 2 * rows - 1 - i, column = i < rows ? 0 : columns - 1;
        scene_vertex(canvas->scene, shape->first_vertex + row * columns + column, frame, p, NULL);
        put_point(canvas, i == 0 ? "M" : "L", p);
    }
    if (!canvas->measures)
        fputc('Z', canvas->file);
    end_path(canvas);
}

static void put_dot(canvas *canvas, const torsor_shape *shape, int frame, const char *ink)
{
    double p[3], at[2];
    scene_vertex(canvas->scene, shape->first_vertex, frame, p, NULL);
    picture_project(canvas, p, at);
    if (!canvas->measures)
        fprintf(canvas->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\" fill=\"%s\"/>\n", at[0], at[1], ink);
}

static void put_position(canvas *canvas, int frame, const char *ink)
{
    const torsor_drawing *drawing = &canvas->scene->drawing;
    for (int i = 0; i < drawing->n_shapes; i++)
        switch (drawing->shapes[i].kind) {
        case TORSOR_SHAPE_LINE:
        case TORSOR_SHAPE_TUBE:
        case TORSOR_SHAPE_SPRING:
            put_line(canvas, &drawing->shapes[i], frame, ink);
            break;
        case TORSOR_SHAPE_SURFACE:
            put_outline(canvas, &drawing->shapes[i], frame, ink);
            break;
        case TORSOR_SHAPE_SYMBOL:
        case TORSOR_SHAPE_BODY:
            put_dot(canvas, &drawing->shapes[i], frame, ink);
            break;
        default:
            break;
        }
}

static void put_trace(canvas *canvas, int node)
{
    begin_path(canvas, "#c05a3c", 0.8);
    for (int k = 0; k < canvas->scene->n_frames; k++)
        put_point(canvas, k == 0 ? "M" : "L", scene_pose(canvas->scene, node, k));
    end_path(canvas);
}

static void put_traces(canvas *canvas, const char *labels)
{
    for (const char *at = labels; at && *at;) {
        char *end;
        const unsigned long label = strtoul(at, &end, 10);
        for (int i = 0; i < canvas->scene->drawing.n_nodes; i++)
            if (canvas->scene->drawing.nodes[i].label == label)
                put_trace(canvas, i);
        at = end == at ? at + 1 : end + (*end == ',');
    }
}

/* From pale through medium to dark. */
static void ink_of(double part, char ink[8])
{
    static const double SHADES[3][3] = {{201, 216, 236}, {78, 129, 189}, {20, 44, 84}};
    const int first = part < 0.5 ? 0 : 1;
    const double s = 2.0 * part - first;
    unsigned rgb = 0;
    for (int k = 0; k < 3; k++)
        rgb = rgb << 8 | (unsigned)lround(SHADES[first][k] + s * (SHADES[first + 1][k] - SHADES[first][k]));
    snprintf(ink, 8, "#%06x", rgb & 0xffffffu);
}

static void put_all(canvas *canvas, const picture_options *options)
{
    const int n = options->positions < canvas->scene->n_frames ? options->positions : canvas->scene->n_frames;
    put_traces(canvas, options->trace);
    for (int i = 0; i < n; i++) {
        const double part = n > 1 ? (double)i / (n - 1) : 1.0;
        char ink[8];
        ink_of(part, ink);
        put_position(canvas, (int)lround(part * (canvas->scene->n_frames - 1)), ink);
    }
}

static void place_drawing(canvas *canvas)
{
    const double width = canvas->high[0] - canvas->low[0], height = canvas->high[1] - canvas->low[1],
                 most = fmax(width, height);
    canvas->scale = most > 0.0 && isfinite(most) ? (SIZE - 2.0 * MARGIN) / most : 1.0;
    for (int i = 0; i < 2; i++)
        canvas->origin[i] = 0.5 * SIZE - canvas->scale * 0.5 * (canvas->low[i] + canvas->high[i]);
}

/* Escapes the five special characters of XML. */
static void put_escaped(FILE *to, const char *words)
{
    for (; *words; words++)
        if (strchr("<>&\"'", *words))
            fprintf(to, "&#%d;", *words);
        else
            fputc(*words, to);
}

bool picture_write(const scene *scene, const picture_options *options, const char *path)
{
    canvas canvas = {
        .scene = scene, .scale = 1.0, .low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}, .measures = true};
    const char *plane = options->plane ? options->plane : plane_of(scene);
    const int height = SIZE + (options->title ? TITLE : 0);
    while (strcmp(PLANES[canvas.plane].name, plane) != 0)
        canvas.plane++;
    put_all(&canvas, options);
    place_drawing(&canvas);
    canvas.measures = false;
    canvas.file = open_written(path);
    if (!canvas.file)
        return false;
    fprintf(canvas.file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n", SIZE,
            height, SIZE, height);
    fprintf(canvas.file, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", SIZE, height);
    fputs("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n", canvas.file);
    put_all(&canvas, options);
    fputs("</g>\n", canvas.file);
    if (options->title) {
        fprintf(canvas.file,
                "<text x=\"%d\" y=\"%d\" fill=\"#555\" text-anchor=\"middle\" font-family=\"sans-serif\" "
                "font-size=\"12\">",
                SIZE / 2, SIZE + 14);
        put_escaped(canvas.file, options->title);
        fputs("</text>\n", canvas.file);
    }
    fputs("</svg>\n", canvas.file);
    return close_written(canvas.file, path, true);
}
