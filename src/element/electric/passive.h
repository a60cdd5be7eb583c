/* passive.h - components with two nodes and one parameter: resistor, capacitor, inductor. */
#pragma once
#include "element/electric/electric.h"

typedef struct {
    terminals terminals;
    double value;
    bool is_long_row; /* rows include the node voltages: the module was loaded with the syntax of old decks */
} passive;

void read_passive(reader *reader, elem *element, const char *what);
void passive_connect(const elem *element, layout *layout);
void passive_output(const state *state, const elem *element, double I, record *out);
void sample_passive(sampler *from, elem *element);
extern const char *const passive_private_names[];

#define PASSIVE_SLOTS_BUT_SAMPLE                                                               \
    .assembly = &(const elem_assembly){.never = true}, .card = &elem_cards[CARD_USER_DEFINED], \
    .module = MODULE_FAB_ELECTRIC, .size = sizeof(passive), .connect = passive_connect,        \
    .private_names = passive_private_names
#define PASSIVE_SLOTS PASSIVE_SLOTS_BUT_SAMPLE, .sample = sample_passive
