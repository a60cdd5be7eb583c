/* step_control.h - the length of the next step: determined by the strategy, halved, cut, or limited. */
#pragma once
#include "contract/element.h"
#include "problem/error_control.h"
#include "problem/events.h"
#include "problem/strategy.h"

struct run;

/* Steps that were halved because they were too long for an element: together they fill one step of the requested
 * length. */
typedef struct {
    double length; /* requested length; 0 if no step is halved */
    int times;     /* the present steps are 2^-times of it */
    int done;      /* number of these steps done */
} halved_step;

/* The beginning of a step. */
typedef struct {
    double t, dt;
    int step;
} step_start;

/* State that determines the length of the next step; part of the solution, and thus of its copies. */
typedef struct {
    bool is_under_way; /* the length of the next step is determined from that of the last */
    strategy_memory strategy;
    error_memory error;
    event_memory events;
    halved_step halved;
    double uncut;           /* length of the last step before it was cut to end at a given time; 0 if it was not cut */
    double wanted;          /* length of the step before a coupling limits it; 0 if none is in progress */
    bool has_reported_jump; /* a jump of the motion, for which no step is short enough, was reported */
} step_control;

/* Limits of the present step. */
typedef struct {
    double deadline;       /* of the clock, see task */
    double until;          /* latest end of a step; HUGE_VAL: unlimited */
    const elem **limiters; /* elements that may reject a step that is too long for them */
    int n_limiters;
    const elem *rejected_by; /* the element that rejected the step that was solved; NULL if none did */
    bool has_switches;       /* forces of some element are discontinuous */
    const double *begin_y;   /* where the iterations begin; NULL: at the prediction */
    const pose *begin_poses; /* orientations of begin_y */
    long n_continued;        /* steps of this run that did not converge from the prediction */
    double continued_at;     /* the end of the first of them */
} step_limits;

void step_limits_prepare(struct run *run);
/* A new solution may take as long as the limits of the program allow. */
void step_limits_begin(struct run *run);
/* Records which element rejects the stage that was solved. */
void step_limits_check(struct run *run);
/* Performs the next step from the last accepted state, with another length if one fails. If there is no solution, the
 * cause has been reported, and time and step are left unchanged. */
outcome step_control_advance(struct run *run);
