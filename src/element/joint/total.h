/* total.h - declarations shared by total joint, total pin joint, total equation and total internal reaction. */
#pragma once
#include "element/joint/joint.h"

typedef enum { TOTAL_FREE, TOTAL_POSITION, TOTAL_VELOCITY } total_status;

/* Components 0-2 are positions along the axes of H1 = R1 Rh1, components 3-5 rotations about the axes of R1 Rr1. */
typedef struct {
    joint_side side[2];
    mat3 Rr[2];
    total_status status[6];
    int internal[6];             /* index among the internal unknowns, -1 if free */
    const tpl_drive *imposed[2]; /* position and rotation vector, or their rates */
    const tpl_drive *rates[2];   /* their derivatives, if given in the deck (inverse dynamics), otherwise NULL */
    const tpl_drive *seconds[2]; /* the same for second derivatives */
} total;

/* Memory of types whose self begins with a total. */
typedef struct {
    vec3 rotated; /* rotation of the components that are not imposed, as of the last accepted step */
    vec3 theta;   /* rotation vector with whole revolutions, as of the last accepted step */
    mat3 Rr[2];   /* as changed by hints */
} total_memory;

void total_begin(const void *self, void *memory);

extern const tpl_drive TOTAL_NOTHING; /* imposes zero */

/* Reads [ position , f ] [ , position orientation , R ] [ , rotation orientation , R ] of side `index`, which follow
 * its node, if any. */
void read_total_side(reader *reader, total *joint, int index, const joint_side *other, const mat3 *other_Rr);
/* Reads NODE and the same for each side. */
void read_total_sides(reader *reader, total *joint);
/* Reads [ position constraint , ... ] [ , orientation constraint , ... ]; numbers the internal unknowns and sets their
 * kinds. */
void read_total_constraints(reader *reader, elem *element);
/* The same without drives. */
void read_total_statuses(reader *reader, total *joint);
void total_number(total *joint, elem *element, arena *memory);
/* Sets the same from a string of six characters: '-' free, 'p' position or rotation. The rotation frames are those of
 * the sides. */
void total_set(total *joint, elem *element, arena *memory, const char *statuses);

/* Motion of side 2 relative to side 1. */
typedef struct {
    vec3 d;     /* position in H1 */
    vec3 theta; /* rotation vector in R1 Rr1 */
    vec3 v;     /* velocity relative to node 1, in H1 */
    vec3 w;     /* angular velocity in R1 Rr1 */
} total_motion;
total_motion total_now(const state *state, const elem *element);
vec3 total_theta(const state *state, const elem *element); /* returns theta with whole revolutions */

enum { TOTAL_EQUATIONS = 1, TOTAL_REACTIONS = 2 };
/* Adds the constraint rows and/or the reactions of the given multipliers, as `what` says. */
void total_eval(int lanes, const state *state, const elem *element, const double *multipliers, unsigned what,
                local *out);
void total_rate(const state *state, const elem *element, double *phi_t);
void total_start(const state *state, const elem *element, memory_block *to);
void total_accept(const state *state, const elem *element, memory_block *to);
void total_layout(layout *layout, const total *joint, unsigned what);
/* Slots of types whose self begins with a total and that have both equations and reactions. */
void total_connect(const elem *element, layout *layout);
void total_eval_both(int lanes, const state *state, const elem *element, local *out);

/* Writes a row of output; multipliers may be NULL for zeros. */
void total_row(const state *state, const elem *element, const double *multipliers, record *out);
void total_output(const state *state, const elem *element, record *out); /* with its own multipliers */
/* Writes NAME: LABEL, then node, f, Rh and Rr of each side. */
void total_log_sides(record *out, const elem *element, const char *name, const total *joint);
void total_log_statuses(record *out, const total *joint);

/* Returns 1-24, or 0 if unknown: "px" "rx" "Fx" "Mx" "dx" "tx" "vx" "wx", and "X[1]" "Phi[1]" "f[1]" "m[1]" "V[1]"
 * "Omega[1]". */
int total_private_index(const elem *element, const char *name);
double total_private_value(const state *state, const elem *element, int index);
extern const char *const total_private_names[];

const char *total_internal_name(const elem *element, int index);
/* Describe the constraints as equality at the two nodes, or for a pin as equality with the initial position. */
void total_describe(const elem *element, internal_words *words);
void total_pin_describe(const elem *element, internal_words *words);
bool total_hint(reader *reader, elem *element, const char *name, hint *hint);
/* "offset{k}": adjusts the imposed position to the current position of the nodes. */
bool total_offset_hint(reader *reader, elem *element, const char *name, hint *hint);
/* "offset{k}", "hinge{k}" of joints whose rotation frames are those of the hinges. */
bool total_hinge_hint(reader *reader, elem *element, const char *name, hint *hint);
void total_sample_constraints(sampler *from, total *joint, elem *element);

/* Draws a symbol according to the free components. */
void total_draw(const elem *element, drawing *drawing);

extern const elem_type joint_total_equation_type;

/* Slots of types whose self is a total with equations and reactions; the second also has the output, private data and
 * hints of the total joint. */
#define TOTAL_SLOTS                                                                                            \
    .card = &elem_cards[CARD_JOINT], .size = sizeof(total), .connect = total_connect, .eval = total_eval_both, \
    .internal_name = total_internal_name
#define TOTAL_JOINT_SLOTS                                                                                            \
    TOTAL_SLOTS,                                                                                                     \
        .history =                                                                                                   \
            &(const elem_history){                                                                                   \
                .memory = sizeof(total_memory), .begin = total_begin, .start = total_start, .accept = total_accept}, \
        .drawing = &(const elem_drawing){.draw = total_draw}, .output = total_output,                                \
        .private_index = total_private_index, .private_value = total_private_value,                                  \
        .private_names = total_private_names, .hint = total_hint
