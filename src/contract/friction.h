/* friction.h - friction: a coefficient f(v) with one internal unknown, and a shape function for the force or moment.
 *
 *     friction force = shape(f) f N        N the normal force, f with the sign of the sliding velocity v
 *
 * The element that slides seeds v as a jet, owns the unknown, and applies the force. Implemented in law/friction.c. */
#pragma once
#include "contract/element.h"
#include "contract/scalar_function.h"

typedef struct friction friction;

/* Reads MODEL , SHAPE (2.8). Returns NULL after an error. */
friction *read_friction(reader *reader);
friction *read_friction_model(reader *reader); /* reads only MODEL; the shape is simple */
/* Returns the kind of the unknown: differential or algebraic. */
internal_kind friction_kind(const friction *friction);
/* Location of the unknown. */
typedef struct {
    int unknown; /* global index */
    int index;   /* local row and column */
} friction_index;
/* Computes the coefficient c, and the equation of the unknown. */
void friction_eval(int lanes, const friction *friction, const state *state, const friction_index *internal,
                   const jet1 *v, jet1 *c, local *out);
/* Computes shape(c); lead is the tangent of the lead angle of the thread, for the screw joint. */
void friction_shape(int lanes, const friction *friction, double lead, const jet1 *c, jet1 *shape);
/* Returns the mean radius of the thread for the shape of the screw joint, otherwise 0. */
double friction_radius(const friction *friction);
/* Returns the initial value of the unknown for sliding velocity v. */
double friction_initial(const friction *friction, double v);
friction *sample_friction(sampler *from);
/* Returns a line through (0, high) with a small negative slope. */
const scalar_function *sample_friction_function(sampler *from);
