/* quantities.h - everything in an analysis that has a name. */
#pragma once
#include "assembly/solution.h"
#include "base/hash.h"
#include "torsor/torsor.h"

typedef enum {
    QUANTITY_ROW, /* columns recorded by a node or an element */
    QUANTITY_NODE_DATUM,
    QUANTITY_ELEM_DATUM,
    QUANTITY_DRIVE,
    QUANTITY_VARIABLE,
    QUANTITY_POSITION,
    QUANTITY_VELOCITY_OF_NODE,
    QUANTITY_MATRIX,
    QUANTITY_OMEGA,
    QUANTITY_APPLIED,
    QUANTITY_PARAMETER,
    QUANTITY_NOW,
    QUANTITY_STEP_LENGTH,
    QUANTITY_STEP_NUMBER,
} quantity_kind;

typedef struct {
    torsor_quantity public;
    quantity_kind kind;
    const node *node;
    const elem *elem;
    const drive *drive;
    const symbol *variable;
    void (*of_node)(const state *state, const node *node, record *out);
    void (*of_elem)(const state *state, const elem *element, record *out);
    int first; /* index of its first number in the row, or of a private datum */
} quantity;

typedef struct quantities {
    arena *memory;
    const model *model;
    ARRAY(quantity) all;
    name_map by_name;
    int most;        /* largest number of values in a row */
    double *row;     /* buffer for one row */
    double *numbers; /* buffer for the values of any quantity */
} quantities;

quantities *quantities_create(const model *model, const state *state);
void quantities_destroy(quantities *quantities);
/* Number of a name, optionally with a component (see quantities.c); -1: none. */
int quantities_find(const quantities *quantities, const char *name);
void quantities_get(const quantities *quantities, const quantity *of, const state *state, double *to);
/* Returns false if a value is not finite or a matrix is not valid. */
bool quantities_set(const quantity *of, solution *solution, const double *from);
bool quantity_is_motion(const quantity *of);
