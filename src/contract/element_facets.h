/* element_facets.h - what only some element types have: each facet is a pointer of the type, NULL where it has none.
 *
 * A slot that is NULL in a facet means nothing to do. A type writes a facet where it needs it:
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

/* Memory of an instance (memory.h), and what happens to it from step to step. */
typedef struct {
    size_t memory; /* bytes */
    memory_begin *begin;
    memory_valid *valid;
    void (*start)(const state *state, const elem *element,
                  memory_block *memory); /* once, when the initial state is known */
    void (*predict)(const state *state, const elem *element,
                    memory_block *memory); /* a step begins, the state is the predicted one */
    void (*inner)(const state *state, const elem *element,
                  memory_block *memory); /* a stage is solved, and another one follows */
    void (*accept)(const state *state, const elem *element,
                   memory_block *memory); /* the step has converged: commit history */
    bool (*rejects_step)(const state *state,
                         const elem *element); /* a solved step is too long: it is repeated, half as long */
    bool is_discontinuous; /* its forces jump or are steep: a step that fails is repeated with state.holds */
} elem_history;

/* Points of a run at which elements talk to peers: at the initial state before its derivatives are found, at the
 * predicted state of a step, and after each correction. */
typedef enum { EXCHANGE_START, EXCHANGE_PREDICTED, EXCHANGE_CORRECTED } exchange_point;
/* Whether it is called again after the next correction, and whether the step must not end before that. */
typedef enum { EXCHANGE_DONE, EXCHANGE_CONTINUES, EXCHANGE_PENDING } exchange_status;

/* Data for other programs: the participant of a coupling (participant.h), or a peer (peer.h). All elements send before
 * the first one receives in `exchange`, since one program may be the peer of several. */
typedef struct {
    void (*couple)(const state *state, const elem *element, memory_block *memory, couple_point at);
    void (*send)(const state *state, const elem *element, memory_block *memory, exchange_point at);
    exchange_status (*exchange)(const state *state, const elem *element, memory_block *memory, exchange_point at);
} elem_exchange;

/* Mass: add it about the origin; or that of each node to sums by pose, pose_of being the pose of the node whose first
 * unknown it is (-1: not wanted). Without the second all of it belongs to the node of the first column. */
typedef struct {
    void (*add)(const state *state, const elem *element, inertia_sum *sum);
    void (*add_to_nodes)(const state *state, const elem *element, const int *pose_of, inertia_sum *sums);
} elem_inertia;

/* Where other elements attach to it, the nodes being where the deck puts them. */
typedef struct {
    void (*carry)(const elem *element, vec3 x, struct carrier *carrier); /* the nodes that carry the point x */
    const node *const *(*axis)(const elem *element, int *n);             /* the n nodes along its axis */
} elem_geometry;

/* Its shape; without `draw` lines between its nodes (elem_draw), and the symbol at the last one. */
typedef struct {
    void (*draw)(const elem *element, drawing *drawing);
    draw_symbol symbol;
} elem_drawing;

/* Text output besides its row in the file of its class. */
typedef struct {
    const char *file; /* extension of the file that has the row instead of that of the class */
    void (*second_row)(const state *state, const elem *element,
                       record *out); /* into second_file, or elem.second_path */
    const char *second_file;
} elem_files;

/* A hidden element that the core makes for every dynamic node. */
typedef struct {
    void (*attach)(elem *element, const node *node);
    const node *(*node)(const elem *element);
} elem_companion;

/* Part in the initial assembly. Without this facet an element is in it if it has constraints. */
typedef struct {
    bool deformable;         /* with "initial assembly of deformable and force elements"; forces are elastic */
    bool force;              /* the same, when "use: ..., in assembly" names its class; forces are loads */
    bool never;              /* not even with constraints: genels, inertia */
    bool always;             /* it applies reactions of another element's constraints */
    bool steady_reactions;   /* the assembly of velocities takes its reactions as not rotating with the nodes */
    bool additive_rotations; /* the assembly adds up the parameters of its nodes' rotations */
    bool keeps_reactions;    /* its reactions begin as the assembly leaves them, those of others at zero */
} elem_assembly;

/* What the contract tests expect. They refuse a type that touches structural nodes and is not in balance without
 * saying why, and one that says so and is; where the formulation is the reason, the head of the type's file has it. */
typedef struct {
    bool internal_forces;     /* forces on the nodes are in balance: no action on the ground */
    bool external_forces;     /* not in balance: it acts on the ground, or has mass */
    bool momentum_rows;       /* not in balance: it writes momentum rows */
    bool unbalanced;          /* not in balance by its formulation; with internal_forces: its friction alone */
    bool friction;            /* may have friction, an internal unknown more, and then its reactions do work */
    bool reactions_work;      /* reactions do work by its formulation */
    bool reactions_unapplied; /* reactions are applied by another element */
    bool linear_shapes;       /* coordinates are amplitudes of linear shapes: no work to first order in them */
    bool no_potential;        /* forces have no potential, even though the laws inside have one */
    bool vector_unknowns;     /* the first three internal unknowns are a vector in global axes */
} elem_expectations;
