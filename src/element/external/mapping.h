/* mapping.h - a constant sparse matrix from a file: H, and its transpose.
 *
 *     full      all rows, one after the other
 *     sparse    ROW COLUMN VALUE, indices from 1
 *
 * Lines that begin with # or % are comments. */
#pragma once
#include "deck/reader.h"

typedef struct {
    int row, column;
    double value;
} mapping_entry;

typedef struct {
    int rows, columns, n;
    const mapping_entry *entries; /* NULL, with 0 rows: the unit matrix */
} mapping;

/* Reads { full | sparse } mapping file , "FILE" [ , threshold , T ] [ , transpose ]. If `rows` is 0, the file
 * determines their number, a multiple of `group`. */
void read_mapping(reader *reader, mapping *h, int rows, int columns, int group);
void mapping_apply(const mapping *mapping, const double *x, double *y);      /* y = H x */
void mapping_apply_back(const mapping *mapping, const double *y, double *x); /* x = H' y */
