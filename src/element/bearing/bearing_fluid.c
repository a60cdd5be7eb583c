/* bearing_fluid.c - pressure and density at a node of the grid.
 *
 *     incompressible:    p = P u,   rho = rho_0                       u: the unknown, P: pressure dof scale
 *     compressible:      u >= 0:  p = p_c + P u,  rho = rho(p)        a full film
 *                        u < 0:   p = p_c,  rho = rho_c (1 + T u)     cavitated; T: theta dof scale, else P / beta
 *     given density:     rho / rho_c above 1 is a pressure, below it a filling;   a filling ratio is rho / rho_c
 *
 * rho' is the difference over the step by its length; before the first one it is zero with the slope it will have,
 * which holds a film that nothing else holds. p_c: reference pressure of the fluid, rho_c = rho(p_c). Mass is conserved
 * (Elrod, H. G.: A cavitation algorithm. J. Lubrication Tech. 103, 1981). The viscosity of a film that is filled in
 * part is that of oil and vapour by their shares. */
#include "element/bearing/bearing.h"
#include <math.h>

/* Pressure and density that belong to an unknown, and their slopes. */
static void set_from_unknown(const bearing *b, double u, own_number *p, own_number *rho)
{
    const double p_c = b->oil->pressure;
    double slope;
    if (u >= 0.0) {
        *p = (own_number){p_c + b->pressure_scale * u, b->pressure_scale};
        rho->v = fluid_density(b->oil, p->v, &slope);
        rho->d = slope * b->pressure_scale;
        return;
    }
    const double full = fluid_density(b->oil, p_c, &slope);
    *p = (own_number){p_c, 0.0};
    *rho = (own_number){full * (1.0 + b->theta_scale * u), full * b->theta_scale};
}

static void set_unknown(const state *s, const elem *e, int k, film *f)
{
    const bearing *b = e->self;
    const double u = s->y[e->own + b->node[k].pressure];
    if (!bearing_is_compressible(b)) {
        f->p = (own_number){b->pressure_scale * u, b->pressure_scale};
        return;
    }
    set_from_unknown(b, u, &f->p, &f->rho);
    f->rho_rate.v = s->now == PHASE_STEP ? (f->rho.v - node_before(s, e, k)->rho) / s->dt : 0.0;
    f->rho_rate.d = f->rho.d * (s->is_linearised ? s->swing : 1.0 / s->dt);
}

/* What belongs to a pressure that is given: below p_c the film is full all the same. */
static void set_from_pressure(const bearing *b, double p, double weight, film *f)
{
    double slope;
    if (!bearing_is_compressible(b)) {
        f->p = (own_number){p, weight};
        return;
    }
    const bool is_full = p >= b->oil->pressure;
    f->p = (own_number){is_full ? p : b->oil->pressure, is_full ? weight : 0.0};
    f->rho.v = fluid_density(b->oil, f->p.v, &slope);
    f->rho.d = slope * f->p.d;
}

static void set_given(const state *s, const bearing *b, const condition *c, film *f)
{
    double slope, given = drive_now(c->drive, s);
    if (c->kind == GIVEN_PRESSURE) {
        set_from_pressure(b, given, 0.0, f);
        return;
    }
    const double full = fluid_density(b->oil, b->oil->pressure, &slope);
    given *= c->kind == GIVEN_FILLING ? full : 1.0;
    set_from_pressure(b, b->oil->pressure + fmax(given - full, 0.0) / slope, 0.0, f);
    f->rho.v = given;
}

/* The unknown that has this pressure and density. */
static double unknown_of(const bearing *b, const film *f)
{
    double slope;
    if (!bearing_is_compressible(b))
        return f->p.v / b->pressure_scale;
    const double p_c = b->oil->pressure, full = fluid_density(b->oil, p_c, &slope);
    return f->p.v > p_c ? (f->p.v - p_c) / b->pressure_scale : fmin(f->rho.v / full - 1.0, 0.0) / b->theta_scale;
}

/* Between the edges, along the axis. */
void film_initial(const state *s, const elem *e, initial_values *v)
{
    const bearing *b = e->self;
    double at_edge[2];
    for (int i = 0; i < 2; i++) {
        film f = {0};
        if (b->has_axial_ports)
            set_from_pressure(b, v->y[b->port[i].node->dof], 0.0, &f);
        else
            set_given(s, b, &b->edge[i], &f);
        at_edge[i] = unknown_of(b, &f);
    }
    for (int k = 0; k < bearing_nodes(b); k++) {
        const double part = b->node[k].z / b->width + 0.5;
        if (b->node[k].pressure >= 0)
            v->y[e->own + b->node[k].pressure] = (1.0 - part) * at_edge[0] + part * at_edge[1];
    }
    compliance_initial(s, e, v);
}

/* How far the carrier is turned, seen from the other surface. */
static double bearing_fluid_turn(const state *s, const bearing_surface *c, const bearing_surface *o)
{
    const mat3 A = mat3_mul(&s->poses[c->node->pose].R, &c->R), B = mat3_mul(&s->poses[o->node->pose].R, &o->R);
    const vec3 x = mat3_col(&A, 0);
    return atan2(vec3_dot(mat3_col(&B, 1), x), vec3_dot(mat3_col(&B, 0), x));
}

/* A groove of the other surface passes over nodes of the grid. */
static void set_passing(const state *s, const elem *e, const grid_node *at, film *f)
{
    const bearing *b = e->self;
    const bearing_surface *const o = &b->side[b->carrier == SHAFT ? BEARING : SHAFT];
    for (int i = 0; i < b->n_grooves; i++) {
        const groove *g = &b->groove[i];
        if (g->side == b->carrier)
            continue;
        const double phi = at->phi + bearing_fluid_turn(s, &b->side[b->carrier], o);
        if (!outline_holds(&g->outline, 2.0 * M_PI * o->radius, o->radius * phi, at->z))
            continue;
        film given = {0};
        set_given(s, b, &g->given, &given);
        f->is_given = true;
        f->unlike = (own_number){s->y[e->own + at->pressure] - unknown_of(b, &given), 1.0};
    }
}

static void set_viscosity(const bearing *b, film *f)
{
    double slope;
    const double full = fluid_density(b->oil, b->oil->pressure, &slope), filled = f->rho.v / full;
    f->eta = (own_number){b->oil->viscosity, 0.0};
    if (filled >= 1.0)
        return;
    f->eta.v += (1.0 - filled) * (b->vapour - b->oil->viscosity);
    f->eta.d = -(b->vapour - b->oil->viscosity) * f->rho.d / full;
}

void film_fluid(const state *s, const elem *e, int k, film *f)
{
    const bearing *b = e->self;
    const grid_node *at = &b->node[k];
    f->rho = (own_number){b->oil->density, 0.0};
    if (at->pressure >= 0) {
        set_unknown(s, e, k, f);
        set_passing(s, e, at, f);
    } else if (at->port >= 0) {
        set_from_pressure(b, node_dof_value(s, &b->port[at->port]), dof_weight(s, &b->port[at->port]), f);
    } else {
        set_given(s, b, at->given < 2 ? &b->edge[at->given] : &b->groove[at->given - 2].given, f);
    }
    set_viscosity(b, f);
}
