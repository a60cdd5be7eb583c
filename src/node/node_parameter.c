/* node_parameter.c - a value without an unknown, which drives and elements can read.
 *
 *     value               constant
 *     element             the datum of the element that a `bind` names
 *     sample and hold     y = signal(t_k), t_k the first step at or after k T
 *     beam strain gage    e = e_x + z k_y - y k_z at a point of the section, of the beam that a `bind` names */
#include "node/parameter.h"
#include "model/reading.h"
#include <string.h>

static void node_parameter_read(reader *r, node *n)
{
    parameter *p = n->self;
    if (read_keyword(r, "element")) {
        p->kind = PARAMETER_ELEMENT;
    } else if (read_keyword(r, "sample and hold")) {
        p->kind = PARAMETER_SAMPLE_AND_HOLD;
        p->signal = read_node_dof(r, false, "signal");
        p->sample_time = read_positive(r, "sample time");
    } else if (read_keyword(r, "beam strain gage")) {
        p->kind = PARAMETER_STRAIN_GAGE;
        p->y = read_real(r, "y");
        p->z = read_real(r, "z");
    } else if (read_keyword(r, "value")) {
        p->value = read_real(r, "value");
    } else if (read_more(r) && !read_peek(r, "output") && !read_peek(r, "scale")) {
        p->value = read_real(r, "value");
    }
}

static dof_kind kind(const node *n, int i)
{
    (void)n, (void)i;
    return DOF_ALGEBRAIC;
}

static void node_parameter_initial(const node *n, initial_values *v) { (void)n, (void)v; }

static double datum(const state *s, const parameter *p, int k)
{
    return elem_is_on(s, p->e) ? p->e->type->private_value(s, p->e, p->index[k]) : 0.0;
}

static double node_parameter_private_value(const state *s, const node *n, int index)
{
    (void)index;
    const parameter *p = n->self;
    if (p->kind == PARAMETER_ELEMENT && p->e)
        return datum(s, p, 0);
    if (p->kind == PARAMETER_STRAIN_GAGE && p->e)
        return datum(s, p, 0) + p->z * datum(s, p, 1) - p->y * datum(s, p, 2);
    return ((const parameter_memory *)remembered(s, n->memory))->value;
}

static void node_parameter_begin(const void *self, void *memory)
{
    ((parameter_memory *)memory)->value = ((const parameter *)self)->value;
}

static void node_parameter_accept(const state *s, const node *n, memory_block *m)
{
    const parameter *p = n->self;
    parameter_memory *now = memory_at(m, n->memory);
    if (p->kind != PARAMETER_SAMPLE_AND_HOLD)
        return;
    const double k = floor(s->t / p->sample_time);
    if (k >= now->next_sample) {
        now->value = node_dof_value(s, &p->signal);
        now->next_sample = k + 1;
    }
}

static double *settable(const node *n, memory_block *m)
{
    const parameter *p = n->self;
    parameter_memory *now = memory_at(m, n->memory);
    return p->kind == PARAMETER_VALUE ? &now->value : NULL;
}

static int node_parameter_private_index(const node *n, const char *name)
{
    (void)n;
    return strcmp(name, "x") == 0 ? 1 : 0;
}

static void node_parameter_output_row(const state *s, const node *n, record *out)
{
    record_begin(out, n->label);
    record_type(out, "parameter");
    record_name(out, "X", QUANTITY_NONE, "value");
    record_real(out, node_parameter_private_value(s, n, 1));
    record_end(out);
}

static const char *const names[] = {"x", NULL};

const node_type node_parameter_type = {
    .keyword = "parameter",
    .counter = "parameter nodes",
    .rank = 5,
    .grammar = "parameter: LABEL { [, value, V] | , element | , sample and hold, (NodeDof) SIGNAL, TIME | , beam "
               "strain gage, Y, Z }",
    .summary = "A value without an unknown: a constant, private data of an element, or a sampled signal.",
    .file = "prm",
    .level = "param",
    .size = sizeof(parameter),
    .read = node_parameter_read,
    .kind = kind,
    .initial = node_parameter_initial,
    .accept = node_parameter_accept,
    .settable = settable,
    .memory = sizeof(parameter_memory),
    .begin = node_parameter_begin,
    .output = node_parameter_output_row,
    .private_index = node_parameter_private_index,
    .private_value = node_parameter_private_value,
    .private_names = names,
};
