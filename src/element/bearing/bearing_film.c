/* bearing_film.c - the gap at a node of the grid, its rate and the sliding speed of the surfaces; contact, friction.
 *
 *     c: the carrier, o: the other surface;   v_c = ((r_c + y_c) cos phi, (r_c + y_c) sin phi, z)   a node, y: pockets
 *     b = R_bo' (R_o' (x_c + R_c (o_c + R_bc v_c) - x_o) - o_o),   phi_o = atan2(b_2, b_1)
 *     h = s (|b_1, b_2| - r_o - y_o) + w,   s = 1 if the bearing is the carrier, -1 if the shaft is; w: deformation
 *     h' = s ((b_1 b_1' + b_2 b_2') / |b_1, b_2| - y_o') + w'
 *     U: velocity of the point of the other surface opposite the node, relative to the carrier, along x and z
 *
 *     asperities:  p = (16 sqrt 2 / 15) pi (eta beta sigma)^2 E' sqrt(sigma / beta) F((h - offset) / sigma)
 *                  F(H) = 4.4086e-5 (4 - H)^6.804 for H < 4
 *     Coulomb:     tau = mu p D / max(|D|, threshold),   D: speed of the shaft on the shell
 *     LuGre:       tau = p (s_0 z + s_1 z'),  z = z_0 + dt (k z' + (1 - k) z_0')      k = 1: implicit Euler, 1/2:
 *                  trapezoidal rule (bristle.h)
 *
 * Greenwood, J. A., Tripp, J. H.: The contact of two nominally flat rough surfaces. Proc. IMechE 185, 1971. */
#include "element/bearing/bearing.h"
#include "math/jet_functions.h"
#include <math.h>
#include <stdlib.h>

static void bearing_film_component(int lanes, jet1 *r, const jet3 *a, int k)
{
    r->v = a->v[k];
    JET_LANES(lanes, l) r->d[l] = a->d[k][l];
}

/* --- the gap ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const bearing_surface *surface, *bearing_surface;
    const jet_node *on_c, *on_o;
    jet3 arm;       /* of the node, from the carrier's node */
    jet3 b, b_rate; /* relative to the other surface */
    jet1 radius;
} sight;

static void restore_order(int lanes, const bearing_surface *surface, const jet_node *on, const jet3 *a, jet3 *r)
{
    const mat3 back = mat3_transpose(&surface->R);
    jet3 seen;
    jet_node_local(lanes, &seen, on, a);
    jet3_mul(lanes, r, &back, &seen);
}

/* Computes b and b'. */
static void bearing_film_look(int n, const grid_node *at, sight *sight)
{
    const pocket_height internal = surface_height(sight->surface, at->phi, at->z);
    const double r = sight->surface->radius + internal.y;
    const vec3 v = {r * cos(at->phi), r * sin(at->phi), at->z};
    jet3 d, u, spun;
    jet_node_arm(n, &sight->arm, sight->on_c, vec3_add(sight->surface->o, mat3_mulv(&sight->surface->R, v)));
    jet3_add(n, &d, &sight->on_c->x, 1.0, &sight->arm);
    jet3_add_to(n, &d, -1.0, &sight->on_o->x);
    restore_order(n, sight->bearing_surface, sight->on_o, &d, &sight->b);
    const mat3 back = mat3_transpose(&sight->bearing_surface->R);
    jet3_add_vec3_to(&sight->b, -1.0, mat3_mulv(&back, sight->bearing_surface->o));
    jet3_cross(n, &spun, &sight->on_c->w, &sight->arm);
    jet3_add(n, &u, &sight->on_c->v, 1.0, &spun);
    jet3_add_to(n, &u, -1.0, &sight->on_o->v);
    jet3_cross(n, &spun, &sight->on_o->w, &d);
    jet3_add_to(n, &u, -1.0, &spun);
    restore_order(n, sight->bearing_surface, sight->on_o, &u, &sight->b_rate);
}

/* Computes y_o and y_o' at the point of the other surface opposite the node. */
static void other_height(int lanes, const sight *sight, const jet1 b[3], const jet1 rate[3], jet1 *y, jet1 *y_rate)
{
    jet1 phi, phi_rate, part, derivative;
    jet1_const(lanes, y, 0.0);
    jet1_const(lanes, y_rate, 0.0);
    if (sight->bearing_surface->n_pockets == 0)
        return;
    const double r = sight->bearing_surface->radius;
    jet1_atan2(lanes, &phi, &b[1], &b[0]);
    const pocket_height pocket_height = surface_height(sight->bearing_surface, phi.v, b[2].v);
    y->v = pocket_height.y;
    JET_LANES(lanes, l) y->d[l] = pocket_height.x * r * phi.d[l] + pocket_height.z * b[2].d[l];
    phi_rate = b[0];
    jet1_mul_by(lanes, &phi_rate, &rate[1]);
    part = b[1];
    jet1_mul_by(lanes, &part, &rate[0]);
    jet1_add_to(lanes, &phi_rate, -1.0, &part);
    jet1_div_by(lanes, &phi_rate, &sight->radius);
    jet1_div_by(lanes, &phi_rate, &sight->radius);
    derivative = b[2];
    jet1_chain_by(lanes, &derivative, pocket_height.x * r, pocket_height.xz * r);
    jet1_mul_by(lanes, &phi_rate, &derivative);
    jet1_add_to(lanes, y_rate, 1.0, &phi_rate);
    derivative = phi;
    jet1_chain_by(lanes, &derivative, pocket_height.z, pocket_height.xz * r);
    jet1_mul_by(lanes, &derivative, &rate[2]);
    jet1_add_to(lanes, y_rate, 1.0, &derivative);
}

/* Computes the components of a velocity along x and z of the carrier. */
static void along_surface(int lanes, const grid_node *at, const sight *sight, const jet3 *u, jet1 parts[2])
{
    jet3 seen;
    jet1 other;
    restore_order(lanes, sight->surface, sight->on_c, u, &seen);
    bearing_film_component(lanes, &parts[0], &seen, 0);
    jet1_scale_by(lanes, &parts[0], -sin(at->phi));
    bearing_film_component(lanes, &other, &seen, 1);
    jet1_add_to(lanes, &parts[0], cos(at->phi), &other);
    bearing_film_component(lanes, &parts[1], &seen, 2);
}

/* Computes U, the velocity of the point (radius_o / |b_1, b_2|) b. */
static void set_speed(int lanes, const grid_node *at, const sight *sight, const jet1 *radius_o, film *film)
{
    jet3 foot = sight->b, arm, u, spun;
    jet1 ratio = *radius_o;
    jet1_div_by(lanes, &ratio, &sight->radius);
    for (int i = 0; i < 2; i++) {
        foot.v[i] = sight->b.v[i] * ratio.v;
        JET_LANES(lanes, l) foot.d[i][l] = sight->b.d[i][l] * ratio.v + sight->b.v[i] * ratio.d[l];
    }
    jet3_mul(lanes, &u, &sight->bearing_surface->R, &foot);
    jet3_add_vec3_to(&u, 1.0, sight->bearing_surface->o);
    jet_node_global(lanes, &arm, sight->on_o, &u);
    jet3_cross(lanes, &spun, &sight->on_o->w, &arm);
    jet3_add(lanes, &u, &sight->on_o->v, 1.0, &spun);
    jet3_add_to(lanes, &arm, 1.0, &sight->on_o->x);
    jet3_add_to(lanes, &arm, -1.0, &sight->on_c->x);
    jet3_cross(lanes, &spun, &sight->on_c->w, &arm);
    jet3_add_to(lanes, &spun, 1.0, &sight->on_c->v);
    jet3_add_to(lanes, &u, -1.0, &spun);
    jet1 carried[2];
    along_surface(lanes, at, sight, &u, film->U);
    along_surface(0, at, sight, &spun, carried);
    film->carried[0] = carried[0].v;
    film->carried[1] = carried[1].v;
}

static void set_gap(int lanes, const bearing *bearing, const jet_node nodes[2], const grid_node *at, film *film)
{
    const bearing_side c = bearing->carrier, o = c == SHAFT ? BEARING : SHAFT;
    const double sign = c == BEARING ? 1.0 : -1.0;
    sight sight = {
        .surface = &bearing->side[c], .bearing_surface = &bearing->side[o], .on_c = &nodes[c], .on_o = &nodes[o]};
    jet1 b[3], rate[3], y, y_rate, part;
    bearing_film_look(lanes, at, &sight);
    for (int i = 0; i < 3; i++) {
        bearing_film_component(lanes, &b[i], &sight.b, i);
        bearing_film_component(lanes, &rate[i], &sight.b_rate, i);
    }
    jet1_hypot(lanes, &sight.radius, &b[0], &b[1]);
    other_height(lanes, &sight, b, rate, &y, &y_rate);
    y.v += sight.bearing_surface->radius;
    film->h = sight.radius;
    jet1_add_to(lanes, &film->h, -1.0, &y);
    jet1_scale_by(lanes, &film->h, sign);
    film->h_rate = b[0];
    jet1_mul_by(lanes, &film->h_rate, &rate[0]);
    part = b[1];
    jet1_mul_by(lanes, &part, &rate[1]);
    jet1_add_to(lanes, &film->h_rate, 1.0, &part);
    jet1_div_by(lanes, &film->h_rate, &sight.radius);
    jet1_add_to(lanes, &film->h_rate, -1.0, &y_rate);
    jet1_scale_by(lanes, &film->h_rate, sign);
    set_speed(lanes, at, &sight, &y, film);
}

/* --- contact and friction ----------------------------------------------------------------------------------------- */

static void set_contact(int n, const bearing *bearing, film *film)
{
    static const double FACTOR = 4.4086e-5, POWER = 6.804;
    const asperities *asperities = &bearing->rough;
    const double left = bearing->has_contact ? 4.0 - (film->h.v - asperities->offset) / asperities->sigma : 0.0;
    if (!(left > 0.0))
        return;
    const double F = FACTOR * pow(left, POWER);
    film->contact = film->h;
    jet1_chain_by(n, &film->contact, asperities->stiffness * F,
                  -asperities->stiffness * F * POWER / left / asperities->sigma);
}

static void set_coulomb(int lanes, const dry_friction *dry, const jet1 D[2], jet1 tau[2])
{
    jet1 speed;
    jet1_hypot(lanes, &speed, &D[0], &D[1]);
    if (speed.v < dry->threshold)
        jet1_const(lanes, &speed, dry->threshold);
    for (int k = 0; k < 2; k++) {
        tau[k] = D[k];
        jet1_scale_by(lanes, &tau[k], dry->mu);
        jet1_div_by(lanes, &tau[k], &speed);
    }
}

/* Computes the speed of the shaft relative to the shell. */
static void set_sliding(int lanes, const bearing *bearing, const film *film, jet1 D[2])
{
    for (int k = 0; k < 2; k++) {
        D[k] = film->U[k];
        jet1_scale_by(lanes, &D[k], bearing->carrier == BEARING ? 1.0 : -1.0);
    }
}

static void set_friction(int n, const state *state, const elem *element, int at, film *film)
{
    const bearing *bearing = element->self;
    jet1 D[2], z[2], rate[2];
    if (bearing->dry.kind == FRICTION_NONE || film->contact.v == 0.0)
        return;
    set_sliding(n, bearing, film, D);
    if (bearing->dry.kind == FRICTION_COULOMB) {
        set_coulomb(n, &bearing->dry, D, film->rub);
    } else {
        bristle_step(n, state, &bearing->dry.lugre, &node_before(state, element, at)->bent, D, z, rate);
        bristle_stress(n, &bearing->dry.lugre, z, rate, film->rub);
    }
    for (int k = 0; k < 2; k++)
        jet1_mul_by(n, &film->rub[k], &film->contact);
}

/* --- complete film ------------------------------------------------------------------------------------------------ */

static void add_deformation(int n, const state *state, const elem *element, int k, film *film)
{
    const bearing *bearing = element->self;
    if (bearing->n_soft == 0)
        return;
    const int at = element->internal + bearing->deformation + k;
    film->w = state->y[at];
    film->h.v += state->y[at];
    film->h_rate.v += state->yp[at];
    if (n > 0) {
        film->h.d[LANE_DEFORMATION] += state->dvalue;
        film->h_rate.d[LANE_DEFORMATION] += state->drate;
    }
}

void film_at(int lanes, const state *state, const elem *element, const jet_node nodes[2], int index, film *film)
{
    const bearing *bearing = element->self;
    set_gap(lanes, bearing, nodes, &bearing->node[index], film);
    add_deformation(lanes, state, element, index, film);
    set_contact(lanes, bearing, film);
    set_friction(lanes, state, element, index, film);
    film_fluid(state, element, index, film);
}

film *film_all(int n, const state *state, const elem *element)
{
    const bearing *bearing = element->self;
    const int lanes = n > 0 ? FILM_LANES : 0, count = bearing_nodes(bearing);
    film *film = heap_aligned(64, (size_t)count * sizeof *film);
    jet_node nodes[2];
    for (int i = 0; i < 2; i++)
        jet_node_seed(lanes, &nodes[i], state, bearing->side[i].node->pose, 6 * i);
    for (int k = 0; k < count; k++)
        film_at(lanes, state, element, nodes, k, &film[k]);
    return film;
}

/* Where surfaces do not touch, bristles are undeflected. */
static void remember_bristles(const state *state, const elem *element, int k, const film *film, node_memory *to)
{
    const bearing *bearing = element->self;
    jet1 D[2], z[2], rate[2];
    set_sliding(0, bearing, film, D);
    bristle_step(0, state, &bearing->dry.lugre, &node_before(state, element, k)->bent, D, z, rate);
    const bool touches = film->contact.v > 0.0;
    for (int i = 0; i < 2; i++) {
        to->bent.z[i] = touches ? z[i].v : 0.0;
        to->bent.rate[i] = touches ? rate[i].v : 0.0;
    }
}

void bearing_start(const state *state, const elem *element, memory_block *memory)
{
    const bearing *bearing = element->self;
    node_memory *to = memory_at(memory, element->memory);
    for (int k = 0; k < bearing_nodes(bearing); k++) {
        film film = {.h = {0}};
        film_fluid(state, element, k, &film);
        to[k].rho = film.rho.v;
    }
}

void bearing_accept(const state *state, const elem *element, memory_block *memory)
{
    const bearing *bearing = element->self;
    bearing_start(state, element, memory);
    if (bearing->dry.kind != FRICTION_LUGRE)
        return;
    film *film = film_all(0, state, element);
    node_memory *to = memory_at(memory, element->memory);
    for (int k = 0; k < bearing_nodes(bearing); k++)
        remember_bristles(state, element, k, &film[k], &to[k]);
    free(film);
}
