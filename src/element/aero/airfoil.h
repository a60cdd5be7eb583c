/* airfoil.h - airfoils: coefficients of lift, drag and moment of a section. One row of airfoils.def a type.
 *
 * An airfoil belongs to one element; what it is may change along the span, and is settled for each of the element's
 * stations (integration points) when the deck is read. */
#pragma once
#include "deck/reader.h"
#include <stdbool.h>

typedef struct airfoil_type airfoil_type;

typedef struct airfoil {
    const airfoil_type *type;
    source_location location;
    void *self;
} airfoil;

/* Abscissae, from -1 to 1, of the integration points along the span. */
typedef struct {
    int n;
    const double *positions;
    const double *in_portion; /* the same within the part of the span that belongs to one node */
} airfoil_stations;

/* What the air does at a section. */
typedef struct {
    double alpha; /* incidence, rad, any value */
    double mach;
    double yaw; /* max(cos(yaw angle), 1/2): the lift grows with the angle */
} airfoil_flow;

enum { AIRFOIL_LIFT, AIRFOIL_DRAG, AIRFOIL_MOMENT, AIRFOIL_COUNT };

typedef struct {
    double c[AIRFOIL_COUNT];                                                       /* about the aerodynamic centre */
    double by_alpha[AIRFOIL_COUNT], by_mach[AIRFOIL_COUNT], by_yaw[AIRFOIL_COUNT]; /* derivatives */
    double span, span_by_mach; /* drag of the air that blows along the span, and its derivative */
} airfoil_coefficients;

/* Derivative of the lift, per rad, and its derivatives. */
typedef struct {
    double v, by_alpha, by_mach, by_yaw;
} airfoil_derivative;

struct airfoil_type {
    const char *keyword;
    const char *grammar, *summary;
    size_t size;
    void (*read)(reader *reader, airfoil *airfoil, const airfoil_stations *at);
    /* Of one station. Constant time: no search through a table. */
    void (*coefficients)(const airfoil *airfoil, int station, const airfoil_flow *flow,
                         airfoil_coefficients *coefficients);
    /* The built-in airfoils, as MBDyn has them: friction is that of the whole velocity and not of that in the
     * plane of the section, the wind that loads stand on is measured twice as far from the reference line, the
     * moment is positive nose down, and the force along the span has no arm. */
    bool is_builtin;
    /* --- optional ------------------------------------------------------------------------------------------------- */
    /* For the air that moves with the section; NULL: it cannot be unsteady in that way (theodorsen). */
    airfoil_derivative (*lift_slope)(const airfoil *airfoil, int station, const airfoil_flow *flow);
};

extern const airfoil_type *const airfoil_types[];
extern const int airfoil_type_count;

/* The table's type with this keyword, or NULL: spellings with and without blanks are the same. */
const airfoil_type *airfoil_type_find(const char *keyword);
/* An airfoil of the type; reads its arguments. */
airfoil *read_airfoil(reader *reader, const airfoil_type *type, const airfoil_stations *at);

/* Degrees as the built-in airfoils and the output have them. */
#define AIRFOIL_DEGREE 0.017453293

/* The section without yaw, and its derivatives in alpha and Mach number: the other built-in airfoil is made of it. */
void naca_0012(double alpha, double mach, airfoil_coefficients *coefficients);
/* The same with yaw. */
void naca_0012_with_yaw(const airfoil_flow *flow, airfoil_coefficients *coefficients);
static const double AIRFOIL_MOST_MACH = 0.99;
