/* values.c - getting and setting by name or number. */
#include "api/handles.h"
#include "api/quantities.h"
#include "base/nearest.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void list_names(void *on)
{
    torsor_analysis *analysis = on;
    analysis->names = quantities_create(analysis->model->deck->model, &run_solution(analysis->run)->state);
}

/* Returns NULL if memory is exhausted or there is no solution. */
static quantities *names_of(torsor_analysis *analysis)
{
    if (!analysis || !analysis->run || analysis->status == TORSOR_NO_MEMORY)
        return NULL;
    if (!analysis->names && !guarded(list_names, analysis))
        analysis->status = TORSOR_NO_MEMORY;
    return analysis->names;
}

static torsor_status refusal(const torsor_analysis *analysis)
{
    return torsor_state(analysis) == TORSOR_NO_MEMORY ? TORSOR_NO_MEMORY : TORSOR_MISUSE;
}

int torsor_quantity_count(torsor_analysis *analysis) { return names_of(analysis) ? analysis->names->all.n : 0; }

torsor_quantity torsor_quantity_at(torsor_analysis *analysis, int index)
{
    const torsor_quantity none = {.name = "", .unit = "", .description = ""};
    return index >= 0 && index < torsor_quantity_count(analysis) ? analysis->names->all.items[index].public : none;
}

int torsor_find(torsor_analysis *analysis, const char *name)
{
    return name && names_of(analysis) ? quantities_find(analysis->names, name) : -1;
}

const char *torsor_nearest_name(torsor_analysis *analysis, const char *name)
{
    const quantities *quantities = name ? names_of(analysis) : NULL;
    const char **words = quantities ? malloc((size_t)quantities->all.n * sizeof *words) : NULL;
    if (!words)
        return NULL;
    for (int i = 0; i < quantities->all.n; i++)
        words[i] = quantities->all.items[i].public.name;
    const char *near = nearest_word(name, words, quantities->all.n);
    free(words);
    return near;
}

/* The quantity of a number; *component is -1 for the whole quantity. */
static const quantity *values_at(torsor_analysis *analysis, int which, int *component)
{
    const quantities *quantities = names_of(analysis);
    if (!quantities || which < 0 || quantities->all.n == 0)
        return NULL;
    const quantity *of = &quantities->all.items[which % quantities->all.n];
    *component = which / quantities->all.n - 1;
    return *component < of->public.size ? of : NULL;
}

torsor_status torsor_get_at(torsor_analysis *analysis, int which, double *values, int size)
{
    int component;
    const quantity *of = values_at(analysis, which, &component);
    if (!of || !values || size != (component < 0 ? of->public.size : 1))
        return refusal(analysis);
    double *all = analysis->names->numbers;
    quantities_get(analysis->names, of, &run_solution(analysis->run)->state, all);
    memcpy(values, component < 0 ? all : all + component, (size_t)size * sizeof *values);
    return TORSOR_OK;
}

torsor_status torsor_set_at(torsor_analysis *analysis, int which, const double *values, int size)
{
    int component;
    const quantity *of = values_at(analysis, which, &component);
    if (!of || !values || !of->public.can_set || size != (component < 0 ? of->public.size : 1))
        return refusal(analysis);
    if (quantity_is_motion(of) && analysis->status == TORSOR_MISUSE) /* the initial assembly has not been done yet */
        return TORSOR_MISUSE;
    double *all = analysis->names->numbers;
    solution *solution = run_solution(analysis->run);
    quantities_get(analysis->names, of, &solution->state, all);
    memcpy(component < 0 ? all : all + component, values, (size_t)size * sizeof *values);
    if (!quantities_set(of, solution, all))
        return TORSOR_MISUSE;
    analysis->is_moved = analysis->is_moved || quantity_is_motion(of);
    return TORSOR_OK;
}

torsor_status torsor_get(torsor_analysis *analysis, const char *name, double *values, int size)
{
    return torsor_get_at(analysis, torsor_find(analysis, name), values, size);
}

torsor_status torsor_set(torsor_analysis *analysis, const char *name, const double *values, int size)
{
    return torsor_set_at(analysis, torsor_find(analysis, name), values, size);
}

double torsor_get_real(torsor_analysis *analysis, const char *name)
{
    double v;
    return torsor_get(analysis, name, &v, 1) == TORSOR_OK ? v : (double)NAN;
}

torsor_status torsor_set_real(torsor_analysis *analysis, const char *name, double number)
{
    return torsor_set(analysis, name, &number, 1);
}
