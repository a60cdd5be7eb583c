/* multiphysics_test.c - pipes, water hammer, orifice, accumulator, motor, thermal networks against closed forms
 * (docs/theory/multiphysics-benchmarks.md). */
#include "probe_world.h"
#include "base/array.h"

static const double RHO = 870.0, MU = 0.02, PI = 3.14159265358979323846;

/* The pressure that drives a flow q through an element between node 1 and a node at 1e5 Pa. */
static double pressure_for(world *world, const char *element, double q)
{
    static const probe probes[] = {{"hydraulic", 1, "x"}};
    char elements[600];
    snprintf(
        elements, sizeof elements,
        "hydraulic fluid: 1, incompressible, density, %.17g, viscosity, %.17g; hydraulic: 1, %s, hydraulic fluid, "
        "reference, 1; genel: 1, clamp, 2, hydraulic, const, 1.e5; force: 1, abstract, 1, hydraulic, const, %.17g;",
        RHO, MU, element, -q);
    assert_runs(world, probes, 1, (march){.until = 1e-2, .step = 1e-3, .more = "derivatives tolerance: 1.e9;"},
                (const char *const[]){"hydraulic nodes: 2; hydraulic elements: 1; genels: 1; forces: 1;",
                                      "hydraulic: 1, value, 2.e5; hydraulic: 2, value, 1.e5;", elements});
    return world_end(world)[0] - 1e5;
}

/* Hagen-Poiseuille:  dp = 128 mu L q / (pi rho D^4) */
static void laminar_pipe(void **of)
{
    const double D = 0.01, L = 3.0, q = 0.2;
    const double expected = 128.0 * MU * L * q / (PI * RHO * D * D * D * D);
    assert_near(pressure_for(*of, "pipe, 1, 2, 0.01, 3.", q), expected, 1e-7 * expected);
}

/* Blasius:  dp = f L / D rho v^2 / 2,  f = 0.3164 / Re^(1/4) */
static void turbulent_pipe(void **of)
{
    const double D = 0.01, L = 3.0, q = 2.0, A = 0.25 * PI * D * D, v = q / (RHO * A), reynolds = RHO * v * D / MU;
    const double expected = 0.3164 / pow(reynolds, 0.25) * L / D * 0.5 * RHO * v * v;
    assert_near(pressure_for(*of, "pipe, 1, 2, 0.01, 3., turbulent", q), expected, 1e-7 * expected);
}

/* q = C A sqrt(2 rho dp) */
static void turbulent_orifice(void **of)
{
    const double A = 2e-5, r = A / (0.25 * PI * 0.012 * 0.012), q = 0.3;
    const double c = 0.6005 + 0.1707 * r + 0.158 * r * r - 0.4971 * pow(r, 3) + 0.4855 * pow(r, 4);
    const double C = 0.98 * c / sqrt(1.0 - c * c * r * r), expected = 0.5 * q * q / (RHO * C * C * A * A);
    assert_near(pressure_for(*of, "orifice, 1, 2, 0.012, 2.e-5", q), expected, 1e-7 * expected);
}

/* Joukowsky: a flow q that is stopped, or begins, changes the pressure by c q / A until the wave comes back. */
static void water_hammer(void **of)
{
    enum { CELLS = 40 };
    static const probe probes[] = {{"hydraulic", 1, "x"}};
    static char nodes[CELLS * 40], elements[CELLS * 120 + 400];
    const double c = 1200.0, A = 1e-4, q = 0.1;
    int n = 0,
        m = snprintf(elements, sizeof elements,
                     "hydraulic fluid: 1, linear compressible, density, 870., sound celerity, 1200., 1.e6, "
                     "viscosity, 1.e-6; force: 1, abstract, 1, hydraulic, cosine, 0., pi/4.e-3, -0.05, half, 0.;");
    for (int i = 1; i <= CELLS + 1; i++)
        n += snprintf(nodes + n, sizeof nodes - (size_t)n, "hydraulic: %d, value, 1.e6;", i);
    for (int i = 1; i <= CELLS; i++)
        m += snprintf(elements + m, sizeof elements - (size_t)m,
                      "hydraulic: %d, dynamic pipe, %d, %d, 0.0112837916709551, 0.3, hydraulic fluid, reference, 1;", i,
                      i, i + 1);
    assert_runs(*of, probes, 1, (march){.until = 1e-2, .step = 5e-5, .tolerance = 1e-9},
                (const char *const[]){"hydraulic nodes: 41; hydraulic elements: 40; forces: 1;", nodes, elements});
    assert_near(world_end(*of)[0] - 1e6, c * q / A, 2e-3 * c * q / A);
}

/* p (l - x)^gamma = p0 l^gamma, with a light cap and a flow that grows from zero */
static void gas_accumulator(void **of)
{
    static const probe probes[] = {{"hydraulic", 1, "x"}};
    const double stroke = 0.4, area = 5e-3, rate = 0.4, t = 2.0, p0 = 8e5, gamma = 1.3;
    assert_runs(*of, probes, 1,
                (march){.until = t, .step = 4e-3, .tolerance = 1e-6, .more = "derivatives tolerance: 1.e9;"},
                (const char *const[]){
                    "hydraulic nodes: 1; hydraulic elements: 1; forces: 1;", "hydraulic: 1, value, 8.e5;",
                    "force: 1, abstract, 1, hydraulic, ramp, -0.4, 0., 10., 0.; hydraulic: 1, accumulator, 1, 0.4, "
                    "5.e-3, 5.e-3, 1.e-3, loss in, 0., loss out, 0., gas, 8.e5, 1.e8, 1.3, 1.e6, 0., 0., "
                    "hydraulic fluid, incompressible, density, 870.;"});
    const double x = 0.5 * rate * t * t / (RHO * area), expected = p0 * pow(stroke / (stroke - x), gamma);
    assert_near(world_end(*of)[0], expected, 1e-4 * expected);
}

/* A motor from rest with L = 0.02, R = 0.8, G = 0.3 and inertia J:  J w' = G i,  L i' + R i + G w = V */
static void motor_from_rest(void **of)
{
    static const probe probes[] = {{"structural", 2, "Omega[3]"}, {"electric", 1, "omega"}, {"electric", 1, "i"},
                                   {"electric", 1, "iP"},         {"electric", 1, "M"},     {"electric", 1, "U"},
                                   {"electric", 1, "R"}};
    const double J = 0.03, G = 0.3, L = 0.02, R = 0.8, V = 6.0, t = 0.1;
    assert_runs(
        *of, probes, 7, (march){.until = t, .step = 1e-4},
        (const char *const[]){
            "structural nodes: 2; electric nodes: 2; rigid bodies: 1; joints: 2; genels: 2; electric elements: 1;",
            "structural: 1, static, null, eye, null, null; structural: 2, dynamic, null, eye, null, null; electric: "
            "11, value, 0.; electric: 12, value, 6.;",
            "joint: 1, clamp, 1, node, node; joint: 2, revolute hinge, 1, null, 2, null; body: 2, 2, 1., null, diag, "
            "0.02, 0.02, 0.03; genel: 11, clamp, 11, electric, algebraic, const, 0.; genel: 12, clamp, 12, electric, "
            "algebraic, const, 6.; electric: 1, motor, 1, 2, 0., 0., 1., 11, 12, 0.3, 0.02, 0.8;"});
    const double half = 0.5 * R / L, root = sqrt(half * half - G * G / (J * L)), a = half + root, b = half - root;
    const double w = V / G * (1.0 - (a * exp(-b * t) - b * exp(-a * t)) / (a - b));
    const double i = V * J / G / G * a * b * (exp(-b * t) - exp(-a * t)) / (a - b);
    const double expected[] = {w, w, i, (V - R * i - G * w) / L, G * i, V, R};
    for (int k = 0; k < 7; k++)
        assert_near(world_end(*of)[k], expected[k], 1e-4 * fabs(expected[k]));
}

/* With its rotor held, its poles joined and its stator turning at W about the axis, a motor is a generator:
 * L i' + R i = G W. The axis is that of the stator, and carries the couple. */
static void stator_that_rotates(void **of)
{
    static const probe probes[] = {
        {"electric", 1, "i"}, {"joint", 2, "#10"}, {"joint", 2, "#11"}, {"joint", 2, "#12"}, {"electric", 1, "omega"}};
    const double G = 0.3, L = 0.02, R = 0.8, W = 3.0, i0 = 5.0;
    world *world = *of;
    assert_runs(
        world, probes, 5, (march){.until = 0.02, .step = 1e-4},
        (const char *const[]){
            "structural nodes: 3; electric nodes: 2; joints: 3; genels: 2; electric elements: 1;",
            "structural: 1, static, null, 3, 0.6, 0., 0.8, 2, 0., 1., 0., null, 1.8, 0., 2.4; structural: 2, static, "
            "null, eye, null, null; structural: 9, static, null, 3, 0.6, 0., 0.8, 2, 0., 1., 0., null, null; electric: "
            "11, value, 3.; electric: 12, value, 3.;",
            "joint: 9, clamp, 9, node, node; joint: 1, axial rotation, 9, null, 1, null, const, 3.; joint: 2, clamp, "
            "2, "
            "node, node; genel: 11, clamp, 11, electric, algebraic, const, 3.; genel: 12, clamp, 12, electric, "
            "algebraic, const, 3.; electric: 1, motor, 1, 2, 0., 0., 2., 11, 12, 0.3, 0.02, 0.8, initial current, "
            "5.;"});
    const double end = G * W / R, i = end + (i0 - end) * exp(-R / L * world->t[world->n - 1]), *v = world_end(world);
    const double expected[] = {i, 0.6 * G * i, 0.0, 0.8 * G * i, -W};
    for (int k = 0; k < 5; k++)
        assert_near(v[k], expected[k], 1e-4 * i0);
}

/* Two bodies that exchange heat:  their difference decays with C1 C2 R / (C1 + C2), their heat stays. */
static void two_warm_bodies(void **of)
{
    static const probe probes[] = {{"thermal", 1, "x"}, {"thermal", 2, "x"}};
    const double C1 = 2.0, C2 = 5.0, R = 0.7, t = 1.0;
    assert_runs(*of, probes, 2, (march){.until = t, .step = 1e-3},
                (const char *const[]){"thermal nodes: 2; thermal elements: 3;",
                                      "thermal: 1, value, 400.; thermal: 2, value, 300.;",
                                      "thermal: 1, capacitance, 1, 2.; thermal: 2, capacitance, 2, 5.; thermal: 3, "
                                      "resistance, 1, 2, 0.7;"});
    const double mean = (400.0 * C1 + 300.0 * C2) / (C1 + C2), d = 100.0 * exp(-t * (C1 + C2) / (R * C1 * C2));
    assert_near(world_end(*of)[0], mean + d * C2 / (C1 + C2), 1e-4);
    assert_near(world_end(*of)[1], mean - d * C1 / (C1 + C2), 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(laminar_pipe),        TEST(turbulent_pipe),  TEST(turbulent_orifice),
                                       TEST(water_hammer),        TEST(gas_accumulator), TEST(motor_from_rest),
                                       TEST(stator_that_rotates), TEST(two_warm_bodies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
