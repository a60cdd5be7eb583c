/* ordinary_test.c - a model as ordinary differential equations, integrated here by the method of Runge and Kutta.
 *
 * A free body of M = 2 kg, J = 0.1 kg m^2 in all directions, with a constant force and moment from rest:
 *
 *     x = F t^2 / 2 M        angle = C t^2 / 2 J about the axis of C */
#include "client.h"

enum { STATES = 13 }; /* position, Euler parameters, momentum, momenta moment */
static const double M = 2, J = 0.1;

static torsor_analysis *begin_settable(torsor_model **m, const char *words)
{
    *m = open_good(words, &(torsor_options){.size = sizeof(torsor_options), .settable = true});
    return begin_good(*m, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .may_restore = true});
}

static void rates(torsor_analysis *analysis, double t, const double *z, const double *along, double h, double *f)
{
    double moved[STATES];
    for (int i = 0; i < STATES; i++)
        moved[i] = z[i] + (along ? h * along[i] : 0);
    assert_int_equal(torsor_ordinary_set(analysis, t, moved, STATES), TORSOR_OK);
    assert_int_equal(torsor_ordinary_rates(analysis, f, STATES), TORSOR_OK);
}

static void integrate(torsor_analysis *analysis, double until, int steps)
{
    const double h = until / steps;
    double z[STATES], f[4][STATES];
    assert_int_equal(torsor_ordinary_get(analysis, z, STATES), TORSOR_OK);
    for (int k = 0; k < steps; k++) {
        const double t = k * h;
        rates(analysis, t, z, NULL, 0, f[0]);
        rates(analysis, t + h / 2, z, f[0], h / 2, f[1]);
        rates(analysis, t + h / 2, z, f[1], h / 2, f[2]);
        rates(analysis, t + h, z, f[2], h, f[3]);
        for (int i = 0; i < STATES; i++)
            z[i] += h / 6 * (f[0][i] + 2 * f[1][i] + 2 * f[2][i] + f[3][i]);
    }
    rates(analysis, until, z, NULL, 0, f[0]);
}

/* Through more than one turn, where parameters of three numbers would have a singularity. */
static void free_body(void **state)
{
    (void)state;
    torsor_model *model;
    torsor_analysis *analysis = begin_settable(&model, FREE_BODY);
    const double t = 2, F = 3, C = 0.4, angle = C * t * t / 2 / J;
    double R[9];
    assert_int_equal(torsor_ordinary_count(analysis), STATES);
    assert_null(torsor_ordinary_reason(analysis));
    assert_int_equal(torsor_set(analysis, "node.struct.1.force", (double[]){F, 0, 0, 0, C, 0}, 6), TORSOR_OK);
    integrate(analysis, t, 400);
    assert_near(torsor_time(analysis), t, 0);
    assert_near(torsor_get_real(analysis, "node.struct.1.X[0]"), F * t * t / 2 / M, 1e-12);
    assert_near(torsor_get_real(analysis, "node.struct.1.XP[0]"), F * t / M, 1e-12);
    assert_near(torsor_get_real(analysis, "node.struct.1.Omega[1]"), C * t / J, 1e-8);
    assert_int_equal(torsor_get(analysis, "node.struct.1.R", R, 9), TORSOR_OK);
    assert_true(angle > 2 * M_PI);
    assert_near(R[0], cos(angle), 1e-6);
    assert_near(R[2], -sin(angle), 1e-6);
    torsor_end(analysis);
    torsor_close(model);
}

/* States are told as they were set, and a step goes on from there. */
static void states_and_steps(void **state)
{
    (void)state;
    torsor_model *model;
    torsor_analysis *analysis = begin_settable(&model, FREE_BODY);
    const double half = sqrt(0.5);
    const double z[STATES] = {1, 2, 3, -half, 0, 0, -half, 4, 0, 0, 0, 0, 0};
    double again[STATES], f[STATES];
    assert_int_equal(torsor_ordinary_set(analysis, 0.25, z, STATES), TORSOR_OK);
    assert_int_equal(torsor_ordinary_get(analysis, again, STATES), TORSOR_OK);
    assert_memory_equal(z, again, sizeof z);
    assert_int_equal(torsor_ordinary_rates(analysis, f, STATES), TORSOR_OK);
    assert_near(f[0], 4 / M, 1e-14);
    assert_near(torsor_get_real(analysis, "node.struct.1.R[1]"), 1, 1e-15); /* a quarter of a turn about z */
    assert_int_equal(torsor_step(analysis), TORSOR_OK);
    assert_near(torsor_time(analysis), 0.251, 1e-15);
    assert_near(torsor_get_real(analysis, "node.struct.1.X[0]"), 1 + 2 * 1e-3, 1e-12);
    torsor_end(analysis);
    torsor_close(model);
}

static void what_is_not_ordinary(void **state)
{
    (void)state;
    torsor_model *model;
    torsor_analysis *analysis = begin_settable(&model, PENDULUM);
    double z[STATES];
    assert_int_equal(torsor_ordinary_count(analysis), -1);
    assert_string_equal(torsor_ordinary_reason(analysis), "joint 1 (clamp) constrains the motion");
    assert_int_equal(torsor_ordinary_get(analysis, z, STATES), TORSOR_MISUSE);
    assert_int_equal(torsor_ordinary_set(analysis, 0, z, STATES), TORSOR_MISUSE);
    assert_int_equal(torsor_ordinary_rates(analysis, z, STATES), TORSOR_MISUSE);
    assert_int_equal(torsor_step(analysis), TORSOR_OK);
    torsor_end(analysis);
    torsor_close(model);
}

/* A node without mass: nothing gives its velocity. */
static void what_nothing_determines(void **state)
{
    (void)state;
    torsor_model *model;
    torsor_analysis *analysis =
        begin_settable(&model, PROBLEM("1") "begin: control data; abstract nodes: 1; genels: 1; end: control data;\n"
                                            "begin: nodes; abstract: 3, differential; end: nodes;\n"
                                            "begin: elements; genel: 1, spring support, 3, abstract, algebraic,\n"
                                            "linear elastic, 10.; end: elements;\n");
    assert_int_equal(torsor_ordinary_count(analysis), -1);
    assert_string_equal(torsor_ordinary_reason(analysis),
                        "no equation determines the derivative of abstract node 3, value");
    torsor_end(analysis);
    torsor_close(model);
}

static void misuse(void **state)
{
    (void)state;
    torsor_model *model;
    torsor_analysis *analysis = begin_settable(&model, FREE_BODY);
    double z[STATES];
    assert_int_equal(torsor_ordinary_count(NULL), -1);
    assert_string_equal(torsor_ordinary_reason(NULL), "no solution");
    assert_int_equal(torsor_ordinary_get(analysis, z, STATES - 1), TORSOR_MISUSE);
    assert_int_equal(torsor_ordinary_get(analysis, NULL, STATES), TORSOR_MISUSE);
    assert_int_equal(torsor_ordinary_get(analysis, z, STATES), TORSOR_OK);
    assert_int_equal(torsor_ordinary_set(analysis, NAN, z, STATES), TORSOR_MISUSE);
    z[0] = INFINITY;
    assert_int_equal(torsor_ordinary_set(analysis, 0, z, STATES), TORSOR_MISUSE);
    torsor_end(analysis);
    torsor_close(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_body),
        cmocka_unit_test(states_and_steps),
        cmocka_unit_test(what_is_not_ordinary),
        cmocka_unit_test(what_nothing_determines),
        cmocka_unit_test(misuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
