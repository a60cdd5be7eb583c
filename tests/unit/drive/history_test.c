/* history_test.c - drives that depend on the step or on the past: one value a step, however often they are called. */
#include "unit/drive/drive_world.h"
#include "model/settable.h"

/* Calls several times, before and after the step is accepted. */
static double through(world *world, unsigned label, int step, double t)
{
    world->state.step = step;
    const double before = world_value(world, label, t);
    assert_true(world_value(world, label, t) == before);
    world_accept(world, step, t);
    assert_true(world_value(world, label, t) == before);
    return before;
}

static world *ready(void **of, const char *cards)
{
    world *world = world_read(of, cards);
    assert_said_nothing(of);
    assert_true(world_freeze(of));
    world->state.dt = 0.5;
    world->state.now = PHASE_STEP;
    return world;
}

static void meter(void **of)
{
    world *world = ready(of, "drive caller: 1, meter, 0.25, 1.5, steps, 2; drive caller: 2, meter, 0., forever;");
    static const double expected[] = {0, 0, 1, 0, 1, 0, 1, 0};
    for (int step = 0; step < 8; step++) {
        assert_near(through(world, 1, step, 0.25 * step), expected[step]);
        assert_near(through(world, 2, step, 0.25 * step), 1.0);
    }
}

static void closest_next(void **of)
{
    world *world = ready(of, "drive caller: 1, closest next, 1., 5., const, 1.;");
    static const double t[] = {0.5, 0.9, 1.2, 1.9, 4.4, 4.6, 5.0, 7.0}, expected[] = {0, 0, 1, 0, 1, 0, 1, 0};
    for (int i = 0; i < 8; i++)
        assert_near(through(world, 1, i, t[i]), expected[i]);
    assert_near(world_value(world, 1, 5.0), 1.0); /* the last step that reached it, and the threshold is beyond */
    world_time(world, 4.9);
    assert_near(drive_at(world_drive(world, 1), &world->state, 4.9), 0.0);
}

static void closest_next_needs_an_increment(void **of)
{
    world *world = ready(of, "drive caller: 1, closest next, 0., forever, null;");
    world_accept(world, 1, 0.1);
    assert_true(world->failed.is_set && strstr(world->failed.text, "increment"));
}

/* What is set from outside has no derivative. */
static void settable(void **of)
{
    world *world = world_read(of, "drive caller: 1, sine, 0., 2., 3., forever, 0.;");
    const drive *drive = drive_settable(world->model, world_drive(world, 1));
    assert_true(world_freeze(of));
    world_time(world, 0.4);
    assert_near(drive_now(drive, &world->state), 3.0 * sin(0.8));
    assert_near(drive_derivative(drive, &world->state, 0.4), 6.0 * cos(0.8));
    *(settable_memory *)memory_at(world->remembers, drive->memory) = (settable_memory){.value = 7.0, .is_set = true};
    assert_near(drive_now(drive, &world->state), 7.0);
    assert_near(drive_derivative(drive, &world->state, 0.4), 0.0);
}

static void random_numbers(void **of)
{
    world *world = ready(of, "drive caller: 1, random, 2., 10., 1., forever, steps, 3, seed, 7;"
                             "drive caller: 2, random, 2., 10., 1., forever, seed, 7;"
                             "drive caller: 3, random, 0., 1.5, 0.25, 1.25;");
    assert_near(through(world, 1, 0, 0.5), 10.0);
    double sum = 0.0, last = 0.0;
    int changes = 0;
    for (int step = 0; step < 3000; step++) {
        const double v = through(world, 1, step, 1.0 + step);
        assert_true(v >= 8.0 && v < 12.0);
        changes += step > 0 && v != last;
        last = v;
        sum += v;
    }
    assert_int_equal(changes, 999);
    assert_true(fabs(sum / 3000 - 10.0) < 0.15); /* deviation of the mean: 2/sqrt(3)/sqrt(1000) = 0.037 */
    assert_true(through(world, 1, 9, 9.0) != through(world, 2, 9, 9.0));
    assert_near(through(world, 3, 4, 1.0), 1.5), assert_near(through(world, 3, 40, 5.0), 1.5);
}

/* The published numbers of splitmix64: the first with seed 0, and the first five with seed 1234567. */
static void random_numbers_are_those_of_splitmix64(void **of)
{
    static const uint64_t PUBLISHED[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                         4593380528125082431u, 16408922859458223821u};
    world *world = ready(of, "drive caller: 1, random, 2., 10., 0., forever, seed, 0;");
    uint64_t *sequence = memory_at(world->remembers, world_drive(world, 1)->memory);
    assert_true(*sequence == 0xe220a8397b1dcdafu);
    *sequence = 1234567;
    for (int step = 0; step < 5; step++)
        assert_near(through(world, 1, step, step), 8.0 + 4.0 * ldexp((double)(PUBLISHED[step] >> 11), -53));
}

static void sample_and_hold(void **of)
{
    world *world =
        ready(of, "drive caller: 1, sample and hold, linear, 1., 2., meter, 0., forever, steps, 2;"
                  "drive caller: 2, sample and hold, linear, 1., 2., step, 0.7, 1., 0., initial value, -3.;");
    static const double first[] = {0, 0, 3, 3, 5, 5}, second[] = {-3, -3, 3, 4, 5, 6};
    for (int step = 0; step < 6; step++) {
        world->state.step = step;
        assert_near(world_value(world, 1, 0.5 * step), first[step]);
        assert_near(through(world, 2, step, 0.5 * step), second[step]);
        assert_near(world_value(world, 1, 0.5 * step), first[step]);
    }
}

static void bistop(void **of)
{
    world *world = ready(of, "drive caller: 1, bistop, string, \"Time > 1.\", string, \"Time > 2.\";"
                             "drive caller: 2, bistop, initial status, active, null, string, \"Time > 1.\";"
                             "drive caller: 3, bistop, string, \"Time < 1.\", null;");
    static const double first[] = {0, 0, 0, 1, 1, 0, 1, 0}, second[] = {1, 1, 1, 0, 0, 0, 0, 0};
    for (int step = 0; step < 8; step++) {
        world->state.step = step;
        assert_near(world_value(world, 2, 0.5 * step), second[step]);
        assert_near(world_value(world, 3, 0.5 * step), 1.0); /* from the very start */
        assert_near(through(world, 1, step, 0.5 * step), first[step]);
        assert_near(world_value(world, 2, 0.5 * step), second[step]);
    }
}

static void discrete_filter(void **of)
{
    world *world = ready(of, "drive caller: 1, discrete filter, 2, 0.5, -0.25, 1., 2., 0.1, 0.2, linear, 1., 1.;"
                             "drive caller: 2, discrete filter, 0, 3., 0, time;"
                             "drive caller: 3, discrete filter, 0, 1., 2, 0.1, 0.2, linear, 1., 1.;");
    double y[2] = {0, 0}, u[2] = {0, 0};
    world->state.dt = 0.3; /* of the initial state, which is no step */
    for (int step = 0; step < 6; step++) {
        const double t = 0.5 * step, now = 1.0 + t, inputs = now + 0.1 * u[0] + 0.2 * u[1];
        const double expected = 0.5 * y[0] - 0.25 * y[1] + inputs;
        world->state.step = step;
        assert_near(world_value(world, 2, t), 3.0 * t);
        assert_near(world_value(world, 3, t), inputs);
        world->state.now = PHASE_DUMMY; /* leaves no history */
        world_accept(world, step, t);
        world->state.now = PHASE_STEP;
        assert_near(through(world, 1, step, t), expected);
        world_accept(world, step, t); /* once is enough */
        y[1] = y[0], y[0] = expected, u[1] = u[0], u[0] = now;
        world->state.dt = 0.5;
    }
    assert_false(world->failed.is_set);
}

static void discrete_filter_with_other_steps(void **of)
{
    static const double STEP[] = {0.5 * (1.0 + 1e-10), 0.5 * (1.0 + 2e-9), 0.5 * (1.0 - 2e-9), 0.4};
    world *world = ready(of, "drive caller: 1, discrete filter, 0, 3., 0, time;");
    world_accept(world, 1, 0.5);
    for (int i = 0; i < 4; i++) {
        world->state.dt = STEP[i];
        world_accept(world, i + 2, 0.5 * i + 1.0);
        assert_true(world->failed.is_set == (i > 0));
        assert_true(i == 0 || strstr(world->failed.text, "time step"));
        world->failed = (evaluation_error){0};
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(meter),
        WORLD_TEST(closest_next),
        WORLD_TEST(closest_next_needs_an_increment),
        WORLD_TEST(settable),
        WORLD_TEST(random_numbers_are_those_of_splitmix64),
        WORLD_TEST(random_numbers),
        WORLD_TEST(sample_and_hold),
        WORLD_TEST(bistop),
        WORLD_TEST(discrete_filter),
        WORLD_TEST(discrete_filter_with_other_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
