/* bistop.c - any law, switched on and off, with memory.
 *
 *     open:    stress = 0
 *     closed:  stress = f(strain - reference, rate),     reference = strain at which it closed, or 0 */
#include "law/bistop_switch.h"
#include "law/laws.h"
#include "law/wrapper.h"

typedef struct {
    wrapper wrapper;
    bistop_switch bistop_switch;
} bistop;

static void view(const law *law, const state *state, const double *strain, const double *rate, double *e, double *p)
{
    const bistop_memory *now = remembered(state, law->memory);
    for (int i = 0; i < law->dim; i++)
        e[i] = strain[i] - now->reference[i], p[i] = rate[i];
}

static void bistop_read(reader *reader, law *law)
{
    bistop *self = law->self;
    read_bistop_status(reader, &self->bistop_switch);
    self->bistop_switch.captures = true;
    if (read_keyword(reader, "capture reference strain"))
        self->bistop_switch.captures = read_bool(reader, "whether the reference strain is captured");
    read_bistop_conditions(reader, &self->bistop_switch);
    read_wrapped(reader, law, law->dim, view);
}

static void bistop_eval(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    const bistop *self = law->self;
    const bistop_memory *now = remembered(state, law->memory);
    double e[LAW_MAX], p[LAW_MAX];
    view(law, state, strain, rate, e, p);
    if (now->is_active)
        law_eval(self->wrapper.inner, state, e, p, out);
}

static void bistop_type_begin(const void *self, void *memory)
{
    bistop_begin(&((const bistop *)self)->bistop_switch, memory);
}

static void bistop_type_predict(const state *state, const law *law, memory_block *memory, const double *strain,
                                const double *rate)
{
    const bistop *self = law->self;
    bistop_memory *now = memory_at(memory, law->memory);
    bistop_predict(state, &self->bistop_switch, now, law->dim, strain);
    if (now->is_active)
        wrapper_predict(state, law, memory, strain, rate);
}

static void bistop_type_accept(const state *state, const law *law, memory_block *memory, const double *strain,
                               const double *rate)
{
    bistop_memory *now = memory_at(memory, law->memory);
    bistop_accept(now, law->dim);
    if (now->is_active)
        wrapper_accept(state, law, memory, strain, rate);
}

static bool bistop_type_switches(const state *state, const law *law)
{
    const bistop *self = law->self;
    return bistop_switches(state, &self->bistop_switch, remembered(state, law->memory));
}

const law_type law_bistop = {
    .keyword = "bistop",
    .grammar =
        "bistop, [initial status, {inactive | active | STATUS},] [capture reference strain, {yes | no | CAPTURE},] "
        "(drive) ACTIVATING CONDITION, (drive) DEACTIVATING CONDITION, (law) WRAPPED LAW",
    .summary = "Switches any law on and off by two conditions.",
    .dims = LAW_ANY,
    .kind = LAW_VISCOELASTIC,
    .size = sizeof(bistop),
    .read = bistop_read,
    .eval = bistop_eval,
    .copy = wrapper_copy,
    .predict = bistop_type_predict,
    .accept = bistop_type_accept,
    .memory = sizeof(bistop_memory),
    .begin = bistop_type_begin,
    .switches = bistop_type_switches,
    .private_index = wrapper_private_index,
    .has_private = wrapper_has_private,
    .private_value = wrapper_private_value,
    .output = wrapper_output,
    .flags = LAW_BARE,
};
