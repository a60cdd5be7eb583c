/* bistop_switch.h - the switch of a bistop: it closes when one condition holds, opens when another does, and measures
 * strain from where it closed. */
#pragma once
#include "contract/law.h"

typedef struct {
    const drive *activation, *off;
    bool captures;      /* strain counts from the one at which it closed */
    bool begins_active; /* initial status */
} bistop_switch;

typedef struct {
    int is_active, was_active; /* in this step, and at the end of the last accepted one */
    double reference[LAW_MAX], last_reference[LAW_MAX];
} bistop_memory;

void read_bistop_status(reader *reader, bistop_switch *bistop_switch);     /* [ initial status , ... , ] */
void read_bistop_conditions(reader *reader, bistop_switch *bistop_switch); /* activating and deactivating condition */
void bistop_begin(const bistop_switch *bistop_switch, bistop_memory *of);
/* The conditions at the predicted configuration of a step decide for the whole step. */
void bistop_predict(const state *state, const bistop_switch *bistop_switch, bistop_memory *of, int dim,
                    const double *strain);
void bistop_accept(bistop_memory *of, int dim);
