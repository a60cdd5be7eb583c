/* start_test.c - the consistent start: velocities, accelerations and reactions at the initial time and in the first
 * steps, against closed forms.
 *
 *     hinge     5 kg, 1 kg m^2, 1 m from a fixed revolute joint, at 10 rad/s, with a moment of 300 Nm:
 *               w = 10 + 50 t, the reaction on the body is -5 w^2 along the arm and 250 N across it
 *     driven    a body that a total pin joint moves along y as a sine or a ramp that begins at the initial time
 *     bar       a free bar whose end begins to move: the impulse at the end, 1 m from the centre, gives the centre
 *               V / (1 + m a^2 / J)
 *
 * With TORSOR_TABLES=1 in the environment the table of docs/theory/integrators.md is printed. */
#include "unit/problem/run_world.h"
#include <stdlib.h>

enum { REACTION = 12 }; /* the first multiplier: behind position, rotation, momentum and momenta moment of the node */

static world world_now;

static bool run_start(const char *cards, const char *velocities, const char *elements)
{
    static char words[4096];
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data;\n"
             "begin: initial value; tolerance: 1.e-9; max iterations: 30; %s end: initial value;\n"
             "begin: control data; structural nodes: 1; rigid bodies: 1; joints: 1; forces: 1; skip initial joint "
             "assembly; end: control data;\n"
             "begin: nodes; structural: 1, dynamic, 1., 0., 0., eye, %s; end: nodes;\n"
             "begin: elements; body: 1, 1, 5., null, diag, 1., 1., 1.; %s end: elements;\n",
             cards, velocities, elements);
    return world_run(&world_now, words);
}

/* --- a body on a hinge -------------------------------------------------------------------------------------------- */

static void run_hinge(const char *method, const char *start, double h, double moment)
{
    char cards[256], elements[512];
    snprintf(cards, sizeof cards, "final time: 0.1; time step: %.17g; method: %s; %s", h, method, start);
    snprintf(elements, sizeof elements,
             "joint: 1, revolute pin, 1, -1., 0., 0., null;"
             "couple: 1, absolute, 1, position, null, 0., 0., 1., const, %g;",
             moment);
    if (!run_start(cards, "0., 10., 0., 0., 0., 10.", elements))
        fail_msg("%s: %s", method, world_now.said);
}

/* The difference of the reaction from the closed form. */
static double hinge_error(int k, double moment)
{
    const row *row = &world_now.rows[k];
    const double rate = moment / 6, w = 10 + rate * row->t, angle = (10 + rate * row->t / 2) * row->t;
    const double along = -5 * w * w, across = 5 * rate;
    return hypot(row->y[REACTION] - along * cos(angle) + across * sin(angle),
                 row->y[REACTION + 1] - along * sin(angle) - across * cos(angle));
}

#define CONSISTENT "derivatives coefficient: consistent;"

static void test_hinge_begins_with_its_reaction(void **unused)
{
    (void)unused;
    run_hinge("ms, 0.6", CONSISTENT, 1e-3, 0);
    assert_near(world_now.rows[0].y[REACTION], -500, 1e-6);
    assert_near(world_now.rows[0].yp[6], -500, 1e-6);
    for (int k = 1; k < world_now.n; k++)
        assert_true(hinge_error(k, 0) < 0.02);
}

static void test_coefficient_gives_the_start_of_mbdyn(void **unused)
{
    (void)unused;
    run_hinge("ms, 0.6", "", 1e-3, 0);
    assert_near(world_now.rows[0].y[REACTION], 0, 1e-6);
    assert_near(world_now.rows[1].y[REACTION], -1000, 1);
    run_hinge("ms, 1.", "derivatives coefficient: 1.e-6;", 1e-3, 0);
    assert_near(world_now.rows[0].y[REACTION], 0, 1e-6);
}

/* Without dissipation, the oscillation of the other start is never damped: the consistent one is the default. */
static void test_default_without_dissipation(void **unused)
{
    (void)unused;
    static const char *const METHODS[] = {"ms, 1.", "crank nicolson"};
    for (int i = 0; i < 2; i++) {
        run_hinge(METHODS[i], "", 1e-3, 0);
        assert_near(world_now.rows[0].y[REACTION], -500, 1e-6);
        for (int k = 1; k < world_now.n; k++)
            assert_true(hinge_error(k, 0) < 0.1);
    }
}

static void test_reactions_are_of_second_order_from_the_first_step(void **unused)
{
    (void)unused;
    static const char *const METHODS[] = {"ms, 0.6", "ms, 0.",   "ms, 1.",  "crank nicolson",
                                          "bdf",     "ms3, 0.6", "ms4, 0.6"};
    for (size_t i = 0; i < sizeof METHODS / sizeof *METHODS; i++) {
        double error[2][5];
        for (int half = 0; half < 2; half++) {
            run_hinge(METHODS[i], CONSISTENT, half ? 5e-4 : 1e-3, 300);
            assert_true(hinge_error(0, 300) < 1e-6);
            for (int k = 1; k <= 4; k++)
                error[half][k] = hinge_error(k, 300);
        }
        if (getenv("TORSOR_TABLES"))
            printf("| `%s` |", METHODS[i]);
        for (int k = 1; k <= 4; k++) {
            const double order = log2(error[0][k] / error[1][k]);
            if (getenv("TORSOR_TABLES"))
                printf(" %.1e %.2f |", error[0][k], order);
            assert_true(order > 1.95 && order < 2.15);
        }
        if (getenv("TORSOR_TABLES"))
            printf("\n");
    }
}

/* --- prescribed motion that begins at the initial time ------------------------------------------------------------ */

static void run_driven(const char *drive)
{
    char elements[512];
    snprintf(
        elements, sizeof elements,
        "joint: 1, total pin joint, 1, position, null, position, 1., 0., 0., position constraint, 1, 1, 1, 0., 1., "
        "0., %s, orientation constraint, 1, 1, 1, null;"
        "couple: 1, absolute, 1, position, null, 0., 0., 1., const, 0.;",
        drive);
    if (!run_start("final time: 0.1; time step: 1.e-3; method: ms, 0.6; " CONSISTENT, "null, null", elements))
        fail_msg("%s", world_now.said);
}

/* y = 0.1 sin(10 t) */
static void test_sine_that_begins_now(void **unused)
{
    (void)unused;
    run_driven("sine, 0., 10., 0.1, forever, 0.");
    for (int k = 0; k < world_now.n; k++) {
        const row *row = &world_now.rows[k];
        assert_near(row->yp[1], cos(10 * row->t), 2e-5);
        assert_near(row->yp[7], -50 * sin(10 * row->t), 5e-3);
    }
}

static void test_ramp_that_begins_now(void **unused)
{
    (void)unused;
    run_driven("ramp, 2., 0., forever, 0.");
    for (int k = 0; k < world_now.n; k++) {
        assert_near(world_now.rows[k].yp[1], 2, 1e-9);
        assert_near(world_now.rows[k].yp[7], 0, 1e-3);
    }
}

/* The impulse at the end of a bar: 5 kg and 1 kg m^2, the end 1 m from the centre begins to move at 3 m/s. */
static void test_impulse_of_a_drive(void **unused)
{
    (void)unused;
    if (!run_start(
            "final time: 0.01; time step: 1.e-3; method: ms, 0.6; " CONSISTENT, "null, null",
            "joint: 1, total pin joint, 1, position, 1., 0., 0., position, 2., 0., 0., position constraint, 1, 1, 1,"
            "0., 1., 0., ramp, 3., 0., forever, 0.;"
            "couple: 1, absolute, 1, position, null, 0., 0., 1., const, 0.;"))
        fail_msg("%s", world_now.said);
    assert_near(world_now.rows[0].yp[1], 3. / 6, 1e-9);
    assert_near(world_now.rows[0].y[7], 5 * 3. / 6, 1e-9);
    assert_near(world_now.rows[0].y[11], 3 * 5. / 6, 1e-9);
}

/* --- momentum rates given in the deck ----------------------------------------------------------------------------- */

static void test_given_rates_balance_the_reactions(void **unused)
{
    (void)unused;
    static const char HINGE[] = "joint: 1, revolute pin, 1, -1., 0., 0., null;"
                                "couple: 1, absolute, 1, position, null, 0., 0., 1., const, 0.;"
                                "automatic structural: 1, 0., 50., 0., 0., 0., 10., -500., 0., 0., 0., 0., 0.;";
    if (!run_start("final time: 0.1; time step: 1.e-3; method: ms, 0.6; derivatives coefficient: 1.;",
                   "0., 10., 0., 0., 0., 10.", HINGE))
        fail_msg("%s", world_now.said);
    assert_near(world_now.rows[0].y[REACTION], -500, 1e-6);
    assert_near(world_now.rows[1].y[REACTION], -500, 1);
}

/* --- rotations that are too large --------------------------------------------------------------------------------- */

static void run_spinning(double speed)
{
    char velocities[64];
    snprintf(velocities, sizeof velocities, "0., 0., 0., 0., 0., %g", speed);
    if (!run_start("final time: 0.35; time step: 0.1; method: crank nicolson; derivatives coefficient: 1.e-6;",
                   velocities,
                   "couple: 1, absolute, 1, position, null, 0., 0., 1., const, 0.;"
                   "joint: 1, linear velocity, 1, 1., 0., 0., const, 0.;"))
        fail_msg("%s", world_now.said);
}

static void test_rotation_of_a_step_is_limited(void **unused)
{
    (void)unused;
    run_spinning(15);
    assert_string_equal(world_now.said, "");
    run_spinning(25);
    assert_non_null(strstr(world_now.said, "W0934: structural node 1 rotates by"));
    assert_non_null(strstr(world_now.said, "in the step that ends at time 0.1, of length 0.1"));
    assert_non_null(strstr(world_now.said, "use a 'time step' of"));
    assert_null(strstr(strstr(world_now.said, "W0934") + 1, "W0934"));
    assert_non_null(strstr(world_now.said, "N0935: nodes rotate by more than 2 rad in a step 4 times"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hinge_begins_with_its_reaction),
        cmocka_unit_test(test_coefficient_gives_the_start_of_mbdyn),
        cmocka_unit_test(test_default_without_dissipation),
        cmocka_unit_test(test_reactions_are_of_second_order_from_the_first_step),
        cmocka_unit_test(test_sine_that_begins_now),
        cmocka_unit_test(test_ramp_that_begins_now),
        cmocka_unit_test(test_impulse_of_a_drive),
        cmocka_unit_test(test_given_rates_balance_the_reactions),
        cmocka_unit_test(test_rotation_of_a_step_is_limited),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    deck_destroy(world_now.deck);
    return failed;
}
