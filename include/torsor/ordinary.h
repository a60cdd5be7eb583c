/* ordinary.h - part of torsor.h: a model as ordinary differential equations z' = f(z, t), for external integrators.
 *
 * The states are the differential unknowns: positions and momenta, unknowns of elements; orientations are given by
 * the four Euler parameters (s, v), |(s, v)| = 1. This is possible if no element constrains the motion, has a
 * history from step to step or exchanges data with other programs. Inputs (drives, forces) are set as usual and take
 * effect immediately. */
#ifndef TORSOR_ORDINARY_H
#define TORSOR_ORDINARY_H
#include "torsor/torsor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the number of states; -1 if the equations are not ordinary. torsor_ordinary_reason then returns the reason,
 * and otherwise NULL. The text remains valid as long as the analysis. */
TORSOR_PUBLIC int torsor_ordinary_count(torsor_analysis *analysis);
TORSOR_PUBLIC const char *torsor_ordinary_reason(torsor_analysis *analysis);
/* `n` is the number of states. Setting the states moves the model, and sets the time of the analysis to `time`.
 * Velocities and quantities that depend on them are available after the rates have been computed. A subsequent step
 * starts there. */
TORSOR_PUBLIC torsor_status torsor_ordinary_get(torsor_analysis *analysis, double *states, int n);
TORSOR_PUBLIC torsor_status torsor_ordinary_set(torsor_analysis *analysis, double time, const double *states, int n);
TORSOR_PUBLIC torsor_status torsor_ordinary_rates(torsor_analysis *analysis, double *rates, int n);

#ifdef __cplusplus
}
#endif
#endif
