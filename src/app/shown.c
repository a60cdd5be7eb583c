/* shown.c - the quantities over time that a page has. */
#include "app/shown.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRESSES = 3 };

static bool is_of_solid(const char *name) { return strncmp(name, "elem.solid.", strlen("elem.solid.")) == 0; }

static bool has_stress(const shown *x, int node) { return x->field && isfinite(x->stress[6 * node]); }

static void shown_list(shown *x, const scene *s)
{
    for (int i = 0; i < torsor_results_count(s->r); i++) {
        const torsor_quantity q = torsor_results_at(s->r, i);
        if (is_of_solid(q.name))
            continue;
        x->items[x->n++] = (shown_one){.column = i};
        x->numbers += (size_t)q.size;
    }
    for (int k = 0; k < STRESSES; k++)
        for (int i = 0; i < s->drawing.n_nodes; i++)
            if (has_stress(x, i)) {
                x->items[x->n++] = (shown_one){.column = -1, .node = i, .value = k};
                x->numbers++;
            }
}

bool shown_open(shown *x, const scene *s)
{
    const size_t nodes = (size_t)s->drawing.n_nodes;
    *x = (shown){.field = s->r ? torsor_field_open(s->r, s->m, TORSOR_FIELD_STRESS) : NULL};
    x->items = calloc((size_t)torsor_results_count(s->r) + STRESSES * nodes + 1, sizeof *x->items);
    x->stress = calloc(6 * nodes + 1, sizeof *x->stress);
    if (!x->items || !x->stress)
        return false;
    if (x->field)
        torsor_field_read(x->field, 0, x->stress);
    shown_list(x, s);
    return true;
}

void shown_close(shown *x)
{
    torsor_field_close(x->field);
    free(x->items);
    free(x->stress);
}

/* That of the stresses of solids; shells have forces per length. */
static const char *unit_of_stress(const scene *s)
{
    for (int i = 0; i < torsor_results_count(s->r); i++)
        if (strstr(torsor_results_at(s->r, i).name, ".sigma_1"))
            return torsor_results_at(s->r, i).unit;
    return "";
}

torsor_quantity shown_quantity(const shown *x, const scene *s, int i, char name[80])
{
    static const char *const NAMES[] = {"von Mises stress", "largest principal stress", "smallest principal stress"};
    const shown_one *one = &x->items[i];
    if (one->column >= 0)
        return torsor_results_at(s->r, one->column);
    snprintf(name, 80, "node.struct.%u.%s", s->drawing.nodes[one->node].label, NAMES[one->value]);
    return (torsor_quantity){.name = name,
                             .unit = unit_of_stress(s),
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

/* Behind the columns, which are read one by one: all nodes at a time. */
static void read_stresses(const shown *x, int first, int step, int n, float *to)
{
    for (int k = 0; k < n; k++) {
        torsor_field_read(x->field, k * step, x->stress);
        for (int i = first; i < x->n; i++)
            to[(size_t)(i - first) * (size_t)n + (size_t)k] =
                stress_of(x->stress + 6 * x->items[i].node, x->items[i].value);
    }
}

bool shown_read(const shown *x, const scene *s, int step, int n, float *to)
{
    int most = 1, i = 0;
    for (int k = 0; k < x->n && x->items[k].column >= 0; k++)
        most = torsor_results_at(s->r, x->items[k].column).size > most
                   ? torsor_results_at(s->r, x->items[k].column).size
                   : most;
    double *values = malloc(((size_t)n * (size_t)most + 1) * sizeof *values);
    for (; values && i < x->n && x->items[i].column >= 0; i++) {
        const size_t size = (size_t)torsor_results_at(s->r, x->items[i].column).size;
        torsor_results_read(s->r, x->items[i].column, 0, step, n, values);
        for (size_t c = 0; c < size; c++)
            for (size_t k = 0; k < (size_t)n; k++)
                *to++ = (float)values[k * size + c];
    }
    if (values && i < x->n)
        read_stresses(x, i, step, n, to);
    free(values);
    return values != NULL;
}
