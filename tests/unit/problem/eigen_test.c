/* eigen_test.c - eigenanalyses of small models against closed forms, the options of the card, and what an analysis
 * leaves behind. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "problem/deck.h"
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128 };

typedef struct {
    deck *deck;
    char said[4096];
    int n_results;
    int index[8];
    double t[8], c[8];
    int n; /* eigenvalues of the last analysis */
    double complex lambda[MOST];
    double residual; /* largest of (Aminus - L Aplus) v, and of the transposed one with left vectors */
    double last[12]; /* first unknowns of the last state */
} world;

static void notify(void *to, const diag *diagnostics, const diag_message *message)
{
    char *said = ((world *)to)->said;
    const size_t used = strlen(said);
    (void)diagnostics;
    snprintf(said + used, sizeof(world){0}.said - used, "%s\n", message->text);
}

typedef void product(const csc *matrix, const double *x, double *y);

static double vector_error(const eigen_result *result, int k, const double *of, product *multiply, bool is_left)
{
    const eigen_values *values = result->found;
    double x[MOST], y[MOST], ax[MOST], ay[MOST], bx[MOST], by[MOST], worst = 0.0;
    for (int i = 0; i < values->n; i++)
        eigen_component(values, of, k, i, &x[i], &y[i]);
    multiply(result->minus, x, ax), multiply(result->minus, y, ay), multiply(result->plus, x, bx),
        multiply(result->plus, y, by);
    const double im = is_left ? -values->im[k] : values->im[k];
    for (int i = 0; i < values->n; i++) {
        worst = fmax(worst, fabs(values->beta[k] * ax[i] - values->re[k] * bx[i] + im * by[i]));
        worst = fmax(worst, fabs(values->beta[k] * ay[i] - values->re[k] * by[i] - im * bx[i]));
    }
    return worst;
}

static bool take(void *to, const state *state, const eigen_result *result)
{
    world *world = to;
    world->index[world->n_results] = result->index;
    world->t[world->n_results] = state->t;
    world->c[world->n_results++] = result->c;
    world->n = result->n_chosen;
    world->residual = 0.0;
    for (int k = 0; k < result->n_chosen; k++) {
        double re, im;
        eigen_lambda(result, result->chosen[k], &re, &im);
        world->lambda[k] = __builtin_complex(re, im);
        world->residual =
            fmax(world->residual, vector_error(result, result->chosen[k], result->found->right, csc_multiply, false));
        if (result->found->left)
            world->residual = fmax(world->residual, vector_error(result, result->chosen[k], result->found->left,
                                                                 csc_multiply_transposed, true));
    }
    return true;
}

static void keep_state(void *to, const state *state, const nonlinear_report *report)
{
    (void)report;
    memcpy(((world *)to)->last, state->y, sizeof(world){0}.last);
}

/* `card` goes into the block of the problem; false when the deck is refused or the analysis fails. */
static bool solve(world *w, const char *card, const char *counters, const char *nodes, const char *elements)
{
    char words[8192];
    const int n =
        snprintf(words, sizeof words,
                 "begin: data; problem: initial value; end: data;\n"
                 "begin: initial value; final time: 0.05; time step: 1.e-2; method: ms, 0.6; tolerance: 1.e-7; "
                 "max iterations: 20; derivatives tolerance: 1.e-4; derivatives max iterations: 20;\n%s\n"
                 "end: initial value;\n"
                 "begin: control data; %s end: control data;\n"
                 "begin: nodes;\n%s\nend: nodes;\n"
                 "begin: elements;\n%s\nend: elements;\n",
                 card, counters, nodes, elements);
    deck_destroy(w->deck);
    *w = (world){.deck = deck_create()};
    diag_set_sink(w->deck->errors, notify, w);
    const run_options options = {.observer = {.context = w, .step = keep_state, .eigen = take},
                                 .errors = w->deck->errors};
    run_summary sum;
    const bool ok = deck_read_text(w->deck, "test", words, (size_t)n) &&
                    problem_solve(w->deck->problem, w->deck->model, &options, &sum);
    diag_flush(w->deck->errors);
    return ok;
}

static void solve_well(world *world, const char *card, const char *counters, const char *nodes, const char *elements)
{
    if (!solve(world, card, counters, nodes, elements))
        fail_msg("%s", world->said);
}

static void assert_lambda(const world *world, double complex expected, double tolerance)
{
    double nearest = HUGE_VAL;
    for (int k = 0; k < world->n; k++)
        nearest = fmin(nearest, cabs(world->lambda[k] - expected));
    if (!(nearest <= tolerance * cabs(expected)))
        fail_msg("no eigenvalue %g %+g i: the nearest is %g away", creal(expected), cimag(expected), nearest);
}

static int set_up(void **fixture)
{
    static world w;
    w = (world){0};
    *fixture = &w;
    return 0;
}

static int tear_down(void **fixture)
{
    deck_destroy(((world *)*fixture)->deck);
    return 0;
}

#define LAPACK "eigenanalysis: 0., output eigenvectors, use lapack;"
#define COUNT(nodes, bodies, joints) "structural nodes: " #nodes "; rigid bodies: " #bodies "; joints: " #joints ";"
#define ORIGIN "structural: 1, dynamic, null, eye, null, null;"

/* A body of 2 kg that slides along x, with k = 800 N/m and 8 Ns/m. */
#define DAMPED_SLIDER(damping)                                                                                     \
    "body: 1, 1, 2., null, eye;"                                                                                   \
    "joint: 1, total pin joint, 1, position, null, position, null, position constraint, inactive, active, "        \
    "active, null, orientation constraint, active, active, active, null;"                                          \
    "joint: 2, deformable displacement joint, 1, null, 2, null, linear viscoelastic generic, diag, 800., 0., 0., " \
    "diag, " damping ", 0., 0.;"                                                                                   \
    "joint: 3, clamp, 2, node, node;"
#define SLIDER DAMPED_SLIDER("8.")
#define SLIDER_NODES ORIGIN "structural: 2, static, null, eye, null, null;"

/* sqrt(400 - 4) */
#define OSCILLATION __builtin_complex(-2.0, 19.8997487421324)

static void damped_oscillator(void **fixture)
{
    world *world = *fixture;
    solve_well(world, LAPACK, COUNT(2, 1, 3), SLIDER_NODES, SLIDER);
    assert_int_equal(world->n_results, 1);
    assert_true(world->t[0] == 0.0 && world->c[0] == 0.5);
    assert_int_equal(world->n, 2); /* those of the constraints are isolated */
    assert_lambda(world, OSCILLATION, 1e-8);
    assert_lambda(world, conj(OSCILLATION), 1e-8);
    assert_true(world->residual < 1e-7);
}

/* Eigenvalues do not depend on the parameter. */
static void parameter_halved_is_the_coefficient(void **fixture)
{
    world *world = *fixture;
    solve_well(world, "eigenanalysis: 0., output eigenvectors, parameter, 0.02, use lapack, balance, no;",
               COUNT(2, 1, 3), SLIDER_NODES, SLIDER);
    assert_true(world->c[0] == 0.01);
    assert_lambda(world, OSCILLATION, 1e-8);
}

/* omega^2 = m g l / (J + m l^2) */
static void a_pendulum(void **fixture)
{
    world *world = *fixture;
    solve_well(world, LAPACK, COUNT(1, 1, 1) "gravity;", ORIGIN,
               "body: 1, 1, 2., 0., -0.4, 0., diag, 0.3, 0.05, 0.4;"
               "joint: 1, revolute pin, 1, position, null, position, null;"
               "gravity: uniform, 0., -1., 0., const, 9.81;");
    assert_lambda(world, __builtin_complex(0.0, sqrt(2.0 * 9.81 * 0.4 / (0.4 + 2.0 * 0.16))), 1e-7);
}

/* A free body of revolution that spins about its axis nods with J3 / Jt times its speed. */
static void spinning_body(void **fixture)
{
    world *world = *fixture;
    solve_well(world, LAPACK, COUNT(1, 1, 0), "structural: 1, dynamic, null, eye, null, 0., 0., 6.;",
               "body: 1, 1, 1., null, diag, 0.2, 0.2, 0.3;");
    assert_lambda(world, __builtin_complex(0.0, 6.0 * 0.3 / 0.2), 1e-8);
}

/* The same about an axis that is none of the coordinates', after some steps: rotations count from where the body is. */
static void spinning_body_later(void **fixture)
{
    world *world = *fixture;
    solve_well(world, "eigenanalysis: 0.03, output eigenvectors, use lapack;", COUNT(1, 1, 0),
               "structural: 1, dynamic, null, 3, 0., 0.6, 0.8, 1, 1., 0., 0., null, 0., 0.6*6., 0.8*6.;",
               "body: 1, 1, 1., null, diag, 0.2, 0.2, 0.3;");
    assert_true(world->t[0] > 0.0299 && world->t[0] < 0.0411);
    assert_lambda(world, __builtin_complex(0.0, 6.0 * 0.3 / 0.2), 1e-6);
}

/* A constraint that gives way by C times the reaction is a spring of 1/C: omega^2 = 1 / (C m) = 1 / (5e-4 * 2). */
static void regularized_constraint_is_a_spring(void **fixture)
{
    world *world = *fixture;
    solve_well(world, LAPACK, COUNT(1, 1, 1) "joint regularizations: 1;", ORIGIN,
               "body: 1, 1, 2., null, eye;"
               "joint: 1, total pin joint, 1, position, null, position, null, position constraint, active, active, "
               "active, null, orientation constraint, active, active, active, null;"
               "joint regularization: 1, tikhonov, list, 5.e-4, 0., 0., 0., 0., 0.;");
    assert_lambda(world, __builtin_complex(0.0, sqrt(1000.0)), 1e-7);
}

/* Bending of a cantilever, EJ = 150, m = 3 kg/m, L = 1: omega = 1.8751^2 sqrt(EJ / (m L^4)). Masses are lumped: 2 %. */
static void cantilever(void **fixture)
{
    world *world = *fixture;
    char nodes[2048] = "", elements[4096] = "joint: 1, clamp, 1, node, node;";
    for (int i = 0; i <= 8; i++)
        sprintf(nodes + strlen(nodes), "structural: %d, dynamic, %d/8., 0., 0., eye, null, null;\n", i + 1, i);
    for (int i = 0; i <= 8; i++)
        sprintf(elements + strlen(elements), "body: %d, %d, %g, null, diag, 1.e-3, 1.e-5, 1.e-5;\n", i + 1, i + 1,
                i % 8 == 0 ? 3. / 16. : 3. / 8.);
    for (int i = 0; i < 4; i++)
        sprintf(elements + strlen(elements),
                "beam3: %d, %d, null, %d, null, %d, null, eye, linear elastic generic, diag, 1.e6, 4.e5, 4.e5, 80., "
                "150., 600., "
                "same, same;\n",
                i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3);
    solve_well(
        world,
        "eigenanalysis: 0., output eigenvectors, lower frequency limit, 1., upper frequency limit, 10., use lapack;",
        COUNT(9, 9, 1) "beams: 4;", nodes, elements);
    assert_int_equal(world->n, 2);
    assert_lambda(world, __builtin_complex(0.0, 3.516015 * sqrt(150. / 3.)), 0.02);
    assert_lambda(world, __builtin_complex(0.0, 3.516015 * sqrt(600. / 3.)), 0.02);
}

/* A lower limit keeps the half with positive imaginary parts; an upper one alone keeps both. */
static void frequency_limits(void **fixture)
{
    world *world = *fixture;
    solve_well(world, "eigenanalysis: 0., lower frequency limit, 3., upper frequency limit, 4., use lapack;",
               COUNT(2, 1, 3), SLIDER_NODES, SLIDER);
    assert_int_equal(world->n, 1); /* 19.9 / 2 pi = 3.17 Hz */
    assert_lambda(world, OSCILLATION, 1e-8);
    solve_well(world, "eigenanalysis: 0., lower frequency limit, 4., use lapack;", COUNT(2, 1, 3), SLIDER_NODES,
               SLIDER);
    assert_int_equal(world->n, 0);
    solve_well(world, "eigenanalysis: 0., upper frequency limit, 4., use lapack;", COUNT(2, 1, 3), SLIDER_NODES,
               SLIDER);
    assert_int_equal(world->n, 2);
    assert_true(fabs(world->c[0] - 1 / (20 * M_PI * 4)) < 1e-12);
    assert_lambda(world, OSCILLATION, 1e-8);
    assert_lambda(world, conj(OSCILLATION), 1e-8);
}

/* 2 l^2 + 100 l + 800 = 0 has the roots -10 and -40, whose frequency is the lower limit zero. */
static void real_eigenvalues_at_a_limit_of_zero(void **fixture)
{
    world *world = *fixture;
    solve_well(world, "eigenanalysis: 0., parameter, 0.1, lower frequency limit, 0., use lapack;", COUNT(2, 1, 3),
               SLIDER_NODES, DAMPED_SLIDER("100."));
    assert_int_equal(world->n, 2);
    assert_lambda(world, -10.0, 1e-8);
    assert_lambda(world, -40.0, 1e-8);
    solve_well(world, "eigenanalysis: 0., parameter, 0.1, lower frequency limit, 0.1, use lapack;", COUNT(2, 1, 3),
               SLIDER_NODES, DAMPED_SLIDER("100."));
    assert_int_equal(world->n, 0);
}

static void few_by_arpack(void **fixture)
{
    world *world = *fixture;
    solve_well(
        world,
        "eigenanalysis: 0., parameter, 0.1, lower frequency limit, 3., use arpack, 2, 12, 0., max iterations, 500;",
        COUNT(2, 1, 3), SLIDER_NODES, SLIDER);
    assert_int_equal(world->n, 1);
    assert_lambda(world, OSCILLATION, 1e-8);
    assert_true(world->residual < 1e-7);
}

/* One iteration with four vectors finds nothing; more vectors do, or LAPACK. */
static void arpack_that_fails_is_helped(void **fixture)
{
    world *world = *fixture;
    solve_well(world,
               "eigenanalysis: 0., parameter, 0.1, lower frequency limit, 3., use arpack, 2, 4, 0., max iterations, 1;",
               COUNT(2, 1, 3), SLIDER_NODES, SLIDER);
    assert_int_equal(world->n, 1);
    assert_lambda(world, OSCILLATION, 1e-8);
    assert_true(world->residual < 1e-7);
}

/* The rule of the manual: 5 / (2 pi lower) when the largest imaginary parts are asked for. */
static void arpack_gets_a_parameter_for_its_limits(void **fixture)
{
    world *world = *fixture;
    solve_well(world, "eigenanalysis: 0., lower frequency limit, 3., use arpack, 2, 12, 0.;", COUNT(2, 1, 3),
               SLIDER_NODES, SLIDER);
    assert_true(fabs(world->c[0] - 2.5 / (2 * M_PI * 3)) < 1e-12);
    solve_well(world, "eigenanalysis: 0., upper frequency limit, 4., mode, smallest magnitude, use arpack, 2, 12, 0.;",
               COUNT(2, 1, 3), SLIDER_NODES, SLIDER);
    assert_true(fabs(world->c[0] - 0.5 / (2 * M_PI * 5 * 4)) < 1e-12);
}

/* Before the derivatives phase, after it, and at the first step that reaches the time; in any order. */
static void list_of_times(void **fixture)
{
    world *world = *fixture;
    solve_well(world, "eigenanalysis: list, 5, 0.025, 0., -1., 0.02, 99., use lapack;", COUNT(2, 1, 3), SLIDER_NODES,
               SLIDER);
    assert_int_equal(world->n_results, 4);
    assert_int_equal(world->index[0], 2);
    assert_int_equal(world->index[1], 1);
    assert_int_equal(world->index[2], 3);
    assert_int_equal(world->index[3], 0);
    assert_true(world->t[0] == 0.0 && world->t[1] == 0.0 && fabs(world->t[2] - 0.02) < 1e-12 &&
                fabs(world->t[3] - 0.03) < 1e-12);
    assert_lambda(world, OSCILLATION, 1e-8);
}

/* The motion is the same to the last bit with an analysis at every step and without any. */
static void analysis_leaves_no_trace(void **fixture)
{
    static const char NODES[] = "structural: 1, dynamic, null, eye, 1., 0., 0., 0.5, 1., -2.;"
                                "structural: 2, static, null, eye, null, null;";
    static const char ELEMENTS[] =
        "body: 1, 1, 2., 0.1, 0., 0., diag, 0.1, 0.2, 0.3;"
        "joint: 2, deformable joint, 1, null, 2, null, linear viscoelastic generic, diag, 800., 700., "
        "600., 9., 8., 7., proportional, 0.01;"
        "joint: 3, clamp, 2, node, node;";
    world *world = *fixture;
    double plain[12];
    solve_well(world, "", COUNT(2, 1, 2), NODES, ELEMENTS);
    memcpy(plain, world->last, sizeof plain);
    solve_well(world, "eigenanalysis: list, 5, -1., 0., 0.01, 0.02, 0.04, use lapack;", COUNT(2, 1, 2), NODES,
               ELEMENTS);
    assert_int_equal(world->n_results, 5);
    assert_memory_equal(plain, world->last, sizeof plain);
}

static void assert_refused(world *world, const char *card, const char *words)
{
    assert_false(solve(world, card, COUNT(2, 1, 3), SLIDER_NODES, SLIDER));
    if (!strstr(world->said, words))
        fail_msg("%s\nsays \"%s\", not \"%s\"", card, world->said, words);
}

static void what_is_refused(void **fixture)
{
    world *world = *fixture;
    assert_refused(world, "eigenanalysis: 0., output sparse matrices, use lapack;", "incompatible with lapack");
    assert_refused(world, "eigenanalysis: 0., use jdqz, 5, 10, 0.;", "jdqz is not available");
    assert_refused(world, "eigenanalysis: 0., suffix format, \"%s\", use lapack;",
                   "must contain exactly one integer format");
    assert_refused(world, "eigenanalysis: 0., suffix format, \"%d%d\", use lapack;",
                   "must contain exactly one integer format");
    assert_refused(world, "eigenanalysis: 0., suffix format, \"none\", use lapack;",
                   "must contain exactly one integer format");
    assert_refused(world, "eigenanalysis: 0., suffix format, \"../%d\", use lapack;",
                   "must contain exactly one integer format");
    assert_refused(world, "eigenanalysis: 0., lower frequency limit, -1., use lapack;", "must not be negative");
    assert_refused(world, "eigenanalysis: 0., lower frequency limit, 3., upper frequency limit, 2., use lapack;",
                   "is above");
    assert_refused(world, "eigenanalysis: 0., use arpack, 5, 10, -1.;", "must not be negative");
    assert_refused(world, "eigenanalysis: 0., use arpack, 5, 6, 0.;", "cannot compute");
    assert_refused(world, "eigenanalysis: 0., use arpack, 5, 1000, 0.;", "cannot compute");
    assert_refused(world, "eigenanalysis: 0., use matlab;", "unknown option of the eigenanalysis");
}

/* Suffix of the third of twelve times. */
static void assert_suffix(world *world, const char *option, const char *expected)
{
    char card[256], suffix[64];
    snprintf(card, sizeof card, "eigenanalysis: list, 12, 0,1,2,3,4,5,6,7,8,9,10,11, %s, use lapack;", option);
    solve_well(world, card, COUNT(2, 1, 3), SLIDER_NODES, SLIDER);
    const eigenanalysis *eigenanalysis = world->deck->problem->eigen;
    snprintf(suffix, sizeof suffix, "%s%0*d%s", eigenanalysis->before, eigenanalysis->width, 2, eigenanalysis->after);
    assert_string_equal(suffix, expected);
}

static void suffixes(void **fixture)
{
    world *world = *fixture;
    assert_suffix(world, "suffix width, 4", "0002");
    assert_suffix(world, "suffix width, compute", "02");
    assert_suffix(world, "suffix format, \"at%03d_\"", "at002_");
    assert_suffix(world, "suffix format, \"%d\"", "2");
    assert_suffix(world, "output geometry", "2");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(damped_oscillator),
        TEST(parameter_halved_is_the_coefficient),
        TEST(a_pendulum),
        TEST(spinning_body),
        TEST(spinning_body_later),
        TEST(regularized_constraint_is_a_spring),
        TEST(cantilever),
        TEST(frequency_limits),
        TEST(real_eigenvalues_at_a_limit_of_zero),
        TEST(few_by_arpack),
        TEST(arpack_that_fails_is_helped),
        TEST(arpack_gets_a_parameter_for_its_limits),
        TEST(list_of_times),
        TEST(analysis_leaves_no_trace),
        TEST(what_is_refused),
        TEST(suffixes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
