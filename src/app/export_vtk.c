/* export_vtk.c - a series for ParaView: NAME.pvd, and NAME.frames/NAME.frames_K.vtp for each frame.
 *
 *     points     nodes, then the vertices of the drawing, then eight corners of each body
 *     cells      nodes and arrows are vertices; lines, tubes and springs polylines; surfaces and bodies quadrilaterals
 *     data       of points: force and moment, the vectors of arrows; stress of solids and shells (XX YY ZZ XY YZ XZ),
 *                von Mises and principal stresses, for shells on both sides, strain if requested; of cells:
 *                label, and kind as numbered in torsor/drawing.h (-1: a node)
 *
 * Numbers are in base64, preceded by their number of bytes. */
#include "app/export.h"
#include "app/messages.h"
#include "app/bytes.h"
#include "app/stresses.h"
#include "app/writing.h"
#include "base/whole_file.h"
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void add_int(bytes *bytes, int64_t v) { bytes_add(bytes, &v, sizeof v); }
static void add_vector(bytes *bytes, const double v[3])
{
    for (int i = 0; i < 3; i++)
        bytes_add_float(bytes, v[i]);
}

/* --- cells: the same at each frame -------------------------------------------------------------------------------- */

/* Cells of one kind: points, ends, and labels of their owners. */
typedef struct {
    bytes points, ends, label, kind;
    int64_t n, n_points;
} cells;

typedef struct {
    const scene *scene;
    cells cells[3]; /* vertices, lines, polygons */
    int n_points, n_bodies;
    int *column;       /* of the results, by shape; -1: none */
    stresses field[3]; /* by torsor_field_kind */
} series;

enum { VERTS, LINES, POLYS };

static void add_point(cells *cells, int64_t point)
{
    add_int(&cells->points, point);
    cells->n_points++;
}

static void end_cell(cells *cells, int64_t label, int64_t kind)
{
    add_int(&cells->ends, cells->n_points);
    add_int(&cells->label, label);
    add_int(&cells->kind, kind);
    cells->n++;
}

static void add_grid(cells *cells, const torsor_shape *shape, int first, int64_t label)
{
    const int columns = shape->n_vertices / shape->n_rows;
    for (int i = 0; i + 1 < shape->n_rows; i++)
        for (int k = 0; k + 1 < columns; k++) {
            const int a = first + i * columns + k;
            const int corners[] = {a, a + 1, a + columns + 1, a + columns};
            for (int j = 0; j < 4; j++)
                add_point(cells, corners[j]);
            end_cell(cells, label, shape->kind);
        }
}

/* The bits of a corner's index are the signs along the axes. */
static void add_box(cells *cells, int first, int64_t label)
{
    static const int FACES[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 4; j++)
            add_point(cells, first + FACES[i][j]);
        end_cell(cells, label, TORSOR_SHAPE_BODY);
    }
}

static void add_shape(series *series, const torsor_shape *shape)
{
    const int first = series->scene->drawing.n_nodes + shape->first_vertex;
    const int64_t label = series->scene->drawing.things[shape->thing].label;
    const bool is_point = shape->n_vertices == 1;
    if (shape->kind == TORSOR_SHAPE_SURFACE) {
        add_grid(&series->cells[POLYS], shape, first, label);
    } else if (shape->kind == TORSOR_SHAPE_BODY) {
        add_box(&series->cells[POLYS],
                series->scene->drawing.n_nodes + series->scene->drawing.n_vertices + 8 * series->n_bodies++, label);
    } else {
        cells *to = &series->cells[is_point ? VERTS : LINES];
        for (int i = 0; i < shape->n_vertices; i++)
            add_point(to, first + i);
        end_cell(to, label, shape->kind);
    }
}

static void list_cells(series *series)
{
    const torsor_drawing *drawing = &series->scene->drawing;
    for (int i = 0; i < drawing->n_nodes; i++) {
        add_point(&series->cells[VERTS], i);
        end_cell(&series->cells[VERTS], drawing->nodes[i].label, -1);
    }
    for (int i = 0; i < drawing->n_shapes; i++)
        add_shape(series, &drawing->shapes[i]);
    series->n_points = drawing->n_nodes + drawing->n_vertices + 8 * series->n_bodies;
}

/* --- a frame ------------------------------------------------------------------------------------------------------ */

static void put_array(FILE *to, const char *type, const char *name, int components, const bytes *bytes)
{
    const uint64_t size = bytes->n;
    unsigned char *all = malloc(bytes->n + sizeof size);
    fprintf(to, "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"binary\">", type, name,
            components);
    if (all) {
        memcpy(all, &size, sizeof size);
        if (bytes->n > 0)
            memcpy(all + sizeof size, bytes->data, bytes->n);
        put_base64(to, all, bytes->n + sizeof size);
    }
    free(all);
    fputs("</DataArray>\n", to);
}

static void put_cells(FILE *to, const char *name, const cells *cells)
{
    fprintf(to, "<%s>\n", name);
    put_array(to, "Int64", "connectivity", 1, &cells->points);
    put_array(to, "Int64", "offsets", 1, &cells->ends);
    fprintf(to, "</%s>\n", name);
}

static void add_corners(const series *series, const torsor_shape *shape, int frame, bytes *to)
{
    double p[3], A[9], corner[3], size[3];
    const double least = 1e-3 * scene_size(series->scene);
    scene_vertex(series->scene, shape->first_vertex, frame, p, A);
    scene_body_size(series->scene, shape, size);
    for (int k = 0; k < 8; k++) {
        for (int i = 0; i < 3; i++) {
            corner[i] = p[i];
            for (int j = 0; j < 3; j++)
                corner[i] += A[3 * i + j] * (k >> j & 1 ? 1.0 : -1.0) * fmax(sqrt(3.0) * size[j], least);
        }
        add_vector(to, corner);
    }
}

static void add_points(const series *series, int frame, bytes *to)
{
    const torsor_drawing *drawing = &series->scene->drawing;
    double p[3];
    for (int i = 0; i < drawing->n_nodes; i++)
        add_vector(to, scene_pose(series->scene, i, frame));
    for (int i = 0; i < drawing->n_vertices; i++) {
        scene_vertex(series->scene, i, frame, p, NULL);
        add_vector(to, p);
    }
    for (int i = 0; i < drawing->n_shapes; i++)
        if (drawing->shapes[i].kind == TORSOR_SHAPE_BODY)
            add_corners(series, &drawing->shapes[i], frame, to);
}

/* The vectors of arrows of a kind at their points; zero elsewhere. */
static void add_arrows(const series *series, int frame, torsor_shape_kind kind, bytes *to)
{
    static const double ZERO[3] = {0};
    const torsor_drawing *drawing = &series->scene->drawing;
    for (int i = 0; i < series->n_points; i++)
        add_vector(to, ZERO);
    for (int i = 0; i < drawing->n_shapes && to->data && !to->failed; i++) {
        double v[3];
        const torsor_shape *shape = &drawing->shapes[i];
        if (shape->kind != kind || series->column[i] < 0)
            continue;
        torsor_results_read(series->scene->results, series->column[i],
                            series->scene->first + frame * series->scene->step, 1, 1, v);
        for (int k = 0; k < 3; k++) {
            const float one = (float)(shape->sign * v[k]);
            memcpy(to->data + 4 * (3 * (size_t)(drawing->n_nodes + shape->first_vertex) + (size_t)k), &one, sizeof one);
        }
    }
}

/* Writes six numbers and the values derived from them at nodes and vertices; corners of bodies have none. */
static bool put_field(FILE *to, const series *series, torsor_field_kind kind)
{
    static const char *const NAMES[] = {"stress", "stress below", "strain"};
    static const char *const MISES[] = {"von Mises", "von Mises below"}, *const PRINCIPAL[] = {"principal",
                                                                                               "principal below"};
    const torsor_drawing *drawing = &series->scene->drawing;
    bytes tensor = {0}, mises = {0}, principal = {0};
    for (int i = 0; i < series->n_points; i++) {
        double six[6] = {NAN, NAN, NAN, NAN, NAN, NAN}, values[3];
        if (i < drawing->n_nodes + drawing->n_vertices)
            stresses_at(&series->field[kind], series->scene, i, six);
        torsor_principal(six, values);
        add_vector(&tensor, six);
        add_vector(&tensor, six + 3);
        add_vector(&principal, values);
        bytes_add_float(&mises, torsor_von_mises(six));
    }
    put_array(to, "Float32", NAMES[kind], 6, &tensor);
    if (kind != TORSOR_FIELD_STRAIN) {
        put_array(to, "Float32", MISES[kind], 1, &mises);
        put_array(to, "Float32", PRINCIPAL[kind], 3, &principal);
    }
    const bool ok = !tensor.failed && !mises.failed && !principal.failed;
    bytes_free(&tensor);
    bytes_free(&mises);
    bytes_free(&principal);
    return ok;
}

static bool put_fields(FILE *to, series *series, int frame)
{
    bool ok = true;
    for (int k = 0; k < 3; k++)
        if (series->field[k].field) {
            stresses_load(&series->field[k], series->scene, frame);
            ok = put_field(to, series, (torsor_field_kind)k) && ok;
        }
    return ok;
}

/* Writes the data of all cells, in the order of the file. */
static void put_cell_data(FILE *to, const series *series)
{
    bytes label = {0}, kind = {0};
    for (int i = 0; i < 3; i++)
        if (series->cells[i].n > 0) {
            bytes_add(&label, series->cells[i].label.data, series->cells[i].label.n);
            bytes_add(&kind, series->cells[i].kind.data, series->cells[i].kind.n);
        }
    fputs("<CellData>\n", to);
    put_array(to, "Int64", "label", 1, &label);
    put_array(to, "Int64", "kind", 1, &kind);
    fputs("</CellData>\n", to);
    bytes_free(&label);
    bytes_free(&kind);
}

static bool put_frame(series *series, int frame, const char *path)
{
    bytes points = {0}, force = {0}, couple = {0};
    FILE *to = open_written(path);
    if (!to)
        return false;
    add_points(series, frame, &points);
    add_arrows(series, frame, TORSOR_SHAPE_ARROW, &force);
    add_arrows(series, frame, TORSOR_SHAPE_MOMENT, &couple);
    fprintf(to,
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
            "header_type=\"UInt64\">\n<PolyData>\n<Piece NumberOfPoints=\"%d\" NumberOfVerts=\"%lld\" "
            "NumberOfLines=\"%lld\" NumberOfStrips=\"0\" NumberOfPolys=\"%lld\">\n<PointData>\n",
            series->n_points, (long long)series->cells[VERTS].n, (long long)series->cells[LINES].n,
            (long long)series->cells[POLYS].n);
    put_array(to, "Float32", "force", 3, &force);
    put_array(to, "Float32", "couple", 3, &couple);
    const bool has_fields = put_fields(to, series, frame);
    fputs("</PointData>\n", to);
    put_cell_data(to, series);
    fputs("<Points>\n", to);
    put_array(to, "Float32", "Points", 3, &points);
    fputs("</Points>\n", to);
    put_cells(to, "Verts", &series->cells[VERTS]);
    put_cells(to, "Lines", &series->cells[LINES]);
    put_cells(to, "Polys", &series->cells[POLYS]);
    fputs("</Piece>\n</PolyData>\n</VTKFile>\n", to);
    const bool ok = has_fields && !points.failed && !force.failed && !couple.failed;
    bytes_free(&points);
    bytes_free(&force);
    bytes_free(&couple);
    if (!ok)
        fputs("torsor: out of memory\n", stderr);
    return close_written(to, path, ok);
}

/* --- the series --------------------------------------------------------------------------------------------------- */

/* NAME.frames, because the next results of the name NAME would be written into a folder NAME. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    const bool has_dot = dot && dot > (slash ? slash + 1 : path);
    const size_t n = has_dot ? (size_t)(dot - path) : strlen(path);
    char *folder = malloc(n + sizeof ".frames");
    if (folder)
        snprintf(folder, n + sizeof ".frames", "%.*s.frames", (int)n, path);
    return folder;
}

static bool make_folder(const char *path)
{
    const char *why = whole_file_refused(path);
    if (!why && (mkdir(path, 0777) == 0 || errno == EEXIST))
        return true;
    print_visible(stderr, "torsor: cannot create the folder %s: %s\n", path, why ? why : strerror(errno));
    return false;
}

static bool put_series(series *series, const char *path, const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 32;
    char *frame = malloc(size);
    FILE *to = frame ? open_written(path) : NULL;
    bool ok = to != NULL;
    if (to)
        fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n", to);
    for (int k = 0; ok && k < series->scene->n_frames; k++) {
        snprintf(frame, size, "%s/%s_%05d.vtp", folder, name, k);
        fprintf(to, "<DataSet timestep=\"%.9g\" file=\"%s/%s_%05d.vtp\"/>\n", series->scene->frame_time[k], name, name,
                k);
        ok = put_frame(series, k, frame);
    }
    if (to)
        fputs("</Collection>\n</VTKFile>\n", to);
    free(frame);
    return to && close_written(to, path, ok);
}

static bool open_fields(series *series)
{
    return stresses_open(&series->field[TORSOR_FIELD_STRESS], series->scene, TORSOR_FIELD_STRESS) &&
           (!scene_has_shells(series->scene) ||
            stresses_open(&series->field[TORSOR_FIELD_STRESS_BELOW], series->scene, TORSOR_FIELD_STRESS_BELOW)) &&
           (!series->scene->wants_strain ||
            stresses_open(&series->field[TORSOR_FIELD_STRAIN], series->scene, TORSOR_FIELD_STRAIN));
}

static bool is_complete(const series *series)
{
    bool ok = series->column != NULL;
    for (int i = 0; i < 3; i++)
        ok = ok && !(series->cells[i].points.failed || series->cells[i].ends.failed || series->cells[i].label.failed ||
                     series->cells[i].kind.failed);
    if (!ok)
        fputs("torsor: out of memory\n", stderr);
    return ok;
}

bool export_vtk(const scene *scene, const char *path)
{
    series series = {.scene = scene, .column = malloc(((size_t)scene->drawing.n_shapes + 1) * sizeof *series.column)};
    char *folder = folder_of(path);
    const char *slash = folder ? strrchr(folder, '/') : NULL;
    for (int i = 0; series.column && i < scene->drawing.n_shapes; i++)
        series.column[i] = scene_column(scene, &scene->drawing.shapes[i]);
    list_cells(&series);
    const bool ok = folder && open_fields(&series) && is_complete(&series) && make_folder(folder) &&
                    put_series(&series, path, folder, slash ? slash + 1 : folder);
    for (int i = 0; i < 3; i++) {
        bytes_free(&series.cells[i].points);
        bytes_free(&series.cells[i].ends);
        bytes_free(&series.cells[i].label);
        bytes_free(&series.cells[i].kind);
    }
    for (int i = 0; i < 3; i++)
        stresses_close(&series.field[i]);
    free(series.column);
    free(folder);
    return ok;
}
