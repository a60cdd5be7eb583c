/* interpolation.c - the solution between converged points.
 *
 *     y(t) = sum_j (1 - 2 s_j (t - t_j)) l_j^2 Y_j + (t - t_j) l_j^2 Y'_j        s_j = l_j'(t_j)
 *
 * with the Lagrange polynomials l_j of the times of the points: of third degree with two points, of fifth with three.
 * Rotations are interpolated as parameters relative to the orientation of the newest point, with g' = G(g)^-1 w. */
#include "integrator/integrator.h"
#include "math/rotation.h"
#include <string.h>

typedef struct {
    int n;
    const point *points[POINTS_MAX];
    double lagrange[POINTS_MAX];
    double value[POINTS_MAX], rate[POINTS_MAX];           /* weights of Y_j, Y'_j in the value */
    double value_rate[POINTS_MAX], rate_rate[POINTS_MAX]; /* and in the derivative */
} interpolation;

static void weigh(interpolation *f, double t)
{
    for (int i = 0; i < f->n; i++) {
        const double ti = *f->points[i]->t;
        double l = 1, derivative = 0, s = 0;
        for (int j = 0; j < f->n; j++) {
            const double tj = *f->points[j]->t;
            if (j == i)
                continue;
            s += 1 / (ti - tj);
            derivative = (derivative * (t - tj) + l) / (ti - tj);
            l *= (t - tj) / (ti - tj);
        }
        const double u = t - ti;
        f->lagrange[i] = l;
        f->value[i] = (1 - 2 * s * u) * l * l;
        f->rate[i] = u * l * l;
        f->value_rate[i] = -2 * s * l * l + 2 * (1 - 2 * s * u) * l * derivative;
        f->rate_rate[i] = l * l + 2 * u * l * derivative;
    }
}

/* The weights of values add up to 1 and 0: relative to the newest point, a state at rest stays exactly constant. */
static void interpolate_unknowns(const interpolation *f, solution *solution)
{
    const unsigned char *kind = solution->model->kind;
    const double *newest = f->points[0]->y;
    for (int i = 0; i < solution->n; i++) {
        double y = 0, yp = 0, algebraic = 0;
        for (int j = 0; j < f->n; j++) {
            const double change = f->points[j]->y[i] - newest[i], rate = f->points[j]->yp[i];
            y += f->value[j] * change + f->rate[j] * rate;
            yp += f->value_rate[j] * change + f->rate_rate[j] * rate;
            algebraic += f->lagrange[j] * change;
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
    const mat3 *origin = &f->points[0]->poses[k].R;
    vec3 g = {0, 0, 0}, gp = {0, 0, 0};
    for (int j = 0; j < f->n; j++) {
        const pose *at = &f->points[j]->poses[k];
        const mat3 D = mat3_mult(&at->R, origin);
        const vec3 gj = j == 0 ? (vec3){0, 0, 0} : rotation_to_cgr(&D);
        const mat3 inverse = rotation_cgr_spin_inverse(gj);
        const vec3 rate = mat3_mulv(&inverse, at->w);
        g = vec3_axpy(vec3_axpy(g, f->value[j], gj), f->rate[j], rate);
        gp = vec3_axpy(vec3_axpy(gp, f->value_rate[j], gj), f->rate_rate[j], rate);
    }
    const mat3 rotation = rotation_from_cgr(g), spin = rotation_cgr_spin(g), R = mat3_mul(&rotation, origin);
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
