/* fronts.h - the upper part of the elimination tree, eliminated by dense blocks (the multifrontal method). */
#pragma once
#include "base/thread_pool.h"
#include "linalg/multifrontal/front_tree.h"
#include "linalg/kernels/kernels.h"

typedef struct {
    int first; /* number of its first pivot among the dense steps */
    front_block block;
    int *rest;   /* dense numbers of the rows and columns after the pivots */
    int parent;  /* -1 if there is none */
    int *column; /* positions of the columns of its rest in the parent */
    int n_pieces;
    front_piece *piece; /* and of its rows */
    int child, sibling; /* last child, previous sibling; -1 if there is none */
} front;

typedef struct {
    int n_steps, n;
    front *front;  /* children before parents */
    int *front_of; /* of each dense step */
    size_t n_entries;
    double *entries; /* of all fronts, zero before they are loaded; and some more for entries outside of them */
    double *inverse; /* of the pivots */
    double *work;    /* as long as the longest rest */
    int members;     /* number of workers of a thread pool that factor them */
    int *member;     /* worker that factors each front; -1: the caller, after the others; NULL: no thread pool */
} fronts;

/* Creates one front for each span of the tree. Allocated in `memory`. */
fronts *fronts_create(const front_tree *front_tree, arena *memory);
/* Returns the index of an entry of the matrix between two dense steps. */
size_t fronts_place(const fronts *fronts, int row, int column);

/* Assigns whole subtrees to the workers of a thread pool; the results stay the same to the last bit. */
void fronts_share(fronts *fronts, int members, arena *memory);
/* Factors the entries. Returns false if an entry of L exceeds the limit or is not a number. The thread pool is that of
 * fronts_share. */
bool fronts_factor(const fronts *fronts, const kernels *kernels, double limit, thread_pool *pool);
/* x: one number per dense step, and LANES more. */
void fronts_forward(const fronts *fronts, const kernels *kernels, double *x);
void fronts_backward(const fronts *fronts, const kernels *kernels, double *x);
void fronts_forward_transposed(const fronts *fronts, double *x);
void fronts_backward_transposed(const fronts *fronts, double *x);
