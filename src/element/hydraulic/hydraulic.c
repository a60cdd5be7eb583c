/* hydraulic.c - what hydraulic elements share.
 *
 *     p1 - p2 = K rho v |v| / 2,   q = rho A v = A sqrt(2 rho / K) g(p1 - p2),   rho = rho((p1 + p2) / 2)
 *     g(x) = sign(x) sqrt|x|,   and inside |x| < SMALL, where the root has no slope, the cubic that continues it:
 *     g(x) = x / sqrt(SMALL) (5 - (x / SMALL)^2) / 4 */
#include "element/hydraulic/hydraulic.h"
#include "contract/sampler.h"
#include "model/reading.h"
#include <math.h>

static const double SMALL = 1.0; /* of pressures, which are of the order of 1e5 */

node_dof read_pressure(reader *r, const char *what)
{
    return (node_dof){.node = read_node(r, "hydraulic", what), .unknown = -1, .row = -1};
}

const fluid *read_hydraulic_fluid(reader *r)
{
    static const char *const WORDS[] = {"hydraulic fluid", NULL};
    read_choice(r, WORDS, "'hydraulic fluid'");
    return read_fluid(r, "type of hydraulic fluid");
}

const fluid *sample_fluid(sampler *from)
{
    fluid *f = ARENA_NEW(from->memory, fluid);
    *f = (fluid){.type = fluid_types[sample_integer(from, 0, fluid_type_count - 1)],
                 .density = sample_real(from, 0.5, 2.0),
                 .beta = sample_real(from, 5.0, 20.0),
                 .viscosity = sample_real(from, 0.5, 2.0),
                 .saturation = -1e3};
    return f;
}

static double root(double x, double *slope)
{
    if (fabs(x) >= SMALL) {
        const double g = sqrt(fabs(x));
        *slope = 0.5 / g;
        return copysign(g, x);
    }
    const double z = x / SMALL;
    *slope = (5.0 - 3.0 * z * z) / (4.0 * sqrt(SMALL));
    return sqrt(SMALL) * z * (5.0 - z * z) / 4.0;
}

hydraulic_flow turbulent_flow(const fluid *f, double k, double area, double p1, double p2)
{
    double slope, by_p;
    const double g = root(p1 - p2, &slope), rho = fluid_density(f, 0.5 * (p1 + p2), &by_p);
    const double scale = area * sqrt(2.0 * rho / k), flow = scale * g, by_density = 0.25 * flow * by_p / rho;
    return (hydraulic_flow){.velocity = flow / (rho * area),
                            .flow = flow,
                            .by_p1 = by_density + scale * slope,
                            .by_p2 = by_density - scale * slope};
}

void hydraulic_add_flow(int n, const state *s, const node_dof *port, int a, int b, const hydraulic_flow *q, local *out)
{
    out->r[a] += q->flow;
    out->r[b] -= q->flow;
    if (n == 0)
        return;
    const double by_a = q->by_p1 * dof_weight(s, &port[a]), by_b = q->by_p2 * dof_weight(s, &port[b]);
    double *const to_a = out->J + a * out->ld, *const to_b = out->J + b * out->ld;
    to_a[a] += by_a, to_a[b] += by_b;
    to_b[a] -= by_a, to_b[b] -= by_b;
}
