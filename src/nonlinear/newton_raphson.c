/* newton_raphson.c - Newton's method, with the Jacobian renewed at every iteration (true) or at every n-th (modified).
 *
 *     until |r| <= tolerance:   J d = -r,   y' += d,  y += c d
 *
 * The residual is tested before the first correction, so a step that needs none counts zero iterations. */
#include "nonlinear/nonlinear.h"

typedef struct {
    bool modified;
    int iterations;       /* between two Jacobians */
    bool keep_jacobian;   /* across steps */
    bool honor_requests;
    bool has_jacobian;
    double c;             /* of the Jacobian at hand */
    int age;              /* corrections since it was made */
} newton;

static void read(reader *r, void *self)
{
    newton *nr = self;
    nr->iterations = 1;
    if (read_keyword(r, "true") || !read_more(r))
        return;
    if (read_keyword(r, "modified")) {
        nr->modified = true;
        nr->iterations = read_integer_in(r, 1, 1000000, "iterations between two Jacobian matrices");
        nr->keep_jacobian = read_keyword(r, "keep jacobian matrix") || read_keyword(r, "keep jacobian");
        nr->honor_requests = read_keyword(r, "honor element requests");
    }
}

static bool needs_jacobian(const newton *nr, double c)
{
    return !nr->modified || !nr->has_jacobian || nr->age >= nr->iterations || c != nr->c;
}

static outcome state_outcome(const solution *u, double error)
{
    if (u->failed.is_set)
        return u->failed.ends_cleanly ? ENDED : FAULT;
    return isfinite(error) ? SOLVED : NOT_FINITE;
}

static outcome correct(newton *nr, equations *a, solution *u, nonlinear_report *report, bool *renewed)
{
    *renewed = needs_jacobian(nr, u->s.dvalue);
    if (*renewed) {
        equations_jacobian(a, &u->s);
        report->jacobians++;
        const linear_status status = equations_factor(a, &report->column);
        if (status != LINEAR_OK)
            return status == LINEAR_SINGULAR ? SINGULAR_MATRIX : NOT_FINITE;
        nr->has_jacobian = true;
        nr->c = u->s.dvalue;
        nr->age = 0;
    }
    equations_solve(a);
    nr->age++;
    solution_correct(u, a->d, u->s.dvalue);
    return SOLVED;
}

static outcome solve(void *self, equations *a, solution *u, const convergence *test, const iteration_listener *listen,
                     nonlinear_report *report)
{
    newton *nr = self;
    *report = (nonlinear_report){.column = -1};
    if (!nr->keep_jacobian)
        nr->has_jacobian = false;
    for (bool renewed = false;; report->iterations++) {
        equations_residual(a, &u->s);
        report->residual_error = test_error(test, a, a->r);
        const outcome now = state_outcome(u, report->residual_error);
        if (now != SOLVED)
            return now;
        if (report->iterations > 0 && listen && listen->iteration)
            listen->iteration(listen->to, a, u, report, renewed);
        if (report->residual_error <= test->residual)
            return SOLVED;
        if (test->solution > 0 && report->iterations > 0 && report->solution_error <= test->solution) {
            report->by_solution = true;
            return SOLVED;
        }
        if (report->iterations >= test->max_iterations)
            return test->at_most ? SOLVED : NOT_CONVERGED;
        const outcome done = correct(nr, a, u, report, &renewed);
        if (done != SOLVED)
            return done;
        report->solution_error = solution_error(test, a, a->d);
    }
}

static void forget(void *self) { ((newton *)self)->has_jacobian = false; }

const nonlinear_type nonlinear_newton_raphson_type = {
    .keyword = "newton raphson",
    .grammar = "newton raphson [, { true | modified, ITERATIONS [, keep jacobian matrix] [, honor element requests] }]",
    .summary = "Newton's method, true or modified.",
    .size = sizeof(newton),
    .read = read,
    .solve = solve,
    .forget = forget,
};
