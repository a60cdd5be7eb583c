/* broyden.c - directions of a Jacobian matrix that is updated by Broyden's formula.
 *
 * After full steps s_0 ... s_k the inverse of the updated matrix follows from that of the one that was factored
 * (Kelley, Iterative Methods for Linear and Nonlinear Equations, 7.3):
 *
 *     z = -B_0^-1 r;    z += s_(j+1) (s_j.z) / |s_j|^2,  j = 0 ... k-1;     d = z / (1 - s_k.z / |s_k|^2) */
#include "nonlinear/broyden.h"
#include "nonlinear/vectors.h"
#include <string.h>

static const double NEARLY_SINGULAR = 1e-3;

bool broyden_valid(const broyden_memory *m) { return m->steps >= 0 && m->steps <= BROYDEN_UPDATES; }

static double *step_at(const broyden *b, int k) { return b->m->s + (size_t)k * (size_t)b->n; }

bool broyden_apply(const broyden *b, double *z)
{
    const int last = b->m->steps - 1;
    if (last < 0)
        return true;
    for (int j = 0; j < last; j++) {
        const double by = vector_dot(step_at(b, j), z, b->n) / b->m->size[j];
        const double *next = step_at(b, j + 1);
        for (int i = 0; i < b->n; i++)
            z[i] += by * next[i];
    }
    const double by = 1 - vector_dot(step_at(b, last), z, b->n) / b->m->size[last];
    if (fabs(by) < NEARLY_SINGULAR)
        return false;
    for (int i = 0; i < b->n; i++)
        z[i] /= by;
    return true;
}

bool broyden_add(broyden *b, const double *step)
{
    const double size = vector_dot(step, step, b->n);
    if (b->m->steps == BROYDEN_UPDATES || !(size > 0))
        return false;
    memcpy(step_at(b, b->m->steps), step, (size_t)b->n * sizeof(double));
    b->m->size[b->m->steps++] = size;
    return true;
}
