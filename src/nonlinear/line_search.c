/* line_search.c - Newton's method with line search: J d = -r, then a search along d; see search.c. */
#include "nonlinear/line_search.h"
#include "base/array.h"
#include "contract/diag_rows.h"

search_options search_defaults(void)
{
    return (search_options){
        .tolerance_x = 1e-7,
        .tolerance_min = 1e-8,
        .max_iterations = 200,
        .alpha = 1e-4,
        .lambda_min = 1e-2,
        .lambda_min_relative = true,
        .lambda_factor_min = 1e-1,
        .max_step = 100,
        .divergence_check = true,
        .divergence_factor = 1,
        .scale_step = true,
        .min_scale = 1e-3,
        .abort_at_lambda_min = true,
    };
}

/* --- options ------------------------------------------------------------------------------------------------------ */

static double read_fraction(reader *reader, const char *what)
{
    const double v = read_not_negative(reader, what);
    if (read_ok(reader) && v > 1)
        read_error_last(reader, E_FRACTION_OPTION, what, v);
    return v;
}

/* Settings for models that Newton's method alone does not solve: continue with short steps, however small. */
static void read_presets(reader *reader, search_options *options)
{
    static const char *const PRESETS[] = {"moderate nonlinear", "heavy nonlinear", NULL};
    const int preset = read_choice(reader, PRESETS, "set of options");
    options->abort_at_lambda_min = false;
    options->divergence_check = false;
    options->lambda_min = preset == 1 ? 1e-3 : 1e-2;
}

/* The options of the complementarity solvers: they belong to a search for other equations, so they are checked and
 * reported to have no effect. */
static bool read_mcp_option(reader *r)
{
    static const struct {
        const char *word;
        double (*read)(reader *reader, const char *what);
    } NUMBERS[] = {
        {"mcp tolerance", read_not_negative},
        {"mcp sigma", read_fraction},
        {"mcp rho", read_fraction},
        {"mcp p", read_not_negative},
    };
    for (int i = 0; i < ARRAY_LEN(NUMBERS); i++) {
        const source_location here = read_place(r);
        if (!read_keyword(r, NUMBERS[i].word))
            continue;
        NUMBERS[i].read(r, NUMBERS[i].word);
        if (read_ok(r))
            diag_report(reader_diag(r), W_NO_EFFECT, here, NUMBERS[i].word, "on the search, which has its own options");
        return true;
    }
    return false;
}

static bool line_search_read_switch(reader *reader, search_options *options)
{
    if (read_keyword(reader, "zero gradient")) {
        static const char *const CONTINUE[] = {"continue", NULL};
        read_choice(reader, CONTINUE, "what to do at a zero gradient");
        options->zero_gradient_continue = read_bool(reader, "zero gradient, continue");
    } else if (read_keyword(reader, "divergence check")) {
        options->divergence_check = read_bool(reader, "divergence check");
        if (read_keyword(reader, "factor"))
            options->divergence_factor = read_not_negative(reader, "factor of the divergence check");
    } else if (read_keyword(reader, "algorithm")) {
        static const char *const ALGORITHMS[] = {"cubic", "factor", NULL};
        options->method = read_choice(reader, ALGORITHMS, "algorithm") == 1 ? SEARCH_FACTOR : SEARCH_CUBIC;
    } else if (read_keyword(reader, "scale newton step")) {
        options->scale_step = read_bool(reader, "scale Newton step");
        if (read_keyword(reader, "min scale"))
            options->min_scale = read_fraction(reader, "min scale");
    } else if (read_keyword(reader, "print convergence info")) {
        options->print_convergence = read_bool(reader, "print convergence info");
    } else if (read_keyword(reader, "verbose")) {
        options->verbose = read_bool(reader, "verbose");
    } else if (read_keyword(reader, "abort at lambda min")) {
        options->abort_at_lambda_min = read_bool(reader, "abort at lambda min");
    } else {
        return read_mcp_option(reader);
    }
    return true;
}

bool read_search_option(reader *reader, search_options *options)
{
    if (read_keyword(reader, "tolerance x")) {
        options->tolerance_x = read_positive(reader, "tolerance x");
    } else if (read_keyword(reader, "tolerance min")) {
        options->tolerance_min = read_not_negative(reader, "tolerance min");
    } else if (read_keyword(reader, "max iterations")) {
        options->max_iterations = read_integer_in(reader, 0, 1000000000, "max iterations of the search");
    } else if (read_keyword(reader, "alpha")) {
        options->alpha = read_not_negative(reader, "alpha");
    } else if (read_keyword(reader, "lambda min")) {
        options->lambda_min = read_not_negative(reader, "lambda min");
        if (read_keyword(reader, "relative"))
            options->lambda_min_relative = read_bool(reader, "relative");
    } else if (read_keyword(reader, "lambda factor min")) {
        options->lambda_factor_min = read_positive(reader, "lambda factor min");
        if (read_ok(reader) && options->lambda_factor_min >= 1)
            read_error_last(reader, E_FRACTION_OPTION, "lambda factor min", options->lambda_factor_min);
    } else if (read_keyword(reader, "max step")) {
        options->max_step = read_not_negative(reader, "max step");
    } else if (read_keyword(reader, "default solver options")) {
        read_presets(reader, options);
    } else {
        return line_search_read_switch(reader, options);
    }
    return true;
}

/* --- the solver --------------------------------------------------------------------------------------------------- */

typedef struct {
    jacobian_reuse reuse;
    search_options search;
} line_search_options;

typedef struct {
    const line_search_options *options;
    jacobian_memory *now;
    search_workspace search_workspace;
} line_search;

static void read_with_defaults(reader *reader, line_search_options *options, search_options defaults)
{
    options->search = defaults;
    read_jacobian_reuse(reader, &options->reuse);
    while (read_ok(reader) && read_more(reader) && read_search_option(reader, &options->search))
        continue;
}

static void line_search_read(reader *reader, void *options) { read_with_defaults(reader, options, search_defaults()); }

/* Where contacts close or films cavitate the residual has kinks, and may have to grow before it falls. */
static void read_complementary(reader *reader, void *options)
{
    search_options defaults = search_defaults();
    defaults.abort_at_lambda_min = defaults.divergence_check = false;
    read_with_defaults(reader, options, defaults);
}

static bool line_search_reuses(const void *options, int n)
{
    (void)n;
    return ((const line_search_options *)options)->reuse.across_steps;
}

static size_t line_search_memory(const void *options, int n)
{
    (void)options, (void)n;
    return sizeof(jacobian_memory);
}

static void *line_search_prepare(const void *options, void *memory, int n, arena *arrays)
{
    line_search *l = ARENA_NEW(arrays, line_search);
    *l = (line_search){.options = options, .now = memory};
    search_prepare(&l->search_workspace, n, arrays);
    return l;
}

static bool line_search_renews(const void *self, const task *task)
{
    const line_search *line_search = self;
    return jacobian_due(&line_search->options->reuse, line_search->now, task);
}

static outcome line_search_correct(void *self, const task *task)
{
    line_search *line_search = self;
    double lambda;
    const outcome ready = jacobian_ready(&line_search->options->reuse, line_search->now, task);
    if (ready != SOLVED)
        return ready;
    equations_solve(task->equations);
    return search_along(&line_search->options->search, &line_search->search_workspace, task, &lambda);
}

static outcome line_search_solve(void *self, const task *task)
{
    static const iteration HOW = {.renews = line_search_renews, .correct = line_search_correct};
    const line_search *line_search = self;
    line_search->now->is_there = line_search->now->is_there && line_search->options->reuse.across_steps;
    return iterate(&HOW, self, task);
}

/* Inequalities in the form of Fischer and Burmeister. Where no step decreases that residual, near y = g = 0, the
 * solution continues with the minimum of the two. */
static outcome solve_fischer(void *self, const task *task)
{
    task->solution->state.complement = COMPLEMENTARY_FISCHER;
    const outcome done = line_search_solve(self, task);
    task->solution->state.complement = COMPLEMENTARY_SMALLER;
    return done == NOT_CONVERGED ? line_search_solve(self, task) : done;
}

static void line_search_invalidate(void *self) { ((line_search *)self)->now->is_there = false; }

#define SEARCH_GRAMMAR(name)                                                                             \
    name " [, { true | modified [, ITERATIONS] [, keep jacobian matrix] [, honor element requests] }]\n" \
         "    [, default solver options, { moderate nonlinear | heavy nonlinear }]\n"                    \
         "    [, tolerance x, REAL] [, tolerance min, REAL] [, max iterations, N] [, alpha, REAL]\n"     \
         "    [, lambda min, REAL [, relative, BOOL]] [, lambda factor min, REAL] [, max step, REAL]\n"  \
         "    [, zero gradient, continue, BOOL] [, divergence check, BOOL [, factor, REAL]]\n"           \
         "    [, algorithm, { cubic | factor }] [, scale Newton step, BOOL [, min scale, REAL]]\n"       \
         "    [, print convergence info, BOOL] [, verbose, BOOL] [, abort at lambda min, BOOL]\n"        \
         "    [, mcp tolerance, REAL] [, mcp sigma, REAL] [, mcp rho, REAL] [, mcp p, REAL]"

/* The common slots; mcp: the complementarity solvers, which differ in the equations that represent inequalities. */
#define SEARCH_SLOTS(word)                                                                      \
    .keyword = (word), .grammar = SEARCH_GRAMMAR(word), .size = sizeof(line_search_options),    \
    .memory = line_search_memory, .reuses = line_search_reuses, .prepare = line_search_prepare, \
    .invalidate = line_search_invalidate

const nonlinear_type nonlinear_line_search_type = {
    SEARCH_SLOTS("line search"),
    .read = line_search_read,
    .solve = line_search_solve,
    .summary = "Newton's method with line search.",
};

const nonlinear_type nonlinear_mcp_newton_fb_type = {
    SEARCH_SLOTS("mcp newton fb"),
    .read = read_complementary,
    .solve = solve_fischer,
    .summary = "Line search with the Fischer-Burmeister function for inequalities.",
};

const nonlinear_type nonlinear_mcp_newton_min_fb_type = {
    SEARCH_SLOTS("mcp newton min fb"),
    .read = read_complementary,
    .solve = line_search_solve,
    .summary = "Line search with the minimum function for inequalities.",
};
