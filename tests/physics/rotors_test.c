/* rotors_test.c - inflow of rotors where their formulas have nothing to divide by, and how it is found. */
#include "probe_world.h"

/* M l' + W L^-1 l = W c with W = 0: states stay. */
static void rotor_that_does_not_rotate_keeps_its_inflow(void **of)
{
    static const probe STATES[] = {
        {"induced velocity", 5, "#16"}, {"induced velocity", 5, "#17"}, {"induced velocity", 5, "#18"}};
    world *world = *of;
    assert_runs(world, STATES, 3, (march){.until = 0.02, .step = 0.005},
                (const char *const[]){"structural nodes: 2; joints: 2; induced velocity elements: 1; air properties;",
                                      "structural: 1, static, null, eye, null, null; structural: 2, static, null, eye, "
                                      "null, null;",
                                      "joint: 1, clamp, 1, node, node; joint: 2, clamp, 2, node, node;"
                                      "air properties: 1.225, 340., single, 1., 0., 0., const, 12.;"
                                      "induced velocity: 5, rotor, 1, 2, induced velocity, dynamic inflow, 30., 2.2, "
                                      "initial value, 0.03, 0.002, -0.004;"});
    assert_near(world_end(world)[0], 0.03, 1e-15);
    assert_near(world_end(world)[1], 0.002, 1e-15);
    assert_near(world_end(world)[2], -0.004, 1e-15);
}

/* Without air, and without wind and loads, nothing carries the states away: mu, lambda and the loads are zero. */
static void rotor_in_still_air_keeps_its_inflow(void **of)
{
    static const probe STATES[] = {
        {"induced velocity", 5, "#16"}, {"induced velocity", 5, "#17"}, {"induced velocity", 5, "#18"}};
    static const char *const AIRS[] = {"air properties: 1.2, 340., null;", "air properties: 0., 340., null;"};
    world *world = *of;
    for (int i = 0; i < 2; i++) {
        char elements[800];
        snprintf(elements, sizeof elements,
                 "joint: 1, clamp, 1, node, node; joint: 2, total joint, 1, 2, position constraint, active, active, "
                 "active, null, orientation constraint, active, active, active, single, 0., 0., 1., linear, 0., 30.; "
                 "%s"
                 "induced velocity: 5, rotor, 1, 2, induced velocity, dynamic inflow, 30., 2.2, initial value, 0.03, "
                 "0.002, -0.004;",
                 AIRS[i]);
        assert_runs(world, STATES, 3, (march){.until = 0.02, .step = 0.005},
                    (const char *const[]){"structural nodes: 2; joints: 2; induced velocity elements: 1; air "
                                          "properties;",
                                          "structural: 1, static, null, eye, null, null;"
                                          "structural: 2, static, null, eye, null, 0., 0., 30.;",
                                          elements});
        assert_near(world_end(world)[0], 0.03, 1e-15);
        assert_near(world_end(world)[1], 0.002, 1e-15);
        assert_near(world_end(world)[2], -0.004, 1e-15);
    }
}

/* A blade that turns with 30 rad/s in a wind of 5 m/s through the disk. */
static void run_rotor(world *world, const probe *of, int n, const char *options)
{
    char elements[1600];
    snprintf(
        elements, sizeof elements,
        "joint: 1, clamp, 1, node, node; joint: 2, total joint, 1, 2, position constraint, active, active, active, "
        "null, orientation constraint, active, active, active, single, 0., 0., 1., linear, 0., 30.;"
        "air properties: 1.2, 340., single, 0., 0., -1., const, 5.;"
        "induced velocity: 5, rotor, 1, 2, induced velocity, uniform, 30., 2.2, %s;"
        "aerodynamic body: 2, 2, induced velocity, 5, 1.2, 0., 0., 1, 0., 1., 0., 2, 0., 0., 1., 2., const, 0.2, "
        "const, 0., const, 0., const, 0.2, 2, naca0012;",
        options);
    assert_runs(world, of, n, (march){.until = 0.05, .step = 0.001, .tolerance = 1e-7},
                (const char *const[]){"structural nodes: 2; joints: 2; induced velocity elements: 1; air properties; "
                                      "aerodynamic elements: 1;",
                                      "structural: 1, static, null, eye, null, null;"
                                      "structural: 2, static, null, eye, null, 0., 0., 30.;",
                                      elements});
}

/* How many iterations are written, and whether they were enough; one is meant for each evaluation and never fails.
 * Where they are: lambda (lambda - V / tip) = C / 2, u = lambda tip - V. */
static void iterations_of_the_momentum(void **of)
{
    static const probe ROW[] = {{"induced velocity", 5, "#14"}, {"induced velocity", 5, "#15"},
                                {"induced velocity", 5, "#3"},  {"induced velocity", 5, "#11"},
                                {"induced velocity", 5, "#7"},  {"structural", 2, "Omega[3]"}};
    const double area = M_PI * 2.2 * 2.2;
    world *world = *of;
    run_rotor(world, ROW, 6, "max iterations, 1");
    for (int k = 0; k < world->n; k++)
        assert_true(world->v[k][0] == 1 && world->v[k][1] == 0);
    run_rotor(world, ROW, 6, "max iterations, 2, tolerance, 1.e-14, eta, 0.1");
    assert_true(world_end(world)[0] == 0 && world_end(world)[1] == 2);
    run_rotor(world, ROW, 6, "max iterations, 100, tolerance, 1.e-12, eta, 0.5");
    for (int k = 0; k < world->n; k++) {
        const double *v = world->v[k], tip = v[5] * 2.2, C = v[2] / (1.2 * area * tip * tip);
        assert_true(v[0] == 1 && v[1] < 60);
        assert_near(v[3] * (v[3] - 5 / tip), C / 2, 1e-10);
        assert_near(v[4], v[3] * tip - 5, 1e-8);
    }
    assert_true(world->v[0][1] > 20); /* halves of the error; then an evaluation begins where the last ended */
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(rotor_that_does_not_rotate_keeps_its_inflow),
                                       TEST(rotor_in_still_air_keeps_its_inflow), TEST(iterations_of_the_momentum)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
