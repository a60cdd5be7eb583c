/* shear_pin.c - an element that remembers: a spring on a degree of freedom that breaks, with a filter of its force.
 *
 *     user defined: LABEL, shear pin, NODE, TYPE [, INDEX], algebraic, stiffness, K, strength, F [, time constant, T];
 *
 *     f = -k x  until a step ends with |k x| > F, then 0
 *     T q' + q = f        own unknown: the force as an instrument would show it
 *
 * The derivatives are left to the solver. */
#include "torsor/module.h"
#include <math.h>

static const torsor_host *torsor;

typedef struct {
    const torsor_dof *x;
    int index, own;
    double k, strength, T;
} pin;

typedef struct {
    int is_broken;
} pin_memory;

static void word(torsor_reader *r, const char *is)
{
    const char *const words[] = {is, NULL};
    torsor->read_choice(r, words, is);
}

static void read(torsor_reader *r, void *self)
{
    static const torsor_own_kind STATE[] = {TORSOR_DIFFERENTIAL};
    pin *p = self;
    p->x = torsor->read_dof(r, "degree of freedom");
    p->index = torsor->touch_dof(r, p->x);
    p->own = torsor->own(r, 1, STATE);
    word(r, "stiffness");
    p->k = torsor->read_positive(r, "stiffness");
    word(r, "strength");
    p->strength = torsor->read_positive(r, "strength");
    p->T = torsor->read_keyword(r, "time constant") ? torsor->read_positive(r, "time constant") : 1e-3;
}

static double force(const pin *p, const torsor_instant *s)
{
    const pin_memory *m = s->memory;
    return m->is_broken ? 0.0 : -p->k * torsor->dof_value(s, p->x);
}

static void eval(const void *self, const torsor_instant *s, torsor_rows *out)
{
    const pin *p = self;
    const double f = force(p, s);
    out->r[p->index] += f;
    out->r[p->own] += p->T * torsor->own_rate(s, 0) + torsor->own_value(s, 0) - f;
}

static void accept(const void *self, const torsor_instant *s, void *memory)
{
    const pin *p = self;
    pin_memory *m = memory;
    if (fabs(force(p, s)) > p->strength)
        m->is_broken = 1;
}

static void output(const void *self, const torsor_instant *s, torsor_record *out)
{
    const pin_memory *m = s->memory;
    const double v[] = {force(self, s), torsor->own_value(s, 0), m->is_broken};
    torsor->put(out, "f", TORSOR_FORCE, "force", 1, &v[0]);
    torsor->put(out, "q", TORSOR_FORCE, "filtered force", 1, &v[1]);
    torsor->put(out, "broken", TORSOR_NUMBER, "whether it is broken", 1, &v[2]);
}

static double private_value(const void *self, const torsor_instant *s, int index)
{
    const pin_memory *m = s->memory;
    return index == 0 ? force(self, s) : m->is_broken;
}

static const char *const NAMES[] = {"f", "broken", NULL};
static const char *const OWN_NAMES[] = {"filtered force"};
static const torsor_element_type SHEAR_PIN = {
    .keyword = "shear pin",
    .grammar = "user defined: LABEL, shear pin, NODE, TYPE [, INDEX], algebraic, stiffness, K, strength, F [, time "
               "constant, T]",
    .summary = "A spring on a degree of freedom that breaks.",
    .flags = TORSOR_BY_DIFFERENCES,
    .size = sizeof(pin),
    .read = read,
    .eval = eval,
    .memory = sizeof(pin_memory),
    .accept = accept,
    .output = output,
    .private_names = NAMES,
    .private_value = private_value,
    .own_names = OWN_NAMES,
};
static const torsor_element_type *const ELEMENTS[] = {&SHEAR_PIN, NULL};

TORSOR_MODULE("shear_pin", .elements = ELEMENTS)
