/* scalar_function.h - functions of one number, by name, with first and second derivative.
 *
 * Each type is one row of drive/scalar_functions.def. */
#pragma once
#include "deck/reader.h"
#include "contract/state.h"

typedef struct scalar_function_type scalar_function_type;

typedef struct scalar_function {
    const scalar_function_type *type;
    const char *name;
    source_location location;
    int levels;   /* depth of nested functions, including this one */
    double parts; /* their number, references counted each time */
    void *self;
} scalar_function;

/* Reason why a function has no value; set by the first failure. Initialize with {0}. */
typedef struct {
    const char *why; /* NULL: no failure */
    const scalar_function *function;
    double x;
} function_error;

struct scalar_function_type {
    const char *keyword;
    const char *grammar, *summary;
    size_t size;
    void (*read)(reader *reader, scalar_function *function);
    /* Returns the value (order 0), first or second derivative at x. Outside the domain it returns function_fail, which
     * is 0. */
    double (*eval)(const scalar_function *function, double x, int order, function_error *bad);
};

extern const scalar_function_type *const scalar_function_types[];
extern const int scalar_function_type_count;

static inline double function_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    return function->type->eval(function, x, order, bad);
}
double function_fail(function_error *bad, const scalar_function *function, double x, const char *why); /* returns 0 */

/* The same during a step; a failure, or a value that is not finite, becomes an error of the state. */
double scalar_function_at(const scalar_function *function, const state *state, double x, int order);
