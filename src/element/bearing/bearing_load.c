/* bearing_load.c - what the film and the asperities do to shaft and bearing.
 *
 *     shear t = eta D / h,   D: speed of the shaft on the shell, along x and z
 *     shell: t_0 = t - h p_x / 2 + tau along x, the same along z, p + p_c outward        tau: dry friction
 *     shaft: -(t_h = t + h p_x / 2 + tau), and p + p_c inward
 *     F_i = sum f_i dA,   M_i = (R_i o_i) x F_i + sum (R_c R_bc v_c) x f_i dA
 *     losses: U_2 . t_0 - U_1 . t_h,   U_1, U_2: absolute speeds of shaft and shell
 *
 * Both sides take axes and arms of the carrier's node, as in MBDyn: the loads of the two differ by parts of the
 * order of clearance over radius. Pressures below p_c, the reference pressure of the fluid, count as p_c (Guembel): at
 * the nodes with finite differences, at the points with finite elements. */
#include "element/bearing/bearing.h"
#include <math.h>

/* --- stresses at a point ------------------------------------------------------------------------------------------ */

typedef struct {
    meeting m;
    jet1 p, shell[2], shaft[2], rub[2], U[2]; /* p with that of asperities; stresses without friction */
    double carried[2];
} stresses;

static void add_wide(const meeting *m, int k, double weight, const jet1 *narrow, jet1 *to)
{
    jet1 a;
    meeting_wide(m, k, narrow, &a);
    jet1_add_to(m->lanes, to, weight, &a);
}

static void add_own(const meeting *m, int k, double weight, own_number number, jet1 *to)
{
    jet1 a;
    meeting_own(m, k, number, &a);
    jet1_add_to(m->lanes, to, weight, &a);
}

typedef struct {
    jet1 h, eta, contact, slope[2];
} thickness;

static own_number cut(const bearing *b, own_number p)
{
    return p.v > b->oil->pressure ? p : (own_number){b->oil->pressure, 0.0};
}

static void gather(const bearing *b, const film *f, const quadrature *q, stresses *t, thickness *k)
{
    jet1 *const sums[] = {&k->h, &k->eta,    &k->slope[0], &k->slope[1], &k->contact,
                          &t->p, &t->rub[0], &t->rub[1],   &t->U[0],     &t->U[1]};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        jet1_const(t->m.lanes, sums[i], 0.0);
    for (int i = 0; i < q->n; i++) {
        const film *at = &f[q->node[i]];
        const own_number p = b->is_quadratic ? at->p : cut(b, at->p);
        add_wide(&t->m, i, q->N[i], &at->h, &k->h);
        add_own(&t->m, i, q->N[i], at->eta, &k->eta);
        add_own(&t->m, i, q->N[i], p, &t->p);
        add_own(&t->m, i, q->Nx[i], p, &k->slope[0]);
        add_own(&t->m, i, q->Nz[i], p, &k->slope[1]);
        add_wide(&t->m, i, q->N[i], &at->contact, &k->contact);
        for (int axis = 0; axis < 2; axis++) {
            add_wide(&t->m, i, q->N[i], &at->rub[axis], &t->rub[axis]);
            add_wide(&t->m, i, q->N[i], &at->U[axis], &t->U[axis]);
            t->carried[axis] += q->N[i] * at->carried[axis];
        }
    }
}

/* A point of an element that is cavitated. */
static void cut_point(int n, const bearing *b, stresses *t, thickness *k)
{
    if (!b->is_quadratic || t->p.v > b->oil->pressure)
        return;
    jet1_const(n, &t->p, b->oil->pressure);
    jet1_const(n, &k->slope[0], 0.0);
    jet1_const(n, &k->slope[1], 0.0);
}

static void set_stresses(int n, const bearing *b, const film *f, const quadrature *q, stresses *t)
{
    thickness k;
    t->m = meeting_begin(b, n, q->n, q->node);
    t->carried[0] = t->carried[1] = 0.0;
    const int lanes = t->m.lanes;
    gather(b, f, q, t, &k);
    cut_point(lanes, b, t, &k);
    jet1_add_to(lanes, &t->p, 1.0, &k.contact);
    for (int axis = 0; axis < 2; axis++) {
        jet1 shear = t->U[axis], half = k.slope[axis];
        jet1_mul_by(lanes, &shear, &k.eta);
        jet1_div_by(lanes, &shear, &k.h);
        jet1_mul_by(lanes, &half, &k.h);
        jet1_scale_by(lanes, &half, 0.5);
        jet1_scale_by(lanes, &shear, b->carrier == BEARING ? 1.0 : -1.0);
        t->shell[axis] = t->shaft[axis] = shear;
        jet1_add_to(lanes, &t->shell[axis], -1.0, &half);
        jet1_add_to(lanes, &t->shaft[axis], 1.0, &half);
    }
}

/* --- forces ------------------------------------------------------------------------------------------------------- */

/* Adds a force in the axes of the carrier, at an arm in them; the carrier is taken as fixed. */
static void put_force(const bearing *b, const stresses *t, const mat3 *R, bearing_side on, const jet3 *f, vec3 arm,
                      local *out)
{
    const int n = t->m.lanes;
    jet3 moment, parts[2];
    jet3_const(n, &moment, (vec3){0, 0, 0});
    jet3_add_cross_to(n, &moment, 1.0, arm, f);
    jet3_mul(n, &parts[0], R, f);
    jet3_mul(n, &parts[1], R, &moment);
    for (int i = 0; i < 6; i++) {
        jet1 one = {.v = parts[i / 3].v[i % 3]};
        JET_LANES(n, l) one.d[l] = parts[i / 3].d[i % 3][l];
        meeting_put(b, &t->m, out, 6 * (int)on + i, 1.0, &one);
    }
}

static void point_loads(const bearing *b, const stresses *t, const quadrature *q, const mat3 *R, local *out)
{
    const bearing_surface *c = &b->side[b->carrier];
    const double r = c->radius + surface_height(c, q->phi, q->z).y, sine = sin(q->phi), cosine = cos(q->phi);
    const vec3 arm = {r * cosine, r * sine, q->z};
    const int n = t->m.lanes;
    for (int on = 0; on < 2; on++) {
        const double sign = on == BEARING ? q->area : -q->area;
        jet1 along[2];
        jet3 f;
        for (int axis = 0; axis < 2; axis++)
            jet1_add(n, &along[axis], on == BEARING ? &t->shell[axis] : &t->shaft[axis], 1.0, &t->rub[axis]);
        const double x[3] = {-sine, cosine, 0.0}, outward[3] = {cosine, sine, 0.0}, z[3] = {0.0, 0.0, 1.0};
        for (int k = 0; k < 3; k++) {
            f.v[k] = sign * (x[k] * along[0].v + outward[k] * t->p.v + z[k] * along[1].v);
            JET_LANES(n, l)
            f.d[k][l] = sign * (x[k] * along[0].d[l] + outward[k] * t->p.d[l] + z[k] * along[1].d[l]);
        }
        put_force(b, t, R, on, &f, arm, out);
    }
}

/* The forces turn with the carrier: d F = theta x F. */
static void turn_with_carrier(const state *s, const bearing *b, local *out)
{
    for (int i = 0; i < 4; i++) {
        const mat3 skew = mat3_skew(vec3_load(out->r + 3 * i));
        local_block(out, 3 * i, 6 * (int)b->carrier + 3, -s->dvalue, &skew);
    }
}

/* M += (R o) x F */
static void add_arm(int n, const state *s, const bearing *b, int on, local *out)
{
    const vec3 arm = mat3_mulv(&s->poses[b->side[on].node->pose].R, b->side[on].o), F = vec3_load(out->r + 6 * on);
    const vec3 M = vec3_cross(arm, F);
    out->r[6 * on + 3] += M.x;
    out->r[6 * on + 4] += M.y;
    out->r[6 * on + 5] += M.z;
    if (n == 0)
        return;
    double *const J = jacobian_row(out, 6 * on);
    for (int l = 0; l < n; l++) {
        const vec3 d = vec3_cross(arm, (vec3){J[l], J[out->ld + l], J[2 * out->ld + l]});
        J[3 * out->ld + l] += d.x;
        J[4 * out->ld + l] += d.y;
        J[5 * out->ld + l] += d.z;
    }
    const mat3 a = mat3_skew(F), c = mat3_skew(arm), both = mat3_mul(&a, &c);
    local_block(out, 6 * on + 3, 6 * on + 3, s->dvalue, &both);
}

void load_rows(int n, const state *s, const elem *e, const film *f, local *out)
{
    const bearing *b = e->self;
    const mat3 R = mat3_mul(&s->poses[b->side[b->carrier].node->pose].R, &b->side[b->carrier].R);
    for (int i = 0; i < quadrature_count(b); i++) {
        quadrature q;
        stresses t;
        quadrature_at(b, i, &q);
        set_stresses(n, b, f, &q, &t);
        point_loads(b, &t, &q, &R, out);
    }
    if (n > 0)
        turn_with_carrier(s, b, out);
    for (int on = 0; on < 2; on++)
        add_arm(n, s, b, on, out);
}

/* --- for the output ----------------------------------------------------------------------------------------------- */

static double loss(const bearing *b, const stresses *t, const jet1 shaft[2], const jet1 shell[2])
{
    double sum = 0.0;
    for (int axis = 0; axis < 2; axis++) {
        const double carrier = t->carried[axis], other = carrier + t->U[axis].v;
        const bool on_bearing = b->carrier == BEARING;
        sum += (on_bearing ? carrier : other) * shell[axis].v - (on_bearing ? other : carrier) * shaft[axis].v;
    }
    return sum;
}

bearing_load load_now(const state *s, const elem *e, const film *f)
{
    const bearing *b = e->self;
    double rows[MOTION] = {0};
    local out = {.r = rows};
    bearing_load sum = {0};
    load_rows(0, s, e, f, &out);
    for (int on = 0; on < 2; on++) {
        sum.F[on] = vec3_load(rows + 6 * on);
        sum.M[on] = vec3_load(rows + 6 * on + 3);
    }
    for (int i = 0; i < quadrature_count(b); i++) {
        quadrature q;
        stresses t;
        quadrature_at(b, i, &q);
        set_stresses(0, b, f, &q, &t);
        sum.fluid_loss += q.area * loss(b, &t, t.shaft, t.shell);
        sum.contact_loss += q.area * loss(b, &t, t.rub, t.rub);
    }
    return sum;
}

static double pressure_in_loads(const bearing *b, const film *f) { return cut(b, f->p).v; }

void stress_at(const bearing *b, const film *f, int k, double shell[2], double shaft[2])
{
    const int i = k / b->n_z, j = k % b->n_z, south = j > 0 ? k - 1 : k, north = j < b->n_z - 1 ? k + 1 : k;
    const double slope[2] = {
        (pressure_in_loads(b, &f[grid_at(b, i + 1, j)]) - pressure_in_loads(b, &f[grid_at(b, i - 1 + b->n_phi, j)])) /
            (2.0 * grid_share_x(b, i)),
        (pressure_in_loads(b, &f[north]) - pressure_in_loads(b, &f[south])) /
            (b->z[north % b->n_z] - b->z[south % b->n_z])};
    for (int axis = 0; axis < 2; axis++) {
        const double D = b->carrier == BEARING ? f[k].U[axis].v : -f[k].U[axis].v;
        const double shear = f[k].eta.v * D / f[k].h.v, half = 0.5 * f[k].h.v * slope[axis];
        shell[axis] = shear - half;
        shaft[axis] = shear + half;
    }
}
