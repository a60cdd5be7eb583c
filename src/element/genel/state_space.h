/* state_space.h - linear systems E x' = A x + B u, y = C x + D u between degrees of freedom; used by the state space
 * genels and the scalar filter. */
#pragma once
#include "element/genel/genel.h"

typedef struct {
    node_dof dof;
    const drive *drive; /* NULL: the degree of freedom is the input */
} state_space_input;

typedef struct {
    int n, n_in, n_out;
    node_dof *out;
    state_space_input *inputs;
    double *E;           /* n x n, row by row as all matrices; NULL: identity */
    double *A, *B, *C;   /* n x n, n x n_in, n_out x n */
    double *D;           /* n_out x n_in; NULL: zero */
    double *x0, *xp0;    /* initial values and derivatives; NULL: see state_space_initial */
    const double *scale; /* after balancing: original state per unit of the balanced one; NULL: 1 */
} state_space;

void read_state_space_input(reader *reader, state_space_input *in);
/* Allocates A, B and C and the element's internal unknowns. Requires n, n_in and n_out to be set. */
void state_space_create(arena *memory, elem *element);
/* Scales the states by powers of two so that rows and columns of A (and E) have similar norms. */
void state_space_balance(arena *memory, state_space *self);

void state_space_connect(const elem *element, layout *layout);
void state_space_eval(int lanes, const state *state, const elem *element, local *out);
void state_space_initial(const state *state, const elem *element, initial_values *initial);
void state_space_output(const state *state, const elem *element, record *out);
void state_space_sample(sampler *from, elem *element, int n_in, int n_out);
