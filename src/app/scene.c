/* scene.c - a model and its motion.
 *
 * A result is NAME.nc, NAME.mov, or NAME; its deck is NAME.mbd or NAME next to it, or the only deck there, unless it is
 * given. The results of a deck are next to it under its name, with or without extension, as the program writes them;
 * without results the deck is shown in its initial configuration. */
#include "app/scene.h"
#include "app/messages.h"
#include "app/paths.h"
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- files -------------------------------------------------------------------------------------------------------- */

static bool scene_ends_with(const char *path, const char *extension)
{
    const size_t n = strlen(path), k = strlen(extension);
    return n > k && strcmp(path + n - k, extension) == 0;
}

static char *joined(const char *a, size_t n, const char *b)
{
    const size_t size = n + strlen(b) + 1;
    char *to = malloc(size);
    if (to)
        snprintf(to, size, "%.*s%s", (int)n, a, b);
    return to;
}

static bool is_file(const char *base, const char *extension)
{
    char *path = joined(base, strlen(base), extension);
    const bool found = path && access(path, R_OK) == 0 && !is_directory(path);
    free(path);
    return found;
}

/* The only NAME.mbd in the folder of the results; NULL if there is none or more than one. */
static char *only_deck(const char *base)
{
    const char *slash = strrchr(base, '/');
    const size_t n = slash ? (size_t)(slash - base) + 1 : 0;
    char *folder = joined(base, n, "."), *found = NULL;
    DIR *of = folder ? opendir(folder) : NULL;
    int count = 0;
    for (const struct dirent *one; of && (one = readdir(of));)
        if (scene_ends_with(one->d_name, ".mbd") && count++ == 0)
            found = joined(base, n, one->d_name);
    if (of)
        closedir(of);
    free(folder);
    if (count == 1)
        return found;
    free(found);
    return NULL;
}

static char *deck_beside(const char *base, const char *program)
{
    if (is_file(base, ".mbd"))
        return joined(base, strlen(base), ".mbd");
    if (is_file(base, ""))
        return joined(base, strlen(base), "");
    char *only = only_deck(base);
    if (only)
        print_visible(stderr, "torsor %s: using %s, the only deck next to %s; use -f DECK for another\n", program, only,
                      base);
    else
        print_visible(stderr, "torsor %s: no deck next to %s: only nodes are shown; give the deck with -f DECK\n",
                      program, base);
    return only;
}

static bool has_results(const char *base) { return is_file(base, ".nc") || is_file(base, ".mov"); }

static void print_message(void *to, const torsor_message *message)
{
    (void)to;
    fputs(message->rendered, stderr);
}

static bool scene_open_deck(scene *scene, const scene_request *request, const char *path)
{
    const torsor_options options = {.size = sizeof options,
                                    .definitions = request->definitions,
                                    .n_definitions = request->n_definitions,
                                    .sandbox = request->sandbox,
                                    .read_only = true,
                                    .message = print_message};
    scene->model = torsor_open(path, &options);
    const torsor_drawing *drawing = torsor_draw(scene->model);
    if (drawing)
        scene->drawing = *drawing;
    return drawing != NULL;
}

/* Opens a deck that was given. */
static bool open_given_deck(scene *scene, const scene_request *request)
{
    scene->base = joined(request->path, strlen(request->path) - (scene_ends_with(request->path, ".mbd") ? 4 : 0), "");
    return scene->base && scene_open_deck(scene, request, request->path);
}

/* Opens the deck that belongs to a result. */
static bool open_result_deck(scene *scene, const scene_request *request, const char *program)
{
    const bool is_named = scene_ends_with(request->path, ".nc") || scene_ends_with(request->path, ".mov");
    const char *dot = strrchr(request->path, '.');
    scene->base = joined(request->path, is_named ? (size_t)(dot - request->path) : strlen(request->path), "");
    if (!scene->base)
        return false;
    if (request->deck)
        return scene_open_deck(scene, request, request->deck);
    char *beside = deck_beside(scene->base, program);
    const bool ok = !beside || scene_open_deck(scene, request, beside);
    free(beside);
    return ok;
}

/* A folder of this name is the output of --vtk next to the results. */
static bool is_given_result(const scene_request *request)
{
    return scene_ends_with(request->path, ".nc") || scene_ends_with(request->path, ".mov") || request->deck ||
           !is_file(request->path, "");
}

/* --- motion ------------------------------------------------------------------------------------------------------- */

/* Uses the nodes of the results: there is no deck, or the results have additional nodes such as dummy nodes. */
static bool take_nodes(scene *scene)
{
    const int n = torsor_results_node_count(scene->results);
    scene->own_nodes = calloc((size_t)n + 1, sizeof *scene->own_nodes);
    if (!scene->own_nodes)
        return false;
    for (int i = 0; i < n; i++)
        scene->own_nodes[i] =
            (torsor_drawn_node){.label = torsor_results_node(scene->results, i), .name = "", .where = {.file = -1}};
    scene->drawing = (torsor_drawing){.nodes = scene->own_nodes, .n_nodes = n};
    return true;
}

static void choose_frames(scene *scene, const scene_request *request)
{
    int most = request->most_frames;
    const size_t each = 28 * (size_t)(scene->drawing.n_nodes > 0 ? scene->drawing.n_nodes : 1);
    if (request->most_bytes > 0 && request->most_bytes / each < (size_t)most)
        most = (int)(request->most_bytes / each);
    most = most < 2 ? 2 : most;
    scene->step = (scene->n_times + most - 1) / most;
    scene->n_frames = (scene->n_times - 1) / scene->step + 1;
}

static int result_node(const scene *scene, unsigned label, int guess)
{
    const int n = torsor_results_node_count(scene->results);
    if (guess < n && torsor_results_node(scene->results, guess) == label)
        return guess;
    for (int i = 0; i < n; i++)
        if (torsor_results_node(scene->results, i) == label)
            return i;
    return -1;
}

/* Nodes that are not in the results stay at their positions in the deck. */
static bool load_motion(scene *scene)
{
    const size_t n = (size_t)scene->n_frames;
    scene->motion = malloc(12 * (n * (size_t)scene->drawing.n_nodes + 1) * sizeof *scene->motion);
    for (int i = 0; scene->motion && i < scene->drawing.n_nodes; i++) {
        double *to = scene->motion + 12 * n * (size_t)i;
        const int from = scene->results ? result_node(scene, scene->drawing.nodes[i].label, i) : -1;
        for (size_t k = 0; from < 0 && k < n; k++) {
            memcpy(to + 12 * k, scene->drawing.nodes[i].position, 3 * sizeof *to);
            memcpy(to + 12 * k + 3, scene->drawing.nodes[i].orientation, 9 * sizeof *to);
        }
        if (from >= 0 &&
            torsor_results_motion(scene->results, from, scene->first, scene->step, scene->n_frames, to) != TORSOR_OK)
            return false;
    }
    return scene->motion != NULL;
}

/* Amplitudes that are not in the results are 0. */
static bool load_amplitudes(scene *scene)
{
    const size_t n = (size_t)scene->n_frames;
    scene->amplitude = calloc(n * (size_t)scene->drawing.n_amplitudes + 1, sizeof *scene->amplitude);
    for (int i = 0; scene->amplitude && i < scene->drawing.n_amplitudes; i++) {
        const int column = scene->results ? torsor_results_find(scene->results, scene->drawing.amplitudes[i]) : -1;
        if (column >= 0)
            torsor_results_read(scene->results, column, scene->first, scene->step, scene->n_frames,
                                scene->amplitude + n * (size_t)i);
    }
    return scene->amplitude != NULL;
}

static double diagonal(double low[3], double high[3])
{
    double sum = 0.0;
    for (int c = 0; c < 3; c++)
        sum += high[c] > low[c] ? (high[c] - low[c]) * (high[c] - low[c]) : 0.0;
    return isfinite(sum) ? sqrt(sum) : 0.0;
}

static void widen(double low[3], double high[3], const double p[3])
{
    for (int c = 0; c < 3; c++)
        low[c] = fmin(low[c], p[c]), high[c] = fmax(high[c], p[c]);
}

static double measure(const scene *scene)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < scene->drawing.n_nodes; i++)
        widen(low, high, scene_pose(scene, i, 0));
    for (int i = 0; i < scene->drawing.n_shapes; i++) {
        const torsor_shape *shape = &scene->drawing.shapes[i];
        const bool counts = shape->kind != TORSOR_SHAPE_BODY && shape->kind != TORSOR_SHAPE_FRAME;
        for (int k = 0; counts && k < shape->n_vertices; k++) {
            double p[3];
            scene_vertex(scene, shape->first_vertex + k, 0, p, NULL);
            widen(low, high, p);
        }
    }
    return diagonal(low, high);
}

static bool scene_load(scene *scene, const scene_request *request)
{
    const double *time = NULL;
    scene->n_times = scene->results ? torsor_results_times(scene->results, &time) : 1;
    if (!scene->model && !take_nodes(scene))
        return false;
    choose_frames(scene, request);
    scene->frame_time = calloc((size_t)scene->n_frames + 1, sizeof *scene->frame_time);
    for (int k = 0; scene->frame_time && time && k < scene->n_frames; k++)
        scene->frame_time[k] = time[scene->first + k * scene->step];
    const bool ok = scene->frame_time && load_motion(scene) && load_amplitudes(scene);
    scene->extent = ok ? measure(scene) : 0.0;
    return ok;
}

bool scene_open(scene *s, const scene_request *request, const char *program)
{
    *s = (scene){.wants_strain = request->strain};
    const bool of_result = is_given_result(request);
    if (of_result ? !open_result_deck(s, request, program) : !open_given_deck(s, request))
        return false;
    const char *results = of_result || has_results(request->path) ? request->path
                          : has_results(s->base)                  ? s->base
                                                                  : NULL;
    if (results) {
        s->results = torsor_results_open(results, s->model, print_message, NULL);
        if (!s->results)
            return false;
    } else {
        print_visible(stderr, "torsor %s: no results next to %s: the model is shown in its initial position\n", program,
                      request->path);
    }
    const bool ok = scene_load(s, request);
    if (!ok)
        fputs("torsor: out of memory\n", stderr);
    return ok;
}

void scene_close(scene *scene)
{
    torsor_results_close(scene->results);
    torsor_close(scene->model);
    free(scene->base);
    free(scene->own_nodes);
    free(scene->frame_time);
    free(scene->motion);
    free(scene->amplitude);
}

/* --- geometry ----------------------------------------------------------------------------------------------------- */

static const double GROUND[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};

static double dot3(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* Orthonormalizes the columns by the Gram-Schmidt method, beginning with the third. */
static void make_orthonormal(double A[9])
{
    for (int n = 0; n < 3; n++) {
        const int j = 2 - n;
        double c[3] = {A[j], A[3 + j], A[6 + j]};
        for (int k = 2; k > j; k--) {
            const double other[3] = {A[k], A[3 + k], A[6 + k]}, part = dot3(c, other);
            for (int i = 0; i < 3; i++)
                c[i] -= part * other[i];
        }
        const double length = sqrt(dot3(c, c));
        for (int i = 0; i < 3; i++)
            A[3 * i + j] = length > 0.0 ? c[i] / length : i == j;
    }
}

void scene_vertex(const scene *scene, int vertex, int frame, double position[3], double axes[9])
{
    const torsor_vertex *torsor_vertex = &scene->drawing.vertices[vertex];
    memset(position, 0, 3 * sizeof *position);
    if (axes)
        memset(axes, 0, 9 * sizeof *axes);
    for (int t = 0; t < torsor_vertex->n_ties; t++) {
        const torsor_tie *tie = &scene->drawing.ties[torsor_vertex->first_tie + t];
        const double *at = tie->node < 0 ? GROUND : scene_pose(scene, tie->node, frame), *R = at + 3;
        const double c = tie->amplitude < 0 ? 1.0 : scene->amplitude[tie->amplitude * scene->n_frames + frame];
        for (int i = 0; i < 3; i++)
            position[i] += tie->weight * at[i] + c * dot3(R + 3 * i, tie->offset);
        for (int i = 0; axes && i < 9; i++)
            for (int k = 0; k < 3; k++)
                axes[i] += tie->weight * R[3 * (i / 3) + k] * tie->axes[3 * k + i % 3];
    }
    if (axes && torsor_vertex->n_ties > 1)
        make_orthonormal(axes);
}

int scene_column(const scene *scene, const torsor_shape *shape)
{
    return scene->results && shape->quantity ? torsor_results_find(scene->results, shape->quantity) : -1;
}

double scene_body_size(const scene *scene, const torsor_shape *shape, double size[3])
{
    const double largest = sqrt(3.0) * fmax(shape->size[0], fmax(shape->size[1], shape->size[2]));
    const bool is_real = largest < 1.1 * scene->extent || scene->extent < 0.01 * largest;
    const double factor = is_real ? 1.0 : 0.08 * scene->extent / largest;
    for (int i = 0; i < 3; i++)
        size[i] = factor * shape->size[i];
    return factor;
}

double scene_size(const scene *scene)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < (size_t)scene->drawing.n_nodes * (size_t)scene->n_frames; i++)
        widen(low, high, scene->motion + 12 * i);
    const double size = diagonal(low, high);
    return size > 0.0 ? size : 1.0;
}

/* Computes the largest of the four components first, to avoid division by a small number. */
void quaternion_of(const double R[9], double q[4])
{
    const double trace = R[0] + R[4] + R[8], largest = fmax(trace, fmax(R[0], fmax(R[4], R[8])));
    if (largest == trace) {
        q[0] = R[7] - R[5], q[1] = R[2] - R[6], q[2] = R[3] - R[1], q[3] = 1.0 + trace;
    } else {
        const int i = largest == R[0] ? 0 : largest == R[4] ? 1 : 2, j = (i + 1) % 3, k = (i + 2) % 3;
        q[i] = 1.0 + R[4 * i] - R[4 * j] - R[4 * k];
        q[j] = R[3 * i + j] + R[3 * j + i];
        q[k] = R[3 * i + k] + R[3 * k + i];
        q[3] = R[3 * k + j] - R[3 * j + k];
    }
    const double length = sqrt(dot3(q, q) + q[3] * q[3]);
    for (int i = 0; i < 4; i++)
        q[i] = length > 0.0 && isfinite(length) ? q[i] / length : i == 3;
}
