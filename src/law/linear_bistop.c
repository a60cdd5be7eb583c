/* linear_bistop.c - linear elastic and viscoelastic laws that are switched on and off, with memory.
 *
 *     open:    stress = 0
 *     closed:  stress = k (strain - reference) + c rate,     reference = strain at which it closed              */
#include "law/bistop_switch.h"
#include "law/laws.h"

typedef struct {
    bistop_switch bistop_switch;
    double k, c;
} linear_bistop;

static void linear_bistop_read(reader *reader, law *law)
{
    linear_bistop *self = law->self;
    self->bistop_switch.captures = true;
    self->k = read_real(reader, "stiffness");
    if (law->kind & LAW_VISCOUS)
        self->c = read_real(reader, "viscosity");
    read_bistop_status(reader, &self->bistop_switch);
    read_bistop_conditions(reader, &self->bistop_switch);
}

static void linear_bistop_eval(const law *law, const state *state, const double *strain, const double *rate,
                               law_result *out)
{
    const linear_bistop *self = law->self;
    const bistop_memory *now = remembered(state, law->memory);
    if (!now->is_active)
        return;
    double e[LAW_MAX];
    for (int i = 0; i < law->dim; i++)
        e[i] = strain[i] - now->reference[i];
    law_add_isotropic(law->dim, self->k, e, out->stress, out->by_strain);
    law_add_isotropic(law->dim, self->c, rate, out->stress, out->by_rate);
}

static void linear_bistop_begin(const void *self, void *memory)
{
    bistop_begin(&((const linear_bistop *)self)->bistop_switch, memory);
}

static void linear_bistop_predict(const state *state, const law *law, memory_block *memory, const double *strain,
                                  const double *rate)
{
    (void)rate;
    const linear_bistop *self = law->self;
    bistop_predict(state, &self->bistop_switch, memory_at(memory, law->memory), law->dim, strain);
}

static void linear_bistop_accept(const state *state, const law *law, memory_block *memory, const double *strain,
                                 const double *rate)
{
    (void)state, (void)strain, (void)rate;
    bistop_accept(memory_at(memory, law->memory), law->dim);
}

static bool linear_bistop_switches(const state *state, const law *law)
{
    const linear_bistop *self = law->self;
    return bistop_switches(state, &self->bistop_switch, remembered(state, law->memory));
}

#define BISTOP_SLOTS                                                                                        \
    .dims = LAW_ANY, .size = sizeof(linear_bistop), .read = linear_bistop_read, .eval = linear_bistop_eval, \
    .predict = linear_bistop_predict, .accept = linear_bistop_accept, .memory = sizeof(bistop_memory),      \
    .begin = linear_bistop_begin, .switches = linear_bistop_switches

const law_type law_linear_elastic_bistop = {
    BISTOP_SLOTS,
    .keyword = "linear elastic bistop",
    .grammar = "linear elastic bistop, STIFFNESS, [initial status, {inactive | active | STATUS},] (drive) ACTIVATING "
               "CONDITION, "
               "(drive) DEACTIVATING CONDITION",
    .summary = "A linear spring that is switched on and off by two conditions.",
    .kind = LAW_ELASTIC,
};

const law_type law_linear_viscoelastic_bistop = {
    BISTOP_SLOTS,
    .keyword = "linear viscoelastic bistop",
    .grammar = "linear viscoelastic bistop, STIFFNESS, VISCOSITY, [initial status, {inactive | active | STATUS},] "
               "(drive) ACTIVATING CONDITION, (drive) DEACTIVATING CONDITION",
    .summary = "A linear spring and damper that are switched on and off by two conditions.",
    .kind = LAW_VISCOELASTIC,
};
