/* eigen_table.c - the modes of an eigenanalysis as a readable table.
 *
 *     frequency = im(lambda) / 2 pi
 *     damping   = -re(lambda) / |lambda|
 *     movement of a node = sqrt(|x|^2 + (L |g|)^2) of its part of the vector, relative to the largest
 *                                             L: the size of the model
 *
 * Eigenvalues that are zero except for rounding (rigid motions, and one for each constraint) and infinite ones are
 * counted but not listed. */
#include "api/eigen_table.h"
#include "api/movers.h"
#include <math.h>
#include <stdlib.h>

static int by_frequency(const void *a, const void *b)
{
    const eigen_row *x = a, *y = b;
    if (x->im != y->im)
        return x->im < y->im ? -1 : 1;
    return (x->re > y->re) - (x->re < y->re);
}

/* Infinite eigenvalues come in chains of three (constraints) and more: with rounding they exceed this, times 1/c. */
static const double INFINITE = 1e7;

int eigen_rows(const eigen_result *result, eigen_row *modes, int *n_left_out)
{
    int n = 0, n_finite = 0, saved = 0;
    double largest = 1.0 / result->c;
    for (int k = 0; k < result->n_chosen; k++) {
        eigen_row one = {.which = result->chosen[k]};
        eigen_lambda(result, one.which, &one.re, &one.im);
        n += !(one.im < 0.0);
        if (one.im >= 0.0 && result->c * hypot(one.re, one.im) < INFINITE) {
            modes[n_finite++] = one;
            largest = fmax(largest, one.im);
        }
    }
    for (int k = 0; k < n_finite; k++)
        if (hypot(modes[k].re, modes[k].im) > fmin(1e-7 * largest, EIGEN_ZERO / result->c))
            modes[saved++] = modes[k];
    *n_left_out = n - saved;
    qsort(modes, (size_t)saved, sizeof *modes, by_frequency);
    return saved;
}

double eigen_size_of_model(const model *model, const state *state)
{
    vec3 low = {0, 0, 0}, high = {0, 0, 0};
    for (int i = 0; i < model->n_poses; i++) {
        const vec3 x = state->poses[i].x;
        low = i == 0 ? x : (vec3){fmin(low.x, x.x), fmin(low.y, x.y), fmin(low.z, x.z)};
        high = i == 0 ? x : (vec3){fmax(high.x, x.x), fmax(high.y, x.y), fmax(high.z, x.z)};
    }
    const double size = vec3_norm(vec3_sub(high, low));
    return size > 0.0 ? size : 1.0;
}

static double movement(const eigen_result *result, int which, const node *node, double size)
{
    double sum = 0.0;
    for (int k = 0; k < (node->has_rotation ? 6 : 3); k++) {
        double re, im;
        eigen_component(result->found, result->found->right, which, node->dof + k, &re, &im);
        sum += (re * re + im * im) * (k < 3 ? 1.0 : size * size);
    }
    return sqrt(sum);
}

static void put_movers(const model *model, const eigen_result *result, int which, double size, text *to)
{
    movers most = {0};
    for (int i = 0; i < model->nodes.n; i++)
        if (model->nodes.items[i]->pose >= 0)
            movers_add(&most, model->nodes.items[i]->label, movement(result, which, model->nodes.items[i], size));
    movers_put(&most, to);
}

void eigen_table(const model *model, const state *state, const eigen_result *result, text *to)
{
    if (!result->found)
        return;
    int n_left_out = 0;
    eigen_row *modes = heap_resize(NULL, ((size_t)result->n_chosen + 1) * sizeof *modes);
    const int n = eigen_rows(result, modes, &n_left_out);
    const double size = eigen_size_of_model(model, state);
    text_printf(to, "eigenanalysis %d at time %g: %d mode%s\n", result->index, state->t, n, n == 1 ? "" : "s");
    if (n > 0)
        text_printf(to, "%6s %14s %14s %14s   %s\n", "mode", "frequency, Hz", "damping, %", "real part",
                    "nodes that move most");
    for (int k = 0; k < n; k++) {
        const double damping = -modes[k].re / hypot(modes[k].re, modes[k].im);
        const double shown = fabs(damping) < 5e-7 ? 0.0 : 100.0 * damping; /* avoids -0.0000 */
        text_printf(to, "%6d %14.6g %14.4f %14.6g   ", k + 1, modes[k].im / (2.0 * M_PI), shown, modes[k].re);
        put_movers(model, result, modes[k].which, size, to);
    }
    if (result->asked->by_size && result->asked->method == EIGEN_BY_ARPACK)
        text_printf(to,
                    "only the lowest vibration modes, because the model has %d unknowns; for all modes: "
                    "'eigenanalysis: %g, use lapack'\n",
                    result->found->n, state->t);
    if (n_left_out > 0)
        text_printf(to, "and %d zero or infinite eigenvalues: rigid body motions, constraints\n", n_left_out);
    free(modes);
}
