/* eigen.h - eigenanalysis: linear vibrations about the present state, at given times.
 *
 *     (f/x' lambda + f/x) v = 0,    Aminus v = L Aplus v,    L = (1 + c lambda) / (1 - c lambda),    c = parameter / 2
 *     Aplus = f/x' + c f/x,   Aminus = f/x' - c f/x */
#pragma once
#include "assembly/equations.h"
#include "linalg/eigen/eigen.h"
#include "problem/multiblade.h"

typedef enum { EIGEN_UNSAID, EIGEN_BY_NOTHING, EIGEN_BY_LAPACK, EIGEN_BY_ARPACK } eigen_method;
typedef enum { MATRICES_NONE, MATRICES_FULL, MATRICES_SPARSE } eigen_matrices;

/* The data of the card. */
typedef struct eigenanalysis {
    int n_times;
    double *when;
    /* number in the name of the file: text before it, digits with leading zeros, text after it */
    const char *before, *after;
    int width;
    eigen_matrices matrices;
    bool vectors, geometry;
    /* digits after the decimal point; all significant ones unless the card specifies another number */
    int matrix_precision;
    int results_precision; /* -1: as for the other results */
    double parameter;      /* 0 if not given */
    double lower, upper;   /* Hz; NAN if unlimited */
    eigen_method method;   /* never EIGEN_UNSAID after the card has been read */
    bool by_size;          /* use LAPACK if it is fast enough; otherwise ARPACK, for the lowest few modes */
    eigen_balance balance;
    bool keep_isolated; /* keep eigenvalues that the permutation isolates: constraints, motions without forces */
    krylov_options krylov;
    source_location location;
    source_location sparse_at; /* location of `output sparse matrices` */
} eigenanalysis;

/* The result of one analysis. */
typedef struct eigen_result {
    const eigenanalysis *asked;
    int index; /* index of the time */
    double c;
    const csc *plus, *minus;
    const eigen_values *found; /* NULL if nothing was computed */
    int n_chosen;              /* number within the frequency limits */
    const int *chosen;
} eigen_result;

/* Reads the arguments after `eigenanalysis:`. */
eigenanalysis *read_eigenanalysis(reader *reader);
extern const char eigenanalysis_grammar[];
/* Returns an analysis at a single time that finds all modes that can be computed quickly and writes nothing. */
eigenanalysis *eigenanalysis_at(double when, arena *memory);

/* Performs the analyses that are due at the time of the state and not yet done, ordered by time. `report` is called
 * with each result; if it returns false, the analysis ends. The solution is left unchanged. Returns false after
 * reporting an error. */
/* Returns the number of the step used in files: as in MBDyn, that of the next step, or 0 at the initial time. */
static inline int eigen_step(const state *state) { return state->step > 0 ? state->step + 1 : 0; }

typedef bool eigen_observer(void *to, const state *state, const eigen_result *result);
bool eigen_analyse(const eigenanalysis *eigenanalysis, bool *is_done, equations *equations, solution *solution,
                   eigen_observer *report, void *to);
/* Performs one analysis at the present state; if `by` is not NULL, in coordinates that do not rotate with a rotor. */
bool eigen_now(const eigenanalysis *eigenanalysis, const rotor_rotation *by, equations *equations, solution *solution,
               eigen_observer *report, void *to);

/* The matrices Aplus and Aminus, with the signs of eigen.c. `by_plus` and `by_minus` are what differences over the step
 * add to them per unit of the eigenvalue. All of them have the pattern of the model. */
typedef struct {
    csc plus, minus;
    double *by_plus, *by_minus; /* NULL if zero */
} eigen_pencil;
eigen_pencil eigen_linearise(equations *equations, solution *solution, double c, arena *memory);

/* Serializes or restores which of the times are done; times that the card no longer has are discarded. */
void eigen_serialize(archive *archive, const eigenanalysis *eigenanalysis, bool *is_done);

/* Returns the eigenvalue `index` in continuous time; it is not finite if it does not exist. */
void eigen_lambda(const eigen_result *result, int index, double *re, double *im);
