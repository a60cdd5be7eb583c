/* mumps_library.h - MUMPS, loaded when it is first wanted. */
#pragma once
#include <dmumps_c.h>
#include <stdbool.h>

/* False when the library of the version this was built with, or LAPACK, is not there. It stays loaded. */
bool mumps_library_open(void);
void mumps_library_call(DMUMPS_STRUC_C *m); /* after it was opened */
