/* passive.c - components with two nodes and one parameter. */
#include "element/electric/passive.h"
#include "model/model.h"

const char *const passive_private_names[] = {"I", NULL};

void read_passive(reader *reader, elem *element, const char *what)
{
    passive *passive = element->self;
    read_terminals(reader, &passive->terminals, 2);
    passive->value = read_positive(reader, what);
    passive->is_long_row = model_of(reader)->loads_early;
}

void passive_connect(const elem *element, layout *layout)
{
    layout_terminals(layout, &((const passive *)element->self)->terminals);
    layout_internal(layout);
}

void passive_output(const state *state, const elem *element, double I, record *out)
{
    const passive *passive = element->self;
    record_current(element, I, out);
    if (passive->is_long_row)
        record_terminals(state, &passive->terminals, out);
    record_end(out);
}

void sample_passive(sampler *from, elem *element)
{
    passive *passive = element->self;
    sample_terminals(from, &passive->terminals, 2);
    passive->value = sample_real(from, 1, 2);
}
