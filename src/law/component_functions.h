/* component_functions.h - one scalar function per component, or none. */
#pragma once
#include "contract/law.h"
#include "contract/scalar_function.h"

typedef struct {
    const scalar_function *f[LAW_MAX]; /* NULL: none */
} component_functions;

void read_component_functions(reader *reader, int dim, component_functions *to); /* dim times { null | function } */
/* y_i += f_i(x_i), T_ii += f_i'(x_i) */
void add_component_functions(const component_functions *by, int dim, const state *state, const double *x, double *y,
                             double *T);
