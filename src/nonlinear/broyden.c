/* broyden.c - directions of a Jacobian matrix that Broyden's formula brings up to date.
 *
 * After full steps s_0 ... s_k the inverse of the updated matrix follows from that of the one that was factored
 * (Kelley, Iterative Methods for Linear and Nonlinear Equations, 7.3):
 *
 *     z = -B_0^-1 r;    z += s_(j+1) (s_j.z) / |s_j|^2,  j = 0 ... k-1;     d = z / (1 - s_k.z / |s_k|^2) */
#include "nonlinear/broyden.h"
#include "nonlinear/vectors.h"
#include <string.h>

static const double NEARLY_SINGULAR = 1e-3;

void broyden_prepare(broyden *b, int n, arena *memory)
{
    *b = (broyden){.n = n};
    for (int k = 0; k < BROYDEN_UPDATES; k++)
        b->s[k] = ARENA_ARRAY(memory, double, n);
}

bool broyden_apply(const broyden *b, double *z)
{
    const int last = b->steps - 1;
    if (last < 0)
        return true;
    for (int j = 0; j < last; j++) {
        const double by = vector_dot(b->s[j], z, b->n) / b->size[j];
        for (int i = 0; i < b->n; i++)
            z[i] += by * b->s[j + 1][i];
    }
    const double by = 1 - vector_dot(b->s[last], z, b->n) / b->size[last];
    if (fabs(by) < NEARLY_SINGULAR)
        return false;
    for (int i = 0; i < b->n; i++)
        z[i] /= by;
    return true;
}

bool broyden_add(broyden *b, const double *step)
{
    const double size = vector_dot(step, step, b->n);
    if (b->steps == BROYDEN_UPDATES || !(size > 0))
        return false;
    memcpy(b->s[b->steps], step, (size_t)b->n * sizeof(double));
    b->size[b->steps++] = size;
    return true;
}

void broyden_keep(archive *a, broyden *b)
{
    archive_index(a, &b->steps, 0, BROYDEN_UPDATES);
    for (int k = 0; k < b->steps; k++)
        archive_doubles(a, b->s[k], (size_t)b->n);
    archive_all(a, &b->size);
}
