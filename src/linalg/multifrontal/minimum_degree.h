/* minimum_degree.h - pivots in a minimum degree order, by KLU. */
#pragma once
#include "linalg/multifrontal/pivot_order.h"

/* Returns the number of multiplications of an elimination with all pivots on the diagonal, from the pattern alone;
 * HUGE_VAL if unknown. */
double minimum_degree_products(const csc *matrix);
/* Returns the products of an elimination L D L' of a symmetric pattern for each entry of L; 0 if unknown. */
double minimum_degree_front(const csc *matrix);
/* Chooses pivots for the present values of `matrix`. A pivot on the diagonal is accepted if it is at least `threshold`
 * times the largest entry of its column. Returns NULL if no pivot is left for some column. */
pivot_order *minimum_degree_order(const csc *matrix, double threshold);
