/* step_control.h - how long the next step is: as the strategy says, halved, cut, or limited. */
#pragma once
#include "contract/element.h"
#include "problem/strategy.h"

struct run;

/* Steps that were halved since they were too long for an element: they fill one of the length that was wanted. */
typedef struct {
    double length; /* that was wanted; 0: no step is halved */
    int times;     /* the present ones are 2^-times of it */
    int done;      /* of these, since its beginning */
} halved_step;

/* What the length of the next step follows from; part of the solution, and thus of its copies. */
typedef struct {
    bool is_under_way; /* the length of the next step follows from that of the last */
    strategy_memory strategy;
    halved_step halved;
    double uncut;           /* length of the last step had it not been cut to end at a given time; 0: it was not */
    double wanted;          /* length of the step, before a coupling limits it; 0: none is under way */
    bool has_reported_jump; /* of a motion, which no step is short enough for */
} step_control;

/* What bounds the step at hand. */
typedef struct {
    double deadline;       /* of the clock, see task */
    double until;          /* no step goes beyond; HUGE_VAL: any may */
    const elem **limiters; /* elements that may reject a step that is too long for them */
    int n_limiters;
    const elem *rejected_by; /* the one that has rejected the step that was solved; NULL: none */
    bool has_switches;       /* some element's forces jump */
} step_limits;

void step_limits_prepare(struct run *run);
/* Notes which element rejects the stage that was solved. */
void step_limits_check(struct run *run);
/* The next step from the last accepted state, of another length where one fails. What leads to no solution has been
 * reported, and leaves time and step where they were. */
outcome step_control_advance(struct run *run);
