/* logistic.c - a scalar function: a smooth step.
 *
 *     scalar function: "NAME", logistic, HEIGHT, RATE, MIDDLE;
 *
 *     y = h / (1 + exp(-k (x - m))) */
#include "torsor/module.h"
#include <math.h>

static const torsor_host *torsor;

typedef struct {
    double h, k, m;
} logistic;

static void read(torsor_reader *reader, void *self)
{
    logistic *logistic = self;
    logistic->h = torsor->read_real(reader, "height");
    logistic->k = torsor->read_positive(reader, "rate");
    logistic->m = torsor->read_real(reader, "middle");
}

static double eval(const void *self, double x, int order, const char **why)
{
    const logistic *logistic = self;
    const double y = 1.0 / (1.0 + exp(-logistic->k * (x - logistic->m)));
    (void)why;
    if (order == 0)
        return logistic->h * y;
    const double derivative = logistic->h * logistic->k * y * (1.0 - y);
    return order == 1 ? derivative : derivative * logistic->k * (1.0 - 2.0 * y);
}

static const torsor_function_type LOGISTIC = {
    .keyword = "logistic",
    .grammar = "logistic, HEIGHT, RATE, MIDDLE",
    .summary = "A smooth step.",
    .size = sizeof(logistic),
    .read = read,
    .eval = eval,
};
static const torsor_function_type *const FUNCTIONS[] = {&LOGISTIC, NULL};

TORSOR_MODULE("logistic", .functions = FUNCTIONS)
