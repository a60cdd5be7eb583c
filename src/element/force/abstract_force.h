/* abstract_force.h - declarations shared by abstract and abstract internal forces. */
#pragma once
#include "model/model.h"
#include "contract/sampler.h"

typedef struct {
    int n;
    node_dof dof[2];
    const drive *drive;
} abstract_force;

void read_abstract_force(reader *reader, abstract_force *force, int n);
void abstract_force_connect(const elem *element, layout *layout);
void abstract_force_eval(int lanes, const state *state, const elem *element, local *out);
void abstract_force_output(const state *state, const elem *element,
                           record *out); /* LABEL , then NODE value of each node */
void abstract_force_sample(sampler *from, abstract_force *force, int n);

#define ABSTRACT_FORCE_SLOTS                                                                        \
    .assembly = &(const elem_assembly){.force = true}, .card = &elem_cards[CARD_FORCE],             \
    .size = sizeof(abstract_force), .connect = abstract_force_connect, .eval = abstract_force_eval, \
    .output = abstract_force_output
