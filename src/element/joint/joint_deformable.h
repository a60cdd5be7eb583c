/* joint_deformable.h - declarations shared by deformable joints: forces between two sides by a constitutive law. */
#pragma once
#include "element/joint/joint.h"

typedef struct {
    joint_side side[2]; /* first member, for joint_hint */
    law *law;
    bool has_translation, has_rotation;
    bool is_invariant; /* the frame of the law is halfway between the sides, not on side 1 */
    orientation_kind description;
} deformable;

/* Kinematics: the frame of the law, and strain and strain rate in it. [0] translation, [1] rotation. */
typedef struct {
    jet_side side[2];
    mat3 H;       /* orientation of the law's frame */
    jet3 spin, w; /* rotation increment and angular velocity of that frame */
    jet3 half;    /* tan(|theta|/4) theta/|theta| in global axes; invariant joints */
    jet3 d;       /* from point 1 to point 2 */
    jet3 strain[2], rate[2];
} deformable_motion;

/* Components of a type, and whether it is invariant. */
enum { PART_TRANSLATION = 1, PART_ROTATION = 2, PART_INVARIANT = 4 };

void read_deformable(reader *reader, elem *element, unsigned parts);

void deformable_connect(const elem *element, layout *layout);
void deformable_eval(int lanes, const state *state, const elem *element, local *out);
void deformable_start(const state *state, const elem *element, memory_block *to);
void deformable_predict(const state *state, const elem *element, memory_block *to);
void deformable_accept(const state *state, const elem *element, memory_block *to);
bool deformable_hint(reader *reader, elem *element, const char *name, hint *hint);
void deformable_output(const state *state, const elem *element, record *out);
void deformable_sample(sampler *from, elem *element, unsigned parts);
double deformable_private_value(const state *state, const elem *element, int index);
/* Names of the private data of a joint with translation, rotation or both, in the order of their indices. */
int deformable_private_index(const elem *element, const char *name);
bool deformable_has_private(const elem *element, int index);

/* Slots of the types, which have their own log_line. */
#define DEFORMABLE_SLOTS                                                                                              \
    .history =                                                                                                        \
        &(const elem_history){.start = deformable_start, .predict = deformable_predict, .accept = deformable_accept}, \
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_BUSHING}, .card = &elem_cards[CARD_JOINT],  \
    .size = sizeof(deformable), .connect = deformable_connect, .eval = deformable_eval, .output = deformable_output,  \
    .log = log_line, .private_index = deformable_private_index, .has_private = deformable_has_private,                \
    .private_value = deformable_private_value, .hint = deformable_hint
