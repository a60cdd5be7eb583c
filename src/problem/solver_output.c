/* solver_output.c - lines for standard output that the `output` card of the problem asks for.
 *
 *     iterations     <tab>Iteration(0) 1.16374e+06 J           J: a new Jacobian matrix comes next
 *                    <tab><tab>SolErr 0
 *     residual       Eq        7:               0 structural node 1: force equilibrium Fx
 *     solution       Dof       7:           1e-05 structural node 1: position x
 *     jacobian       Jac       7       3           1e-05
 *     counter        Step 1 0.001 0.001 1 2.1e-12 0 0
 *     finite difference jacobian meter
 *                    Jacobian check, time 0.001, iteration 0: 2.1e-07 of 104.3 at structural node 1, ... along ...
 *
 * With an `output meter` they come only in steps in which it is not zero. */
#include "problem/run_internals.h"
#include <stdio.h>
#include <time.h>

void solver_output_line(const run *x, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    x->listen->message(x->listen->context, line);
}

static bool shows(const run *x, unsigned what)
{
    return (x->p->show & what) && (!x->p->show_meter || drive_now(x->p->show_meter, &x->u->s) != 0);
}

static void show_residual(const run *x, const equations *a)
{
    char words[256];
    place where;
    for (int i = 0; i < a->m->n_unknowns; i++) {
        model_describe_row(a->m, i, words, sizeof words, &where);
        solver_output_line(x, "Eq %8d: %16g %s", i + 1, a->r[i], words);
    }
}

static void residual(void *to, const equations *a, const nonlinear_report *r, bool new_jacobian)
{
    run *x = to;
    x->output.iteration = r->iterations;
    if (shows(x, SHOW_RESIDUAL))
        show_residual(x, a);
    if (shows(x, SHOW_ITERATIONS))
        solver_output_line(x, "\tIteration(%d) %g%s", r->iterations, r->residual_error, new_jacobian ? " J" : "");
}

static void solution_made(void *to, const equations *a, const nonlinear_report *r)
{
    const run *x = to;
    char words[256];
    place where;
    for (int i = 0; shows(x, SHOW_SOLUTION) && i < a->m->n_unknowns; i++) {
        model_describe_unknown(a->m, i, words, sizeof words, &where);
        solver_output_line(x, "Dof %8d: %16g %s", i + 1, a->d[i], words);
    }
    if (shows(x, SHOW_ITERATIONS))
        solver_output_line(x, "\t\tSolErr %g", r->solution_error);
}

static double sum_of_sizes(int n, const double *v)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += fabs(v[i]);
    return sum;
}

/* |J|, the largest column sum. */
static double matrix_norm(const equations *a)
{
    double largest = 0;
    for (int j = 0; j < a->m->n_unknowns; j++)
        largest = fmax(largest, sum_of_sizes(a->J->start[j + 1] - a->J->start[j], a->J->value + a->J->start[j]));
    return largest;
}

/* |J^-1| column by column, in place of a correction that comes later. */
static double inverse_norm(const equations *a)
{
    const int n = a->m->n_unknowns;
    double largest = 0;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++)
            a->d[i] = i == j;
        equations_apply_inverse(a, a->d);
        largest = fmax(largest, sum_of_sizes(n, a->d));
    }
    return largest;
}

/* An estimate of it from below by a few solutions: |J^-1 x| / |x|, for an x that changes sign, then for what came out.
 */
static double inverse_estimate(const equations *a)
{
    enum { ROUNDS = 6 };
    const int n = a->m->n_unknowns;
    double largest = 0;
    for (int i = 0; i < n; i++)
        a->d[i] = (i % 2 ? -1.0 : 1.0) * (1.0 + (double)i / n);
    for (int round = 0; round < ROUNDS; round++) {
        const double before = sum_of_sizes(n, a->d);
        for (int i = 0; i < n; i++)
            a->d[i] /= before;
        equations_apply_inverse(a, a->d);
        largest = fmax(largest, sum_of_sizes(n, a->d));
    }
    return largest;
}

static void note(void *to, const char *line) { solver_output_line(to, "%s", line); }

static void show_difference(const run *x, const jacobian_difference *d, const char *when, int number)
{
    char row[256], column[256];
    place where;
    model_describe_row(x->m, d->row, row, sizeof row, &where);
    model_describe_unknown(x->m, d->column, column, sizeof column, &where);
    solver_output_line(x, "Jacobian check, time %g, %s %d: difference %g, entries up to %g; at %s, along %s", x->u->s.t,
                       when, number, d->most, d->size, row, column);
}

static void check_jacobian(run *x, const equations *a)
{
    const line_listener hear = {.context = x, .line = note};
    if (!x->output.checker || !jacobian_check_due(x->output.checker, x->output.iteration))
        return;
    const jacobian_difference now = jacobian_check_now(x->output.checker, a->J, &hear);
    if (x->m->options.check.statistics_iteration)
        show_difference(x, &now, "iteration", x->output.iteration);
    if (x->output.worst.size == 0 || !(now.most <= x->output.worst.most))
        x->output.worst = now;
}

static void solver_output_jacobian(void *to, const equations *a)
{
    run *x = to;
    check_jacobian(x, a);
    for (int j = 0; shows(x, SHOW_JACOBIAN) && j < a->J->n; j++)
        for (int k = a->J->start[j]; k < a->J->start[j + 1]; k++)
            solver_output_line(x, "Jac %8d %8d %16g", a->J->row[k] + 1, j + 1, a->J->value[k]);
}

static void factored(void *to, const equations *a)
{
    const run *x = to;
    if (shows(x, SHOW_MATRIX_CONDITION))
        solver_output_line(x, "\tcond=%g", matrix_norm(a) * inverse_norm(a));
    else if (shows(x, SHOW_SOLVER_CONDITION))
        solver_output_line(x, "\tcond=%g", matrix_norm(a) * inverse_estimate(a));
}

void solver_output_prepare(run *x)
{
    if (!x->listen->message)
        return;
    if (x->m->options.check.when)
        x->output.checker = jacobian_checker_create(x->u, x->memory);
    x->output.listener = (iteration_listener){.context = x,
                                              .residual = residual,
                                              .jacobian = solver_output_jacobian,
                                              .factored = factored,
                                              .solution = solution_made,
                                              .note = note};
}

void solver_output_step(run *x, const nonlinear_report *r)
{
    const state *s = &x->u->s;
    if (!x->listen->message)
        return;
    if (x->output.worst.size > 0 && x->m->options.check.statistics)
        show_difference(x, &x->output.worst, "step", s->step);
    x->output.worst = (jacobian_difference){0};
    if (shows(x, SHOW_COUNTER))
        solver_output_line(x, "Step %d %g %g %d %g %g %d", s->step, s->t, s->dt, r->iterations, r->residual_error,
                           r->solution_error, r->by_solution);
    if (shows(x, SHOW_CPU_TIME))
        solver_output_line(x, "\tCPU time %g", (double)clock() / CLOCKS_PER_SEC);
}

void solver_output_bailout(const run *x)
{
    if (x->listen->message && (x->p->show & SHOW_BAILOUT))
        show_residual(x, x->a);
}
