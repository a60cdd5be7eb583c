/* regions.h - the elements, rows and entries of the Jacobian that belong to each rank of an MPI job.
 *
 * Every rank has the whole model and the whole solution. It evaluates the elements of its region and adds their rows
 * and entries; the rows become the same sums on all ranks (row_sums.h), the entries stay where they are. */
#pragma once
#include "linalg/divided/row_sums.h"
#include "model/model.h"

typedef struct {
    const ranks *ranks;
    int n;           /* elements of this rank */
    int *element;    /* their numbers in the order of the equations, ascending */
    int *first_row;  /* of each, in the list of rows of all elements */
    const int *slot; /* of the entries of each, consecutively, in `matrix` */
    csc *matrix;     /* entries of this rank, with the numbers of the whole matrix */
    row_sums *sums;
    double *reported; /* by rank: the first element that failed, from 1, or 0 */
} regions;

/* Divides n elements. All ranks call it. Returns NULL, on all ranks, if METIS is not installed. */
regions *regions_create(const ranks *ranks, const elem *const *order, int n, const model *model, arena *memory);
void regions_destroy(regions *regions);
/* Adds the rows of all ranks, and their magnitudes unless they are NULL. If the evaluation of an element failed on any
 * rank, failed_at is its number from 1 and otherwise 0, all ranks know the error that one rank alone would have
 * encountered first. */
void regions_sum(regions *regions, double *r, double *magnitude, int failed_at, const state *state);
/* Exchanges such an error alone. */
void regions_report(regions *regions, int failed_at, const state *state);
/* Adds the entries of all ranks to the whole matrix of the model. */
void regions_gather(const regions *regions, csc *whole);
