/* thin.h - the matrix of a derivatives phase with a tiny coefficient, scaled so that the coefficient is nowhere.
 *
 * With c = dvalue a dynamic node has the rows
 *
 *     equilibrium  b' + phi' l = ...        definition  c b' - m v = ...        constraint  phi v = ...
 *
 * so that a multiplier l has a pivot of the size of c/m, which the rounding errors of nodes without mass, where it
 * stands beside 1, hide. With equilibrium times c, and c b', c l as unknowns, none of them is small. */
#pragma once
#include "linalg/csc.h"
#include "model/model.h"

typedef struct {
    csc matrix;
    double *row, *column; /* factors */
} thin_scale;

thin_scale *thin_create(const model *model, const csc *matrix);
void thin_destroy(thin_scale *thin_scale);
/* Finds the factors; J with them. */
const csc *thin_scaled(thin_scale *thin_scale, const model *model, double c, const csc *matrix);
