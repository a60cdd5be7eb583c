/* predictive.c - predictive control with a model of the process. */
#include "element/electric/predictive.h"
#include "linalg/least_squares.h"
#include <math.h>
#include <string.h>

/* Equations: n_s predicted samples, and for gpc the weight of each control. */
static int first_sample(const predictive *predictive)
{
    return predictive->is_deadbeat ? predictive->h_c : predictive->h_r;
}
static int samples(const predictive *predictive) { return predictive->h_p - first_sample(predictive); }
static int columns(const predictive *predictive, const process_model *model) { return model->n_u * predictive->h_c; }
static int rows(const predictive *predictive, const process_model *model)
{
    return model->n_y * samples(predictive) + (predictive->is_deadbeat ? 0 : columns(predictive, model));
}

typedef struct {
    double *past;             /* signals of the last period: y and u of each sample, latest first */
    double *phi, *answer;     /* workspace: a history, and its outputs for each sample */
    double *M, *b, *x, *work; /* equations, by columns */
} parts;

static int pair(const process_model *model) { return model->n_y + model->n_u; }

static parts parts_of(const predictive *predictive, const process_model *model, double *memory)
{
    const size_t n_r = (size_t)rows(predictive, model), n_c = (size_t)columns(predictive, model);
    parts of = {.past = memory};
    of.phi = of.past + (size_t)predictive->period * (size_t)pair(model);
    of.answer = of.phi + process_terms(model);
    of.M = of.answer + (size_t)predictive->h_p * (size_t)model->n_y;
    of.b = of.M + n_r * n_c;
    of.x = of.b + n_r;
    of.work = of.x + n_c;
    return of;
}

int predictive_numbers(const predictive *predictive, const process_model *model)
{
    const int n_r = rows(predictive, model), n_c = columns(predictive, model);
    return predictive->period * pair(model) + process_terms(model) + predictive->h_p * model->n_y + n_r * n_c + n_r +
           n_c + least_squares_work(n_c);
}

void predictive_sample(const predictive *predictive, const process_model *model, double *memory, double *process,
                       const double *y, const double *u)
{
    double both[2 * PROCESS_MOST], change[2 * PROCESS_MOST];
    memcpy(both, y, (size_t)model->n_y * sizeof *y);
    memcpy(both + model->n_y, u, (size_t)model->n_u * sizeof *u);
    memcpy(change, both, sizeof change);
    if (predictive->period > 0) {
        const double *const before = memory + (predictive->period - 1) * pair(model);
        for (int i = 0; i < pair(model); i++)
            change[i] -= before[i];
        samples_push(memory, predictive->period, pair(model), both);
    }
    process_sample(model, process, change, change + model->n_y);
}

/* Computes the outputs of future samples in response to a unit of input j now; j < 0: without it, from the present
 * history. */
static void answer_to(const predictive *predictive, const process_model *model, const parts *of, const double *process,
                      int j)
{
    double unit[PROCESS_MOST] = {0};
    const size_t size = (size_t)process_terms(model) * sizeof *of->phi;
    if (j < 0)
        memcpy(of->phi, process_history(model, process), size);
    else
        memset(of->phi, 0, size), unit[j] = 1.0;
    for (int s = 0; s < predictive->h_p; s++)
        process_advance(model, process, of->phi, s == 0 ? unit : NULL, of->answer + (size_t)s * (size_t)model->n_y);
}

/* Returns the square root of the weight of predicted sample i. */
static double predictive_weight(const predictive *predictive, int i)
{
    return predictive->is_deadbeat ? 1.0 : sqrt(predictive->W[i]);
}

/* Adds up the answers: those to an input that stays. */
static void keep_input(const predictive *predictive, const process_model *model, const parts *of)
{
    for (int i = model->n_y; i < predictive->h_p * model->n_y; i++)
        of->answer[i] += of->answer[i - model->n_y];
}

static void set_column(const predictive *predictive, const process_model *model, const parts *of, int r, int j,
                       double lambda)
{
    const int first = first_sample(predictive), at = r * model->n_u + j;
    double *const to = of->M + (size_t)at * (size_t)rows(predictive, model);
    memset(to, 0, (size_t)rows(predictive, model) * sizeof *to);
    for (int i = 0; i < samples(predictive); i++)
        for (int k = 0; k < model->n_y && first + i >= r; k++)
            to[i * model->n_y + k] = predictive_weight(predictive, i) * of->answer[(first + i - r) * model->n_y + k];
    if (!predictive->is_deadbeat)
        to[samples(predictive) * model->n_y + at] = sqrt(fmax(lambda, 0.0) * predictive->R[r]);
}

/* Sets b to the desired output (with a period, its change from one period earlier) minus the expected one, weighted;
 * the rest of b remains zero. */
static void set_wanted(const predictive *predictive, const process_model *model, const parts *of, const double *desired)
{
    const int first = first_sample(predictive);
    for (int i = 0; i < samples(predictive); i++)
        for (int k = 0; k < model->n_y; k++) {
            const int s = first + i;
            const double before =
                predictive->period > 0 ? of->past[(predictive->period - 1 - s) * pair(model) + k] : 0.0;
            of->b[i * model->n_y + k] =
                predictive_weight(predictive, i) * (desired[k] - before - of->answer[s * model->n_y + k]);
        }
}

void predictive_control(const predictive *predictive, const process_model *model, double *memory, const double *process,
                        const double *desired, double lambda, double *u)
{
    const parts of = parts_of(predictive, model, memory);
    for (int j = 0; j < model->n_u; j++) {
        answer_to(predictive, model, &of, process, j);
        for (int r = 0; r < predictive->h_c - 1; r++)
            set_column(predictive, model, &of, r, j, lambda);
        keep_input(predictive, model, &of);
        set_column(predictive, model, &of, predictive->h_c - 1, j, lambda);
    }
    answer_to(predictive, model, &of, process, -1);
    set_wanted(predictive, model, &of, desired);
    least_squares(rows(predictive, model), columns(predictive, model), of.M, of.b, of.x, of.work);
    for (int j = 0; j < model->n_u; j++)
        u[j] =
            of.x[j] + (predictive->period > 0 ? of.past[(predictive->period - 1) * pair(model) + model->n_y + j] : 0.0);
}
