/* newton_krylov.c - Newton directions by an iterative linear solver.
 *
 *     J v = (r(y' + t v, y + c t v) - r) / t,     t = tau (1 + |y'| / sqrt n) / |v|      by differences
 *           sum of the elements' J_e v                                          exact, without the matrix
 *           the product with the matrix itself
 *
 * The preconditioner is the factored Jacobian matrix of an earlier iteration, or its incomplete factors. It is made
 * anew when it is too old, or when the linear solution needed too many iterations; a linear solution that does not
 * converge is tried once more with a new one. */
#include "nonlinear/newton_krylov.h"
#include "nonlinear/vectors.h"
#include <string.h>

void newton_krylov_prepare(krylov_room *w, int basis, int n, arena *memory)
{
    const int most = n > 0 ? n : 1;
    *w = (krylov_room){.k = krylov_create(n, basis < most ? basis : most, memory),
                       .y = ARENA_ARRAY(memory, double, n),
                       .yp = ARENA_ARRAY(memory, double, n),
                       .r = ARENA_ARRAY(memory, double, n),
                       .v = ARENA_ARRAY(memory, double, n)};
}

typedef struct {
    const krylov_options_of_newton *o;
    krylov_room *w;
    const task *q;
    double size; /* 1 + |y'| / sqrt n */
} products;

static void newton_krylov_go_back(const products *p)
{
    const size_t bytes = (size_t)p->q->u->n * sizeof(double);
    memcpy(p->q->u->y, p->w->y, bytes);
    memcpy(p->q->u->yp, p->w->yp, bytes);
}

static void by_differences(void *to, const double *v, double *out)
{
    const products *p = to;
    equations *a = p->q->a;
    solution *u = p->q->u;
    const double size = vector_norm(v, u->n), t = size > 0 ? p->o->tau * p->size / size : 1;
    for (int i = 0; i < u->n; i++)
        p->w->v[i] = t * v[i];
    newton_krylov_go_back(p);
    solution_correct(u, p->w->v, u->s.dvalue);
    equations_residual(a, &u->s);
    for (int i = 0; i < u->n; i++)
        out[i] = (a->r[i] - p->w->r[i]) / t;
}

static void by_matrix(void *to, const double *v, double *out)
{
    equations_multiply(((const products *)to)->q->a, v, out);
}

static void by_elements(void *to, const double *v, double *out)
{
    const task *q = ((const products *)to)->q;
    equations_product(q->a, &q->u->s, v, out);
}

static void precondition(void *to, double *v) { equations_precondition(((const products *)to)->q->a, v); }

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

static krylov_report solve_linear(const krylov_options_of_newton *o, double tolerance, krylov_room *w, const task *q)
{
    const int n = q->u->n;
    const size_t bytes = (size_t)n * sizeof(double);
    products p = {.o = o, .w = w, .q = q};
    memcpy(w->y, q->u->y, bytes);
    memcpy(w->yp, q->u->yp, bytes);
    memcpy(w->r, q->a->r, bytes);
    p.size = 1 + vector_norm(w->yp, n) / sqrt(n > 0 ? n : 1);
    const krylov_operator A = {.n = n,
                               .context = &p,
                               .product = PRODUCTS[o->product],
                               .precondition = o->preconditioned ? precondition : NULL};
    const krylov_report done = SOLVERS[o->method](w->k, &A, w->r, q->a->d, tolerance, o->steps);
    if (o->product == PRODUCT_BY_DIFFERENCES) {
        newton_krylov_go_back(&p);
        solution_update(q->u);
        memcpy(q->a->r, w->r, bytes);
    }
    for (int i = 0; i < n; i++)
        q->a->d[i] = -q->a->d[i];
    return done;
}

outcome newton_krylov_direction(const krylov_options_of_newton *o, double tolerance, krylov_room *w, krylov_memory *now,
                                const task *q)
{
    /* The solution of the derivatives phase does not follow from products with motions that are held. */
    const bool direct = q->u->s.now == PHASE_DERIVATIVES;
    if (o->preconditioned || direct) {
        now->j.is_there = now->j.is_there && !now->is_stale && !direct;
        const outcome ready = jacobian_ready(&o->j, &now->j, q);
        if (ready != SOLVED)
            return ready;
    }
    if (o->product == PRODUCT_BY_MATRIX && !direct && !(o->preconditioned && now->j.age == 1))
        equations_jacobian(q->a, &q->u->s);
    if (direct) {
        equations_solve(q->a);
        return SOLVED;
    }
    krylov_report done = solve_linear(o, tolerance, w, q);
    if (!done.converged && o->preconditioned && now->j.age > 1) {
        now->j.is_there = false;
        const outcome ready = jacobian_ready(&o->j, &now->j, q);
        if (ready != SOLVED)
            return ready;
        done = solve_linear(o, tolerance, w, q);
    }
    now->is_stale = done.iterations >= o->stale_steps;
    w->last = done;
    if (!isfinite(done.error)) {
        q->report->reason = "the iterative linear solution broke down: a preconditioner, or the other method, may help";
        return NOT_CONVERGED;
    }
    if (!done.converged)
        q->report->reason =
            "the iterative linear solution did not converge: more 'steps', or a preconditioner, may help";
    return SOLVED;
}
