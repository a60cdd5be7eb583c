/* identification.h - recursive least squares for the linear model of a process.
 *
 *     y_k = sum_1^p A_i y_k-i + sum_0^q B_j u_k-j [ + sum_1^p C_i e_k-i ]  = theta' phi_k
 *     e_k = y_k - theta' phi,   K = P phi / (mu + phi' P phi),   theta += K e_k',   P = (P - K phi' P) / mu
 *
 * mu: forgetting factor. P begins as CONFIDENCE I, theta as zero. */
#pragma once

enum { PROCESS_MOST = 64 }; /* outputs, and inputs */

typedef struct {
    int n_y, n_u, p, q;
    int has_errors; /* armax */
    double forgetting;
} process_model;

int process_terms(const process_model *m);   /* of phi */
int process_numbers(const process_model *m); /* of memory: theta (a row a term), P, phi, work */
void process_begin(const process_model *m, double *memory);
/* Takes a sample: outputs and inputs now. */
void process_sample(const process_model *m, double *memory, const double *y, const double *u);
