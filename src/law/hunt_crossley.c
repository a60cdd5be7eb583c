/* hunt_crossley.c - contact of two bodies, with damping that increases with the penetration.
 *
 *     f = k x^n (1 + 3/2 alpha x')        x > 0 */
#include "law/contact.h"
#include <math.h>

typedef struct {
    contact_side side;
    double alpha, k, n;
} hunt_crossley;

static void hunt_crossley_read(reader *reader, law *law)
{
    hunt_crossley *hunt_crossley = law->self;
    read_contact_side(reader, &hunt_crossley->side);
    hunt_crossley->alpha = read_contact_number(reader, "alpha");
    hunt_crossley->k = read_contact_number(reader, "kappa");
    hunt_crossley->n = read_contact_number(reader, "exp");
}

static void hunt_crossley_eval(const law *law, const state *state, const double *strain, const double *rate,
                               law_result *out)
{
    (void)state;
    const hunt_crossley *hunt_crossley = law->self;
    const penetration penetration = contact_now(&hunt_crossley->side, law->dim, strain, rate);
    if (penetration.x <= 0.0)
        return;
    const double e = hunt_crossley->k * pow(penetration.x, hunt_crossley->n), damping = 1.5 * hunt_crossley->alpha,
                 by = 1.0 + damping * penetration.rate;
    contact_put(&hunt_crossley->side, law->dim,
                (const double[]){e * by, hunt_crossley->n * e / penetration.x * by, e * damping}, out);
}

const law_type law_hunt_crossley = {
    .keyword = "hunt crossley",
    .grammar = "hunt crossley [, sign, {positive | negative | SIGN}], alpha, A, kappa, STIFFNESS, exp, EXPONENT",
    .summary = "Contact after Hunt and Crossley.",
    .dims = LAW_1D | LAW_3D,
    .kind = LAW_VISCOELASTIC,
    .module = MODULE_HUNT_CROSSLEY,
    .size = sizeof(hunt_crossley),
    .read = hunt_crossley_read,
    .eval = hunt_crossley_eval,
};
