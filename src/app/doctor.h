/* doctor.h - torsor doctor DECK: what is doubtful about a model, and what to do about it. */
#pragma once
#include "app/command_line.h"

/* Exit status: 0 when nothing was found. The model is read and has a problem. */
int doctor(const command_line *c, torsor_model *m);
