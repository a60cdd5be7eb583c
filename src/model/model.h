/* model.h - the model: everything that was read, frozen before it is solved.
 *
 * Nodes and elements keep their addresses and their order in the deck. Freezing numbers the unknowns (nodes first, in
 * deck order, then what elements own), lists each element's rows and columns, and gives each its slots in the sparse
 * matrix. */
#pragma once
#include "base/array.h"
#include "base/hash.h"
#include "linalg/csc.h"
#include "model/options.h"
#include "contract/element.h"
#include "contract/fluid.h"
#include "contract/problem_traits.h"
#include "model/frames.h"
#include "model/late.h"
#include "model/user.h"
#include "contract/law.h"

/* What is released with the model: of libraries, not of the arena. */
struct owned_thing {
    void (*release)(void *thing);
    void *thing;
};

struct lost_label {
    const label_map *map;
    unsigned label;
};

typedef struct model {
    arena *memory;
    diag *errors;
    symbols *names;
    control options;
    limits limits;
    ARRAY(node *) nodes;
    ARRAY(elem *) elems;
    label_map *node_by_label; /* by node type */
    label_map *elem_by_label; /* by element class */
    const elem_type **types;  /* those of each card next to each other, from first_type[card] on */
    int *first_type;
    ARRAY(drive *) drives; /* of `drive caller` cards */
    label_map drive_by_label;
    ARRAY(const drive *) drives_with_history; /* every drive whose type has accept */
    ARRAY(tpl_drive *) tpl_drives;
    label_map tpl_drive_by_label[5]; /* of dimensions 1, 3, 6, 3x3, 6x6: each has labels of its own */
    ARRAY(law *) laws;
    label_map law_by_label;
    ARRAY(const struct fluid *) fluids; /* of `hydraulic fluid` cards */
    label_map fluid_by_label;
    ARRAY(const struct c81_data *) c81; /* of `c81 data` cards */
    label_map c81_by_label;
    ARRAY(struct named_frame *) frames;
    label_map frame_by_label;
    ARRAY(struct scalar_function *) functions; /* of `scalar function` cards */
    name_map function_by_name, lost_functions; /* lost: those that could not be read */
    ARRAY(struct file_driver *) drivers;
    label_map driver_by_label;
    ARRAY(const struct peer_plan *) peers; /* those that elements and drivers talk to */
    ARRAY(struct lost_label) lost;         /* what could not be read */
    ARRAY(struct owned_thing) owned;
    struct participant_plan *participant; /* of a coupling, that a run is; NULL: none */
    bool is_settable;       /* drives with a label and forces on nodes can be set from outside (settable.h) */
    problem_traits problem; /* what it asks of nodes and elements */
    bool *has_module;       /* by module_id: the deck has loaded it */
    user_types user;        /* types of users' modules */
    bool loads_early;       /* a module was loaded before the control data, in the way of decks before 2025 */
    int random_seed;        /* of the drive `boost random` */
    const elem *gravity;    /* the single elements others ask for, or NULL */
    const elem *air;
    symbol *time, *time_step, *step;
    memory_plan *plan;                  /* what instances remember */
    ARRAY(const struct hinted *) hints; /* that give a drive, by their room */
    struct late late;                   /* what waits for the complete model, and what holds while a card is read */
    text log;                           /* lines of the .log file, written while the deck is read */
    /* after the freeze */
    int n_poses;
    int n_unknowns;
    unsigned char *kind;       /* dof_kind of each unknown */
    unsigned char *divided;    /* rows that are divided by c: constraints on positions */
    unsigned char *constrains; /* rows of constraints on positions, divided or not */
    int *continued;            /* algebraic unknowns that begin a step on the line through their last two values */
    int n_continued;
    int *slots;  /* of all elements, one after the other */
    csc *matrix; /* pattern of the Jacobian, without values */
} model;

struct named_frame {
    unsigned label;
    const char *name;
    frame frame;
};

model *model_create(arena *memory, diag *errors, symbols *names);
void model_destroy(model *model);
/* Calls `release` with it when the model is destroyed. */
void model_owns(model *model, void (*release)(void *thing), void *thing);
static inline model *model_of(const reader *reader) { return reader_owner(reader); }

/* Reads the cards of a block up to its `end`. */
void model_read_nodes(model *model, reader *reader);
void model_read_drivers(model *model, reader *reader);
void model_read_elements(model *model, reader *reader);
/* The elements that every deck has, also one without the block: automatic structural ones. */
void model_add_node_inertia(model *model);
/* A card that may stand anywhere and concerns the model: reference, drive caller, template drive caller, scalar
 * function, constitutive law, module load ... False when it is none of these. */
bool model_read_card(model *model, reader *reader);

/* Numbers, lists and maps; false after errors (reported). */
bool model_freeze(model *model);

/* The state that drives see while the deck is read: the initial time, nothing solved. */
state model_input_state(const model *model);

const node *model_node(const model *model, const node_type *type, unsigned label); /* NULL: none */
const elem *model_elem(const model *model, const elem_card *card, unsigned label);
/* Where a card could not be read, its label is noted; what refers to it then fails without an error of its own. */
void model_lose(model *model, const label_map *in, unsigned label);
void read_if_lost(reader *reader, const label_map *in, unsigned label);
/* As model_elem, of a label that was read. */
const elem *read_known_elem(reader *reader, const elem_card *card, unsigned label);

/* Reads one element whose card has been taken; used by the elements block and by driven elements. */
elem *model_read_element(model *model, reader *reader, const elem_card *card);
/* A hidden element the core adds itself. */
elem *model_add_element(model *model, const elem_type *type, unsigned label, source_location location);

/* Who owns an unknown or a row, in words: "structural node 7, position x", "joint 3 (spherical hinge), reaction force
 * 2". */
size_t model_describe_unknown(const model *model, int unknown, char *out, size_t size, source_location *location);
size_t model_describe_row(const model *model, int row, char *out, size_t size, source_location *location);
