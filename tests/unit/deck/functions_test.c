/* functions_test.c - every function of namespace "default": values, domains, derivatives, and what they do besides. */
#include "unit/deck/expr_world.h"
#include "deck/diag_rows.h"
#include "deck/functions.h"
#include <limits.h>

static const double pi = 3.14159265358979323846;

static const function *named(world *world, const char *name)
{
    const name_space *name_space = symbols_namespace_at(world->names, 0);
    const function *function = name_space->resolve(name_space->self, name, strlen(name));
    if (!function)
        fail_msg("no function %s", name);
    return function;
}

static value call(world *world, const char *name, int n, const value *args)
{
    const function *function = named(world, name);
    value result = {0};
    const char *why = NULL;
    assert_true(n >= function->n_min && n <= function->n_max);
    if (!function->call(function->self, &(expr_run){0}, args, n, &result, &why))
        fail_msg("%s: %s", name, why);
    assert_int_equal(result.type, function->result);
    return result;
}

static void is(world *world, const char *text, double wanted)
{
    const double found = value_to_real(evaluate(world, text));
    if (!(fabs(found - wanted) <= 4e-16 * (1.0 + fabs(wanted))))
        fail_msg("%s = %.17g, not %.17g", text, found, wanted);
}

/* --- formulas against other formulas ------------------------------------------------------------------------------ */

static void trigonometric_functions(void **state)
{
    world *world = *state;
    is(world, "sin(0.)", 0.0);
    is(world, "sin(pi/6)", 0.5);
    is(world, "sin(-pi/2)", -1.0);
    is(world, "cos(pi/3)", 0.5);
    is(world, "cos(pi)", -1.0);
    is(world, "tan(pi/4)", 1.0);
    is(world, "tan(-pi/3)", -sqrt(3.0));
    is(world, "ctan(pi/6)", sqrt(3.0));
    is(world, "ctan(-pi/4)", -1.0);
    is(world, "asin(0.5)", pi / 6.0);
    is(world, "asin(-1)", -pi / 2.0);
    is(world, "acos(0.5)", pi / 3.0);
    is(world, "acos(-1)", pi);
    is(world, "atan(1)", pi / 4.0);
    is(world, "atan(-sqrt(3.))", -pi / 3.0);
    is(world, "actan(1)", pi / 4.0);
    is(world, "actan(-1)", 3.0 * pi / 4.0);
    is(world, "actan(0)", pi / 2.0);
    is(world, "atan2(1, -1)", 3.0 * pi / 4.0);
    is(world, "atan2(-1, -1)", -3.0 * pi / 4.0);
    is(world, "atan2(2, 0)", pi / 2.0);
    /* facts: actan2(a, b) = atan2(b, a) */
    is(world, "actan2(1, -2)", -1.1071487177940904);
    is(world, "actan2(-1, 2)", 2.0344439357957027);
}

static void hyperbolic_functions(void **state)
{
    world *world = *state;
    const double x = 0.7, ex = exp(0.7);
    is(world, "sinh(0.7)", (ex - 1.0 / ex) / 2.0);
    is(world, "cosh(-0.7)", (ex + 1.0 / ex) / 2.0);
    is(world, "tanh(0.7)", (ex - 1.0 / ex) / (ex + 1.0 / ex));
    is(world, "ctanh(0.7)", (ex + 1.0 / ex) / (ex - 1.0 / ex));
    is(world, "asinh(sinh(0.7))", x);
    is(world, "asinh(-2.)", -log(2.0 + sqrt(5.0)));
    is(world, "acosh(cosh(0.7))", x);
    is(world, "acosh(1)", 0.0);
    is(world, "atanh(0.5)", 0.5 * log(3.0));
    is(world, "actanh(2.)", 0.5 * log(3.0));
    is(world, "actanh(-2.)", -0.5 * log(3.0));
}

static void powers_and_logarithms(void **state)
{
    world *world = *state;
    is(world, "exp(0)", 1.0);
    is(world, "exp(1)", 2.71828182845904523536);
    is(world, "exp(-2.)", 1.0 / (exp(1.0) * exp(1.0)));
    is(world, "log(e)", 1.0);
    is(world, "log(8)/log(2)", 3.0);
    is(world, "log10(1000)", 3.0);
    is(world, "log10(0.01)", -2.0);
    is(world, "sqrt(2)^2", 2.0);
    is(world, "sqrt(0)", 0.0);
    is(world, "abs(-3)/2", 1.5);
    is(world, "abs(2.5)", 2.5);
}

static void rounding_gives_reals(void **state)
{
    world *world = *state;
    is(world, "floor(3.5)/2", 1.5);
    is(world, "floor(-3.5)", -4.0);
    is(world, "ceil(3.2)/8", 0.5);
    is(world, "ceil(-3.2)", -3.0);
    is(world, "round(2.5)", 2.0);
    is(world, "round(3.5)", 4.0);
    is(world, "round(-2.5)", -2.0);
    is(world, "round(2.4)/4", 0.5);
    assert_int_equal(evaluate(world, "round(2.4)").type, TYPE_REAL);
    assert_int_equal(evaluate(world, "sign(-2.5)").type, TYPE_INTEGER);
    is(world, "sign(3)/2", 0.0);
    is(world, "sign(-0.1)", -1.0);
    is(world, "sign(0)", 0.0);
    is(world, "copysign(3, -0.1)", -3.0);
    is(world, "copysign(-3., 2)", 3.0);
    is(world, "min(2, 3)/4", 0.5);
    is(world, "min(-2.5, -3)", -3.0);
    is(world, "max(2, 3)/2", 1.5);
    is(world, "max(-2.5, -3)", -2.5);
}

/* The deck math-functions-shape. */
static void shape_functions(void **state)
{
    world *world = *state;
    const struct {
        const char *text;
        double wanted;
    } rows[] = {
        {"step(-1.)", 0},         {"step(0.)", 0.5},        {"step(2.)", 1},          {"ramp(-1.)", 0},
        {"ramp(0.)", 0},          {"ramp(2.5)", 2.5},       {"par(-1.)", 0},          {"par(2.5)", 6.25},
        {"sramp(-1., 2.)", 0},    {"sramp(1., 2.)", 1},     {"sramp(3., 2.)", 2},     {"sramp(2., 2.)", 2},
        {"in_ee(1., 1., 3.)", 1}, {"in_ee(1., 3., 3.)", 1}, {"in_ee(1., 4., 3.)", 0}, {"in_el(1., 1., 3.)", 1},
        {"in_el(1., 3., 3.)", 0}, {"in_le(1., 1., 3.)", 0}, {"in_le(1., 3., 3.)", 1}, {"in_ll(1., 1., 3.)", 0},
        {"in_ll(1., 2., 3.)", 1}, {"in_ll(1., 3., 3.)", 0},
    };
    for (int i = 0; i < ARRAY_LEN(rows); i++)
        is(world, rows[i].text, rows[i].wanted);
    assert_int_equal(evaluate(world, "in_ll(1, 2, 3)").type, TYPE_BOOL);
}

/* --- domains ------------------------------------------------------------------------------------------------------ */

static void outside_its_domain_a_function_says_why(void **state)
{
    world *world = *state;
    const struct {
        const char *text, *why;
    } rows[] = {
        {"sqrt(-1)", "sqrt: the argument is negative"},
        {"log(0)", "log: the argument is not positive"},
        {"log(-1.)", "log: the argument is not positive"},
        {"log10(0.)", "log10: the argument is not positive"},
        {"asin(2)", "asin: the argument is outside [-1, 1]"},
        {"asin(-1.0001)", "asin: the argument is outside [-1, 1]"},
        {"acos(1.5)", "acos: the argument is outside [-1, 1]"},
        {"acosh(0.999)", "acosh: the argument is less than 1"},
        {"atanh(1)", "atanh: the argument is outside (-1, 1)"},
        {"actanh(-1)", "actanh: the argument is inside [-1, 1]"},
        {"ctan(0)", "ctan: the argument is zero"},
        {"ctanh(0.)", "ctanh: the argument is zero"},
    };
    for (int i = 0; i < ARRAY_LEN(rows); i++) {
        const diag_message message = refusal(world, rows[i].text, false);
        assert_int_equal(message.code, E_EXPR_VALUE);
        assert_string_equal(message.text, rows[i].why);
        assert_int_equal(message.location.offset, 0);
        assert_int_equal(message.location.length, strcspn(rows[i].text, "("));
    }
    evaluate(world, "asin(1) + asin(-1) + acosh(1) + sqrt(0)");
}

/* --- derivatives -------------------------------------------------------------------------------------------------- */

static double central(const function_1 *f, double x)
{
    const double h = 1e-5;
    return (8.0 * (f->f(x + h) - f->f(x - h)) - (f->f(x + 2.0 * h) - f->f(x - 2.0 * h))) / (12.0 * h);
}

static void derivatives_of_one_argument_are_exact(void **state)
{
    world *world = *state;
    const double points[] = {-2.3, -1.7, -0.8, -0.3, 0.2, 0.6, 0.9, 1.1, 1.9, 3.3};
    int checked = 0;
    for (int i = 0; i < symbols_function_count(world->names); i++) {
        const function *function = symbols_function_at(world->names, i);
        const function_1 *f1 = function_as_1(function);
        for (int k = 0; f1 && k < ARRAY_LEN(points); k++) {
            const double x = points[k];
            if (f1->inside && (!f1->inside(x - 1e-3) || !f1->inside(x + 1e-3)))
                continue;
            const double derivative =
                function->derivative(function->self, NULL, &(value){.type = TYPE_REAL, .r = x}, 1, 0);
            if (!(fabs(derivative - central(f1, x)) < 2e-9 * (1.0 + fabs(derivative))))
                fail_msg("slope of %s at %g: %.15g, not %.15g", function->name, x, derivative, central(f1, x));
            checked++;
        }
    }
    assert_true(checked > 200);
}

static void derivatives_of_two_arguments_are_exact(void **state)
{
    world *world = *state;
    const double points[][2] = {{0.3, 0.8}, {1.4, -0.6}, {-0.7, 2.2}, {-1.1, -1.3}, {2.5, 0.4}};
    int checked = 0;
    for (int i = 0; i < symbols_function_count(world->names); i++) {
        const function *function = symbols_function_at(world->names, i);
        const function_2 *f2 = function_as_2(function);
        for (int k = 0; f2 && k < ARRAY_LEN(points); k++) {
            const double x = points[k][0], y = points[k][1], h = 1e-6;
            const value args[] = {value_real(x), value_real(y)};
            const double dx = (f2->f(x + h, y) - f2->f(x - h, y)) / (2.0 * h);
            const double dy = (f2->f(x, y + h) - f2->f(x, y - h)) / (2.0 * h);
            assert_near(function->derivative(function->self, NULL, args, 2, 0), dx, 1e-8);
            assert_near(function->derivative(function->self, NULL, args, 2, 1), dy, 1e-8);
            checked++;
        }
    }
    assert_int_equal(checked, 6 * ARRAY_LEN(points));
}

static void at_a_kink_the_derivative_is_that_of_the_branch(void **state)
{
    world *world = *state;
    const value zero = value_real(0.0);
    const char *const flat[] = {"ramp", "par", "step", "abs", "sign", "floor"};
    for (int i = 0; i < ARRAY_LEN(flat); i++) {
        const function *function = named(world, flat[i]);
        assert_near(function->derivative(function->self, NULL, &zero, 1, 0), 0.0, 0.0);
    }
}

/* --- the rest ----------------------------------------------------------------------------------------------------- */

static void random_numbers_fill_their_range(void **state)
{
    world *world = *state;
    double sum = 0.0, low = 1.0, high = -1.0;
    int last = -1, equal = 0;
    for (int i = 0; i < 20000; i++) {
        const double r = call(world, "random", 0, NULL).r;
        const int n = call(world, "rand", 0, NULL).i;
        assert_true(r >= -1.0 && r <= 1.0 && n >= 0);
        equal += n == last;
        last = n;
        sum += r;
        low = fmin(low, r);
        high = fmax(high, r);
    }
    assert_true(fabs(sum / 20000.0) < 0.02);
    assert_true(low < -0.99 && high > 0.99 && equal < 3);
}

static void seed_repeats_the_numbers(void **state)
{
    world *world = *state;
    assert_int_equal(evaluate(world, "seed(3)").i, 0);
    const int first = evaluate(world, "rand()").i;
    const double second = evaluate(world, "random()").r;
    assert_int_not_equal(evaluate(world, "rand()").i, first);
    evaluate(world, "seed(3.9)");
    assert_int_equal(evaluate(world, "rand()").i, first);
    assert_near(evaluate(world, "random()").r, second, 0.0);
    evaluate(world, "seed(4)");
    assert_int_not_equal(evaluate(world, "rand()").i, first);
}

static void sprintf_prints_one_value(void **state)
{
    world *world = *state;
    const struct {
        const char *text, *wanted;
    } rows[] = {
        {"sprintf(\"%04d\", 9)", "0009"},
        {"sprintf(\"0x%x\", 255)", "0xff"},
        {"sprintf(\"N%04d\", 9) + \" = \" + sprintf(\"%e\", 0.1)", "N0009 = 1.000000e-01"},
        {"sprintf(\"%g%%\", 12.5)", "12.5%"},
        {"sprintf(\"%-6.2f|\", 2)", "2.00  |"},
        {"sprintf(\"%i\", TRUE)", "1"},
        {"sprintf(\"<%5s>\", \"ab\")", "<   ab>"},
        {"sprintf(\"plain\", 1)", "plain"},
        {"sprintf(\"%.15g\", pi)", "3.14159265358979"},
    };
    for (int i = 0; i < ARRAY_LEN(rows); i++) {
        const value v = evaluate(world, rows[i].text);
        assert_int_equal(v.type, TYPE_STRING);
        assert_string_equal(v.s, rows[i].wanted);
    }
}

static void sprintf_refuses_what_c_would_not_check(void **state)
{
    world *world = *state;
    const char *fit = "sprintf: the conversion in the format does not match the type of the value";
    const char *unknown = "sprintf: unknown conversion in the format";
    const struct {
        const char *text, *why;
    } rows[] = {
        {"sprintf(\"%d\", 2.5)", fit},
        {"sprintf(\"%s\", 1)", fit},
        {"sprintf(\"%d\", \"a\")", fit},
        {"sprintf(\"%e\", \"a\")", fit},
        {"sprintf(\"%n\", 1)", unknown},
        {"sprintf(\"%ld\", 1)", unknown},
        {"sprintf(\"%*d\", 1)", unknown},
        {"sprintf(\"%\", 1)", unknown},
        {"sprintf(\"%d %d\", 1)", "sprintf: more than one conversion in the format"},
        {"sprintf(\"%99999d\", 1)", "sprintf: the width of the format is too large"},
        {"sprintf(\"%.99999f\", 1.)", "sprintf: the width of the format is too large"},
    };
    for (int i = 0; i < ARRAY_LEN(rows); i++)
        assert_string_equal(refusal(world, rows[i].text, false).text, rows[i].why);
}

enum { BUFFER_SIZE = 100 };

static void collect(void *to, const char *text)
{
    const size_t used = strlen(to);
    snprintf((char *)to + used, BUFFER_SIZE - used, "%s", text);
}

static void print_writes_through_the_hook(void **state)
{
    world *world = *state;
    char printed[BUFFER_SIZE] = "";
    assert_int_equal(evaluate(world, "print(1)").i, 0);
    symbols_set_print(world->names, collect, printed);
    evaluate(world, "(print(2.5); print(1/3.); 0)");
    assert_string_equal(printed, "2.5\n0.333333\n");
}

static void stop_ends_only_when_asked(void **state)
{
    world *world = *state;
    is(world, "stop(FALSE, 3)", 0.0);
    is(world, "stop(0., 3)", 0.0);
    assert_string_equal(refusal(world, "stop(1 > 0, 3)", false).text, "stop() was called");
}

static void casts_convert(void **state)
{
    world *world = *state;
    const struct {
        const char *text;
        value_type type;
        double wanted;
    } rows[] = {{"integer(2.7)", TYPE_INTEGER, 2},
                {"integer(-2.7)", TYPE_INTEGER, -2},
                {"integer(TRUE)", TYPE_INTEGER, 1},
                {"real(7)", TYPE_REAL, 7},
                {"real(TRUE)", TYPE_REAL, 1},
                {"bool(0.3)", TYPE_BOOL, 1},
                {"bool(0)", TYPE_BOOL, 0},
                {"bool(-2)", TYPE_BOOL, 1},
                {"real_eval(7)", TYPE_REAL, 7},
                {"bool_eval(3)", TYPE_BOOL, 1},
                {"integer_eval(3.9)", TYPE_INTEGER, 3}};
    for (int i = 0; i < ARRAY_LEN(rows); i++) {
        const value v = evaluate(world, rows[i].text);
        assert_int_equal(v.type, rows[i].type);
        assert_near(value_to_real(v), rows[i].wanted, 0.0);
    }
    assert_string_equal(evaluate(world, "string(2.5)").s, "2.5");
    assert_string_equal(evaluate(world, "string_eval(7/2)").s, "3");
    assert_string_equal(evaluate(world, "string(TRUE) + string(\"a\")").s, "1a");
    assert_true(call(world, "bool_eval", 1, &(value){.type = TYPE_REAL, .r = 0.5}).b);
    assert_int_equal(call(world, "integer", 1, &(value){.type = TYPE_REAL, .r = 2.7}).i, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(trigonometric_functions),
        WORLD_TEST(hyperbolic_functions),
        WORLD_TEST(powers_and_logarithms),
        WORLD_TEST(rounding_gives_reals),
        WORLD_TEST(shape_functions),
        WORLD_TEST(outside_its_domain_a_function_says_why),
        WORLD_TEST(derivatives_of_one_argument_are_exact),
        WORLD_TEST(derivatives_of_two_arguments_are_exact),
        WORLD_TEST(at_a_kink_the_derivative_is_that_of_the_branch),
        WORLD_TEST(random_numbers_fill_their_range),
        WORLD_TEST(seed_repeats_the_numbers),
        WORLD_TEST(sprintf_prints_one_value),
        WORLD_TEST(sprintf_refuses_what_c_would_not_check),
        WORLD_TEST(print_writes_through_the_hook),
        WORLD_TEST(stop_ends_only_when_asked),
        WORLD_TEST(casts_convert),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
