/* wrapper.h - code that laws wrapping another law share; their self begins with a wrapper. */
#pragma once
#include "contract/law.h"

/* Transforms strain and rate to those of the wrapped law. */
typedef void (*wrapper_view)(const law *law, const state *state, const double *strain, const double *rate, double *e,
                             double *p);

typedef struct {
    const law *inner;
    wrapper_view view; /* NULL: unchanged */
} wrapper;

void read_wrapped(reader *reader, law *law, int dim, wrapper_view view);
void wrapper_copy(struct model *model, law *to);
void wrapper_predict(const state *state, const law *law, memory_block *memory, const double *strain,
                     const double *rate);
void wrapper_accept(const state *state, const law *law, memory_block *memory, const double *strain, const double *rate);
int wrapper_private_index(const law *l, const char *name);
bool wrapper_has_private(const law *law, int index);
double wrapper_private_value(const state *state, const law *law, const double *strain, const double *rate, int index);
void wrapper_output(const state *state, const law *law, const double *strain, const double *rate, record *out);

#define WRAPPER_SLOTS                                                                                     \
    .kind = LAW_VISCOELASTIC, .copy = wrapper_copy, .predict = wrapper_predict, .accept = wrapper_accept, \
    .private_index = wrapper_private_index, .has_private = wrapper_has_private,                           \
    .private_value = wrapper_private_value, .output = wrapper_output
