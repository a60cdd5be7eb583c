/* value.c - conversion, printing and serialization of the values of expressions.
 *
 *     bool -> integer -> real      always; TRUE is 1
 *     real -> integer              truncated towards zero: 2.7 -> 2, -2.7 -> -2
 *     anything -> bool             0 is false, all other values true
 *     string <-> number            refused
 *
 * Numbers are printed as by default in a C++ stream: %d and %g. */
#include "deck/value.h"
#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char *const type_names[] = {"bool", "integer", "real", "string", "any"};

const char *value_type_name(value_type type) { return type_names[type]; }

value_type value_type_named(const char *name, size_t length)
{
    int t = TYPE_BOOL;
    while (t < TYPE_ANY && (strlen(type_names[t]) != length || memcmp(type_names[t], name, length) != 0))
        t++;
    return (value_type)t;
}

static bool to_integer(double r, value *result, const char **why)
{
    if (!(r > (double)INT_MIN - 1.0 && r < (double)INT_MAX + 1.0)) {
        *why = "the number is outside the range of integers";
        return false;
    }
    *result = value_integer((int)r);
    return true;
}

bool value_convert(value v, value_type to, value *result, const char **why)
{
    if (v.type == to || to == TYPE_ANY) {
        *result = v;
        return true;
    }
    if (v.type == TYPE_STRING || to == TYPE_STRING) {
        *why = v.type == TYPE_STRING ? "a string is not a number" : "a number is not a string";
        return false;
    }
    const double r = value_to_real(v);
    if (to == TYPE_INTEGER)
        return to_integer(r, result, why);
    *result = to == TYPE_BOOL ? value_bool(r != 0.0) : value_real(r);
    return true;
}

int value_format(value v, char *out, size_t size)
{
    switch (v.type) {
    case TYPE_BOOL:
        return snprintf(out, size, "%d", (int)v.b);
    case TYPE_INTEGER:
        return snprintf(out, size, "%d", v.i);
    case TYPE_REAL:
        return snprintf(out, size, "%g", v.r);
    default:
        return snprintf(out, size, "%s", v.s ? v.s : "");
    }
}

void value_serialize(archive *archive, value *v)
{
    if (v->type == TYPE_REAL)
        archive_double(archive, &v->r);
    else if (v->type == TYPE_INTEGER)
        archive_int(archive, &v->i);
    else if (v->type == TYPE_BOOL)
        archive_bool(archive, &v->b);
    else
        archive_string(archive, &v->s);
}
