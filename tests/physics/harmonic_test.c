/* harmonic_test.c - harmonic excitation: what it makes of inputs that are sines of its own phase, when it takes them
 * for periodic, and how its amplitude follows a target. */
#include "physics/probe_world.h"

/* --- rows --------------------------------------------------------------------------------------------------------- */

enum { MOST_ROWS = 200, MOST_NUMBERS = 16, LABEL = 97 };

typedef struct {
    world *world;
    int n, n_numbers;
    double values[MOST_ROWS][MOST_NUMBERS]; /* behind the label: t, omega, periods, ... */
} rows;

static void keep_row(void *to, const state *state, const nonlinear_report *report)
{
    rows *of = to;
    (void)report;
    const elem *element = model_elem(of->world->deck->model, elem_card_find("user defined"), LABEL);
    text row = {0};
    record out = {.text = &row, .precision = 3};
    element->type->output(state, element, &out);
    assert_int_equal(out.precision, 3);
    if (row.n == 0)
        return;
    assert_int_equal(strcspn(strchr(row.data, '.') + 1, "e"), 16); /* digits of the time */
    assert_true(of->n < MOST_ROWS);
    row.data[row.n - 1] = '\0';
    char *from = row.data, *till;
    assert_int_equal(strtol(from, &from, 10), LABEL);
    for (of->n_numbers = 0;; of->n_numbers++, from = till) {
        const double v = strtod(from, &till);
        if (till == from)
            break;
        of->values[of->n][of->n_numbers] = v;
    }
    of->n++;
    text_free(&row);
}

/* Nodes 1, 2 ... have the values of drives; N: the words of nodes and of what drives them. */
static bool run_rows(rows *of, const char *excitation, const char *const *drives, int n)
{
    static char words[8192];
    world *w = of->world;
    deck_destroy(w->deck);
    *w = (world){.deck = deck_create()};
    diag_set_sink(w->deck->errors, world_say, w);
    int k = snprintf(words, sizeof words,
                     "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; final "
                     "time: 1000.; time step: 0.01; method: implicit euler; tolerance: 1.e-9; max iterations: 20; "
                     "derivatives tolerance: 1.e-6; strategy: change, postponed, 99; min time step: 1.e-6; max time "
                     "step: 10.; end: initial value; begin: control data; abstract nodes: %d; genels: %d; loadable "
                     "elements: 1; end: control data; module load: \"libmodule-hfelem\"; begin: nodes;",
                     n, n);
    for (int i = 1; i <= n; i++)
        k += snprintf(words + k, sizeof words - (size_t)k, "abstract: %d, algebraic;", i);
    k += snprintf(words + k, sizeof words - (size_t)k,
                  "end: nodes; begin: elements; user defined: %d, harmonic excitation, %s;", LABEL, excitation);
    for (int i = 1; i <= n; i++)
        k += snprintf(words + k, sizeof words - (size_t)k, "genel: %d, clamp, %d, abstract, %s;", i, i, drives[i - 1]);
    k += snprintf(words + k, sizeof words - (size_t)k,
                  "drive caller: 99, element, %d, loadable, string, \"timestep\", direct; end: elements;", LABEL);
    assert_true(k < (int)sizeof words);
    of->n = 0;
    const run_observer observer = {.context = of, .step = keep_row, .message = world_print, .stop = world_stop};
    const run_options options = {.observer = observer, .errors = w->deck->errors};
    run_summary sum;
    const bool ok = deck_read_text(w->deck, "test", words, strlen(words)) &&
                    problem_solve(w->deck->problem, w->deck->model, &options, &sum);
    diag_flush(w->deck->errors);
    return ok;
}

static void assert_rows(rows *of, const char *excitation, const char *const *drives, int n)
{
    if (!run_rows(of, excitation, drives, n))
        fail_msg("%s", of->world->said);
}

#define INPUT(i) "node, " #i ", abstract, string, \"x\", direct"
#define EXCITED(by) "element, 97, loadable, string, \"excitation\", linear, 0., " #by
#define OF_PHASE(f) "element, 97, loadable, string, \"psi\", string, \"" f "\""

/* --- what it makes of its inputs ---------------------------------------------------------------------------------- */

/* c sin(psi + phi) has X = c (cos phi + i sin phi), whatever else its period has; a constant has none. */
static void parts_of_a_sine(void **of)
{
    static const char *const DRIVES[] = {EXCITED(2.), OF_PHASE("5. + 3.*sin(Var + 0.4)"),
                                         OF_PHASE("cos(3.*Var) - 2.*cos(Var)")};
    static const char *const FORMATS[] = {"", "output format, complex,", "output format, complex, normalized,",
                                          "output format, magnitude phase,",
                                          "output format, magnitude phase, normalized,"};
    const double c[3] = {3.0, 3.0, 2.0}, phi[3] = {0.0, 0.4, -0.5 * M_PI};
    for (int i = 0; i < ARRAY_LEN(FORMATS); i++) {
        rows to = {.world = *of};
        char words[800];
        snprintf(
            words, sizeof words,
            "inputs number, 3, " INPUT(1) ", target, yes, " INPUT(2) ", " INPUT(
                3) ", %s steps number, 12, initial angular frequency, 4., max angular "
                   "frequency, 9., angular frequency increment, additive, 2.5, RMS test, RMS target, const, %.17g, "
                   "initial amplitude, 1.5, tolerance, 1.e-9, min periods, 3",
            FORMATS[i], c[0] / sqrt(2.0));
        assert_rows(&to, words, DRIVES, 3);
        assert_int_equal(to.n, 3);
        assert_int_equal(to.n_numbers, 3 + 6 + 2);
        for (int row = 0; row < to.n; row++) {
            assert_near(to.values[row][1], 4.0 + 2.5 * row, 1e-9);
            assert_near(to.values[row][2], 3.0, 0.0);
            for (int k = 0; k < 3; k++) {
                const double size = i == 2 || i == 4 ? c[k] / 1.5 : c[k], *X = &to.values[row][3 + 2 * k];
                assert_near(X[0], i < 3 ? size * cos(phi[k]) : size, 1e-7);
                assert_near(X[1], i < 3 ? size * sin(phi[k]) : phi[k], 1e-7);
            }
            assert_near(to.values[row][9], 1.5, 1e-7);
            assert_near(to.values[row][10], c[0] / sqrt(2.0), 1e-7);
        }
    }
}

/* The largest of the targets is led to what is asked for at the frequency, by a factor of 1.5 at the most; each
 * amplitude is looked at for three periods, however soon it is steady. */
static void amplitude_that_follows_its_target(void **of)
{
    static const char *const DRIVES[] = {EXCITED(1.), EXCITED(2.), EXCITED(7.)};
    static const struct {
        const char *target;
        double unit;      /* amplitude to begin with */
        int next, n;      /* amplitude that the second frequency begins with; of all */
        double values[8]; /* amplitudes, in units times sqrt(2) */
    } TRIALS[] = {{"linear, 1., 0.5", 1.0, 3, 6, {1.414213562373095, 2.121320343559643, 3, 3, 4.5, 5}},
                  {"linear, 7., -0.5",
                   1.0,
                   5,
                   8,
                   {1.414213562373095, 2.121320343559643, 3.181980515339464, 4.772970773009196, 5, 5, 10 / 3.0, 3}},
                  {"linear, 0.01, 0.005", 0.01, 3, 6, {1.414213562373095, 2.121320343559643, 3, 3, 4.5, 5}}};
    for (int i = 0; i < 2 * ARRAY_LEN(TRIALS); i++) {
        rows to = {.world = *of};
        const double unit = TRIALS[i / 2].unit / sqrt(2.0);
        char words[800];
        snprintf(words, sizeof words,
                 "inputs number, 3, " INPUT(1) ", target, yes, " INPUT(2) ", target, yes, " INPUT(
                     3) ", output, no, steps number, 8, initial angular frequency, "
                        "4., max angular frequency, 8., angular frequency increment, multiplicative, 2., RMS test, RMS "
                        "target, %s, initial amplitude, %g, overshoot, 1.5, RMS prev periods, %d, tolerance, 1.e-6, "
                        "min periods, 3, print all periods",
                 TRIALS[i / 2].target, TRIALS[i / 2].unit, 1 + i % 2);
        assert_rows(&to, words, DRIVES, 3);
        assert_int_equal(to.n_numbers, 3 + 4 + 2);
        assert_int_equal(to.n, 3 * TRIALS[i / 2].n);
        for (int row = 0; row < to.n; row++) {
            const int first = 3 * TRIALS[i / 2].next;
            const double a = unit * TRIALS[i / 2].values[row / 3];
            assert_near(to.values[row][1], row < first ? 4.0 : 8.0, 0.0);
            assert_near(to.values[row][2], row < first ? row + 1 : row + 1 - first, 0.0);
            assert_near(to.values[row][3], a, 1e-6 * a);
            assert_near(to.values[row][5], 2.0 * a, 1e-6 * a);
            assert_near(to.values[row][7], a, 1e-6 * a);
            assert_near(to.values[row][8], 2.0 * a / sqrt(2.0), 1e-6 * a);
        }
    }
}

/* Bytes that were loaded have a frequency, an amplitude and a count. */
static void memory_that_cannot_be(void **of)
{
    static const char *const DRIVES[] = {EXCITED(1.)};
    rows to = {.world = *of};
    assert_rows(&to,
                "inputs number, 1, " INPUT(1) ", steps number, 8, initial angular frequency, 2., angular frequency "
                                              "increment, custom, last, min periods, 2",
                DRIVES, 1);
    const model *model = to.world->deck->model;
    const elem *element = model_elem(model, elem_card_find("user defined"), LABEL);
    for (int i = 0; i < model->plan->areas.n; i++) {
        const memory_area *area = &model->plan->areas.items[i];
        double bytes[200] = {0};
        if (area->self != element->self)
            continue;
        assert_true(area->size <= sizeof bytes);
        area->begin(area->self, bytes); /* t0, omega, amplitude */
        assert_true(area->valid(area->self, bytes));
        for (int k = 1; k <= 2; k++) {
            const double was = bytes[k];
            bytes[k] = 0.0;
            assert_false(area->valid(area->self, bytes));
            bytes[k] = was;
        }
        memset(bytes + 3, 0xff, 5 * sizeof(int)); /* part, step, period, settling, count */
        assert_false(area->valid(area->self, bytes));
    }
}

/* --- when it takes them for periodic ------------------------------------------------------------------------------ */

static double root_of_mean_square(double t, double step, int n, double rate)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += pow(1.0 + exp(-rate * (t - i * step)), 2);
    return sqrt(sum / n);
}

/* 1 + exp(-r t): the root of the mean square of a period is compared with so many before. */
static void steady_root_of_the_mean_square(void **of)
{
    static const char *const DRIVES[] = {"string, \"1. + exp(-0.2*Time)\"", "string, \"1. + exp(-0.5*Time)\"",
                                         "string, \"Time\""};
    const double step = 2.0 * M_PI / (5.0 * 10), tolerance = 0.02;
    for (int before = 1; before <= 4; before++) {
        rows to = {.world = *of};
        char words[800];
        snprintf(
            words, sizeof words,
            "inputs number, 3, " INPUT(1) ", " INPUT(2) ", " INPUT(
                3) ", test, no, steps number, 10, initial "
                   "angular frequency, 5., max angular frequency, 5., angular frequency increment, additive, 1., RMS "
                   "test, %s tolerance, %g, min periods, 2",
            before == 2   ? ""
            : before == 1 ? "RMS prev periods, 1,"
            : before == 3 ? "RMS prev periods, 3,"
                          : "RMS prev periods, 4,",
            tolerance);
        assert_rows(&to, words, DRIVES, 3);
        assert_int_equal(to.n, 1);
        const int k = (int)to.values[0][2];
        for (int of_period = before + 1; of_period <= k; of_period++) {
            const double t = to.values[0][0] - (k - of_period) * 10 * step;
            const double now = root_of_mean_square(t, step, 10, 0.2),
                         then = root_of_mean_square(t - before * 10 * step, step, 10, 0.2);
            assert_int_equal(of_period == k, then - now <= tolerance * now);
        }
        assert_true(k > before + 1);
    }
}

/* 3 exp(-r t) and 4 exp(-r t): the last samples of two periods are 5 (exp(-r t) - exp(-r (t - T))) apart. */
static void steady_last_samples(void **of)
{
    static const char *const DRIVES[] = {"string, \"3.*exp(-0.3*Time)\"", "string, \"4.*exp(-0.3*Time)\"",
                                         "string, \"Time\""};
    static const char *const TOLERANCES[] = {"tolerance, 1.e-2,", "tolerance, 1.e-3,", ""};
    const double period = 2.0 * M_PI / 3.0, tolerance[] = {1e-2, 1e-3, 1e-6};
    for (int i = 0; i < 3; i++) {
        rows to = {.world = *of};
        char words[800];
        snprintf(words, sizeof words,
                 "inputs number, 3, " INPUT(1) ", " INPUT(2) ", " INPUT(
                     3) ", test, no, steps number, 16, initial angular "
                        "frequency, 3., angular frequency increment, custom, last, %s min periods, 2",
                 TOLERANCES[i]);
        if (!run_rows(&to, words, DRIVES, 3))
            fail_msg("%s", to.world->said);
        assert_int_equal(to.n, 1);
        const int k = (int)to.values[0][2];
        for (int of_period = 2; of_period <= k; of_period++) {
            const double t = to.values[0][0] - (k - of_period) * period;
            const double apart = 5.0 * (exp(-0.3 * (t - period)) - exp(-0.3 * t));
            assert_int_equal(of_period == k, 2.0 / 16 * apart <= tolerance[i]);
        }
        assert_true(k > 2);
    }
}

/* What never becomes periodic: a negative number of periods, or the end. */
static void no_convergence(void **of)
{
    static const char *const DRIVES[] = {"string, \"Time\"", EXCITED(1.)};
    rows to = {.world = *of};
    const char *const words =
        "inputs number, 1, " INPUT(1) ", steps number, 8, initial angular frequency, 2., angular "
                                      "frequency increment, custom, 3., 7., last, min periods, 2, max periods, 4";
    const double omega[] = {2, 3, 7};
    assert_rows(&to, words, DRIVES, 2);
    assert_int_equal(to.n, 3);
    for (int i = 0; i < 3; i++) {
        assert_near(to.values[i][1], omega[i], 0.0);
        assert_near(to.values[i][2], -4.0, 0.0);
    }
    char strict[400];
    snprintf(strict, sizeof strict, "%s, no convergence strategy, abort", words);
    assert_false(run_rows(&to, strict, DRIVES, 2));
    assert_int_equal(to.n, 0);
    assert_non_null(strstr(to.world->said, "no convergence at angular frequency 2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(parts_of_a_sine),
        TEST(amplitude_that_follows_its_target),
        TEST(steady_root_of_the_mean_square),
        TEST(steady_last_samples),
        TEST(no_convergence),
        TEST(memory_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
