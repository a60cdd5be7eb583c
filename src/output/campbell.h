/* campbell.h - modes of a model over a speed, and the files they are written to. */
#pragma once
#include "base/diag.h"

/* A speed at which the number of modes that grow changes. */
typedef struct {
    double speed, re, im;               /* of the mode next to the axis, 1/s and rad/s */
    int unstable_below, unstable_above; /* modes that grow below and above */
} campbell_change;

typedef struct {
    const char *name; /* of the variable that is the speed */
    const char *unit; /* "rad/s", "m/s" ...; "" when nobody said */
    double revs;      /* turns a second for a speed of 1; 0: the speed turns nothing */
    int n_revs;       /* lines to be drawn: 1/rev, 2/rev ... */
    int n_points, n_branches;
    double *speed;       /* by point */
    double *re, *im;     /* by branch, then by point; NAN: the mode is not there */
    double *multipliers; /* of a period: re, im of each; NULL: none */
    double *likeness;    /* with the mode of the point before */
    int n_changes;
    campbell_change *changes;
} campbell;

static inline int campbell_at(const campbell *campbell, int branch, int point)
{
    return branch * campbell->n_points + point;
}
/* Damping ratio, positive when the mode decays. */
double campbell_damping(const campbell *campbell, int branch, int point);

/* BASE.nc; PATH, a picture. False after a report. */
bool netcdf_write_campbell(const char *base, const campbell *campbell, diag *errors);
bool svg_write_campbell(const char *path, const campbell *campbell, diag *errors);
