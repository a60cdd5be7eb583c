/* solid_eval.c - internal forces of solid elements and their Jacobian: the loop over the integration points, and rows
 * of pressures.
 *
 *     row of the node with pressure k      - sum w c g_k                        c: pressure residual per unit volume
 *
 * solid_stiffness.c sums the forces of the nodes. */
#include "element/solid/solid.h"
#include "base/wide.h"

static void add_pressure_rows(const solid *solid, int point, const solid_stress *solid_stress, double *r)
{
    const double w = solid->point[point].weight, *g = solid->table->pressure[point];
    for (int k = 0; k < solid_pressures(solid); k++)
        r[solid->n_columns + k] -= w * g[k] * solid_stress->c;
}

static void add_pressure_columns(const solid *solid, const state *state, int point, const solid_stress *solid_stress,
                                 local *out)
{
    double weighted[SOLID_PRESSURES];
    const solid_point *at = &solid->point[point];
    const double *g = solid->table->pressure[point];
    const int n = solid_pressures(solid), padded = wide_size(solid_nodes(solid));
    for (int j = 0; j < n; j++)
        weighted[j] = g[j] * dof_weight(state, &solid->pressure[j]);
    for (int k = 0; k < solid_nodes(solid); k++)
        for (int i = 0; i < 3; i++) {
            const double d[3] = {at->derivative[k], at->derivative[padded + k], at->derivative[2 * padded + k]};
            const double *P = solid_stress->P_by_p + 3 * i, *c = solid_stress->c_by_F + 3 * i;
            const double by_p = at->weight * (P[0] * d[0] + P[1] * d[1] + P[2] * d[2]);
            const double by_u = at->weight * (c[0] * d[0] + c[1] * d[1] + c[2] * d[2]);
            for (int j = 0; j < n; j++) {
                out->J[(solid->column[k] + i) * out->ld + solid->n_columns + j] -= by_p * weighted[j];
                out->J[(solid->n_columns + j) * out->ld + solid->column[k] + i] -= by_u * g[j];
            }
        }
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            out->J[(solid->n_columns + k) * out->ld + solid->n_columns + j] -=
                at->weight * g[k] * solid_stress->c_by_p * weighted[j];
}

static void check_volume(const state *state, const elem *element, int point, double det)
{
    if (!(det > 0.0))
        state_fail(state, element->location,
                   "%s %u is too distorted: at integration point %d the volume is %g times the initial volume",
                   element->type->card->name, element->label, point + 1, det);
}

void solid_eval(int lanes, const state *state, const elem *element, local *out)
{
    const solid *solid = element->self;
    solid_motion motion;
    solid_sums sums;
    solid_motion_now(solid, state, &motion);
    solid_sums_begin(solid, lanes > 0, &sums);
    for (int k = 0; k < solid_points(solid); k++) {
        const solid_point *at = &solid->point[k];
        solid_strain strain;
        solid_stress stress;
        solid_strain_at(solid, &motion, k, &strain);
        check_volume(state, element, k, strain.det);
        solid_stress_at(solid, state, &strain, k, lanes > 0, &stress);
        solid_sums_add_forces(&sums, at->weight, at->derivative, stress.P);
        if (lanes > 0)
            solid_sums_add_stiffness(&sums, at->weight, at->derivative, stress.by_F);
        if (solid->form != FORM_PRESSURE)
            continue;
        add_pressure_rows(solid, k, &stress, out->r);
        if (lanes > 0)
            add_pressure_columns(solid, state, k, &stress, out);
    }
    solid_sums_put_forces(&sums, solid->column, out->r);
    if (lanes > 0)
        solid_sums_put_stiffness(&sums, solid->column, out);
    solid_inertia(lanes, state, element, out);
}

/* --- history of the laws ------------------------------------------------------------------------------------------ */

static void solid_eval_notify(const state *state, const elem *element, law_event *notify, memory_block *to)
{
    const solid *solid = element->self;
    solid_motion motion;
    solid_motion_now(solid, state, &motion);
    for (int k = 0; k < solid_points(solid); k++) {
        solid_strain strain;
        solid_strain_at(solid, &motion, k, &strain);
        notify(state, solid->point[k].law, to, strain.strain, strain.rate);
    }
}

void solid_predict(const state *state, const elem *element, memory_block *to)
{
    if (((const solid *)element->self)->remembers)
        solid_eval_notify(state, element, law_predict, to);
}

void solid_accept(const state *state, const elem *element, memory_block *to)
{
    if (((const solid *)element->self)->remembers)
        solid_eval_notify(state, element, law_accept, to);
}

/* --- rows and columns --------------------------------------------------------------------------------------------- */

static void connect_inertia(const solid *solid, layout *layout)
{
    const int n = solid_nodes(solid);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            for (int i = 0; i < 3 && (!solid->is_lumped || a == b); i++)
                layout_full(layout, solid->momentum + 3 * a + i, 1, solid->column[b] + i, 1);
}

void solid_connect(const elem *element, layout *layout)
{
    const solid *solid = element->self;
    const int n = solid_nodes(solid), n_pressures = solid_pressures(solid);
    for (int k = 0; k < n; k++)
        layout_node(layout, solid->node[k]);
    for (int k = 0; k < n_pressures; k++)
        layout_repeat(layout, layout_dof(layout, &solid->pressure[k]));
    for (int k = 0; k < n && !solid->is_static; k++)
        layout_momentum(layout, solid->node[k]);
    layout_clear(layout);
    for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++)
            layout_full(layout, solid->column[a], 3, solid->column[b], 3);
        layout_full(layout, solid->column[a], 3, solid->n_columns, n_pressures);
        layout_full(layout, solid->n_columns, n_pressures, solid->column[a], 3);
    }
    layout_full(layout, solid->n_columns, n_pressures, solid->n_columns, n_pressures);
    if (!solid->is_static)
        connect_inertia(solid, layout);
}
