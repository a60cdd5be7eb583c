/* displacement_force.h - declarations shared by the forces at the positions of nodes, without moments. */
#pragma once
#include "model/model.h"
#include "contract/sampler.h"

typedef struct {
    int n;
    const node *node[2];
    const tpl_drive *drive;
} displacement_force;

void read_displacement_force(reader *reader, displacement_force *force, int n);
void displacement_force_connect(const elem *element, layout *layout);
void displacement_force_eval(int lanes, const state *state, const elem *element, local *out);
void displacement_force_output(const state *state, const elem *element,
                               record *out); /* LABEL , then NODE F x of each node */
void displacement_force_log(const elem *element, const char *name, record *out);
void displacement_force_sample(sampler *from, displacement_force *force, int n);

void displacement_force_draw(const elem *element, drawing *drawing);

#define DISPLACEMENT_FORCE_SLOTS                                                                                \
    .drawing = &(const elem_drawing){.draw = displacement_force_draw},                                          \
    .assembly = &(const elem_assembly){.force = true}, .card = &elem_cards[CARD_FORCE],                         \
    .size = sizeof(displacement_force), .connect = displacement_force_connect, .eval = displacement_force_eval, \
    .output = displacement_force_output
