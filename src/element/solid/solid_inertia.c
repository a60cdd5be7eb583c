/* solid_inertia.c - mass of solid elements, gravity, and inertia forces of a moving frame.
 *
 *     M_kl = integral of rho h_k h_l          lumped: M_kk scaled to the total mass
 *     momentum rows    + sum M_kl v_l         (or lumped)
 *     balance rows     + sum M_kl b(x_l)      b = g - a0 - W x (W x x) - W' x x      consistent in any case
 *                      - 2 W x momentum of the node
 *
 * A non-uniform gravity field is integrated over the points: sum rho h_k g(x) dV. A static element has no momentum and
 * no force that depends on it. */
#include "element/solid/solid.h"
#include "element/body/gravity.h"
#include "element/body/moving_frame.h"
#include <string.h>

static vec3 position(const solid *solid, const state *state, int k) { return state->poses[solid->node[k]->pose].x; }
static vec3 solid_inertia_velocity(const solid *solid, const state *state, int k)
{
    return state->poses[solid->node[k]->pose].v;
}

vec3 solid_momentum(const solid *solid, const state *state, int index)
{
    if (solid->is_lumped)
        return vec3_scale(solid->lumped[index], solid_inertia_velocity(solid, state, index));
    const double *M = solid->mass + index * solid_nodes(solid);
    vec3 sum = {0, 0, 0};
    for (int l = 0; l < solid_nodes(solid); l++)
        sum = vec3_axpy(sum, M[l], solid_inertia_velocity(solid, state, l));
    return sum;
}

double solid_kinetic_energy(const solid *solid, const state *state)
{
    const int n = solid_nodes(solid);
    double sum = 0.0;
    for (int k = 0; k < n && !solid->is_static; k++)
        for (int l = 0; l < n; l++)
            sum += 0.5 * solid->mass[k * n + l] *
                   vec3_dot(solid_inertia_velocity(solid, state, k), solid_inertia_velocity(solid, state, l));
    return sum;
}

static void add_momenta(int lanes, const state *state, const solid *solid, local *out)
{
    const int nodes = solid_nodes(solid);
    for (int k = 0; k < nodes; k++)
        vec3_accumulate(out->r + solid->momentum + 3 * k, solid_momentum(solid, state, k));
    for (int k = 0; lanes > 0 && k < nodes; k++)
        for (int l = 0; l < nodes; l++)
            for (int i = 0; i < 3 && (!solid->is_lumped || k == l); i++)
                out->J[(solid->momentum + 3 * k + i) * out->ld + solid->column[l] + i] +=
                    state->drate * (solid->is_lumped ? solid->lumped[k] : solid->mass[k * nodes + l]);
}

/* For the acceleration A x + c, adds the force on node k, sum M_kl (A x_l + c). */
static void add_linear_field(int lanes, const state *state, const solid *solid, const mat3 *A, vec3 c, local *out)
{
    const int nodes = solid_nodes(solid);
    for (int k = 0; k < nodes; k++) {
        const double *M = solid->mass + k * nodes;
        vec3 sum = {0, 0, 0};
        double m = 0.0;
        for (int l = 0; l < nodes; l++) {
            m += M[l];
            sum = vec3_axpy(sum, M[l], position(solid, state, l));
            if (lanes > 0)
                local_block(out, solid->column[k], solid->column[l], state->dvalue * M[l], A);
        }
        vec3_accumulate(out->r + solid->column[k], vec3_axpy(mat3_mulv(A, sum), m, c));
    }
}

static void add_uniform_field(const solid *solid, vec3 c, local *out)
{
    const int nodes = solid_nodes(solid);
    for (int k = 0; k < nodes; k++) {
        double m = 0.0;
        for (int l = 0; l < nodes; l++)
            m += solid->mass[k * nodes + l];
        vec3_accumulate(out->r + solid->column[k], vec3_scale(m, c));
    }
}

static void add_central_field(int lanes, const state *state, const solid *solid, local *out)
{
    const int nodes = solid_nodes(solid);
    for (int i = 0; i < solid->shape->mass->n; i++) {
        double r[3], h[SOLID_NODES];
        vec3 x = {0, 0, 0};
        mat3 derivative;
        solid->shape->mass->point(i, r);
        solid->shape->solid_functions.evaluate(r, h, NULL);
        for (int k = 0; k < nodes; k++)
            x = vec3_axpy(x, h[k], position(solid, state, k));
        const vec3 g = gravity_at(*solid->gravity, state, x, &derivative);
        for (int k = 0; k < nodes; k++) {
            const double m = solid->mass_weight[i] * h[k];
            vec3_accumulate(out->r + solid->column[k], vec3_scale(m, g));
            for (int l = 0; lanes > 0 && l < nodes; l++)
                local_block(out, solid->column[k], solid->column[l], state->dvalue * m * h[l], &derivative);
        }
    }
}

static void add_rotating(int lanes, const state *state, const solid *solid, vec3 W, local *out)
{
    const int nodes = solid_nodes(solid);
    const mat3 rotation = mat3_skew(vec3_scale(-2.0, W));
    for (int k = 0; k < nodes; k++) {
        vec3_accumulate(out->r + solid->column[k], mat3_mulv(&rotation, solid_momentum(solid, state, k)));
        for (int l = 0; lanes > 0 && l < nodes; l++)
            if (!solid->is_lumped || k == l)
                local_block(out, solid->column[k], solid->column[l],
                            state->drate * (solid->is_lumped ? solid->lumped[k] : solid->mass[k * nodes + l]),
                            &rotation);
    }
}

static void solid_inertia_add_moving_frame(int lanes, const state *state, const solid *solid, local *out)
{
    const frame_motion motion = moving_frame_now(solid->motion, state);
    mat3 A = mat3_skew_skew(motion.W, motion.W);
    const mat3 spin = mat3_skew(motion.dW);
    A = mat3_add(&A, &spin);
    A = mat3_scale(-1.0, &A);
    add_linear_field(lanes, state, solid, &A, vec3_neg(motion.a), out);
    if (!solid->is_static)
        add_rotating(lanes, state, solid, motion.W, out);
}

void solid_inertia(int lanes, const state *state, const elem *element, local *out)
{
    const solid *solid = element->self;
    if (!solid->is_static)
        add_momenta(lanes, state, solid, out);
    if (gravity_has_gradient(*solid->gravity))
        add_central_field(lanes, state, solid, out);
    else if (*solid->gravity)
        add_uniform_field(solid, gravity_at(*solid->gravity, state, (vec3){0, 0, 0}, NULL), out);
    if (solid->motion->is_set)
        solid_inertia_add_moving_frame(lanes, state, solid, out);
}

/* --- sums of inertia ---------------------------------------------------------------------------------------------- */

void solid_add_inertia(const state *state, const elem *element, inertia_sum *sum)
{
    const solid *solid = element->self;
    const mat3 none = {{{0}}};
    for (int i = 0; i < solid->shape->mass->n; i++) {
        double r[3], h[SOLID_NODES];
        vec3 x = {0, 0, 0}, v = x;
        solid->shape->mass->point(i, r);
        solid->shape->solid_functions.evaluate(r, h, NULL);
        for (int k = 0; k < solid_nodes(solid); k++) {
            x = vec3_axpy(x, h[k], position(solid, state, k));
            v = vec3_axpy(v, h[k], solid_inertia_velocity(solid, state, k));
        }
        const double m = solid->mass_weight[i];
        inertia_sum_add(sum, x, m, (vec3){0, 0, 0}, &none, vec3_scale(m, v), (vec3){0, 0, 0});
    }
}

/* Accelerations are known if the mass is lumped. */
void solid_add_node_inertia(const state *state, const elem *element, const int *pose_of, inertia_sum *sums)
{
    const solid *solid = element->self;
    const mat3 none = {{{0}}};
    for (int k = 0; solid->is_lumped && !solid->is_static && k < solid_nodes(solid); k++) {
        const int at = pose_of[solid->node[k]->dof];
        if (at >= 0)
            inertia_sum_add(&sums[at], position(solid, state, k), solid->lumped[k], (vec3){0, 0, 0}, &none,
                            solid_momentum(solid, state, k), (vec3){0, 0, 0});
    }
}
