/* inflow.c - use of an induced velocity element by aerodynamic elements. */
#include "element/aero/inflow.h"

void inflow_begin(const elem *by, const state *state, inflow_moment *inflow_moment)
{
    inflow_moment->element = by;
    inflow_moment->state = state;
    if (by && by->type->inflow->begin)
        by->type->inflow->begin(by, state, inflow_moment);
}

vec3 inflow_at(const inflow_moment *inflow_moment, vec3 x, inflow_derivatives *derivatives)
{
    if (derivatives) {
        derivatives->x = (mat3){0};
        for (int i = 0; inflow_moment->element && i < inflow_moment->element->n_internal; i++)
            derivatives->internal[i] = (vec3){0, 0, 0};
    }
    return inflow_moment->element ? inflow_moment->element->type->inflow->velocity(inflow_moment, x, derivatives)
                                  : (vec3){0, 0, 0};
}

int layout_inflow(layout *layout, const inflow_link *to)
{
    return to->element && (!to->is_passive || inflow_varies(to->element)) ? layout_other(layout, to->element) : -1;
}

void inflow_collect(const inflow_link *to, const state *state, int row, int n, const inflow_load *load, local *out)
{
    if (row < 0 || to->is_passive)
        return;
    jet3 arm = *load->x, rotation;
    jet3_add_vec3_to(&arm, -1.0, to->element->type->inflow->pole(to->element, state));
    jet3_cross(n, &rotation, &arm, load->F);
    local_add3(out, row, n, -1.0, load->F);
    local_add3(out, row + 3, n, -1.0, load->M);
    local_add3(out, row + 3, n, -1.0, &rotation);
}
