/* isotropic_hardening_elastic.c - a stiffness that changes from one value at zero strain to another at large strain.
 *
 *     stress = g e,      g = (k_lin + k a e'e) / (1 + a e'e),   a = 3 / e_ref^2
 *     d stress = [ g I + 2 a (k - k_lin) / (1 + a e'e)^2 e e' ] de */
#include "law/laws.h"
#include "law/diag_rows.h"

typedef struct {
    double k, k_lin, a;
} hardening;

static void isotropic_hardening_elastic_read(reader *reader, law *law)
{
    hardening *self = law->self;
    self->k = read_real(reader, "stiffness");
    const double reference = read_real(reader, "reference strain");
    if (read_ok(reader) && reference == 0.0)
        read_error_last(reader, E_LAW_ZERO, "reference strain");
    self->a = 3.0 / (reference * reference);
    self->k_lin = read_keyword(reader, "linear stiffness") ? read_real(reader, "linear stiffness") : 0.0;
}

static void isotropic_hardening_elastic_eval(const law *law, const state *state, const double *strain,
                                             const double *rate, law_result *out)
{
    (void)state, (void)rate;
    const hardening *self = law->self;
    const int n = law->dim;
    double square = 0.0;
    for (int i = 0; i < n; i++)
        square += strain[i] * strain[i];
    const double d = 1.0 + self->a * square, g = (self->k_lin + self->k * self->a * square) / d;
    const double h = 2.0 * self->a * (self->k - self->k_lin) / (d * d);
    law_add_isotropic(n, g, strain, out->stress, out->by_strain);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out->by_strain[i * n + j] += h * strain[i] * strain[j];
}

const law_type law_isotropic_hardening_elastic = {
    .keyword = "isotropic hardening elastic",
    .grammar = "isotropic hardening elastic, STIFFNESS, REFERENCE STRAIN [, linear stiffness, LINEAR STIFFNESS]",
    .summary = "A stiffness that changes from a small to a large strain.",
    .dims = LAW_ANY,
    .kind = LAW_ELASTIC,
    .size = sizeof(hardening),
    .read = isotropic_hardening_elastic_read,
    .eval = isotropic_hardening_elastic_eval,
};
