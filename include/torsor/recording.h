/* recording.h - part of torsor.h: many steps in one call, with quantities stored after each. */
#ifndef TORSOR_RECORDING_H
#define TORSOR_RECORDING_H
#include "torsor/torsor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes steps until the time is reached or passed (HUGE_VAL: until the end), at most `most`, and writes after each the
 * n quantities with the indices `which` (torsor_find) to the next row of `rows`, one after the other; *n_rows receives
 * the number of rows. Returns the status of the last step. */
TORSOR_PUBLIC torsor_status torsor_run_recording(torsor_analysis *analysis, double until, const int *which, int n,
                                                 double *rows, int most, int *n_rows);

#ifdef __cplusplus
}
#endif
#endif
