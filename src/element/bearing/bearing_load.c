/* bearing_load.c - loads of the film and the asperities on shaft and bearing.
 *
 *     shear t = eta D / h,   D: speed of the shaft relative to the shell, along x and z
 *     shell: t_0 = t - h p_x / 2 + tau along x, likewise along z, p + p_c outward        tau: dry friction
 *     shaft: -(t_h = t + h p_x / 2 + tau), and p + p_c inward
 *     F_i = sum f_i dA,   M_i = (R_i o_i) x F_i + sum (R_c R_bc v_c) x f_i dA
 *     losses: U_2 . t_0 - U_1 . t_h,   U_1, U_2: absolute speeds of shaft and shell
 *
 * Both sides use axes and arms of the carrier's node, as in MBDyn: their loads differ by terms of the order of
 * clearance over radius. Pressures below p_c, the reference pressure of the fluid, are replaced by p_c (Guembel): at
 * the nodes with finite differences, at the integration points with finite elements. */
#include "element/bearing/bearing.h"
#include <math.h>

/* --- stresses at a point ------------------------------------------------------------------------------------------ */

typedef struct {
    meeting meeting;
    jet1 p, shell[2], shaft[2], rub[2], U[2]; /* p includes that of asperities; stresses exclude dry friction */
    double carried[2];
} stresses;

static void add_wide(const meeting *meeting, int k, double weight, const jet1 *narrow, jet1 *to)
{
    jet1 a;
    meeting_wide(meeting, k, narrow, &a);
    jet1_add_to(meeting->lanes, to, weight, &a);
}

static void add_internal(const meeting *meeting, int k, double weight, own_number number, jet1 *to)
{
    jet1 a;
    meeting_internal(meeting, k, number, &a);
    jet1_add_to(meeting->lanes, to, weight, &a);
}

typedef struct {
    jet1 h, eta, contact, derivative[2];
} thickness;

static own_number cut(const bearing *bearing, own_number number)
{
    return number.v > bearing->oil->pressure ? number : (own_number){bearing->oil->pressure, 0.0};
}

static void gather(const bearing *bearing, const film *f, const quadrature *quadrature, stresses *stresses,
                   thickness *thickness)
{
    jet1 *const sums[] = {&thickness->h,       &thickness->eta, &thickness->derivative[0], &thickness->derivative[1],
                          &thickness->contact, &stresses->p,    &stresses->rub[0],         &stresses->rub[1],
                          &stresses->U[0],     &stresses->U[1]};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        jet1_const(stresses->meeting.lanes, sums[i], 0.0);
    for (int i = 0; i < quadrature->n; i++) {
        const film *at = &f[quadrature->node[i]];
        const own_number number = bearing->is_quadratic ? at->number : cut(bearing, at->number);
        add_wide(&stresses->meeting, i, quadrature->N[i], &at->h, &thickness->h);
        add_internal(&stresses->meeting, i, quadrature->N[i], at->eta, &thickness->eta);
        add_internal(&stresses->meeting, i, quadrature->N[i], number, &stresses->p);
        add_internal(&stresses->meeting, i, quadrature->Nx[i], number, &thickness->derivative[0]);
        add_internal(&stresses->meeting, i, quadrature->Nz[i], number, &thickness->derivative[1]);
        add_wide(&stresses->meeting, i, quadrature->N[i], &at->contact, &thickness->contact);
        for (int axis = 0; axis < 2; axis++) {
            add_wide(&stresses->meeting, i, quadrature->N[i], &at->rub[axis], &stresses->rub[axis]);
            add_wide(&stresses->meeting, i, quadrature->N[i], &at->U[axis], &stresses->U[axis]);
            stresses->carried[axis] += quadrature->N[i] * at->carried[axis];
        }
    }
}

/* Limits the stresses at a cavitated point of an element. */
static void cut_point(int n, const bearing *bearing, stresses *stresses, thickness *thickness)
{
    if (!bearing->is_quadratic || stresses->p.v > bearing->oil->pressure)
        return;
    jet1_const(n, &stresses->p, bearing->oil->pressure);
    jet1_const(n, &thickness->derivative[0], 0.0);
    jet1_const(n, &thickness->derivative[1], 0.0);
}

static void set_stresses(int n, const bearing *bearing, const film *film, const quadrature *quadrature,
                         stresses *stresses)
{
    thickness thickness;
    stresses->meeting = meeting_begin(bearing, n, quadrature->n, quadrature->node);
    stresses->carried[0] = stresses->carried[1] = 0.0;
    const int lanes = stresses->meeting.lanes;
    gather(bearing, film, quadrature, stresses, &thickness);
    cut_point(lanes, bearing, stresses, &thickness);
    jet1_add_to(lanes, &stresses->p, 1.0, &thickness.contact);
    for (int axis = 0; axis < 2; axis++) {
        jet1 shear = stresses->U[axis], half = thickness.derivative[axis];
        jet1_mul_by(lanes, &shear, &thickness.eta);
        jet1_div_by(lanes, &shear, &thickness.h);
        jet1_mul_by(lanes, &half, &thickness.h);
        jet1_scale_by(lanes, &half, 0.5);
        jet1_scale_by(lanes, &shear, bearing->carrier == BEARING ? 1.0 : -1.0);
        stresses->shell[axis] = stresses->shaft[axis] = shear;
        jet1_add_to(lanes, &stresses->shell[axis], -1.0, &half);
        jet1_add_to(lanes, &stresses->shaft[axis], 1.0, &half);
    }
}

/* --- forces ------------------------------------------------------------------------------------------------------- */

/* Adds a force in the axes of the carrier, at an arm in these axes, as if the carrier were fixed. */
static void put_force(const bearing *bearing, const stresses *stresses, const mat3 *R, bearing_side on, const jet3 *f,
                      vec3 arm, local *out)
{
    const int n = stresses->meeting.lanes;
    jet3 moment, parts[2];
    jet3_const(n, &moment, (vec3){0, 0, 0});
    jet3_add_cross_to(n, &moment, 1.0, arm, f);
    jet3_mul(n, &parts[0], R, f);
    jet3_mul(n, &parts[1], R, &moment);
    for (int i = 0; i < 6; i++) {
        jet1 one = {.v = parts[i / 3].v[i % 3]};
        JET_LANES(n, l) one.d[l] = parts[i / 3].d[i % 3][l];
        meeting_put(bearing, &stresses->meeting, out, 6 * (int)on + i, 1.0, &one);
    }
}

static void point_loads(const bearing *bearing, const stresses *stresses, const quadrature *quadrature, const mat3 *R,
                        local *out)
{
    const bearing_surface *surface = &bearing->side[bearing->carrier];
    const double r = surface->radius + surface_height(surface, quadrature->phi, quadrature->z).y,
                 sine = sin(quadrature->phi), cosine = cos(quadrature->phi);
    const vec3 arm = {r * cosine, r * sine, quadrature->z};
    const int n = stresses->meeting.lanes;
    for (int on = 0; on < 2; on++) {
        const double sign = on == BEARING ? quadrature->area : -quadrature->area;
        jet1 along[2];
        jet3 f;
        for (int axis = 0; axis < 2; axis++)
            jet1_add(n, &along[axis], on == BEARING ? &stresses->shell[axis] : &stresses->shaft[axis], 1.0,
                     &stresses->rub[axis]);
        const double x[3] = {-sine, cosine, 0.0}, outward[3] = {cosine, sine, 0.0}, z[3] = {0.0, 0.0, 1.0};
        for (int k = 0; k < 3; k++) {
            f.v[k] = sign * (x[k] * along[0].v + outward[k] * stresses->p.v + z[k] * along[1].v);
            JET_LANES(n, l)
            f.d[k][l] = sign * (x[k] * along[0].d[l] + outward[k] * stresses->p.d[l] + z[k] * along[1].d[l]);
        }
        put_force(bearing, stresses, R, on, &f, arm, out);
    }
}

/* The forces rotate with the carrier: d F = theta x F. */
static void rotate_with_carrier(const state *state, const bearing *bearing, local *out)
{
    for (int i = 0; i < 4; i++) {
        const mat3 skew = mat3_skew(vec3_load(out->r + 3 * i));
        local_block(out, 3 * i, 6 * (int)bearing->carrier + 3, -state->dvalue, &skew);
    }
}

/* M += (R o) x F */
static void add_arm(int lanes, const state *state, const bearing *bearing, int on, local *out)
{
    const vec3 arm = mat3_mulv(&state->poses[bearing->side[on].node->pose].R, bearing->side[on].o),
               F = vec3_load(out->r + 6 * on);
    const vec3 M = vec3_cross(arm, F);
    out->r[6 * on + 3] += M.x;
    out->r[6 * on + 4] += M.y;
    out->r[6 * on + 5] += M.z;
    if (lanes == 0)
        return;
    double *const J = jacobian_row(out, 6 * on);
    for (int l = 0; l < lanes; l++) {
        const vec3 d = vec3_cross(arm, (vec3){J[l], J[out->ld + l], J[2 * out->ld + l]});
        J[3 * out->ld + l] += d.x;
        J[4 * out->ld + l] += d.y;
        J[5 * out->ld + l] += d.z;
    }
    const mat3 a = mat3_skew(F), c = mat3_skew(arm), both = mat3_mul(&a, &c);
    local_block(out, 6 * on + 3, 6 * on + 3, state->dvalue, &both);
}

void load_rows(int lanes, const state *state, const elem *element, const film *film, local *out)
{
    const bearing *bearing = element->self;
    const mat3 R =
        mat3_mul(&state->poses[bearing->side[bearing->carrier].node->pose].R, &bearing->side[bearing->carrier].R);
    for (int i = 0; i < quadrature_count(bearing); i++) {
        quadrature quadrature;
        stresses stresses;
        quadrature_at(bearing, i, &quadrature);
        set_stresses(lanes, bearing, film, &quadrature, &stresses);
        point_loads(bearing, &stresses, &quadrature, &R, out);
    }
    if (lanes > 0)
        rotate_with_carrier(state, bearing, out);
    for (int on = 0; on < 2; on++)
        add_arm(lanes, state, bearing, on, out);
}

/* --- for the output ----------------------------------------------------------------------------------------------- */

static double loss(const bearing *bearing, const stresses *stresses, const jet1 shaft[2], const jet1 shell[2])
{
    double sum = 0.0;
    for (int axis = 0; axis < 2; axis++) {
        const double carrier = stresses->carried[axis], other = carrier + stresses->U[axis].v;
        const bool on_bearing = bearing->carrier == BEARING;
        sum += (on_bearing ? carrier : other) * shell[axis].v - (on_bearing ? other : carrier) * shaft[axis].v;
    }
    return sum;
}

bearing_load load_now(const state *state, const elem *element, const film *film)
{
    const bearing *bearing = element->self;
    double rows[MOTION] = {0};
    local out = {.r = rows};
    bearing_load sum = {0};
    load_rows(0, state, element, film, &out);
    for (int on = 0; on < 2; on++) {
        sum.F[on] = vec3_load(rows + 6 * on);
        sum.M[on] = vec3_load(rows + 6 * on + 3);
    }
    for (int i = 0; i < quadrature_count(bearing); i++) {
        quadrature quadrature;
        stresses stresses;
        quadrature_at(bearing, i, &quadrature);
        set_stresses(0, bearing, film, &quadrature, &stresses);
        sum.fluid_loss += quadrature.area * loss(bearing, &stresses, stresses.shaft, stresses.shell);
        sum.contact_loss += quadrature.area * loss(bearing, &stresses, stresses.rub, stresses.rub);
    }
    return sum;
}

static double pressure_in_loads(const bearing *bearing, const film *film) { return cut(bearing, film->number).v; }

void stress_at(const bearing *bearing, const film *film, int index, double shell[2], double shaft[2])
{
    const int i = index / bearing->n_z, j = index % bearing->n_z, south = j > 0 ? index - 1 : index,
              north = j < bearing->n_z - 1 ? index + 1 : index;
    const double derivative[2] = {
        (pressure_in_loads(bearing, &film[grid_at(bearing, i + 1, j)]) -
         pressure_in_loads(bearing, &film[grid_at(bearing, i - 1 + bearing->n_phi, j)])) /
            (2.0 * grid_share_x(bearing, i)),
        (pressure_in_loads(bearing, &film[north]) - pressure_in_loads(bearing, &film[south])) /
            (bearing->z[north % bearing->n_z] - bearing->z[south % bearing->n_z])};
    for (int axis = 0; axis < 2; axis++) {
        const double D = bearing->carrier == BEARING ? film[index].U[axis].v : -film[index].U[axis].v;
        const double shear = film[index].eta.v * D / film[index].h.v, half = 0.5 * film[index].h.v * derivative[axis];
        shell[axis] = shear - half;
        shaft[axis] = shear + half;
    }
}
