/* joint.h - declarations shared by joints: their sides, constraints that many of them are composed of, reading, output
 * and log lines.
 *
 * Notation: x, R, w are the position, orientation and angular velocity of a node; f, Rh are the offset and orientation
 * of a joint on it; b = R f, p = x + b, H = R Rh, v is the velocity of p. Side 1 and side 2 have indices 0 and 1.
 * Reactions do no work: the force on a node is minus the derivative of the constraint with respect to the node's motion
 * times the multiplier. */
#pragma once
#include "element/blocks.h"
#include "contract/hint.h"
#include "model/model.h"
#include "contract/sampler.h"

/* A point and a frame on a node, in the axes of the node. */
typedef struct {
    vec3 f;
    mat3 Rh;
} side_fit;

/* A node with a point and a frame on it, or (side 1 only) the ground: node is NULL, f and Rh are absolute. */
typedef struct {
    const node *node;
    vec3 f;
    mat3 Rh;
    int fitted; /* 1 + offset of the side_fit in memory that replaces f and Rh; 0 if no hint changes them */
} joint_side;

/* f and Rh, as changed by hints. */
static inline const vec3 *side_f(const state *state, const joint_side *side)
{
    return side->fitted ? &((const side_fit *)remembered(state, side->fitted - 1))->f : &side->f;
}
static inline const mat3 *side_Rh(const state *state, const joint_side *side)
{
    return side->fitted ? &((const side_fit *)remembered(state, side->fitted - 1))->Rh : &side->Rh;
}

typedef struct {
    const pose *pose;
    vec3 b, p, v;
    mat3 H;
} side_motion;

side_motion side_now(const state *state, const joint_side *side);
/* Sets pose, b and p only. */
extern const pose joint_ground;
static inline void side_place(const state *state, const joint_side *side, side_motion *motion)
{
    motion->pose = side->node ? &state->poses[side->node->pose] : &joint_ground;
    motion->b = mat3_mulv(&motion->pose->R, *side_f(state, side));
    motion->p = vec3_add(motion->pose->x, motion->b);
}

/* The internal unknowns; NULL if there are none. */
static inline const double *internal_values(const state *state, const elem *element)
{
    return element->n_internal > 0 ? state->y + element->internal : NULL;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

typedef enum {
    POSITION_NEEDED,   /* [ position , ] f */
    POSITION_OPTIONAL, /* [ position , f ] */
    POSITION_LOOSE,    /* the same, or f alone if it cannot be the next node */
    POSITION_NONE,
} position_rule;

/* Reads NODE , position [ , { orientation | hinge } , Rh ]; `other` is side 1 while side 2 is read, otherwise NULL. */
void read_side(reader *reader, joint_side *side, const joint_side *other, position_rule rule);
/* read_sides reads two nodes; read_pin reads a node (side 2) and then the ground (side 1), whose position is
 * required. */
void read_sides(reader *reader, joint_side side[2], position_rule rule);
void read_pin(reader *reader, joint_side side[2], position_rule rule);
/* Parts of read_side that follow the node, for joints with a different syntax. */
const node *read_side_node(reader *reader, joint_side *side, const joint_side *other);
vec3 read_side_position(reader *reader, const joint_side *side, const joint_side *other, const char *what);
mat3 read_side_orientation(reader *reader, const joint_side *side, const joint_side *other, const char *what);
/* Reads [ position , X ], the position of `point` in the global frame, and returns it in the frame of `body`. */
vec3 read_attached_position(reader *reader, const node *body, const node *point);
bool read_orientation_word(reader *reader); /* accepts `orientation` or `hinge` */
/* Reads [ orientation description , KIND ]; the default is the one of the control data. */
orientation_kind read_description(reader *reader);
/* Reads a one-dimensional law whose arguments may refer to the initial length of the rod, L, and to its unstrained
 * length, L0. */
law *read_law_of_length(reader *reader, double length, double L0);
frame_context side_context(const joint_side *side, const joint_side *other);

/* Returns an orientation whose axis `index` (from 0) is along d. */
mat3 frame_along(vec3 d, int index);

void sample_side(sampler *from, joint_side *side, int which);
void sample_sides(sampler *from, joint_side side[2]);
void sample_pin(sampler *from, joint_side side[2]);

/* --- local indices ------------------------------------------------------------------------------------------------ */

/* First local index of each side (-1 if side 1 is the ground) and of the internal unknowns, in the order of
 * layout_sides. */
typedef struct {
    int side[2], internal;
} joint_rows;

joint_rows side_rows(const joint_side side[2]);
/* Adds the nodes and the internal unknowns to the layout in this order, and clears the pattern. */
joint_rows layout_sides(layout *layout, const joint_side side[2]);

/* --- parts: constraints with their reactions and exact Jacobian --------------------------------------------------- */

typedef struct {
    int n; /* lanes of eval */
    const state *state;
    side_motion m[2]; /* without v */
    joint_rows rows;
    local *out;
} joint_work;

joint_work joint_begin(int lanes, const state *state, const joint_side side[2], local *out);

/* phi = p1 - p2 in rows internal ... internal + 2; the force F acts on side 2, -F on side 1. */
void part_point(const joint_work *work, int internal, vec3 F);
/* The same for a joint that consists of it: the whole of eval. */
void joint_points(int lanes, const state *state, const joint_side side[2], vec3 F, local *out);
void part_point_layout(layout *layout, const joint_rows *at, int internal);

/* phi = sign a . b in row internal, with a fixed on side 1 and b on side 2; the moment sign (a x b) M acts on side
 * 2. */
void part_normal(const joint_work *work, int internal, double sign, vec3 a, vec3 b, double M);
void part_normal_layout(layout *layout, const joint_rows *at, int internal);

/* Axis 3 of H1 is parallel to axis 3 of H2, in rows internal and internal + 1; M1 e1(H2) + M2 e2(H2) acts on side 2. */
void part_axis(const joint_work *work, int internal, const double M[2]);
void part_axis_layout(layout *layout, const joint_rows *at, int internal);

/* row = rate - e3(H2) . (w2 - w1); M e3(H2) acts on side 2. Requires two nodes. */
void part_spin(const joint_work *work, int internal, double M, double rate);
void part_spin_layout(layout *layout, const joint_rows *at, int internal);

/* --- the same for jets -------------------------------------------------------------------------------------------- */

typedef struct {
    jet_node node;
    jet3 b, p;
    const mat3 *Rh;
} jet_side;

void jet_side_seed(int lanes, jet_side *side, const state *state, const joint_side *joint_side,
                   int first); /* requires a node, not the ground */
/* Velocity of p. */
void jet_side_velocity(int lanes, jet3 *r, const jet_side *side);
/* Axis `index` of H. */
static inline void jet_side_axis(int lanes, jet3 *r, const jet_side *side, int index)
{
    jet_node_arm(lanes, r, &side->node, mat3_col(side->Rh, index));
}
/* Adds s F, applied at the end of arm, to the node whose rows begin at row. */
void local_force(int lanes, local *out, int row, double s, const jet3 *F, const jet3 *arm);
void local_moment(int lanes, local *out, int row, double s, const jet3 *M);
/* theta = log(Ra' Rb) in frame a, with Ra = R1 A and Rb = R2 B; its derivatives follow from the rotations of the two
 * nodes. */
void jet_relative_rotation(int lanes, jet3 *theta, const jet_side side[2], const mat3 *A, const mat3 *B);

/* r = Gamma(theta)^-T a: the moment of a unit multiplier of the component of theta along a. */
void jet_rotation_moment(int lanes, jet3 *r, const jet3 *theta, const jet3 *a);

/* --- output ------------------------------------------------------------------------------------------------------- */

/* Writes the label and the twelve standard columns: force and moment, local and global. The caller continues and ends
 * the row. */
void joint_output(record *out, const elem *element, vec3 F_local, vec3 M_local, vec3 F, vec3 M);
/* A force and a moment in global axes. */
typedef struct {
    vec3 F, M;
} wrench;
/* Writes the same row, with the components in the frame R and in the global one. */
void joint_output_in(record *out, const elem *element, const mat3 *R, wrench wrench);
/* Log lines of types whose self begins with `joint_side side[2]`: NAME: LABEL node1 f1 Rh1 node2 f2 Rh2 */
void joint_log(record *out, const elem *element, const char *name);
/* The same with zeros as offsets. */
void joint_log_rotation(record *out, const elem *element, const char *name);
/* NAME: LABEL node f Rh node R'(X - x) R0 R', with X and R0 of the pin and the node in its initial position. */
void joint_log_pin(record *out, const elem *element, const char *name);
void joint_log_side(record *out, const node *node, vec3 f, const mat3 *Rh);
void joint_log_begin(record *out, const elem *element, const char *name);

/* "Fx" ... "Mz" in the node's frame, then "fx" ... "mz" in the global one. */
extern const char *const joint_both_frames_names[];
double joint_both_frames(const mat3 *R, wrench wrench, int index);

/* --- drawing ------------------------------------------------------------------------------------------------------ */

static inline draw_tie side_tie(const joint_side *side) { return draw_at(side->node, side->f, &side->Rh); }
/* Draws lines from node to point to point to node, with the symbol on side 2, and the ground if side 1 is the ground;
 * for types whose self begins with `joint_side side[2]`. */
void joint_draw(const elem *element, drawing *drawing);
void sides_draw(const joint_side side[2], draw_symbol what, draw_tie at, drawing *drawing);

/* --- slots of types ----------------------------------------------------------------------------------------------- */

/* For types whose internal unknowns begin with a force and a moment, or whose self begins with `joint_side side[2]`. */
/* Describes, for the components that are on, reaction forces with position constraints, then reaction moments with
 * orientation constraints; then, for the initial assembly, the same for their rates. Each takes a pair of words. */
void joint_describe(internal_words *d, const bool on[6], const component_words words[8]);
const char *joint_internal_name(const elem *element, int index); /* "reaction force x" ... "reaction moment z" */
const char *joint_moment_name(const elem *element, int index);   /* "reaction moment x" ... */
/* "offset{k}", "hinge{k}": adjusts side k (0: the ground) to the other side in the current position of the nodes. */
bool joint_hint(reader *reader, elem *element, const char *name, hint *h);
/* Makes f and Rh of a side part of the element's memory. */
void side_remember(reader *reader, const elem *element, joint_side *side);
/* Adjusts the side to the other one in the current position of the nodes. */
void side_reset_offset(const state *state, const joint_side side[2], int which, memory_block *memory);
void side_reset_hinge(const state *state, const joint_side side[2], int which, memory_block *memory);

/* --- angles with whole revolutions -------------------------------------------------------------------------------- */

typedef struct {
    double angle; /* as of the last accepted step, without wrapping */
    double shift; /* added to the reported angle */
    int is_known;
} revolution_count;

double revolution_now(const revolution_count *revolution_count, double wrapped);
void revolution_accept(revolution_count *revolution_count, double wrapped);
/* Returns the angle about axis 3 of H1' H2, in (-pi, pi]. */
double sides_angle(const mat3 *H1, const mat3 *H2);
