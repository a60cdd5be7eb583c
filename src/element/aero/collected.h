/* collected.h - the loads that an induced velocity element collects: its first six own unknowns (inflow.h).
 *
 *     own rows        F - sum of forces = 0, M - sum of moments = 0; the elements attached take off theirs */
#pragma once
#include "element/aero/inflow.h"

/* Lists the own unknowns; n_states of them come behind the loads and depend on all. */
static inline void layout_collected(layout *l, int n_states)
{
    layout_own(l);
    layout_clear(l);
    for (int i = 0; i < INFLOW_LOADS; i++)
        layout_full(l, i, 1, i, 1);
    layout_full(l, INFLOW_LOADS, n_states, 0, INFLOW_LOADS + n_states);
}

static inline void collected_rows(int n, const state *s, const elem *e, local *out)
{
    for (int i = 0; i < INFLOW_LOADS; i++) {
        out->r[i] += s->y[e->own + i];
        if (n > 0)
            out->J[i * out->ld + i] += 1.0;
    }
}

/* Seen from the frame R. */
static inline void collected_loads(const state *s, const elem *e, const mat3 *R, vec3 *force, vec3 *moment)
{
    *force = mat3_tmulv(R, vec3_load(s->y + e->own));
    *moment = mat3_tmulv(R, vec3_load(s->y + e->own + 3));
}
