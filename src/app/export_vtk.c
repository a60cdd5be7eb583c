/* export_vtk.c - a series for ParaView: NAME.pvd, and NAME/NAME_K.vtp for each frame.
 *
 *     points     nodes, then the vertices of the drawing, then eight corners of each body
 *     cells      nodes and arrows are vertices; lines, tubes and springs polylines; surfaces and bodies quadrilaterals
 *     data       of points: force and couple, the vectors of arrows; stress of solids and shells (XX YY ZZ XY YZ XZ),
 *                von Mises's and the principal ones, of shells on both sides, strain when it is wanted; of cells:
 *                label, and kind as torsor/drawing.h counts them (-1: a node)
 *
 * Numbers are base64 behind their number of bytes. */
#include "app/export.h"
#include "app/bytes.h"
#include "app/stresses.h"
#include "app/writing.h"
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void add_int(bytes *b, int64_t v) { bytes_add(b, &v, sizeof v); }
static void add_vector(bytes *b, const double v[3])
{
    for (int i = 0; i < 3; i++)
        bytes_add_float(b, v[i]);
}

/* --- cells: the same at each frame -------------------------------------------------------------------------------- */

/* Cells of one kind: points, ends, and what they belong to. */
typedef struct {
    bytes points, ends, label, kind;
    int64_t n, n_points;
} cells;

typedef struct {
    const scene *s;
    cells cells[3]; /* vertices, lines, polygons */
    int n_points, n_bodies;
    int *column;       /* of the results, by shape; -1: none */
    stresses field[3]; /* by torsor_field_kind */
} series;

enum { VERTS, LINES, POLYS };

static void add_point(cells *c, int64_t point)
{
    add_int(&c->points, point);
    c->n_points++;
}

static void end_cell(cells *c, int64_t label, int64_t kind)
{
    add_int(&c->ends, c->n_points);
    add_int(&c->label, label);
    add_int(&c->kind, kind);
    c->n++;
}

static void add_grid(cells *c, const torsor_shape *shape, int first, int64_t label)
{
    const int columns = shape->n_vertices / shape->n_rows;
    for (int i = 0; i + 1 < shape->n_rows; i++)
        for (int k = 0; k + 1 < columns; k++) {
            const int a = first + i * columns + k;
            const int corners[] = {a, a + 1, a + columns + 1, a + columns};
            for (int j = 0; j < 4; j++)
                add_point(c, corners[j]);
            end_cell(c, label, shape->kind);
        }
}

/* Corner i has its axes' signs in its bits. */
static void add_box(cells *c, int first, int64_t label)
{
    static const int FACES[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 4; j++)
            add_point(c, first + FACES[i][j]);
        end_cell(c, label, TORSOR_SHAPE_BODY);
    }
}

static void add_shape(series *x, const torsor_shape *shape)
{
    const int first = x->s->drawing.n_nodes + shape->first_vertex;
    const int64_t label = x->s->drawing.things[shape->thing].label;
    const bool is_point = shape->n_vertices == 1;
    if (shape->kind == TORSOR_SHAPE_SURFACE) {
        add_grid(&x->cells[POLYS], shape, first, label);
    } else if (shape->kind == TORSOR_SHAPE_BODY) {
        add_box(&x->cells[POLYS], x->s->drawing.n_nodes + x->s->drawing.n_vertices + 8 * x->n_bodies++, label);
    } else {
        cells *to = &x->cells[is_point ? VERTS : LINES];
        for (int i = 0; i < shape->n_vertices; i++)
            add_point(to, first + i);
        end_cell(to, label, shape->kind);
    }
}

static void list_cells(series *x)
{
    const torsor_drawing *d = &x->s->drawing;
    for (int i = 0; i < d->n_nodes; i++) {
        add_point(&x->cells[VERTS], i);
        end_cell(&x->cells[VERTS], d->nodes[i].label, -1);
    }
    for (int i = 0; i < d->n_shapes; i++)
        add_shape(x, &d->shapes[i]);
    x->n_points = d->n_nodes + d->n_vertices + 8 * x->n_bodies;
}

/* --- a frame ------------------------------------------------------------------------------------------------------ */

static void put_array(FILE *to, const char *type, const char *name, int components, const bytes *b)
{
    const uint64_t size = b->n;
    unsigned char *all = malloc(b->n + sizeof size);
    fprintf(to, "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"binary\">", type, name,
            components);
    if (all) {
        memcpy(all, &size, sizeof size);
        if (b->n > 0)
            memcpy(all + sizeof size, b->data, b->n);
        put_base64(to, all, b->n + sizeof size);
    }
    free(all);
    fputs("</DataArray>\n", to);
}

static void put_cells(FILE *to, const char *name, const cells *c)
{
    fprintf(to, "<%s>\n", name);
    put_array(to, "Int64", "connectivity", 1, &c->points);
    put_array(to, "Int64", "offsets", 1, &c->ends);
    fprintf(to, "</%s>\n", name);
}

static void add_corners(const series *x, const torsor_shape *shape, int frame, bytes *to)
{
    double p[3], A[9], corner[3], size[3];
    const double least = 1e-3 * scene_size(x->s);
    scene_vertex(x->s, shape->first_vertex, frame, p, A);
    scene_body_size(x->s, shape, size);
    for (int k = 0; k < 8; k++) {
        for (int i = 0; i < 3; i++) {
            corner[i] = p[i];
            for (int j = 0; j < 3; j++)
                corner[i] += A[3 * i + j] * (k >> j & 1 ? 1.0 : -1.0) * fmax(sqrt(3.0) * size[j], least);
        }
        add_vector(to, corner);
    }
}

static void add_points(const series *x, int frame, bytes *to)
{
    const torsor_drawing *d = &x->s->drawing;
    double p[3];
    for (int i = 0; i < d->n_nodes; i++)
        add_vector(to, scene_pose(x->s, i, frame));
    for (int i = 0; i < d->n_vertices; i++) {
        scene_vertex(x->s, i, frame, p, NULL);
        add_vector(to, p);
    }
    for (int i = 0; i < d->n_shapes; i++)
        if (d->shapes[i].kind == TORSOR_SHAPE_BODY)
            add_corners(x, &d->shapes[i], frame, to);
}

/* The vectors of arrows of a kind, at their points; zero elsewhere. */
static void add_arrows(const series *x, int frame, torsor_shape_kind kind, bytes *to)
{
    static const double ZERO[3] = {0};
    const torsor_drawing *d = &x->s->drawing;
    for (int i = 0; i < x->n_points; i++)
        add_vector(to, ZERO);
    for (int i = 0; i < d->n_shapes && to->data && !to->failed; i++) {
        double v[3];
        const torsor_shape *shape = &d->shapes[i];
        if (shape->kind != kind || x->column[i] < 0)
            continue;
        torsor_results_read(x->s->r, x->column[i], x->s->first + frame * x->s->step, 1, 1, v);
        for (int k = 0; k < 3; k++) {
            const float one = (float)(shape->sign * v[k]);
            memcpy(to->data + 4 * (3 * (size_t)(d->n_nodes + shape->first_vertex) + (size_t)k), &one, sizeof one);
        }
    }
}

/* Six numbers and what follows from them, at nodes and vertices; corners of bodies have none. */
static bool put_field(FILE *to, const series *x, torsor_field_kind kind)
{
    static const char *const NAMES[] = {"stress", "stress below", "strain"};
    static const char *const MISES[] = {"von Mises", "von Mises below"}, *const PRINCIPAL[] = {"principal",
                                                                                               "principal below"};
    const torsor_drawing *d = &x->s->drawing;
    bytes tensor = {0}, mises = {0}, principal = {0};
    for (int i = 0; i < x->n_points; i++) {
        double six[6] = {NAN, NAN, NAN, NAN, NAN, NAN}, values[3];
        if (i < d->n_nodes + d->n_vertices)
            stresses_at(&x->field[kind], x->s, i, six);
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

static bool put_fields(FILE *to, series *x, int frame)
{
    bool ok = true;
    for (int k = 0; k < 3; k++)
        if (x->field[k].field) {
            stresses_load(&x->field[k], x->s, frame);
            ok = put_field(to, x, (torsor_field_kind)k) && ok;
        }
    return ok;
}

/* Data of all cells, in the order in which the file has them. */
static void put_cell_data(FILE *to, const series *x)
{
    bytes label = {0}, kind = {0};
    for (int i = 0; i < 3; i++)
        if (x->cells[i].n > 0) {
            bytes_add(&label, x->cells[i].label.data, x->cells[i].label.n);
            bytes_add(&kind, x->cells[i].kind.data, x->cells[i].kind.n);
        }
    fputs("<CellData>\n", to);
    put_array(to, "Int64", "label", 1, &label);
    put_array(to, "Int64", "kind", 1, &kind);
    fputs("</CellData>\n", to);
    bytes_free(&label);
    bytes_free(&kind);
}

static bool put_frame(series *x, int frame, const char *path)
{
    bytes points = {0}, force = {0}, couple = {0};
    FILE *to = open_written(path);
    if (!to)
        return false;
    add_points(x, frame, &points);
    add_arrows(x, frame, TORSOR_SHAPE_ARROW, &force);
    add_arrows(x, frame, TORSOR_SHAPE_COUPLE, &couple);
    fprintf(to,
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
            "header_type=\"UInt64\">\n<PolyData>\n<Piece NumberOfPoints=\"%d\" NumberOfVerts=\"%lld\" "
            "NumberOfLines=\"%lld\" NumberOfStrips=\"0\" NumberOfPolys=\"%lld\">\n<PointData>\n",
            x->n_points, (long long)x->cells[VERTS].n, (long long)x->cells[LINES].n, (long long)x->cells[POLYS].n);
    put_array(to, "Float32", "force", 3, &force);
    put_array(to, "Float32", "couple", 3, &couple);
    const bool has_fields = put_fields(to, x, frame);
    fputs("</PointData>\n", to);
    put_cell_data(to, x);
    fputs("<Points>\n", to);
    put_array(to, "Float32", "Points", 3, &points);
    fputs("</Points>\n", to);
    put_cells(to, "Verts", &x->cells[VERTS]);
    put_cells(to, "Lines", &x->cells[LINES]);
    put_cells(to, "Polys", &x->cells[POLYS]);
    fputs("</Piece>\n</PolyData>\n</VTKFile>\n", to);
    const bool ok = has_fields && !points.failed && !force.failed && !couple.failed;
    bytes_free(&points);
    bytes_free(&force);
    bytes_free(&couple);
    if (!ok)
        fputs("torsor: out of memory\n", stderr);
    return close_written(to, path) && ok;
}

/* --- the series --------------------------------------------------------------------------------------------------- */

/* NAME.frames: a folder NAME would take the next results of that name in. */
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
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    fprintf(stderr, "torsor: cannot create the folder %s: %s\n", path, strerror(errno));
    return false;
}

static bool put_series(series *x, const char *path, const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 32;
    char *frame = malloc(size);
    FILE *to = frame ? open_written(path) : NULL;
    bool ok = to != NULL;
    if (to)
        fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n", to);
    for (int k = 0; ok && k < x->s->n_frames; k++) {
        snprintf(frame, size, "%s/%s_%05d.vtp", folder, name, k);
        fprintf(to, "<DataSet timestep=\"%.9g\" file=\"%s/%s_%05d.vtp\"/>\n", x->s->frame_time[k], name, name, k);
        ok = put_frame(x, k, frame);
    }
    if (to)
        fputs("</Collection>\n</VTKFile>\n", to);
    free(frame);
    return to && close_written(to, path) && ok;
}

static bool open_fields(series *x)
{
    return stresses_open(&x->field[TORSOR_FIELD_STRESS], x->s, TORSOR_FIELD_STRESS) &&
           (!scene_has_shells(x->s) ||
            stresses_open(&x->field[TORSOR_FIELD_STRESS_BELOW], x->s, TORSOR_FIELD_STRESS_BELOW)) &&
           (!x->s->wants_strain || stresses_open(&x->field[TORSOR_FIELD_STRAIN], x->s, TORSOR_FIELD_STRAIN));
}

static bool is_complete(const series *x)
{
    bool ok = x->column != NULL;
    for (int i = 0; i < 3; i++)
        ok = ok && !(x->cells[i].points.failed || x->cells[i].ends.failed || x->cells[i].label.failed ||
                     x->cells[i].kind.failed);
    if (!ok)
        fputs("torsor: out of memory\n", stderr);
    return ok;
}

bool export_vtk(const scene *s, const char *path)
{
    series x = {.s = s, .column = malloc(((size_t)s->drawing.n_shapes + 1) * sizeof *x.column)};
    char *folder = folder_of(path);
    const char *slash = folder ? strrchr(folder, '/') : NULL;
    for (int i = 0; x.column && i < s->drawing.n_shapes; i++)
        x.column[i] = scene_column(s, &s->drawing.shapes[i]);
    list_cells(&x);
    const bool ok = folder && open_fields(&x) && is_complete(&x) && make_folder(folder) &&
                    put_series(&x, path, folder, slash ? slash + 1 : folder);
    for (int i = 0; i < 3; i++) {
        bytes_free(&x.cells[i].points);
        bytes_free(&x.cells[i].ends);
        bytes_free(&x.cells[i].label);
        bytes_free(&x.cells[i].kind);
    }
    for (int i = 0; i < 3; i++)
        stresses_close(&x.field[i]);
    free(x.column);
    free(folder);
    return ok;
}
