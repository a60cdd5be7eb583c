/* redundant_test.c - models with more constraints than their motion needs, against closed forms and against models
 * without the redundant ones.
 *
 *     two clamps on a body    each carries half of the weight
 *     a door on two hinges    with forces +-f and moments m on hinges at z = +-a, the moment W e of the weight is
 *                             2 a f + 2 m; f^2 + m^2 is least for f = a m, so that m = W e / (2 (1 + a^2))
 *     a plane four-bar        four hinges move it as three hinges and a joint in its plane do
 *     Bennett's linkage       tan(p/2) tan(q/2) = sin((beta + alpha)/2) / sin((beta - alpha)/2), with p and q the
 *                             angles of neighbouring hinges, and sin(alpha) / a = sin(beta) / b of its links */
#include "unit/problem/run_world.h"
#include "math/rotation.h"

enum { MOST = 128, STEPS = 4000 };

typedef struct {
    deck *deck;
    char said[20000];
    int n;
    double first[STEPS][MOST]; /* unknowns of all steps */
    mat3 R[STEPS][4];
} record_of_run;

static record_of_run runs[2];

static void on_message(void *to, const diag *diagnostics, const diag_message *message)
{
    record_of_run *run = to;
    const size_t n = strlen(run->said);
    (void)diagnostics;
    snprintf(run->said + n, sizeof run->said - n, "%s: %s\n", message->code->id, message->text);
}

static void on_step(void *to, const state *state, const nonlinear_report *report)
{
    record_of_run *run = to;
    (void)report;
    assert_true(run->n < STEPS);
    for (int i = 0; i < MOST && i < run->deck->model->n_unknowns; i++)
        run->first[run->n][i] = state->y[i];
    for (int i = 0; i < 4 && i < run->deck->model->n_poses; i++)
        run->R[run->n][i] = state->poses[i].R;
    run->n++;
}

static bool solve(record_of_run *run, const char *cards, const char *control, const char *nodes, const char *elements)
{
    static char words[16384];
    snprintf(
        words, sizeof words,
        "begin: data; problem: initial value; end: data;\n"
        "begin: initial value; time step: 1.e-3; method: ms, .6; tolerance: 1.e-9; max iterations: 20; derivatives "
        "tolerance: 1.e-3; derivatives max iterations: 20; derivatives coefficient: 1.e-6; %s end: initial value;\n"
        "begin: control data; tolerance: 1.e-12; max iterations: 50; %s end: control data;\n"
        "%s\nbegin: elements;\n%s\nend: elements;\n",
        cards, control, nodes, elements);
    run->n = 0;
    run->said[0] = '\0';
    run->deck = deck_create();
    diag_set_sink(run->deck->errors, on_message, run);
    const run_options options = {.observer = {.context = run, .step = on_step}, .errors = run->deck->errors};
    run_summary sum;
    const bool ok = deck_read_text(run->deck, "test", words, strlen(words)) &&
                    problem_solve(run->deck->problem, run->deck->model, &options, &sum);
    diag_flush(run->deck->errors);
    return ok;
}

static int close_runs(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        deck_destroy(runs[i].deck);
        runs[i].deck = NULL;
    }
    return 0;
}

/* The multipliers of an element after the last step. */
static const double *reactions(const record_of_run *run, unsigned label)
{
    for (int i = 0; i < run->deck->model->elems.n; i++) {
        const elem *element = run->deck->model->elems.items[i];
        if (element->label == label && element->n_internal > 0)
            return &run->first[run->n - 1][element->internal];
    }
    fail_msg("no element %u", label);
    return NULL;
}

static int count(const char *text, const char *word)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)); at++)
        n++;
    return n;
}

static void clamps_share_the_weight(void **state)
{
    (void)state;
    assert_true(
        solve(&runs[0], "final time: 0.02;", "structural nodes: 1; rigid bodies: 1; joints: 2; gravity;",
              "begin: nodes; structural: 1, dynamic, 0., 1., 0., eye, null, null; end: nodes;",
              "body: 1, 1, 2., 0.1, 0., 0., eye; joint: 1, clamp, 1, node, node; joint: 2, clamp, 1, node, node;"
              "gravity: uniform, 0., -1., 0., 10.;"));
    for (unsigned joint = 1; joint <= 2; joint++) {
        const double *by = reactions(&runs[0], joint), expected[] = {0, 10, 0, 0, 0, 1};
        for (int k = 0; k < 6; k++)
            assert_near(fabs(by[k]), expected[k], 1e-9);
    }
    assert_int_equal(count(runs[0].said, "N0680: redundant constraint of joint 2 (clamp)"), 1);
}

static void clamps_that_contradict_each_other_fail(void **state)
{
    (void)state;
    assert_false(solve(&runs[0], "final time: 0.02;", "structural nodes: 1; rigid bodies: 1; joints: 2;",
                       "begin: nodes; structural: 1, dynamic, 0., 1., 0., eye, null, null; end: nodes;",
                       "body: 1, 1, 2., null, eye; joint: 1, clamp, 1, node, node;"
                       "joint: 2, clamp, 1, position, 0., 1.1, 0., orientation, eye;"));
    assert_non_null(strstr(runs[0].said, "E0600"));
    assert_non_null(strstr(runs[0].said, "joint 2 (clamp)"));
}

static void ground_cannot_be_fixed_twice(void **state)
{
    (void)state;
    assert_false(solve(&runs[0], "final time: 0.02;", "structural nodes: 2; rigid bodies: 1; joints: 2; forces: 1;",
                       "begin: nodes; structural: 1, dynamic, null, eye, null, null; structural: 2, static, null, eye, "
                       "null, null; end: nodes;",
                       "body: 1, 1, 2., null, eye; joint: 1, clamp, 2, node, node; joint: 2, clamp, 2, node, node;"
                       "couple: 1, absolute, 2, 0., 0., 1., const, 1.;"));
    assert_non_null(strstr(runs[0].said, "E0604"));
}

static void door_has_reactions_of_the_least_norm(void **state)
{
    (void)state;
    const double W = 20 * 9.81, a = 0.8, e = 0.5;
    assert_true(solve(&runs[0], "final time: 0.02;", "structural nodes: 1; rigid bodies: 1; joints: 2; gravity;",
                      "begin: nodes; structural: 1, dynamic, 0.5, 0., 0., eye, null, null; end: nodes;",
                      "body: 1, 1, 20., null, eye;"
                      "joint: 1, revolute pin, 1, position, -.5, 0., .8, position, 0., 0., .8;"
                      "joint: 2, revolute pin, 1, position, -.5, 0., -.8, position, 0., 0., -.8;"
                      "gravity: uniform, 0., 0., -1., 9.81;"));
    const double *upper = reactions(&runs[0], 1), *lower = reactions(&runs[0], 2), m = W * e / (2 * (1 + a * a));
    assert_near(fabs(upper[2]), W / 2, 1e-7);
    assert_near(upper[2], lower[2], 1e-7);
    assert_near(fabs(upper[0]), a * m, 1e-7);
    assert_near(upper[0], -lower[0], 1e-7);
    assert_near(hypot(upper[3], upper[4]), m, 1e-7);
    assert_near(hypot(lower[3], lower[4]), m, 1e-7);
}

#define BAR_NODES                                                                                                     \
    "begin: nodes; structural: 1, dynamic, 0., 0.25, 0., eye, -1., 0., 0., 0., 0., 4.; structural: 2, dynamic, 0.5, " \
    "0.75, 0., eye, -2., 0., 0., null; structural: 3, dynamic, 1., 0.5, 0., eye, -1., 0., 0., 0., 0., 2.; end: nodes;"
#define BARS                                                                                                           \
    "body: 1, 1, 1., null, diag, .1, .1, .1; body: 2, 2, 1., null, diag, .1, .1, .1; body: 3, 3, 1., null, diag, .1, " \
    ".1, .1; gravity: uniform, 0., -1., 0., 9.81;"                                                                     \
    "joint: 1, revolute pin, 1, position, 0., -.25, 0., position, null;"                                               \
    "joint: 2, revolute hinge, 1, position, 0., .25, 0., 2, position, -.5, -.25, 0.;"                                  \
    "joint: 3, revolute hinge, 2, position, .5, .25, 0., 3, position, 0., .5, 0.;"

static void four_hinges_move_as_one_fewer_does(void **state)
{
    (void)state;
    const char *control = "structural nodes: 3; rigid bodies: 3; joints: 4; gravity;";
    assert_true(solve(&runs[0], "final time: 3.;", control, BAR_NODES,
                      BARS "joint: 4, revolute pin, 3, position, 0., -.5, 0., position, 1., 0., 0.;"));
    assert_true(solve(&runs[1], "final time: 3.;", control, BAR_NODES,
                      BARS "joint: 4, total pin joint, 3, position, 0., -.5, 0., position, 1., 0., 0., position "
                           "constraint, 1, 1, 0, null;"));
    assert_int_equal(count(runs[0].said, "N0680: redundant constraint of joint 4 (revolute pin)"), 1);
    assert_string_equal(runs[1].said, "");
    assert_int_equal(runs[0].n, runs[1].n);
    for (int step = 0; step < runs[0].n; step++)
        for (int i = 0; i < 36; i++)
            assert_near(runs[0].first[step][i], runs[1].first[step][i], 1e-6);
    for (unsigned joint = 1; joint <= 4; joint++)
        for (int k = 2; k < 5; k++)
            assert_near(reactions(&runs[0], joint)[k], 0.0, 1e-6); /* out of plane */
}

/* Denavit-Hartenberg frames: turn about z, link along x, twist about x. */
#define BENNETT_SET                                                                                      \
    "set: real al = 40.*pi/180.; set: real a = 1.; set: real b = 1.4; set: real be = asin(b*sin(al)/a);" \
    "set: real p = 60.*pi/180.; set: real q = 2.*atan(sin((be + al)/2.)/sin((be - al)/2.)/tan(p/2.));"   \
    "reference: 1, null, eye, null, null;"                                                               \
    "reference: 11, reference, 1, null, reference, 1, euler123, 0., 0., p, null, null;"                  \
    "reference: 12, reference, 11, a, 0., 0., reference, 11, euler123, al, 0., 0., null, null;"          \
    "reference: 21, reference, 12, null, reference, 12, euler123, 0., 0., q, null, null;"                \
    "reference: 22, reference, 21, b, 0., 0., reference, 21, euler123, be, 0., 0., null, null;"          \
    "reference: 31, reference, 22, null, reference, 22, euler123, 0., 0., -p, null, null;"               \
    "reference: 32, reference, 31, a, 0., 0., reference, 31, euler123, al, 0., 0., null, null;"          \
    "begin: nodes; structural: 1, dynamic, reference, 11, a/2., 0., 0., reference, 11, eye, null, null;" \
    "structural: 2, dynamic, reference, 21, b/2., 0., 0., reference, 21, eye, null, null;"               \
    "structural: 3, dynamic, reference, 31, a/2., 0., 0., reference, 31, eye, null, null; end: nodes;"
#define HINGE_AT(frame) "reference, " #frame ", null, orientation, reference, " #frame ", eye"
#define BENNETT                                                                                       \
    "body: 1, 1, 1., null, diag, .01, .1, .1; body: 2, 2, 1., null, diag, .01, .1, .1;"               \
    "body: 3, 3, 1., null, diag, .01, .1, .1; couple: 1, absolute, 1, 0., 0., 1., const, 1.;"         \
    "joint: 1, revolute pin, 1, position, " HINGE_AT(1) ", position, " HINGE_AT(                      \
        1) ";"                                                                                        \
           "joint: 2, revolute hinge, 1, position, " HINGE_AT(12) ", 2, position, " HINGE_AT(         \
               12) ";"                                                                                \
                   "joint: 3, revolute hinge, 2, position, " HINGE_AT(22) ", 3, position, " HINGE_AT( \
                       22) ";"                                                                        \
                           "joint: 4, revolute pin, 3, position, " HINGE_AT(32) ", position, " HINGE_AT(32) ";"

static void linkage_of_bennett_moves(void **state)
{
    (void)state;
    const double al = 40 * M_PI / 180, be = asin(1.4 * sin(al));
    assert_true(solve(&runs[0], "final time: 3.;", "structural nodes: 3; rigid bodies: 3; joints: 4; forces: 1;",
                      BENNETT_SET, BENNETT));
    const mat3 twist = rotation_exp((vec3){al, 0, 0});
    double least = 10, most = -10;
    for (int step = 0; step < runs[0].n; step++) {
        const mat3 *R1 = &runs[0].R[step][0], joint = mat3_mul(R1, &twist), R2 = mat3_tmul(&joint, &runs[0].R[step][1]);
        const vec3 x1 = mat3_col(R1, 0), x2 = mat3_col(&R2, 0);
        const double p = atan2(x1.y, x1.x), q = atan2(x2.y, x2.x);
        assert_near(sin(p / 2) * sin(q / 2) * sin((be - al) / 2), cos(p / 2) * cos(q / 2) * sin((be + al) / 2), 1e-8);
        least = fmin(least, p), most = fmax(most, p);
    }
    assert_true(most - least > 5.0); /* through the position in which all links lie on a line */
    assert_int_equal(count(runs[0].said, "N0680"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(clamps_share_the_weight, close_runs),
        cmocka_unit_test_teardown(clamps_that_contradict_each_other_fail, close_runs),
        cmocka_unit_test_teardown(ground_cannot_be_fixed_twice, close_runs),
        cmocka_unit_test_teardown(door_has_reactions_of_the_least_norm, close_runs),
        cmocka_unit_test_teardown(four_hinges_move_as_one_fewer_does, close_runs),
        cmocka_unit_test_teardown(linkage_of_bennett_moves, close_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
