/* pod.h - proper orthogonal modes of a set of signals, and the free motions that their histories consist of. */
#pragma once
#include <stdbool.h>

/* n_times samples of n_signals signals, X = U Sigma V'. Modes are the columns of V, most energy first. */
typedef struct {
    int n_times, n_signals, n; /* n: the smaller of both, the number of modes */
    double *sigma;             /* n */
    double *history;           /* U Sigma, n_times x n by columns: the amplitude of each mode in time */
    double *modes;             /* V, n_signals x n by columns */
} pod;

typedef enum { POD_OK, POD_NO_LIBRARY, POD_NOT_CONVERGED } pod_status;

/* The signals by columns; they are lost. */
pod_status pod_decompose(double *signals, int n_times, int n_signals, pod *out);
void pod_free(pod *p);
/* sigma^2 over the sum of all of them. */
double pod_energy(const pod *pod, int mode);
/* The least number of modes with this part of the energy. */
int pod_count(const pod *pod, double energy);

/* A motion a exp(lambda t) of all signals; of a pair of conjugate ones, that with im >= 0. */
typedef struct {
    double re, im; /* lambda */
    double share;  /* of the energy of all motions found */
    double *shape; /* n_signals real parts, then imaginary parts; the largest component is 1 */
} pod_motion;

typedef struct {
    int n;
    pod_motion *motions; /* largest share first */
} pod_motions;

typedef struct {
    int modes;        /* how many of them */
    int delays;       /* samples that make up a state; at least 1 */
    double dt;        /* between samples */
    double tolerance; /* directions of the state below this part of the largest are left out */
} pod_options;

pod_status pod_identify(const pod *pod, const pod_options *options, pod_motions *out);
void pod_motions_free(pod_motions *m);
