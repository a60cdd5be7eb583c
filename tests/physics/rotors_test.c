/* rotors_test.c - inflow of rotors where their formulas have nothing to divide by. */
#include "probe_world.h"

/* M l' + W L^-1 l = W c with W = 0: states stay. */
static void a_rotor_that_does_not_turn_keeps_its_inflow(void **of)
{
    static const probe STATES[] = {
        {"induced velocity", 5, "#16"}, {"induced velocity", 5, "#17"}, {"induced velocity", 5, "#18"}};
    world *w = *of;
    assert_runs(w, STATES, 3, (march){.until = 0.02, .step = 0.005},
                (const char *const[]){"structural nodes: 2; joints: 2; induced velocity elements: 1; air properties;",
                                      "structural: 1, static, null, eye, null, null; structural: 2, static, null, eye, "
                                      "null, null;",
                                      "joint: 1, clamp, 1, node, node; joint: 2, clamp, 2, node, node;"
                                      "air properties: 1.225, 340., single, 1., 0., 0., const, 12.;"
                                      "induced velocity: 5, rotor, 1, 2, induced velocity, dynamic inflow, 30., 2.2, "
                                      "initial value, 0.03, 0.002, -0.004;"});
    assert_near(world_end(w)[0], 0.03, 1e-15);
    assert_near(world_end(w)[1], 0.002, 1e-15);
    assert_near(world_end(w)[2], -0.004, 1e-15);
}

/* Without air, and without wind and loads, nothing carries the states away: mu, lambda and the loads are zero. */
static void a_rotor_in_still_air_keeps_its_inflow(void **of)
{
    static const probe STATES[] = {
        {"induced velocity", 5, "#16"}, {"induced velocity", 5, "#17"}, {"induced velocity", 5, "#18"}};
    static const char *const AIRS[] = {"air properties: 1.2, 340., null;", "air properties: 0., 340., null;"};
    world *w = *of;
    for (int i = 0; i < 2; i++) {
        char elements[800];
        snprintf(elements, sizeof elements,
                 "joint: 1, clamp, 1, node, node; joint: 2, total joint, 1, 2, position constraint, active, active, "
                 "active, null, orientation constraint, active, active, active, single, 0., 0., 1., ramp, 30., 0., "
                 "forever, 0.; %s"
                 "induced velocity: 5, rotor, 1, 2, induced velocity, dynamic inflow, 30., 2.2, initial value, 0.03, "
                 "0.002, -0.004;",
                 AIRS[i]);
        assert_runs(w, STATES, 3, (march){.until = 0.02, .step = 0.005},
                    (const char *const[]){"structural nodes: 2; joints: 2; induced velocity elements: 1; air "
                                          "properties;",
                                          "structural: 1, static, null, eye, null, null;"
                                          "structural: 2, static, null, eye, null, 0., 0., 30.;",
                                          elements});
        assert_near(world_end(w)[0], 0.03, 1e-15);
        assert_near(world_end(w)[1], 0.002, 1e-15);
        assert_near(world_end(w)[2], -0.004, 1e-15);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_rotor_that_does_not_turn_keeps_its_inflow),
                                       TEST(a_rotor_in_still_air_keeps_its_inflow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
