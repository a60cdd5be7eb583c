/* events_test.c - instants at which equations change, under `strategy: error`, in closed form.
 *
 *     ball       falls on a plane and bounces: parabolas; the speed after an impact is e times that before it
 *     slide      a body slides on a plane until it rests: s = v t - mu g t^2 / 2, at most v^2 / (2 mu g)
 *     stop       a body runs into a spring that a bistop switches: x = (v/w) sin(w s) while it presses
 *     switch     a force that a bistop drive switches on and off
 *     periodic   a force that repeats steps
 *     file       a force whose rows are in a file */
#include "unit/problem/run_world.h"
#include "base/array.h"
#include <stdlib.h>

static const double GRAVITY = 9.81, RADIUS = 0.05;

/* --- a mass and planes -------------------------------------------------------------------------------------------- */

typedef struct {
    double height, speed, restitution, friction, until;
} flight;

static void fly(world *world, const flight *with, const char *cards)
{
    static char words[4096];
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data;\n"
             "begin: initial value; time step: 0.0625; final time: %g; tolerance: 1.e-9; max iterations: 50;"
             "derivatives tolerance: 1.e-4; derivatives max iterations: 30; %s\n"
             "end: initial value;\n"
             "begin: control data; structural nodes: 2; rigid bodies: 1; joints: 2; loadable elements: 1; gravity;"
             "end: control data;\n"
             "begin: nodes; structural: 2, dynamic, 0., 0., %.17g, eye, %g, 0., 0., null;"
             "structural: 1, static, null, eye, null, null; end: nodes;\n"
             "begin: elements; joint: 1, clamp, 1, node, node; body: 2, 2, 1.e-9, null, diag, 0.01, 0.01, 0.01;"
             "gravity: uniform, 0., 0., -1., const, 9.81;"
             "joint: 2, total joint, 1, 2, orientation constraint, active, active, active, null;"
             "user defined: 10, nonsmooth node, 2, mass, 1., radius, 0.05, planes, 1, 1, position, null,"
             "rotation orientation, eye, restitution, %g, friction coefficient, %g; end: elements;\n",
             with->until, cards, with->height + RADIUS, with->speed, with->restitution, with->friction);
    if (!world_run(world, words))
        fail_msg("%s", world->said);
}

/* Height of the ball above its contact with the plane. */
static double bounced(const flight *with, double t)
{
    double impact = sqrt(2 * with->height / GRAVITY), up = with->restitution * GRAVITY * impact;
    if (t < impact)
        return with->height - GRAVITY * t * t / 2;
    while (impact + 2 * up / GRAVITY < t)
        impact += 2 * up / GRAVITY, up *= with->restitution;
    return up * (t - impact) - GRAVITY * (t - impact) * (t - impact) / 2;
}

static const char *const METHODS[] = {"method: radau;", "method: ms, 0.6;"};

static void ball_bounces_at_the_right_times(void **of)
{
    world *world = *of;
    const flight ball = {.height = 1, .restitution = 0.8, .until = 2};
    for (int k = 0; k < ARRAY_LEN(METHODS); k++)
        for (double tolerance = 1e-3; tolerance > 1e-8; tolerance /= 100) {
            char cards[128];
            double worst = 0;
            snprintf(cards, sizeof cards, "%s strategy: error, %g;", METHODS[k], tolerance);
            fly(world, &ball, cards);
            for (int i = 0; i < world->n; i++)
                worst = fmax(worst, fabs(world->rows[i].y[2] - RADIUS - bounced(&ball, world->rows[i].t)));
            if (getenv("TORSOR_TABLES"))
                printf("ball, %s %g: error %.1e, %d steps\n", METHODS[k], tolerance, worst, world->sum.steps);
            assert_true(worst < (k == 0 ? 10 : 300) * tolerance);
        }
}

static void body_slides_until_it_rests(void **of)
{
    world *world = *of;
    const flight body = {.speed = 2, .friction = 0.3, .until = 1};
    const double end = body.speed / (body.friction * GRAVITY);
    for (int k = 1; k < ARRAY_LEN(METHODS); k++)
        for (double tolerance = 1e-3; tolerance > 1e-8; tolerance /= 100) {
            char cards[128];
            double worst = 0;
            snprintf(cards, sizeof cards, "%s strategy: error, %g;", METHODS[k], tolerance);
            fly(world, &body, cards);
            for (int i = 0; i < world->n; i++) {
                const double t = fmin(world->rows[i].t, end);
                worst = fmax(worst, fabs(world->rows[i].y[0] - body.speed * t + body.friction * GRAVITY * t * t / 2));
            }
            if (getenv("TORSOR_TABLES"))
                printf("slide, %s %g: error %.1e, %d steps\n", METHODS[k], tolerance, worst, world->sum.steps);
            assert_true(worst < 300 * tolerance);
        }
}

/* --- a mass of 2 kg and forces along x ---------------------------------------------------------------------------- */

enum { MASS = 2 };

typedef struct {
    const char *counts, *drivers, *element;
    double speed;
    double (*exact)(double t);
} push;

static double error_of(world *world, const push *push, const char *method, double tolerance)
{
    static char words[4096];
    double worst = 0;
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data;\n"
             "begin: initial value; time step: 0.05; final time: 2.; %s strategy: error, %g; tolerance: 1.e-9;"
             "max iterations: 20; derivatives tolerance: 1.e-3; derivatives max iterations: 20; end: initial value;\n"
             "begin: control data; structural nodes: 1; rigid bodies: 1; %s end: control data;\n"
             "begin: nodes; structural: 1, dynamic displacement, null, %g, 0., 0.; end: nodes;\n%s"
             "begin: elements; body: 1, 1, 2.; %s end: elements;\n",
             method, tolerance, push->counts, push->speed, push->drivers, push->element);
    if (!world_run(world, words))
        fail_msg("%s", world->said);
    assert_int_equal(world->n, 41);
    for (int i = 0; i < world->n; i++)
        worst = fmax(worst, fabs(world->rows[i].y[0] - push->exact(world->rows[i].t)));
    if (getenv("TORSOR_TABLES"))
        printf("%.20s, %s %g: error %.1e, %d steps\n", push->element, method, tolerance, worst, world->sum.steps);
    return worst;
}

static void check_push(world *world, const push *push)
{
    for (double tolerance = 1e-3; tolerance > 1e-8; tolerance /= 100) {
        assert_true(error_of(world, push, "method: radau;", tolerance) < 10 * tolerance);
        assert_true(world->sum.steps < 80);
        assert_true(error_of(world, push, "method: ms, 0.6;", tolerance) < 300 * tolerance);
    }
}

static double stopped(double t)
{
    static const double w = 20, CLOSES = 0.5; /* sqrt(k/m) */
    const double opens = CLOSES + M_PI / w;
    return t < CLOSES ? t : t < opens ? 0.5 + sin(w * (t - CLOSES)) / w : 0.5 - (t - opens);
}

static void body_runs_into_a_stop(void **of)
{
    const push stop = {.counts = "genels: 1;",
                       .drivers = "",
                       .element = "genel: 1, spring support, 1, structural, 1, algebraic, linear elastic bistop, 800.,"
                                  "node, 1, structural, string, \"X[1]\", string, \"step(Var - 0.5)\","
                                  "node, 1, structural, string, \"X[1]\", string, \"step(0.5 - Var)\";",
                       .speed = 1,
                       .exact = stopped};
    for (double tolerance = 1e-3; tolerance > 1e-8; tolerance /= 100)
        assert_true(error_of(*of, &stop, "method: radau;", tolerance) < 10 * tolerance);
}

/* Position under a force of 10 N from a to b. */
static double pulse(double t, double a, double b)
{
    const double s = fmax(t - a, 0), late = fmax(t - b, 0);
    return 10.0 / MASS * (s * s - late * late) / 2;
}

static double switched(double t) { return pulse(t, 0.317, 0.871); }

static void force_is_switched_at_the_right_times(void **of)
{
    const push bistop = {.counts = "forces: 1;",
                         .drivers = "",
                         .element = "force: 1, absolute displacement, 1, 1., 0., 0., mult, const, 10., bistop,"
                                    "string, \"step(Time - 0.317)*step(0.6 - Time)\","
                                    "string, \"step(Time - 0.871)\";",
                         .exact = switched};
    check_push(*of, &bistop);
}

static double repeated(double t)
{
    double x = 0;
    for (int k = 0; k < 4; k++)
        x += pulse(t, 0.21 + 0.5 * k, 0.43 + 0.5 * k);
    return x;
}

static void periods_of_drives_are_corners(void **of)
{
    const push periodic = {.counts = "forces: 1;",
                           .drivers = "",
                           .element = "force: 1, absolute displacement, 1, 1., 0., 0., periodic, 0.1, 0.5, double step,"
                                      "0.11, 0.33, 10., 0.;",
                           .exact = repeated};
    check_push(*of, &periodic);
    assert_true(error_of(*of, &periodic, "method: radau;", 1e-6) < 1e-9);
}

static const double TIMES[] = {0, 0.31, 0.73, 1.12, 2.5}, FORCES[] = {0, 12, -6, 6, 0};

static double filed(double t)
{
    double x = 0, rise = 0;
    for (int i = 0; i + 1 < ARRAY_LEN(TIMES); i++) {
        const double next = (FORCES[i + 1] - FORCES[i]) / (TIMES[i + 1] - TIMES[i]), s = fmax(t - TIMES[i], 0);
        x += (next - rise) * s * s * s / 6 / MASS;
        rise = next;
    }
    return x;
}

static void rows_of_files_are_corners(void **of)
{
    FILE *file = fopen("events_test.dat", "w");
    assert_non_null(file);
    for (int i = 0; i < ARRAY_LEN(TIMES); i++)
        fprintf(file, "%.17g %.17g\n", TIMES[i], FORCES[i]);
    fclose(file);
    const push data = {.counts = "forces: 1; file drivers: 1;",
                       .drivers = "begin: drivers; file: 1, variable step, 1, \"events_test.dat\"; end: drivers;\n",
                       .element = "force: 1, absolute displacement, 1, 1., 0., 0., file, 1, 1;",
                       .exact = filed};
    check_push(*of, &data);
    assert_true(error_of(*of, &data, "method: radau;", 1e-6) < 1e-9);
    remove("events_test.dat");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ball_bounces_at_the_right_times), TEST(body_slides_until_it_rests),
        TEST(body_runs_into_a_stop),           TEST(force_is_switched_at_the_right_times),
        TEST(periods_of_drives_are_corners),   TEST(rows_of_files_are_corners)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
