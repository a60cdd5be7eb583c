/* value.h - the four types of the deck's expressions. */
#pragma once
#include <stdbool.h>

typedef enum { TYPE_BOOL, TYPE_INTEGER, TYPE_REAL, TYPE_STRING } value_type;

typedef struct {
    value_type type;
    union {
        bool b;
        int i;
        double r;
        const char *s;
    };
} value;

const char *value_type_name(value_type t);
static inline value value_real(double r) { return (value){.type = TYPE_REAL, .r = r}; }
static inline value value_integer(int i) { return (value){.type = TYPE_INTEGER, .i = i}; }
static inline value value_bool(bool b) { return (value){.type = TYPE_BOOL, .b = b}; }
static inline value value_string(const char *s) { return (value){.type = TYPE_STRING, .s = s}; }
/* The number in it; a string counts as 0 (callers check the type first). */
static inline double value_to_real(value v)
{
    return v.type == TYPE_REAL ? v.r : v.type == TYPE_INTEGER ? v.i : v.type == TYPE_BOOL ? v.b : 0.0;
}
