/* orientation.h - descriptions of orientations as numbers. */
#pragma once
#include "math/rotation.h"
#include "torsor/torsor.h"

/* Returns false if the numbers describe no rotation. */
bool orientation_read(torsor_orientation kind, const double *numbers, mat3 *R);
void orientation_write(torsor_orientation kind, const mat3 *R, double *numbers);
