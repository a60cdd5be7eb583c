/* front_tree.h - the steps that are eliminated in fronts, as a tree: what each passes on, and which are grouped. */
#pragma once
#include "linalg/multifrontal/elimination.h"

/* Dense numbers first .. last, eliminated together, followed by `rest` rows and columns. */
typedef struct {
    int first, last, rest;
} front_span;

typedef struct {
    int n;
    int *step;        /* of each dense number: every subtree is a range, children before parents */
    int *dense;       /* dense number of each step; -1 if it belongs to a part */
    int *parent;      /* n for a root */
    step_lists front; /* dense numbers that each step changes, directly or through its children */
    int n_spans;
    front_span *span;
    double cost; /* approximate number of instructions of a factorization and solution */
} front_tree;

/* Creates the tree of the steps whose part is negative. Allocated in `memory`. */
front_tree *front_tree_create(const elimination *elimination, const int *part_of, arena *memory);
