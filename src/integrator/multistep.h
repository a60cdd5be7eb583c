/* multistep.h - formulas shared by several methods: radii, multistep stages, predictors. */
#pragma once
#include "integrator/integrator.h"
#include "contract/drive.h"

/* Asymptotic spectral radii. The algebraic one is read but has no effect on converged results: multipliers and other
 * algebraic unknowns are solved for in every stage. */
typedef struct {
    const drive *differential, *algebraic; /* NULL: 0, as the differential one */
} radii;

void read_radii(reader *reader, void *self); /* read slot of methods whose only options are `radii` */
#define RADII_GRAMMAR " [, (drive) DIFFERENTIAL RADIUS [, (drive) ALGEBRAIC RADIUS]]" /* follows the name */
/* Returns the differential radius at the time of the state; outside of 0...1 the step fails. */
double radius_now(const radii *radii, const state *state);

bool radius_is_one(const void *self); /* is_undamped slot: the differential radius is the constant 1 */

void euler_stage(stage *out);
void trapezoidal_stage(stage *out);
/* The method of k steps (2, 3, 4), or that of fewer steps while there are fewer points. Only methods of up to two
 * steps permit steps of different length. */
void multistep_stage(int k, double rho, const step_context *context, stage *out);
/* The same from the very beginning: before the first point the derivative is assumed constant. */
void single_step_stage(int k, double rho, const step_context *context, stage *out);

/* Predictor of the stage: derivative at its end of the polynomial through values and derivatives of the n newest
 * points; n = 1: the derivative at the newest point. */
void predict_hermite(const step_context *context, int n, stage *out);
