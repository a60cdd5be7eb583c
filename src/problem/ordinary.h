/* ordinary.h - a model as ordinary differential equations, z' = f(z, t), for external integrators. */
#pragma once
#include "problem/run.h"

typedef struct ordinary ordinary;

/* Requires a run that has begun. Never returns NULL: if the model cannot be stated in this form, ordinary_reason says
 * why. */
ordinary *ordinary_create(run *run);
void ordinary_destroy(ordinary *ordinary);              /* NULL is allowed */
const char *ordinary_reason(const ordinary *ordinary);  /* NULL if the model can be stated in this form */
int ordinary_count(const ordinary *ordinary);           /* number of states */
void ordinary_get(const ordinary *ordinary, double *z); /* copies the states of the run's solution */
void ordinary_set(ordinary *ordinary, const double *z); /* sets the states of the run's solution */
void ordinary_set_time(const ordinary *ordinary, double t);
/* Solves for the derivatives at the solution of the run, whose velocities are then consistent with them. Returns false
 * after a report. */
bool ordinary_rates(ordinary *ordinary, double *rates);
