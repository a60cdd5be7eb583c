/* structural.h - structural nodes: what the files of this folder and the core's special services know of them. */
#pragma once
#include "contract/node.h"

typedef enum { STRUCTURAL_STATIC, STRUCTURAL_DYNAMIC, STRUCTURAL_MODAL, STRUCTURAL_DUMMY } structural_kind;

typedef struct {
    structural_kind kind;
    frame initial;
    node_assembly assembly;
    orientation_kind orientation;
    bool accelerations;       /* columns of the output */
    bool wants_accelerations; /* somebody reads them */
    bool has_inertia;         /* of a node without momenta too, as the problem says (contract/problem_traits.h) */
    struct dummy *dummy;      /* of a dummy node, else NULL */
} structural;

/* A dummy node: the motion of a point carried by, or seen from, other nodes. */
typedef struct dummy {
    const node *base;
    bool is_relative;
    vec3 offset; /* offset: of the point, in the base node; relative frame: of the origin, in the reference node */
    mat3 rotation;
    const node *reference;
    const node *pivot;
    vec3 pivot_offset;
    mat3 pivot_rotation;
} dummy;

/* A modal node: what stands in the place of its momenta are its velocities, whose derivatives are the accelerations. */
static inline bool structural_is_modal(const node *node)
{
    return node->pose_wanted && ((const structural *)node->self)->kind == STRUCTURAL_MODAL;
}

void dummy_read(reader *reader, node *node);
/* The motion of any structural node, dummy ones included. */
pose structural_pose(const state *state, const node *node);
/* Whether its output has columns for accelerations: a dummy node does as its base does, and in a relative frame only if
 * the other node does as well. */
bool structural_shows_accelerations(const node *node);
/* Whether a node, or the one a dummy node follows, can have accelerations. */
bool structural_can_accelerate(const node *node);
/* Asks for the accelerations of a node, or of those a dummy node follows. */
void structural_want_accelerations(const node *node);
void structural_want_private(node *node, int index);
/* Linear and angular acceleration; zero when nobody asked for accelerations. */
void structural_acceleration(const state *state, const node *node, vec3 *a, vec3 *dw);

int structural_private_index(const node *node, const char *name);
double structural_private_value(const state *state, const node *node, int index);
extern const char *const structural_private_names[];
