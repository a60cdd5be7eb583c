/* watch.h - what is doubtful about a run while it goes on: contacts too short for the step, energy from nowhere. */
#pragma once
#include "assembly/contacts.h"
#include "assembly/energy.h"

typedef struct watch watch;

watch *watch_create(const model *m, arena *memory);
void watch_destroy(watch *w);
/* An accepted state and the energies there; warnings among the messages of the run, each once. */
void watch_step(watch *w, const state *s, const double energies[ENERGY_COUNT], diag *errors);
