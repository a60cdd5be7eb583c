/* component_functions.c - one scalar function per component, or none. */
#include "law/component_functions.h"
#include "model/reading.h"

void read_component_functions(reader *reader, int dim, component_functions *to)
{
    for (int i = 0; i < dim; i++)
        to->f[i] = read_keyword(reader, "null") ? NULL : read_scalar_function(reader, "scalar function of a component");
}

void add_component_functions(const component_functions *by, int dim, const state *state, const double *x, double *y,
                             double *T)
{
    for (int i = 0; i < dim; i++) {
        if (!by->f[i])
            continue;
        y[i] += scalar_function_at(by->f[i], state, x[i], 0);
        T[i * dim + i] += scalar_function_at(by->f[i], state, x[i], 1);
    }
}
