/* continuous_contact.c - contact of two bodies with a coefficient of restitution e.
 *
 *     f = x^n (k + C x')        x > 0
 *     C = 8 (1 - e) k/(5 e v0)        flores
 *         3 (1 - e) k/(2 v0)          hunt crossley
 *         3 (1 - e^2) k/(4 v0)        lankarani nikravesh
 *
 * v0 is the speed x' in the first prediction of a step in which the bodies touch. C is zero until then, and if v0 is
 * below the tolerance. In one dimension two numbers are
 * added to the output row of the element: v0, which is zero without contact, and C of the last contact. */
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
    int is_touching, will_touch; /* at the last step, in the prediction */
    double v0, predicted, C;
} contact_memory;

static void continuous_contact_read(reader *reader, law *law)
{
    static const char *const MODELS[] = {"flores", "hunt crossley", "lankarani nikravesh", NULL};
    static const char *const RESTITUTION[] = {"restitution", NULL};
    contact *contact = law->self;
    read_contact_side(reader, &contact->side);
    const int model =
        read_keyword(reader, "formulation") ? read_choice(reader, MODELS, "formulation") : RESTITUTION_FLORES;
    read_choice(reader, RESTITUTION, "restitution");
    const double e = read_not_negative(reader, "restitution");
    if (read_ok(reader) && (e > 1.0 || (e == 0.0 && model == RESTITUTION_FLORES)))
        read_error_last(reader, E_LAW_RESTITUTION, e);
    contact->k = read_contact_number(reader, "kappa");
    contact->n = read_contact_number(reader, "exp");
    contact->least = read_keyword(reader, "EpsPrimeTol") ? read_not_negative(reader, "tolerance of the speed") : 1e-6;
    contact->c = read_ok(reader) ? restitution_damping((restitution_model)model, contact->k, e) : 0.0;
}

/* Returns v0, which is constant while the bodies touch. */
static double first_speed(const contact_memory *memory)
{
    return memory->is_touching ? memory->v0 : memory->will_touch ? memory->predicted : 0.0;
}

static double damping(const contact *contact, double v0) { return fabs(v0) < contact->least ? 0.0 : contact->c / v0; }

static void continuous_contact_eval(const law *law, const state *state, const double *strain, const double *rate,
                                    law_result *out)
{
    const contact *contact = law->self;
    const contact_memory *memory = remembered(state, law->memory);
    const penetration penetration = contact_now(&contact->side, law->dim, strain, rate);
    if (penetration.x <= 0.0)
        return;
    const double C = damping(contact, first_speed(memory)), e = pow(penetration.x, contact->n),
                 by = contact->k + C * penetration.rate;
    contact_put(&contact->side, law->dim, (const double[]){e * by, contact->n * e / penetration.x * by, e * C}, out);
}

static void continuous_contact_predict(const state *state, const law *law, memory_block *memory, const double *strain,
                                       const double *rate)
{
    (void)state;
    const penetration penetration = contact_now(&((const contact *)law->self)->side, law->dim, strain, rate);
    contact_memory *now = memory_at(memory, law->memory);
    now->will_touch = penetration.x > 0.0;
    now->predicted = penetration.rate;
}

static contact_memory touched(const contact *contact, double v0)
{
    return (contact_memory){.is_touching = 1, .v0 = v0, .C = damping(contact, v0)};
}

static void continuous_contact_accept(const state *state, const law *law, memory_block *memory, const double *strain,
                                      const double *rate)
{
    (void)state;
    const penetration penetration = contact_now(&((const contact *)law->self)->side, law->dim, strain, rate);
    contact_memory *now = memory_at(memory, law->memory);
    if (penetration.x <= 0.0)
        *now = (contact_memory){.C = now->C};
    else if (!now->is_touching && now->will_touch)
        *now = touched(law->self, now->predicted);
}

/* --- private data, output ----------------------------------------------------------------------------------------- */

static const char *const NAMES[] = {"xPi", "dc"};

static bool continuous_contact_has_private(const law *law, int index)
{
    (void)law;
    return index <= ARRAY_LEN(NAMES);
}

static int continuous_contact_private_index(const law *law, const char *name)
{
    (void)law;
    for (int i = 0; i < ARRAY_LEN(NAMES); i++)
        if (strcmp(name, NAMES[i]) == 0)
            return i + 1;
    return 0;
}

static double continuous_contact_private_value(const state *state, const law *law, const double *strain,
                                               const double *rate, int index)
{
    (void)strain, (void)rate;
    const contact_memory *memory = remembered(state, law->memory);
    return index == 1 ? memory->v0 : memory->C;
}

static void continuous_contact_output(const state *state, const law *law, const double *strain, const double *rate,
                                      record *out)
{
    if (law->dim > 1)
        return;
    record_name(out, "xPi", QUANTITY_VELOCITY, "speed at first touch");
    record_real(out, continuous_contact_private_value(state, law, strain, rate, 1));
    record_name(out, "dc", QUANTITY_DIMENSIONLESS, "dissipation coefficient");
    record_real(out, continuous_contact_private_value(state, law, strain, rate, 2));
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
