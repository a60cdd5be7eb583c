/* stops_test.c - parts of valves and accumulators against their stops: they come to rest where the stiffness of the
 * stop carries what pushes them, whatever the step is. The damping of a stop jumps where it is reached, so that some
 * steps have no solution as they are. */
#include "probe_world.h"
#include "base/array.h"

static const double STEPS[] = {2e-3, 1e-3, 5e-4, 2e-4, 1e-4};

#define OIL "hydraulic fluid, incompressible, density, 850., viscosity, 0.02"

/* Ports at given pressures; the part starts from rest and ends at x. */
static void assert_rests(world *world, const double *p, int n_ports, const char *part, double x)
{
    static const probe PLACE[] = {{"hydraulic", 10, "#1"}, {"hydraulic", 10, "#2"}};
    char nodes[400] = "", elements[1200], counters[100];
    int at = snprintf(elements, sizeof elements, "hydraulic: 10, %s, " OIL ";", part);
    for (int i = 0; i < n_ports; i++) {
        snprintf(nodes + strlen(nodes), sizeof nodes - strlen(nodes), "hydraulic: %d, value, %g;", i + 1, p[i]);
        at += snprintf(elements + at, sizeof elements - (size_t)at, "genel: %d, clamp, %d, hydraulic, const, %g;",
                       i + 1, i + 1, p[i]);
    }
    snprintf(counters, sizeof counters, "hydraulic nodes: %d; hydraulic elements: 1; genels: %d;", n_ports, n_ports);
    for (int k = 0; k < ARRAY_LEN(STEPS); k++) {
        assert_runs(world, PLACE, 2, (march){.until = 0.15, .step = STEPS[k], .tolerance = 1e-8, .method = "ms, 0.6"},
                    (const char *const[]){counters, nodes, elements});
        assert_near(world_end(world)[0], x, 1e-6);
        assert_near(world_end(world)[1], 0.0, 1e-3);
    }
}

/* 30 N against a stop of 1e5 N/m. */
static void spool_at_its_stop(void **of)
{
    static const double NOTHING[4] = {0};
    assert_rests(*of, NOTHING, 4,
                 "dynamic control valve, 1, 2, 3, 4, const, 30., 0., 2.e-3, 3.e-3, 1.e-2, 7800., 1.e5, 100., 0.",
                 2e-3 + 30.0 / 1e5);
    assert_rests(*of, NOTHING, 4,
                 "dynamic control valve, 1, 2, 3, 4, const, -30., 0., 2.e-3, 3.e-3, 1.e-2, 7800., 1.e5, 100., 0.",
                 -2e-3 - 30.0 / 1e5);
}

/* 100 N of pressure against a preload of 20 N, a spring of 1e3 N/m and the stop. */
static void valves_wide_open(void **of)
{
    static const double P[] = {1e6, 0.0, 0.0};
    const double x = (100.0 - 20.0 + 1e5 * 5e-3) / (1e5 + 1e3);
    assert_rests(*of, P, 2, "pressure valve, 1, 2, 1.e-4, 0.05, 1.e-4, 5.e-3, 1.e3, 20., 3.e-3, 1.e5, 120., 0.", x);
    assert_rests(*of, P, 3, "flow valve, 1, 2, 3, 2.e-5, 0.05, 1.e-4, 1.e-4, 1.e3, 20., 3.e-3, 5.e-3, 1.e5, 120., 0.",
                 x);
}

/* The gas pushes by 180 N more than the fluid, and does not expand beyond the stop. */
static void empty_accumulator(void **of)
{
    static const double P[] = {0.2e5};
    assert_rests(*of, P, 1, "accumulator, 1, 0.3, start, 0.01, 1.e-3, 1.e-3, 0.2, gas, 2.e5, 2.e6, 1.3, 1.e5, 250., 0.",
                 -180.0 / 1e5);
}

/* A flow is cut off at the beginning of a pipe, and the fluid behind it tears off: below saturation it gives way a
 * thousand times more. Where it tears, and where it meets again, steps have no solution with the pressure at their end.
 */
static void pipe_that_cavitates(void **of)
{
    static const probe PRESSURE[] = {{"hydraulic", 1, "x"}};
    static const double PIPE_STEPS[] = {1e-3, 5e-4, 2e-4, 1e-4, 5e-5};
    for (int k = 0; k < ARRAY_LEN(PIPE_STEPS); k++) {
        world *world = *of;
        assert_runs(
            world, PRESSURE, 1, (march){.until = 0.06, .step = PIPE_STEPS[k], .tolerance = 1e-7, .method = "ms, 0.6"},
            (const char *const[]){"hydraulic nodes: 2; hydraulic elements: 1; genels: 1; forces: 1;",
                                  "hydraulic: 1, value, 3.e5; hydraulic: 2, value, 3.e5;",
                                  "hydraulic: 10, dynamic pipe, 1, 2, 1.e-2, 2., initial value, 0.02, hydraulic fluid,"
                                  "exponential, density, 850., 1.2e9, 1.e5, viscosity, 0.02, 2.e3;"
                                  "genel: 1, clamp, 2, hydraulic, const, 3.e5;"
                                  "force: 1, abstract, 1, hydraulic, cosine, 0.005, 1500., 0.01, half, -0.02;"});
        double lowest = 3e5;
        for (int i = 0; i < world->n; i++)
            lowest = fmin(lowest, world->v[i][0]);
        assert_true(lowest < 2e3);
    }
}

/* Oil flows in and out through narrow openings, to and fro while the piston rebounds from a stop of 1e6 N a strain: it
 * comes to where that carries 4020 N. The flow through an opening is the root of a difference of pressures. */
static void actuator_at_its_stop(void **of)
{
    static const probe PLACE[] = {{"structural", 2, "X[3]"}};
    for (int k = 0; k < ARRAY_LEN(STEPS); k++) {
        world *world = *of;
        assert_runs(
            world, PLACE, 1, (march){.until = 0.15, .step = STEPS[k], .tolerance = 1e-6, .method = "ms, 0.6"},
            (const char *const[]){
                "structural nodes: 2; hydraulic nodes: 4; joints: 4; rigid bodies: 1; hydraulic elements: 3; genels: "
                "2;",
                "hydraulic fluid: 1, linear compressible, density, 850., 1.2e9, 1.e5, viscosity, 0.02;"
                "structural: 1, static, null, eye, null, null; structural: 2, dynamic, 0., 0., 0.2, eye, null, null;"
                "hydraulic: 1, value, 1.e5; hydraulic: 2, value, 1.e5; hydraulic: 3, value, 1.e5; hydraulic: 4, value, "
                "1.e5;",
                "joint: 1, clamp, 1, node, node; joint: 2, prismatic, 1, 2; joint: 3, in line, 1, null, eye, 2, "
                "offset, null; joint: 4, rod, 1, 2, 0.2, double linear elastic, 1., 0.4, -0.4, 1.e6;"
                "body: 2, 2, 20., null, eye; hydraulic: 11, actuator, 1, 2, 1, null, 2, null, 1.e-3, 0.8e-3, 0.4, "
                "hydraulic fluid, reference, 1, same;"
                "hydraulic: 12, minor loss, 3, 1, 1., 1., 2.e-5, hydraulic fluid, reference, 1;"
                "hydraulic: 13, minor loss, 4, 2, 1., 1., 2.e-5, hydraulic fluid, reference, 1;"
                "genel: 1, clamp, 3, hydraulic, cosine, 0., pi/0.02, 2.e6, half, 1.e5;"
                "genel: 2, clamp, 4, hydraulic, const, 1.e5;"});
        assert_near(world_end(world)[0], 0.2 * (1.0 + 0.4 + 4020.0 / 1e6), 2e-3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(spool_at_its_stop), TEST(valves_wide_open), TEST(empty_accumulator),
                                       TEST(pipe_that_cavitates), TEST(actuator_at_its_stop)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
