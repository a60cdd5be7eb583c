/* c81.h - tables of airfoil data (`c81 data`): lift, drag and moment over incidence and Mach number.
 *
 * Between the points of a table a coefficient is interpolated bilinearly; outside it has the value at the nearest end.
 * A grid finds the interval of a number in constant time: the axis is divided into equal cells, each of which stores
 * the interval at which to begin. */
#pragma once
#include "base/arena.h"
#include "base/text.h"
#include "element/aero/airfoil.h"

enum { C81_CELLS = 256, C81_MOST = 1000 };

/* Increasing numbers, at most C81_MOST. */
typedef struct {
    int n;
    const double *values;
    double scale;                    /* cells per unit */
    unsigned short begin[C81_CELLS]; /* by cell: the interval that contains its lower end */
} c81_axis;

typedef struct {
    c81_axis alpha, mach; /* degrees */
    const double *c;      /* by alpha, then by Mach number */
} c81_table;

typedef struct c81_data {
    unsigned label;
    const char *name;  /* or NULL */
    const char *title; /* of the file; NULL: it has none */
    double tolerance;  /* of the linear part of the lift */
    c81_table tables[AIRFOIL_COUNT];
    /* For each Mach number of the lift table: the lift coefficient at zero incidence (and one more entry, used from the
     * last Mach number on), and the lift slope per degree over the linear range. */
    const double *lift0, *lift_slope;
    /* For each Mach number of the drag table: the drag coefficient at zero incidence; one more entry, as above. */
    const double *drag0;
} c81_data;

/* Position of a number on an axis: between points k and k + 1 (at k if there is only one point), at the fraction u. */
typedef struct {
    int k;
    double u, per_unit; /* per_unit: du/dx, 0 outside the axis */
} c81_spot;

void c81_axis_prepare(c81_axis *c81_axis); /* builds the grid; requires the points */
c81_spot c81_find(const c81_axis *c81_axis, double x);
/* Returns the value and its derivatives with respect to alpha (degrees) and Mach number. */
double c81_value(const c81_table *table, const c81_spot *alpha, const c81_spot *mach, double *by_alpha,
                 double *by_mach);
/* Interpolates in a row that has one entry per Mach number. */
double c81_row(const double *row, const c81_spot *mach, double *by_mach);
/* Interpolates in a row of n entries and one more, which is used from the last Mach number on, and alone if n is 1. */
double c81_row_and_last(const double *row, int n, const c81_spot *mach, double *by_mach);

/* Interpolates between two tables with the same points, at the fraction u. The result has the label, the name and the
 * title of `a`. */
c81_data *c81_mix(arena *memory, const c81_data *a, const c81_data *b, double u);
/* Returns NULL if the tables of both have the same points. Otherwise which ones do not. */
const char *c81_differ(const c81_data *a, const c81_data *b);

/* Appends the tables in the traditional format, with as many digits as its fields hold, or in the free one. Returns
 * NULL, or why the traditional format cannot hold them. */
const char *c81_write(text *to, const c81_data *data, bool is_free);

/* Builds the grids and determines lift0 and lift_slope. Requires filled tables. */
void c81_prepare(arena *memory, c81_data *data);
