/* scalar.h - what the scalar node types (abstract, electric, hydraulic, thermal) share. */
#pragma once
#include "contract/node.h"

typedef struct {
    dof_kind kind;
    double value, derivative; /* initial values */
} scalar;

/* Reads [ [ value , ] V [ , derivative , D ] ]; only a differential node has a derivative. */
void read_scalar(reader *reader, node *node, dof_kind kind);
dof_kind scalar_kind(const node *node, int index);
void scalar_initial(const node *node, initial_values *initial);
/* The value and its derivative under the names used in the field of the type. */
typedef struct {
    const char *value;
    physical_quantity unit;
    const char *words;
    const char *derivative;
    physical_quantity rate_unit;
    const char *rate_words;
} scalar_names;

void scalar_output(const state *state, const node *node, const scalar_names *names, record *out);
int scalar_private_index(const node *node, const char *name); /* "x", and "xP" for a differential node */
double scalar_private_value(const state *state, const node *node, int index);
const char *scalar_dof_name(const node *node, int index);
extern const char *const scalar_private_names[];

#define SCALAR_SLOTS                                                                                               \
    .size = sizeof(scalar), .kind = scalar_kind, .initial = scalar_initial, .private_index = scalar_private_index, \
    .private_value = scalar_private_value, .private_names = scalar_private_names, .dof_name = scalar_dof_name
