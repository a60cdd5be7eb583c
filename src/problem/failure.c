/* failure.c - what went wrong in a solution: the equation or unknown in words, the line of the deck that made it, what
 * to try.
 *
 *     no convergence, not finite   the worst equation, and two more; of the first, the law that puts the most into it
 *     initial assembly             the constraints that are violated most, one an element
 *     singular matrix              the unknown without a pivot; after the error has grown a thousandfold, no
 *                                  convergence: what the matrix of such a state says is of no use
 *     fault                        what an element or a drive reported */
#include "problem/rank_report.h"
#include "problem/diag_rows.h"
#include "problem/run_internals.h"

enum { WORST = 3 };

/* Rows with the largest residual, worst first; NaN is worse than anything. */
static int find_worst(const equations *a, int rows[WORST])
{
    int n = 0;
    for (int i = 0; i < a->m->n_unknowns; i++) {
        const double size = fabs(a->r[i]);
        int k = n;
        while (k > 0 && !(size <= fabs(a->r[rows[k - 1]])) && !isnan(a->r[rows[k - 1]]))
            k--;
        if (k == WORST)
            continue;
        n += n < WORST;
        for (int j = n - 1; j > k; j--)
            rows[j] = rows[j - 1];
        rows[k] = i;
    }
    return n;
}

/* Constraints count divided by c here: what the initial assembly left of them grows large. */
static void hint_derivatives(const run *x, const nonlinear_report *r, const int *rows, int n)
{
    enum { ENOUGH = 10 };
    const double c = x->u->s.dvalue, ROUNDING = 1e-13;
    diag *d = x->errors;
    for (int k = 0; k < n; k++) {
        const double violation = c * x->a->r[rows[k]];
        if (!x->m->divided[rows[k]] || fabs(violation) < ROUNDING)
            continue;
        if (x->m->options.skip_assembly)
            diag_hint(d, "a constraint is violated by %g, and 'skip initial joint assembly' leaves it so", violation);
        else
            diag_hint(d,
                      "a constraint is violated by %g, which counts divided by the coefficient times the step, %g: "
                      "try a smaller 'tolerance' in the control data or a larger 'derivatives coefficient'",
                      violation, c);
        return;
    }
    if (r->iterations < ENOUGH)
        diag_hint(d, "try 'derivatives max iterations: 20;'");
    else
        diag_hint(d,
                  "momenta change by the coefficient times the step, %g, times their rates, while velocities stay: try "
                  "'derivatives coefficient: auto;', or a 'derivatives tolerance' above %g",
                  c, r->residual_error);
}

static void hint_convergence(const run *x, const nonlinear_report *r)
{
    const double STUCK = 0.1;
    const int PATIENCE = 6;
    diag *d = x->errors;
    if (r->reason)
        diag_hint(d, "%s", r->reason);
    if (r->iterations <= 1)
        diag_hint(d, "only linear models converge in %d iteration%s: set 'max iterations: 20;'", r->iterations,
                  r->iterations == 1 ? "" : "s");
    else if (r->residual_error > r->first_error)
        diag_hint(d,
                  "the error grows from %g: try a shorter 'time step', 'strategy: factor, ...' or 'nonlinear "
                  "solver: line search, ...'",
                  r->first_error);
    else if (r->residual_error > STUCK * r->first_error && r->iterations > PATIENCE)
        diag_hint(d,
                  "the error hardly shrinks, from %g: near here the equation may have no solution (links stretched "
                  "out, a law that jumps); try a shorter 'time step' or 'nonlinear solver: line search, ...'",
                  r->first_error);
    else
        diag_hint(
            d, "the error shrinks from %g: allow more 'max iterations', a shorter 'time step' or a larger 'tolerance'",
            r->first_error);
}

static void report_worst(const run *x, const int *rows, int n)
{
    for (int k = 1; k < n && x->a->r[rows[k]] != 0; k++) {
        char words[256] = "";
        place where = {0, 0, 0};
        model_describe_row(x->m, rows[k], words, sizeof words, &where);
        diag_report(x->errors, N_WORST_EQUATION, where, x->a->r[rows[k]], words);
    }
}

/* The law with the largest force or couple of an element; of one inside another, the outer one. */
typedef struct {
    law_ear ear; /* first: the ear is all of it */
    const law *found;
    double stress, strain, rate;
} law_search;

static void hear_law(law_ear *ear, const law *l, const double *strain, const double *rate, const law_result *f)
{
    law_search *look = (law_search *)ear;
    for (int i = 0; i < l->dim; i++)
        if (f->stress[i] != 0.0 && fabs(f->stress[i]) >= fabs(look->stress)) {
            look->found = l;
            look->stress = f->stress[i];
            look->strain = strain[i];
            look->rate = l->kind & LAW_VISCOUS ? rate[i] : 0.0;
        }
}

/* Which element the worst of an equation comes from; its law, when it has one. */
static void report_law(const run *x, int row)
{
    law_search look = {.ear = {hear_law}};
    state s = x->u->s;
    double what;
    const elem *e = equations_find_largest(x->a, &s, row, &what);
    if (!e || e->type->companion)
        return;
    s.ear = &look.ear;
    equations_ask(x->a, &s, e);
    if (!look.found)
        return;
    diag_report(x->errors, N_LAW_OF_FAILURE, look.found->where, look.found->type->keyword, e->type->card->name,
                e->label, what, look.stress, look.strain, look.rate);
    diag_hint(x->errors, "a law that begins or jumps within a step, like that of a contact, needs a step much shorter "
                         "than what it makes happen: try a shorter 'time step', or a softer law");
}

/* Whether the state itself is to blame; the unknown. */
static int unknown_not_finite(const run *x, double *what)
{
    for (int i = 0; i < x->u->n; i++) {
        *what = isfinite(x->u->y[i]) ? x->u->yp[i] : x->u->y[i];
        if (!isfinite(*what))
            return i;
    }
    return -1;
}

/* Where a number that is not finite comes from; `worst` is the worst row. */
static void report_origin(const run *x, int worst)
{
    char words[256] = "";
    place where = {0, 0, 0};
    double what;
    int row;
    const int unknown = unknown_not_finite(x, &what);
    if (unknown >= 0) {
        model_describe_unknown(x->m, unknown, words, sizeof words, &where);
        diag_report(x->errors, N_UNKNOWN_NOT_FINITE, where, words, what);
        return;
    }
    const elem *e = equations_find_not_finite(x->a, &x->u->s, &row, &what);
    if (!e) {
        model_describe_row(x->m, worst, words, sizeof words, &where);
        diag_report(x->errors, N_SQUARE_NOT_FINITE, where, x->a->r[worst], words);
        return;
    }
    const char *kind = e->type->keyword;
    model_describe_row(x->m, row, words, sizeof words, &where);
    diag_report(x->errors, N_ELEMENT_NOT_FINITE, e->where, e->type->card->name, e->label, kind ? " (" : "",
                kind ? kind : "", kind ? ")" : "", what, words);
}

static void report_residual(const run *x, outcome why, const nonlinear_report *r, diag_code code)
{
    char words[256] = "none";
    place where = {0, 0, 0};
    int rows[WORST];
    const int n = find_worst(x->a, rows);
    if (n > 0)
        model_describe_row(x->m, rows[0], words, sizeof words, &where);
    if (why == NOT_FINITE) {
        diag_report(x->errors, E_NOT_FINITE, where, x->u->s.t, words);
        if (r->reason)
            diag_hint(x->errors, "%s", r->reason);
        diag_hint(x->errors,
                  "look for a division by zero, a law or a drive outside its range; try a shorter 'time step'");
        if (n > 0)
            report_origin(x, rows[0]);
        return;
    }
    if (code == E_DERIVATIVES)
        diag_report(x->errors, E_DERIVATIVES, where, r->residual_error, r->iterations, words);
    else
        diag_report(x->errors, code /* E_NO_CONVERGENCE */, where, x->u->s.t, r->residual_error, r->iterations, words);
    if (code == E_DERIVATIVES)
        hint_derivatives(x, r, rows, n);
    else
        hint_convergence(x, r);
    report_worst(x, rows, n);
    if (n > 0 && code != E_DERIVATIVES)
        report_law(x, rows[0]);
}

static void report_singular(const run *x, const nonlinear_report *r)
{
    char words[256] = "";
    place where = {0, 0, 0};
    model_describe_unknown(x->m, r->column < 0 ? 0 : r->column, words, sizeof words, &where);
    diag_report(x->errors, E_SINGULAR, where, x->u->s.t, words);
    diag_hint(
        x->errors,
        "no equation determines it: a node without mass that nothing holds, or constraints that repeat each other");
}

static bool has_diverged(const nonlinear_report *r)
{
    return r->iterations > 1 && r->residual_error > 1e3 * r->first_error;
}

bool report_failure(const run *x, outcome why, const nonlinear_report *r, diag_code not_converged)
{
    if (why == SINGULAR_MATRIX && has_diverged(r)) {
        report_residual(x, NOT_CONVERGED, r, not_converged);
        return false;
    }
    if (why == SINGULAR_MATRIX)
        report_singular(x, r);
    else if (why == OUT_OF_TIME)
        diag_report(x->errors, E_OUT_OF_TIME, x->p->where, x->u->s.t, x->m->limits.step_seconds, r->iterations);
    else if (why == FAULT)
        diag_report(x->errors, E_FAULT, x->u->failed.where, x->u->s.t, x->u->failed.text);
    else
        report_residual(x, why, r, not_converged);
    if (why == SINGULAR_MATRIX || why == NOT_CONVERGED)
        rank_report_all(&x->u->s);
    return false;
}

bool report_step_length(const run *x, double h)
{
    if (h > 0 && h < x->p->dt_min)
        diag_report(x->errors, E_STEP_TOO_SHORT, x->p->where, x->u->s.t, h, x->p->dt_min);
    else
        diag_report(x->errors, E_STEP_LENGTH, x->p->where, x->u->s.t, h);
    return false;
}

static void report_violated(const run *x, const initial_report *r)
{
    for (int k = 0; k < r->n_violated; k++) {
        char words[256] = "";
        place where = {0, 0, 0};
        model_describe_row(x->m, r->violated[k].row, words, sizeof words, &where);
        diag_report(x->errors, N_VIOLATED, where,
                    r->rates      ? "in its rate "
                    : r->as_given ? "as given "
                                  : "",
                    r->violated[k].distance, words);
    }
}

void tell_of_assembly(const run *x, const initial_report *r)
{
    const double far = 1e-3, much = 1e-2; /* of the model's extent; radians */
    const bool is_far = r->extent > 0 && r->distance > far * r->extent, is_turned = r->turned && r->angle > much;
    if (is_far)
        diag_report(x->errors, N_ASSEMBLY_MOVED, r->moved->where, "moved", r->moved->label, r->distance, "");
    if (is_turned)
        diag_report(x->errors, N_ASSEMBLY_MOVED, r->turned->where, "turned", r->turned->label, r->angle, " rad");
    if (is_far || is_turned)
        report_violated(x, r);
}

bool report_assembly(const run *x, const initial_report *r)
{
    char words[256] = "";
    place where = {0, 0, 0};
    const int row = !r->singular && r->n_violated > 0 ? r->violated[0].row : r->worst_row;
    if (row >= 0)
        model_describe_row(x->m, row, words, sizeof words, &where);
    if (r->singular) {
        diag_report(x->errors, E_ASSEMBLY_SINGULAR, where, words);
        report_violated(x, r);
        rank_report_constraints(&x->u->s);
        return false;
    }
    diag_report(x->errors, E_ASSEMBLY, where, r->error, r->iterations, words);
    if (r->iterations <= 1)
        diag_hint(x->errors, "the default is one iteration: set 'max iterations: 20;' in the control data");
    else
        diag_hint(x->errors, "the constraints below cannot be met together near the given positions: look at the "
                             "positions and offsets of the nodes they connect, or the 'tolerance' is too small");
    report_violated(x, r);
    rank_report_constraints(&x->u->s);
    return false;
}
