/* inflow.c - what aerodynamic elements do with an induced velocity element. */
#include "element/aero/inflow.h"

void inflow_begin(const elem *by, const state *s, inflow_moment *m)
{
    m->element = by;
    m->s = s;
    if (by && by->type->inflow->begin)
        by->type->inflow->begin(by, s, m);
}

vec3 inflow_at(const inflow_moment *m, vec3 x, inflow_slopes *slopes)
{
    if (slopes) {
        slopes->x = (mat3){0};
        for (int i = 0; m->element && i < m->element->n_own; i++)
            slopes->own[i] = (vec3){0, 0, 0};
    }
    return m->element ? m->element->type->inflow->velocity(m, x, slopes) : (vec3){0, 0, 0};
}

int layout_inflow(layout *l, const inflow_link *to)
{
    return to->element && (!to->is_passive || inflow_varies(to->element)) ? layout_other(l, to->element) : -1;
}

void inflow_collect(const inflow_link *to, const state *s, int row, int n, const inflow_load *f, local *out)
{
    if (row < 0 || to->is_passive)
        return;
    jet3 arm = *f->x, turn;
    jet3_add_vec3_to(&arm, -1.0, to->element->type->inflow->pole(to->element, s));
    jet3_cross(n, &turn, &arm, f->F);
    local_add3(out, row, n, -1.0, f->F);
    local_add3(out, row + 3, n, -1.0, f->M);
    local_add3(out, row + 3, n, -1.0, &turn);
}
