/* gltf_mesh.c - accessors and meshes of glTF.
 *
 *     box, cylinder, arrow    of bodies, symbols and forces: nodes place, rotate and scale them
 *     links                   what is tied to several nodes (lines, tubes, surfaces), skinned: a vertex has the nodes
 *                             of its ties as joints, with weights that are not negative and add up to 1 */
#include "app/gltf.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { FLOATS = 5126, SHORTS = 5123, INTS = 5125, MOST_JOINTS = 4, SIDES = 8 };
enum { MATERIAL_LINE, MATERIAL_TUBE, MATERIAL_SURFACE, MATERIAL_BODY, MATERIAL_SYMBOL, MATERIAL_ARROW };
typedef enum { MODE_LINES = 1, MODE_TRIANGLES = 4 } primitive_mode;

/* --- accessors ---------------------------------------------------------------------------------------------------- */

typedef enum { USE_OTHER = 0, USE_VERTICES = 34962, USE_INDICES = 34963 } view_use;

/* The least and the greatest of each component; n = 0: they are not written. */
typedef struct {
    double least[4], greatest[4];
    int n;
} bounds;

void gltf_append(void *to, const char *text, size_t n) { bytes_add(to, text, n); }

/* The end of the data from `first` on as one accessor: its number. */
static int add_accessor(gltf *g, size_t first, int type, const char *shape, size_t count, view_use use, bounds box)
{
    static const char ZERO[4] = {0};
    json_writer *view = &g->views_writer, *accessor = &g->accessors_writer;
    json_open_object(view, NULL);
    json_integer(view, "buffer", 0);
    json_integer(view, "byteOffset", (long long)first);
    json_integer(view, "byteLength", (long long)(g->data.n - first));
    if (use != USE_OTHER)
        json_integer(view, "target", use);
    json_close(view);
    json_open_object(accessor, NULL);
    json_integer(accessor, "bufferView", g->n_accessors);
    json_integer(accessor, "componentType", type);
    json_string(accessor, "type", shape);
    json_integer(accessor, "count", (long long)count);
    if (box.n > 0) {
        json_numbers(accessor, "min", box.least, box.n, JSON_SINGLE);
        json_numbers(accessor, "max", box.greatest, box.n, JSON_SINGLE);
    }
    json_close(accessor);
    bytes_add(&g->data, ZERO, (4 - g->data.n % 4) % 4);
    return g->n_accessors++;
}

/* Bounds of floats from `first` on, n a vertex. */
static bounds find_bounds(const gltf *g, size_t first, int n, size_t count)
{
    bounds box = {.n = n};
    for (size_t i = 0; i < count * (size_t)n && !g->data.failed; i++) {
        const size_t component = i % (size_t)n;
        float v;
        memcpy(&v, g->data.data + first + sizeof v * i, sizeof v);
        if (i < (size_t)n || (double)v < box.least[component])
            box.least[component] = (double)v;
        if (i < (size_t)n || (double)v > box.greatest[component])
            box.greatest[component] = (double)v;
    }
    return box;
}

/* Floats, n a vertex; positions and times have bounds. */
int gltf_add_floats(gltf *g, size_t first, const char *shape, int n, bool has_bounds)
{
    const size_t count = (g->data.n - first) / (sizeof(float) * (size_t)n);
    const bounds box = has_bounds ? find_bounds(g, first, n, count) : (bounds){.n = 0};
    return add_accessor(g, first, FLOATS, shape, count, USE_OTHER, box);
}

/* --- forms: boxes and cylinders ----------------------------------------------------------------------------------- */

typedef struct {
    bytes positions, normals, joints, weights, indices;
    int n;
} mesh;

static int add_vertex(mesh *m, const double p[3], const double n[3])
{
    for (int i = 0; i < 3; i++) {
        bytes_add_float(&m->positions, p[i]);
        bytes_add_float(&m->normals, n[i]);
    }
    return m->n++;
}

static void add_triangle(mesh *m, int a, int b, int c)
{
    const uint32_t corners[] = {(uint32_t)a, (uint32_t)b, (uint32_t)c};
    bytes_add(&m->indices, corners, sizeof corners);
}

static void make_box(mesh *m)
{
    for (int face = 0; face < 6; face++) {
        const int axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        const double side = face % 2 ? 1.0 : -1.0;
        double n[3] = {0}, p[3];
        n[axis] = p[axis] = side;
        const int first = m->n;
        for (int k = 0; k < 4; k++) {
            p[u] = k == 1 || k == 2 ? 1.0 : -1.0;
            p[v] = k >= 2 ? 1.0 : -1.0;
            add_vertex(m, p, n);
        }
        const int turn = side > 0.0 ? 0 : 1;
        add_triangle(m, first, first + 1 + turn, first + 2 - turn);
        add_triangle(m, first, first + 2 + turn, first + 3 - turn);
    }
}

/* About the z axis, without lids; half as thick as long. */
static void make_cylinder(mesh *m)
{
    for (int k = 0; k < SIDES; k++)
        for (int end = 0; end < 2; end++) {
            const double angle = 2.0 * M_PI * k / SIDES, n[3] = {cos(angle), sin(angle), 0.0};
            add_vertex(m, (double[]){0.5 * n[0], 0.5 * n[1], end ? 1.0 : -1.0}, n);
        }
    for (int k = 0; k < SIDES; k++) {
        const int a = 2 * k, b = 2 * ((k + 1) % SIDES);
        add_triangle(m, a, b, a + 1);
        add_triangle(m, b, b + 1, a + 1);
    }
}

/* Along the z axis, of length 1: a shaft and a head, rings of points at four heights. */
static void make_arrow(mesh *m)
{
    static const double RADIUS[] = {0.02, 0.02, 0.06, 0.0}, HEIGHT[] = {0.0, 0.8, 0.8, 1.0}, SLOPE[] = {0, 0, 0.3, 0.3};
    enum { RINGS = 4 };
    for (int ring = 0; ring < RINGS; ring++)
        for (int k = 0; k < SIDES; k++) {
            const double angle = 2.0 * M_PI * k / SIDES, flat = sqrt(1.0 - SLOPE[ring] * SLOPE[ring]);
            const double c = cos(angle), s = sin(angle);
            add_vertex(m, (double[]){RADIUS[ring] * c, RADIUS[ring] * s, HEIGHT[ring]},
                       (double[]){flat * c, flat * s, SLOPE[ring]});
        }
    for (int ring = 0; ring + 1 < RINGS; ring++)
        for (int k = 0; k < SIDES; k++) {
            const int a = ring * SIDES + k, b = ring * SIDES + (k + 1) % SIDES;
            add_triangle(m, a, b, a + SIDES);
            add_triangle(m, b, b + SIDES, a + SIDES);
        }
}

static void free_mesh(mesh *m)
{
    bytes_free(&m->positions);
    bytes_free(&m->normals);
    bytes_free(&m->joints);
    bytes_free(&m->weights);
    bytes_free(&m->indices);
}

/* Adds bytes to the data: where they begin. */
static size_t add_data(gltf *g, const bytes *from)
{
    const size_t first = g->data.n;
    bytes_add(&g->data, from->data, from->n);
    return first;
}

static void put_attributes(gltf *g, const mesh *m, bool has_normals, json_writer *w)
{
    const size_t n = (size_t)m->n;
    const bounds none = {.n = 0};
    json_open_object(w, "attributes");
    json_integer(w, "POSITION", gltf_add_floats(g, add_data(g, &m->positions), "VEC3", 3, true));
    if (has_normals)
        json_integer(w, "NORMAL", gltf_add_floats(g, add_data(g, &m->normals), "VEC3", 3, false));
    if (m->joints.n > 0) {
        json_integer(w, "JOINTS_0", add_accessor(g, add_data(g, &m->joints), SHORTS, "VEC4", n, USE_VERTICES, none));
        json_integer(w, "WEIGHTS_0", add_accessor(g, add_data(g, &m->weights), FLOATS, "VEC4", n, USE_VERTICES, none));
    }
    json_close(w);
}

static void put_primitive(gltf *g, mesh *m, primitive_mode mode, int material, json_writer *w)
{
    json_open_object(w, NULL);
    json_integer(w, "mode", mode);
    json_integer(w, "material", material);
    put_attributes(g, m, mode == MODE_TRIANGLES, w);
    const size_t first = add_data(g, &m->indices), count = m->indices.n / sizeof(uint32_t);
    json_integer(w, "indices", add_accessor(g, first, INTS, "SCALAR", count, USE_INDICES, (bounds){.n = 0}));
    json_close(w);
    free_mesh(m);
}

static void put_mesh(gltf *g, const char *name, mesh *m, int material, json_writer *w)
{
    json_open_object(w, NULL);
    json_string(w, "name", name);
    json_open_array(w, "primitives");
    put_primitive(g, m, MODE_TRIANGLES, material, w);
    json_close(w);
    json_close(w);
}

/* --- what follows several nodes ----------------------------------------------------------------------------------- */

/* Joints of a vertex: its nodes, each once; weights that are negative do not count. */
static void add_joints(const gltf *g, mesh *m, int vertex)
{
    const torsor_vertex *v = &g->s->drawing.vertices[vertex];
    uint16_t joint[MOST_JOINTS] = {0};
    double weight[MOST_JOINTS] = {0}, sum = 0.0;
    int n = 0;
    for (int t = 0; t < v->n_ties; t++) {
        const torsor_tie *tie = &g->s->drawing.ties[v->first_tie + t];
        const uint16_t which = (uint16_t)(tie->node + 1);
        int k = 0;
        while (k < n && joint[k] != which)
            k++;
        if (k == MOST_JOINTS || tie->weight <= 0.0)
            continue;
        n = k == n ? n + 1 : n;
        joint[k] = which;
        weight[k] += tie->weight;
        sum += tie->weight;
    }
    for (int k = 0; k < MOST_JOINTS; k++)
        bytes_add_float(&m->weights, sum > 0.0 ? weight[k] / sum : k == 0);
    bytes_add(&m->joints, joint, sizeof joint);
}

static void add_line(const gltf *g, const torsor_shape *shape, mesh *m)
{
    for (int i = 0; i < shape->n_vertices; i++) {
        double p[3];
        scene_vertex(g->s, shape->first_vertex + i, 0, p, NULL);
        const uint32_t at = (uint32_t)add_vertex(m, p, p), ends[] = {at - 1, at};
        add_joints(g, m, shape->first_vertex + i);
        if (i > 0)
            bytes_add(&m->indices, ends, sizeof ends);
    }
}

static void add_tube(const gltf *g, const torsor_shape *shape, mesh *m)
{
    const double radius = shape->size[0] > 0.0 ? shape->size[0] : 0.3 * g->unit;
    for (int i = 0; i < shape->n_vertices; i++) {
        double p[3], A[9];
        scene_vertex(g->s, shape->first_vertex + i, 0, p, A);
        for (int k = 0; k < SIDES; k++) {
            const double c = cos(2.0 * M_PI * k / SIDES), s = sin(2.0 * M_PI * k / SIDES);
            double n[3], at[3];
            for (int j = 0; j < 3; j++)
                n[j] = c * A[3 * j + 1] + s * A[3 * j + 2], at[j] = p[j] + radius * n[j];
            const int a = add_vertex(m, at, n), b = a - k + (k + 1) % SIDES;
            add_joints(g, m, shape->first_vertex + i);
            if (i > 0) {
                add_triangle(m, a - SIDES, b - SIDES, a);
                add_triangle(m, b - SIDES, b, a);
            }
        }
    }
}

static void add_surface(const gltf *g, const torsor_shape *shape, mesh *m)
{
    const int columns = shape->n_vertices / shape->n_rows, first = m->n;
    for (int i = 0; i < shape->n_vertices; i++) {
        double p[3], A[9];
        scene_vertex(g->s, shape->first_vertex + i, 0, p, A);
        add_vertex(m, p, (double[]){A[1], A[4], A[7]});
        add_joints(g, m, shape->first_vertex + i);
    }
    for (int i = 0; i + 1 < shape->n_rows; i++)
        for (int k = 0; k + 1 < columns; k++) {
            const int a = first + i * columns + k;
            add_triangle(m, a, a + 1, a + columns);
            add_triangle(m, a + 1, a + columns + 1, a + columns);
        }
}

/* The skinned mesh, when anything is tied to several nodes: whether there is one. */
static bool put_links(gltf *g, json_writer *w)
{
    mesh lines = {0}, tubes = {0}, surfaces = {0};
    for (int i = 0; i < g->s->drawing.n_shapes; i++) {
        const torsor_shape *shape = &g->s->drawing.shapes[i];
        if (shape->kind == TORSOR_SHAPE_LINE || shape->kind == TORSOR_SHAPE_SPRING)
            add_line(g, shape, &lines);
        else if (shape->kind == TORSOR_SHAPE_TUBE)
            add_tube(g, shape, &tubes);
        else if (shape->kind == TORSOR_SHAPE_SURFACE)
            add_surface(g, shape, &surfaces);
    }
    if (lines.n + tubes.n + surfaces.n == 0)
        return false;
    json_open_object(w, NULL);
    json_string(w, "name", "links");
    json_open_array(w, "primitives");
    if (lines.n > 0)
        put_primitive(g, &lines, MODE_LINES, MATERIAL_LINE, w);
    if (tubes.n > 0)
        put_primitive(g, &tubes, MODE_TRIANGLES, MATERIAL_TUBE, w);
    if (surfaces.n > 0)
        put_primitive(g, &surfaces, MODE_TRIANGLES, MATERIAL_SURFACE, w);
    json_close(w);
    json_close(w);
    return true;
}

bool gltf_put_meshes(gltf *g, json_writer *w)
{
    mesh box = {0}, cylinder = {0}, pointer = {0};
    make_box(&box);
    make_cylinder(&cylinder);
    make_arrow(&pointer);
    json_open_array(w, "meshes");
    put_mesh(g, "box", &box, MATERIAL_BODY, w);
    put_mesh(g, "symbol", &cylinder, MATERIAL_SYMBOL, w);
    put_mesh(g, "arrow", &pointer, MATERIAL_ARROW, w);
    const bool has_links = put_links(g, w);
    json_close(w);
    return has_links;
}

/* --- materials ---------------------------------------------------------------------------------------------------- */

void gltf_put_materials(json_writer *w)
{
    static const struct {
        const char *name;
        double colour[4];
        bool is_thin;
    } MATERIALS[] = {{"line", {0.27, 0.35, 0.39, 1}, false},   {"tube", {0.18, 0.55, 0.45, 1}, false},
                     {"surface", {0.48, 0.65, 0.76, 1}, true}, {"body", {0.36, 0.56, 0.84, 1}, false},
                     {"symbol", {0.85, 0.51, 0.17, 1}, true},  {"arrow", {0.75, 0.22, 0.17, 1}, false}};
    json_open_array(w, "materials");
    for (size_t i = 0; i < sizeof MATERIALS / sizeof *MATERIALS; i++) {
        json_open_object(w, NULL);
        json_string(w, "name", MATERIALS[i].name);
        json_bool(w, "doubleSided", MATERIALS[i].is_thin);
        json_open_object(w, "pbrMetallicRoughness");
        json_numbers(w, "baseColorFactor", MATERIALS[i].colour, 4, JSON_SINGLE);
        json_integer(w, "metallicFactor", 0);
        json_number(w, "roughnessFactor", 0.7, JSON_SINGLE);
        json_close(w);
        json_close(w);
    }
    json_close(w);
}
