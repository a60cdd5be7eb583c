/* friction.h - friction: a coefficient f(v) with one unknown of its own, and a shape function that makes a couple or
 * force of it.
 *
 *     friction force = shape(f) f N        N the normal force, f with the sign of the sliding velocity v
 *
 * The element that slides seeds v as a jet, owns the unknown, and applies the force. Implemented in law/friction.c. */
#pragma once
#include "contract/element.h"
#include "contract/scalar_function.h"

typedef struct friction friction;

/* MODEL , SHAPE (2.8). NULL after an error. */
friction *read_friction(reader *reader);
friction *read_friction_model(reader *reader); /* MODEL alone; the shape is simple */
/* What the unknown is: a state with a derivative, or algebraic. */
internal_kind friction_kind(const friction *friction);
/* Where the unknown is. */
typedef struct {
    int unknown; /* global */
    int index;   /* local row and column */
} friction_index;
/* The coefficient c, and the equation of the unknown. */
void friction_eval(int lanes, const friction *friction, const state *state, const friction_index *internal,
                   const jet1 *v, jet1 *c, local *out);
/* shape(c); lead is the tangent of the thread's lead angle, for the screw. */
void friction_shape(int lanes, const friction *friction, double lead, const jet1 *c, jet1 *shape);
/* Of the screw joint's shape: mean radius of the thread, else 0. */
double friction_radius(const friction *friction);
/* Value of the unknown when the analysis begins with sliding velocity v. */
double friction_initial(const friction *friction, double v);
friction *sample_friction(sampler *from);
/* A line through (0, high) that falls slowly. */
const scalar_function *sample_friction_function(sampler *from);
