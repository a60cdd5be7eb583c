/* flight.h - runs a deck with controls, and computes means of quantities. */
#pragma once
#include "torsor/torsor.h"

typedef struct {
    const char *name;
    bool is_live; /* set during the analysis; otherwise a variable, for which the deck is read again */
    bool has_start;
    double start, step; /* initial value; step of differences */
} flight_control;

typedef struct {
    const char *name;
    double wanted, tolerance;
} flight_target;

typedef struct {
    const char *deck;
    torsor_options open;
    const torsor_definition *definitions;
    int n_definitions;
    flight_control *controls;
    int n_controls;
    const flight_target *targets;
    int n_targets;
    double time;   /* of the short run before the controls are set; NAN: none */
    double period; /* of the means; 0: a revolution of the hub; NAN: values instead of means */
    unsigned hub;
    double settle; /* number of periods before means are computed; without period, a time */
} flight_plan;

typedef struct flight flight;

/* Opens the deck and does the short run; initial values that were not given become the current values. Returns NULL
 * after a message. */
flight *flight_begin(flight_plan *plan);
void flight_end(flight *flight);
/* Computes the values of the targets with these controls. Returns false after a message. */
bool flight_try(flight *flight, const double *controls, double *means);
/* Makes the next trial continue from the end of the last one if all controls are live. */
void flight_save(flight *flight);
/* Runs the whole deck with these controls and writes results. */
torsor_status flight_write(flight *flight, const double *controls, const char *results);
