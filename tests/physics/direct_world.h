/* direct_world.h - an element of a deck at a state that the test makes up: the forces on its nodes, its internal rows,
 * what it prints, and its derivatives against differences. Nothing is solved. */
#pragma once
#include "physics/probe_world.h"

enum { MOST_POSES = 32, MOST_LOCAL = 200, MOST_COLUMNS = 80, MOST_MEMORY = 8192 };

typedef struct {
    world *world;
    const elem *element;
    pose poses[MOST_POSES], poses_prev[MOST_POSES];
    double y[MOST_LOCAL], yp[MOST_LOCAL], y_prev[MOST_LOCAL], yp_prev[MOST_LOCAL];
    double memory[MOST_MEMORY];
    evaluation_error failed;
    state state;
    double r[MOST_LOCAL];
    double row[MOST_COLUMNS]; /* behind the label */
    int n_row;
    unsigned seed;
} direct;

/* The same numbers each time, between -1 and 1. */
static inline double any(direct *direct)
{
    direct->seed = direct->seed * 1664525u + 1013904223u;
    return (double)(direct->seed >> 8) / (double)(1 << 23) - 1.0;
}
static inline vec3 any3(direct *direct)
{
    const double x = any(direct), y = any(direct);
    return (vec3){x, y, any(direct)};
}
static inline mat3 any_rotation(direct *direct) { return rotation_exp(vec3_scale(2.0, any3(direct))); }

static inline void shake(direct *direct)
{
    for (int i = 0; i < MOST_POSES; i++) {
        direct->poses[i] = (pose){.x = any3(direct), .v = any3(direct), .w = any3(direct)};
        direct->poses_prev[i] = (pose){.x = any3(direct), .v = any3(direct), .w = any3(direct)};
        direct->poses[i].R = any_rotation(direct);
        direct->poses[i].w_theta = mat3_outer(direct->poses[i].w, direct->poses[i].v);
        direct->poses_prev[i].R = any_rotation(direct);
    }
    for (int i = 0; i < MOST_LOCAL; i++) {
        direct->y[i] = any(direct);
        direct->yp[i] = any(direct);
        direct->y_prev[i] = any(direct);
        direct->yp_prev[i] = any(direct);
    }
}

/* Reads the deck, whose element is a user defined one. The parts: control data, nodes, elements. */
static inline void open_direct(direct *d, world *w, unsigned label, const char *const part[3])
{
    static char words[8192];
    const int n =
        snprintf(words, sizeof words,
                 "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; "
                 "final time: 1.; time step: 0.1; method: implicit euler; end: initial value; begin: control "
                 "data; %s end: control data; begin: nodes; %s end: nodes; begin: elements; %s end: elements;",
                 part[0], part[1], part[2]);
    assert_true(n < (int)sizeof words);
    deck_destroy(w->deck);
    *w = (world){.deck = deck_create()};
    diag_set_sink(w->deck->errors, world_say, w);
    const bool is_read = deck_read_text(w->deck, "test", words, strlen(words));
    diag_flush(w->deck->errors);
    if (!is_read)
        fail_msg("%s", w->said);
    const model *model = w->deck->model;
    *d = (direct){.world = w, .element = model_elem(model, elem_card_find("user defined"), label), .seed = label};
    assert_non_null(d->element);
    assert_true(model->n_poses <= MOST_POSES && model->n_unknowns <= MOST_LOCAL && model->plan->size <= MOST_MEMORY);
    d->state = (state){.dt = 0.1, .t = 0.3, .step = 2, .now = PHASE_STEP, .dvalue = 0.1, .drate = 1.7};
    d->state.model = model;
    d->state.poses = d->poses, d->state.poses_prev = d->poses_prev, d->state.failed = &d->failed;
    d->state.y = d->y, d->state.yp = d->yp, d->state.y_prev = d->y_prev, d->state.yp_prev = d->yp_prev;
    d->state.memory = (const memory_block *)d->memory;
    memory_start(model->plan, (memory_block *)d->memory);
    shake(d);
}

static inline pose *pose_of(direct *direct, unsigned label)
{
    return &direct->poses[model_node(direct->world->deck->model, node_type_find("structural"), label)->pose];
}
static inline pose *pose_before(direct *direct, unsigned label)
{
    return direct->poses_prev + (pose_of(direct, label) - direct->poses);
}
static inline double *internal_of(direct *direct) { return direct->y + direct->element->internal; }

/* Whatever is not written before it is read is not a number. */
static __attribute__((noinline)) void stain_stack(void)
{
    volatile double of[8192];
    for (int i = 0; i < (int)(sizeof of / sizeof of[0]); i++)
        of[i] = nan("");
}

/* Forces and rows of the element, and what it prints. */
static inline void evaluate(direct *direct)
{
    text row = {0};
    record out = {.text = &row, .precision = 16};
    memset(direct->r, 0, sizeof direct->r);
    direct->failed.is_set = false;
    stain_stack();
    direct->element->type->eval(0, &direct->state, direct->element,
                                &(local){.r = direct->r, .ld = direct->element->ld});
    stain_stack();
    direct->element->type->output(&direct->state, direct->element, &out);
    direct->n_row = 0;
    if (row.n > 0) {
        row.data[row.n - 1] = '\0';
        char *from = row.data, *till;
        from += strspn(from, " ");
        for (from += strcspn(from, " ");; from = till) { /* behind the label */
            const double v = strtod(from, &till);
            if (till == from)
                break;
            assert_true(direct->n_row < MOST_COLUMNS);
            direct->row[direct->n_row++] = v;
        }
    }
    text_free(&row);
}

static inline void near3_at(const double *is, vec3 should, double tolerance, const char *file, int line)
{
    double v[3];
    vec3_store(v, should);
    for (int k = 0; k < 3; k++)
        assert_near_at(is[k], v[k], tolerance, file, line);
}
#define assert_near3(is, should, tolerance) near3_at(is, should, tolerance, __FILE__, __LINE__)

static inline vec3 point_at(const pose *pose, vec3 o) { return vec3_add(pose->x, mat3_mulv(&pose->R, o)); }
static inline vec3 velocity_at(const pose *pose, vec3 x)
{
    return vec3_add(pose->v, vec3_cross(pose->w, vec3_sub(x, pose->x)));
}

/* Rows from `row` on: a force at a point, about the node. */
static inline void force_at(const double *r, const pose *pose, vec3 F, vec3 x, double tolerance, int line)
{
    near3_at(r, F, tolerance, __FILE__, line);
    near3_at(r + 3, vec3_cross(vec3_sub(x, pose->x), F), tolerance, __FILE__, line);
}
#define assert_force(d, row, p, F, x, tolerance) force_at((d)->r + (row), p, F, x, tolerance, __LINE__)

/* --- derivatives -------------------------------------------------------------------------------------------------- */

static inline const node *node_of(const model *model, int unknown)
{
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        if (node->pose >= 0 && unknown >= node->dof && unknown < node->dof + (node->has_rotation ? 6 : 3))
            return node;
    }
    return NULL;
}

/* Moves an unknown as a correction by h does. */
static inline void correct(direct *direct, int unknown, double h)
{
    const model *model = direct->world->deck->model;
    const node *node = node_of(model, unknown);
    const double change = direct->state.dvalue * h, rate = direct->state.drate * h;
    if (!node) {
        const bool is_algebraic = model->kind[unknown] == DOF_ALGEBRAIC;
        direct->y[unknown] += is_algebraic ? h : change;
        direct->yp[unknown] += is_algebraic ? 0.0 : rate;
        return;
    }
    pose *pose = &direct->poses[node->pose];
    const int k = unknown - node->dof;
    const vec3 e = {k % 3 == 0, k % 3 == 1, k % 3 == 2};
    if (k < 3) {
        pose->x = vec3_axpy(pose->x, change, e);
        pose->v = vec3_axpy(pose->v, rate, e);
        return;
    }
    const mat3 rotation = rotation_exp(vec3_scale(change, e));
    pose->R = mat3_mul(&rotation, &pose->R);
    pose->w = vec3_add(vec3_axpy(pose->w, rate, e), vec3_scale(change, mat3_mulv(&pose->w_theta, e)));
}

static inline void rows_moved(const direct *d, int unknown, double h, double r[MOST_LOCAL])
{
    direct moved = *d;
    moved.state.poses = moved.poses, moved.state.poses_prev = moved.poses_prev, moved.state.failed = &moved.failed;
    moved.state.y = moved.y, moved.state.yp = moved.yp, moved.state.y_prev = moved.y_prev,
    moved.state.yp_prev = moved.yp_prev;
    moved.state.memory = (const memory_block *)moved.memory;
    correct(&moved, unknown, h);
    memset(r, 0, MOST_LOCAL * sizeof *r);
    moved.element->type->eval(0, &moved.state, moved.element, &(local){.r = r});
}

static inline bool is_declared(const elem *element, int at)
{
    for (int i = 0; i < element->n_slots; i++)
        if (element->source[i] == (unsigned)at)
            return true;
    return false;
}

/* Every derivative that is not zero has its place in the matrix. Rows with a bend in between are left out. */
static inline void assert_derivatives(const direct *direct)
{
    static double J[MOST_LOCAL * MOST_LOCAL];
    const elem *element = direct->element;
    const double h = 1e-6;
    double r[MOST_LOCAL] = {0}, fore[MOST_LOCAL], back[MOST_LOCAL];
    assert_true(element->ld <= MOST_LOCAL);
    memset(J, 0, sizeof J);
    element->type->eval(element->ld, &direct->state, element, &(local){.r = r, .J = J, .ld = element->ld});
    for (int c = 0; c < element->n; c++) {
        rows_moved(direct, element->column[c], h, fore);
        rows_moved(direct, element->column[c], -h, back);
        for (int k = 0; k < element->n; k++) {
            const double is = J[k * element->ld + c], size = 1.0 + fabs(r[k]) + fabs(is);
            if (fabs(fore[k] - 2.0 * r[k] + back[k]) > 1e-11 * size)
                continue;
            assert_near(is, (fore[k] - back[k]) / (2.0 * h), 2e-5 * size);
            assert_true(is == 0.0 || is_declared(element, k * element->ld + c));
        }
    }
}
