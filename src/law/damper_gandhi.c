/* damper_gandhi.c - an elastomeric damper: a spring and a dashpot in parallel, in series with a soft nonlinear spring.
 *
 *     F = K z + C z',   strain = z + g(F),   g(F) = c1 F + c2 |F| F + c3 F^3 + c4 |F| F^3
 *
 * F. Gandhi, I. Chopra: A time-domain non-linear viscoelastic damper model, Smart Materials and Structures 5, 1996.
 * The parameters belong to the element that the law names. z is the memory of the law, integrated over a step of
 * length h by the trapezoidal rule, z = z0 + h/2 (z0' + z'); F then follows from
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

static damper_gandhi *damper_of(const law *law) { return ((const reference *)law->self)->damper_gandhi; }

static void damper_gandhi_read(reader *reader, law *law)
{
    const unsigned label = read_label(reader, "label of the damper");
    const elem *element = model_elem(model_of(reader), &elem_cards[CARD_USER_DEFINED], label);
    if (read_ok(reader) && (!element || strcmp(element->type->keyword, DAMPER_GANDHI_KEYWORD) != 0)) {
        read_error_last(reader, E_NO_GANDHI, label);
        return;
    }
    if (!read_ok(reader))
        return;
    ((reference *)law->self)->damper_gandhi = element->self;
    damper_of(law)->shown = law;
}

static void damper_gandhi_copy(struct model *model, law *to)
{
    (void)model;
    if (damper_of(to))
        damper_of(to)->shown = to;
}

/* g(F) and its derivative */
static double soft_spring(const damper_gandhi *damper_gandhi, double F, double *derivative)
{
    const double *c = damper_gandhi->c, a = fabs(F);
    *derivative = c[0] + a * (2.0 * c[1] + a * (3.0 * c[2] + a * 4.0 * c[3]));
    return F * (c[0] + a * (c[1] + a * (c[2] + a * c[3])));
}

typedef struct {
    double F, derivative; /* d F/d strain */
    double g_derivative;
} force;

/* The left-hand side decreases and the right-hand side increases with F; beyond the solution, Newton's method
 * converges from one side. */
static force find_force(const law *law, const state *state, double strain)
{
    enum { MOST = 100 };
    const damper_gandhi *damper_gandhi = damper_of(law);
    const damper_gandhi_memory *memory = remembered(state, law->memory);
    const double h = state->step > 0 ? state->dt : 0.0, b = 0.5 * h / damper_gandhi->C, a = 1.0 + b * damper_gandhi->K;
    force force = {.F = memory->F};
    for (int i = 0; i < MOST; i++) {
        const double rest = a * (strain - soft_spring(damper_gandhi, force.F, &force.g_derivative)) - memory->z -
                            0.5 * h * memory->zp - b * force.F;
        const double step = rest / (a * force.g_derivative + b);
        force.derivative = a / (a * force.g_derivative + b);
        force.F += step;
        if (fabs(step) <= 1e-14 * (fabs(force.F) + force.derivative * fabs(strain)))
            return force;
    }
    state_fail(state, law->location, "damper gandhi: no force found for strain %g", strain);
    return force;
}

static void damper_gandhi_eval(const law *law, const state *state, const double *strain, const double *rate,
                               law_result *out)
{
    (void)rate;
    const force force = find_force(law, state, strain[0]);
    out->stress[0] = force.F;
    out->by_strain[0] = force.derivative;
}

static void damper_gandhi_accept(const state *state, const law *law, memory_block *to, const double *strain,
                                 const double *rate)
{
    const damper_gandhi *damper_gandhi = damper_of(law);
    const force force = find_force(law, state, strain[0]);
    double derivative;
    const double z = strain[0] - soft_spring(damper_gandhi, force.F, &derivative),
                 zp = (force.F - damper_gandhi->K * z) / damper_gandhi->C;
    *(damper_gandhi_memory *)memory_at(to, law->memory) =
        (damper_gandhi_memory){z, zp, force.F, (rate[0] - zp) / derivative};
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
