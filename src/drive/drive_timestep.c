/* drive_timestep.c - f = h: the current time step. */
#include "contract/drive.h"

static double drive_timestep_at(const drive *drive, const state *state, double x)
{
    (void)drive, (void)x;
    return state->dt;
}

const drive_type drive_timestep_type = {
    .keyword = "timestep",
    .grammar = "timestep",
    .summary = "The current time step.",
    .value = drive_timestep_at,
};
