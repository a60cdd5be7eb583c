/* beam_jacobian.c - derivatives of a beam's forces, point by point and node by node.
 *
 * In global axes, with t_i the spin of node i, dg_i = G(g_i)^-1 t_i, K and C the law's tangents rotated by R,
 * c = G(g) g_s the curvature since the predicted configuration, and A(v) the derivative of G(g) v with respect to g:
 *     spin of the section, dt    N_i G dg_i
 *     dc                         (a_i G + N_i A(g_s)) dg_i
 *     dw                         N_i (G dg_i' + (A(g') - (R(g) w_predicted) x G) dg_i)
 *     R d strain = (a_i (dx_i - b_i x t_i) + l x dt,  dc + c x dt)
 *     R d rate   = (a_i (dv_i - b_i x dw_i - w_i x b_i x t_i - w x (dx_i - b_i x t_i)) + l x dw + e_dot x dt,
 *                   a_i G dg_i' + N_i A(g_s') dg_i + c x dw - w x dc + k_dot x dt)
 *     (dF, dM)   = K R d strain + C R d rate - (F, M) x dt
 *     moment at node r:  (p - x_r) x dF + dM - F x (N_i (dx_i - b_i x t_i) - dx_r)
 *
 * The part of (dF, dM) along dg_i is (N_i X + a_i Y) dg_i, with X and Y of the point. The Jacobian is written by hand:
 * flexible models spend most of their time in beams. The six rows of a force and a moment are stored by columns while
 * they are computed, and then by rows for all nodes, so that both are operations on vectors. */
#include "element/beam/beam.h"
#include "base/wide.h"
#include "element/blocks.h"
#include "math/rotation.h"

/* Six rows of three columns, force and then moment; each column is two vectors. */
enum { SIX = 2 * WIDTH };
typedef struct {
    double c[3][SIX];
} six;

/* r = s a */
WIDE_PART void six_scale(six *r, double s, const six *a)
{
    for (int j = 0; j < 3; j++)
        for (int v = 0; v < SIX / WIDTH; v++)
            ((wide *)r->c[j])[v] = s * ((const wide *)a->c[j])[v];
}

/* r += s a */
WIDE_PART void six_add(six *r, double s, const six *a)
{
    for (int j = 0; j < 3; j++)
        for (int v = 0; v < SIX / WIDTH; v++)
            ((wide *)r->c[j])[v] += s * ((const wide *)a->c[j])[v];
}

/* r = a m */
WIDE_PART void six_product(six *r, const six *a, const mat3 *m)
{
    for (int j = 0; j < 3; j++)
        for (int v = 0; v < SIX / WIDTH; v++)
            ((wide *)r->c[j])[v] = m->e[0][j] * ((const wide *)a->c[0])[v] + m->e[1][j] * ((const wide *)a->c[1])[v] +
                                   m->e[2][j] * ((const wide *)a->c[2])[v];
}

/* r += a m */
WIDE_PART void six_add_product(six *r, const six *a, const mat3 *m)
{
    six product;
    six_product(&product, a, m);
    six_add(r, 1.0, &product);
}

/* r += a b x */
WIDE_PART void six_add_product_cross(six *r, const six *a, vec3 b)
{
    for (int v = 0; v < SIX / WIDTH; v++) {
        const wide x = ((const wide *)a->c[0])[v], y = ((const wide *)a->c[1])[v], z = ((const wide *)a->c[2])[v];
        ((wide *)r->c[0])[v] += y * b.z - z * b.y;
        ((wide *)r->c[1])[v] += z * b.x - x * b.z;
        ((wide *)r->c[2])[v] += x * b.y - y * b.x;
    }
}

/* Adds a matrix to the rows of the force (first = 0) or of the moment (3). */
WIDE_PART void six_add_rows(six *r, int first, double s, const mat3 *m)
{
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            r->c[j][first + i] += s * m->e[i][j];
}

/* Derivatives of the force and of the moment with respect to the six columns of a node: positions and rotations. */
typedef struct {
    six x, g;
} columns;

/* The same by rows, for all nodes. */
enum { BEAM_COLUMNS = 20 };
typedef struct {
    double F[3][BEAM_COLUMNS], M[3][BEAM_COLUMNS];
} rows;

/* a x M */
WIDE_PART mat3 cross_mul(vec3 a, const mat3 *m)
{
    mat3 r;
    for (int j = 0; j < 3; j++) {
        const double x = m->e[0][j], y = m->e[1][j], z = m->e[2][j];
        r.e[0][j] = a.y * z - a.z * y;
        r.e[1][j] = a.z * x - a.x * z;
        r.e[2][j] = a.x * y - a.y * x;
    }
    return r;
}

/* r += s m */
WIDE_PART void beam_jacobian_add(mat3 *r, double s, const mat3 *m)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r->e[i][j] += s * m->e[i][j];
}

/* R T R' of the four blocks of a 6x6 tangent; T is followed by at least two numbers. */
WIDE_PART void beam_jacobian_rotate(const mat3 *R, const double *T, six out[2])
{
    double half[6][SIX]; /* R T */
    for (int i = 0; i < 6; i++) {
        const double *row = R->e[i % 3], *from = T + (i < 3 ? 0 : 18);
        for (int v = 0; v < SIX / WIDTH; v++, from += WIDTH)
            ((wide *)half[i])[v] =
                row[0] * *(const wide *)from + row[1] * *(const wide *)(from + 6) + row[2] * *(const wide *)(from + 12);
    }
    for (int j = 0; j < 2; j++) {
        six columns;
        for (int c = 0; c < 3; c++)
            for (int i = 0; i < SIX; i++)
                columns.c[c][i] = i < 6 ? half[i][3 * j + c] : 0.0;
        const mat3 Rt = mat3_transpose(R);
        six_product(&out[j], &columns, &Rt);
    }
}

typedef struct {
    const beam *beam;
    const state *state;
    const beam_shape *shape;
    const beam_point *point;
    const beam_motion *motion;
    int which;
    vec3 F, M;
    six K[2], C[2]; /* columns of strains and of curvatures */
    mat3 G, A;      /* G(g) and A(g_s) */
    six X, Y;       /* without rates */
    local *out;
} work;

/* Blocks of R d rate with respect to the columns of node i: translation by x and g, rotation by g. */
typedef struct {
    mat3 x, g, k;
} rate_columns;

/* dw along the spin of node i, whose G(g_i)^-1 is `inverse` */
static mat3 angular_velocity(const work *work, int i, const mat3 *inverse)
{
    const beam_motion *motion = work->motion;
    const double c = work->state->dvalue * work->point->N[i], d = work->state->drate * work->point->N[i];
    const mat3 A = rotation_cgr_spin_derivative(motion->g, motion->gp),
               carried = cross_mul(motion->w_carried, &work->G);
    mat3 by_g = mat3_scale(d, &work->G);
    beam_jacobian_add(&by_g, c, &A);
    beam_jacobian_add(&by_g, -c, &carried);
    return mat3_mul(&by_g, inverse);
}

/* R d k' along the spin of node i, but c x dw */
static mat3 curvature_rate_columns(const work *work, int i, const mat3 *inverse)
{
    const beam_motion *motion = work->motion;
    const double a = work->point->a[i], N = work->point->N[i], c = work->state->dvalue;
    const mat3 A = rotation_cgr_spin_derivative(motion->g, motion->gp_s), dragged = cross_mul(motion->k_dot, &work->G);
    mat3 by_g = mat3_scale(work->state->drate * a, &work->G), curvature = mat3_scale(a, &work->G);
    beam_jacobian_add(&curvature, N, &work->A);
    const mat3 rotating = cross_mul(motion->w, &curvature);
    beam_jacobian_add(&by_g, c * N, &A);
    beam_jacobian_add(&by_g, -c, &rotating);
    beam_jacobian_add(&by_g, c * N, &dragged);
    return mat3_mul(&by_g, inverse);
}

static rate_columns rates(const work *work, int i, const mat3 *inverse)
{
    const double a = work->point->a[i], c = work->state->dvalue;
    const vec3 b = work->shape->b[i], e_dot = vec3_scale(c * work->point->N[i], work->motion->e_dot);
    const mat3 dw_i = spin_rate(work->state, work->shape->poses[i]), b_x = mat3_skew(b);
    const mat3 dw = angular_velocity(work, i, inverse), spin = mat3_mul(&work->G, inverse);
    rate_columns columns = {.x = mat3_skew(vec3_scale(-a * c, work->motion->w)),
                            .k = curvature_rate_columns(work, i, inverse)};
    for (int j = 0; j < 3; j++)
        columns.x.e[j][j] += a * work->state->drate;
    columns.g = cross_mul(vec3_scale(-a, b), &dw_i);
    const mat3 rotating = cross_mul(vec3_scale(a * c, vec3_sub(work->motion->w, work->shape->poses[i]->w)), &b_x);
    const mat3 dragged = cross_mul(e_dot, &spin), swept = cross_mul(work->motion->l, &dw);
    const mat3 bent = cross_mul(work->motion->curvature, &dw);
    beam_jacobian_add(&columns.g, 1.0, &rotating);
    beam_jacobian_add(&columns.g, 1.0, &dragged);
    beam_jacobian_add(&columns.g, 1.0, &swept);
    beam_jacobian_add(&columns.k, 1.0, &bent);
    return columns;
}

static void add_viscous(const work *work, int i, const mat3 *inverse, columns *columns)
{
    const rate_columns rate_columns = rates(work, i, inverse);
    six_add_product(&columns->x, &work->C[0], &rate_columns.x);
    six_add_product(&columns->g, &work->C[0], &rate_columns.g);
    six_add_product(&columns->g, &work->C[1], &rate_columns.k);
}

/* X = K0 (l x G) + K1 (A + c x G) - (F or M) x G,   Y = K1 G */
WIDE_PART void set_section_blocks(work *work)
{
    const beam_motion *motion = work->motion;
    const mat3 stretched = cross_mul(motion->l, &work->G), force = cross_mul(work->F, &work->G),
               moment = cross_mul(work->M, &work->G);
    mat3 bent = cross_mul(motion->curvature, &work->G);
    beam_jacobian_add(&bent, 1.0, &work->A);
    six_product(&work->X, &work->K[0], &stretched);
    six_add_product(&work->X, &work->K[1], &bent);
    six_add_rows(&work->X, 0, -1.0, &force);
    six_add_rows(&work->X, 3, -1.0, &moment);
    six_product(&work->Y, &work->K[1], &work->G);
}

static inline bool is_zero(vec3 a) { return a.x == 0 && a.y == 0 && a.z == 0; }

/* Positions: a K0. Rotations: (N X + a Y) G(g_i)^-1 - a K0 b x, times dvalue. */
WIDE_PART void set_columns(const work *work, int i, columns *columns)
{
    const double c = work->state->dvalue, a = c * work->point->a[i];
    const mat3 inverse = rotation_cgr_spin_inverse(work->shape->g[i]);
    six by_g;
    six_scale(&columns->x, a, &work->K[0]);
    six_scale(&by_g, c * work->point->N[i], &work->X);
    six_add(&by_g, a, &work->Y);
    if (is_zero(work->shape->g[i]))
        columns->g = by_g;
    else
        six_product(&columns->g, &by_g, &inverse);
    if (!is_zero(work->beam->f[i]))
        six_add_product_cross(&columns->g, &work->K[0], vec3_scale(-a, work->shape->b[i]));
    if (work->point->law->kind & LAW_VISCOUS)
        add_viscous(work, i, &inverse, columns);
}

/* Adds - F x dp to the moment, and stores the rows; dp = N (dx - b x t). */
WIDE_PART void store_rows(const work *work, int i, columns *columns, rows *to)
{
    const double N = work->state->dvalue * work->point->N[i];
    const mat3 force = mat3_skew(work->F), lever = mat3_skew_skew(work->F, work->shape->b[i]);
    six_add_rows(&columns->x, 3, -N, &force);
    six_add_rows(&columns->g, 3, N, &lever);
    for (int r = 0; r < 3; r++)
        for (int j = 0; j < 3; j++) {
            to->F[r][6 * i + j] = columns->x.c[j][r];
            to->M[r][6 * i + j] = columns->x.c[j][3 + r];
            to->F[r][6 * i + 3 + j] = columns->g.c[j][r];
            to->M[r][6 * i + 3 + j] = columns->g.c[j][3 + r];
        }
}

static inline wide *row_vectors(const work *work, int row) { return (wide *)jacobian_row(work->out, row); }

/* Adds to the rows of a node next to the point: the force, and the moment about the node. */
WIDE_PART void add_rows(const work *work, int node, double sign, const rows *from)
{
    const int row = 6 * node, vectors = wide_size(6 * work->beam->n_nodes) / WIDTH;
    const vec3 arm = vec3_sub(work->motion->p, work->shape->poses[node]->x);
    for (int v = 0; v < vectors; v++) {
        const wide x = sign * ((const wide *)from->F[0])[v], y = sign * ((const wide *)from->F[1])[v],
                   z = sign * ((const wide *)from->F[2])[v];
        row_vectors(work, row)[v] += x;
        row_vectors(work, row + 1)[v] += y;
        row_vectors(work, row + 2)[v] += z;
        row_vectors(work, row + 3)[v] += sign * ((const wide *)from->M[0])[v] + (arm.y * z - arm.z * y);
        row_vectors(work, row + 4)[v] += sign * ((const wide *)from->M[1])[v] + (arm.z * x - arm.x * z);
        row_vectors(work, row + 5)[v] += sign * ((const wide *)from->M[2])[v] + (arm.x * y - arm.y * x);
    }
    local_skew(work->out, row + 3, row, sign * work->state->dvalue, work->F);
}

/* Adds the columns of the electrodes, and the rows of the charges. */
static void add_electrodes(const work *work)
{
    const beam *beam = work->beam;
    const int n = beam->n_electrodes, first = 6 * beam->n_nodes;
    for (int j = 0; j < n; j++) {
        double P[LAW_MAX];
        for (int i = 0; i < LAW_MAX; i++)
            P[i] = work->state->dvalue * work->point->P[i * n + j];
        const vec3 F = mat3_mulv(&work->motion->R, vec3_load(P)), M = mat3_mulv(&work->motion->R, vec3_load(P + 3));
        for (int end = 0; end < 2; end++) {
            const int r = work->which + end;
            const vec3 arm = vec3_sub(work->motion->p, work->shape->poses[r]->x);
            local_column(work->out, 6 * r, first + j, end == 0 ? 1.0 : -1.0, F);
            local_column(work->out, 6 * r + 3, first + j, end == 0 ? 1.0 : -1.0, vec3_add(vec3_cross(arm, F), M));
        }
    }
}

static void add_charges(const work *work)
{
    const beam *beam = work->beam;
    const int n = beam->n_electrodes, first = 6 * beam->n_nodes;
    for (int i = 0; i < beam->n_nodes; i++) {
        const mat3 inverse = rotation_cgr_spin_inverse(work->shape->g[i]);
        const rate_columns columns = rates(work, i, &inverse);
        for (int j = 0; j < n; j++) {
            const double *Q = work->point->Q + j * LAW_MAX;
            const vec3 nu = mat3_mulv(&work->motion->R, vec3_load(Q)),
                       k = mat3_mulv(&work->motion->R, vec3_load(Q + 3));
            local_row(work->out, first + j, 6 * i, work->point->length, mat3_tmulv(&columns.x, nu));
            local_row(work->out, first + j, 6 * i + 3, work->point->length,
                      vec3_add(mat3_tmulv(&columns.g, nu), mat3_tmulv(&columns.k, k)));
        }
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            work->out->J[(first + j) * work->out->ld + first + i] +=
                work->point->length * work->point->C[j * n + i] * work->state->drate;
}

WIDE void beam_add_columns(const beam *beam, const state *state, const beam_shape *shape, int which,
                           const beam_motion *motion, const law_result *result, local *out)
{
    work work;
    work.beam = beam, work.state = state, work.shape = shape, work.motion = motion, work.out = out;
    work.point = &beam->point[which], work.which = which;
    work.G = rotation_cgr_spin(motion->g);
    work.A = rotation_cgr_spin_derivative(motion->g, motion->g_s);
    work.F = mat3_mulv(&motion->R, vec3_load(result->stress));
    work.M = mat3_mulv(&motion->R, vec3_load(result->stress + 3));
    beam_jacobian_rotate(&motion->R, result->by_strain, work.K);
    if (work.point->law->kind & LAW_VISCOUS)
        beam_jacobian_rotate(&motion->R, result->by_rate, work.C);
    set_section_blocks(&work);
    rows rows;
    for (int k = 0; k < 3; k++)
        for (int j = 6 * beam->n_nodes; j < BEAM_COLUMNS; j++)
            rows.F[k][j] = rows.M[k][j] = 0.0;
    for (int i = 0; i < beam->n_nodes; i++) {
        columns columns;
        set_columns(&work, i, &columns);
        store_rows(&work, i, &columns, &rows);
    }
    add_rows(&work, which, 1.0, &rows);
    add_rows(&work, which + 1, -1.0, &rows);
    if (beam->n_electrodes)
        add_electrodes(&work);
    if (beam->is_coupled)
        add_charges(&work);
}
