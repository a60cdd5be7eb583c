/* shares.h - residual and Jacobian by a thread pool: each member evaluates the elements of a region of the model.
 *
 * A row or an entry to which only elements of one member contribute is summed by that member. Where regions meet, each
 * contribution has a place of its own, and the caller adds them up. Either way the terms of a sum are added in the
 * order of the elements, so it is the same to the last bit, whatever the number of threads. */
#pragma once
#include "base/thread_pool.h"
#include "model/model.h"

typedef struct shares shares;

/* The member of each element: ranges of them, by the middle of their rows, with a fair part of the work. */
int *shares_deal(const elem *const *order, int n, int members, arena *memory);
/* Of n elements, for the rows and entries of the model's matrix. NULL when one member is to do it all. */
shares *shares_create(thread_pool *pool, int members, const elem *const *order, int n, const model *model,
                      arena *memory);
/* Where the sums go; NULL: not wanted. */
typedef struct {
    double *r;         /* rows */
    double *magnitude; /* sums of magnitudes in each row, only with r */
    double *entry;     /* entries of the matrix */
} shares_sums;
void shares_sum(shares *shares, const state *state, const shares_sums *to);
