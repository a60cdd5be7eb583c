/* export_gltf.c - an animated scene as binary glTF 2.0.
 *
 *     nodes       0 the model, z up turned to y up; 1 the ground; then the nodes of the model, which the animation
 *                 moves; then bodies and symbols, children of what they are on; then arrows, which have tracks of
 *                 their own: place, direction, and length by the largest of their kind; last the skinned mesh
 *     skin        what is tied to several nodes (lines, tubes, surfaces) follows them: a vertex has the nodes of its
 *                 ties as joints, with weights that are not negative and add up to 1
 *     binary      all numbers; each view has its accessor */
#include "app/export.h"
#include "app/bytes.h"
#include "app/writing.h"
#include "base/json.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FLOATS = 5126, SHORTS = 5123, INTS = 5125, MOST_JOINTS = 4, SIDES = 8, MODEL = 0, GROUND = 1, FIRST_NODE = 2 };
enum { MATERIAL_LINE, MATERIAL_TUBE, MATERIAL_SURFACE, MATERIAL_BODY, MATERIAL_SYMBOL, MATERIAL_ARROW };
typedef enum { MODE_LINES = 1, MODE_TRIANGLES = 4 } primitive_mode;
enum { MESH_BOX, MESH_SYMBOL, MESH_ARROW, MESH_LINKS };
static const double ARROW_LENGTH = 0.2; /* of the model, for the largest */

/* A force or a couple. */
typedef struct {
    const torsor_shape *shape;
    double *vector; /* three a frame */
    double scale;   /* its length in the picture over that of the vector */
} arrow;

typedef struct {
    const scene *s;
    bytes data;
    bytes views, accessors;                     /* JSON arrays, */
    json_writer views_writer, accessors_writer; /* which these write */
    int n_accessors;
    double unit; /* size of symbols, radius of tubes */
    arrow *arrows;
    int n_arrows;
} gltf;

/* --- JSON and accessors ------------------------------------------------------------------------------------------- */

typedef enum { USE_OTHER = 0, USE_VERTICES = 34962, USE_INDICES = 34963 } view_use;

/* The least and the greatest of each component; n = 0: they are not written. */
typedef struct {
    double least[4], greatest[4];
    int n;
} bounds;

static void append(void *to, const char *text, size_t n) { bytes_add(to, text, n); }

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
        memcpy(&v, g->data.at + first + sizeof v * i, sizeof v);
        if (i < (size_t)n || (double)v < box.least[component])
            box.least[component] = (double)v;
        if (i < (size_t)n || (double)v > box.greatest[component])
            box.greatest[component] = (double)v;
    }
    return box;
}

/* Floats, n a vertex; positions and times have bounds. */
static int add_floats(gltf *g, size_t first, const char *shape, int n, bool has_bounds)
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
    bytes_add(&g->data, from->at, from->n);
    return first;
}

static void put_attributes(gltf *g, const mesh *m, bool has_normals, json_writer *w)
{
    const size_t n = (size_t)m->n;
    const bounds none = {.n = 0};
    json_open_object(w, "attributes");
    json_integer(w, "POSITION", add_floats(g, add_data(g, &m->positions), "VEC3", 3, true));
    if (has_normals)
        json_integer(w, "NORMAL", add_floats(g, add_data(g, &m->normals), "VEC3", 3, false));
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
    const torsor_vertex *v = &g->s->is.vertices[vertex];
    uint16_t joint[MOST_JOINTS] = {0};
    double weight[MOST_JOINTS] = {0}, sum = 0.0;
    int n = 0;
    for (int t = 0; t < v->n_ties; t++) {
        const torsor_tie *tie = &g->s->is.ties[v->first_tie + t];
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
    for (int i = 0; i < g->s->is.n_shapes; i++) {
        const torsor_shape *shape = &g->s->is.shapes[i];
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

static bool put_meshes(gltf *g, json_writer *w)
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

/* --- arrows ------------------------------------------------------------------------------------------------------- */

static bool is_arrow(const torsor_shape *shape)
{
    return shape->kind == TORSOR_SHAPE_ARROW || shape->kind == TORSOR_SHAPE_COUPLE;
}

static double length_of(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

static double longest(const gltf *g, torsor_shape_kind kind)
{
    double most = 0.0;
    for (int i = 0; i < g->n_arrows; i++)
        for (int k = 0; g->arrows[i].shape->kind == kind && k < g->s->n_frames; k++)
            most = fmax(most, length_of(g->arrows[i].vector + 3 * k));
    return most;
}

/* Those whose vectors are among the results. */
static bool list_arrows(gltf *g)
{
    const scene *s = g->s;
    g->arrows = calloc((size_t)s->is.n_shapes + 1, sizeof *g->arrows);
    for (int i = 0; g->arrows && i < s->is.n_shapes; i++) {
        const torsor_shape *shape = &s->is.shapes[i];
        const int column = is_arrow(shape) ? scene_column(s, shape) : -1;
        if (column < 0 || torsor_results_at(s->r, column).size != 3)
            continue;
        double *v = malloc(3 * (size_t)s->n_frames * sizeof *v);
        if (!v)
            return false;
        torsor_results_read(s->r, column, s->first, s->step, s->n_frames, v);
        for (int k = 0; k < 3 * s->n_frames; k++)
            v[k] = isfinite(v[k]) ? shape->sign * v[k] : 0.0;
        g->arrows[g->n_arrows++] = (arrow){.shape = shape, .vector = v};
    }
    const double size = ARROW_LENGTH * scene_size(s);
    const double most[] = {longest(g, TORSOR_SHAPE_ARROW), longest(g, TORSOR_SHAPE_COUPLE)};
    for (int i = 0; i < g->n_arrows; i++) {
        const double of_kind = most[g->arrows[i].shape->kind == TORSOR_SHAPE_COUPLE];
        g->arrows[i].scale = of_kind > 0.0 ? size / of_kind : 0.0;
    }
    return g->arrows != NULL;
}

static void free_arrows(gltf *g)
{
    for (int i = 0; i < g->n_arrows; i++)
        free(g->arrows[i].vector);
    free(g->arrows);
}

/* Place, quaternion that turns the z axis to the vector, and size at a frame. */
static void pose_arrow(const gltf *g, const arrow *a, int frame, double p[3], double q[4], double *size)
{
    const double *v = a->vector + 3 * frame, length = length_of(v);
    const double z = length > 0.0 ? v[2] / length : 1.0, half = sqrt(0.5 * (1.0 + z));
    scene_vertex(g->s, a->shape->first_vertex, frame, p, NULL);
    *size = a->scale * length;
    q[0] = 1.0, q[1] = q[2] = q[3] = 0.0; /* half a turn about x, when it points down */
    if (half < 1e-6)
        return;
    q[0] = length > 0.0 ? -0.5 * v[1] / (length * half) : 0.0;
    q[1] = length > 0.0 ? 0.5 * v[0] / (length * half) : 0.0;
    q[3] = half;
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

/* Begins a node of glTF. */
static void open_node(json_writer *w, const char *name, long long label)
{
    char full[80];
    snprintf(full, sizeof full, "%s %lld", name, label);
    json_open_object(w, NULL);
    json_string(w, "name", full);
}

static void put_pose(json_writer *w, const double p[3], const double q[4])
{
    json_numbers(w, "translation", p, 3, JSON_SINGLE);
    json_numbers(w, "rotation", q, 4, JSON_SINGLE);
}

static bool is_child(const torsor_shape *shape)
{
    return shape->kind == TORSOR_SHAPE_BODY || shape->kind == TORSOR_SHAPE_SYMBOL;
}

/* The node of glTF that a shape with one vertex is on. */
static int parent_of(const gltf *g, const torsor_shape *shape)
{
    return g->s->is.ties[g->s->is.vertices[shape->first_vertex].first_tie].node + FIRST_NODE;
}

static void put_child(const gltf *g, const torsor_shape *shape, json_writer *w)
{
    const torsor_tie *tie = &g->s->is.ties[g->s->is.vertices[shape->first_vertex].first_tie];
    const torsor_drawn_thing *thing = &g->s->is.things[shape->thing];
    const bool is_body = shape->kind == TORSOR_SHAPE_BODY;
    double q[4], size[3];
    quaternion_of(tie->axes, q);
    scene_body_size(g->s, shape, size);
    for (int i = 0; i < 3; i++)
        size[i] = is_body ? fmax(sqrt(3.0) * size[i], 0.2 * g->unit) : g->unit;
    open_node(w, thing->card, thing->label);
    json_integer(w, "mesh", is_body ? MESH_BOX : MESH_SYMBOL);
    put_pose(w, tie->offset, q);
    json_numbers(w, "scale", size, 3, JSON_SINGLE);
    json_close(w);
}

/* glTF has no empty lists: it is begun with the first child. */
static void put_children(const gltf *g, int node, json_writer *w)
{
    int n = 0;
    for (int i = 0, child = FIRST_NODE + g->s->is.n_nodes; i < g->s->is.n_shapes; i++)
        if (is_child(&g->s->is.shapes[i])) {
            if (parent_of(g, &g->s->is.shapes[i]) == node) {
                if (n++ == 0)
                    json_open_array(w, "children");
                json_integer(w, NULL, child);
            }
            child++;
        }
    if (n > 0)
        json_close(w);
}

static int count_children(const gltf *g)
{
    int n = 0;
    for (int i = 0; i < g->s->is.n_shapes; i++)
        n += is_child(&g->s->is.shapes[i]);
    return n;
}

static int first_arrow(const gltf *g) { return FIRST_NODE + g->s->is.n_nodes + count_children(g); }

static void put_arrow(const gltf *g, const arrow *a, json_writer *w)
{
    const torsor_drawn_thing *thing = &g->s->is.things[a->shape->thing];
    double p[3], q[4], size;
    pose_arrow(g, a, 0, p, q, &size);
    open_node(w, thing->card, thing->label);
    json_integer(w, "mesh", MESH_ARROW);
    put_pose(w, p, q);
    json_numbers(w, "scale", (double[]){size, size, size}, 3, JSON_SINGLE);
    json_close(w);
}

/* The model, with z up, as a child of glTF's axes, with y up. */
static void put_model(const gltf *g, json_writer *w)
{
    static const double UPRIGHT[] = {-0.707106781, 0.0, 0.0, 0.707106781};
    json_open_object(w, NULL);
    json_string(w, "name", "model");
    json_numbers(w, "rotation", UPRIGHT, 4, JSON_SINGLE);
    json_open_array(w, "children");
    json_integer(w, NULL, GROUND);
    for (int i = 0; i < g->s->is.n_nodes; i++)
        json_integer(w, NULL, FIRST_NODE + i);
    for (int i = 0; i < g->n_arrows; i++)
        json_integer(w, NULL, first_arrow(g) + i);
    json_close(w);
    json_close(w);
    json_open_object(w, NULL);
    json_string(w, "name", "ground");
    put_children(g, GROUND, w);
    json_close(w);
}

static void put_nodes(const gltf *g, bool has_links, json_writer *w)
{
    const torsor_drawing *d = &g->s->is;
    json_open_array(w, "nodes");
    put_model(g, w);
    for (int i = 0; i < d->n_nodes; i++) {
        const double *at = scene_pose(g->s, i, 0);
        double q[4];
        quaternion_of(at + 3, q);
        open_node(w, "node", d->nodes[i].label);
        put_pose(w, at, q);
        put_children(g, FIRST_NODE + i, w);
        json_close(w);
    }
    for (int i = 0; i < d->n_shapes; i++)
        if (is_child(&d->shapes[i]))
            put_child(g, &d->shapes[i], w);
    for (int i = 0; i < g->n_arrows; i++)
        put_arrow(g, &g->arrows[i], w);
    if (has_links) {
        json_open_object(w, NULL);
        json_string(w, "name", "links");
        json_integer(w, "mesh", MESH_LINKS);
        json_integer(w, "skin", 0);
        json_close(w);
    }
    json_close(w);
}

/* Inverse of where the joints are at the first frame, by columns; and the list of joints. */
static void put_skin(gltf *g, json_writer *w)
{
    const size_t first = g->data.n;
    for (int i = -1; i < g->s->is.n_nodes; i++) {
        static const double ORIGIN[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
        const double *at = i < 0 ? ORIGIN : scene_pose(g->s, i, 0), *R = at + 3;
        for (int c = 0; c < 4; c++)
            for (int r = 0; r < 4; r++)
                bytes_add_float(&g->data, r == 3  ? c == 3
                                          : c < 3 ? R[3 * c + r]
                                                  : -(R[r] * at[0] + R[3 + r] * at[1] + R[6 + r] * at[2]));
    }
    json_open_array(w, "skins");
    json_open_object(w, NULL);
    json_integer(w, "inverseBindMatrices", add_floats(g, first, "MAT4", 16, false));
    json_open_array(w, "joints");
    for (int i = -1; i < g->s->is.n_nodes; i++)
        json_integer(w, NULL, i < 0 ? GROUND : FIRST_NODE + i);
    json_close(w);
    json_close(w);
    json_close(w);
}

/* --- animation ---------------------------------------------------------------------------------------------------- */

static int add_track(gltf *g, int node, bool turns)
{
    const size_t first = g->data.n;
    double last[4] = {0, 0, 0, 1};
    for (int k = 0; k < g->s->n_frames; k++) {
        const double *at = scene_pose(g->s, node, k);
        double q[4], dot = 0.0;
        quaternion_of(at + 3, q);
        for (int i = 0; i < 4; i++)
            dot += q[i] * last[i];
        for (int i = 0; i < 4; i++)
            last[i] = dot < 0.0 ? -q[i] : q[i];
        for (int i = 0; i < (turns ? 4 : 3); i++)
            bytes_add_float(&g->data, turns ? last[i] : at[i]);
    }
    return add_floats(g, first, turns ? "VEC4" : "VEC3", turns ? 4 : 3, false);
}

/* Place, direction and length of an arrow. */
static int add_arrow_track(gltf *g, const arrow *a, int part)
{
    static const char *const SHAPES[] = {"VEC3", "VEC4", "VEC3"};
    const size_t first = g->data.n;
    const int n = part == 1 ? 4 : 3;
    for (int k = 0; k < g->s->n_frames; k++) {
        double p[3], q[4], size;
        pose_arrow(g, a, k, p, q, &size);
        for (int i = 0; i < n; i++)
            bytes_add_float(&g->data, part == 0 ? p[i] : part == 1 ? q[i] : size);
    }
    return add_floats(g, first, SHAPES[part], n, false);
}

static void put_sampler(json_writer *w, int times, int output)
{
    json_open_object(w, NULL);
    json_integer(w, "input", times);
    json_integer(w, "output", output);
    json_close(w);
}

static void put_channel(json_writer *w, int sampler, int node, const char *path)
{
    json_open_object(w, NULL);
    json_integer(w, "sampler", sampler);
    json_open_object(w, "target");
    json_integer(w, "node", node);
    json_string(w, "path", path);
    json_close(w);
    json_close(w);
}

static int add_times(gltf *g)
{
    const size_t first = g->data.n;
    for (int k = 0; k < g->s->n_frames; k++)
        bytes_add_float(&g->data, g->s->frame_time[k] - g->s->frame_time[0]);
    return add_floats(g, first, "SCALAR", 1, true);
}

/* Two tracks a node, then three an arrow. */
static void put_animation(gltf *g, json_writer *w)
{
    static const char *const PATHS[] = {"translation", "rotation", "scale"};
    const int times = add_times(g), of_nodes = 2 * g->s->is.n_nodes;
    json_open_array(w, "animations");
    json_open_object(w, NULL);
    json_string(w, "name", "motion");
    json_open_array(w, "samplers");
    for (int i = 0; i < of_nodes; i++)
        put_sampler(w, times, add_track(g, i / 2, i % 2));
    for (int i = 0; i < 3 * g->n_arrows; i++)
        put_sampler(w, times, add_arrow_track(g, &g->arrows[i / 3], i % 3));
    json_close(w);
    json_open_array(w, "channels");
    for (int i = 0; i < of_nodes; i++)
        put_channel(w, i, FIRST_NODE + i / 2, PATHS[i % 2]);
    for (int i = 0; i < 3 * g->n_arrows; i++)
        put_channel(w, of_nodes + i, first_arrow(g) + i / 3, PATHS[i % 3]);
    json_close(w);
    json_close(w);
    json_close(w);
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

static void put_materials(json_writer *w)
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

static void put_asset(json_writer *w)
{
    char generator[64];
    snprintf(generator, sizeof generator, "Torsor %s", torsor_version());
    json_open_object(w, "asset");
    json_string(w, "version", "2.0");
    json_string(w, "generator", generator);
    json_close(w);
}

static void put_scene(const gltf *g, bool has_links, json_writer *w)
{
    json_integer(w, "scene", 0);
    json_open_array(w, "scenes");
    json_open_object(w, NULL);
    json_open_array(w, "nodes");
    json_integer(w, NULL, MODEL);
    if (has_links)
        json_integer(w, NULL, first_arrow(g) + g->n_arrows);
    json_close(w);
    json_close(w);
    json_close(w);
}

static void put_buffers(gltf *g, json_writer *w)
{
    json_close(&g->views_writer);
    json_close(&g->accessors_writer);
    json_raw(w, "bufferViews", (const char *)g->views.at, g->views.n);
    json_raw(w, "accessors", (const char *)g->accessors.at, g->accessors.n);
    json_open_array(w, "buffers");
    json_open_object(w, NULL);
    json_integer(w, "byteLength", (long long)g->data.n);
    json_close(w);
    json_close(w);
}

static void compose(gltf *g, bytes *json)
{
    json_writer w = json_begin(append, json);
    g->views_writer = json_begin(append, &g->views);
    g->accessors_writer = json_begin(append, &g->accessors);
    json_open_array(&g->views_writer, NULL);
    json_open_array(&g->accessors_writer, NULL);
    json_open_object(&w, NULL);
    put_asset(&w);
    const bool has_links = put_meshes(g, &w);
    put_scene(g, has_links, &w);
    put_nodes(g, has_links, &w);
    put_materials(&w);
    if (has_links)
        put_skin(g, &w);
    if (g->s->n_frames > 1)
        put_animation(g, &w);
    put_buffers(g, &w);
    json_close(&w);
    while (json->n % 4 && !json->failed)
        bytes_add(json, " ", 1);
}

static void put_chunk(FILE *to, const char *kind, const bytes *from)
{
    const uint32_t size = (uint32_t)from->n;
    fwrite(&size, sizeof size, 1, to);
    fwrite(kind, 4, 1, to);
    fwrite(from->at, 1, from->n, to);
}

bool export_gltf(const scene *s, const char *path)
{
    gltf g = {.s = s, .unit = 0.02 * scene_size(s)};
    bytes json = {0};
    const bool has_arrows = list_arrows(&g);
    compose(&g, &json);
    const bool fits = json.n + g.data.n < UINT32_MAX - 64;
    bool ok = fits && has_arrows && !json.failed && !g.data.failed && !g.views.failed && !g.accessors.failed;
    if (!ok)
        fprintf(stderr, "torsor: %s\n",
                fits ? "out of memory"
                     : "the animation exceeds the 4 GB of a glTF file; --frames N reduces the number of frames");
    FILE *to = ok ? open_written(path) : NULL;
    if (to) {
        const uint32_t header[] = {0x46546c67, 2, (uint32_t)(28 + json.n + g.data.n)};
        fwrite(header, sizeof header, 1, to);
        put_chunk(to, "JSON", &json);
        put_chunk(to, "BIN\0", &g.data);
        ok = close_written(to, path);
    }
    bytes_free(&json);
    bytes_free(&g.data);
    bytes_free(&g.views);
    bytes_free(&g.accessors);
    free_arrows(&g);
    return to && ok;
}
