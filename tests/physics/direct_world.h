/* direct_world.h - an element of a deck at a state that the test makes up: the forces on its nodes, its own rows, what
 * it prints, and its derivatives against differences. Nothing is solved. */
#pragma once
#include "physics/probe_world.h"

enum { MOST_POSES = 32, MOST_LOCAL = 200, MOST_COLUMNS = 80, MOST_MEMORY = 8192 };

typedef struct {
    world *w;
    const elem *e;
    pose poses[MOST_POSES], at_prev[MOST_POSES];
    double y[MOST_LOCAL], yp[MOST_LOCAL], y_prev[MOST_LOCAL], yp_prev[MOST_LOCAL];
    double memory[MOST_MEMORY];
    fault failed;
    state s;
    double r[MOST_LOCAL];
    double row[MOST_COLUMNS]; /* behind the label */
    int n_row;
    unsigned seed;
} direct;

/* The same numbers each time, between -1 and 1. */
static inline double any(direct *d)
{
    d->seed = d->seed * 1664525u + 1013904223u;
    return (double)(d->seed >> 8) / (double)(1 << 23) - 1.0;
}
static inline vec3 any3(direct *d)
{
    const double x = any(d), y = any(d);
    return (vec3){x, y, any(d)};
}
static inline mat3 any_turn(direct *d) { return rotation_exp(vec3_scale(2.0, any3(d))); }

static inline void shake(direct *d)
{
    for (int i = 0; i < MOST_POSES; i++) {
        d->poses[i] = (pose){.x = any3(d), .v = any3(d), .w = any3(d)};
        d->at_prev[i] = (pose){.x = any3(d), .v = any3(d), .w = any3(d)};
        d->poses[i].R = any_turn(d);
        d->poses[i].w_ref = vec3_scale(0.8, d->poses[i].w);
        d->at_prev[i].R = any_turn(d);
    }
    for (int i = 0; i < MOST_LOCAL; i++) {
        d->y[i] = any(d);
        d->yp[i] = any(d);
        d->y_prev[i] = any(d);
        d->yp_prev[i] = any(d);
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
    deck_destroy(w->d);
    *w = (world){.d = deck_create()};
    diag_set_sink(w->d->errors, world_say, w);
    const bool is_read = deck_read_text(w->d, "test", words, strlen(words));
    diag_flush(w->d->errors);
    if (!is_read)
        fail_msg("%s", w->said);
    const model *m = w->d->model;
    *d = (direct){.w = w, .e = model_elem(m, elem_card_find("user defined"), label), .seed = label};
    assert_non_null(d->e);
    assert_true(m->n_poses <= MOST_POSES && m->n_unknowns <= MOST_LOCAL && m->plan->size <= MOST_MEMORY);
    d->s = (state){.dt = 0.1, .t = 0.3, .step = 2, .now = PHASE_STEP, .dvalue = 0.1, .drate = 1.7};
    d->s.model = m;
    d->s.poses = d->poses, d->s.at_prev = d->at_prev, d->s.failed = &d->failed;
    d->s.y = d->y, d->s.yp = d->yp, d->s.y_prev = d->y_prev, d->s.yp_prev = d->yp_prev;
    d->s.memory = (const memory_block *)d->memory;
    memory_start(m->plan, (memory_block *)d->memory);
    shake(d);
}

static inline pose *pose_of(direct *d, unsigned label)
{
    return &d->poses[model_node(d->w->d->model, node_type_find("structural"), label)->pose];
}
static inline pose *pose_before(direct *d, unsigned label) { return d->at_prev + (pose_of(d, label) - d->poses); }
static inline double *own_of(direct *d) { return d->y + d->e->own; }

/* Whatever is not written before it is read is not a number. */
static __attribute__((noinline)) void stain_stack(void)
{
    volatile double of[8192];
    for (int i = 0; i < (int)(sizeof of / sizeof of[0]); i++)
        of[i] = nan("");
}

/* Forces and rows of the element, and what it prints. */
static inline void evaluate(direct *d)
{
    text row = {0};
    record out = {.text = &row, .precision = 16};
    memset(d->r, 0, sizeof d->r);
    d->failed.is_set = false;
    stain_stack();
    d->e->type->eval(0, &d->s, d->e, &(local){.r = d->r, .ld = d->e->ld});
    stain_stack();
    d->e->type->output(&d->s, d->e, &out);
    d->n_row = 0;
    if (row.n > 0) {
        row.data[row.n - 1] = '\0';
        char *from = row.data, *till;
        from += strspn(from, " ");
        for (from += strcspn(from, " ");; from = till) { /* behind the label */
            const double v = strtod(from, &till);
            if (till == from)
                break;
            assert_true(d->n_row < MOST_COLUMNS);
            d->row[d->n_row++] = v;
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

static inline vec3 point_at(const pose *p, vec3 o) { return vec3_add(p->x, mat3_mulv(&p->R, o)); }
static inline vec3 velocity_at(const pose *p, vec3 x) { return vec3_add(p->v, vec3_cross(p->w, vec3_sub(x, p->x))); }

/* Rows from `row` on: a force at a point, about the node. */
static inline void force_at(const double *r, const pose *p, vec3 F, vec3 x, double tolerance, int line)
{
    near3_at(r, F, tolerance, __FILE__, line);
    near3_at(r + 3, vec3_cross(vec3_sub(x, p->x), F), tolerance, __FILE__, line);
}
#define assert_force(d, row, p, F, x, tolerance) force_at((d)->r + (row), p, F, x, tolerance, __LINE__)

/* --- derivatives -------------------------------------------------------------------------------------------------- */

static inline const node *node_of(const model *m, int unknown)
{
    for (int i = 0; i < m->nodes.n; i++) {
        const node *n = m->nodes.items[i];
        if (n->pose >= 0 && unknown >= n->dof && unknown < n->dof + (n->has_rotation ? 6 : 3))
            return n;
    }
    return NULL;
}

/* Moves an unknown as a correction by h does. */
static inline void correct(direct *d, int unknown, double h)
{
    const model *m = d->w->d->model;
    const node *n = node_of(m, unknown);
    const double change = d->s.dvalue * h, rate = d->s.drate * h;
    if (!n) {
        const bool is_algebraic = m->kind[unknown] == DOF_ALGEBRAIC;
        d->y[unknown] += is_algebraic ? h : change;
        d->yp[unknown] += is_algebraic ? 0.0 : rate;
        return;
    }
    pose *p = &d->poses[n->pose];
    const int k = unknown - n->dof;
    const vec3 e = {k % 3 == 0, k % 3 == 1, k % 3 == 2};
    if (k < 3) {
        p->x = vec3_axpy(p->x, change, e);
        p->v = vec3_axpy(p->v, rate, e);
        return;
    }
    const mat3 turn = rotation_exp(vec3_scale(change, e));
    p->R = mat3_mul(&turn, &p->R);
    p->w = vec3_add(vec3_axpy(p->w, rate, e), vec3_scale(-change, vec3_cross(p->w_ref, e)));
}

static inline void rows_moved(const direct *d, int unknown, double h, double r[MOST_LOCAL])
{
    direct moved = *d;
    moved.s.poses = moved.poses, moved.s.at_prev = moved.at_prev, moved.s.failed = &moved.failed;
    moved.s.y = moved.y, moved.s.yp = moved.yp, moved.s.y_prev = moved.y_prev, moved.s.yp_prev = moved.yp_prev;
    moved.s.memory = (const memory_block *)moved.memory;
    correct(&moved, unknown, h);
    memset(r, 0, MOST_LOCAL * sizeof *r);
    moved.e->type->eval(0, &moved.s, moved.e, &(local){.r = r});
}

static inline bool is_declared(const elem *e, int at)
{
    for (int i = 0; i < e->n_slots; i++)
        if (e->source[i] == at)
            return true;
    return false;
}

/* Every derivative that is not zero has its place in the matrix. Rows with a bend in between are left out. */
static inline void assert_derivatives(const direct *d)
{
    static double J[MOST_LOCAL * MOST_LOCAL];
    const elem *e = d->e;
    const double h = 1e-6;
    double r[MOST_LOCAL] = {0}, fore[MOST_LOCAL], back[MOST_LOCAL];
    assert_true(e->ld <= MOST_LOCAL);
    memset(J, 0, sizeof J);
    e->type->eval(e->ld, &d->s, e, &(local){.r = r, .J = J, .ld = e->ld});
    for (int c = 0; c < e->n; c++) {
        rows_moved(d, e->column[c], h, fore);
        rows_moved(d, e->column[c], -h, back);
        for (int k = 0; k < e->n; k++) {
            const double is = J[k * e->ld + c], size = 1.0 + fabs(r[k]) + fabs(is);
            if (fabs(fore[k] - 2.0 * r[k] + back[k]) > 1e-11 * size)
                continue;
            assert_near(is, (fore[k] - back[k]) / (2.0 * h), 2e-5 * size);
            assert_true(is == 0.0 || is_declared(e, k * e->ld + c));
        }
    }
}
