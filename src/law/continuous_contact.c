/* continuous_contact.c - contact of two bodies with a coefficient of restitution e.
 *
 *     f = x^n (k + C x')        x > 0
 *     C = 8 (1 - e) k/(5 e v0)        flores
 *         3 (1 - e) k/(2 v0)          hunt crossley
 *         3 (1 - e^2) k/(4 v0)        lankarani nikravesh
 *
 * v0 is the speed x' at which the bodies touched: that of the prediction of the step, or of the step itself if they do
 * not touch in the prediction. C is zero if v0 is below the tolerance. In one dimension two numbers are added to the
 * output row of the element: v0, zero without contact, and C of the last contact. */
#include "law/contact.h"
#include "base/array.h"
#include "law/diag_rows.h"
#include "math/restitution.h"
#include <math.h>
#include <string.h>

typedef struct {
    contact_side side;
    double k, n, c; /* C = c/v0 */
    double least;   /* v0 below which there is no damping */
} contact;

typedef struct {
    int is_touching, will_touch; /* as of the last step, in the prediction */
    double v0, predicted, C;
} contact_memory;

static void continuous_contact_read(reader *r, law *l)
{
    static const char *const MODELS[] = {"flores", "hunt crossley", "lankarani nikravesh", NULL};
    static const char *const RESTITUTION[] = {"restitution", NULL};
    contact *p = l->self;
    read_contact_side(r, &p->side);
    const int model = read_keyword(r, "formulation") ? read_choice(r, MODELS, "formulation") : RESTITUTION_FLORES;
    read_choice(r, RESTITUTION, "restitution");
    const double e = read_not_negative(r, "restitution");
    if (read_ok(r) && (e > 1.0 || (e == 0.0 && model == RESTITUTION_FLORES)))
        read_error_last(r, E_LAW_RESTITUTION, e);
    p->k = read_contact_number(r, "kappa");
    p->n = read_contact_number(r, "exp");
    p->least = read_keyword(r, "EpsPrimeTol") ? read_not_negative(r, "tolerance of the speed") : 1e-6;
    p->c = read_ok(r) ? restitution_damping((restitution_model)model, p->k, e) : 0.0;
}

/* v0 as it is now: kept while the bodies touch. */
static double first_speed(const contact_memory *m, const penetration *c)
{
    return m->is_touching ? m->v0 : m->will_touch ? m->predicted : c->rate;
}

static double damping(const contact *p, double v0) { return fabs(v0) < p->least ? 0.0 : p->c / v0; }

static void continuous_contact_eval(const law *l, const state *s, const double *strain, const double *rate,
                                    law_result *out)
{
    const contact *p = l->self;
    const contact_memory *m = remembered(s, l->memory);
    const penetration c = contact_now(&p->side, l->dim, strain, rate);
    if (c.x <= 0.0)
        return;
    const bool is_kept = m->is_touching || m->will_touch;
    const double C = damping(p, first_speed(m, &c)), e = pow(c.x, p->n), by = p->k + C * c.rate;
    contact_put(&p->side, l->dim, (const double[]){e * by, p->n * e / c.x * by, is_kept ? e * C : 0.0}, out);
}

static void continuous_contact_predict(const state *s, const law *l, memory_block *m, const double *strain,
                                       const double *rate)
{
    (void)s;
    const penetration c = contact_now(&((const contact *)l->self)->side, l->dim, strain, rate);
    contact_memory *now = memory_at(m, l->memory);
    now->will_touch = c.x > 0.0;
    now->predicted = c.rate;
}

static contact_memory touched(const contact *p, double v0)
{
    return (contact_memory){.is_touching = 1, .v0 = v0, .C = damping(p, v0)};
}

static void continuous_contact_accept(const state *s, const law *l, memory_block *m, const double *strain,
                                      const double *rate)
{
    (void)s;
    const penetration c = contact_now(&((const contact *)l->self)->side, l->dim, strain, rate);
    contact_memory *now = memory_at(m, l->memory);
    if (c.x <= 0.0)
        *now = (contact_memory){.C = now->C};
    else if (!now->is_touching)
        *now = touched(l->self, first_speed(now, &c));
}

/* --- private data, output ----------------------------------------------------------------------------------------- */

static const char *const NAMES[] = {"xPi", "dc"};

static bool continuous_contact_has_private(const law *l, int index)
{
    (void)l;
    return index <= ARRAY_LEN(NAMES);
}

static int continuous_contact_private_index(const law *l, const char *name)
{
    (void)l;
    for (int i = 0; i < ARRAY_LEN(NAMES); i++)
        if (strcmp(name, NAMES[i]) == 0)
            return i + 1;
    return 0;
}

static double continuous_contact_private_value(const state *s, const law *l, const double *strain, const double *rate,
                                               int index)
{
    (void)strain, (void)rate;
    const contact_memory *m = remembered(s, l->memory);
    return index == 1 ? m->v0 : m->C;
}

static void continuous_contact_output(const state *s, const law *l, const double *strain, const double *rate,
                                      record *out)
{
    if (l->dim > 1)
        return;
    record_name(out, "xPi", QUANTITY_VELOCITY, "speed at first touch");
    record_real(out, continuous_contact_private_value(s, l, strain, rate, 1));
    record_name(out, "dc", QUANTITY_DIMENSIONLESS, "dissipation coefficient");
    record_real(out, continuous_contact_private_value(s, l, strain, rate, 2));
}

const law_type law_continuous_contact = {
    .keyword = "continuous contact",
    .grammar = "continuous contact [, sign, {positive | negative | SIGN}] [, formulation, {flores | hunt crossley | "
               "lankarani nikravesh}], restitution, E, kappa, STIFFNESS, exp, EXPONENT [, EpsPrimeTol, SPEED]",
    .summary = "Contact with a coefficient of restitution.",
    .dims = LAW_1D | LAW_3D,
    .kind = LAW_VISCOELASTIC,
    .module = MODULE_CONTACT,
    .size = sizeof(contact),
    .read = continuous_contact_read,
    .eval = continuous_contact_eval,
    .memory = sizeof(contact_memory),
    .predict = continuous_contact_predict,
    .accept = continuous_contact_accept,
    .private_index = continuous_contact_private_index,
    .has_private = continuous_contact_has_private,
    .private_value = continuous_contact_private_value,
    .output = continuous_contact_output,
};
