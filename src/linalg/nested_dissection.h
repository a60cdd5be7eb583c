/* nested_dissection.h - an order of elimination for meshes. */
#pragma once
#include "linalg/csc.h"
#include <stdbool.h>

/* place[i] becomes where unknown i stands in the order, from 0; it counts for weight[i] unknowns, NULL: for one. False
 * when the library is not there. */
bool nested_dissection(const csc *matrix, int *weight, int *source_location);
