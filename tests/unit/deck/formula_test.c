/* formula_test.c - formulas of symbolic algebra: values and gradients against closed forms, precedence, errors. */
#include "deck/formula.h"
#include "deck/diag_rows.h"
#include "unit/deck/expr_world.h"

static const char *const NAMES[] = {"x", "y", "z"};

static const formula *parse(world *world, const char *text)
{
    const formula_source in = {.memory = world->memory, .errors = world->errors, .text = text, .names = NAMES, .n = 3};
    return formula_parse(&in);
}

/* Value and gradient of a formula at (0.5, -1.5, 2). */
static void check(void **of, const char *text, double value_wanted, double by_x, double by_y, double by_z)
{
    static const double AT[] = {0.5, -1.5, 2.0};
    world *world = *of;
    const formula *formula = parse(world, text);
    assert_non_null(formula);
    double v, d[3];
    const char *why = NULL;
    assert_true(formula_value(formula, AT, &v, d, &why));
    assert_near(v, value_wanted, 1e-14);
    assert_near(d[0], by_x, 1e-14);
    assert_near(d[1], by_y, 1e-14);
    assert_near(d[2], by_z, 1e-14);
}

static void numbers_are_real(void **of)
{
    check(of, "1/2", 0.5, 0, 0, 0);
    check(of, "3/4*x", 0.375, 0.75, 0, 0);
    check(of, "2^-1", 0.5, 0, 0, 0);
    check(of, "1.5e1 + .5 + 2.E-1", 15.7, 0, 0, 0);
    check(of, "x^(1/2)", sqrt(0.5), 0.5 / sqrt(0.5), 0, 0);
}

static void signs_bind_less_than_powers(void **of)
{
    check(of, "-x^2", -0.25, -1.0, 0, 0);
    check(of, "(-x)^2", 0.25, 1.0, 0, 0);
    check(of, "2*-y", 3.0, 0, -2.0, 0);
    check(of, "x - -z", 2.5, 1.0, 0, 1.0);
    check(of, "--x", 0.5, 1.0, 0, 0);
    check(of, "x^-2", 4.0, -16.0, 0, 0);
}

static void operators_group(void **of)
{
    check(of, "2^3^2", 512.0, 0, 0, 0);
    check(of, "8/2/2", 2.0, 0, 0, 0);
    check(of, "1 - 2 - 3", -4.0, 0, 0, 0);
    check(of, "x + y*z", -2.5, 1.0, 2.0, -1.5);
    check(of, "(x + y)*z", -2.0, 2.0, 2.0, -1.0);
    check(of, "x/z", 0.25, 0.5, 0, -0.125);
    check(of, "y^3*z", -6.75, 0, 13.5, -3.375);
}

static void functions_and_constants(void **of)
{
    check(of, "sin(x)*exp(y)", sin(0.5) * exp(-1.5), cos(0.5) * exp(-1.5), sin(0.5) * exp(-1.5), 0);
    check(of, "abs(y) + csgn(y) + step(y)", 0.5, 0, -1.0, 0);
    check(of, "pow(z, 3) - power(z, x)", 8.0 - sqrt(2.0), -sqrt(2.0) * log(2.0), 0, 12.0 - 0.5 / sqrt(2.0));
    check(of, "atan2(y, z)", atan2(-1.5, 2.0), 0, 2.0 / 6.25, 1.5 / 6.25);
    check(of, "Pi*x", M_PI / 2.0, M_PI, 0, 0);
    check(of, "log(z)/sqrt(z)", log(2.0) / sqrt(2.0), 0, 0, (1.0 - 0.5 * log(2.0)) / pow(2.0, 1.5));
    /* what does not move is not asked for its derivative */
    check(of, "sqrt(0)*x", 0.0, 0, 0, 0);
}

static void check_error(void **of, const char *text, diag_code code, unsigned at)
{
    world *world = *of;
    const int before = world->said.n;
    assert_null(parse(world, text));
    diag_flush(world->errors);
    assert_int_equal(world->said.n, before + 1);
    assert_int_equal(world->said.items[before].code, code);
    assert_int_equal(world->said.items[before].location.offset, 1 + at);
}

static void errors_have_a_place(void **of)
{
    check_error(of, "x + u", E_EXPR_UNKNOWN_VARIABLE, 4);
    check_error(of, "2*gamma(x)", E_EXPR_UNKNOWN_FUNCTION, 2);
    check_error(of, "x +", E_EXPR_NO_VALUE, 3);
    check_error(of, "", E_EXPR_NO_VALUE, 0);
    check_error(of, "x**2", E_EXPR_NO_VALUE, 2);
    check_error(of, "(x + y", E_EXPR_NOT_CLOSED, 6);
    check_error(of, "x y", E_EXPR_NO_OPERATOR, 2);
    check_error(of, "x; y", E_EXPR_NO_OPERATOR, 1);
    check_error(of, "3x", E_EXPR_NUMBER, 0);
    check_error(of, "1e999", E_EXPR_NUMBER, 0);
    check_error(of, "atan2(x)", E_EXPR_ARGUMENT_COUNT, 6);
    check_error(of, "sin(x, y)", E_EXPR_ARGUMENT_COUNT, 4);
}

static void depth_is_limited(void **of)
{
    world *world = *of;
    char deep[400] = "";
    memset(deep, '(', 200);
    assert_null(parse(world, deep));
    diag_flush(world->errors);
    assert_int_equal(world->said.items[0].code, E_EXPR_TOO_DEEP);
    /* x^(x+(x^(... keeps two numbers a level waiting */
    char tower[600] = "";
    for (int i = 0; i < 60; i++)
        strcat(tower, "x+(x*");
    assert_null(parse(world, tower));
}

static void errors_say_why(void **of)
{
    static const struct {
        const char *text, *why;
    } FAILURES[] = {{"log(y)", "log"},
                    {"sqrt(y)", "sqrt"},
                    {"1/(x - 0.5)", "division by zero"},
                    {"y^(1/2)", "negative"},
                    {"y^z", "non-positive"},
                    {"exp(1000*z)", "not a finite"},
                    {"sqrt(x - 0.5)", "derivative"}};
    static const double AT[] = {0.5, -1.5, 2.0};
    for (int i = 0; i < ARRAY_LEN(FAILURES); i++) {
        double v, d[3];
        const char *why = NULL;
        assert_false(formula_value(parse(*of, FAILURES[i].text), AT, &v, d, &why));
        assert_non_null(strstr(why, FAILURES[i].why));
    }
}

static int begin(void **of) { return *of = world_create(), 0; }
static int end(void **of) { return world_destroy(*of), 0; }

int main(void)
{
#define WITH_WORLD(test) cmocka_unit_test_setup_teardown(test, begin, end)
    const struct CMUnitTest tests[] = {
        WITH_WORLD(numbers_are_real),        WITH_WORLD(signs_bind_less_than_powers), WITH_WORLD(operators_group),
        WITH_WORLD(functions_and_constants), WITH_WORLD(errors_have_a_place),         WITH_WORLD(depth_is_limited),
        WITH_WORLD(errors_say_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
