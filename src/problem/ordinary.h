/* ordinary.h - a model as ordinary differential equations, z' = f(z, t), for integrators of others. */
#pragma once
#include "problem/run.h"

typedef struct ordinary ordinary;

/* Of a run that has begun. Never NULL: what prevents it is said by ordinary_reason. */
ordinary *ordinary_create(run *run);
void ordinary_destroy(ordinary *ordinary);              /* NULL is allowed */
const char *ordinary_reason(const ordinary *ordinary);  /* NULL: it can be stated so */
int ordinary_count(const ordinary *ordinary);           /* of states */
void ordinary_get(const ordinary *ordinary, double *z); /* the states of the solution of the run */
void ordinary_set(ordinary *ordinary, const double *z); /* moves it there */
void ordinary_set_time(const ordinary *ordinary, double t);
/* Solves for the derivatives at the solution of the run, its velocities being theirs then. False after a report. */
bool ordinary_rates(ordinary *ordinary, double *rates);
