/* inflow.h - induced velocity elements (rotors) and the aerodynamic elements that are attached to them.
 *
 * An element whose type has `inflow` slots gives the velocity of the air that it induces at a point, and collects the
 * loads of the elements attached to it. Its first six internal unknowns, all INTERNAL_ALGEBRAIC, are these loads:
 * force, and moment about the pole (the craft node), global axes. The element itself writes their rows as
 *
 *     r = y                                    the unknowns, with derivative 1 (and -dx_pole x F in rows of moments:
 *                                              the pole moves)
 *
 * and each attached element that is not passive takes its own loads from the same rows (inflow_collect). So the core
 * does the summing, in the order of the elements and with exact derivatives; nothing is written while equations are
 * evaluated, and what the element finds in its unknowns when a step is accepted are the loads of that step. Further own
 * unknowns (states of dynamic inflow) come behind them.
 *
 * What is frozen within a step (the mean velocity of most models) is memory of the element, renewed by its accept. In
 * the derivative the velocity depends on the point and, where `varies` says so, on internal unknowns; how it changes
 * with the motion of the element's own nodes is left out, as in MBDyn. */
#pragma once
#include "contract/element.h"

enum { INFLOW_LOADS = 6, INFLOW_MOST_INTERNAL = 12, INFLOW_NUMBERS = 32 };

/* The element as it is at a state: what does not depend on the point, computed once for all points. */
typedef struct {
    const elem *element; /* NULL: no induced velocity */
    const state *state;
    double k[INFLOW_NUMBERS]; /* of the type */
} inflow_moment;

/* Derivatives of the velocity. */
typedef struct {
    mat3 x;                              /* in the point */
    vec3 internal[INFLOW_MOST_INTERNAL]; /* in each internal unknown; zeros beforehand */
} inflow_derivatives;

struct inflow_slots {
    void (*begin)(const elem *element, const state *state,
                  inflow_moment *inflow_moment); /* fills m->k; NULL: nothing to fill */
    /* The induced velocity of the air at x, global axes. derivatives, zeroed beforehand, may be NULL. */
    vec3 (*velocity)(const inflow_moment *inflow_moment, vec3 x, inflow_derivatives *derivatives);
    vec3 (*pole)(const elem *element, const state *state);
    bool (*varies)(const elem *element); /* the velocity depends on internal unknowns within a step; NULL: no */
    void (*attach)(const elem *element,
                   const node *node); /* an element on this node was attached, when read; NULL: never mind */
};

/* --- for aerodynamic elements ------------------------------------------------------------------------------------- */

/* What is read of `induced velocity, LABEL [, passive]`. */
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

/* Lists the rows and columns of the other element; -1 when the link needs none. */
int layout_inflow(layout *layout, const inflow_link *to);
/* Takes the force F at x and the moment M about x from the rows of the element, with derivatives along n columns; row:
 * what layout_inflow has returned. */
typedef struct {
    const jet3 *x, *F, *M;
} inflow_load;

void inflow_collect(const inflow_link *to, const state *state, int row, int n, const inflow_load *load, local *out);
