/* bearing_film.c - the gap at a node of the grid, how fast it closes and the surfaces slide; contact, friction.
 *
 *     c: the carrier, o: the other surface;   v_c = ((r_c + y_c) cos phi, (r_c + y_c) sin phi, z)   a node, y: pockets
 *     b = R_bo' (R_o' (x_c + R_c (o_c + R_bc v_c) - x_o) - o_o),   phi_o = atan2(b_2, b_1)
 *     h = s (|b_1, b_2| - r_o - y_o) + w,   s = 1 when the bearing is the carrier, -1 when the shaft is; w: deformation
 *     h' = s ((b_1 b_1' + b_2 b_2') / |b_1, b_2| - y_o') + w'
 *     U: velocity of the point of the other surface under the node, seen from the carrier, along x and z
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

static void bearing_film_component(int n, jet1 *r, const jet3 *a, int k)
{
    r->v = a->v[k];
    JET_LANES(n, l) r->d[l] = a->d[k][l];
}

/* --- the gap ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const bearing_surface *c, *o;
    const jet_node *on_c, *on_o;
    jet3 arm;       /* of the node, from the carrier's */
    jet3 b, b_rate; /* seen from the other surface */
    jet1 radius;
} sight;

static void turn_back(int n, const bearing_surface *s, const jet_node *on, const jet3 *a, jet3 *r)
{
    const mat3 back = mat3_transpose(&s->R);
    jet3 seen;
    jet_node_local(n, &seen, on, a);
    jet3_mul(n, r, &back, &seen);
}

/* b and b' */
static void bearing_film_look(int n, const grid_node *at, sight *k)
{
    const pocket_height own = surface_height(k->c, at->phi, at->z);
    const double r = k->c->radius + own.y;
    const vec3 v = {r * cos(at->phi), r * sin(at->phi), at->z};
    jet3 d, u, spun;
    jet_node_arm(n, &k->arm, k->on_c, vec3_add(k->c->o, mat3_mulv(&k->c->R, v)));
    jet3_add(n, &d, &k->on_c->x, 1.0, &k->arm);
    jet3_add_to(n, &d, -1.0, &k->on_o->x);
    turn_back(n, k->o, k->on_o, &d, &k->b);
    const mat3 back = mat3_transpose(&k->o->R);
    jet3_add_vec3_to(&k->b, -1.0, mat3_mulv(&back, k->o->o));
    jet3_cross(n, &spun, &k->on_c->w, &k->arm);
    jet3_add(n, &u, &k->on_c->v, 1.0, &spun);
    jet3_add_to(n, &u, -1.0, &k->on_o->v);
    jet3_cross(n, &spun, &k->on_o->w, &d);
    jet3_add_to(n, &u, -1.0, &spun);
    turn_back(n, k->o, k->on_o, &u, &k->b_rate);
}

/* y_o and y_o' where the node stands over the other surface. */
static void other_height(int n, const sight *k, const jet1 b[3], const jet1 rate[3], jet1 *y, jet1 *y_rate)
{
    jet1 phi, phi_rate, part, slope;
    jet1_const(n, y, 0.0);
    jet1_const(n, y_rate, 0.0);
    if (k->o->n_pockets == 0)
        return;
    const double r = k->o->radius;
    jet1_atan2(n, &phi, &b[1], &b[0]);
    const pocket_height h = surface_height(k->o, phi.v, b[2].v);
    y->v = h.y;
    JET_LANES(n, l) y->d[l] = h.x * r * phi.d[l] + h.z * b[2].d[l];
    phi_rate = b[0];
    jet1_mul_by(n, &phi_rate, &rate[1]);
    part = b[1];
    jet1_mul_by(n, &part, &rate[0]);
    jet1_add_to(n, &phi_rate, -1.0, &part);
    jet1_div_by(n, &phi_rate, &k->radius);
    jet1_div_by(n, &phi_rate, &k->radius);
    slope = b[2];
    jet1_chain_by(n, &slope, h.x * r, h.xz * r);
    jet1_mul_by(n, &phi_rate, &slope);
    jet1_add_to(n, y_rate, 1.0, &phi_rate);
    slope = phi;
    jet1_chain_by(n, &slope, h.z, h.xz * r);
    jet1_mul_by(n, &slope, &rate[2]);
    jet1_add_to(n, y_rate, 1.0, &slope);
}

/* Components of a velocity along x and z of the carrier. */
static void along_surface(int n, const grid_node *at, const sight *k, const jet3 *u, jet1 parts[2])
{
    jet3 seen;
    jet1 other;
    turn_back(n, k->c, k->on_c, u, &seen);
    bearing_film_component(n, &parts[0], &seen, 0);
    jet1_scale_by(n, &parts[0], -sin(at->phi));
    bearing_film_component(n, &other, &seen, 1);
    jet1_add_to(n, &parts[0], cos(at->phi), &other);
    bearing_film_component(n, &parts[1], &seen, 2);
}

/* U, of the point (radius_o / |b_1, b_2|) b */
static void set_speed(int n, const grid_node *at, const sight *k, const jet1 *radius_o, film *f)
{
    jet3 foot = k->b, arm, u, spun;
    jet1 ratio = *radius_o;
    jet1_div_by(n, &ratio, &k->radius);
    for (int i = 0; i < 2; i++) {
        foot.v[i] = k->b.v[i] * ratio.v;
        JET_LANES(n, l) foot.d[i][l] = k->b.d[i][l] * ratio.v + k->b.v[i] * ratio.d[l];
    }
    jet3_mul(n, &u, &k->o->R, &foot);
    jet3_add_vec3_to(&u, 1.0, k->o->o);
    jet_node_global(n, &arm, k->on_o, &u);
    jet3_cross(n, &spun, &k->on_o->w, &arm);
    jet3_add(n, &u, &k->on_o->v, 1.0, &spun);
    jet3_add_to(n, &arm, 1.0, &k->on_o->x);
    jet3_add_to(n, &arm, -1.0, &k->on_c->x);
    jet3_cross(n, &spun, &k->on_c->w, &arm);
    jet3_add_to(n, &spun, 1.0, &k->on_c->v);
    jet3_add_to(n, &u, -1.0, &spun);
    jet1 carried[2];
    along_surface(n, at, k, &u, f->U);
    along_surface(0, at, k, &spun, carried);
    f->carried[0] = carried[0].v;
    f->carried[1] = carried[1].v;
}

static void set_gap(int n, const bearing *p, const jet_node nodes[2], const grid_node *at, film *f)
{
    const bearing_side c = p->carrier, o = c == SHAFT ? BEARING : SHAFT;
    const double sign = c == BEARING ? 1.0 : -1.0;
    sight k = {.c = &p->side[c], .o = &p->side[o], .on_c = &nodes[c], .on_o = &nodes[o]};
    jet1 b[3], rate[3], y, y_rate, part;
    bearing_film_look(n, at, &k);
    for (int i = 0; i < 3; i++) {
        bearing_film_component(n, &b[i], &k.b, i);
        bearing_film_component(n, &rate[i], &k.b_rate, i);
    }
    jet1_hypot(n, &k.radius, &b[0], &b[1]);
    other_height(n, &k, b, rate, &y, &y_rate);
    y.v += k.o->radius;
    f->h = k.radius;
    jet1_add_to(n, &f->h, -1.0, &y);
    jet1_scale_by(n, &f->h, sign);
    f->h_rate = b[0];
    jet1_mul_by(n, &f->h_rate, &rate[0]);
    part = b[1];
    jet1_mul_by(n, &part, &rate[1]);
    jet1_add_to(n, &f->h_rate, 1.0, &part);
    jet1_div_by(n, &f->h_rate, &k.radius);
    jet1_add_to(n, &f->h_rate, -1.0, &y_rate);
    jet1_scale_by(n, &f->h_rate, sign);
    set_speed(n, at, &k, &y, f);
}

/* --- contact and friction ----------------------------------------------------------------------------------------- */

static void set_contact(int n, const bearing *p, film *f)
{
    static const double FACTOR = 4.4086e-5, POWER = 6.804;
    const asperities *a = &p->rough;
    const double left = p->has_contact ? 4.0 - (f->h.v - a->offset) / a->sigma : 0.0;
    if (!(left > 0.0))
        return;
    const double F = FACTOR * pow(left, POWER);
    f->contact = f->h;
    jet1_chain_by(n, &f->contact, a->stiffness * F, -a->stiffness * F * POWER / left / a->sigma);
}

static void set_coulomb(int n, const dry_friction *dry, const jet1 D[2], jet1 tau[2])
{
    jet1 speed;
    jet1_hypot(n, &speed, &D[0], &D[1]);
    if (speed.v < dry->threshold)
        jet1_const(n, &speed, dry->threshold);
    for (int k = 0; k < 2; k++) {
        tau[k] = D[k];
        jet1_scale_by(n, &tau[k], dry->mu);
        jet1_div_by(n, &tau[k], &speed);
    }
}

/* Speed of the shaft on the shell. */
static void set_sliding(int n, const bearing *p, const film *f, jet1 D[2])
{
    for (int k = 0; k < 2; k++) {
        D[k] = f->U[k];
        jet1_scale_by(n, &D[k], p->carrier == BEARING ? 1.0 : -1.0);
    }
}

static void set_friction(int n, const state *s, const elem *e, int at, film *f)
{
    const bearing *p = e->self;
    jet1 D[2], z[2], rate[2];
    if (p->dry.kind == FRICTION_NONE || f->contact.v == 0.0)
        return;
    set_sliding(n, p, f, D);
    if (p->dry.kind == FRICTION_COULOMB) {
        set_coulomb(n, &p->dry, D, f->rub);
    } else {
        bristle_step(n, s, &p->dry.lugre, &node_before(s, e, at)->bent, D, z, rate);
        bristle_stress(n, &p->dry.lugre, z, rate, f->rub);
    }
    for (int k = 0; k < 2; k++)
        jet1_mul_by(n, &f->rub[k], &f->contact);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static void add_deformation(int n, const state *s, const elem *e, int k, film *f)
{
    const bearing *p = e->self;
    if (p->n_soft == 0)
        return;
    const int at = e->own + p->deformation + k;
    f->w = s->y[at];
    f->h.v += s->y[at];
    f->h_rate.v += s->yp[at];
    if (n > 0) {
        f->h.d[LANE_DEFORMATION] += s->dvalue;
        f->h_rate.d[LANE_DEFORMATION] += s->drate;
    }
}

void film_at(int n, const state *s, const elem *e, const jet_node nodes[2], int k, film *f)
{
    const bearing *p = e->self;
    set_gap(n, p, nodes, &p->node[k], f);
    add_deformation(n, s, e, k, f);
    set_contact(n, p, f);
    set_friction(n, s, e, k, f);
    film_fluid(s, e, k, f);
}

film *film_all(int n, const state *s, const elem *e)
{
    const bearing *p = e->self;
    const int lanes = n > 0 ? FILM_LANES : 0, count = bearing_nodes(p);
    film *f = heap_aligned(64, (size_t)count * sizeof *f);
    jet_node nodes[2];
    for (int i = 0; i < 2; i++)
        jet_node_seed(lanes, &nodes[i], s, p->side[i].node->pose, 6 * i);
    for (int k = 0; k < count; k++)
        film_at(lanes, s, e, nodes, k, &f[k]);
    return f;
}

/* Where surfaces do not touch, bristles stand up straight. */
static void remember_bristles(const state *s, const elem *e, int k, const film *f, node_memory *to)
{
    const bearing *p = e->self;
    jet1 D[2], z[2], rate[2];
    set_sliding(0, p, f, D);
    bristle_step(0, s, &p->dry.lugre, &node_before(s, e, k)->bent, D, z, rate);
    const bool touches = f->contact.v > 0.0;
    for (int i = 0; i < 2; i++) {
        to->bent.z[i] = touches ? z[i].v : 0.0;
        to->bent.rate[i] = touches ? rate[i].v : 0.0;
    }
}

void bearing_start(const state *s, const elem *e, memory_block *m)
{
    const bearing *p = e->self;
    node_memory *to = memory_at(m, e->memory);
    for (int k = 0; k < bearing_nodes(p); k++) {
        film f = {.h = {0}};
        film_fluid(s, e, k, &f);
        to[k].rho = f.rho.v;
    }
}

void bearing_accept(const state *s, const elem *e, memory_block *m)
{
    const bearing *p = e->self;
    bearing_start(s, e, m);
    if (p->dry.kind != FRICTION_LUGRE)
        return;
    film *f = film_all(0, s, e);
    node_memory *to = memory_at(m, e->memory);
    for (int k = 0; k < bearing_nodes(p); k++)
        remember_bristles(s, e, k, &f[k], &to[k]);
    free(f);
}
