/* eigen_table.h - the modes of an eigenanalysis as a table for people. */
#pragma once
#include "problem/eigen.h"

/* Frequency, damping and the nodes that move most, by rising frequency; one row a pair of complex eigenvalues. */
void eigen_table(const model *m, const state *s, const eigen_result *r, text *to);
