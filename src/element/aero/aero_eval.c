/* aero_eval.c - loads of an aerodynamic element on its nodes.
 *
 *     velocity of the section, its axes:   u = R' V,   V = v + w x a - air(x) - induced(x),   a = R e1 point
 *     F = length R f,   M = length R m     f, m: loads of the section per unit of span
 *     node: F, M + (x - x_n) x F
 *
 * The motion of the stations and the derivatives of their loads are computed elsewhere. */
#include "element/aero/aero.h"

/* --- loads of a station ------------------------------------------------------------------------------------------- */

static const void *station_memory(const aero_view *view, int station)
{
    const size_t size = view->aero->model->memory;
    return size ? (const char *)remembered(view->state, view->element->memory) + size * (size_t)station : NULL;
}

static double step_of(const state *state)
{
    return state->now == PHASE_STEP || state->now == PHASE_DUMMY ? state->dt : 0.0;
}

/* Computes the velocity relative to the air of the point where it is measured. */
static void velocity_set(const aero_view *view, const aero_station *station, const aero_motion *motion, aero_load *load)
{
    air_point air = {.v = view->wind};
    air_derivatives of_air;
    const bool by_air = view->with_derivatives && view->air_varies,
               by_inflow = view->with_derivatives && view->inflow.element;
    if (view->air_varies)
        air_at(&view->air, motion->x, &air, by_air ? &of_air : NULL);
    const vec3 induced = inflow_at(&view->inflow, motion->x, by_inflow ? &load->induced : NULL);
    load->a = vec3_scale(station->section.point, mat3_col(&motion->R, 0));
    load->V = vec3_sub(vec3_add(vec3_cross(motion->w, load->a), motion->v), vec3_add(air.v, induced));
    load->air_varies = by_air || by_inflow;
    if (load->air_varies) {
        load->air_by_x = by_air ? of_air.v : (mat3){0};
        if (by_inflow)
            mat3_add_scaled(&load->air_by_x, 1.0, &load->induced.x);
    }
}

static void input_set(const aero_view *view, int station, const aero_motion *motion, aero_load *load)
{
    section_input *in = &load->input;
    const int n_states = view->aero->model->n_states;
    vec3_store(in->v + LANE_V1, mat3_tmulv(&motion->R, load->V));
    in->v[LANE_W2] = vec3_dot(mat3_col(&motion->R, 1), motion->w);
    in->v[LANE_W3] = vec3_dot(mat3_col(&motion->R, 2), motion->w);
    in->v[LANE_DENSITY] = view->density;
    in->v[LANE_SOUND] = view->sound;
    for (int i = 0; i < n_states; i++)
        in->v[LANE_STATE + i] = view->state->y[view->element->internal + station * n_states + i];
    in->t = view->state->t;
    in->dt = step_of(view->state);
    in->is_linearised = view->state->is_linearised;
    in->rate_factor = view->state->rate_factor;
    in->bridges_jumps = view->state->freezes_switches;
    in->memory = station_memory(view, station);
}

void aero_load_set(const aero_view *view, int station, const aero_motion *motion, aero_load *load)
{
    const aero *aero = view->aero;
    const aero_station *aero_station = &aero->stations[station];
    velocity_set(view, aero_station, motion, load);
    input_set(view, station, motion, load);
    aero->model->eval(view->with_derivatives ? section_lanes(aero->model) : 0, &aero_station->section, &load->input,
                      &load->now);
    const jet1 *of = load->now.load;
    const vec3 f = {of[LOAD_1].v, aero_station->loss * of[LOAD_2].v, of[LOAD_3].v},
               m = {0, of[LOAD_M2].v, of[LOAD_M3].v};
    load->f = mat3_mulv(&motion->R, f);
    load->m = mat3_mulv(&motion->R, m);
    load->F = vec3_scale(motion->length, load->f);
    load->M = vec3_scale(motion->length, load->m);
}

/* --- rows and columns --------------------------------------------------------------------------------------------- */

aero_rows aero_rows_of(const elem *element)
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

static void add_states(const aero_view *view, int station, int internal, const aero_load *load, local *out)
{
    const int n_states = view->aero->model->n_states;
    for (int i = 0; i < n_states; i++) {
        const int k = station * n_states + i;
        out->r[internal + k] += view->state->yp[view->element->internal + k] - load->now.row[i].v;
    }
}

/* Adds the load of a station to the rows of a node, and subtracts it from those of a rotor. */
static void add_loads(const aero_view *view, const aero_rows *at, const aero_station *station, vec3 x,
                      const aero_load *load, local *out)
{
    const inflow_link *inflow = &view->aero->inflow;
    const vec3 arm = vec3_sub(x, view->node[station->node]->x);
    double *r = out->r + 6 * station->node;
    vec3_accumulate(r, load->F);
    vec3_accumulate(r + 3, vec3_add(load->M, vec3_cross(arm, load->F)));
    if (at->inflow < 0 || inflow->is_passive)
        return;
    const vec3 from_pole = vec3_sub(x, inflow->element->type->inflow->pole(inflow->element, view->state));
    vec3_accumulate(out->r + at->inflow, vec3_neg(load->F));
    vec3_accumulate(out->r + at->inflow + 3, vec3_neg(vec3_add(load->M, vec3_cross(from_pole, load->F))));
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
    const aero_rows at = aero_rows_of(element);
    aero_view view;
    aero_view_set(lanes > 0 && has_derivatives(aero, state), state, element, &view);
    for (int k = 0; k < aero->n_stations; k++) {
        aero_motion motion;
        aero_load load;
        aero_motion_set(&view, k, &motion);
        aero_load_set(&view, k, &motion, &load);
        add_loads(&view, &at, &aero->stations[k], motion.x, &load, out);
        add_states(&view, k, at.internal, &load, out);
        if (view.with_derivatives)
            aero_add_derivatives(&view, &at, k, &motion, &load, out);
    }
}

void aero_accept(const state *state, const elem *element, memory_block *to)
{
    const aero *aero = element->self;
    if (!aero->model->memory)
        return;
    aero_view view;
    aero_view_set(false, state, element, &view);
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
