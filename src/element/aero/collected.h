/* collected.h - the loads collected by an induced velocity element: its first six internal unknowns (inflow.h).
 *
 *     internal rows        F - sum of forces = 0, M - sum of moments = 0; the attached elements subtract their loads */
#pragma once
#include "element/aero/inflow.h"

/* Lists the internal unknowns. The n_states unknowns after the loads depend on all internal unknowns. */
static inline void layout_collected(layout *layout, int n_states)
{
    layout_internal(layout);
    layout_clear(layout);
    for (int i = 0; i < INFLOW_LOADS; i++)
        layout_full(layout, i, 1, i, 1);
    layout_full(layout, INFLOW_LOADS, n_states, 0, INFLOW_LOADS + n_states);
}

static inline void collected_rows(int lanes, const state *state, const elem *element, local *out)
{
    for (int i = 0; i < INFLOW_LOADS; i++) {
        out->r[i] += state->y[element->internal + i];
        if (lanes > 0)
            out->J[i * out->ld + i] += 1.0;
    }
}

/* Returns the collected loads in the frame R. */
static inline void collected_loads(const state *state, const elem *element, const mat3 *R, vec3 *force, vec3 *moment)
{
    *force = mat3_tmulv(R, vec3_load(state->y + element->internal));
    *moment = mat3_tmulv(R, vec3_load(state->y + element->internal + 3));
}
