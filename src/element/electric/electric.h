/* electric.h - what electric components share: terminals at electric nodes, and their rows.
 *
 *     V_k: voltage of node k, a differential unknown;   balance row of a node: the current into it                */
#pragma once
#include "contract/element.h"
#include "contract/sampler.h"

enum { MOST_TERMINALS = 4 };

typedef struct {
    int n;
    const node *nodes[MOST_TERMINALS];
} terminals;

void read_terminals(reader *reader, terminals *terminals, int n);
void sample_terminals(sampler *from, terminals *terminals, int n);
/* Rows and columns of the nodes, 0 to n - 1; own ones follow. */
void layout_terminals(layout *layout, const terminals *terminals);

static inline double terminal_V(const state *state, const terminals *terminals, int index)
{
    return state->y[terminals->nodes[index]->dof];
}
/* V_a - V_b */
static inline double terminal_drop(const state *state, const terminals *terminals, int a, int b)
{
    return terminal_V(state, terminals, a) - terminal_V(state, terminals, b);
}

/* A current from node a through the component to node b, with its derivatives along both columns: conductance g. */
void terminal_current(int lanes, const state *state, int a, int b, double I, double g, local *out);
/* The same for a current that is internal unknown `own` (algebraic, or a state: weight). */
void terminal_internal_current(int lanes, int a, int b, double I, int internal, double weight, local *out);
/* J[row] of the drop V_a - V_b, times c. */
static inline void terminal_drop_derivative(const state *state, int row, int a, int b, double c, local *out)
{
    out->J[row * out->ld + a] += c * state->dvalue;
    out->J[row * out->ld + b] -= c * state->dvalue;
}

/* Label and current; then the voltages of the nodes. */
void record_current(const elem *element, double I, record *out);
void record_terminals(const state *state, const terminals *terminals, record *out);

/* Types whose self begins with `terminals at` and whose only internal unknown is a current. */
void set_internal_current(elem *element);
void connect_with_current(const elem *element, layout *layout);
const char *current_internal_name(const elem *element, int index);
extern const internal_kind current_kinds[]; /* algebraic, as many as any component has */
