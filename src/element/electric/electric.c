/* electric.c - what electric components share. */
#include "element/electric/electric.h"
#include "model/reading.h"

const own_kind current_kinds[] = {OWN_ALGEBRAIC, OWN_ALGEBRAIC};

void read_terminals(reader *r, terminals *t, int n)
{
    static const char *const NAMES[] = {"first electric node", "second electric node", "third electric node",
                                        "fourth electric node"};
    t->n = n;
    for (int i = 0; i < n; i++)
        t->nodes[i] = read_node(r, "electric", NAMES[i]);
}

void sample_terminals(sampler *from, terminals *t, int n)
{
    t->n = n;
    for (int i = 0; i < n; i++)
        t->nodes[i] = from->scalar[i];
}

void layout_terminals(layout *l, const terminals *t)
{
    for (int i = 0; i < t->n; i++) {
        const node_dof d = {.node = t->nodes[i]};
        layout_dof(l, &d);
    }
}

void terminal_current(int n, const state *s, int a, int b, double I, double g, local *out)
{
    out->r[a] -= I;
    out->r[b] += I;
    if (n == 0)
        return;
    terminal_drop_slope(s, a, a, b, -g, out);
    terminal_drop_slope(s, b, a, b, g, out);
}

void terminal_own_current(int n, int a, int b, double I, int own, double weight, local *out)
{
    out->r[a] -= I;
    out->r[b] += I;
    if (n == 0)
        return;
    out->J[a * out->ld + own] -= weight;
    out->J[b * out->ld + own] += weight;
}

void record_current(const elem *e, double I, record *out)
{
    record_begin(out, e->label);
    record_name(out, "I", QUANTITY_NONE, "current");
    record_real(out, I);
}

void record_terminals(const state *s, const terminals *t, record *out)
{
    for (int i = 0; i < t->n; i++) {
        record_name_numbered(out, "V", i + 1, QUANTITY_VOLTAGE, "voltage of the node");
        record_real(out, terminal_V(s, t, i));
    }
}

void set_own_current(elem *e)
{
    e->n_own = 1;
    e->kinds = current_kinds;
}

void connect_with_current(const elem *e, layout *l)
{
    layout_terminals(l, e->self);
    layout_own(l);
}

const char *current_own_name(const elem *e, int i)
{
    (void)e, (void)i;
    return "current";
}
