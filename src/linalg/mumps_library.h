/* mumps_library.h - MUMPS, loaded on first use. */
#pragma once
#include <dmumps_c.h>
#include <stdbool.h>

/* Returns false if LAPACK or the library of the version used for the build is missing. The library stays loaded. */
bool mumps_library_open(void);
void mumps_library_call(DMUMPS_STRUC_C *m); /* requires mumps_library_open */
