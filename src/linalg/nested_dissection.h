/* nested_dissection.h - an elimination order for meshes. */
#pragma once
#include "linalg/csc.h"
#include <stdbool.h>

/* Sets position[i] to the position of unknown i in the order, from 0. Unknown i counts as weight[i] unknowns; if
 * `weight` is NULL, as one. Returns false if the library is missing. */
bool nested_dissection(const csc *matrix, int *weight, int *position);
