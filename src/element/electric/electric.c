/* electric.c - common part of electric components. */
#include "element/electric/electric.h"
#include "model/reading.h"

const internal_kind current_kinds[] = {INTERNAL_ALGEBRAIC, INTERNAL_ALGEBRAIC};

void read_terminals(reader *reader, terminals *terminals, int n)
{
    static const char *const NAMES[] = {"first electric node", "second electric node", "third electric node",
                                        "fourth electric node"};
    terminals->n = n;
    for (int i = 0; i < n; i++)
        terminals->nodes[i] = read_node(reader, "electric", NAMES[i]);
}

void sample_terminals(sampler *from, terminals *terminals, int n)
{
    terminals->n = n;
    for (int i = 0; i < n; i++)
        terminals->nodes[i] = from->scalar[i];
}

void layout_terminals(layout *layout, const terminals *terminals)
{
    for (int i = 0; i < terminals->n; i++) {
        const node_dof dof = {.node = terminals->nodes[i]};
        layout_dof(layout, &dof);
    }
}

void terminal_current(int lanes, const state *state, int a, int b, double I, double g, local *out)
{
    out->r[a] -= I;
    out->r[b] += I;
    if (lanes == 0)
        return;
    terminal_drop_derivative(state, a, a, b, -g, out);
    terminal_drop_derivative(state, b, a, b, g, out);
}

void terminal_internal_current(int lanes, int a, int b, double I, int internal, double weight, local *out)
{
    out->r[a] -= I;
    out->r[b] += I;
    if (lanes == 0)
        return;
    out->J[a * out->ld + internal] -= weight;
    out->J[b * out->ld + internal] += weight;
}

void record_current(const elem *element, double I, record *out)
{
    record_begin(out, element->label);
    record_name(out, "I", QUANTITY_NONE, "current");
    record_real(out, I);
}

void record_terminals(const state *state, const terminals *terminals, record *out)
{
    for (int i = 0; i < terminals->n; i++) {
        record_name_numbered(out, "V", i + 1, QUANTITY_VOLTAGE, "voltage of the node");
        record_real(out, terminal_V(state, terminals, i));
    }
}

void set_internal_current(elem *element)
{
    element->n_internal = 1;
    element->kinds = current_kinds;
}

void connect_with_current(const elem *element, layout *layout)
{
    layout_terminals(layout, element->self);
    layout_internal(layout);
}

const char *current_internal_name(const elem *element, int index)
{
    (void)element, (void)index;
    return "current";
}
