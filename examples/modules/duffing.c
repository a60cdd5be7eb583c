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

static void read(torsor_reader *reader, void *self, int dim)
{
    spring *spring = self;
    (void)dim;
    spring->k = torsor->read_real(reader, "stiffness");
    spring->alpha = torsor->read_real(reader, "cubic stiffness");
    spring->c = torsor->read_keyword(reader, "damping") ? torsor->read_positive(reader, "damping") : 0.0;
}

static void eval(const void *self, const torsor_instant *instant, int dim, const double *strain, const double *rate,
                 torsor_stress *out)
{
    const spring *spring = self;
    (void)instant;
    for (int i = 0; i < dim; i++) {
        const double e = strain[i];
        out->stress[i] = spring->k * e + spring->alpha * e * e * e + spring->c * rate[i];
        out->by_strain[i * dim + i] = spring->k + 3.0 * spring->alpha * e * e;
        out->by_rate[i * dim + i] = spring->c;
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
