/* shell4.c - shells with six unknowns a node, after Witkowski (Comput. Mech. 43, 2009).
 *
 *     T_n = R_n A_n                     axes of the surface at the nodes, A_n fixed
 *     Tm = Rot(mean of T_n)             of the predicted state, kept during the step
 *     phi_n = vector of Tm' T_n,        phi = sum h_n phi_n,      T = Tm Rot(phi) Q
 *     e_k = T' y,k - 1_k                k_k = Q' Gamma(phi)' phi,k - those at rest           k = 1, 2
 *
 * Q takes Tm Rot(phi) at rest to the axes of the surface at the point. e11, e22, e12, e21 are enhanced with seven modes
 *
 *     P = (det J0 / det J) M^-T H(r), M of J at the centre in the interpolated axes
 *
 * and e13, e23 are sums of those at stations, which the type chooses. In local unknowns, Y = Tm' y and phi_n, forces
 * are the gradient of the energy, g, and the stiffness its second, H; with dphi_n = Gamma_n^-1 Tm' dt of the spin dt
 *
 *     rows of spin     Tm Gamma_n^-T g,      columns  H Gamma_n^-1 Tm' + d(Gamma_n^-T g)/dphi_n
 *
 * The parameters of the modes are unknowns of the system, as in MBDyn: how far it is from the solution, and
 * what an eigenanalysis finds, depends on their rows. Since Tm does not follow the iterations, the forces of a turned
 * shell are not quite in balance: of third order in phi. */
#include "element/plate/shell4.h"
#include "element/plate/turning.h"
#include "linalg/dense.h"
#include "math/rotation.h"
#include <string.h>

/* --- motion ------------------------------------------------------------------------------------------------------- */

/* Rotation vector of a mean of rotations, which is none itself, as the reference has it. */
static vec3 vector_of(const mat3 *A)
{
    const vec3 a = {0.5 * (A->e[2][1] - A->e[1][2]), 0.5 * (A->e[0][2] - A->e[2][0]), 0.5 * (A->e[1][0] - A->e[0][1])};
    const double cosine = 0.5 * (A->e[0][0] + A->e[1][1] + A->e[2][2] - 1.0), length = vec3_norm(a);
    if (cosine > 0.0) {
        const double angle = atan2(length, cosine), sine = sin(angle);
        return sine > 0.0 ? vec3_scale(angle / sine, a) : a;
    }
    mat3 S = mat3_transpose(A); /* (1 - cos) n n' */
    mat3_add_scaled(&S, 1.0, A);
    S = mat3_scale(0.5, &S);
    mat3_add_scaled(&S, -cosine, &MAT3_EYE);
    const int i = S.e[1][1] > S.e[0][0] ? (S.e[2][2] > S.e[1][1] ? 2 : 1) : S.e[2][2] > S.e[0][0] ? 2 : 0;
    const vec3 axis = vec3_scale(1.0 / sqrt(S.e[i][i] * (1.0 - cosine)), mat3_col(&S, i));
    return vec3_scale(atan2(vec3_dot(axis, a), cosine), axis);
}

static mat3 mean_axes(const mat3 T[PLATE_NODES])
{
    mat3 A = {{{0}}};
    for (int k = 0; k < PLATE_NODES; k++)
        mat3_add_scaled(&A, 0.25, &T[k]);
    return rotation_exp(vector_of(&A));
}

typedef struct {
    vec3 Y[PLATE_NODES], phi[PLATE_NODES];
    mat3 mean;
} shell_motion;

static void motion_of(const mat3 T[PLATE_NODES], const vec3 y[PLATE_NODES], const mat3 *mean, shell_motion *m)
{
    m->mean = *mean;
    for (int k = 0; k < PLATE_NODES; k++) {
        const mat3 turned = mat3_tmul(mean, &T[k]);
        m->phi[k] = rotation_log(&turned);
        m->Y[k] = mat3_tmulv(mean, vec3_sub(y[k], y[0]));
    }
}

static void axes_now(const shell4 *q, const state *s, mat3 T[PLATE_NODES])
{
    for (int k = 0; k < PLATE_NODES; k++)
        T[k] = mat3_mul(&s->poses[q->plate.node[k]->pose].R, &q->axes[k]);
}

static void motion_now(const state *s, const elem *e, shell_motion *m)
{
    const shell4 *q = e->self;
    const shell_mean *kept = remembered(s, e->memory);
    mat3 T[PLATE_NODES];
    vec3 y[PLATE_NODES];
    axes_now(q, s, T);
    for (int k = 0; k < PLATE_NODES; k++)
        y[k] = s->poses[q->plate.node[k]->pose].x;
    motion_of(T, y, &kept->mean, m);
}

void shell4_begin(const void *self, void *memory) { ((shell_mean *)memory)->mean = ((const shell4 *)self)->mean; }

void shell4_predict(const state *s, const elem *e, memory_block *to)
{
    shell_mean *kept = memory_at(to, e->memory);
    mat3 T[PLATE_NODES];
    axes_now(e->self, s, T);
    kept->mean = mean_axes(T);
}

/* --- strains at a station ----------------------------------------------------------------------------------------- */

typedef struct {
    vec3 y[2], phi, bend[2]; /* y,k, phi, phi,k */
    turning rot, spin;
    double strain[PLATE_STRAINS];
} station_state;

static void station_now(const shell_station *at, const shell_motion *m, station_state *x)
{
    *x = (station_state){.phi = {0, 0, 0}};
    for (int n = 0; n < PLATE_NODES; n++) {
        x->phi = vec3_axpy(x->phi, at->h[n], m->phi[n]);
        for (int k = 0; k < 2; k++) {
            x->y[k] = vec3_axpy(x->y[k], at->along[k][n], m->Y[n]);
            x->bend[k] = vec3_axpy(x->bend[k], at->along[k][n], m->phi[n]);
        }
    }
    const double s = vec3_dot(x->phi, x->phi);
    x->rot = turning_rot(s);
    x->spin = turning_spin(s);
    const mat3 back = turning_matrix(&x->rot, -1.0, x->phi), spin = turning_matrix(&x->spin, -1.0, x->phi);
    for (int k = 0; k < 2; k++) {
        const vec3 e = mat3_tmulv(&at->Q, mat3_mulv(&back, x->y[k]));
        const vec3 bent = mat3_tmulv(&at->Q, mat3_mulv(&spin, x->bend[k]));
        vec3_store(x->strain + 3 * k, e);
        x->strain[4 * k] -= 1.0;
        vec3_store(x->strain + 6 + 3 * k, vec3_sub(bent, at->bent[k]));
    }
}

static void put_block(double (*B)[PLATE_COLUMNS], int row, int column, double f, const mat3 *m)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            B[row + i][column + j] += f * m->e[i][j];
}

/* Of the strains at a station along Y and phi of the nodes. */
static void station_slopes(const shell_station *at, const station_state *x, double (*B)[PLATE_COLUMNS])
{
    const mat3 back = turning_matrix(&x->rot, -1.0, x->phi), spin = turning_matrix(&x->spin, -1.0, x->phi);
    const mat3 by_y = mat3_tmul(&at->Q, &back), by_bend = mat3_tmul(&at->Q, &spin);
    memset(B, 0, PLATE_STRAINS * sizeof *B);
    for (int k = 0; k < 2; k++) {
        const mat3 turned = turning_slope(&x->rot, -1.0, x->phi, x->y[k]);
        const mat3 spun = turning_slope(&x->spin, -1.0, x->phi, x->bend[k]);
        const mat3 by_phi = mat3_tmul(&at->Q, &turned), bent_by_phi = mat3_tmul(&at->Q, &spun);
        for (int n = 0; n < PLATE_NODES; n++) {
            put_block(B, 3 * k, 6 * n, at->along[k][n], &by_y);
            put_block(B, 3 * k, 6 * n + 3, at->h[n], &by_phi);
            put_block(B, 6 + 3 * k, 6 * n + 3, at->along[k][n], &by_bend);
            put_block(B, 6 + 3 * k, 6 * n + 3, at->h[n], &bent_by_phi);
        }
    }
}

static void add_transposed(plate_stiffness K, int row, int column, double f, const mat3 *m)
{
    const mat3 t = mat3_transpose(m);
    put_block(K, row, column, f, m);
    put_block(K, column, row, f, &t);
}

/* How stresses at a station turn with it: n, m times the weight. */
static void station_stiffness(const shell_station *at, const station_state *x, const double *stress, plate_stiffness K)
{
    mat3 by_y[2], by_bend[2], own = {{{0}}};
    for (int k = 0; k < 2; k++) {
        const vec3 n = mat3_mulv(&at->Q, vec3_load(stress + 3 * k));
        const vec3 m = mat3_mulv(&at->Q, vec3_load(stress + 6 + 3 * k));
        by_y[k] = turning_slope(&x->rot, 1.0, x->phi, n);
        by_bend[k] = turning_slope(&x->spin, 1.0, x->phi, m);
        turning_curvature(&x->rot, x->phi, x->y[k], n, &own);
        turning_curvature(&x->spin, x->phi, x->bend[k], m, &own);
    }
    for (int a = 0; a < PLATE_NODES; a++)
        for (int b = 0; b < PLATE_NODES; b++) {
            put_block(K, 6 * a + 3, 6 * b + 3, at->h[a] * at->h[b], &own);
            for (int k = 0; k < 2; k++) {
                add_transposed(K, 6 * a, 6 * b + 3, at->along[k][a] * at->h[b], &by_y[k]);
                add_transposed(K, 6 * a + 3, 6 * b + 3, at->along[k][a] * at->h[b], &by_bend[k]);
            }
        }
}

/* --- the element -------------------------------------------------------------------------------------------------- */

static const int SHEAR_ROW[] = {2, 5};

static void strains_of(const shell4 *q, const station_state *x, plate_strains strain)
{
    for (int p = 0; p < QUADRANGLE_POINTS; p++) {
        memcpy(strain[p], x[p].strain, sizeof strain[p]);
        for (int k = 0; k < 2; k++) {
            double sum = 0.0;
            for (int i = 0; i < q->n_stations; i++)
                sum += q->shear[p][k][i] * x[i].strain[SHEAR_ROW[k]];
            strain[p][SHEAR_ROW[k]] = sum;
        }
    }
}

/* Slopes at the points, of those at the stations. */
static void slopes_of(const shell4 *q, double (*at)[PLATE_STRAINS][PLATE_COLUMNS], plate_slopes B)
{
    for (int p = 0; p < QUADRANGLE_POINTS; p++) {
        memcpy(B[p], at[p], sizeof B[p]);
        for (int k = 0; k < 2; k++) {
            double *row = B[p][SHEAR_ROW[k]];
            memset(row, 0, sizeof B[p][0]);
            for (int i = 0; i < q->n_stations; i++)
                for (int j = 0; q->shear[p][k][i] != 0.0 && j < PLATE_COLUMNS; j++)
                    row[j] += q->shear[p][k][i] * at[i][SHEAR_ROW[k]][j];
        }
    }
}

/* Stresses that belong to the strains of the stations, times weights. */
static void station_stresses(const shell4 *q, plate_strains stress, double (*to)[PLATE_STRAINS])
{
    memset(to, 0, SHELL_STATIONS * sizeof *to);
    for (int p = 0; p < QUADRANGLE_POINTS; p++) {
        const double w = q->plate.enhanced.weight[p];
        for (int i = 0; i < PLATE_STRAINS; i++)
            to[p][i] += i == SHEAR_ROW[0] || i == SHEAR_ROW[1] ? 0.0 : w * stress[p][i];
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < q->n_stations; i++)
                to[i][SHEAR_ROW[k]] += w * q->shear[p][k][i] * stress[p][SHEAR_ROW[k]];
    }
}

static mat3 block_of(plate_stiffness K, int row, int column)
{
    mat3 m;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m.e[i][j] = K[row + i][column + j];
    return m;
}

static void turn_row(const mat3 *to, double *row)
{
    for (int a = 0; a < 2 * PLATE_NODES; a++)
        vec3_store(row + 3 * a, mat3_mulv(&to[a], vec3_load(row + 3 * a)));
}

/* From local unknowns to positions and spins. */
static void to_nodes(const shell_motion *m, int n, double *g, plate_stiffness K, enhanced_rows *modes)
{
    mat3 to[2 * PLATE_NODES]; /* d(local)/d(global), transposed */
    for (int k = 0; k < PLATE_NODES; k++) {
        const turning t = turning_inverse_spin(vec3_dot(m->phi[k], m->phi[k]));
        const mat3 back = turning_matrix(&t, 1.0, m->phi[k]);
        const vec3 moment = vec3_load(g + 6 * k + 3);
        to[2 * k] = m->mean;
        to[2 * k + 1] = mat3_mul(&m->mean, &back);
        if (n > 0) {
            /* K is multiplied by `back` from the left below */
            const mat3 slope = turning_slope(&t, 1.0, m->phi[k], moment), inverse = mat3_inverse(&back);
            const mat3 own = mat3_mul(&inverse, &slope);
            put_block(K, 6 * k + 3, 6 * k + 3, 1.0, &own);
        }
    }
    turn_row(to, g);
    for (int i = 0; n > 0 && i < PLATE_MODES; i++) {
        turn_row(to, modes->by_q[i]);
        turn_row(to, modes->of_q[i]);
    }
    for (int a = 0; a < 2 * PLATE_NODES; a++) {
        for (int b = 0; n > 0 && b < 2 * PLATE_NODES; b++) {
            const mat3 block = block_of(K, 3 * a, 3 * b), left = mat3_mul(&to[a], &block);
            const mat3 both = mat3_mult(&left, &to[b]);
            for (int i = 0; i < 3; i++)
                memcpy(&K[3 * a + i][3 * b], both.e[i], sizeof both.e[i]);
        }
    }
}

/* Rows and columns of the enhanced strains. */
static void shell4_add_modes(const plate *q, const state *s, int n, const enhanced_rows *modes, local *out)
{
    const double f = q->kind->is_divided && s->dvalue != 0.0 ? 1.0 / s->dvalue : 1.0;
    for (int m = 0; m < PLATE_MODES; m++) {
        const int row = PLATE_COLUMNS + m;
        out->r[row] += f * modes->r[m];
        for (int j = 0; n > 0 && j < PLATE_COLUMNS; j++) {
            out->J[row * out->ld + j] += f * s->dvalue * modes->by_q[m][j];
            out->J[j * out->ld + row] -= modes->of_q[m][j];
        }
        for (int j = 0; n > 0 && j < PLATE_MODES; j++)
            out->J[row * out->ld + PLATE_COLUMNS + j] += f * modes->by_beta[m][j];
    }
}

void shell4_eval(int n, const state *s, const elem *e, local *out)
{
    const shell4 *q = e->self;
    double g[PLATE_COLUMNS] = {0}, at[SHELL_STATIONS][PLATE_STRAINS][PLATE_COLUMNS];
    double turned[SHELL_STATIONS][PLATE_STRAINS];
    station_state x[SHELL_STATIONS];
    plate_strains strain, stress;
    plate_slopes B;
    plate_stiffness K = {{0}};
    enhanced_rows modes;
    shell_motion m;
    motion_now(s, e, &m);
    for (int i = 0; i < q->n_stations; i++) {
        station_now(&q->station[i], &m, &x[i]);
        station_slopes(&q->station[i], &x[i], at[i]);
    }
    strains_of(q, x, strain);
    enhanced_stress_of(&q->plate.enhanced, s->y + e->own, strain, stress);
    station_stresses(q, stress, turned);
    for (int i = 0; i < q->n_stations; i++)
        for (int k = 0; k < PLATE_STRAINS; k++)
            for (int j = 0; turned[i][k] != 0.0 && j < PLATE_COLUMNS; j++)
                g[j] += turned[i][k] * at[i][k][j];
    if (n > 0) {
        slopes_of(q, at, B);
        enhanced_stiffness(&q->plate.enhanced, PLATE_COLUMNS, true, B, K);
        for (int i = 0; i < q->n_stations; i++)
            station_stiffness(&q->station[i], &x[i], turned[i], K);
    }
    enhanced_rows_of(&q->plate.enhanced, PLATE_COLUMNS, n > 0 ? B : NULL, stress, &modes);
    to_nodes(&m, n, g, K, &modes);
    plate_add(&q->plate, s, n, g, K, out);
    shell4_add_modes(&q->plate, s, n, &modes, out);
}

void shell4_stress(const state *s, const elem *e, plate_strains stress)
{
    const shell4 *q = e->self;
    station_state x[SHELL_STATIONS];
    plate_strains strain;
    shell_motion m;
    motion_now(s, e, &m);
    for (int i = 0; i < q->n_stations; i++)
        station_now(&q->station[i], &m, &x[i]);
    strains_of(q, x, strain);
    enhanced_stress_of(&q->plate.enhanced, s->y + e->own, strain, stress);
}

const char *shell4_own_name(const elem *e, int i)
{
    (void)e, (void)i;
    return "enhanced strain";
}

/* --- at rest ------------------------------------------------------------------------------------------------------ */

static void rest_motion(shell4 *q, shell_motion *m)
{
    mat3 T[PLATE_NODES];
    vec3 y[PLATE_NODES];
    for (int k = 0; k < PLATE_NODES; k++) {
        plate_surface at;
        plate_surface_at(&q->plate, QUADRANGLE_CORNERS[k], &at);
        T[k] = at.axes;
        y[k] = plate_x0(&q->plate, k);
        q->axes[k] = mat3_tmul(&q->plate.node[k]->initial->R, &T[k]);
    }
    q->mean = mean_axes(T);
    motion_of(T, y, &q->mean, m);
}

/* Axes that are interpolated, at rest. */
static mat3 rest_axes(const double *h, const shell_motion *m)
{
    vec3 phi = {0, 0, 0};
    for (int k = 0; k < PLATE_NODES; k++)
        phi = vec3_axpy(phi, h[k], m->phi[k]);
    const mat3 turned = rotation_exp(phi);
    return mat3_mul(&m->mean, &turned);
}

static void make_station(const shell_motion *m, const plate_surface *at, shell_station *to)
{
    station_state x;
    const mat3 between = rest_axes(at->h, m);
    memcpy(to->h, at->h, sizeof to->h);
    memcpy(to->along, at->along, sizeof to->along);
    to->Q = mat3_tmul(&between, &at->axes);
    to->bent[0] = to->bent[1] = (vec3){0, 0, 0};
    station_now(to, m, &x);
    to->bent[0] = vec3_load(x.strain + 6);
    to->bent[1] = vec3_load(x.strain + 9);
}

/* det J and M^-T at the centre, in the interpolated axes; rows and columns 11, 22, 12, 21. */
static double mode_axes(const shell4 *q, const shell_motion *m, double X[4][4])
{
    static const double CENTRE[2];
    plate_surface at;
    double J[2][2], M[16];
    plate_surface_at(&q->plate, CENTRE, &at);
    const mat3 t = rest_axes(at.h, m);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            J[i][k] = vec3_dot(mat3_col(&t, i), at.x[k]);
    static const int FIRST[] = {0, 1, 0, 1}, SECOND[] = {0, 1, 1, 0};
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++) {
            const int i = FIRST[a], j = SECOND[a], k = FIRST[b], l = SECOND[b];
            M[b * 4 + a] = J[i][k] * J[j][l]; /* transposed */
            X[a][b] = a == b;
        }
    dense_solve(4, 4, M, X[0]);
    return at.det;
}

static void modes_at(const double r[2], double X[4][4], double det, double (*P)[PLATE_MODES])
{
    const double both = r[0] * r[1];
    const double H[4][PLATE_MODES] = {{r[0], both, 0, 0, 0, 0, 0},
                                      {0, 0, r[1], both, 0, 0, 0},
                                      {0, 0, 0, 0, r[0], both, 0},
                                      {0, 0, 0, 0, 0, both, r[1]}};
    for (int a = 0; a < 4; a++)
        for (int m = 0; m < PLATE_MODES; m++)
            P[a][m] = (X[a][0] * H[0][m] + X[a][1] * H[1][m] + X[a][2] * H[2][m] + X[a][3] * H[3][m]) / det;
}

void shell4_complete(arena *memory, plate *of, int n_stations)
{
    static const double SIDES[][2] = {{0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    static const int ROWS[] = {0, 4, 1, 3};
    shell4 *q = (shell4 *)of;
    enhanced *by = &of->enhanced;
    shell_motion m;
    double X[4][4];
    rest_motion(q, &m);
    const double centre = mode_axes(q, &m, X);
    q->n_stations = n_stations;
    enhanced_begin(memory, by, QUADRANGLE_POINTS, PLATE_STRAINS, ROWS, 4, PLATE_MODES);
    for (int i = 0; i < n_stations; i++) {
        plate_surface at;
        double r[2];
        quadrangle_point(i, r);
        plate_surface_at(of, i < QUADRANGLE_POINTS ? r : SIDES[i - QUADRANGLE_POINTS], &at);
        make_station(&m, &at, &q->station[i]);
        if (i >= QUADRANGLE_POINTS)
            continue;
        by->weight[i] = at.det;
        modes_at(r, X, at.det / centre, by->P[i]);
    }
}
