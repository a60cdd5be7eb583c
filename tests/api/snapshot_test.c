/* snapshot_test.c - who returns to a snapshot goes on with the very numbers, whatever happened meanwhile. */
#include "client.h"

enum { STEPS = 60, SIZE = 16 };

/* All quantities of all steps. */
typedef struct {
    int n;
    double *values;
} trace;

static void note(trace *trace, torsor_analysis *analysis)
{
    const int n = torsor_quantity_count(analysis);
    trace->values = realloc(trace->values, (size_t)(trace->n + n * SIZE) * sizeof *trace->values);
    assert_non_null(trace->values);
    for (int i = 0; i < n; i++) {
        const int size = torsor_quantity_at(analysis, i).size;
        assert_true(size <= SIZE);
        assert_int_equal(torsor_get_at(analysis, i, trace->values + trace->n, size), TORSOR_OK);
        trace->n += size;
    }
}

static trace advance(torsor_analysis *analysis, int steps)
{
    trace trace = {0};
    for (int i = 0; i < steps; i++) {
        assert_int_equal(torsor_step(analysis), TORSOR_OK);
        note(&trace, analysis);
    }
    return trace;
}

static void assert_same(trace *one, trace *other)
{
    assert_int_equal(one->n, other->n);
    assert_memory_equal(one->values, other->values, (size_t)one->n * sizeof *one->values);
    free(one->values);
    free(other->values);
}

static torsor_model *open_settable(const char *words)
{
    return open_good(words, &(torsor_options){.size = sizeof(torsor_options), .settable = true});
}

static torsor_analysis *begin_returning(torsor_model *model)
{
    return begin_good(model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .may_restore = true});
}

static void same_again(void **state)
{
    static const char *const DECKS[] = {FREE_BODY, PENDULUM};
    (void)state;
    for (int i = 0; i < 2; i++) {
        torsor_model *model = open_settable(DECKS[i]);
        torsor_analysis *analysis = begin_returning(model);
        torsor_snapshot *snapshot = torsor_snapshot_take(analysis);
        trace first = advance(analysis, STEPS);
        assert_int_equal(torsor_restore(analysis, snapshot), TORSOR_OK);
        assert_int_equal(torsor_step_number(analysis), 0);
        trace again = advance(analysis, STEPS);
        assert_same(&first, &again);
        torsor_snapshot_free(snapshot);
        torsor_end(analysis);
        torsor_close(model);
    }
}

/* The branch has other forces, another position, another velocity. */
static void after_a_different_branch(void **state)
{
    const double force[6] = {100, 20, 3, 1, 0, 1}, x[3] = {5, 5, 5}, w[3] = {1, 20, 3};
    (void)state;
    torsor_model *model = open_settable(FREE_BODY);
    torsor_analysis *analysis = begin_returning(model);
    assert_int_equal(torsor_set(analysis, "node.struct.1.force", force, 6), TORSOR_OK);
    torsor_run_past(analysis, 0.1);
    torsor_snapshot *snapshot = torsor_snapshot_take(analysis);
    trace first = advance(analysis, STEPS);
    torsor_restore(analysis, snapshot);
    assert_int_equal(torsor_set(analysis, "node.struct.1.X", x, 3), TORSOR_OK);
    assert_int_equal(torsor_set(analysis, "node.struct.1.Omega", w, 3), TORSOR_OK);
    assert_int_equal(torsor_set_real(analysis, "drive.7", 50), TORSOR_OK);
    assert_int_equal(torsor_set_real(analysis, "variable.push", 50), TORSOR_OK);
    assert_int_equal(torsor_set_real(analysis, "node.parameter.5", 50), TORSOR_OK);
    free(advance(analysis, STEPS).values);
    torsor_restore(analysis, snapshot);
    trace again = advance(analysis, STEPS);
    assert_same(&first, &again);
    torsor_snapshot_free(snapshot);
    torsor_end(analysis);
    torsor_close(model);
}

/* A motion that was set and not yet reckoned with is part of the snapshot. */
static void between_setting_and_stepping(void **state)
{
    const double v[3] = {1, 2, 3};
    (void)state;
    torsor_model *model = open_settable(FREE_BODY);
    torsor_analysis *analysis = begin_returning(model);
    assert_int_equal(torsor_set(analysis, "node.struct.1.XP", v, 3), TORSOR_OK);
    torsor_snapshot *snapshot = torsor_snapshot_take(analysis);
    trace first = advance(analysis, STEPS);
    torsor_restore(analysis, snapshot);
    trace again = advance(analysis, STEPS);
    assert_near(torsor_get_real(analysis, "node.struct.1.X[2]"), 3 * torsor_time(analysis), 1e-9);
    assert_same(&first, &again);
    torsor_snapshot_free(snapshot);
    torsor_end(analysis);
    torsor_close(model);
}

static void into_another_analysis(void **state)
{
    (void)state;
    torsor_model *model = open_settable(PENDULUM);
    torsor_analysis *a = begin_returning(model), *b = begin_returning(model);
    torsor_run_past(a, 0.2);
    torsor_snapshot *snapshot = torsor_snapshot_take(a);
    trace first = advance(a, STEPS);
    torsor_end(a);
    /* Another analysis, perhaps where the first one was; the snapshot lives on. */
    a = begin_returning(model);
    for (int i = 0; i < 2; i++) {
        torsor_analysis *to = i == 0 ? a : b;
        assert_int_equal(torsor_restore(to, snapshot), TORSOR_OK);
        trace again = advance(to, STEPS);
        assert_int_equal(first.n, again.n);
        assert_memory_equal(first.values, again.values, (size_t)first.n * sizeof *first.values);
        free(again.values);
    }
    free(first.values);
    torsor_snapshot_free(snapshot);
    torsor_end(a);
    torsor_end(b);
    torsor_close(model);
}

static void renewed_and_after_the_end(void **state)
{
    (void)state;
    torsor_model *model = open_settable(PENDULUM);
    torsor_analysis *analysis = begin_returning(model);
    torsor_snapshot *snapshot = torsor_snapshot_take(analysis);
    for (int i = 0; i < 5; i++) {
        torsor_step(analysis);
        assert_int_equal(torsor_snapshot_renew(snapshot, analysis), TORSOR_OK);
    }
    assert_int_equal(torsor_run(analysis), TORSOR_END);
    torsor_snapshot *last = torsor_snapshot_take(analysis);
    assert_int_equal(torsor_restore(analysis, snapshot), TORSOR_OK);
    assert_int_equal(torsor_step_number(analysis), 5);
    assert_int_equal(torsor_state(analysis), TORSOR_OK);
    assert_int_equal(torsor_step(analysis), TORSOR_OK);
    assert_int_equal(torsor_restore(analysis, last), TORSOR_OK);
    assert_int_equal(torsor_state(analysis), TORSOR_END);
    assert_int_equal(torsor_step(analysis), TORSOR_END);
    torsor_snapshot_free(snapshot);
    torsor_snapshot_free(last);
    torsor_end(analysis);
    torsor_close(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_again),
        cmocka_unit_test(after_a_different_branch),
        cmocka_unit_test(between_setting_and_stepping),
        cmocka_unit_test(into_another_analysis),
        cmocka_unit_test(renewed_and_after_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
