/* model.h - the model: everything that was read, frozen before it is solved.
 *
 * Nodes and elements keep their addresses and their order in the deck. Freezing numbers the unknowns (nodes first,
 * in deck order, then the internal unknowns of elements), lists the rows and columns of each element, and assigns
 * its slots in the sparse matrix. */
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

/* Objects of libraries, which are not in the arena and are released with the model. */
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
    const elem_type **types;  /* grouped by card; those of a card start at first_type[card] */
    int *first_type;
    ARRAY(drive *) drives; /* from `drive caller` cards */
    label_map drive_by_label;
    ARRAY(const drive *) drives_with_history; /* all drives whose type has accept */
    ARRAY(tpl_drive *) tpl_drives;
    label_map tpl_drive_by_label[5]; /* of dimensions 1, 3, 6, 3x3, 6x6, which have separate labels */
    ARRAY(law *) laws;
    label_map law_by_label;
    ARRAY(const struct fluid *) fluids; /* from `hydraulic fluid` cards */
    label_map fluid_by_label;
    ARRAY(const struct c81_data *) c81; /* from `c81 data` cards */
    label_map c81_by_label;
    ARRAY(struct named_frame *) frames;
    label_map frame_by_label;
    ARRAY(struct scalar_function *) functions; /* from `scalar function` cards */
    name_map function_by_name, lost_functions; /* lost: those that could not be read */
    ARRAY(struct file_driver *) drivers;
    label_map driver_by_label;
    ARRAY(const struct peer_plan *) peers; /* peers that elements and drivers communicate with */
    ARRAY(struct lost_label) lost;         /* labels of what could not be read */
    ARRAY(struct owned_thing) owned;
    struct participant_plan *participant; /* if the run is a participant of a coupling, otherwise NULL */
    bool is_help_only;                    /* the deck only asks for the arguments of a type: nothing is solved */
    bool is_settable;                     /* labelled drives and forces on nodes can be set from outside (settable.h) */
    problem_traits problem;               /* requirements of the problem on nodes and elements */
    bool *has_module;                     /* by module_id: whether the deck has loaded it */
    user_types user;                      /* types from users' modules */
    bool loads_early;                     /* a module was loaded before the control data, as in decks before 2025 */
    uint64_t random_seed;                 /* of the drive `boost random` */
    const elem *gravity;                  /* elements of which there is at most one, or NULL */
    const elem *air;
    symbol *time, *time_step, *step;
    memory_plan *plan;                  /* memory of the instances */
    ARRAY(const struct hinted *) hints; /* hints that replace a drive, by instance */
    struct late late;                   /* deferred work, and values that are valid while a card is read */
    text log;                           /* lines of the .log file, written while the deck is read */
    /* after the freeze */
    int n_poses;
    int n_unknowns;
    unsigned char *kind;       /* dof_kind of each unknown */
    unsigned char *divided;    /* rows that are divided by c: position constraints */
    unsigned char *constrains; /* rows of position constraints, divided or not */
    int *continued;            /* algebraic unknowns extrapolated from their last two values at the start of a step */
    int n_continued;
    int *slots;                               /* of all elements, consecutively */
    csc *matrix;                              /* pattern of the Jacobian, without values */
    unsigned char *repeats;                   /* rows of nodes that may be constraints, and repeat others */
    ARRAY(const drive *) drives_with_corners; /* all drives whose type has corner */
    ARRAY(const drive *) switching_drives;    /* all drives whose type has switches */
    ARRAY(const law *) switching_laws;        /* and laws */
} model;

struct named_frame {
    unsigned label;
    const char *name;
    frame frame;
};

model *model_create(arena *memory, diag *errors, symbols *names);
void model_destroy(model *model);
/* Registers `thing` to be passed to `release` when the model is destroyed. */
void model_owns(model *model, void (*release)(void *thing), void *thing);
static inline model *model_of(const reader *reader) { return reader_owner(reader); }

/* Reads the cards of a block up to its `end`. */
void model_read_nodes(model *model, reader *reader);
void model_read_drivers(model *model, reader *reader);
void model_read_elements(model *model, reader *reader);
/* Adds the elements that every deck has, even one without an elements block: automatic structural elements. */
void model_add_node_inertia(model *model);
/* Reads a card that is allowed in any block and concerns the model: reference, drive caller, template drive caller,
 * scalar function, constitutive law, module load ... Returns false if the card is none of these. */
bool model_read_card(model *model, reader *reader);

/* Numbers the unknowns, lists the layouts and builds the pattern. Returns false after errors, which have been
 * reported. */
bool model_freeze(model *model);
/* Numbers the unknowns of the nodes and elements read so far. */
void model_number(model *model);

/* Returns the state that drives receive while the deck is read: the initial time, with nothing solved. */
state model_input_state(const model *model);

const node *model_node(const model *model, const node_type *type, unsigned label); /* NULL if there is none */
const elem *model_elem(const model *model, const elem_card *card, unsigned label);
/* model_lose records the label of a card that could not be read; references to it then fail without reporting
 * another error. */
void model_lose(model *model, const label_map *in, unsigned label);
void read_if_lost(reader *reader, const label_map *in, unsigned label);
/* Like model_elem, for a label that was read. */
const elem *read_known_elem(reader *reader, const elem_card *card, unsigned label);
/* Reads LABEL before ELEMENT TYPE; gravity and air properties, of which there is only one, may be named without it. */
enum { ONLY_LABEL = 1 };
unsigned read_elem_label(reader *reader);

/* Reads one element after its keyword has been read; used by the elements block and by driven elements. */
elem *model_read_element(model *model, reader *reader, const elem_card *card);
/* Adds a hidden element that is not in the deck. */
elem *model_add_element(model *model, const elem_type *type, unsigned label, source_location location);

/* Describes an unknown or a row and its owner in words: "structural node 7, position x", "joint 3 (spherical hinge),
 * reaction force 2". */
size_t model_describe_unknown(const model *model, int unknown, char *out, size_t size, source_location *location);
size_t model_describe_row(const model *model, int row, char *out, size_t size, source_location *location);
