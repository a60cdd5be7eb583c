/* rotor_uniform.c - a uniform induced velocity u. */
#include "element/aero/rotor.h"

static double rotor_uniform_velocity(const disk *disk, double xi, double eta, double derivative[2])
{
    (void)xi, (void)eta;
    derivative[0] = derivative[1] = 0.0;
    return disk->mean;
}

const rotor_model rotor_uniform = {
    .keyword = "uniform",
    .title = "Rotor:uniform",
    .has_memory = true,
    .velocity = rotor_uniform_velocity,
};
