/* shown.h - the quantities over time that a page has: those of the results, and stresses at the nodes of solids and
 * shells in place of the many that solids have themselves. */
#pragma once
#include "app/scene.h"

typedef struct {
    int column;      /* of the results; -1: a stress */
    int node, value; /* of which node of the drawing; 0: von Mises's, 1 and 2: largest and smallest principal one */
} shown_one;

typedef struct {
    shown_one *items;
    int n;
    size_t numbers; /* at each time */
    torsor_field *field;
    double *stress; /* workspace: six for each node */
} shown;

/* False for want of memory. To be closed in any case. */
bool shown_open(shown *x, const scene *scene);
void shown_close(shown *shown);
torsor_quantity shown_quantity(const shown *shown, const scene *scene, int index, char name[80]);
/* Numbers of all of them at n times, every step-th: quantity by quantity, component by component, time by time. */
bool shown_read(const shown *shown, const scene *scene, int step, int n, float *to);
