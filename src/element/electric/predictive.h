/* predictive.h - control by prediction with the model of a process that is identified on the way.
 *
 *     y_k+s = f_s + sum_r G_s-r u_k+r         s = 0 ... h_p - 1, r = 0 ... h_c - 1; no control beyond h_c
 *     f_s: the outputs if there were no control any more, G_s: those of a unit of it
 *     gpc:       the u with the least  sum_s=h_r^h_p-1 W_s |y_d - y_k+s|^2 + lambda sum_r R_r |u_k+r|^2
 *     deadbeat:  the least u with which y_k+s = y_d for s = h_c ... h_p - 1, as near as can be
 *
 * The first of these, u_k, is applied. With a period of N samples model and control are those of the changes
 * y_k - y_k-N and u_k - u_k-N, so that what comes back with the period is cancelled without a model of it. */
#pragma once
#include "element/electric/identification.h"
#include <stdbool.h>

typedef struct {
    bool is_deadbeat;
    int h_p, h_c, h_r; /* prediction advancing, control advancing and prediction receding horizons */
    int period;        /* 0: none */
    const double *W;   /* h_p - h_r */
    const double *R;   /* h_c */
} predictive;

/* Numbers of memory: the signals of a period, and work. */
int predictive_numbers(const predictive *c, const process_model *m);
/* Takes a sample; the process is identified from it. */
void predictive_sample(const predictive *c, const process_model *m, double *memory, double *process, const double *y,
                       const double *u);
/* Control u after the samples so far. */
void predictive_control(const predictive *c, const process_model *m, double *memory, const double *process,
                        const double *desired, double lambda, double *u);
