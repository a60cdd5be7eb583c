/* export_gltf.c - an animated scene as binary glTF 2.0.
 *
 *     nodes       0 the model, z up turned to y up; 1 the ground; then the nodes of the model, which the animation
 *                 moves; then bodies and symbols, children of what they are on; then arrows, which have tracks of
 *                 their own: place, direction, and length by the largest of their kind; last the skinned mesh
 *     skin        of the mesh of what is tied to several nodes (gltf_mesh.c)
 *     binary      all numbers; each view has its accessor */
#include "app/export.h"
#include "app/gltf.h"
#include "app/writing.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double ARROW_LENGTH = 0.2; /* of the model, for the largest */

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
    g->arrows = calloc((size_t)s->drawing.n_shapes + 1, sizeof *g->arrows);
    for (int i = 0; g->arrows && i < s->drawing.n_shapes; i++) {
        const torsor_shape *shape = &s->drawing.shapes[i];
        const int column = is_arrow(shape) ? scene_column(s, shape) : -1;
        if (column < 0 || torsor_results_at(s->r, column).size != 3)
            continue;
        double *v = malloc(3 * (size_t)s->n_frames * sizeof *v);
        if (!v)
            return false;
        torsor_results_read(s->r, column, s->first, s->step, s->n_frames, v);
        for (int k = 0; k < 3 * s->n_frames; k++)
            v[k] = isfinite(v[k]) ? shape->sign * v[k] : 0.0;
        g->arrows[g->n_arrows++] = (gltf_arrow){.shape = shape, .vector = v};
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
static void pose_arrow(const gltf *g, const gltf_arrow *a, int frame, double p[3], double q[4], double *size)
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
    return g->s->drawing.ties[g->s->drawing.vertices[shape->first_vertex].first_tie].node + GLTF_FIRST_NODE;
}

static void put_child(const gltf *g, const torsor_shape *shape, json_writer *w)
{
    const torsor_tie *tie = &g->s->drawing.ties[g->s->drawing.vertices[shape->first_vertex].first_tie];
    const torsor_drawn_thing *thing = &g->s->drawing.things[shape->thing];
    const bool is_body = shape->kind == TORSOR_SHAPE_BODY;
    double q[4], size[3];
    quaternion_of(tie->axes, q);
    scene_body_size(g->s, shape, size);
    for (int i = 0; i < 3; i++)
        size[i] = is_body ? fmax(sqrt(3.0) * size[i], 0.2 * g->unit) : g->unit;
    open_node(w, thing->card, thing->label);
    json_integer(w, "mesh", is_body ? GLTF_MESH_BOX : GLTF_MESH_SYMBOL);
    put_pose(w, tie->offset, q);
    json_numbers(w, "scale", size, 3, JSON_SINGLE);
    json_close(w);
}

/* glTF has no empty lists: it is begun with the first child. */
static void put_children(const gltf *g, int node, json_writer *w)
{
    int n = 0;
    for (int i = 0, child = GLTF_FIRST_NODE + g->s->drawing.n_nodes; i < g->s->drawing.n_shapes; i++)
        if (is_child(&g->s->drawing.shapes[i])) {
            if (parent_of(g, &g->s->drawing.shapes[i]) == node) {
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
    for (int i = 0; i < g->s->drawing.n_shapes; i++)
        n += is_child(&g->s->drawing.shapes[i]);
    return n;
}

static int first_arrow(const gltf *g) { return GLTF_FIRST_NODE + g->s->drawing.n_nodes + count_children(g); }

static void put_arrow(const gltf *g, const gltf_arrow *a, json_writer *w)
{
    const torsor_drawn_thing *thing = &g->s->drawing.things[a->shape->thing];
    double p[3], q[4], size;
    pose_arrow(g, a, 0, p, q, &size);
    open_node(w, thing->card, thing->label);
    json_integer(w, "mesh", GLTF_MESH_ARROW);
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
    json_integer(w, NULL, GLTF_GROUND);
    for (int i = 0; i < g->s->drawing.n_nodes; i++)
        json_integer(w, NULL, GLTF_FIRST_NODE + i);
    for (int i = 0; i < g->n_arrows; i++)
        json_integer(w, NULL, first_arrow(g) + i);
    json_close(w);
    json_close(w);
    json_open_object(w, NULL);
    json_string(w, "name", "ground");
    put_children(g, GLTF_GROUND, w);
    json_close(w);
}

static void export_gltf_put_nodes(const gltf *g, bool has_links, json_writer *w)
{
    const torsor_drawing *d = &g->s->drawing;
    json_open_array(w, "nodes");
    put_model(g, w);
    for (int i = 0; i < d->n_nodes; i++) {
        const double *at = scene_pose(g->s, i, 0);
        double q[4];
        quaternion_of(at + 3, q);
        open_node(w, "node", d->nodes[i].label);
        put_pose(w, at, q);
        put_children(g, GLTF_FIRST_NODE + i, w);
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
        json_integer(w, "mesh", GLTF_MESH_LINKS);
        json_integer(w, "skin", 0);
        json_close(w);
    }
    json_close(w);
}

/* Inverse of where the joints are at the first frame, by columns; and the list of joints. */
static void put_skin(gltf *g, json_writer *w)
{
    const size_t first = g->data.n;
    for (int i = -1; i < g->s->drawing.n_nodes; i++) {
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
    json_integer(w, "inverseBindMatrices", gltf_add_floats(g, first, "MAT4", 16, false));
    json_open_array(w, "joints");
    for (int i = -1; i < g->s->drawing.n_nodes; i++)
        json_integer(w, NULL, i < 0 ? GLTF_GROUND : GLTF_FIRST_NODE + i);
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
    return gltf_add_floats(g, first, turns ? "VEC4" : "VEC3", turns ? 4 : 3, false);
}

/* Place, direction and length of an arrow. */
static int add_arrow_track(gltf *g, const gltf_arrow *a, int part)
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
    return gltf_add_floats(g, first, SHAPES[part], n, false);
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
    return gltf_add_floats(g, first, "SCALAR", 1, true);
}

/* Two tracks a node, then three an arrow. */
static void put_animation(gltf *g, json_writer *w)
{
    static const char *const PATHS[] = {"translation", "rotation", "scale"};
    const int times = add_times(g), of_nodes = 2 * g->s->drawing.n_nodes;
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
        put_channel(w, i, GLTF_FIRST_NODE + i / 2, PATHS[i % 2]);
    for (int i = 0; i < 3 * g->n_arrows; i++)
        put_channel(w, of_nodes + i, first_arrow(g) + i / 3, PATHS[i % 3]);
    json_close(w);
    json_close(w);
    json_close(w);
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

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
    json_integer(w, NULL, GLTF_MODEL);
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
    json_raw(w, "bufferViews", (const char *)g->views.data, g->views.n);
    json_raw(w, "accessors", (const char *)g->accessors.data, g->accessors.n);
    json_open_array(w, "buffers");
    json_open_object(w, NULL);
    json_integer(w, "byteLength", (long long)g->data.n);
    json_close(w);
    json_close(w);
}

static void compose(gltf *g, bytes *json)
{
    json_writer w = json_begin(gltf_append, json);
    g->views_writer = json_begin(gltf_append, &g->views);
    g->accessors_writer = json_begin(gltf_append, &g->accessors);
    json_open_array(&g->views_writer, NULL);
    json_open_array(&g->accessors_writer, NULL);
    json_open_object(&w, NULL);
    put_asset(&w);
    const bool has_links = gltf_put_meshes(g, &w);
    put_scene(g, has_links, &w);
    export_gltf_put_nodes(g, has_links, &w);
    gltf_put_materials(&w);
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
    fwrite(from->data, 1, from->n, to);
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
