/* airfoil.h - airfoils: coefficients of lift, drag and moment of a section. airfoils.def has one row per type.
 *
 * An airfoil belongs to one element. It may vary along the span; it is determined for each of the element's stations
 * (integration points) when the deck is read. */
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
    const double *in_portion; /* abscissae within the part of the span that belongs to one node */
} airfoil_stations;

/* Flow conditions at a section. */
typedef struct {
    double alpha; /* incidence, rad, any value */
    double mach;
    double yaw; /* max(cos(yaw angle), 1/2); the lift increases with the yaw angle */
} airfoil_flow;

enum { AIRFOIL_LIFT, AIRFOIL_DRAG, AIRFOIL_MOMENT, AIRFOIL_COUNT };

typedef struct {
    double c[AIRFOIL_COUNT];                                                       /* about the aerodynamic centre */
    double by_alpha[AIRFOIL_COUNT], by_mach[AIRFOIL_COUNT], by_yaw[AIRFOIL_COUNT]; /* derivatives */
    double span, span_by_mach; /* drag coefficient of the flow along the span, and its derivative */
} airfoil_coefficients;

/* Lift slope, per rad, and its derivatives. */
typedef struct {
    double v, by_alpha, by_mach, by_yaw;
} airfoil_derivative;

struct airfoil_type {
    const char *keyword;
    const char *grammar, *summary;
    size_t size;
    void (*read)(reader *reader, airfoil *airfoil, const airfoil_stations *at);
    /* Coefficients at one station. Takes constant time: no search through a table. */
    void (*coefficients)(const airfoil *airfoil, int station, const airfoil_flow *flow,
                         airfoil_coefficients *coefficients);
    /* True for the built-in airfoils, as in MBDyn: friction depends on the whole velocity and not on its component in
     * the plane of the section, the wind that gives the direction of the loads is measured twice as far from the
     * reference line, the moment is positive nose down, and the force along the span has no moment arm. */
    bool is_builtin;
    /* --- optional ------------------------------------------------------------------------------------------------- */
    /* Lift slope for unsteady aerodynamics (theodorsen). NULL: not available with this airfoil. */
    airfoil_derivative (*lift_slope)(const airfoil *airfoil, int station, const airfoil_flow *flow);
};

extern const airfoil_type *const airfoil_types[];
extern const int airfoil_type_count;

/* Returns the type with this keyword, or NULL. Spellings with and without blanks are equivalent. */
const airfoil_type *airfoil_type_find(const char *keyword);
/* Creates an airfoil of the type and reads its arguments. */
airfoil *read_airfoil(reader *reader, const airfoil_type *type, const airfoil_stations *at);

/* A degree in radians, with the precision used by the built-in airfoils and the output. */
#define AIRFOIL_DEGREE 0.017453293

/* Coefficients without yaw, and their derivatives with respect to alpha and Mach number. The other built-in airfoil is
 * derived from them. */
void naca_0012(double alpha, double mach, airfoil_coefficients *coefficients);
/* Coefficients with yaw. */
void naca_0012_with_yaw(const airfoil_flow *flow, airfoil_coefficients *coefficients);
static const double AIRFOIL_MOST_MACH = 0.99;
