/* functions.h - the functions of namespace "default", from functions.def. */
#pragma once
#include "deck/symbols.h"

/* Real functions of one and two reals are called directly, without values. */
typedef struct {
    double (*f)(double x);
    double (*df)(double x);
    bool (*inside)(double x); /* NULL: defined everywhere */
    const char *why;          /* the reason for a failure outside */
} function_1;

typedef struct {
    double (*f)(double x, double y);
    double (*dfdx)(double x, double y), (*dfdy)(double x, double y);
} function_2;

/* Data of the functions that are not formulas. */
typedef struct {
    arena *memory;
    uint64_t random; /* used while the deck is read, and by runs without their own generator */
    void (*print)(void *to, const char *text);
    void *context;
} function_context;

/* Returns all rows, sorted by name; they are in the memory of the context. */
const function *functions_create(function_context *context, int *count);
const function *functions_find(const function *all, int n, const char *name, size_t length);

/* Returns a row without a context, which is sufficient for a formula of one or two reals. NULL: there is none. */
const function *functions_row(const char *name, size_t length);

/* Returns a formula of one or two reals; NULL if it is not one. */
const function_1 *function_as_1(const function *function);
const function_2 *function_as_2(const function *function);
