/* energy.c - where the energy of a model goes.
 *
 * Every element says which forces f and couples m it puts on nodes that move with v and w. Its power is
 *
 *     P = sum f . v + m . w
 *
 * and the kinetic energy of all bodies, with beta and gamma the momenta of the nodes,
 *
 *     T = 1/2 sum beta . v + gamma . w
 *
 * changes by the work of all elements but the inertia. Work is the integral of power by the trapezoidal rule over the
 * accepted steps. The part of the power that is left when the nodes are held in place, with the same unknowns,
 *
 *     P_0 = sum f(v = 0) . v + m(v = 0) . w
 *
 * is elastic for what deforms, and work of the drive for a constraint, whose reactions do none otherwise; P - P_0 is
 * dissipated. A body feels gravity, and the inertia of a moving frame: together its potential energy. Then
 *
 *     imbalance = T - T(0) + potential + elastic + dissipated - drives - forces - other  */
#include "assembly/energy.h"
#include <string.h>

const char *const energy_names[ENERGY_COUNT] = {"kinetic", "potential", "elastic", "dissipated",
                                                "drives",  "forces",    "other",   "imbalance"};

const char *const energy_words[ENERGY_COUNT] = {
    "kinetic energy",
    "potential energy of bodies in gravity",
    "energy of what is deformed",
    "energy dissipated by dampers and friction",
    "work of prescribed motions",
    "work of forces and couples",
    "work of air, actuators and whatever else acts on nodes",
    "change of energies less the work done: error of the integration",
};

struct energy {
    const model *m;
    double *velocity; /* by row: what moves there, 0 in rows that are no balance of a structural node */
    pose *at_rest;
    double *r; /* local rows of one element */
    double power[ENERGY_COUNT], now[ENERGY_COUNT];
    double t, kinetic_at_first;
    bool has_begun;
};

energy *energy_create(const model *m, arena *memory)
{
    energy *g = ARENA_NEW(memory, energy);
    int most = 1;
    for (int i = 0; i < m->elems.n; i++)
        most = m->elems.items[i]->ld > most ? m->elems.items[i]->ld : most;
    g->m = m;
    g->velocity = ARENA_ARRAY(memory, double, m->n_unknowns + 1);
    g->at_rest = ARENA_ARRAY(memory, pose, m->n_poses + 1);
    g->r = ARENA_ARRAY(memory, double, most);
    return g;
}

static bool has_constraints(const elem *e)
{
    bool any = false;
    for (int k = 0; k < e->n_own; k++)
        any |= !e->kinds || e->kinds[k] <= OWN_VELOCITY_CONSTRAINT;
    return any;
}

/* Where what an element does with the nodes held in place belongs. */
static energy_kind energy_kind_of(const elem *e)
{
    const elem_assembly assembly = elem_assembly_of(e->type);
    if (assembly.deformable)
        return ENERGY_ELASTIC;
    if (assembly.force)
        return ENERGY_FORCES;
    if (has_constraints(e))
        return ENERGY_DRIVES;
    return e->type->inertia ? ENERGY_POTENTIAL : ENERGY_OTHER;
}

static double power_of(energy *g, const elem *e, const state *s)
{
    double power = 0.0;
    local out = {.r = g->r, .ld = e->ld};
    memset(g->r, 0, (size_t)e->ld * sizeof *g->r);
    e->type->eval(0, s, e, &out);
    for (int k = 0; k < e->n; k++)
        if (e->row[k] >= 0)
            power += g->r[k] * g->velocity[e->row[k]];
    return power;
}

/* Kinetic energy; velocities by row and poses at rest on the way. */
static double take_motion(energy *g, const state *s)
{
    double kinetic = 0.0;
    memcpy(g->at_rest, s->poses, (size_t)g->m->n_poses * sizeof *g->at_rest);
    for (int i = 0; i < g->m->nodes.n; i++) {
        const node *n = g->m->nodes.items[i];
        if (n->pose < 0 || n->is_dummy)
            continue;
        const pose *p = &s->poses[n->pose];
        g->at_rest[n->pose].v = g->at_rest[n->pose].w = (vec3){0, 0, 0};
        vec3_store(g->velocity + n->row, p->v);
        if (n->has_rotation)
            vec3_store(g->velocity + n->row + 3, p->w);
        if (n->momentum < 0)
            continue;
        kinetic += 0.5 * vec3_dot(vec3_load(s->y + n->momentum), p->v);
        if (n->has_rotation)
            kinetic += 0.5 * vec3_dot(vec3_load(s->y + n->momentum + 3), p->w);
    }
    return kinetic;
}

static void take_powers(energy *g, const state *s, double power[ENERGY_COUNT])
{
    state rest = *s;
    rest.poses = g->at_rest;
    for (int i = 0; i < g->m->elems.n; i++) {
        const elem *e = g->m->elems.items[i];
        const energy_kind kind = energy_kind_of(e);
        if (!elem_is_on(s, e) || !e->type->eval || e->type->companion)
            continue;
        const double whole = power_of(g, e, s);
        const bool is_split = kind == ENERGY_ELASTIC || kind == ENERGY_DRIVES;
        const double held = is_split ? power_of(g, e, &rest) : whole;
        power[kind] += kind == ENERGY_ELASTIC || kind == ENERGY_POTENTIAL ? -held : held;
        power[ENERGY_DISSIPATED] -= whole - held;
    }
}

void energy_restart(energy *g)
{
    memset(g->now, 0, sizeof g->now);
    g->has_begun = false;
}

void energy_observe(energy *g, const state *s)
{
    double power[ENERGY_COUNT] = {0};
    g->now[ENERGY_KINETIC] = take_motion(g, s);
    take_powers(g, s, power);
    if (!g->has_begun)
        g->kinetic_at_first = g->now[ENERGY_KINETIC];
    for (int k = ENERGY_POTENTIAL; k < ENERGY_IMBALANCE && g->has_begun; k++)
        g->now[k] += 0.5 * (s->t - g->t) * (power[k] + g->power[k]);
    memcpy(g->power, power, sizeof power);
    g->t = s->t;
    g->has_begun = true;
    const double *E = g->now;
    g->now[ENERGY_IMBALANCE] = E[ENERGY_KINETIC] - g->kinetic_at_first + E[ENERGY_POTENTIAL] + E[ENERGY_ELASTIC] +
                               E[ENERGY_DISSIPATED] - E[ENERGY_DRIVES] - E[ENERGY_FORCES] - E[ENERGY_OTHER];
}

const double *energy_now(const energy *g) { return g->now; }
