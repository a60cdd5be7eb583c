/* aero_motion.c - motion of the stations of an aerodynamic element.
 *
 *     p_i = x_i + b_i,  b_i = R_i o_i      points of the reference line on the nodes; r: the reference node
 *     x = sum N_i p_i,   v = sum N_i p_i',   w = sum N_i w_i
 *     length: |g| weight,  g = sum N_i' x_i
 *     Rf = R_r Ra_r exp(t),  t = sum N_i t_i,  t_i = log((R_r Ra_r)' R_i Ra_i)
 *              on two nodes, as in MBDyn, half of it: the surface rotates half as much as the nodes do
 *     R = Rf R3(twist + control) */
#include "element/aero/aero.h"
#include "element/blocks.h"
#include "math/rotation.h"

aero_node_motion aero_node_motion_now(const state *state, const pose *at, vec3 b)
{
    const mat3 skew = mat3_skew(b), dragged = mat3_skew_skew(at->w, b);
    aero_node_motion motion = {.b = b, .W = spin_rate(state, at)};
    motion.P = mat3_mul(&skew, &motion.W);
    mat3_add_scaled(&motion.P, state->dvalue, &dragged);
    motion.P = mat3_scale(-1.0, &motion.P);
    return motion;
}

static mat3 rotate_about_span(double angle)
{
    const double c = cos(angle), s = sin(angle);
    return (mat3){{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
}

/* R T, with T a rotation about axis 3 */
static mat3 rotated_about_span(const mat3 *R, const mat3 *T)
{
    const double c = T->e[0][0], s = T->e[1][0];
    mat3 r;
    for (int i = 0; i < 3; i++) {
        r.e[i][0] = c * R->e[i][0] + s * R->e[i][1];
        r.e[i][1] = c * R->e[i][1] - s * R->e[i][0];
        r.e[i][2] = R->e[i][2];
    }
    return r;
}

/* Density and speed of sound at the midpoint of the nodes are used for all stations, as in MBDyn. */
static void see_air(aero_view *view)
{
    const aero *aero = view->aero;
    air_point air;
    air_derivatives derivatives;
    vec3 x = view->node[aero->reference]->x;
    if (aero->n_nodes == 2)
        x = vec3_axpy(vec3_scale(0.5, view->node[0]->x), 0.5, view->node[1]->x);
    view->air_varies = air_has_derivatives(*aero->air);
    view->needs_spin = aero->foil->type->is_builtin || aero->model->feels_spin;
    const bool with_derivatives = view->with_derivatives && view->air_varies;
    air_at(&view->air, x, &air, with_derivatives ? &derivatives : NULL);
    view->wind = air.v;
    view->density = air.density;
    view->sound = air.sound;
    if (with_derivatives) {
        view->density_by_x = derivatives.density;
        view->sound_by_x = derivatives.sound;
    }
}

/* Computes the rotation vectors from the reference node to the others. */
static void set_rotations(aero_view *view)
{
    const aero *aero = view->aero;
    view->Rref = mat3_mul(&view->node[aero->reference]->R, &aero->Ra[aero->reference]);
    for (int i = 0; i < aero->n_nodes; i++) {
        if (i == aero->reference)
            continue;
        const mat3 Ri = mat3_mul(&view->node[i]->R, &aero->Ra[i]), rest = mat3_tmul(&view->Rref, &Ri);
        const vec3 rotation = rotation_log(&rest);
        const double part = aero->n_nodes == 2 ? 0.5 : 1.0;
        view->rotation[i] = vec3_scale(part, rotation);
        if (view->with_derivatives) {
            const mat3 spread = rotation_exp_spin_inverse(rotation);
            const mat3 global = mat3_mult(&spread, &view->Rref);
            view->spread[i] = mat3_scale(part, &global);
        }
    }
}

void aero_view_set(bool with_derivatives, const state *state, const elem *element, aero_view *view)
{
    const aero *aero = element->self;
    view->aero = aero, view->state = state, view->element = element, view->with_derivatives = with_derivatives;
    for (int i = 0; i < aero->n_nodes; i++) {
        const pose *at = view->node[i] = &state->poses[aero->node[i]->pose];
        if (aero->span <= 0.0)
            view->point[i] = aero_point_fixed(at, aero->offset[i]);
        if (aero->span <= 0.0 && with_derivatives)
            view->moved[i] = aero_node_motion_now(state, at, view->point[i].b);
    }
    set_rotations(view);
    air_begin(*aero->air, state, &view->air);
    see_air(view);
    inflow_begin(aero->inflow.element, state, &view->inflow);
    if (aero->control)
        view->controlled = rotate_about_span(drive_now(aero->control, state));
}

/* Computes the motion of the reference line on several nodes. */
static void move_on_beam(const aero_view *view, const aero_station *station, aero_motion *motion)
{
    vec3 x = {0, 0, 0}, v = x, w = x, g = x;
    for (int i = 0; i < view->aero->n_nodes; i++) {
        const double N = station->N[i];
        x = vec3_axpy(x, N, view->point[i].x);
        v = vec3_axpy(v, N, view->point[i].v);
        w = vec3_axpy(w, N, view->node[i]->w);
        g = vec3_axpy(g, station->dN[i], view->node[i]->x);
    }
    motion->x = x, motion->v = v, motion->w = w, motion->g = g;
    motion->length = station->weight * vec3_norm(g);
}

static void move_on_node(const aero_view *view, const aero_station *station, aero_motion *motion)
{
    const aero_point point = aero_point_fixed(view->node[0], station->arm);
    motion->x = point.x, motion->v = point.v, motion->w = view->node[0]->w;
    motion->g = (vec3){0, 0, 0};
    motion->length = station->weight;
}

/* Computes the axes of the surface at the station. */
static void orient(const aero_view *view, const aero_station *station, aero_motion *motion)
{
    const aero *aero = view->aero;
    if (aero->n_nodes == 1) {
        motion->Rf = view->Rref;
        return;
    }
    vec3 t = {0, 0, 0};
    for (int i = 0; i < aero->n_nodes; i++)
        if (i != aero->reference)
            t = vec3_axpy(t, station->N[i], view->rotation[i]);
    motion->t = t;
    const mat3 rotated = rotation_exp(t);
    motion->Rf = mat3_mul(&view->Rref, &rotated);
}

void aero_motion_set(const aero_view *view, int station, aero_motion *motion)
{
    const aero_station *aero_station = &view->aero->stations[station];
    if (view->aero->span > 0.0)
        move_on_node(view, aero_station, motion);
    else
        move_on_beam(view, aero_station, motion);
    orient(view, aero_station, motion);
    motion->R = rotated_about_span(&motion->Rf, &aero_station->twisted);
    if (view->aero->control)
        motion->R = rotated_about_span(&motion->R, &view->controlled);
}
