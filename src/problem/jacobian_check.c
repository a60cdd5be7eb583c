/* jacobian_check.c - `finite difference jacobian meter`: compares the Jacobian matrix with another evaluation, column
 * by column.
 *
 *     order 1    (r(h) - r(0)) / h
 *     order 2p   sum_m  w_m (r(m h) - r(-m h)) / h,      w_m = (-1)^(m+1) p!^2 / (m (p - m)! (p + m)!)
 *                r(h): residual after the correction h of the unknown, h = delta (1 + |y'|), or |y| of an algebraic one
 *     forward mode    order 6, delta = 1e-3: the derivatives of the elements themselves are what the matrix consists
 *                of, so they would agree with it even if they were wrong
 *
 * An odd order above 1 is replaced by the next even one. */
#include "problem/jacobian_check.h"
#include "contract/drive.h"
#include <stdio.h>
#include <string.h>

struct jacobian_checker {
    const jacobian_check *jacobian_check;
    solution *solution;
    equations *equations; /* separate, for residuals of the check */
    double *column, *unit;
    double *y, *yp; /* the unknowns that are checked */
    double step;    /* delta */
    int order;
};

jacobian_checker *jacobian_checker_create(solution *solution, arena *memory)
{
    static const double FORWARD_STEP = 1e-3;
    enum { FORWARD_ORDER = 6 };
    const jacobian_check *check = &solution->model->options.check;
    jacobian_checker *k = ARENA_NEW(memory, jacobian_checker);
    *k = (jacobian_checker){.jacobian_check = check,
                            .step = check->forward_mode ? FORWARD_STEP : check->step,
                            .order = check->forward_mode ? FORWARD_ORDER : check->order,
                            .y = ARENA_ARRAY(memory, double, solution->n),
                            .yp = ARENA_ARRAY(memory, double, solution->n),
                            .solution = solution,
                            .equations = equations_create(solution->model, memory),
                            .column = ARENA_ARRAY(memory, double, solution->n + 1),
                            .unit = ARENA_ARRAY(memory, double, solution->n)};
    return k;
}

bool jacobian_check_due(const jacobian_checker *jacobian_checker, int iteration)
{
    const state *state = &jacobian_checker->solution->state;
    return drive_now(jacobian_checker->jacobian_check->when, state) != 0 &&
           (!jacobian_checker->jacobian_check->iterations ||
            drive_at(jacobian_checker->jacobian_check->iterations, state, iteration) != 0);
}

/* --- columns ------------------------------------------------------------------------------------------------------ */

/* column += weight r, with unknown j corrected by h. */
static void add_residual(jacobian_checker *jacobian_checker, int j, double h, double weight)
{
    solution *solution = jacobian_checker->solution;
    jacobian_checker->unit[j] = h;
    solution_move(solution, jacobian_checker->unit, solution->state.dvalue);
    jacobian_checker->unit[j] = 0;
    equations_residual(jacobian_checker->equations, &solution->state);
    for (int i = 0; i < solution->n; i++)
        jacobian_checker->column[i] += weight * jacobian_checker->equations->r[i];
    memcpy(solution->y, jacobian_checker->y, (size_t)solution->n * sizeof *solution->y);
    memcpy(solution->yp, jacobian_checker->yp, (size_t)solution->n * sizeof *solution->yp);
}

static void by_differences(jacobian_checker *jacobian_checker, int j)
{
    const double size = jacobian_checker->solution->model->kind[j] == DOF_DIFFERENTIAL
                            ? jacobian_checker->solution->yp[j]
                            : jacobian_checker->solution->y[j];
    const double h = jacobian_checker->step * (1 + fabs(size));
    if (jacobian_checker->order == 1) {
        add_residual(jacobian_checker, j, h, 1 / h);
        add_residual(jacobian_checker, j, 0, -1 / h);
        return;
    }
    const int p = (jacobian_checker->order + 1) / 2;
    double w = -1;
    for (int m = 1; m <= p; m++) {
        w *= -(double)(p - m + 1) / (p + m);
        add_residual(jacobian_checker, j, m * h, w / (m * h));
        add_residual(jacobian_checker, j, -m * h, -w / (m * h));
    }
}

static void find_column(jacobian_checker *jacobian_checker, int j)
{
    memset(jacobian_checker->column, 0, (size_t)jacobian_checker->solution->n * sizeof *jacobian_checker->column);
    by_differences(jacobian_checker, j);
}

/* --- comparison --------------------------------------------------------------------------------------------------- */

static void show_column(const jacobian_checker *jacobian_checker, int j, const csc *matrix, const line_observer *notify)
{
    char line[128];
    for (int i = matrix->start[j]; i < matrix->start[j + 1]; i++) {
        snprintf(line, sizeof line, "Jac %8d %8d %16g", matrix->row[i] + 1, j + 1, matrix->value[i]);
        notify->line(notify->context, line);
    }
    for (int i = 0; i < jacobian_checker->solution->n; i++)
        if (jacobian_checker->column[i] != 0) {
            snprintf(line, sizeof line, "NumJac %8d %8d %16g", i + 1, j + 1, jacobian_checker->column[i]);
            notify->line(notify->context, line);
        }
}

/* The largest entry of the difference; NaN counts as the largest. */
static void compare_column(const jacobian_checker *jacobian_checker, int j, const csc *matrix,
                           jacobian_difference *worst)
{
    for (int i = matrix->start[j]; i < matrix->start[j + 1]; i++) {
        jacobian_checker->column[matrix->row[i]] -= matrix->value[i];
        worst->size = fmax(worst->size, fabs(matrix->value[i]));
    }
    for (int i = 0; i < jacobian_checker->solution->n; i++)
        if (!(fabs(jacobian_checker->column[i]) <= worst->most)) {
            worst->most = fabs(jacobian_checker->column[i]);
            worst->row = i;
            worst->column = j;
        }
}

jacobian_difference jacobian_check_now(jacobian_checker *jacobian_checker, const csc *matrix,
                                       const line_observer *notify)
{
    const evaluation_error before = jacobian_checker->solution->failed;
    const solution *solution = jacobian_checker->solution;
    jacobian_difference worst = {0};
    memcpy(jacobian_checker->y, solution->y, (size_t)solution->n * sizeof *solution->y);
    memcpy(jacobian_checker->yp, solution->yp, (size_t)solution->n * sizeof *solution->yp);
    for (int j = 0; j < jacobian_checker->solution->n; j++) {
        find_column(jacobian_checker, j);
        if (jacobian_checker->jacobian_check->matrices)
            show_column(jacobian_checker, j, matrix, notify);
        compare_column(jacobian_checker, j, matrix, &worst);
    }
    solution_update(jacobian_checker->solution);
    jacobian_checker->solution->failed = before;
    return worst;
}
