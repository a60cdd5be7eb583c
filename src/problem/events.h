/* events.h - instants at which equations change, in steps whose length follows from an accuracy.
 *
 * Elements have events, values that are positive until their equations change (contract/element_facets.h); switches of
 * drives and laws count as values of 1 and -1. A step in which such a value becomes zero or negative is repeated with a
 * shorter length, so that steps end before the event. The step across it, and the one after it, are so short that what
 * happens in them does not count; no earlier point is used afterwards. */
#pragma once
#include <stdbool.h>

struct run;

typedef struct events events;

/* Part of the solution. */
typedef struct {
    double left;   /* from the beginning of the next step to a time after the event; 0: none is ahead */
    double beyond; /* value of the event at that time */
    int which;     /* number of the event */
    int after;     /* short steps that follow one that has passed an event */
    bool restarts; /* points before the end of the last step are not used */
} event_memory;

/* Returns NULL if nothing in the model has events. */
events *events_create(struct run *run);
/* To be called before a step: stores the values at its beginning. Returns the length that leads to an event that is
 * ahead, at most h. */
double events_begin(struct run *run, double h);
/* To be called when a step of length h is solved. Returns the length with which it is to be repeated, or 0. */
double events_shorten(struct run *run, double h);
/* To be called when a step of length h is accepted. */
void events_accept(struct run *run, double h);
