/* aero_jacobian.c - derivatives of the loads of an aerodynamic element.
 *
 * The loads of a station depend on its motion, and this on the nodes; the chain of both is written out in blocks of
 * three. Spins: theta of the axes of the station, theta_i of node i. A: derivative of the velocity of the air. With the
 * derivatives q_u, q_2, q_3, q_d, q_s of a quantity q (a force, a moment, the rates of the states) with respect to the
 * velocity and angular velocities of the section, density and speed of sound, D = q_u R', axes e2, e3 of the section:
 *
 *     dV = dv - A dx + dw x a + w x (theta x a),   du = R' (dV + V x theta),   d(e . w) = e . dw + (e x w) . theta
 *     q_v = D     q_x = -D A     q_w = -D a x + q_2 e2' + q_3 e3'
 *     q_theta = D (V x - w x a x) + q_2 (e2 x w)' + q_3 (e3 x w)'
 *     forces and moments:   q = length R f,   q_theta - q x,   q_length = R f
 *
 * Along the position x_i and the spin of node i, columns weighted by c = dvalue and r = drate, W_i = r + c w_theta:
 *
 *     dx = N_i (c, -c b_i x)    dv = N_i (r, P_i),  P_i = -b_i x W_i - c w_i x b_i x    dw = N_i (0, W_i)
 *     dlength = (c weight N_i' g'/|g|, 0)           dtheta = (0, c T_i)
 *     T_i = N_i (R_r Ra_r) G(t) G(t_i)^-1 (R_r Ra_r)',   T_r = 1 - sum of the other T_i
 *
 * The moment about a point at the distance d: M + d x F with the derivative dM + d x dF - F x dd. */
#include "element/aero/aero.h"
#include "element/blocks.h"
#include "math/rotation.h"

enum { INPUTS = LANE_STATE }; /* of a section, without its states */

/* Derivatives of a vector with respect to the motion of a station. */
typedef struct {
    mat3 x, v, w, theta;
    mat3 turned; /* theta times R_r Ra_r G(t) */
    vec3 length, density, sound;
} by_motion;

/* Derivatives with respect to position and rotation of a node. */
typedef struct {
    mat3 x, theta;
} by_node;

/* A station, and where its derivatives are added. */
typedef struct {
    const aero_view *view;
    const aero_rows *rows;
    int station;
    const aero_motion *motion;
    const aero_load *load;
    local *out;
} aero_work;

static const aero_station *station_of(const aero_work *work) { return &work->view->aero->stations[work->station]; }

/* --- with respect to the motion of the station -------------------------------------------------------------------- */

static vec3 input_column(double (*q)[INPUTS], int lane) { return (vec3){q[0][lane], q[1][lane], q[2][lane]}; }

/* to += a b' */
static void add_outer(mat3 *to, vec3 a, vec3 b)
{
    const mat3 product = mat3_outer(a, b);
    mat3_add_scaled(to, 1.0, &product);
}

static void by_motion_set(const aero_work *work, double (*q)[INPUTS], by_motion *to)
{
    const aero_load *load = work->load;
    const mat3 *R = &work->motion->R;
    const vec3 w = work->motion->w;
    for (int i = 0; i < 3; i++) {
        const vec3 row = mat3_mulv(R, (vec3){q[i][LANE_V1], q[i][LANE_V2], q[i][LANE_V3]});
        vec3_store(to->v.e[i], row);
        vec3_store(to->w.e[i], vec3_cross(load->a, row));
        vec3_store(to->theta.e[i], vec3_sub(vec3_cross(row, load->V), vec3_cross(load->a, vec3_cross(w, row))));
    }
    if (load->air_varies) {
        to->x = mat3_mul(&to->v, &load->air_by_x);
        to->x = mat3_scale(-1.0, &to->x);
    }
    for (int lane = LANE_W2; work->view->needs_spin && lane <= LANE_W3; lane++) {
        const vec3 by = input_column(q, lane), axis = mat3_col(R, lane - LANE_W2 + 1);
        add_outer(&to->w, by, axis);
        add_outer(&to->theta, by, vec3_cross(axis, w));
    }
    to->density = input_column(q, LANE_DENSITY);
    to->sound = input_column(q, LANE_SOUND);
    to->length = (vec3){0, 0, 0};
}

/* Derivatives of length R f, f the components `of` in section axes, NULL: zero. */
static void load_by_motion(const aero_work *work, const jet1 *const of[3], vec3 value, vec3 per_length, by_motion *to)
{
    double q[3][INPUTS];
    const mat3 *R = &work->motion->R;
    const double length = work->motion->length;
    for (int lane = 0; lane < INPUTS; lane++) {
        const vec3 in_axes = {of[0] ? of[0]->d[lane] : 0.0, of[1]->d[lane] * (of[0] ? station_of(work)->loss : 1.0),
                              of[2]->d[lane]};
        const vec3 column = vec3_scale(length, mat3_mulv(R, in_axes));
        q[0][lane] = column.x, q[1][lane] = column.y, q[2][lane] = column.z;
    }
    by_motion_set(work, q, to);
    const mat3 skew = mat3_skew(value);
    mat3_add_scaled(&to->theta, -1.0, &skew);
    to->length = per_length;
}

static void states_by_motion(const aero_work *work, by_motion *to)
{
    double q[3][INPUTS] = {{0}};
    for (int i = 0; i < SECTION_STATES; i++)
        for (int lane = 0; lane < INPUTS; lane++)
            q[i][lane] = work->load->now.row[i].d[lane];
    by_motion_set(work, q, to);
}

/* --- with respect to a node --------------------------------------------------------------------------------------- */

/* The point of the reference line fixed to a node, and what its motion depends on. */
typedef struct {
    int index;
    double N, stretch;
    mat3 skew, P, W;
} node_part;

static node_part node_part_now(const aero_work *work, int index)
{
    const aero_view *view = work->view;
    const aero_station *station = station_of(work);
    const pose *at = view->node[index];
    const bool is_body = view->aero->span > 0.0;
    const vec3 b = is_body ? vec3_sub(work->motion->x, at->x) : view->point[index].b;
    const double c = view->state->dvalue, norm = vec3_norm(work->motion->g);
    node_part part = {.index = index, .N = is_body ? 1.0 : station->N[index], .skew = mat3_skew(b)};
    part.stretch = norm > 0.0 ? c * station->weight * station->dN[index] / norm : 0.0;
    part.W = spin_rate(view->state, at);
    part.P = mat3_mul(&part.skew, &part.W);
    const mat3 turned = mat3_skew_skew(at->w, b);
    mat3_add_scaled(&part.P, c, &turned);
    part.P = mat3_scale(-1.0, &part.P);
    return part;
}

/* Adds q_theta T_i c. */
static void add_rotation(const aero_work *work, const by_motion *by, int index, mat3 *to)
{
    const aero_view *view = work->view;
    const aero *aero = view->aero;
    const double c = view->state->dvalue;
    const bool is_reference = index == aero->reference;
    if (is_reference)
        mat3_add_scaled(to, c, &by->theta);
    for (int i = 0; i < aero->n_nodes; i++) {
        if (i == aero->reference || !(is_reference || i == index))
            continue;
        const mat3 part = mat3_mul(&by->turned, &view->spread[i]);
        mat3_add_scaled(to, (is_reference ? -c : c) * station_of(work)->N[i], &part);
    }
}

/* Returns the part of a node in the point at which density and speed of sound are evaluated. */
static double part_of_air(const aero *aero, int index)
{
    return aero->n_nodes == 2 ? 0.5 : index == aero->reference ? 1.0 : 0.0;
}

static void by_node_set(const aero_work *work, const by_motion *by, const node_part *part, by_node *to)
{
    const aero_view *view = work->view;
    const double c = view->state->dvalue, r = view->state->drate;
    const mat3 carried = mat3_mul(&by->v, &part->P), spun = mat3_mul(&by->w, &part->W);
    to->x = mat3_scale(part->N * r, &by->v);
    to->theta = mat3_add(&carried, &spun);
    to->theta = mat3_scale(part->N, &to->theta);
    if (work->load->air_varies) {
        const mat3 moved = mat3_mul(&by->x, &part->skew);
        mat3_add_scaled(&to->x, part->N * c, &by->x);
        mat3_add_scaled(&to->theta, -part->N * c, &moved);
    }
    if (part->stretch != 0.0)
        add_outer(&to->x, by->length, vec3_scale(part->stretch, work->motion->g));
    add_rotation(work, by, part->index, &to->theta);
    const double share = view->air_varies ? c * part_of_air(view->aero, part->index) : 0.0;
    if (share != 0.0) {
        add_outer(&to->x, by->density, vec3_scale(share, view->density_by_x));
        add_outer(&to->x, by->sound, vec3_scale(share, view->sound_by_x));
    }
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

/* Adds `sign` times the derivatives of F and of M + d x F; d moves with the station by N + fixed. */
typedef struct {
    int row;
    double sign;
    vec3 d;
    double moved; /* derivative of d along the position of the node, without c */
} load_rows;

static void add_load(const aero_work *work, const load_rows *rows, const node_part *part, const by_node *F,
                     const by_node *M)
{
    const double c = work->view->state->dvalue;
    const int column = 6 * part->index;
    const mat3 d = mat3_skew(rows->d), force = mat3_skew(work->load->F);
    mat3 by_x = mat3_mul(&d, &F->x), by_theta = mat3_mul(&d, &F->theta);
    const mat3 carried = mat3_mul(&force, &part->skew);
    mat3_add_scaled(&by_x, 1.0, &M->x);
    mat3_add_scaled(&by_x, -c * rows->moved, &force);
    mat3_add_scaled(&by_theta, 1.0, &M->theta);
    mat3_add_scaled(&by_theta, c * part->N, &carried);
    local_block(work->out, rows->row, column, rows->sign, &F->x);
    local_block(work->out, rows->row, column + 3, rows->sign, &F->theta);
    local_block(work->out, rows->row + 3, column, rows->sign, &by_x);
    local_block(work->out, rows->row + 3, column + 3, rows->sign, &by_theta);
}

static bool feeds_inflow(const aero_work *work)
{
    return work->rows->inflow != -1 && !work->view->aero->inflow.is_passive;
}

/* Returns the distance of the station from the pole of the rotor. */
static vec3 from_pole(const aero_work *work)
{
    const elem *by = work->view->aero->inflow.element;
    return vec3_sub(work->motion->x, by->type->inflow->pole(by, work->view->state));
}

static void add_node_columns(const aero_work *work, const by_motion *F, const by_motion *M, const node_part *part)
{
    const aero_view *view = work->view;
    const int node = station_of(work)->node;
    by_node force, moment;
    by_node_set(work, F, part, &force);
    by_node_set(work, M, part, &moment);
    const load_rows own = {6 * node, 1.0, vec3_sub(work->motion->x, view->node[node]->x),
                           part->N - (node == part->index ? 1.0 : 0.0)};
    add_load(work, &own, part, &force, &moment);
    if (feeds_inflow(work))
        add_load(work, &(load_rows){work->rows->inflow, -1.0, from_pole(work), part->N}, part, &force, &moment);
}

static void add_state_rows(const aero_work *work, const by_motion *by, const node_part *part)
{
    const int first = work->rows->internal + work->station * SECTION_STATES, column = 6 * part->index;
    by_node rates;
    by_node_set(work, by, part, &rates);
    for (int i = 0; i < SECTION_STATES; i++) {
        local_row(work->out, first + i, column, -1.0, mat3_row(&rates.x, i));
        local_row(work->out, first + i, column + 3, -1.0, mat3_row(&rates.theta, i));
    }
}

/* --- columns that do not belong to nodes -------------------------------------------------------------------------- */

static double along(const jet1 *of, const double d[SECTION_LANES])
{
    double sum = 0.0;
    for (int i = 0; i < SECTION_LANES; i++)
        sum += of->d[i] * d[i];
    return sum;
}

/* d: derivatives of the section's inputs along the column, weighted. */
static void add_column(const aero_work *work, int column, const double d[SECTION_LANES])
{
    const aero *aero = work->view->aero;
    const aero_station *station = station_of(work);
    const section_result *now = &work->load->now;
    const vec3 in_axes = {along(&now->load[LOAD_1], d), station->loss * along(&now->load[LOAD_2], d),
                          along(&now->load[LOAD_3], d)};
    const vec3 F = vec3_scale(work->motion->length, mat3_mulv(&work->motion->R, in_axes));
    const vec3 rotation = {0, along(&now->load[LOAD_M2], d), along(&now->load[LOAD_M3], d)};
    const vec3 M = vec3_scale(work->motion->length, mat3_mulv(&work->motion->R, rotation));
    const vec3 arm = vec3_sub(work->motion->x, work->view->node[station->node]->x);
    local_column(work->out, 6 * station->node, column, 1.0, F);
    local_column(work->out, 6 * station->node + 3, column, 1.0, vec3_add(M, vec3_cross(arm, F)));
    if (feeds_inflow(work)) {
        local_column(work->out, work->rows->inflow, column, -1.0, F);
        local_column(work->out, work->rows->inflow + 3, column, -1.0, vec3_add(M, vec3_cross(from_pole(work), F)));
    }
    const int n_states = aero->model->n_states;
    for (int i = 0; i < n_states; i++)
        jacobian_row(work->out, work->rows->internal + work->station * n_states + i)[column] -= along(&now->row[i], d);
}

/* Adds the columns of the states of the station and of the unknowns of the rotor. */
static void add_other_columns(const aero_work *work)
{
    const aero *aero = work->view->aero;
    const state *state = work->view->state;
    const int n_states = aero->model->n_states, first = work->rows->internal + work->station * n_states;
    for (int j = 0; j < n_states; j++) {
        double d[SECTION_LANES] = {0};
        d[LANE_STATE + j] = state->dvalue;
        add_column(work, first + j, d);
        jacobian_row(work->out, first + j)[first + j] += state->drate;
    }
    if (work->rows->inflow == -1 || !inflow_varies(aero->inflow.element))
        return;
    const elem *by = aero->inflow.element;
    for (int j = 0; j < by->n_internal; j++) {
        const bool is_algebraic = by->kinds[j] != INTERNAL_DIFFERENTIAL;
        const vec3 dv = mat3_tmulv(&work->motion->R, work->load->induced.internal[j]);
        double d[SECTION_LANES] = {0};
        vec3_store(d + LANE_V1, vec3_scale(is_algebraic ? -1.0 : -state->dvalue, dv));
        add_column(work, work->rows->inflow + j, d);
    }
}

void aero_add_derivatives(const aero_view *view, const aero_rows *rows, int station, const aero_motion *motion,
                          const aero_load *load, local *out)
{
    const aero_work work = {view, rows, station, motion, load, out};
    const jet1 *of = load->now.load;
    const bool has_states = view->aero->model->n_states > 0;
    by_motion F, M, rates;
    load_by_motion(&work, (const jet1 *const[]){&of[LOAD_1], &of[LOAD_2], &of[LOAD_3]}, load->F, load->f, &F);
    load_by_motion(&work, (const jet1 *const[]){NULL, &of[LOAD_M2], &of[LOAD_M3]}, load->M, load->m, &M);
    if (has_states)
        states_by_motion(&work, &rates);
    if (view->aero->n_nodes > 1) {
        const mat3 G = rotation_exp_spin(motion->t), RG = mat3_mul(&view->Rref, &G);
        F.turned = mat3_mul(&F.theta, &RG);
        M.turned = mat3_mul(&M.theta, &RG);
        if (has_states)
            rates.turned = mat3_mul(&rates.theta, &RG);
    }
    for (int i = 0; i < view->aero->n_nodes; i++) {
        const node_part part = node_part_now(&work, i);
        add_node_columns(&work, &F, &M, &part);
        if (has_states)
            add_state_rows(&work, &rates, &part);
    }
    add_other_columns(&work);
}
