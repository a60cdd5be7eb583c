/* ordinary.h - part of torsor.h: a model as ordinary differential equations z' = f(z, t), for integrators of others.
 *
 * States are the differential unknowns: positions and momenta, unknowns of elements; of orientations the four Euler
 * parameters (s, v), |(s, v)| = 1. That is possible where nothing constrains the motion, remembers something from step
 * to step or talks to others. What acts (drives, forces) is set as always, and acts at once. */
#ifndef TORSOR_ORDINARY_H
#define TORSOR_ORDINARY_H
#include "torsor/torsor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many states there are; -1: the equations are not ordinary, for the reason that torsor_ordinary_reason tells,
 * which otherwise is NULL. The text lives as long as the analysis. */
TORSOR_PUBLIC int torsor_ordinary_count(torsor_analysis *analysis);
TORSOR_PUBLIC const char *torsor_ordinary_reason(torsor_analysis *analysis);
/* n: how many there are. States that are set move the model, and the time of the analysis to `time`; velocities and all
 * that depends on them can be got once the rates were found. A step taken after that begins there. */
TORSOR_PUBLIC torsor_status torsor_ordinary_get(torsor_analysis *analysis, double *states, int n);
TORSOR_PUBLIC torsor_status torsor_ordinary_set(torsor_analysis *analysis, double time, const double *states, int n);
TORSOR_PUBLIC torsor_status torsor_ordinary_rates(torsor_analysis *analysis, double *rates, int n);

#ifdef __cplusplus
}
#endif
#endif
