/* values_test.c - values and derivatives of drives of time, from their formulas. */
#include "unit/drive/drive_world.h"

static const double PI = 3.14159265358979323846;

static world *one(void **of, const char *definition)
{
    char card[1024];
    snprintf(card, sizeof card, "drive caller: 1, %s;", definition);
    world *world = world_read(of, card);
    assert_said_nothing(of);
    assert_true(world_freeze(of));
    return world;
}

#define check(w, t, value, derivative)                      \
    do {                                                    \
        assert_near(world_value(w, 1, t), value);           \
        assert_near(world_derivative(w, 1, t), derivative); \
    } while (0)

static void polynomials(void **of)
{
    world_read(of, "drive caller: 1, linear, 1., 2.; drive caller: 2, parabolic, 1., 2., 3.;"
                   "drive caller: 3, cubic, 1., 2., 3., 4.; drive caller: 4, 7.5; drive caller: 5, const, -2.;");
    assert_said_nothing(of);
    world_freeze(of);
    world *world = *of;
    assert_near(world_value(world, 1, 0.5), 2.0), assert_near(world_derivative(world, 1, 0.5), 2.0);
    assert_near(world_value(world, 2, 0.5), 2.75), assert_near(world_derivative(world, 2, 0.5), 5.0);
    assert_near(world_value(world, 3, 0.5), 3.25), assert_near(world_derivative(world, 3, 0.5), 8.0);
    assert_near(world_value(world, 4, 0.5), 7.5), assert_near(world_derivative(world, 4, 0.5), 0.0);
    assert_near(world_value(world, 5, 0.5), -2.0);
}

static void simple_words(void **of)
{
    world *world =
        world_read(of, "drive caller: 1, null; drive caller: 2, unit; drive caller: 3, one; drive caller: 4, time;"
                       "drive caller: 5, timestep; drive caller: 6, direct;");
    assert_said_nothing(of);
    world_freeze(of);
    world->state.dt = 0.25;
    const double expected[] = {0.0, 1.0, 1.0, 3.0, 0.25, 3.0}, derivatives[] = {0.0, 0.0, 0.0, 1.0, 0.0, 1.0};
    for (unsigned i = 1; i <= 6; i++) {
        assert_near(world_value(world, i, 3.0), expected[i - 1]);
        assert_near(world_derivative(world, i, 3.0), derivatives[i - 1]);
    }
}

static void sine_cycles(void **of)
{
    world *world = world_read(
        of, "drive caller: 1, sine, 1., 2.*pi, 3., forever, 0.5; drive caller: 2, sine, 1., 2.*pi, 3., 2, 0.5;"
            "drive caller: 3, sine, 1., 2.*pi, 3., -2, 0.5; drive caller: 4, sine, 1., 2.*pi, 3., one, 0.5;"
            "drive caller: 5, sine, 1., 2.*pi, 3., half, 0.5;");
    assert_said_nothing(of);
    world_freeze(of);
    for (unsigned i = 1; i <= 5; i++) {
        assert_near(world_value(world, i, 0.9), 0.5), assert_near(world_derivative(world, i, 0.9), 0.0);
        assert_near(world_value(world, i, 1.1), 0.5 + 3.0 * sin(0.2 * PI));
        assert_near(world_derivative(world, i, 1.1), 6.0 * PI * cos(0.2 * PI));
    }
    assert_near(world_value(world, 1, 9.25), 3.5);
    assert_near(world_value(world, 2, 2.4), 0.5 + 3.0 * sin(2.8 * PI)), assert_near(world_value(world, 2, 2.6), 0.5);
    assert_near(world_value(world, 3, 2.2), 0.5 + 3.0 * sin(2.4 * PI)), assert_near(world_value(world, 3, 2.3), 3.5);
    assert_near(world_value(world, 4, 1.6), 0.5), assert_near(world_derivative(world, 4, 1.6), 0.0);
    assert_near(world_value(world, 5, 1.3), 3.5), assert_near(world_derivative(world, 5, 1.3), 0.0);
}

static void kink_has_the_mean_derivative(void **of)
{
    world *world = one(of, "sine, 0., 3., 2., forever, 0.5");
    assert_near(world_derivative(world, 1, 0.0), 3.0);
}

static void cosine_cycles(void **of)
{
    world *world = world_read(
        of, "drive caller: 1, cosine, 1., 2.*pi, 3., 2, 0.5; drive caller: 2, cosine, 1., 2.*pi, 3., half, 0.5;"
            "drive caller: 3, cosine, 1., 2.*pi, 3., -2, 0.5;");
    assert_said_nothing(of);
    world_freeze(of);
    assert_near(world_value(world, 1, 0.5), 0.5);
    assert_near(world_value(world, 1, 2.9), 0.5 + 3.0 * (1.0 - cos(3.8 * PI))),
        assert_near(world_value(world, 1, 3.1), 0.5);
    assert_near(world_derivative(world, 1, 1.3), 6.0 * PI * sin(0.6 * PI));
    assert_near(world_value(world, 2, 1.6), 6.5),
        assert_near(world_value(world, 3, 2.4), 0.5 + 3.0 * (1.0 - cos(2.8 * PI)));
    assert_near(world_value(world, 3, 2.6), 6.5), assert_near(world_derivative(world, 3, 2.6), 0.0);
}

static void ramp(void **of)
{
    world *world = one(of, "ramp, 2., 0.5, 1.5, 1.");
    check(world, 0.2, 1.0, 0.0);
    check(world, 1.0, 2.0, 2.0);
    check(world, 9.0, 3.0, 0.0);
}

static void double_ramp(void **of)
{
    world *world = one(of, "double ramp, 2., 0.3, 0.8, -3., 1.1, 1.7, 0.5");
    check(world, 0.1, 0.5, 0.0);
    check(world, 0.5, 0.9, 2.0);
    check(world, 1.0, 1.5, 0.0);
    check(world, 1.4, 0.6, -3.0);
    check(world, 2.0, -0.3, 0.0);
}

static void steps(void **of)
{
    world *world =
        world_read(of, "drive caller: 1, step, 0.5, 2., 1.; drive caller: 2, double step, 0.5, 1.5, 2., 1.;");
    world_freeze(of);
    assert_near(world_value(world, 1, 0.4), 1.0), assert_near(world_value(world, 1, 0.5), 1.5),
        assert_near(world_value(world, 1, 0.6), 3.0);
    assert_near(world_value(world, 2, 0.4), 1.0), assert_near(world_value(world, 2, 0.5), 1.5),
        assert_near(world_value(world, 2, 1.0), 3.0);
    assert_near(world_value(world, 2, 1.5), 1.5), assert_near(world_value(world, 2, 1.6), 1.0);
}

static void exponential(void **of)
{
    world *world = one(of, "exponential, 10., 0.2, 0.5, 1.");
    check(world, 0.4, 1.0, 0.0);
    check(world, 0.9, 1.0 + 10.0 * (1.0 - exp(-2.0)), 50.0 * exp(-2.0));
}

static void smooth_steps(void **of)
{
    world *world = world_read(of, "drive caller: 1, step5, 1., 2., 3., 6.; drive caller: 2, tanh, 1., 2., 3., 0.5;");
    world_freeze(of);
    assert_near(world_value(world, 1, 0.5), 2.0), assert_near(world_value(world, 1, 2.0), 4.0),
        assert_near(world_value(world, 1, 3.5), 6.0);
    assert_near(world_derivative(world, 1, 2.0), 30.0 * 4.0 / 2.0 / 16.0);
    assert_near(world_value(world, 2, 1.4), 0.5 + 2.0 * tanh(1.2));
    assert_near(world_derivative(world, 2, 1.4), 6.0 / (cosh(1.2) * cosh(1.2)));
}

static void fourier(void **of)
{
    world *world = one(of, "fourier series, 0.25, 2.*pi, 2, 3., 0.5, -0.3, 0.2, 0.7, one, 0.4");
    const double a = 2.0 * PI * 0.1;
    check(world, 0.35, 0.4 + 1.5 + 0.5 * cos(a) - 0.3 * sin(a) + 0.2 * cos(2 * a) + 0.7 * sin(2 * a),
          2.0 * PI * (-0.5 * sin(a) - 0.3 * cos(a) - 0.4 * sin(2 * a) + 1.4 * cos(2 * a)));
    check(world, 0.2, 0.4, 0.0);
    check(world, 1.25, 0.4, 0.0);
}

static void frequency_sweep(void **of)
{
    world *world = one(of, "frequency sweep, 0.25, linear, 2., 3., linear, 1., 0.5, 0.4, 1.75, -0.8");
    const double t = 1.0, A = 1.5, wt = 5.0, p = wt * 0.75;
    check(world, t, 0.4 + A * sin(p), 0.5 * sin(p) + A * cos(p) * (3.0 * 0.75 + wt));
    check(world, 0.2, 0.4, 0.0);
    check(world, 0.25, 0.4, 0.5 * 1.125 * 2.75); /* half at both ends */
    check(world, 1.8, -0.8, 0.0);
}

static void compositions(void **of)
{
    world *world = world_read(of, "drive caller: 1, array, 2, linear, 2., 3., parabolic, 0., 0., -1.;"
                                  "drive caller: 2, mult, linear, 1., 2., parabolic, 0., 0., 1.;"
                                  "drive caller: 3, drive, cubic, 1., 2., 3., 4., linear, 0.5, -1.;"
                                  "drive caller: 4, periodic, 0.25, 0.5, parabolic, 1., 0., 3.;"
                                  "drive caller: 5, array, 2, string, \"Time\", time;");
    assert_said_nothing(of);
    world_freeze(of);
    assert_near(world_value(world, 1, 2.0), 4.0), assert_near(world_derivative(world, 1, 2.0), -1.0);
    assert_near(world_value(world, 2, 2.0), 20.0), assert_near(world_derivative(world, 2, 2.0), 2.0 * 4.0 + 5.0 * 4.0);
    assert_near(world_value(world, 3, 0.0), 1.0 + 1.0 + 0.75 + 0.5),
        assert_near(world_derivative(world, 3, 0.0), -(2.0 + 3.0 + 3.0));
    assert_near(world_value(world, 4, 0.2), 0.0), assert_near(world_value(world, 4, 1.35), 1.0 + 3.0 * 0.01);
    assert_near(world_derivative(world, 4, 1.35), 0.6);
    assert_false(drive_has_derivative(world_drive(world, 5)));
    assert_near(world_value(world, 5, 2.0), 4.0), assert_near(world_derivative(world, 5, 2.0), 0.0);
}

static void piecewise_linear(void **of)
{
    world *world = one(of, "piecewise linear, 3, 0., 1., 2., 5., 3., 4.");
    check(world, -1.0, 1.0, 0.0);
    check(world, 1.0, 3.0, 2.0);
    check(world, 2.5, 4.5, -1.0);
    check(world, 4.0, 4.0, 0.0);
}

static void strings(void **of)
{
    world *world =
        world_read(of, "set: real gain = 2.; drive caller: 1, string, \"gain*Time + Var\"; set: gain = 3.;"
                       "drive caller: 2, drive, string, \"Var^2 + Time\", linear, 1., 10.;"
                       "drive caller: 3, string, \"a = 3.; a*Time\"; drive caller: 4, string, \"1/(Time - 2.)\";"
                       "drive caller: 5, string, \"sqrt(-Time)\"; drive caller: 6, string, \"stop(Time > 1., 3)\";");
    world_said(of);
    world_freeze(of);
    assert_near(world_value(world, 1, 2.0), 8.0);
    assert_near(world_value(world, 2, 0.5), 36.5);
    assert_false(world->failed.is_set);
    world_value(world, 4, 2.0);
    assert_true(world->failed.is_set && strstr(world->failed.text, "finite"));
    world->failed = (evaluation_error){0};
    world_value(world, 5, 2.0);
    assert_true(world->failed.is_set && strstr(world->failed.text, "sqrt"));
    assert_true(world->failed.location.file != 0);
    world->failed = (evaluation_error){0};
    assert_near(world_value(world, 6, 0.5), 0.0);
    assert_false(world->failed.is_set);
    world_value(world, 6, 1.5);
    assert_true(world->failed.is_set && !world->failed.ends_cleanly);
}

static void ginac(void **of)
{
    world *world = world_read(
        of, "drive caller: 1, ginac, \"exp(-Var)*sin(3*Var)\"; drive caller: 2, ginac, symbol, \"x\", \"x^3/2 + 1/2\";"
            "drive caller: 3, ginac, \"10*log(1 + Var^2)\"; drive caller: 4, ginac, \"Pi*2e-1*Var2\";"
            "drive caller: 5, ginac, \"log(Var)\"; drive caller: 6, ginac, \"1/2*sqrt(Var) - Var^2\";");
    assert_said(of, "Var2");
    world_freeze(of);
    assert_near(world_value(world, 1, 0.4), exp(-0.4) * sin(1.2));
    assert_near(world_derivative(world, 1, 0.4), exp(-0.4) * (3.0 * cos(1.2) - sin(1.2)));
    assert_near(world_value(world, 2, -2.0), -3.5), assert_near(world_derivative(world, 2, -2.0), 6.0);
    assert_near(world_value(world, 3, 0.0), 0.0), assert_near(world_derivative(world, 3, 1.0), 10.0);
    assert_near(world_value(world, 6, 4.0), -15.0), assert_near(world_derivative(world, 6, 4.0), 0.125 - 8.0);
    /* the value exists where the derivative does not */
    assert_near(world_value(world, 6, 0.0), 0.0);
    assert_false(world->failed.is_set);
    world_value(world, 5, -1.0);
    assert_true(world->failed.is_set);
}

static void states(void **of)
{
    world *world = world_read(
        of, "drive caller: 1, dof, 1, structural, 3, algebraic, linear, 1., 2.;"
            "drive caller: 2, dof, 1, structural, 2, differential, direct;"
            "drive caller: 3, dof, 2, structural, 4, differential, direct;"
            "drive caller: 4, dof, 1, abstract, algebraic, parabolic, 0., 0., 1.;"
            "drive caller: 5, dof, 1, abstract, differential, direct; drive caller: 6, dof, 2, abstract, direct;"
            "drive caller: 7, node, 1, structural, string, \"XP[3]\", direct;"
            "drive caller: 8, node, 1, structural, index, 2, direct;"
            "drive caller: 9, node, 1, parameter, linear, 0., 2.;");
    assert_said_nothing(of);
    assert_true(world_freeze(of));
    assert_near(world_value(world, 1, 9.0), 7.0), assert_false(drive_has_derivative(world_drive(world, 1)));
    assert_near(world_value(world, 2, 9.0), -0.6), assert_false(drive_has_derivative(world_drive(world, 2)));
    assert_near(world_value(world, 3, 9.0), -0.1);
    assert_near(world_value(world, 4, 9.0), 6.25);
    assert_near(world_value(world, 5, 9.0), -1.5), assert_near(world_value(world, 6, 9.0), 4.0);
    assert_false(drive_has_derivative(world_drive(world, 6)));
    assert_near(world_value(world, 7, 9.0), 0.7), assert_near(world_value(world, 8, 9.0), 2.0),
        assert_near(world_value(world, 9, 9.0), 12.0);
    assert_false(drive_has_derivative(world_drive(world, 7)));
}

static void elements_may_come_later(void **of)
{
    world *world = world_read(of, "drive caller: 1, element, 5, body, string, \"m\", linear, 1., 2.;"
                                  "drive caller: 2, string, \"model::element::body(5, \\\"m\\\")\";");
    world_elements(of, "body: 5, 1, 3., null, eye;");
    assert_said_nothing(of);
    assert_true(world_freeze(of));
    assert_near(world_value(world, 1, 0.0), 7.0);
    assert_near(world_value(world, 2, 0.0), 3.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(polynomials),   WORLD_TEST(simple_words),
        WORLD_TEST(sine_cycles),   WORLD_TEST(kink_has_the_mean_derivative),
        WORLD_TEST(cosine_cycles), WORLD_TEST(ramp),
        WORLD_TEST(double_ramp),   WORLD_TEST(steps),
        WORLD_TEST(exponential),   WORLD_TEST(smooth_steps),
        WORLD_TEST(fourier),       WORLD_TEST(frequency_sweep),
        WORLD_TEST(compositions),  WORLD_TEST(piecewise_linear),
        WORLD_TEST(strings),       WORLD_TEST(ginac),
        WORLD_TEST(states),        WORLD_TEST(elements_may_come_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
