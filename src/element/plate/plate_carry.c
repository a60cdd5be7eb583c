/* plate_carry.c - points that move with the nearest point of a shell or membrane.
 *
 *     foot = sum h_k(r) x_k            Gauss-Newton:  (J'J) dr = J'(x - foot),  J = dx/dr
 *
 * r is confined to the element; a point beside it moves with its edge. */
#include "contract/carrier.h"
#include "element/plate/plate.h"
#include <math.h>

/* Projects r into the square of the corners, or the triangle. */
static void confine(const plate *plate, double r[2])
{
    const bool is_triangle = plate->kind->n_nodes == 3;
    const double low = is_triangle ? 0 : -1, over = is_triangle ? fmax(r[0] + r[1] - 1, 0) : 0;
    for (int i = 0; i < 2; i++)
        r[i] = fmin(fmax(r[i] - over / 2, low), 1);
}

static vec3 foot_at(const plate *plate, const double r[2], plate_surface *at)
{
    vec3 x = {0, 0, 0};
    plate->kind->functions(r, at->h, at->derivative);
    at->x[0] = at->x[1] = x;
    for (int k = 0; k < plate->kind->n_nodes; k++) {
        x = vec3_axpy(x, at->h[k], plate_x0(plate, k));
        for (int i = 0; i < 2; i++)
            at->x[i] = vec3_axpy(at->x[i], at->derivative[i][k], plate_x0(plate, k));
    }
    return x;
}

void plate_carry(const elem *element, vec3 x, carrier *c)
{
    enum { TIMES = 30 };
    const plate *plate = element->self;
    plate_surface at = {0};
    double r[2] = {0, 0};
    confine(plate, r);
    vec3 foot = foot_at(plate, r, &at);
    for (int i = 0; i < TIMES; i++) {
        const vec3 d = vec3_sub(x, foot);
        const double a = vec3_dot(at.x[0], at.x[0]), b = vec3_dot(at.x[0], at.x[1]), f = vec3_dot(at.x[1], at.x[1]);
        const double p = vec3_dot(at.x[0], d), s = vec3_dot(at.x[1], d), det = a * f - b * b;
        r[0] += (f * p - b * s) / det;
        r[1] += (a * s - b * p) / det;
        confine(plate, r);
        foot = foot_at(plate, r, &at);
    }
    *c = (carrier){.n = plate->kind->n_nodes};
    for (int k = 0; k < c->n; k++) {
        c->node[k] = plate->node[k];
        c->weight[k] = at.h[k];
    }
    carrier_complete(c, foot, x, vec3_norm(vec3_sub(plate_x0(plate, 2), plate_x0(plate, 0))));
}
