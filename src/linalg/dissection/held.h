/* held.h - a symmetric matrix without the unknowns that an equation of their own gives. Equations: held.c. */
#pragma once
#include "linalg/csc.h"
#include "linalg/symmetry.h"

typedef struct held held;

held *held_create(const half_matrix *h);
void held_destroy(held *x);
/* What is left: its pattern, whole and without values, and its entries on one side of the diagonal. */
const csc *held_core(const held *x);
int held_entries(const held *x, const int **row, const int **column);
/* The values of these entries; false when an unknown that is held is held by nothing. */
bool held_load(held *x, const half_matrix *h, crew c);
const double *held_values(const held *x);
/* Right-hand side of the core for one of the whole, and back. */
void held_reduce(held *x, const half_matrix *h, const double *b, double *core);
void held_expand(const held *x, const half_matrix *h, const double *core, double *b);
