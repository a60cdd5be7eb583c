/* scalar_function_test.c - values, first and second derivatives from their formulas; domains; cards that are wrong. */
#include "unit/drive/drive_world.h"
#include "contract/scalar_function.h"
#include "model/reading.h"

static const scalar_function *function_named(void **of, const char *name)
{
    const scalar_function *function = scalar_function_find(((world *)*of)->model, name, strlen(name));
    if (!function)
        fail_msg("no function %s", name);
    return function;
}

static void check(void **of, const char *name, double x, double f, double d, double dd)
{
    const double expected[] = {f, d, dd};
    for (int order = 0; order <= 2; order++) {
        function_error bad = {0};
        assert_near(function_eval(function_named(of, name), x, order, &bad), expected[order]);
        assert_null(bad.why);
    }
}

static void check_error(void **of, const char *name, double x, const char *why)
{
    world *world = *of;
    world->failed = (evaluation_error){0};
    assert_near(scalar_function_at(function_named(of, name), &world->state, x, 0), 0.0);
    assert_true(world->failed.is_set);
    if (!strstr(world->failed.text, why))
        fail_msg("%s", world->failed.text);
    assert_true(world->failed.location.file != 0);
}

static void formulas(void **of)
{
    world_read(of,
               "scalar function: \"c\", const, 2.5; scalar function: \"bare\", 3.5; scalar function: \"e\", exp, 2.;"
               "scalar function: \"eb\", exp, base, 3., coefficient, -0.5, 2.; scalar function: \"l\", log, 2.;"
               "scalar function: \"lb\", log, base, 10., coefficient, 4., 2.; scalar function: \"p\", pow, 3.;"
               "scalar function: \"s\", sin, 2., 3., 0.4; scalar function: \"k\", cos, 2., 3., 0.4;"
               "scalar function: \"line\", linear, 0.5, 1., 2., -3.;");
    assert_said_nothing(of);
    const double b = -0.5 * log(3.0), v = 2.0 * pow(3.0, -0.35);
    check(of, "c", 0.7, 2.5, 0, 0);
    check(of, "bare", 0.7, 3.5, 0, 0);
    check(of, "e", 0.7, 2 * exp(0.7), 2 * exp(0.7), 2 * exp(0.7));
    check(of, "eb", 0.7, v, b * v, b * b * v);
    check(of, "l", 0.7, 2 * log(0.7), 2 / 0.7, -2 / 0.49);
    check(of, "lb", 0.7, 2 * log10(2.8), 2 / (0.7 * log(10.0)), -2 / (0.49 * log(10.0)));
    check(of, "p", -2, -8, 12, -12);
    check(of, "s", 0.7, 2 * sin(2.5), 6 * cos(2.5), -18 * sin(2.5));
    check(of, "k", 0.7, 2 * cos(2.5), -6 * sin(2.5), -18 * cos(2.5));
    check(of, "line", 5, 1 - 8.0 / 3.0 * 4.5, -8.0 / 3.0, 0);
}

static void broken_lines(void **of)
{
    world_read(of, "scalar function: \"go\", multilinear, 0., 1., 1., 3., 3., -1.;"
                   "scalar function: \"hold\", multilinear, do not extrapolate, 0., 1., 1., 3., 3., -1., end;"
                   "scalar function: \"stop\", multilinear, do not extrapolate, bailout, 0., 1., 1., 3., 3., -1.;");
    assert_said_nothing(of);
    check(of, "go", 0.5, 2, 2, 0), check(of, "go", 2, 1, -2, 0), check(of, "go", -1, -1, 2, 0),
        check(of, "go", 4, -3, -2, 0);
    check(of, "hold", 0.5, 2, 2, 0), check(of, "hold", -1, 1, 0, 0), check(of, "hold", 4, -1, 0, 0);
    check(of, "stop", 3, -1, -2, 0);
    check_error(of, "stop", 3.1, "above the last point");
    check_error(of, "stop", -0.1, "below the first point");
}

/* Through four points the spline is the cubic itself, through three the parabola; with more it is smooth. */
static void splines(void **of)
{
    world_read(of,
               "scalar function: \"cubic\", cubic spline, -1., -4., 0., 1., 1., 4., 3., 52.;" /* 1 + 2x - x^2 + 2x^3 */
               "scalar function: \"parabola\", cubic spline, 0., 1., 1., 0., 3., 4.;"         /* (x - 1)^2 */
               "scalar function: \"line\", cubic spline, 0., 1., 2., 5.;"
               "scalar function: \"many\", cubic spline, 0., 0., 1., 2., 1.5, -1., 3., 0., 4., 1., 7., 3.;"
               "scalar function: \"hold\", cubic spline, do not extrapolate, 0., 1., 1., 0., 3., 4.;"
               "scalar function: \"stop\", cubic spline, do not extrapolate, bailout, 0., 1., 1., 0., 3., 4., end;");
    assert_said_nothing(of);
    check(of, "cubic", 0.5, 2, 2 - 1 + 1.5, -2 + 6), check(of, "cubic", 2, 17, 2 - 4 + 24, -2 + 24);
    check(of, "parabola", 2, 1, 2, 2), check(of, "parabola", 0.25, 0.5625, -1.5, 2);
    check(of, "parabola", 5, 4 + 4 * 2, 4, 0), check(of, "parabola", -1, 3, -2, 0);
    check(of, "line", 1, 3, 2, 0);
    check(of, "hold", 5, 4, 0, 0);
    check_error(of, "stop", 5, "above the last point");
    const scalar_function *function = function_named(of, "many");
    function_error bad = {0};
    static const double x[] = {1., 1.5, 3., 4.}, y[] = {2., -1., 0., 1.};
    for (int i = 0; i < 4; i++) {
        assert_near(function_eval(function, x[i], 0, &bad), y[i]);
        for (int order = 1; order <= 2; order++)
            assert_near_to(function_eval(function, x[i] - 1e-9, order, &bad),
                           function_eval(function, x[i], order, &bad), 1e-6, __FILE__, __LINE__);
    }
}

/* The points of a case whose values were recorded. */
static void recorded_spline(void **of)
{
    world_read(of, "scalar function: \"f\", cubic spline, 0., 1., 0.7, 3., 1.4, -1., 2.5, 0.;");
    function_error bad = {0};
    assert_near_to(function_eval(function_named(of, "f"), 0.125, 0, &bad), 2.1565022032, 1e-10, __FILE__, __LINE__);
    assert_near_to(function_eval(function_named(of, "f"), 0.125, 1, &bad), 7.5800170068, 1e-10, __FILE__, __LINE__);
}

static void chebychev(void **of)
{
    world_read(of, "scalar function: \"f\", chebychev, 0., 4., 1., 0.5, -0.3, 0.2; scalar function: \"one\", "
                   "chebychev, 0., 1., 2.;"
                   "scalar function: \"stop\", chebychev, 0., 4., do not extrapolate, 1., 0.5, end;");
    assert_said_nothing(of);
    const double z = 0.25; /* at x = 2.5 */
    check(of, "f", 2.5, 1 + 0.5 * z - 0.3 * (2 * z * z - 1) + 0.2 * (4 * z * z * z - 3 * z),
          0.5 * (0.5 - 1.2 * z + 0.2 * (12 * z * z - 3)), 0.25 * (-1.2 + 4.8 * z));
    const double end = 1 + 0.5 - 0.3 + 0.2, derivative = 0.5 * (0.5 - 1.2 + 0.2 * 9);
    check(of, "f", 6, end + 2 * derivative, derivative, 0);
    check(of, "one", 0.3, 2, 0, 0);
    /* both ends belong to the series: z = 1, z = -1 */
    check(of, "f", 4, end, derivative, 0.25 * (-1.2 + 4.8));
    check(of, "f", 0, 1 - 0.5 - 0.3 - 0.2, 0.5 * (0.5 + 1.2 + 0.2 * 9), 0.25 * (-1.2 - 4.8));
    check_error(of, "stop", 4.1, "above the upper bound");
}

static void operations(void **of)
{
    world_read(of, "scalar function: \"a\", pow, 2.; scalar function: \"b\", sin, 1., 1., 0.;"
                   "scalar function: \"sum\", sum, \"a\", \"b\"; scalar function: \"sub\", sub, \"a\", \"b\";"
                   "scalar function: \"mul\", mul, \"a\", \"b\"; scalar function: \"div\", div, \"a\", \"b\";"
                   "scalar function: \"pf\", powfun, \"a\", \"b\";"
                   "scalar function: \"here\", sum, \"p\", multilinear, 0., 1., 1., 3., end, \"q\", const, 2.;"
                   "scalar function: \"square\", powfun, \"line\", linear, 0., -1., 1., 0., \"two\", const, 2.;");
    assert_said_nothing(of);
    const double x = 0.7, s = sin(x), c = cos(x);
    check(of, "sum", x, x * x + s, 2 * x + c, 2 - s);
    check(of, "sub", x, x * x - s, 2 * x - c, 2 + s);
    check(of, "mul", x, x * x * s, 2 * x * s + x * x * c, 2 * s + 4 * x * c - x * x * s);
    const double q = x * x / s, dq = (2 * x - q * c) / s;
    check(of, "div", x, q, dq, (2 - 2 * dq * c + q * s) / s);
    const double p = pow(x * x, s), g = c * log(x * x) + s * 2 / x, dg = -s * log(x * x) + 4 * c / x - 2 * s / (x * x);
    check(of, "pf", x, p, p * g, p * (g * g + dg));
    check(of, "here", 0.5, 4, 2, 0);
    check(of, "square", 0.25, 0.5625, -1.5, 2);
    check_error(of, "div", 0.0, "division by zero");
}

/* A derivative that does not exist is no error of what does. */
static void orders_that_exist(void **of)
{
    world_read(of, "scalar function: \"root\", pow, 0.5; scalar function: \"steep\", pow, 1.5;"
                   "scalar function: \"x\", pow, 1.; scalar function: \"one\", pow, 0.;"
                   "scalar function: \"roots\", sum, \"root\", \"root\"; scalar function: \"more\", mul, \"steep\", "
                   "\"one\"; scalar function: \"xx\", powfun, \"x\", \"x\"; scalar function: \"l\", log, 2.;");
    assert_said_nothing(of);
    check(of, "x", -2, -2, 1, 0), check(of, "one", -2, 1, 0, 0);
    static const char *const NAMES[] = {"roots", "more", "xx"};
    for (int i = 0; i < 2; i++)
        for (int order = 0; order <= 2; order++) {
            function_error bad = {0};
            assert_near(function_eval(function_named(of, NAMES[i]), 0.0, order, &bad), 0.0);
            assert_true((bad.why != NULL) == (order > i));
        }
    function_error bad = {0};
    function_eval(function_named(of, "xx"), 0.0, 1, &bad);
    assert_string_equal(bad.why, "the derivative does not exist where the base is not positive");
    check_error(of, "l", 0.0, "the argument of the logarithm is not positive");
}

static void domains(void **of)
{
    world_read(of, "scalar function: \"l\", log, coefficient, -1., 2.; scalar function: \"r\", pow, 0.5; scalar "
                   "function: \"e\", exp, 1.;"
                   "scalar function: \"sum\", sum, \"l\", \"r\";");
    check_error(of, "l", 0.0, "\"l\" at 0: the argument of the logarithm is not positive");
    check_error(of, "r", -1.0, "not a finite number");
    check_error(of, "e", 1e9, "not a finite number");
    check_error(of, "sum", 1.0, "scalar function \"l\"");
}

static void wrong_cards(void **of)
{
    static const struct {
        const char *card, *says;
    } wrong[] = {
        {"scalar function: \"a\", multilinear, 0., 1.;", "E0409: multilinear needs at least 2 points, 1 given"},
        {"scalar function: \"b\", multilinear, 1., 1., 0., 2.;", "E0408"},
        {"scalar function: \"c\", cubic spline, 0., 1., 0., 2.;", "E0408"},
        {"scalar function: \"d\", cubic splin, 0., 1., 0., 2.;", "did you mean 'cubic spline'?"},
        {"scalar function: \"e\", exp, base, -1., 2.;", "E0414"},
        {"scalar function: \"f\", log, base, 1., 2.;", "E0414: the base must be positive and other than 1, not 1"},
        {"scalar function: \"g\", chebychev, 1., 0., 2.;", "E0415"},
        {"scalar function: \"h\", sum, \"nothing\", \"else\";", "E0412: scalar function \"nothing\" is not defined"},
        {"scalar function: \"i\", 1.; scalar function: \"i\", 2.;", "E0413"},
        {"scalar function: \"j\", multilinear, 0., 1., 1.;", "value at the point"},
        {"drive caller: 1, scalar function, \"zz\";", "E0412"},
        {"scalar function: \"hardening\", 1.; drive caller: 2, scalar function, \"hardning\";",
         "did you mean \"hardening\"?"},
    };
    for (int i = 0; i < ARRAY_LEN(wrong); i++) {
        world_read(of, wrong[i].card);
        assert_said(of, wrong[i].says);
    }
}

static void as_a_drive(void **of)
{
    world *world =
        world_read(of, "drive caller: 1, scalar function, \"here\", multilinear, 0., 1., 1., 3., end, output, yes;"
                       "drive caller: 2, scalar function, \"here\"; drive caller: 3, array, 2, scalar function, \"e\", "
                       "exp, 2., time;");
    assert_said_nothing(of);
    world_freeze(of);
    assert_near(world_value(world, 1, 0.5), 2.0), assert_near(world_derivative(world, 1, 0.5), 2.0),
        assert_near(world_value(world, 2, 0.5), 2.0);
    assert_near(world_value(world, 3, 0.5), 2.0 * exp(0.5) + 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(formulas),    WORLD_TEST(broken_lines), WORLD_TEST(splines),           WORLD_TEST(recorded_spline),
        WORLD_TEST(chebychev),   WORLD_TEST(operations),   WORLD_TEST(orders_that_exist), WORLD_TEST(domains),
        WORLD_TEST(wrong_cards), WORLD_TEST(as_a_drive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
