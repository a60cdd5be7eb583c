/* value.h - the four types of the deck's expressions. */
#pragma once
#include "base/archive.h"
#include <stdbool.h>
#include <stddef.h>

/* No value has TYPE_ANY: a function uses it to declare an argument that is not converted. */
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
/* Returns the type of that name, or TYPE_ANY if there is none. */
value_type value_type_named(const char *name, size_t length);
static inline value value_real(double r) { return (value){.type = TYPE_REAL, .r = r}; }
static inline value value_integer(int index) { return (value){.type = TYPE_INTEGER, .i = index}; }
static inline value value_bool(bool b) { return (value){.type = TYPE_BOOL, .b = b}; }
static inline value value_string(const char *text) { return (value){.type = TYPE_STRING, .s = text}; }
/* Returns the number; 0 for a string (callers check the type first). */
static inline double value_to_real(value v)
{
    return v.type == TYPE_REAL ? v.r : v.type == TYPE_INTEGER ? v.i : v.type == TYPE_BOOL ? v.b : 0.0;
}
/* Converts the value: reals are truncated towards zero, anything but 0 is true. Returns false, with the reason in *why,
 * if a string would become a number, a number a string, or a real has no integer. */
bool value_convert(value v, value_type to, value *result, const char **why);
/* Formats as the symbol table prints it: 1, 3.14159, text (without quotes). Returns its length, as snprintf. */
int value_format(value v, char *out, size_t size);
/* For restart files; its type does not change. A loaded text is valid as long as the archive. */
void value_serialize(archive *archive, value *v);
