/* bearing_fluid.c - pressure and density at a node of the grid.
 *
 *     incompressible:    p = P u,   rho = rho_0                       u: the unknown, P: pressure dof scale
 *     compressible:      u >= 0:  p = p_c + P u,  rho = rho(p)        a full film
 *                        u < 0:   p = p_c,  rho = rho_c (1 + T u)     cavitated; T: theta dof scale, default P / beta
 *     given density:     rho / rho_c above 1 is a pressure, below 1 a filling ratio;   a filling ratio is rho / rho_c
 *
 * rho' is the difference over the step divided by its length; before the first step it is zero, but has the derivative
 * that it will have later, so that a film without other constraints is determined. p_c: reference pressure of the
 * fluid, rho_c = rho(p_c). Mass is conserved (Elrod, H. G.: A cavitation algorithm. J. Lubrication Tech. 103, 1981).
 * The viscosity of a partly filled film is the mean of oil and vapour, weighted by their fractions. */
#include "element/bearing/bearing.h"
#include <math.h>

/* Computes pressure and density for an unknown, and their derivatives. */
static void set_from_unknown(const bearing *bearing, double u, own_number *number, own_number *rho)
{
    const double p_c = bearing->oil->pressure;
    double derivative;
    if (u >= 0.0) {
        *number = (own_number){p_c + bearing->pressure_scale * u, bearing->pressure_scale};
        rho->v = fluid_density(bearing->oil, number->v, &derivative);
        rho->d = derivative * bearing->pressure_scale;
        return;
    }
    const double full = fluid_density(bearing->oil, p_c, &derivative);
    *number = (own_number){p_c, 0.0};
    *rho = (own_number){full * (1.0 + bearing->theta_scale * u), full * bearing->theta_scale};
}

static void set_unknown(const state *state, const elem *element, int k, film *film)
{
    const bearing *bearing = element->self;
    const double u = state->y[element->internal + bearing->node[k].pressure];
    if (!bearing_is_compressible(bearing)) {
        film->number = (own_number){bearing->pressure_scale * u, bearing->pressure_scale};
        return;
    }
    set_from_unknown(bearing, u, &film->number, &film->rho);
    film->rho_rate.v = state->now == PHASE_STEP ? (film->rho.v - node_before(state, element, k)->rho) / state->dt : 0.0;
    film->rho_rate.d = film->rho.d * (state->is_linearised ? state->rate_factor : 1.0 / state->dt);
}

/* Computes the film at a prescribed pressure. Below p_c the film is full, too. */
static void set_from_pressure(const bearing *bearing, double p, double weight, film *film)
{
    double derivative;
    if (!bearing_is_compressible(bearing)) {
        film->number = (own_number){p, weight};
        return;
    }
    const bool is_full = p >= bearing->oil->pressure;
    film->number = (own_number){is_full ? p : bearing->oil->pressure, is_full ? weight : 0.0};
    film->rho.v = fluid_density(bearing->oil, film->number.v, &derivative);
    film->rho.d = derivative * film->number.d;
}

static void set_given(const state *state, const bearing *bearing, const condition *condition, film *film)
{
    double derivative, given = drive_now(condition->drive, state);
    if (condition->kind == GIVEN_PRESSURE) {
        set_from_pressure(bearing, given, 0.0, film);
        return;
    }
    const double full = fluid_density(bearing->oil, bearing->oil->pressure, &derivative);
    given *= condition->kind == GIVEN_FILLING ? full : 1.0;
    set_from_pressure(bearing, bearing->oil->pressure + fmax(given - full, 0.0) / derivative, 0.0, film);
    film->rho.v = given;
}

/* Returns the unknown for this pressure and density. */
static double unknown_of(const bearing *bearing, const film *film)
{
    double derivative;
    if (!bearing_is_compressible(bearing))
        return film->number.v / bearing->pressure_scale;
    const double p_c = bearing->oil->pressure, full = fluid_density(bearing->oil, p_c, &derivative);
    return film->number.v > p_c ? (film->number.v - p_c) / bearing->pressure_scale
                                : fmin(film->rho.v / full - 1.0, 0.0) / bearing->theta_scale;
}

/* Interpolates between the edges along the axis. */
void film_initial(const state *state, const elem *element, initial_values *initial)
{
    const bearing *bearing = element->self;
    double at_edge[2];
    for (int i = 0; i < 2; i++) {
        film film = {0};
        if (bearing->has_axial_ports)
            set_from_pressure(bearing, initial->y[bearing->port[i].node->dof], 0.0, &film);
        else
            set_given(state, bearing, &bearing->edge[i], &film);
        at_edge[i] = unknown_of(bearing, &film);
    }
    for (int k = 0; k < bearing_nodes(bearing); k++) {
        const double part = bearing->node[k].z / bearing->width + 0.5;
        if (bearing->node[k].pressure >= 0)
            initial->y[element->internal + bearing->node[k].pressure] = (1.0 - part) * at_edge[0] + part * at_edge[1];
    }
    compliance_initial(state, element, initial);
}

/* Returns the rotation of the carrier relative to the other surface. */
static double bearing_fluid_rotation(const state *state, const bearing_surface *c, const bearing_surface *o)
{
    const mat3 A = mat3_mul(&state->poses[c->node->pose].R, &c->R), B = mat3_mul(&state->poses[o->node->pose].R, &o->R);
    const vec3 x = mat3_col(&A, 0);
    return atan2(vec3_dot(mat3_col(&B, 1), x), vec3_dot(mat3_col(&B, 0), x));
}

/* Prescribes the unknown of a node that a groove of the other surface passes over. */
static void set_passing(const state *state, const elem *element, const grid_node *at, film *f)
{
    const bearing *bearing = element->self;
    const bearing_surface *const surface = &bearing->side[bearing->carrier == SHAFT ? BEARING : SHAFT];
    for (int i = 0; i < bearing->n_grooves; i++) {
        const groove *groove = &bearing->groove[i];
        if (groove->side == bearing->carrier)
            continue;
        const double phi = at->phi + bearing_fluid_rotation(state, &bearing->side[bearing->carrier], surface);
        if (!outline_holds(&groove->outline, 2.0 * M_PI * surface->radius, surface->radius * phi, at->z))
            continue;
        film given = {0};
        set_given(state, bearing, &groove->given, &given);
        f->is_given = true;
        f->unlike = (own_number){state->y[element->internal + at->pressure] - unknown_of(bearing, &given), 1.0};
    }
}

static void set_viscosity(const bearing *bearing, film *film)
{
    double derivative;
    const double full = fluid_density(bearing->oil, bearing->oil->pressure, &derivative), filled = film->rho.v / full;
    film->eta = (own_number){bearing->oil->viscosity, 0.0};
    if (filled >= 1.0)
        return;
    film->eta.v += (1.0 - filled) * (bearing->vapour - bearing->oil->viscosity);
    film->eta.d = -(bearing->vapour - bearing->oil->viscosity) * film->rho.d / full;
}

void film_fluid(const state *state, const elem *element, int index, film *film)
{
    const bearing *bearing = element->self;
    const grid_node *at = &bearing->node[index];
    film->rho = (own_number){bearing->oil->density, 0.0};
    if (at->pressure >= 0) {
        set_unknown(state, element, index, film);
        set_passing(state, element, at, film);
    } else if (at->port >= 0) {
        set_from_pressure(bearing, node_dof_value(state, &bearing->port[at->port]),
                          dof_weight(state, &bearing->port[at->port]), film);
    } else {
        set_given(state, bearing, at->given < 2 ? &bearing->edge[at->given] : &bearing->groove[at->given - 2].given,
                  film);
    }
    set_viscosity(bearing, film);
}
