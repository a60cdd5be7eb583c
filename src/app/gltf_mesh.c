/* gltf_mesh.c - accessors and meshes of glTF.
 *
 *     box, cylinder, arrow    for bodies, symbols and forces: nodes place, rotate and scale them
 *     links                   shapes attached to several nodes (lines, tubes, surfaces), skinned: a vertex has the
 *                             nodes of its ties as joints, with weights that are not negative and sum to 1 */
#include "app/gltf.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { FLOATS = 5126, SHORTS = 5123, INTS = 5125, MOST_JOINTS = 4, SIDES = 8 };
enum { MATERIAL_LINE, MATERIAL_TUBE, MATERIAL_SURFACE, MATERIAL_BODY, MATERIAL_SYMBOL, MATERIAL_ARROW };
typedef enum { MODE_LINES = 1, MODE_TRIANGLES = 4 } primitive_mode;

/* --- accessors ---------------------------------------------------------------------------------------------------- */

typedef enum { USE_OTHER = 0, USE_VERTICES = 34962, USE_INDICES = 34963 } view_use;

/* Minimum and maximum of each component; n = 0: not written. */
typedef struct {
    double least[4], greatest[4];
    int n;
} bounds;

void gltf_append(void *to, const char *text, size_t size) { bytes_add(to, text, size); }

/* Adds the data from `first` to its end as one accessor and returns its index. */
static int add_accessor(gltf *gltf, size_t first, int type, const char *shape, size_t count, view_use use, bounds box)
{
    static const char ZERO[4] = {0};
    json_writer *view = &gltf->views_writer, *accessor = &gltf->accessors_writer;
    json_open_object(view, NULL);
    json_integer(view, "buffer", 0);
    json_integer(view, "byteOffset", (long long)first);
    json_integer(view, "byteLength", (long long)(gltf->data.n - first));
    if (use != USE_OTHER)
        json_integer(view, "target", use);
    json_close(view);
    json_open_object(accessor, NULL);
    json_integer(accessor, "bufferView", gltf->n_accessors);
    json_integer(accessor, "componentType", type);
    json_string(accessor, "type", shape);
    json_integer(accessor, "count", (long long)count);
    if (box.n > 0) {
        json_numbers(accessor, "min", box.least, box.n, JSON_SINGLE);
        json_numbers(accessor, "max", box.greatest, box.n, JSON_SINGLE);
    }
    json_close(accessor);
    bytes_add(&gltf->data, ZERO, (4 - gltf->data.n % 4) % 4);
    return gltf->n_accessors++;
}

/* Bounds of the floats from `first` on, n per vertex. */
static bounds find_bounds(const gltf *gltf, size_t first, int n, size_t count)
{
    bounds box = {.n = n};
    for (size_t i = 0; i < count * (size_t)n && !gltf->data.failed; i++) {
        const size_t component = i % (size_t)n;
        float v;
        memcpy(&v, gltf->data.data + first + sizeof v * i, sizeof v);
        if (i < (size_t)n || (double)v < box.least[component])
            box.least[component] = (double)v;
        if (i < (size_t)n || (double)v > box.greatest[component])
            box.greatest[component] = (double)v;
    }
    return box;
}

/* Floats, n per vertex; positions and times have bounds. */
int gltf_add_floats(gltf *gltf, size_t first, const char *shape, int n, bool has_bounds)
{
    const size_t count = (gltf->data.n - first) / (sizeof(float) * (size_t)n);
    const bounds box = has_bounds ? find_bounds(gltf, first, n, count) : (bounds){.n = 0};
    return add_accessor(gltf, first, FLOATS, shape, count, USE_OTHER, box);
}

/* --- forms: boxes and cylinders ----------------------------------------------------------------------------------- */

typedef struct {
    bytes positions, normals, joints, weights, indices;
    int n;
} mesh;

static int add_vertex(mesh *mesh, const double p[3], const double n[3])
{
    for (int i = 0; i < 3; i++) {
        bytes_add_float(&mesh->positions, p[i]);
        bytes_add_float(&mesh->normals, n[i]);
    }
    return mesh->n++;
}

static void add_triangle(mesh *mesh, int a, int b, int c)
{
    const uint32_t corners[] = {(uint32_t)a, (uint32_t)b, (uint32_t)c};
    bytes_add(&mesh->indices, corners, sizeof corners);
}

static void make_box(mesh *mesh)
{
    for (int face = 0; face < 6; face++) {
        const int axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        const double side = face % 2 ? 1.0 : -1.0;
        double n[3] = {0}, p[3];
        n[axis] = p[axis] = side;
        const int first = mesh->n;
        for (int k = 0; k < 4; k++) {
            p[u] = k == 1 || k == 2 ? 1.0 : -1.0;
            p[v] = k >= 2 ? 1.0 : -1.0;
            add_vertex(mesh, p, n);
        }
        const int winding = side > 0.0 ? 0 : 1;
        add_triangle(mesh, first, first + 1 + winding, first + 2 - winding);
        add_triangle(mesh, first, first + 2 + winding, first + 3 - winding);
    }
}

/* About the z axis, without end caps; its thickness is half its length. */
static void make_cylinder(mesh *mesh)
{
    for (int k = 0; k < SIDES; k++)
        for (int end = 0; end < 2; end++) {
            const double angle = 2.0 * M_PI * k / SIDES, n[3] = {cos(angle), sin(angle), 0.0};
            add_vertex(mesh, (double[]){0.5 * n[0], 0.5 * n[1], end ? 1.0 : -1.0}, n);
        }
    for (int k = 0; k < SIDES; k++) {
        const int a = 2 * k, b = 2 * ((k + 1) % SIDES);
        add_triangle(mesh, a, b, a + 1);
        add_triangle(mesh, b, b + 1, a + 1);
    }
}

/* Along the z axis, of length 1: a shaft and a head, rings of points at four heights. */
static void make_arrow(mesh *mesh)
{
    static const double RADIUS[] = {0.02, 0.02, 0.06, 0.0}, HEIGHT[] = {0.0, 0.8, 0.8, 1.0},
                        INCLINE[] = {0, 0, 0.3, 0.3};
    enum { RINGS = 4 };
    for (int ring = 0; ring < RINGS; ring++)
        for (int k = 0; k < SIDES; k++) {
            const double angle = 2.0 * M_PI * k / SIDES, flat = sqrt(1.0 - INCLINE[ring] * INCLINE[ring]);
            const double c = cos(angle), s = sin(angle);
            add_vertex(mesh, (double[]){RADIUS[ring] * c, RADIUS[ring] * s, HEIGHT[ring]},
                       (double[]){flat * c, flat * s, INCLINE[ring]});
        }
    for (int ring = 0; ring + 1 < RINGS; ring++)
        for (int k = 0; k < SIDES; k++) {
            const int a = ring * SIDES + k, b = ring * SIDES + (k + 1) % SIDES;
            add_triangle(mesh, a, b, a + SIDES);
            add_triangle(mesh, b, b + SIDES, a + SIDES);
        }
}

static void free_mesh(mesh *mesh)
{
    bytes_free(&mesh->positions);
    bytes_free(&mesh->normals);
    bytes_free(&mesh->joints);
    bytes_free(&mesh->weights);
    bytes_free(&mesh->indices);
}

/* Adds bytes to the data and returns their offset. */
static size_t add_data(gltf *gltf, const bytes *from)
{
    const size_t first = gltf->data.n;
    bytes_add(&gltf->data, from->data, from->n);
    return first;
}

static void put_attributes(gltf *gltf, const mesh *mesh, bool has_normals, json_writer *writer)
{
    const size_t n = (size_t)mesh->n;
    const bounds none = {.n = 0};
    json_open_object(writer, "attributes");
    json_integer(writer, "POSITION", gltf_add_floats(gltf, add_data(gltf, &mesh->positions), "VEC3", 3, true));
    if (has_normals)
        json_integer(writer, "NORMAL", gltf_add_floats(gltf, add_data(gltf, &mesh->normals), "VEC3", 3, false));
    if (mesh->joints.n > 0) {
        json_integer(writer, "JOINTS_0",
                     add_accessor(gltf, add_data(gltf, &mesh->joints), SHORTS, "VEC4", n, USE_VERTICES, none));
        json_integer(writer, "WEIGHTS_0",
                     add_accessor(gltf, add_data(gltf, &mesh->weights), FLOATS, "VEC4", n, USE_VERTICES, none));
    }
    json_close(writer);
}

static void put_primitive(gltf *gltf, mesh *mesh, primitive_mode mode, int material, json_writer *writer)
{
    json_open_object(writer, NULL);
    json_integer(writer, "mode", mode);
    json_integer(writer, "material", material);
    put_attributes(gltf, mesh, mode == MODE_TRIANGLES, writer);
    const size_t first = add_data(gltf, &mesh->indices), count = mesh->indices.n / sizeof(uint32_t);
    json_integer(writer, "indices", add_accessor(gltf, first, INTS, "SCALAR", count, USE_INDICES, (bounds){.n = 0}));
    json_close(writer);
    free_mesh(mesh);
}

static void put_mesh(gltf *gltf, const char *name, mesh *mesh, int material, json_writer *writer)
{
    json_open_object(writer, NULL);
    json_string(writer, "name", name);
    json_open_array(writer, "primitives");
    put_primitive(gltf, mesh, MODE_TRIANGLES, material, writer);
    json_close(writer);
    json_close(writer);
}

/* --- what follows several nodes ----------------------------------------------------------------------------------- */

/* Joints of a vertex: its nodes, each once; negative weights are ignored. */
static void add_joints(const gltf *gltf, mesh *mesh, int vertex)
{
    const torsor_vertex *torsor_vertex = &gltf->scene->drawing.vertices[vertex];
    uint16_t joint[MOST_JOINTS] = {0};
    double weight[MOST_JOINTS] = {0}, sum = 0.0;
    int n = 0;
    for (int t = 0; t < torsor_vertex->n_ties; t++) {
        const torsor_tie *tie = &gltf->scene->drawing.ties[torsor_vertex->first_tie + t];
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
        bytes_add_float(&mesh->weights, sum > 0.0 ? weight[k] / sum : k == 0);
    bytes_add(&mesh->joints, joint, sizeof joint);
}

static void add_line(const gltf *gltf, const torsor_shape *shape, mesh *mesh)
{
    for (int i = 0; i < shape->n_vertices; i++) {
        double p[3];
        scene_vertex(gltf->scene, shape->first_vertex + i, 0, p, NULL);
        const uint32_t at = (uint32_t)add_vertex(mesh, p, p), ends[] = {at - 1, at};
        add_joints(gltf, mesh, shape->first_vertex + i);
        if (i > 0)
            bytes_add(&mesh->indices, ends, sizeof ends);
    }
}

static void add_tube(const gltf *gltf, const torsor_shape *shape, mesh *mesh)
{
    const double radius = shape->size[0] > 0.0 ? shape->size[0] : 0.3 * gltf->unit;
    for (int i = 0; i < shape->n_vertices; i++) {
        double p[3], A[9];
        scene_vertex(gltf->scene, shape->first_vertex + i, 0, p, A);
        for (int k = 0; k < SIDES; k++) {
            const double c = cos(2.0 * M_PI * k / SIDES), s = sin(2.0 * M_PI * k / SIDES);
            double n[3], at[3];
            for (int j = 0; j < 3; j++)
                n[j] = c * A[3 * j + 1] + s * A[3 * j + 2], at[j] = p[j] + radius * n[j];
            const int a = add_vertex(mesh, at, n), b = a - k + (k + 1) % SIDES;
            add_joints(gltf, mesh, shape->first_vertex + i);
            if (i > 0) {
                add_triangle(mesh, a - SIDES, b - SIDES, a);
                add_triangle(mesh, b - SIDES, b, a);
            }
        }
    }
}

static void add_surface(const gltf *gltf, const torsor_shape *shape, mesh *mesh)
{
    const int columns = shape->n_vertices / shape->n_rows, first = mesh->n;
    for (int i = 0; i < shape->n_vertices; i++) {
        double p[3], A[9];
        scene_vertex(gltf->scene, shape->first_vertex + i, 0, p, A);
        add_vertex(mesh, p, (double[]){A[1], A[4], A[7]});
        add_joints(gltf, mesh, shape->first_vertex + i);
    }
    for (int i = 0; i + 1 < shape->n_rows; i++)
        for (int k = 0; k + 1 < columns; k++) {
            const int a = first + i * columns + k;
            add_triangle(mesh, a, a + 1, a + columns);
            add_triangle(mesh, a + 1, a + columns + 1, a + columns);
        }
}

/* Writes the skinned mesh if any shape is attached to several nodes; returns whether there is one. */
static bool put_links(gltf *gltf, json_writer *writer)
{
    mesh lines = {0}, tubes = {0}, surfaces = {0};
    for (int i = 0; i < gltf->scene->drawing.n_shapes; i++) {
        const torsor_shape *shape = &gltf->scene->drawing.shapes[i];
        if (shape->kind == TORSOR_SHAPE_LINE || shape->kind == TORSOR_SHAPE_SPRING)
            add_line(gltf, shape, &lines);
        else if (shape->kind == TORSOR_SHAPE_TUBE)
            add_tube(gltf, shape, &tubes);
        else if (shape->kind == TORSOR_SHAPE_SURFACE)
            add_surface(gltf, shape, &surfaces);
    }
    if (lines.n + tubes.n + surfaces.n == 0)
        return false;
    json_open_object(writer, NULL);
    json_string(writer, "name", "links");
    json_open_array(writer, "primitives");
    if (lines.n > 0)
        put_primitive(gltf, &lines, MODE_LINES, MATERIAL_LINE, writer);
    if (tubes.n > 0)
        put_primitive(gltf, &tubes, MODE_TRIANGLES, MATERIAL_TUBE, writer);
    if (surfaces.n > 0)
        put_primitive(gltf, &surfaces, MODE_TRIANGLES, MATERIAL_SURFACE, writer);
    json_close(writer);
    json_close(writer);
    return true;
}

bool gltf_put_meshes(gltf *gltf, json_writer *writer)
{
    mesh box = {0}, cylinder = {0}, pointer = {0};
    make_box(&box);
    make_cylinder(&cylinder);
    make_arrow(&pointer);
    json_open_array(writer, "meshes");
    put_mesh(gltf, "box", &box, MATERIAL_BODY, writer);
    put_mesh(gltf, "symbol", &cylinder, MATERIAL_SYMBOL, writer);
    put_mesh(gltf, "arrow", &pointer, MATERIAL_ARROW, writer);
    const bool has_links = put_links(gltf, writer);
    json_close(writer);
    return has_links;
}

/* --- materials ---------------------------------------------------------------------------------------------------- */

void gltf_put_materials(json_writer *writer)
{
    static const struct {
        const char *name;
        double colour[4];
        bool is_thin;
    } MATERIALS[] = {{"line", {0.27, 0.35, 0.39, 1}, false},   {"tube", {0.18, 0.55, 0.45, 1}, false},
                     {"surface", {0.48, 0.65, 0.76, 1}, true}, {"body", {0.36, 0.56, 0.84, 1}, false},
                     {"symbol", {0.85, 0.51, 0.17, 1}, true},  {"arrow", {0.75, 0.22, 0.17, 1}, false}};
    json_open_array(writer, "materials");
    for (size_t i = 0; i < sizeof MATERIALS / sizeof *MATERIALS; i++) {
        json_open_object(writer, NULL);
        json_string(writer, "name", MATERIALS[i].name);
        json_bool(writer, "doubleSided", MATERIALS[i].is_thin);
        json_open_object(writer, "pbrMetallicRoughness");
        json_numbers(writer, "baseColorFactor", MATERIALS[i].colour, 4, JSON_SINGLE);
        json_integer(writer, "metallicFactor", 0);
        json_number(writer, "roughnessFactor", 0.7, JSON_SINGLE);
        json_close(writer);
        json_close(writer);
    }
    json_close(writer);
}
