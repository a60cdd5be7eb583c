/* friction_modlugre.c - modified LuGre friction: a bristle z that slips beyond a break-away deflection.
 *
 *     f  = s0 z + s1 z' + s2 v
 *     z' = v (1 - a u / m)        u = |z|,  m = mu(|v|) / s0: steady deflection,  b = kappa m: break-away deflection
 *     a  = 0                                                    z and v differ in sign, or u <= b
 *        = (1 + sin(pi (u - (m + b)/2) / (m - b))) / 2          b < u < m
 *        = 1                                                    m <= u
 *
 * Dupont, Hayward, Armstrong, Altpeter, "Single state elastoplastic friction models", IEEE Trans. Automatic Control
 * 47(5), 2002. */
#include "law/friction_model.h"
#include "model/reading.h"

typedef struct {
    double s0, s1, s2, kappa;
    const scalar_function *mu;
} modlugre;

static void friction_modlugre_read(reader *reader, void *self)
{
    modlugre *modlugre = self;
    modlugre->s0 = read_positive(reader, "sigma0");
    modlugre->s1 = read_real(reader, "sigma1");
    modlugre->s2 = read_real(reader, "sigma2");
    modlugre->kappa = read_real(reader, "kappa");
    modlugre->mu = read_scalar_function(reader, "friction function");
}

/* a and its derivatives with respect to u and m */
static double slip(double u, double m, double kappa, double *by_u, double *by_m)
{
    *by_u = *by_m = 0.0;
    if (u <= kappa * m)
        return 0.0;
    if (u >= m)
        return 1.0;
    const double angle = M_PI / (1.0 - kappa) * (u / m - (1.0 + kappa) / 2.0);
    const double derivative = cos(angle) / 2.0 * M_PI / (1.0 - kappa);
    *by_u = derivative / m;
    *by_m = -derivative * u / (m * m);
    return (1.0 + sin(angle)) / 2.0;
}

static void friction_modlugre_eval(const void *self, const state *state, double z, double z_rate, double v,
                                   friction_point *out)
{
    const modlugre *modlugre = self;
    out->f = modlugre->s0 * z + modlugre->s1 * z_rate + modlugre->s2 * v;
    out->f_z = modlugre->s0, out->f_rate = modlugre->s1, out->f_v = modlugre->s2;
    out->g = z_rate - v, out->g_rate = 1.0, out->g_v = -1.0;
    if (z * v <= 0.0)
        return;
    const double u = fabs(z), m = scalar_function_at(modlugre->mu, state, fabs(v), 0) / modlugre->s0;
    const double m_v = scalar_function_at(modlugre->mu, state, fabs(v), 1) / modlugre->s0 * copysign(1.0, v);
    double a_u, a_m;
    const double a = slip(u, m, modlugre->kappa, &a_u, &a_m);
    out->g += v * a * u / m;
    out->g_z = v * (a_u * u + a) / m * copysign(1.0, z);
    out->g_v += a * u / m + v * m_v * u / m * (a_m - a / m);
}

static double friction_modlugre_initial(const void *self, double v)
{
    (void)self, (void)v;
    return 0.0;
}

static void friction_modlugre_sample(sampler *from, void *self)
{
    modlugre *modlugre = self;
    modlugre->s0 = sample_real(from, 1.0, 2.0);
    modlugre->s1 = sample_real(from, 0.1, 1.0);
    modlugre->s2 = sample_real(from, 0.1, 1.0);
    modlugre->kappa = sample_real(from, 0.2, 0.7);
    modlugre->mu = sample_friction_function(from);
}

const friction_model friction_modlugre = {
    .keyword = "modlugre",
    .grammar = "modlugre, SIGMA0, SIGMA1, SIGMA2, KAPPA, FUNCTION",
    .summary = "Modified LuGre friction: a bristle that slips beyond a break-away deflection.",
    .size = sizeof(modlugre),
    .kind = INTERNAL_DIFFERENTIAL,
    .read = friction_modlugre_read,
    .eval = friction_modlugre_eval,
    .initial = friction_modlugre_initial,
    .sample = friction_modlugre_sample,
};
