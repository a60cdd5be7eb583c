/* contact_scene.h - shapes at random places, each on a node of its own, and every pair that they can form. */
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "element/contact/contact.h"
#include "math/rotation.h"
#include <math.h>
#include <string.h>

enum { MOST_SHAPES = 8, BUFFER_SIZE = 12000 };

typedef struct {
    arena *memory;
    sampler from;
    node nodes[MOST_SHAPES];
    const node *body[MOST_SHAPES];
    contact_shape shape[MOST_SHAPES];
    contact contact;
    pose poses[MOST_SHAPES], poses_prev[MOST_SHAPES];
    state state;
    void *block;
} scene;

static inline void near_at(double a, double b, double tolerance, const char *file, int line)
{
    if (a == b || fabs(a - b) <= tolerance)
        return;
    print_error("%.17g is not within %g of %.17g\n", a, tolerance, b);
    _fail(file, line);
}
#define near_to(a, b, tolerance) near_at(a, b, tolerance, __FILE__, __LINE__)
#define near3(a, b, tolerance) near_at(vec3_norm(vec3_sub(a, b)), 0.0, tolerance, __FILE__, __LINE__)

static inline vec3 point_on(const pose *pose, vec3 o) { return vec3_add(pose->x, mat3_mulv(&pose->R, o)); }

/* A tetrahedron whose first corner is where three edges meet at right angles. */
static inline void set_tetrahedron(contact_shape *shape, arena *memory)
{
    static const vec3 CORNER[] = {{-0.3, -0.3, -0.2}, {0.6, -0.3, -0.2}, {-0.3, 0.5, -0.2}, {-0.3, -0.3, 0.7}};
    static const int FACE[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    shape_face *f = ARENA_ARRAY(memory, shape_face, 4);
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++)
            f[i].v[k] = CORNER[FACE[i][k]];
        const vec3 n = vec3_cross(vec3_sub(f[i].v[1], f[i].v[0]), vec3_sub(f[i].v[2], f[i].v[0]));
        f[i].n = vec3_scale(1.0 / vec3_norm(n), n);
    }
    shape->face = f;
    shape->n_faces = 4;
}

static inline void add_shape(scene *scene, shape_kind kind, int body)
{
    contact_shape *shape = &scene->shape[scene->contact.n_shapes++];
    *shape = (contact_shape){.kind = kind,
                             .node = &scene->nodes[body],
                             .body = body,
                             .o = sample_vec3(&scene->from, 0.2),
                             .R = sample_rotation(&scene->from),
                             .r = sample_real(&scene->from, 0.2, 0.4)};
    shape->h = kind == SHAPE_SPHERE ? 0.0 : sample_real(&scene->from, 0.3, 0.6);
    shape->half = (vec3){sample_real(&scene->from, 0.2, 0.6), sample_real(&scene->from, 0.2, 0.6),
                         sample_real(&scene->from, 0.2, 0.6)};
    if (kind == SHAPE_HALF_SPACE)
        shape->o = sample_vec3(&scene->from, 1.0);
    if (kind == SHAPE_MESH)
        set_tetrahedron(shape, scene->memory);
    shape_complete(shape, scene->memory);
    if (body == scene->contact.n_bodies)
        scene->contact.n_bodies++;
}

static inline void move_nodes(scene *scene, double spread)
{
    for (int i = 0; i < MOST_SHAPES; i++) {
        pose *p = &scene->poses_prev[i];
        *p = (pose){.x = sample_vec3(&scene->from, spread),
                    .v = sample_vec3(&scene->from, 2.0),
                    .w = sample_vec3(&scene->from, 2.0)};
        p->R = sample_rotation(&scene->from);
        scene->poses[i] = *p;
        scene->poses[i].x = vec3_axpy(p->x, scene->state.dt, p->v);
        const mat3 rotation = rotation_exp(vec3_scale(scene->state.dt, p->w));
        scene->poses[i].R = mat3_mul(&rotation, &p->R);
    }
}

static inline void open_scene(scene *w, unsigned long long seed)
{
    *w = (scene){.memory = arena_create(), .from = {.seed = seed}};
    w->from.memory = w->memory;
    for (int i = 0; i < MOST_SHAPES; i++) {
        w->nodes[i] = (node){.pose = i, .has_rotation = true};
        w->body[i] = &w->nodes[i];
    }
    w->contact = (contact){.shape = w->shape, .body = w->body, .capacity = BUFFER_SIZE, .margin = 0.1};
    w->contact.law = (contact_law){.kind = LAW_HUNT_CROSSLEY, .k = 3.0, .n = 1.5, .c = 0.4, .least = 1e-6};
    w->state = (state){.dt = 0.1, .now = PHASE_STEP, .poses = w->poses, .poses_prev = w->poses_prev};
}

/* The prediction has nothing to do with where they were. */
static inline void jump_nodes(scene *scene, double spread)
{
    pose then[MOST_SHAPES];
    move_nodes(scene, spread);
    memcpy(then, scene->poses_prev, sizeof then);
    move_nodes(scene, spread);
    memcpy(scene->poses_prev, then, sizeof then);
}

static inline contact_memory remember_scene(scene *scene)
{
    scene->block = test_calloc(1, contact_memory_size(&scene->contact));
    contact_begin(&scene->contact, scene->block);
    return contact_memory_in(&scene->contact, scene->block);
}

static inline void close_scene(scene *scene)
{
    test_free(scene->block);
    arena_destroy(scene->memory);
}

/* --- every pair --------------------------------------------------------------------------------------------------- */

/* Of two spheres the first has the probe; of a sphere and another shape the sphere; of others both have. */
static inline bool has_probes(const contact_shape *a, const contact_shape *b)
{
    if (b->kind == SHAPE_SPHERE)
        return a->kind == SHAPE_SPHERE && a < b;
    return a->kind != SHAPE_HALF_SPACE;
}

static inline int list_pairs(const contact *contact, contact_pair *to)
{
    int n = 0;
    for (int a = 0; a < contact->n_shapes; a++)
        for (int b = 0; b < contact->n_shapes; b++) {
            const contact_shape *of = &contact->shape[a], *on = &contact->shape[b];
            const bool is_flat = on->kind == SHAPE_HALF_SPACE || on->kind == SHAPE_BOX || on->kind == SHAPE_MESH;
            if (of->body == on->body)
                continue;
            for (int i = 0; a < b && i < of->n_edges * on->n_edges; i++)
                to[n++] = (contact_pair){.a = a, .b = b, .probe = -1 - i};
            for (int i = 0; has_probes(of, on) && i < of->n_probes + (is_flat ? of->n_rims : 0); i++)
                to[n++] = (contact_pair){.a = a, .b = b, .probe = i};
        }
    assert_true(n <= BUFFER_SIZE);
    return n;
}

static inline bool is_pair(const contact_pair *p, const contact_pair *q)
{
    return p->a == q->a && p->b == q->b && p->probe == q->probe;
}

static inline const contact_pair *find_pair(const contact_memory *memory, const contact_pair *pair)
{
    const contact_pair *found = NULL;
    for (int i = 0; i < memory->count->n; i++)
        if (is_pair(&memory->pair[i], pair)) {
            assert_null(found);
            found = &memory->pair[i];
        }
    return found;
}

static inline double gap_at(const scene *scene, const contact_pair *pair, const pose *at, double *rate)
{
    double gap;
    pair_gap(&scene->contact, pair, &at[scene->shape[pair->a].node->pose], &at[scene->shape[pair->b].node->pose], &gap,
             rate);
    return gap;
}
