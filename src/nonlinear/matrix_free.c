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
    krylov_options_of_newton krylov_options_of_newton;
    double tolerance, eta;
    bool is_incomplete; /* the preconditioner */
} matrix_free_options;

typedef struct {
    const matrix_free_options *options;
    krylov_memory *now;
    krylov_workspace krylov_workspace;
    double last; /* |r| of the previous iteration */
} matrix_free;

static void read_preconditioner(reader *reader, matrix_free_options *options)
{
    static const char *const KINDS[] = {"full jacobian matrix", "full jacobian", "incomplete factors", NULL};
    krylov_options_of_newton *krylov_options_of_newton = &options->krylov_options_of_newton;
    options->is_incomplete = read_choice(reader, KINDS, "preconditioner") == 2;
    krylov_options_of_newton->stale_steps =
        options->is_incomplete ? krylov_options_of_newton->steps : krylov_options_of_newton->stale_steps;
    if (read_keyword(reader, "steps"))
        krylov_options_of_newton->stale_steps =
            read_integer_in(reader, 1, 1000000000, "iterations with one preconditioner");
    krylov_options_of_newton->reuse.honor_requests = read_keyword(reader, "honor element requests");
}

static void matrix_free_read(reader *reader, void *options)
{
    static const char *const METHODS[] = {"bicgstab", "gmres", NULL};
    matrix_free_options *matrix_free_options = options;
    matrix_free_options->tolerance = 1e-6;
    matrix_free_options->eta = 0.9;
    matrix_free_options->krylov_options_of_newton =
        (krylov_options_of_newton){.steps = 50,
                                   .tau = 1e-7,
                                   .stale_steps = 10,
                                   .preconditioned = true,
                                   .reuse = {.modified = true, .iterations = 1000000}};
    matrix_free_options->krylov_options_of_newton.method =
        read_choice(reader, METHODS, "linear solver") == 1 ? KRYLOV_GMRES : KRYLOV_BICGSTAB;
    while (read_ok(reader) && read_more(reader)) {
        if (read_keyword(reader, "tolerance"))
            matrix_free_options->tolerance = read_positive(reader, "tolerance of the linear solution");
        else if (read_keyword(reader, "steps"))
            matrix_free_options->krylov_options_of_newton.steps =
                read_integer_in(reader, 1, 1000000000, "iterations of the linear solution");
        else if (read_keyword(reader, "tau"))
            matrix_free_options->krylov_options_of_newton.tau = read_positive(reader, "tau");
        else if (read_keyword(reader, "eta"))
            matrix_free_options->eta = read_positive(reader, "eta");
        else if (read_keyword(reader, "preconditioner"))
            read_preconditioner(reader, matrix_free_options);
        else
            return;
    }
}

static bool matrix_free_reuses(const void *options, int n)
{
    (void)options, (void)n;
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
    *f = (matrix_free){.options = options, .now = memory};
    newton_krylov_prepare(
        &f->krylov_workspace,
        f->options->krylov_options_of_newton.steps < 50 ? f->options->krylov_options_of_newton.steps : 50, n, arrays);
    return f;
}

static bool matrix_free_renews(const void *self, const task *task)
{
    const matrix_free *matrix_free = self;
    return matrix_free->now->is_stale ||
           jacobian_due(&matrix_free->options->krylov_options_of_newton.reuse, &matrix_free->now->memory, task);
}

static outcome matrix_free_correct(void *self, const task *task)
{
    matrix_free *matrix_free = self;
    const double now = task->report->residual_error, ratio = matrix_free->last > 0 ? now / matrix_free->last : 1;
    const double tolerance = fmin(matrix_free->options->eta * ratio * ratio, matrix_free->options->tolerance);
    matrix_free->last = now;
    const outcome found = newton_krylov_direction(&matrix_free->options->krylov_options_of_newton, tolerance,
                                                  &matrix_free->krylov_workspace, matrix_free->now, task);
    if (found != SOLVED)
        return found;
    solution_correct(task->solution, task->equations->d, task->solution->state.dvalue);
    equations_residual(task->equations, &task->solution->state);
    return SOLVED;
}

static outcome matrix_free_solve(void *self, const task *task)
{
    static const iteration HOW = {.renews = matrix_free_renews, .correct = matrix_free_correct};
    ((matrix_free *)self)->last = 0;
    return iterate(&HOW, self, task);
}

static void matrix_free_invalidate(void *self) { ((matrix_free *)self)->now->memory.is_there = false; }

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
    .reuses = matrix_free_reuses,
    .prepare = matrix_free_prepare,
    .solve = matrix_free_solve,
    .invalidate = matrix_free_invalidate,
};
