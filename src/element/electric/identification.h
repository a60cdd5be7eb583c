/* identification.h - recursive least squares for the linear model of a process.
 *
 *     y_k = sum_1^p A_i y_k-i + sum_0^q B_j u_k-j [ + sum_1^p C_i e_k-i ]  = theta' phi_k
 *     e_k = y_k - theta' phi,   K = P phi / (mu + phi' P phi),   theta += K e_k',   P = (P - K phi' P) / mu
 *
 * mu: forgetting factor. P starts as CONFIDENCE I, theta as zero. A dynamic factor depends on the recent errors: with
 * the mean squares s_1, s_2 of the errors of the last n_1 and n_2 samples and r = s_1 / s_2,
 *
 *     r <= r_ref:  1 - mu *= rho              the process is unchanged: forget less
 *     else:        mu = 1 - fact (min(r, r_lim) - r_ref) / (r_lim - r_ref) */
#pragma once

enum { PROCESS_MOST = 64 }; /* limit of the number of outputs, and of inputs */

typedef struct {
    int n_y, n_u, p, q;
    int has_errors; /* armax */
    double forgetting;
    int n_short, n_long; /* sample counts of a dynamic factor; 0: the factor is constant */
    double rho, fact, r_ref, r_lim;
} process_model;

int process_terms(const process_model *model);   /* number of entries of phi */
int process_numbers(const process_model *model); /* in memory: theta (a row per term), P, phi, workspace, mu, errors */
void process_begin(const process_model *model, double *memory);
/* Processes a sample: the current outputs and inputs. */
void process_sample(const process_model *model, double *memory, const double *y, const double *u);
double process_forgetting(const process_model *model, const double *memory);
const double *process_history(const process_model *model, const double *memory); /* phi, for process_advance */
/* Computes y of the next sample with the inputs u, assuming no further errors, and advances phi by it. `u` may be NULL:
 * no inputs. */
void process_advance(const process_model *model, const double *theta, double *phi, const double *u, double *y);
/* Inserts a sample at the front of a history of `count` samples. */
void samples_push(double *history, int count, int size, const double *sample);
