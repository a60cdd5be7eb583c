/* quantities_test.c - everything that has a name is found and got; what is set moves the model as mechanics says.
 *
 * The method takes half of what is set into the step that is at hand, so that a constant force F that is set at time 0
 * gives x = F t^2 / 2m but for F h t / 2m at most. */
#include "client.h"

enum { MOST = 64 };
static const double STEP = 1e-3;

typedef struct {
    torsor_model *model;
    torsor_analysis *analysis;
} bench;

static bench begin_settable(const char *words)
{
    bench bench = {.model = open_good(words, &(torsor_options){.size = sizeof(torsor_options), .settable = true})};
    bench.analysis = begin_good(bench.model, NULL);
    return bench;
}

static void finish(bench bench)
{
    torsor_end(bench.analysis);
    torsor_close(bench.model);
}

static void run_until(bench bench, double t)
{
    assert_int_equal(torsor_run_past(bench.analysis, t - STEP / 2), TORSOR_OK);
}

static void set_vector(bench bench, const char *name, double x, double y, double z)
{
    assert_int_equal(torsor_set(bench.analysis, name, (double[]){x, y, z}, 3), TORSOR_OK);
}

/* --- names -------------------------------------------------------------------------------------------------------- */

static void every_quantity_can_be_got(void **state)
{
    double numbers[MOST], number;
    char component[256];
    (void)state;
    bench bench = begin_settable(PENDULUM);
    const int n = torsor_quantity_count(bench.analysis);
    assert_true(n > 20);
    for (int i = 0; i < n; i++) {
        const torsor_quantity quantity = torsor_quantity_at(bench.analysis, i);
        assert_true(quantity.can_get && quantity.size > 0 && quantity.size <= MOST);
        assert_non_null(quantity.unit);
        assert_non_null(quantity.description);
        assert_int_equal(torsor_find(bench.analysis, quantity.name), i);
        assert_int_equal(torsor_get_at(bench.analysis, i, numbers, quantity.size), TORSOR_OK);
        for (int k = 0; k < quantity.size; k++) {
            snprintf(component, sizeof component, "%s[%d]", quantity.name, k);
            assert_int_equal(torsor_get(bench.analysis, component, &number, 1), TORSOR_OK);
            assert_memory_equal(&number, numbers + k, sizeof number);
        }
        snprintf(component, sizeof component, "%s[%d]", quantity.name, quantity.size);
        assert_int_equal(torsor_find(bench.analysis, component), -1);
    }
    finish(bench);
}

static torsor_quantity named(bench bench, const char *name)
{
    const int i = torsor_find(bench.analysis, name);
    if (i < 0)
        fail_msg("there is no %s", name);
    return torsor_quantity_at(bench.analysis, i);
}

static void names_sizes_and_units(void **state)
{
    static const struct {
        const char *name, *unit;
        int size;
        bool can_set;
    } WANTED[] = {{"node.struct.2.X", "m", 3, true},    {"node.struct.2.XP", "m s^-1", 3, true},
                  {"node.struct.2.R", "", 9, true},     {"node.struct.2.Omega", "rad s^-1", 3, true},
                  {"node.struct.2.force", "", 6, true}, {"elem.joint.2.F", "N", 3, false},
                  {"private.joint.2.rz", "", 1, false}, {"variable.L", "", 1, true},
                  {"variable.pi", "", 1, false},        {"time", "", 1, false}};
    (void)state;
    bench bench = begin_settable(PENDULUM);
    for (size_t i = 0; i < sizeof WANTED / sizeof *WANTED; i++) {
        const torsor_quantity quantity = named(bench, WANTED[i].name);
        assert_string_equal(quantity.unit, WANTED[i].unit);
        assert_int_equal(quantity.size, WANTED[i].size);
        assert_int_equal(quantity.can_set, WANTED[i].can_set);
    }
    assert_string_equal(torsor_nearest_name(bench.analysis, "node.struct.2.Y"), "node.struct.2.X");
    assert_int_equal(torsor_find(bench.analysis, "node.struct.3.X"), -1);
    finish(bench);
}

static void values_at_the_beginning(void **state)
{
    double x[3], R[9];
    (void)state;
    bench bench = begin_settable(PENDULUM);
    assert_int_equal(torsor_get(bench.analysis, "node.struct.2.X", x, 3), TORSOR_OK);
    assert_near(x[0], 1, 1e-15);
    assert_near(torsor_get_real(bench.analysis, "node.struct.2.X[0]"), 1, 1e-15);
    assert_int_equal(torsor_get(bench.analysis, "node.struct.2.R", R, 9), TORSOR_OK);
    for (int i = 0; i < 9; i++)
        assert_near(R[i], i % 4 == 0, 1e-15);
    /* Held up at the hinge, nothing else than its weight pulls at it: m g is its acceleration, not yet a reaction. */
    assert_near(torsor_get_real(bench.analysis, "elem.joint.2.F[2]"), 0, 1e-4);
    assert_true(isnan(torsor_get_real(bench.analysis, "node.struct.2.X")));
    assert_true(isnan(torsor_get_real(bench.analysis, "no.such.name")));
    finish(bench);
}

/* --- motion ------------------------------------------------------------------------------------------------------- */

static void velocity_carries_a_free_body(void **state)
{
    double x[3];
    (void)state;
    bench bench = begin_settable(FREE_BODY);
    run_until(bench, 0.1);
    set_vector(bench, "node.struct.1.X", 1, 2, 3);
    set_vector(bench, "node.struct.1.XP", 0.5, -1, 2);
    run_until(bench, 0.6);
    assert_int_equal(torsor_get(bench.analysis, "node.struct.1.X", x, 3), TORSOR_OK);
    assert_near(x[0], 1 + 0.5 * 0.5, 1e-9);
    assert_near(x[1], 2 - 1 * 0.5, 1e-9);
    assert_near(x[2], 3 + 2 * 0.5, 1e-9);
    finish(bench);
}

/* One component leaves the others alone. */
static void component_can_be_set(void **state)
{
    (void)state;
    bench bench = begin_settable(FREE_BODY);
    set_vector(bench, "node.struct.1.X", 1, 2, 3);
    assert_int_equal(torsor_set_real(bench.analysis, "node.struct.1.X[1]", 7), TORSOR_OK);
    assert_near(torsor_get_real(bench.analysis, "node.struct.1.X[0]"), 1, 0);
    assert_near(torsor_get_real(bench.analysis, "node.struct.1.X[1]"), 7, 0);
    finish(bench);
}

/* About a principal axis: the angle is a + w t. */
static void orientation_rotates_on(void **state)
{
    const double a = 0.5, w = 2, c = cos(a), s = sin(a), t = 0.5;
    double R[9];
    (void)state;
    bench bench = begin_settable(FREE_BODY);
    assert_int_equal(torsor_set(bench.analysis, "node.struct.1.R", (double[]){c, s, 0, -s, c, 0, 0, 0, 1}, 9),
                     TORSOR_OK);
    set_vector(bench, "node.struct.1.Omega", 0, 0, w);
    run_until(bench, t);
    assert_int_equal(torsor_get(bench.analysis, "node.struct.1.R", R, 9), TORSOR_OK);
    /* A method of second order is off by some w^3 h^2 t / 12. */
    const double angle = a + w * t, off = w * w * w * STEP * STEP * t / 6;
    assert_near(R[0], cos(angle), off);
    assert_near(R[1], sin(angle), off);
    assert_near(R[3], -sin(angle), off);
    finish(bench);
}

static double pendulum_energy(bench bench)
{
    double x[3], v[3];
    assert_int_equal(torsor_get(bench.analysis, "node.struct.2.X", x, 3), TORSOR_OK);
    assert_int_equal(torsor_get(bench.analysis, "node.struct.2.XP", v, 3), TORSOR_OK);
    return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 + 9.81 * x[2];
}

/* Horizontal again, with a push of 3 rad/s about y: 4.5 J, and they stay, but for a part (w h)^2 of what is kinetic. */
static void pendulum_keeps_the_energy_that_is_set(void **state)
{
    const double most = 4.5 + 9.81, w = sqrt(2 * most), off = w * w * STEP * STEP * most;
    (void)state;
    bench bench = begin_settable(PENDULUM);
    run_until(bench, 0.3);
    assert_near(pendulum_energy(bench), 0, off);
    set_vector(bench, "node.struct.2.X", 1, 0, 0);
    assert_int_equal(torsor_set(bench.analysis, "node.struct.2.R", (double[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, 9),
                     TORSOR_OK);
    set_vector(bench, "node.struct.2.XP", 0, 0, -3);
    set_vector(bench, "node.struct.2.Omega", 0, 3, 0);
    for (double t = 0.4; t < 1.5; t += 0.1) {
        run_until(bench, t);
        assert_near(pendulum_energy(bench), 4.5, off);
    }
    finish(bench);
}

/* --- forces, drives, variables, parameters ------------------------------------------------------------------------ */

static void assert_pushed(bench bench, int axis, double force, double mass, double t)
{
    double x[3];
    assert_int_equal(torsor_get(bench.analysis, "node.struct.1.X", x, 3), TORSOR_OK);
    assert_near(x[axis], force * t * t / 2 / mass, force * STEP * t / 2 / mass + 1e-9);
    for (int k = 0; k < 3; k++)
        if (k != axis)
            assert_near(x[k], 0, 1e-9);
}

static void force_from_outside(void **state)
{
    double force[6] = {0, 0, 8, 0, 0, 0.5}, got[6];
    (void)state;
    bench bench = begin_settable(FREE_BODY);
    assert_int_equal(torsor_set(bench.analysis, "node.struct.1.force", force, 6), TORSOR_OK);
    run_until(bench, 0.8);
    assert_pushed(bench, 2, 8, 2, 0.8);
    assert_near(torsor_get_real(bench.analysis, "node.struct.1.Omega[2]"), 0.5 / 0.1 * 0.8, 0.5 / 0.1 * STEP);
    assert_int_equal(torsor_get(bench.analysis, "node.struct.1.force", got, 6), TORSOR_OK);
    assert_memory_equal(force, got, sizeof got);
    finish(bench);
}

static void drive_from_outside(void **state)
{
    (void)state;
    bench bench = begin_settable(FREE_BODY);
    assert_near(torsor_get_real(bench.analysis, "drive.7"), 0, 0);
    assert_int_equal(torsor_set_real(bench.analysis, "drive.7", 6), TORSOR_OK);
    assert_near(torsor_get_real(bench.analysis, "drive.7"), 6, 0);
    run_until(bench, 0.5);
    assert_pushed(bench, 0, 6, 2, 0.5);
    finish(bench);
}

static void push_from_the_beginning(void *to, torsor_analysis *analysis)
{
    int *calls = to;
    ++*calls;
    assert_int_equal(torsor_set_real(analysis, "drive.7", 3), TORSOR_OK);
    assert_int_equal(torsor_set_real(analysis, "node.parameter.5", 4), TORSOR_OK);
    assert_int_equal(torsor_set(analysis, "node.struct.1.X", (const double[]){1, 2, 3}, 3), TORSOR_MISUSE);
}

/* x = F t^2 / 2 m, to the last digits: there is no jump in the first step. */
static void drive_that_the_initial_state_knows(void **state)
{
    (void)state;
    int calls = 0;
    bench bench = {.model = open_good(FREE_BODY, &(torsor_options){.size = sizeof(torsor_options), .settable = true})};
    bench.analysis = torsor_begin(bench.model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options),
                                                                          .prepare = push_from_the_beginning,
                                                                          .context = &calls});
    assert_int_equal(calls, 1);
    assert_near(torsor_get_real(bench.analysis, "drive.7"), 3, 0);
    assert_near(torsor_get_real(bench.analysis, "node.parameter.5"), 4, 0);
    assert_int_equal(torsor_run_past(bench.analysis, 0.1), TORSOR_OK);
    const double t = torsor_time(bench.analysis);
    assert_near(torsor_get_real(bench.analysis, "node.struct.1.X[0]"), 3. / 2 * t * t / 2, 1e-9);
    finish(bench);
}

static void variable_that_a_string_reads(void **state)
{
    (void)state;
    bench bench = begin_settable(FREE_BODY);
    assert_int_equal(torsor_set_real(bench.analysis, "variable.push", 3), TORSOR_OK);
    run_until(bench, 0.5);
    assert_pushed(bench, 1, 3, 2, 0.5);
    finish(bench);
}

static void parameter_node(void **state)
{
    (void)state;
    bench bench = begin_settable(FREE_BODY);
    assert_int_equal(torsor_set_real(bench.analysis, "node.parameter.5", 4.5), TORSOR_OK);
    run_until(bench, 0.1);
    assert_near(torsor_get_real(bench.analysis, "node.parameter.5"), 4.5, 0);
    finish(bench);
}

/* Without the option the model is that of the deck. */
static void only_settable_models_have_forces_and_drives(void **state)
{
    (void)state;
    bench bench = {.model = open_good(FREE_BODY, NULL)};
    bench.analysis = begin_good(bench.model, NULL);
    assert_int_equal(torsor_find(bench.analysis, "node.struct.1.force"), -1);
    assert_int_equal(torsor_set_real(bench.analysis, "drive.7", 1), TORSOR_MISUSE);
    assert_int_equal(torsor_set_real(bench.analysis, "variable.push", 1), TORSOR_OK);
    finish(bench);
}

/* Two analyses of one model: what one is told the other does not hear. */
static void what_is_set_belongs_to_the_analysis(void **state)
{
    (void)state;
    bench b = begin_settable(FREE_BODY);
    bench other = {.model = b.model, .analysis = begin_good(b.model, NULL)};
    assert_int_equal(torsor_set_real(b.analysis, "drive.7", 6), TORSOR_OK);
    assert_int_equal(torsor_set_real(b.analysis, "variable.push", 6), TORSOR_OK);
    run_until(b, 0.1);
    run_until(other, 0.1);
    assert_near(torsor_get_real(other.analysis, "node.struct.1.X[0]"), 0, 0);
    assert_near(torsor_get_real(other.analysis, "variable.push"), 0, 0);
    torsor_end(other.analysis);
    finish(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_quantity_can_be_got),
        cmocka_unit_test(names_sizes_and_units),
        cmocka_unit_test(values_at_the_beginning),
        cmocka_unit_test(velocity_carries_a_free_body),
        cmocka_unit_test(component_can_be_set),
        cmocka_unit_test(orientation_rotates_on),
        cmocka_unit_test(pendulum_keeps_the_energy_that_is_set),
        cmocka_unit_test(force_from_outside),
        cmocka_unit_test(drive_from_outside),
        cmocka_unit_test(drive_that_the_initial_state_knows),
        cmocka_unit_test(variable_that_a_string_reads),
        cmocka_unit_test(parameter_node),
        cmocka_unit_test(only_settable_models_have_forces_and_drives),
        cmocka_unit_test(what_is_set_belongs_to_the_analysis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
