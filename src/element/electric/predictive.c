/* predictive.c - control by prediction with a model of the process. */
#include "element/electric/predictive.h"
#include "linalg/least_squares.h"
#include <math.h>
#include <string.h>

/* Equations: n_s predicted samples, and for gpc the weight of each control. */
static int first_sample(const predictive *c) { return c->is_deadbeat ? c->h_c : c->h_r; }
static int samples(const predictive *c) { return c->h_p - first_sample(c); }
static int columns(const predictive *c, const process_model *m) { return m->n_u * c->h_c; }
static int rows(const predictive *c, const process_model *m)
{
    return m->n_y * samples(c) + (c->is_deadbeat ? 0 : columns(c, m));
}

typedef struct {
    double *past;             /* signals of the last period: y and u of each sample, the youngest first */
    double *phi, *answer;     /* work: a history, and outputs of it for each sample */
    double *M, *b, *x, *work; /* equations, by columns */
} parts;

static int pair(const process_model *m) { return m->n_y + m->n_u; }

static parts parts_of(const predictive *c, const process_model *m, double *memory)
{
    const size_t n_r = (size_t)rows(c, m), n_c = (size_t)columns(c, m);
    parts of = {.past = memory};
    of.phi = of.past + (size_t)c->period * (size_t)pair(m);
    of.answer = of.phi + process_terms(m);
    of.M = of.answer + (size_t)c->h_p * (size_t)m->n_y;
    of.b = of.M + n_r * n_c;
    of.x = of.b + n_r;
    of.work = of.x + n_c;
    return of;
}

int predictive_numbers(const predictive *c, const process_model *m)
{
    const int n_r = rows(c, m), n_c = columns(c, m);
    return c->period * pair(m) + process_terms(m) + c->h_p * m->n_y + n_r * n_c + n_r + n_c + least_squares_work(n_c);
}

void predictive_sample(const predictive *c, const process_model *m, double *memory, double *process, const double *y,
                       const double *u)
{
    double both[2 * PROCESS_MOST], change[2 * PROCESS_MOST];
    memcpy(both, y, (size_t)m->n_y * sizeof *y);
    memcpy(both + m->n_y, u, (size_t)m->n_u * sizeof *u);
    memcpy(change, both, sizeof change);
    if (c->period > 0) {
        const double *const before = memory + (c->period - 1) * pair(m);
        for (int i = 0; i < pair(m); i++)
            change[i] -= before[i];
        samples_push(memory, c->period, pair(m), both);
    }
    process_sample(m, process, change, change + m->n_y);
}

/* The outputs of samples to come when a unit of input j comes now; j < 0: without it, from the present history. */
static void answer_to(const predictive *c, const process_model *m, const parts *of, const double *process, int j)
{
    double unit[PROCESS_MOST] = {0};
    const size_t size = (size_t)process_terms(m) * sizeof *of->phi;
    if (j < 0)
        memcpy(of->phi, process_history(m, process), size);
    else
        memset(of->phi, 0, size), unit[j] = 1.0;
    for (int s = 0; s < c->h_p; s++)
        process_advance(m, process, of->phi, s == 0 ? unit : NULL, of->answer + (size_t)s * (size_t)m->n_y);
}

/* The root of the weight of predicted sample i. */
static double predictive_weight(const predictive *c, int i) { return c->is_deadbeat ? 1.0 : sqrt(c->W[i]); }

static void set_column(const predictive *c, const process_model *m, const parts *of, int r, int j, double lambda)
{
    const int first = first_sample(c), at = r * m->n_u + j;
    double *const to = of->M + (size_t)at * (size_t)rows(c, m);
    memset(to, 0, (size_t)rows(c, m) * sizeof *to);
    for (int i = 0; i < samples(c); i++)
        for (int k = 0; k < m->n_y && first + i >= r; k++)
            to[i * m->n_y + k] = predictive_weight(c, i) * of->answer[(first + i - r) * m->n_y + k];
    if (!c->is_deadbeat)
        to[samples(c) * m->n_y + at] = sqrt(fmax(lambda, 0.0) * c->R[r]);
}

/* y_d less what is expected, of the change that is asked for where there is a period; the rest of b stays zero. */
static void set_wanted(const predictive *c, const process_model *m, const parts *of, const double *desired)
{
    const int first = first_sample(c);
    for (int i = 0; i < samples(c); i++)
        for (int k = 0; k < m->n_y; k++) {
            const int s = first + i;
            const double before = c->period > 0 ? of->past[(c->period - 1 - s) * pair(m) + k] : 0.0;
            of->b[i * m->n_y + k] = predictive_weight(c, i) * (desired[k] - before - of->answer[s * m->n_y + k]);
        }
}

void predictive_control(const predictive *c, const process_model *m, double *memory, const double *process,
                        const double *desired, double lambda, double *u)
{
    const parts of = parts_of(c, m, memory);
    for (int j = 0; j < m->n_u; j++) {
        answer_to(c, m, &of, process, j);
        for (int r = 0; r < c->h_c; r++)
            set_column(c, m, &of, r, j, lambda);
    }
    answer_to(c, m, &of, process, -1);
    set_wanted(c, m, &of, desired);
    least_squares(rows(c, m), columns(c, m), of.M, of.b, of.x, of.work);
    for (int j = 0; j < m->n_u; j++)
        u[j] = of.x[j] + (c->period > 0 ? of.past[(c->period - 1) * pair(m) + m->n_y + j] : 0.0);
}
