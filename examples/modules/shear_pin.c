/* shear_pin.c - an element that remembers: a spring on a degree of freedom that breaks, with a filter of its force.
 *
 *     user defined: LABEL, shear pin, NODE, TYPE [, INDEX], algebraic, stiffness, K, strength, F [, time constant, T];
 *
 *     f = -k x  until a step ends with |k x| > F, then 0
 *     T q' + q = f        internal unknown: the force as an instrument would show it
 *
 * The derivatives are left to the solver. */
#include "torsor/module.h"
#include <math.h>

static const torsor_host *torsor;

typedef struct {
    const torsor_dof *dof;
    int index, internal;
    double k, strength, T;
} pin;

typedef struct {
    int is_broken;
} pin_memory;

static void word(torsor_reader *reader, const char *is)
{
    const char *const words[] = {is, NULL};
    torsor->read_choice(reader, words, is);
}

static void read(torsor_reader *reader, void *self)
{
    static const torsor_internal_kind STATE[] = {TORSOR_DIFFERENTIAL};
    pin *pin = self;
    pin->dof = torsor->read_dof(reader, "degree of freedom");
    pin->index = torsor->touch_dof(reader, pin->dof);
    pin->internal = torsor->internal(reader, 1, STATE);
    word(reader, "stiffness");
    pin->k = torsor->read_positive(reader, "stiffness");
    word(reader, "strength");
    pin->strength = torsor->read_positive(reader, "strength");
    pin->T = torsor->read_keyword(reader, "time constant") ? torsor->read_positive(reader, "time constant") : 1e-3;
}

static double force(const pin *pin, const torsor_instant *instant)
{
    const pin_memory *memory = instant->memory;
    return memory->is_broken ? 0.0 : -pin->k * torsor->dof_value(instant, pin->dof);
}

static void eval(const void *self, const torsor_instant *instant, torsor_rows *out)
{
    const pin *pin = self;
    const double f = force(pin, instant);
    out->r[pin->index] += f;
    out->r[pin->internal] += pin->T * torsor->internal_rate(instant, 0) + torsor->internal_value(instant, 0) - f;
}

static void accept(const void *self, const torsor_instant *instant, void *memory)
{
    const pin *pin = self;
    pin_memory *pin_memory = memory;
    if (fabs(force(pin, instant)) > pin->strength)
        pin_memory->is_broken = 1;
}

static void output(const void *self, const torsor_instant *instant, torsor_record *out)
{
    const pin_memory *memory = instant->memory;
    const double v[] = {force(self, instant), torsor->internal_value(instant, 0), memory->is_broken};
    torsor->put(out, "f", TORSOR_FORCE, "force", 1, &v[0]);
    torsor->put(out, "q", TORSOR_FORCE, "filtered force", 1, &v[1]);
    torsor->put(out, "broken", TORSOR_NUMBER, "whether it is broken", 1, &v[2]);
}

static double private_value(const void *self, const torsor_instant *instant, int index)
{
    const pin_memory *memory = instant->memory;
    return index == 0 ? force(self, instant) : memory->is_broken;
}

static const char *const NAMES[] = {"f", "broken", NULL};
static const char *const INTERNAL_NAMES[] = {"filtered force"};
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
    .internal_names = INTERNAL_NAMES,
};
static const torsor_element_type *const ELEMENTS[] = {&SHEAR_PIN, NULL};

TORSOR_MODULE("shear_pin", .elements = ELEMENTS)
