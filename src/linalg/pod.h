/* pod.h - proper orthogonal modes of a set of signals, and the free motions of which their histories consist. */
#pragma once
#include <stdbool.h>

/* n_times samples of n_signals signals, X = U Sigma V'. Modes are the columns of V, ordered by decreasing energy. */
typedef struct {
    int n_times, n_signals, n; /* n: number of modes, the smaller of both */
    double *sigma;             /* n */
    double *history;           /* U Sigma, n_times x n by columns: the amplitude of each mode in time */
    double *modes;             /* V, n_signals x n by columns */
} pod;

typedef enum { POD_OK, POD_NO_LIBRARY, POD_NOT_CONVERGED } pod_status;

/* The signals are stored by columns and destroyed. */
pod_status pod_decompose(double *signals, int n_times, int n_signals, pod *out);
void pod_free(pod *p);
/* Returns sigma^2 over the sum of all of them. */
double pod_energy(const pod *pod, int mode);
/* Returns the smallest number of modes with this fraction of the energy. */
int pod_count(const pod *pod, double energy);

/* A motion a exp(lambda t) of all signals; of a conjugate pair, the one with im >= 0. */
typedef struct {
    double re, im; /* lambda */
    double share;  /* fraction of the energy of all motions found */
    double *shape; /* n_signals real parts, then imaginary parts; the largest component is 1 */
} pod_motion;

typedef struct {
    int n;
    pod_motion *motions; /* ordered by decreasing share */
} pod_motions;

typedef struct {
    int modes;        /* number of modes used */
    int delays;       /* number of samples that make up a state; at least 1 */
    double dt;        /* time between samples */
    double tolerance; /* directions of the state below this fraction of the largest are ignored */
} pod_options;

pod_status pod_identify(const pod *pod, const pod_options *options, pod_motions *out);
void pod_motions_free(pod_motions *m);
