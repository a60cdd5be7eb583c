/* stresses.c - stress and strain at the points of a scene. At a vertex: the sum of those of its nodes, times the
 * weights of its ties. */
#include "app/stresses.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool stresses_open(stresses *x, const scene *s, torsor_field_kind kind)
{
    *x = (stresses){.field = s->r ? torsor_field_open(s->r, s->m, kind) : NULL};
    if (x->field)
        x->at_nodes = malloc((6 * (size_t)s->drawing.n_nodes + 1) * sizeof *x->at_nodes);
    return !x->field || x->at_nodes;
}

void stresses_close(stresses *x)
{
    torsor_field_close(x->field);
    free(x->at_nodes);
}

void stresses_load(stresses *x, const scene *s, int frame)
{
    if (x->field)
        torsor_field_read(x->field, s->first + frame * s->step, x->at_nodes);
}

void stresses_at(const stresses *x, const scene *s, int point, double six[6])
{
    const torsor_vertex *v = point >= s->drawing.n_nodes ? &s->drawing.vertices[point - s->drawing.n_nodes] : NULL;
    if (!v) {
        memcpy(six, x->at_nodes + 6 * (size_t)point, 6 * sizeof *six);
        return;
    }
    memset(six, 0, 6 * sizeof *six);
    for (int t = 0; t < v->n_ties; t++) {
        const torsor_tie *tie = &s->drawing.ties[v->first_tie + t];
        for (int k = 0; k < 6; k++)
            six[k] += tie->weight * (tie->node < 0 ? (double)NAN : x->at_nodes[6 * tie->node + k]);
    }
}

bool scene_has_shells(const scene *s)
{
    for (int i = 0; i < s->drawing.n_things; i++)
        if (s->drawing.things[i].n_corners > 0 && strcmp(s->drawing.things[i].group, "plate") == 0)
            return true;
    return false;
}
