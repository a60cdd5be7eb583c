/* scalar.h - what the scalar node types (abstract, electric, hydraulic, thermal) share. */
#pragma once
#include "contract/node.h"

typedef struct {
    dof_kind kind;
    double value, derivative; /* initial */
} scalar;

/* [ [ value , ] V [ , derivative , D ] ]; a derivative only of a differential node */
void read_scalar(reader *r, node *n, dof_kind kind);
dof_kind scalar_kind(const node *n, int i);
void scalar_initial(const node *n, initial_values *v);
/* The value and its derivative under the names they have in the type's field. */
typedef struct {
    const char *value;
    physical_quantity unit;
    const char *words;
    const char *derivative;
    physical_quantity rate_unit;
    const char *rate_words;
} scalar_names;

void scalar_output(const state *s, const node *n, const scalar_names *names, record *out);
int scalar_private_index(const node *n, const char *name); /* "x", and "xP" of a differential node */
double scalar_private_value(const state *s, const node *n, int index);
const char *scalar_dof_name(const node *n, int i);
extern const char *const scalar_private_names[];

#define SCALAR_SLOTS                                                                                               \
    .size = sizeof(scalar), .kind = scalar_kind, .initial = scalar_initial, .private_index = scalar_private_index, \
    .private_value = scalar_private_value, .private_names = scalar_private_names, .dof_name = scalar_dof_name
