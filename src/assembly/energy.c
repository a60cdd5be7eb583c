/* energy.c - the energy balance of a model.
 *
 * Every element has forces f and moments m on nodes that move with v and w. Its power is
 *
 *     P = sum f . v + m . w
 *
 * and the kinetic energy of all bodies, with beta and gamma the momenta of the nodes,
 *
 *     T = 1/2 sum beta . v + gamma . w
 *
 * changes by the work of all elements except inertia. Work is the integral of power by the trapezoidal rule over the
 * accepted steps. The part of the power that remains when the nodes are held in place, with the same unknowns,
 *
 *     P_0 = sum f(v = 0) . v + m(v = 0) . w
 *
 * is elastic for deformable elements, and work of the drive for a constraint, whose reactions do no work otherwise; P -
 * P_0 is dissipated. Gravity and the inertia of a moving frame act on a body: together they give its potential energy.
 * Then
 *
 *     imbalance = T - T(0) + potential + elastic + dissipated - drives - forces - other */
#include "assembly/energy.h"
#include <string.h>

const char *const energy_names[ENERGY_COUNT] = {"kinetic", "potential", "elastic", "dissipated",
                                                "drives",  "forces",    "other",   "imbalance"};

const char *const energy_words[ENERGY_COUNT] = {
    "kinetic energy",
    "potential energy of bodies in gravity",
    "elastic energy of deformable elements",
    "energy dissipated by dampers and friction",
    "work of prescribed motions",
    "work of forces and moments",
    "work of air, actuators and whatever else acts on nodes",
    "change of energies less the work done: error of the integration",
};

struct energy {
    const model *model;
    double *velocity; /* velocity of each row; 0 in rows that are not balance rows of a structural node */
    pose *at_rest;
    double *r; /* local rows of one element */
    double power[ENERGY_COUNT], now[ENERGY_COUNT];
    double t, kinetic_at_first;
    bool has_begun;
};

energy *energy_create(const model *model, arena *memory)
{
    energy *g = ARENA_NEW(memory, energy);
    int most = 1;
    for (int i = 0; i < model->elems.n; i++)
        most = model->elems.items[i]->ld > most ? model->elems.items[i]->ld : most;
    g->model = model;
    g->velocity = ARENA_ARRAY(memory, double, model->n_unknowns + 1);
    g->at_rest = ARENA_ARRAY(memory, pose, model->n_poses + 1);
    g->r = ARENA_ARRAY(memory, double, most);
    return g;
}

static bool has_constraints(const elem *element)
{
    bool any = false;
    for (int k = 0; k < element->n_internal; k++)
        any |= !element->kinds || element->kinds[k] <= INTERNAL_VELOCITY_CONSTRAINT;
    return any;
}

/* Returns the kind of the power of an element with the nodes held in place. */
static energy_kind energy_kind_of(const elem *element)
{
    const elem_assembly assembly = elem_assembly_of(element->type);
    if (assembly.deformable)
        return ENERGY_ELASTIC;
    if (assembly.force)
        return ENERGY_FORCES;
    if (has_constraints(element))
        return ENERGY_DRIVES;
    return element->type->inertia ? ENERGY_POTENTIAL : ENERGY_OTHER;
}

static double power_of(energy *energy, const elem *element, const state *state)
{
    double power = 0.0;
    local out = {.r = energy->r, .ld = element->ld};
    memset(energy->r, 0, (size_t)element->ld * sizeof *energy->r);
    element->type->eval(0, state, element, &out);
    for (int k = 0; k < element->n; k++)
        if (element->row[k] >= 0)
            power += energy->r[k] * energy->velocity[element->row[k]];
    return power;
}

/* Returns the kinetic energy; also stores velocities by row and poses at rest. */
static double take_motion(energy *energy, const state *state)
{
    double kinetic = 0.0;
    memcpy(energy->at_rest, state->poses, (size_t)energy->model->n_poses * sizeof *energy->at_rest);
    for (int i = 0; i < energy->model->nodes.n; i++) {
        const node *node = energy->model->nodes.items[i];
        if (node->pose < 0 || node->is_dummy)
            continue;
        const pose *pose = &state->poses[node->pose];
        energy->at_rest[node->pose].v = energy->at_rest[node->pose].w = (vec3){0, 0, 0};
        vec3_store(energy->velocity + node->row, pose->v);
        if (node->has_rotation)
            vec3_store(energy->velocity + node->row + 3, pose->w);
        if (node->momentum < 0)
            continue;
        kinetic += 0.5 * vec3_dot(vec3_load(state->y + node->momentum), pose->v);
        if (node->has_rotation)
            kinetic += 0.5 * vec3_dot(vec3_load(state->y + node->momentum + 3), pose->w);
    }
    return kinetic;
}

static void take_powers(energy *energy, const state *s, double power[ENERGY_COUNT])
{
    state rest = *s;
    rest.poses = energy->at_rest;
    for (int i = 0; i < energy->model->elems.n; i++) {
        const elem *element = energy->model->elems.items[i];
        const energy_kind kind = energy_kind_of(element);
        if (!elem_is_on(s, element) || !element->type->eval || element->type->companion)
            continue;
        const double whole = power_of(energy, element, s);
        const bool is_split = kind == ENERGY_ELASTIC || kind == ENERGY_DRIVES;
        const double prescribed = is_split ? power_of(energy, element, &rest) : whole;
        power[kind] += kind == ENERGY_ELASTIC || kind == ENERGY_POTENTIAL ? -prescribed : prescribed;
        power[ENERGY_DISSIPATED] -= whole - prescribed;
    }
}

void energy_restart(energy *energy)
{
    memset(energy->now, 0, sizeof energy->now);
    energy->has_begun = false;
}

void energy_observe(energy *energy, const state *state)
{
    double power[ENERGY_COUNT] = {0};
    energy->now[ENERGY_KINETIC] = take_motion(energy, state);
    take_powers(energy, state, power);
    if (!energy->has_begun)
        energy->kinetic_at_first = energy->now[ENERGY_KINETIC];
    for (int k = ENERGY_POTENTIAL; k < ENERGY_IMBALANCE && energy->has_begun; k++)
        energy->now[k] += 0.5 * (state->t - energy->t) * (power[k] + energy->power[k]);
    memcpy(energy->power, power, sizeof power);
    energy->t = state->t;
    energy->has_begun = true;
    const double *E = energy->now;
    energy->now[ENERGY_IMBALANCE] = E[ENERGY_KINETIC] - energy->kinetic_at_first + E[ENERGY_POTENTIAL] +
                                    E[ENERGY_ELASTIC] + E[ENERGY_DISSIPATED] - E[ENERGY_DRIVES] - E[ENERGY_FORCES] -
                                    E[ENERGY_OTHER];
}

const double *energy_now(const energy *energy) { return energy->now; }
