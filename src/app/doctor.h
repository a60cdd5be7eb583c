/* doctor.h - torsor doctor DECK: questionable features of a model, with advice. */
#pragma once
#include "torsor/torsor.h"

/* Returns the exit status: 0 if nothing was found. Requires a model that was read without errors and has a problem. */
int doctor(torsor_model *model);
