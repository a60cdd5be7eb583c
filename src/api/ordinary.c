/* ordinary.c - a model as ordinary differential equations, for external integrators (problem/ordinary.h). */
#include "api/handles.h"
#include <math.h>

typedef struct {
    torsor_analysis *analysis;
    double *values;
    bool ok;
} passage;

static void ordinary_type_create(void *on)
{
    const passage *passage = on;
    passage->analysis->ordinary = ordinary_create(passage->analysis->run);
}

/* Returns NULL if there is no solution or memory is exhausted. */
static ordinary *equations_of(torsor_analysis *analysis)
{
    const bool has_state = analysis && analysis->run && !analysis_is_at_work(analysis) &&
                           (analysis->status == TORSOR_OK || analysis->status == TORSOR_END);
    passage passage = {.analysis = analysis};
    if (has_state && !analysis->ordinary && !guarded(ordinary_type_create, &passage))
        analysis->status = TORSOR_NO_MEMORY;
    return has_state ? analysis->ordinary : NULL;
}

/* The equations, if they are ordinary ones with n states; otherwise NULL. */
static ordinary *with_states(torsor_analysis *analysis, const void *numbers, int n)
{
    ordinary *ordinary = equations_of(analysis);
    return ordinary && numbers && !ordinary_reason(ordinary) && n == ordinary_count(ordinary) ? ordinary : NULL;
}

int torsor_ordinary_count(torsor_analysis *analysis)
{
    const ordinary *ordinary = equations_of(analysis);
    return ordinary && !ordinary_reason(ordinary) ? ordinary_count(ordinary) : -1;
}

const char *torsor_ordinary_reason(torsor_analysis *analysis)
{
    const ordinary *ordinary = equations_of(analysis);
    return ordinary ? ordinary_reason(ordinary) : "no solution";
}

torsor_status torsor_ordinary_get(torsor_analysis *analysis, double *states, int n)
{
    const ordinary *ordinary = with_states(analysis, states, n);
    if (!ordinary)
        return TORSOR_MISUSE;
    ordinary_get(ordinary, states);
    return TORSOR_OK;
}

static bool are_numbers(const double *v, int n)
{
    bool ok = true;
    for (int i = 0; i < n; i++)
        ok = ok && isfinite(v[i]);
    return ok;
}

torsor_status torsor_ordinary_set(torsor_analysis *analysis, double time, const double *states, int n)
{
    ordinary *ordinary = with_states(analysis, states, n);
    if (!ordinary || !isfinite(time) || !are_numbers(states, n))
        return TORSOR_MISUSE;
    ordinary_set_time(ordinary, time);
    ordinary_set(ordinary, states);
    analysis->is_moved = true;
    return TORSOR_OK;
}

static void ordinary_find(void *on)
{
    passage *passage = on;
    passage->ok = ordinary_rates(passage->analysis->ordinary, passage->values);
    diag_flush(passage->analysis->errors);
}

torsor_status torsor_ordinary_rates(torsor_analysis *analysis, double *rates, int n)
{
    passage passage = {.analysis = analysis, .values = rates};
    if (!with_states(analysis, rates, n))
        return TORSOR_MISUSE;
    if (guarded(ordinary_find, &passage))
        return passage.ok ? TORSOR_OK : TORSOR_ERROR;
    analysis->status = TORSOR_NO_MEMORY;
    return TORSOR_NO_MEMORY;
}
