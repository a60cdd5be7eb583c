/* doctor.h - torsor doctor DECK: what is doubtful about a model, and what to do about it. */
#pragma once
#include "torsor/torsor.h"

/* Exit status: 0 when nothing was found. The model is read and has a problem. */
int doctor(torsor_model *model);
