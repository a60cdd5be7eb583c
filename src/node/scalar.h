/* scalar.h - what the scalar node types (abstract, electric, hydraulic, thermal) share. */
#pragma once
#include "model/node.h"

typedef struct {
    dof_kind kind;
    double value, derivative; /* initial */
} scalar;

/* [ [ value , ] V [ , derivative , D ] ] */
void scalar_read_values(reader *r, node *n, bool with_derivative);
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
