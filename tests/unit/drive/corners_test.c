/* corners_test.c - drives at the very times where their formulas change, drives between nodes, and drives that choose.
 *
 * A value at a corner is that of the formula whose interval includes it; at a kink the derivative is the mean of both
 * sides. */
#include "unit/drive/drive_world.h"
#include "base/array.h"
#include "drive/sequence.h"
#include "math/rotation.h"
#include <stdlib.h>
#include <unistd.h>

static world *ready(void **of, const char *cards)
{
    world *world = world_read(of, cards);
    assert_said_nothing(of);
    assert_true(world_freeze(of));
    return world;
}

typedef struct {
    double t, value, derivative;
} point;

static void check(world *world, unsigned label, const point *at, int n)
{
    for (int i = 0; i < n; i++) {
        assert_near(world_value(world, label, at[i].t), at[i].value);
        assert_near(world_derivative(world, label, at[i].t), at[i].derivative);
    }
}
#define CHECK(w, label, ...)                                \
    do {                                                    \
        static const point AT[] = {__VA_ARGS__};            \
        check(w, label, AT, (int)(sizeof AT / sizeof *AT)); \
    } while (0)

/* The slot `corner` names the times at which value or derivative jump, one after the other. */
static void check_corners(world *world, unsigned label, const double *wanted, int n)
{
    const drive *drive = world_drive(world, label);
    assert_non_null(drive->type->corner);
    double x = -1;
    for (int i = 0; i < n; i++) {
        x = drive->type->corner(drive, x);
        assert_near(x, wanted[i]);
    }
    assert_true(drive->type->corner(drive, x) == HUGE_VAL);
}
#define CHECK_CORNERS(w, label, ...)                                            \
    do {                                                                        \
        static const double WANTED[] = {__VA_ARGS__};                           \
        check_corners(w, label, WANTED, (int)(sizeof WANTED / sizeof *WANTED)); \
    } while (0)

static void corners_are_announced(void **of)
{
    world *world =
        ready(of, "drive caller: 1, ramp, 2., 0.5, 1.5, 1.; drive caller: 2, step, 0.7, 1., 0.;"
                  "drive caller: 3, double ramp, 2., 0.5, 1., -3., 1.5, 2., 0.5;"
                  "drive caller: 4, double step, 0.25, 0.75, 1., 0.;"
                  "drive caller: 5, piecewise linear, 4, 0., 1., 0.5, 2., 0.6, 2., 2., 0.;"
                  "drive caller: 6, sine, 0.5, pi, 1., one, 0.; drive caller: 7, cosine, 0.5, pi, 1., forever, 0.;"
                  "drive caller: 8, exponential, 1., 2., 0.4, 0.;");
    CHECK_CORNERS(world, 1, 0.5, 1.5);
    CHECK_CORNERS(world, 2, 0.7);
    CHECK_CORNERS(world, 3, 0.5, 1, 1.5, 2);
    CHECK_CORNERS(world, 4, 0.25, 0.75);
    CHECK_CORNERS(world, 5, 0, 0.5, 0.6, 2);
    CHECK_CORNERS(world, 6, 0.5, 1.5);
    CHECK_CORNERS(world, 7, 0.5);
    CHECK_CORNERS(world, 8, 0.4);
}

static void ramps(void **of)
{
    world *world = ready(of, "drive caller: 1, ramp, 2., 0.5, 1.5, 1.; drive caller: 2, ramp, 2., 0.5, forever, 1.;"
                             "drive caller: 3, double ramp, 2., 0.5, 1., -3., 1.5, 2., 0.5;"
                             "drive caller: 4, double ramp, 2., 0.5, 1., -3., 1., forever, 0.5;"
                             "drive caller: 5, piecewise linear, 3, 0., 1., 2., 5., 3., 4.;");
    CHECK(world, 1, {0.5, 1.0, 1.0}, {1.5, 3.0, 1.0});
    CHECK(world, 2, {0.5, 1.0, 1.0}, {100.5, 201.0, 2.0});
    CHECK(world, 3, {0.5, 0.5, 1.0}, {1.0, 1.5, 1.0}, {1.5, 1.5, -1.5}, {2.0, 0.0, -1.5});
    CHECK(world, 4, {1.25, 0.75, -3.0}, {9.0, -22.5, -3.0});
    CHECK(world, 5, {0.0, 1.0, 1.0}, {2.0, 5.0, 0.5}, {3.0, 4.0, -0.5});
}

static void steps(void **of)
{
    world *world = ready(of, "drive caller: 1, step, 0.5, 3., 1.; drive caller: 2, double step, 0.5, 1.5, 3., 1.;"
                             "drive caller: 3, multi step, 3, 0.5, 2., 1., 3., 1.5, 4.; drive caller: 4, dummy, 7.;"
                             "drive caller: 5, step5, 0.5, 2., 1., 6.; drive caller: 6, smooth step, 0.5, 1., 2., 6.;");
    CHECK(world, 1, {0.5, 2.0, 0.0}, {0.6, 4.0, 0.0});
    CHECK(world, 2, {0.5, 2.0, 0.0}, {1.5, 2.0, 0.0}, {1.0, 4.0, 0.0});
    CHECK(world, 3, {0.2, 2.0, 0.0}, {0.5, 2.0, 0.0}, {0.9, 2.0, 0.0}, {1.0, 3.0, 0.0}, {1.5, 4.0, 0.0},
          {9.0, 4.0, 0.0});
    CHECK(world, 4, {0.2, 7.0, 0.0});
    /* u = 1/4: 10 u^3 - 15 u^4 + 6 u^5 = 106/1024, and 30 u^2 (1 - u)^2 = 270/256 */
    for (unsigned label = 5; label <= 6; label++)
        CHECK(world, label, {0.2, 2.0, 0.0}, {0.5, 2.0, 0.0}, {0.625, 2.0 + 4.0 * 106 / 1024, 8.0 * 270 / 256},
              {1.0, 6.0, 0.0}, {1.2, 6.0, 0.0});
}

static void waves(void **of)
{
    world *world =
        ready(of, "drive caller: 1, sine, 1., 2.*pi, 3., 1, 0.5; drive caller: 2, cosine, 1., 2.*pi, 3., -1, 0.5;"
                  "drive caller: 3, fourier series, 0.25, 2.*pi, 1, 3., 0.5, -0.3, 2, 0.4;"
                  "drive caller: 4, frequency sweep, 0.25, const, 2., const, 1., 0.4, 1.25, -0.8;"
                  "drive caller: 5, exponential, 10., 0.2, 0.5, 1.;"
                  "drive caller: 6, periodic, 0.25, 0.5, linear, 1., 3.;");
    const double pi = 3.14159265358979323846;
    assert_near(world_derivative(world, 1, 1.0), 3.0 * pi), assert_near(world_value(world, 1, 1.0), 0.5);
    assert_near(world_derivative(world, 1, 1.5), -3.0 * pi), assert_near(world_value(world, 1, 1.5), 0.5);
    CHECK(world, 2, {1.0, 0.5, 0.0}, {1.5, 6.5, 0.0}, {1.7, 6.5, 0.0});
    assert_near(world_value(world, 3, 0.25), 0.4 + 1.5 + 0.5), assert_near(world_derivative(world, 3, 0.25), -0.6 * pi);
    assert_near(world_value(world, 3, 2.0), 0.4 + 1.5 + 0.3), assert_near(world_value(world, 3, 2.25), 0.4);
    assert_near(world_derivative(world, 3, 2.25), 0.0);
    CHECK(world, 4, {0.25, 0.4, 1.0});
    assert_near(world_value(world, 4, 1.25), -0.8), assert_near(world_derivative(world, 4, 1.25), cos(2.0));
    CHECK(world, 5, {0.5, 1.0, 25.0}, {0.49, 1.0, 0.0});
    CHECK(world, 6, {0.25, 1.0, 3.0}, {0.75, 1.0, 3.0}, {1.0, 1.75, 3.0});
}

/* Of equal ones it is the first that counts. */
static void drives_that_choose(void **of)
{
    world *world = ready(of, "drive caller: 1, min, 3, linear, 0., 1., linear, 2., -1., const, 5.;"
                             "drive caller: 2, max, 3, linear, 0., 1., linear, 2., -1., const, -5.;"
                             "drive caller: 3, switch, time, floor, 2, linear, 1., 2., linear, 3., 4.;"
                             "drive caller: 4, switch, time, ceil, 3, linear, 1., 2., linear, 3., 4., const, 5.;"
                             "drive caller: 5, switch, time, nearest, 2, linear, 1., 2., linear, 3., 4.;");
    CHECK(world, 1, {0.5, 0.5, 1.0}, {1.0, 1.0, 1.0}, {1.5, 0.5, -1.0}, {-7.0, -7.0, 1.0});
    CHECK(world, 2, {0.5, 1.5, -1.0}, {1.0, 1.0, 1.0}, {1.5, 1.5, 1.0});
    CHECK(world, 3, {0.0, 1.0, 2.0}, {0.5, 2.0, 2.0}, {1.0, 7.0, 4.0});
    CHECK(world, 4, {0.0, 1.0, 2.0}, {0.5, 5.0, 4.0}, {1.5, 5.0, 0.0});
    CHECK(world, 5, {0.25, 1.5, 2.0}, {0.75, 6.0, 4.0});
    assert_false(world->failed.is_set);
    assert_near(world_value(world, 3, 2.0), 0.0);
    assert_true(world->failed.is_set);
    world->failed = (evaluation_error){0};
    assert_near(world_derivative(world, 3, -0.5), 0.0);
    assert_true(world->failed.is_set);
}

/* --- between nodes ------------------------------------------------------------------------------------------------ */

/* All poses a time h later, and back with -h. */
static void move(world *world, double h)
{
    for (int i = 0; i < world->model->n_poses; i++) {
        const mat3 rotation = rotation_exp(vec3_scale(h, world->pose[i].w));
        world->pose[i].x = vec3_axpy(world->pose[i].x, h, world->pose[i].v);
        world->pose[i].R = mat3_mul(&rotation, &world->pose[i].R);
    }
}

/* Derivatives are differences of values when the nodes move. */
static void check_derivative(world *world, unsigned label)
{
    const double h = 1e-5, derivative = world_derivative(world, label, 0.0);
    move(world, h);
    const double after = world_value(world, label, 0.0);
    move(world, -2.0 * h);
    const double before = world_value(world, label, 0.0);
    move(world, h);
    assert_near_to(derivative, (after - before) / (2.0 * h), 1e-8, __FILE__, __LINE__);
    assert_true(fabs(derivative) > 0.1);
}

/* By the poses: the points x + R o, seen along an axis of node 2. */
static void distances_and_angles(void **of)
{
    world *world =
        ready(of, "drive caller: 1, node distance, node1, 1, offset, 0.1, 0.2, 0.3, node2, 2, offset, -0.5, 0.4, "
                  "0.7, direction, 0.6, 0., 0.8;"
                  "drive caller: 2, node rotation, node1, 1, orientation, 3, 0., 0., 1., 1, 0.6, 0.8, 0., node2, "
                  "2, orientation, euler, 0.3, -0.2, 0.5;"
                  "drive caller: 3, node rotation, node1, 1, node2, 2;");
    const pose *at[2] = {&world->pose[model_node(world->model, node_type_find("structural"), 1)->pose],
                         &world->pose[model_node(world->model, node_type_find("structural"), 2)->pose]};
    const vec3 p1 = vec3_add(at[0]->x, mat3_mulv(&at[0]->R, (vec3){0.1, 0.2, 0.3}));
    const vec3 p2 = vec3_add(at[1]->x, mat3_mulv(&at[1]->R, (vec3){-0.5, 0.4, 0.7}));
    const vec3 seen = mat3_tmulv(&at[1]->R, vec3_sub(p2, p1));
    assert_near(world_value(world, 1, 0.0), 0.6 * seen.x + 0.8 * seen.z);
    /* where axis 1 of the one points to in the plane of axes 1 and 2 of the other */
    const vec3 axis = mat3_tmulv(&at[1]->R, mat3_col(&at[0]->R, 0));
    assert_near(world_value(world, 3, 0.0), atan2(axis.y, axis.x));
    mat3 tilt = at[1]->R;
    static const double ANGLES[] = {0.3, -0.2, 0.5};
    for (int k = 0; k < 3; k++) {
        const mat3 rotation = rotation_exp(vec3_scale(ANGLES[k], (vec3){k == 0, k == 1, k == 2}));
        tilt = mat3_mul(&tilt, &rotation);
    }
    const vec3 tilted = mat3_tmulv(&tilt, mat3_mulv(&at[0]->R, (vec3){0.6, 0.8, 0.0}));
    assert_near(world_value(world, 2, 0.0), atan2(tilted.y, tilted.x));
    for (unsigned label = 1; label <= 3; label++)
        check_derivative(world, label);
}

/* --- parts that are missing --------------------------------------------------------------------------------------- */

static void no_derivative_without_that_of_a_part(void **of)
{
    world *world =
        ready(of, "drive caller: 1, frequency sweep, 0., string, \"Time\", time, 0., forever, 0.;"
                  "drive caller: 2, frequency sweep, 0., time, string, \"Time\", 0., forever, 0.;"
                  "drive caller: 3, mult, string, \"Time\", time; drive caller: 4, mult, time, string, \"Time\";"
                  "drive caller: 5, drive, string, \"Var\", time; drive caller: 6, drive, time, string, \"Time\";"
                  "drive caller: 7, max, 2, string, \"Time\", time; drive caller: 8, min, 2, time, string, "
                  "\"Time\"; drive caller: 9, periodic, 0., 1., string, \"Var\";");
    for (unsigned label = 1; label <= 9; label++)
        assert_false(drive_has_derivative(world_drive(world, label)));
}

/* One that is to follow is not there before the deck is complete. */
static void drive_that_follows(void **of)
{
    world *world = world_read(of, "drive caller: 1, postponed, 2;");
    assert_near(world_value(world, 1, 3.0), 0.0), assert_near(world_derivative(world, 1, 3.0), 0.0);
    assert_false(drive_has_derivative(world_drive(world, 1)));
    assert_true(world->failed.is_set && strstr(world->failed.text, "not defined yet"));
    world->failed = (evaluation_error){0};
    world_read(of, "drive caller: 2, linear, 1., 2.;");
    assert_true(world_freeze(of));
    CHECK(world, 1, {3.0, 7.0, 2.0});
    assert_true(drive_has_derivative(world_drive(world, 1)));
    assert_false(world->failed.is_set);
}

/* What has no value is zero, and the place of the error is that of the operation in the text. */
static void values_that_do_not_exist(void **of)
{
    world *world = ready(of, "drive caller: 1, string, \"1 + sqrt(-Time)\"; drive caller: 2, ginac, \"log(Var)\";");
    assert_near(world_value(world, 1, 2.0), 0.0);
    const source_location location = world->failed.location;
    assert_true(world->failed.is_set);
    assert_memory_equal(sources_get(world->texts, location.file)->text + location.offset, "sqrt", 4);
    world->failed = (evaluation_error){0};
    CHECK(world, 2, {-1.0, 0.0, 0.0});
    assert_true(world->failed.is_set);
}

/* Rows of time, value and, where there is one, derivative. */
static void tables(void **of)
{
    char path[] = "/tmp/torsor-table-XXXXXX", cards[400];
    const int made = mkstemp(path);
    assert_true(made >= 0 && close(made) == 0);
    static const char *const DRIVES[] = {"parabolic, 1., 2., 3.", "string, \"1. + 2.*Time + 3.*Time^2\""};
    for (int k = 0; k < 2; k++) {
        snprintf(cards, sizeof cards, "drive caller: %d, drive test, %s, \"%s\", 0.5, 1.5, 0.25;", k + 1, DRIVES[k],
                 path);
        world_read(of, cards);
        assert_said_nothing(of);
        FILE *from = fopen(path, "r");
        for (int i = 0; i < 5; i++) {
            const double t = 0.5 + 0.25 * i, row[] = {t, 1.0 + 2.0 * t + 3.0 * t * t, 2.0 + 6.0 * t};
            double v = NAN;
            for (int j = 0; j < 3 - k; j++) {
                assert_int_equal(fscanf(from, "%lf", &v), 1);
                assert_near(v, row[j]);
            }
        }
        double more;
        assert_int_equal(fscanf(from, "%lf", &more), EOF);
        fclose(from);
    }
    unlink(path);
    assert_near(((world *)*of)->model->time->now.r, 0.0);
    world_read(of, "drive caller: 3, drive test, time, \"/dev/full\", 0., 1., 0.1;");
    assert_said(of, "/dev/full");
}

/* --- chance ------------------------------------------------------------------------------------------------------- */

/* Numbers of a normal distribution: mean, deviation, the share within one deviation, and none like the one before. */
static void normal_numbers(void **of)
{
    enum { STEPS = 20000 };
    world *world = ready(of, "drive caller: 1, boost random, 3., 0.5;");
    double sum = 0.0, squares = 0.0, products = 0.0, last = 0.0;
    int within = 0;
    for (int i = 0; i < STEPS; i++) {
        world->state.step = i;
        const double v = (world_value(world, 1, 0.1 * i) - 3.0) / 0.5;
        sum += v, squares += v * v, products += v * last, within += fabs(v) < 1.0;
        last = v;
    }
    /* by the two numbers of the sequence that belong to the step */
    const uint64_t sequence = sequence_mix((uint64_t)(int64_t)world->model->random_seed, 0);
    for (int i = 0; i < 5; i++) {
        const double r = sqrt(-2.0 * log1p(-sequence_real(sequence, 2 * (unsigned)i)));
        world->state.step = i;
        assert_near(world_value(world, 1, 0.1 * i),
                    3.0 + 0.5 * r * sin(M_PI_2 + 2.0 * M_PI * sequence_real(sequence, 2 * (unsigned)i + 1)));
    }
    /* four deviations of each: 1, sqrt(2), 1 and sqrt(0.683 0.317), over sqrt(STEPS) */
    assert_true(fabs(sum / STEPS) < 0.029);
    assert_true(fabs(squares / STEPS - 1.0) < 0.04);
    assert_true(fabs(products / STEPS) < 0.029);
    assert_true(fabs((double)within / STEPS - 0.6827) < 0.0132);
}

static void random_numbers_between_their_times(void **of)
{
    world *world = ready(of, "drive caller: 1, random, 2., 10., 1., 3., seed, 7;");
    assert_near(world_value(world, 1, 0.99), 10.0), assert_near(world_value(world, 1, 3.01), 10.0);
    assert_true(world_value(world, 1, 1.0) != 10.0 && world_value(world, 1, 3.0) != 10.0);
    assert_near(world_value(world, 1, 1.0), world_value(world, 1, 3.0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(corners_are_announced),
        WORLD_TEST(ramps),
        WORLD_TEST(steps),
        WORLD_TEST(waves),
        WORLD_TEST(drives_that_choose),
        WORLD_TEST(distances_and_angles),
        WORLD_TEST(no_derivative_without_that_of_a_part),
        WORLD_TEST(drive_that_follows),
        WORLD_TEST(values_that_do_not_exist),
        WORLD_TEST(tables),
        WORLD_TEST(normal_numbers),
        WORLD_TEST(random_numbers_between_their_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
