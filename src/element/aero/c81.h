/* c81.h - tables of airfoil data (`c81 data`): lift, drag and moment over incidence and Mach number.
 *
 * Between the points of a table a coefficient is bilinear; outside it is that of the nearest end. A grid finds the
 * interval of a number in constant time: the axis is cut into equal cells, each of which knows where to begin. */
#pragma once
#include "base/arena.h"
#include "element/aero/airfoil.h"

enum { C81_CELLS = 256, C81_MOST = 1000 };

/* Growing numbers, at most C81_MOST. */
typedef struct {
    int n;
    const double *values;
    double scale;                    /* cells a unit */
    unsigned short begin[C81_CELLS]; /* by cell: the interval where its lower end is */
} c81_axis;

typedef struct {
    c81_axis alpha, mach; /* degrees */
    const double *c;      /* by alpha, then by Mach number */
} c81_table;

typedef struct c81_data {
    unsigned label;
    const char *name; /* or NULL */
    double tolerance; /* of the linear part of the lift */
    c81_table tables[AIRFOIL_COUNT];
    /* By Mach number of the lift: its value at zero incidence and, one entry more, that from the last one on; its
     * derivative per degree over the linear part. */
    const double *lift0, *derivative;
    const double *drag0; /* by Mach number of the drag: its value at zero incidence, and from the last one on */
} c81_data;

/* Where a number is on an axis: between points k and k + 1 (k when there is but one), u of the way. */
typedef struct {
    int k;
    double u, per_unit; /* du/dx: 0 outside */
} c81_spot;

void c81_axis_prepare(c81_axis *c81_axis); /* its grid, once its points are there */
c81_spot c81_find(const c81_axis *c81_axis, double x);
/* Value and derivatives in alpha (degrees) and Mach number. */
double c81_value(const c81_table *table, const c81_spot *alpha, const c81_spot *mach, double *by_alpha,
                 double *by_mach);
/* An entry for each Mach number, at one of them. */
double c81_row(const double *row, const c81_spot *mach, double *by_mach);
/* The same of n entries, and one more that counts from the last Mach number on, and alone if n is 1. */
double c81_row_and_last(const double *row, int n, const c81_spot *mach, double *by_mach);

/* Makes the grids, and finds lift0 and derivative, once the tables are filled. */
void c81_prepare(arena *memory, c81_data *data);
