/* history.c - the converged points a method works from, and the prediction.
 *
 * Rotations of earlier points are taken relative to the newest (R_0, w_0):
 *     g_j = g(R_j R_0'),   g'_j = G(g_j)^-1 w_j          (g_0 = 0, g'_0 = w_0)
 * predicted like any other unknown, and give the reference of the stage
 *     R_ref = R(g) R_0,    w_ref = G(g) g'
 * after which the unknowns are counted from there (updated-updated). */
#include "integrator/integrator.h"
#include "math/rotation.h"
#include <string.h>

struct history {
    int n, limit, first; /* ring: newest at `first` */
    point *at;
    int n_unknowns, n_poses;
};

history *history_create(const solution *u, int points, arena *memory)
{
    history *h = ARENA_NEW(memory, history);
    h->limit = points;
    h->n_unknowns = u->n;
    h->n_poses = u->m->n_poses;
    h->at = ARENA_ARRAY(memory, point, points);
    for (int i = 0; i < points; i++) {
        h->at[i].y = ARENA_ARRAY(memory, double, u->n);
        h->at[i].yp = ARENA_ARRAY(memory, double, u->n);
        h->at[i].at = ARENA_ARRAY(memory, pose, u->m->n_poses);
    }
    return h;
}

void history_push(history *h, const solution *u)
{
    h->first = (h->first + h->limit - 1) % h->limit;
    point *p = &h->at[h->first];
    p->t = u->s.t;
    memcpy(p->y, u->y, (size_t)h->n_unknowns * sizeof(double));
    memcpy(p->yp, u->yp, (size_t)h->n_unknowns * sizeof(double));
    memcpy(p->at, u->at, (size_t)h->n_poses * sizeof(pose));
    if (h->n < h->limit)
        h->n++;
}

void history_pop(history *h)
{
    h->first = (h->first + 1) % h->limit;
    h->n--;
}

int history_count(const history *h) { return h->n; }
const point *history_point(const history *h, int i) { return &h->at[(h->first + i) % h->limit]; }
void history_restart(history *h) { h->n = h->n > 0; }

/* Value and derivative of one unknown from those of the points. */
static inline void predict_one(const stage *g, double h, const double *Y, const double *Yp, double *y, double *yp)
{
    double rate = 0, sum = 0;
    for (int j = 0; j < g->n; j++)
        rate += g->m[j] * Y[j] / h + g->p[j] * Yp[j];
    for (int j = 0; j < g->n; j++)
        sum += g->a[j] * Y[j] + h * g->b[j] * Yp[j];
    *y = sum + h * g->b0 * rate;
    *yp = rate;
}

static void predict_unknowns(solution *u, const history *h, const stage *g, double step)
{
    const point *p[POINTS_MAX];
    for (int j = 0; j < g->n; j++)
        p[j] = history_point(h, j);
    const unsigned char *kind = u->m->kind;
    for (int i = 0; i < u->n; i++) {
        if (kind[i] == DOF_ALGEBRAIC) {
            u->y[i] = p[0]->y[i];
            continue;
        }
        double Y[POINTS_MAX], Yp[POINTS_MAX];
        for (int j = 0; j < g->n; j++)
            Y[j] = p[j]->y[i], Yp[j] = p[j]->yp[i];
        predict_one(g, step, Y, Yp, &u->y[i], &u->yp[i]);
    }
}

static void predict_rotation(solution *u, const history *h, const stage *g, double step, int k)
{
    double G[3][POINTS_MAX], Gp[3][POINTS_MAX];
    const pose *newest = &history_point(h, 0)->at[k];
    for (int j = 0; j < g->n; j++) {
        const pose *at = &history_point(h, j)->at[k];
        vec3 gj = {0, 0, 0}, rate = at->w;
        if (j > 0) {
            const mat3 D = mat3_mult(&at->R, &newest->R);
            gj = rotation_to_cgr(&D);
            const mat3 inverse = rotation_cgr_spin_inverse(gj);
            rate = mat3_mulv(&inverse, at->w);
        }
        for (int i = 0; i < 3; i++)
            G[i][j] = vec3_get(gj, i), Gp[i][j] = vec3_get(rate, i);
    }
    double y[3], yp[3];
    for (int i = 0; i < 3; i++)
        predict_one(g, step, G[i], Gp[i], &y[i], &yp[i]);
    const mat3 turn = rotation_from_cgr(vec3_load(y)), spin = rotation_cgr_spin(vec3_load(y));
    u->R_ref[k] = mat3_mul(&turn, &newest->R);
    u->at[k].w_ref = mat3_mulv(&spin, vec3_load(yp));
}

void integrator_predict(solution *u, const history *h, const stage *g, double step)
{
    u->s.dvalue = step * g->b0;
    u->s.drate = 1;
    predict_unknowns(u, h, g, step);
    for (int i = 0; i < u->m->nodes.n; i++) {
        const node *n = u->m->nodes.at[i];
        if (n->pose < 0 || !n->has_rotation)
            continue;
        predict_rotation(u, h, g, step, n->pose);
        for (int k = 3; k < 6; k++)
            u->y[n->dof + k] = u->yp[n->dof + k] = 0;
    }
    solution_update(u);
}
