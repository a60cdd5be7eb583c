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
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FLOATS = 5126, SHORTS = 5123, INTS = 5125, MOST_JOINTS = 4, SIDES = 8, MODEL = 0, GROUND = 1, FIRST_NODE = 2 };
enum { MATERIAL_LINE, MATERIAL_TUBE, MATERIAL_SURFACE, MATERIAL_BODY, MATERIAL_SYMBOL, MATERIAL_ARROW };
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
    bytes views, accessors; /* JSON, with commas between the entries */
    int n_accessors;
    double unit; /* size of symbols, radius of tubes */
    arrow *arrows;
    int n_arrows;
} gltf;

/* --- JSON and accessors ------------------------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void put(bytes *to, const char *format, ...)
{
    char *words;
    va_list list;
    va_start(list, format);
    const int n = vasprintf(&words, format, list);
    va_end(list);
    to->failed |= n < 0;
    if (n < 0)
        return;
    bytes_add(to, words, (size_t)n);
    free(words);
}

static void put_comma(bytes *to)
{
    if (to->n > 0)
        bytes_add(to, ",", 1);
}

/* What was added to the data since `first` as one accessor: its number. */
static int accessor(gltf *g, size_t first, int type, const char *shape, size_t count, const char *more)
{
    static const char ZERO[4] = {0};
    const int target = strcmp(more, "index") == 0 ? 34963 : strcmp(more, "vertex") == 0 ? 34962 : 0;
    put_comma(&g->views);
    put(&g->views, "{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu", first, g->data.n - first);
    if (target)
        put(&g->views, ",\"target\":%d", target);
    put(&g->views, "}");
    put_comma(&g->accessors);
    put(&g->accessors, "{\"bufferView\":%d,\"componentType\":%d,\"type\":\"%s\",\"count\":%zu%s}", g->n_accessors, type,
        shape, count, target ? "" : more);
    bytes_add(&g->data, ZERO, (4 - g->data.n % 4) % 4);
    return g->n_accessors++;
}

/* Floats, n a vertex, with the least and the greatest of each when they are positions or times. */
static int accessor_of_floats(gltf *g, size_t first, const char *shape, int n, const char *use)
{
    const size_t count = (g->data.n - first) / (sizeof(float) * (size_t)n);
    bytes box = {0};
    for (int bound = 0; *use == 'b' && bound < 2 && !g->data.failed; bound++) {
        put(&box, bound == 0 ? ",\"min\":[" : ",\"max\":[");
        for (int c = 0; c < n; c++) {
            float most = 0.0f;
            for (size_t i = 0; i < count; i++) {
                float v;
                memcpy(&v, g->data.at + first + sizeof v * (i * (size_t)n + (size_t)c), sizeof v);
                most = i == 0 || (bound == 0 ? v < most : v > most) ? v : most;
            }
            put(&box, "%s%.9g", c > 0 ? "," : "", (double)most);
        }
        put(&box, "]");
    }
    bytes_add(&box, "", 1);
    const int found = accessor(g, first, FLOATS, shape, count, box.failed ? "" : (const char *)box.at);
    bytes_free(&box);
    return found;
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

/* A primitive of JSON; mode 4 triangles, 1 lines. */
static void put_primitive(gltf *g, mesh *m, int mode, int material, bytes *to)
{
    size_t at = g->data.n;
    bytes_add(&g->data, m->positions.at, m->positions.n);
    put_comma(to);
    put(to, "{\"mode\":%d,\"material\":%d,\"attributes\":{\"POSITION\":%d", mode, material,
        accessor_of_floats(g, at, "VEC3", 3, "bounds"));
    if (mode == 4) {
        at = g->data.n;
        bytes_add(&g->data, m->normals.at, m->normals.n);
        put(to, ",\"NORMAL\":%d", accessor_of_floats(g, at, "VEC3", 3, ""));
    }
    if (m->joints.n > 0) {
        at = g->data.n;
        bytes_add(&g->data, m->joints.at, m->joints.n);
        put(to, ",\"JOINTS_0\":%d", accessor(g, at, SHORTS, "VEC4", (size_t)m->n, "vertex"));
        at = g->data.n;
        bytes_add(&g->data, m->weights.at, m->weights.n);
        put(to, ",\"WEIGHTS_0\":%d", accessor(g, at, FLOATS, "VEC4", (size_t)m->n, "vertex"));
    }
    at = g->data.n;
    bytes_add(&g->data, m->indices.at, m->indices.n);
    put(to, "},\"indices\":%d}", accessor(g, at, INTS, "SCALAR", m->indices.n / sizeof(uint32_t), "index"));
    free_mesh(m);
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

/* The primitives of the skinned mesh. */
static void put_skinned(gltf *g, bytes *to)
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
    if (lines.n > 0)
        put_primitive(g, &lines, 1, MATERIAL_LINE, to);
    if (tubes.n > 0)
        put_primitive(g, &tubes, 4, MATERIAL_TUBE, to);
    if (surfaces.n > 0)
        put_primitive(g, &surfaces, 4, MATERIAL_SURFACE, to);
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

static void put_place(bytes *to, const double p[3], const double q[4])
{
    put(to, "\"translation\":[%.9g,%.9g,%.9g],\"rotation\":[%.9g,%.9g,%.9g,%.9g]", p[0], p[1], p[2], q[0], q[1], q[2],
        q[3]);
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

static void put_child(const gltf *g, const torsor_shape *shape, bytes *to)
{
    const torsor_tie *tie = &g->s->is.ties[g->s->is.vertices[shape->first_vertex].first_tie];
    const torsor_drawn_thing *thing = &g->s->is.things[shape->thing];
    const bool is_body = shape->kind == TORSOR_SHAPE_BODY;
    double q[4], size[3];
    quaternion_of(tie->axes, q);
    scene_body_size(g->s, shape, size);
    for (int i = 0; i < 3; i++)
        size[i] = is_body ? fmax(sqrt(3.0) * size[i], 0.2 * g->unit) : g->unit;
    put(to, ",{\"name\":\"%s %u\",\"mesh\":%d,", thing->card, thing->label, is_body ? MESH_BOX : MESH_SYMBOL);
    put_place(to, tie->offset, q);
    put(to, ",\"scale\":[%.9g,%.9g,%.9g]}", size[0], size[1], size[2]);
}

static void put_children(const gltf *g, int node, bytes *to)
{
    int n = 0;
    for (int i = 0, child = FIRST_NODE + g->s->is.n_nodes; i < g->s->is.n_shapes; i++)
        if (is_child(&g->s->is.shapes[i])) {
            if (parent_of(g, &g->s->is.shapes[i]) == node)
                put(to, n++ == 0 ? ",\"children\":[%d" : ",%d", child);
            child++;
        }
    if (n > 0)
        put(to, "]");
}

static int count_children(const gltf *g)
{
    int n = 0;
    for (int i = 0; i < g->s->is.n_shapes; i++)
        n += is_child(&g->s->is.shapes[i]);
    return n;
}

static int first_arrow(const gltf *g) { return FIRST_NODE + g->s->is.n_nodes + count_children(g); }

static void put_arrow(const gltf *g, const arrow *a, bytes *to)
{
    const torsor_drawn_thing *thing = &g->s->is.things[a->shape->thing];
    double p[3], q[4], size;
    pose_arrow(g, a, 0, p, q, &size);
    put(to, ",{\"name\":\"%s %u\",\"mesh\":%d,", thing->card, thing->label, MESH_ARROW);
    put_place(to, p, q);
    put(to, ",\"scale\":[%.9g,%.9g,%.9g]}", size, size, size);
}

static void put_nodes(const gltf *g, bool has_skin, bytes *to)
{
    const torsor_drawing *d = &g->s->is;
    put(to, "{\"name\":\"model\",\"rotation\":[-0.707106781,0,0,0.707106781],\"children\":[%d", GROUND);
    for (int i = 0; i < d->n_nodes; i++)
        put(to, ",%d", FIRST_NODE + i);
    for (int i = 0; i < g->n_arrows; i++)
        put(to, ",%d", first_arrow(g) + i);
    put(to, "]},{\"name\":\"ground\"");
    put_children(g, GROUND, to);
    put(to, "}");
    for (int i = 0; i < d->n_nodes; i++) {
        const double *at = scene_pose(g->s, i, 0);
        double q[4];
        quaternion_of(at + 3, q);
        put(to, ",{\"name\":\"node %u\",", d->nodes[i].label);
        put_place(to, at, q);
        put_children(g, FIRST_NODE + i, to);
        put(to, "}");
    }
    for (int i = 0; i < d->n_shapes; i++)
        if (is_child(&d->shapes[i]))
            put_child(g, &d->shapes[i], to);
    for (int i = 0; i < g->n_arrows; i++)
        put_arrow(g, &g->arrows[i], to);
    if (has_skin)
        put(to, ",{\"name\":\"links\",\"mesh\":%d,\"skin\":0}", MESH_LINKS);
}

/* Inverse of where the joints are at the first frame, by columns; and the list of joints. */
static void put_skin(gltf *g, bytes *to)
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
    put(to, ",\"skins\":[{\"inverseBindMatrices\":%d,\"joints\":[%d", accessor_of_floats(g, first, "MAT4", 16, ""),
        GROUND);
    for (int i = 0; i < g->s->is.n_nodes; i++)
        put(to, ",%d", FIRST_NODE + i);
    put(to, "]}]");
}

/* --- animation ---------------------------------------------------------------------------------------------------- */

static int put_track(gltf *g, int node, bool turns)
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
    return accessor_of_floats(g, first, turns ? "VEC4" : "VEC3", turns ? 4 : 3, "");
}

/* Place, direction and length of an arrow. */
static int put_arrow_track(gltf *g, const arrow *a, int part)
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
    return accessor_of_floats(g, first, SHAPES[part], n, "");
}

static void put_channel(bytes *samplers, bytes *channels, int i, int times, int output, int node, const char *path)
{
    put_comma(samplers);
    put(samplers, "{\"input\":%d,\"output\":%d}", times, output);
    put_comma(channels);
    put(channels, "{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}", i, node, path);
}

static void put_animation(gltf *g, bytes *to)
{
    static const char *const PATHS[] = {"translation", "rotation", "scale"};
    bytes channels = {0}, samplers = {0};
    const size_t first = g->data.n;
    for (int k = 0; k < g->s->n_frames; k++)
        bytes_add_float(&g->data, g->s->frame_time[k] - g->s->frame_time[0]);
    const int times = accessor_of_floats(g, first, "SCALAR", 1, "bounds");
    const int of_nodes = 2 * g->s->is.n_nodes;
    for (int i = 0; i < of_nodes; i++)
        put_channel(&samplers, &channels, i, times, put_track(g, i / 2, i % 2), FIRST_NODE + i / 2, PATHS[i % 2]);
    for (int i = 0; i < 3 * g->n_arrows; i++)
        put_channel(&samplers, &channels, of_nodes + i, times, put_arrow_track(g, &g->arrows[i / 3], i % 3),
                    first_arrow(g) + i / 3, PATHS[i % 3]);
    put(to, ",\"animations\":[{\"name\":\"motion\",\"channels\":[");
    bytes_add(to, channels.at, channels.n);
    put(to, "],\"samplers\":[");
    bytes_add(to, samplers.at, samplers.n);
    put(to, "]}]");
    bytes_free(&channels);
    bytes_free(&samplers);
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

static void put_materials(bytes *to)
{
    static const struct {
        const char *name, *colour;
        bool is_thin;
    } MATERIALS[] = {{"line", "0.27,0.35,0.39,1", false},   {"tube", "0.18,0.55,0.45,1", false},
                     {"surface", "0.48,0.65,0.76,1", true}, {"body", "0.36,0.56,0.84,1", false},
                     {"symbol", "0.85,0.51,0.17,1", true},  {"arrow", "0.75,0.22,0.17,1", false}};
    put(to, ",\"materials\":[");
    for (size_t i = 0; i < sizeof MATERIALS / sizeof *MATERIALS; i++)
        put(to,
            "%s{\"name\":\"%s\",\"doubleSided\":%s,\"pbrMetallicRoughness\":{\"baseColorFactor\":[%s],"
            "\"metallicFactor\":0,\"roughnessFactor\":0.7}}",
            i > 0 ? "," : "", MATERIALS[i].name, MATERIALS[i].is_thin ? "true" : "false", MATERIALS[i].colour);
    put(to, "]");
}

static void compose(gltf *g, bytes *json)
{
    mesh box = {0}, cylinder = {0}, pointer = {0};
    bytes box_part = {0}, cylinder_part = {0}, arrow_part = {0}, skinned = {0};
    make_box(&box);
    make_cylinder(&cylinder);
    make_arrow(&pointer);
    put_primitive(g, &box, 4, MATERIAL_BODY, &box_part);
    put_primitive(g, &cylinder, 4, MATERIAL_SYMBOL, &cylinder_part);
    put_primitive(g, &pointer, 4, MATERIAL_ARROW, &arrow_part);
    put_skinned(g, &skinned);
    put(json, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Torsor %s\"},\"scene\":0,\"scenes\":[{\"nodes\":[%d",
        torsor_version(), MODEL);
    if (skinned.n > 0)
        put(json, ",%d", first_arrow(g) + g->n_arrows);
    put(json, "]}],\"nodes\":[");
    put_nodes(g, skinned.n > 0, json);
    put(json, "],\"meshes\":[{\"name\":\"box\",\"primitives\":[");
    bytes_add(json, box_part.at, box_part.n);
    put(json, "]},{\"name\":\"symbol\",\"primitives\":[");
    bytes_add(json, cylinder_part.at, cylinder_part.n);
    put(json, "]},{\"name\":\"arrow\",\"primitives\":[");
    bytes_add(json, arrow_part.at, arrow_part.n);
    put(json, "]}");
    if (skinned.n > 0) {
        put(json, ",{\"name\":\"links\",\"primitives\":[");
        bytes_add(json, skinned.at, skinned.n);
        put(json, "]}");
    }
    put(json, "]");
    put_materials(json);
    if (skinned.n > 0)
        put_skin(g, json);
    if (g->s->n_frames > 1)
        put_animation(g, json);
    put(json, ",\"bufferViews\":[");
    bytes_add(json, g->views.at, g->views.n);
    put(json, "],\"accessors\":[");
    bytes_add(json, g->accessors.at, g->accessors.n);
    put(json, "],\"buffers\":[{\"byteLength\":%zu}]}", g->data.n);
    while (json->n % 4)
        bytes_add(json, " ", 1);
    bytes_free(&box_part);
    bytes_free(&cylinder_part);
    bytes_free(&arrow_part);
    bytes_free(&skinned);
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
        fprintf(stderr, "torsor: %s\n", fits ? "out of memory" : "too large for one glTF file; --frames N takes fewer");
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
