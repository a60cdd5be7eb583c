/* energy.h - where the energy of a model goes: a balance over time, from the forces of all elements on all nodes. */
#pragma once
#include "model/model.h"

typedef enum {
    ENERGY_KINETIC,
    ENERGY_POTENTIAL,  /* of bodies in gravity, from 0 at the beginning */
    ENERGY_ELASTIC,    /* of what is deformed, from 0 at the beginning */
    ENERGY_DISSIPATED, /* by dampers and friction */
    ENERGY_DRIVES,     /* work of motions that are prescribed */
    ENERGY_FORCES,     /* work of forces and moments */
    ENERGY_OTHER,      /* work of air, of actuators, of whatever else acts on nodes */
    ENERGY_IMBALANCE,  /* what appears from nowhere: the error of the integration, or of the model */
    ENERGY_COUNT
} energy_kind;

extern const char *const energy_names[ENERGY_COUNT], *const energy_words[ENERGY_COUNT];

typedef struct energy energy;

energy *energy_create(const model *model, arena *memory);
/* An accepted state, the initial one first. */
void energy_observe(energy *energy, const state *state);
void energy_restart(energy *energy); /* the next state is the first one */
/* As of the last state observed: ENERGY_COUNT numbers. */
const double *energy_now(const energy *energy);
