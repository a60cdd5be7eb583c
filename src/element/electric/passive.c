/* passive.c - components with two nodes and one number. */
#include "element/electric/passive.h"
#include "model/model.h"

const char *const passive_private_names[] = {"I", NULL};

void read_passive(reader *r, elem *e, const char *what)
{
    passive *p = e->self;
    read_terminals(r, &p->terminals, 2);
    p->value = read_positive(r, what);
    p->is_long_row = model_of(r)->loads_early;
}

void passive_connect(const elem *e, layout *l)
{
    layout_terminals(l, &((const passive *)e->self)->terminals);
    layout_own(l);
}

void passive_output(const state *s, const elem *e, double I, record *out)
{
    const passive *p = e->self;
    record_current(e, I, out);
    if (p->is_long_row)
        record_terminals(s, &p->terminals, out);
    record_end(out);
}

void sample_passive(sampler *from, elem *e)
{
    passive *p = e->self;
    sample_terminals(from, &p->terminals, 2);
    p->value = sample_real(from, 1, 2);
}
