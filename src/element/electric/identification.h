/* identification.h - recursive least squares for the linear model of a process.
 *
 *     y_k = sum_1^p A_i y_k-i + sum_0^q B_j u_k-j [ + sum_1^p C_i e_k-i ]  = theta' phi_k
 *     e_k = y_k - theta' phi,   K = P phi / (mu + phi' P phi),   theta += K e_k',   P = (P - K phi' P) / mu
 *
 * mu: forgetting factor. P starts as CONFIDENCE I, theta as zero. A dynamic factor depends on the recent errors: with
 * the mean squares s_1, s_2 of those of the last n_1 and n_2 samples and r = s_1 / s_2,
 *
 *     r <= r_ref:  1 - mu *= rho              the process is unchanged: forget less
 *     else:        mu = 1 - fact (min(r, r_lim) - r_ref) / (r_lim - r_ref) */
#pragma once

enum { PROCESS_MOST = 64 }; /* outputs, and inputs */

typedef struct {
    int n_y, n_u, p, q;
    int has_errors; /* armax */
    double forgetting;
    int n_short, n_long; /* of a dynamic factor; 0: it is constant */
    double rho, fact, r_ref, r_lim;
} process_model;

int process_terms(const process_model *model);   /* of phi */
int process_numbers(const process_model *model); /* of memory: theta (a row a term), P, phi, work, mu, late errors */
void process_begin(const process_model *model, double *memory);
/* Takes a sample: outputs and inputs now. */
void process_sample(const process_model *model, double *memory, const double *y, const double *u);
double process_forgetting(const process_model *model, const double *memory);
const double *process_history(const process_model *model, const double *memory); /* phi, for process_advance */
/* y of the next sample, with inputs u and no errors from now on; phi goes on by it. NULL: no inputs. */
void process_advance(const process_model *model, const double *theta, double *phi, const double *u, double *y);
/* Puts a sample in front of a history of `count` samples. */
void samples_push(double *history, int count, int size, const double *sample);
