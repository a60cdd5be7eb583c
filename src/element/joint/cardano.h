/* cardano.h - declarations shared by Cardano hinge, pin and rotation. */
#pragma once
#include "element/joint/joint.h"

typedef struct {
    joint_side side[2];
    orientation_kind description;
} cardano;

/* Axis 3 of side 1 stays normal to axis 2 of side 2; the moment -M (e3(H1) x e2(H2)) acts on side 2. */
void part_cardano(const joint_work *work, int internal, double M);
/* For hinge and pin: the same, and the points coincide. */
void cardano_connect(const elem *element, layout *layout);
void cardano_eval(int lanes, const state *state, const elem *element, local *out);
/* The moment in global axes. */
vec3 cardano_moment(const side_motion m[2], double M);
/* Writes A' B in the given description, with the column names of the kind `named`; ends the row. */
void cardano_output(const mat3 *A, const mat3 *B, orientation_kind description, orientation_kind named, record *out);

/* Slots of the types hinge and pin. */
#define CARDANO_SLOTS                                                                                              \
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_CROSS}, .card = &elem_cards[CARD_JOINT], \
    .size = sizeof(cardano), .connect = cardano_connect, .eval = cardano_eval, .internal_name = joint_internal_name
