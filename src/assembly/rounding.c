/* rounding.c - what rounding of the unknowns leaves of each row.
 *
 *     noise_i = 4 eps sum_j |dr_i/dy_j| size_j        size_j: |y_j|; 1 where y_j is part of a rotation
 *
 * A stiff spring between nodes far from the origin, and a constraint that is divided by a tiny coefficient, have
 * residuals of that size at any solution that can be written down. */
#include "assembly/rounding.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double NOTHING = -1;

static void set_sizes(const model *m, const state *s, double *size)
{
    for (int j = 0; j < m->n_unknowns; j++)
        size[j] = fabs(s->y[j]);
    for (int i = 0; i < m->nodes.n; i++) {
        const node *n = m->nodes.items[i];
        for (int k = 3; n->pose >= 0 && n->has_rotation && k < 6; k++)
            size[n->dof + k] = 1;
    }
}

void rounding_of_rows(const equations *a, const state *s, double *noise)
{
    const model *m = a->m;
    arena *memory = arena_create();
    double *size = ARENA_ARRAY(memory, double, m->n_unknowns);
    set_sizes(m, s, size);
    for (int i = 0; i < m->n_unknowns; i++)
        noise[i] = 0;
    for (int j = 0; j < m->n_unknowns; j++) {
        const double by = 4 * DBL_EPSILON * size[j] / (m->kind[j] == DOF_DIFFERENTIAL ? s->dvalue : 1.0);
        for (int k = a->J->start[j]; k < a->J->start[j + 1]; k++)
            noise[a->J->row[k]] += fabs(a->J->value[k]) * by;
    }
    arena_destroy(memory);
}

void rounding_forgive(equations *a, const state *s, arena *memory)
{
    const model *m = a->m;
    if (!memchr(m->constrains, true, (size_t)m->n_unknowns))
        return;
    if (!a->forgiven)
        a->forgiven = ARENA_ARRAY(memory, double, m->n_unknowns);
    equations_jacobian(a, s);
    rounding_of_rows(a, s, a->forgiven);
    for (int i = 0; i < m->n_unknowns; i++) {
        if (!m->constrains[i])
            a->forgiven[i] = NOTHING;
        else if (m->divided[i])
            a->forgiven[i] *= s->dvalue;
    }
    a->forgives = true;
}
