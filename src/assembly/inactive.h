/* inactive.h - the rows of an element that is off: its multipliers are held at zero, its states where they are.
 *
 *     y_k = 0       or, for a state,       y_k' = 0 */
#pragma once
#include "contract/element.h"

static inline bool inactive_is_state(const elem *e, int k) { return e->kinds && e->kinds[k] >= OWN_COORDINATE; }

/* Own row k, and its derivative along the unknown. */
static inline double inactive_row(const state *s, const elem *e, int k)
{
    return inactive_is_state(e, k) ? s->yp[e->own + k] : s->y[e->own + k];
}
static inline double inactive_slope(const state *s, const elem *e, int k)
{
    return inactive_is_state(e, k) ? s->drate : 1.0;
}
