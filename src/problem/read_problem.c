/* read_problem.c - the block of a problem: one function a card that all problems have. */
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
            {.residual = 1e-6, .residual_test = TEST_NORM, .solution = NAN, .max_iterations = 1, .goes_on = true},
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

static void read_initial_time(reader *r, problem *p) { p->t0 = read_real(r, "initial time"); }

static void read_final_time(reader *r, problem *p)
{
    p->t_end = read_keyword(r, "forever") ? HUGE_VAL : read_real(r, "final time");
}

static void read_time_step(reader *r, problem *p)
{
    p->dt = read_real(r, "time step");
    p->has_dt = true;
    if (read_ok(r) && !(p->dt > 0))
        read_error_last(r, E_STEP_NOT_POSITIVE, p->dt);
}

static void read_min_time_step(reader *r, problem *p) { p->dt_min = read_real(r, "minimum time step"); }

static void read_max_time_step(reader *r, problem *p)
{
    p->longest = read_keyword(r, "unlimited") ? NULL : read_drive(r, "maximum time step");
}

/* A tolerance and its test; one of zero, or `null`, or without a test, never ends an iteration. */
static double read_test(reader *r, const char *const *tests, const char *what, test_kind *test)
{
    const double tolerance = read_keyword(r, "null") ? 0 : read_not_negative(r, what);
    *test = tolerance == 0 ? TEST_NONE : TEST_NORM;
    if (read_keyword(r, "test")) {
        const int word = read_choice(r, tests, "test");
        *test = word < 0 ? TEST_NORM : (test_kind)word;
    }
    return *test == TEST_NONE ? 0 : tolerance;
}

static void read_tolerance(reader *r, problem *p)
{
    const place at = read_place(r);
    static const char *const RESIDUAL[] = {"none", "norm", "minmax", "relnorm", "sepnorm", NULL};
    static const char *const SOLUTION[] = {"none", "norm", "minmax", NULL};
    convergence *c = &p->step;
    c->residual = read_test(r, RESIDUAL, "residual tolerance", &c->residual_test);
    c->scale = read_keyword(r, "scale");
    if (read_more(r))
        c->solution = read_test(r, SOLUTION, "solution tolerance", &c->solution_test);
    if (read_ok(r) && c->residual == 0 && c->solution == 0)
        diag_report(reader_diag(r), W_NO_TEST, at);
}

static void read_enforce_constraints(reader *r, problem *p)
{
    static const char *const WHAT[] = {"constraint violations", "constraint violation rates", NULL};
    if (read_choice(r, WHAT, "what to enforce") != 0)
        return;
    p->enforce_constraints = true;
    if (read_keyword(r, "scale factor"))
        p->step.constraint_scale = read_positive(r, "scale factor");
}

static void read_max_iterations(reader *r, problem *p)
{
    p->step.max_iterations = read_integer_in(r, 0, 1000000000, "maximum number of iterations");
    p->step.at_most = read_keyword(r, "at most");
}

static void read_strategy_card(reader *r, problem *p) { read_strategy(r, &p->strategy); }
static void read_method_card(reader *r, problem *p)
{
    p->method_where = read_place(r);
    p->method = read_method(r);
}
static void read_derivatives_tolerance(reader *r, problem *p)
{
    p->derivatives.residual = read_not_negative(r, "derivatives tolerance");
    if (read_more(r)) {
        p->derivatives.solution = read_not_negative(r, "solution tolerance of the derivatives");
        p->derivatives.solution_test = p->derivatives.solution == 0 ? TEST_NONE : TEST_NORM;
    }
}

static void read_derivatives_iterations(reader *r, problem *p)
{
    p->derivatives.max_iterations = read_integer_in(r, 0, 1000000000, "maximum number of iterations");
}

static void read_derivatives_coefficient(reader *r, problem *p)
{
    if (!read_peek(r, "auto"))
        p->derivatives_coefficient = read_positive(r, "derivatives coefficient");
    if (!read_keyword(r, "auto"))
        return;
    p->derivatives_auto = true;
    p->derivatives_auto_iterations =
        read_keyword(r, "max iterations") ? read_integer_in(r, 1, 1000000, "maximum number of iterations") : 6;
    p->derivatives_auto_factor = read_keyword(r, "factor") ? read_positive(r, "factor") : 10;
}

static void read_dummy_tolerance(reader *r, problem *p)
{
    p->dummy.residual = read_not_negative(r, "dummy steps tolerance");
}
static void read_dummy_number(reader *r, problem *p)
{
    p->dummy_steps = read_integer_in(r, 0, 1000000000, "number of dummy steps");
}
static void read_dummy_ratio(reader *r, problem *p) { p->dummy_ratio = read_positive(r, "ratio of the dummy steps"); }
static void read_dummy_method(reader *r, problem *p) { p->dummy_method = read_method(r); }

static void read_dummy_iterations(reader *r, problem *p)
{
    p->dummy.max_iterations = read_integer_in(r, 0, 1000000000, "maximum number of iterations");
}

static void read_newton_card(reader *r, problem *p)
{
    p->nonlinear = nonlinear_type_find("newton raphson");
    p->nonlinear_options = arena_alloc(reader_arena(r), p->nonlinear->size);
    p->nonlinear->read(r, p->nonlinear_options);
}

static void read_nonlinear_solver(reader *r, problem *p)
{
    if (read_keyword(r, "default")) {
        read_newton_card(r, p);
        return;
    }
    const char *word = read_peek_word(r);
    const nonlinear_type *type = word ? nonlinear_type_find(word) : NULL;
    if (!type) {
        const char *words[32] = {NULL};
        for (int i = 0; i < nonlinear_type_count; i++)
            words[i] = nonlinear_types[i]->keyword;
        if (!word) {
            read_choice(r, words, "nonlinear solver");
            return;
        }
        read_error(r, E_UNKNOWN_NONLINEAR, read_place(r), word);
        const char *near = nearest_word(word, words, nonlinear_type_count);
        if (near)
            diag_hint(reader_diag(r), "did you mean '%s'?", near);
        return;
    }
    if (!words_equal(word, type->keyword))
        diag_report(reader_diag(r), W_NONLINEAR_REPLACED, read_place(r), type->keyword);
    read_skip(r);
    reader_set_help(r, type->grammar);
    p->nonlinear = type;
    p->nonlinear_options = arena_alloc(reader_arena(r), type->size);
    type->read(r, p->nonlinear_options);
}

static void read_linear_solver_card(reader *r, problem *p) { read_linear_solver(r, &p->linear, &p->linear_options); }

static void read_threads_card(reader *r, problem *p)
{
    read_threads(r, &p->assembly_threads, &p->linear_options.threads);
}

static void read_abort_after(reader *r, problem *p)
{
    static const char *const WHEN[] = {"input", "assembly", "derivatives", "dummy steps", "regular step", NULL};
    p->abort = (abort_after)(ABORT_INPUT + read_choice(r, WHEN, "when to abort"));
    if (p->abort == ABORT_STEP)
        p->abort_step = read_integer_in(r, 1, 1000000000, "number of the step");
}

static void read_problem_read_output(reader *r, problem *p)
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
        const int item = read_choice(r, ITEMS, "output item");
        if (item == 10)
            p->show = 0;
        else if (item == 11)
            p->show |= SHOW_JACOBIAN;
        else if (item == 12)
            p->show |= SHOW_RESIDUAL;
        else if (item >= 0)
            p->show |= 1u << item;
        if (item == 8 && read_keyword(r, "stat"))
            read_bool(r, "statistics flag");
    } while (read_ok(r) && read_more(r));
}

static void read_output_meter(reader *r, problem *p) { p->show_meter = read_drive(r, "output meter"); }

static void read_modify_residual_test(reader *r, problem *p)
{
    (void)r;
    p->step.modify_residual_test = true;
}

static void read_real_time_card(reader *r, problem *p) { read_real_time(r, &p->clock); }
static void read_eigenanalysis_card(reader *r, problem *p) { p->eigen = read_eigenanalysis(r); }

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

const char *problem_common_card(int i) { return i < ARRAY_LEN(CARDS) ? CARDS[i].keyword : NULL; }

static const problem_card *find_own(reader *r, const problem_type *type)
{
    for (const problem_card *card = type->cards; card && card->keyword; card++)
        if (reader_card_is(r, card->keyword))
            return card;
    return NULL;
}

static const problem_card *find_common(reader *r)
{
    for (int i = 0; i < ARRAY_LEN(CARDS); i++)
        if (reader_card_is(r, CARDS[i].keyword))
            return &CARDS[i];
    return NULL;
}

static bool read_card(reader *r, problem *p)
{
    const problem_card *own = find_own(r, p->type), *card = own ? own : find_common(r);
    if (!card)
        return false;
    if (own)
        reader_set_help(r, own->grammar);
    card->read(r, p);
    reader_card_end(r);
    return true;
}

static void report_unknown_card(reader *r, const problem *p, const char *block)
{
    const char *words[2 * ARRAY_LEN(CARDS)];
    int n = 0;
    for (int i = 0; i < ARRAY_LEN(CARDS); i++)
        words[n++] = CARDS[i].keyword;
    for (const problem_card *card = p->type->cards; card && card->keyword && n < ARRAY_LEN(words); card++)
        words[n++] = card->keyword;
    block_unknown_card(r, block, words, n);
}

/* What is missing is not refused, but seldom meant. */
static void warn_of_times(reader *r, const problem *p)
{
    if ((p->abort != ABORT_NEVER && p->abort != ABORT_STEP) || diag_errors(reader_diag(r)) > 0)
        return;
    if (isnan(p->t_end))
        diag_report(reader_diag(r), W_NO_FINAL_TIME, p->where);
    else if (p->t_end <= p->t0)
        diag_report(reader_diag(r), W_NO_STEPS, p->where, p->t_end, p->t0);
    else if (!p->has_dt)
        diag_report(reader_diag(r), W_NO_TIME_STEP, p->where);
}

/* Only a constant limit is known before the run. */
static void check_step_limits(reader *r, const problem *p)
{
    if (!p->longest || !p->longest->type->is_constant)
        return;
    const double longest = drive_at(p->longest, NULL, 0);
    if (!(longest > 0))
        diag_report(reader_diag(r), E_NOT_POSITIVE, p->longest->where, "maximum time step", longest);
    else if (p->dt_min > longest)
        diag_report(reader_diag(r), E_STEP_LIMITS, p->where, p->dt_min, longest);
}

static void match_strategy(reader *r, problem *p)
{
    const integrator_type *method = p->method.type;
    if (!strategy_varies(&p->strategy))
        return;
    if (method->fixed_step)
        diag_report(reader_diag(r), E_FIXED_STEP_METHOD, p->method_where, method->keyword);
    if (!method->holds_step)
        return;
    diag_report(reader_diag(r), W_METHOD_HOLDS_STEP, p->method_where, method->keyword);
    p->strategy.kind = STRATEGY_NONE;
}

/* What one card means for others: known when the block is complete. */
static void read_problem_settle(reader *r, problem *p)
{
    convergence *others[] = {&p->derivatives, &p->dummy};
    for (int i = 0; i < 2; i++) {
        convergence *c = others[i];
        c->scale = p->step.scale;
        if (isnan(c->solution)) {
            c->solution = p->step.solution;
            c->solution_test = p->step.solution_test;
        }
        if (p->step.residual_test != TEST_NONE)
            c->residual_test = p->step.residual_test;
    }
    if (p->enforce_constraints && p->step.constraint_scale == 0)
        p->step.constraint_scale = 1 / p->dt;
    check_step_limits(r, p);
    match_strategy(r, p);
}

void read_problem(reader *r, problem *p, const char *block)
{
    model *m = model_of(r);
    p->where = reader_card_place(r);
    while (block_card(m, r, block))
        if (!read_card(r, p))
            report_unknown_card(r, p, block);
    warn_of_times(r, p);
    read_problem_settle(r, p);
}
