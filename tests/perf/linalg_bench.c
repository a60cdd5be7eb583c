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
    csc *matrix = make(argument[2], atoi(argument[3]), zeros, 1),
        *other = make(argument[2], atoi(argument[3]), zeros, 1);
    for (int k = 0; k < csc_entries(other); k++)
        other->value[k] *= 1.0 + 0.05 * sin(k);
    const linear_options options = {0};
    linear *solver = type ? linear_create(type, matrix, &options) : NULL;
    if (!solver) {
        fprintf(stderr, "no solver %s\n", argument[1]);
        return 1;
    }
    double *b = malloc((size_t)matrix->n * sizeof *b), *x = malloc((size_t)matrix->n * sizeof *x);
    for (int i = 0; i < matrix->n; i++)
        b[i] = sin(i);
    double error = 0.0;
    for (int k = 0; k < atoi(argument[4]); k++) {
        const csc *now = k % 2 ? other : matrix;
        int column;
        if (linear_factor(solver, now, &column) != LINEAR_OK)
            printf("singular at %d\n", column);
        memcpy(x, b, (size_t)matrix->n * sizeof *x);
        linear_solve(solver, x);
        if (k < 2)
            error = fmax(error, system_error(now, x, b));
    }
    printf("%s %s n %d entries %d backward error %.2e\n", argument[1], argument[2], matrix->n, csc_entries(matrix),
           error);
    linear_destroy(solver);
    csc_destroy(matrix);
    csc_destroy(other);
    free(b);
    free(x);
    return 0;
}
