/* array.c - several laws in parallel.
 *
 *     stress = sum of f_k(strain, rate)                                                                          */
#include "law/laws.h"
#include "model/model.h"
#include "model/reading.h"

enum { PRIVATE_MOST = 10000 }; /* indices a law */

typedef struct {
    int n;
    const law **laws;
} array;

static void array_read(reader *r, law *l)
{
    array *self = l->self;
    self->n = read_integer_in(r, 1, 1000, "number of laws");
    self->laws = ARENA_ARRAY(reader_arena(r), const law *, self->n);
    l->kind = 0;
    for (int i = 0; i < self->n && read_ok(r); i++) {
        self->laws[i] = read_law(r, l->dim, "constitutive law of the array");
        l->kind |= self->laws[i]->kind;
    }
}

static void array_eval(const law *l, const state *s, const double *strain, const double *rate, law_result *out)
{
    const array *self = l->self;
    const int n = l->dim;
    for (int k = 0; k < self->n; k++) {
        law_result f;
        law_eval(self->laws[k], s, strain, rate, &f);
        for (int i = 0; i < n; i++)
            out->stress[i] += f.stress[i];
        for (int i = 0; i < n * n; i++) {
            out->by_strain[i] += f.by_strain[i];
            out->by_rate[i] += f.by_rate[i];
        }
    }
}

static void array_copy(model *m, law *to)
{
    array *self = to->self;
    self->laws = arena_copy(m->memory, self->laws, (size_t)self->n * sizeof *self->laws);
    for (int k = 0; k < self->n; k++)
        self->laws[k] = law_copy(m, self->laws[k]);
}

static void array_predict(const state *s, const law *l, memory_block *m, const double *strain, const double *rate)
{
    const array *self = l->self;
    for (int k = 0; k < self->n; k++)
        law_predict(s, self->laws[k], m, strain, rate);
}

static void array_accept(const state *s, const law *l, memory_block *m, const double *strain, const double *rate)
{
    const array *self = l->self;
    for (int k = 0; k < self->n; k++)
        law_accept(s, self->laws[k], m, strain, rate);
}

/* Names of the first law that knows them; indices count on from law to law. */
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

static bool array_has_private(const law *l, int index)
{
    const array *self = l->self;
    const int k = (index - 1) / PRIVATE_MOST;
    return k < self->n && law_has_private(self->laws[k], 1 + (index - 1) % PRIVATE_MOST);
}

static double array_private_value(const state *s, const law *l, const double *strain, const double *rate, int index)
{
    const array *self = l->self;
    return law_private_value(s, self->laws[(index - 1) / PRIVATE_MOST], strain, rate, 1 + (index - 1) % PRIVATE_MOST);
}

static void array_output(const state *s, const law *l, const double *strain, const double *rate, record *out)
{
    const array *self = l->self;
    for (int k = 0; k < self->n; k++)
        law_output(s, self->laws[k], strain, rate, out);
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
