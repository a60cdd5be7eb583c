/* matrix_free.c - Newton's method with iterative linear solutions; products with the Jacobian matrix are computed from
 * differences of residuals.
 *
 * The accuracy of the linear solution follows the progress of the iteration (Eisenstat, Walker 1996, choice 2):
 *
 *     tolerance_k = min(eta (|r_k| / |r_(k-1)|)^2, tolerance)        with eta between 0 and 1
 *
 * The factored Jacobian matrix is the preconditioner: constraints leave zeros on the diagonal, and without a
 * preconditioner the iteration does not converge. For meshes incomplete factors can be requested, which take less
 * memory. */
#include "nonlinear/newton_krylov.h"

typedef struct {
    krylov_options_of_newton o;
    double tolerance, eta;
    bool is_incomplete; /* the preconditioner */
} matrix_free_options;

typedef struct {
    const matrix_free_options *o;
    krylov_memory *now;
    krylov_room w;
    double last; /* |r| of the iteration before */
} matrix_free;

static void read_preconditioner(reader *r, matrix_free_options *f)
{
    static const char *const KINDS[] = {"full jacobian matrix", "full jacobian", "incomplete factors", NULL};
    krylov_options_of_newton *o = &f->o;
    f->is_incomplete = read_choice(r, KINDS, "preconditioner") == 2;
    o->stale_steps = f->is_incomplete ? o->steps : o->stale_steps;
    if (read_keyword(r, "steps"))
        o->stale_steps = read_integer_in(r, 1, 1000000000, "iterations with one preconditioner");
    o->j.honor_requests = read_keyword(r, "honor element requests");
}

static void matrix_free_read(reader *r, void *options)
{
    static const char *const METHODS[] = {"bicgstab", "gmres", NULL};
    matrix_free_options *f = options;
    f->tolerance = 1e-6;
    f->eta = 0.9;
    f->o = (krylov_options_of_newton){.steps = 50,
                                      .tau = 1e-7,
                                      .stale_steps = 10,
                                      .preconditioned = true,
                                      .j = {.modified = true, .iterations = 1000000}};
    f->o.method = read_choice(r, METHODS, "linear solver") == 1 ? KRYLOV_GMRES : KRYLOV_BICGSTAB;
    while (read_ok(r) && read_more(r)) {
        if (read_keyword(r, "tolerance"))
            f->tolerance = read_positive(r, "tolerance of the linear solution");
        else if (read_keyword(r, "steps"))
            f->o.steps = read_integer_in(r, 1, 1000000000, "iterations of the linear solution");
        else if (read_keyword(r, "tau"))
            f->o.tau = read_positive(r, "tau");
        else if (read_keyword(r, "eta"))
            f->eta = read_positive(r, "eta");
        else if (read_keyword(r, "preconditioner"))
            read_preconditioner(r, f);
        else
            return;
    }
}

static bool matrix_free_keeps(const void *options)
{
    (void)options;
    return true;
}

static const char *linear_solver(const void *options)
{
    return ((const matrix_free_options *)options)->is_incomplete ? "incomplete" : NULL;
}

static size_t matrix_free_memory(const void *options, int n)
{
    (void)options, (void)n;
    return sizeof(krylov_memory);
}

static void *matrix_free_prepare(const void *options, void *memory, int n, arena *arrays)
{
    matrix_free *f = ARENA_NEW(arrays, matrix_free);
    *f = (matrix_free){.o = options, .now = memory};
    newton_krylov_prepare(&f->w, f->o->o.steps < 50 ? f->o->o.steps : 50, n, arrays);
    return f;
}

static bool matrix_free_renews(const void *self, const task *q)
{
    const matrix_free *f = self;
    return f->now->is_stale || jacobian_due(&f->o->o.j, &f->now->j, q);
}

static outcome matrix_free_correct(void *self, const task *q)
{
    matrix_free *f = self;
    const double now = q->report->residual_error, ratio = f->last > 0 ? now / f->last : 1;
    const double tolerance = fmin(f->o->eta * ratio * ratio, f->o->tolerance);
    f->last = now;
    const outcome found = newton_krylov_direction(&f->o->o, tolerance, &f->w, f->now, q);
    if (found != SOLVED)
        return found;
    solution_correct(q->u, q->a->d, q->u->s.dvalue);
    equations_residual(q->a, &q->u->s);
    return SOLVED;
}

static outcome matrix_free_solve(void *self, const task *q)
{
    static const iteration HOW = {.renews = matrix_free_renews, .correct = matrix_free_correct};
    ((matrix_free *)self)->last = 0;
    return iterate(&HOW, self, q);
}

static void matrix_free_forget(void *self) { ((matrix_free *)self)->now->j.is_there = false; }

const nonlinear_type nonlinear_matrix_free_type = {
    .keyword = "matrix free",
    .grammar =
        "matrix free, { bicgstab | gmres } [, tolerance, REAL] [, steps, N] [, tau, REAL] [, eta, REAL]\n"
        "    [, preconditioner, { full jacobian matrix | incomplete factors } [, steps, N] [, honor element requests]]",
    .summary = "Newton's method with iterative linear solutions, without the Jacobian matrix.",
    .size = sizeof(matrix_free_options),
    .read = matrix_free_read,
    .memory = matrix_free_memory,
    .linear = linear_solver,
    .keeps = matrix_free_keeps,
    .prepare = matrix_free_prepare,
    .solve = matrix_free_solve,
    .forget = matrix_free_forget,
};
