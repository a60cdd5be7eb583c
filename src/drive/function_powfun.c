/* function_powfun.c - f(x) = a(x)^b(x).
 *
 *     f' = f g,      f'' = f (g^2 + g'),      g = (b log a)' = b' log a + b a'/a     for a > 0
 *
 * Where a is not positive, b must be locally constant (b' = b'' = 0), and the rule for a constant exponent is used:
 *     f' = b a^(b-1) a',      f'' = b ((b-1) a^(b-2) a'^2 + a^(b-1) a'') */
#include "drive/functions.h"
#include <math.h>

static double constant_exponent(expansion a, double b, int order)
{
    if (order == 0)
        return pow(a.f, b);
    if (b == 0.0)
        return 0.0;
    if (order == 1)
        return a.d == 0.0 ? 0.0 : b * pow(a.f, b - 1.0) * a.d;
    const double rotation = b == 1.0 || a.d == 0.0 ? 0.0 : (b - 1.0) * pow(a.f, b - 2.0) * a.d * a.d;
    const double lift = a.dd == 0.0 ? 0.0 : pow(a.f, b - 1.0) * a.dd;
    return b * (rotation + lift);
}

static double function_powfun_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    const operands *operands = function->self;
    const expansion a = function_expand(operands->function, x, order, bad),
                    b = function_expand(operands->scalar_function, x, order, bad);
    double v;
    if (order == 0 || (b.d == 0.0 && b.dd == 0.0)) {
        v = constant_exponent(a, b.f, order);
    } else if (a.f > 0.0) {
        const double l = log(a.f), q = a.d / a.f, g = b.d * l + b.f * q;
        const double dg = b.dd * l + 2.0 * b.d * q + b.f * (a.dd / a.f - q * q);
        v = pow(a.f, b.f) * (order == 1 ? g : g * g + dg);
    } else {
        return function_fail(bad, function, x, "the derivative does not exist where the base is not positive");
    }
    return isfinite(v) ? v : function_fail(bad, function, x, "the power is not a finite number");
}

const scalar_function_type scalar_function_powfun_type = {
    .keyword = "powfun",
    .grammar = "\"NAME\", powfun, (SCALAR FUNCTION) BASE, (SCALAR FUNCTION) EXPONENT",
    .summary = "A power whose base and exponent are functions.",
    .size = sizeof(operands),
    .read = read_operands,
    .eval = function_powfun_eval,
};
