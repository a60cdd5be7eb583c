/* real_time_test.c - the `real time` card: its forms, the pace it keeps, what is refused. */
#include "run_world.h"
#include <sched.h>
#include <sys/resource.h>
#include <time.h>

#define TEN_STEPS "final time: 0.0995; time step: 0.01; method: ms, 0.6; tolerance: 1.e-8; max iterations: 20;"

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double timed(world *world, const char *card)
{
    char cards[512];
    snprintf(cards, sizeof cards, TEN_STEPS "%s", card);
    const double from = seconds();
    if (!world_pendulum(world, cards))
        fail_msg("%s: %s", card, world->said);
    return seconds() - from;
}

/* Ten steps: nine whole periods lie between the first and the last. */
static void test_keeps_the_pace(void **of)
{
    world *world = *of;
    assert_true(timed(world, "real time: POSIX, mode, period, time step, 10000000;") >= 0.09);
    assert_int_equal(world->n, 11);
    assert_non_null(strstr(world->printed, "of 10 steps late"));
    assert_true(timed(world, "real time: time step, 5000000, reserve stack, 20000, allow nonroot, hard real time;") >=
                0.045);
}

static void test_waits_for_nothing(void **of)
{
    world *world = *of;
    timed(world, "real time: POSIX, mode, IO, output, no;");
    assert_int_equal(world->n, 11);
    assert_true(world->deck->problem->clock.is_silent);
    assert_null(strstr(world->printed, "steps late"));
}

/* A period that no step can keep. */
static void test_reports_of_late_steps(void **of)
{
    world *world = *of;
    timed(world, "real time: posix, time step, 1, real time log;");
    assert_non_null(strstr(world->printed, "real time: step 2 late by "));
    assert_non_null(strstr(world->printed, "9 of 10 steps late"));
}

/* Every step is in the histogram; those that were late by a whole period too. */
static void test_counts_the_jitter(void **of)
{
    world *world = *of;
    timed(world, "real time: posix, time step, 2000000;");
    const char *line = strstr(world->printed, "steps by how late they began:");
    assert_non_null(line);
    long count[6], sum = 0;
    assert_int_equal(sscanf(line,
                            "steps by how late they began: < 1 us: %ld, < 10 us: %ld, < 100 us: %ld, < 1 ms: %ld, "
                            "< 10 ms: %ld, more: %ld",
                            count, count + 1, count + 2, count + 3, count + 4, count + 5),
                     6);
    for (int k = 0; k < 6; k++)
        sum += count[k];
    assert_int_equal(sum, 10);
}

#ifndef TORSOR_SANITIZED

static long errors_at[60];

static void note_page_errors(int n)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    if (n < 60)
        errors_at[n] = use.ru_minflt + use.ru_majflt;
}

/* The pages of rows are fetched once beforehand: they belong to the test. */
static void test_fetches_no_page(void **of)
{
    world *world = *of;
    world->at_step = note_page_errors;
    memset(world->rows, 1, sizeof world->rows);
    assert_true(world_pendulum(world, "final time: 0.0495; time step: 0.001; method: ms, 0.6; tolerance: 1.e-8;"
                                      "max iterations: 20; real time: POSIX, time step, 1000000, output, no;"));
    assert_int_equal(errors_at[50], errors_at[5]);
}

#else

static void test_fetches_no_page(void **of) { (void)of; }

#endif

static void test_chooses_processors(void **of)
{
    world *world = *of;
    cpu_set_t before, after;
    sched_getaffinity(0, sizeof before, &before);
    if (!CPU_ISSET(0, &before))
        skip();
    timed(world, "real time: POSIX, mode, IO, cpu map, 1;");
    sched_getaffinity(0, sizeof after, &after);
    sched_setaffinity(0, sizeof before, &before);
    assert_int_equal(CPU_COUNT(&after), 1);
    assert_true(CPU_ISSET(0, &after));
}

static void test_says_what_is_not_done(void **of)
{
    world *world = *of;
    timed(world, "real time: RTAI, time step, 1000, real time log, file name, \"logproc\";");
    assert_non_null(strstr(world->said, "W0533"));
    assert_non_null(strstr(world->said, "W0534"));
    assert_false(world_pendulum(world, TEN_STEPS "real time: POSIX, mode, semaphore;"));
    assert_non_null(strstr(world->said, "E0532"));
    assert_false(world_pendulum(world, TEN_STEPS "real time: POSIX, mode, period, time step, 0;"));
    assert_non_null(strstr(world->said, "E0213"));
    assert_false(world_pendulum(world, TEN_STEPS "real time: POSIX, time step, 1000, cpu map, 256;"));
    assert_non_null(strstr(world->said, "E0214"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(test_keeps_the_pace),        TEST(test_waits_for_nothing),
                                       TEST(test_reports_of_late_steps), TEST(test_counts_the_jitter),
                                       TEST(test_fetches_no_page),       TEST(test_chooses_processors),
                                       TEST(test_says_what_is_not_done)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
