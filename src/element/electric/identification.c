/* identification.c - recursive least squares for the linear model of a process.
 *
 * Of P = S S' the root S is stored (Potter): P then remains positive where the signals say nothing about a coefficient.
 * Subtracted from a P of 1e12, rounding errors would make it negative, and coefficients would grow without limit.
 *
 *     f = S' phi,   d = mu + f'f,   K = S f / d,   S <- (S - S f f' / (d + sqrt(mu d))) / sqrt(mu) */
#include "element/electric/identification.h"
#include <math.h>
#include <string.h>

static const double CONFIDENCE = 1e12;

int process_terms(const process_model *model)
{
    return (model->has_errors ? 2 : 1) * model->p * model->n_y + (model->q + 1) * model->n_u;
}

/* theta, S, phi, workspace, mu, and squares of the recent errors */
typedef struct {
    double *theta, *S, *phi, *w, *f, *mu, *late;
} parts;

static parts parts_of(const process_model *model, double *memory)
{
    const int n = process_terms(model);
    parts of = {.theta = memory};
    of.S = of.theta + (size_t)n * model->n_y;
    of.phi = of.S + (size_t)n * n;
    of.w = of.phi + n;
    of.f = of.w + n;
    of.mu = of.f + n;
    of.late = of.mu + 1;
    return of;
}

int process_numbers(const process_model *model)
{
    const int n = process_terms(model);
    return n * model->n_y + n * n + 3 * n + 1 + model->n_long;
}

void process_begin(const process_model *model, double *memory)
{
    const int n = process_terms(model);
    const parts of = parts_of(model, memory);
    for (int i = 0; i < n; i++)
        of.S[i * n + i] = sqrt(CONFIDENCE);
    *of.mu = model->forgetting;
}

void samples_push(double *history, int count, int size, const double *sample)
{
    if (count == 0)
        return;
    memmove(history + size, history, (size_t)(count - 1) * (size_t)size * sizeof *history);
    memcpy(history, sample, (size_t)size * sizeof *history);
}

/* f = S' phi, w = S f = P phi. Returns mu + f'f = mu + phi' P phi. */
static double weigh(int n, const parts *of)
{
    double sum = *of->mu;
    for (int j = 0; j < n; j++) {
        of->f[j] = 0.0;
        for (int i = 0; i < n; i++)
            of->f[j] += of->S[i * n + j] * of->phi[i];
        sum += of->f[j] * of->f[j];
    }
    for (int i = 0; i < n; i++) {
        of->w[i] = 0.0;
        for (int j = 0; j < n; j++)
            of->w[i] += of->S[i * n + j] * of->f[j];
    }
    return sum;
}

/* S = (S - w f' / (sum + sqrt(mu sum))) / sqrt(mu) */
static void renew_root(int n, const parts *of, double sum)
{
    const double by = 1.0 / (sum + sqrt(*of->mu * sum)), root = sqrt(*of->mu);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            of->S[i * n + j] = (of->S[i * n + j] - by * of->w[i] * of->f[j]) / root;
}

/* Returns y[k] of the model. */
static double expected(const process_model *model, int k, const double *theta, const double *phi)
{
    double y = 0.0;
    for (int i = 0; i < process_terms(model); i++)
        y += theta[i * model->n_y + k] * phi[i];
    return y;
}

/* Return the positions of inputs and errors in phi. */
static double *inputs_of(const process_model *model, double *phi) { return phi + model->p * model->n_y; }
static double *errors_of(const process_model *model, double *phi)
{
    return inputs_of(model, phi) + (model->q + 1) * model->n_u;
}

static double mean(const double *x, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum / n;
}

static void adapt_forgetting(const process_model *model, const parts *of, const double *error)
{
    double square = 0.0;
    for (int k = 0; k < model->n_y; k++)
        square += error[k] * error[k];
    samples_push(of->late, model->n_long, 1, &square);
    const double all = mean(of->late, model->n_long), r = all > 0.0 ? mean(of->late, model->n_short) / all : 0.0;
    if (r <= model->r_ref)
        *of->mu = 1.0 - model->rho * (1.0 - *of->mu);
    else
        *of->mu = 1.0 - model->fact * (fmin(r, model->r_lim) - model->r_ref) / (model->r_lim - model->r_ref);
}

void process_sample(const process_model *model, double *memory, const double *y, const double *u)
{
    const int n = process_terms(model), n_y = model->n_y;
    const parts of = parts_of(model, memory);
    samples_push(inputs_of(model, of.phi), model->q + 1, model->n_u, u);
    const double sum = weigh(n, &of);
    renew_root(n, &of, sum);
    double error[PROCESS_MOST];
    for (int k = 0; k < n_y; k++) {
        error[k] = y[k] - expected(model, k, of.theta, of.phi);
        for (int i = 0; i < n; i++)
            of.theta[i * n_y + k] += of.w[i] / sum * error[k];
    }
    if (model->has_errors)
        samples_push(errors_of(model, of.phi), model->p, n_y, error);
    samples_push(of.phi, model->p, n_y, y);
    if (model->n_long > 0)
        adapt_forgetting(model, &of, error);
}

double process_forgetting(const process_model *model, const double *memory)
{
    return *parts_of(model, (double *)memory).mu;
}

const double *process_history(const process_model *model, const double *memory)
{
    return parts_of(model, (double *)memory).phi;
}

void process_advance(const process_model *model, const double *theta, double *phi, const double *u, double *y)
{
    static const double NOTHING[PROCESS_MOST] = {0};
    samples_push(inputs_of(model, phi), model->q + 1, model->n_u, u ? u : NOTHING);
    for (int k = 0; k < model->n_y; k++)
        y[k] = expected(model, k, theta, phi);
    if (model->has_errors)
        samples_push(errors_of(model, phi), model->p, model->n_y, NOTHING);
    samples_push(phi, model->p, model->n_y, y);
}
