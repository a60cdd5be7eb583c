/* runge_kutta.c - a stage of a Runge-Kutta method in terms of the points known so far.
 *
 *     y_i = Y_0 + h sum_(j<i) A_ij Y'_j + h A_ii y'_i        at t + c_i h
 *
 * Points are ordered newest first: stage j of this step is point i - 1 - j, its beginning (stage 0) is point i - 1. The
 * predicted derivative of the first stage is that at the beginning, of the others that of the cubic through the two
 * previous stages; for the last stage of methods of order four and five, that of the quintic through the three previous
 * stages. */
#include "integrator/runge_kutta.h"

void rk_stage(const rk_table *T, const step_context *context, stage *out)
{
    const int i = context->stage + 1, begin = i - 1;
    *out = (stage){.n = i, .b0 = T->A[i][i], .end = T->c[i]};
    out->a[begin] = 1;
    for (int j = 0; j < i; j++)
        out->b[begin - j] = T->A[i][j];
    step_context within = *context;
    for (int j = 0; j < i; j++)
        within.ages[begin - j] = -T->c[j] * context->h;
    predict_hermite(&within, i == 1 ? 1 : i == T->last && T->order > 3 ? 3 : 2, out);
}
