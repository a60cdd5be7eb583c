/* scalar_function.h - functions of one number, by name, with first and second derivative. One row of
 * drive/scalar_functions.def a type. */
#pragma once
#include "deck/reader.h"
#include "contract/state.h"

typedef struct scalar_function_type scalar_function_type;

typedef struct scalar_function {
    const scalar_function_type *type;
    const char *name;
    source_location location;
    int levels; /* of functions inside it, itself included */
    void *self;
} scalar_function;

/* Why a function has no value; filled by the first that fails. Start with {0}. */
typedef struct {
    const char *why; /* NULL: nothing failed */
    const scalar_function *function;
    double x;
} function_error;

struct scalar_function_type {
    const char *keyword;
    const char *grammar, *summary;
    size_t size;
    void (*read)(reader *reader, scalar_function *function);
    /* The value (order 0), first or second derivative at x. Outside the domain: 0, through function_fail. */
    double (*eval)(const scalar_function *function, double x, int order, function_error *bad);
};

extern const scalar_function_type *const scalar_function_types[];
extern const int scalar_function_type_count;

static inline double function_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    return function->type->eval(function, x, order, bad);
}
double function_fail(function_error *bad, const scalar_function *function, double x, const char *why); /* 0 */

/* The same in a step; what fails, or is not a finite number, becomes an error of the state. */
double scalar_function_at(const scalar_function *function, const state *state, double x, int order);
