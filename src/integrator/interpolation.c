/* interpolation.c - the solution between converged points.
 *
 * It is found by the Hermite polynomial (hermite.h): of third degree with two points, of fifth with three; algebraic
 * unknowns by the Lagrange polynomial. Rotations are interpolated as parameters relative to the newest point. */
#include "integrator/hermite.h"
#include "integrator/relative_rotation.h"
#include <string.h>

typedef struct {
    int n;
    const point *points[POINTS_MAX];
    hermite_weights weights[POINTS_MAX];
} interpolation;

static void weigh(interpolation *f, double t)
{
    double times[POINTS_MAX];
    for (int j = 0; j < f->n; j++)
        times[j] = *f->points[j]->t;
    for (int j = 0; j < f->n; j++)
        f->weights[j] = hermite_weights_at(f->n, times, j, t);
}

/* The weights of values add up to 1 and 0: relative to the newest point, a state at rest stays exactly constant. */
static void interpolate_unknowns(const interpolation *f, solution *solution)
{
    const unsigned char *kind = solution->model->kind;
    const double *newest = f->points[0]->y;
    for (int i = 0; i < solution->n; i++) {
        double y = 0, yp = 0, algebraic = 0;
        for (int j = 0; j < f->n; j++) {
            const hermite_weights *w = &f->weights[j];
            const double change = f->points[j]->y[i] - newest[i], rate = f->points[j]->yp[i];
            y += w->value * change + w->rate * rate;
            yp += w->value_rate * change + w->rate_rate * rate;
            algebraic += w->lagrange * change;
        }
        solution->y[i] = newest[i] + (kind[i] == DOF_ALGEBRAIC ? algebraic : y);
        solution->yp[i] = kind[i] == DOF_ALGEBRAIC ? 0 : yp;
    }
}

/* Sets the unknowns of a rotation from orientation and angular velocity; the reference remains that of the step, to
 * which the memory of elements belongs. */
static void refer_rotation(solution *solution, const node *node, const mat3 *R, vec3 w)
{
    const pose_reference *reference = &solution->references[node->pose];
    const mat3 D = mat3_mult(R, &reference->R);
    const vec3 g = rotation_to_cgr(&D);
    const mat3 inverse = rotation_cgr_spin_inverse(g);
    const vec3 gp = mat3_mulv(&inverse, vec3_axpy(w, -1, mat3_mulv(&D, reference->w)));
    vec3_store(solution->y + node->dof + 3, g);
    vec3_store(solution->yp + node->dof + 3, gp);
    pose_rotate(&solution->poses[node->pose], reference, g, gp);
}

static void interpolate_rotation(const interpolation *f, solution *solution, const node *node)
{
    const int k = node->pose;
    const pose *origin = &f->points[0]->poses[k];
    vec3 g = {0, 0, 0}, gp = {0, 0, 0};
    for (int j = 0; j < f->n; j++) {
        const hermite_weights *w = &f->weights[j];
        vec3 gj = {0, 0, 0}, rate = f->points[0]->poses[k].w;
        if (j > 0)
            pose_relative_rotation(&f->points[j]->poses[k], origin, &gj, &rate);
        g = vec3_axpy(vec3_axpy(g, w->value, gj), w->rate, rate);
        gp = vec3_axpy(vec3_axpy(gp, w->value_rate, gj), w->rate_rate, rate);
    }
    const mat3 rotation = rotation_from_cgr(g), spin = rotation_cgr_spin(g), R = mat3_mul(&rotation, &origin->R);
    refer_rotation(solution, node, &R, mat3_mulv(&spin, gp));
}

void history_interpolate(const history *history, int points, double t, solution *solution)
{
    interpolation f = {.n = history_count(history) < points ? history_count(history) : points};
    for (int j = 0; j < f.n; j++)
        f.points[j] = history_point(history, j);
    weigh(&f, t);
    interpolate_unknowns(&f, solution);
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose < 0)
            continue;
        solution->poses[node->pose].x = vec3_load(solution->y + node->dof);
        solution->poses[node->pose].v = vec3_load(solution->yp + node->dof);
        if (node->has_rotation)
            interpolate_rotation(&f, solution, node);
    }
}
