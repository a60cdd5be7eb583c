/* identification.c - recursive least squares for the linear model of a process. */
#include "element/electric/identification.h"
#include <string.h>

static const double CONFIDENCE = 1e10;

int process_terms(const process_model *m) { return (m->has_errors ? 2 : 1) * m->p * m->n_y + (m->q + 1) * m->n_u; }

int process_numbers(const process_model *m)
{
    const int n = process_terms(m);
    return n * m->n_y + n * n + 2 * n;
}

void process_begin(const process_model *m, double *memory)
{
    const int n = process_terms(m);
    double *P = memory + (size_t)n * m->n_y;
    for (int i = 0; i < n; i++)
        P[i * n + i] = CONFIDENCE;
}

/* Puts a sample in front of a history of `count` samples. */
static void push(double *history, int count, int size, const double *sample)
{
    if (count == 0)
        return;
    memmove(history + size, history, (size_t)(count - 1) * (size_t)size * sizeof *history);
    memcpy(history, sample, (size_t)size * sizeof *history);
}

/* w = P phi; gives mu + phi' P phi. */
static double weigh(int n, double mu, const double *P, const double *phi, double *w)
{
    double sum = mu;
    for (int i = 0; i < n; i++) {
        w[i] = 0.0;
        for (int j = 0; j < n; j++)
            w[i] += P[i * n + j] * phi[j];
        sum += phi[i] * w[i];
    }
    return sum;
}

/* The error of output k, by which its column of theta is corrected. */
static double learn(const process_model *m, int k, double *theta, const double *phi, const double *w, double sum,
                    double y)
{
    const int n = process_terms(m);
    double error = y;
    for (int i = 0; i < n; i++)
        error -= theta[i * m->n_y + k] * phi[i];
    for (int i = 0; i < n; i++)
        theta[i * m->n_y + k] += w[i] / sum * error;
    return error;
}

void process_sample(const process_model *m, double *memory, const double *y, const double *u)
{
    const int n = process_terms(m), n_y = m->n_y;
    double *const theta = memory, *const P = theta + (size_t)n * n_y, *const phi = P + (size_t)n * n,
                  *const w = phi + n;
    double *const past_u = phi + m->p * n_y, *const past_e = past_u + (m->q + 1) * m->n_u;
    push(past_u, m->q + 1, m->n_u, u);
    const double sum = weigh(n, m->forgetting, P, phi, w);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            P[i * n + j] = (P[i * n + j] - w[i] * w[j] / sum) / m->forgetting;
    double error[PROCESS_MOST];
    for (int k = 0; k < n_y; k++)
        error[k] = learn(m, k, theta, phi, w, sum, y[k]);
    if (m->has_errors)
        push(past_e, m->p, n_y, error);
    push(phi, m->p, n_y, y);
}
