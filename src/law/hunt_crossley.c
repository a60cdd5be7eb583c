/* hunt_crossley.c - contact of two bodies, with damping that grows with the penetration.
 *
 *     f = k x^n (1 + 3/2 alpha x')        x > 0                                                                  */
#include "law/contact.h"
#include <math.h>

typedef struct {
    contact_side side;
    double alpha, k, n;
} hunt_crossley;

static void hunt_crossley_read(reader *r, law *l)
{
    hunt_crossley *p = l->self;
    read_contact_side(r, &p->side);
    p->alpha = read_contact_number(r, "alpha");
    p->k = read_contact_number(r, "kappa");
    p->n = read_contact_number(r, "exp");
}

static void hunt_crossley_eval(const law *l, const state *s, const double *strain, const double *rate, law_result *out)
{
    (void)s;
    const hunt_crossley *p = l->self;
    const penetration c = contact_now(&p->side, l->dim, strain, rate);
    if (c.x <= 0.0)
        return;
    const double e = p->k * pow(c.x, p->n), damping = 1.5 * p->alpha, by = 1.0 + damping * c.rate;
    contact_put(&p->side, l->dim, (const double[]){e * by, p->n * e / c.x * by, e * damping}, out);
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
