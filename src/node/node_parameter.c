/* node_parameter.c - a value without an unknown, which drives and elements can read.
 *
 *     value               constant
 *     element             a datum of the element that a `bind` element names
 *     sample and hold     y = signal(t_k), t_k the first step at or after k T
 *     beam strain gage    e = e_x + z k_y - y k_z at a point of the section of the beam that a `bind` element names */
#include "node/parameter.h"
#include "model/reading.h"
#include <string.h>

static void node_parameter_read(reader *reader, node *node)
{
    parameter *parameter = node->self;
    if (read_keyword(reader, "element")) {
        parameter->kind = PARAMETER_ELEMENT;
    } else if (read_keyword(reader, "sample and hold")) {
        parameter->kind = PARAMETER_SAMPLE_AND_HOLD;
        parameter->signal = read_node_dof(reader, false, "signal");
        parameter->sample_time = read_positive(reader, "sample time");
    } else if (read_keyword(reader, "beam strain gage")) {
        parameter->kind = PARAMETER_STRAIN_GAGE;
        parameter->y = read_real(reader, "y");
        parameter->z = read_real(reader, "z");
    } else if (read_keyword(reader, "value")) {
        parameter->value = read_real(reader, "value");
    } else if (read_more(reader) && !read_peek(reader, "output") && !read_peek(reader, "scale")) {
        parameter->value = read_real(reader, "value");
    }
}

static dof_kind kind(const node *node, int i)
{
    (void)node, (void)i;
    return DOF_ALGEBRAIC;
}

static void node_parameter_initial(const node *node, initial_values *initial) { (void)node, (void)initial; }

static double datum(const state *state, const node *node, int k)
{
    const parameter *parameter = node->self;
    const elem *element = parameter->element;
    struct state inner = *state;
    if (!elem_is_on(state, element))
        return 0.0;
    if (!state_call(&inner, 1.0))
        return element->type->private_value(&inner, element, parameter->index[k]);
    state_fail(state, element->location, "parameter node %u depends on itself", node->label);
    return 0.0;
}

static double node_parameter_private_value(const state *state, const node *node, int index)
{
    (void)index;
    const parameter *parameter = node->self;
    if (parameter->kind == PARAMETER_ELEMENT && parameter->element)
        return datum(state, node, 0);
    if (parameter->kind == PARAMETER_STRAIN_GAGE && parameter->element)
        return datum(state, node, 0) + parameter->z * datum(state, node, 1) - parameter->y * datum(state, node, 2);
    return ((const parameter_memory *)remembered(state, node->memory))->value;
}

static void node_parameter_begin(const void *self, void *memory)
{
    ((parameter_memory *)memory)->value = ((const parameter *)self)->value;
}

static void node_parameter_accept(const state *state, const node *node, memory_block *memory)
{
    const parameter *parameter = node->self;
    parameter_memory *now = memory_at(memory, node->memory);
    if (parameter->kind != PARAMETER_SAMPLE_AND_HOLD)
        return;
    const double k = floor(state->t / parameter->sample_time);
    if (k >= now->next_sample) {
        now->value = node_dof_value(state, &parameter->signal);
        now->next_sample = k + 1;
    }
}

static double *settable(const node *node, memory_block *memory)
{
    const parameter *parameter = node->self;
    parameter_memory *now = memory_at(memory, node->memory);
    return parameter->kind == PARAMETER_VALUE ? &now->value : NULL;
}

static int node_parameter_private_index(const node *node, const char *name)
{
    (void)node;
    return strcmp(name, "x") == 0 ? 1 : 0;
}

static void node_parameter_output_row(const state *state, const node *node, record *out)
{
    record_begin(out, node->label);
    record_type(out, "parameter");
    record_name(out, "X", QUANTITY_NONE, "value");
    record_real(out, node_parameter_private_value(state, node, 1));
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
