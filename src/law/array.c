/* array.c - several laws in parallel.
 *
 *     stress = sum of f_k(strain, rate)                                                                          */
#include "law/laws.h"
#include "model/model.h"
#include "model/reading.h"

enum { PRIVATE_MOST = 10000 }; /* number of indices per law */

typedef struct {
    int n;
    const law **laws;
} array;

static void array_read(reader *reader, law *l)
{
    array *self = l->self;
    self->n = read_integer_in(reader, 1, 1000, "number of laws");
    self->laws = ARENA_ARRAY(reader_arena(reader), const law *, self->n);
    l->kind = 0;
    for (int i = 0; i < self->n && read_ok(reader); i++) {
        self->laws[i] = read_law(reader, l->dim, "constitutive law of the array");
        l->kind |= self->laws[i]->kind;
    }
}

static void array_eval(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    const array *self = law->self;
    const int n = law->dim;
    for (int k = 0; k < self->n; k++) {
        law_result result;
        law_eval(self->laws[k], state, strain, rate, &result);
        for (int i = 0; i < n; i++)
            out->stress[i] += result.stress[i];
        for (int i = 0; i < n * n; i++) {
            out->by_strain[i] += result.by_strain[i];
            out->by_rate[i] += result.by_rate[i];
        }
    }
}

static void array_copy(model *model, law *to)
{
    array *self = to->self;
    self->laws = arena_copy(model->memory, self->laws, (size_t)self->n * sizeof *self->laws);
    for (int k = 0; k < self->n; k++)
        self->laws[k] = law_copy(model, self->laws[k]);
}

static void array_predict(const state *state, const law *law, memory_block *memory, const double *strain,
                          const double *rate)
{
    const array *self = law->self;
    for (int k = 0; k < self->n; k++)
        law_predict(state, self->laws[k], memory, strain, rate);
}

static void array_accept(const state *state, const law *law, memory_block *memory, const double *strain,
                         const double *rate)
{
    const array *self = law->self;
    for (int k = 0; k < self->n; k++)
        law_accept(state, self->laws[k], memory, strain, rate);
}

/* Names refer to the first law that has them; each law has its own range of indices. */
static int array_private_index(const law *l, const char *name)
{
    const array *self = l->self;
    for (int k = 0; k < self->n; k++) {
        const law *of = self->laws[k];
        const int index = of->type->private_index ? of->type->private_index(of, name) : 0;
        if (index > 0)
            return k * PRIVATE_MOST + index;
    }
    return 0;
}

static bool array_has_private(const law *law, int index)
{
    const array *self = law->self;
    const int k = (index - 1) / PRIVATE_MOST;
    return k < self->n && law_has_private(self->laws[k], 1 + (index - 1) % PRIVATE_MOST);
}

static double array_private_value(const state *state, const law *law, const double *strain, const double *rate,
                                  int index)
{
    const array *self = law->self;
    return law_private_value(state, self->laws[(index - 1) / PRIVATE_MOST], strain, rate,
                             1 + (index - 1) % PRIVATE_MOST);
}

static void array_output(const state *state, const law *law, const double *strain, const double *rate, record *out)
{
    const array *self = law->self;
    for (int k = 0; k < self->n; k++)
        law_output(state, self->laws[k], strain, rate, out);
}

const law_type law_array = {
    .keyword = "array",
    .grammar = "array, NUMBER, (law) LAW [, ...]",
    .summary = "The sum of several laws.",
    .dims = LAW_ANY,
    .kind = LAW_VISCOELASTIC,
    .size = sizeof(array),
    .read = array_read,
    .eval = array_eval,
    .copy = array_copy,
    .predict = array_predict,
    .accept = array_accept,
    .private_index = array_private_index,
    .has_private = array_has_private,
    .private_value = array_private_value,
    .output = array_output,
    .flags = LAW_BARE,
};
