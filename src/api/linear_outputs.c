/* linear_outputs.c - derivatives of quantities with respect to unknowns, their rates, and inputs.
 *
 *     (8 (q(h) - q(-h)) - q(2 h) + q(-2 h)) / 12 h        one unknown at a time
 *
 * Most quantities depend on few unknowns: those that matter are found by changing many at once, and halving. */
#include "api/eigen_table.h"
#include "api/linear.h"
#include <math.h>
#include <string.h>

static const double SMALL = 1e-3; /* change of an unknown, as a fraction of its scale */

typedef struct {
    linear_outputs *outputs;
    double *y, *yp;
    double *base, *now;
    double size, speed; /* of the model; of the fastest node */
} nudging;

double linear_output_get(const linear_outputs *outputs, int which)
{
    const quantities *quantities = outputs->quantities;
    const int component = which / quantities->all.n - 1;
    quantities_get(quantities, &quantities->all.items[which % quantities->all.n], &outputs->solution->state,
                   quantities->numbers);
    return quantities->numbers[component < 0 ? 0 : component];
}

static void look(const nudging *nudging, double *to)
{
    linear_outputs *outputs = nudging->outputs;
    solution_update(outputs->solution);
    if (outputs->solution->ypp)
        solution_accelerations(outputs->solution);
    for (int i = 0; i < outputs->n_outputs; i++)
        to[i] = linear_output_get(outputs, outputs->outputs[i]);
}

static double step_of(const nudging *nudging, int unknown, bool is_rate)
{
    const linear_model *model = nudging->outputs->model;
    const double now = is_rate ? nudging->yp[unknown] : nudging->y[unknown];
    if (model->rate_of[unknown] < 0)
        return SMALL * fmax(1, fabs(now));
    return SMALL * (is_rate ? nudging->speed : nudging->size);
}

/* Changes the unknown at `number`, or the input `input`, by `by`, and reads the outputs. */
static void look_at(nudging *nudging, double *number, int input, double by, double *to)
{
    const linear_inputs *inputs = nudging->outputs->inputs;
    const double before = number ? *number : inputs->now[input];
    if (number)
        *number = before + by;
    else
        inputs->set(inputs->context, nudging->outputs->solution, input, before + by);
    look(nudging, to);
    if (number)
        *number = before;
    else
        inputs->set(inputs->context, nudging->outputs->solution, input, before);
}

/* Adds the difference quotients of all outputs to the list; exactly zero where nothing changes. */
static void quotient(nudging *nudging, double *number, int input, double h, linear_entries *to)
{
    const int n = nudging->outputs->n_outputs;
    double *up = nudging->now, *down = up + n, *far = down + n;
    look_at(nudging, number, input, 2 * h, up);
    look_at(nudging, number, input, -2 * h, down);
    for (int i = 0; i < n; i++)
        far[i] = up[i] - down[i];
    look_at(nudging, number, input, h, up);
    look_at(nudging, number, input, -h, down);
    for (int i = 0; i < n; i++) {
        const double sum = 8 * (up[i] - down[i]) - far[i];
        if (sum != 0)
            array_push(to, ((linear_entry){i, input, sum / (12 * h)}));
    }
}

/* Whether an output depends on one of the unknowns from `first` to `end` - 1. */
static bool matters(nudging *nudging, int first, int end, bool is_rate)
{
    const solution *solution = nudging->outputs->solution;
    double *to = is_rate ? solution->yp : solution->y;
    bool any = false;
    for (int j = first; j < end; j++)
        to[j] += (1 + 0.37 * sin(j)) * step_of(nudging, j, is_rate);
    look(nudging, nudging->now);
    for (int i = 0; i < nudging->outputs->n_outputs; i++)
        any = any || nudging->now[i] != nudging->base[i];
    memcpy(to + first, (is_rate ? nudging->yp : nudging->y) + first, (size_t)(end - first) * sizeof *to);
    return any;
}

static void divide(nudging *nudging, int first, int end, bool is_rate)
{
    linear_outputs *outputs = nudging->outputs;
    if (first >= end || !matters(nudging, first, end, is_rate))
        return;
    if (end - first > 1) {
        const int middle = first + (end - first) / 2;
        divide(nudging, first, middle, is_rate);
        divide(nudging, middle, end, is_rate);
        return;
    }
    double *number = (is_rate ? outputs->solution->yp : outputs->solution->y) + first;
    quotient(nudging, number, first, step_of(nudging, first, is_rate), is_rate ? &outputs->rates : &outputs->values);
}

static void differentiate_inputs(nudging *nudging)
{
    linear_outputs *outputs = nudging->outputs;
    for (int k = 0; k < outputs->inputs->n; k++)
        quotient(nudging, NULL, k, SMALL * fmax(1, fabs(outputs->inputs->now[k])), &outputs->loads);
}

static double fastest(const solution *solution)
{
    double speed = 0;
    for (int i = 0; i < solution->model->n_poses; i++)
        speed = fmax(speed, fmax(vec3_norm(solution->poses[i].v), vec3_norm(solution->poses[i].w)));
    return speed > 0 ? speed : 1;
}

void linear_outputs_differentiate(linear_outputs *outputs)
{
    const solution *solution = outputs->solution;
    nudging nudging = {.outputs = outputs,
                       .base = ARENA_ARRAY(outputs->memory, double, outputs->n_outputs + 1),
                       .now = ARENA_ARRAY(outputs->memory, double, 3 * (size_t)outputs->n_outputs + 1),
                       .size = fmin(1, eigen_size_of_model(solution->model, &solution->state)),
                       .speed = fastest(solution)};
    nudging.y = arena_copy(outputs->memory, solution->y, ((size_t)solution->n + 1) * sizeof(double));
    nudging.yp = arena_copy(outputs->memory, solution->yp, ((size_t)solution->n + 1) * sizeof(double));
    look(&nudging, nudging.base);
    divide(&nudging, 0, solution->n, false);
    divide(&nudging, 0, solution->n, true);
    differentiate_inputs(&nudging);
}
