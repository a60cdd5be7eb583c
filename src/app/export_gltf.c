/* export_gltf.c - an animated scene as binary glTF 2.0.
 *
 *     nodes       0 the model, rotated from z up to y up; 1 the ground; then the nodes of the model, which are
 *                 animated; then bodies and symbols, children of the nodes they are attached to; then arrows, which
 *                 have their own tracks: position, direction, and length relative to the largest of their kind; last
 *                 the skinned mesh
 *     skin        of the mesh of shapes attached to several nodes (gltf_mesh.c)
 *     binary      all numbers; each view has its accessor */
#include "app/export.h"
#include "app/gltf.h"
#include "app/writing.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double ARROW_LENGTH = 0.2; /* length of the largest arrow, relative to the model */

/* --- arrows ------------------------------------------------------------------------------------------------------- */

static bool is_arrow(const torsor_shape *shape)
{
    return shape->kind == TORSOR_SHAPE_ARROW || shape->kind == TORSOR_SHAPE_MOMENT;
}

static double length_of(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

static double longest(const gltf *gltf, torsor_shape_kind kind)
{
    double most = 0.0;
    for (int i = 0; i < gltf->n_arrows; i++)
        for (int k = 0; gltf->arrows[i].shape->kind == kind && k < gltf->scene->n_frames; k++)
            most = fmax(most, length_of(gltf->arrows[i].vector + 3 * k));
    return most;
}

/* Lists the arrows whose vectors are among the results. */
static bool list_arrows(gltf *gltf)
{
    const scene *scene = gltf->scene;
    gltf->arrows = calloc((size_t)scene->drawing.n_shapes + 1, sizeof *gltf->arrows);
    for (int i = 0; gltf->arrows && i < scene->drawing.n_shapes; i++) {
        const torsor_shape *shape = &scene->drawing.shapes[i];
        const int column = is_arrow(shape) ? scene_column(scene, shape) : -1;
        if (column < 0 || torsor_results_at(scene->results, column).size != 3)
            continue;
        double *v = malloc(3 * (size_t)scene->n_frames * sizeof *v);
        if (!v)
            return false;
        torsor_results_read(scene->results, column, scene->first, scene->step, scene->n_frames, v);
        for (int k = 0; k < 3 * scene->n_frames; k++)
            v[k] = isfinite(v[k]) ? shape->sign * v[k] : 0.0;
        gltf->arrows[gltf->n_arrows++] = (gltf_arrow){.shape = shape, .vector = v};
    }
    const double size = ARROW_LENGTH * scene_size(scene);
    const double most[] = {longest(gltf, TORSOR_SHAPE_ARROW), longest(gltf, TORSOR_SHAPE_MOMENT)};
    for (int i = 0; i < gltf->n_arrows; i++) {
        const double of_kind = most[gltf->arrows[i].shape->kind == TORSOR_SHAPE_MOMENT];
        gltf->arrows[i].scale = of_kind > 0.0 ? size / of_kind : 0.0;
    }
    return gltf->arrows != NULL;
}

static void free_arrows(gltf *gltf)
{
    for (int i = 0; i < gltf->n_arrows; i++)
        free(gltf->arrows[i].vector);
    free(gltf->arrows);
}

/* Position, quaternion that rotates the z axis to the vector, and size at a frame. */
static void pose_arrow(const gltf *gltf, const gltf_arrow *gltf_arrow, int frame, double p[3], double q[4],
                       double *size)
{
    const double *v = gltf_arrow->vector + 3 * frame, length = length_of(v);
    const double z = length > 0.0 ? v[2] / length : 1.0, half = sqrt(0.5 * (1.0 + z));
    scene_vertex(gltf->scene, gltf_arrow->shape->first_vertex, frame, p, NULL);
    *size = gltf_arrow->scale * length;
    q[0] = 1.0, q[1] = q[2] = q[3] = 0.0; /* half a revolution about x if it points down */
    if (half < 1e-6)
        return;
    q[0] = length > 0.0 ? -0.5 * v[1] / (length * half) : 0.0;
    q[1] = length > 0.0 ? 0.5 * v[0] / (length * half) : 0.0;
    q[3] = half;
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

/* Begins a node of glTF. */
static void open_node(json_writer *writer, const char *name, long long label)
{
    char full[80];
    snprintf(full, sizeof full, "%s %lld", name, label);
    json_open_object(writer, NULL);
    json_string(writer, "name", full);
}

static void put_pose(json_writer *writer, const double p[3], const double q[4])
{
    json_numbers(writer, "translation", p, 3, JSON_SINGLE);
    json_numbers(writer, "rotation", q, 4, JSON_SINGLE);
}

static bool is_child(const torsor_shape *shape)
{
    return shape->kind == TORSOR_SHAPE_BODY || shape->kind == TORSOR_SHAPE_SYMBOL;
}

/* The node of glTF to which a shape with one vertex is attached. */
static int parent_of(const gltf *gltf, const torsor_shape *shape)
{
    return gltf->scene->drawing.ties[gltf->scene->drawing.vertices[shape->first_vertex].first_tie].node +
           GLTF_FIRST_NODE;
}

static void put_child(const gltf *gltf, const torsor_shape *shape, json_writer *writer)
{
    const torsor_tie *tie = &gltf->scene->drawing.ties[gltf->scene->drawing.vertices[shape->first_vertex].first_tie];
    const torsor_drawn_thing *thing = &gltf->scene->drawing.things[shape->thing];
    const bool is_body = shape->kind == TORSOR_SHAPE_BODY;
    double q[4], size[3];
    quaternion_of(tie->axes, q);
    scene_body_size(gltf->scene, shape, size);
    for (int i = 0; i < 3; i++)
        size[i] = is_body ? fmax(sqrt(3.0) * size[i], 0.2 * gltf->unit) : gltf->unit;
    open_node(writer, thing->card, thing->label);
    json_integer(writer, "mesh", is_body ? GLTF_MESH_BOX : GLTF_MESH_SYMBOL);
    put_pose(writer, tie->offset, q);
    json_numbers(writer, "scale", size, 3, JSON_SINGLE);
    json_close(writer);
}

/* glTF has no empty lists, so the list begins with the first child. */
static void put_children(const gltf *gltf, int node, json_writer *writer)
{
    int n = 0;
    for (int i = 0, child = GLTF_FIRST_NODE + gltf->scene->drawing.n_nodes; i < gltf->scene->drawing.n_shapes; i++)
        if (is_child(&gltf->scene->drawing.shapes[i])) {
            if (parent_of(gltf, &gltf->scene->drawing.shapes[i]) == node) {
                if (n++ == 0)
                    json_open_array(writer, "children");
                json_integer(writer, NULL, child);
            }
            child++;
        }
    if (n > 0)
        json_close(writer);
}

static int count_children(const gltf *gltf)
{
    int n = 0;
    for (int i = 0; i < gltf->scene->drawing.n_shapes; i++)
        n += is_child(&gltf->scene->drawing.shapes[i]);
    return n;
}

static int first_arrow(const gltf *gltf)
{
    return GLTF_FIRST_NODE + gltf->scene->drawing.n_nodes + count_children(gltf);
}

static void put_arrow(const gltf *gltf, const gltf_arrow *gltf_arrow, json_writer *writer)
{
    const torsor_drawn_thing *thing = &gltf->scene->drawing.things[gltf_arrow->shape->thing];
    double p[3], q[4], size;
    pose_arrow(gltf, gltf_arrow, 0, p, q, &size);
    open_node(writer, thing->card, thing->label);
    json_integer(writer, "mesh", GLTF_MESH_ARROW);
    put_pose(writer, p, q);
    json_numbers(writer, "scale", (double[]){size, size, size}, 3, JSON_SINGLE);
    json_close(writer);
}

/* The model, with z up, as a child of glTF's axes, with y up. */
static void put_model(const gltf *gltf, json_writer *writer)
{
    static const double UPRIGHT[] = {-0.707106781, 0.0, 0.0, 0.707106781};
    json_open_object(writer, NULL);
    json_string(writer, "name", "model");
    json_numbers(writer, "rotation", UPRIGHT, 4, JSON_SINGLE);
    json_open_array(writer, "children");
    json_integer(writer, NULL, GLTF_GROUND);
    for (int i = 0; i < gltf->scene->drawing.n_nodes; i++)
        json_integer(writer, NULL, GLTF_FIRST_NODE + i);
    for (int i = 0; i < gltf->n_arrows; i++)
        json_integer(writer, NULL, first_arrow(gltf) + i);
    json_close(writer);
    json_close(writer);
    json_open_object(writer, NULL);
    json_string(writer, "name", "ground");
    put_children(gltf, GLTF_GROUND, writer);
    json_close(writer);
}

static void export_gltf_put_nodes(const gltf *gltf, bool has_links, json_writer *writer)
{
    const torsor_drawing *drawing = &gltf->scene->drawing;
    json_open_array(writer, "nodes");
    put_model(gltf, writer);
    for (int i = 0; i < drawing->n_nodes; i++) {
        const double *at = scene_pose(gltf->scene, i, 0);
        double q[4];
        quaternion_of(at + 3, q);
        open_node(writer, "node", drawing->nodes[i].label);
        put_pose(writer, at, q);
        put_children(gltf, GLTF_FIRST_NODE + i, writer);
        json_close(writer);
    }
    for (int i = 0; i < drawing->n_shapes; i++)
        if (is_child(&drawing->shapes[i]))
            put_child(gltf, &drawing->shapes[i], writer);
    for (int i = 0; i < gltf->n_arrows; i++)
        put_arrow(gltf, &gltf->arrows[i], writer);
    if (has_links) {
        json_open_object(writer, NULL);
        json_string(writer, "name", "links");
        json_integer(writer, "mesh", GLTF_MESH_LINKS);
        json_integer(writer, "skin", 0);
        json_close(writer);
    }
    json_close(writer);
}

/* Writes the inverse poses of the joints at the first frame, by columns, and the list of joints. */
static void put_skin(gltf *gltf, json_writer *writer)
{
    const size_t first = gltf->data.n;
    for (int i = -1; i < gltf->scene->drawing.n_nodes; i++) {
        static const double ORIGIN[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
        const double *at = i < 0 ? ORIGIN : scene_pose(gltf->scene, i, 0), *R = at + 3;
        for (int c = 0; c < 4; c++)
            for (int r = 0; r < 4; r++)
                bytes_add_float(&gltf->data, r == 3  ? c == 3
                                             : c < 3 ? R[3 * c + r]
                                                     : -(R[r] * at[0] + R[3 + r] * at[1] + R[6 + r] * at[2]));
    }
    json_open_array(writer, "skins");
    json_open_object(writer, NULL);
    json_integer(writer, "inverseBindMatrices", gltf_add_floats(gltf, first, "MAT4", 16, false));
    json_open_array(writer, "joints");
    for (int i = -1; i < gltf->scene->drawing.n_nodes; i++)
        json_integer(writer, NULL, i < 0 ? GLTF_GROUND : GLTF_FIRST_NODE + i);
    json_close(writer);
    json_close(writer);
    json_close(writer);
}

/* --- animation ---------------------------------------------------------------------------------------------------- */

static int add_track(gltf *gltf, int node, bool revolutions)
{
    const size_t first = gltf->data.n;
    double last[4] = {0, 0, 0, 1};
    for (int k = 0; k < gltf->scene->n_frames; k++) {
        const double *at = scene_pose(gltf->scene, node, k);
        double q[4], dot = 0.0;
        quaternion_of(at + 3, q);
        for (int i = 0; i < 4; i++)
            dot += q[i] * last[i];
        for (int i = 0; i < 4; i++)
            last[i] = dot < 0.0 ? -q[i] : q[i];
        for (int i = 0; i < (revolutions ? 4 : 3); i++)
            bytes_add_float(&gltf->data, revolutions ? last[i] : at[i]);
    }
    return gltf_add_floats(gltf, first, revolutions ? "VEC4" : "VEC3", revolutions ? 4 : 3, false);
}

/* Adds position, direction or length of an arrow. */
static int add_arrow_track(gltf *gltf, const gltf_arrow *gltf_arrow, int part)
{
    static const char *const SHAPES[] = {"VEC3", "VEC4", "VEC3"};
    const size_t first = gltf->data.n;
    const int n = part == 1 ? 4 : 3;
    for (int k = 0; k < gltf->scene->n_frames; k++) {
        double p[3], q[4], size;
        pose_arrow(gltf, gltf_arrow, k, p, q, &size);
        for (int i = 0; i < n; i++)
            bytes_add_float(&gltf->data, part == 0 ? p[i] : part == 1 ? q[i] : size);
    }
    return gltf_add_floats(gltf, first, SHAPES[part], n, false);
}

static void put_sampler(json_writer *writer, int times, int output)
{
    json_open_object(writer, NULL);
    json_integer(writer, "input", times);
    json_integer(writer, "output", output);
    json_close(writer);
}

static void put_channel(json_writer *writer, int sampler, int node, const char *path)
{
    json_open_object(writer, NULL);
    json_integer(writer, "sampler", sampler);
    json_open_object(writer, "target");
    json_integer(writer, "node", node);
    json_string(writer, "path", path);
    json_close(writer);
    json_close(writer);
}

static int add_times(gltf *gltf)
{
    const size_t first = gltf->data.n;
    for (int k = 0; k < gltf->scene->n_frames; k++)
        bytes_add_float(&gltf->data, gltf->scene->frame_time[k] - gltf->scene->frame_time[0]);
    return gltf_add_floats(gltf, first, "SCALAR", 1, true);
}

/* Writes two tracks per node, then three per arrow. */
static void put_animation(gltf *gltf, json_writer *writer)
{
    static const char *const PATHS[] = {"translation", "rotation", "scale"};
    const int times = add_times(gltf), of_nodes = 2 * gltf->scene->drawing.n_nodes;
    json_open_array(writer, "animations");
    json_open_object(writer, NULL);
    json_string(writer, "name", "motion");
    json_open_array(writer, "samplers");
    for (int i = 0; i < of_nodes; i++)
        put_sampler(writer, times, add_track(gltf, i / 2, i % 2));
    for (int i = 0; i < 3 * gltf->n_arrows; i++)
        put_sampler(writer, times, add_arrow_track(gltf, &gltf->arrows[i / 3], i % 3));
    json_close(writer);
    json_open_array(writer, "channels");
    for (int i = 0; i < of_nodes; i++)
        put_channel(writer, i, GLTF_FIRST_NODE + i / 2, PATHS[i % 2]);
    for (int i = 0; i < 3 * gltf->n_arrows; i++)
        put_channel(writer, of_nodes + i, first_arrow(gltf) + i / 3, PATHS[i % 3]);
    json_close(writer);
    json_close(writer);
    json_close(writer);
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

static void put_asset(json_writer *writer)
{
    char generator[64];
    snprintf(generator, sizeof generator, "Torsor %s", torsor_version());
    json_open_object(writer, "asset");
    json_string(writer, "version", "2.0");
    json_string(writer, "generator", generator);
    json_close(writer);
}

static void put_scene(const gltf *gltf, bool has_links, json_writer *writer)
{
    json_integer(writer, "scene", 0);
    json_open_array(writer, "scenes");
    json_open_object(writer, NULL);
    json_open_array(writer, "nodes");
    json_integer(writer, NULL, GLTF_MODEL);
    if (has_links)
        json_integer(writer, NULL, first_arrow(gltf) + gltf->n_arrows);
    json_close(writer);
    json_close(writer);
    json_close(writer);
}

static void put_buffers(gltf *gltf, json_writer *writer)
{
    json_close(&gltf->views_writer);
    json_close(&gltf->accessors_writer);
    json_raw(writer, "bufferViews", (const char *)gltf->views.data, gltf->views.n);
    json_raw(writer, "accessors", (const char *)gltf->accessors.data, gltf->accessors.n);
    json_open_array(writer, "buffers");
    json_open_object(writer, NULL);
    json_integer(writer, "byteLength", (long long)gltf->data.n);
    json_close(writer);
    json_close(writer);
}

static void compose(gltf *gltf, bytes *json)
{
    json_writer writer = json_begin(gltf_append, json);
    gltf->views_writer = json_begin(gltf_append, &gltf->views);
    gltf->accessors_writer = json_begin(gltf_append, &gltf->accessors);
    json_open_array(&gltf->views_writer, NULL);
    json_open_array(&gltf->accessors_writer, NULL);
    json_open_object(&writer, NULL);
    put_asset(&writer);
    const bool has_links = gltf_put_meshes(gltf, &writer);
    put_scene(gltf, has_links, &writer);
    export_gltf_put_nodes(gltf, has_links, &writer);
    gltf_put_materials(&writer);
    if (has_links)
        put_skin(gltf, &writer);
    if (gltf->scene->n_frames > 1)
        put_animation(gltf, &writer);
    put_buffers(gltf, &writer);
    json_close(&writer);
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

bool export_gltf(const scene *scene, const char *path)
{
    gltf gltf = {.scene = scene, .unit = 0.02 * scene_size(scene)};
    bytes json = {0};
    const bool has_arrows = list_arrows(&gltf);
    compose(&gltf, &json);
    const bool fits = json.n + gltf.data.n < UINT32_MAX - 64;
    bool ok = fits && has_arrows && !json.failed && !gltf.data.failed && !gltf.views.failed && !gltf.accessors.failed;
    if (!ok)
        fprintf(stderr, "torsor: %s\n",
                fits ? "out of memory"
                     : "the animation exceeds the 4 GB of a glTF file; --frames N reduces the number of frames");
    FILE *to = ok ? open_written(path) : NULL;
    if (to) {
        const uint32_t header[] = {0x46546c67, 2, (uint32_t)(28 + json.n + gltf.data.n)};
        fwrite(header, sizeof header, 1, to);
        put_chunk(to, "JSON", &json);
        put_chunk(to, "BIN\0", &gltf.data);
        ok = close_written(to, path, true);
    }
    bytes_free(&json);
    bytes_free(&gltf.data);
    bytes_free(&gltf.views);
    bytes_free(&gltf.accessors);
    free_arrows(&gltf);
    return to && ok;
}
