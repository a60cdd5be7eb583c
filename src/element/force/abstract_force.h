/* abstract_force.h - what abstract and abstract internal forces share. */
#pragma once
#include "model/model.h"
#include "contract/sampler.h"

typedef struct {
    int n;
    node_dof dof[2];
    const drive *drive;
} abstract_force;

void read_abstract_force(reader *r, abstract_force *f, int n);
void abstract_force_connect(const elem *e, layout *l);
void abstract_force_eval(int n, const state *s, const elem *e, local *out);
void abstract_force_output(const state *s, const elem *e, record *out); /* LABEL , then NODE value of each node */
void abstract_force_sample(sampler *from, abstract_force *f, int n);

#define ABSTRACT_FORCE_SLOTS                                                                        \
    .assembly = &(const elem_assembly){.force = true}, .card = &elem_cards[CARD_FORCE],             \
    .size = sizeof(abstract_force), .connect = abstract_force_connect, .eval = abstract_force_eval, \
    .output = abstract_force_output
