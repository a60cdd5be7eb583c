/* history.c - the converged points used by a method, and the prediction.
 *
 * Rotations of earlier points are measured relative to one of them, the origin (R_0, w_0), usually the newest:
 *
 *     g_j = g(R_j R_0'),   g'_j = G(g_j)^-1 w_j          (g_0 = 0, g'_0 = w_0; plain stages: g'_j = w_j)
 *
 * They are predicted like any other unknown and give the reference of the stage,
 *
 *     R_ref = R(g) R_0,    w_ref = G(g) g'
 *
 * relative to which the unknowns are then measured (updated-updated). Algebraic unknowns start with their newest value.
 * Exceptions are those of nodes, pressures, which seldom jump, and others in model.continued: they are extrapolated
 * linearly from the two newest points. */
#include "base/bulk.h"
#include "integrator/relative_rotation.h"
#include <string.h>

/* Data in the solution before the points: a ring, newest at `first`. */
typedef struct {
    int n, first;
    double t[2 * POINTS_MAX];
} ring;

struct history {
    const model *model;
    ring *now;
    int limit;
    point points[2 * POINTS_MAX];
};

size_t history_size(const model *model, int points, bool derivatives)
{
    const size_t n = (size_t)model->n_unknowns, poses = (size_t)model->n_poses;
    return sizeof(ring) + (size_t)points * ((derivatives ? 3 : 2) * n * sizeof(double) + poses * sizeof(pose));
}

history *history_create(const model *model, int points, bool derivatives, void *bytes, arena *memory)
{
    const size_t n = (size_t)model->n_unknowns;
    history *h = ARENA_NEW(memory, history);
    h->model = model;
    h->now = bytes;
    h->limit = points;
    double *next = (double *)(h->now + 1);
    for (int i = 0; i < points; i++) {
        h->points[i] =
            (point){.t = &h->now->t[i], .y = next, .yp = next + n, .derivative = derivatives ? next + 2 * n : NULL};
        next += (derivatives ? 3 : 2) * n;
        h->points[i].poses = (pose *)next;
        next += (size_t)model->n_poses * sizeof(pose) / sizeof(double);
    }
    return h;
}

/* Adds s times the derivatives of the unknowns as used in mean derivatives: for rotations, the angular velocity. */
static void add_rates(const model *model, double s, const double *yp, const pose *at, double *to)
{
    for (int i = 0; i < model->n_unknowns; i++)
        to[i] += s * yp[i];
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        if (node->pose >= 0 && node->has_rotation)
            vec3_store(to + node->dof + 3, vec3_axpy(vec3_load(to + node->dof + 3), s,
                                                     vec3_axpy(at[node->pose].w, -1, vec3_load(yp + node->dof + 3))));
    }
}

/* derivative = b0 y' + sum b_j Y'_j + sum d_j derivative_j */
static void make_derivative(const history *history, const solution *solution, const stage *g, double *derivative)
{
    memset(derivative, 0, (size_t)history->model->n_unknowns * sizeof *derivative);
    add_rates(solution->model, g ? g->b0 : 1, solution->yp, solution->poses, derivative);
    for (int j = 0; g && j < g->n; j++) {
        const point *point = history_point(history, j);
        add_rates(solution->model, g->b[j], point->yp, point->poses, derivative);
        for (int i = 0; g->d[j] != 0 && i < history->model->n_unknowns; i++)
            derivative[i] += g->d[j] * point->derivative[i];
    }
}

void history_push(history *history, const solution *solution, const stage *g)
{
    const int next = (history->now->first + history->limit - 1) % history->limit;
    point *point = &history->points[next];
    if (point->derivative)
        make_derivative(history, solution, g, point->derivative);
    *point->t = solution->state.t;
    bulk_copy(point->y, solution->y, (size_t)history->model->n_unknowns * sizeof(double));
    bulk_copy(point->yp, solution->yp, (size_t)history->model->n_unknowns * sizeof(double));
    bulk_copy(point->poses, solution->poses, (size_t)history->model->n_poses * sizeof(pose));
    history->now->first = next;
    if (history->now->n < history->limit)
        history->now->n++;
}

void history_pop(history *history)
{
    history->now->first = (history->now->first + 1) % history->limit;
    history->now->n--;
}

int history_count(const history *history) { return history->now->n; }
const point *history_point(const history *history, int index)
{
    return &history->points[(history->now->first + index) % history->limit];
}
void history_restart(history *history) { history->now->n = history->now->n > 0; }

static void shift_point(const model *model, point *point, double by, const double *rate, const double *value)
{
    for (int i = 0; i < model->n_unknowns; i++) {
        point->y[i] += by * value[i];
        point->yp[i] += by * rate[i];
    }
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        if (node->pose < 0 || node->dof < 0)
            continue;
        pose *pose = &point->poses[node->pose];
        pose->v = vec3_axpy(pose->v, by, vec3_load(rate + node->dof));
        if (node->has_rotation)
            pose->w = vec3_axpy(pose->w, by, vec3_load(rate + node->dof + 3));
    }
}

void history_shift(history *history, double by, const double *rate, const double *value)
{
    for (int i = 0; i < history->now->n; i++)
        shift_point(history->model, &history->points[(history->now->first + i) % history->limit], by, rate, value);
}

static void serialize_point(archive *archive, const history *history, point *point, bool derivatives)
{
    const size_t n = (size_t)history->model->n_unknowns;
    archive_double(archive, point->t);
    archive_doubles(archive, point->y, n);
    archive_doubles(archive, point->yp, n);
    if (derivatives && point->derivative)
        archive_doubles(archive, point->derivative, n);
    else if (derivatives)
        archive_pass(archive, n * sizeof(double));
    archive_doubles(archive, (double *)point->poses, (size_t)history->model->n_poses * sizeof(pose) / sizeof(double));
}

void history_serialize(archive *archive, history *history)
{
    const bool wants_derivatives = history->points[0].derivative != NULL;
    bool derivatives = wants_derivatives;
    int n = history->now->n;
    archive_bool(archive, &derivatives);
    archive_index(archive, &n, 1, 2 * POINTS_MAX);
    if (archive_is_loading(archive)) {
        history->now->first = 0;
        history->now->n = n < history->limit ? n : history->limit;
    }
    for (int i = 0; i < n && i < history->now->n; i++)
        serialize_point(archive, history, &history->points[(history->now->first + i) % history->limit], derivatives);
    if (n > history->now->n)
        archive_skip(archive);
    if (wants_derivatives && !derivatives && !archive_failed(archive)) {
        history->now->n = 1;
        memset(history->points[0].derivative, 0, (size_t)history->model->n_unknowns * sizeof(double));
        add_rates(history->model, 1, history->points[0].yp, history->points[0].poses, history->points[0].derivative);
    }
}

/* The stage with the predicted derivative inserted: y = sum v_j Y_j + sum w_j Y'_j + sum d_j derivative_j, y' = sum m_j
 * Y_j + sum p_j Y'_j. */
typedef struct {
    int n, origin;
    bool plain;
    const point *points[POINTS_MAX];
    double v[POINTS_MAX], w[POINTS_MAX], d[POINTS_MAX], m[POINTS_MAX], p[POINTS_MAX];
} prediction;

static void history_prepare(prediction *f, const history *history, const stage *g, double step)
{
    const double c = step * g->b0;
    *f = (prediction){.n = g->n, .origin = g->origin, .plain = g->plain};
    for (int j = 0; j < g->n; j++) {
        f->points[j] = history_point(history, j);
        f->m[j] = g->m[j] / step;
        f->p[j] = g->p[j];
        f->v[j] = g->a[j] + c * f->m[j];
        f->w[j] = step * g->b[j] + c * f->p[j];
        f->d[j] = step * g->d[j];
    }
}

static void predict_by_two(double *restrict y, double *restrict yp, const prediction *prediction, int n)
{
    const double *restrict Y0 = prediction->points[0]->y, *restrict D0 = prediction->points[0]->yp;
    const double *restrict Y1 = prediction->points[1]->y, *restrict D1 = prediction->points[1]->yp;
    const double v = prediction->v[1], w0 = prediction->w[0], w1 = prediction->w[1], m = prediction->m[1],
                 p0 = prediction->p[0], p1 = prediction->p[1];
    /* The coefficients of values add up to 1 and 0. Measured relative to the newest point, a state at rest stays
     * exactly constant. */
    for (int i = 0; i < n; i++) {
        const double change = Y1[i] - Y0[i];
        y[i] = Y0[i] + (v * change + w0 * D0[i] + w1 * D1[i]);
        yp[i] = m * change + p0 * D0[i] + p1 * D1[i];
    }
}

static void predict_by_all(double *restrict y, double *restrict yp, const prediction *prediction, int n)
{
    bulk_zero(y, (size_t)n * sizeof *y);
    bulk_zero(yp, (size_t)n * sizeof *yp);
    for (int j = 0; j < prediction->n; j++) {
        const double *Y = prediction->points[j]->y, *Yp = prediction->points[j]->yp,
                     *derivative = prediction->points[j]->derivative;
        const double v = prediction->v[j], w = prediction->w[j], m = prediction->m[j], p = prediction->p[j],
                     d = prediction->d[j];
        for (int i = 0; i < n; i++) {
            y[i] += v * Y[i] + w * Yp[i];
            yp[i] += m * Y[i] + p * Yp[i];
        }
        for (int i = 0; d != 0 && i < n; i++)
            y[i] += d * derivative[i];
    }
}

/* Extrapolates linearly from the two newest points. */
static void continue_algebraic(solution *solution, const prediction *prediction)
{
    if (prediction->n < 2 || solution->model->n_continued == 0)
        return;
    const double *newest = prediction->points[0]->y, *older = prediction->points[1]->y;
    const double ahead =
        (solution->state.t - *prediction->points[0]->t) / (*prediction->points[0]->t - *prediction->points[1]->t);
    for (int k = 0; k < solution->model->n_continued; k++) {
        const int i = solution->model->continued[k];
        solution->y[i] += ahead * (newest[i] - older[i]);
    }
}

static void predict_unknowns(solution *solution, const prediction *prediction)
{
    if (prediction->n == 2 && prediction->d[0] == 0 && prediction->d[1] == 0)
        predict_by_two(solution->y, solution->yp, prediction, solution->n);
    else
        predict_by_all(solution->y, solution->yp, prediction, solution->n);
    const unsigned char *kind = solution->model->kind;
    const double *newest = prediction->points[0]->y;
    for (int i = 0; i < solution->n; i++)
        if (kind[i] == DOF_ALGEBRAIC)
            solution->y[i] = newest[i], solution->yp[i] = 0;
    continue_algebraic(solution, prediction);
}

/* Value and derivative of the rotation parameters of point j, relative to the origin. */
static void relative_rotation(const prediction *prediction, int j, int k, vec3 *g, vec3 *rate)
{
    const pose *origin = &prediction->points[prediction->origin]->poses[k], *at = &prediction->points[j]->poses[k];
    *g = (vec3){0, 0, 0};
    *rate = at->w;
    if (prediction->plain || j == prediction->origin)
        return;
    pose_relative_rotation(at, origin, g, rate);
}

/* Makes the predicted orientation the reference; the unknowns start at zero. */
static void predict_rotation(solution *solution, const prediction *prediction, const node *node)
{
    const int k = node->pose;
    vec3 g = {0, 0, 0}, gp = {0, 0, 0};
    for (int j = 0; j < prediction->n; j++) {
        vec3 gj, rate;
        relative_rotation(prediction, j, k, &gj, &rate);
        g = vec3_axpy(vec3_axpy(g, prediction->v[j], gj), prediction->w[j], rate);
        gp = vec3_axpy(vec3_axpy(gp, prediction->m[j], gj), prediction->p[j], rate);
        if (prediction->d[j] != 0)
            g = vec3_axpy(g, prediction->d[j], vec3_load(prediction->points[j]->derivative + node->dof + 3));
    }
    const mat3 rotation = rotation_from_cgr(g), spin = rotation_cgr_spin(g);
    pose *pose = &solution->poses[k];
    pose->R = mat3_mul(&rotation, &prediction->points[prediction->origin]->poses[k].R);
    pose_set_angular_velocity(pose, mat3_mulv(&spin, gp));
    solution->references[k] = (pose_reference){.R = pose->R, .w = pose->w};
    vec3_store(solution->y + node->dof + 3, (vec3){0, 0, 0});
    vec3_store(solution->yp + node->dof + 3, (vec3){0, 0, 0});
}

void integrator_predict(solution *solution, const history *history, const stage *g, double step)
{
    prediction prediction;
    solution->state.dvalue = step * g->b0;
    solution->state.drate = 1;
    history_prepare(&prediction, history, g, step);
    predict_unknowns(solution, &prediction);
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose < 0)
            continue;
        solution->poses[node->pose].x = vec3_load(solution->y + node->dof);
        solution->poses[node->pose].v = vec3_load(solution->yp + node->dof);
        if (node->has_rotation)
            predict_rotation(solution, &prediction, node);
    }
}

/* The predicted orientation is the reference. */
static void begin_rotation(const solution *solution, const pose *pose, const node *node)
{
    const mat3 from_reference = mat3_mult(&pose->R, &solution->references[node->pose].R);
    const vec3 g = rotation_to_cgr(&from_reference);
    vec3_store(solution->y + node->dof + 3, g);
    vec3_store(solution->yp + node->dof + 3, vec3_scale(1 / solution->state.dvalue, g));
}

void integrator_begin(solution *solution, const double *y, const pose *poses)
{
    for (int i = 0; i < solution->n; i++) {
        if (solution->model->kind[i] == DOF_DIFFERENTIAL)
            solution->yp[i] += (y[i] - solution->y[i]) / solution->state.dvalue;
        solution->y[i] = y[i];
    }
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose >= 0 && node->has_rotation)
            begin_rotation(solution, &poses[node->pose], node);
    }
    solution_update(solution);
    solution_rebase(solution);
}
