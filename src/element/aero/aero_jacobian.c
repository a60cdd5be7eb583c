/* aero_jacobian.c - derivatives of the loads of an aerodynamic element.
 *
 * The loads of a station depend on its motion, and this on the nodes; the chain of both is written out. Spins: theta of
 * the axes of the station, theta_i of node i. A: derivative of the velocity of the air. With the derivatives q_u, q_2,
 * q_3, q_d, q_s of rows q with respect to the velocity and angular velocities of the section, density and speed of
 * sound, D = q_u R', axes e2, e3 of the section:
 *
 *     dV = dv - A dx + dw x a + w x (theta x a),   du = R' (dV + V x theta),   d(e . w) = e . dw + (e x w) . theta
 *     q_v = D     q_x = -D A     q_w = -D a x + q_2 e2' + q_3 e3'
 *     q_theta = D (V x - w x a x) + q_2 (e2 x w)' + q_3 (e3 x w)'
 *
 * The rows of a load are F = length R f and G = M + d x F, M = length R m, with d = x - x_n. For these
 *
 *     q_theta - (F x, M x + d x F x)     q_length = (R f, R m + d x R f)     dG = ... - F x dd
 *
 * Along the position x_i and the spin of node i, columns weighted by c = dvalue and r = drate, W_i = r + c w_theta:
 *
 *     dx = N_i (c, -c b_i x)    dv = N_i (r, P_i),  P_i = -b_i x W_i - c w_i x b_i x    dw = N_i (0, W_i)
 *     dlength = (c weight N_i' g'/|g|, 0)           dtheta = (0, c T_i)
 *     T_i = N_i (R_r Ra_r) G(t) G(t_i)^-1 (R_r Ra_r)',   T_r = 1 - sum of the other T_i
 *
 * Six rows are computed together and stored by columns, so that every operation is one on vectors of six. */
#include "element/aero/aero.h"
#include "element/blocks.h"
#include "math/rotation.h"
#include <string.h>

enum { ROWS = 6, INPUTS = LANE_STATE }; /* INPUTS: of a section, without its states */

/* Derivatives of six rows with respect to a number, and to the components of a vector. */
typedef double by_number[ROWS];
typedef struct {
    by_number c[3];
} by_vector;

/* Derivatives of six rows with respect to the motion of a station. */
typedef struct {
    by_vector x, v, w, theta;
    by_vector rotated; /* theta times R_r Ra_r G(t) */
    by_number length, density, sound;
} by_motion;

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

/* Returns the distance of the station from the node on which it acts. */
static vec3 arm_of(const aero_work *work)
{
    return vec3_sub(work->motion->x, work->view->node[station_of(work)->node]->x);
}

/* --- six rows ----------------------------------------------------------------------------------------------------- */

/* to += s a */
static inline void rows_add(double *restrict to, double s, const double *restrict a)
{
    for (int r = 0; r < ROWS; r++)
        to[r] += s * a[r];
}

/* to = a x d, of each row */
static inline void rows_cross(by_vector *restrict to, vec3 a, const by_vector *restrict d)
{
    for (int r = 0; r < ROWS; r++) {
        const double x = d->c[0][r], y = d->c[1][r], z = d->c[2][r];
        to->c[0][r] = a.y * z - a.z * y;
        to->c[1][r] = a.z * x - a.x * z;
        to->c[2][r] = a.x * y - a.y * x;
    }
}

/* to += s a m */
static inline void rows_add_product(by_vector *restrict to, double s, const by_vector *restrict a, const mat3 *m)
{
    for (int j = 0; j < 3; j++) {
        const double p = s * m->e[0][j], q = s * m->e[1][j], w = s * m->e[2][j];
        for (int r = 0; r < ROWS; r++)
            to->c[j][r] += p * a->c[0][r] + q * a->c[1][r] + w * a->c[2][r];
    }
}

/* to += a b' */
static inline void rows_add_outer(by_vector *restrict to, const double *restrict a, vec3 b)
{
    rows_add(to->c[0], b.x, a);
    rows_add(to->c[1], b.y, a);
    rows_add(to->c[2], b.z, a);
}

/* Subtracts a matrix from the last three rows. */
static inline void rows_subtract_last(by_vector *to, const mat3 *m)
{
    for (int j = 0; j < 3; j++)
        for (int r = 0; r < 3; r++)
            to->c[j][3 + r] -= m->e[r][j];
}

/* --- with respect to the motion of the station -------------------------------------------------------------------- */

static void by_motion_set(const aero_work *work, by_number *q, by_motion *to)
{
    const aero_load *load = work->load;
    const mat3 *R = &work->motion->R;
    const vec3 w = work->motion->w;
    by_vector spun, dragged;
    for (int j = 0; j < 3; j++)
        for (int r = 0; r < ROWS; r++)
            to->v.c[j][r] = R->e[j][0] * q[LANE_V1][r] + R->e[j][1] * q[LANE_V2][r] + R->e[j][2] * q[LANE_V3][r];
    rows_cross(&to->w, load->a, &to->v);
    rows_cross(&to->theta, vec3_neg(load->V), &to->v);
    rows_cross(&spun, w, &to->v);
    rows_cross(&dragged, load->a, &spun);
    for (int j = 0; j < 3; j++)
        rows_add(to->theta.c[j], -1.0, dragged.c[j]);
    for (int lane = LANE_W2; work->view->needs_spin && lane <= LANE_W3; lane++) {
        const vec3 axis = mat3_col(R, lane - LANE_W2 + 1);
        rows_add_outer(&to->w, q[lane], axis);
        rows_add_outer(&to->theta, q[lane], vec3_cross(axis, w));
    }
    if (load->air_varies) {
        memset(&to->x, 0, sizeof to->x);
        rows_add_product(&to->x, -1.0, &to->v, &load->air_by_x);
    }
    memcpy(to->density, q[LANE_DENSITY], sizeof to->density);
    memcpy(to->sound, q[LANE_SOUND], sizeof to->sound);
}

/* Sets to->rotated, from which the rotations of the nodes are derived. */
static void rotate(const aero_work *work, by_motion *to)
{
    if (work->view->aero->n_nodes == 1)
        return;
    const mat3 G = rotation_exp_spin(work->motion->t), RG = mat3_mul(&work->view->Rref, &G);
    memset(&to->rotated, 0, sizeof to->rotated);
    rows_add_product(&to->rotated, 1.0, &to->theta, &RG);
}

static void store_load(double *to, vec3 F, vec3 M, vec3 d)
{
    vec3_store(to, F);
    vec3_store(to + 3, vec3_add(M, vec3_cross(d, F)));
}

static void load_by_motion(const aero_work *work, by_motion *to)
{
    by_number q[INPUTS];
    const jet1 *of = work->load->now.load;
    const double length = work->motion->length, loss = station_of(work)->loss;
    const vec3 d = arm_of(work);
    for (int lane = 0; lane < INPUTS; lane++) {
        const vec3 f = {of[LOAD_1].d[lane], loss * of[LOAD_2].d[lane], of[LOAD_3].d[lane]},
                   m = {0, of[LOAD_M2].d[lane], of[LOAD_M3].d[lane]};
        store_load(q[lane], vec3_scale(length, mat3_mulv(&work->motion->R, f)),
                   vec3_scale(length, mat3_mulv(&work->motion->R, m)), d);
    }
    by_motion_set(work, q, to);
    const vec3 F = work->load->F;
    const mat3 M = mat3_skew(work->load->M), lever = mat3_skew_skew(d, F), both = mat3_add(&M, &lever);
    to->theta.c[0][1] -= F.z, to->theta.c[0][2] += F.y;
    to->theta.c[1][0] += F.z, to->theta.c[1][2] -= F.x;
    to->theta.c[2][0] -= F.y, to->theta.c[2][1] += F.x;
    rows_subtract_last(&to->theta, &both);
    store_load(to->length, work->load->f, work->load->m, d);
    rotate(work, to);
}

static void states_by_motion(const aero_work *work, by_motion *to)
{
    by_number q[INPUTS] = {{0}};
    for (int i = 0; i < SECTION_STATES; i++)
        for (int lane = 0; lane < INPUTS; lane++)
            q[lane][i] = work->load->now.row[i].d[lane];
    by_motion_set(work, q, to);
    memset(to->length, 0, sizeof to->length);
    rotate(work, to);
}

/* --- with respect to a node --------------------------------------------------------------------------------------- */

/* Derivatives with respect to position and rotation of a node. */
typedef struct {
    by_vector x, theta;
} by_node;

/* Returns the part of a node in the point at which density and speed of sound are evaluated. */
static double part_of_air(const aero *aero, int index)
{
    return aero->n_nodes == 2 ? 0.5 : index == aero->reference ? 1.0 : 0.0;
}

static void add_air(const aero_work *work, const by_motion *by, int index, by_vector *to)
{
    const aero_view *view = work->view;
    const double share = view->state->dvalue * part_of_air(view->aero, index);
    if (!view->air_varies || share == 0.0)
        return;
    rows_add_outer(to, by->density, vec3_scale(share, view->density_by_x));
    rows_add_outer(to, by->sound, vec3_scale(share, view->sound_by_x));
}

/* Completes the derivatives of node `index`; to->theta contains q_theta T_i c. */
static void by_node_set(const aero_work *work, const by_motion *by, int index, const aero_node_motion *moved,
                        by_node *to)
{
    const aero_view *view = work->view;
    const aero_station *station = station_of(work);
    const double c = view->state->dvalue, r = view->state->drate, N = station->N[index],
                 norm = vec3_norm(work->motion->g);
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < ROWS; k++)
            to->x.c[j][k] = N * r * by->v.c[j][k];
    rows_add_product(&to->theta, N, &by->v, &moved->P);
    rows_add_product(&to->theta, N, &by->w, &moved->W);
    if (work->load->air_varies) {
        const mat3 skew = mat3_skew(moved->b);
        for (int j = 0; j < 3; j++)
            rows_add(to->x.c[j], N * c, by->x.c[j]);
        rows_add_product(&to->theta, -N * c, &by->x, &skew);
    }
    if (norm > 0.0)
        rows_add_outer(&to->x, by->length,
                       vec3_scale(c * station->weight * station->dN[index] / norm, work->motion->g));
    add_air(work, by, index, &to->x);
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

static void add_block(local *out, int row, int n_rows, int column, double sign, const by_vector *by)
{
    double *to = out->J + row * out->ld + column;
    for (int r = 0; r < n_rows; r++, to += out->ld)
        for (int j = 0; j < 3; j++)
            to[j] += sign * by->c[j][r];
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

/* Changes the last three rows to the moment about another point, by the change of d. */
static void move_moment(by_vector *by, vec3 change)
{
    for (int j = 0; j < 3; j++)
        vec3_accumulate(by->c[j] + 3, vec3_cross(change, vec3_load(by->c[j])));
}

static void add_load(const aero_work *work, int index, const aero_node_motion *moved, by_node *by)
{
    const double c = work->view->state->dvalue, N = station_of(work)->N[index];
    const int node = station_of(work)->node, column = 6 * index, rotor = work->rows->inflow;
    const vec3 F = work->load->F;
    const mat3 lever = mat3_skew_skew(vec3_scale(-c * N, F), moved->b), skew = mat3_skew(vec3_scale(c * N, F));
    rows_subtract_last(&by->theta, &lever);
    rows_subtract_last(&by->x, &skew);
    add_block(work->out, 6 * node, ROWS, column, 1.0, &by->x);
    add_block(work->out, 6 * node, ROWS, column + 3, 1.0, &by->theta);
    if (node == index)
        local_skew(work->out, 6 * node + 3, column, c, F);
    if (!feeds_inflow(work))
        return;
    const vec3 change = vec3_sub(from_pole(work), arm_of(work));
    move_moment(&by->x, change);
    move_moment(&by->theta, change);
    add_block(work->out, rotor, ROWS, column, -1.0, &by->x);
    add_block(work->out, rotor, ROWS, column + 3, -1.0, &by->theta);
}

static void add_rates(const aero_work *work, int index, const aero_node_motion *moved, by_node *by)
{
    (void)moved;
    const int first = work->rows->internal + work->station * SECTION_STATES, column = 6 * index;
    add_block(work->out, first, SECTION_STATES, column, -1.0, &by->x);
    add_block(work->out, first, SECTION_STATES, column + 3, -1.0, &by->theta);
}

/* Adds the columns of the nodes: the reference node last, whose rotation is that of the station less the others. */
static void add_node_columns(const aero_work *work, const by_motion *by,
                             void (*add)(const aero_work *, int, const aero_node_motion *, by_node *))
{
    const aero_view *view = work->view;
    const aero *aero = view->aero;
    const int reference = aero->reference;
    const double c = view->state->dvalue;
    by_node own;
    for (int j = 0; j < 3; j++)
        for (int r = 0; r < ROWS; r++)
            own.theta.c[j][r] = c * by->theta.c[j][r];
    for (int i = 0; i < aero->n_nodes; i++) {
        if (i == reference)
            continue;
        by_node of = {.theta = {{{0}}}};
        rows_add_product(&of.theta, c * station_of(work)->N[i], &by->rotated, &view->spread[i]);
        for (int j = 0; j < 3; j++)
            rows_add(own.theta.c[j], -1.0, of.theta.c[j]);
        by_node_set(work, by, i, &view->moved[i], &of);
        add(work, i, &view->moved[i], &of);
    }
    const aero_node_motion on_body =
        aero->span > 0.0 ? aero_node_motion_now(view->state, view->node[0], vec3_sub(work->motion->x, view->node[0]->x))
                         : view->moved[reference];
    by_node_set(work, by, reference, &on_body, &own);
    add(work, reference, &on_body, &own);
}

/* --- columns that do not belong to nodes -------------------------------------------------------------------------- */

static double along(const jet1 *of, int lanes, const double *d)
{
    double sum = 0.0;
    for (int i = 0; i < lanes; i++)
        sum += of->d[i] * d[i];
    return sum;
}

/* d: derivatives of the section's inputs along the column, weighted. */
static void add_column(const aero_work *work, int column, const double d[SECTION_LANES])
{
    const aero *aero = work->view->aero;
    const aero_station *station = station_of(work);
    const section_result *now = &work->load->now;
    const int lanes = section_lanes(aero->model);
    const vec3 in_axes = {along(&now->load[LOAD_1], lanes, d), station->loss * along(&now->load[LOAD_2], lanes, d),
                          along(&now->load[LOAD_3], lanes, d)};
    const vec3 F = vec3_scale(work->motion->length, mat3_mulv(&work->motion->R, in_axes));
    const vec3 rotation = {0, along(&now->load[LOAD_M2], lanes, d), along(&now->load[LOAD_M3], lanes, d)};
    const vec3 M = vec3_scale(work->motion->length, mat3_mulv(&work->motion->R, rotation));
    const vec3 arm = arm_of(work);
    local_column(work->out, 6 * station->node, column, 1.0, F);
    local_column(work->out, 6 * station->node + 3, column, 1.0, vec3_add(M, vec3_cross(arm, F)));
    if (feeds_inflow(work)) {
        local_column(work->out, work->rows->inflow, column, -1.0, F);
        local_column(work->out, work->rows->inflow + 3, column, -1.0, vec3_add(M, vec3_cross(from_pole(work), F)));
    }
    const int n_states = aero->model->n_states;
    for (int i = 0; i < n_states; i++)
        jacobian_row(work->out, work->rows->internal + work->station * n_states + i)[column] -=
            along(&now->row[i], lanes, d);
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
    by_motion by;
    load_by_motion(&work, &by);
    add_node_columns(&work, &by, add_load);
    if (view->aero->model->n_states > 0) {
        states_by_motion(&work, &by);
        add_node_columns(&work, &by, add_rates);
    }
    add_other_columns(&work);
}
