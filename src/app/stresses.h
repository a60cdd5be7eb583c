/* stresses.h - stress and strain at the points of a scene: its nodes, then its vertices, which are between nodes. */
#pragma once
#include "app/scene.h"

typedef struct {
    torsor_field *field; /* NULL: there are none */
    double *at_nodes;    /* six numbers for each node of the drawing */
} stresses;

/* Returns false if memory is exhausted. stresses_close must be called in any case. */
bool stresses_open(stresses *x, const scene *scene, torsor_field_kind kind);
void stresses_close(stresses *stresses);
/* Loads the values at a frame of the scene. */
void stresses_load(stresses *stresses, const scene *scene, int frame);
/* Six numbers at a point, which is the index of a node or, after the nodes, of a vertex; NaN if there are none. */
void stresses_at(const stresses *stresses, const scene *scene, int point, double six[6]);
/* Whether the scene has shells, which have different stresses on their two sides. */
bool scene_has_shells(const scene *scene);
