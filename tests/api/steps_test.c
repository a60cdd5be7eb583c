/* steps_test.c - an analysis from its beginning to its end: steps, results, progress, interrupts, restart files. */
#include "client.h"
#include <pthread.h>
#include <semaphore.h>

/* --- steps -------------------------------------------------------------------------------------------------------- */

static void steps_and_times(void **state)
{
    (void)state;
    torsor_model *model = open_good(PENDULUM, NULL);
    torsor_analysis *analysis = begin_good(model, NULL);
    assert_near(torsor_time(analysis), 0, 0);
    assert_near(torsor_time_step(analysis), 1e-3, 0);
    assert_near(torsor_final_time(analysis), 2, 0);
    assert_int_equal(torsor_step_number(analysis), 0);
    assert_int_equal(torsor_step(analysis), TORSOR_OK);
    assert_near(torsor_time(analysis), 1e-3, 0);
    assert_int_equal(torsor_step_number(analysis), 1);
    assert_int_equal(torsor_run_past(analysis, 0.1), TORSOR_OK);
    assert_near(torsor_time(analysis), 0.1, 1e-3);
    const int there = torsor_step_number(analysis);
    assert_int_equal(torsor_run_past(analysis, 0.05), TORSOR_OK);
    assert_int_equal(torsor_step_number(analysis), there);
    assert_int_equal(torsor_run(analysis), TORSOR_END);
    assert_near(torsor_time(analysis), 2, 1.1e-3);
    assert_near(torsor_get_real(analysis, "time"), torsor_time(analysis), 0);
    assert_near(torsor_get_real(analysis, "step"), torsor_step_number(analysis), 0);
    assert_near(torsor_get_real(analysis, "timestep"), 1e-3, 0);
    const torsor_summary sum = torsor_summary_of(analysis);
    assert_int_equal(sum.steps, torsor_step_number(analysis));
    assert_near(sum.time, torsor_time(analysis), 0);
    assert_true(sum.iterations > 0 && sum.jacobians > 0);
    assert_int_equal(torsor_end(analysis), TORSOR_END);
    torsor_close(model);
}

/* A loop as torsor.h shows it sees every step, the last one included. */
static void last_step_is_a_step(void **state)
{
    (void)state;
    torsor_model *model = open_good(PENDULUM, NULL);
    torsor_analysis *analysis = begin_good(model, NULL);
    int steps = 0;
    while (torsor_step(analysis) == TORSOR_OK)
        steps++;
    assert_int_equal(steps, torsor_step_number(analysis));
    assert_near(torsor_time(analysis), 2, 1.1e-3);
    assert_int_equal(torsor_state(analysis), TORSOR_END);
    assert_int_equal(torsor_step(analysis), TORSOR_END);
    torsor_end(analysis);
    torsor_close(model);
}

/* Rows are those of single steps; a full buffer interrupts nothing. */
static void recorded_rows_are_those_of_steps(void **state)
{
    (void)state;
    torsor_model *model = open_good(PENDULUM, NULL);
    torsor_analysis *single = begin_good(model, NULL), *recorded = begin_good(model, NULL);
    const int which[] = {torsor_find(recorded, "time"), torsor_find(recorded, "node.struct.1.X"),
                         torsor_find(recorded, "node.struct.1.XP[2]")};
    double rows[7][5], x[3];
    int n = -1;
    for (int k = 0; k < 3; k++) {
        assert_int_equal(torsor_run_recording(recorded, HUGE_VAL, which, 3, &rows[0][0], 7, &n), TORSOR_OK);
        assert_int_equal(n, 7);
        for (int i = 0; i < n; i++) {
            assert_int_equal(torsor_step(single), TORSOR_OK);
            assert_near(rows[i][0], torsor_time(single), 0);
            assert_int_equal(torsor_get(single, "node.struct.1.X", x, 3), TORSOR_OK);
            assert_near(rows[i][1], x[0], 0);
            assert_near(rows[i][3], x[2], 0);
            assert_near(rows[i][4], torsor_get_real(single, "node.struct.1.XP[2]"), 0);
        }
    }
    assert_int_equal(torsor_run_recording(recorded, torsor_time(recorded), which, 3, &rows[0][0], 7, &n), TORSOR_OK);
    assert_int_equal(n, 0);
    assert_int_equal(torsor_run_recording(recorded, 1.9995, NULL, 0, NULL, 100000, &n), TORSOR_OK);
    assert_int_equal(torsor_run_recording(recorded, HUGE_VAL, which, 3, &rows[0][0], 7, &n), TORSOR_END);
    assert_int_equal(torsor_run_recording(recorded, HUGE_VAL, NULL, 1, &rows[0][0], 7, &n), TORSOR_MISUSE);
    assert_int_equal(torsor_run_recording(NULL, HUGE_VAL, which, 3, &rows[0][0], 7, &n), TORSOR_MISUSE);
    torsor_end(single);
    torsor_end(recorded);
    torsor_close(model);
}

static bool count_calls(void *to, double time, double until, int step)
{
    (void)time, (void)until, (void)step;
    ++*(int *)to;
    return true;
}

/* An interval of an hour: one call at most. */
static void progress_at_intervals(void **state)
{
    (void)state;
    int calls = 0;
    torsor_model *model = open_good(PENDULUM, NULL);
    const torsor_analysis_options options = {
        .size = sizeof options, .progress = count_calls, .context = &calls, .progress_interval = 3600};
    torsor_analysis *analysis = begin_good(model, &options);
    assert_int_equal(torsor_run(analysis), TORSOR_END);
    assert_true(calls <= 1);
    torsor_end(analysis);
    torsor_close(model);
}

/* Steps have the length that the accuracy needs, and end where they are told to. */
static void steps_follow_the_accuracy(void **state)
{
    (void)state;
    torsor_model *model = open_good(PENDULUM, NULL);
    torsor_analysis *analysis =
        begin_good(model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .accuracy = 1e-6});
    assert_int_equal(torsor_run_exactly_to(analysis, 1.2345), TORSOR_OK);
    assert_near(torsor_time(analysis), 1.2345, 1e-15);
    assert_int_equal(torsor_run(analysis), TORSOR_END);
    assert_near(torsor_time(analysis), 2, 1e-9);
    assert_true(torsor_summary_of(analysis).steps < 400);
    torsor_end(analysis);
    analysis = torsor_begin(model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .accuracy = 1});
    assert_int_equal(torsor_state(analysis), TORSOR_ERROR);
    torsor_end(analysis);
    torsor_close(model);
}

/* A node that is held at two places. */
#define TWO_PLACES                                                              \
    "begin: control data; structural nodes: 1; joints: 2; end: control data;\n" \
    "begin: nodes; structural: 1, static, null, eye, null, null; end: nodes;\n" \
    "begin: elements; joint: 1, clamp, 1, node, node; joint: 2, clamp, 1, 1., 0., 0., eye; end: elements;\n"

static void analysis_that_fails_says_why(void **state)
{
    (void)state;
    torsor_model *model = open_good(PROBLEM("1") TWO_PLACES, NULL);
    torsor_analysis *analysis = torsor_begin(model, NULL);
    assert_int_equal(torsor_state(analysis), TORSOR_ERROR);
    assert_true(torsor_analysis_message_count(analysis) > 0);
    assert_true(torsor_analysis_message_at(analysis, 0).severity == TORSOR_SEVERITY_ERROR);
    assert_int_equal(torsor_message_count(model), 0);
    assert_int_equal(torsor_step(analysis), TORSOR_ERROR);
    assert_int_equal(torsor_end(analysis), TORSOR_ERROR);
    torsor_close(model);
}

/* --- results ------------------------------------------------------------------------------------------------------ */

static int count_rows(const char *base, const char *extension)
{
    char path[160];
    int n = 0;
    snprintf(path, sizeof path, "%s.%s", base, extension);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    for (int c; (c = fgetc(file)) != EOF;)
        n += c == '\n';
    fclose(file);
    return n;
}

static void only_the_wanted_steps_are_written(void **state)
{
    char folder[64], base[96];
    (void)state;
    make_folder(folder, sizeof folder);
    snprintf(base, sizeof base, "%s/x", folder);
    torsor_model *model = open_good(FREE_BODY, NULL);
    torsor_analysis *analysis =
        begin_good(model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .results = base});
    for (int i = 0; i < 40; i++) {
        torsor_write_results(analysis, i % 4 == 0);
        assert_int_equal(torsor_step(analysis), TORSOR_OK);
    }
    assert_int_equal(torsor_end(analysis), TORSOR_OK);
    /* The initial state and every fourth step; one node. */
    assert_int_equal(count_rows(base, "mov"), 1 + 10);
    torsor_close(model);
    remove_folder(folder);
}

static void results_that_cannot_be_written(void **state)
{
    (void)state;
    torsor_model *model = open_good(FREE_BODY, NULL);
    torsor_analysis *analysis = torsor_begin(
        model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .results = "/nowhere/at/all"});
    assert_int_equal(torsor_state(analysis), TORSOR_ERROR);
    assert_true(torsor_analysis_message_count(analysis) > 0);
    assert_int_equal(torsor_end(analysis), TORSOR_ERROR);
    torsor_close(model);
}

/* --- progress and interrupts -------------------------------------------------------------------------------------- */

typedef struct {
    int calls, last_step, stop_after;
    double time, until;
} watcher;

static bool watch(void *to, double time, double until, int step)
{
    watcher *watcher = to;
    watcher->calls++;
    watcher->last_step = step;
    watcher->time = time;
    watcher->until = until;
    return watcher->calls != watcher->stop_after;
}

static void progress_is_received_after_each_step(void **state)
{
    watcher watcher = {0};
    (void)state;
    torsor_model *model = open_good(FREE_BODY, NULL);
    torsor_analysis *analysis = begin_good(
        model,
        &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .progress = watch, .context = &watcher});
    assert_int_equal(torsor_run_past(analysis, 0.0495), TORSOR_OK);
    assert_int_equal(watcher.calls, 50);
    assert_int_equal(watcher.last_step, 50);
    assert_near(watcher.time, torsor_time(analysis), 0);
    assert_near(watcher.until, 1, 0);
    torsor_end(analysis);
    torsor_close(model);
}

static void progress_can_stop_it(void **state)
{
    watcher watcher = {.stop_after = 5};
    (void)state;
    torsor_model *model = open_good(FREE_BODY, NULL);
    torsor_analysis *analysis = begin_good(model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options),
                                                                             .progress = watch,
                                                                             .context = &watcher,
                                                                             .may_restore = true});
    torsor_snapshot *snapshot = torsor_snapshot_take(analysis);
    assert_int_equal(torsor_run(analysis), TORSOR_INTERRUPTED);
    assert_int_equal(torsor_step_number(analysis), 5);
    assert_int_equal(torsor_step(analysis), TORSOR_INTERRUPTED);
    assert_int_equal(torsor_step_number(analysis), 5);
    /* What goes back goes on. */
    assert_int_equal(torsor_restore(analysis, snapshot), TORSOR_OK);
    assert_int_equal(torsor_run_past(analysis, 0.0205), TORSOR_OK);
    assert_int_equal(torsor_step_number(analysis), 21);
    torsor_snapshot_free(snapshot);
    assert_int_equal(torsor_end(analysis), TORSOR_OK);
    torsor_close(model);
}

/* x' = 1 */
#define ABSTRACT                                                                                                       \
    "begin: control data; abstract nodes: 1; genels: 1; forces: 1; end: control data;\n"                               \
    "begin: nodes; abstract: 1, differential; end: nodes;\n"                                                           \
    "begin: elements; genel: 1, mass, 1, abstract, algebraic, const, 1.; force: 1, abstract, 1, abstract, const, 1.; " \
    "end: elements;\n"

static bool announce(void *to, double time, double until, int step)
{
    (void)time;
    (void)until;
    if (step == 10)
        sem_post(to);
    return true;
}

typedef struct {
    torsor_analysis *analysis;
    sem_t under_way;
} runner;

static void *interrupt(void *on)
{
    runner *runner = on;
    sem_wait(&runner->under_way);
    torsor_interrupt(runner->analysis);
    return NULL;
}

/* An analysis without end is told by another thread to end. */
static void another_thread_interrupts(void **state)
{
    pthread_t other;
    runner runner;
    const torsor_definition endless = {"final", "1e6"};
    (void)state;
    torsor_model *model =
        open_good("set: real final = 1.;\n" PROBLEM("final") ABSTRACT,
                  &(torsor_options){.size = sizeof(torsor_options), .definitions = &endless, .n_definitions = 1});
    sem_init(&runner.under_way, 0, 0);
    runner.analysis = begin_good(model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options),
                                                                   .progress = announce,
                                                                   .context = &runner.under_way});
    assert_int_equal(pthread_create(&other, NULL, interrupt, &runner), 0);
    assert_int_equal(torsor_run(runner.analysis), TORSOR_INTERRUPTED);
    pthread_join(other, NULL);
    sem_destroy(&runner.under_way);
    assert_true(torsor_time(runner.analysis) < 1e6);
    assert_int_equal(torsor_end(runner.analysis), TORSOR_INTERRUPTED);
    torsor_close(model);
}

/* --- restart files ------------------------------------------------------------------------------------------------ */

static void what_is_saved_can_be_resumed(void **state)
{
    char folder[64], path[96];
    double x[3], y[3];
    (void)state;
    make_folder(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/half.rst", folder);
    torsor_model *model = open_good(PENDULUM, NULL);
    torsor_analysis *a =
        begin_good(model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .may_restore = true});
    torsor_run_past(a, 0.5);
    assert_int_equal(torsor_save(a, path), TORSOR_OK);
    torsor_analysis *b =
        begin_good(model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .resume = path});
    assert_near(torsor_time(b), torsor_time(a), 0);
    for (int i = 0; i < 200; i++) {
        assert_int_equal(torsor_step(a), torsor_step(b));
        assert_int_equal(torsor_get(a, "node.struct.2.X", x, 3), TORSOR_OK);
        assert_int_equal(torsor_get(b, "node.struct.2.X", y, 3), TORSOR_OK);
        assert_memory_equal(x, y, sizeof x);
    }
    torsor_end(a);
    torsor_end(b);
    torsor_close(model);
    remove_folder(folder);
}

static void files_that_cannot_be_resumed(void **state)
{
    (void)state;
    torsor_model *model = open_good(PENDULUM, NULL);
    torsor_analysis *analysis = torsor_begin(
        model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .resume = "/nowhere/at/all.rst"});
    assert_int_equal(torsor_state(analysis), TORSOR_ERROR);
    assert_true(torsor_analysis_message_count(analysis) > 0);
    assert_int_equal(torsor_end(analysis), TORSOR_ERROR);
    analysis =
        begin_good(model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .may_restore = true});
    assert_int_equal(torsor_save(analysis, "/nowhere/at/all.rst"), TORSOR_ERROR);
    assert_int_equal(torsor_step(analysis), TORSOR_OK);
    torsor_end(analysis);
    torsor_close(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_and_times),
        cmocka_unit_test(last_step_is_a_step),
        cmocka_unit_test(recorded_rows_are_those_of_steps),
        cmocka_unit_test(progress_at_intervals),
        cmocka_unit_test(steps_follow_the_accuracy),
        cmocka_unit_test(analysis_that_fails_says_why),
        cmocka_unit_test(only_the_wanted_steps_are_written),
        cmocka_unit_test(results_that_cannot_be_written),
        cmocka_unit_test(progress_is_received_after_each_step),
        cmocka_unit_test(progress_can_stop_it),
        cmocka_unit_test(another_thread_interrupts),
        cmocka_unit_test(what_is_saved_can_be_resumed),
        cmocka_unit_test(files_that_cannot_be_resumed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
