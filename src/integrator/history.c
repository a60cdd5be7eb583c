/* history.c - the converged points a method works from, and the prediction.
 *
 * Rotations of earlier points are taken relative to one of them, the origin (R_0, w_0), mostly the newest:
 *
 *     g_j = g(R_j R_0'),   g'_j = G(g_j)^-1 w_j          (g_0 = 0, g'_0 = w_0; plain stages: g'_j = w_j)
 *
 * predicted like any other unknown, and give the reference of the stage
 *
 *     R_ref = R(g) R_0,    w_ref = G(g) g'
 *
 * after which the unknowns are counted from there (updated-updated). Algebraic unknowns begin with their newest
 * value, but those of nodes, pressures, which seldom jump, and others that are continued go on along the line through
 * the two newest points. */
#include "base/bulk.h"
#include "integrator/integrator.h"
#include "math/rotation.h"
#include <string.h>

/* What lies in the solution, before the points: a ring, newest at `first`. */
typedef struct {
    int n, first;
    double t[2 * POINTS_MAX];
} ring;

struct history {
    const model *m;
    ring *now;
    int limit;
    point points[2 * POINTS_MAX];
};

size_t history_size(const model *m, int points, bool slopes)
{
    const size_t n = (size_t)m->n_unknowns, poses = (size_t)m->n_poses;
    return sizeof(ring) + (size_t)points * ((slopes ? 3 : 2) * n * sizeof(double) + poses * sizeof(pose));
}

history *history_create(const model *m, int points, bool slopes, void *bytes, arena *memory)
{
    const size_t n = (size_t)m->n_unknowns;
    history *h = ARENA_NEW(memory, history);
    h->m = m;
    h->now = bytes;
    h->limit = points;
    double *next = (double *)(h->now + 1);
    for (int i = 0; i < points; i++) {
        h->points[i] = (point){.t = &h->now->t[i], .y = next, .yp = next + n, .slope = slopes ? next + 2 * n : NULL};
        next += (slopes ? 3 : 2) * n;
        h->points[i].poses = (pose *)next;
        next += (size_t)m->n_poses * sizeof(pose) / sizeof(double);
    }
    return h;
}

/* The derivative of an unknown as slopes are made of it: of rotations the angular velocity. */
static void add_rates(const model *m, double s, const double *yp, const pose *at, double *to)
{
    for (int i = 0; i < m->n_unknowns; i++)
        to[i] += s * yp[i];
    for (int i = 0; i < m->nodes.n; i++) {
        const node *n = m->nodes.items[i];
        if (n->pose >= 0 && n->has_rotation)
            vec3_store(to + n->dof + 3, vec3_axpy(vec3_load(to + n->dof + 3), s,
                                                  vec3_axpy(at[n->pose].w, -1, vec3_load(yp + n->dof + 3))));
    }
}

/* slope = b0 y' + sum b_j Y'_j + sum d_j slope_j */
static void make_slope(const history *h, const solution *u, const stage *g, double *slope)
{
    memset(slope, 0, (size_t)h->m->n_unknowns * sizeof *slope);
    add_rates(u->m, g ? g->b0 : 1, u->yp, u->poses, slope);
    for (int j = 0; g && j < g->n; j++) {
        const point *p = history_point(h, j);
        add_rates(u->m, g->b[j], p->yp, p->poses, slope);
        for (int i = 0; g->d[j] != 0 && i < h->m->n_unknowns; i++)
            slope[i] += g->d[j] * p->slope[i];
    }
}

void history_push(history *h, const solution *u, const stage *g)
{
    const int next = (h->now->first + h->limit - 1) % h->limit;
    point *p = &h->points[next];
    if (p->slope)
        make_slope(h, u, g, p->slope);
    *p->t = u->s.t;
    bulk_copy(p->y, u->y, (size_t)h->m->n_unknowns * sizeof(double));
    bulk_copy(p->yp, u->yp, (size_t)h->m->n_unknowns * sizeof(double));
    bulk_copy(p->poses, u->poses, (size_t)h->m->n_poses * sizeof(pose));
    h->now->first = next;
    if (h->now->n < h->limit)
        h->now->n++;
}

void history_pop(history *h)
{
    h->now->first = (h->now->first + 1) % h->limit;
    h->now->n--;
}

int history_count(const history *h) { return h->now->n; }
const point *history_point(const history *h, int i) { return &h->points[(h->now->first + i) % h->limit]; }
void history_restart(history *h) { h->now->n = h->now->n > 0; }

static void keep_point(archive *a, const history *h, point *p, bool slopes)
{
    const size_t n = (size_t)h->m->n_unknowns;
    archive_double(a, p->t);
    archive_doubles(a, p->y, n);
    archive_doubles(a, p->yp, n);
    if (slopes && p->slope)
        archive_doubles(a, p->slope, n);
    else if (slopes)
        archive_pass(a, n * sizeof(double));
    archive_doubles(a, (double *)p->poses, (size_t)h->m->n_poses * sizeof(pose) / sizeof(double));
}

void history_keep(archive *a, history *h)
{
    const bool wants_slopes = h->points[0].slope != NULL;
    bool slopes = wants_slopes;
    int n = h->now->n;
    archive_bool(a, &slopes);
    archive_index(a, &n, 1, 2 * POINTS_MAX);
    if (archive_is_loading(a)) {
        h->now->first = 0;
        h->now->n = n < h->limit ? n : h->limit;
    }
    for (int i = 0; i < n && i < h->now->n; i++)
        keep_point(a, h, &h->points[(h->now->first + i) % h->limit], slopes);
    if (n > h->now->n)
        archive_skip(a);
    if (wants_slopes && !slopes && !archive_failed(a)) {
        h->now->n = 1;
        memset(h->points[0].slope, 0, (size_t)h->m->n_unknowns * sizeof(double));
        add_rates(h->m, 1, h->points[0].yp, h->points[0].poses, h->points[0].slope);
    }
}

/* The stage with the predicted derivative put in: y = sum v_j Y_j + sum w_j Y'_j + sum d_j slope_j, y' = sum m_j Y_j +
 * sum p_j Y'_j. */
typedef struct {
    int n, origin;
    bool plain;
    const point *points[POINTS_MAX];
    double v[POINTS_MAX], w[POINTS_MAX], d[POINTS_MAX], m[POINTS_MAX], p[POINTS_MAX];
} prediction;

static void history_prepare(prediction *f, const history *h, const stage *g, double step)
{
    const double c = step * g->b0;
    *f = (prediction){.n = g->n, .origin = g->origin, .plain = g->plain};
    for (int j = 0; j < g->n; j++) {
        f->points[j] = history_point(h, j);
        f->m[j] = g->m[j] / step;
        f->p[j] = g->p[j];
        f->v[j] = g->a[j] + c * f->m[j];
        f->w[j] = step * g->b[j] + c * f->p[j];
        f->d[j] = step * g->d[j];
    }
}

static void predict_by_two(double *restrict y, double *restrict yp, const prediction *f, int n)
{
    const double *restrict Y0 = f->points[0]->y, *restrict D0 = f->points[0]->yp;
    const double *restrict Y1 = f->points[1]->y, *restrict D1 = f->points[1]->yp;
    const double v = f->v[1], w0 = f->w[0], w1 = f->w[1], m = f->m[1], p0 = f->p[0], p1 = f->p[1];
    /* The coefficients of values add up to 1 and 0: counted from the newest, what is at rest stays exactly where it
     * is. */
    for (int i = 0; i < n; i++) {
        const double change = Y1[i] - Y0[i];
        y[i] = Y0[i] + (v * change + w0 * D0[i] + w1 * D1[i]);
        yp[i] = m * change + p0 * D0[i] + p1 * D1[i];
    }
}

static void predict_by_all(double *restrict y, double *restrict yp, const prediction *f, int n)
{
    bulk_zero(y, (size_t)n * sizeof *y);
    bulk_zero(yp, (size_t)n * sizeof *yp);
    for (int j = 0; j < f->n; j++) {
        const double *Y = f->points[j]->y, *Yp = f->points[j]->yp, *slope = f->points[j]->slope;
        const double v = f->v[j], w = f->w[j], m = f->m[j], p = f->p[j], d = f->d[j];
        for (int i = 0; i < n; i++) {
            y[i] += v * Y[i] + w * Yp[i];
            yp[i] += m * Y[i] + p * Yp[i];
        }
        for (int i = 0; d != 0 && i < n; i++)
            y[i] += d * slope[i];
    }
}

/* Along the line through the two newest points. */
static void continue_algebraic(solution *u, const prediction *f)
{
    if (f->n < 2 || u->m->n_continued == 0)
        return;
    const double *newest = f->points[0]->y, *older = f->points[1]->y;
    const double ahead = (u->s.t - *f->points[0]->t) / (*f->points[0]->t - *f->points[1]->t);
    for (int k = 0; k < u->m->n_continued; k++) {
        const int i = u->m->continued[k];
        u->y[i] += ahead * (newest[i] - older[i]);
    }
}

static void predict_unknowns(solution *u, const prediction *f)
{
    if (f->n == 2 && f->d[0] == 0 && f->d[1] == 0)
        predict_by_two(u->y, u->yp, f, u->n);
    else
        predict_by_all(u->y, u->yp, f, u->n);
    const unsigned char *kind = u->m->kind;
    const double *newest = f->points[0]->y;
    for (int i = 0; i < u->n; i++)
        if (kind[i] == DOF_ALGEBRAIC)
            u->y[i] = newest[i], u->yp[i] = 0;
    continue_algebraic(u, f);
}

/* Value and derivative of the parameters of point j, relative to the origin. */
static void relative_rotation(const prediction *f, int j, int k, vec3 *g, vec3 *rate)
{
    const pose *origin = &f->points[f->origin]->poses[k], *at = &f->points[j]->poses[k];
    *g = (vec3){0, 0, 0};
    *rate = at->w;
    if (f->plain || j == f->origin)
        return;
    const mat3 D = mat3_mult(&at->R, &origin->R);
    *g = rotation_to_cgr(&D);
    const mat3 inverse = rotation_cgr_spin_inverse(*g);
    *rate = mat3_mulv(&inverse, at->w);
}

/* The predicted orientation becomes the reference; the unknowns begin at zero. */
static void predict_rotation(solution *u, const prediction *f, const node *n)
{
    const int k = n->pose;
    vec3 g = {0, 0, 0}, gp = {0, 0, 0};
    for (int j = 0; j < f->n; j++) {
        vec3 gj, rate;
        relative_rotation(f, j, k, &gj, &rate);
        g = vec3_axpy(vec3_axpy(g, f->v[j], gj), f->w[j], rate);
        gp = vec3_axpy(vec3_axpy(gp, f->m[j], gj), f->p[j], rate);
        if (f->d[j] != 0)
            g = vec3_axpy(g, f->d[j], vec3_load(f->points[j]->slope + n->dof + 3));
    }
    const mat3 turn = rotation_from_cgr(g), spin = rotation_cgr_spin(g);
    pose *p = &u->poses[k];
    p->R = u->R_ref[k] = mat3_mul(&turn, &f->points[f->origin]->poses[k].R);
    p->w = p->w_ref = mat3_mulv(&spin, gp);
    vec3_store(u->y + n->dof + 3, (vec3){0, 0, 0});
    vec3_store(u->yp + n->dof + 3, (vec3){0, 0, 0});
}

void integrator_predict(solution *u, const history *h, const stage *g, double step)
{
    prediction f;
    u->s.dvalue = step * g->b0;
    u->s.drate = 1;
    history_prepare(&f, h, g, step);
    predict_unknowns(u, &f);
    for (int i = 0; i < u->m->nodes.n; i++) {
        const node *n = u->m->nodes.items[i];
        if (n->pose < 0)
            continue;
        u->poses[n->pose].x = vec3_load(u->y + n->dof);
        u->poses[n->pose].v = vec3_load(u->yp + n->dof);
        if (n->has_rotation)
            predict_rotation(u, &f, n);
    }
}
