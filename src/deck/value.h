/* value.h - the four types of the deck's expressions. */
#pragma once
#include "base/archive.h"
#include <stdbool.h>
#include <stddef.h>

/* No value is of TYPE_ANY: a function declares so an argument that it takes as it is, without conversion. */
typedef enum { TYPE_BOOL, TYPE_INTEGER, TYPE_REAL, TYPE_STRING, TYPE_ANY } value_type;

typedef struct {
    value_type type;
    union {
        bool b;
        int i;
        double r;
        const char *s;
    };
} value;

const char *value_type_name(value_type type); /* "bool", "integer", "real", "string", "any" */
/* The type of that name, or TYPE_ANY when there is none. */
value_type value_type_named(const char *name, size_t length);
static inline value value_real(double r) { return (value){.type = TYPE_REAL, .r = r}; }
static inline value value_integer(int index) { return (value){.type = TYPE_INTEGER, .i = index}; }
static inline value value_bool(bool b) { return (value){.type = TYPE_BOOL, .b = b}; }
static inline value value_string(const char *text) { return (value){.type = TYPE_STRING, .s = text}; }
/* The number in it; a string counts as 0 (callers check the type first). */
static inline double value_to_real(value v)
{
    return v.type == TYPE_REAL ? v.r : v.type == TYPE_INTEGER ? v.i : v.type == TYPE_BOOL ? v.b : 0.0;
}
/* The value as another type: reals are cut towards zero, anything but 0 is true. False when a string would become a
 * number, a number a string, or a real has no integer: *why then says so. */
bool value_convert(value v, value_type to, value *result, const char **why);
/* As the symbol table prints it: 1, 3.14159, text (without quotes). Returns its length, as snprintf. */
int value_format(value v, char *out, size_t size);
/* For restart files; its type does not change. A text that was loaded lives as long as the archive. */
void value_serialize(archive *archive, value *v);
