/* siconos_library.c - solvers of the library Siconos, loaded on first use.
 *
 * The functions used are declared here, after its public interface; the name of the library contains the version of
 * that interface. LAPACK is loaded first: Siconos depends on it, and the number of its threads is set there. One thread
 * at a time may enter the library.
 *
 * Options are kept for each method and problem size: some methods store workspace of that size in them, and the library
 * does not free all of it. The matrix is created for each call, since factors of it are stored in it. */
#include "linalg/siconos_library.h"
#include "base/shared_library.h"
#include "linalg/lapack_library.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct siconos_matrix siconos_matrix;

/* The beginning of its structure of options; the rest is private to the library. */
typedef struct {
    int solver;
    bool is_set;
    int n_integers;
    int *integers; /* maximum number of iterations, number performed, ... */
    int n_reals;
    double *reals; /* tolerance, ... */
} siconos_options;

typedef struct saved_options {
    siconos_solver solver;
    int n;
    siconos_options *options;
    struct saved_options *next;
} saved_options;

typedef struct {
    int size;
    siconos_matrix *M;
    double *q;
} siconos_lcp;

static struct {
    siconos_matrix *(*create)(int storage, int rows, int columns);
    void (*set)(siconos_matrix *m, int i, int j, double to);
    void (*clear)(siconos_matrix *m);
    siconos_options *(*options)(int solver);
    int (*solve)(siconos_lcp *siconos_lcp, double *z, double *w, siconos_options *options);
    bool is_there;
} library;

static void open_once(void)
{
    lapack_library lapack;
    void (*set_verbose)(int how_much);
    void *l = lapack_library_open(&lapack) ? shared_library("libsiconos_numerics.so.7") : NULL;
    if (shared_library_find(l, "numerics_set_verbose", &set_verbose))
        set_verbose(0);
    library.is_there = shared_library_find(l, "NM_create", &library.create) &&
                       shared_library_find(l, "NM_entry", &library.set) &&
                       shared_library_find(l, "NM_free", &library.clear) &&
                       shared_library_find(l, "solver_options_create", &library.options) &&
                       shared_library_find(l, "linearComplementarity_driver", &library.solve);
}

bool siconos_library_open(void)
{
    static pthread_once_t is_opened = PTHREAD_ONCE_INIT;
    pthread_once(&is_opened, open_once);
    return library.is_there;
}

static siconos_matrix *matrix_of(const siconos_problem *siconos_problem)
{
    const int DENSE = 0;
    siconos_matrix *m = library.create(DENSE, siconos_problem->n, siconos_problem->n);
    for (int i = 0; i < siconos_problem->n; i++)
        for (int j = 0; j < siconos_problem->n; j++)
            library.set(m, i, j, siconos_problem->M[i * siconos_problem->n + j]);
    return m;
}

/* Returns NULL if there is no memory. */
static siconos_options *options_for(siconos_solver by, int n)
{
    static saved_options *all;
    for (const saved_options *options = all; options; options = options->next)
        if (options->solver == by && options->n == n)
            return options->options;
    saved_options *one = malloc(sizeof *one);
    if (!one)
        return NULL;
    *one = (saved_options){by, n, library.options(by), all};
    all = one;
    return one->options;
}

/* q is copied after w, because the library takes it without const. */
static int siconos_library_type_solve(siconos_solver by, const siconos_problem *siconos_problem, double tolerance,
                                      int *iterations)
{
    double *q = siconos_problem->w + siconos_problem->n;
    siconos_options *options = options_for(by, siconos_problem->n);
    memset(siconos_problem->z, 0, (size_t)siconos_problem->n * sizeof *siconos_problem->z);
    if (!options)
        return 1;
    siconos_matrix *m = matrix_of(siconos_problem);
    memcpy(q, siconos_problem->q, (size_t)siconos_problem->n * sizeof *q);
    memset(siconos_problem->w, 0, (size_t)siconos_problem->n * sizeof *siconos_problem->w);
    options->integers[0] = *iterations;
    options->reals[0] = tolerance;
    const int status =
        library.solve(&(siconos_lcp){siconos_problem->n, m, q}, siconos_problem->z, siconos_problem->w, options);
    *iterations = options->integers[1];
    library.clear(m);
    return status;
}

int siconos_library_solve(siconos_solver by, const siconos_problem *siconos_problem, double tolerance, int *iterations)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&one_at_a_time);
    const int status = siconos_library_type_solve(by, siconos_problem, tolerance, iterations);
    pthread_mutex_unlock(&one_at_a_time);
    return status;
}
