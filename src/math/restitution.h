/* restitution.h - damping of a contact with a given coefficient of restitution e.
 *
 *     f = k x^n + C x^n x',   C = c/v0,   v0 the speed of the impact
 *
 *     Flores, Machado, Silva, Martins:   c = 8/5 k (1 - e)/e
 *     Hunt and Crossley:                 c = 3/2 k (1 - e)
 *     Lankarani and Nikravesh:           c = 3/4 k (1 - e^2) */
#pragma once

typedef enum { RESTITUTION_FLORES, RESTITUTION_HUNT_CROSSLEY, RESTITUTION_LANKARANI_NIKRAVESH } restitution_model;

static inline double restitution_damping(restitution_model by, double k, double e)
{
    if (by == RESTITUTION_HUNT_CROSSLEY)
        return 1.5 * k * (1.0 - e);
    if (by == RESTITUTION_LANKARANI_NIKRAVESH)
        return 0.75 * k * (1.0 - e * e);
    return 1.6 * k * (1.0 - e) / e;
}
