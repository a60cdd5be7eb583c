/* batch_test.c - instances of a batch have the numbers, to the last bit, of analyses of their own. */
#include "client.h"

enum { INSTANCES = 40, STEPS = 30, EVERY = 7, ROWS = 1 + STEPS / EVERY };

/* Three links that fall; gravity is a variable that only the analysis reads, drive 7 a moment on the first link. */
#define CHAIN                                                                                                     \
    "set: real G = 9.81; set: real L = 0.1;\n" PROBLEM(                                                           \
        "0.05") "begin: control data; structural nodes: 3; rigid bodies: 3; joints: 3; forces: 1; gravity; end: " \
                "control data;\n"                                                                                 \
                "begin: nodes; structural: 1, dynamic, L/2, 0., 0., eye, null, null;\n"                           \
                "structural: 2, dynamic, 3*L/2, 0., 0., eye, null, null;\n"                                       \
                "structural: 3, dynamic, 5*L/2, 0., 0., eye, null, null; end: nodes;\n"                           \
                "begin: elements; drive caller: 7, const, 0.; gravity: uniform, 0., 0., -1., string, \"G\";\n"    \
                "body: 1, 1, .2, null, diag, 1e-4, 2e-4, 2e-4; body: 2, 2, .2, null, diag, 1e-4, 2e-4, 2e-4;\n"   \
                "body: 3, 3, .2, null, diag, 1e-4, 2e-4, 2e-4;\n"                                                 \
                "joint: 1, spherical pin, 1, position, -L/2, 0., 0., 0., 0., 0.;\n"                               \
                "joint: 2, spherical hinge, 1, position, L/2, 0., 0., 2, position, -L/2, 0., 0.;\n"               \
                "joint: 3, spherical hinge, 2, position, L/2, 0., 0., 3, position, -L/2, 0., 0.;\n"               \
                "couple: 1, absolute, 1, 0., 1., 0., reference, 7; end: elements;\n"

static const char *const OUTPUTS[] = {"node.struct.3.X", "elem.joint.1.F", "node.struct.2.Omega[1]"};
enum { WIDTH = 3 + 3 + 1 };

static const torsor_options SETTABLE = {.size = sizeof SETTABLE, .settable = true};

static double gravity_of(int instance) { return 5.0 + 0.37 * instance; }

static void prepare_alone(void *context, torsor_analysis *analysis)
{
    assert_int_equal(torsor_set_real(analysis, "drive.7", *(const double *)context), TORSOR_OK);
}

/* Begins an instance as a user without batches does: the deck is read with the value. */
static torsor_analysis *begin_alone(const double *gravity, const double *moment, torsor_model **model)
{
    char words[40];
    snprintf(words, sizeof words, "%.17g", *gravity);
    const torsor_definition definition = {"G", words};
    torsor_options options = SETTABLE;
    options.definitions = &definition;
    options.n_definitions = 1;
    *model = open_good(CHAIN, &options);
    return torsor_begin(*model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options),
                                                           .context = (void *)moment,
                                                           .prepare = prepare_alone});
}

static void read_alone(torsor_analysis *analysis, double *row)
{
    assert_int_equal(torsor_get(analysis, OUTPUTS[0], row, 3), TORSOR_OK);
    assert_int_equal(torsor_get(analysis, OUTPUTS[1], row + 3, 3), TORSOR_OK);
    assert_int_equal(torsor_get(analysis, OUTPUTS[2], row + 6, 1), TORSOR_OK);
}

static torsor_batch *open_chains(torsor_model *model, int threads)
{
    static const char *const PARAMETERS[] = {"variable.G", "drive.7"}, *const INPUTS[] = {"drive.7"};
    torsor_batch *batch = torsor_batch_open(model, &(torsor_batch_options){.size = sizeof(torsor_batch_options),
                                                                           .instances = INSTANCES,
                                                                           .threads = threads,
                                                                           .parameters = PARAMETERS,
                                                                           .n_parameters = 2,
                                                                           .inputs = INPUTS,
                                                                           .n_inputs = 1,
                                                                           .outputs = OUTPUTS,
                                                                           .n_outputs = 3});
    assert_string_equal(torsor_batch_trouble(batch), "");
    assert_int_equal(torsor_batch_width(batch, TORSOR_BATCH_PARAMETERS), 2);
    assert_int_equal(torsor_batch_width(batch, TORSOR_BATCH_OUTPUTS), WIDTH);
    return batch;
}

static void fill(double *parameters)
{
    for (int i = 0; i < INSTANCES; i++) {
        parameters[2 * i] = gravity_of(i);
        parameters[2 * i + 1] = 1e-3 * i;
    }
}

static void run_instances_equal_single_runs(void **state)
{
    (void)state;
    static double parameters[2 * INSTANCES], found[INSTANCES * ROWS * WIDTH], again[INSTANCES * ROWS * WIDTH];
    fill(parameters);
    torsor_model *model = open_good(CHAIN, &SETTABLE);
    for (int threads = 1; threads <= 3; threads += 2) {
        torsor_batch *batch = open_chains(model, threads);
        assert_int_equal(torsor_batch_run(batch, STEPS, EVERY, parameters, found), TORSOR_OK);
        assert_int_equal(torsor_batch_run(batch, STEPS, EVERY, parameters, again), TORSOR_OK);
        assert_memory_equal(found, again, sizeof found);
        torsor_batch_close(batch);
        for (int i = 0; i < INSTANCES; i++) {
            torsor_model *own;
            torsor_analysis *analysis = begin_alone(&parameters[2 * i], &parameters[2 * i + 1], &own);
            for (int k = 0; k < ROWS; k++) {
                double row[WIDTH];
                for (int s = 0; s < EVERY && k > 0; s++)
                    assert_int_equal(torsor_step(analysis), TORSOR_OK);
                read_alone(analysis, row);
                assert_memory_equal(row, found + (i * ROWS + k) * WIDTH, sizeof row);
            }
            torsor_end(analysis);
            torsor_close(own);
        }
    }
    torsor_close(model);
}

/* The moment changes at every step, by a law of its own in each instance; some instances begin again on the way. */
static void steps_with_inputs_equal_single_runs(void **state)
{
    (void)state;
    static double parameters[2 * INSTANCES], moments[INSTANCES], found[INSTANCES * WIDTH];
    static unsigned char which[INSTANCES];
    fill(parameters);
    torsor_model *model = open_good(CHAIN, &SETTABLE);
    torsor_batch *batch = open_chains(model, 2);
    assert_int_equal(torsor_batch_begin(batch, NULL, parameters, found), TORSOR_OK);
    for (int k = 0; k < STEPS; k++) {
        for (int i = 0; i < INSTANCES; i++) {
            moments[i] = 1e-3 * sin(i + 0.1 * k);
            which[i] = k == 4 && i % 3 == 0;
        }
        assert_int_equal(torsor_batch_begin(batch, which, parameters, found), TORSOR_OK);
        assert_int_equal(torsor_batch_step(batch, 1, moments, found), TORSOR_OK);
    }
    torsor_batch_close(batch);
    for (int i = 0; i < INSTANCES; i++) {
        torsor_model *own;
        double row[WIDTH];
        torsor_analysis *analysis = begin_alone(&parameters[2 * i], &parameters[2 * i + 1], &own);
        for (int k = i % 3 == 0 ? 4 : 0; k < STEPS; k++) {
            torsor_set_real(analysis, "drive.7", 1e-3 * sin(i + 0.1 * k));
            assert_int_equal(torsor_step(analysis), TORSOR_OK);
        }
        read_alone(analysis, row);
        assert_memory_equal(row, found + i * WIDTH, sizeof row);
        torsor_end(analysis);
        torsor_close(own);
    }
    torsor_close(model);
}

/* A free body: x = x0 + v0 t. */
static void states_are_parameters(void **state)
{
    (void)state;
    static const char *const PARAMETERS[] = {"node.struct.1.X", "node.struct.1.XP"}, *const X[] = {"node.struct.1.X"};
    double parameters[3][6] = {{1, 2, 3, 4, 5, 6}, {0, 0, 0, 1, 0, 0}, {7, 7, 7, 0, 0, (double)NAN}}, x[3][2][3];
    torsor_model *model = open_good(FREE_BODY, &SETTABLE);
    torsor_batch *batch = torsor_batch_open(model, &(torsor_batch_options){.size = sizeof(torsor_batch_options),
                                                                           .instances = 3,
                                                                           .threads = 1,
                                                                           .parameters = PARAMETERS,
                                                                           .n_parameters = 2,
                                                                           .outputs = X,
                                                                           .n_outputs = 1});
    assert_int_equal(torsor_batch_run(batch, 100, 100, parameters[0], x[0][0]), TORSOR_ERROR);
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            assert_true(fabs(x[i][1][k] - parameters[i][k] - 0.1 * parameters[i][3 + k]) < 1e-9);
    assert_int_equal(torsor_batch_state(batch, 0), TORSOR_OK);
    assert_int_equal(torsor_batch_state(batch, 2), TORSOR_MISUSE);
    assert_true(isnan(x[2][1][0]));
    torsor_batch_close(batch);
    torsor_close(model);
}

static void rows_after_the_end_are_not_numbers(void **state)
{
    (void)state;
    double x[4][3];
    torsor_model *model = open_good(CHAIN, NULL);
    torsor_batch *batch = torsor_batch_open(
        model, &(torsor_batch_options){
                   .size = sizeof(torsor_batch_options), .instances = 1, .outputs = OUTPUTS, .n_outputs = 1});
    assert_int_equal(torsor_batch_run(batch, 75, 25, NULL, x[0]), TORSOR_OK);
    assert_false(isnan(x[2][0]));
    assert_true(isnan(x[3][0]));
    assert_int_equal(torsor_batch_state(batch, 0), TORSOR_END);
    torsor_batch_close(batch);
    torsor_close(model);
}

static const char *trouble_of(torsor_model *model, const char *parameter, const char *output)
{
    static char words[400];
    torsor_batch *batch = torsor_batch_open(model, &(torsor_batch_options){.size = sizeof(torsor_batch_options),
                                                                           .instances = 2,
                                                                           .parameters = &parameter,
                                                                           .n_parameters = parameter ? 1 : 0,
                                                                           .outputs = &output,
                                                                           .n_outputs = 1});
    snprintf(words, sizeof words, "%s", torsor_batch_trouble(batch));
    assert_int_equal(torsor_batch_run(batch, 1, 1, NULL, (double[64]){0}), *words ? TORSOR_MISUSE : TORSOR_OK);
    torsor_batch_close(batch);
    return words;
}

static void mistakes_are_explained(void **state)
{
    (void)state;
    torsor_model *model = open_good(CHAIN, &SETTABLE), *bad = open_words("begin: data;", NULL);
    assert_non_null(strstr(trouble_of(model, "variable.L", OUTPUTS[0]), "depends on the value that 'variable.L' had"));
    assert_non_null(strstr(trouble_of(model, NULL, "node.struct.3.Z"), "the model has no quantity 'node.struct.3.Z'"));
    assert_non_null(strstr(trouble_of(model, "elem.joint.1.F", OUTPUTS[0]), "cannot be set"));
    assert_string_equal(trouble_of(model, "variable.G", OUTPUTS[0]), "");
    assert_non_null(strstr(trouble_of(bad, NULL, OUTPUTS[0]), "cannot be solved"));
    assert_null(torsor_batch_open(NULL, NULL));
    assert_int_equal(torsor_batch_run(NULL, 1, 1, NULL, NULL), TORSOR_MISUSE);
    torsor_batch_close(NULL);
    torsor_close(bad);
    torsor_close(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_instances_equal_single_runs), cmocka_unit_test(steps_with_inputs_equal_single_runs),
        cmocka_unit_test(states_are_parameters),           cmocka_unit_test(rows_after_the_end_are_not_numbers),
        cmocka_unit_test(mistakes_are_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
