/* contact.h - code that contact laws share: the side of the strain on which the bodies touch, and the penetration.
 *
 *     x = sign (strain - prestrain),   force = sign f(x, x')   while x > 0
 *
 * In three dimensions the contact acts in direction 3. */
#pragma once
#include "law/laws.h"

typedef struct {
    double sign;
} contact_side;

/* Reads [ sign , { positive | negative | S } , ]; the default is negative. */
void read_contact_side(reader *reader, contact_side *side);
double read_contact_number(reader *reader, const char *word); /* WORD , NUMBER: positive */

typedef struct {
    double x, rate;
} penetration;

static inline penetration contact_now(const contact_side *side, int dim, const double *strain, const double *rate)
{
    return (penetration){side->sign * strain[dim - 1], side->sign * rate[dim - 1]};
}

/* Converts f and its derivatives with respect to x and x' to the stress of the law. */
static inline void contact_put(const contact_side *side, int dim, const double f[3], law_result *out)
{
    const int last = dim * dim - 1;
    out->stress[dim - 1] = side->sign * f[0];
    out->by_strain[last] = f[1];
    out->by_rate[last] = f[2];
}
