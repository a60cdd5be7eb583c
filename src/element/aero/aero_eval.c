/* aero_eval.c - motion of the stations of an aerodynamic element, and their loads on the nodes.
 *
 *     p_i = x_i + R_i o_i      points of the reference line on the nodes; orientations R_i Ra_i, r: the reference node
 *     x = sum N_i p_i,   v = sum N_i p_i',   w = sum N_i w_i,   span: |sum N_i' x_i| weight
 *     Rf = R_r Ra_r exp(t),  t = sum N_i t_i,  t_i = log((R_r Ra_r)' R_i Ra_i)
 *              on two nodes, as in MBDyn, half of it: the surface rotates half as much as the nodes do
 *     spin of Rf:  sum T_i theta_i,  T_i = N_i (R_r Ra_r) G(t) G(t_i)^-1 (R_r Ra_r)',   T_r = 1 - sum of the other T_i
 *     R = Rf R3(twist + control)
 *     velocity of the section, its axes:   R' (v + w x R e1 point - air(x) - induced(x))
 *     F = R f,   M = R m                                f, m: loads of the section times its part of the span
 *     node: F, M + (x - x_n) x F */
#include "element/aero/aero.h"
#include "contract/drive.h"
#include "math/rotation.h"
#include <string.h>

/* --- motion ------------------------------------------------------------------------------------------------------- */

/* Computes position and velocity of a point fixed to a node. */
static void carry(int lanes, const jet_node *nd, vec3 offset, aero_carried *aero_carried)
{
    jet3 arm;
    jet_node_arm(lanes, &arm, nd, offset);
    jet3_cross(lanes, &aero_carried->v, &nd->w, &arm);
    jet3_add_to(lanes, &aero_carried->v, 1.0, &nd->v);
    jet3_add(lanes, &aero_carried->x, &arm, 1.0, &nd->x);
}

static mat3 rotate_about_span(double angle)
{
    const double c = cos(angle), s = sin(angle);
    return (mat3){{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
}

static void derivative_along(int lanes, vec3 derivative, const jet3 *x, jet1 *r)
{
    JET_LANES(lanes, l) r->d[l] = derivative.x * x->d[0][l] + derivative.y * x->d[1][l] + derivative.z * x->d[2][l];
}

/* Density and speed of sound at the midpoint of the nodes are used for all stations, as in MBDyn. */
static void see_air(int n, aero_view *view)
{
    const aero *aero = view->aero;
    air_point air;
    air_derivatives derivatives;
    jet3 x = view->node[aero->reference].x;
    if (aero->n_nodes == 2) {
        jet3_scale(n, &x, 0.5, &view->node[0].x);
        jet3_add_to(n, &x, 0.5, &view->node[1].x);
    }
    air_at(&view->air, jet3_value(&x), &air, n ? &derivatives : NULL);
    view->density.v = air.density;
    view->sound.v = air.sound;
    if (n) {
        derivative_along(n, derivatives.density, &x, &view->density);
        derivative_along(n, derivatives.sound, &x, &view->sound);
    }
}

void aero_view_set(int n, const state *state, const elem *element, aero_view *view)
{
    const aero *aero = element->self;
    view->aero = aero, view->state = state, view->element = element, view->n = n;
    mat3 Ri[AERO_NODES] = {0};
    for (int i = 0; i < aero->n_nodes; i++) {
        jet_node_seed(n, &view->node[i], state, aero->node[i]->pose, 6 * i);
        Ri[i] = mat3_mul(&view->node[i].now->R, &aero->Ra[i]);
        if (aero->span <= 0)
            carry(n, &view->node[i], aero->offset[i], &view->point[i]);
    }
    view->Rref = Ri[aero->reference];
    for (int i = 0; i < aero->n_nodes; i++) {
        if (i == aero->reference)
            continue;
        const mat3 rest = mat3_tmul(&view->Rref, &Ri[i]);
        const vec3 rotation = rotation_log(&rest);
        const double part = aero->n_nodes == 2 ? 0.5 : 1.0;
        view->rotation[i] = vec3_scale(part, rotation);
        if (n) {
            const mat3 spread = rotation_exp_spin_inverse(rotation);
            view->spread[i] = mat3_scale(part, &spread);
        }
    }
    air_begin(*aero->air, state, &view->air);
    view->air_varies = air_has_derivatives(*aero->air);
    see_air(n, view);
    view->needs_spin = aero->foil->type->is_builtin || aero->model->feels_spin;
    inflow_begin(aero->inflow.element, state, &view->inflow);
    if (aero->control)
        view->controlled = rotate_about_span(drive_now(aero->control, state));
}

/* r += s a, where a depends only on the columns of node i. */
static void add_of_node(int lanes, jet3 *restrict r, double s, const jet3 *restrict a, int i)
{
    for (int k = 0; k < 3; k++) {
        r->v[k] += s * a->v[k];
        for (int l = 6 * i; lanes && l < 6 * i + 6; l++)
            r->d[k][l] += s * a->d[k][l];
    }
}

/* Computes the axes of the surface at the station, and their rotation with the nodes. */
static void orient(const aero_view *view, const aero_station *station, aero_motion *motion)
{
    const aero *aero = view->aero;
    const int ref = aero->reference;
    vec3 t = {0, 0, 0};
    for (int i = 0; i < aero->n_nodes; i++)
        if (i != ref)
            t = vec3_axpy(t, station->N[i], view->rotation[i]);
    const mat3 rotated = rotation_exp(t);
    motion->Rf = mat3_mul(&view->Rref, &rotated);
    motion->theta = view->node[ref].theta;
    if (view->n == 0 || aero->n_nodes == 1)
        return;
    const mat3 G = rotation_exp_spin(t), RG = mat3_mul(&view->Rref, &G);
    for (int i = 0; i < aero->n_nodes; i++) {
        if (i == ref)
            continue;
        mat3 T = mat3_mul(&RG, &view->spread[i]);
        T = mat3_mult(&T, &view->Rref);
        const double weight = station->N[i] * view->state->dvalue;
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++) {
                motion->theta.d[k][6 * i + 3 + l] += weight * T.e[k][l];
                motion->theta.d[k][6 * ref + 3 + l] -= weight * T.e[k][l];
            }
    }
}

/* Computes the length of the station's part of the span, which grows with the distance of the nodes. */
static void add_length(int lanes, const jet3 *along, double weight, jet1 *length)
{
    jet3_dot(lanes, length, along, along);
    const double norm = sqrt(length->v);
    jet1_chain_by(lanes, length, weight * norm, norm > 0 ? 0.5 * weight / norm : 0.0);
}

/* Computes the motion of the reference line on several nodes. */
static void move_on_beam(const aero_view *view, const aero_station *station, aero_motion *motion)
{
    const int n = view->n;
    jet3 along;
    const vec3 zero = {0, 0, 0};
    jet3_const(n, &motion->x, zero);
    jet3_const(n, &motion->v, zero);
    jet3_const(n, &motion->w, zero);
    jet3_const(n, &along, zero);
    for (int i = 0; i < view->aero->n_nodes; i++) {
        add_of_node(n, &motion->x, station->N[i], &view->point[i].x, i);
        add_of_node(n, &motion->v, station->N[i], &view->point[i].v, i);
        add_of_node(n, &motion->w, station->N[i], &view->node[i].w, i);
        add_of_node(n, &along, station->dN[i], &view->node[i].x, i);
    }
    add_length(n, &along, station->weight, &motion->length);
}

static void move_on_node(const aero_view *view, const aero_station *station, aero_motion *motion)
{
    aero_carried point;
    carry(view->n, &view->node[0], station->arm, &point);
    motion->x = point.x;
    motion->v = point.v;
    motion->w = view->node[0].w;
    motion->length.v = station->weight;
    JET_LANES(view->n, l) motion->length.d[l] = 0.0;
}

void aero_motion_set(const aero_view *view, int station, aero_motion *motion)
{
    const aero_station *aero_station = &view->aero->stations[station];
    if (view->aero->span > 0)
        move_on_node(view, aero_station, motion);
    else
        move_on_beam(view, aero_station, motion);
    orient(view, aero_station, motion);
    motion->R = mat3_mul(&motion->Rf, &aero_station->twisted);
    if (view->aero->control)
        motion->R = mat3_mul(&motion->R, &view->controlled);
}

/* --- loads -------------------------------------------------------------------------------------------------------- */

/* Subtracts M a from the derivatives of r, M: `derivative`. */
static void subtract_derivative(int lanes, jet3 *r, const mat3 *derivative, const jet3 *a)
{
    jet3 moved;
    jet3_mul(lanes, &moved, derivative, a);
    for (int k = 0; k < 3; k++)
        JET_LANES(lanes, l) r->d[k][l] -= moved.d[k][l];
}

/* Transforms a global vector to rotating axes. */
static void into_axes(int lanes, const mat3 *R, const jet3 *theta, jet3 *v)
{
    const mat3 Rt = mat3_transpose(R);
    jet3 in_axes;
    jet3_spin_by(lanes, v, -1.0, theta);
    jet3_mul(lanes, &in_axes, &Rt, v);
    *v = in_axes;
}

/* Inputs of the section, as jets along the columns of the nodes. */
typedef struct {
    jet3 v;
    jet1 w2, w3;
    const jet1 *density, *sound;
} section_jets;

static void fixed_arm(int lanes, const aero_motion *motion, double forward, jet3 *arm)
{
    jet3_const(lanes, arm, vec3_scale(forward, mat3_col(&motion->R, 0)));
    jet3_spin_by(lanes, arm, 1.0, &motion->theta);
}

/* Computes the angular velocity about an axis of the section, and its derivatives along the lanes. */
static void spin_about(int lanes, const aero_motion *motion, int which, jet1 *w)
{
    const vec3 axis = mat3_col(&motion->R, which), rotation = vec3_cross(axis, jet3_value(&motion->w));
    w->v = vec3_dot(axis, jet3_value(&motion->w));
    JET_LANES(lanes, l)
    w->d[l] = axis.x * motion->w.d[0][l] + axis.y * motion->w.d[1][l] + axis.z * motion->w.d[2][l] +
              rotation.x * motion->theta.d[0][l] + rotation.y * motion->theta.d[1][l] +
              rotation.z * motion->theta.d[2][l];
}

static void inputs(const aero_view *view, const aero_station *station, const aero_motion *motion, section_jets *in,
                   aero_load *load)
{
    const int n = view->n;
    air_point air;
    air_derivatives of_air;
    const bool with_derivatives = n, air_derivatives_too = with_derivatives && view->air_varies;
    const vec3 x = jet3_value(&motion->x);
    air_at(&view->air, x, &air, air_derivatives_too ? &of_air : NULL);
    const vec3 induced = inflow_at(&view->inflow, x, with_derivatives && view->inflow.element ? &load->induced : NULL);
    jet3 arm;
    fixed_arm(n, motion, station->section.point, &arm);
    jet3_cross(n, &in->v, &motion->w, &arm);
    jet3_add_to(n, &in->v, 1.0, &motion->v);
    jet3_add_vec3_to(&in->v, -1.0, vec3_add(air.v, induced));
    if (air_derivatives_too)
        subtract_derivative(n, &in->v, &of_air.v, &motion->x);
    if (with_derivatives && view->inflow.element)
        subtract_derivative(n, &in->v, &load->induced.x, &motion->x);
    into_axes(n, &motion->R, &motion->theta, &in->v);
    spin_about(view->needs_spin ? n : 0, motion, 1, &in->w2);
    spin_about(view->needs_spin ? n : 0, motion, 2, &in->w3);
    in->density = &view->density;
    in->sound = &view->sound;
}

/* Converts derivatives along the lanes of the section to derivatives along the columns of the nodes, by the chain rule.
 * Constant inputs are skipped. */
static void through_section(const aero_view *view, const jet1 *of, const section_jets *in, jet1 *r)
{
    const int n = view->n;
    r->v = of->v;
    JET_LANES(n, l)
    r->d[l] = of->d[LANE_V1] * in->v.d[0][l] + of->d[LANE_V2] * in->v.d[1][l] + of->d[LANE_V3] * in->v.d[2][l];
    if (view->needs_spin)
        JET_LANES(n, l) r->d[l] += of->d[LANE_W2] * in->w2.d[l] + of->d[LANE_W3] * in->w3.d[l];
    if (view->air_varies)
        JET_LANES(n, l) r->d[l] += of->d[LANE_DENSITY] * in->density->d[l] + of->d[LANE_SOUND] * in->sound->d[l];
}

static const void *station_memory(const aero_view *view, int station)
{
    const size_t size = view->aero->model->memory;
    return size ? (const char *)remembered(view->state, view->element->memory) + size * (size_t)station : NULL;
}

static double step_of(const state *state)
{
    return state->now == PHASE_STEP || state->now == PHASE_DUMMY ? state->dt : 0.0;
}

/* Transforms loads from section axes (forces; moment about axis 3) to the reference line. */
static void put_on_line(const aero_view *view, const aero_station *station, const aero_motion *motion,
                        const jet1 load[SECTION_LOADS], aero_load *aero_load)
{
    const int n = view->n;
    jet3 local_force, force;
    for (int k = 0; k < 3; k++) {
        const double factor = k == LOAD_2 ? station->loss : 1.0;
        const jet1 *from = &load[k];
        local_force.v[k] = factor * from->v;
        JET_LANES(n, l) local_force.d[k][l] = factor * from->d[l];
    }
    jet3_mul(n, &force, &motion->R, &local_force);
    jet3_spin_by(n, &force, 1.0, &motion->theta);
    jet3_mul1(n, &aero_load->F, &motion->length, &force);
    for (int k = 0; k < 3; k++) {
        const double a2 = motion->R.e[k][1], a3 = motion->R.e[k][2];
        force.v[k] = a2 * load[LOAD_M2].v + a3 * load[LOAD_M3].v;
        JET_LANES(n, l) force.d[k][l] = a2 * load[LOAD_M2].d[l] + a3 * load[LOAD_M3].d[l];
    }
    jet3_spin_by(n, &force, 1.0, &motion->theta);
    jet3_mul1(n, &aero_load->M, &motion->length, &force);
}

typedef struct {
    jet1 row[SECTION_STATES]; /* rates of the states, along the columns of the nodes */
} state_rows;

static void load_set(const aero_view *view, int station, const aero_motion *motion, aero_load *aero_load,
                     state_rows *rows)
{
    const aero *aero = view->aero;
    const aero_station *aero_station = &aero->stations[station];
    const int n = view->n, n_states = aero->model->n_states;
    section_jets in;
    inputs(view, aero_station, motion, &in, aero_load);
    aero_load->input.v[LANE_V1] = in.v.v[0], aero_load->input.v[LANE_V2] = in.v.v[1],
    aero_load->input.v[LANE_V3] = in.v.v[2];
    aero_load->input.v[LANE_W2] = in.w2.v, aero_load->input.v[LANE_W3] = in.w3.v;
    aero_load->input.v[LANE_DENSITY] = in.density->v, aero_load->input.v[LANE_SOUND] = in.sound->v;
    for (int i = 0; i < n_states; i++)
        aero_load->input.v[LANE_STATE + i] = view->state->y[view->element->internal + station * n_states + i];
    aero_load->input.t = view->state->t;
    aero_load->input.dt = step_of(view->state);
    aero_load->input.is_linearised = view->state->is_linearised;
    aero_load->input.rate_factor = view->state->rate_factor;
    aero_load->input.bridges_jumps = view->state->freezes_switches;
    aero_load->input.memory = station_memory(view, station);
    aero->model->eval(n ? SECTION_LANES : 0, &aero_station->section, &aero_load->input, &aero_load->now);
    jet1 load[SECTION_LOADS];
    for (int k = 0; k < SECTION_LOADS; k++)
        through_section(view, &aero_load->now.load[k], &in, &load[k]);
    put_on_line(view, aero_station, motion, load, aero_load);
    for (int i = 0; rows && i < n_states; i++)
        through_section(view, &aero_load->now.row[i], &in, &rows->row[i]);
}

void aero_load_set(const aero_view *view, int station, const aero_motion *motion, aero_load *load)
{
    load_set(view, station, motion, load, NULL);
}

/* --- rows and columns --------------------------------------------------------------------------------------------- */

static int lanes_of(const aero *aero) { return (6 * aero->n_nodes + 3) / 4 * 4; }

/* Local indices of rows and columns that do not belong to nodes. */
typedef struct {
    int internal, inflow; /* inflow: -1 if there are no such rows */
} aero_rows;

static aero_rows aero_eval_rows_of(const elem *element)
{
    const aero *aero = element->self;
    const int internal = 6 * aero->n_nodes, inflow = internal + element->n_internal;
    return (aero_rows){internal, element->n > inflow ? inflow : -1};
}

void aero_connect(const elem *element, layout *layout)
{
    const aero *aero = element->self;
    for (int i = 0; i < aero->n_nodes; i++)
        layout_node(layout, aero->node[i]);
    layout_internal(layout);
    const int inflow = layout_inflow(layout, &aero->inflow);
    if (aero->jacobian == JACOBIAN_NEVER) {
        layout_clear(layout);
        return;
    }
    if (inflow == -1)
        return;
    const int n_inflow = aero->inflow.element->n_internal;
    if (aero->inflow.is_passive)
        layout_zero(layout, inflow, n_inflow, 0, inflow + n_inflow);
    else
        layout_zero(layout, inflow + INFLOW_LOADS, n_inflow - INFLOW_LOADS, 0, inflow + n_inflow);
    if (!inflow_varies(aero->inflow.element))
        layout_zero(layout, 0, inflow + n_inflow, inflow, n_inflow);
}

/* A column that does not belong to a node: adds the derivatives of the loads of a station and of the rates of its
 * states along it. d: derivatives of the section's inputs along the column, weighted. */
typedef struct {
    const aero_view *view;
    const aero_motion *motion;
    const aero_load *load;
    aero_rows rows;
    int station;
    local *out;
} other_columns;

static double along(const jet1 *of, const double d[SECTION_LANES])
{
    double sum = 0.0;
    for (int i = 0; i < SECTION_LANES; i++)
        sum += of->d[i] * d[i];
    return sum;
}

static void add_at(local *out, int row, int column, double s, vec3 v)
{
    out->J[row * out->ld + column] += s * v.x;
    out->J[(row + 1) * out->ld + column] += s * v.y;
    out->J[(row + 2) * out->ld + column] += s * v.z;
}

static void add_column(const other_columns *columns, int column, const double d[SECTION_LANES])
{
    const aero *aero = columns->view->aero;
    const aero_station *station = &aero->stations[columns->station];
    const section_result *now = &columns->load->now;
    const vec3 in_axes = {along(&now->load[LOAD_1], d), station->loss * along(&now->load[LOAD_2], d),
                          along(&now->load[LOAD_3], d)};
    const vec3 F = vec3_scale(columns->motion->length.v, mat3_mulv(&columns->motion->R, in_axes));
    const vec3 rotation = {0, along(&now->load[LOAD_M2], d), along(&now->load[LOAD_M3], d)};
    const vec3 M = vec3_scale(columns->motion->length.v, mat3_mulv(&columns->motion->R, rotation));
    const vec3 x = jet3_value(&columns->motion->x), arm = vec3_sub(x, columns->view->node[station->node].now->x);
    add_at(columns->out, 6 * station->node, column, 1.0, F);
    add_at(columns->out, 6 * station->node + 3, column, 1.0, vec3_add(M, vec3_cross(arm, F)));
    if (columns->rows.inflow != -1 && !aero->inflow.is_passive) {
        const vec3 pole = aero->inflow.element->type->inflow->pole(aero->inflow.element, columns->view->state);
        add_at(columns->out, columns->rows.inflow, column, -1.0, F);
        add_at(columns->out, columns->rows.inflow + 3, column, -1.0, vec3_add(M, vec3_cross(vec3_sub(x, pole), F)));
    }
    const int n_states = aero->model->n_states;
    for (int i = 0; i < n_states; i++)
        columns->out->J[(columns->rows.internal + columns->station * n_states + i) * columns->out->ld + column] -=
            along(&now->row[i], d);
}

/* Adds the columns of the states of the station and of the unknowns of the rotor. */
static void add_other_columns(const other_columns *columns)
{
    const aero *aero = columns->view->aero;
    const state *state = columns->view->state;
    const int n_states = aero->model->n_states, first = columns->rows.internal + columns->station * n_states;
    for (int j = 0; j < n_states; j++) {
        double d[SECTION_LANES] = {0};
        d[LANE_STATE + j] = state->dvalue;
        add_column(columns, first + j, d);
        columns->out->J[(first + j) * columns->out->ld + first + j] += state->drate;
    }
    if (columns->rows.inflow == -1 || !inflow_varies(aero->inflow.element))
        return;
    const elem *by = aero->inflow.element;
    for (int j = 0; j < by->n_internal; j++) {
        const bool is_algebraic = by->kinds[j] != INTERNAL_DIFFERENTIAL;
        const vec3 dv = mat3_tmulv(&columns->motion->R, columns->load->induced.internal[j]);
        const double weight = is_algebraic ? -1.0 : -state->dvalue;
        double d[SECTION_LANES] = {0};
        d[LANE_V1] = weight * dv.x, d[LANE_V2] = weight * dv.y, d[LANE_V3] = weight * dv.z;
        add_column(columns, columns->rows.inflow + j, d);
    }
}

static void add_states(const aero_view *view, int station, int internal, const state_rows *rows, local *out)
{
    const int n_states = view->aero->model->n_states;
    for (int i = 0; i < n_states; i++) {
        const int k = station * n_states + i;
        out->r[internal + k] += view->state->yp[view->element->internal + k];
        local_add1(out, internal + k, view->n, -1.0, &rows->row[i]);
    }
}

/* In the derivatives phase velocities are constant, and with them the loads of sections without states, unless the
 * induced velocity depends on the loads. */
static bool has_derivatives(const aero *aero, const state *state)
{
    if (aero->model->n_states > 0)
        return true;
    if (state->is_linearised || state->completes_jacobian)
        return aero->jacobian != JACOBIAN_NEVER;
    const bool stay = state->now == PHASE_DERIVATIVES && !(aero->inflow.element && inflow_varies(aero->inflow.element));
    return aero->jacobian == JACOBIAN_ALWAYS && !stay;
}

void aero_eval(int lanes, const state *state, const elem *element, local *out)
{
    const aero *aero = element->self;
    const aero_rows at = aero_eval_rows_of(element);
    aero_view view;
    aero_view_set(lanes > 0 && has_derivatives(aero, state) ? lanes_of(aero) : 0, state, element, &view);
    for (int k = 0; k < aero->n_stations; k++) {
        const int row = 6 * aero->stations[k].node;
        aero_motion motion;
        aero_load load;
        state_rows rows;
        jet3 arm, rotation;
        aero_motion_set(&view, k, &motion);
        load_set(&view, k, &motion, &load, &rows);
        jet3_add(view.n, &arm, &motion.x, -1.0, &view.node[aero->stations[k].node].x);
        jet3_cross(view.n, &rotation, &arm, &load.F);
        local_add3(out, row, view.n, 1.0, &load.F);
        local_add3(out, row + 3, view.n, 1.0, &load.M);
        local_add3(out, row + 3, view.n, 1.0, &rotation);
        inflow_collect(&aero->inflow, state, at.inflow, view.n, &(inflow_load){&motion.x, &load.F, &load.M}, out);
        add_states(&view, k, at.internal, &rows, out);
        if (view.n > 0)
            add_other_columns(&(other_columns){&view, &motion, &load, at, k, out});
    }
}

void aero_accept(const state *state, const elem *element, memory_block *to)
{
    const aero *aero = element->self;
    if (!aero->model->memory)
        return;
    aero_view view;
    aero_view_set(0, state, element, &view);
    for (int k = 0; k < aero->n_stations; k++) {
        aero_motion motion;
        aero_load load;
        aero_motion_set(&view, k, &motion);
        aero_load_set(&view, k, &motion, &load);
        aero->model->accept(&aero->stations[k].section, &load.input, &load.now,
                            (char *)memory_at(to, element->memory) + aero->model->memory * (size_t)k);
    }
}

const char *aero_internal_name(const elem *element, int index)
{
    (void)element;
    return index % 2 == 0 ? "first state of the wake" : "second state of the wake";
}
