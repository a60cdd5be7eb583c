/* inactive.h - the rows of an inactive element: its multipliers are held at zero, its states at their present values.
 *
 *     y_k = 0       or, for a state,       y_k' = 0 */
#pragma once
#include "contract/element.h"

static inline bool inactive_is_state(const elem *element, int index)
{
    return element->kinds && element->kinds[index] >= INTERNAL_COORDINATE;
}

/* Internal row `index`, and its derivative with respect to the unknown. */
static inline double inactive_row(const state *state, const elem *element, int index)
{
    return inactive_is_state(element, index) ? state->yp[element->internal + index]
                                             : state->y[element->internal + index];
}
static inline double inactive_derivative(const state *state, const elem *element, int index)
{
    return inactive_is_state(element, index) ? state->drate : 1.0;
}
