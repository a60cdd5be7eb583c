/* order_test.c - the order of every integration method, measured on two nonlinear motions, and what its radius does to
 * energy.
 *
 *     point     a point mass on a rod with spring and damper: ordinary differential equations
 *     body      a body that tumbles on the same rod: with finite rotations
 *     pendulum  a body on a spherical pin: position constraint, index three
 *
 * Errors of the position at the end against a fine solution, with steps h and h/2: order = log2 of their ratio. Methods
 * of more than third order keep it for point masses; with finite rotations each stage counts its rotations from another
 * orientation, which may leave the third only, and constraints of index three leave the second, as they do for
 * Runge-Kutta methods whose stages are of second order. With TORSOR_TABLES=1 in the environment the tables of
 * docs/theory/integrators.md are printed. */
#include "unit/problem/run_world.h"
#include "base/array.h"
#include <stdlib.h>

#define END                                                                                                            \
    "final time: 0.5; tolerance: 1.e-10; max iterations: 100; derivatives tolerance: 1.e-6; derivatives coefficient: " \
    "1.e-12; derivatives max "                                                                                         \
    "iterations: 50;"

/* A drive caller that the cards postpone, or nothing. */
static char pattern[512];

static bool pendulum(world *world, const char *cards)
{
    static char words[4096];
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data;\nbegin: initial value; " END " %s end: initial value;\n"
             "begin: control data; structural nodes: 1; rigid bodies: 1; joints: 1; gravity; tolerance: 1.e-12; end: "
             "control data;\n"
             "begin: nodes; structural: 1, dynamic, 0.8, 0., -0.6, eye, -0.6, 0., -0.8, 0., 1., 0.; end: nodes;\n"
             "begin: elements; body: 1, 1, 2., 0., 0.1, 0., diag, 0.1, 0.2, 0.3;\n"
             "joint: 1, spherical pin, 1, position, -0.8, 0., 0.6, position, null;\n"
             "gravity: uniform, 0., 0., -1., const, 9.81; %s end: elements;\n",
             cards, pattern);
    return world_run(world, words);
}

static bool tumbling(world *world, const char *cards)
{
    static char words[4096];
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data;\nbegin: initial value; " END " %s end: initial value;\n"
             "begin: control data; structural nodes: 2; rigid bodies: 1; joints: 2; gravity; end: control data;\n"
             "begin: nodes; structural: 2, dynamic, 1., 0., 0., eye, 0., 1., 0., 1., 2., -1.; structural: 1, static, "
             "null, eye, null, null;"
             "end: nodes;\n"
             "begin: elements; body: 1, 2, 2., 0.1, 0., 0., diag, 0.1, 0.2, 0.3; joint: 1, clamp, 1, node, node;\n"
             "joint: 2, rod, 1, position, 0., 0., 0., 2, position, 0., 0.2, 0., 1., linear viscoelastic, 200., 1.;\n"
             "gravity: uniform, 0., 0., -1., const, 9.81; %s end: elements;\n",
             cards, pattern);
    return world_run(world, words);
}

static bool point_mass(world *world, const char *cards)
{
    static char words[4096];
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data;\nbegin: initial value; " END " %s end: initial value;\n"
             "begin: control data; structural nodes: 2; rigid bodies: 1; joints: 2; gravity; end: control data;\n"
             "begin: nodes; structural: 2, dynamic displacement, 1., 0., 0., 0., 1., 0.; structural: 1, static, null, "
             "eye, null, null;"
             "end: nodes;\n"
             "begin: elements; body: 1, 2, 2.; joint: 1, clamp, 1, node, node;\n"
             "joint: 2, rod, 1, 2, 1., linear viscoelastic, 200., 1.;\n"
             "gravity: uniform, 0., 0., -1., const, 9.81; %s end: elements;\n",
             cards, pattern);
    return world_run(world, words);
}

typedef bool motion(world *world, const char *cards);

static bool prints_tables(void) { return getenv("TORSOR_TABLES") != NULL; }

static row end_of(world *world, motion *move, const char *method, double h)
{
    char cards[256];
    snprintf(cards, sizeof cards, "time step: %.17g; method: %s;", h, method);
    if (!move(world, cards))
        fail_msg("%s: %s", method, world->said);
    assert_near(world->rows[world->n - 1].t, 0.5, 1e-12);
    return world->rows[world->n - 1];
}

static double distance(const row *a, const row *b)
{
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += (a->y[i] - b->y[i]) * (a->y[i] - b->y[i]);
    return sqrt(sum);
}

/* *error: with the longer step. */
static double measured_order(world *world, motion *move, const char *method, double h, const row *exact, double *error)
{
    const row coarse = end_of(world, move, method, h), fine = end_of(world, move, method, h / 2);
    *error = distance(&coarse, exact);
    return log2(*error / distance(&fine, exact));
}

/* The least order that is accepted; 0: not tried. With constraints mssth3 and mssth4 converge only with small radii. */
static const struct {
    const char *method;
    double point, body, pendulum;
} METHODS[] = {
    {"implicit euler", 0.95, 0.95, 0.95},
    {"crank nicolson", 1.95, 1.95, 1.95},
    {"bdf", 1.95, 1.95, 1.95},
    {"bdf, order, 1", 0.95, 0.95, 0.95},
    {"ms, 0.", 1.95, 1.95, 1.95},
    {"ms, 0.6", 1.95, 1.95, 1.95},
    {"ms, 1.", 1.95, 1.95, 1.95},
    {"ms3, 0.6", 1.95, 1.95, 1.95},
    {"ms4, 0.6", 1.95, 1.95, 1.95},
    {"hope, 0.6", 1.95, 1.95, 1.95},
    {"ss2, 0.6", 1.95, 1.95, 1.95},
    {"ss3, 0.6", 1.95, 1.95, 1.95},
    {"ss4, 0.6", 1.95, 1.95, 1.95},
    {"hybrid, ms2, 0.6", 1.95, 1.95, 1.95},
    {"Bathe, 0.6", 1.95, 1.95, 1.95},
    {"msstc3, 0.6", 1.95, 1.95, 1.95},
    {"msstc4, 0.6", 1.95, 1.95, 1.95},
    {"msstc5, 0.6", 1.95, 1.95, 1.95},
    {"mssth3, 0.6", 2.9, 2.9, 0},
    {"mssth4, 0.6", 3.9, 2.8, 0},
    {"mssth5, 0.6", 4.7, 2.5, 1.9},
    {"mssth3, 0.", 2.9, 2.9, 1.9},
    {"mssth4, 0.", 3.9, 2.8, 1.9},
    {"DIRK33", 2.9, 2.9, 1.9},
    {"DIRK43", 2.9, 2.8, 1.9},
    {"DIRK54", 3.9, 2.8, 1.9},
};

static void test_orders(void **of)
{
    world *world = *of;
    const row point_end = end_of(world, point_mass, "DIRK54", 1.0 / 4096),
              body_end = end_of(world, tumbling, "DIRK54", 1.0 / 4096),
              pendulum_end = end_of(world, pendulum, "DIRK54", 1.0 / 4096);
    if (prints_tables())
        printf("| method | stages | point | body | pendulum | error |\n|---|---|---|---|---|---|\n");
    for (int k = 0; k < ARRAY_LEN(METHODS); k++) {
        const double h = METHODS[k].point > 2 ? 1.0 / 64 : 1.0 / 256;
        double error, with_constraint = NAN;
        const double a = measured_order(world, point_mass, METHODS[k].method, h, &point_end, &error);
        const double b = measured_order(world, tumbling, METHODS[k].method, h, &body_end, &error);
        const bool tried = METHODS[k].pendulum > 0;
        const double c =
            tried ? measured_order(world, pendulum, METHODS[k].method, 1.0 / 128, &pendulum_end, &with_constraint) : 0;
        if (prints_tables())
            printf("| `%s` | %d | %.2f | %.2f | %.2f | %.1e |\n", METHODS[k].method,
                   world->deck->problem->method.type->stages, a, b, c, with_constraint);
        assert_true(a > METHODS[k].point);
        assert_true(b > METHODS[k].body);
        assert_true(c >= METHODS[k].pendulum);
    }
}

/* --- a time step that changes ------------------------------------------------------------------------------------- */

/* Steps of h, 2 h, 2 h, 3 h in turn: neighbours do not become alike as h gets smaller. No step is more than 1 + sqrt 2
 * times as long as that before, beyond which BDF may become unstable. */
static row end_with_changes(world *world, motion *move, const char *method, double h)
{
    char cards[256];
    snprintf(cards, sizeof cards, "time step: %.17g; strategy: change, postponed, 1; method: %s;", h, method);
    snprintf(pattern, sizeof pattern, "drive caller: 1, string, \"%.17g * (2 - (Step %% 4 == 0) + (Step %% 4 == 3))\";",
             h);
    const bool ok = move(world, cards);
    pattern[0] = 0;
    if (!ok)
        fail_msg("%s: %s", method, world->said);
    assert_near(world->rows[world->n - 1].t, 0.5, 1e-12);
    assert_near(world->rows[4].t - world->rows[3].t, 3 * h, 1e-12);
    return world->rows[world->n - 1];
}

/* Every method whose step does change keeps its order (of point, body, pendulum). Not with a constraint where nothing
 * is damped: what a change of the step does to the velocities of constraints stays and adds up. With radius 1 `ms`
 * counts rotations from a prediction that suits equal steps, as MBDyn does. -9: not measured. */
static const struct {
    const char *method;
    double order[3];
} CHANGING[] = {
    {"implicit euler", {0.95, 0.95, 0.95}},
    {"bdf, order, 1", {0.95, 0.95, 0.95}},
    {"crank nicolson", {1.95, 1.95, -9}},
    {"bdf", {1.95, 1.95, 1.95}},
    {"ms, 0.", {1.95, 1.95, 1.95}},
    {"ms, 0.6", {1.95, 1.95, 1.8}},
    {"ms, 1.", {1.95, 0.9, -9}},
    {"hope, 0.", {1.95, 1.95, 1.95}},
    {"hope, 0.6", {1.95, 1.95, 1.95}},
    {"hope, 1.", {1.95, 1.95, -9}},
    {"hybrid, hope, 0.3", {1.95, 1.95, 1.95}},
    {"hybrid, ms2, 0.6", {1.95, 1.95, 1.8}},
    {"hybrid, implicit euler", {0.95, 0.95, 0.95}},
    {"hybrid, crank nicolson", {1.95, 1.95, -9}},
};

static double order_with_changes(world *world, motion *move, const char *method, double h, const row *exact)
{
    const row coarse = end_with_changes(world, move, method, h), fine = end_with_changes(world, move, method, h / 2);
    return log2(distance(&coarse, exact) / distance(&fine, exact));
}

static void test_orders_with_a_changing_step(void **of)
{
    world *world = *of;
    static motion *const MOTIONS[] = {point_mass, tumbling, pendulum};
    row exact[ARRAY_LEN(MOTIONS)];
    for (int i = 0; i < ARRAY_LEN(MOTIONS); i++)
        exact[i] = end_of(world, MOTIONS[i], "DIRK54", 1.0 / 4096);
    for (int k = 0; k < ARRAY_LEN(CHANGING); k++)
        for (int i = 0; i < ARRAY_LEN(MOTIONS) && CHANGING[k].order[i] > 0; i++) {
            const double order = order_with_changes(world, MOTIONS[i], CHANGING[k].method, 1.0 / 2048, &exact[i]);
            if (prints_tables())
                printf("%s %d: order %.2f\n", CHANGING[k].method, i, order);
            assert_true(order > CHANGING[k].order[i]);
        }
}

/* --- reactions ---------------------------------------------------------------------------------------------------- */

/* The multipliers of the pin of the pendulum. */
static double reaction_error(const row *a, const row *b)
{
    enum { PIN = 12 };
    double sum = 0;
    for (int i = PIN; i < PIN + 3; i++)
        sum += (a->y[i] - b->y[i]) * (a->y[i] - b->y[i]);
    return sqrt(sum);
}

/* Multistep methods find reactions to second order. Where stages of second order feed the next, and in `hope`, whose
 * formulas take turns, one order is lost on the way from positions to velocities and another to reactions (Hairer,
 * Lubich, Roche, The Numerical Solution of Differential-Algebraic Systems by Runge-Kutta Methods, 1989). */
static const struct {
    const char *method;
    double order;
} REACTIONS[] = {
    {"ms, 0.6", 1.9},     {"bdf", 1.9},        {"ms3, 0.6", 1.9},    {"ms4, 0.6", 1.9},    {"ss2, 0.6", 1.9},
    {"ss3, 0.6", 1.9},    {"hope, 0.6", 0.7},  {"Bathe, 0.6", 0.9},  {"msstc3, 0.6", 0.9}, {"msstc4, 0.6", 0.9},
    {"msstc5, 0.6", 0.9}, {"mssth3, 0.", 0.9}, {"mssth4, 0.3", 0.9}, {"mssth5, 0.3", 0.7}, {"DIRK33", 0.9},
    {"DIRK43", 0.9},      {"DIRK54", 0.7},
};

static void test_orders_of_reactions(void **of)
{
    world *world = *of;
    const row exact = end_of(world, pendulum, "ms, 0.6", 1.0 / 8192);
    for (int k = 0; k < ARRAY_LEN(REACTIONS); k++) {
        const row coarse = end_of(world, pendulum, REACTIONS[k].method, 1.0 / 512),
                  fine = end_of(world, pendulum, REACTIONS[k].method, 1.0 / 1024);
        const double error = reaction_error(&fine, &exact), order = log2(reaction_error(&coarse, &exact) / error);
        if (prints_tables())
            printf("reaction, %s: order %.2f, %.1e of %.1e\n", REACTIONS[k].method, order, error,
                   hypot(hypot(exact.y[12], exact.y[13]), exact.y[14]));
        assert_true(order > REACTIONS[k].order);
    }
}

/* No row of the table of methods without an order that is measured with a constraint, here or in accuracy_test.c. */
static void test_every_method_is_measured(void **of)
{
    (void)of;
    for (int i = 0; i < integrator_type_count; i++) {
        bool is_measured = integrator_types[i]->is_collocation; /* accuracy_test.c */
        for (int k = 0; k < ARRAY_LEN(METHODS); k++) {
            char word[64];
            snprintf(word, sizeof word, "%.*s", (int)strcspn(METHODS[k].method, ","), METHODS[k].method);
            is_measured = is_measured || (integrator_type_find(word) == integrator_types[i] && METHODS[k].pendulum > 0);
        }
        if (!is_measured)
            fail_msg("no order of '%s' is measured: add it to METHODS", integrator_types[i]->keyword);
    }
}

/* --- energy ------------------------------------------------------------------------------------------------------- */

/* An undamped swinging point mass on a stiff rod: kinetic, potential, elastic energy. */
static double energy(const row *row)
{
    const double l = sqrt(row->y[0] * row->y[0] + row->y[1] * row->y[1] + row->y[2] * row->y[2]);
    return 0.5 * 2 * (row->yp[0] * row->yp[0] + row->yp[1] * row->yp[1] + row->yp[2] * row->yp[2]) +
           2 * 9.81 * row->y[2] + 0.5 * 200 * (l - 1) * (l - 1);
}

/* Energy lost in ten seconds, and the largest gain on the way. */
static void lost_energy(world *world, const char *method, double *lost, double *gained)
{
    static char words[4096];
    snprintf(
        words, sizeof words,
        "begin: data; problem: initial value; end: data;\n"
        "begin: initial value; final time: 10.; time step: 0.02; tolerance: 1.e-9; max iterations: 100;"
        "derivatives tolerance: 1.e-6; derivatives max iterations: 50; method: %s; end: initial value;\n"
        "begin: control data; structural nodes: 2; rigid bodies: 1; joints: 2; gravity; end: control data;\n"
        "begin: nodes; structural: 2, dynamic displacement, 1., 0., 0., 0., 1., 0.;"
        "structural: 1, static, null, eye, null, null; end: nodes;\n"
        "begin: elements; body: 1, 2, 2.; joint: 1, clamp, 1, node, node;\n"
        "joint: 2, rod, 1, 2, 1., linear elastic, 200.; gravity: uniform, 0., 0., -1., const, 9.81; end: elements;\n",
        method);
    if (!world_run(world, words))
        fail_msg("%s: %s", method, world->said);
    const double first = energy(&world->rows[0]);
    *gained = 0;
    for (int k = 0; k < world->n; k++)
        *gained = fmax(*gained, energy(&world->rows[k]) - first);
    *lost = first - energy(&world->rows[world->n - 1]);
}

/* With a radius of their own. */
static const char *const FAMILIES[] = {"ms",     "ms3",    "ms4",         "hope",   "ss2",
                                       "ss3",    "ss4",    "hybrid, ms2", "msstc3", "msstc4",
                                       "msstc5", "mssth3", "mssth4",      "mssth5", "Bathe"};
static const char *const RADII[] = {"1.", "0.6", "0."};

/* The smaller the radius, the more energy is lost; without dissipation it only wavers. */
static void test_energy(void **of)
{
    world *world = *of;
    if (prints_tables())
        printf("\n| energy lost, J | radius 1 | 0.6 | 0 |\n|---|---|---|---|\n");
    for (int k = 0; k < ARRAY_LEN(FAMILIES); k++) {
        double lost[3], gained[3];
        for (int r = 0; r < 3; r++) {
            char method[64];
            snprintf(method, sizeof method, "%s, %s", FAMILIES[k], RADII[r]);
            lost_energy(world, method, &lost[r], &gained[r]);
        }
        if (prints_tables())
            printf("| `%s` | %.1e | %.1e | %.1e |\n", FAMILIES[k], lost[0], lost[1], lost[2]);
        assert_true(lost[2] > lost[1]);
        assert_true(lost[1] > lost[0]);
        assert_true(fabs(lost[0]) < 2 && gained[0] < 2); /* of about 21 J that are exchanged */
    }
}

/* Without a radius: the order of what they lose is known. */
static void test_energy_without_radius(void **of)
{
    world *world = *of;
    static const char *const METHODS_ALONE[] = {"implicit euler", "bdf",    "crank nicolson",
                                                "DIRK33",         "DIRK43", "DIRK54"};
    double last = HUGE_VAL;
    for (int k = 0; k < ARRAY_LEN(METHODS_ALONE); k++) {
        double lost, gained;
        lost_energy(world, METHODS_ALONE[k], &lost, &gained);
        if (prints_tables())
            printf("| `%s` | %.1e | | |\n", METHODS_ALONE[k], lost);
        if (k < 3)
            assert_true(lost < last);
        last = lost;
    }
    double lost, gained;
    lost_energy(world, "implicit euler", &lost, &gained);
    assert_true(lost > 5 && gained < 1e-9);
}

/* A top of 15 kg spins at 150 rad/s, its centre of mass x 1 m from the fixed tip. The energy follows from the momenta,
 * since x is its axis. */
static double top_energy(const row *row)
{
    const double *x = row->y, *beta = row->y + 6, *gamma = row->y + 9;
    double momentum = 0, spin = 0, moment = 0;
    for (int i = 0; i < 3; i++) {
        momentum += beta[i] * beta[i];
        spin += gamma[i] * x[i];
        moment += gamma[i] * gamma[i];
    }
    return momentum / (2 * 15) + spin * spin / (2 * 0.46875) + (moment - spin * spin) / (2 * 0.234375) +
           15 * 9.81 * x[2];
}

static double top_gain(world *world, const char *method, double h)
{
    static char words[2048];
    snprintf(
        words, sizeof words,
        "begin: data; problem: initial value; end: data;\nbegin: initial value; final time: 2.; time step: %.17g;"
        "method: %s; tolerance: 1.e-9; max iterations: 20; derivatives coefficient: consistent; end: initial value;\n"
        "begin: control data; structural nodes: 1; rigid bodies: 1; joints: 1; gravity; end: control data;\n"
        "begin: nodes; structural: 1, dynamic, 0., 1., 0., eye, 4.61538, 0., 0., 0., 150., -4.61538; end: nodes;\n"
        "begin: elements; body: 1, 1, 15., null, diag, 0.234375, 0.46875, 0.234375;\n"
        "joint: 1, spherical pin, 1, position, 0., -1., 0., null;\n"
        "gravity: uniform, 0., 0., -1., const, 9.81; end: elements;\n",
        h, method);
    if (!world_run(world, words))
        fail_msg("%s: %s", method, world->said);
    return top_energy(&world->rows[world->n - 1]) / top_energy(&world->rows[0]) - 1;
}

/* The energy of a fast rotation changes with the third power of the step, and with a higher one by DIRK54; radau hardly
 * changes it. */
static void test_energy_of_a_heavy_top(void **of)
{
    const double gain = top_gain(*of, "ms, 0.6", 1e-3), half = top_gain(*of, "ms, 0.6", 5e-4);
    const double fine = top_gain(*of, "DIRK54", 1e-3), finest = top_gain(*of, "radau", 1e-3);
    if (prints_tables())
        printf("heavy top: ms, 0.6 %.2e, half the step %.2e, DIRK54 %.2e, radau %.2e\n", gain, half, fine, finest);
    assert_true(gain < -5e-5 && gain > -1e-4);
    assert_true(gain / half > 6 && gain / half < 9);
    assert_true(fabs(fine) < 1e-5);
    assert_true(fabs(finest) < 2e-8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_every_method_is_measured), TEST(test_orders), TEST(test_orders_with_a_changing_step),
        TEST(test_orders_of_reactions),      TEST(test_energy), TEST(test_energy_without_radius),
        TEST(test_energy_of_a_heavy_top)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
