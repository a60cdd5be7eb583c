/* turbulent_viscoelastic.c - a spring, and a damper whose force is proportional to the square of the rate.
 *
 *     stress = k e + c |e'| e'        |e'| > threshold
 *     stress = k e + c_lin e'         otherwise; c_lin = c threshold if it is not given */
#include "law/laws.h"
#include "model/reading.h"

typedef struct {
    double k, c, threshold, linear;
} turbulent;

static void turbulent_viscoelastic_read(reader *reader, law *law)
{
    turbulent *self = law->self;
    self->k = read_real(reader, "stiffness");
    self->c = read_real(reader, "parabolic viscosity");
    if (!read_is_number(reader))
        return;
    self->threshold = read_real(reader, "threshold");
    self->linear = self->c * self->threshold;
    if (read_is_number(reader))
        self->linear = read_real(reader, "linear viscosity");
}

static void turbulent_viscoelastic_eval(const law *law, const state *state, const double *strain, const double *rate,
                                        law_result *out)
{
    (void)state;
    const turbulent *self = law->self;
    const double speed = fabs(rate[0]);
    const bool is_turbulent = speed > self->threshold;
    const double c = is_turbulent ? self->c * speed : self->linear;
    out->stress[0] = self->k * strain[0] + c * rate[0];
    out->by_strain[0] = self->k;
    out->by_rate[0] = is_turbulent ? 2.0 * c : c;
}

const law_type law_turbulent_viscoelastic = {
    .keyword = "turbulent viscoelastic",
    .grammar = "turbulent viscoelastic, STIFFNESS, PARABOLIC VISCOSITY [, THRESHOLD [, LINEAR VISCOSITY]]",
    .summary = "A spring, and a damper that is linear at low and quadratic at high rates.",
    .dims = LAW_1D,
    .kind = LAW_VISCOELASTIC,
    .size = sizeof(turbulent),
    .read = turbulent_viscoelastic_read,
    .eval = turbulent_viscoelastic_eval,
};
