/* modes.h - small motions about a state, as the library returns them. */
#pragma once
#include "base/arena.h"
#include "base/text.h"
#include "torsor/torsor.h"

struct torsor_modes {
    arena *memory;
    int n, count;        /* number of unknowns, number of modes */
    double *re, *im;     /* eigenvalues of the modes */
    double *multipliers; /* re, im of each mode */
    double *shapes;      /* for each mode n real parts, n imaginary parts */
    const char **names;  /* names of the unknowns */
    const char *table;
    double period;     /* period of torsor_floquet, otherwise 0 */
    double resolution; /* eigenvalues below this may be zero */
    /* Used to identify modes as the model changes: motion of the nodes in their own axes, rotations times the size of
     * the model, and states of other nodes; n_seen real parts, then as many imaginary parts, normalized to length 1. */
    int n_seen;
    double *seen;
};

/* Modal assurance criterion of two modes: 1 for identical shapes, 0 for orthogonal ones. */
double modes_likeness(const torsor_modes *a, int index, const torsor_modes *b, int k);
