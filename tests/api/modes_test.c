/* modes_test.c - small motions: eigenvalues and shapes of a spring with a damper, multipliers of a period, a rotor seen
 * from its blades, and modes over a variable of the deck. */
#include "client.h"

/* A mass of 2 kg on a spring of K = 200 N/m with a damper of 4 N s/m along z: l = -1 +- i sqrt(99). */
#define SPRING                                                                                                        \
    "set: real K = 200.;\n" PROBLEM("10") "begin: control data; structural nodes: 2; rigid bodies: 1; joints: 3;\n"   \
                                          "end: control data;\n"                                                      \
                                          "begin: nodes; structural: 1, static, null, eye, null, null;\n"             \
                                          "structural: 2, dynamic, null, eye, null, null; end: nodes;\n"              \
                                          "begin: elements; joint: 1, clamp, 1, node, node;\n"                        \
                                          "body: 2, 2, 2., null, diag, 1., 1., 1.;\n"                                 \
                                          "joint: 2, total joint, 1, position, null, 2, position, null,\n"            \
                                          "position constraint, active, active, inactive, null,\n"                    \
                                          "orientation constraint, active, active, active, null;\n"                   \
                                          "joint: 3, deformable displacement joint, 1, position, null, 2, position, " \
                                          "null,\n"                                                                   \
                                          "linear viscoelastic generic, diag, 0., 0., K, diag, 0., 0., 4.; end: "     \
                                          "elements;\n"

/* N blades that flap at the axis of a hub, 20 rad/s: once a turn, seen from the blade. */
#define BLADE_NODE(label, x, y)                                                                                   \
    "structural: " label ", dynamic, " x ", " y ", 0., 3, 0., 0., 1., 1, " x ", " y ", 0., -20.*(" y "), 20.*(" x \
    "), 0., 0., 0., 20.;\n"
#define BLADE(label, x, y)                                                                                   \
    "body: " label ", " label ", 3., null, diag, 0., 1., 1.;\n"                                              \
    "joint: " label ", revolute hinge, 2, position, null, orientation, 3, -(" y "), " x ", 0., 1, " x ", " y \
    ", 0.,\n" label ", position, -1., 0., 0., orientation, 3, 0., 1., 0., 1, 1., 0., 0.;\n"
#define ROTOR                                                                                                        \
    "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0; final time: 1;\n"        \
    "time step: 1e-3; method: ms, 0.2; max iterations: 20; tolerance: 1e-6; derivatives tolerance: 1e-4;\n"          \
    "end: initial value;\n"                                                                                          \
    "begin: control data; structural nodes: 5; rigid bodies: 3; joints: 5; end: control data;\n"                     \
    "begin: nodes; structural: 1, static, null, eye, null, null;\n"                                                  \
    "structural: 2, static, null, eye, null, 0., 0., 20.;\n" BLADE_NODE("11", "1.", "0.") BLADE_NODE("12", "-1./2.", \
                                                                                                     "sqrt(3.)/2.")  \
        BLADE_NODE("13", "-1./2.", "-sqrt(3.)/2.") "end: nodes; begin: elements; joint: 1, clamp, 1, node, node;\n"  \
                                                   "joint: 2, total joint, 1, position, null, 2, position, null,\n"  \
                                                   "position constraint, active, active, active, null,\n"            \
                                                   "orientation constraint, active, active, angular velocity, "      \
                                                   "single, 0., 0., 1., const, 20.;\n" BLADE("11", "1.", "0.")       \
                                                       BLADE("12", "-1./2.", "sqrt(3.)/2.")                          \
                                                           BLADE("13", "-1./2.", "-sqrt(3.)/2.") "end: elements;\n"

static double largest(const double *v, int n)
{
    double most = 0.0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(v[i]));
    return most;
}

static void spring_has_one_mode(void **unused)
{
    (void)unused;
    torsor_model *model = open_good(SPRING, NULL);
    torsor_analysis *analysis = begin_good(model, NULL);
    assert_int_equal(torsor_run_past(analysis, 0.01), TORSOR_OK);
    torsor_modes *modes = torsor_modes_find(analysis, NULL);
    assert_int_equal(torsor_mode_count(modes), 1);
    const torsor_mode one = torsor_mode_at(modes, 0);
    assert_near(one.re, -1.0, 1e-6);
    assert_near(one.im, sqrt(99.0), 1e-6);
    assert_near(one.multiplier_re, 1.0, 0.0);
    int z = -1;
    for (int i = 0; i < torsor_unknown_count(modes); i++)
        if (strcmp(torsor_unknown_name(modes, i), "structural node 2, position z") == 0)
            z = i;
    assert_true(z >= 0);
    assert_true(hypot(one.shape_re[z], one.shape_im[z]) > 1e-3 * largest(one.shape_re, torsor_unknown_count(modes)));
    assert_non_null(strstr(torsor_modes_table(modes), "nodes that move most"));
    torsor_modes_free(modes);
    /* The analysis goes on as if nothing had been. */
    assert_near(torsor_time(analysis), 0.01, 1e-12);
    assert_int_equal(torsor_step(analysis), TORSOR_OK);
    torsor_end(analysis);
    torsor_close(model);
}

static void constant_system_has_exponentials_for_multipliers(void **unused)
{
    (void)unused;
    const double period = 0.2; /* shorter than half that of the spring */
    torsor_model *model = open_good(SPRING, NULL);
    torsor_analysis *analysis = begin_good(model, NULL);
    torsor_modes *modes = torsor_floquet(analysis, period);
    assert_int_equal(torsor_mode_count(modes), 1);
    const torsor_mode one = torsor_mode_at(modes, 0);
    assert_near(one.re, -1.0, 1e-3);
    assert_near(one.im, sqrt(99.0), 2e-3);
    assert_near(hypot(one.multiplier_re, one.multiplier_im), exp(-period), 1e-3);
    assert_near(torsor_time(analysis), period, 1e-9);
    assert_string_equal(torsor_modes_table(modes), "");
    torsor_modes_free(modes);
    torsor_end(analysis);
    torsor_close(model);
}

static void period_is_an_even_number_of_steps(void **unused)
{
    (void)unused;
    torsor_model *model = open_good(SPRING, NULL);
    torsor_analysis *analysis = begin_good(model, NULL);
    assert_null(torsor_floquet(analysis, 0.0123));
    assert_int_equal(torsor_state(analysis), TORSOR_ERROR);
    assert_string_equal(torsor_analysis_message_at(analysis, torsor_analysis_message_count(analysis) - 1).code,
                        "E0665");
    torsor_end(analysis);
    torsor_close(model);
}

/* From its blades, each flaps once a turn; from the ground, all together once, and the tip path plane twice a turn. */
static void rotors_are_seen_from_their_blades_or_from_the_ground(void **unused)
{
    (void)unused;
    static const unsigned LABELS[] = {11, 12, 13};
    torsor_model *model = open_good(ROTOR, NULL);
    torsor_analysis *analysis = begin_good(model, NULL);
    const torsor_rotor one = {.blades = 1, .nodes = 1, .labels = LABELS, .hub = 2};
    const torsor_rotor all = {.blades = 3, .nodes = 1, .labels = LABELS, .hub = 2};
    assert_int_equal(torsor_run_past(analysis, 0.02), TORSOR_OK); /* reactions are known after some steps */
    torsor_modes *modes = torsor_modes_find(analysis, &one);
    bool found = false;
    for (int k = 0; k < torsor_mode_count(modes); k++)
        found |= fabs(torsor_mode_at(modes, k).im - 20.0) < 1e-2;
    assert_true(found);
    torsor_modes_free(modes);
    modes = torsor_modes_find(analysis, &all);
    int once = 0, twice = 0;
    for (int k = 0; k < torsor_mode_count(modes); k++) {
        once += fabs(torsor_mode_at(modes, k).im - 20.0) < 1e-2;
        twice += fabs(torsor_mode_at(modes, k).im - 40.0) < 1e-2;
    }
    assert_int_equal(once, 1);
    assert_int_equal(twice, 1);
    torsor_modes_free(modes);
    static const unsigned WRONG[] = {11, 12, 11};
    const torsor_rotor uneven = {.blades = 3, .nodes = 1, .labels = WRONG, .hub = 2};
    assert_null(torsor_modes_find(analysis, &uneven));
    assert_string_equal(torsor_analysis_message_at(analysis, torsor_analysis_message_count(analysis) - 1).code,
                        "E0663");
    torsor_end(analysis);
    torsor_close(model);
}

static void write_deck(const char *path, const char *words)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(words, file);
    fclose(file);
}

static void modes_are_followed_over_a_variable(void **unused)
{
    (void)unused;
    char folder[64], deck[128], picture[128];
    make_folder(folder, sizeof folder);
    snprintf(deck, sizeof deck, "%s/spring.mbd", folder);
    snprintf(picture, sizeof picture, "%s/spring.svg", folder);
    write_deck(deck, SPRING);
    torsor_campbell_options options = {.size = sizeof options};
    torsor_campbell_defaults(&options);
    options.deck = deck, options.speed = "K", options.first_speed = -100.0, options.last_speed = 300.0,
    options.values = 5;
    options.limits = true, options.picture = picture, options.unit = "N/m";
    torsor_status status;
    char *table = torsor_campbell(&options, &status);
    assert_int_equal(status, TORSOR_OK);
    /* Below K = 0 the spring pushes away. */
    const char *at = strstr(table, "decaying, without oscillation at K = ");
    assert_non_null(at);
    assert_near(strtod(at + strlen("decaying, without oscillation at K = "), NULL), 0.0, 0.01);
    assert_non_null(strstr(table, "1.58357")); /* sqrt(99)/2 pi */
    torsor_free(table);
    assert_int_equal(access(picture, R_OK), 0);
    options.speed = "L";
    table = torsor_campbell(&options, &status);
    assert_int_equal(status, TORSOR_ERROR);
    torsor_free(table);
    remove_folder(folder);
}

static void nonsense_is_refused(void **unused)
{
    (void)unused;
    torsor_model *model = open_good(SPRING, NULL);
    torsor_analysis *analysis = begin_good(model, NULL);
    const torsor_rotor none = {0};
    assert_null(torsor_modes_find(NULL, NULL));
    assert_null(torsor_modes_find(analysis, &none));
    assert_null(torsor_floquet(NULL, 1.0));
    assert_null(torsor_floquet(analysis, -1.0));
    assert_null(torsor_floquet(analysis, NAN));
    assert_int_equal(torsor_mode_count(NULL), 0);
    assert_int_equal(torsor_unknown_count(NULL), 0);
    assert_true(isnan(torsor_mode_at(NULL, 0).re));
    assert_string_equal(torsor_unknown_name(NULL, 0), "");
    assert_string_equal(torsor_modes_table(NULL), "");
    torsor_modes_free(NULL);
    torsor_status status;
    torsor_free(torsor_campbell(NULL, &status));
    assert_int_equal(status, TORSOR_MISUSE);
    assert_int_equal(torsor_state(analysis), TORSOR_OK);
    torsor_end(analysis);
    torsor_close(model);
}

static void endless_analysis_goes_on(void **unused)
{
    (void)unused;
    const torsor_analysis_options options = {.size = sizeof options, .endless = true};
    torsor_model *model = open_good(SPRING, NULL);
    torsor_analysis *analysis = begin_good(model, &options);
    assert_int_equal(torsor_run_past(analysis, 10.5), TORSOR_OK);
    assert_true(isinf(torsor_final_time(analysis)));
    torsor_end(analysis);
    torsor_close(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spring_has_one_mode),
        cmocka_unit_test(constant_system_has_exponentials_for_multipliers),
        cmocka_unit_test(period_is_an_even_number_of_steps),
        cmocka_unit_test(rotors_are_seen_from_their_blades_or_from_the_ground),
        cmocka_unit_test(modes_are_followed_over_a_variable),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(endless_analysis_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
