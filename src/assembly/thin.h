/* thin.h - the matrix of a derivatives phase with a tiny coefficient, scaled so that the coefficient disappears.
 *
 * With c = dvalue, a dynamic node has the rows
 *
 *     equilibrium  b' + phi' l = ...        definition  c b' - m v = ...        constraint  phi v = ...
 *
 * so that a multiplier l has a pivot of the size of c/m. It is lost in the rounding errors of nodes without mass, where
 * it is added to 1. With the equilibrium rows multiplied by c, and c b' and c l as unknowns, no pivot is small. */
#pragma once
#include "linalg/csc.h"
#include "model/model.h"

typedef struct {
    csc matrix;
    double *row, *column; /* scale factors */
} thin_scale;

thin_scale *thin_create(const model *model, const csc *matrix);
void thin_destroy(thin_scale *thin_scale);
/* Finds the factors and returns the scaled matrix. */
const csc *thin_scaled(thin_scale *thin_scale, const model *model, double c, const csc *matrix);
