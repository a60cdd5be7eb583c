/* functions.h - the functions of namespace "default", from functions.def. */
#pragma once
#include "deck/symbols.h"

/* Real functions of one and two reals are called without the detour over values. */
typedef struct {
    double (*f)(double x);
    double (*df)(double x);
    bool (*inside)(double x); /* NULL: defined everywhere */
    const char *why;          /* what to say outside */
} function_1;

typedef struct {
    double (*f)(double x, double y);
    double (*dfdx)(double x, double y), (*dfdy)(double x, double y);
} function_2;

/* What the functions that are more than a formula work on. */
typedef struct {
    arena *memory;
    uint64_t random; /* while the deck is read, and for runs that bring none */
    void (*print)(void *to, const char *text);
    void *context;
} function_context;

/* All rows, sorted by name; they live in the memory of the context. */
const function *functions_create(function_context *context, int *count);
const function *functions_find(const function *all, int n, const char *name, size_t length);

/* A row as it stands, without a context: enough for what is a formula of one or two reals. NULL: there is none. */
const function *functions_row(const char *name, size_t length);

/* A formula of one or two reals; NULL when it is something else. */
const function_1 *function_as_1(const function *function);
const function_2 *function_as_2(const function *function);
