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

bool broyden_valid(const broyden_memory *memory) { return memory->steps >= 0 && memory->steps <= BROYDEN_UPDATES; }

static double *step_at(const broyden *broyden, int k) { return broyden->memory->s + (size_t)k * (size_t)broyden->n; }

bool broyden_apply(const broyden *broyden, double *z)
{
    const int last = broyden->memory->steps - 1;
    if (last < 0)
        return true;
    for (int j = 0; j < last; j++) {
        const double by = vector_dot(step_at(broyden, j), z, broyden->n) / broyden->memory->size[j];
        const double *next = step_at(broyden, j + 1);
        for (int i = 0; i < broyden->n; i++)
            z[i] += by * next[i];
    }
    const double by = 1 - vector_dot(step_at(broyden, last), z, broyden->n) / broyden->memory->size[last];
    if (fabs(by) < NEARLY_SINGULAR)
        return false;
    for (int i = 0; i < broyden->n; i++)
        z[i] /= by;
    return true;
}

bool broyden_add(broyden *broyden, const double *step)
{
    const double size = vector_dot(step, step, broyden->n);
    if (broyden->memory->steps == BROYDEN_UPDATES || !(size > 0))
        return false;
    memcpy(step_at(broyden, broyden->memory->steps), step, (size_t)broyden->n * sizeof(double));
    broyden->memory->size[broyden->memory->steps++] = size;
    return true;
}
