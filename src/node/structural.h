/* structural.h - structural nodes: what the files of this folder and special services of the core know about them. */
#pragma once
#include "contract/node.h"

typedef enum { STRUCTURAL_STATIC, STRUCTURAL_DYNAMIC, STRUCTURAL_MODAL, STRUCTURAL_DUMMY } structural_kind;

typedef struct {
    structural_kind kind;
    frame initial;
    node_assembly assembly;
    orientation_kind orientation;
    bool accelerations;       /* written to the output */
    bool wants_accelerations; /* read by an object */
    bool has_inertia;         /* also for a node without momenta, as the problem requires (contract/problem_traits.h) */
    struct dummy *dummy;      /* of a dummy node, otherwise NULL */
} structural;

/* Dummy node: the motion of a point fixed to other nodes, or relative to them. */
typedef struct dummy {
    const node *base;
    bool is_relative;
    vec3 offset; /* offset: of the point in the base node; relative frame: of the origin in the reference node */
    mat3 rotation;
    const node *reference;
    const node *pivot;
    vec3 pivot_offset;
    mat3 pivot_rotation;
} dummy;

/* Returns whether this is a modal node, which has velocities instead of momenta; their derivatives are the
 * accelerations. */
static inline bool structural_is_modal(const node *node)
{
    return node->pose_wanted && ((const structural *)node->self)->kind == STRUCTURAL_MODAL;
}

void dummy_read(reader *reader, node *node);
/* Returns the motion of any structural node, including dummy nodes. */
pose structural_pose(const state *state, const node *node);
/* Returns whether the output has columns for accelerations. A dummy node has them if its base node does; in a
 * relative frame, the reference node must have them too. */
bool structural_shows_accelerations(const node *node);
/* Returns whether a node, or the node that a dummy node follows, can have accelerations. */
bool structural_can_accelerate(const node *node);
/* Requests the accelerations of a node, or of the nodes that a dummy node follows. */
void structural_want_accelerations(const node *node);
void structural_want_private(node *node, int index);
/* Stores linear and angular acceleration, which are zero if nothing has requested accelerations. */
void structural_acceleration(const state *state, const node *node, vec3 *a, vec3 *dw);

int structural_private_index(const node *node, const char *name);
double structural_private_value(const state *state, const node *node, int index);
extern const char *const structural_private_names[];
