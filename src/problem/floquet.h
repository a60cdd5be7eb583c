/* floquet.h - stability of a periodic motion: how small deviations grow in one period. */
#pragma once
#include "problem/run.h"

/* Runs on for a period and finds the multipliers L of the motion, x(t + period) = L x(t), and their vectors, the
 * deviations of the unknowns at the end. Zeros belong to algebraic unknowns and constraints. False after an error,
 * which has been reported. */
bool floquet_multipliers(run *run, double period, eigen_values *found);
