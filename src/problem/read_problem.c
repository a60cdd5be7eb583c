/* read_problem.c - the block of a problem: one function for each card common to all problems. */
#include "problem/problem.h"
#include "problem/read_linear_solver.h"
#include "base/array.h"
#include "base/nearest.h"
#include "base/words.h"
#include "model/blocks.h"
#include "model/cards.h"
#include "model/reading.h"
#include "deck/diag_rows.h"
#include "problem/diag_rows.h"

problem *problem_create(const problem_type *type, arena *memory)
{
    problem *p = ARENA_NEW(memory, problem);
    *p = (problem){
        .type = type,
        .self = arena_alloc(memory, type->size + 1),
        .show = SHOW_MESSAGES,
        .t_end = NAN,
        .dt = 1,
        .step = {.residual = 1e-6, .residual_test = TEST_NORM, .solution_test = TEST_NONE, .max_iterations = 1},
        .derivatives =
            {.residual = 1e-6, .residual_test = TEST_NORM, .solution = NAN, .max_iterations = 1, .continues = true},
        .derivatives_coefficient = 1e-6,
        .dummy = {.residual = 1e-6, .residual_test = TEST_NORM, .solution = NAN, .max_iterations = 1},
        .dummy_ratio = 1e-3,
        .method = integrator_default(memory),
        .dummy_method = integrator_default(memory),
        .nonlinear = nonlinear_type_find("newton raphson"),
    };
    p->nonlinear_options = arena_alloc(memory, p->nonlinear->size);
    if (type->defaults)
        type->defaults(p->self);
    return p;
}

bool problem_set_accuracy(problem *problem, double tolerance)
{
    if (!(tolerance >= ACCURACY_LEAST && tolerance <= ACCURACY_MOST) || !(problem->type->flags & PROBLEM_EVOLVES))
        return false;
    problem->strategy = (strategy){.kind = STRATEGY_ERROR, .tolerance = tolerance, .absolute = tolerance};
    problem->method = integrator_accurate();
    problem->start = problem->start == START_UNSPECIFIED ? START_CONSISTENT : problem->start;
    return true;
}

static void read_initial_time(reader *reader, problem *problem) { problem->t0 = read_real(reader, "initial time"); }

static void read_final_time(reader *reader, problem *problem)
{
    problem->t_end = read_keyword(reader, "forever") ? HUGE_VAL : read_real(reader, "final time");
}

static void read_time_step(reader *reader, problem *problem)
{
    problem->dt = read_real(reader, "time step");
    problem->has_dt = true;
    if (read_ok(reader) && !(problem->dt > 0))
        read_error_last(reader, E_STEP_NOT_POSITIVE, problem->dt);
}

static void read_min_time_step(reader *reader, problem *problem)
{
    problem->dt_min = read_real(reader, "minimum time step");
}

static void read_max_time_step(reader *reader, problem *problem)
{
    problem->longest = read_keyword(reader, "unlimited") ? NULL : read_drive(reader, "maximum time step");
}

/* Reads a tolerance and its test. A tolerance that is zero or `null`, or has no test, never ends an iteration. */
static double read_test(reader *reader, const char *const *tests, const char *what, test_kind *test)
{
    const double tolerance = read_keyword(reader, "null") ? 0 : read_not_negative(reader, what);
    *test = tolerance == 0 ? TEST_NONE : TEST_NORM;
    if (read_keyword(reader, "test")) {
        const int word = read_choice(reader, tests, "test");
        *test = word < 0 ? TEST_NORM : (test_kind)word;
    }
    return *test == TEST_NONE ? 0 : tolerance;
}

static void read_tolerance(reader *reader, problem *problem)
{
    const source_location location = read_place(reader);
    static const char *const RESIDUAL[] = {"none", "norm", "minmax", "relnorm", "sepnorm", NULL};
    static const char *const SOLUTION[] = {"none", "norm", "minmax", NULL};
    convergence *convergence = &problem->step;
    convergence->residual = read_test(reader, RESIDUAL, "residual tolerance", &convergence->residual_test);
    convergence->scale = read_keyword(reader, "scale");
    if (read_more(reader))
        convergence->solution = read_test(reader, SOLUTION, "solution tolerance", &convergence->solution_test);
    if (read_ok(reader) && convergence->residual == 0 && convergence->solution == 0)
        diag_report(reader_diag(reader), W_NO_TEST, location);
}

static void read_enforce_constraints(reader *reader, problem *problem)
{
    static const char *const WHAT[] = {"constraint violations", "constraint violation rates", NULL};
    if (read_choice(reader, WHAT, "what to enforce") != 0)
        return;
    problem->enforce_constraints = true;
    if (read_keyword(reader, "scale factor"))
        problem->step.constraint_scale = read_positive(reader, "scale factor");
}

static void read_max_iterations(reader *reader, problem *problem)
{
    problem->step.max_iterations = read_integer_in(reader, 0, 1000000000, "maximum number of iterations");
    problem->step.at_most = read_keyword(reader, "at most");
}

static void read_strategy_card(reader *reader, problem *problem) { read_strategy(reader, &problem->strategy); }
static void read_method_card(reader *reader, problem *problem)
{
    problem->method_where = read_place(reader);
    problem->method = read_method(reader);
    problem->has_method = true;
}
/* A deck that sets up the derivatives phase gets that of MBDyn, unless it asks for the consistent start. */
static void choose_start(problem *problem)
{
    if (problem->start == START_UNSPECIFIED)
        problem->start = START_BY_COEFFICIENT;
}

static void read_derivatives_tolerance(reader *reader, problem *problem)
{
    choose_start(problem);
    problem->derivatives.residual = read_not_negative(reader, "derivatives tolerance");
    if (read_more(reader)) {
        problem->derivatives.solution = read_not_negative(reader, "solution tolerance of the derivatives");
        problem->derivatives.solution_test = problem->derivatives.solution == 0 ? TEST_NONE : TEST_NORM;
    }
}

static void read_derivatives_iterations(reader *reader, problem *problem)
{
    choose_start(problem);
    problem->derivatives.max_iterations = read_integer_in(reader, 0, 1000000000, "maximum number of iterations");
}

static void read_derivatives_coefficient(reader *reader, problem *problem)
{
    problem->start = read_keyword(reader, "consistent") ? START_CONSISTENT : START_BY_COEFFICIENT;
    if (problem->start == START_CONSISTENT)
        return;
    if (!read_peek(reader, "auto"))
        problem->derivatives_coefficient = read_positive(reader, "derivatives coefficient");
    if (!read_keyword(reader, "auto"))
        return;
    problem->derivatives_auto = true;
    problem->derivatives_auto_iterations = read_keyword(reader, "max iterations")
                                               ? read_integer_in(reader, 1, 1000000, "maximum number of iterations")
                                               : 6;
    problem->derivatives_auto_factor = read_keyword(reader, "factor") ? read_positive(reader, "factor") : 10;
}

static void read_dummy_tolerance(reader *reader, problem *problem)
{
    problem->dummy.residual = read_not_negative(reader, "dummy steps tolerance");
}
static void read_dummy_number(reader *reader, problem *problem)
{
    problem->dummy_steps = read_integer_in(reader, 0, 1000000000, "number of dummy steps");
}
static void read_dummy_ratio(reader *reader, problem *problem)
{
    problem->dummy_ratio = read_positive(reader, "ratio of the dummy steps");
}
static void read_dummy_method(reader *reader, problem *problem) { problem->dummy_method = read_method(reader); }

static void read_dummy_iterations(reader *reader, problem *problem)
{
    problem->dummy.max_iterations = read_integer_in(reader, 0, 1000000000, "maximum number of iterations");
}

static void read_newton_card(reader *reader, problem *problem)
{
    problem->nonlinear = nonlinear_type_find("newton raphson");
    problem->nonlinear_options = arena_alloc(reader_arena(reader), problem->nonlinear->size);
    problem->nonlinear->read(reader, problem->nonlinear_options);
}

static void read_nonlinear_solver(reader *reader, problem *problem)
{
    if (read_keyword(reader, "default")) {
        read_newton_card(reader, problem);
        return;
    }
    const char *word = read_peek_word(reader);
    const nonlinear_type *type = word ? nonlinear_type_find(word) : NULL;
    if (!type) {
        const char *words[32] = {NULL};
        for (int i = 0; i < nonlinear_type_count; i++)
            words[i] = nonlinear_types[i]->keyword;
        if (!word) {
            read_choice(reader, words, "nonlinear solver");
            return;
        }
        read_error(reader, E_UNKNOWN_NONLINEAR, read_place(reader), word);
        const char *near = nearest_word(word, words, nonlinear_type_count);
        if (near)
            diag_hint(reader_diag(reader), "did you mean '%s'?", near);
        return;
    }
    if (!words_equal(word, type->keyword))
        diag_report(reader_diag(reader), W_NONLINEAR_REPLACED, read_place(reader), type->keyword);
    read_skip(reader);
    reader_set_help(reader, type->grammar);
    problem->nonlinear = type;
    problem->nonlinear_options = arena_alloc(reader_arena(reader), type->size);
    type->read(reader, problem->nonlinear_options);
}

static void read_linear_solver_card(reader *reader, problem *problem)
{
    read_linear_solver(reader, &problem->linear, &problem->linear_options);
}

static void read_threads_card(reader *reader, problem *problem)
{
    read_threads(reader, &problem->assembly_threads, &problem->linear_options.threads);
}

static void read_abort_after(reader *reader, problem *problem)
{
    static const char *const WHEN[] = {"input", "assembly", "derivatives", "dummy steps", "regular step", NULL};
    problem->abort = (abort_after)(ABORT_INPUT + read_choice(reader, WHEN, "when to abort"));
    if (problem->abort == ABORT_STEP)
        problem->abort_step = read_integer_in(reader, 1, 1000000000, "number of the step");
}

static void read_problem_read_output(reader *reader, problem *problem)
{
    static const char *const ITEMS[] = {"iterations",
                                        "residual",
                                        "solution",
                                        "jacobian matrix",
                                        "messages",
                                        "counter",
                                        "bailout",
                                        "matrix condition number",
                                        "solver condition number",
                                        "cpu time",
                                        "none",
                                        "jacobian",
                                        "residuals",
                                        NULL};
    do {
        const int item = read_choice(reader, ITEMS, "output item");
        if (item == 10)
            problem->show = 0;
        else if (item == 11)
            problem->show |= SHOW_JACOBIAN;
        else if (item == 12)
            problem->show |= SHOW_RESIDUAL;
        else if (item >= 0)
            problem->show |= 1u << item;
        if (item == 8 && read_keyword(reader, "stat"))
            read_bool(reader, "statistics flag");
    } while (read_ok(reader) && read_more(reader));
}

static void read_output_meter(reader *reader, problem *problem)
{
    problem->show_meter = read_drive(reader, "output meter");
}

static void read_modify_residual_test(reader *reader, problem *problem)
{
    (void)reader;
    problem->step.modify_residual_test = true;
}

static void read_real_time_card(reader *reader, problem *problem) { read_real_time(reader, &problem->clock); }
static void read_eigenanalysis_card(reader *reader, problem *problem) { problem->eigen = read_eigenanalysis(reader); }

static const problem_card CARDS[] = {
    {"abort after", read_abort_after, NULL, NULL},
    {"derivatives coefficient", read_derivatives_coefficient, NULL, NULL},
    {"derivatives max iterations", read_derivatives_iterations, NULL, NULL},
    {"derivatives tolerance", read_derivatives_tolerance, NULL, NULL},
    {"dummy steps max iterations", read_dummy_iterations, NULL, NULL},
    {"dummy steps method", read_dummy_method, NULL, NULL},
    {"dummy steps number", read_dummy_number, NULL, NULL},
    {"dummy steps ratio", read_dummy_ratio, NULL, NULL},
    {"dummy steps tolerance", read_dummy_tolerance, NULL, NULL},
    {"eigenanalysis", read_eigenanalysis_card, NULL, NULL},
    {"enforce constraint equations", read_enforce_constraints, NULL, NULL},
    {"fictitious steps max iterations", read_dummy_iterations, NULL, NULL},
    {"fictitious steps method", read_dummy_method, NULL, NULL},
    {"fictitious steps number", read_dummy_number, NULL, NULL},
    {"fictitious steps ratio", read_dummy_ratio, NULL, NULL},
    {"fictitious steps tolerance", read_dummy_tolerance, NULL, NULL},
    {"final time", read_final_time, NULL, NULL},
    {"initial time", read_initial_time, NULL, NULL},
    {"linear solver", read_linear_solver_card, NULL, NULL},
    {"max iterations", read_max_iterations, NULL, NULL},
    {"max time step", read_max_time_step, NULL, NULL},
    {"method", read_method_card, NULL, NULL},
    {"min time step", read_min_time_step, NULL, NULL},
    {"modify residual test", read_modify_residual_test, NULL, NULL},
    {"newton raphson", read_newton_card, NULL, NULL},
    {"nonlinear solver", read_nonlinear_solver, NULL, NULL},
    {"output", read_problem_read_output, NULL, NULL},
    {"output meter", read_output_meter, NULL, NULL},
    {"real time", read_real_time_card, NULL, NULL},
    {"solver", read_linear_solver_card, NULL, NULL},
    {"strategy", read_strategy_card, NULL, NULL},
    {"threads", read_threads_card, NULL, NULL},
    {"time step", read_time_step, NULL, NULL},
    {"tolerance", read_tolerance, NULL, NULL},
};

const char *problem_common_card(int index) { return index < ARRAY_LEN(CARDS) ? CARDS[index].keyword : NULL; }

static const problem_card *find_internal(reader *reader, const problem_type *type)
{
    for (const problem_card *card = type->cards; card && card->keyword; card++)
        if (reader_card_is(reader, card->keyword))
            return card;
    return NULL;
}

static const problem_card *find_common(reader *reader)
{
    for (int i = 0; i < ARRAY_LEN(CARDS); i++)
        if (reader_card_is(reader, CARDS[i].keyword))
            return &CARDS[i];
    return NULL;
}

static bool read_card(reader *reader, problem *problem)
{
    const problem_card *internal = find_internal(reader, problem->type),
                       *card = internal ? internal : find_common(reader);
    if (!card)
        return false;
    if (internal)
        reader_set_help(reader, internal->grammar);
    card->read(reader, problem);
    reader_card_end(reader);
    return true;
}

static void report_unknown_card(reader *reader, const problem *problem, const char *block)
{
    const char *words[2 * ARRAY_LEN(CARDS)];
    int n = 0;
    for (int i = 0; i < ARRAY_LEN(CARDS); i++)
        words[n++] = CARDS[i].keyword;
    for (const problem_card *card = problem->type->cards; card && card->keyword && n < ARRAY_LEN(words); card++)
        words[n++] = card->keyword;
    block_unknown_card(reader, block, words, n);
}

/* Warns of missing times, which are permitted but seldom intended. */
static void warn_of_times(reader *reader, const problem *problem)
{
    if ((problem->abort != ABORT_NEVER && problem->abort != ABORT_STEP) || diag_errors(reader_diag(reader)) > 0)
        return;
    if (isnan(problem->t_end))
        diag_report(reader_diag(reader), W_NO_FINAL_TIME, problem->location);
    else if (problem->t_end <= problem->t0)
        diag_report(reader_diag(reader), W_NO_STEPS, problem->location, problem->t_end, problem->t0);
    else if (!problem->has_dt)
        diag_report(reader_diag(reader), W_NO_TIME_STEP, problem->location);
}

/* Only a constant limit is known before the run. */
static void check_step_limits(reader *reader, problem *problem)
{
    if (!problem->longest || !problem->longest->type->is_constant)
        return;
    const double longest = drive_at(problem->longest, NULL, 0);
    if (!(longest > 0))
        diag_report(reader_diag(reader), E_NOT_POSITIVE, problem->longest->location, "maximum time step", longest);
    if (longest > 0 && problem->dt_min > longest) {
        diag_report(reader_diag(reader), W_STEP_LIMITS, problem->location, problem->dt_min, longest);
        problem->longest = drive_constant(reader_arena(reader), problem->dt_min);
        problem->dt_min = longest;
    }
}

/* Without a method of the deck, the one of the highest order is used. */
static void match_accuracy(reader *reader, problem *problem)
{
    if (!problem->has_method)
        problem->method = integrator_accurate();
    if (problem->start == START_UNSPECIFIED)
        problem->start = START_CONSISTENT;
    const integrator *method = &problem->method;
    if (!method->type->controls_error)
        diag_report(reader_diag(reader), E_ACCURACY_METHOD, problem->method_where, method->type->keyword);
    else if (method->type->is_undamped && method->type->is_undamped(method->self))
        diag_report(reader_diag(reader), E_ACCURACY_DISSIPATION, problem->method_where, method->type->keyword);
}

static void match_strategy(reader *reader, problem *problem)
{
    if (problem->strategy.kind == STRATEGY_ERROR) {
        match_accuracy(reader, problem);
        return;
    }
    const integrator_type *method = problem->method.type;
    if (!strategy_varies(&problem->strategy))
        return;
    if (method->fixed_step)
        diag_report(reader_diag(reader), E_FIXED_STEP_METHOD, problem->method_where, method->keyword);
    if (!method->holds_step)
        return;
    diag_report(reader_diag(reader), W_METHOD_HOLDS_STEP, problem->method_where, method->keyword);
    problem->strategy.kind = STRATEGY_NONE;
}

/* Resolves dependences between cards when the block is complete. */
static void read_problem_settle(reader *reader, problem *problem)
{
    convergence *others[] = {&problem->derivatives, &problem->dummy};
    for (int i = 0; i < 2; i++) {
        convergence *convergence = others[i];
        convergence->scale = problem->step.scale;
        if (isnan(convergence->solution)) {
            convergence->solution = problem->step.solution;
            convergence->solution_test = problem->step.solution_test;
        }
        if (problem->step.residual_test != TEST_NONE)
            convergence->residual_test = problem->step.residual_test;
    }
    if (problem->enforce_constraints && problem->step.constraint_scale == 0)
        problem->step.constraint_scale = 1 / problem->dt;
    check_step_limits(reader, problem);
    match_strategy(reader, problem);
    problem->step.counts = problem->strategy.kind == STRATEGY_FACTOR;
}

void read_problem(reader *reader, problem *problem, const char *block)
{
    model *model = model_of(reader);
    problem->location = reader_card_location(reader);
    while (block_card(model, reader, block))
        if (!read_card(reader, problem))
            report_unknown_card(reader, problem, block);
    warn_of_times(reader, problem);
    read_problem_settle(reader, problem);
}
