/* steps_test.c - an analysis from its beginning to its end: steps, results, progress, interrupts, restart files. */
#include "client.h"
#include <pthread.h>
#include <semaphore.h>

/* --- steps -------------------------------------------------------------------------------------------------------- */

static void steps_and_times(void **state)
{
    (void)state;
    torsor_model *m = open_good(PENDULUM, NULL);
    torsor_analysis *a = begin_good(m, NULL);
    assert_near(torsor_time(a), 0, 0);
    assert_near(torsor_time_step(a), 1e-3, 0);
    assert_near(torsor_final_time(a), 2, 0);
    assert_int_equal(torsor_step_number(a), 0);
    assert_int_equal(torsor_step(a), TORSOR_OK);
    assert_near(torsor_time(a), 1e-3, 0);
    assert_int_equal(torsor_step_number(a), 1);
    assert_int_equal(torsor_run_to(a, 0.1), TORSOR_OK);
    assert_near(torsor_time(a), 0.1, 1e-3);
    const int there = torsor_step_number(a);
    assert_int_equal(torsor_run_to(a, 0.05), TORSOR_OK);
    assert_int_equal(torsor_step_number(a), there);
    assert_int_equal(torsor_run(a), TORSOR_END);
    assert_near(torsor_time(a), 2, 1.1e-3);
    assert_near(torsor_get_real(a, "time"), torsor_time(a), 0);
    assert_near(torsor_get_real(a, "step"), torsor_step_number(a), 0);
    assert_near(torsor_get_real(a, "timestep"), 1e-3, 0);
    const torsor_summary sum = torsor_summary_of(a);
    assert_int_equal(sum.steps, torsor_step_number(a));
    assert_near(sum.time, torsor_time(a), 0);
    assert_true(sum.iterations > 0 && sum.jacobians > 0);
    assert_int_equal(torsor_end(a), TORSOR_END);
    torsor_close(m);
}

/* A loop as torsor.h shows it sees every step, the last one included. */
static void last_step_is_a_step(void **state)
{
    (void)state;
    torsor_model *m = open_good(PENDULUM, NULL);
    torsor_analysis *a = begin_good(m, NULL);
    int steps = 0;
    while (torsor_step(a) == TORSOR_OK)
        steps++;
    assert_int_equal(steps, torsor_step_number(a));
    assert_near(torsor_time(a), 2, 1.1e-3);
    assert_int_equal(torsor_state(a), TORSOR_END);
    assert_int_equal(torsor_step(a), TORSOR_END);
    torsor_end(a);
    torsor_close(m);
}

/* A node that is held at two places. */
#define TWO_PLACES                                                              \
    "begin: control data; structural nodes: 1; joints: 2; end: control data;\n" \
    "begin: nodes; structural: 1, static, null, eye, null, null; end: nodes;\n" \
    "begin: elements; joint: 1, clamp, 1, node, node; joint: 2, clamp, 1, 1., 0., 0., eye; end: elements;\n"

static void analysis_that_fails_says_why(void **state)
{
    (void)state;
    torsor_model *m = open_good(PROBLEM("1") TWO_PLACES, NULL);
    torsor_analysis *a = torsor_begin(m, NULL);
    assert_int_equal(torsor_state(a), TORSOR_ERROR);
    assert_true(torsor_analysis_message_count(a) > 0);
    assert_true(torsor_analysis_message_at(a, 0).severity == TORSOR_FAULT);
    assert_int_equal(torsor_message_count(m), 0);
    assert_int_equal(torsor_step(a), TORSOR_ERROR);
    assert_int_equal(torsor_end(a), TORSOR_ERROR);
    torsor_close(m);
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
    torsor_model *m = open_good(FREE_BODY, NULL);
    torsor_analysis *a =
        begin_good(m, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .results = base});
    for (int i = 0; i < 40; i++) {
        torsor_write_results(a, i % 4 == 0);
        assert_int_equal(torsor_step(a), TORSOR_OK);
    }
    assert_int_equal(torsor_end(a), TORSOR_OK);
    /* The initial state and every fourth step; one node. */
    assert_int_equal(count_rows(base, "mov"), 1 + 10);
    torsor_close(m);
    remove_folder(folder);
}

static void results_that_cannot_be_written(void **state)
{
    (void)state;
    torsor_model *m = open_good(FREE_BODY, NULL);
    torsor_analysis *a = torsor_begin(
        m, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .results = "/nowhere/at/all"});
    assert_int_equal(torsor_state(a), TORSOR_ERROR);
    assert_true(torsor_analysis_message_count(a) > 0);
    assert_int_equal(torsor_end(a), TORSOR_ERROR);
    torsor_close(m);
}

/* --- progress and interrupts -------------------------------------------------------------------------------------- */

typedef struct {
    int calls, last_step, stop_after;
    double time, until;
} watcher;

static bool watch(void *to, double time, double until, int step)
{
    watcher *w = to;
    w->calls++;
    w->last_step = step;
    w->time = time;
    w->until = until;
    return w->calls != w->stop_after;
}

static void progress_is_heard_after_each_step(void **state)
{
    watcher w = {0};
    (void)state;
    torsor_model *m = open_good(FREE_BODY, NULL);
    torsor_analysis *a = begin_good(
        m, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .progress = watch, .context = &w});
    assert_int_equal(torsor_run_to(a, 0.0495), TORSOR_OK);
    assert_int_equal(w.calls, 50);
    assert_int_equal(w.last_step, 50);
    assert_near(w.time, torsor_time(a), 0);
    assert_near(w.until, 1, 0);
    torsor_end(a);
    torsor_close(m);
}

static void progress_can_stop_it(void **state)
{
    watcher w = {.stop_after = 5};
    (void)state;
    torsor_model *m = open_good(FREE_BODY, NULL);
    torsor_analysis *a = begin_good(
        m, &(torsor_analysis_options){
               .size = sizeof(torsor_analysis_options), .progress = watch, .context = &w, .may_return = true});
    torsor_snapshot *s = torsor_snapshot_take(a);
    assert_int_equal(torsor_run(a), TORSOR_INTERRUPTED);
    assert_int_equal(torsor_step_number(a), 5);
    assert_int_equal(torsor_step(a), TORSOR_INTERRUPTED);
    assert_int_equal(torsor_step_number(a), 5);
    /* What goes back goes on. */
    assert_int_equal(torsor_return(a, s), TORSOR_OK);
    assert_int_equal(torsor_run_to(a, 0.0205), TORSOR_OK);
    assert_int_equal(torsor_step_number(a), 21);
    torsor_snapshot_free(s);
    assert_int_equal(torsor_end(a), TORSOR_OK);
    torsor_close(m);
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
    torsor_analysis *a;
    sem_t under_way;
} runner;

static void *interrupt(void *on)
{
    runner *r = on;
    sem_wait(&r->under_way);
    torsor_interrupt(r->a);
    return NULL;
}

/* An analysis without end is told by another thread to end. */
static void another_thread_interrupts(void **state)
{
    pthread_t other;
    runner r;
    const torsor_definition endless = {"final", "1e6"};
    (void)state;
    torsor_model *m =
        open_good("set: real final = 1.;\n" PROBLEM("final") ABSTRACT,
                  &(torsor_options){.size = sizeof(torsor_options), .definitions = &endless, .n_definitions = 1});
    sem_init(&r.under_way, 0, 0);
    r.a = begin_good(m, &(torsor_analysis_options){
                            .size = sizeof(torsor_analysis_options), .progress = announce, .context = &r.under_way});
    assert_int_equal(pthread_create(&other, NULL, interrupt, &r), 0);
    assert_int_equal(torsor_run(r.a), TORSOR_INTERRUPTED);
    pthread_join(other, NULL);
    sem_destroy(&r.under_way);
    assert_true(torsor_time(r.a) < 1e6);
    assert_int_equal(torsor_end(r.a), TORSOR_INTERRUPTED);
    torsor_close(m);
}

/* --- restart files ------------------------------------------------------------------------------------------------ */

static void what_is_saved_can_be_resumed(void **state)
{
    char folder[64], path[96];
    double x[3], y[3];
    (void)state;
    make_folder(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/half.rst", folder);
    torsor_model *m = open_good(PENDULUM, NULL);
    torsor_analysis *a =
        begin_good(m, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .may_return = true});
    torsor_run_to(a, 0.5);
    assert_int_equal(torsor_save(a, path), TORSOR_OK);
    torsor_analysis *b =
        begin_good(m, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .resume = path});
    assert_near(torsor_time(b), torsor_time(a), 0);
    for (int i = 0; i < 200; i++) {
        assert_int_equal(torsor_step(a), torsor_step(b));
        assert_int_equal(torsor_get(a, "node.struct.2.X", x, 3), TORSOR_OK);
        assert_int_equal(torsor_get(b, "node.struct.2.X", y, 3), TORSOR_OK);
        assert_memory_equal(x, y, sizeof x);
    }
    torsor_end(a);
    torsor_end(b);
    torsor_close(m);
    remove_folder(folder);
}

static void files_that_cannot_be_resumed(void **state)
{
    (void)state;
    torsor_model *m = open_good(PENDULUM, NULL);
    torsor_analysis *a = torsor_begin(
        m, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .resume = "/nowhere/at/all.rst"});
    assert_int_equal(torsor_state(a), TORSOR_ERROR);
    assert_true(torsor_analysis_message_count(a) > 0);
    assert_int_equal(torsor_end(a), TORSOR_ERROR);
    a = begin_good(m, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .may_return = true});
    assert_int_equal(torsor_save(a, "/nowhere/at/all.rst"), TORSOR_ERROR);
    assert_int_equal(torsor_step(a), TORSOR_OK);
    torsor_end(a);
    torsor_close(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_and_times),
        cmocka_unit_test(last_step_is_a_step),
        cmocka_unit_test(analysis_that_fails_says_why),
        cmocka_unit_test(only_the_wanted_steps_are_written),
        cmocka_unit_test(results_that_cannot_be_written),
        cmocka_unit_test(progress_is_heard_after_each_step),
        cmocka_unit_test(progress_can_stop_it),
        cmocka_unit_test(another_thread_interrupts),
        cmocka_unit_test(what_is_saved_can_be_resumed),
        cmocka_unit_test(files_that_cannot_be_resumed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
