/* misuse_test.c - calls that make no sense are answered, never a crash. */
#include "client.h"

/* Every function that takes an analysis, with one that has no solution. */
static void ask_everything(torsor_analysis *analysis)
{
    double numbers[9] = {0};
    torsor_interrupt(analysis);
    torsor_write_results(analysis, true);
    assert_true(torsor_step(analysis) < 0 && torsor_run(analysis) < 0 && torsor_run_past(analysis, 1) < 0);
    assert_int_equal(torsor_run_past(analysis, (double)NAN), TORSOR_MISUSE);
    assert_true(isnan(torsor_time(analysis)) && isnan(torsor_time_step(analysis)) &&
                isnan(torsor_final_time(analysis)));
    assert_int_equal(torsor_step_number(analysis), 0);
    assert_int_equal(torsor_summary_of(analysis).steps, 0);
    assert_int_equal(torsor_quantity_count(analysis), 0);
    assert_string_equal(torsor_quantity_at(analysis, 0).name, "");
    assert_int_equal(torsor_find(analysis, "time"), -1);
    assert_null(torsor_nearest_name(analysis, "time"));
    assert_int_equal(torsor_get_at(analysis, 0, numbers, 1), TORSOR_MISUSE);
    assert_int_equal(torsor_set_at(analysis, 0, numbers, 1), TORSOR_MISUSE);
    assert_int_equal(torsor_get(analysis, "time", numbers, 1), TORSOR_MISUSE);
    assert_int_equal(torsor_set(analysis, "time", numbers, 1), TORSOR_MISUSE);
    assert_true(isnan(torsor_get_real(analysis, "time")));
    assert_int_equal(torsor_set_real(analysis, "time", 1), TORSOR_MISUSE);
    assert_null(torsor_snapshot_take(analysis));
    assert_int_equal(torsor_snapshot_renew(NULL, analysis), TORSOR_MISUSE);
    assert_int_equal(torsor_restore(analysis, NULL), TORSOR_MISUSE);
    assert_int_equal(torsor_save(analysis, "/tmp/never"), TORSOR_MISUSE);
    assert_string_equal(torsor_analysis_message_at(analysis, 99).code, "");
}

static void nothing_at_all(void **state)
{
    (void)state;
    assert_int_equal(torsor_state(NULL), TORSOR_MISUSE);
    assert_int_equal(torsor_analysis_message_count(NULL), 0);
    assert_int_equal(torsor_message_count(NULL), 0);
    assert_string_equal(torsor_message_at(NULL, 0).text, "");
    assert_false(torsor_is_good(NULL) || torsor_has_problem(NULL));
    assert_int_equal(torsor_check(NULL, NULL), TORSOR_MISUSE);
    assert_null(torsor_begin(NULL, NULL));
    ask_everything(NULL);
    assert_int_equal(torsor_end(NULL), TORSOR_OK);
    torsor_snapshot_free(NULL);
    torsor_close(NULL);
    torsor_free(NULL);
    torsor_model *model = torsor_open(NULL, NULL);
    assert_false(torsor_is_good(model));
    torsor_close(model);
    model = torsor_open_text(NULL, NULL, 0, NULL);
    assert_true(torsor_is_good(model) && !torsor_has_problem(model));
    torsor_close(model);
}

/* A deck with errors, and one that poses no problem. */
static void analyses_of_bad_models(void **state)
{
    static const char *const DECKS[] = {"sett: 1;\n", "set: real a = 1.;\n", ""};
    (void)state;
    for (int i = 0; i < 3; i++) {
        torsor_model *model = open_words(DECKS[i], NULL);
        assert_int_equal(torsor_check(model, NULL), i == 0 ? TORSOR_ERROR : TORSOR_MISUSE);
        assert_string_equal(torsor_message_at(model, -1).code, "");
        assert_string_equal(torsor_message_at(model, torsor_message_count(model)).code, "");
        torsor_analysis *analysis = torsor_begin(
            model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .may_restore = true});
        assert_int_equal(torsor_state(analysis), TORSOR_MISUSE);
        ask_everything(analysis);
        assert_int_equal(torsor_end(analysis), TORSOR_MISUSE);
        torsor_close(model);
    }
}

static void wrong_names_and_sizes(void **state)
{
    static const char *const NAMES[] = {"",
                                        "[0]",
                                        "time[",
                                        "time[]",
                                        "time[x]",
                                        "time[1]",
                                        "time[-1]",
                                        "[",
                                        "node.struct.1.X[3]",
                                        "node.struct.1.X[0]]",
                                        "node.struct.1",
                                        "node.struct.99.X"};
    double numbers[9] = {0};
    (void)state;
    torsor_model *model = open_good(FREE_BODY, NULL);
    torsor_analysis *analysis = begin_good(model, NULL);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        assert_int_equal(torsor_find(analysis, NAMES[i]), -1);
        assert_int_equal(torsor_get(analysis, NAMES[i], numbers, 1), TORSOR_MISUSE);
    }
    const int x = torsor_find(analysis, "node.struct.1.X"), count = torsor_quantity_count(analysis);
    for (int size = -1; size < 9; size++)
        if (size != 3) {
            assert_int_equal(torsor_get_at(analysis, x, numbers, size), TORSOR_MISUSE);
            assert_int_equal(torsor_set_at(analysis, x, numbers, size), TORSOR_MISUSE);
        }
    assert_int_equal(torsor_get_at(analysis, x, NULL, 3), TORSOR_MISUSE);
    assert_int_equal(torsor_get_at(analysis, -1, numbers, 3), TORSOR_MISUSE);
    assert_int_equal(torsor_get_at(analysis, 1000 * count, numbers, 1), TORSOR_MISUSE);
    assert_string_equal(torsor_quantity_at(analysis, count).name, "");
    assert_int_equal(torsor_find(analysis, NULL), -1);
    assert_null(torsor_nearest_name(analysis, NULL));
    torsor_end(analysis);
    torsor_close(model);
}

/* What is refused changes nothing. */
static void values_that_cannot_be(void **state)
{
    const double skew[9] = {1, 1, 0, 0, 1, 0, 0, 0, 1}, infinite[3] = {HUGE_VAL, 0, 0}, nan[3] = {0, (double)NAN, 0};
    double x[3];
    (void)state;
    torsor_model *model = open_good(PENDULUM, NULL);
    torsor_analysis *analysis = begin_good(model, NULL);
    assert_int_equal(torsor_set(analysis, "node.struct.2.R", skew, 9), TORSOR_MISUSE);
    assert_int_equal(torsor_set(analysis, "node.struct.2.X", infinite, 3), TORSOR_MISUSE);
    assert_int_equal(torsor_set(analysis, "node.struct.2.XP", nan, 3), TORSOR_MISUSE);
    assert_int_equal(torsor_set_real(analysis, "time", 1), TORSOR_MISUSE);
    assert_int_equal(torsor_set_real(analysis, "elem.joint.2.F[0]", 1), TORSOR_MISUSE);
    assert_int_equal(torsor_set_real(analysis, "variable.pi", 3), TORSOR_MISUSE);
    torsor_get(analysis, "node.struct.2.X", x, 3);
    assert_near(x[0], 1, 0);
    assert_int_equal(torsor_step(analysis), TORSOR_OK);
    torsor_end(analysis);
    torsor_close(model);
}

static void snapshots_that_do_not_belong(void **state)
{
    (void)state;
    torsor_model *model = open_good(PENDULUM, NULL), *other = open_good(PENDULUM, NULL);
    const torsor_analysis_options returning = {.size = sizeof returning, .may_restore = true},
                                  modes = {.size = sizeof modes, .may_restore = true, .eigen_table = true};
    torsor_analysis *analysis = begin_good(model, &returning), *plain = begin_good(model, NULL),
                    *far = begin_good(other, &returning);
    torsor_analysis *eigen = begin_good(model, &modes);
    torsor_snapshot *snapshot = torsor_snapshot_take(analysis);
    assert_non_null(snapshot);
    assert_null(torsor_snapshot_take(plain));
    torsor_analysis *const strangers[] = {plain, far, eigen};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(torsor_restore(strangers[i], snapshot), TORSOR_MISUSE);
        assert_int_equal(torsor_snapshot_renew(snapshot, strangers[i]), TORSOR_MISUSE);
        assert_int_equal(torsor_step(strangers[i]), TORSOR_OK);
    }
    assert_int_equal(torsor_save(plain, "/tmp/never"), TORSOR_MISUSE);
    assert_int_equal(torsor_restore(analysis, snapshot), TORSOR_OK);
    torsor_snapshot_free(snapshot);
    torsor_end(analysis);
    torsor_end(plain);
    torsor_end(far);
    torsor_end(eigen);
    torsor_close(model);
    torsor_close(other);
}

static void after_the_end_of_the_analysis(void **state)
{
    const double x[3] = {1, 2, 3};
    double got[3];
    (void)state;
    torsor_model *model = open_good(FREE_BODY, NULL);
    torsor_analysis *analysis = begin_good(model, NULL);
    assert_int_equal(torsor_run(analysis), TORSOR_END);
    const int last = torsor_step_number(analysis);
    assert_int_equal(torsor_step(analysis), TORSOR_END);
    assert_int_equal(torsor_run(analysis), TORSOR_END);
    assert_int_equal(torsor_run_past(analysis, 100), TORSOR_END);
    assert_int_equal(torsor_step_number(analysis), last);
    assert_int_equal(torsor_get(analysis, "node.struct.1.X", got, 3), TORSOR_OK);
    assert_int_equal(torsor_set(analysis, "node.struct.1.X", x, 3), TORSOR_OK);
    assert_int_equal(torsor_step(analysis), TORSOR_END);
    assert_int_equal(torsor_end(analysis), TORSOR_END);
    torsor_close(model);
}

static void texts(void **state)
{
    bool found = true;
    (void)state;
    char *none = torsor_help("no such thing", &found), *all = torsor_help(NULL, NULL), *symbols = torsor_symbols();
    assert_false(found);
    assert_true(none && all && symbols && strlen(all) > 100 && strstr(symbols, "pi"));
    torsor_free(none);
    torsor_free(all);
    torsor_free(symbols);
    char *for_programs = torsor_help_json();
    assert_true(for_programs && strstr(for_programs, "\"keyword\":\"revolute hinge\""));
    torsor_free(for_programs);
    assert_true(strlen(torsor_license()) > 0 && strlen(torsor_warranty()) > 0 && strlen(torsor_version()) > 0);
}

/* --- calls from callbacks ----------------------------------------------------------------------------------------- */

typedef struct {
    torsor_model *model;
    torsor_analysis *analysis;
    const torsor_snapshot *before;
    int calls;
} caller;

static void call_everything(caller *caller)
{
    torsor_analysis *analysis = caller->analysis;
    double rates[12];
    caller->calls++;
    assert_int_equal(torsor_step(analysis), TORSOR_MISUSE);
    assert_int_equal(torsor_run(analysis), TORSOR_MISUSE);
    assert_int_equal(torsor_end(analysis), TORSOR_MISUSE);
    assert_int_equal(torsor_restore(analysis, caller->before), TORSOR_MISUSE);
    assert_int_equal(torsor_save(analysis, "/tmp/never"), TORSOR_MISUSE);
    assert_int_equal(torsor_ordinary_rates(analysis, rates, 12), TORSOR_MISUSE);
    assert_null(torsor_snapshot_take(analysis));
    assert_null(torsor_modes_find(analysis, NULL));
    assert_false(isnan(torsor_time(analysis)));
}

static bool on_progress(void *to, double time, double until, int step)
{
    (void)time, (void)until, (void)step;
    call_everything(to);
    return true;
}

static void on_prepare(void *to, torsor_analysis *analysis)
{
    caller *caller = to;
    caller->analysis = analysis;
    caller->calls++;
    assert_int_equal(torsor_step(analysis), TORSOR_MISUSE);
    assert_int_equal(torsor_end(analysis), TORSOR_MISUSE);
}

static void calls_from_callbacks(void **state)
{
    caller caller = {0};
    (void)state;
    caller.model = open_good(FREE_BODY, NULL);
    torsor_analysis *analysis =
        begin_good(caller.model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options),
                                                            .progress = on_progress,
                                                            .prepare = on_prepare,
                                                            .context = &caller,
                                                            .may_restore = true});
    assert_int_equal(caller.calls, 1);
    torsor_snapshot *snapshot = torsor_snapshot_take(analysis);
    caller.before = snapshot;
    assert_int_equal(torsor_step(analysis), TORSOR_OK);
    assert_int_equal(caller.calls, 2);
    assert_int_equal(torsor_step(analysis), TORSOR_OK);
    assert_int_equal(torsor_restore(analysis, snapshot), TORSOR_OK);
    torsor_snapshot_free(snapshot);
    torsor_end(analysis);
    torsor_close(caller.model);
}

/* The last of its analyses frees the model. */
static void model_that_is_closed_first(void **state)
{
    (void)state;
    torsor_model *model = open_good(FREE_BODY, NULL);
    torsor_analysis *one = begin_good(model, NULL), *other = begin_good(model, NULL);
    torsor_close(model);
    assert_int_equal(torsor_step(one), TORSOR_OK);
    torsor_end(one);
    assert_int_equal(torsor_step(other), TORSOR_OK);
    torsor_end(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_from_callbacks),
        cmocka_unit_test(model_that_is_closed_first),
        cmocka_unit_test(nothing_at_all),
        cmocka_unit_test(analyses_of_bad_models),
        cmocka_unit_test(wrong_names_and_sizes),
        cmocka_unit_test(values_that_cannot_be),
        cmocka_unit_test(snapshots_that_do_not_belong),
        cmocka_unit_test(after_the_end_of_the_analysis),
        cmocka_unit_test(texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
