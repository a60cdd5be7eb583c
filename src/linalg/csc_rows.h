/* csc_rows.h - the pattern of a sparse matrix by rows. */
#pragma once
#include "linalg/csc.h"

typedef struct {
    int *start;  /* n + 1: index of the first entry of each row */
    int *column; /* column of each entry, ascending within a row */
    int *entry;  /* its index in the matrix */
} csc_rows;

/* Takes linear time. The caller calls csc_rows_free. */
csc_rows csc_rows_of(const csc *matrix);
void csc_rows_free(csc_rows *rows);
