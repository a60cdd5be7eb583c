/* derivative.c - derivatives of quantities with respect to inputs, in the last step.
 *
 *     d: change of the unknowns (problem/response.c)
 *     dq = (q(y + e d, u + e seed) - q(y - e d, u - e seed)) / 2 e
 *
 * Everything is computed with a copy of the solution. */
#include "api/handles.h"
#include "api/quantities.h"
#include <math.h>
#include <string.h>

typedef struct {
    torsor_analysis *analysis;
    const torsor_directional_derivative *derivative;
    arena *memory;
    solution *solution;
    double *first; /* values of the inputs, one after the other */
    double *d, *workspace;
    int n_first, n_to;
    torsor_status status;
} deriving;

/* Size of a quantity, or 1 for one of its components. */
static int size_at(const torsor_analysis *analysis, int which)
{
    const quantities *quantities = analysis->names;
    return which < quantities->all.n ? quantities->all.items[which].public.size : 1;
}

static bool is_there(const quantities *quantities, int which)
{
    return which >= 0 && quantities->all.n > 0 &&
           which / quantities->all.n - 1 < quantities->all.items[which % quantities->all.n].public.size;
}

static bool may_act(const quantities *quantities, int which)
{
    const quantity *of = is_there(quantities, which) ? &quantities->all.items[which % quantities->all.n] : NULL;
    return of && of->public.can_set &&
           (of->kind == QUANTITY_DRIVE || of->kind == QUANTITY_APPLIED || of->kind == QUANTITY_PARAMETER);
}

static bool make_sense(deriving *deriving)
{
    const torsor_directional_derivative *derivative = deriving->derivative;
    bool ok = true;
    for (int i = 0; i < derivative->n_inputs && ok; i++) {
        ok = may_act(deriving->analysis->names, derivative->inputs[i]);
        deriving->n_first += ok ? size_at(deriving->analysis, derivative->inputs[i]) : 0;
    }
    for (int i = 0; i < derivative->n_outputs && ok; i++) {
        ok = is_there(deriving->analysis->names, derivative->outputs[i]);
        deriving->n_to += ok ? size_at(deriving->analysis, derivative->outputs[i]) : 0;
    }
    return ok;
}

static void derivative_get(const deriving *deriving, int which, double *to)
{
    const quantities *quantities = deriving->analysis->names;
    const int component = which / quantities->all.n - 1;
    quantities_get(quantities, &quantities->all.items[which % quantities->all.n], &deriving->solution->state,
                   quantities->numbers);
    memcpy(to, quantities->numbers + (component < 0 ? 0 : component),
           (size_t)size_at(deriving->analysis, which) * sizeof *to);
}

static void derivative_set(const deriving *deriving, int which, const double *from)
{
    const quantities *quantities = deriving->analysis->names;
    const quantity *of = &quantities->all.items[which % quantities->all.n];
    const int component = which / quantities->all.n - 1;
    quantities_get(quantities, of, &deriving->solution->state, quantities->numbers);
    memcpy(quantities->numbers + (component < 0 ? 0 : component), from,
           (size_t)size_at(deriving->analysis, which) * sizeof *from);
    quantities_set(of, deriving->solution, quantities->numbers);
}

static void change(void *to, solution *solution, double by)
{
    const deriving *deriving = to;
    (void)solution;
    for (int i = 0, at = 0; i < deriving->derivative->n_inputs;
         at += size_at(deriving->analysis, deriving->derivative->inputs[i++])) {
        for (int k = 0; k < size_at(deriving->analysis, deriving->derivative->inputs[i]); k++)
            deriving->workspace[k] = deriving->first[at + k] + by * deriving->derivative->seed[at + k];
        derivative_set(deriving, deriving->derivative->inputs[i], deriving->workspace);
    }
}

static double derivative_largest(const double *v, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(v[i]));
    return most;
}

/* Evaluates the quantities with unknowns and inputs perturbed by e. */
static void derivative_look(deriving *deriving, double e, double *to)
{
    solution *w = deriving->solution;
    const solution *u = run_solution(deriving->analysis->run);
    solution_copy(w, u);
    change(deriving, w, e);
    double *d = deriving->workspace + deriving->n_first;
    for (int i = 0; i < w->n; i++)
        d[i] = e * deriving->d[i];
    solution_correct(w, d, w->state.dvalue);
    solution_accelerations(w);
    for (int i = 0; i < deriving->derivative->n_outputs;
         to += size_at(deriving->analysis, deriving->derivative->outputs[i++]))
        derivative_get(deriving, deriving->derivative->outputs[i], to);
}

static void derivative_difference(deriving *deriving)
{
    const double most = fmax(derivative_largest(deriving->d, deriving->solution->n),
                             derivative_largest(deriving->derivative->seed, deriving->n_first));
    const double e = most > 0 ? 1e-5 / most : 1;
    double *before = ARENA_ARRAY(deriving->memory, double, deriving->n_to);
    derivative_look(deriving, e, deriving->derivative->result);
    derivative_look(deriving, -e, before);
    for (int i = 0; i < deriving->n_to; i++)
        deriving->derivative->result[i] = (deriving->derivative->result[i] - before[i]) / (2 * e);
}

static void derive(void *on)
{
    deriving *deriving = on;
    deriving->memory = arena_create();
    deriving->solution = solution_clone(run_solution(deriving->analysis->run), deriving->memory);
    deriving->first = ARENA_ARRAY(deriving->memory, double, deriving->n_first + 1);
    deriving->d = ARENA_ARRAY(deriving->memory, double, deriving->solution->n + 1);
    deriving->workspace = ARENA_ARRAY(deriving->memory, double, deriving->n_first + deriving->solution->n + 1);
    for (int i = 0, at = 0; i < deriving->derivative->n_inputs;
         at += size_at(deriving->analysis, deriving->derivative->inputs[i++]))
        derivative_get(deriving, deriving->derivative->inputs[i], deriving->first + at);
    const double seed = derivative_largest(deriving->derivative->seed, deriving->n_first);
    const response_to act = {
        .change = change,
        .context = deriving,
        .small = seed > 0 ? 1e-4 * fmax(1, derivative_largest(deriving->first, deriving->n_first)) / seed : 1};
    deriving->status =
        run_respond(deriving->analysis->run, deriving->solution, &act, deriving->d) ? TORSOR_OK : TORSOR_ERROR;
    if (deriving->status == TORSOR_OK)
        derivative_difference(deriving);
    solution_destroy(deriving->solution);
    arena_destroy(deriving->memory);
}

torsor_status torsor_derivative(torsor_analysis *analysis, const torsor_directional_derivative *derivative)
{
    deriving deriving = {.analysis = analysis, .derivative = derivative};
    const bool has_state =
        analysis && analysis->run && (analysis->status == TORSOR_OK || analysis->status == TORSOR_END);
    if (!has_state || analysis_is_at_work(analysis) || !derivative || torsor_quantity_count(analysis) == 0 ||
        !make_sense(&deriving))
        return TORSOR_MISUSE;
    return guarded(derive, &deriving) ? deriving.status : TORSOR_NO_MEMORY;
}
