/* ordinary.c - a model as ordinary differential equations, for integrators of others (problem/ordinary.h). */
#include "api/handles.h"
#include <math.h>

typedef struct {
    torsor_analysis *a;
    double *values;
    bool ok;
} passage;

static void ordinary_type_create(void *on)
{
    const passage *p = on;
    p->a->ordinary = ordinary_create(p->a->x);
}

/* NULL when there is no solution, or no memory. */
static ordinary *equations_of(torsor_analysis *a)
{
    const bool has_state = a && a->x && (a->status == TORSOR_OK || a->status == TORSOR_END);
    passage p = {.a = a};
    if (has_state && !a->ordinary && !guarded(ordinary_type_create, &p))
        a->status = TORSOR_NO_MEMORY;
    return has_state ? a->ordinary : NULL;
}

/* The equations, when they are ordinary ones with n states. */
static ordinary *with_states(torsor_analysis *a, const void *numbers, int n)
{
    ordinary *o = equations_of(a);
    return o && numbers && !ordinary_reason(o) && n == ordinary_count(o) ? o : NULL;
}

int torsor_ordinary_count(torsor_analysis *a)
{
    const ordinary *o = equations_of(a);
    return o && !ordinary_reason(o) ? ordinary_count(o) : -1;
}

const char *torsor_ordinary_reason(torsor_analysis *a)
{
    const ordinary *o = equations_of(a);
    return o ? ordinary_reason(o) : "there is no solution";
}

torsor_status torsor_ordinary_get(torsor_analysis *a, double *states, int n)
{
    const ordinary *o = with_states(a, states, n);
    if (!o)
        return TORSOR_MISUSE;
    ordinary_get(o, states);
    return TORSOR_OK;
}

static bool are_numbers(const double *v, int n)
{
    bool ok = true;
    for (int i = 0; i < n; i++)
        ok = ok && isfinite(v[i]);
    return ok;
}

torsor_status torsor_ordinary_set(torsor_analysis *a, double time, const double *states, int n)
{
    ordinary *o = with_states(a, states, n);
    if (!o || !isfinite(time) || !are_numbers(states, n))
        return TORSOR_MISUSE;
    ordinary_set_time(o, time);
    ordinary_set(o, states);
    a->is_moved = true;
    return TORSOR_OK;
}

static void ordinary_find(void *on)
{
    passage *p = on;
    p->ok = ordinary_rates(p->a->ordinary, p->values);
    diag_flush(p->a->errors);
}

torsor_status torsor_ordinary_rates(torsor_analysis *a, double *rates, int n)
{
    passage p = {.a = a, .values = rates};
    if (!with_states(a, rates, n))
        return TORSOR_MISUSE;
    if (guarded(ordinary_find, &p))
        return p.ok ? TORSOR_OK : TORSOR_ERROR;
    a->status = TORSOR_NO_MEMORY;
    return TORSOR_NO_MEMORY;
}
