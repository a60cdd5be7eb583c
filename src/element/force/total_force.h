/* total_force.h - declarations shared by total and total internal forces. */
#pragma once
#include "element/blocks.h"
#include "model/model.h"
#include "contract/sampler.h"

/* One node, or two with opposite forces and moments. */
typedef struct {
    int n;
    const node *node[2];
    vec3 arm[2];
    mat3 Rf[2], Rm[2]; /* orientations of force and moment on each node; those of the first apply */
    const tpl_drive *force, *moment;
} total_force;

void read_total_force(reader *reader, total_force *force, int n);
void total_force_connect(const elem *element, layout *layout);
void total_force_eval(int lanes, const state *state, const elem *element, local *out);
void total_force_output(const state *state, const elem *element, record *out); /* writes LABEL F M */
void total_force_log(const elem *element, const char *name, record *out);
void total_force_sample(sampler *from, total_force *force, int n);

void total_force_draw(const elem *element, drawing *drawing);

#define TOTAL_FORCE_SLOTS                                                                                          \
    .drawing = &(const elem_drawing){.draw = total_force_draw}, .assembly = &(const elem_assembly){.force = true}, \
    .card = &elem_cards[CARD_FORCE], .size = sizeof(total_force), .connect = total_force_connect,                  \
    .eval = total_force_eval, .output = total_force_output
