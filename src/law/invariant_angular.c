/* invariant_angular.c - a law of a deformable hinge, expressed in an orientation between those of its two sides.
 *
 *     R = exp(xi strain)                    the fraction xi of the relative rotation; R' strain = strain
 *     stress = R f(strain, R' rate)
 *     dR = xi Gamma(xi strain) d strain x R       so that, with p = R' rate and M = R f,
 *     d stress = R f_e de + R f_p (dp + R' rate x xi Gamma de) - M x xi Gamma de,     dp = R' d rate
 *
 * R f is not the gradient of a potential in the rotation vector, even if f is. */
#include "law/laws.h"
#include "law/wrapper.h"
#include "math/rotation.h"
#include <string.h>

typedef struct {
    wrapper wrapper;
    double xi;
} invariant;

static void view(const law *law, const state *state, const double *strain, const double *rate, double *e, double *p)
{
    (void)state;
    const invariant *self = law->self;
    const mat3 R = rotation_exp(vec3_scale(self->xi, vec3_load(strain)));
    memcpy(e, strain, 3 * sizeof *e);
    vec3_store(p, mat3_tmulv(&R, vec3_load(rate)));
}

static void invariant_angular_read(reader *reader, law *law)
{
    invariant *self = law->self;
    self->xi = read_real(reader, "fraction of the relative rotation");
    read_wrapped(reader, law, 3, view);
}

static void invariant_angular_eval(const law *law, const state *state, const double *strain, const double *rate,
                                   law_result *out)
{
    const invariant *self = law->self;
    const vec3 phi = vec3_scale(self->xi, vec3_load(strain)), w = vec3_load(rate);
    const mat3 R = rotation_exp(phi), Gamma = rotation_exp_spin(phi), rotation = mat3_scale(self->xi, &Gamma);
    double p[3];
    vec3_store(p, mat3_tmulv(&R, w));
    law_result result;
    law_eval(self->wrapper.inner, state, strain, p, &result);
    mat3 f_e, f_p;
    memcpy(f_e.e, result.by_strain, sizeof f_e.e);
    memcpy(f_p.e, result.by_rate, sizeof f_p.e);
    const vec3 M = mat3_mulv(&R, vec3_load(result.stress));
    const mat3 Rf_p = mat3_mul(&R, &f_p), by_rate = mat3_mult(&Rf_p, &R);
    const mat3 rate_x = mat3_skew(w), M_x = mat3_skew(M), viscous = mat3_mul(&by_rate, &rate_x);
    const mat3 spin = mat3_sub(&viscous, &M_x), rotated = mat3_mul(&spin, &rotation), elastic = mat3_mul(&R, &f_e);
    const mat3 by_strain = mat3_add(&elastic, &rotated);
    vec3_store(out->stress, M);
    memcpy(out->by_strain, by_strain.e, sizeof by_strain.e);
    memcpy(out->by_rate, by_rate.e, sizeof by_rate.e);
}

const law_type law_invariant_angular = {
    WRAPPER_SLOTS,
    .keyword = "invariant angular",
    .grammar = "invariant angular, XI, (3D law) WRAPPED LAW",
    .summary = "Refers the law of a deformable hinge to an orientation between those of its two sides.",
    .dims = LAW_3D,
    .size = sizeof(invariant),
    .read = invariant_angular_read,
    .eval = invariant_angular_eval,
    .flags = LAW_BARE | LAW_NO_POTENTIAL,
};
