/* section.h - aerodynamic model of a section: loads per unit of span as functions of its motion.
 *
 * Axes of a section: 1 from the trailing to the leading edge, 2 from the lower to the upper side, 3 along the span.
 * There is one file per model: section_steady.c, section_bielawa.c ... Equations are written in jets along the lanes
 * below. */
#pragma once
#include "element/aero/airfoil.h"
#include "math/jet.h"
#include <stdbool.h>

/* Inputs of a section, with respect to which its loads are differentiated: velocity, relative to the air, of the point
 * where it is measured; angular velocity about axes 2 and 3; the air; the section's internal states. */
enum {
    LANE_V1,
    LANE_V2,
    LANE_V3,
    LANE_W2,
    LANE_W3,
    LANE_DENSITY,
    LANE_SOUND,
    LANE_STATE,
    SECTION_STATES = 2,
    SECTION_LANES = 12 /* a multiple of four; without states, eight of them are used */
};

/* Constant data of a section. */
typedef struct {
    const airfoil *foil;
    int station;
    double chord;
    double centre,
        point; /* aerodynamic centre, point where the velocity is measured: both forward of the reference line */
} section;

typedef struct {
    double v[SECTION_LANES];
    double control;     /* added to the incidence */
    double t, dt;       /* history stored for time t itself, after a step was accepted, does not count as the past */
    bool is_linearised; /* differences over the step have the derivative `rate_factor` (contract/state.h) */
    double rate_factor;
    bool bridges_jumps; /* of the coefficients of built-in airfoils */
    const void *memory; /* history of the section; NULL: the model has none */
} section_input;

enum { LOAD_1, LOAD_2, LOAD_3, LOAD_M2, LOAD_M3, SECTION_LOADS };

typedef struct {
    jet1 load[SECTION_LOADS]; /* forces along the axes, moments about axes 2 and 3 at the reference line */
    jet1 row[SECTION_STATES]; /* rates of the states in their equations */
    double alpha, mach;
    double wind[2], yaw[2];  /* tangents of the wind angle and of the yaw angle that are written, as quotients */
    double c[AIRFOIL_COUNT]; /* coefficients */
    double rate[2];          /* of the incidence, if the model uses them */
} section_result;

static inline double section_wind_angle(const section_result *of) { return atan2(of->wind[0], of->wind[1]); }
static inline double section_yaw_angle(const section_result *of) { return atan2(of->yaw[0], of->yaw[1]); }

typedef struct section_model {
    const char *keyword; /* after `unsteady`; NULL: selected otherwise */
    int n_states;
    bool feels_spin; /* loads depend on the angular velocity; always the case with built-in airfoils */
    size_t memory;   /* bytes of history per section */
    void (*eval)(int n, const section *section, const section_input *in,
                 section_result *out); /* n: 0 or section_lanes */
    void (*accept)(const section *section, const section_input *in, const section_result *now, void *memory);
} section_model;

static inline int section_lanes(const section_model *model) { return model->n_states > 0 ? SECTION_LANES : 8; }

extern const section_model section_steady, section_bielawa, section_harris, section_theodorsen;

/* --- shared by the models ----------------------------------------------------------------------------------------- */

/* r = f(a, b), with derivatives. */
static inline void jet1_chain2(int lanes, jet1 *r, double f, const jet1 *a, double by_a, const jet1 *b, double by_b)
{
    r->v = f;
    JET_LANES(lanes, l) r->d[l] = by_a * a->d[l] + by_b * b->d[l];
}

/* r = a; copies no more than the lanes. */
static inline void jet1_copy(int lanes, jet1 *restrict r, const jet1 *restrict a)
{
    r->v = a->v;
    JET_LANES(lanes, l) r->d[l] = a->d[l];
}

/* The relative wind at a section, as jets. */
typedef struct {
    jet1 wind;               /* angle between the velocity in the plane of the section and axis 1 */
    jet1 v[3];               /* velocity that gives the direction of the loads */
    jet1 per_v;              /* dynamic pressure divided by the speed in the plane of the section */
    jet1 friction, in_plane; /* rho/2 times the speed of the friction along the span and in the plane */
    jet1 mach, yaw;          /* yaw: max(cos(yaw angle), 1/2) */
    jet1 speed2;             /* square of the velocity */
    double forward;          /* velocity along the chord that gives the yaw */
    bool bridges_jumps;      /* as in the input */
} section_wind;

/* Returns false if the section does not move relative to the air: its loads are then zero. If `whole` is true, the
 * dynamic pressure is that of the whole velocity, otherwise of its component in the plane of the section. */
bool section_wind_now(int n, const section *section, const section_input *in, bool whole, section_wind *wind);
/* Computes yaw and Mach number with this velocity along the chord. */
void section_yaw(int lanes, const section_input *in, const jet1 *forward, section_wind *wind);
/* Lift, drag, moment, and drag along the span. */
enum { SECTION_SPAN = AIRFOIL_COUNT, SECTION_COEFFICIENTS };
/* Computes the coefficients at an incidence, all as jets. */
void section_coefficients(int lanes, const section *section, const section_wind *wind, const jet1 *alpha,
                          jet1 out[SECTION_COEFFICIENTS]);
/* Computes the loads from the coefficients; lift is perpendicular to the wind, drag along it. */
void section_loads(int lanes, const section *section, const section_wind *wind,
                   const jet1 coefficients[SECTION_COEFFICIENTS], section_result *out);

/* Sets loads and rates of the states to zero: there is no relative wind. */
static inline void section_still(int n, section_result *out)
{
    for (int i = 0; i < SECTION_LOADS; i++)
        jet1_const(n, &out->load[i], 0.0);
    for (int i = 0; i < SECTION_STATES; i++)
        jet1_const(n, &out->row[i], 0.0);
    out->alpha = out->mach = out->rate[0] = out->rate[1] = 0.0;
    out->wind[0] = out->yaw[0] = 0.0;
    out->wind[1] = out->yaw[1] = 1.0;
    out->c[AIRFOIL_LIFT] = out->c[AIRFOIL_DRAG] = out->c[AIRFOIL_MOMENT] = 0.0;
}

/* Fills the quantities of a section that are written to the output. */
void section_report(const section *section, const section_input *in, const section_wind *wind, double alpha,
                    const jet1 coefficients[SECTION_COEFFICIENTS], section_result *out);
