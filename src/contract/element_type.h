/* element_type.h - the contract of element types, on one page. Each type is one row of element/elements.def.
 *
 * An element touches nodes and may have internal unknowns (multipliers, states). `connect` lists them: local index k
 * corresponds to one global row and one global column. `eval` then writes local rows:
 *
 *     balance rows of nodes:   the force (current, flow ...) that the element exerts ON the node, global axes,
 *                              moments about the node
 *     internal rows:           the internal equations of the element, any sign and scale
 *
 * and, if lanes > 0, the derivative of each row along each local column (state.h defines the columns). Nothing else is
 * required: integration, initial assembly, derivatives phase and eigenanalysis all use the same function.
 *
 * The slots of a type of a user's module (torsor/module.h) have the same meaning as those of the same name here. */
#pragma once
#include "contract/element_class.h"
#include "contract/element_facets.h"
#include "contract/module.h"
#include "contract/internal_words.h"

typedef struct layout layout;
typedef struct local local;
typedef struct sampler sampler;
struct hint;

typedef struct elem_type {
    const elem_card *card;
    const char *keyword; /* "spherical hinge"; NULL if the card alone identifies the type */
    const char *words;   /* name in the NetCDF file; NULL: the keyword */
    const char *grammar; /* one line for each form; printed after a syntax error, by help and in the manual */
    const char *summary; /* one sentence */
    module_id module;    /* module that provides the keyword */
    size_t size;         /* bytes of self, set to zero by the core */
    void (*read)(reader *reader, elem *element);
    void (*connect)(const elem *element, layout *layout);
    /* lanes = 0: rows only; lanes = ld: rows and Jacobian. */
    void (*eval)(int lanes, const state *state, const elem *element, local *out);
    void (*sample)(sampler *from, elem *element); /* makes a random valid instance for the contract tests */
    /* Optional slots: NULL if there is nothing to do. */
    /* Partial derivatives of internal rows with respect to time. */
    void (*rate)(const state *state, const elem *element, double *phi_t);
    /* Initial internal unknowns, otherwise zero. */
    void (*initial)(const state *state, const elem *element, initial_values *initial);
    void (*output)(const state *state, const elem *element, record *out); /* its row of output */
    void (*log)(const elem *element, record *out);                        /* its line of the .log file */
    const char *const *private_names; /* NULL-terminated; without private_index their indices are 1, 2, ... */
    double (*private_value)(const state *state, const elem *element, int index);
    int (*private_index)(const elem *element, const char *name); /* 1, 2, ...; 0 if there is no such datum */
    bool (*has_private)(const elem *element, int index);         /* NULL: as many as there are names */
    /* Returns the name of an internal unknown, "reaction force x", for messages. */
    const char *(*internal_name)(const elem *element, int i);
    /* Describes all of these; NULL: by name, one per line. */
    void (*describe)(const elem *element, internal_words *words);
    /* Reads a hint (hint.h); returns false if it is unknown. */
    bool (*hint)(reader *reader, elem *element, const char *name, struct hint *hint);
    /* Facets (element_facets.h); NULL if the type has none. */
    const elem_history *history;           /* memory of an instance, and its updates from step to step */
    const elem_exchange *exchange;         /* data exchange with other programs */
    const elem_inertia *inertia;           /* mass */
    const elem_geometry *geometry;         /* attachment of other elements */
    const elem_drawing *drawing;           /* shape and symbol; NULL: lines between its nodes */
    const elem_files *files;               /* output other than its row in the file of its class */
    const struct inflow_slots *inflow;     /* velocity that it induces in the air (element/aero/inflow.h) */
    const elem_companion *companion;       /* created by the core for every dynamic node */
    const elem_assembly *assembly;         /* role in the initial assembly; NULL: participates if it has constraints */
    const elem_expectations *expectations; /* expectations of the contract tests */
} elem_type;

extern const elem_type *const elem_types[];
extern const int elem_type_count;
