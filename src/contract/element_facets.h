/* element_facets.h - facets of element types: optional parts, each a pointer of the type that may be NULL.
 *
 * A slot that is NULL in a facet means that there is nothing to do. A type defines a facet in place:
 *
 *     .history = &(const elem_history){.memory = sizeof(revolution_count), .begin = begin, .accept = accept}, */
#pragma once
#include "contract/drawing.h"
#include "contract/memory.h"
#include "contract/node.h"
#include "contract/participant.h"
#include "math/inertia.h"

typedef struct elem elem;
struct carrier;

/* Memory of an instance (memory.h), and its updates from step to step. */
typedef struct {
    size_t memory; /* bytes */
    memory_begin *begin;
    memory_valid *valid;
    /* Called once, when the initial state is known. */
    void (*start)(const state *state, const elem *element, memory_block *memory);
    /* Called at the beginning of a step, with the predicted state. */
    void (*predict)(const state *state, const elem *element, memory_block *memory);
    /* Called after a stage, if another one follows. */
    void (*inner)(const state *state, const elem *element, memory_block *memory);
    /* Called when the step has converged: commits history. */
    void (*accept)(const state *state, const elem *element, memory_block *memory);
    /* Returns whether a solved step is too long: it is repeated with half the length. */
    bool (*rejects_step)(const state *state, const elem *element);
    /* How many events it has, and the value of one: positive until its equations change, as a gap or a sliding speed.
     * Steps whose length follows from an accuracy end where it becomes zero or negative. */
    int (*events)(const elem *element);
    double (*event)(const state *state, const elem *element, int index);
    bool is_discontinuous; /* or steep forces: a failed step is repeated with state.freezes_switches */
    bool (*has_friction)(const elem *element); /* the same for instances with friction */
} elem_history;

/* Points of a run at which elements exchange data with peers, or find forces, as rigid contact does: at the initial
 * state before its derivatives are computed, at the predicted state of a step, and after each correction. */
typedef enum { EXCHANGE_START, EXCHANGE_PREDICTED, EXCHANGE_CORRECTED } exchange_point;
/* Whether it is called again after the next correction, and whether the step must continue until then. */
typedef enum { EXCHANGE_DONE, EXCHANGE_CONTINUES, EXCHANGE_PENDING } exchange_status;

/* Data exchange with other programs: the participant of a coupling (participant.h), or a peer (peer.h). All elements
 * send before the first one receives in `exchange`, since one program may be the peer of several elements. */
typedef struct {
    void (*couple)(const state *state, const elem *element, memory_block *memory, couple_point at);
    void (*send)(const state *state, const elem *element, memory_block *memory, exchange_point at);
    exchange_status (*exchange)(const state *state, const elem *element, memory_block *memory, exchange_point at);
} elem_exchange;

/* Mass: either added about the origin, or that of each node added to sums by pose, where pose_of maps the first unknown
 * of a node to its pose (-1: not required). Without the second function all mass belongs to the node of the first
 * column. */
typedef struct {
    void (*add)(const state *state, const elem *element, inertia_sum *sum);
    void (*add_to_nodes)(const state *state, const elem *element, const int *pose_of, inertia_sum *sums);
} elem_inertia;

/* Attachment of other elements, in the initial configuration of the deck. */
typedef struct {
    void (*carry)(const elem *element, vec3 x, struct carrier *carrier); /* finds the nodes that carry the point x */
    const node *const *(*axis)(const elem *element, int *n);             /* returns the n nodes along its axis */
} elem_geometry;

/* Its drawing; without `draw`, lines between its nodes (elem_draw), and the symbol at the last one. */
typedef struct {
    void (*draw)(const elem *element, drawing *drawing);
    draw_symbol symbol;
} elem_drawing;

/* Text output other than its row in the file of its class. */
typedef struct {
    const char *file; /* extension of the file that contains the row, instead of that of the class */
    /* Written to second_file, or elem.second_path. */
    void (*second_row)(const state *state, const elem *element, record *out);
    const char *second_file;
} elem_files;

/* A hidden element that the core creates for every dynamic node. */
typedef struct {
    void (*attach)(elem *element, const node *node);
    const node *(*node)(const elem *element);
} elem_companion;

/* Role in the initial assembly. Without this facet an element participates if it has constraints. */
typedef struct {
    bool deformable; /* participates with "initial assembly of deformable and force elements"; forces are elastic */
    bool force;      /* as above, if "use: ..., in assembly" names its class; forces are loads */
    bool never;      /* never participates, even with constraints: genels, inertia */
    bool always;     /* always participates: hbeam, and what applies reactions of constraints of another element */
    bool loads_velocities;   /* forces on dynamic nodes act in the assembly of velocities, not of positions */
    bool steady_reactions;   /* in the assembly of velocities its reactions do not rotate with the nodes */
    bool additive_rotations; /* the assembly adds the rotation parameters of its nodes */
    bool keeps_reactions; /* its reactions start with their values from the assembly, those of other types with zero */
} elem_assembly;

/* Expectations of the contract tests. They reject a type that touches structural nodes and is not in balance without a
 * reason given here, and one that gives a reason and is in balance. If the formulation is the reason, the head of the
 * type's file explains it. */
typedef struct {
    bool internal_forces;     /* forces on the nodes are in balance: none on the ground */
    bool external_forces;     /* not in balance: it acts on the ground, or has mass */
    bool momentum_rows;       /* not in balance: it writes momentum rows */
    bool unbalanced;          /* not in balance by its formulation; with internal_forces: only its friction */
    bool friction;            /* may have friction, with one more internal unknown; its reactions then do work */
    bool reactions_work;      /* reactions do work by its formulation */
    bool reactions_unapplied; /* reactions are applied by another element */
    bool linear_shapes;       /* coordinates are amplitudes of linear shapes: no work to first order in them */
    bool no_potential;        /* forces have no potential, although the laws inside have one */
    bool vector_unknowns;     /* the first three internal unknowns are a vector in global axes */
} elem_expectations;
