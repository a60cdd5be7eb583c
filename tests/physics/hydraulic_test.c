/* hydraulic_test.c - the flow through a minor loss against its formula, in both directions, with every fluid.
 *
 *     p1 - p2 = K rho v |v| / 2,   q = rho A v,   K = K12 while v goes from 1 to 2, else K21,   rho at (p1 + p2) / 2
 *
 * The pressure of node 2 is held, a mass flow is put into node 1. */
#include "probe_world.h"
#include "base/array.h"

static const double AREA = 2e-4, K12 = 1.5, K21 = 4.0;

/* The pressure of node 1. */
static double pressure_at(world *world, const char *of, double p2, double q)
{
    static const probe probes[] = {{"hydraulic", 1, "x"}};
    char nodes[200], elements[600];
    const double guess = p2 + copysign(5.0, q);
    snprintf(nodes, sizeof nodes, "hydraulic: 1, value, %.17g; hydraulic: 2, value, %.17g;", guess, p2);
    snprintf(elements, sizeof elements,
             "hydraulic fluid: 1, %s; hydraulic: 1, minor loss, 1, 2, %.17g, %.17g, %.17g, hydraulic fluid, reference, "
             "1; genel: 1, clamp, 2, hydraulic, from node; force: 1, abstract, 1, hydraulic, const, %.17g;",
             of, K12, K21, AREA, -q);
    assert_runs(
        world, probes, 1, (march){.until = 3e-3, .more = "derivatives tolerance: 1.e9;"},
        (const char *const[]){"hydraulic nodes: 2; hydraulic elements: 1; genels: 1; forces: 1;", nodes, elements});
    return world_end(world)[0];
}

static double loss(double rho, double q)
{
    const double v = q / (rho * AREA);
    return 0.5 * (q > 0.0 ? K12 : K21) * rho * v * fabs(v);
}

/* From a jet to hardly any flow; where the loss is below 1 Pa the root is rounded. */
static void minor_loss_in_both_directions(void **of)
{
    static const double FLOWS[] = {2.0, 0.5, 0.02, -0.02, -0.5, -2.0};
    world *world = *of;
    for (int i = 0; i < ARRAY_LEN(FLOWS); i++) {
        const double expected = loss(850.0, FLOWS[i]);
        const double p1 = pressure_at(world, "incompressible, density, 850., viscosity, 0.02", 3e5, FLOWS[i]);
        assert_near(p1 - 3e5, expected, 1e-6 * fabs(expected));
    }
}

typedef double density(double p);

/* rho0 = 870, beta = 1e9 or rho0 c^2 with c = 1100, p0 = 2e6; saturation at 1.5e5 (2.11) */
static double incompressible(double p)
{
    (void)p;
    return 870.0;
}
static double linear_in_p(double p) { return 870.0 * (1.0 + (p - 2e6) / 1e9); }
static double by_speed_of_sound(double p) { return 870.0 + (p - 2e6) / (1100.0 * 1100.0); }
static double exponential(double p) { return 870.0 * exp((p < 1.5e5 ? 1e3 : 1.0) * (p - 2e6) / 1e9); }
static double super(double p)
{
    return 9.77 + 435.0 * (1.0 + tanh(2e-5 * (p - 20265.0))) + (p > 20265.0 ? 870.0 * (p - 20265.0) / 1e9 : 0.0);
}

static void fluids_with_a_reference_pressure(void **of)
{
    static const struct {
        const char *card;
        density *rho;
    } FLUIDS[] = {
        {"incompressible, density, 870., pressure, 2.e6", incompressible},
        {"linear compressible, density, 870., 1.e9, 2.e6", linear_in_p},
        {"linear compressible, density, 870., sound celerity, 1100., 2.e6, viscosity, 0.02", by_speed_of_sound},
        {"linear thermal compressible, density, 870., 1.e9, 2.e6, 7.e-4, 290.", linear_in_p},
        {"exponential, density, 870., 1.e9, 2.e6, 1.5e5", exponential},
        {"super, density, 870., 1.e9, 2.e6", super},
    };
    static const double PRESSURES[] = {9e6, 2e6, 4e5, 5e4}, FLOWS[] = {1.2, -0.8};
    world *world = *of;
    for (int i = 0; i < ARRAY_LEN(FLUIDS); i++)
        for (int k = 0; k < ARRAY_LEN(PRESSURES) * ARRAY_LEN(FLOWS); k++) {
            const double p2 = PRESSURES[k / 2], q = p2 > 1e5 ? FLOWS[k % 2] : 0.1 * FLOWS[k % 2];
            const double p1 = pressure_at(world, FLUIDS[i].card, p2, q), rho = FLUIDS[i].rho(0.5 * (p1 + p2));
            assert_near(p1 - p2, loss(rho, q), 1e-6 * fabs(loss(rho, q)));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(minor_loss_in_both_directions), TEST(fluids_with_a_reference_pressure)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
