/* bistop_switch.h - the switch of a bistop: it closes when one condition holds, opens when another does, and
 * measures strain from the value at which it closed. */
#pragma once
#include "contract/law.h"

typedef struct {
    const drive *activation, *off;
    bool captures;      /* strain is measured from the value at which the switch closed */
    bool begins_active; /* initial status */
} bistop_switch;

typedef struct {
    int is_active, was_active; /* in the current step, and at the end of the last accepted one */
    double reference[LAW_MAX], last_reference[LAW_MAX];
} bistop_memory;

void read_bistop_status(reader *reader, bistop_switch *bistop_switch);     /* [ initial status , ... , ] */
void read_bistop_conditions(reader *reader, bistop_switch *bistop_switch); /* activating and deactivating condition */
void bistop_begin(const bistop_switch *bistop_switch, bistop_memory *of);
/* The conditions in the predicted configuration determine the status for the whole step. */
void bistop_predict(const state *state, const bistop_switch *bistop_switch, bistop_memory *of, int dim,
                    const double *strain);
/* Tells whether the status has changed in the step, or will change in the next one if the conditions remain. */
bool bistop_switches(const state *state, const bistop_switch *bistop_switch, const bistop_memory *of);
void bistop_accept(bistop_memory *of, int dim);
