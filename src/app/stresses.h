/* stresses.h - stress and strain at the points of a scene: those of its nodes, then its vertices, which lie between
 * nodes. */
#pragma once
#include "app/scene.h"

typedef struct {
    torsor_field *field; /* NULL: there are none */
    double *at_nodes;    /* six for each node of the drawing */
} stresses;

/* False for want of memory. To be closed in any case. */
bool stresses_open(stresses *x, const scene *scene, torsor_field_kind kind);
void stresses_close(stresses *stresses);
/* Of a frame of the scene. */
void stresses_load(stresses *stresses, const scene *scene, int frame);
/* Six numbers at a point: a node, or a vertex behind them; NaN where there are none. */
void stresses_at(const stresses *stresses, const scene *scene, int point, double six[6]);
/* Whether the scene has shells, whose sides have stresses of their own. */
bool scene_has_shells(const scene *scene);
