/* modal_draw.c - draws a modal body as points of the finite element model that move with its modes.
 *
 *     p = x + R (f + sum_k a_k U_k)
 *
 * The data do not contain the connectivity of the points. Two of them are connected if no third point is nearer to both
 * (relative neighbours); rings of three or four connections are faces, and connections that are in no face are bars. If
 * there are many points, only some are drawn. */
#include "element/modal/modal.h"
#include <math.h>
#include <stdlib.h>

enum { NEAR = 16, MOST_NEIGHBOURS = 8, MOST_TIES = 60000, MOST_POINTS = 2000, CORNERS = 4 };

typedef struct {
    int point;
    double square; /* squared distance */
} neighbour;

typedef struct {
    const modal *modal;
    int n, step; /* number of points: every step-th of the data */
    vec3 *points;
    neighbour (*near)[NEAR]; /* neighbours of each point, nearest first */
    int *n_near;
    int (*joined)[MOST_NEIGHBOURS];
    bool (*in_face)[MOST_NEIGHBOURS];
    int *n_joined;
    drawing *drawing;
} net;

/* --- neighbours --------------------------------------------------------------------------------------------------- */

static double square_between(const net *net, int i, int j)
{
    const vec3 d = vec3_sub(net->points[i], net->points[j]);
    return vec3_dot(d, d);
}

static void find_near(net *net, int i)
{
    for (int j = 0; j < net->n; j++) {
        const double square = square_between(net, i, j);
        if (j == i || square == 0.0)
            continue;
        int k = net->n_near[i] < NEAR ? net->n_near[i]++ : NEAR;
        for (; k > 0 && net->near[i][k - 1].square > square; k--)
            if (k < NEAR)
                net->near[i][k] = net->near[i][k - 1];
        if (k < NEAR)
            net->near[i][k] = (neighbour){j, square};
    }
}

static bool is_relative(const net *net, int i, neighbour neighbour)
{
    const double closer = neighbour.square * (1.0 - 1e-6);
    for (int k = 0; k < net->n_near[i] && net->near[i][k].square < closer; k++)
        if (square_between(net, net->near[i][k].point, neighbour.point) < closer)
            return false;
    return true;
}

static void modal_draw_join(net *net, int i, int j)
{
    for (int k = 0; k < net->n_joined[i]; k++)
        if (net->joined[i][k] == j)
            return;
    if (net->n_joined[i] < MOST_NEIGHBOURS)
        net->joined[i][net->n_joined[i]++] = j;
}

static void join_relatives(net *net)
{
    for (int i = 0; i < net->n; i++)
        find_near(net, i);
    for (int i = 0; i < net->n; i++)
        for (int k = 0; k < net->n_near[i]; k++)
            if (is_relative(net, i, net->near[i][k])) {
                modal_draw_join(net, i, net->near[i][k].point);
                modal_draw_join(net, net->near[i][k].point, i);
            }
}

static bool *edge(const net *net, int i, int j)
{
    for (int k = 0; k < net->n_joined[i]; k++)
        if (net->joined[i][k] == j)
            return &net->in_face[i][k];
    return NULL;
}

/* --- shapes ------------------------------------------------------------------------------------------------------- */

static draw_tie tie_of(const modal *modal, vec3 f, int mode)
{
    const floating_frame *internal = &modal->frame;
    draw_tie draw_tie = {.node = internal->node, .weight = mode == 0, .A = MAT3_EYE, .f = f};
    if (!internal->node) {
        draw_tie.f = mat3_mulv(&internal->R, f);
        draw_tie.f = mode == 0 ? vec3_add(internal->x, draw_tie.f) : draw_tie.f;
    }
    draw_tie.column = mode == 0 ? NULL : "a";
    draw_tie.number = mode;
    return draw_tie;
}

static void draw_point(net *net, int i)
{
    const modal *modal = net->modal;
    array_push(&net->drawing->vertices, net->drawing->ties.n);
    net->drawing->shapes.items[net->drawing->shapes.n - 1].n++;
    array_push(&net->drawing->ties, tie_of(modal, net->points[i], 0));
    for (int k = 0; k < modal->M; k++) {
        const size_t row = (size_t)(modal->number[k] - 1) * (size_t)modal->data.n_nodes + (size_t)i * (size_t)net->step;
        array_push(&net->drawing->ties, tie_of(modal, vec3_load(modal->data.U + 3 * row), k + 1));
    }
}

static void draw_ring(net *net, const int *point, int n)
{
    static const int ORDER[] = {0, 1, 3, 2};
    draw_begin(net->drawing, DRAW_SURFACE)->rows = 2;
    for (int i = 0; i < CORNERS; i++)
        draw_point(net, point[ORDER[i] < n ? ORDER[i] : n - 1]);
    for (int i = 0; i < n; i++) {
        const int a = point[i], b = point[(i + 1) % n];
        bool *there = edge(net, a, b), *back = edge(net, b, a);
        if (there)
            *there = true;
        if (back)
            *back = true;
    }
}

/* Draws the rings of which point i is the first point, with the lowest number. */
static void draw_rings(net *net, int i)
{
    for (int k = 0; k < net->n_joined[i]; k++)
        for (int l = k + 1; l < net->n_joined[i]; l++) {
            const int a = net->joined[i][k], b = net->joined[i][l];
            if (a < i || b < i)
                continue;
            if (edge(net, a, b)) {
                draw_ring(net, (const int[]){i, a, b}, 3);
                continue;
            }
            for (int j = 0; j < net->n_joined[a]; j++) {
                const int c = net->joined[a][j];
                if (c > i && !edge(net, i, c) && edge(net, c, b))
                    draw_ring(net, (const int[]){i, a, c, b}, 4);
            }
        }
}

static void draw_bars(net *net, int i)
{
    for (int k = 0; k < net->n_joined[i]; k++)
        if (net->joined[i][k] > i && !net->in_face[i][k]) {
            draw_begin(net->drawing, DRAW_TUBE);
            draw_point(net, i);
            draw_point(net, net->joined[i][k]);
        }
}

/* Draws the interface nodes and the offsets to their points. */
static void draw_interfaces(const modal *modal, drawing *drawing)
{
    for (int i = 0; i < modal->n_interfaces; i++) {
        const modal_interface *modal_interface = &modal->interface[i];
        const draw_tie ends[] = {draw_at(modal_interface->node, (vec3){0, 0, 0}, NULL),
                                 draw_at(modal_interface->node, modal_interface->offset, NULL)};
        if (vec3_dot(modal_interface->offset, modal_interface->offset) > 0.0)
            draw_line(drawing, ends, 2);
    }
}

void modal_draw(const elem *element, drawing *drawing)
{
    const modal *modal = element->self;
    const int fit = MOST_TIES / (CORNERS * (modal->M + 1)), most = fit < 2 ? 2 : fit < MOST_POINTS ? fit : MOST_POINTS;
    net net = {.modal = modal, .drawing = drawing};
    net.step = (modal->data.n_nodes + most - 1) / most;
    net.step = net.step < 1 ? 1 : net.step;
    net.n = modal->data.x && modal->data.U ? (modal->data.n_nodes + net.step - 1) / net.step : 0;
    arena *memory = arena_create();
    net.points = ARENA_ARRAY(memory, vec3, net.n + 1);
    net.near = arena_alloc(memory, (size_t)(net.n + 1) * sizeof *net.near);
    net.joined = arena_alloc(memory, (size_t)(net.n + 1) * sizeof *net.joined);
    net.in_face = arena_alloc(memory, (size_t)(net.n + 1) * sizeof *net.in_face);
    net.n_near = ARENA_ARRAY(memory, int, net.n + 1);
    net.n_joined = ARENA_ARRAY(memory, int, net.n + 1);
    for (int i = 0; i < net.n; i++)
        net.points[i] = vec3_sub(vec3_load(modal->data.x + 3 * i * net.step), modal->origin);
    join_relatives(&net);
    for (int i = 0; i < net.n; i++)
        draw_rings(&net, i);
    for (int i = 0; i < net.n; i++)
        draw_bars(&net, i);
    draw_interfaces(modal, drawing);
    arena_destroy(memory);
}
