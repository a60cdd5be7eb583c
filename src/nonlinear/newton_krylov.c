/* newton_krylov.c - Newton directions by an iterative linear solver.
 *
 *     J v = (r(y' + t v, y + c t v) - r) / t,     t = tau (1 + |y'| / sqrt n) / |v|      by differences
 *           sum of the elements' J_e v                                          exact, without the matrix
 *           the product with the matrix itself
 *
 * The preconditioner is the factored Jacobian matrix of an earlier iteration, or its incomplete factors. It is renewed
 * when it is too old, or when the linear solution needed too many iterations. A linear solution that does not converge
 * is repeated once with a new one. */
#include "nonlinear/newton_krylov.h"
#include "nonlinear/vectors.h"
#include <string.h>

void newton_krylov_prepare(krylov_workspace *w, int basis, int n, arena *memory)
{
    const int most = n > 0 ? n : 1;
    *w = (krylov_workspace){.krylov = krylov_create(n, basis < most ? basis : most, memory),
                            .y = ARENA_ARRAY(memory, double, n),
                            .yp = ARENA_ARRAY(memory, double, n),
                            .r = ARENA_ARRAY(memory, double, n),
                            .v = ARENA_ARRAY(memory, double, n)};
}

typedef struct {
    const krylov_options_of_newton *krylov_options_of_newton;
    krylov_workspace *krylov_workspace;
    const task *task;
    double size; /* 1 + |y'| / sqrt n */
} products;

static void newton_krylov_go_back(const products *products)
{
    const size_t bytes = (size_t)products->task->solution->n * sizeof(double);
    memcpy(products->task->solution->y, products->krylov_workspace->y, bytes);
    memcpy(products->task->solution->yp, products->krylov_workspace->yp, bytes);
}

static void by_differences(void *to, const double *v, double *out)
{
    const products *products = to;
    equations *equations = products->task->equations;
    solution *solution = products->task->solution;
    const double size = vector_norm(v, solution->n),
                 t = size > 0 ? products->krylov_options_of_newton->tau * products->size / size : 1;
    for (int i = 0; i < solution->n; i++)
        products->krylov_workspace->v[i] = t * v[i];
    newton_krylov_go_back(products);
    solution_correct(solution, products->krylov_workspace->v, solution->state.dvalue);
    equations_residual(equations, &solution->state);
    for (int i = 0; i < solution->n; i++)
        out[i] = (equations->r[i] - products->krylov_workspace->r[i]) / t;
}

static void by_matrix(void *to, const double *v, double *out)
{
    equations_multiply(((const products *)to)->task->equations, v, out);
}

static void by_elements(void *to, const double *v, double *out)
{
    const task *task = ((const products *)to)->task;
    equations_product(task->equations, &task->solution->state, v, out);
}

static void precondition(void *to, double *v) { equations_precondition(((const products *)to)->task->equations, v); }

typedef krylov_report linear_method(krylov *, const krylov_operator *, const double *, double *, double, int);
static linear_method *const SOLVERS[] = {[KRYLOV_GMRES] = krylov_gmres,
                                         [KRYLOV_BICGSTAB] = krylov_bicgstab,
                                         [KRYLOV_CGS] = krylov_cgs,
                                         [KRYLOV_TFQMR] = krylov_tfqmr,
                                         [KRYLOV_CG] = krylov_cg};

static void (*const PRODUCTS[])(void *, const double *, double *) = {
    [PRODUCT_BY_DIFFERENCES] = by_differences,
    [PRODUCT_BY_MATRIX] = by_matrix,
    [PRODUCT_BY_ELEMENTS] = by_elements,
};

static krylov_report solve_linear(const krylov_options_of_newton *krylov_options_of_newton, double tolerance,
                                  krylov_workspace *krylov_workspace, const task *task)
{
    const int n = task->solution->n;
    const size_t bytes = (size_t)n * sizeof(double);
    products products = {
        .krylov_options_of_newton = krylov_options_of_newton, .krylov_workspace = krylov_workspace, .task = task};
    memcpy(krylov_workspace->y, task->solution->y, bytes);
    memcpy(krylov_workspace->yp, task->solution->yp, bytes);
    memcpy(krylov_workspace->r, task->equations->r, bytes);
    products.size = 1 + vector_norm(krylov_workspace->yp, n) / sqrt(n > 0 ? n : 1);
    const krylov_operator A = {.n = n,
                               .context = &products,
                               .product = PRODUCTS[krylov_options_of_newton->product],
                               .precondition = krylov_options_of_newton->preconditioned ? precondition : NULL};
    const krylov_report done =
        SOLVERS[krylov_options_of_newton->method](krylov_workspace->krylov, &A, krylov_workspace->r, task->equations->d,
                                                  tolerance, krylov_options_of_newton->steps);
    if (krylov_options_of_newton->product == PRODUCT_BY_DIFFERENCES) {
        newton_krylov_go_back(&products);
        solution_update(task->solution);
        memcpy(task->equations->r, krylov_workspace->r, bytes);
    }
    for (int i = 0; i < n; i++)
        task->equations->d[i] = -task->equations->d[i];
    return done;
}

outcome newton_krylov_direction(const krylov_options_of_newton *krylov_options_of_newton, double tolerance,
                                krylov_workspace *krylov_workspace, krylov_memory *now, const task *task)
{
    /* In the derivatives phase, products with motions that are held do not give the solution. */
    const bool direct = task->solution->state.now == PHASE_DERIVATIVES;
    if (krylov_options_of_newton->preconditioned || direct) {
        now->memory.is_there = now->memory.is_there && !now->is_stale && !direct;
        const outcome ready = jacobian_ready(&krylov_options_of_newton->reuse, &now->memory, task);
        if (ready != SOLVED)
            return ready;
    }
    if (krylov_options_of_newton->product == PRODUCT_BY_MATRIX && !direct &&
        !(krylov_options_of_newton->preconditioned && now->memory.uses == 1))
        equations_jacobian(task->equations, &task->solution->state);
    if (direct) {
        equations_solve(task->equations);
        return SOLVED;
    }
    krylov_report done = solve_linear(krylov_options_of_newton, tolerance, krylov_workspace, task);
    if (!done.converged && krylov_options_of_newton->preconditioned && now->memory.uses > 1) {
        now->memory.is_there = false;
        const outcome ready = jacobian_ready(&krylov_options_of_newton->reuse, &now->memory, task);
        if (ready != SOLVED)
            return ready;
        done = solve_linear(krylov_options_of_newton, tolerance, krylov_workspace, task);
    }
    now->is_stale = done.iterations >= krylov_options_of_newton->stale_steps;
    krylov_workspace->last = done;
    if (!isfinite(done.error)) {
        task->report->reason = "the iterative linear solution broke down: try a preconditioner or the other method";
        return NOT_CONVERGED;
    }
    if (!done.converged)
        task->report->reason = "the iterative linear solution did not converge: try more 'steps' or a preconditioner";
    return SOLVED;
}
