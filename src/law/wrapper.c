/* wrapper.c - code that laws wrapping another law share: reading, copying and evaluating the wrapped law, which
 * receives strain and rate as transformed by the wrapper. */
#include "law/wrapper.h"
#include "model/reading.h"
#include <string.h>

typedef struct {
    double e[LAW_MAX], p[LAW_MAX];
} seen;

static seen wrapper_look(const law *law, const state *state, const double *strain, const double *rate)
{
    const wrapper *self = law->self;
    const size_t size = (size_t)law->dim * sizeof *strain;
    seen seen;
    if (self->view) {
        self->view(law, state, strain, rate, seen.e, seen.p);
        return seen;
    }
    memcpy(seen.e, strain, size);
    memcpy(seen.p, rate, size);
    return seen;
}

void read_wrapped(reader *reader, law *law, int dim, wrapper_view view)
{
    wrapper *self = law->self;
    self->inner = read_law(reader, dim, "wrapped constitutive law");
    self->view = view;
    law->kind = self->inner->kind;
}

void wrapper_copy(struct model *model, law *to)
{
    wrapper *self = to->self;
    self->inner = law_copy(model, self->inner);
}

void wrapper_predict(const state *state, const law *law, memory_block *memory, const double *strain, const double *rate)
{
    const seen seen = wrapper_look(law, state, strain, rate);
    law_predict(state, ((const wrapper *)law->self)->inner, memory, seen.e, seen.p);
}

void wrapper_accept(const state *state, const law *law, memory_block *memory, const double *strain, const double *rate)
{
    const seen seen = wrapper_look(law, state, strain, rate);
    law_accept(state, ((const wrapper *)law->self)->inner, memory, seen.e, seen.p);
}

int wrapper_private_index(const law *l, const char *name)
{
    const law *inner = ((const wrapper *)l->self)->inner;
    return inner->type->private_index ? inner->type->private_index(inner, name) : 0;
}

bool wrapper_has_private(const law *law, int index)
{
    return law_has_private(((const wrapper *)law->self)->inner, index);
}

double wrapper_private_value(const state *state, const law *law, const double *strain, const double *rate, int index)
{
    const seen seen = wrapper_look(law, state, strain, rate);
    return law_private_value(state, ((const wrapper *)law->self)->inner, seen.e, seen.p, index);
}

void wrapper_output(const state *state, const law *law, const double *strain, const double *rate, record *out)
{
    const seen seen = wrapper_look(law, state, strain, rate);
    law_output(state, ((const wrapper *)law->self)->inner, seen.e, seen.p, out);
}
