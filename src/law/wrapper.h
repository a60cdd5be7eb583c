/* wrapper.h - what laws that wrap another one share: self begins with a `wrapper`. */
#pragma once
#include "model/law.h"

typedef struct {
    law *inner;
} wrapper;

void read_wrapped(reader *r, law *l, int dim); /* the wrapped law; the wrapper takes over its kind */
void wrapper_copy(arena *memory, law *to);
int wrapper_private_index(const law *l, const char *name);
double wrapper_private_value(const state *s, const law *l, int index);
void wrapper_output(const state *s, const law *l, record *out);
