/* shown.c - the quantities over time that a page contains. */
#include "app/shown.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRESSES = 3 };

static bool is_of_solid(const char *name) { return strncmp(name, "elem.solid.", strlen("elem.solid.")) == 0; }

static bool has_stress(const shown *shown, int node) { return shown->field && isfinite(shown->stress[6 * node]); }

static void shown_list(shown *shown, const scene *scene)
{
    for (int i = 0; i < torsor_results_count(scene->results); i++) {
        const torsor_quantity quantity = torsor_results_at(scene->results, i);
        if (is_of_solid(quantity.name))
            continue;
        shown->items[shown->n++] = (shown_one){.column = i};
        shown->numbers += (size_t)quantity.size;
    }
    for (int k = 0; k < STRESSES; k++)
        for (int i = 0; i < scene->drawing.n_nodes; i++)
            if (has_stress(shown, i)) {
                shown->items[shown->n++] = (shown_one){.column = -1, .node = i, .value = k};
                shown->numbers++;
            }
}

bool shown_open(shown *x, const scene *scene)
{
    const size_t nodes = (size_t)scene->drawing.n_nodes;
    *x = (shown){.field = scene->results ? torsor_field_open(scene->results, scene->model, TORSOR_FIELD_STRESS) : NULL};
    x->items = calloc((size_t)torsor_results_count(scene->results) + STRESSES * nodes + 1, sizeof *x->items);
    x->stress = calloc(6 * nodes + 1, sizeof *x->stress);
    if (!x->items || !x->stress)
        return false;
    if (x->field)
        torsor_field_read(x->field, 0, x->stress);
    shown_list(x, scene);
    return true;
}

void shown_close(shown *shown)
{
    torsor_field_close(shown->field);
    free(shown->items);
    free(shown->stress);
}

/* Unit of the stresses of solids; shells have forces per length. */
static const char *unit_of_stress(const scene *scene)
{
    for (int i = 0; i < torsor_results_count(scene->results); i++)
        if (strstr(torsor_results_at(scene->results, i).name, ".sigma_1"))
            return torsor_results_at(scene->results, i).unit;
    return "";
}

torsor_quantity shown_quantity(const shown *shown, const scene *scene, int index, char name[80])
{
    static const char *const NAMES[] = {"von Mises stress", "largest principal stress", "smallest principal stress"};
    const shown_one *one = &shown->items[index];
    if (one->column >= 0)
        return torsor_results_at(scene->results, one->column);
    snprintf(name, 80, "node.struct.%u.%s", scene->drawing.nodes[one->node].label, NAMES[one->value]);
    return (torsor_quantity){.name = name,
                             .unit = unit_of_stress(scene),
                             .description = "mean of the elements that meet at the node; of shells on the side of the "
                                            "normal",
                             .size = 1};
}

static float stress_of(const double six[6], int value)
{
    double principal[3];
    if (value == 0)
        return (float)torsor_von_mises(six);
    torsor_principal(six, principal);
    return (float)principal[value == 1 ? 0 : 2];
}

/* Stored after the columns, which are read one by one; stresses are read for all nodes at once. */
static void read_stresses(const shown *shown, int first, int step, int n, float *to)
{
    for (int k = 0; k < n; k++) {
        torsor_field_read(shown->field, k * step, shown->stress);
        for (int i = first; i < shown->n; i++)
            to[(size_t)(i - first) * (size_t)n + (size_t)k] =
                stress_of(shown->stress + 6 * shown->items[i].node, shown->items[i].value);
    }
}

bool shown_read(const shown *shown, const scene *scene, int step, int n, float *to)
{
    int most = 1, i = 0;
    for (int k = 0; k < shown->n && shown->items[k].column >= 0; k++)
        most = torsor_results_at(scene->results, shown->items[k].column).size > most
                   ? torsor_results_at(scene->results, shown->items[k].column).size
                   : most;
    double *values = malloc(((size_t)n * (size_t)most + 1) * sizeof *values);
    for (; values && i < shown->n && shown->items[i].column >= 0; i++) {
        const size_t size = (size_t)torsor_results_at(scene->results, shown->items[i].column).size;
        torsor_results_read(scene->results, shown->items[i].column, 0, step, n, values);
        for (size_t c = 0; c < size; c++)
            for (size_t k = 0; k < (size_t)n; k++)
                *to++ = (float)values[k * size + c];
    }
    if (values && i < shown->n)
        read_stresses(shown, i, step, n, to);
    free(values);
    return values != NULL;
}
