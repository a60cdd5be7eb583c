/* aero_eval.c - the motion of the stations of an aerodynamic element, and their loads on the nodes.
 *
 *     p_i = x_i + R_i o_i      points of the reference line on the nodes; orientations R_i Ra_i, r: the reference node
 *     x = sum N_i p_i,   v = sum N_i p_i',   w = sum N_i w_i,   span: |sum N_i' x_i| weight
 *     Rf = R_r Ra_r exp(t),  t = sum N_i t_i,  t_i = log((R_r Ra_r)' R_i Ra_i)
 *              on two nodes, as in MBDyn, half of it: the surface rotates half as much as the nodes do
 *     spin of Rf:  sum T_i theta_i,  T_i = N_i (R_r Ra_r) G(t) G(t_i)^-1 (R_r Ra_r)',   T_r = 1 - the others
 *     R = Rf R3(twist + control)
 *     velocity of the section, its axes:   R' (v + w x R e1 point - air(x) - induced(x))
 *     F = R f,   M = R m                                f, m: loads of the section times its share of the span
 *     node: F, M + (x - x_n) x F */
#include "element/aero/aero.h"
#include "contract/drive.h"
#include "math/rotation.h"
#include <string.h>

/* --- motion ------------------------------------------------------------------------------------------------------- */

/* A point that is fixed to a node, and its velocity. */
static void carry(int n, const jet_node *nd, vec3 offset, aero_carried *p)
{
    jet3 arm;
    jet_node_arm(n, &arm, nd, offset);
    jet3_cross(n, &p->v, &nd->w, &arm);
    jet3_add_to(n, &p->v, 1.0, &nd->v);
    jet3_add(n, &p->x, &arm, 1.0, &nd->x);
}

static mat3 turn_about_span(double angle)
{
    const double c = cos(angle), s = sin(angle);
    return (mat3){{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
}

static void slope_along(int n, vec3 slope, const jet3 *x, jet1 *r)
{
    JET_LANES(n, l) r->d[l] = slope.x * x->d[0][l] + slope.y * x->d[1][l] + slope.z * x->d[2][l];
}

/* Density and celerity are those at the middle of the nodes, for all stations, as in the reference. */
static void see_air(int n, aero_view *v)
{
    const aero *a = v->a;
    air_point air;
    air_slopes slopes;
    jet3 x = v->node[a->reference].x;
    if (a->n_nodes == 2) {
        jet3_scale(n, &x, 0.5, &v->node[0].x);
        jet3_add_to(n, &x, 0.5, &v->node[1].x);
    }
    air_at(&v->air, jet3_value(&x), &air, n ? &slopes : NULL);
    v->density.v = air.density;
    v->sound.v = air.sound;
    if (n) {
        slope_along(n, slopes.density, &x, &v->density);
        slope_along(n, slopes.sound, &x, &v->sound);
    }
}

void aero_view_set(int n, const state *s, const elem *e, aero_view *v)
{
    const aero *a = e->self;
    v->a = a, v->s = s, v->e = e, v->n = n;
    mat3 Ri[AERO_NODES] = {0};
    for (int i = 0; i < a->n_nodes; i++) {
        jet_node_seed(n, &v->node[i], s, a->node[i]->pose, 6 * i);
        Ri[i] = mat3_mul(&v->node[i].now->R, &a->Ra[i]);
        if (a->span <= 0)
            carry(n, &v->node[i], a->offset[i], &v->point[i]);
    }
    v->Rref = Ri[a->reference];
    for (int i = 0; i < a->n_nodes; i++) {
        if (i == a->reference)
            continue;
        const mat3 rest = mat3_tmul(&v->Rref, &Ri[i]);
        const vec3 turn = rotation_log(&rest);
        const double part = a->n_nodes == 2 ? 0.5 : 1.0;
        v->turn[i] = vec3_scale(part, turn);
        if (n) {
            const mat3 spread = rotation_exp_spin_inverse(turn);
            v->spread[i] = mat3_scale(part, &spread);
        }
    }
    air_begin(*a->air, s, &v->air);
    v->air_varies = air_has_slopes(*a->air);
    see_air(n, v);
    v->needs_spin = a->foil->type->is_builtin || a->model->feels_spin;
    inflow_begin(a->inflow.element, s, &v->inflow);
    if (a->control)
        v->controlled = turn_about_span(drive_now(a->control, s));
}

/* r += s a, where a depends on the columns of node i alone. */
static void add_of_node(int n, jet3 *restrict r, double s, const jet3 *restrict a, int i)
{
    for (int k = 0; k < 3; k++) {
        r->v[k] += s * a->v[k];
        for (int l = 6 * i; n && l < 6 * i + 6; l++)
            r->d[k][l] += s * a->d[k][l];
    }
}

/* Axes of the surface at the station, and how they turn with the nodes. */
static void orient(const aero_view *v, const aero_station *p, aero_motion *m)
{
    const aero *a = v->a;
    const int ref = a->reference;
    vec3 t = {0, 0, 0};
    for (int i = 0; i < a->n_nodes; i++)
        if (i != ref)
            t = vec3_axpy(t, p->N[i], v->turn[i]);
    const mat3 turned = rotation_exp(t);
    m->Rf = mat3_mul(&v->Rref, &turned);
    m->theta = v->node[ref].theta;
    if (v->n == 0 || a->n_nodes == 1)
        return;
    const mat3 G = rotation_exp_spin(t), RG = mat3_mul(&v->Rref, &G);
    for (int i = 0; i < a->n_nodes; i++) {
        if (i == ref)
            continue;
        mat3 T = mat3_mul(&RG, &v->spread[i]);
        T = mat3_mult(&T, &v->Rref);
        const double weight = p->N[i] * v->s->dvalue;
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++) {
                m->theta.d[k][6 * i + 3 + l] += weight * T.e[k][l];
                m->theta.d[k][6 * ref + 3 + l] -= weight * T.e[k][l];
            }
    }
}

/* The span grows with the distance of the nodes. */
static void stretch(int n, const jet3 *along, double weight, jet1 *length)
{
    jet3_dot(n, length, along, along);
    const double norm = sqrt(length->v);
    jet1_chain_by(n, length, weight * norm, norm > 0 ? 0.5 * weight / norm : 0.0);
}

/* Of the reference line on several nodes. */
static void move_on_beam(const aero_view *v, const aero_station *p, aero_motion *m)
{
    const int n = v->n;
    jet3 along;
    const vec3 zero = {0, 0, 0};
    jet3_const(n, &m->x, zero);
    jet3_const(n, &m->v, zero);
    jet3_const(n, &m->w, zero);
    jet3_const(n, &along, zero);
    for (int i = 0; i < v->a->n_nodes; i++) {
        add_of_node(n, &m->x, p->N[i], &v->point[i].x, i);
        add_of_node(n, &m->v, p->N[i], &v->point[i].v, i);
        add_of_node(n, &m->w, p->N[i], &v->node[i].w, i);
        add_of_node(n, &along, p->dN[i], &v->node[i].x, i);
    }
    stretch(n, &along, p->weight, &m->length);
}

static void move_on_node(const aero_view *v, const aero_station *p, aero_motion *m)
{
    aero_carried point;
    carry(v->n, &v->node[0], p->arm, &point);
    m->x = point.x;
    m->v = point.v;
    m->w = v->node[0].w;
    m->length.v = p->weight;
    JET_LANES(v->n, l) m->length.d[l] = 0.0;
}

void aero_motion_set(const aero_view *v, int station, aero_motion *m)
{
    const aero_station *p = &v->a->stations[station];
    if (v->a->span > 0)
        move_on_node(v, p, m);
    else
        move_on_beam(v, p, m);
    orient(v, p, m);
    m->R = mat3_mul(&m->Rf, &p->twisted);
    if (v->a->control)
        m->R = mat3_mul(&m->R, &v->controlled);
}

/* --- loads -------------------------------------------------------------------------------------------------------- */

/* r -= M a in its derivatives */
static void subtract_slope(int n, jet3 *r, const mat3 *slope, const jet3 *a)
{
    jet3 moved;
    jet3_mul(n, &moved, slope, a);
    for (int k = 0; k < 3; k++)
        JET_LANES(n, l) r->d[k][l] -= moved.d[k][l];
}

/* A global vector in axes that turn. */
static void into_axes(int n, const mat3 *R, const jet3 *theta, jet3 *v)
{
    const mat3 Rt = mat3_transpose(R);
    jet3 in_axes;
    jet3_spin_by(n, v, -1.0, theta);
    jet3_mul(n, &in_axes, &Rt, v);
    *v = in_axes;
}

/* Inputs of the section, as jets along the columns of the nodes. */
typedef struct {
    jet3 v;
    jet1 w2, w3;
    const jet1 *density, *sound;
} section_jets;

static void fixed_arm(int n, const aero_motion *m, double forward, jet3 *arm)
{
    jet3_const(n, arm, vec3_scale(forward, mat3_col(&m->R, 0)));
    jet3_spin_by(n, arm, 1.0, &m->theta);
}

/* Angular velocity about an axis of the section; its derivatives along n columns. */
static void spin_about(int n, const aero_motion *m, int which, jet1 *w)
{
    const vec3 axis = mat3_col(&m->R, which), turn = vec3_cross(axis, jet3_value(&m->w));
    w->v = vec3_dot(axis, jet3_value(&m->w));
    JET_LANES(n, l)
    w->d[l] = axis.x * m->w.d[0][l] + axis.y * m->w.d[1][l] + axis.z * m->w.d[2][l] + turn.x * m->theta.d[0][l] +
              turn.y * m->theta.d[1][l] + turn.z * m->theta.d[2][l];
}

static void inputs(const aero_view *v, const aero_station *p, const aero_motion *m, section_jets *in, aero_load *f)
{
    const int n = v->n;
    air_point air;
    air_slopes of_air;
    const bool with_slopes = n, air_slopes_too = with_slopes && v->air_varies;
    const vec3 x = jet3_value(&m->x);
    air_at(&v->air, x, &air, air_slopes_too ? &of_air : NULL);
    const vec3 induced = inflow_at(&v->inflow, x, with_slopes && v->inflow.element ? &f->induced : NULL);
    jet3 arm;
    fixed_arm(n, m, p->section.point, &arm);
    jet3_cross(n, &in->v, &m->w, &arm);
    jet3_add_to(n, &in->v, 1.0, &m->v);
    jet3_add_vec3_to(&in->v, -1.0, vec3_add(air.v, induced));
    if (air_slopes_too)
        subtract_slope(n, &in->v, &of_air.v, &m->x);
    if (with_slopes && v->inflow.element)
        subtract_slope(n, &in->v, &f->induced.x, &m->x);
    into_axes(n, &m->R, &m->theta, &in->v);
    spin_about(v->needs_spin ? n : 0, m, 1, &in->w2);
    spin_about(v->needs_spin ? n : 0, m, 2, &in->w3);
    in->density = &v->density;
    in->sound = &v->sound;
}

/* d along the columns of the nodes, from derivatives along the lanes of the section; what does not vary is left out. */
static void through_section(const aero_view *v, const jet1 *of, const section_jets *in, jet1 *r)
{
    const int n = v->n;
    r->v = of->v;
    JET_LANES(n, l)
    r->d[l] = of->d[LANE_V1] * in->v.d[0][l] + of->d[LANE_V2] * in->v.d[1][l] + of->d[LANE_V3] * in->v.d[2][l];
    if (v->needs_spin)
        JET_LANES(n, l) r->d[l] += of->d[LANE_W2] * in->w2.d[l] + of->d[LANE_W3] * in->w3.d[l];
    if (v->air_varies)
        JET_LANES(n, l) r->d[l] += of->d[LANE_DENSITY] * in->density->d[l] + of->d[LANE_SOUND] * in->sound->d[l];
}

static const void *station_memory(const aero_view *v, int station)
{
    const size_t size = v->a->model->memory;
    return size ? (const char *)remembered(v->s, v->e->memory) + size * (size_t)station : NULL;
}

static double step_of(const state *s) { return s->now == PHASE_STEP || s->now == PHASE_DUMMY ? s->dt : 0.0; }

/* From section axes (forces; moment about axis 3) to the reference line. */
static void put_on_line(const aero_view *v, const aero_station *p, const aero_motion *m, const jet1 load[SECTION_LOADS],
                        aero_load *f)
{
    const int n = v->n;
    jet3 local_force, force;
    for (int k = 0; k < 3; k++) {
        const double factor = k == LOAD_2 ? p->loss : 1.0;
        const jet1 *from = &load[k];
        local_force.v[k] = factor * from->v;
        JET_LANES(n, l) local_force.d[k][l] = factor * from->d[l];
    }
    jet3_mul(n, &force, &m->R, &local_force);
    jet3_spin_by(n, &force, 1.0, &m->theta);
    jet3_mul1(n, &f->F, &m->length, &force);
    for (int k = 0; k < 3; k++) {
        const double a2 = m->R.e[k][1], a3 = m->R.e[k][2];
        force.v[k] = a2 * load[LOAD_M2].v + a3 * load[LOAD_M3].v;
        JET_LANES(n, l) force.d[k][l] = a2 * load[LOAD_M2].d[l] + a3 * load[LOAD_M3].d[l];
    }
    jet3_spin_by(n, &force, 1.0, &m->theta);
    jet3_mul1(n, &f->M, &m->length, &force);
}

typedef struct {
    jet1 row[SECTION_STATES]; /* rates of the states, along the columns of the nodes */
} state_rows;

static void load_set(const aero_view *v, int station, const aero_motion *m, aero_load *f, state_rows *rows)
{
    const aero *a = v->a;
    const aero_station *p = &a->stations[station];
    const int n = v->n, n_states = a->model->n_states;
    section_jets in;
    inputs(v, p, m, &in, f);
    f->input.v[LANE_V1] = in.v.v[0], f->input.v[LANE_V2] = in.v.v[1], f->input.v[LANE_V3] = in.v.v[2];
    f->input.v[LANE_W2] = in.w2.v, f->input.v[LANE_W3] = in.w3.v;
    f->input.v[LANE_DENSITY] = in.density->v, f->input.v[LANE_SOUND] = in.sound->v;
    for (int i = 0; i < n_states; i++)
        f->input.v[LANE_STATE + i] = v->s->y[v->e->own + station * n_states + i];
    f->input.t = v->s->t;
    f->input.dt = step_of(v->s);
    f->input.is_linearised = v->s->is_linearised;
    f->input.swing = v->s->swing;
    f->input.memory = station_memory(v, station);
    a->model->eval(n ? SECTION_LANES : 0, &p->section, &f->input, &f->now);
    jet1 load[SECTION_LOADS];
    for (int k = 0; k < SECTION_LOADS; k++)
        through_section(v, &f->now.load[k], &in, &load[k]);
    put_on_line(v, p, m, load, f);
    for (int i = 0; rows && i < n_states; i++)
        through_section(v, &f->now.row[i], &in, &rows->row[i]);
}

void aero_load_set(const aero_view *v, int station, const aero_motion *m, aero_load *f)
{
    load_set(v, station, m, f, NULL);
}

/* --- rows and columns --------------------------------------------------------------------------------------------- */

static int lanes_of(const aero *a) { return (6 * a->n_nodes + 3) / 4 * 4; }

/* Local indices of what is not a node's. */
typedef struct {
    int own, inflow; /* inflow: -1 when there are no such rows */
} aero_rows;

static aero_rows aero_eval_rows_of(const elem *e)
{
    const aero *a = e->self;
    const int own = 6 * a->n_nodes, inflow = own + e->n_own;
    return (aero_rows){own, e->n > inflow ? inflow : -1};
}

void aero_connect(const elem *e, layout *l)
{
    const aero *a = e->self;
    for (int i = 0; i < a->n_nodes; i++)
        layout_node(l, a->node[i]);
    layout_own(l);
    const int inflow = layout_inflow(l, &a->inflow);
    if (a->jacobian == JACOBIAN_NEVER) {
        layout_clear(l);
        return;
    }
    if (inflow == -1)
        return;
    const int n_inflow = a->inflow.element->n_own;
    if (a->inflow.is_passive)
        layout_zero(l, inflow, n_inflow, 0, inflow + n_inflow);
    else
        layout_zero(l, inflow + INFLOW_LOADS, n_inflow - INFLOW_LOADS, 0, inflow + n_inflow);
    if (!inflow_varies(a->inflow.element))
        layout_zero(l, 0, inflow + n_inflow, inflow, n_inflow);
}

/* A column that is not a node's: what the loads of a station change along it, and the rates of its states. d: of the
 * section's inputs along the column, weighted. */
typedef struct {
    const aero_view *v;
    const aero_motion *m;
    const aero_load *f;
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

static void add_column(const other_columns *k, int column, const double d[SECTION_LANES])
{
    const aero *a = k->v->a;
    const aero_station *p = &a->stations[k->station];
    const section_result *now = &k->f->now;
    const vec3 in_axes = {along(&now->load[LOAD_1], d), p->loss * along(&now->load[LOAD_2], d),
                          along(&now->load[LOAD_3], d)};
    const vec3 F = vec3_scale(k->m->length.v, mat3_mulv(&k->m->R, in_axes));
    const vec3 turn = {0, along(&now->load[LOAD_M2], d), along(&now->load[LOAD_M3], d)};
    const vec3 M = vec3_scale(k->m->length.v, mat3_mulv(&k->m->R, turn));
    const vec3 x = jet3_value(&k->m->x), arm = vec3_sub(x, k->v->node[p->node].now->x);
    add_at(k->out, 6 * p->node, column, 1.0, F);
    add_at(k->out, 6 * p->node + 3, column, 1.0, vec3_add(M, vec3_cross(arm, F)));
    if (k->rows.inflow != -1 && !a->inflow.is_passive) {
        const vec3 pole = a->inflow.element->type->inflow->pole(a->inflow.element, k->v->s);
        add_at(k->out, k->rows.inflow, column, -1.0, F);
        add_at(k->out, k->rows.inflow + 3, column, -1.0, vec3_add(M, vec3_cross(vec3_sub(x, pole), F)));
    }
    const int n_states = a->model->n_states;
    for (int i = 0; i < n_states; i++)
        k->out->J[(k->rows.own + k->station * n_states + i) * k->out->ld + column] -= along(&now->row[i], d);
}

/* Along the states of the station, and along the unknowns of the rotor. */
static void add_other_columns(const other_columns *k)
{
    const aero *a = k->v->a;
    const state *s = k->v->s;
    const int n_states = a->model->n_states, first = k->rows.own + k->station * n_states;
    for (int j = 0; j < n_states; j++) {
        double d[SECTION_LANES] = {0};
        d[LANE_STATE + j] = s->dvalue;
        add_column(k, first + j, d);
        k->out->J[(first + j) * k->out->ld + first + j] += s->drate;
    }
    if (k->rows.inflow == -1 || !inflow_varies(a->inflow.element))
        return;
    const elem *by = a->inflow.element;
    for (int j = 0; j < by->n_own; j++) {
        const bool is_algebraic = by->kinds[j] != OWN_DIFFERENTIAL;
        const vec3 dv = mat3_tmulv(&k->m->R, k->f->induced.own[j]);
        const double weight = is_algebraic ? -1.0 : -s->dvalue;
        double d[SECTION_LANES] = {0};
        d[LANE_V1] = weight * dv.x, d[LANE_V2] = weight * dv.y, d[LANE_V3] = weight * dv.z;
        add_column(k, k->rows.inflow + j, d);
    }
}

static void add_states(const aero_view *v, int station, int own, const state_rows *rows, local *out)
{
    const int n_states = v->a->model->n_states;
    for (int i = 0; i < n_states; i++) {
        const int k = station * n_states + i;
        out->r[own + k] += v->s->yp[v->e->own + k];
        local_add1(out, own + k, v->n, -1.0, &rows->row[i]);
    }
}

/* In the derivatives phase velocities stay as they are, and the loads of sections without states with them, unless the
 * induced velocity is that of the loads. */
static bool has_slopes(const aero *a, const state *s)
{
    if (a->model->n_states > 0)
        return true;
    if (s->is_linearised)
        return a->jacobian != JACOBIAN_NEVER;
    const bool stay = s->now == PHASE_DERIVATIVES && !(a->inflow.element && inflow_varies(a->inflow.element));
    return a->jacobian == JACOBIAN_ALWAYS && !stay;
}

void aero_eval(int n, const state *s, const elem *e, local *out)
{
    const aero *a = e->self;
    const aero_rows at = aero_eval_rows_of(e);
    aero_view v;
    aero_view_set(n > 0 && has_slopes(a, s) ? lanes_of(a) : 0, s, e, &v);
    for (int k = 0; k < a->n_stations; k++) {
        const int row = 6 * a->stations[k].node;
        aero_motion m;
        aero_load f;
        state_rows rows;
        jet3 arm, turn;
        aero_motion_set(&v, k, &m);
        load_set(&v, k, &m, &f, &rows);
        jet3_add(v.n, &arm, &m.x, -1.0, &v.node[a->stations[k].node].x);
        jet3_cross(v.n, &turn, &arm, &f.F);
        local_add3(out, row, v.n, 1.0, &f.F);
        local_add3(out, row + 3, v.n, 1.0, &f.M);
        local_add3(out, row + 3, v.n, 1.0, &turn);
        inflow_collect(&a->inflow, s, at.inflow, v.n, &(inflow_load){&m.x, &f.F, &f.M}, out);
        add_states(&v, k, at.own, &rows, out);
        if (v.n > 0)
            add_other_columns(&(other_columns){&v, &m, &f, at, k, out});
    }
}

void aero_accept(const state *s, const elem *e, memory_block *to)
{
    const aero *a = e->self;
    if (!a->model->memory)
        return;
    aero_view v;
    aero_view_set(0, s, e, &v);
    for (int k = 0; k < a->n_stations; k++) {
        aero_motion m;
        aero_load f;
        aero_motion_set(&v, k, &m);
        aero_load_set(&v, k, &m, &f);
        a->model->accept(&a->stations[k].section, &f.input, &f.now,
                         (char *)memory_at(to, e->memory) + a->model->memory * (size_t)k);
    }
}

const char *aero_own_name(const elem *e, int i)
{
    (void)e;
    return i % 2 == 0 ? "first state of the wake" : "second state of the wake";
}
