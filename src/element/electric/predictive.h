/* predictive.h - predictive control with a model of the process that is identified on line.
 *
 *     y_k+s = f_s + sum_r G_s-r u_k+r         s = 0 ... h_p - 1, r = 0 ... h_c - 1; the last control stays
 *     f_s: outputs without further control, G_s: response to a unit control
 *     gpc:       the u that minimizes  sum_s=h_r^h_p-1 W_s |y_d - y_k+s|^2 + lambda sum_r R_r |u_k+r|^2
 *     deadbeat:  the smallest u with y_k+s = y_d for s = h_c ... h_p - 1, in the least-squares sense
 *
 * Only the first control, u_k, is applied. With a period of N samples, model and control use the changes y_k - y_k-N
 * and u_k - u_k-N, so that disturbances that repeat with the period are cancelled without a model of them. */
#pragma once
#include "element/electric/identification.h"
#include <stdbool.h>

typedef struct {
    bool is_deadbeat;
    int h_p, h_c, h_r; /* prediction advancing, control advancing, prediction receding horizon */
    int period;        /* 0: none */
    const double *W;   /* h_p - h_r entries */
    const double *R;   /* h_c entries */
} predictive;

/* Returns the size of the memory: the signals of a period, and workspace. */
int predictive_numbers(const predictive *predictive, const process_model *model);
/* Processes a sample and identifies the process from it. */
void predictive_sample(const predictive *predictive, const process_model *model, double *memory, double *process,
                       const double *y, const double *u);
/* Computes the control u from the samples so far. */
void predictive_control(const predictive *predictive, const process_model *model, double *memory, const double *process,
                        const double *desired, double lambda, double *u);
