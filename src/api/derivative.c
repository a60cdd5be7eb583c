/* derivative.c - how quantities change with what acts on the model, in the last step.
 *
 *     d: change of the unknowns (problem/response.c)
 *     dq = (q(y + e d, u + e seed) - q(y - e d, u - e seed)) / 2 e
 *
 * All of it is done with a copy of the solution. */
#include "api/handles.h"
#include "api/quantities.h"
#include <math.h>
#include <string.h>

typedef struct {
    torsor_analysis *a;
    const torsor_slope *slope;
    arena *memory;
    solution *w;
    double *first; /* values of what acts, one after the other */
    double *d, *room;
    int n_first, n_to;
    torsor_status status;
} deriving;

/* All of a quantity or one component of it. */
static int size_at(const torsor_analysis *a, int which)
{
    const quantities *q = a->names;
    return which < q->all.n ? q->all.items[which].public.size : 1;
}

static bool is_there(const quantities *q, int which)
{
    return which >= 0 && q->all.n > 0 && which / q->all.n - 1 < q->all.items[which % q->all.n].public.size;
}

static bool may_act(const quantities *q, int which)
{
    const quantity *of = is_there(q, which) ? &q->all.items[which % q->all.n] : NULL;
    return of && of->public.can_set &&
           (of->kind == QUANTITY_DRIVE || of->kind == QUANTITY_APPLIED || of->kind == QUANTITY_PARAMETER);
}

static bool make_sense(deriving *x)
{
    const torsor_slope *g = x->slope;
    bool ok = true;
    for (int i = 0; i < g->n_by && ok; i++) {
        ok = may_act(x->a->names, g->inputs[i]);
        x->n_first += ok ? size_at(x->a, g->inputs[i]) : 0;
    }
    for (int i = 0; i < g->n_of && ok; i++) {
        ok = is_there(x->a->names, g->outputs[i]);
        x->n_to += ok ? size_at(x->a, g->outputs[i]) : 0;
    }
    return ok;
}

static void derivative_get(const deriving *x, int which, double *to)
{
    const quantities *q = x->a->names;
    const int component = which / q->all.n - 1;
    quantities_get(q, &q->all.items[which % q->all.n], &x->w->s, q->numbers);
    memcpy(to, q->numbers + (component < 0 ? 0 : component), (size_t)size_at(x->a, which) * sizeof *to);
}

static void derivative_set(const deriving *x, int which, const double *from)
{
    const quantities *q = x->a->names;
    const quantity *of = &q->all.items[which % q->all.n];
    const int component = which / q->all.n - 1;
    quantities_get(q, of, &x->w->s, q->numbers);
    memcpy(q->numbers + (component < 0 ? 0 : component), from, (size_t)size_at(x->a, which) * sizeof *from);
    quantities_set(of, x->w, q->numbers);
}

static void change(void *to, solution *w, double by)
{
    const deriving *x = to;
    (void)w;
    for (int i = 0, at = 0; i < x->slope->n_by; at += size_at(x->a, x->slope->inputs[i++])) {
        for (int k = 0; k < size_at(x->a, x->slope->inputs[i]); k++)
            x->room[k] = x->first[at + k] + by * x->slope->seed[at + k];
        derivative_set(x, x->slope->inputs[i], x->room);
    }
}

static double derivative_largest(const double *v, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(v[i]));
    return most;
}

/* The quantities with unknowns and what acts moved by e. */
static void derivative_look(deriving *x, double e, double *to)
{
    solution *w = x->w;
    const solution *u = run_solution(x->a->x);
    solution_copy(w, u);
    change(x, w, e);
    double *d = x->room + x->n_first;
    for (int i = 0; i < w->n; i++)
        d[i] = e * x->d[i];
    solution_correct(w, d, w->s.dvalue);
    solution_accelerations(w);
    for (int i = 0; i < x->slope->n_of; to += size_at(x->a, x->slope->outputs[i++]))
        derivative_get(x, x->slope->outputs[i], to);
}

static void derivative_difference(deriving *x)
{
    const double most = fmax(derivative_largest(x->d, x->w->n), derivative_largest(x->slope->seed, x->n_first));
    const double e = most > 0 ? 1e-5 / most : 1;
    double *before = ARENA_ARRAY(x->memory, double, x->n_to);
    derivative_look(x, e, x->slope->result);
    derivative_look(x, -e, before);
    for (int i = 0; i < x->n_to; i++)
        x->slope->result[i] = (x->slope->result[i] - before[i]) / (2 * e);
}

static void derive(void *on)
{
    deriving *x = on;
    x->memory = arena_create();
    x->w = solution_clone(run_solution(x->a->x), x->memory);
    x->first = ARENA_ARRAY(x->memory, double, x->n_first + 1);
    x->d = ARENA_ARRAY(x->memory, double, x->w->n + 1);
    x->room = ARENA_ARRAY(x->memory, double, x->n_first + x->w->n + 1);
    for (int i = 0, at = 0; i < x->slope->n_by; at += size_at(x->a, x->slope->inputs[i++]))
        derivative_get(x, x->slope->inputs[i], x->first + at);
    const double seed = derivative_largest(x->slope->seed, x->n_first);
    const response_to act = {.change = change,
                             .context = x,
                             .small = seed > 0 ? 1e-4 * fmax(1, derivative_largest(x->first, x->n_first)) / seed : 1};
    x->status = run_respond(x->a->x, x->w, &act, x->d) ? TORSOR_OK : TORSOR_ERROR;
    if (x->status == TORSOR_OK)
        derivative_difference(x);
    solution_destroy(x->w);
    arena_destroy(x->memory);
}

torsor_status torsor_derivative(torsor_analysis *a, const torsor_slope *slope)
{
    deriving x = {.a = a, .slope = slope};
    const bool has_state = a && a->x && (a->status == TORSOR_OK || a->status == TORSOR_END);
    if (!has_state || !slope || torsor_quantity_count(a) == 0 || !make_sense(&x))
        return TORSOR_MISUSE;
    return guarded(derive, &x) ? x.status : TORSOR_NO_MEMORY;
}
