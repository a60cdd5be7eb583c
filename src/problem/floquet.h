/* floquet.h - stability of a periodic motion: how small deviations grow in one period. */
#pragma once
#include "problem/run.h"

/* Continues the run for one period and finds the multipliers L of the motion, x(t + period) = L x(t), and their
 * vectors, the deviations of the unknowns at the end of the period. Zero multipliers belong to algebraic unknowns and
 * constraints. Returns false after reporting an error. */
bool floquet_multipliers(run *run, double period, eigen_values *found);
