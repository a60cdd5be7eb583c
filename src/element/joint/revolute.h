/* revolute.h - declarations shared by revolute hinge, revolute pin, revolute rotation and axial rotation. */
#pragma once
#include "element/joint/joint.h"
#include "contract/friction.h"

typedef struct {
    joint_side side[2];
    orientation_kind description;
    double first_angle; /* initial angle, if given in the deck */
    bool has_first_angle;
    bool omits_angles;      /* from the row */
    friction *friction;     /* or NULL */
    double radius, preload; /* of the contact surface, for friction */
    const drive *speed;     /* axial rotation: imposed angular velocity */
    const drive *normal;    /* brake: normal force */
} revolute;

/* Memory of a revolute joint: the angle of side 2 relative to side 1 about axis 3. */
typedef revolution_count revolute_memory;

/* Reads `friction , radius , [ preload , N , ] model , shape`, if present. */
void read_revolute_friction(reader *reader, revolute *joint);
void sample_revolute_friction(sampler *from, revolute *joint);

/* For hinge and pin: the points coincide, axes 3 are parallel; with friction, if any. */
void revolute_connect(const elem *element, layout *layout);
void revolute_eval(int lanes, const state *state, const elem *element, local *out);

/* Friction about axis 3 of H1. The first three internal unknowns are the reaction force F (except in a brake), the last
 * one is that of the friction model.
 *
 *     v = radius e . (w1 - w2)
 *     moment radius shape(f) f max(|F|, preload) e on side 2 */
void revolute_friction(int lanes, const state *state, const elem *element, local *out);
void revolute_friction_layout(layout *layout, const elem *element);
void revolute_initial(const state *s, const elem *element, initial_values *initial);

/* Returns the friction moment about the axis that acts on side 2, and the friction coefficient. */
void revolute_friction_now(const state *state, const elem *element, double *M, double *f);

/* Writes columns 14...: angles, [ imposed speed, ] relative angular velocity [, friction moment, coefficient ]; ends
 * the row. */
void revolute_output(const state *state, const elem *element, record *out);

void revolute_start(const state *state, const elem *element, memory_block *to);
void revolute_accept(const state *state, const elem *element, memory_block *to);
/* Private data 1 and 2: "rz", the angle with whole revolutions, and "wz", its rate. */
double revolute_rotating(const state *state, const elem *element, int index);
/* Names of these two, then of force and moment. */
extern const char *const revolute_private_names[];

/* Slots of types whose self is a revolute. */
#define REVOLUTE_SLOTS                                                                                                \
    .card = &elem_cards[CARD_JOINT], .size = sizeof(revolute),                                                        \
    .history =                                                                                                        \
        &(const elem_history){.memory = sizeof(revolute_memory), .start = revolute_start, .accept = revolute_accept}, \
    .hint = joint_hint

/* joint_revolute_hinge.c: slots of the hinge, and, except `read`, of its old name. */
void revolute_hinge_read(reader *reader, elem *element);
void revolute_hinge_output_row(const state *state, const elem *element, record *out);
void revolute_hinge_log_line(const elem *element, record *out);
double revolute_hinge_private_value(const state *state, const elem *element, int index);
void revolute_hinge_describe_internal(const elem *element, internal_words *words);
void revolute_hinge_sample(sampler *from, elem *element);

#define REVOLUTE_HINGE_SLOTS                                                                                          \
    REVOLUTE_SLOTS,                                                                                                   \
        .connect = revolute_connect, .eval = revolute_eval, .initial = revolute_initial,                              \
        .output = revolute_hinge_output_row, .log = revolute_hinge_log_line, .private_names = revolute_private_names, \
        .private_value = revolute_hinge_private_value, .internal_name = joint_internal_name,                          \
        .describe = revolute_hinge_describe_internal, .sample = revolute_hinge_sample,                                \
        .assembly = &(const elem_assembly){.keeps_reactions = true},                                                  \
        .expectations =                                                                                               \
            &(const elem_expectations){.internal_forces = true, .friction = true, .vector_unknowns = true},           \
        .drawing = &(const elem_drawing)                                                                              \
    {                                                                                                                 \
        .draw = joint_draw, .symbol = SYMBOL_HINGE                                                                    \
    }
