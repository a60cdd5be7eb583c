/* electric.h - common part of electric components: terminals at electric nodes, and their rows.
 *
 *     V_k: voltage of node k, a differential unknown;   balance row of a node: the current into it */
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
/* Lists rows and columns of the nodes, local indices 0 to n - 1; internal ones follow. */
void layout_terminals(layout *layout, const terminals *terminals);

static inline double terminal_V(const state *state, const terminals *terminals, int index)
{
    return state->y[terminals->nodes[index]->dof];
}
/* Returns V_a - V_b. */
static inline double terminal_drop(const state *state, const terminals *terminals, int a, int b)
{
    return terminal_V(state, terminals, a) - terminal_V(state, terminals, b);
}

/* Adds a current from node a through the component to node b, with its derivatives along both columns: conductance
 * g. */
void terminal_current(int lanes, const state *state, int a, int b, double I, double g, local *out);
/* Adds a current from a to b that is the internal unknown `internal` (algebraic, or a state with a weight). */
void terminal_internal_current(int lanes, int a, int b, double I, int internal, double weight, local *out);
/* Adds c times the derivative of the drop V_a - V_b to J[row]. */
static inline void terminal_drop_derivative(const state *state, int row, int a, int b, double c, local *out)
{
    out->J[row * out->ld + a] += c * state->dvalue;
    out->J[row * out->ld + b] -= c * state->dvalue;
}

/* Writes label and current, then the voltages of the nodes. */
void record_current(const elem *element, double I, record *out);
void record_terminals(const state *state, const terminals *terminals, record *out);

/* For types whose self begins with the member `terminals` and whose only internal unknown is a current. */
void set_internal_current(elem *element);
void connect_with_current(const elem *element, layout *layout);
const char *current_internal_name(const elem *element, int index);
extern const internal_kind current_kinds[]; /* all algebraic; as many as the largest component has */
