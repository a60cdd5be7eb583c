/* modes.h - small motions about a state, as the library gives them. */
#pragma once
#include "base/arena.h"
#include "base/text.h"
#include "torsor/torsor.h"

struct torsor_modes {
    arena *memory;
    int n, count;        /* unknowns, modes */
    double *re, *im;     /* of the modes */
    double *multipliers; /* re, im of each */
    double *shapes;      /* of each: n real parts, n imaginary parts */
    const char **names;  /* of the unknowns */
    const char *table;
    double period;     /* of torsor_floquet, else 0 */
    double resolution; /* eigenvalues below this may be zero */
    /* What tells modes apart as the model changes: motion of the nodes in their own axes, rotations times the size of
     * the model, and states of other nodes; n_seen real parts, then as many imaginary ones, with length 1. */
    int n_seen;
    double *seen;
};

/* Modal assurance criterion of two modes: 1 the same shape, 0 nothing in common. */
double modes_likeness(const torsor_modes *a, int index, const torsor_modes *b, int k);
