/* solid_inertia.c - mass of solid elements, gravity, and inertia forces of a frame that moves.
 *
 *     M_kl = integral of rho h_k h_l          lumped: M_kk scaled to the whole mass
 *     momentum rows    + sum M_kl v_l         (or lumped)
 *     balance rows     + sum M_kl b(x_l)      b = g - a0 - W x (W x x) - W' x x      consistent in any case
 *                      - 2 W x momentum of the node
 *
 * A field of gravity that is not uniform is integrated over the points: sum rho h_k g(x) dV.
 * A static element has no momentum, and no force that depends on it. */
#include "element/solid/solid.h"
#include "element/body/gravity.h"
#include "element/body/moving_frame.h"
#include <string.h>

static vec3 position(const solid *q, const state *s, int k) { return s->poses[q->node[k]->pose].x; }
static vec3 solid_inertia_velocity(const solid *q, const state *s, int k) { return s->poses[q->node[k]->pose].v; }

vec3 solid_momentum(const solid *q, const state *s, int k)
{
    if (q->is_lumped)
        return vec3_scale(q->lumped[k], solid_inertia_velocity(q, s, k));
    const double *M = q->mass + k * solid_nodes(q);
    vec3 sum = {0, 0, 0};
    for (int l = 0; l < solid_nodes(q); l++)
        sum = vec3_axpy(sum, M[l], solid_inertia_velocity(q, s, l));
    return sum;
}

double solid_kinetic_energy(const solid *q, const state *s)
{
    const int n = solid_nodes(q);
    double sum = 0.0;
    for (int k = 0; k < n && !q->is_static; k++)
        for (int l = 0; l < n; l++)
            sum +=
                0.5 * q->mass[k * n + l] * vec3_dot(solid_inertia_velocity(q, s, k), solid_inertia_velocity(q, s, l));
    return sum;
}

static void add_momenta(int n, const state *s, const solid *q, local *out)
{
    const int nodes = solid_nodes(q);
    for (int k = 0; k < nodes; k++)
        vec3_accumulate(out->r + q->momentum + 3 * k, solid_momentum(q, s, k));
    for (int k = 0; n > 0 && k < nodes; k++)
        for (int l = 0; l < nodes; l++)
            for (int i = 0; i < 3 && (!q->is_lumped || k == l); i++)
                out->J[(q->momentum + 3 * k + i) * out->ld + q->column[l] + i] +=
                    s->drate * (q->is_lumped ? q->lumped[k] : q->mass[k * nodes + l]);
}

/* Where the acceleration is A x + c: force on node k, sum M_kl (A x_l + c). */
static void add_linear_field(int n, const state *s, const solid *q, const mat3 *A, vec3 c, local *out)
{
    const int nodes = solid_nodes(q);
    for (int k = 0; k < nodes; k++) {
        const double *M = q->mass + k * nodes;
        vec3 sum = {0, 0, 0};
        double m = 0.0;
        for (int l = 0; l < nodes; l++) {
            m += M[l];
            sum = vec3_axpy(sum, M[l], position(q, s, l));
            if (n > 0)
                local_block(out, q->column[k], q->column[l], s->dvalue * M[l], A);
        }
        vec3_accumulate(out->r + q->column[k], vec3_axpy(mat3_mulv(A, sum), m, c));
    }
}

static void add_uniform_field(const solid *q, vec3 c, local *out)
{
    const int nodes = solid_nodes(q);
    for (int k = 0; k < nodes; k++) {
        double m = 0.0;
        for (int l = 0; l < nodes; l++)
            m += q->mass[k * nodes + l];
        vec3_accumulate(out->r + q->column[k], vec3_scale(m, c));
    }
}

static void add_central_field(int n, const state *s, const solid *q, local *out)
{
    const int nodes = solid_nodes(q);
    for (int i = 0; i < q->shape->mass->n; i++) {
        double r[3], h[SOLID_NODES];
        vec3 x = {0, 0, 0};
        mat3 slope;
        q->shape->mass->point(i, r);
        q->shape->solid_functions.evaluate(r, h, NULL);
        for (int k = 0; k < nodes; k++)
            x = vec3_axpy(x, h[k], position(q, s, k));
        const vec3 g = gravity_at(*q->gravity, s, x, &slope);
        for (int k = 0; k < nodes; k++) {
            const double m = q->mass_weight[i] * h[k];
            vec3_accumulate(out->r + q->column[k], vec3_scale(m, g));
            for (int l = 0; n > 0 && l < nodes; l++)
                local_block(out, q->column[k], q->column[l], s->dvalue * m * h[l], &slope);
        }
    }
}

static void add_turning(int n, const state *s, const solid *q, vec3 W, local *out)
{
    const int nodes = solid_nodes(q);
    const mat3 turn = mat3_skew(vec3_scale(-2.0, W));
    for (int k = 0; k < nodes; k++) {
        vec3_accumulate(out->r + q->column[k], mat3_mulv(&turn, solid_momentum(q, s, k)));
        for (int l = 0; n > 0 && l < nodes; l++)
            if (!q->is_lumped || k == l)
                local_block(out, q->column[k], q->column[l],
                            s->drate * (q->is_lumped ? q->lumped[k] : q->mass[k * nodes + l]), &turn);
    }
}

static void solid_inertia_add_moving_frame(int n, const state *s, const solid *q, local *out)
{
    const frame_motion f = moving_frame_now(q->motion, s);
    mat3 A = mat3_skew_skew(f.W, f.W);
    const mat3 spin = mat3_skew(f.dW);
    A = mat3_add(&A, &spin);
    A = mat3_scale(-1.0, &A);
    add_linear_field(n, s, q, &A, vec3_neg(f.a), out);
    if (!q->is_static)
        add_turning(n, s, q, f.W, out);
}

void solid_inertia(int n, const state *s, const elem *e, local *out)
{
    const solid *q = e->self;
    if (!q->is_static)
        add_momenta(n, s, q, out);
    if (gravity_has_gradient(*q->gravity))
        add_central_field(n, s, q, out);
    else if (*q->gravity)
        add_uniform_field(q, gravity_at(*q->gravity, s, (vec3){0, 0, 0}, NULL), out);
    if (q->motion->is_set)
        solid_inertia_add_moving_frame(n, s, q, out);
}

/* --- sums of inertia ---------------------------------------------------------------------------------------------- */

void solid_add_inertia(const state *s, const elem *e, inertia_sum *sum)
{
    const solid *q = e->self;
    const mat3 none = {{{0}}};
    for (int i = 0; i < q->shape->mass->n; i++) {
        double r[3], h[SOLID_NODES];
        vec3 x = {0, 0, 0}, v = x;
        q->shape->mass->point(i, r);
        q->shape->solid_functions.evaluate(r, h, NULL);
        for (int k = 0; k < solid_nodes(q); k++) {
            x = vec3_axpy(x, h[k], position(q, s, k));
            v = vec3_axpy(v, h[k], solid_inertia_velocity(q, s, k));
        }
        const double m = q->mass_weight[i];
        inertia_sum_add(sum, x, m, (vec3){0, 0, 0}, &none, vec3_scale(m, v), (vec3){0, 0, 0});
    }
}

/* Accelerations are known where the mass is lumped. */
void solid_add_node_inertia(const state *s, const elem *e, const int *pose_of, inertia_sum *sums)
{
    const solid *q = e->self;
    const mat3 none = {{{0}}};
    for (int k = 0; q->is_lumped && !q->is_static && k < solid_nodes(q); k++) {
        const int at = pose_of[q->node[k]->dof];
        if (at >= 0)
            inertia_sum_add(&sums[at], position(q, s, k), q->lumped[k], (vec3){0, 0, 0}, &none, solid_momentum(q, s, k),
                            (vec3){0, 0, 0});
    }
}
