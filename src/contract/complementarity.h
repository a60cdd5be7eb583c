/* complementarity.h - equations for inequalities: 0 <= y, 0 <= g, and one of the two is zero.
 *
 * An element whose internal algebraic unknown y is paired with g writes g into the row of y, with its derivatives, and
 * then calls local_complementary, which replaces the row by an equivalent equation:
 *
 *     smaller                min(y, w g) = 0                    linear on either side
 *     Fischer, Burmeister    y + w g - sqrt(y^2 + w^2 g^2) = 0  smooth except at y = g = 0
 *
 * The factor w = 1 / c^2 gives a position g the magnitude of the force y that causes it in a step (c = h b0, state.h).
 * Without it one of the two would be negligible in the sum, in the choice and in the residual that a line search uses.
 *
 * The nonlinear solver chooses between them (state.h). If the product is to be a small number e instead of zero, the
 * equation is smooth everywhere, for every solver:
 *
 *     y + w g - sqrt(y^2 + w^2 g^2 + 2 w e) = 0 */
#pragma once
#include "contract/element.h"
#include <math.h>

/* Returns the value of the equation, and its derivatives with respect to y and g. */
static inline double complementary(complementarity by, double y, double g, double *by_y, double *by_g)
{
    if (by == COMPLEMENTARY_SMALLER) {
        *by_y = y < g ? 1.0 : 0.0;
        *by_g = 1.0 - *by_y;
        return y < g ? y : g;
    }
    const double size = hypot(y, g);
    *by_y = size > 0.0 ? 1.0 - y / size : 1.0 - M_SQRT1_2;
    *by_g = size > 0.0 ? 1.0 - g / size : 1.0 - M_SQRT1_2;
    return y + g - size;
}

/* Replaces row `row`, which contains g, by the equation; `column` is that of y. */
static inline void local_complementary(int lanes, const state *state, local *out, int row, int column, double y)
{
    double by_y, by_g;
    const double w = state->dvalue > 0.0 ? 1.0 / (state->dvalue * state->dvalue) : 1.0;
    out->r[row] = complementary(state->complement, y, w * out->r[row], &by_y, &by_g);
    if (lanes == 0)
        return;
    double *to = jacobian_row(out, row);
    JET_LANES(lanes, l) to[l] *= w * by_g;
    to[column] += by_y;
}

/* The same with the product e > 0; the column of y is that of the row. */
static inline void local_nearly_complementary(int lanes, const state *state, local *out, int row, double y, double e)
{
    const double w = state->dvalue > 0.0 ? 1.0 / (state->dvalue * state->dvalue) : 1.0, g = w * out->r[row];
    const double size = sqrt(y * y + g * g + 2.0 * w * e);
    out->r[row] = y + g - size;
    if (lanes == 0)
        return;
    double *to = jacobian_row(out, row);
    JET_LANES(lanes, l) to[l] *= w * (1.0 - g / size);
    to[row] += 1.0 - y / size;
}
