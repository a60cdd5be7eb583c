/* accuracy_test.c - the method radau, and steps whose length follows from the accuracy that is asked for.
 *
 *     pendulum   a body on a hinge from the horizontal: I a'' = m g l cos a, integrated here by the classical method of
 *                Runge; its reaction along the arm is m (l a'^2 + g sin a)
 *     top        a free body whose three moments of inertia differ: Euler's equations and R' = w x R, integrated here
 *
 * What is asked of them: fifth order of positions, rotations, velocities and reactions; errors that follow the
 * tolerance; rows at the times of the deck; constraints that do not drift. */
#include "unit/problem/run_world.h"
#include "base/array.h"
#include <stdlib.h>

/* --- a pendulum --------------------------------------------------------------------------------------------------- */

enum { MASS = 2 };
static const double INERTIA = 0.2, GRAVITY = 9.81;

typedef struct {
    double angle, rate;
} swing;

static swing swing_rate(swing at) { return (swing){at.rate, MASS * GRAVITY / (INERTIA + MASS) * cos(at.angle)}; }

static swing swing_step(swing at, swing rate, double h)
{
    return (swing){at.angle + h * rate.angle, at.rate + h * rate.rate};
}

static swing swing_at(double t)
{
    const int n = 4000;
    const double h = t / n;
    swing at = {0};
    for (int i = 0; i < n; i++) {
        const swing a = swing_rate(at), b = swing_rate(swing_step(at, a, h / 2)),
                    c = swing_rate(swing_step(at, b, h / 2)), d = swing_rate(swing_step(at, c, h));
        at.angle += h / 6 * (a.angle + 2 * b.angle + 2 * c.angle + d.angle);
        at.rate += h / 6 * (a.rate + 2 * b.rate + 2 * c.rate + d.rate);
    }
    return at;
}

static bool pendulum(world *world, const char *cards)
{
    static char words[4096];
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data;\n"
             "begin: initial value; tolerance: 1.e-11; max iterations: 60; derivatives tolerance: 1.e-3;"
             "derivatives max iterations: 20; derivatives coefficient: consistent; %s end: initial value;\n"
             "begin: control data; structural nodes: 1; rigid bodies: 1; joints: 1; gravity; end: control data;\n"
             "begin: nodes; structural: 1, dynamic, 1., 0., 0., eye, null, null; end: nodes;\n"
             "begin: elements; body: 1, 1, 2., null, diag, 0.1, 0.2, 0.3;\n"
             "joint: 1, revolute pin, 1, position, -1., 0., 0., hinge, 1, 1., 0., 0., 3, 0., 1., 0., position, null,"
             "hinge, 1, 1., 0., 0., 3, 0., 1., 0.;\n"
             "gravity: uniform, 0., 0., -1., const, 9.81; end: elements;\n",
             cards);
    return world_run(world, words);
}

static double position_error(const row *row)
{
    const swing exact = swing_at(row->t);
    return hypot(row->y[0] - cos(exact.angle), row->y[2] + sin(exact.angle));
}

static double velocity_error(const row *row)
{
    const swing exact = swing_at(row->t);
    return hypot(row->yp[0] + exact.rate * sin(exact.angle), row->yp[2] + exact.rate * cos(exact.angle));
}

/* The force of the hinge on the body: m a - m g. */
static double reaction_error(const row *row)
{
    enum { FORCE = 12 };
    const swing exact = swing_at(row->t), rate = swing_rate(exact);
    const double s = sin(exact.angle), c = cos(exact.angle), x = MASS * (-rate.rate * s - exact.rate * exact.rate * c),
                 z = MASS * (-rate.rate * c + exact.rate * exact.rate * s + GRAVITY);
    return fmin(hypot(row->y[FORCE] - x, row->y[FORCE + 2] - z), hypot(row->y[FORCE] + x, row->y[FORCE + 2] + z));
}

static const row *last_row(const world *world) { return &world->rows[world->n - 1]; }

static row swing_by(world *world, double h)
{
    char cards[128];
    snprintf(cards, sizeof cards, "time step: %.17g; final time: 1.; method: radau;", h);
    if (!pendulum(world, cards))
        fail_msg("%s", world->said);
    assert_near(last_row(world)->t, 1, 1e-12);
    return *last_row(world);
}

static void radau_on_a_pendulum_is_of_fifth_order(void **of)
{
    const row coarse = swing_by(*of, 1.0 / 16), fine = swing_by(*of, 1.0 / 32);
    if (getenv("TORSOR_TABLES"))
        printf("radau: position %.1e %.2f, velocity %.1e %.2f, reaction %.1e %.2f\n", position_error(&coarse),
               log2(position_error(&coarse) / position_error(&fine)), velocity_error(&coarse),
               log2(velocity_error(&coarse) / velocity_error(&fine)), reaction_error(&coarse),
               log2(reaction_error(&coarse) / reaction_error(&fine)));
    assert_true(position_error(&coarse) < 1e-5);
    assert_true(log2(position_error(&coarse) / position_error(&fine)) > 4.5);
    assert_true(log2(velocity_error(&coarse) / velocity_error(&fine)) > 4.5);
    assert_true(log2(reaction_error(&coarse) / reaction_error(&fine)) > 4.3);
}

/* --- a free body -------------------------------------------------------------------------------------------------- */

static const double MOMENTS[3] = {0.1, 0.2, 0.3};

/* w in the axes of the body, R by columns: R' = R (w x). */
typedef struct {
    double w[3], R[3][3];
} attitude;

static attitude attitude_rate(const attitude *at)
{
    attitude rate;
    const double *w = at->w;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        rate.w[i] = (MOMENTS[j] - MOMENTS[k]) / MOMENTS[i] * w[j] * w[k];
        for (int r = 0; r < 3; r++)
            rate.R[r][i] = at->R[r][j] * w[k] - at->R[r][k] * w[j];
    }
    return rate;
}

static attitude attitude_step(const attitude *at, const attitude *rate, double h)
{
    attitude to;
    for (int i = 0; i < 3; i++) {
        to.w[i] = at->w[i] + h * rate->w[i];
        for (int j = 0; j < 3; j++)
            to.R[i][j] = at->R[i][j] + h * rate->R[i][j];
    }
    return to;
}

static attitude tumbled(double t)
{
    const int n = 20000;
    const double h = t / n;
    attitude at = {.w = {1, 6, -2}, .R = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int i = 0; i < n; i++) {
        const attitude a = attitude_rate(&at), at_b = attitude_step(&at, &a, h / 2), b = attitude_rate(&at_b),
                       at_c = attitude_step(&at, &b, h / 2), c = attitude_rate(&at_c), at_d = attitude_step(&at, &c, h),
                       d = attitude_rate(&at_d);
        at = attitude_step(&at, &a, h / 6);
        at = attitude_step(&at, &b, h / 3);
        at = attitude_step(&at, &c, h / 3);
        at = attitude_step(&at, &d, h / 6);
    }
    return at;
}

/* The centre of mass rests at o, and the node is at o - R o. */
static double tumbling_error(world *world, const char *cards)
{
    static const double OFFSET[3] = {0.3, 0.2, 0.1};
    static char words[4096];
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data;\n"
             "begin: initial value; final time: 1.; tolerance: 1.e-11; max iterations: 60;"
             "derivatives tolerance: 1.e-3; derivatives max iterations: 20; %s end: initial value;\n"
             "begin: control data; structural nodes: 1; rigid bodies: 1; end: control data;\n"
             "begin: nodes; structural: 1, dynamic, null, eye, -1., 0.7, 1.6, 1., 6., -2.; end: nodes;\n"
             "begin: elements; body: 1, 1, 2., 0.3, 0.2, 0.1, diag, 0.1, 0.2, 0.3; end: elements;\n",
             cards);
    if (!world_run(world, words))
        fail_msg("%s", world->said);
    const attitude exact = tumbled(last_row(world)->t);
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double x = OFFSET[i] - last_row(world)->y[i];
        for (int j = 0; j < 3; j++)
            x -= exact.R[i][j] * OFFSET[j];
        sum += x * x;
    }
    return sqrt(sum);
}

static void radau_on_a_tumbling_body_is_of_fifth_order(void **of)
{
    const double coarse = tumbling_error(*of, "method: radau; time step: 0.0625;"),
                 fine = tumbling_error(*of, "method: radau; time step: 0.03125;");
    assert_true(coarse < 1e-3);
    assert_true(log2(coarse / fine) > 4.5);
    assert_true(tumbling_error(*of, "strategy: error, 1.e-8; time step: 0.25;") < 1e-7);
}

/* --- accuracy ----------------------------------------------------------------------------------------------------- */

static double worst_error(const world *world)
{
    double worst = 0;
    for (int i = 0; i < world->n; i++)
        worst = fmax(worst, position_error(&world->rows[i]));
    return worst;
}

static void swing_within(world *world, const char *method, double tolerance)
{
    char cards[160];
    snprintf(cards, sizeof cards, "time step: 0.03125; final time: 2.; strategy: error, %g; %s", tolerance, method);
    if (!pendulum(world, cards))
        fail_msg("%s: %s", method, world->said);
}

/* Rows between steps are interpolated, and as accurate as the steps. */
static void error_of_radau_follows_the_tolerance(void **of)
{
    world *world = *of;
    for (double tolerance = 1e-3; tolerance > 1e-10; tolerance /= 10) {
        swing_within(world, "", tolerance);
        if (getenv("TORSOR_TABLES"))
            printf("radau %g: error %.2e, %d steps\n", tolerance, worst_error(world), world->sum.steps);
        assert_true(worst_error(world) < 8 * tolerance);
        assert_true(worst_error(world) > 1e-3 * tolerance);
        assert_int_equal(world->n, 65);
        for (int i = 0; i < world->n; i++) {
            assert_near(world->rows[i].t, i / 32.0, 1e-12);
            assert_int_equal(world->rows[i].step, i);
        }
    }
}

static void error_of_one_stage_follows_the_tolerance(void **of)
{
    world *world = *of;
    static const char *const METHODS[] = {"method: ms, 0.6;", "method: bdf;", "method: hope, 0.6;"};
    for (int k = 0; k < ARRAY_LEN(METHODS); k++) {
        double last = HUGE_VAL;
        for (double tolerance = 1e-4; tolerance > 2e-8; tolerance /= 10) {
            swing_within(world, METHODS[k], tolerance);
            const double error = worst_error(world);
            if (getenv("TORSOR_TABLES"))
                printf("%s %g: error %.2e, %d steps\n", METHODS[k], tolerance, error, world->sum.steps);
            assert_true(error < 2000 * tolerance && error < 0.35 * last); /* tolerance^(2/3) */
            assert_int_equal(world->n, 65);
            last = error;
        }
    }
}

static void error_of_several_stages_follows_the_tolerance(void **of)
{
    world *world = *of;
    static const char *const METHODS[] = {"method: DIRK33;",      "method: DIRK43;",      "method: DIRK54;",
                                          "method: Bathe, 0.6;",  "method: msstc3, 0.6;", "method: msstc4, 0.6;",
                                          "method: msstc5, 0.6;", "method: msstc3, 0.;"};
    for (int k = 0; k < ARRAY_LEN(METHODS); k++) {
        double last = HUGE_VAL;
        for (double tolerance = 1e-4; tolerance > 2e-7; tolerance /= 10) {
            swing_within(world, METHODS[k], tolerance);
            const double error = worst_error(world);
            if (getenv("TORSOR_TABLES"))
                printf("%s %g: error %.2e, %d steps\n", METHODS[k], tolerance, error, world->sum.steps);
            assert_true(error < 2000 * tolerance && error < 0.4 * last); /* tolerance^(2/3) */
            assert_int_equal(world->n, 65);
            last = error;
        }
    }
}

static void rows_do_not_change_the_steps(void **of)
{
    world *world = *of;
    assert_true(pendulum(world, "time step: 0.5; final time: 2.; strategy: error, 1.e-6;"));
    const row few = *last_row(world);
    const int steps = world->sum.steps;
    assert_true(pendulum(world, "time step: 0.001; final time: 2.; strategy: error, 1.e-6;"));
    assert_int_equal(world->n, 2001);
    assert_true(abs(world->sum.steps - steps) <= 3);
    assert_near(few.y[0], last_row(world)->y[0], 5e-6);
}

/* A mass of 2 kg under a force that begins at 0.317 s: steps end at the corner, and polynomials are exact. */
static void pushed(world *world, const char *force)
{
    static char words[2048];
    snprintf(
        words, sizeof words,
        "begin: data; problem: initial value; end: data;\n"
        "begin: initial value; time step: 0.05; final time: 1.; strategy: error, 1.e-8; derivatives tolerance: 1.e-3;"
        "derivatives max iterations: 20; end: initial value;\n"
        "begin: control data; structural nodes: 1; rigid bodies: 1; forces: 1; end: control data;\n"
        "begin: nodes; structural: 1, dynamic displacement, null, null; end: nodes;\n"
        "begin: elements; body: 1, 1, 2.; force: 1, absolute displacement, 1, 1., 0., 0., %s; end: elements;\n",
        force);
    if (!world_run(world, words))
        fail_msg("%s", world->said);
    assert_int_equal(world->n, 21);
}

static void steps_end_at_corners_of_drives(void **of)
{
    world *world = *of;
    pushed(world, "step, 0.317, 10., 0.");
    for (int i = 0; i < world->n; i++) {
        const double s = fmax(world->rows[i].t - 0.317, 0);
        assert_near(world->rows[i].y[0], 10 / 2.0 * s * s / 2, 1e-9);
    }
    assert_true(world->sum.steps < 25);
    pushed(world, "ramp, 12., 0.317, 0.617, 0.");
    for (int i = 0; i < world->n; i++) {
        const double s = fmax(world->rows[i].t - 0.317, 0), late = fmax(world->rows[i].t - 0.617, 0);
        assert_near(world->rows[i].y[0], 12 / 2.0 * (s * s * s - late * late * late) / 6, 1e-9);
    }
    assert_true(world->sum.steps < 30);
}

static void limits_of_the_step_are_kept(void **of)
{
    world *world = *of;
    assert_true(
        pendulum(world, "time step: 0.5; final time: 2.; max time step: 0.01; strategy: error, 1.e-3; method: radau;"));
    assert_true(world->sum.steps >= 200);
}

/* Positions and velocities stay on the constraints. */
static void constraints_do_not_drift(void **of)
{
    world *world = *of;
    assert_true(pendulum(world, "time step: 1.; final time: 400.; strategy: error, 1.e-4;"));
    assert_true(world->sum.steps > 4000);
    for (int i = 0; i < world->n; i++) {
        const double *x = world->rows[i].y, *v = world->rows[i].yp;
        assert_near(hypot(x[0], x[2]), 1, 3e-5);
        assert_near(x[0] * v[0] + x[2] * v[2], 0, 2e-3); /* between steps */
    }
}

static void bad_accuracy_is_refused(void **of)
{
    world *world = *of;
    assert_false(pendulum(world, "time step: 0.1; final time: 1.; strategy: error, 1.;"));
    assert_non_null(strstr(world->said, "E0546"));
    assert_false(pendulum(world, "time step: 0.1; final time: 1.; strategy: error, 1.e-15;"));
    assert_non_null(strstr(world->said, "E0546"));
    assert_false(pendulum(world, "time step: 0.1; final time: 1.; method: mssth3, 0.3; strategy: error, 1.e-4;"));
    assert_non_null(strstr(world->said, "E0547"));
    assert_false(pendulum(world, "time step: 0.1; final time: 1.; method: ms, 1.; strategy: error, 1.e-4;"));
    assert_non_null(strstr(world->said, "E0548"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(radau_on_a_pendulum_is_of_fifth_order),
                                       TEST(radau_on_a_tumbling_body_is_of_fifth_order),
                                       TEST(error_of_radau_follows_the_tolerance),
                                       TEST(error_of_one_stage_follows_the_tolerance),
                                       TEST(error_of_several_stages_follows_the_tolerance),
                                       TEST(rows_do_not_change_the_steps),
                                       TEST(steps_end_at_corners_of_drives),
                                       TEST(limits_of_the_step_are_kept),
                                       TEST(constraints_do_not_drift),
                                       TEST(bad_accuracy_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
