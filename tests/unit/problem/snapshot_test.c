/* snapshot_test.c - a run that is taken back goes on as it did, to the bit: in the same run, in another one of the same
 * problem, and next to others in threads of their own. */
#include "run_world.h"
#include <pthread.h>

enum { BEFORE = 5, AFTER = 10 };

/* What is known of a run after each step: unknowns, their derivatives, motion of the nodes, memories, work done. */
typedef struct {
    unsigned char *bytes;
    size_t n, workspace;
} trace;

static void note(trace *trace, const void *bytes, size_t n)
{
    if (trace->n + n > trace->workspace)
        trace->bytes = realloc(trace->bytes, trace->workspace = 2 * (trace->n + n));
    memcpy(trace->bytes + trace->n, bytes, n);
    trace->n += n;
}

static void note_run(trace *trace, run *run)
{
    const solution *solution = run_solution(run);
    const run_summary *sum = run_results(run);
    const size_t unknowns = (size_t)solution->n * sizeof(double);
    note(trace, &solution->state.t, sizeof solution->state.t);
    note(trace, &sum->iterations, sizeof sum->iterations);
    note(trace, &sum->jacobians, sizeof sum->jacobians);
    note(trace, solution->y, unknowns);
    note(trace, solution->yp, unknowns);
    note(trace, solution->state.y_prev, unknowns);
    note(trace, solution->poses, (size_t)solution->model->n_poses * sizeof(pose));
    note(trace, solution->memory, (size_t)solution->model->plan->size * sizeof(double));
}

static void advance(run *analysis, int steps, trace *trace)
{
    for (int k = 0; k < steps; k++) {
        assert_int_equal(run_advance(analysis), RUN_CONTINUES);
        if (trace)
            note_run(trace, analysis);
    }
}

static void assert_same_trace(const trace *a, const trace *b, const char *what)
{
    assert_int_equal(a->n, b->n);
    for (size_t i = 0; i < a->n; i++)
        if (a->bytes[i] != b->bytes[i])
            fail_msg("%s: it goes on otherwise, in step %d", what, (int)(i / (a->n / AFTER)) + 1);
}

static run *begun(const deck *deck)
{
    run *run = run_create(deck->problem, deck->model, &(run_options){.errors = deck->errors, .may_restore = true});
    assert_non_null(run);
    assert_int_equal(run_begin(run), RUN_CONTINUES);
    return run;
}

/* Steps after a snapshot of step `before`; `other`: in another run, which has gone its own way. */
static void go_again(run *x, run *other, int before, const char *what)
{
    trace first = {0}, again = {0}, elsewhere = {0};
    advance(x, before, NULL);
    snapshot *snapshot = snapshot_create(x);
    snapshot_take(snapshot, x);
    advance(x, AFTER, &first);
    assert_true(snapshot_restore_checked(snapshot, x));
    advance(x, AFTER, &again);
    assert_same_trace(&first, &again, what);
    advance(other, 2, NULL);
    assert_true(snapshot_restore_checked(snapshot, other));
    advance(other, AFTER, &elsewhere);
    assert_same_trace(&first, &elsewhere, what);
    snapshot_take(snapshot, x);
    advance(x, 1, NULL);
    assert_true(snapshot_restore_checked(snapshot, x));
    snapshot_destroy(snapshot);
    free(first.bytes), free(again.bytes), free(elsewhere.bytes);
}

static void read_deck(world *w, const char *words)
{
    deck_destroy(w->deck);
    *w = (world){.deck = deck_create()};
    diag_set_sink(w->deck->errors, world_say, w);
    if (!deck_read_text(w->deck, "test", words, strlen(words)))
        fail_msg("%s", w->said);
}

static void check(world *world, const char *words, const char *what)
{
    for (int before = 0; before <= BEFORE; before += BEFORE) {
        read_deck(world, words);
        run *run = begun(world->deck), *other = begun(world->deck);
        go_again(run, other, before, what);
        run_destroy(run);
        run_destroy(other);
    }
    if (*world->said)
        fail_msg("%s: %s", what, world->said);
}

/* A mass on two rods over a weight: one stiffens between two times, the other is driven, with hints that are taken
 * before the fifth step and once more after it. */
static const char *mechanism(const char *cards, const char *load, const char *reported)
{
    static char words[8192];
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data;\n"
             "begin: initial value; initial time: 0.; final time: 1.; time step: 0.02; max iterations: 40; tolerance: "
             "1.e-8; derivatives tolerance: 1.e-4; derivatives max iterations: 20; %s end: initial value;\n"
             "begin: control data; structural nodes: 2; rigid bodies: 1; joints: 4; forces: 1; gravity; end: control "
             "data;\n"
             "begin: nodes; structural: 1, static, null, eye, null, null; structural: 2, dynamic, 1., 0., 0., eye, 0., "
             "0.3, 0., 0.4, 0.5, 0.6, accelerations, yes; end: nodes;\n"
             "begin: elements; joint: 1, clamp, 1, node, node; body: 2, 2, 1., 0.05, 0., 0., diag, 0.1, 0.2, 0.3;\n"
             "joint: 2, rod, 1, 2, position, 0.1, 0., 0., 1., bistop, string, \"Time > 0.13\", string, \"Time > 0.19\","
             " linear viscoelastic, 200., 1.;\n"
             "driven: 3, string, \"Time > 0.05 && (Time < 0.11 || Time > 0.15)\", hint, \"%s\",\n"
             " joint: 3, rod, 1, position, 0., 1., 0., 2, position, null, 1., linear elastic, 20.;\n"
             "joint: 4, spherical pin, 2, position, -1., 0., 0., position, null;\n"
             "force: 5, absolute, 2, position, null, 0., 1., 0., %s;\n"
             "gravity: uniform, 0., 0., -1., 9.81; end: elements;\n",
             cards, reported, load);
    return words;
}

#define STEADY "const, 1."
#define REPORTED "drive{const, 0.3*Time}"

static const char *const SOLVERS[] = {
    "",
    "nonlinear solver: newton raphson, adaptive;",
    "nonlinear solver: newton raphson, modified, 20, keep jacobian matrix;",
    "nonlinear solver: newton raphson, modified, 6, keep jacobian matrix, honor element requests; linear solver: klu;",
    "nonlinear solver: newton raphson, modified, 20, keep jacobian matrix; linear solver: lapack;",
    "nonlinear solver: line search, modified, 3;",
    "nonlinear solver: bfgs;",
    "method: radau;",
    "strategy: error, 1.e-7;",
    "strategy: error, 1.e-5; method: ms, 0.6;",
    "nonlinear solver: bfgs, modified, 7;",
    "nonlinear solver: matrix free, gmres, preconditioner, full jacobian matrix, steps, 10;",
    "nonlinear solver: nox, modified, 6, keep jacobian matrix, direction, broyden;",
    "nonlinear solver: nox, direction, broyden;",
    ("nonlinear solver: nox, modified, 3, jacobian operator, newton krylov, solver, trust region based, use "
     "preconditioner as solver, yes;"),
    "linear solver: klu;",
    "linear solver: lapack;",
    "linear solver: naive, scale, row max column max, once, max iterations, 3;",
    "linear solver: naive, scale, row max column max, always, max iterations, 3;",
};

static void every_solver_goes_on(void **of)
{
    for (int i = 0; i < (int)(sizeof SOLVERS / sizeof *SOLVERS); i++)
        check(*of, mechanism(SOLVERS[i], STEADY, REPORTED), SOLVERS[i]);
}

static const char *const METHODS[] = {
    "method: implicit euler;",
    "method: ms4, 0.6;",
    "method: hope, 0.6;",
    "method: ss3, 0.6;",
    "method: msstc3, 0.6;",
    "method: DIRK33;",
    "strategy: factor, 0.5, 1, 1.2, 2, 3, 8; min time step: 1.e-6; max time step: 0.05;",
    "strategy: change, sine, 0., 30., 0.005, forever, 0.02;",
    "dummy steps number: 3; dummy steps ratio: 1.e-2;",
};

static void every_method_goes_on(void **of)
{
    for (int i = 0; i < (int)(sizeof METHODS / sizeof *METHODS); i++)
        check(*of, mechanism(METHODS[i], STEADY, REPORTED), METHODS[i]);
}

static const char *const DRIVES[] = {
    "random, 2., 1., 0., forever, steps, 3, seed, time",
    "closest next, 0.03, forever, 0.035",
    "sample and hold, cosine, 0., 7., 1., forever, 0., closest next, 0.03, forever, 0.035",
    "discrete filter, 2, 0.5, -0.25, 0.3, 1, 0.2, sine, 0., 9., 2., forever, 0.",
    "bistop, initial status, inactive, string, \"Time > 0.12\", string, \"Time > 0.2\"",
    "element, 2, joint, string, \"F\", linear, 0., 0.1",
    "node, 2, structural, string, \"XPP[1]\", linear, 0., 0.1",
};

/* The drive as a hint gives it: quotes within a string. */
static const char *reported_as(const char *by)
{
    static char reported[512];
    int n = snprintf(reported, sizeof reported, "drive{");
    for (; *by; by++)
        n += snprintf(reported + n, sizeof reported - (size_t)n, *by == '"' ? "\\%c" : "%c", *by);
    snprintf(reported + n, sizeof reported - (size_t)n, "}");
    return reported;
}

/* As the amplitude of a force, and in a hint. */
static void drives_with_memory_go_on(void **of)
{
    for (int i = 0; i < (int)(sizeof DRIVES / sizeof *DRIVES); i++) {
        check(*of, mechanism("", DRIVES[i], REPORTED), DRIVES[i]);
        check(*of, mechanism("", STEADY, reported_as(DRIVES[i])), reported_as(DRIVES[i]));
    }
}

/* Numbers of the functions in expressions: the hint is taken again after the snapshot. */
static void random_numbers_go_on(void **of)
{
    check(*of, mechanism("", STEADY, "drive{const, 0.1*random()}"), "random");
}

/* Nothing is to be solved until the force sets in: the first matrix is factored after the snapshot. */
static void before_the_first_matrix(void **of)
{
    check(*of,
          "begin: data; problem: initial value; end: data;\n"
          "begin: initial value; final time: 1.; time step: 0.02; tolerance: 1.e-8; max iterations: 20; end: initial "
          "value;\n"
          "begin: control data; abstract nodes: 2; genels: 4; forces: 1; end: control data;\n"
          "begin: nodes; abstract: 1, differential; abstract: 2, differential; end: nodes;\n"
          "begin: elements; genel: 1, spring support, 1, abstract, algebraic, cubic elastic generic, 3., 0., 5.e4;\n"
          "genel: 2, spring support, 2, abstract, algebraic, linear viscoelastic, 7., 1.;\n"
          "genel: 3, spring, 1, abstract, algebraic, 2, abstract, algebraic, linear elastic, 11.;\n"
          "genel: 4, spring support, 1, abstract, algebraic, linear viscoelastic, 0., 1.;\n"
          "force: 1, abstract, 1, abstract, string, \"100.*(Time - 0.11)*(Time > 0.11)\"; end: elements;\n",
          "no matrix");
}

static const char INVERSE[] =
    "begin: data; problem: inverse dynamics; end: data;\n"
    "begin: inverse dynamics; final time: 0.5; time step: 0.01; tolerance: 1.e-10; max iterations: 20;\n"
    "problem type: fully actuated collocated; end: inverse dynamics;\n"
    "begin: control data; structural nodes: 1; rigid bodies: 1; joints: 1; end: control data;\n"
    "begin: nodes; structural: 1, static, null, eye, null, null; end: nodes;\n"
    "begin: elements; body: 1, 1, 2., 0.5, 0., 0., diag, 0.1, 0.2, 0.3;\n"
    "joint: 1, total pin joint, 1, position, null, position, null, position constraint, active, active, active, "
    "null, null, null, orientation constraint, active, active, active, single, 0., 0., 1., string, "
    "\"1.5*Time^2\", single, 0., 0., 1., string, \"3.*Time\", single, 0., 0., 1., const, 3.; end: elements;\n";

/* Two rods that snap through: with folds, and points in between. */
static const char BRANCH[] =
    "begin: data; problem: continuation; end: data;\n"
    "begin: continuation; final time: 200.; time step: 1.; max time step: 2.; tolerance: 1.e-9; max iterations: 20;\n"
    "end: continuation;\n"
    "begin: control data; structural nodes: 3; joints: 5; forces: 1; end: control data;\n"
    "begin: nodes; structural: 1, static, 0., 0., 0.5, eye, null, null;\n"
    "structural: 2, static, -1., 0., 0., eye, null, null; structural: 3, static, 1., 0., 0., eye, null, null;\n"
    "end: nodes; begin: elements; joint: 2, clamp, 2, node, node; joint: 3, clamp, 3, node, node;\n"
    "joint: 1, total pin joint, 1, position, null, position, null, position constraint, 1, 1, 0, null, "
    "orientation constraint, 1, 1, 1, null;\n"
    "joint: 4, rod, 1, 2, sqrt(1.25), linear elastic, 1000.; joint: 5, rod, 1, 3, sqrt(1.25), linear elastic, 1000.;\n"
    "force: 1, absolute, 1, position, null, 0., 0., -1., linear, 0., 1.; end: elements;\n";

static void continuation_goes_on(void **of) { check(*of, BRANCH, "continuation"); }

static void inverse_dynamics_goes_on(void **of) { check(*of, INVERSE, "inverse dynamics"); }

/* A run that has not begun takes over where another one was. */
static void check_fresh(world *world, const char *words)
{
    read_deck(world, words);
    run *x = begun(world->deck);
    run *fresh = run_create(world->deck->problem, world->deck->model,
                            &(run_options){.errors = world->deck->errors, .may_restore = true});
    trace first = {0}, again = {0};
    advance(x, BEFORE, NULL);
    snapshot *snapshot = snapshot_create(x);
    snapshot_take(snapshot, x);
    advance(x, AFTER, &first);
    assert_true(snapshot_restore_checked(snapshot, fresh));
    advance(fresh, AFTER, &again);
    assert_same_trace(&first, &again, "not begun");
    snapshot_destroy(snapshot);
    run_destroy(x);
    run_destroy(fresh);
    free(first.bytes), free(again.bytes);
}

static void into_a_run_that_has_not_begun(void **of)
{
    check_fresh(*of, mechanism(SOLVERS[0], STEADY, REPORTED));
    check_fresh(*of, mechanism(SOLVERS[1], STEADY, REPORTED));
    check_fresh(*of, INVERSE);
    check_fresh(*of, BRANCH);
}

/* Pivots of the naive solver are chosen anew after 500 uses; snapshots are taken before, while they are the same. */
static void uses_of_pivots_are_counted(void **of)
{
    world *world = *of;
    read_deck(world, mechanism("time step: 0.0005;", STEADY, REPORTED));
    run *run = begun(world->deck);
    trace first = {0}, again = {0};
    snapshot *snapshot = snapshot_create(run);
    for (int i = 0; i < 3; i++) {
        advance(run, 50, NULL);
        snapshot_take(snapshot, run);
    }
    advance(run, 400, &first);
    assert_true(snapshot_restore_checked(snapshot, run));
    advance(run, 400, &again);
    assert_int_equal(first.n, again.n);
    assert_memory_equal(first.bytes, again.bytes, first.n);
    snapshot_destroy(snapshot);
    run_destroy(run);
    free(first.bytes), free(again.bytes);
}

/* --- threads ------------------------------------------------------------------------------------------------------ */

enum { THREADS = 4, STEPS = 30 };

typedef struct {
    const deck *deck;
    diag *errors;
    trace received;
    bool ok;
} job;

static void *solve_job(void *of)
{
    job *job = of;
    run *run =
        run_create(job->deck->problem, job->deck->model, &(run_options){.errors = job->errors, .may_restore = true});
    job->ok = run && run_begin(run) == RUN_CONTINUES;
    for (int k = 0; job->ok && k < STEPS; k++) {
        job->ok = run_advance(run) == RUN_CONTINUES;
        note_run(&job->received, run);
    }
    run_destroy(run);
    return NULL;
}

static void check_threads(world *world, const char *words, const char *what)
{
    job jobs[THREADS + 1];
    pthread_t threads[THREADS];
    read_deck(world, words);
    for (int i = 0; i <= THREADS; i++)
        jobs[i] = (job){.deck = world->deck, .errors = diag_create(world->deck->texts)};
    solve_job(&jobs[THREADS]);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, solve_job, &jobs[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i <= THREADS; i++) {
        const trace *alone = &jobs[THREADS].received;
        if (!jobs[i].ok || jobs[i].received.n != alone->n ||
            memcmp(jobs[i].received.bytes, alone->bytes, alone->n) != 0)
            fail_msg("%s: a run in a thread is another one", what);
        diag_destroy(jobs[i].errors);
    }
    for (int i = 0; i <= THREADS; i++)
        free(jobs[i].received.bytes);
}

static void runs_in_threads_do_not_meet(void **of)
{
    check_threads(*of, mechanism("", "string, \"sin(9.*Time + Step)\"", "drive{const, 0.1*random()}"), "expressions");
    for (int i = 1; i < 6; i++)
        check_threads(*of, mechanism(SOLVERS[i], DRIVES[i], REPORTED), SOLVERS[i]);
    check_threads(*of,
                  mechanism("", STEADY,
                            "drive{discrete filter, 1, 0.9, 0.02, 1, 0.01, ramp, 5.*Time, 0., "
                            "forever, 0.}"),
                  "a hint");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_solver_goes_on),        TEST(every_method_goes_on),          TEST(drives_with_memory_go_on),
        TEST(random_numbers_go_on),        TEST(before_the_first_matrix),       TEST(continuation_goes_on),
        TEST(inverse_dynamics_goes_on),    TEST(into_a_run_that_has_not_begun), TEST(uses_of_pivots_are_counted),
        TEST(runs_in_threads_do_not_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
