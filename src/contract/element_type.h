/* element_type.h - the contract of element types, on one page. One row of element/elements.def a type.
 *
 * An element touches nodes and may have internal unknowns (multipliers, states). `connect` lists them: local index k
 * stands for one global row and one global column. `eval` then writes local rows:
 *
 *     balance rows of nodes:   the force (current, flow ...) that the element puts ON the node, global axes,
 *                              moments about the node
 *     internal rows:           the element's internal equations, any sign and scale
 *
 * and, when lanes > 0, the derivative of each row along each local column (see state.h for what a column means).
 * Nothing else is asked: integration, initial assembly, derivatives, eigenanalysis all come from the same function.
 *
 * A slot of a type of a user's module (torsor/module.h) means what the slot of the same name means here. */
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
    const char *keyword; /* "spherical hinge"; NULL when the card alone names the type */
    const char *words;   /* what it is called in the NetCDF file; NULL: the keyword */
    const char *grammar; /* one line a form; printed after a syntax error, by help and in the manual */
    const char *summary; /* one sentence */
    module_id module;    /* that makes the keyword known */
    size_t size;         /* bytes of self, zeroed by the core */
    void (*read)(reader *reader, elem *element);
    void (*connect)(const elem *element, layout *layout);
    void (*eval)(int lanes, const state *state, const elem *element,
                 local *out);                     /* lanes = 0: rows only; lanes = ld: Jacobian as well */
    void (*sample)(sampler *from, elem *element); /* a random valid instance for the contract tests */
    /* Optional slots: NULL where there is nothing to do. */
    void (*rate)(const state *state, const elem *element,
                 double *phi_t); /* partial derivative in time of internal rows */
    void (*initial)(const state *state, const elem *element,
                    initial_values *initial); /* internal unknowns at the start, else zero */
    void (*output)(const state *state, const elem *element, record *out); /* its row of output */
    void (*log)(const elem *element, record *out);                        /* its line of the .log file */
    const char *const *private_names; /* private data, NULL-terminated; without private_index 1, 2, ... */
    double (*private_value)(const state *state, const elem *element, int index);
    int (*private_index)(const elem *element, const char *name); /* 1, 2, ...; 0 when there is no such datum */
    bool (*has_private)(const elem *element, int index);         /* NULL: as many as there are names */
    const char *(*internal_name)(const elem *element,
                                 int i); /* of an internal unknown, "reaction force x", for messages */
    void (*describe)(const elem *element, internal_words *words); /* all of these in words; NULL: by name, one a line */
    bool (*hint)(reader *reader, elem *element, const char *name,
                 struct hint *hint); /* reads a hint (hint.h); false: unknown */
    /* Facets (element_facets.h), NULL where the type has none. */
    const elem_history *history;           /* memory of an instance, and what happens to it from step to step */
    const elem_exchange *exchange;         /* data for other programs */
    const elem_inertia *inertia;           /* mass */
    const elem_geometry *geometry;         /* where other elements attach to it */
    const elem_drawing *drawing;           /* shape and symbol; NULL: lines between its nodes */
    const elem_files *files;               /* output besides its row in the file of its class */
    const struct inflow_slots *inflow;     /* velocity that it induces in the air (element/aero/inflow.h) */
    const elem_companion *companion;       /* the core makes one for every dynamic node */
    const elem_assembly *assembly;         /* part in the initial assembly; NULL: where it has constraints */
    const elem_expectations *expectations; /* what the contract tests expect, and must not expect */
} elem_type;

extern const elem_type *const elem_types[];
extern const int elem_type_count;
