/* watch.h - detects questionable behavior during a run: contacts too short for the step, spurious growth of energy. */
#pragma once
#include "assembly/contacts.h"
#include "assembly/energy.h"

typedef struct watch watch;

watch *watch_create(const model *model, arena *memory);
void watch_destroy(watch *watch);
/* Checks an accepted state and its energies; reports each warning once among the messages of the run. */
void watch_step(watch *watch, const state *state, const double energies[ENERGY_COUNT], diag *errors);
