/* shares.h - residual and Jacobian by a thread pool: each worker evaluates the elements of a region of the model.
 *
 * A row or an entry to which only elements of one worker contribute is summed by that worker. Where regions meet, each
 * contribution is stored separately, and the caller adds them up. In both cases the terms of a sum are added in the
 * order of the elements, so the result is the same to the last bit for any number of threads. */
#pragma once
#include "base/thread_pool.h"
#include "model/model.h"

typedef struct shares shares;

/* Returns the worker of each element: ranges of elements, ordered by the middle of their rows, with equal parts of the
 * work. */
int *shares_deal(const elem *const *order, int n, int members, arena *memory);
/* For n elements and the rows and entries of the model's matrix. Returns NULL if one worker is to do everything. */
shares *shares_create(thread_pool *pool, int members, const elem *const *order, int n, const model *model,
                      arena *memory);
/* Destinations of the sums; NULL if not requested. */
typedef struct {
    double *r;         /* residual */
    double *magnitude; /* sums of magnitudes in each row, only with r */
    double *entry;     /* entries of the matrix */
} shares_sums;
void shares_sum(shares *shares, const state *state, const shares_sums *to);
