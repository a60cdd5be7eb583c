/* stresses.c - stress and strain at the points of a scene. At a vertex: the sum over its nodes, weighted by its
 * ties. */
#include "app/stresses.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool stresses_open(stresses *x, const scene *scene, torsor_field_kind kind)
{
    *x = (stresses){.field = scene->results ? torsor_field_open(scene->results, scene->model, kind) : NULL};
    if (x->field)
        x->at_nodes = malloc((6 * (size_t)scene->drawing.n_nodes + 1) * sizeof *x->at_nodes);
    return !x->field || x->at_nodes;
}

void stresses_close(stresses *stresses)
{
    torsor_field_close(stresses->field);
    free(stresses->at_nodes);
}

void stresses_load(stresses *stresses, const scene *scene, int frame)
{
    if (stresses->field)
        torsor_field_read(stresses->field, scene->first + frame * scene->step, stresses->at_nodes);
}

void stresses_at(const stresses *stresses, const scene *scene, int point, double six[6])
{
    const torsor_vertex *vertex =
        point >= scene->drawing.n_nodes ? &scene->drawing.vertices[point - scene->drawing.n_nodes] : NULL;
    if (!vertex) {
        memcpy(six, stresses->at_nodes + 6 * (size_t)point, 6 * sizeof *six);
        return;
    }
    memset(six, 0, 6 * sizeof *six);
    for (int t = 0; t < vertex->n_ties; t++) {
        const torsor_tie *tie = &scene->drawing.ties[vertex->first_tie + t];
        for (int k = 0; k < 6; k++)
            six[k] += tie->weight * (tie->node < 0 ? (double)NAN : stresses->at_nodes[6 * tie->node + k]);
    }
}

bool scene_has_shells(const scene *scene)
{
    for (int i = 0; i < scene->drawing.n_things; i++)
        if (scene->drawing.things[i].n_corners > 0 && strcmp(scene->drawing.things[i].group, "plate") == 0)
            return true;
    return false;
}
