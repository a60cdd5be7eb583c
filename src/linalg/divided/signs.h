/* signs.h - signs of rows that make a matrix symmetric whose entries are sums over ranks. Equations: signs.c. */
#pragma once
#include "base/ranks.h"
#include "linalg/reduction/symmetry.h"

/* Loads the values of the part of this rank, with the signs of the last matrix or with others. Returns false, on all
 * ranks, if the parts are not symmetric with any signs. */
bool signs_load(half_matrix *half, const csc *part, const ranks *ranks);
