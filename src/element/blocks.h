/* blocks.h - helper functions for hand-written Jacobians and their patterns. */
#pragma once
#include "contract/element.h"

/* Marks the diagonal of a 3x3 block. */
static inline void layout_diagonal(layout *layout, int row, int col)
{
    for (int i = 0; i < 3; i++)
        layout_full(layout, row + i, 1, col + i, 1);
}
/* Marks the off-diagonal entries of a 3x3 block. */
static inline void layout_skew(layout *layout, int row, int col)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (i != j)
                layout_full(layout, row + i, 1, col + j, 1);
}
/* Adds s a' to the 1x3 block of the Jacobian at (row, col). */
static inline void local_row(local *out, int row, int col, double s, vec3 a)
{
    double *to = out->J + row * out->ld + col;
    to[0] += s * a.x, to[1] += s * a.y, to[2] += s * a.z;
}
/* Adds s a to the 3x1 block of the Jacobian at (row, col). */
static inline void local_column(local *out, int row, int col, double s, vec3 a)
{
    double *to = out->J + row * out->ld + col;
    to[0] += s * a.x, to[out->ld] += s * a.y, to[2 * out->ld] += s * a.z;
}
/* Adds s to the diagonal of the 3x3 block of the Jacobian at (row, col). */
static inline void local_diagonal(local *out, int row, int col, double s)
{
    double *to = out->J + row * out->ld + col;
    to[0] += s, to[out->ld + 1] += s, to[2 * out->ld + 2] += s;
}
/* Adds s a x to the 3x3 block of the Jacobian at (row, col). */
static inline void local_skew(local *out, int row, int col, double s, vec3 a)
{
    double *to = out->J + row * out->ld + col;
    const double x = s * a.x, y = s * a.y, z = s * a.z;
    to[1] -= z, to[2] += y, to += out->ld;
    to[0] += z, to[2] -= x, to += out->ld;
    to[0] -= y, to[1] += x;
}
/* Derivative of a node's angular velocity with respect to its rotation unknowns. */
static inline mat3 spin_rate(const state *state, const pose *at)
{
    mat3 rate = mat3_scale(state->drate, &MAT3_EYE);
    mat3_add_scaled(&rate, state->dvalue, &at->w_theta);
    return rate;
}
