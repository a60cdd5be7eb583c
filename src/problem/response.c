/* response.c - how the solution of the last step answers to a small change of what acts on it.
 *
 *     r(y', u) = 0   with   y = y_predicted + c (y' - y'_predicted)
 *     J d = - dr/du        J: exact, of the state at hand      dr/du: central difference along one direction
 *
 * The equations are those of a solver of its own: the run goes on as if nobody had asked. */
#include "problem/run_internals.h"

static void residual_changed(equations *e, solution *w, const response_to *to, double by, double *r)
{
    to->change(to->context, w, by);
    equations_residual(e, &w->s);
    for (int i = 0; i < w->n; i++)
        r[i] = e->r[i];
}

static bool response_factor(equations *e, const solution *w)
{
    int column;
    equations_jacobian(e, &w->s);
    return equations_factor(e, &column) == LINEAR_OK;
}

static bool response_prepare(const run *x, equations *e)
{
    linear_options o = x->p->linear_options;
    o.team = NULL;
    o.threads = 1;
    return equations_choose_solver(e, x->p->linear, &o);
}

bool run_respond(const run *x, solution *w, const response_to *to, double *d)
{
    arena *memory = arena_create();
    equations *e = equations_create(x->m, memory);
    double *before = ARENA_ARRAY(memory, double, w->n);
    residual_changed(e, w, to, to->small, d);
    residual_changed(e, w, to, -to->small, before);
    for (int i = 0; i < w->n; i++)
        d[i] = (before[i] - d[i]) / (2 * to->small);
    to->change(to->context, w, 0);
    const bool ok = response_prepare(x, e) && response_factor(e, w);
    if (ok)
        equations_apply_inverse(e, d);
    equations_destroy(e);
    arena_destroy(memory);
    return ok;
}
