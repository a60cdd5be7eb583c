/* fronts.h - the upper part of the elimination tree, eliminated by dense blocks (the multifrontal method). */
#pragma once
#include "base/thread_pool.h"
#include "linalg/multifrontal/front_tree.h"
#include "linalg/kernels/kernels.h"

typedef struct {
    int first; /* number of its first pivot among the dense steps */
    front_block block;
    int *rest;   /* dense numbers of the rows and columns behind the pivots */
    int parent;  /* -1: none */
    int *column; /* where the columns of its rest are in the parent */
    int n_pieces;
    front_piece *piece; /* and its rows */
    int child, sibling; /* last child, the child before; -1: none */
} front;

typedef struct {
    int n_steps, n;
    front *front;  /* children before parents */
    int *front_of; /* of each dense step */
    size_t n_entries;
    double *entries; /* of all fronts, zero before they are loaded; and some more, for what belongs nowhere */
    double *inverse; /* of the pivots */
    double *work;    /* as long as the longest rest */
    int members;     /* of a thread pool, that factor them */
    int *member;     /* who factors each front; -1: the caller, when the others are done; NULL: no thread pool */
} fronts;

/* One front for each span of the tree. Everything lives in `memory`. */
fronts *fronts_create(const front_tree *front_tree, arena *memory);
/* Where an entry of the matrix between two dense steps is among the entries. */
size_t fronts_place(const fronts *fronts, int row, int column);

/* Gives whole subtrees to the members of a thread pool; the numbers stay the same to the last bit. */
void fronts_share(fronts *fronts, int members, arena *memory);
/* Factors the entries. False when an entry of L exceeds the limit or is not a number. The thread pool is that of the
 * shares. */
bool fronts_factor(const fronts *fronts, const kernels *kernels, double limit, thread_pool *pool);
/* x: one number a dense step, and LANES more. */
void fronts_forward(const fronts *fronts, const kernels *kernels, double *x);
void fronts_backward(const fronts *fronts, const kernels *kernels, double *x);
void fronts_forward_transposed(const fronts *fronts, double *x);
void fronts_backward_transposed(const fronts *fronts, double *x);
