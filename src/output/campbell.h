/* campbell.h - modes of a model as functions of a speed, and the files they are written to. */
#pragma once
#include "base/diag.h"

/* A speed at which the number of unstable modes changes. */
typedef struct {
    double speed, re, im;               /* re, im: of the mode closest to the imaginary axis, 1/s and rad/s */
    int unstable_below, unstable_above; /* numbers of unstable modes below and above */
} campbell_change;

typedef struct {
    const char *name; /* of the variable that is the speed */
    const char *unit; /* "rad/s", "m/s" ...; "" if not given */
    double revs;      /* revolutions per second at a speed of 1; 0: the speed is not that of a rotation */
    int n_revs;       /* number of lines to draw: 1/rev, 2/rev ... */
    int n_points, n_branches;
    double *speed;       /* for each point */
    double *re, *im;     /* by branch, then by point; NAN: the mode does not exist there */
    double *multipliers; /* of a period: re, im of each; NULL: none */
    double *likeness;    /* similarity to the mode of the previous point */
    int n_changes;
    campbell_change *changes;
} campbell;

static inline int campbell_at(const campbell *campbell, int branch, int point)
{
    return branch * campbell->n_points + point;
}
/* Returns the damping ratio, which is positive if the mode decays. */
double campbell_damping(const campbell *campbell, int branch, int point);

/* Write BASE.nc, and a picture to PATH. Return false after reporting an error. */
bool netcdf_write_campbell(const char *base, const campbell *campbell, diag *errors);
bool svg_write_campbell(const char *path, const campbell *campbell, diag *errors);
