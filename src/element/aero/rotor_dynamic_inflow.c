/* rotor_dynamic_inflow.c - the dynamic inflow of Pitt and Peters: three states driven by the loads of the rotor.
 *
 *     u(r, psi) = V (l0 + ls r sin psi + lc r cos psi),                  V = W r the tip speed
 *     M l' + W L^-1 l = W c,     l = (l0, ls, lc),     c = (C_T, C_L, C_M)
 *     C_T = T / (rho A V^2),     C_L = -M1 / (rho A V^2 r),   C_M = M2 / (rho A V^2 r)    axes 1, 2 rotated to the wind
 *     M = diag(128/75, -16/45, -16/45) / pi
 *
 *                | d V_T        -b V_T |
 *     L^-1 =     |     -V_m k D/4      | / D       k = 1 + cos chi,   b = 15 pi/64 tan(chi/2),   d = -4 (k - 1)/k
 *                | -b V_m      V_m / 2 |           D = d/2 - b^2
 *
 *     V_T = sqrt(mu^2 + lambda^2),     V_m = (mu^2 + lambda (lambda + l0)) / V_T     with the corrected mu, lambda
 *
 * lambda and chi are those of the steady momentum theory for the current thrust. The derivatives along loads and states
 * are exact; those along the motion of craft and hub are neglected. */
#include "element/aero/rotor.h"
#include <math.h>
#include <string.h>

enum { STATES = 3, LANES = 8, BY_THRUST = 0, BY_STATE = 3 };

static const double MASS[STATES] = {128 / (75 * M_PI), -16 / (45 * M_PI), -16 / (45 * M_PI)};

static void read_states(reader *reader, rotor *to)
{
    to->states[0] = read_real(reader, "constant inflow");
    to->states[1] = read_real(reader, "sine inflow");
    to->states[2] = read_real(reader, "cosine inflow");
}

static void rotor_dynamic_inflow_shape(const rotor *of, const state *state, const elem *element, disk *disk)
{
    (void)of;
    for (int i = 0; i < STATES; i++)
        disk->k[i] = disk->tip * state->y[element->internal + INFLOW_LOADS + i];
    disk->mean = disk->k[0];
}

static double rotor_dynamic_inflow_velocity(const disk *disk, double xi, double eta, double derivative[2])
{
    derivative[0] = disk->k[2];
    derivative[1] = disk->k[1];
    return disk->k[0] + disk->k[1] * eta + disk->k[2] * xi;
}

/* --- the states --------------------------------------------------------------------------------------------------- */

/* Quantities that determine the matrix L, as jets along thrust coefficient and states. */
typedef struct {
    jet1 b, d, k, D, V_T, V_m;
} flow;

static jet1 rotor_dynamic_inflow_number(double v)
{
    jet1 r;
    jet1_seed(LANES, &r, v, 0, 0.0);
    return r;
}

static jet1 sum(double p, const jet1 *a, double q, const jet1 *b)
{
    jet1 r = {.v = p * a->v + q * b->v};
    JET_LANES(LANES, l) r.d[l] = p * a->d[l] + q * b->d[l];
    return r;
}

static jet1 rotor_dynamic_inflow_product(const jet1 *a, const jet1 *b)
{
    jet1 r = *a;
    jet1_mul_by(LANES, &r, b);
    return r;
}

static jet1 quotient(const jet1 *a, const jet1 *b)
{
    jet1 r = *b;
    jet1_chain_by(LANES, &r, 1 / b->v, -1 / (b->v * b->v));
    jet1_mul_by(LANES, &r, a);
    return r;
}

static jet1 length(const jet1 *a, double b)
{
    jet1 r = *a;
    const double v = hypot(a->v, b);
    jet1_chain_by(LANES, &r, v, v > 0 ? a->v / v : 0.0);
    return r;
}

/* Returns lambda of the steady momentum theory. */
static jet1 steady_lambda(const disk *disk)
{
    jet1 r = rotor_dynamic_inflow_number(disk->lambda);
    r.d[BY_THRUST] = disk->by_thrust;
    return r;
}

/* tan(chi/2) = mu / (V + lambda),  1 + cos chi = 1 + lambda / V */
static void find_skew(const disk *disk, const jet1 *lambda, flow *flow)
{
    const jet1 V = length(lambda, disk->mu), mu = rotor_dynamic_inflow_number(disk->mu),
               one = rotor_dynamic_inflow_number(1.0);
    const jet1 below = sum(1, &V, 1, lambda), cosine = disk->mu == 0.0 ? one : quotient(lambda, &V);
    flow->b = disk->mu == 0.0 ? rotor_dynamic_inflow_number(0.0) : quotient(&mu, &below);
    flow->b = sum(15 * M_PI / 64, &flow->b, 0, &one);
    flow->k = sum(1, &cosine, 1, &one);
    const jet1 ratio = quotient(&cosine, &flow->k), square = rotor_dynamic_inflow_product(&flow->b, &flow->b);
    flow->d = sum(-4, &ratio, 0, &one);
    flow->D = sum(0.5, &flow->d, -1, &square);
}

static flow find_flow(const rotor *of, const disk *disk, double l0)
{
    flow flow;
    double corrected, mu;
    jet1 lambda = steady_lambda(disk), first;
    find_skew(disk, &lambda, &flow);
    disk_corrected(of, disk, &corrected, &mu);
    jet1_chain_by(LANES, &lambda, corrected, 1 / (of->hover * of->hover));
    jet1_seed(LANES, &first, l0, BY_STATE, 1.0);
    flow.V_T = length(&lambda, mu);
    const jet1 through = sum(1, &lambda, 1, &first), along = rotor_dynamic_inflow_product(&lambda, &through);
    jet1 above = along;
    above.v += mu * mu;
    flow.V_m = flow.V_T.v > 0 ? quotient(&above, &flow.V_T) : rotor_dynamic_inflow_number(0.0);
    return flow;
}

/* Computes L^-1 l. */
static void follow(const flow *flow, const jet1 l[STATES], jet1 to[STATES])
{
    const jet1 a = rotor_dynamic_inflow_product(&flow->d, &l[0]), b = rotor_dynamic_inflow_product(&flow->b, &l[2]),
               c = rotor_dynamic_inflow_product(&flow->b, &l[0]);
    const jet1 upper = sum(1, &a, -1, &b), lower = sum(0.5, &l[2], -1, &c),
               middle = rotor_dynamic_inflow_product(&flow->k, &l[1]);
    const jet1 first = rotor_dynamic_inflow_product(&flow->V_T, &upper),
               last = rotor_dynamic_inflow_product(&flow->V_m, &lower),
               between = rotor_dynamic_inflow_product(&flow->V_m, &middle);
    to[0] = quotient(&first, &flow->D);
    to[1] = sum(-0.25, &between, 0, &between);
    to[2] = quotient(&last, &flow->D);
}

/* Computes the coefficients c, and their derivatives along the collected loads: three rows of six. */
static void rotor_dynamic_inflow_coefficients(const state *state, const elem *element, const disk *disk,
                                              double c[STATES], double by[STATES][INFLOW_LOADS])
{
    const vec3 e1 = mat3_col(&disk->R, 0), e2 = mat3_col(&disk->R, 1), shaft = mat3_col(&disk->R, 2);
    const vec3 along = vec3_axpy(vec3_scale(disk->cos_psi0, e1), disk->sin_psi0, e2);
    const vec3 across = vec3_axpy(vec3_scale(disk->cos_psi0, e2), -disk->sin_psi0, e1);
    const double force = disk->density * disk_area(disk) * disk->tip * disk->tip, moment = force * disk->radius;
    const double *loads = state->y + element->internal;
    memset(by, 0, STATES * sizeof *by);
    vec3_store(by[0], vec3_scale(1 / force, shaft));
    vec3_store(by[1] + 3, vec3_scale(-1 / moment, along));
    vec3_store(by[2] + 3, vec3_scale(1 / moment, across));
    for (int i = 0; i < STATES; i++) {
        double sum = 0.0;
        for (int k = 0; k < INFLOW_LOADS; k++)
            sum += by[i][k] * loads[k];
        c[i] = sum;
    }
}

static void rotor_dynamic_inflow_add_row(const state *state, int i, double speed, const jet1 *row,
                                         double by[STATES][INFLOW_LOADS], local *out)
{
    double *J = jacobian_row(out, INFLOW_LOADS + i);
    for (int k = 0; k < INFLOW_LOADS; k++)
        J[k] += speed * (row->d[BY_THRUST] * by[0][k] - by[i][k]);
    for (int k = 0; k < STATES; k++)
        J[INFLOW_LOADS + k] += state->dvalue * speed * row->d[BY_STATE + k];
    J[INFLOW_LOADS + i] += state->drate * MASS[i];
}

static void rotor_dynamic_inflow_eval(int lanes, const state *state, const elem *element, local *out)
{
    const rotor *of = element->self;
    const double *y = state->y + element->internal + INFLOW_LOADS, *yp = state->yp + element->internal + INFLOW_LOADS;
    disk disk;
    jet1 l[STATES], row[STATES];
    double c[STATES] = {0}, by[STATES][INFLOW_LOADS] = {{0}};
    for (int i = 0; i < STATES; i++) {
        jet1_seed(LANES, &l[i], y[i], BY_STATE + i, 1.0);
        row[i] = rotor_dynamic_inflow_number(0.0);
    }
    rotor_disk(state, element, &disk);
    if (disk.tip > 0 && disk.density > 0) {
        const flow flow = find_flow(of, &disk, y[0]);
        follow(&flow, l, row);
        rotor_dynamic_inflow_coefficients(state, element, &disk, c, by);
    }
    const double speed = disk.tip / of->radius;
    for (int i = 0; i < STATES; i++) {
        out->r[INFLOW_LOADS + i] += MASS[i] * yp[i] + speed * (row[i].v - c[i]);
        if (lanes > 0)
            rotor_dynamic_inflow_add_row(state, i, speed, &row[i], by, out);
    }
}

const rotor_model rotor_dynamic_inflow = {
    .keyword = "dynamic inflow",
    .title = "Rotor:dynamicinflow",
    .n_states = STATES,
    .read_states = read_states,
    .shape = rotor_dynamic_inflow_shape,
    .velocity = rotor_dynamic_inflow_velocity,
    .eval = rotor_dynamic_inflow_eval,
};
