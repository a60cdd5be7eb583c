/* quantities.h - everything of an analysis that has a name. */
#pragma once
#include "assembly/solution.h"
#include "base/hash.h"
#include "torsor/torsor.h"

typedef enum {
    QUANTITY_ROW, /* columns that a node or an element records */
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
    int first; /* of its numbers in the row; index of a private datum */
} quantity;

typedef struct quantities {
    arena *memory;
    const model *model;
    ARRAY(quantity) all;
    name_map by_name;
    int most;        /* numbers of a row */
    double *row;     /* space for one */
    double *numbers; /* space for those of any quantity */
} quantities;

quantities *quantities_create(const model *model, const state *state);
void quantities_destroy(quantities *quantities);
/* Number of a name, with a component perhaps (quantities.c); -1: none. */
int quantities_find(const quantities *quantities, const char *name);
void quantities_get(const quantities *quantities, const quantity *of, const state *state, double *to);
/* False for a number or matrix that cannot be; *moves: the motion of a node has changed. */
bool quantities_set(const quantity *of, solution *solution, const double *from);
bool quantity_is_motion(const quantity *of);
