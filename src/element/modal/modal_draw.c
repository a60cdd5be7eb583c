/* modal_draw.c - a modal body as points of the finite element model that move with its modes.
 *
 *     p = x + R (f + sum_k a_k U_k)
 *
 * The data say nothing of how the points belong together. Two are joined when no third is nearer to both (the relative
 * neighbours); rings of three and four of them are faces, what is in no face is a bar. Of many points some are
 * taken. */
#include "element/modal/modal.h"
#include <math.h>
#include <stdlib.h>

enum { NEAR = 16, MOST_NEIGHBOURS = 8, MOST_TIES = 60000, MOST_POINTS = 2000, CORNERS = 4 };

typedef struct {
    int point;
    double square; /* of the distance */
} neighbour;

typedef struct {
    const modal *m;
    int n, step; /* points, every step-th of the data */
    vec3 *points;
    neighbour (*near)[NEAR]; /* of each point, the nearest first */
    int *n_near;
    int (*joined)[MOST_NEIGHBOURS];
    bool (*in_face)[MOST_NEIGHBOURS];
    int *n_joined;
    drawing *drawing;
} net;

/* --- neighbours --------------------------------------------------------------------------------------------------- */

static double square_between(const net *w, int i, int j)
{
    const vec3 d = vec3_sub(w->points[i], w->points[j]);
    return vec3_dot(d, d);
}

static void find_near(net *w, int i)
{
    for (int j = 0; j < w->n; j++) {
        const double square = square_between(w, i, j);
        if (j == i || square == 0.0)
            continue;
        int k = w->n_near[i] < NEAR ? w->n_near[i]++ : NEAR;
        for (; k > 0 && w->near[i][k - 1].square > square; k--)
            if (k < NEAR)
                w->near[i][k] = w->near[i][k - 1];
        if (k < NEAR)
            w->near[i][k] = (neighbour){j, square};
    }
}

static bool is_relative(const net *w, int i, neighbour j)
{
    const double closer = j.square * (1.0 - 1e-6);
    for (int k = 0; k < w->n_near[i] && w->near[i][k].square < closer; k++)
        if (square_between(w, w->near[i][k].point, j.point) < closer)
            return false;
    return true;
}

static void modal_draw_join(net *w, int i, int j)
{
    for (int k = 0; k < w->n_joined[i]; k++)
        if (w->joined[i][k] == j)
            return;
    if (w->n_joined[i] < MOST_NEIGHBOURS)
        w->joined[i][w->n_joined[i]++] = j;
}

static void join_relatives(net *w)
{
    for (int i = 0; i < w->n; i++)
        find_near(w, i);
    for (int i = 0; i < w->n; i++)
        for (int k = 0; k < w->n_near[i]; k++)
            if (is_relative(w, i, w->near[i][k])) {
                modal_draw_join(w, i, w->near[i][k].point);
                modal_draw_join(w, w->near[i][k].point, i);
            }
}

static bool *edge(const net *w, int i, int j)
{
    for (int k = 0; k < w->n_joined[i]; k++)
        if (w->joined[i][k] == j)
            return &w->in_face[i][k];
    return NULL;
}

/* --- shapes ------------------------------------------------------------------------------------------------------- */

static draw_tie tie_of(const modal *m, vec3 f, int mode)
{
    const floating_frame *own = &m->frame;
    draw_tie t = {.node = own->node, .weight = mode == 0, .A = MAT3_EYE, .f = f};
    if (!own->node) {
        t.f = mat3_mulv(&own->R, f);
        t.f = mode == 0 ? vec3_add(own->x, t.f) : t.f;
    }
    t.column = mode == 0 ? NULL : "a";
    t.number = mode;
    return t;
}

static void draw_point(net *w, int i)
{
    const modal *m = w->m;
    array_push(&w->drawing->vertices, w->drawing->ties.n);
    w->drawing->shapes.items[w->drawing->shapes.n - 1].n++;
    array_push(&w->drawing->ties, tie_of(m, w->points[i], 0));
    for (int k = 0; k < m->M; k++) {
        const size_t row = (size_t)(m->number[k] - 1) * (size_t)m->data.n_nodes + (size_t)i * (size_t)w->step;
        array_push(&w->drawing->ties, tie_of(m, vec3_load(m->data.U + 3 * row), k + 1));
    }
}

static void draw_ring(net *w, const int *point, int n)
{
    static const int ORDER[] = {0, 1, 3, 2};
    draw_begin(w->drawing, DRAW_SURFACE)->rows = 2;
    for (int i = 0; i < CORNERS; i++)
        draw_point(w, point[ORDER[i] < n ? ORDER[i] : n - 1]);
    for (int i = 0; i < n; i++) {
        const int a = point[i], b = point[(i + 1) % n];
        bool *there = edge(w, a, b), *back = edge(w, b, a);
        if (there)
            *there = true;
        if (back)
            *back = true;
    }
}

/* Rings whose first point is i, and has the lowest number. */
static void draw_rings(net *w, int i)
{
    for (int k = 0; k < w->n_joined[i]; k++)
        for (int l = k + 1; l < w->n_joined[i]; l++) {
            const int a = w->joined[i][k], b = w->joined[i][l];
            if (a < i || b < i)
                continue;
            if (edge(w, a, b)) {
                draw_ring(w, (const int[]){i, a, b}, 3);
                continue;
            }
            for (int j = 0; j < w->n_joined[a]; j++) {
                const int c = w->joined[a][j];
                if (c > i && !edge(w, i, c) && edge(w, c, b))
                    draw_ring(w, (const int[]){i, a, c, b}, 4);
            }
        }
}

static void draw_bars(net *w, int i)
{
    for (int k = 0; k < w->n_joined[i]; k++)
        if (w->joined[i][k] > i && !w->in_face[i][k]) {
            draw_begin(w->drawing, DRAW_TUBE);
            draw_point(w, i);
            draw_point(w, w->joined[i][k]);
        }
}

/* Nodes that hold it, and the offset to their points. */
static void draw_interfaces(const modal *m, drawing *d)
{
    for (int i = 0; i < m->n_interfaces; i++) {
        const modal_interface *f = &m->interface[i];
        const draw_tie ends[] = {draw_at(f->node, (vec3){0, 0, 0}, NULL), draw_at(f->node, f->offset, NULL)};
        if (vec3_dot(f->offset, f->offset) > 0.0)
            draw_line(d, ends, 2);
    }
}

void modal_draw(const elem *e, drawing *d)
{
    const modal *m = e->self;
    const int fit = MOST_TIES / (CORNERS * (m->M + 1)), most = fit < 2 ? 2 : fit < MOST_POINTS ? fit : MOST_POINTS;
    net w = {.m = m, .drawing = d};
    w.step = (m->data.n_nodes + most - 1) / most;
    w.step = w.step < 1 ? 1 : w.step;
    w.n = m->data.x && m->data.U ? (m->data.n_nodes + w.step - 1) / w.step : 0;
    arena *memory = arena_create();
    w.points = ARENA_ARRAY(memory, vec3, w.n + 1);
    w.near = arena_alloc(memory, (size_t)(w.n + 1) * sizeof *w.near);
    w.joined = arena_alloc(memory, (size_t)(w.n + 1) * sizeof *w.joined);
    w.in_face = arena_alloc(memory, (size_t)(w.n + 1) * sizeof *w.in_face);
    w.n_near = ARENA_ARRAY(memory, int, w.n + 1);
    w.n_joined = ARENA_ARRAY(memory, int, w.n + 1);
    for (int i = 0; i < w.n; i++)
        w.points[i] = vec3_sub(vec3_load(m->data.x + 3 * i * w.step), m->origin);
    join_relatives(&w);
    for (int i = 0; i < w.n; i++)
        draw_rings(&w, i);
    for (int i = 0; i < w.n; i++)
        draw_bars(&w, i);
    draw_interfaces(m, d);
    arena_destroy(memory);
}
