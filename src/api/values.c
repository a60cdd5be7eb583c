/* values.c - getting and setting by name or number. */
#include "api/handles.h"
#include "api/quantities.h"
#include "base/nearest.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void list_names(void *on)
{
    torsor_analysis *a = on;
    a->names = quantities_create(a->m->deck->model, &run_solution(a->x)->s);
}

/* NULL for want of memory, or when there is no solution. */
static quantities *names_of(torsor_analysis *a)
{
    if (!a || !a->x || a->status == TORSOR_NO_MEMORY)
        return NULL;
    if (!a->names && !guarded(list_names, a))
        a->status = TORSOR_NO_MEMORY;
    return a->names;
}

static torsor_status refusal(const torsor_analysis *a)
{
    return torsor_state(a) == TORSOR_NO_MEMORY ? TORSOR_NO_MEMORY : TORSOR_MISUSE;
}

int torsor_quantity_count(torsor_analysis *a) { return names_of(a) ? a->names->all.n : 0; }

torsor_quantity torsor_quantity_at(torsor_analysis *a, int i)
{
    const torsor_quantity none = {.name = "", .unit = "", .description = ""};
    return i >= 0 && i < torsor_quantity_count(a) ? a->names->all.items[i].public : none;
}

int torsor_find(torsor_analysis *a, const char *name)
{
    return name && names_of(a) ? quantities_find(a->names, name) : -1;
}

const char *torsor_nearest_name(torsor_analysis *a, const char *name)
{
    const quantities *q = name ? names_of(a) : NULL;
    const char **words = q ? malloc((size_t)q->all.n * sizeof *words) : NULL;
    if (!words)
        return NULL;
    for (int i = 0; i < q->all.n; i++)
        words[i] = q->all.items[i].public.name;
    const char *near = nearest_word(name, words, q->all.n);
    free(words);
    return near;
}

/* What a number stands for; *component -1: all of it. */
static const quantity *values_at(torsor_analysis *a, int which, int *component)
{
    const quantities *q = names_of(a);
    if (!q || which < 0 || q->all.n == 0)
        return NULL;
    const quantity *of = &q->all.items[which % q->all.n];
    *component = which / q->all.n - 1;
    return *component < of->public.size ? of : NULL;
}

torsor_status torsor_get_at(torsor_analysis *a, int which, double *values, int size)
{
    int component;
    const quantity *of = values_at(a, which, &component);
    if (!of || !values || size != (component < 0 ? of->public.size : 1))
        return refusal(a);
    double *all = a->names->numbers;
    quantities_get(a->names, of, &run_solution(a->x)->s, all);
    memcpy(values, component < 0 ? all : all + component, (size_t)size * sizeof *values);
    return TORSOR_OK;
}

torsor_status torsor_set_at(torsor_analysis *a, int which, const double *values, int size)
{
    int component;
    const quantity *of = values_at(a, which, &component);
    if (!of || !values || !of->public.can_set || size != (component < 0 ? of->public.size : 1))
        return refusal(a);
    if (quantity_is_motion(of) && a->status == TORSOR_MISUSE) /* the initial assembly is still to come */
        return TORSOR_MISUSE;
    double *all = a->names->numbers;
    solution *u = run_solution(a->x);
    quantities_get(a->names, of, &u->s, all);
    memcpy(component < 0 ? all : all + component, values, (size_t)size * sizeof *values);
    if (!quantities_set(of, u, all))
        return TORSOR_MISUSE;
    a->is_moved = a->is_moved || quantity_is_motion(of);
    return TORSOR_OK;
}

torsor_status torsor_get(torsor_analysis *a, const char *name, double *values, int size)
{
    return torsor_get_at(a, torsor_find(a, name), values, size);
}

torsor_status torsor_set(torsor_analysis *a, const char *name, const double *values, int size)
{
    return torsor_set_at(a, torsor_find(a, name), values, size);
}

double torsor_get_real(torsor_analysis *a, const char *name)
{
    double v;
    return torsor_get(a, name, &v, 1) == TORSOR_OK ? v : (double)NAN;
}

torsor_status torsor_set_real(torsor_analysis *a, const char *name, double number)
{
    return torsor_set(a, name, &number, 1);
}
