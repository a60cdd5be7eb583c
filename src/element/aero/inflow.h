/* inflow.h - induced velocity elements (rotors) and the aerodynamic elements attached to them.
 *
 * An element whose type has `inflow` slots provides the velocity that it induces in the air at a point, and collects
 * the loads of the elements attached to it. Its first six internal unknowns, all INTERNAL_ALGEBRAIC, are these loads:
 * force, and moment about the pole (the craft node), global axes. The element itself writes their rows as
 *
 *     r = y                                    the unknowns, with derivative 1 (and -dx_pole x F in moment rows, since
 *                                              the pole moves)
 *
 * and each attached element that is not passive subtracts its own loads from the same rows (inflow_collect). The core
 * thus computes the sum, in the order of the elements and with exact derivatives; nothing is stored while equations are
 * evaluated, and the unknowns that the element finds when a step is accepted are the loads of that step. Further
 * internal unknowns (states of dynamic inflow) follow them.
 *
 * Quantities that are constant within a step (the mean velocity of most models) are history of the element, updated by
 * its accept slot. The derivative considers the dependence of the velocity on the point and, where `varies` returns
 * true, on internal unknowns; its dependence on the motion of the element's own nodes is neglected, as in MBDyn. */
#pragma once
#include "contract/element.h"

enum { INFLOW_LOADS = 6, INFLOW_MOST_INTERNAL = 12, INFLOW_NUMBERS = 32 };

/* The element at a state: quantities that do not depend on the point, computed once for all points. */
typedef struct {
    const elem *element; /* NULL: no induced velocity */
    const state *state;
    double k[INFLOW_NUMBERS]; /* defined by the type */
} inflow_moment;

/* Derivatives of the velocity. */
typedef struct {
    mat3 x;                              /* with respect to the point */
    vec3 internal[INFLOW_MOST_INTERNAL]; /* with respect to each internal unknown; zero before the call */
} inflow_derivatives;

struct inflow_slots {
    void (*begin)(const elem *element, const state *state,
                  inflow_moment *inflow_moment); /* fills inflow_moment->k; NULL: nothing to fill */
    /* Returns the induced velocity of the air at x, global axes. `derivatives`, zeroed by the caller, may be NULL. */
    vec3 (*velocity)(const inflow_moment *inflow_moment, vec3 x, inflow_derivatives *derivatives);
    vec3 (*pole)(const elem *element, const state *state);
    bool (*varies)(const elem *element); /* whether the velocity depends on internal unknowns within a step; NULL: no */
    void (*attach)(const elem *element,
                   const node *node); /* called when an element on this node is attached while reading; NULL: ignored */
};

/* --- for aerodynamic elements ------------------------------------------------------------------------------------- */

/* The arguments `induced velocity, LABEL [, passive]`. */
typedef struct {
    const elem *element; /* NULL: none */
    bool is_passive;
} inflow_link;

static inline bool inflow_varies(const elem *element)
{
    return element->type->inflow->varies && element->type->inflow->varies(element);
}

void inflow_begin(const elem *by, const state *state, inflow_moment *inflow_moment); /* by may be NULL */
vec3 inflow_at(const inflow_moment *inflow_moment, vec3 x, inflow_derivatives *derivatives);

/* Lists the rows and columns of the linked element. Returns the first local row, or -1 if the link needs none. */
int layout_inflow(layout *layout, const inflow_link *to);

/* A force F at x and a moment M about x. */
typedef struct {
    const jet3 *x, *F, *M;
} inflow_load;

/* Subtracts the load from the rows of the linked element, with derivatives along n columns. `row` is the return value
 * of layout_inflow. */
void inflow_collect(const inflow_link *to, const state *state, int row, int n, const inflow_load *load, local *out);
