/* nonlinear_solvers.c - the table of nonlinear solvers, and the tests of convergence they share. */
#include "base/array.h"
#include "model/cards.h"
#include "nonlinear/nonlinear.h"

#define NONLINEAR(name) extern const nonlinear_type nonlinear_##name##_type;
#include "nonlinear/nonlinear_solvers.def"
#undef NONLINEAR

const nonlinear_type *const nonlinear_types[] = {
#define NONLINEAR(name) &nonlinear_##name##_type,
#include "nonlinear/nonlinear_solvers.def"
#undef NONLINEAR
};
const int nonlinear_type_count = ARRAY_LEN(nonlinear_types);

const nonlinear_type *nonlinear_type_find(const char *keyword)
{
    for (int i = 0; i < nonlinear_type_count; i++)
        if (words_equal(nonlinear_types[i]->keyword, keyword))
            return nonlinear_types[i];
    return NULL;
}

static double error_of(test_kind test, const double *v, int n)
{
    double sum = 0, most = 0;
    for (int i = 0; i < n; i++) {
        sum += v[i] * v[i];
        most = fabs(v[i]) > most ? fabs(v[i]) : most;
    }
    return test == TEST_NONE ? 0 : test == TEST_MINMAX && isfinite(sum) ? most : sqrt(sum);
}

double test_error(const convergence *c, const equations *a, const double *r)
{
    return error_of(c->residual_test, r, a->m->n_unknowns);
}

double solution_error(const convergence *c, const equations *a, const double *d)
{
    return error_of(c->solution_test, d, a->m->n_unknowns);
}
