/* eigen.h - eigenanalysis: linear vibrations about the state reached, at times of the analysis.
 *
 *     (f/x' lambda + f/x) v = 0,    Aminus v = L Aplus v,    L = (1 + c lambda) / (1 - c lambda),    c = parameter / 2
 *     Aplus = f/x' + c f/x,   Aminus = f/x' - c f/x                                                                  */
#pragma once
#include "assembly/equations.h"
#include "linalg/eigen/eigen.h"
#include "problem/multiblade.h"

typedef enum { EIGEN_UNSAID, EIGEN_BY_NOTHING, EIGEN_BY_LAPACK, EIGEN_BY_ARPACK } eigen_method;
typedef enum { MATRICES_NONE, MATRICES_FULL, MATRICES_SPARSE } eigen_matrices;

/* The card. */
typedef struct eigenanalysis {
    int n_times;
    double *when;
    /* number in the name of the file: before, digits with leading zeros, after */
    const char *before, *after;
    int width;
    eigen_matrices matrices;
    bool vectors, geometry;
    int matrix_precision;  /* digits behind the point; enough for all of a number unless the card says otherwise */
    int results_precision; /* -1: that of the other results */
    double parameter;      /* 0: not given */
    double lower, upper;   /* Hz; NAN: no limit */
    eigen_method method;   /* not EIGEN_UNSAID any more once the card is read */
    bool by_size;          /* LAPACK where it is quick; else ARPACK, the lowest few */
    eigen_balance balance;
    bool keep_isolated; /* also eigenvalues that the permutation singles out: constraints, motions without forces */
    krylov_options krylov;
    source_location location;
    source_location sparse_at; /* of `output sparse matrices` */
} eigenanalysis;

/* What was found. */
typedef struct eigen_result {
    const eigenanalysis *asked;
    int index; /* which of the times */
    double c;
    const csc *plus, *minus;
    const eigen_values *found; /* NULL: nothing was computed */
    int n_chosen;              /* those within the frequency limits */
    const int *chosen;
} eigen_result;

/* Reads what follows `eigenanalysis:`. */
eigenanalysis *read_eigenanalysis(reader *reader);
extern const char eigenanalysis_grammar[];
/* Once, at a time; all that can be found soon, nothing written. */
eigenanalysis *eigenanalysis_at(double when, arena *memory);

/* Does what is due at the time of the state and not done yet, by time; `report` is notified of each result, and false
 * from it ends the analysis. The solution is left as it was. False after an error, which has been reported. */
/* Its number of the step in files: as in MBDyn that of the step to come, 0 at the initial time. */
static inline int eigen_step(const state *state) { return state->step > 0 ? state->step + 1 : 0; }

typedef bool eigen_observer(void *to, const state *state, const eigen_result *result);
bool eigen_analyse(const eigenanalysis *eigenanalysis, bool *is_done, equations *equations, solution *solution,
                   eigen_observer *report, void *to);
/* Once, now; with `by`, in coordinates that do not turn with a rotor. */
bool eigen_now(const eigenanalysis *eigenanalysis, const rotor_rotation *by, equations *equations, solution *solution,
               eigen_observer *report, void *to);

/* The matrices Aplus, Aminus; signs are those of eigen.c. `by_plus` and `by_minus` are what differences over the step
 * add to them for each unit of the eigenvalue; entries of all are those of the model's pattern. */
typedef struct {
    csc plus, minus;
    double *by_plus, *by_minus; /* NULL: nothing */
} eigen_pencil;
eigen_pencil eigen_linearise(equations *equations, solution *solution, double c, arena *memory);

/* Saves or restores which of the times are done; times that the card no longer has are forgotten. */
void eigen_serialize(archive *archive, const eigenanalysis *eigenanalysis, bool *is_done);

/* The k-th eigenvalue found in continuous time; not finite when there is none. */
void eigen_lambda(const eigen_result *result, int index, double *re, double *im);
