/* element.h - what every element type provides, and an element as the core knows it.
 *
 * One row of element/elements.def a type. An element touches nodes and may own unknowns (multipliers, internal states).
 * `connect` lists them: local index k stands for one global row and one global column. `eval` then writes local rows:
 *
 *     balance rows of nodes:   the force (current, flow ...) that the element puts ON the node, global axes,
 *                              moments about the node
 *     own rows:                the element's own equations, any sign and scale
 *
 * and, when n > 0, the derivative of each row along each local column (see state.h for what a column means). Nothing
 * else is asked: integration, initial assembly, derivatives, eigenanalysis all come from the same function. */
#pragma once
#include "math/inertia.h"
#include "contract/own_words.h"
#include "contract/drawing.h"
#include "contract/memory.h"
#include "contract/module.h"
#include "contract/node.h"
#include "contract/participant.h"

/* --- classes and cards: rows of element_classes.def --------------------------------------------------------------- */

/* A class shares a counter, labels, an output flag and an output file. */
typedef struct {
    const char *counter;    /* "joints": card of control data, word of default output; NULL: not counted */
    const char *other_word; /* taken for the counter as well; NULL: none */
    const char *file;       /* "jnt"; NULL: writes nothing */
    const char *list;       /* "joint": of its labels in the NetCDF file; NULL: nothing of it is there */
    const char *list_words; /* "Joint": of the description of the list */
    const char *title;      /* "Rigid Body": where the model is printed; NULL: the name of the card */
    diag_code useless;      /* the warning when `use: ..., in assembly` names it in vain; NULL: none */
    unsigned flags;
} elem_class;

enum {
    CLASS_IS_SINGLE = 1,         /* no label: at most one (gravity), or any number when it is not counted (bind) */
    CLASS_OTHER_IS_OLD = 2,      /* the other word is out of use */
    CLASS_IS_QUIET = 4,          /* not written unless the deck asks for it */
    CLASS_IN_USE = 8,            /* a word of `use: ..., in assembly` */
    CLASS_MAKES_ASSEMBLY = 16,   /* there is an initial assembly when the model has one of these */
    CLASS_ASSEMBLED_DRIVEN = 32, /* deformable ones that are driven are in the initial assembly */
    CLASS_LISTS_WRITTEN = 128,   /* the list of the NetCDF file has those alone that are written */
    CLASS_FILE_BY_ROWS = 256,    /* its text file exists only when one of a type with rows is written */
    CLASS_IS_IMPLIED = 64,       /* every dynamic node makes one: a larger number may be announced */
};

/* A card of the elements block. */
typedef struct {
    const char *name;
    const elem_class *of;
    const char *level; /* of its columns in the NetCDF file; NULL: not there */
} elem_card;

enum {
#define ELEMENT_CLASS(id, ...) CLASS_##id,
#define ELEMENT_CARD(id, ...)
#include "contract/element_classes.def"
#undef ELEMENT_CLASS
#undef ELEMENT_CARD
    CLASS_COUNT
};
enum {
#define ELEMENT_CLASS(...)
#define ELEMENT_CARD(id, ...) CARD_##id,
#include "contract/element_classes.def"
#undef ELEMENT_CLASS
#undef ELEMENT_CARD
    CARD_COUNT
};

extern const elem_class elem_classes[CLASS_COUNT];
extern const elem_card elem_cards[CARD_COUNT];

const elem_card *elem_card_find(const char *name); /* NULL: none */
static inline int elem_class_index(const elem_card *c) { return (int)(c->of - elem_classes); }

/* --- elements ----------------------------------------------------------------------------------------------------- */

typedef struct elem_type elem_type;
typedef struct layout layout;
typedef struct sampler sampler;
struct hint;
struct carrier;
struct inflow_slots;

/* When elements talk to peers: at the initial state before its derivatives are found, at the predicted state of a step,
 * and after each correction. */
typedef enum { EXCHANGE_START, EXCHANGE_PREDICTED, EXCHANGE_CORRECTED } exchange_point;
/* Whether it is to be called after the next correction, and the step not to end before that. */
typedef enum { EXCHANGE_OVER, EXCHANGE_GOES_ON, EXCHANGE_WAITS } exchange_talk;

/* What an own unknown and its equation are. */
typedef enum {
    OWN_CONSTRAINT, /* multiplier of a constraint on positions, phi(x, t) = 0; its row is phi. The core divides by c. */
    OWN_PLAIN_CONSTRAINT,    /* the same, but the core does not divide its row */
    OWN_VELOCITY_CONSTRAINT, /* multiplier of a constraint on velocities, psi(v, x, t) = 0 */
    OWN_ALGEBRAIC,           /* another algebraic unknown */
    OWN_SUM,          /* one that its row defines, y - sum = 0: the core settles it, however loose the tolerance is */
    OWN_CONTINUED,    /* one that begins a step on the line through its last two values */
    OWN_COORDINATE,   /* a state that the initial assembly finds as well, and its rate; its row: balance of forces */
    OWN_DIFFERENTIAL, /* a state with a derivative */
} own_kind;

typedef struct elem {
    const elem_type *type;
    unsigned label;
    const char *name;
    place where;           /* of its label in the deck */
    void *self;            /* of the type */
    int own, n_own;        /* first own unknown (and row: the same number), how many; n_own is set by read */
    const own_kind *kinds; /* n_own; NULL: all OWN_CONSTRAINT */
    bool output;
    int memory;     /* what it remembers (memory.h) */
    int switched;   /* where is remembered whether it is on, else its own rows are "unknown = 0"; MEMORY_NONE: always */
    bool is_hidden; /* the core made it; a card with its label adds to it */
    const char *const *private_names; /* where they are not those of the type; NULL-terminated */
    const char *second_path; /* file of its second rows that the deck names; NULL: by the extension of its type */
    unsigned role;           /* in the problem, as problem_traits.read_element says; 0: as its type suggests */
    /* Filled by the core when the model is frozen. */
    int n, ld; /* local rows = columns, and the leading dimension of the local Jacobian (n rounded up to 4) */
    const int *row, *column; /* global index of each local one, -1: nowhere */
    const int *slot, *from;  /* n_slots places in the matrix, and the places in the local Jacobian they come from */
    int n_slots;
} elem;

static inline bool elem_is_on(const state *s, const elem *e)
{
    return e->switched == MEMORY_NONE || *(const int *)remembered(s, e->switched) != 0;
}

/* Where eval writes. Both are zeroed beforehand. */
typedef struct {
    double *r; /* n */
    double *J; /* n rows of ld numbers; may be NULL when no columns are asked for */
    int ld;
} local;

/* A row of the local Jacobian; NULL where there is none. */
static inline double *jacobian_row(const local *out, int row) { return out->J ? out->J + (size_t)row * out->ld : NULL; }

/* Copies jets into local rows: value, and derivatives along n columns. */
static inline void local_add3(local *out, int row, int n, double s, const jet3 *a)
{
    for (int k = 0; k < 3; k++) {
        out->r[row + k] += s * a->v[k];
        JET_LANES(n, l) out->J[(row + k) * out->ld + l] += s * a->d[k][l];
    }
}
static inline void local_add1(local *out, int row, int n, double s, const jet1 *a)
{
    out->r[row] += s * a->v;
    JET_LANES(n, l) out->J[row * out->ld + l] += s * a->d[l];
}
/* J block (3x3) at (row, column) += s m */
static inline void local_block(local *out, int row, int column, double s, const mat3 *m)
{
    double *to = out->J + row * out->ld + column;
    for (int i = 0; i < 3; i++, to += out->ld)
        for (int j = 0; j < 3; j++)
            to[j] += s * m->e[i][j];
}

struct elem_type {
    const elem_card *card;
    const char *keyword; /* "spherical hinge"; NULL when the card alone names the type */
    const char *words;   /* what it is called in the NetCDF file; NULL: the keyword */
    const char *grammar; /* one line a form; printed after a syntax error, by help and in the manual */
    const char *summary; /* one sentence */
    module_id module;    /* that makes the keyword known */
    size_t size;         /* bytes of self, zeroed by the core */
    void (*read)(reader *r, elem *e);
    void (*connect)(const elem *e, layout *l);
    /* n = 0: rows only; n = e->ld: also the Jacobian. */
    void (*eval)(int n, const state *s, const elem *e, local *out);
    /* --- optional: NULL means nothing to do ----------------------------------------------------------------------- */
    /* Partial derivative in time of the own rows (constraints with drives). */
    void (*rate)(const state *s, const elem *e, double *phi_t);
    /* Own unknowns at the start, zero without it; the nodes' are in v, assembled. s has the time, for drives. */
    void (*initial)(const state *s, const elem *e, initial_values *v);
    /* What an instance remembers: bytes, how they begin, whether loaded ones can be used. */
    size_t memory;
    memory_begin *begin;
    memory_valid *valid;
    void (*start)(const state *s, const elem *e, memory_block *m);   /* once, when the initial state is known */
    void (*predict)(const state *s, const elem *e, memory_block *m); /* a step begins, the state is the predicted one */
    void (*inner)(const state *s, const elem *e, memory_block *m);   /* a stage is solved, and another one follows */
    void (*accept)(const state *s, const elem *e, memory_block *m);  /* the step has converged: commit history */
    /* The step is solved: whether it was too long for what has happened in it, and is repeated with half the length. */
    bool (*is_too_long)(const state *s, const elem *e);
    /* Exchanges data as a part of the participant of a coupling (participant.h). */
    void (*couple)(const state *s, const elem *e, memory_block *m, couple_point at);
    /* Talks to a peer (peer.h): says what there is to say, then listens. All have spoken before the first one listens:
     * one program may be the peer of several. */
    void (*tell)(const state *s, const elem *e, memory_block *m, exchange_point at);
    exchange_talk (*exchange)(const state *s, const elem *e, memory_block *m, exchange_point at);
    void (*output_row)(const state *s, const elem *e, record *out);
    const char *file; /* extension of its text output; NULL: that of its class */
    void (*second_row)(const state *s, const elem *e, record *out); /* into second_file, or where second_path says */
    const char *second_file;
    void (*log)(const elem *e, record *out);
    int (*private_index)(const elem *e, const char *name); /* 1, 2, ...; 0 when there is no such datum */
    double (*private_value)(const state *s, const elem *e, int index);
    bool (*has_private)(const elem *e, int index); /* whether there is such a datum; NULL: as many as there are names */
    const char *const *private_names;              /* NULL-terminated; without private_index they are data 1, 2, ... */
    const char *(*own_name)(const elem *e, int i); /* "reaction force x", for messages */
    /* All of them in words, as the reference lists them (own_words.h); NULL: by their names, one a line. */
    void (*describe)(const elem *e, own_words *d);
    /* What a driven element that switches it on may tell it (hint.h). The reader stands at what is between the braces
     * of "offset{2}" or "position-drive3{...}". False when the type does not know the hint. */
    bool (*hint)(reader *r, elem *e, const char *name, struct hint *h);
    void (*inertia)(const state *s, const elem *e, inertia_sum *sum); /* adds what it brings, about the origin */
    /* Of an element with several nodes: adds what each brings, to sums by pose; pose_of: the pose of the node whose
     * first unknown it is, -1: not wanted. NULL: all belongs to the node of the first column. */
    void (*node_inertia)(const state *s, const elem *e, const int *pose_of, inertia_sum *sums);
    /* The nodes that carry the point x, which is given where the nodes are as in the deck; NULL: it carries none. */
    void (*carry)(const elem *e, vec3 x, struct carrier *c);
    void (*draw)(const elem *e, drawing *d); /* what it looks like; NULL: lines between its nodes (elem_draw) */
    draw_symbol symbol;                      /* of its kind, at its last node where `draw` does not say another place */
    const struct inflow_slots *inflow;       /* an induced velocity element (inflow.h); NULL: it is none */
    void (*sample)(sampler *from, elem *e);  /* a random valid instance for the contract test; mandatory in the table */
    unsigned flags;
};

enum {
    ELEM_INTERNAL_FORCES = 1, /* contract test: forces on the nodes are in balance (no action on the ground) */
    ELEM_DEFORMABLE = 2,      /* enters the initial assembly with "initial assembly of deformable and force elements" */
    ELEM_FORCE = 4,           /* the same, when "use: ..., in assembly" names its class */
    ELEM_INERTIA = 8,         /* writes momentum rows; never in the initial assembly */
    ELEM_OWN_VECTOR = 16,     /* contract test: the first three own unknowns are a vector in global axes */
    ELEM_NOT_ASSEMBLED = 32,  /* never in the initial assembly: genels */
    ELEM_UNCOUNTED = 64,      /* need not be announced in the control data */
    ELEM_REACTIONS = 128,     /* applies reactions of another element's constraints: always in the initial assembly */
    ELEM_FROM_OUTSIDE = 256,  /* what it does is set from outside (settable.h) */
    ELEM_OF_NODE = 512,       /* the core makes a hidden one for every dynamic node, which self begins with */
    ELEM_STEADY = 131072,     /* the initial assembly of velocities takes its reactions as not turning with the nodes */
    ELEM_BEAM = 262144,       /* self is a beam (element/beam/beam.h) */
    ELEM_TURNS_SLOWLY = 524288,     /* the initial assembly adds up the parameters of its nodes' rotations */
    ELEM_KEEPS_REACTIONS = 1048576, /* its reactions begin as the initial assembly leaves them, others' at zero */
    ELEM_SWITCHES = 2097152,        /* its forces jump or are steep: a step that fails is tried again with `holds` */
    /* What the contract test of physics must not expect. It refuses a type that does not say why it is not in balance,
     * and one that says so and is; where the formulation is the reason, the head of the type's file has it. */
    ELEM_OUTER_FORCES = 1024,  /* not in balance: it acts on the ground, or has mass */
    ELEM_UNBALANCED = 2048,    /* not in balance by its formulation; with ELEM_INTERNAL_FORCES: its friction alone */
    ELEM_FRICTION = 4096,      /* may have friction, an own unknown more, and then its reactions do work */
    ELEM_WORKING = 8192,       /* reactions do work by its formulation */
    ELEM_UNAPPLIED = 16384,    /* a total equation: reactions are applied by another element */
    ELEM_SMALL_SHAPES = 32768, /* own coordinates are amplitudes of linear shapes: no work to first order in them */
    ELEM_NO_POTENTIAL = 65536, /* forces have no potential, even though the laws inside have one */
};

extern const elem_type *const elem_types[];
extern const int elem_type_count;

/* Another spelling of a type: a row of element_aliases.def. */
typedef struct {
    const elem_card *card; /* `card: LABEL, keyword` is read as the type with keyword `means` */
    const char *keyword, *means;
} elem_alias;

extern const elem_alias elem_aliases[];
extern const int elem_alias_count;

/* --- connect: rows and columns, in the order of the calls; each returns the first local index --------------------- */

int layout_node(layout *l, const node *n);     /* balance rows (6, or 3 for a displacement node) and position columns */
int layout_momentum(layout *l, const node *n); /* momentum rows and columns (6 or 3); nothing (-1) for a static node */
int layout_own(layout *l);                     /* the element's own rows and unknowns */
int layout_dof(layout *l, const node_dof *d);  /* one row and one column of any node */
/* The core divides a row that is not of the element by c, as those of its constraints: it says what a value is. */
void layout_divide(layout *l, int row);
int layout_other(layout *l, const elem *other); /* the own rows and unknowns of another element */
/* Declares that a block of the local Jacobian is always zero; by default every entry counts. */
void layout_zero(layout *l, int row, int n_rows, int column, int n_columns);
/* The same for all but the listed block rows: clears everything; then layout_full declares what may be non-zero. */
void layout_clear(layout *l);
void layout_full(layout *l, int row, int n_rows, int column, int n_columns);

/* --- helpers for read --------------------------------------------------------------------------------------------- */

const char *const *elem_private_names(const elem *e);    /* of the element itself, or of its type */
int elem_private_index(const elem *e, const char *name); /* through private_index or private_names */
bool elem_has_private(const elem *e, int index);         /* through has_private or private_names */

/* --- drawing ------------------------------------------------------------------------------------------------------ */

/* By its type; without `draw`, a line through the structural nodes it is connected to, and its symbol. */
void elem_draw(const elem *e, drawing *d);
