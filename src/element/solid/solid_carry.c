/* solid_carry.c - points that move with a solid: inside, on its faces, or near them.
 *
 *     x = sum h_k(r) x_k               Newton:  dr = (dx/dr)^-1 (x - sum h_k x_k)
 *
 * r may lie slightly outside of the element, where its motion is extrapolated: motions that are linear in x are
 * reproduced exactly. */
#include "contract/carrier.h"
#include "element/solid/solid.h"
#include <math.h>

static vec3 point_at(const solid *solid, const double r[3], double *h, mat3 *derivative)
{
    double dh[SOLID_NODES][3];
    vec3 x = {0, 0, 0};
    *derivative = (mat3){0};
    solid->shape->solid_functions.evaluate(r, h, dh);
    for (int k = 0; k < solid_nodes(solid); k++) {
        const vec3 at = solid->node[k]->initial->x;
        const mat3 part = mat3_outer(at, vec3_load(dh[k]));
        x = vec3_axpy(x, h[k], at);
        *derivative = mat3_add(derivative, &part);
    }
    return x;
}

/* Relative distance of the natural coordinates outside of the bounding box of the nodes; 0 if inside. */
static double outside(const solid *solid, const double r[3])
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int k = 0; k < solid_nodes(solid); k++) {
            double at[3];
            solid_node_at(solid->shape, k, at);
            low = fmin(low, at[i]), high = fmax(high, at[i]);
        }
        most = fmax(most, fmax(r[i] - high, low - r[i]) / (high - low));
    }
    return most;
}

void solid_carry(const elem *element, vec3 x, carrier *c)
{
    enum { TIMES = 50 };
    const double HALF = 0.5;
    const solid *solid = element->self;
    double r[3] = {0.25, 0.25, 0.25};
    mat3 derivative;
    *c = (carrier){.n = solid_nodes(solid)};
    vec3 d = vec3_sub(x, point_at(solid, r, c->weight, &derivative));
    for (int i = 0; i < TIMES; i++) {
        const mat3 inverse = mat3_inverse(&derivative);
        const vec3 dr = mat3_mulv(&inverse, d);
        for (int k = 0; k < 3; k++)
            r[k] = fmin(fmax(r[k] + vec3_get(dr, k), -3), 3);
        d = vec3_sub(x, point_at(solid, r, c->weight, &derivative));
    }
    const double size = cbrt(fabs(mat3_det(&derivative)));
    for (int k = 0; k < c->n; k++)
        c->node[k] = solid->node[k];
    /* A point at which Newton's method did not arrive gets a distance larger than the size of the element. */
    c->distance = size * outside(solid, r) + (vec3_norm(d) > 1e-6 * size ? size + vec3_norm(d) : 0);
    c->reach = HALF * size;
}
