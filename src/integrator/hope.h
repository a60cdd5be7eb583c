/* hope.h - the stage of the hope method, which the hybrid method uses too. */
#pragma once
#include "integrator/multistep.h"

void hope_stage(double rho, const step_context *context, stage *out);
