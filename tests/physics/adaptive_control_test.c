/* adaptive_control_test.c - identification of processes and control by prediction, against closed forms. */
#include "probe_world.h"

#define COUNTS "abstract nodes: 2; genels: 2; forces: 2; electric elements: 1;"
#define NODES "abstract: 1, differential; abstract: 2, differential;"
#define SIGNALS "outputs, node dof, 2, abstract, algebraic, inputs, 1, abstract, algebraic;"
/* y = b u with u = 2 and y = 1 + t */
#define RAMP                                                                \
    "genel: 1, spring support, 1, abstract, algebraic, linear elastic, 1.;" \
    "genel: 2, spring support, 2, abstract, algebraic, linear elastic, 1.;" \
    "force: 1, abstract, 1, abstract, const, 2.; force: 2, abstract, 2, abstract, linear, 1., 1.;"
/* x' + x = u: with implicit Euler and steps h, y_k = a y_k-1 + b u_k, a = 1 / (1 + h), b = h / (1 + h) */
#define PROCESS                                                                                                   \
    "genel: 1, spring support, 1, abstract, algebraic, linear elastic, 1.;"                                       \
    "genel: 2, state space SISO, 2, abstract, algebraic, 1, abstract, algebraic, 1, matrix A, -1., matrix B, 1.," \
    "matrix C, 1.;"                                                                                               \
    "force: 1, abstract, 1, abstract, mult, sine, 0., 9., 3., forever, 0., step, 0.99, -1., 1.;"                  \
    "force: 2, abstract, 2, abstract, const, 0.;"
#define CONTROL "electric: 9, discrete control, 1, 1, 1, 1, adaptive control, arx,"
#define LEARNING ", excitation, mult, sine, 0., 15., 1., forever, 0., step, 0.99, -1., 1., trigger, step, 1., 1., 0.,"

static const march EULER = {.until = 0.3, .step = 0.01, .method = "implicit euler"};
static const march LONG = {.until = 3.0, .step = 0.01, .method = "implicit euler"};
static const double H = 0.01;

/* Least squares of y = b u with a constant u: b is the mean of y / u, each sample with the weight mu^age. */
static void weighted_mean(void **of)
{
    world *world = *of;
    static const probe B = {"electric", 9, "theta[1]"};
    static const double MU[] = {1.0, 0.8};
    for (int k = 0; k < 2; k++) {
        char words[1200];
        snprintf(
            words, sizeof words,
            RAMP
            "electric: 9, discrete control, 1, 1, 0, 1, identification, arx, forgetting factor, const, %g," SIGNALS,
            MU[k]);
        assert_runs(world, &B, 1, EULER, (const char *const[]){COUNTS, NODES, words});
        double sum = 0.0, weight = 0.0;
        for (int i = 0; i < world->n; i++) {
            sum = MU[k] * sum + 0.5 * (1.0 + world->t[i]);
            weight = MU[k] * weight + 1.0;
        }
        assert_near(world_end(world)[0], sum / weight, 1e-7);
    }
}

/* A derivative changes after 2 s: with constant memory old samples hold the coefficient back, a dynamic factor lets
 * go. */
static void forgetting_when_the_process_changes(void **of)
{
    world *world = *of;
    static const probe B = {"electric", 9, "theta[1]"};
    static const char *const FACTORS[] = {"const, 1.", "dynamic, 5, 50, 0.9, 0.5, 1.5, 10."};
    double b[2];
    for (int k = 0; k < 2; k++) {
        char words[1200];
        snprintf(words, sizeof words,
                 "genel: 1, spring support, 1, abstract, algebraic, linear elastic, 1.;"
                 "genel: 2, spring support, 2, abstract, algebraic, linear elastic, 1.;"
                 "force: 1, abstract, 1, abstract, const, 2.; force: 2, abstract, 2, abstract, step, 2., 1., 1.;"
                 "electric: 9, discrete control, 1, 1, 0, 1, identification, arx, forgettingfactor, %s," SIGNALS,
                 FACTORS[k]);
        assert_runs(world, &B, 1, LONG, (const char *const[]){COUNTS, NODES, words});
        b[k] = world_end(world)[0];
    }
    assert_true(b[0] < 0.7);
    assert_near(b[1], 1.0, 0.01);
}

/* What MBDyn wrote to its file, with six digits, after 2 s of the case
 * electric/discrete-control-identification-arx without forgetting. */
static void coefficients_of_the_reference(void **of)
{
    world *world = *of;
    static const probe THETA[] = {{"electric", 9, "theta[1]"},
                                  {"electric", 9, "theta[2]"},
                                  {"electric", 9, "theta[3]"},
                                  {"electric", 9, "theta[4]"},
                                  {"electric", 9, "theta[5]"}};
    static const double FOUND[] = {1.94538, -0.960998, 9.9653e-05, 0.000191261, 9.9057e-05};
    assert_runs(world, THETA, 5, (march){.until = 2.0, .step = 0.02, .method = "ms, 0.6", .tolerance = 1e-9},
                (const char *const[]){"abstract nodes: 2; genels: 2; forces: 1; electric elements: 1;", NODES,
                                      "genel: 1, spring support, 1, abstract, algebraic, linear elastic, 1.;"
                                      "genel: 2, state space SISO, 2, abstract, algebraic, 1, abstract, algebraic, 2,"
                                      "matrix A, 0., 1., -40., -2., matrix B, 0., 1., matrix C, 1., 0.;"
                                      "force: 1, abstract, 1, abstract, sine, 0., 9., 3., forever, 0.;"
                                      "electric: 9, discrete control, 1, 1, 2, 1, identification, arx,"
                                      "excitation, sine, 0., 15., 1., forever, 0.," SIGNALS});
    for (int i = 0; i < 5; i++)
        assert_near(world_end(world)[i], FOUND[i], 1e-5 * fabs(FOUND[i]));
}

/* Two outputs of the last samples of both and of two of the input: the file has the four coefficients of one output
 * after the other, and the forgetting factor; as data they come term by term, behind the control. */
static void rows_and_data_of_coefficients(void **of)
{
    enum { TERMS = 4, OUTPUTS = 2 };
    world *world = *of;
    probe at[2 * TERMS * OUTPUTS + 5];
    char name[TERMS * OUTPUTS][2][12];
    for (int i = 0; i < TERMS * OUTPUTS; i++) {
        snprintf(name[i][0], sizeof name[i][0], "##%d", i);
        snprintf(name[i][1], sizeof name[i][1], "theta[%d]", i + 1);
        at[2 * i] = (probe){"electric", 9, name[i][0]}, at[2 * i + 1] = (probe){"electric", 9, name[i][1]};
    }
    const probe more[] = {{"electric", 9, "##8"},
                          {"electric", 9, "u[1]"},
                          {"abstract", 4, "x"},
                          {"abstract", 5, "x"},
                          {"abstract", 6, "x"}};
    memcpy(at + 2 * TERMS * OUTPUTS, more, sizeof more);
#define SUPPORT(n) "genel: " #n ", spring support, " #n ", abstract, algebraic, linear elastic, 1.;"
    assert_runs(
        world, at, 2 * TERMS * OUTPUTS + 5, EULER,
        (const char *const[]){
            "abstract nodes: 6; genels: 6; forces: 6; electric elements: 1;",
            "abstract: 1, differential; abstract: 2, differential; abstract: 3, differential;"
            "abstract: 4, differential; abstract: 5, differential; abstract: 6, differential;",
            SUPPORT(1) SUPPORT(2) SUPPORT(3) SUPPORT(4) SUPPORT(5) SUPPORT(
                6) "force: 1, abstract, 1, abstract, sine, 0., 31., 1., forever, 0.2;"
                   "force: 2, abstract, 2, abstract, sine, 0., 17., 2., forever, 0.1;"
                   "force: 3, abstract, 3, abstract, sine, 0., 45., 3., forever, 0.;"
                   "electric: 9, discrete control, 2, 1, 1, 1, identification, arx, forgetting factor, const, 0.9, "
                   "excitation, const, 0.25, file, \"/dev/null\", outputs, node dof, 2, abstract, algebraic, node dof, "
                   "3, abstract, algebraic, inputs, 1, abstract, algebraic;"
                   "force: 4, abstract, 4, abstract, element, 9, electric, index, 1, direct;"
                   "force: 5, abstract, 5, abstract, element, 9, electric, index, 2, direct;"
                   "force: 6, abstract, 6, abstract, element, 9, electric, index, 9, direct;"});
#undef SUPPORT
    const double *v = world_end(world), *before = world->v[world->n - 2];
    for (int k = 0; k < OUTPUTS; k++)
        for (int i = 0; i < TERMS; i++)
            assert_near(v[2 * (k * TERMS + i)], v[2 * (i * OUTPUTS + k) + 1], 1e-12);
    assert_near(v[16], 0.9, 0.0);
    assert_near(v[17], 0.25, 0.0);
    assert_near(v[18], 0.25, 1e-9);
    assert_near(v[19], before[1], 1e-9 * fabs(before[1])); /* as they were before the step */
    assert_near(v[20], before[15], 1e-9 * fabs(before[15]));
}

static void data_that_there_are_not(void **of)
{
    static const char *const INDEX[] = {"3", "-1"};
    world *world = *of;
    for (int i = 0; i < 2; i++) {
        char words[1200];
        snprintf(words, sizeof words,
                 RAMP "electric: 9, discrete control, 1, 1, 0, 1, identification, arx," SIGNALS
                      "bind: 1, electric, 1, index, %s;",
                 INDEX[i]);
        assert_false(
            world_model(world, NULL, 0, EULER,
                        (const char *const[]){COUNTS "parameter nodes: 1;", NODES "parameter: 1, element;", words}));
    }
}

static const probe OUTPUT[] = {
    {"abstract", 2, "x"}, {"electric", 9, "theta[1]"}, {"electric", 9, "theta[2]"}, {"electric", 9, "u[1]"}};

static void run_control(world *world, const char *by)
{
    char words[3000];
    snprintf(words, sizeof words, PROCESS CONTROL "%s" LEARNING "desired output, const, 2.," SIGNALS, by);
    assert_runs(world, OUTPUT, 4, LONG, (const char *const[]){COUNTS, NODES, words});
    assert_near(world_end(world)[1], 1.0 / (1.0 + H), 1e-9);
    assert_near(world_end(world)[2], H / (1.0 + H), 1e-9);
}

/* The least cost of one step ahead: b (y_d - y_k) = lambda u_k. */
static void weight_of_control(void **of)
{
    world *world = *of;
    run_control(world, "gpc, 1, 1, 0, const, 0.01");
    const double a = 1.0 / (1.0 + H), b = H / (1.0 + H);
    for (int i = 1; i < world->n; i++)
        if (world->t[i] > 1.0 + 1.5 * H) {
            const double u = b * (2.0 - a * world->v[i - 1][0]) / (b * b + 0.01);
            assert_near(world->v[i][0], a * world->v[i - 1][0] + b * u, 1e-7);
        }
    run_control(world,
                "gpc, 8, 8, 0, prediction weights, 8, 7, 6, 5, 4, 3, 2, 1, control weights, 1, 2, 3, 4, 5, 6, 7, 8,"
                "const, 1.e-12");
    assert_near(world_end(world)[0], 2.0, 1e-6);
}

/* One control that stays, and y_d a sample later: y_k + a (y_k - y_k-1) = y_d. */
static void deadbeat_of_a_first_order_process(void **of)
{
    world *world = *of;
    run_control(world, "deadbeat, 2, 1");
    const double a = 1.0 / (1.0 + H);
    for (int i = 1; i < world->n; i++)
        if (world->t[i] > 1.0 + 1.5 * H)
            assert_near(world->v[i][0] + a * (world->v[i][0] - world->v[i - 1][0]), 2.0, 1e-7);
    assert_near(world_end(world)[0], 2.0, 1e-7);
}

/* x'' + x'/2 + 4 x = u, of second order: two controls bring the output to y_d, and it stays there. One sine says
 * nothing about most coefficients of a model of third order. */
static void deadbeat_after_one_sine(void **of)
{
    world *world = *of;
    static const march MARCH = {.until = 3.0, .step = 0.1, .method = "implicit euler"};
    assert_runs(world, OUTPUT, 1, MARCH,
                (const char *const[]){COUNTS, NODES,
                                      "genel: 1, spring support, 1, abstract, algebraic, linear elastic, 1.;"
                                      "genel: 2, state space SISO, 2, abstract, algebraic, 1, abstract, algebraic, 2,"
                                      "matrix A, 0., 1., -4., -0.5, matrix B, 0., 1., matrix C, 1., 0.;"
                                      "force: 1, abstract, 1, abstract, const, 0.;"
                                      "force: 2, abstract, 2, abstract, const, 0.;"
                                      "electric: 9, discrete control, 1, 1, 3, 1, adaptive control, arx,"
                                      "deadbeat, 6, 3, excitation, mult, sine, 0., 7., 1., forever, 0.,"
                                      "step, 1.99, -1., 1., trigger, step, 2., 1., 0.,"
                                      "desired output, const, 2.," SIGNALS});
    for (int i = 0; i < world->n; i++)
        if (world->t[i] > 2.45)
            assert_near(world->v[i][0], 2.0, 1e-6);
}

/* Between 1 s and 2 s there is control, none before and none after. */
static void control_that_is_taken_away(void **of)
{
    world *world = *of;
    char words[3000];
    snprintf(words, sizeof words,
             PROCESS CONTROL
             "gpc, 1, 1, 0, const, 0.01, excitation, mult, sine, 0., 15., 1., forever, 0., step, 0.99, -1., "
             "1., trigger, double step, 1., 2., 1., 0., desired output, const, 2.," SIGNALS);
    assert_runs(world, OUTPUT, 4, LONG, (const char *const[]){COUNTS, NODES, words});
    for (int i = 1; i < world->n; i++)
        if (world->t[i] > 1.0 + 1.5 * H)
            assert_true(world->t[i] < 2.0 - 1.5 * H ? fabs(world->v[i][3]) > 0.5
                                                    : world->t[i] < 2.0 + 1.5 * H || world->v[i][3] == 0.0);
}

/* A disturbance with a period of 20 samples, which is no part of the model: with the period known it is cancelled, and
 * without it is not. */
static void periodic_disturbance(void **of)
{
    world *world = *of;
    static const char *const PERIOD[] = {"", "periodic, 20,"};
    double largest[2] = {0.0, 0.0};
    for (int k = 0; k < 2; k++) {
        char words[3000];
        snprintf(
            words, sizeof words,
            "genel: 1, spring support, 1, abstract, algebraic, linear elastic, 1.;"
            "genel: 2, state space SISO, 2, abstract, algebraic, 1, abstract, algebraic, 1, matrix A, -1.,"
            "matrix B, 1., matrix C, 1.;"
            "force: 1, abstract, 1, abstract, const, 0.;"
            "force: 2, abstract, 2, abstract, sine, 0., 2*pi/0.2, 0.1, forever, 0.;" CONTROL
            "%s gpc, 4, 4, 0, const, 1.e-10, excitation, mult, sine, 0., 23.7, 1., forever, 0., step, 0.99, -1., 1.,"
            "trigger, step, 1., 1., 0., desired output, const, 2.," SIGNALS,
            PERIOD[k]);
        assert_runs(world, OUTPUT, 1, LONG, (const char *const[]){COUNTS, NODES, words});
        for (int i = 0; i < world->n; i++)
            if (world->t[i] > 2.0)
                largest[k] = fmax(largest[k], fabs(world->v[i][0] - 2.0));
    }
    assert_true(largest[0] > 0.01);
    assert_true(largest[1] < 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(weighted_mean),
                                       TEST(coefficients_of_the_reference),
                                       TEST(forgetting_when_the_process_changes),
                                       TEST(rows_and_data_of_coefficients),
                                       TEST(data_that_there_are_not),
                                       TEST(weight_of_control),
                                       TEST(deadbeat_of_a_first_order_process),
                                       TEST(deadbeat_after_one_sine),
                                       TEST(control_that_is_taken_away),
                                       TEST(periodic_disturbance)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
