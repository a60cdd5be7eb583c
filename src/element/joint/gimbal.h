/* gimbal.h - declarations shared by gimbal hinge and gimbal rotation. Their last internal unknown is the multiplier
 * M. */
#pragma once
#include "element/joint/joint.h"

typedef struct {
    joint_side side[2];
    orientation_kind description;
} gimbal;

/* The relative rotation has no component about axis 3: the last internal row. */
void gimbal_rotation_layout(const elem *element, layout *layout, const joint_rows *at);
void gimbal_rotation_eval(int lanes, const state *state, const elem *element, local *out);

typedef struct {
    vec3 M; /* moment on side 2, in the axes of H1 */
    double t, p;
} gimbal_motion;

gimbal_motion gimbal_now(const state *state, const elem *element);
/* Writes t, p and the orientation A' B; ends the row. */
void gimbal_output(const elem *element, const gimbal_motion *motion, const mat3 *A, const mat3 *B, record *out);

/* "lambda[1]" ... "phi" */
extern const char *const gimbal_private_names[];
double gimbal_private(const state *state, const elem *element, int index);

#define GIMBAL_SLOTS                                                              \
    .card = &elem_cards[CARD_JOINT], .size = sizeof(gimbal),                      \
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_CROSS}, \
    .private_names = gimbal_private_names, .private_value = gimbal_private
