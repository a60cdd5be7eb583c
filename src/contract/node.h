/* node.h - the contract of node types, and a node as the core represents it. Each type is one row of node/nodes.def.
 *
 * A node owns unknowns and the rows (equations) that elements write to. Structural nodes have a pose (index into
 * state.poses); scalar nodes have one number. Rows contain what acts ON the node: forces, currents, flows, heat - plus
 * inertia terms with a minus sign, so that row = 0 is the balance. */
#pragma once
#include "deck/reader.h"
#include "contract/frame.h"
#include "contract/memory.h"
#include "record/record.h"
#include "contract/state.h"

typedef enum { DOF_DIFFERENTIAL, DOF_ALGEBRAIC } dof_kind;

typedef struct node_type node_type;

/* How the initial assembly constrains a node. */
typedef struct {
    double position_stiffness, velocity_stiffness; /* of the springs towards the motion given in the deck */
    bool omega_rotates;                            /* the given angular velocity rotates with the node */
} node_assembly;

/* Why the accelerations of a node are required, and where they come from. */
typedef struct {
    bool is_wanted;            /* they are output or read, and the node can provide them */
    bool is_read;              /* they are read during the analysis */
    bool momentum_is_velocity; /* its momentum unknowns are velocities, and their derivatives the accelerations */
} node_accelerations;

typedef struct node {
    const node_type *type;
    unsigned label;
    const char *name;         /* NULL if it has none */
    source_location location; /* of its label in the deck */
    int dof, n_dof;           /* first unknown and their number; dof is -1 if it has none */
    int row;                  /* first balance row (forces, then moments) */
    int momentum;             /* first momentum unknown (3 or 6 of them), -1 if static; momentum rows: momentum_row */
    int momentum_row;
    int pose;                      /* index into state.poses, -1 for scalar nodes */
    bool pose_wanted;              /* set by read: requires a pose */
    bool has_rotation;             /* six unknowns rather than three */
    bool is_dummy;                 /* its motion follows from other nodes; without unknowns */
    const frame *initial;          /* structural nodes: the motion given in the deck; NULL for scalar nodes */
    const node_assembly *assembly; /* structural nodes; NULL for scalar nodes */
    bool output;
    bool output_second; /* also output the second row */
    double scale;
    int memory; /* its memory (memory.h) */
    void *self; /* data of the type */
} node;

/* Initial values, written before the initial assembly. */
typedef struct {
    double *y, *yp;
    pose *poses;
} initial_values;

struct node_type {
    const char *keyword; /* "structural" */
    const char *counter; /* "structural nodes": card of control data, and keyword of default output */
    const char *grammar, *summary;
    const char *file;  /* extension of its text output, "mov" */
    const char *level; /* "struct": level in the NetCDF file, node.struct.LABEL; NULL: not in the file */
    int rank;          /* unknowns of types with a lower rank come first; less than node_type_count */
    size_t size;
    /* Reads the arguments after the label; sets n_dof, has_rotation, is_dummy, momentum (0: has momentum, -1: none). */
    void (*read)(reader *reader, node *node);
    dof_kind (*kind)(const node *node, int i);
    void (*initial)(const node *node, initial_values *initial);
    /* Optional. */
    /* Reads one further option at the end of the card; returns false if it is not an option of the type. */
    bool (*read_extra)(reader *reader, node *node);
    node_accelerations (*accelerations)(const node *node); /* for a node with a pose */
    void (*show_accelerations)(node *node);                /* for the keyword `accelerations` of the output card */
    void (*complete)(node *node);                          /* when the whole deck has been read */
    void (*want_private)(node *node, int index);           /* when this datum is read */
    void (*output)(const state *state, const node *node, record *out);
    void (*second_row)(const state *state, const node *node, record *out); /* into second_file: momenta, "ine" */
    const char *second_file;
    void (*log)(const node *node, record *out); /* its line of the .log file, written when it is read */
    size_t memory;
    memory_begin *begin;
    memory_valid *valid;
    void (*accept)(const state *state, const node *node, memory_block *memory);
    /* Returns its value if it can be set from outside; otherwise NULL. */
    double *(*settable)(const node *node, memory_block *memory);
    int (*private_index)(const node *node, const char *name); /* 1, 2, ...; 0 if there is no such datum */
    double (*private_value)(const state *state, const node *node, int index);
    const char *const *private_names;                 /* for help and "did you mean"; NULL-terminated */
    const char *(*dof_name)(const node *node, int i); /* "position x", for messages */
};

extern const node_type *const node_types[];
extern const int node_type_count;
const node_type *node_type_find(const char *keyword);
int node_type_index(const node_type *type);

/* Returns the value of a scalar node (value or derivative), also of a parameter node, which has no unknown. */
double node_value(const state *state, const node *node);

/* A degree of freedom of any node: LABEL, TYPE [, INDEX] [, { algebraic | differential }] (2.5). A parameter node
 * takes the place of one: it has a value, but neither column nor row. */
typedef struct {
    const node *node;
    int index;       /* from 0 */
    bool derivative; /* differential: selects the derivative of the unknown */
    /* Its column and its balance row, -1 if the node has none. Valid once the model is frozen. */
    int unknown, row;
} node_dof;

void node_dof_bind(node_dof *dof); /* sets unknown and row after the freeze */
double node_dof_value(const state *state, const node_dof *dof);
/* d value / d column: see state.h. */
static inline double dof_weight(const state *state, const node_dof *dof)
{
    if (dof->derivative)
        return state->drate;
    return dof->node->type->kind(dof->node, dof->index) == DOF_ALGEBRAIC ? 1.0 : state->dvalue;
}
