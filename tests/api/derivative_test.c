/* derivative_test.c - derivatives of a step by what acts, and steps that end at a given time.
 *
 * A free body of mass M with the force F, method crank nicolson, step h, F of its end:
 *
 *     dv/dF = h / 2 M        dx/dF = h^2 / 4 M */
#include "client.h"

static const double H = 1e-3, M = 2, J = 0.1;

static torsor_analysis *begin_settable(torsor_model **m, const char *words)
{
    *m = open_good(words, &(torsor_options){.size = sizeof(torsor_options), .settable = true});
    return begin_good(*m, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .may_restore = true});
}

static void derive(torsor_analysis *analysis, const char *of, const char *by, const double *seed, double *to)
{
    const int f = torsor_find(analysis, of), b = torsor_find(analysis, by);
    assert_true(f >= 0 && b >= 0);
    assert_int_equal(
        torsor_derivative(analysis,
                          &(torsor_directional_derivative){
                              .inputs = &b, .n_inputs = 1, .outputs = &f, .n_outputs = 1, .seed = seed, .result = to}),
        TORSOR_OK);
}

/* --- derivatives -------------------------------------------------------------------------------------------------- */

static void free_body(void **state)
{
    (void)state;
    torsor_model *model;
    torsor_analysis *analysis = begin_settable(&model, FREE_BODY);
    double to[3];
    assert_int_equal(torsor_step(analysis), TORSOR_OK);
    assert_int_equal(torsor_step(analysis), TORSOR_OK);
    derive(analysis, "node.struct.1.XP", "drive.7", (double[]){1}, to);
    assert_near(to[0], H / 2 / M, 1e-12);
    assert_near(to[1], 0, 1e-15);
    derive(analysis, "node.struct.1.X", "drive.7", (double[]){-3}, to);
    assert_near(to[0], -3 * H * H / 4 / M, 1e-14);
    derive(analysis, "node.struct.1.Omega", "node.struct.1.force", (double[]){0, 0, 0, 0, 2, 0}, to);
    assert_near(to[1], 2 * H / 2 / J, 1e-10);
    derive(analysis, "node.struct.1.XP[2]", "node.struct.1.force[2]", (double[]){1}, to);
    assert_near(to[0], H / 2 / M, 1e-12);
    derive(analysis, "drive.7", "drive.7", (double[]){1}, to);
    assert_near(to[0], 1, 1e-9);
    torsor_end(analysis);
    torsor_close(model);
}

/* Against the step, taken again with another force; the run does not notice that it was asked. */
static void a_pendulum(void **state)
{
    (void)state;
    static const char *const OF[] = {"node.struct.2.X", "node.struct.2.XP", "node.struct.2.Omega", "elem.joint.2.f"};
    torsor_model *model;
    torsor_analysis *analysis = begin_settable(&model, PENDULUM);
    double ends[2][4][3], to[3], last[3], again[3];
    assert_int_equal(torsor_run_past(analysis, 0.3), TORSOR_OK);
    torsor_snapshot *there = torsor_snapshot_take(analysis);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(torsor_restore(analysis, there), TORSOR_OK);
        assert_int_equal(torsor_set_real(analysis, "node.struct.2.force[2]", k == 0 ? 0.01 : -0.01), TORSOR_OK);
        assert_int_equal(torsor_step(analysis), TORSOR_OK);
        for (int i = 0; i < 4; i++)
            assert_int_equal(torsor_get(analysis, OF[i], ends[k][i], 3), TORSOR_OK);
    }
    torsor_restore(analysis, there);
    torsor_step(analysis);
    for (int i = 0; i < 4; i++) {
        derive(analysis, OF[i], "node.struct.2.force[2]", (double[]){1}, to);
        for (int c = 0; c < 3; c++) {
            const double wanted = (ends[0][i][c] - ends[1][i][c]) / 0.02;
            assert_near(to[c], wanted, 1e-6 * fmax(fabs(wanted), 1e-3));
        }
    }
    torsor_step(analysis);
    torsor_get(analysis, "node.struct.2.X", last, 3);
    torsor_restore(analysis, there);
    torsor_step(analysis);
    torsor_step(analysis);
    torsor_get(analysis, "node.struct.2.X", again, 3);
    assert_memory_equal(last, again, sizeof last);
    torsor_snapshot_free(there);
    torsor_end(analysis);
    torsor_close(model);
}

static void what_makes_no_sense(void **state)
{
    (void)state;
    torsor_model *model;
    torsor_analysis *analysis = begin_settable(&model, FREE_BODY);
    double to[3];
    const double seed[] = {1, 1, 1};
    const int position = torsor_find(analysis, "node.struct.1.X"), drive = torsor_find(analysis, "drive.7"), none = -1;
    const torsor_directional_derivative bad[] = {
        {.inputs = &position, .outputs = &position, .n_inputs = 1, .n_outputs = 1, .seed = seed, .result = to},
        {.inputs = &drive, .outputs = &none, .n_inputs = 1, .n_outputs = 1, .seed = seed, .result = to},
        {.inputs = &none, .outputs = &drive, .n_inputs = 1, .n_outputs = 1, .seed = seed, .result = to}};
    for (int i = 0; i < 3; i++)
        assert_int_equal(torsor_derivative(analysis, &bad[i]), TORSOR_MISUSE);
    assert_int_equal(torsor_derivative(analysis, NULL), TORSOR_MISUSE);
    assert_int_equal(torsor_derivative(NULL, bad), TORSOR_MISUSE);
    torsor_end(analysis);
    torsor_close(model);
}

/* --- steps that end at a given time ------------------------------------------------------------------------------- */

/* A constant force gives x = F t^2 / 2 M exactly, whatever the lengths of the steps, but for the first half step. */
static void cut_steps(void **state)
{
    (void)state;
    torsor_model *model;
    torsor_analysis *analysis = begin_settable(&model, FREE_BODY);
    torsor_set(analysis, "node.struct.1.XP", (double[]){1, 0, 0}, 3);
    double x;
    for (int i = 1; i <= 20; i++) {
        const double t = 0.00037 * i * i;
        assert_int_equal(torsor_run_exactly_to(analysis, t), TORSOR_OK);
        assert_near(torsor_time(analysis), t, 1e-15);
        torsor_get(analysis, "node.struct.1.X[0]", &x, 1);
        assert_near(x, t, 1e-12);
    }
    assert_int_equal(torsor_step(analysis), TORSOR_OK);
    assert_near(torsor_time_step(analysis), H, 0);
    assert_int_equal(torsor_run_exactly_to(analysis, 0.1), TORSOR_OK);
    const int there = torsor_step_number(analysis);
    assert_int_equal(torsor_run_exactly_to(analysis, 0.1), TORSOR_OK);
    assert_int_equal(torsor_step_number(analysis), there);
    assert_int_equal(torsor_run_exactly_to(analysis, (double)NAN), TORSOR_MISUSE);
    torsor_end(analysis);
    torsor_close(model);
}

/* Times that are multiples of the step leave every step as it is. */
static void whole_steps(void **state)
{
    (void)state;
    torsor_model *model = open_good(PENDULUM, NULL);
    torsor_analysis *a = begin_good(model, NULL), *b = begin_good(model, NULL);
    double x[3], y[3];
    for (int i = 1; i <= 50; i++) {
        assert_int_equal(torsor_run_exactly_to(a, 5e-3 * i), TORSOR_OK);
        assert_int_equal(torsor_step_number(a), 5 * i);
    }
    while (torsor_step_number(b) < 250)
        assert_int_equal(torsor_step(b), TORSOR_OK);
    torsor_get(a, "node.struct.2.X", x, 3);
    torsor_get(b, "node.struct.2.X", y, 3);
    assert_memory_equal(x, y, sizeof x);
    torsor_end(a);
    torsor_end(b);
    torsor_close(model);
}

/* The files that a model is made of. */
static void files(void **state)
{
    (void)state;
    char folder[64], path[128], other[128];
    make_folder(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/deck", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    FILE *file = fopen(path, "w");
    fputs("include: \"other\";\n", file);
    fclose(file);
    file = fopen(other, "w");
    fputs("set: real x = 1.;\n", file);
    fclose(file);
    torsor_model *model = torsor_open(path, NULL);
    assert_int_equal(torsor_file_count(model), 2);
    assert_string_equal(torsor_file_at(model, 0), path);
    assert_string_equal(torsor_file_at(model, 1), other);
    assert_null(torsor_file_at(model, 2));
    assert_null(torsor_file_at(model, -1));
    assert_int_equal(torsor_file_count(NULL), 0);
    torsor_close(model);
    remove_folder(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_body), cmocka_unit_test(a_pendulum),  cmocka_unit_test(what_makes_no_sense),
        cmocka_unit_test(cut_steps), cmocka_unit_test(whole_steps), cmocka_unit_test(files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
