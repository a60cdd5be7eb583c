/* transmission.h - joints that couple the motions of two nodes, each relative to a reference node, proportionally.
 *
 *     phi = c1 q1 + c2 q2 - eps F = 0        one row, multiplier F; eps: regularization
 *     linear   q = e3 . (x - x_ref) - q_0,   e3: axis 3 of the node
 *              node: -c F e3, -c F e3 x (x - x_ref)      reference: c F e3
 *     angular  q = -e3' (theta and whole revolutions about its axis, nearest to that of the last step),
 *              theta = log(H' R_ref C), C such that it is zero initially
 *              node: -c F g                              reference: c F g,     g = H Gamma(theta)^-T e3
 *
 * As in MBDyn, g is that of theta without whole revolutions: with them it would be singular after a complete
 * revolution. For a fixed axis both are equal. */
#pragma once
#include "element/joint/joint.h"

typedef enum { MOTION_LINEAR, MOTION_ANGULAR } motion_kind;

typedef struct {
    joint_side side[2]; /* node, reference */
    motion_kind kind;
    double c, first; /* first: q_0 of a linear motion */
    mat3 C;
} motion;

typedef struct {
    motion motions[2];
    double regularization;
} transmission;

/* Rotations of the angular motions at the last accepted step, including whole revolutions. */
typedef struct {
    vec3 theta[2];
} transmission_memory;

/* Reads NODE [, orientation, R]; `which`: 0 for the node, 1 for its reference node. */
void read_motion_node(reader *reader, motion *motion, int which);
/* Reads ratio , R | C1 , C2; `sign`: sign of the second coefficient. */
void read_ratio(reader *reader, transmission *transmission, double sign);
void transmission_set(transmission *transmission, elem *element); /* requires that the nodes are known */
void transmission_connect(const elem *element, layout *layout);
void transmission_eval(int lanes, const state *state, const elem *element, local *out);
void transmission_accept(const state *state, const elem *element, memory_block *memory);
void sample_transmission(sampler *from, elem *element, motion_kind a, motion_kind b);
const char *transmission_internal_name(const elem *element, int index);

/* Quantities of a motion that are written to the output. */
typedef struct {
    vec3 axis, arm; /* e3, or g; x - x_ref */
    vec3 theta;     /* rotation vector, including whole revolutions */
} motion_shown;

motion_shown motion_show(const state *state, const elem *element, int which);

#define TRANSMISSION_SLOTS                                                                                       \
    .history = &(const elem_history){.memory = sizeof(transmission_memory),                                      \
                                     .start = transmission_accept,                                               \
                                     .accept = transmission_accept},                                             \
    .assembly = &(const elem_assembly){.never = true},                                                           \
    .expectations = &(const elem_expectations){.internal_forces = true}, .card = &elem_cards[CARD_USER_DEFINED], \
    .module = MODULE_FAB_MOTION, .size = sizeof(transmission), .connect = transmission_connect,                  \
    .eval = transmission_eval, .internal_name = transmission_internal_name
