/* functions.c - the table of scalar functions, and code that several of them share. */
#include "drive/functions.h"
#include "base/array.h"
#include "model/reading.h"

#define SCALAR_FUNCTION(name) extern const scalar_function_type scalar_function_##name##_type;
#include "drive/scalar_functions.def"
#undef SCALAR_FUNCTION

const scalar_function_type *const scalar_function_types[] = {
#define SCALAR_FUNCTION(name) &scalar_function_##name##_type,
#include "drive/scalar_functions.def"
#undef SCALAR_FUNCTION
};
const int scalar_function_type_count = ARRAY_LEN(scalar_function_types);

outside read_outside(reader *reader)
{
    if (!read_keyword(reader, "do not extrapolate"))
        return OUTSIDE_LINEAR;
    return read_keyword(reader, "bailout") ? OUTSIDE_ERROR : OUTSIDE_CONSTANT;
}

void read_operands(reader *reader, scalar_function *function)
{
    operands *operands = function->self;
    operands->function = read_scalar_function(reader, "name of the first scalar function");
    operands->scalar_function = read_scalar_function(reader, "name of the second scalar function");
}

expansion function_expand(const scalar_function *function, double x, int order, function_error *bad)
{
    expansion e = {.f = function_eval(function, x, 0, bad)};
    if (order > 0)
        e.d = function_eval(function, x, 1, bad);
    if (order > 1)
        e.dd = function_eval(function, x, 2, bad);
    return e;
}
