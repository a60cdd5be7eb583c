/* runge_kutta.h - a Runge-Kutta step as stages: explicit first stage, then implicit ones with the same diagonal
 * coefficient. */
#pragma once
#include "integrator/multistep.h"

enum { RK_STAGES = 6 };

/* Stage 0 is the beginning of the step, the last one its end (c = 1). */
typedef struct {
    int last, order; /* number of the last stage */
    double c[RK_STAGES];
    double A[RK_STAGES][RK_STAGES];
} rk_table;

/* Slots of methods whose n sub-steps have the coefficients of one table, depending on the radius. */
#define COMPOSITE_SLOTS(n) .size = sizeof(radii), .read = read_radii, .stages = (n), .points = 1, .holds_step = true

/* Computes the coefficients of the implicit stage context->stage (0: the first one, row 1 of the table). */
void rk_stage(const rk_table *T, const step_context *context, stage *out);
