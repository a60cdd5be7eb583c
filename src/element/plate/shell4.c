/* shell4.c - shells with six unknowns per node, after Witkowski (Comput. Mech. 43, 2009).
 *
 *     T_n = R_n A_n                     axes of the surface at the nodes, A_n fixed
 *     Tm = Rot(mean of T_n)             of the predicted state, constant during the step
 *     phi_n = vector of Tm' T_n,        phi = sum h_n phi_n,      T = Tm Rot(phi) Q
 *     e_k = T' y,k - 1_k                k_k = Q' Gamma(phi)' phi,k - reference values        k = 1, 2
 *
 * Q rotates Tm Rot(phi) in the reference configuration to the axes of the surface at the point. e11, e22, e12, e21 are
 * enhanced with seven modes
 *
 *     P = (det J0 / det J) M^-T H(r), M of J at the centre in the interpolated axes
 *
 * and e13, e23 are sums of those at stations, which depend on the type. In local unknowns, Y = Tm' y and phi_n, forces
 * are the gradient of the energy, g, and the stiffness its Hessian, H; with dphi_n = Gamma_n^-1 Tm' dt of the spin dt
 *
 *     rows of spin     Tm Gamma_n^-T g,      columns  H Gamma_n^-1 Tm' + d(Gamma_n^-T g)/dphi_n
 *
 * The parameters of the modes are unknowns of the system, as in MBDyn: the norm of the residual and the results of an
 * eigenanalysis depend on their rows. Since Tm is not updated in the iterations, the forces of a rotated shell are in
 * balance only up to terms of third order in phi. */
#include "element/plate/shell4.h"
#include "element/plate/turning.h"
#include "linalg/dense.h"
#include "math/rotation.h"
#include <string.h>

/* --- motion ------------------------------------------------------------------------------------------------------- */

/* Rotation vector of a mean of rotations, which is not a rotation itself, as in MBDyn. */
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

static void motion_of(const mat3 T[PLATE_NODES], const vec3 y[PLATE_NODES], const mat3 *mean, shell_motion *motion)
{
    motion->mean = *mean;
    for (int k = 0; k < PLATE_NODES; k++) {
        const mat3 rotated = mat3_tmul(mean, &T[k]);
        motion->phi[k] = rotation_log(&rotated);
        motion->Y[k] = mat3_tmulv(mean, vec3_sub(y[k], y[0]));
    }
}

static void axes_now(const shell4 *shell4, const state *state, mat3 T[PLATE_NODES])
{
    for (int k = 0; k < PLATE_NODES; k++)
        T[k] = mat3_mul(&state->poses[shell4->plate.node[k]->pose].R, &shell4->axes[k]);
}

static void motion_now(const state *state, const elem *element, shell_motion *motion)
{
    const shell4 *shell4 = element->self;
    const shell_mean *saved = remembered(state, element->memory);
    mat3 T[PLATE_NODES];
    vec3 y[PLATE_NODES];
    axes_now(shell4, state, T);
    for (int k = 0; k < PLATE_NODES; k++)
        y[k] = state->poses[shell4->plate.node[k]->pose].x;
    motion_of(T, y, &saved->mean, motion);
}

void shell4_begin(const void *self, void *memory) { ((shell_mean *)memory)->mean = ((const shell4 *)self)->mean; }

void shell4_predict(const state *state, const elem *element, memory_block *to)
{
    shell_mean *saved = memory_at(to, element->memory);
    mat3 T[PLATE_NODES];
    axes_now(element->self, state, T);
    saved->mean = mean_axes(T);
}

/* --- strains at a station ----------------------------------------------------------------------------------------- */

typedef struct {
    vec3 y[2], phi, bend[2]; /* y,k, phi, phi,k */
    rotating rot, spin;
    double strain[PLATE_STRAINS];
} station_state;

static void station_now(const shell_station *at, const shell_motion *motion, station_state *state)
{
    *state = (station_state){.phi = {0, 0, 0}};
    for (int n = 0; n < PLATE_NODES; n++) {
        state->phi = vec3_axpy(state->phi, at->h[n], motion->phi[n]);
        for (int k = 0; k < 2; k++) {
            state->y[k] = vec3_axpy(state->y[k], at->along[k][n], motion->Y[n]);
            state->bend[k] = vec3_axpy(state->bend[k], at->along[k][n], motion->phi[n]);
        }
    }
    const double s = vec3_dot(state->phi, state->phi);
    state->rot = rotating_rot(s);
    state->spin = rotating_spin(s);
    const mat3 back = rotation_matrix_of(&state->rot, -1.0, state->phi),
               spin = rotation_matrix_of(&state->spin, -1.0, state->phi);
    for (int k = 0; k < 2; k++) {
        const vec3 e = mat3_tmulv(&at->Q, mat3_mulv(&back, state->y[k]));
        const vec3 bent = mat3_tmulv(&at->Q, mat3_mulv(&spin, state->bend[k]));
        vec3_store(state->strain + 3 * k, e);
        state->strain[4 * k] -= 1.0;
        vec3_store(state->strain + 6 + 3 * k, vec3_sub(bent, at->bent[k]));
    }
}

static void put_block(double (*B)[PLATE_COLUMNS], int row, int column, double f, const mat3 *m)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            B[row + i][column + j] += f * m->e[i][j];
}

/* Derivatives of the strains at a station with respect to Y and phi of the nodes. */
static void station_derivatives(const shell_station *at, const station_state *state, double (*B)[PLATE_COLUMNS])
{
    const mat3 back = rotation_matrix_of(&state->rot, -1.0, state->phi),
               spin = rotation_matrix_of(&state->spin, -1.0, state->phi);
    const mat3 by_y = mat3_tmul(&at->Q, &back), by_bend = mat3_tmul(&at->Q, &spin);
    memset(B, 0, PLATE_STRAINS * sizeof *B);
    for (int k = 0; k < 2; k++) {
        const mat3 rotated = rotating_derivative(&state->rot, -1.0, state->phi, state->y[k]);
        const mat3 spun = rotating_derivative(&state->spin, -1.0, state->phi, state->bend[k]);
        const mat3 by_phi = mat3_tmul(&at->Q, &rotated), bent_by_phi = mat3_tmul(&at->Q, &spun);
        for (int n = 0; n < PLATE_NODES; n++) {
            put_block(B, 3 * k, 6 * n, at->along[k][n], &by_y);
            put_block(B, 3 * k, 6 * n + 3, at->h[n], &by_phi);
            put_block(B, 6 + 3 * k, 6 * n + 3, at->along[k][n], &by_bend);
            put_block(B, 6 + 3 * k, 6 * n + 3, at->h[n], &bent_by_phi);
        }
    }
}

/* Adds the geometric stiffness of the stresses at a station; n, m include the weight. */
static void station_stiffness(const shell_station *at, const station_state *state, const double *stress,
                              plate_stiffness K)
{
    mat3 by_y[2], by_bend[2], internal = {{{0}}};
    for (int k = 0; k < 2; k++) {
        const vec3 n = mat3_mulv(&at->Q, vec3_load(stress + 3 * k));
        const vec3 m = mat3_mulv(&at->Q, vec3_load(stress + 6 + 3 * k));
        by_y[k] = rotating_derivative(&state->rot, 1.0, state->phi, n);
        by_bend[k] = rotating_derivative(&state->spin, 1.0, state->phi, m);
        rotating_curvature(&state->rot, state->phi, state->y[k], n, &internal);
        rotating_curvature(&state->spin, state->phi, state->bend[k], m, &internal);
    }
    mat3 of_y[PLATE_NODES], of_phi[PLATE_NODES]; /* rows of node a, times h_b */
    for (int a = 0; a < PLATE_NODES; a++) {
        of_y[a] = mat3_scale(at->along[0][a], &by_y[0]);
        of_phi[a] = mat3_scale(at->along[0][a], &by_bend[0]);
        mat3_add_scaled(&of_y[a], at->along[1][a], &by_y[1]);
        mat3_add_scaled(&of_phi[a], at->along[1][a], &by_bend[1]);
        mat3_add_scaled(&of_phi[a], 0.5 * at->h[a], &internal);
    }
    for (int a = 0; a < PLATE_NODES; a++) {
        const mat3 y_transposed = mat3_transpose(&of_y[a]), phi_transposed = mat3_transpose(&of_phi[a]);
        for (int b = 0; b < PLATE_NODES; b++) {
            put_block(K, 6 * a, 6 * b + 3, at->h[b], &of_y[a]);
            put_block(K, 6 * b + 3, 6 * a, at->h[b], &y_transposed);
            put_block(K, 6 * a + 3, 6 * b + 3, at->h[b], &of_phi[a]);
            put_block(K, 6 * b + 3, 6 * a + 3, at->h[b], &phi_transposed);
        }
    }
}

/* --- the element -------------------------------------------------------------------------------------------------- */

static const int SHEAR_ROW[] = {2, 5};

static void strains_of(const shell4 *shell4, const station_state *state, plate_strains strain)
{
    for (int p = 0; p < QUADRANGLE_POINTS; p++) {
        memcpy(strain[p], state[p].strain, sizeof strain[p]);
        for (int k = 0; k < 2; k++) {
            double sum = 0.0;
            for (int i = 0; i < shell4->n_stations; i++)
                sum += shell4->shear[p][k][i] * state[i].strain[SHEAR_ROW[k]];
            strain[p][SHEAR_ROW[k]] = sum;
        }
    }
}

/* Derivatives at the points, from those at the stations. */
static void derivatives_of(const shell4 *shell4, double (*at)[PLATE_STRAINS][PLATE_COLUMNS], plate_derivatives B)
{
    for (int p = 0; p < QUADRANGLE_POINTS; p++) {
        memcpy(B[p], at[p], sizeof B[p]);
        for (int k = 0; k < 2; k++) {
            double *row = B[p][SHEAR_ROW[k]];
            memset(row, 0, sizeof B[p][0]);
            for (int i = 0; i < shell4->n_stations; i++)
                for (int j = 0; shell4->shear[p][k][i] != 0.0 && j < PLATE_COLUMNS; j++)
                    row[j] += shell4->shear[p][k][i] * at[i][SHEAR_ROW[k]][j];
        }
    }
}

/* Stresses conjugate to the strains of the stations, times weights. */
static void station_stresses(const shell4 *shell4, plate_strains stress, double (*to)[PLATE_STRAINS])
{
    memset(to, 0, SHELL_STATIONS * sizeof *to);
    for (int p = 0; p < QUADRANGLE_POINTS; p++) {
        const double w = shell4->plate.enhanced.weight[p];
        for (int i = 0; i < PLATE_STRAINS; i++)
            to[p][i] += i == SHEAR_ROW[0] || i == SHEAR_ROW[1] ? 0.0 : w * stress[p][i];
        for (int k = 0; k < 2; k++)
            for (int i = 0; i < shell4->n_stations; i++)
                to[i][SHEAR_ROW[k]] += w * shell4->shear[p][k][i] * stress[p][SHEAR_ROW[k]];
    }
}

static void rotate_row(const mat3 *to, double *row)
{
    for (int a = 0; a < 2 * PLATE_NODES; a++)
        vec3_store(row + 3 * a, mat3_mulv(&to[a], vec3_load(row + 3 * a)));
}

/* Multiplies three rows by a matrix from the left. */
static void rotate_rows(const mat3 *by, double *restrict x, double *restrict y, double *restrict z)
{
    for (int j = 0; j < PLATE_COLUMNS; j++) {
        const vec3 rotated = mat3_mulv(by, (vec3){x[j], y[j], z[j]});
        x[j] = rotated.x, y[j] = rotated.y, z[j] = rotated.z;
    }
}

/* Transforms from local unknowns to positions and spins. */
static void to_nodes(const shell_motion *motion, int n, double *g, plate_stiffness K, enhanced_rows *modes)
{
    mat3 to[2 * PLATE_NODES]; /* d(local)/d(global), transposed */
    for (int k = 0; k < PLATE_NODES; k++) {
        const rotating rotating = rotating_inverse_spin(vec3_dot(motion->phi[k], motion->phi[k]));
        const mat3 back = rotation_matrix_of(&rotating, 1.0, motion->phi[k]);
        const vec3 moment = vec3_load(g + 6 * k + 3);
        to[2 * k] = motion->mean;
        to[2 * k + 1] = mat3_mul(&motion->mean, &back);
        if (n > 0) {
            /* K is multiplied by `back` from the left below */
            const mat3 derivative = rotating_derivative(&rotating, 1.0, motion->phi[k], moment),
                       inverse = mat3_inverse(&back);
            const mat3 internal = mat3_mul(&inverse, &derivative);
            put_block(K, 6 * k + 3, 6 * k + 3, 1.0, &internal);
        }
    }
    rotate_row(to, g);
    for (int i = 0; n > 0 && i < PLATE_MODES; i++) {
        rotate_row(to, modes->by_q[i]);
        rotate_row(to, modes->of_q[i]);
    }
    for (int a = 0; n > 0 && a < 2 * PLATE_NODES; a++)
        rotate_rows(&to[a], K[3 * a], K[3 * a + 1], K[3 * a + 2]);
    for (int i = 0; n > 0 && i < PLATE_COLUMNS; i++)
        rotate_row(to, K[i]);
}

/* Adds the rows and columns of the enhanced strains. */
static void shell4_add_modes(const plate *plate, const state *state, int n, const enhanced_rows *modes, local *out)
{
    const double f = plate->kind->is_divided && state->dvalue != 0.0 ? 1.0 / state->dvalue : 1.0;
    for (int m = 0; m < PLATE_MODES; m++) {
        const int row = PLATE_COLUMNS + m;
        out->r[row] += f * modes->r[m];
        for (int j = 0; n > 0 && j < PLATE_COLUMNS; j++) {
            out->J[row * out->ld + j] += f * state->dvalue * modes->by_q[m][j];
            out->J[j * out->ld + row] -= modes->of_q[m][j];
        }
        for (int j = 0; n > 0 && j < PLATE_MODES; j++)
            out->J[row * out->ld + PLATE_COLUMNS + j] += f * modes->by_beta[m][j];
    }
}

void shell4_eval(int lanes, const state *state, const elem *element, local *out)
{
    const shell4 *shell4 = element->self;
    double g[PLATE_COLUMNS] = {0}, at[SHELL_STATIONS][PLATE_STRAINS][PLATE_COLUMNS];
    double rotated[SHELL_STATIONS][PLATE_STRAINS];
    station_state x[SHELL_STATIONS];
    plate_strains strain, stress;
    plate_derivatives B;
    plate_stiffness K;
    enhanced_rows modes;
    shell_motion motion;
    motion_now(state, element, &motion);
    for (int i = 0; i < shell4->n_stations; i++) {
        station_now(&shell4->station[i], &motion, &x[i]);
        station_derivatives(&shell4->station[i], &x[i], at[i]);
    }
    strains_of(shell4, x, strain);
    enhanced_stress_of(&shell4->plate.enhanced, state->y + element->internal, strain, stress);
    station_stresses(shell4, stress, rotated);
    for (int i = 0; i < shell4->n_stations; i++)
        for (int k = 0; k < PLATE_STRAINS; k++)
            for (int j = 0; rotated[i][k] != 0.0 && j < PLATE_COLUMNS; j++)
                g[j] += rotated[i][k] * at[i][k][j];
    if (lanes > 0) {
        derivatives_of(shell4, at, B);
        enhanced_stiffness(&shell4->plate.enhanced, PLATE_COLUMNS, B, K, &modes);
        for (int i = 0; i < shell4->n_stations; i++)
            station_stiffness(&shell4->station[i], &x[i], rotated[i], K);
    }
    enhanced_rows_of(&shell4->plate.enhanced, stress, &modes);
    to_nodes(&motion, lanes, g, K, &modes);
    plate_add(&shell4->plate, state, lanes, g, K, out);
    shell4_add_modes(&shell4->plate, state, lanes, &modes, out);
}

void shell4_stress(const state *state, const elem *element, plate_strains stress)
{
    const shell4 *shell4 = element->self;
    station_state x[SHELL_STATIONS];
    plate_strains strain;
    shell_motion motion;
    motion_now(state, element, &motion);
    for (int i = 0; i < shell4->n_stations; i++)
        station_now(&shell4->station[i], &motion, &x[i]);
    strains_of(shell4, x, strain);
    enhanced_stress_of(&shell4->plate.enhanced, state->y + element->internal, strain, stress);
}

const char *shell4_internal_name(const elem *element, int index)
{
    (void)element, (void)index;
    return "enhanced strain";
}

/* --- reference configuration -------------------------------------------------------------------------------------- */

static void rest_motion(shell4 *shell4, shell_motion *motion)
{
    mat3 T[PLATE_NODES];
    vec3 y[PLATE_NODES];
    for (int k = 0; k < PLATE_NODES; k++) {
        plate_surface at;
        plate_surface_at(&shell4->plate, QUADRANGLE_CORNERS[k], &at);
        T[k] = at.axes;
        y[k] = plate_x0(&shell4->plate, k);
        shell4->axes[k] = mat3_tmul(&shell4->plate.node[k]->initial->R, &T[k]);
    }
    shell4->mean = mean_axes(T);
    motion_of(T, y, &shell4->mean, motion);
}

/* Interpolated axes in the reference configuration. */
static mat3 rest_axes(const double *h, const shell_motion *motion)
{
    vec3 phi = {0, 0, 0};
    for (int k = 0; k < PLATE_NODES; k++)
        phi = vec3_axpy(phi, h[k], motion->phi[k]);
    const mat3 rotated = rotation_exp(phi);
    return mat3_mul(&motion->mean, &rotated);
}

static void make_station(const shell_motion *motion, const plate_surface *at, shell_station *to)
{
    station_state state;
    const mat3 between = rest_axes(at->h, motion);
    memcpy(to->h, at->h, sizeof to->h);
    memcpy(to->along, at->along, sizeof to->along);
    to->Q = mat3_tmul(&between, &at->axes);
    to->bent[0] = to->bent[1] = (vec3){0, 0, 0};
    station_now(to, motion, &state);
    to->bent[0] = vec3_load(state.strain + 6);
    to->bent[1] = vec3_load(state.strain + 9);
}

/* Returns det J, and M^-T in X, at the centre in the interpolated axes; rows and columns 11, 22, 12, 21. */
static double mode_axes(const shell4 *shell4, const shell_motion *motion, double X[4][4])
{
    static const double CENTRE[2];
    plate_surface at;
    double J[2][2], M[16];
    plate_surface_at(&shell4->plate, CENTRE, &at);
    const mat3 t = rest_axes(at.h, motion);
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
    shell_motion motion;
    double X[4][4];
    rest_motion(q, &motion);
    const double centre = mode_axes(q, &motion, X);
    q->n_stations = n_stations;
    enhanced_begin(memory, by, QUADRANGLE_POINTS, PLATE_STRAINS, ROWS, 4, PLATE_MODES);
    for (int i = 0; i < n_stations; i++) {
        plate_surface at;
        double r[2];
        quadrangle_point(i, r);
        plate_surface_at(of, i < QUADRANGLE_POINTS ? r : SIDES[i - QUADRANGLE_POINTS], &at);
        make_station(&motion, &at, &q->station[i]);
        if (i >= QUADRANGLE_POINTS)
            continue;
        by->weight[i] = at.det;
        modes_at(r, X, at.det / centre, by->P[i]);
    }
}
