/* friction_discrete_coulomb.c - Coulomb friction with exact sticking, and viscous friction.
 *
 *     f = q + s2 v                the unknown q is the dry part
 *     stick, |q + v| <= mu(v):    v = c q, where the creep c is far below any tolerance
 *     slip:                       q = mu(v) sign(q + v)
 *
 * Without creep no equation would determine q while the contact is unloaded, as at rest before the reactions are
 * known. The trial value q + v determines the state: while the contact slides, q and v have the same sign; when v
 * changes sign, the trial value falls below mu and the contact sticks; when the q needed for sticking exceeds mu, it
 * slides again. As in MBDyn, mu is evaluated with the signed velocity. The velocity ratio by which MBDyn
 * distinguishes the two states is accepted, but not needed. */
#include "law/friction_model.h"
#include "model/reading.h"

static const double CREEP = 1e-12;

typedef struct {
    double s2;
    const scalar_function *mu;
} discrete_coulomb;

static void friction_discrete_coulomb_read(reader *reader, void *self)
{
    discrete_coulomb *discrete_coulomb = self;
    discrete_coulomb->mu = read_scalar_function(reader, "friction function");
    if (read_keyword(reader, "sigma2"))
        discrete_coulomb->s2 = read_real(reader, "sigma2");
    if (read_keyword(reader, "velocity ratio"))
        read_real(reader, "velocity ratio");
}

static void friction_discrete_coulomb_eval(const void *self, const state *state, double q, double q_rate, double v,
                                           friction_point *out)
{
    const discrete_coulomb *discrete_coulomb = self;
    (void)q_rate;
    out->f = q + discrete_coulomb->s2 * v;
    out->f_z = 1.0, out->f_v = discrete_coulomb->s2;
    const double mu = scalar_function_at(discrete_coulomb->mu, state, v, 0);
    if (fabs(q + v) <= mu) {
        out->g = v - CREEP * q;
        out->g_v = 1.0, out->g_z = -CREEP;
        return;
    }
    const double sign = copysign(1.0, q + v);
    out->g = q - sign * mu;
    out->g_z = 1.0;
    out->g_v = -sign * scalar_function_at(discrete_coulomb->mu, state, v, 1);
}

static double friction_discrete_coulomb_initial(const void *self, double v)
{
    const discrete_coulomb *discrete_coulomb = self;
    function_error bad = {0};
    return v == 0.0 ? 0.0 : copysign(function_eval(discrete_coulomb->mu, v, 0, &bad), v);
}

static void friction_discrete_coulomb_sample(sampler *from, void *self)
{
    discrete_coulomb *discrete_coulomb = self;
    discrete_coulomb->s2 = sample_real(from, 0.1, 1.0);
    discrete_coulomb->mu = sample_friction_function(from);
}

const friction_model friction_discrete_coulomb = {
    .keyword = "discrete coulomb",
    .grammar = "discrete coulomb, FUNCTION [, sigma2, SIGMA2] [, velocity ratio, RATIO]",
    .summary = "Coulomb friction with exact sticking, and viscous friction.",
    .size = sizeof(discrete_coulomb),
    .kind = INTERNAL_ALGEBRAIC,
    .read = friction_discrete_coulomb_read,
    .eval = friction_discrete_coulomb_eval,
    .initial = friction_discrete_coulomb_initial,
    .sample = friction_discrete_coulomb_sample,
};
