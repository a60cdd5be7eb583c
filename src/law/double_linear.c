/* double_linear.c - one stiffness inside a range of strain, another outside. In three dimensions this applies to
 * component 3, and the others are linear.
 *
 *     e <= low:         stress = k1 low + k3 (e - low)
 *     low < e < up:     stress = k1 e
 *     e >= up:          stress = k1 up + k2 (e - up)
 *     viscosity:        c inside, c2 outside, times the full rate */
#include "law/laws.h"
#include "law/diag_rows.h"

typedef struct {
    double k1, up, low, k2, k3;
    double c, c2;
} double_linear;

static void read_stiffness(reader *reader, double_linear *self)
{
    self->k1 = read_real(reader, "stiffness");
    self->up = read_real(reader, "upper strain");
    self->low = read_real(reader, "lower strain");
    if (read_ok(reader) && self->low >= self->up)
        read_error_last(reader, E_LAW_RANGE, self->low, self->up);
    self->k2 = self->k3 = read_real(reader, "second stiffness");
}

static void double_linear_read_elastic(reader *reader, law *law)
{
    double_linear *self = law->self;
    read_stiffness(reader, self);
    if (read_keyword(reader, "third stiffness"))
        self->k3 = read_real(reader, "third stiffness");
}

static void double_linear_read_viscoelastic(reader *reader, law *law)
{
    double_linear *self = law->self;
    read_stiffness(reader, self);
    self->c = self->c2 = read_real(reader, "viscosity");
    if (read_keyword(reader, "second damping"))
        self->c2 = read_real(reader, "second damping");
}

static void double_linear_eval(const law *law, const state *state, const double *strain, const double *rate,
                               law_result *out)
{
    (void)state;
    const double_linear *self = law->self;
    const int n = law->dim, i = n - 1;
    law_add_isotropic(n, self->k1, strain, out->stress, out->by_strain);
    law_add_isotropic(n, self->c, rate, out->stress, out->by_rate);
    const double e = strain[i];
    if (e > self->low && e < self->up)
        return;
    const double limit = e >= self->up ? self->up : self->low, k = e >= self->up ? self->k2 : self->k3;
    out->stress[i] = self->k1 * limit + k * (e - limit) + self->c2 * rate[i];
    out->by_strain[i * n + i] = k;
    out->by_rate[i * n + i] = self->c2;
}

#define DOUBLE_LINEAR_SLOTS .dims = LAW_1D | LAW_3D, .size = sizeof(double_linear), .eval = double_linear_eval

const law_type law_double_linear_elastic = {
    DOUBLE_LINEAR_SLOTS,
    .keyword = "double linear elastic",
    .grammar =
        "double linear elastic, STIFFNESS 1, UPPER STRAIN, LOWER STRAIN, STIFFNESS 2 [, third stiffness, STIFFNESS 3]",
    .summary = "One stiffness inside a range of strain, another outside.",
    .kind = LAW_ELASTIC,
    .read = double_linear_read_elastic,
};

const law_type law_double_linear_viscoelastic = {
    DOUBLE_LINEAR_SLOTS,
    .keyword = "double linear viscoelastic",
    .grammar = "double linear viscoelastic, STIFFNESS 1, UPPER STRAIN, LOWER STRAIN, STIFFNESS 2, VISCOSITY "
               "[, second damping, VISCOSITY 2]",
    .summary = "One stiffness and viscosity inside a range of strain, others outside.",
    .kind = LAW_VISCOELASTIC,
    .read = double_linear_read_viscoelastic,
};
