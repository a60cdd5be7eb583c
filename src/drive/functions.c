/* functions.c - the table of scalar functions, and what several of them share. */
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

outside read_outside(reader *r)
{
    if (!read_keyword(r, "do not extrapolate"))
        return OUTSIDE_LINEAR;
    return read_keyword(r, "bailout") ? OUTSIDE_FAULT : OUTSIDE_HELD;
}

void read_operands(reader *r, scalar_function *f)
{
    operands *p = f->self;
    p->a = read_scalar_function(r, "name of the first scalar function");
    p->b = read_scalar_function(r, "name of the second scalar function");
}

expansion function_expand(const scalar_function *f, double x, int order, function_fault *bad)
{
    expansion e = {.f = function_eval(f, x, 0, bad)};
    if (order > 0)
        e.d = function_eval(f, x, 1, bad);
    if (order > 1)
        e.dd = function_eval(f, x, 2, bad);
    return e;
}
