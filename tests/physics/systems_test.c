/* systems_test.c - general elements on scalar degrees of freedom, against solutions of their linear equations. */
#include "probe_world.h"
#include "base/array.h"

static const probe VALUES[] = {{"abstract", 1, "x"}, {"abstract", 2, "x"}};
#define DAMPER(label) "genel: " #label ", spring support, " #label ", abstract, algebraic, linear viscous, 1.;"

/* Two abstract nodes; `counters` besides them. */
static void run_pair(world *world, march by, const char *counters, const char *nodes, const char *elements)
{
    char cards[200];
    snprintf(cards, sizeof cards, "abstract nodes: 2; %s", counters);
    assert_runs(world, VALUES, 2, by, (const char *const[]){cards, nodes, elements});
}

/* x1' + 3 x2 = 0, x2' - 3 x1 = 0:  x1 = cos 3 t, x2 = sin 3 t; with every method to its order. */
static void cross_springs_rotation(void **of)
{
    static const struct {
        const char *method;
        double bound; /* with steps of 1 ms through a second */
    } METHODS[] = {{"ms, 1.", 1e-5}, {"ms, 0.6", 1e-5}, {"DIRK33", 1e-8}, {"DIRK54", 1e-10}, {"implicit euler", 6e-3}};
    world *world = *of;
    for (int i = 0; i < ARRAY_LEN(METHODS); i++) {
        run_pair(world, (march){.until = 1.0, .method = METHODS[i].method, .more = "derivatives coefficient: 1.e-12;"},
                 "genels: 4;", "abstract: 1, value, 1., derivative, 0.; abstract: 2, value, 0., derivative, 3.;",
                 DAMPER(1) DAMPER(2) "genel: 3, cross spring support, 1, abstract, algebraic, 2, abstract, algebraic, "
                                     "linear elastic, 3.; genel: 4, cross spring support, 2, abstract, algebraic, 1, "
                                     "abstract, algebraic, linear elastic, -3.;");
        for (int k = 0; k < world->n; k++) {
            assert_near(world->v[k][0], cos(3.0 * world->t[k]), METHODS[i].bound);
            assert_near(world->v[k][1], sin(3.0 * world->t[k]), METHODS[i].bound);
        }
    }
}

/* m x1'' + k x1 = 0 from x1 = 1 at rest; x2 follows at the distance 1 + t / 2, without a load. */
static void mass_on_a_spring(void **of)
{
    world *world = *of;
    run_pair(world, (march){.until = 1.0}, "genels: 3;",
             "abstract: 1, value, 1., derivative, 0.; abstract: 2, value, 2., derivative, 0.5;",
             "genel: 1, mass, 1, abstract, algebraic, const, 2.;"
             "genel: 2, spring support, 1, abstract, algebraic, linear elastic, 50.;"
             "genel: 3, distance, 1, abstract, algebraic, 2, abstract, algebraic, linear, 1., 0.5;");
    for (int k = 0; k < world->n; k++) {
        assert_near(world->v[k][0], cos(5.0 * world->t[k]), 2e-4);
        assert_near(world->v[k][1], world->v[k][0] + 1.0 + 0.5 * world->t[k], 1e-9);
    }
}

/* x1' = f + s, x2' = -f - s, f = 2 and s = 3 (x2 - x1): the sum stays, the difference d' = -4 - 6 d. */
static void internal_force_and_spring(void **of)
{
    world *world = *of;
    run_pair(world, (march){.until = 1.0}, "genels: 3; forces: 1;",
             "abstract: 1, value, 1., derivative, -4.; abstract: 2, value, 0.5, derivative, 4.;",
             DAMPER(1) DAMPER(2) "genel: 3, spring, 1, abstract, algebraic, 2, abstract, algebraic, linear elastic, 3.;"
                                 "force: 1, abstract internal, 1, abstract, 2, abstract, const, 2.;");
    for (int k = 0; k < world->n; k++) {
        const double d = -2.0 / 3.0 + (-0.5 + 2.0 / 3.0) * exp(-6.0 * world->t[k]);
        assert_near(world->v[k][0] + world->v[k][1], 1.5, 1e-9);
        assert_near(world->v[k][1] - world->v[k][0], d, 1e-5);
    }
}

/* Answers to a unit step at t = 0 of
 *     25 / (s^2 + 6 s + 25)        y = 1 - exp(-3 t) (cos 4 t + 3/4 sin 4 t)
 *     (2 s + 1) / (s + 4)          y = 1/4 + 7/4 exp(-4 t)        with a direct way through */
static void step_responses_of_filters(void **of)
{
    static const char *const FORMS[] = {"", "canonical form, controllable,", "canonical form, observable,"};
    world *world = *of;
    for (int i = 0; i < 3; i++) {
        char elements[600];
        snprintf(elements, sizeof elements,
                 "genel: 1, scalar filter, 1, abstract, algebraic, drive, const, 1., %s 2, 6., 25., 0, 25.;"
                 "genel: 2, scalar filter, 2, abstract, algebraic, drive, const, 1., %s 1, 4., 1, 1., 0.5, gain, 2.;",
                 FORMS[i], FORMS[i]);
        run_pair(world, (march){.until = 1.0}, "genels: 2;", "abstract: 1, algebraic; abstract: 2, algebraic;",
                 elements);
        for (int k = 1; k < world->n; k++) {
            const double t = world->t[k];
            assert_near(world->v[k][0], 1.0 - exp(-3.0 * t) * (cos(4.0 * t) + 0.75 * sin(4.0 * t)), 1e-4);
            assert_near(world->v[k][1], 0.25 + 1.75 * exp(-4.0 * t), 1e-4);
        }
    }
}

/* x' = A x + B u with A = (-1 5; -5 -1), u = (1, 2), y = C x + D u:
 *     x = exp(-t) R(-5 t) x0 + (I - exp(-t) R(-5 t)) xs,   A xs = -B u */
static void system_of_two_inputs_and_outputs(void **of)
{
    world *world = *of;
    run_pair(world, (march){.until = 1.0}, "genels: 1;", "abstract: 1, algebraic; abstract: 2, algebraic;",
             "genel: 1, state space MIMO, 2, 1, abstract, algebraic, 2, abstract, algebraic, 2, drive, const, 1., "
             "drive, const, 2., 2, matrix A, -1., 5., -5., -1., matrix B, 1., 0., 0.5, 2., matrix C, 1., 1., 0., 2., "
             "matrix D, 0., 0.3, 0.1, 0., value, 0.4, -0.2, derivative, 0.4, 2.7;");
    const double b1 = 1.0, b2 = 4.5, s1 = (b1 + 5.0 * b2) / 26.0, s2 = (b2 - 5.0 * b1) / 26.0;
    for (int k = 1; k < world->n; k++) {
        const double t = world->t[k], c = exp(-t) * cos(5.0 * t), s = exp(-t) * sin(5.0 * t);
        const double x1 = s1 + c * (0.4 - s1) + s * (-0.2 - s2), x2 = s2 - s * (0.4 - s1) + c * (-0.2 - s2);
        assert_near(world->v[k][0], x1 + x2 + 0.6, 1e-4);
        assert_near(world->v[k][1], 2.0 * x2 + 0.1, 1e-4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(cross_springs_rotation),           TEST(mass_on_a_spring),
        TEST(internal_force_and_spring),        TEST(step_responses_of_filters),
        TEST(system_of_two_inputs_and_outputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
