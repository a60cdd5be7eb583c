/* hydraulic.c - what hydraulic elements share.
 *
 *     p1 - p2 = K rho v |v| / 2,   q = rho A v = A / sqrt(K) sqrt(2 rho) g(p1 - p2),   rho = rho((p1 + p2) / 2)
 *     g(x) = sign(x) sqrt|x|,   and inside |x| < SMALL, where the root has no slope, the cubic that continues it:
 *     g(x) = x / sqrt(SMALL) (5 - (x / SMALL)^2) / 4 */
#include "element/hydraulic/hydraulic.h"
#include "element/diag_rows.h"
#include <math.h>

static const double SMALL = 1e-6; /* of pressures, which are of the order of 1e5 in Pa and of 0.1 in MPa */

/* --- reading and sampling ----------------------------------------------------------------------------------------- */

void read_ports(reader *r, node_dof *port, int count)
{
    static const char *const WHICH[] = {"first node",  "second node", "third node",
                                        "fourth node", "fifth node",  "sixth node"};
    for (int i = 0; i < count; i++)
        port[i] = (node_dof){.node = read_node(r, "hydraulic", WHICH[i]), .unknown = -1, .row = -1};
}

const fluid *read_hydraulic_fluid(reader *r)
{
    static const char *const WORDS[] = {"hydraulic fluid", "fluid", NULL};
    read_choice(r, WORDS, "'hydraulic fluid'");
    return read_fluid(r, "type of hydraulic fluid");
}

void require_viscosity(reader *r, const fluid *f, place where)
{
    if (read_ok(r) && f->viscosity <= 0.0)
        read_error(r, E_NO_VISCOSITY, where);
}

void sample_ports(sampler *from, node_dof *port, int count)
{
    for (int i = 0; i < count; i++)
        port[i] = sample_dof(from, i);
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

void layout_ports(layout *l, const node_dof *port, int count)
{
    for (int i = 0; i < count; i++)
        layout_dof(l, &port[i]);
}

/* --- flows -------------------------------------------------------------------------------------------------------- */

void port_pressures(int n, const state *s, const node_dof *port, int count, jet1 *p)
{
    for (int i = 0; i < count; i++)
        jet1_seed(n, &p[i], node_dof_value(s, &port[i]), i, dof_weight(s, &port[i]));
}

void density_at(int n, jet1 *rho, const fluid *f, const jet1 *p)
{
    double slope;
    const double at_p = fluid_density(f, p->v, &slope);
    *rho = *p;
    jet1_chain_by(n, rho, at_p, slope);
}

void to_density_slope(int n, const fluid *f, jet1 *p)
{
    double by_p;
    fluid_density(f, p->v, &by_p);
    jet1_chain_by(n, p, by_p, fluid_curvature(f, p->v));
}

void density_pressure(int n, const state *s, const jet1 *p, int unknown, jet1 *at)
{
    *at = *p;
    if (s->holds)
        jet1_const(n, at, s->y_prev[unknown]);
}

void mean_density(int n, jet1 *rho, const fluid *f, const jet1 *p1, const jet1 *p2)
{
    jet1 mean;
    jet1_add(n, &mean, p1, 1.0, p2);
    jet1_scale_by(n, &mean, 0.5);
    density_at(n, rho, f, &mean);
}

static double hydraulic_root(double x, double *slope)
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

void flow_through(int n, jet1 *q, const jet1 *rho, const jet1 *area, const jet1 *p1, const jet1 *p2)
{
    jet1 scale = *rho;
    const double r = sqrt(2.0 * rho->v);
    jet1_chain_by(n, &scale, r, 1.0 / r);
    double slope;
    jet1_add(n, q, p1, -1.0, p2);
    const double g = hydraulic_root(q->v, &slope);
    jet1_chain_by(n, q, g, slope);
    jet1_mul_by(n, q, &scale);
    jet1_mul_by(n, q, area);
}

void turbulent_flow_at(int n, jet1 *q, const fluid *f, double area, const jet1 *p1, const jet1 *p2)
{
    jet1 rho, through;
    mean_density(n, &rho, f, p1, p2);
    jet1_const(n, &through, area);
    flow_through(n, q, &rho, &through, p1, p2);
}

void reference_flow(int n, jet1 *q, const fluid *f, const jet1 *area, const jet1 *p1, const jet1 *p2)
{
    jet1 rho;
    jet1_const(n, &rho, f->density);
    flow_through(n, q, &rho, area, p1, p2);
}

void add_flow(int n, local *out, int from, int to, const jet1 *q)
{
    local_add1(out, from, n, 1.0, q);
    local_add1(out, to, n, -1.0, q);
}

/* --- moving parts ------------------------------------------------------------------------------------------------- */

void read_penalties(reader *r, end_stops *stops)
{
    stops->by_x = read_not_negative(r, "displacement penalty");
    stops->by_v = read_not_negative(r, "velocity penalty");
    stops->by_a = read_not_negative(r, "acceleration penalty");
}

void sample_stops(sampler *from, end_stops *stops)
{
    stops->low = sample_real(from, -0.5, 0.0);
    stops->high = sample_real(from, 0.0, 0.5);
    stops->by_x = sample_real(from, 0.5, 2.0);
    stops->by_v = sample_real(from, 0.5, 2.0);
    stops->by_a = sample_real(from, 0.5, 2.0);
}

void moving_part_begin(int n, const state *s, const elem *e, int first, moving_part *m, local *out)
{
    jet1_seed(n, &m->x, s->y[e->own], first, s->dvalue);
    jet1_seed(n, &m->v, s->y[e->own + 1], first + 1, s->dvalue);
    jet1_seed(n, &m->x_rate, s->yp[e->own], first, s->drate);
    jet1_seed(n, &m->v_rate, s->yp[e->own + 1], first + 1, s->drate);
    m->switched_by = s->holds ? s->y_prev[e->own] : m->x.v;
    local_add1(out, first, n, 1.0, &m->v);
    local_add1(out, first, n, -1.0, &m->x_rate);
}

/* How far x is beyond an end: negative below the lower one, zero between the two. */
static double beyond(const end_stops *stops, double x)
{
    return fmin(x - stops->low, 0.0) + fmax(x - stops->high, 0.0);
}

void stop_force(int n, const end_stops *stops, const moving_part *m, jet1 *f)
{
    const double depth = beyond(stops, m->x.v), out = beyond(stops, m->switched_by);
    *f = m->x;
    jet1_chain_by(n, f, stops->by_x * depth, depth != 0.0 ? stops->by_x : 0.0);
    if (out * m->v.v > 0.0)
        jet1_add_to(n, f, stops->by_v, &m->v);
    if (out * m->v_rate.v > 0.0)
        jet1_add_to(n, f, stops->by_a, &m->v_rate);
}

void speed_drag(int n, double k, const jet1 *v, jet1 *f)
{
    const double speed = fabs(v->v);
    *f = *v;
    jet1_chain_by(n, f, k * speed * v->v, 2.0 * k * speed);
}

const char *moving_part_name(const elem *e, int i)
{
    (void)e;
    return i == 0 ? "displacement" : "velocity";
}

void set_moving_part(elem *e)
{
    static const own_kind STATES[] = {OWN_DIFFERENTIAL, OWN_DIFFERENTIAL};
    e->n_own = 2;
    e->kinds = STATES;
}

void record_hydraulic(const state *s, record *out, const char *name, physical_quantity unit, const char *words,
                      double v)
{
    record_name(out, name, unit, words);
    record_real(out, s->now == PHASE_INPUT ? 0.0 : v);
}

void record_moving_part(const state *s, const elem *e, record *out)
{
    record_hydraulic(s, out, "x", QUANTITY_LENGTH, "displacement", s->y[e->own]);
    record_hydraulic(s, out, "xP", QUANTITY_VELOCITY, "velocity", s->y[e->own + 1]);
    record_hydraulic(s, out, "xPP", QUANTITY_ACCELERATION, "acceleration", s->yp[e->own + 1]);
}

void record_flow(const state *s, record *out, const char *name, double q)
{
    record_hydraulic(s, out, name, QUANTITY_MASS_FLOW, "mass flow", q);
}

void record_density(const state *s, record *out, const char *name, double rho)
{
    record_hydraulic(s, out, name, QUANTITY_DENSITY, "density", rho);
}

void record_velocity(const state *s, record *out, double v)
{
    record_hydraulic(s, out, "v", QUANTITY_VELOCITY, "velocity", v);
}

void record_reynolds(const state *s, record *out, double reynolds)
{
    record_hydraulic(s, out, "Re", QUANTITY_DIMENSIONLESS, "Reynolds number", reynolds);
}

void record_turbulent(const state *s, record *out, bool is_turbulent)
{
    record_name(out, "turbulent", QUANTITY_BOOLEAN, "whether the flow is turbulent");
    record_integer(out, is_turbulent && s->now != PHASE_INPUT);
}
