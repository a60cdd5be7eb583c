/* displacement_force.h - what forces on points without rotation share. */
#pragma once
#include "model/model.h"
#include "contract/sampler.h"

typedef struct {
    int n;
    const node *node[2];
    const tpl_drive *drive;
} displacement_force;

void read_displacement_force(reader *r, displacement_force *f, int n);
void displacement_force_connect(const elem *e, layout *l);
void displacement_force_eval(int n, const state *s, const elem *e, local *out);
void displacement_force_output(const state *s, const elem *e, record *out); /* LABEL , then NODE F x of each node */
void displacement_force_log(const elem *e, const char *name, record *out);
void displacement_force_sample(sampler *from, displacement_force *f, int n);

void displacement_force_draw(const elem *e, drawing *d);

#define DISPLACEMENT_FORCE_SLOTS                                                                                \
    .drawing = &(const elem_drawing){.draw = displacement_force_draw},                                          \
    .assembly = &(const elem_assembly){.force = true}, .card = &elem_cards[CARD_FORCE],                         \
    .size = sizeof(displacement_force), .connect = displacement_force_connect, .eval = displacement_force_eval, \
    .output = displacement_force_output
