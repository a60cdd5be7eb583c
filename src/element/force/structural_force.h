/* structural_force.h - declarations shared by forces and moments on structural nodes. */
#pragma once
#include "element/blocks.h"
#include "model/model.h"
#include "contract/sampler.h"

/* One node, or two with opposite forces. */
typedef struct {
    int n;
    const node *node[2];
    vec3 arm[2];      /* in node axes */
    bool is_follower; /* the value rotates with the first node */
    const tpl_drive *drive;
} structural_force;

/* Reads NODE , position , f , DRIVE3, or for two nodes NODE , position , f , NODE , position , f , DRIVE3. The old form
 * is NODE , direction , f [ , NODE , f ] , drive. */
void read_force(reader *reader, structural_force *force, int n, bool is_follower);
/* The same with optional positions. */
void read_couple(reader *reader, structural_force *force, int n, bool is_follower);

vec3 force_value(const state *state, const structural_force *force); /* in global axes */
void force_eval(int lanes, const state *state, const elem *element, local *out);
void couple_eval(int lanes, const state *state, const elem *element, local *out);
void force_connect(const elem *element, layout *layout);
void couple_connect(const elem *element, layout *layout);
/* Writes NODE F P of node `index` of n; the force on the second node is -F. */
void force_columns(record *out, const node *on, int n, int index, vec3 F, vec3 point);
void force_output(const state *state, const elem *element, record *out);  /* LABEL , then NODE F P of each node */
void couple_output(const state *state, const elem *element, record *out); /* LABEL , then NODE M of each node */
void force_log(const elem *element, const char *name, record *out);
void force_draw(const elem *element, drawing *drawing);
void couple_draw(const elem *element, drawing *drawing);
void force_sample(sampler *from, structural_force *force, int n, bool is_follower);

/* Slots of the types, except those that depend on the number of nodes and on whether the value rotates with the
 * first. */
#define FORCE_SLOTS                                                                        \
    .drawing = &(const elem_drawing){.draw = force_draw}, .card = &elem_cards[CARD_FORCE], \
    .size = sizeof(structural_force), .connect = force_connect, .eval = force_eval, .output = force_output
#define COUPLE_SLOTS                                                                         \
    .drawing = &(const elem_drawing){.draw = couple_draw}, .card = &elem_cards[CARD_COUPLE], \
    .size = sizeof(structural_force), .connect = couple_connect, .eval = couple_eval, .output = couple_output
