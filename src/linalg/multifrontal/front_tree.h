/* front_tree.h - the steps that go in fronts, as a tree: what each passes on, and which go together. */
#pragma once
#include "linalg/multifrontal/elimination.h"

/* Dense numbers first .. last, eliminated together; `rest` rows and columns lie behind them. */
typedef struct {
    int first, last, rest;
} front_span;

typedef struct {
    int n;
    int *step;        /* of each dense number: every subtree is a range, children before parents */
    int *dense;       /* dense number of each step; -1 when it goes in a part */
    int *parent;      /* n for a root */
    step_lists front; /* dense numbers that each step changes, itself or by its children */
    int n_spans;
    front_span *span;
    double cost; /* instructions of a factorisation and solution, roughly */
} front_tree;

/* The tree of the steps whose part is negative. Everything lives in `memory`. */
front_tree *front_tree_create(const elimination *elimination, const int *part_of, arena *memory);
