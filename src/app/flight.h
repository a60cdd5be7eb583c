/* flight.h - a deck that is run with controls, and means of what it does. */
#pragma once
#include "torsor/torsor.h"

typedef struct {
    const char *name;
    bool is_live; /* set while the analysis is under way; otherwise a variable, for which the deck is read again */
    bool has_start;
    double start, step; /* of differences */
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
    double period; /* of the means; 0: a turn of the hub; NAN: values, not means */
    unsigned hub;
    double settle; /* periods that pass before means are taken; without period, a time */
} flight_plan;

typedef struct flight flight;

/* Opens the deck and does the short run; starts that nobody gave become the present values. NULL after a message. */
flight *flight_begin(flight_plan *plan);
void flight_end(flight *flight);
/* What the targets come to with these controls. False after a message. */
bool flight_try(flight *flight, const double *controls, double *means);
/* The next try goes on from the end of the last one, where controls are all live. */
void flight_save(flight *flight);
/* The whole run of the deck with these controls and results. */
torsor_status flight_write(flight *flight, const double *controls, const char *results);
