/* linalg_bench.c - factors and solves systems of multibody models many times, to be counted by callgrind.
 *
 *     linalg_bench SOLVER KIND SIZE TIMES [zeros]
 *
 * KIND is chain, pendulums, cantilever or truss. Run it for two values of TIMES; the difference of the counts divided
 * by that of TIMES is the cost of one factorisation and one solution. Values change between factorisations. */
#include "linalg/linear_solver.h"
#include "unit/linalg/systems.h"
#include <stdio.h>
#include <string.h>

static csc *make(const char *kind, int size, bool zeros, uint64_t seed)
{
    const double c = 5e-4;
    if (!strcmp(kind, "chain"))
        return system_chain(size, c, zeros, seed);
    if (!strcmp(kind, "pendulums"))
        return system_pendulums(size, c, zeros, seed);
    if (!strcmp(kind, "cantilever"))
        return system_cantilever(size, c, zeros, seed);
    return system_truss(size, c, zeros, seed);
}

int main(int n_arguments, char **argument)
{
    if (n_arguments < 5) {
        fprintf(stderr, "usage: linalg_bench SOLVER KIND SIZE TIMES [zeros]\n");
        return 1;
    }
    const linear_backend *type = linear_backend_find(argument[1]);
    const bool zeros = n_arguments > 5;
    csc *a = make(argument[2], atoi(argument[3]), zeros, 1), *other = make(argument[2], atoi(argument[3]), zeros, 1);
    for (int k = 0; k < csc_entries(other); k++)
        other->value[k] *= 1.0 + 0.05 * sin(k);
    const linear_options options = {0};
    linear *l = type ? linear_create(type, a, &options) : NULL;
    if (!l) {
        fprintf(stderr, "no solver %s\n", argument[1]);
        return 1;
    }
    double *b = malloc((size_t)a->n * sizeof *b), *x = malloc((size_t)a->n * sizeof *x);
    for (int i = 0; i < a->n; i++)
        b[i] = sin(i);
    double error = 0.0;
    for (int k = 0; k < atoi(argument[4]); k++) {
        const csc *now = k % 2 ? other : a;
        int column;
        if (linear_factor(l, now, &column) != LINEAR_OK)
            printf("singular at %d\n", column);
        memcpy(x, b, (size_t)a->n * sizeof *x);
        linear_solve(l, x);
        if (k < 2)
            error = fmax(error, system_error(now, x, b));
    }
    printf("%s %s n %d entries %d backward error %.2e\n", argument[1], argument[2], a->n, csc_entries(a), error);
    linear_destroy(l);
    csc_destroy(a);
    csc_destroy(other);
    free(b);
    free(x);
    return 0;
}
