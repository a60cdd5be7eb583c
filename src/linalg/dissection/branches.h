/* branches.h - subtrees of panels that are processed by one thread each, and the trunk above them. */
#pragma once
#include "linalg/dissection/panel_plan.h"

typedef struct {
    int n;               /* number of branches, ordered by decreasing cost */
    int *start, *panel;  /* their panels, from the leaves up: panel[start[b]] .. panel[start[b + 1] - 1] */
    int n_trunk, *trunk; /* panels above all branches, from the leaves up */
} branches;

/* Branches are the largest subtrees with at most this fraction of the work. */
branches branches_find(const panel_plan *plan, double (*work)(const panel *panel), double part);
void branches_free(branches *branches);
