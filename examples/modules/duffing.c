/* duffing.c - a constitutive law: a spring that hardens, with a damper; derivatives by hand.
 *
 *     constitutive law: duffing, K, ALPHA [, damping, C]        in one, three and six dimensions, each for itself
 *
 *     stress = k strain + alpha strain^3 + c rate */
#include "torsor/module.h"

static const torsor_host *torsor;

typedef struct {
    double k, alpha, c;
} spring;

static void read(torsor_reader *r, void *self, int dim)
{
    spring *p = self;
    (void)dim;
    p->k = torsor->read_real(r, "stiffness");
    p->alpha = torsor->read_real(r, "cubic stiffness");
    p->c = torsor->read_keyword(r, "damping") ? torsor->read_positive(r, "damping") : 0.0;
}

static void eval(const void *self, const torsor_instant *s, int dim, const double *strain, const double *rate,
                 torsor_stress *out)
{
    const spring *p = self;
    (void)s;
    for (int i = 0; i < dim; i++) {
        const double e = strain[i];
        out->stress[i] = p->k * e + p->alpha * e * e * e + p->c * rate[i];
        out->by_strain[i * dim + i] = p->k + 3.0 * p->alpha * e * e;
        out->by_rate[i * dim + i] = p->c;
    }
}

static const torsor_law_type DUFFING = {
    .keyword = "duffing",
    .grammar = "duffing, K, ALPHA [, damping, C]",
    .summary = "A spring that hardens with the third power, and a damper.",
    .dims = 1u << 1 | 1u << 3 | 1u << 6,
    .uses_rate = 1,
    .size = sizeof(spring),
    .read = read,
    .eval = eval,
};
static const torsor_law_type *const LAWS[] = {&DUFFING, NULL};

TORSOR_MODULE("duffing", .laws = LAWS)
