/* damper_gandhi.c - an elastomeric damper: a spring and a dashpot side by side, in series with a soft nonlinear spring.
 *
 *     F = K z + C z',   strain = z + g(F),   g(F) = c1 F + c2 |F| F + c3 F^3 + c4 |F| F^3
 *
 * F. Gandhi, I. Chopra: A time-domain non-linear viscoelastic damper model, Smart Materials and Structures 5, 1996. The
 * numbers stand in the element that the law names. z is the law's memory, carried through a step of length h by the
 * trapezoidal rule, z = z0 + h/2 (z0' + z'); with it F follows from
 *     a (strain - g(F)) = z0 + h/2 z0' + b F,   b = h/(2 C),   a = 1 + b K;        d F/d strain = a/(a g'(F) + b) */
#include "law/damper_gandhi.h"
#include "contract/element.h"
#include "law/diag_rows.h"
#include "law/laws.h"
#include "model/model.h"
#include "model/reading.h"
#include <math.h>
#include <string.h>

typedef struct {
    damper_gandhi *damper_gandhi;
} reference;

static damper_gandhi *damper_of(const law *l) { return ((const reference *)l->self)->damper_gandhi; }

static void damper_gandhi_read(reader *r, law *l)
{
    const unsigned label = read_label(r, "label of the damper");
    const elem *e = model_elem(model_of(r), &elem_cards[CARD_USER_DEFINED], label);
    if (read_ok(r) && (!e || strcmp(e->type->keyword, DAMPER_GANDHI_KEYWORD) != 0)) {
        read_error_last(r, E_NO_GANDHI, label);
        return;
    }
    if (!read_ok(r))
        return;
    ((reference *)l->self)->damper_gandhi = e->self;
    damper_of(l)->shown = l;
}

static void damper_gandhi_copy(struct model *m, law *to)
{
    (void)m;
    if (damper_of(to))
        damper_of(to)->shown = to;
}

/* g(F) and its slope */
static double soft_spring(const damper_gandhi *p, double F, double *slope)
{
    const double *c = p->c, a = fabs(F);
    *slope = c[0] + a * (2.0 * c[1] + a * (3.0 * c[2] + a * 4.0 * c[3]));
    return F * (c[0] + a * (c[1] + a * (c[2] + a * c[3])));
}

typedef struct {
    double F, slope; /* d F/d strain */
    double g_slope;
} force;

/* The left side falls and the right side grows with F; beyond the solution Newton's steps come closer from one side. */
static force find_force(const law *l, const state *s, double strain)
{
    enum { MOST = 100 };
    const damper_gandhi *p = damper_of(l);
    const damper_gandhi_memory *m = remembered(s, l->memory);
    const double h = s->step > 0 ? s->dt : 0.0, b = 0.5 * h / p->C, a = 1.0 + b * p->K;
    force f = {.F = m->F};
    for (int i = 0; i < MOST; i++) {
        const double rest = a * (strain - soft_spring(p, f.F, &f.g_slope)) - m->z - 0.5 * h * m->zp - b * f.F;
        const double step = rest / (a * f.g_slope + b);
        f.slope = a / (a * f.g_slope + b);
        f.F += step;
        if (fabs(step) <= 1e-14 * (fabs(f.F) + f.slope * fabs(strain)))
            return f;
    }
    state_fail(s, l->where, "damper gandhi: no force found for strain %g", strain);
    return f;
}

static void damper_gandhi_eval(const law *l, const state *s, const double *strain, const double *rate, law_result *out)
{
    (void)rate;
    const force f = find_force(l, s, strain[0]);
    out->stress[0] = f.F;
    out->by_strain[0] = f.slope;
}

static void damper_gandhi_accept(const state *s, const law *l, memory_block *to, const double *strain,
                                 const double *rate)
{
    const damper_gandhi *p = damper_of(l);
    const force f = find_force(l, s, strain[0]);
    double slope;
    const double z = strain[0] - soft_spring(p, f.F, &slope), zp = (f.F - p->K * z) / p->C;
    *(damper_gandhi_memory *)memory_at(to, l->memory) = (damper_gandhi_memory){z, zp, f.F, (rate[0] - zp) / slope};
}

const law_type law_damper_gandhi = {
    .keyword = DAMPER_GANDHI_KEYWORD,
    .grammar = "damper gandhi, LABEL",
    .summary = "An elastomeric damper: spring and dashpot in series with a nonlinear spring.",
    .dims = LAW_1D,
    .kind = LAW_ELASTIC,
    .module = MODULE_DAMPER_GANDHI,
    .size = sizeof(reference),
    .read = damper_gandhi_read,
    .eval = damper_gandhi_eval,
    .copy = damper_gandhi_copy,
    .memory = sizeof(damper_gandhi_memory),
    .accept = damper_gandhi_accept,
};
