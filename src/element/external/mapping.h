/* mapping.h - a constant sparse matrix from a file: H, and its transpose.
 *
 *     full      rows of numbers, one after the other
 *     sparse    ROW COLUMN VALUE, from 1
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
    const mapping_entry *entries; /* NULL, with rows 0: the unit matrix */
} mapping;

/* { full | sparse } mapping file , "FILE" [ , threshold , T ] [ , transpose ]. `rows` 0: as many as the file has, in
 * groups of `group`. */
void read_mapping(reader *reader, mapping *h, int rows, int columns, int group);
void mapping_apply(const mapping *mapping, const double *x, double *y);      /* y = H x */
void mapping_apply_back(const mapping *mapping, const double *y, double *x); /* x = H' y */
