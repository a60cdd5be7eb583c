/* formula.h - formulas of symbolic algebra, as the ginac drive and the symbolic laws take them: value and gradient.
 *
 * They differ from expressions of the deck: all numbers are real (1/2 is 0.5), a sign binds less than a power
 * (-x^2 is -(x^2)), and no variable of the deck is known. */
#pragma once
#include "base/arena.h"
#include "base/diag.h"

enum { FORMULA_VARIABLES = 12 };

typedef struct formula formula;

typedef struct {
    arena *memory;
    diag *errors;
    source_location location; /* of the string in the deck: the text begins behind its quote */
    const char *text;
    const char *const *names; /* of the variables; a name may hide a constant */
    int n;                    /* at most FORMULA_VARIABLES */
} formula_source;

/* NULL after an error, which is reported at its place. */
const formula *formula_parse(const formula_source *in);
/* The value at x, and its derivatives along the variables (NULL: the value alone). False outside the domain: `why` then
 * says what. */
bool formula_value(const formula *formula, const double *x, double *result, double *gradient, const char **why);
