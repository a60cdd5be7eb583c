/* shock_absorber.c - landing gear shock absorber: gas spring, oil through an orifice, end stops and friction.
 *
 *     e = strain - prestrain
 *     p = p0 (1 + k e)^-gamma                                       gas pressure
 *     Fe = -p A0 + stop,      stop = penalty (e - bound) [+ penalty_rate e' while going further] beyond a bound
 *     A = metering(e) + orifice(e')                                 metering_negative(e) for e' < 0
 *     Fv = rho/2 Af (Af / (c A))^2 |e'| e'
 *     Ff = mu p A0 tanh(e' / e'_ref)
 *     stress = Fe + Fv + Ff                                                                                      */
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

/* The parts of the stress with their derivatives in e and e'. */
typedef struct {
    double p, p_e;
    double A, A_e, A_p;
    double Fe, Fe_e, Fe_p;
    double Fv, Fv_e, Fv_p;
    double Ff, Ff_e, Ff_p;
} forces;

static void read_bounds(reader *r, shock_absorber *self)
{
    self->low = -0.5;
    self->penalty = 1e9;
    if (read_keyword(r, "epsilon max"))
        self->high = read_real(r, "upper strain bound");
    if (read_keyword(r, "epsilon min"))
        self->low = read_real(r, "lower strain bound");
    if (read_ok(r) && self->low >= self->high)
        read_error_last(r, E_LAW_RANGE, self->low, self->high);
    if (read_ok(r) && (self->prestrain < self->low || self->prestrain > self->high))
        read_error_last(r, E_LAW_PRESTRAIN, self->prestrain, self->low, self->high);
    if (read_keyword(r, "penalty")) {
        self->penalty = read_real(r, "penalty factor of the strain");
        self->penalty_rate = read_real(r, "penalty factor of the strain rate");
    }
}

static void read_oil(reader *r, shock_absorber *self)
{
    if (read_keyword(r, "metering")) {
        self->metering = read_drive(r, "metering area");
        if (read_keyword(r, "negative"))
            self->negative = read_drive(r, "metering area for negative strain rate");
    }
    if (read_keyword(r, "orifice"))
        self->orifice = read_drive(r, "orifice area");
    self->Af = read_real(r, "fluid area");
    self->rho = read_real(r, "fluid density");
    self->c = read_positive(r, "drag coefficient over reference length");
    if (read_keyword(r, "friction")) {
        self->rate_ref = read_positive(r, "reference strain rate");
        self->mu = read_real(r, "friction amplitude");
        if (read_ok(r) && (self->mu < 0.0 || self->mu > 1.0))
            read_error_last(r, E_LAW_FRACTION, "friction amplitude", self->mu);
    }
}

static void shock_absorber_read(reader *r, law *l)
{
    shock_absorber *self = l->self;
    if (read_keyword(r, "prestrain"))
        self->prestrain = read_real(r, "prestrain");
    if (read_keyword(r, "help"))
        reader_print(r, l->type->grammar);
    self->p0 = read_real(r, "reference pressure");
    self->A0 = read_real(r, "reference area");
    self->k = read_real(r, "interaction coefficient");
    self->gamma = read_real(r, "polytropic exponent");
    read_bounds(r, self);
    read_oil(r, self);
}

static void gas(const shock_absorber *self, const law *l, const state *s, double e, double ep, forces *f)
{
    const double volume = 1.0 + self->k * e;
    if (volume <= 0.0) {
        state_fail(s, l->where, "shock absorber: the gas has no volume left at strain %g", e);
        return;
    }
    f->p = self->p0 * pow(volume, -self->gamma);
    f->p_e = -self->gamma * self->k * f->p / volume;
    f->Fe = -f->p * self->A0;
    f->Fe_e = -f->p_e * self->A0;
    const double beyond = e > self->high ? e - self->high : e < self->low ? e - self->low : 0.0;
    if (beyond == 0.0)
        return;
    f->Fe += self->penalty * beyond;
    f->Fe_e += self->penalty;
    if (beyond * ep > 0.0) {
        f->Fe += self->penalty_rate * ep;
        f->Fe_p = self->penalty_rate;
    }
}

static void oil(const shock_absorber *self, const state *s, double e, double ep, forces *f)
{
    const drive *metering = ep < 0.0 && self->negative ? self->negative : self->metering;
    if (metering) {
        f->A = drive_at(metering, s, e);
        f->A_e = drive_slope(metering, s, e);
    }
    if (self->orifice) {
        f->A += drive_at(self->orifice, s, ep);
        f->A_p = drive_slope(self->orifice, s, ep);
    }
    if (f->A <= 0.0)
        return;
    const double ratio = self->Af / (self->c * f->A), g = 0.5 * self->rho * self->Af * ratio * ratio;
    f->Fv = g * fabs(ep) * ep;
    f->Fv_e = -2.0 * f->Fv / f->A * f->A_e;
    f->Fv_p = 2.0 * g * fabs(ep) - 2.0 * f->Fv / f->A * f->A_p;
}

static void friction(const shock_absorber *self, double ep, forces *f)
{
    if (self->mu == 0.0)
        return;
    const double t = tanh(ep / self->rate_ref), a = self->mu * self->A0;
    f->Ff = a * f->p * t;
    f->Ff_e = a * f->p_e * t;
    f->Ff_p = a * f->p * (1.0 - t * t) / self->rate_ref;
}

static forces all_forces(const law *l, const state *s, double e, double ep)
{
    const shock_absorber *self = l->self;
    forces f = {0};
    gas(self, l, s, e - self->prestrain, ep, &f);
    oil(self, s, e - self->prestrain, ep, &f);
    friction(self, ep, &f);
    return f;
}

static void shock_absorber_eval(const law *l, const state *s, const double *strain, const double *rate, law_result *out)
{
    const forces f = all_forces(l, s, strain[0], rate[0]);
    out->stress[0] = f.Fe + f.Fv + f.Ff;
    out->by_strain[0] = f.Fe_e + f.Fv_e + f.Ff_e;
    out->by_rate[0] = f.Fe_p + f.Fv_p + f.Ff_p;
}

static const char *const NAMES[] = {"p", "A", "Fe", "Fv"};

static bool shock_absorber_has_private(const law *l, int index)
{
    (void)l;
    return index <= ARRAY_LEN(NAMES);
}

static int shock_absorber_private_index(const law *l, const char *name)
{
    (void)l;
    for (int i = 0; i < ARRAY_LEN(NAMES); i++)
        if (strcmp(name, NAMES[i]) == 0)
            return i + 1;
    return 0;
}

static double shock_absorber_private_value(const state *s, const law *l, const double *strain, const double *rate,
                                           int index)
{
    const forces f = all_forces(l, s, strain[0], rate[0]);
    const double of[] = {f.p, f.A, f.Fe, f.Fv};
    return of[index - 1];
}

static void shock_absorber_output(const state *s, const law *l, const double *strain, const double *rate, record *out)
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
        record_real(out, shock_absorber_private_value(s, l, strain, rate, i + 1));
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
