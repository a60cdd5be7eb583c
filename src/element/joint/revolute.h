/* revolute.h - what revolute hinge, pin and rotation and axial rotation share. */
#pragma once
#include "element/joint/joint.h"
#include "contract/friction.h"

typedef struct {
    joint_side side[2];
    orientation_kind description;
    double first_angle; /* what the angle is at the start, when the deck says so */
    bool has_first_angle;
    friction *friction;     /* or NULL */
    double radius, preload; /* of the contact, for friction */
    const drive *speed;     /* axial rotation: imposed angular velocity */
    const drive *normal;    /* brake: normal force */
} revolute;

/* What a revolute joint remembers: the angle of side 2 from side 1 about axis 3. */
typedef revolution_count revolute_memory;

/* `friction , radius , [ preload , N , ] model , shape`, when it follows. */
void read_revolute_friction(reader *reader, revolute *joint);
void sample_revolute_friction(sampler *from, revolute *joint);

/* Hinge and pin: the points coincide, axes 3 are parallel, friction where there is any. */
void revolute_connect(const elem *element, layout *layout);
void revolute_eval(int lanes, const state *state, const elem *element, local *out);

/* Friction about axis 3 of H1. The first three internal unknowns are the reaction force F (not in a brake), the last
 * one is the model's. v = radius e . (w1 - w2)    couple  radius shape(f) f max(|F|, preload) e  on side 2 */
void revolute_friction(int lanes, const state *state, const elem *element, local *out);
void revolute_friction_layout(layout *layout, const elem *element);
void revolute_initial(const state *s, const elem *element, initial_values *initial);

/* The friction couple about the axis as it acts on side 2, and the coefficient. */
void revolute_friction_now(const state *state, const elem *element, double *M, double *f);

/* Columns 14...: angles, [ imposed speed, ] relative angular velocity [, friction couple, coefficient ]; ends the
 * row. */
void revolute_output(const state *state, const elem *element, record *out);

void revolute_start(const state *state, const elem *element, memory_block *to);
void revolute_accept(const state *state, const elem *element, memory_block *to);
/* Private data 1 and 2: "rz", the angle with its turns, and "wz", its rate. */
double revolute_rotating(const state *state, const elem *element, int index);
/* Those two, force and moment. */
extern const char *const revolute_private_names[];

/* Rows of types whose self is a revolute. */
#define REVOLUTE_SLOTS                                                                                                \
    .card = &elem_cards[CARD_JOINT], .size = sizeof(revolute),                                                        \
    .history =                                                                                                        \
        &(const elem_history){.memory = sizeof(revolute_memory), .start = revolute_start, .accept = revolute_accept}, \
    .hint = joint_hint
