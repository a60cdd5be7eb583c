/* descriptor.h - linear equations with constraints, reduced to the states that are independent.
 *
 *     E(t) x' + A(t) x + B(t) u = 0        x = W z + V0 u + V1 u' + V2 u''        z' = F z + G0 u + G1 u' + G2 u''
 *
 * z are some of the unknowns x. Coefficients are series in time about the present instant, c0 + c1 t + c2 t^2: those of
 * a model in motion change. Nothing is regularized: what the equations do not determine is reported.
 *
 * Reference: D. G. Luenberger, "Time-invariant descriptor systems", Automatica 14 (1978), 473-480: the equations
 * without derivatives are found by elimination, solved for as many unknowns, and differentiated by substituting these,
 * until every equation has a derivative. */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

enum { DESCRIPTOR_SERIES = 3 }; /* coefficients of a series; orders of derivatives of inputs */

/* Which unknowns are eliminated first, if the equations let choose. Only the others may be states, unless there are too
 * few of them. */
typedef enum {
    DESCRIPTOR_ROTATION,  /* the last to be eliminated */
    DESCRIPTOR_STATE,     /* other unknowns with derivatives */
    DESCRIPTOR_DEPENDENT, /* the rate of an unknown that has been eliminated */
    DESCRIPTOR_ALGEBRAIC, /* multipliers, momenta: eliminated wherever they appear */
} descriptor_class;

typedef struct {
    int column;  /* of x', n + that of x, or 2 n + 3 k + order of a derivative of the input k */
    double size; /* magnitude of the numbers that were added: smaller values are rounding errors */
    double c[DESCRIPTOR_SERIES];
} descriptor_term;

typedef struct {
    descriptor_term *terms; /* by column */
    int n;
} descriptor_row;

typedef struct descriptor descriptor;

typedef enum {
    DESCRIPTOR_OK,
    DESCRIPTOR_UNDETERMINED, /* no equation determines the unknown `descriptor_culprit` */
    DESCRIPTOR_OVERLOADED,   /* an equation without unknowns remains that contains an input */
    DESCRIPTOR_ROUGH,        /* a third derivative of an input would be needed */
} descriptor_status;

/* n equations in n unknowns with m inputs. */
descriptor *descriptor_create(int n, int m);
void descriptor_destroy(descriptor *descriptor); /* accepts NULL */
/* Adds to coefficients of equation `row`: of x', of x, of an input. The order of the series is 0, 1 or 2. */
void descriptor_add_rate(descriptor *descriptor, int row, int column, int order, double value);
void descriptor_add_value(descriptor *descriptor, int row, int column, int order, double value);
void descriptor_add_input(descriptor *descriptor, int row, int input, int order, double value);
void descriptor_set_class(descriptor *descriptor, int column, descriptor_class class);
/* Declares that the series were found from differences over this time: derivatives are that much less precise. */
void descriptor_set_interval(descriptor *descriptor, double e);
/* Declares that `rate` is the derivative of `value`: both should be states, or none. */
void descriptor_set_pair(descriptor *descriptor, int value, int rate);

descriptor_status descriptor_reduce(descriptor *descriptor);
int descriptor_culprit(const descriptor *descriptor);
/* After DESCRIPTOR_OK: the number of states, and their unknowns in ascending order. */
int descriptor_states(const descriptor *descriptor, const int **unknowns);
/* Number of constraints that repeat others, whose multipliers are zero. */
int descriptor_repeated(const descriptor *descriptor);
/* The rows of W, V: terms with columns n + unknown of a state, and of inputs. */
descriptor_row descriptor_unknown(const descriptor *descriptor, int unknown);
/* The rows of F, G, for the state with this unknown: z' = the sum of the terms. */
descriptor_row descriptor_rate(const descriptor *descriptor, int unknown);
