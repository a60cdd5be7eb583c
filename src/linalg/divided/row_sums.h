/* row_sums.h - a vector of which each rank has contributions to some rows becomes the same sum on all ranks.
 *
 * Each row has an owner. Contributions of others are sent to it, by neighbours only, and added in the order of the
 * ranks; then all ranks receive the sums of all owners. */
#pragma once
#include "base/ranks.h"

typedef struct row_sums row_sums;

/* The owner of each row, and whether this rank contributes to it. All ranks call it with the same owners. */
row_sums *row_sums_create(const ranks *ranks, int n, const int *owner, const bool *touched);
void row_sums_destroy(row_sums *sums);
/* Replaces contributions by sums; where this rank does not contribute there must be zeros. One more number of each rank
 * travels with them: all[r] is that of rank r. NULL: none is wanted. */
void row_sums_add(row_sums *sums, double *values, double mine, double *all);
/* Returns how many numbers this rank sends to its neighbours, and receives from them. */
int row_sums_sent(const row_sums *sums);
int row_sums_received(const row_sums *sums);
