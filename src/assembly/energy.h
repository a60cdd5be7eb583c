/* energy.h - an energy balance of a model over time, from the forces of all elements on all nodes. */
#pragma once
#include "model/model.h"

typedef enum {
    ENERGY_KINETIC,
    ENERGY_POTENTIAL,  /* of bodies in gravity, zero at the beginning */
    ENERGY_ELASTIC,    /* of deformation, zero at the beginning */
    ENERGY_DISSIPATED, /* by dampers and friction */
    ENERGY_DRIVES,     /* work of prescribed motions */
    ENERGY_FORCES,     /* work of forces and moments */
    ENERGY_OTHER,      /* work of air, of actuators and of everything else that acts on nodes */
    ENERGY_IMBALANCE,  /* energy without a source: the error of the integration, or of the model */
    ENERGY_COUNT
} energy_kind;

extern const char *const energy_names[ENERGY_COUNT], *const energy_words[ENERGY_COUNT];

typedef struct energy energy;

energy *energy_create(const model *model, arena *memory);
/* Observes an accepted state, the initial one first. */
void energy_observe(energy *energy, const state *state);
void energy_restart(energy *energy); /* the next state is the first one */
/* Returns ENERGY_COUNT numbers at the last state observed. */
const double *energy_now(const energy *energy);
