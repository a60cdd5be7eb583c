/* shock_absorber.c - landing gear shock absorber: gas spring, oil flow through an orifice, end stops and friction.
 *
 *     e = strain - prestrain
 *     p = p0 (1 + k e)^-gamma                                       gas pressure
 *     Fe = -p A0 + stop,      stop = penalty (e - bound) [+ penalty_rate e' while moving outwards] beyond a bound
 *     A = metering(e) + orifice(e')                                 metering_negative(e) for e' < 0
 *     Fv = rho/2 Af (Af / (c A))^2 |e'| e'
 *     Ff = mu p A0 tanh(e' / e'_ref)
 *     stress = Fe + Fv + Ff */
#include "base/array.h"
#include "contract/diag_rows.h"
#include "law/diag_rows.h"
#include "law/laws.h"
#include "model/reading.h"
#include <string.h>

typedef struct {
    double prestrain;
    double p0, A0, k, gamma;
    double high, low, penalty, penalty_rate;
    const drive *metering, *negative, *orifice; /* or NULL */
    double Af, rho, c;
    double rate_ref, mu;
} shock_absorber;

/* The terms of the stress with their derivatives with respect to e and e'. */
typedef struct {
    double p, p_e;
    double A, A_e, A_p;
    double Fe, Fe_e, Fe_p;
    double Fv, Fv_e, Fv_p;
    double Ff, Ff_e, Ff_p;
} forces;

static void read_bounds(reader *reader, shock_absorber *self)
{
    self->low = -0.5;
    self->penalty = 1e9;
    if (read_keyword(reader, "epsilon max"))
        self->high = read_real(reader, "upper strain bound");
    if (read_keyword(reader, "epsilon min"))
        self->low = read_real(reader, "lower strain bound");
    if (read_ok(reader) && self->low >= self->high)
        read_error_last(reader, E_LAW_RANGE, self->low, self->high);
    if (read_ok(reader) && (self->prestrain < self->low || self->prestrain > self->high))
        read_error_last(reader, E_LAW_PRESTRAIN, self->prestrain, self->low, self->high);
    if (read_keyword(reader, "penalty")) {
        self->penalty = read_real(reader, "penalty factor of the strain");
        self->penalty_rate = read_real(reader, "penalty factor of the strain rate");
    }
}

static void read_oil(reader *reader, shock_absorber *self)
{
    if (read_keyword(reader, "metering")) {
        self->metering = read_drive(reader, "metering area");
        if (read_keyword(reader, "negative"))
            self->negative = read_drive(reader, "metering area for negative strain rate");
    }
    if (read_keyword(reader, "orifice"))
        self->orifice = read_drive(reader, "orifice area");
    self->Af = read_real(reader, "fluid area");
    self->rho = read_real(reader, "fluid density");
    self->c = read_positive(reader, "drag coefficient over reference length");
    if (read_keyword(reader, "friction")) {
        self->rate_ref = read_positive(reader, "reference strain rate");
        self->mu = read_real(reader, "friction amplitude");
        if (read_ok(reader) && (self->mu < 0.0 || self->mu > 1.0))
            read_error_last(reader, E_LAW_FRACTION, "friction amplitude", self->mu);
    }
}

static void shock_absorber_read(reader *reader, law *law)
{
    shock_absorber *self = law->self;
    if (read_keyword(reader, "prestrain"))
        self->prestrain = read_real(reader, "prestrain");
    if (read_keyword(reader, "help"))
        reader_print(reader, law->type->grammar);
    self->p0 = read_real(reader, "reference pressure");
    self->A0 = read_real(reader, "reference area");
    self->k = read_real(reader, "interaction coefficient");
    self->gamma = read_real(reader, "polytropic exponent");
    read_bounds(reader, self);
    read_oil(reader, self);
}

static void gas(const shock_absorber *self, const law *law, const state *state, double e, double ep, forces *forces)
{
    const double volume = 1.0 + self->k * e;
    if (volume <= 0.0) {
        state_fail(state, law->location, "shock absorber: the gas volume is not positive at strain %g", e);
        return;
    }
    forces->p = self->p0 * pow(volume, -self->gamma);
    forces->p_e = -self->gamma * self->k * forces->p / volume;
    forces->Fe = -forces->p * self->A0;
    forces->Fe_e = -forces->p_e * self->A0;
    const double beyond = e > self->high ? e - self->high : e < self->low ? e - self->low : 0.0;
    if (beyond == 0.0)
        return;
    forces->Fe += self->penalty * beyond;
    forces->Fe_e += self->penalty;
    if (beyond * ep > 0.0) {
        forces->Fe += self->penalty_rate * ep;
        forces->Fe_p = self->penalty_rate;
    }
}

static void oil(const shock_absorber *self, const state *state, double e, double ep, forces *forces)
{
    const drive *metering = ep < 0.0 && self->negative ? self->negative : self->metering;
    if (metering) {
        forces->A = drive_at(metering, state, e);
        forces->A_e = drive_derivative(metering, state, e);
    }
    if (self->orifice) {
        forces->A += drive_at(self->orifice, state, ep);
        forces->A_p = drive_derivative(self->orifice, state, ep);
    }
    if (forces->A <= 0.0)
        return;
    const double ratio = self->Af / (self->c * forces->A), g = 0.5 * self->rho * self->Af * ratio * ratio;
    forces->Fv = g * fabs(ep) * ep;
    forces->Fv_e = -2.0 * forces->Fv / forces->A * forces->A_e;
    forces->Fv_p = 2.0 * g * fabs(ep) - 2.0 * forces->Fv / forces->A * forces->A_p;
}

static void friction(const shock_absorber *self, double ep, forces *forces)
{
    if (self->mu == 0.0)
        return;
    const double t = tanh(ep / self->rate_ref), a = self->mu * self->A0;
    forces->Ff = a * forces->p * t;
    forces->Ff_e = a * forces->p_e * t;
    forces->Ff_p = a * forces->p * (1.0 - t * t) / self->rate_ref;
}

static forces all_forces(const law *law, const state *state, double e, double ep)
{
    const shock_absorber *self = law->self;
    forces forces = {0};
    gas(self, law, state, e - self->prestrain, ep, &forces);
    oil(self, state, e - self->prestrain, ep, &forces);
    friction(self, ep, &forces);
    return forces;
}

static void shock_absorber_eval(const law *law, const state *state, const double *strain, const double *rate,
                                law_result *out)
{
    const forces forces = all_forces(law, state, strain[0], rate[0]);
    out->stress[0] = forces.Fe + forces.Fv + forces.Ff;
    out->by_strain[0] = forces.Fe_e + forces.Fv_e + forces.Ff_e;
    out->by_rate[0] = forces.Fe_p + forces.Fv_p + forces.Ff_p;
}

static const char *const NAMES[] = {"p", "A", "Fe", "Fv"};

static bool shock_absorber_has_private(const law *law, int index)
{
    (void)law;
    return index <= ARRAY_LEN(NAMES);
}

static int shock_absorber_private_index(const law *law, const char *name)
{
    (void)law;
    for (int i = 0; i < ARRAY_LEN(NAMES); i++)
        if (strcmp(name, NAMES[i]) == 0)
            return i + 1;
    return 0;
}

static double shock_absorber_private_value(const state *state, const law *law, const double *strain, const double *rate,
                                           int index)
{
    const forces forces = all_forces(law, state, strain[0], rate[0]);
    const double of[] = {forces.p, forces.A, forces.Fe, forces.Fv};
    return of[index - 1];
}

static void shock_absorber_output(const state *state, const law *law, const double *strain, const double *rate,
                                  record *out)
{
    static const struct {
        const char *name;
        physical_quantity unit;
        const char *words;
    } COLUMNS[] = {
        {"constitutiveLaw.p", QUANTITY_PRESSURE, "gas pressure"},
        {"constitutiveLaw.A", QUANTITY_AREA, "metering area"},
        {"constitutiveLaw.Fe", QUANTITY_FORCE, "elastic force"},
        {"constitutiveLaw.Fv", QUANTITY_FORCE, "viscous force"},
    };
    for (int i = 0; i < ARRAY_LEN(COLUMNS); i++) {
        record_name(out, COLUMNS[i].name, COLUMNS[i].unit, COLUMNS[i].words);
        record_real(out, shock_absorber_private_value(state, law, strain, rate, i + 1));
    }
}

const law_type law_shock_absorber = {
    .keyword = "shock absorber",
    .grammar = "shock absorber, [prestrain, VALUE,] PRESSURE, AREA, INTERACTION COEFFICIENT, POLYTROPIC EXPONENT, "
               "[epsilon max, "
               "BOUND,] [epsilon min, BOUND,] [penalty, FACTOR, RATE FACTOR,] [metering, (drive) AREA, [negative, "
               "(drive) AREA,]] "
               "[orifice, (drive) AREA,] FLUID AREA, DENSITY, DRAG COEFFICIENT / LENGTH [, friction, REFERENCE RATE, "
               "AMPLITUDE]",
    .summary = "Landing gear shock absorber: gas spring, oil through an orifice, end stops and friction.",
    .dims = LAW_1D,
    .kind = LAW_VISCOELASTIC,
    .size = sizeof(shock_absorber),
    .read = shock_absorber_read,
    .eval = shock_absorber_eval,
    .private_index = shock_absorber_private_index,
    .has_private = shock_absorber_has_private,
    .private_value = shock_absorber_private_value,
    .output = shock_absorber_output,
    .flags = LAW_BARE,
};
