/* gimbal.h - what gimbal hinge and rotation share. The last of their own unknowns is the multiplier M. */
#pragma once
#include "element/joint/joint.h"

typedef struct {
    joint_side side[2];
    orientation_kind description;
} gimbal;

/* The relative rotation has no component about axis 3, in the last of the own rows. */
void gimbal_turn_layout(const elem *e, layout *l, const joint_rows *at);
void gimbal_turn_eval(int n, const state *s, const elem *e, local *out);

typedef struct {
    vec3 M; /* the couple on side 2, axes of H1 */
    double t, p;
} gimbal_motion;

gimbal_motion gimbal_now(const state *s, const elem *e);
/* t, p and the orientation A' B; ends the row. */
void gimbal_output(const elem *e, const gimbal_motion *g, const mat3 *A, const mat3 *B, record *out);

/* "lambda[1]" ... "phi" */
extern const char *const gimbal_private_names[];
double gimbal_private(const state *s, const elem *e, int index);

#define GIMBAL_SLOTS                                                              \
    .card = &elem_cards[CARD_JOINT], .size = sizeof(gimbal),                      \
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_CROSS}, \
    .private_names = gimbal_private_names, .private_value = gimbal_private
