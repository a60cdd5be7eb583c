/* stops_test.c - parts of valves and accumulators against their stops: they come to rest where the stiffness of the stop
 * carries what pushes them, whatever the step is. The damping of a stop jumps where it is reached, so that some steps
 * have no solution as they are. */
#include "probe_world.h"
#include "base/array.h"

static const double STEPS[] = {2e-3, 1e-3, 5e-4, 2e-4, 1e-4};

#define OIL "hydraulic fluid, incompressible, density, 850., viscosity, 0.02"

/* Ports at given pressures; the part starts from rest and ends at x. */
static void assert_rests(world *w, const double *p, int n_ports, const char *part, double x)
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
        assert_runs(w, PLACE, 2, (march){.until = 0.15, .step = STEPS[k], .tolerance = 1e-8, .method = "ms, 0.6"},
                    (const char *const[]){counters, nodes, elements});
        assert_near(world_end(w)[0], x, 1e-6);
        assert_near(world_end(w)[1], 0.0, 1e-3);
    }
}

/* 30 N against a stop of 1e5 N/m. */
static void a_spool_at_its_stop(void **of)
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
static void an_empty_accumulator(void **of)
{
    static const double P[] = {0.2e5};
    assert_rests(*of, P, 1, "accumulator, 1, 0.3, start, 0.01, 1.e-3, 1.e-3, 0.2, gas, 2.e5, 2.e6, 1.3, 1.e5, 250., 0.",
                 -180.0 / 1e5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_spool_at_its_stop), TEST(valves_wide_open), TEST(an_empty_accumulator)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
