/* shown.h - the quantities over time that a page contains: those of the results, except that the many stresses of
 * solids are replaced by the stresses at the nodes of solids and shells. */
#pragma once
#include "app/scene.h"

typedef struct {
    int column;      /* of the results; -1: a stress */
    int node, value; /* node of the drawing; 0: von Mises stress, 1 and 2: largest and smallest principal stress */
} shown_one;

typedef struct {
    shown_one *items;
    int n;
    size_t numbers; /* numbers at each time */
    torsor_field *field;
    double *stress; /* workspace: six numbers for each node */
} shown;

/* Returns false if memory is exhausted. shown_close must be called in any case. */
bool shown_open(shown *x, const scene *scene);
void shown_close(shown *shown);
torsor_quantity shown_quantity(const shown *shown, const scene *scene, int index, char name[80]);
/* Reads the numbers of all quantities at n times, every step-th: by quantity, then component, then time. */
bool shown_read(const shown *shown, const scene *scene, int step, int n, float *to);
