/* formula.h - formulas of symbolic algebra, used by the ginac drive and the symbolic laws: value and gradient.
 *
 * They differ from expressions of the deck: all numbers are real (1/2 is 0.5), a sign has lower priority than a power
 * (-x^2 is -(x^2)), and variables of the deck are not known. */
#pragma once
#include "base/arena.h"
#include "base/diag.h"

enum { FORMULA_VARIABLES = 12 };

typedef struct formula formula;

typedef struct {
    arena *memory;
    diag *errors;
    source_location location; /* of the string in the deck: the text begins after its quote */
    const char *text;
    const char *const *names; /* names of the variables; a name may hide a constant */
    int n;                    /* at most FORMULA_VARIABLES */
} formula_source;

/* Returns NULL after an error, which is reported at its location. */
const formula *formula_parse(const formula_source *in);
/* Computes the value at x, and its derivatives along the variables (NULL: only the value). Returns false outside the
 * domain, with the reason in `why`. */
bool formula_value(const formula *formula, const double *x, double *result, double *gradient, const char **why);
