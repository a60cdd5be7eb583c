/* balances_test.c - what is observed of a run: where its energy goes, how long laws act.
 *
 *     kinetic - kinetic(0) + potential + elastic + dissipated = drives + forces + other
 *
 * Speeds are linear in time, or powers are, so that the trapezoidal rule sums them without error, but where a bound
 * says otherwise. */
#include "assembly/contacts.h"
#include "assembly/energy.h"
#include "probe_world.h"

enum { MOST_ENDED = 8 };

typedef struct {
    const law *law;
    int state, steps;
} ended;

/* Is notified of every accepted state, the initial one first. */
typedef struct {
    deck *deck;
    arena *memory;
    energy *balance;
    contacts *laws;
    int states, restart_at; /* the balance begins anew with this state; 0: never */
    int n_ended;
    ended ends[MOST_ENDED];
} observer;

static void observe(void *to, const state *state, const nonlinear_report *report)
{
    observer *observer = to;
    (void)report;
    if (observer->states == 0) {
        observer->balance = energy_create(observer->deck->model, observer->memory);
        observer->laws = contacts_create(observer->deck->model, observer->memory);
    }
    if (observer->restart_at > 0 && observer->states == observer->restart_at)
        energy_restart(observer->balance);
    energy_observe(observer->balance, state);
    int steps;
    const law *law = contacts_observe(observer->laws, state, &steps);
    if (law) {
        assert_true(observer->n_ended < MOST_ENDED);
        observer->ends[observer->n_ended++] = (ended){law, observer->states, steps};
    }
    observer->states++;
}

static void observed_run(observer *o, const char *cards, const char *nodes, const char *elements)
{
    static char words[8192];
    world world = {0};
    const int n = snprintf(words, sizeof words,
                           "begin: data; problem: initial value; end: data;\n"
                           "begin: initial value; initial time: 0.; final time: 1.; time step: 1.e-2;\n"
                           "method: crank nicolson; tolerance: 1.e-10; max iterations: 30;\n"
                           "derivatives tolerance: 1.e-6; derivatives max iterations: 30;\n"
                           "derivatives coefficient: 1.e-8; end: initial value;\n"
                           "begin: control data; %s end: control data;\n"
                           "begin: nodes; %s end: nodes;\nbegin: elements; %s end: elements;\n",
                           cards, nodes, elements);
    assert_true(n < (int)sizeof words);
    *o = (observer){.deck = deck_create(), .memory = arena_create(), .restart_at = o->restart_at};
    diag_set_sink(o->deck->errors, world_say, &world);
    const run_observer observer = {.context = o, .step = observe, .message = world_print, .stop = world_stop};
    const run_options options = {.observer = observer, .errors = o->deck->errors};
    run_summary sum;
    if (!deck_read_text(o->deck, "test", words, strlen(words)) ||
        !problem_solve(o->deck->problem, o->deck->model, &options, &sum))
        fail_msg("%s", world.said);
    assert_int_equal(o->states, 101);
}

static void observed_end(observer *observer)
{
    contacts_destroy(observer->laws);
    contacts_destroy(NULL);
    deck_destroy(observer->deck);
    arena_destroy(observer->memory);
}

/* --- energies ----------------------------------------------------------------------------------------------------- */

static const struct {
    const char *cards, *nodes, *elements;
    double expected[ENERGY_COUNT], bound;
} BALANCES[] = {
    /* w = M t / J = 2 t about an axis, and 0.3 along: T = m v^2 / 2 + J w^2 / 2 = 0.09 + 0.4; the couple did 0.4 */
    {"structural nodes: 2; rigid bodies: 1; forces: 1;",
     "structural: 1, dynamic, null, eye, 0., 0., 0.3, null; structural: 2, dummy, 1, offset, 0.4, 0.3, 0.2, eye;",
     "body: 1, 1, 2., null, diag, 0.3, 0.5, 0.2; couple: 1, absolute, 1, position, null, 0., 0., 1., const, 0.4;",
     {[ENERGY_KINETIC] = 0.49, [ENERGY_FORCES] = 0.4},
     1e-9},
    /* A point thrown at (1, 0, 3) in gravity of 4, and another under a force of 5: z = 3 - 2 = 1, x = 5/3/2 */
    {"structural nodes: 2; rigid bodies: 2; forces: 1; gravity;",
     "structural: 1, dynamic displacement, null, 1., 0., 3.; structural: 2, dynamic displacement, null, null;",
     "body: 1, 1, 2.; body: 2, 2, 3.; force: 1, absolute displacement, 2, 1., 0., 0., const, 5.;"
     "gravity: uniform, 0., 0., -1., const, 4.;",
     {[ENERGY_KINETIC] = 2. + 1.5 * (25. / 9 + 16.), [ENERGY_POTENTIAL] = 8. - 24., [ENERGY_FORCES] = 25. / 6},
     1e-7},
    /* A velocity that is imposed, v = 3 t */
    {"structural nodes: 1; rigid bodies: 1; joints: 1;",
     "structural: 1, dynamic, null, eye, null, null;",
     "body: 1, 1, 2., null, eye; joint: 1, linear velocity, 1, 1., 0., 0., linear, 0., 3.;",
     {[ENERGY_KINETIC] = 9., [ENERGY_DRIVES] = 9.},
     1e-6},
    /* Nodes without mass, turned by t and moved by t^2: k a^2 / 2 = 3.5, c integral of v^2 = 1.5 * 4/3, errors of
     * h^2/12 times the change of the derivative of the power */
    {"structural nodes: 2; joints: 4;",
     "structural: 1, static, null, eye, null, null; structural: 2, static, null, eye, null, 0., 0., 1.;",
     "joint: 1, clamp, 1, node, node;"
     "joint: 2, total joint, 1, position, null, 2, position, null, position constraint, active, active, active,"
     "1., 0., 0., string, \"Time^2\", orientation constraint, active, active, active, 0., 0., 1., linear, 0., 1.;"
     "joint: 3, deformable displacement joint, 1, position, null, 2, position, null, linear viscous isotropic, 1.5;"
     "joint: 4, deformable hinge, 1, 2, linear elastic isotropic, 7.;",
     {[ENERGY_ELASTIC] = 3.5, [ENERGY_DISSIPATED] = 2., [ENERGY_DRIVES] = 5.5},
     2e-4},
    /* A genel takes energy from a mass that is driven, x = t^2: k x^2 / 2 = 1.5; T = 4. What is off does nothing. */
    {"structural nodes: 1; rigid bodies: 1; joints: 1; genels: 2; forces: 2;",
     "structural: 1, dynamic, null, eye, null, null;",
     "body: 1, 1, 2., null, eye;"
     "joint: 1, total pin joint, 1, position constraint, active, active, active, 1., 0., 0., string, \"Time^2\";"
     "genel: 1, spring support, 1, structural, 1, algebraic, linear elastic, 3.;"
     "driven: 3, const, 0., genel: 3, spring support, 1, structural, 1, algebraic, linear elastic, 3.;"
     "driven: 1, const, 0., force: 1, absolute, 1, position, null, 1., 0., 0., const, 6.;"
     "driven: 2, string, \"Time > 2.\", force: 2, absolute, 1, position, null, 1., 0., 0., const, 6.;",
     {[ENERGY_KINETIC] = 4., [ENERGY_OTHER] = -1.5, [ENERGY_DRIVES] = 5.5},
     2e-4},
};

static void every_work_is_where_it_belongs(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof BALANCES / sizeof *BALANCES; i++) {
        observer observer = {0};
        observed_run(&observer, BALANCES[i].cards, BALANCES[i].nodes, BALANCES[i].elements);
        for (int k = 0; k < ENERGY_COUNT; k++)
            assert_near(energy_now(observer.balance)[k], BALANCES[i].expected[k],
                        k == ENERGY_IMBALANCE ? 2 * BALANCES[i].bound : BALANCES[i].bound);
        observed_end(&observer);
    }
}

/* From t = 0.5 on: the first point is as high as it was then, 3 t - 2 t^2 = 1, the second falls from -2 t^2. */
static void balance_begins_anew(void **unused)
{
    (void)unused;
    observer observer = {.restart_at = 50};
    observed_run(&observer, BALANCES[1].cards, BALANCES[1].nodes, BALANCES[1].elements);
    const double *E = energy_now(observer.balance);
    assert_near(E[ENERGY_KINETIC], BALANCES[1].expected[ENERGY_KINETIC], 1e-7);
    assert_near(E[ENERGY_POTENTIAL], -12. * 2. * 0.75, 1e-7);
    assert_near(E[ENERGY_FORCES], 25. / 6 * 0.75, 1e-7);
    assert_near(E[ENERGY_IMBALANCE], 0.0, 1e-7);
    observed_end(&observer);
}

/* --- contacts ----------------------------------------------------------------------------------------------------- */

/* A point at 1.1 where there is contact and at 0.9 where there is none, state by state. */
static int path(char *to, size_t size, int at, const char *contact)
{
    at += snprintf(to + at, size - (size_t)at, "piecewise linear, %zu", strlen(contact));
    for (int i = 0; contact[i]; i++)
        at += snprintf(to + at, size - (size_t)at, ", %.17g, %s", 0.01 * i, contact[i] == '1' ? "1.1" : "0.9");
    return at;
}

/* Rods that only pull. A contact has two states without force before it, and one after it; each that ends is notified
 * of if it has been the shortest of its rod. */
static void contacts_are_counted_in_steps(void **unused)
{
    (void)unused;
    static const char *const PATHS[] = {"1110011110001111101100111000100111000110000",
                                        "0011111111000000000110000000000000000001001"};
    static const ended EXPECTED[] = {{NULL, 9, 4},  {NULL, 10, 8}, {NULL, 21, 2},
                                     {NULL, 25, 3}, {NULL, 29, 1}, {NULL, 40, 1}};
    static const int ROD[] = {0, 1, 1, 0, 0, 1};
    static char elements[6000];
    int n = 0;
    for (int i = 0; i < 2; i++) {
        n += snprintf(elements + n, sizeof elements - (size_t)n,
                      "joint: %d, total pin joint, %d, position constraint, active, active, active, 1., 0., 0., ",
                      i + 1, i + 1);
        n = path(elements, sizeof elements, n, PATHS[i]);
        n += snprintf(elements + n, sizeof elements - (size_t)n,
                      ", orientation constraint, active, active, active, null; joint: %d, rod, 3, %d, 1., scalar "
                      "function elastic, \"pull\";",
                      i + 11, i + 1);
    }
    snprintf(elements + n, sizeof elements - (size_t)n, "joint: 3, clamp, 3, node, node;");
    observer observer = {0};
    observed_run(&observer,
                 "structural nodes: 3; joints: 5; skip initial joint assembly;"
                 "scalar function: \"pull\", multilinear, -1., 0., 0., 0., 1., 5.;",
                 "structural: 1, static, 1.1, 0., 0., eye, null, null;"
                 "structural: 2, static, 0.9, 0., 0., eye, null, null; structural: 3, static, null, eye, null, null;",
                 elements);
    assert_int_equal(observer.n_ended, 6);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(observer.ends[i].state, EXPECTED[i].state);
        assert_int_equal(observer.ends[i].steps, EXPECTED[i].steps);
        assert_true((observer.ends[i].law == observer.ends[0].law) == (ROD[i] == 0));
    }
    observed_end(&observer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_work_is_where_it_belongs),
        cmocka_unit_test(balance_begins_anew),
        cmocka_unit_test(contacts_are_counted_in_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
