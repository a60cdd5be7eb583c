/* snapshot_test.c - who returns to a snapshot goes on with the very numbers, whatever happened meanwhile. */
#include "client.h"

enum { STEPS = 60, SIZE = 16 };

/* All quantities of all steps. */
typedef struct {
    int n;
    double *values;
} trace;

static void note(trace *t, torsor_analysis *a)
{
    const int n = torsor_quantity_count(a);
    t->values = realloc(t->values, (size_t)(t->n + n * SIZE) * sizeof *t->values);
    assert_non_null(t->values);
    for (int i = 0; i < n; i++) {
        const int size = torsor_quantity_at(a, i).size;
        assert_true(size <= SIZE);
        assert_int_equal(torsor_get_at(a, i, t->values + t->n, size), TORSOR_OK);
        t->n += size;
    }
}

static trace advance(torsor_analysis *a, int steps)
{
    trace t = {0};
    for (int i = 0; i < steps; i++) {
        assert_int_equal(torsor_step(a), TORSOR_OK);
        note(&t, a);
    }
    return t;
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

static torsor_analysis *begin_returning(torsor_model *m)
{
    return begin_good(m, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .may_return = true});
}

static void same_again(void **state)
{
    static const char *const DECKS[] = {FREE_BODY, PENDULUM};
    (void)state;
    for (int i = 0; i < 2; i++) {
        torsor_model *m = open_settable(DECKS[i]);
        torsor_analysis *a = begin_returning(m);
        torsor_snapshot *s = torsor_snapshot_take(a);
        trace first = advance(a, STEPS);
        assert_int_equal(torsor_return(a, s), TORSOR_OK);
        assert_int_equal(torsor_step_number(a), 0);
        trace again = advance(a, STEPS);
        assert_same(&first, &again);
        torsor_snapshot_free(s);
        torsor_end(a);
        torsor_close(m);
    }
}

/* The branch has other forces, another position, another velocity. */
static void after_a_different_branch(void **state)
{
    const double force[6] = {100, 20, 3, 1, 0, 1}, x[3] = {5, 5, 5}, w[3] = {1, 20, 3};
    (void)state;
    torsor_model *m = open_settable(FREE_BODY);
    torsor_analysis *a = begin_returning(m);
    assert_int_equal(torsor_set(a, "node.struct.1.force", force, 6), TORSOR_OK);
    torsor_run_to(a, 0.1);
    torsor_snapshot *s = torsor_snapshot_take(a);
    trace first = advance(a, STEPS);
    torsor_return(a, s);
    assert_int_equal(torsor_set(a, "node.struct.1.X", x, 3), TORSOR_OK);
    assert_int_equal(torsor_set(a, "node.struct.1.Omega", w, 3), TORSOR_OK);
    assert_int_equal(torsor_set_real(a, "drive.7", 50), TORSOR_OK);
    assert_int_equal(torsor_set_real(a, "variable.push", 50), TORSOR_OK);
    assert_int_equal(torsor_set_real(a, "node.parameter.5", 50), TORSOR_OK);
    free(advance(a, STEPS).values);
    torsor_return(a, s);
    trace again = advance(a, STEPS);
    assert_same(&first, &again);
    torsor_snapshot_free(s);
    torsor_end(a);
    torsor_close(m);
}

/* A motion that was set and not yet reckoned with is part of the snapshot. */
static void between_setting_and_stepping(void **state)
{
    const double v[3] = {1, 2, 3};
    (void)state;
    torsor_model *m = open_settable(FREE_BODY);
    torsor_analysis *a = begin_returning(m);
    assert_int_equal(torsor_set(a, "node.struct.1.XP", v, 3), TORSOR_OK);
    torsor_snapshot *s = torsor_snapshot_take(a);
    trace first = advance(a, STEPS);
    torsor_return(a, s);
    trace again = advance(a, STEPS);
    assert_near(torsor_get_real(a, "node.struct.1.X[2]"), 3 * torsor_time(a), 1e-9);
    assert_same(&first, &again);
    torsor_snapshot_free(s);
    torsor_end(a);
    torsor_close(m);
}

static void into_another_analysis(void **state)
{
    (void)state;
    torsor_model *m = open_settable(PENDULUM);
    torsor_analysis *a = begin_returning(m), *b = begin_returning(m);
    torsor_run_to(a, 0.2);
    torsor_snapshot *s = torsor_snapshot_take(a);
    trace first = advance(a, STEPS);
    torsor_end(a);
    /* Another analysis, perhaps where the first one was; the snapshot lives on. */
    a = begin_returning(m);
    for (int i = 0; i < 2; i++) {
        torsor_analysis *to = i == 0 ? a : b;
        assert_int_equal(torsor_return(to, s), TORSOR_OK);
        trace again = advance(to, STEPS);
        assert_int_equal(first.n, again.n);
        assert_memory_equal(first.values, again.values, (size_t)first.n * sizeof *first.values);
        free(again.values);
    }
    free(first.values);
    torsor_snapshot_free(s);
    torsor_end(a);
    torsor_end(b);
    torsor_close(m);
}

static void renewed_and_after_the_end(void **state)
{
    (void)state;
    torsor_model *m = open_settable(PENDULUM);
    torsor_analysis *a = begin_returning(m);
    torsor_snapshot *s = torsor_snapshot_take(a);
    for (int i = 0; i < 5; i++) {
        torsor_step(a);
        assert_int_equal(torsor_snapshot_renew(s, a), TORSOR_OK);
    }
    assert_int_equal(torsor_run(a), TORSOR_END);
    torsor_snapshot *last = torsor_snapshot_take(a);
    assert_int_equal(torsor_return(a, s), TORSOR_OK);
    assert_int_equal(torsor_step_number(a), 5);
    assert_int_equal(torsor_state(a), TORSOR_OK);
    assert_int_equal(torsor_step(a), TORSOR_OK);
    assert_int_equal(torsor_return(a, last), TORSOR_OK);
    assert_int_equal(torsor_state(a), TORSOR_END);
    assert_int_equal(torsor_step(a), TORSOR_END);
    torsor_snapshot_free(s);
    torsor_snapshot_free(last);
    torsor_end(a);
    torsor_close(m);
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
