/* wrapper.c - what laws that wrap another one share: reading, copying and asking the wrapped law. */
#include "law/wrapper.h"

void read_wrapped(reader *r, law *l, int dim)
{
    wrapper *self = l->self;
    self->inner = read_law(r, dim, "wrapped constitutive law");
    l->kind = self->inner->kind;
}

void wrapper_copy(arena *memory, law *to)
{
    wrapper *self = to->self;
    self->inner = law_copy(memory, self->inner);
}

int wrapper_private_index(const law *l, const char *name)
{
    const law *inner = ((const wrapper *)l->self)->inner;
    return inner->type->private_index ? inner->type->private_index(inner, name) : 0;
}

double wrapper_private_value(const state *s, const law *l, int index)
{
    return law_private_value(s, ((const wrapper *)l->self)->inner, index);
}

void wrapper_output(const state *s, const law *l, record *out)
{
    law_output(s, ((const wrapper *)l->self)->inner, out);
}
