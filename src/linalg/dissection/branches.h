/* branches.h - subtrees of panels that go to one thread each, and the trunk above them. */
#pragma once
#include "linalg/dissection/panel_plan.h"

typedef struct {
    int n;               /* branches, the dearest first */
    int *start, *panel;  /* their panels, from below: panel[start[b]] .. panel[start[b + 1] - 1] */
    int n_trunk, *trunk; /* panels above all branches, from below */
} branches;

/* Branches are the largest subtrees with at most this part of the work. */
branches branches_find(const panel_plan *plan, double (*work)(const panel *panel), double part);
void branches_free(branches *branches);
