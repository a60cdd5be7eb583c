/* contact.h - what laws of contact share: the side of the strain on which bodies touch, and its penetration.
 *
 *     x = sign (strain - prestrain),   force = sign f(x, x')   while x > 0
 *
 * In three dimensions direction 3 is meant. */
#pragma once
#include "law/laws.h"

typedef struct {
    double sign;
} contact_side;

/* [ sign , { positive | negative | S } , ]; negative without it. */
void read_contact_side(reader *reader, contact_side *side);
double read_contact_number(reader *reader, const char *word); /* WORD , NUMBER: positive */

typedef struct {
    double x, rate;
} penetration;

static inline penetration contact_now(const contact_side *side, int dim, const double *strain, const double *rate)
{
    return (penetration){side->sign * strain[dim - 1], side->sign * rate[dim - 1]};
}

/* f and its derivatives in x and x', to the stress of the law. */
static inline void contact_put(const contact_side *side, int dim, const double f[3], law_result *out)
{
    const int last = dim * dim - 1;
    out->stress[dim - 1] = side->sign * f[0];
    out->by_strain[last] = f[1];
    out->by_rate[last] = f[2];
}
