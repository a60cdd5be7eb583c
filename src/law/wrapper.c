/* wrapper.c - what laws that wrap another one share: reading, copying and asking the wrapped law, which sees strain and
 * rate as the wrapper shows them. */
#include "law/wrapper.h"
#include "model/reading.h"
#include <string.h>

typedef struct {
    double e[LAW_MAX], p[LAW_MAX];
} seen;

static seen wrapper_look(const law *l, const state *s, const double *strain, const double *rate)
{
    const wrapper *self = l->self;
    const size_t size = (size_t)l->dim * sizeof *strain;
    seen v;
    if (self->view) {
        self->view(l, s, strain, rate, v.e, v.p);
        return v;
    }
    memcpy(v.e, strain, size);
    memcpy(v.p, rate, size);
    return v;
}

void read_wrapped(reader *r, law *l, int dim, wrapper_view view)
{
    wrapper *self = l->self;
    self->inner = read_law(r, dim, "wrapped constitutive law");
    self->view = view;
    l->kind = self->inner->kind;
}

void wrapper_copy(struct model *m, law *to)
{
    wrapper *self = to->self;
    self->inner = law_copy(m, self->inner);
}

void wrapper_predict(const state *s, const law *l, memory_block *m, const double *strain, const double *rate)
{
    const seen v = wrapper_look(l, s, strain, rate);
    law_predict(s, ((const wrapper *)l->self)->inner, m, v.e, v.p);
}

void wrapper_accept(const state *s, const law *l, memory_block *m, const double *strain, const double *rate)
{
    const seen v = wrapper_look(l, s, strain, rate);
    law_accept(s, ((const wrapper *)l->self)->inner, m, v.e, v.p);
}

int wrapper_private_index(const law *l, const char *name)
{
    const law *inner = ((const wrapper *)l->self)->inner;
    return inner->type->private_index ? inner->type->private_index(inner, name) : 0;
}

bool wrapper_has_private(const law *l, int index) { return law_has_private(((const wrapper *)l->self)->inner, index); }

double wrapper_private_value(const state *s, const law *l, const double *strain, const double *rate, int index)
{
    const seen v = wrapper_look(l, s, strain, rate);
    return law_private_value(s, ((const wrapper *)l->self)->inner, v.e, v.p, index);
}

void wrapper_output(const state *s, const law *l, const double *strain, const double *rate, record *out)
{
    const seen v = wrapper_look(l, s, strain, rate);
    law_output(s, ((const wrapper *)l->self)->inner, v.e, v.p, out);
}
