/* watch.h - what is doubtful about a run while it goes on: contacts too short for the step, energy from nowhere. */
#pragma once
#include "assembly/contacts.h"
#include "assembly/energy.h"

typedef struct watch watch;

watch *watch_create(const model *model, arena *memory);
void watch_destroy(watch *watch);
/* An accepted state and the energies there; warnings among the messages of the run, each once. */
void watch_step(watch *watch, const state *state, const double energies[ENERGY_COUNT], diag *errors);
