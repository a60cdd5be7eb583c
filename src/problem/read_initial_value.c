/* read_initial_value.c - the block of the initial value problem: one function a card. */
#include "problem/initial_value.h"
#include "base/array.h"
#include "base/nearest.h"
#include "model/blocks.h"

initial_value *initial_value_create(arena *memory)
{
    initial_value *p = ARENA_NEW(memory, initial_value);
    *p = (initial_value){
        .t_end = NAN,
        .dt = 1,
        .dt_max = HUGE_VAL,
        .step = {.residual = 1e-6, .residual_test = TEST_NORM, .solution_test = TEST_NONE, .max_iterations = 1},
        .derivatives = {.residual = 1e-6, .residual_test = TEST_NORM, .solution_test = TEST_NONE, .max_iterations = 1},
        .derivatives_coefficient = 1e-6,
        .dummy = {.residual = 1e-6, .residual_test = TEST_NORM, .solution_test = TEST_NONE, .max_iterations = 1},
        .dummy_ratio = 1e-3,
        .method = integrator_default(memory),
        .dummy_method = integrator_default(memory),
        .nonlinear = nonlinear_type_find("newton raphson"),
        .threads = 1,
    };
    p->nonlinear_self = arena_alloc(memory, p->nonlinear->size);
    return p;
}

static void read_initial_time(reader *r, initial_value *p) { p->t0 = read_real(r, "initial time"); }

static void read_final_time(reader *r, initial_value *p)
{
    p->t_end = read_keyword(r, "forever") ? HUGE_VAL : read_real(r, "final time");
}

static void read_time_step(reader *r, initial_value *p)
{
    p->dt = read_real(r, "time step");
    if (read_ok(r) && !(p->dt > 0))
        read_error_last(r, E_STEP_NOT_POSITIVE, p->dt);
}

static void read_min_time_step(reader *r, initial_value *p) { p->dt_min = read_real(r, "minimum time step"); }

static void read_max_time_step(reader *r, initial_value *p)
{
    p->dt_max = read_keyword(r, "unlimited") ? HUGE_VAL : read_real(r, "maximum time step");
}

static const char *const TESTS[] = {"none", "norm", "minmax", "relnorm", "sepnorm", NULL};

static void read_tolerance(reader *r, initial_value *p)
{
    convergence *c = &p->step;
    c->residual = read_keyword(r, "null") ? 0 : read_real(r, "residual tolerance");
    c->residual_test = c->residual == 0 ? TEST_NONE : TEST_NORM;
    if (read_keyword(r, "test")) {
        const int test = read_choice(r, TESTS, "residual test");
        c->residual_test = test < 0 ? TEST_NORM : (test_kind)test;
        c->scale = read_keyword(r, "scale");
    }
    if (!read_more(r))
        return;
    c->solution = read_keyword(r, "null") ? 0 : read_real(r, "solution tolerance");
    c->solution_test = c->solution == 0 ? TEST_NONE : TEST_NORM;
    if (read_keyword(r, "test")) {
        const int test = read_choice(r, TESTS, "solution test");
        c->solution_test = test < 0 ? TEST_NORM : (test_kind)test;
    }
}

static void read_max_iterations(reader *r, initial_value *p)
{
    p->step.max_iterations = read_integer_in(r, 0, 1000000000, "maximum number of iterations");
    p->step.at_most = read_keyword(r, "at most");
}

static void read_strategy_card(reader *r, initial_value *p) { read_strategy(r, &p->strategy); }
static void read_method_card(reader *r, initial_value *p) { p->method = read_method(r); }
static void read_derivatives_tolerance(reader *r, initial_value *p)
{
    p->derivatives.residual = read_real(r, "tolerance");
}

static void read_derivatives_iterations(reader *r, initial_value *p)
{
    p->derivatives.max_iterations = read_integer_in(r, 0, 1000000000, "maximum number of iterations");
}

static void read_derivatives_coefficient(reader *r, initial_value *p)
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

static void read_dummy_tolerance(reader *r, initial_value *p) { p->dummy.residual = read_real(r, "tolerance"); }
static void read_dummy_number(reader *r, initial_value *p)
{
    p->dummy_steps = read_integer_in(r, 0, 1000000000, "number of dummy steps");
}
static void read_dummy_ratio(reader *r, initial_value *p)
{
    p->dummy_ratio = read_positive(r, "ratio of the dummy steps");
}
static void read_dummy_method(reader *r, initial_value *p) { p->dummy_method = read_method(r); }

static void read_dummy_iterations(reader *r, initial_value *p)
{
    p->dummy.max_iterations = read_integer_in(r, 0, 1000000000, "maximum number of iterations");
}

static void read_newton_card(reader *r, initial_value *p)
{
    p->nonlinear = nonlinear_type_find("newton raphson");
    p->nonlinear_self = arena_alloc(reader_arena(r), p->nonlinear->size);
    p->nonlinear->read(r, p->nonlinear_self);
}

static void read_nonlinear_solver(reader *r, initial_value *p)
{
    const char *word = read_peek_word(r);
    const nonlinear_type *type = word ? nonlinear_type_find(word) : NULL;
    if (!type) {
        const char *words[32];
        for (int i = 0; i < nonlinear_type_count; i++)
            words[i] = nonlinear_types[i]->keyword;
        read_error(r, E_UNKNOWN_NONLINEAR, read_place(r), word ? word : "");
        const char *near = word ? nearest_word(word, words, nonlinear_type_count) : NULL;
        if (near)
            diag_hint(reader_diag(r), "did you mean '%s'?", near);
        return;
    }
    read_skip(r);
    reader_set_help(r, type->grammar);
    p->nonlinear = type;
    p->nonlinear_self = arena_alloc(reader_arena(r), type->size);
    type->read(r, p->nonlinear_self);
}

static void read_scale(reader *r, linear_options *o)
{
    static const char *const WORDS[] = {"no",         "always",     "once",   "row max",   "row sum",
                                        "column max", "column sum", "lapack", "iterative", "row max column max",
                                        NULL};
    const int word = read_choice(r, WORDS, "scaling of the matrix");
    if (word < 3) {
        o->when = word == 1 ? SCALE_ALWAYS : word == 2 ? SCALE_ONCE : SCALE_NEVER;
        o->scale = word > 0 ? SCALE_ROW_SUM : SCALE_NONE;
    } else {
        o->when = SCALE_ALWAYS;
        o->scale = (scale_method)(SCALE_ROW_MAX + word - 3);
        static const char *const WHEN[] = {"always", "once", "never", NULL};
        const int when = read_try_choice(r, WHEN);
        o->when = when == 1 ? SCALE_ONCE : when == 2 ? SCALE_NEVER : SCALE_ALWAYS;
    }
    if (read_keyword(r, "scale tolerance"))
        o->scale_tolerance = read_positive(r, "scale tolerance");
    if (read_keyword(r, "scale iterations"))
        o->scale_iterations = read_integer_in(r, 1, 1000000, "scale iterations");
}

static bool read_linear_option(reader *r, linear_options *o)
{
    static const char *const ORDERS[] = {"colamd", "mmdata", "amd", "given", "metis", NULL};
    static const ordering MEANS[] = {ORDER_COLAMD, ORDER_MMDATA, ORDER_AMD, ORDER_GIVEN, ORDER_METIS};
    static const char *const STORAGE[] = {"map", "cc", "dir", "grad", NULL};
    const int order = read_try_choice(r, ORDERS);
    if (order >= 0)
        o->order = MEANS[order];
    else if (read_keyword(r, "mt") || read_keyword(r, "multithread"))
        o->threads = read_integer_in(r, 1, 1024, "number of threads");
    else if (read_keyword(r, "workspace size"))
        o->workspace = read_integer_in(r, 0, 2147483647, "workspace size");
    else if (read_keyword(r, "pivot factor"))
        o->pivot_factor = read_positive(r, "pivot factor");
    else if (read_keyword(r, "drop tolerance"))
        o->drop_tolerance = read_real(r, "drop tolerance");
    else if (read_keyword(r, "block size"))
        o->block_size = read_integer_in(r, 1, 2147483647, "block size");
    else if (read_keyword(r, "scale"))
        read_scale(r, o);
    else if (read_keyword(r, "tolerance"))
        o->refine_tolerance = read_positive(r, "tolerance of the refinement");
    else if (read_keyword(r, "max iterations"))
        o->refine_iterations = read_integer_in(r, 0, 1000000, "iterations of the refinement");
    else
        return read_try_choice(r, STORAGE) >= 0;
    return true;
}

static void read_linear_solver(reader *r, initial_value *p)
{
    /* Solvers that decks name and that may not be built in: the best present one serves, and says so. */
    static const char *const KNOWN[] = {"naive", "umfpack", "klu",        "y12",           "lapack",         "superlu",
                                        "taucs", "pardiso", "pardiso_64", "watson",        "pastix",         "qr",
                                        "spqr",  "aztecoo", "amesos",     "siconos dense", "siconos sparse", "harwell",
                                        "empty", NULL};
    const place at = read_place(r);
    const int known = read_choice(r, KNOWN, "linear solver");
    if (known < 0)
        return;
    p->linear = linear_type_find(KNOWN[known]);
    if (!p->linear)
        diag_report(reader_diag(r), W_SOLVER_REPLACED, at, KNOWN[known]);
    while (read_ok(r) && read_more(r))
        if (!read_linear_option(r, &p->linear_options))
            return;
}

static void read_threads(reader *r, initial_value *p)
{
    static const char *const WHAT[] = {"assembly", "solver", NULL};
    if (read_keyword(r, "auto") || read_keyword(r, "disable"))
        return;
    const int what = read_try_choice(r, WHAT);
    const int n = read_integer_in(r, 1, 1024, "number of threads");
    if (what != 1)
        p->threads = n;
    if (what != 0)
        p->linear_options.threads = n;
}

static void read_abort_after(reader *r, initial_value *p)
{
    static const char *const WHEN[] = {"input", "assembly", "derivatives", "dummy steps", "regular step", NULL};
    p->abort = (abort_after)(ABORT_INPUT + read_choice(r, WHEN, "when to abort"));
    if (p->abort == ABORT_STEP)
        p->abort_step = read_integer_in(r, 0, 2147483647, "number of the step");
}

static void read_output(reader *r, initial_value *p)
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
                                        NULL};
    do {
        const int item = read_choice(r, ITEMS, "output item");
        if (item == 10)
            p->show = 0;
        else if (item == 11)
            p->show |= SHOW_JACOBIAN;
        else if (item >= 0)
            p->show |= 1u << item;
        if (item == 8 && read_keyword(r, "stat"))
            read_bool(r, "statistics flag");
    } while (read_ok(r) && read_more(r));
}

static void read_output_meter(reader *r, initial_value *p) { p->show_meter = read_drive(r, "output meter"); }

static void read_modify_residual_test(reader *r, initial_value *p)
{
    (void)r;
    p->step.modify_residual_test = true;
}

static void read_eigenanalysis_card(reader *r, initial_value *p) { p->eigen = read_eigenanalysis(r); }

static const struct {
    const char *description;
    void (*read)(reader *r, initial_value *p);
} CARDS[] = {
    {"abort after", read_abort_after},
    {"derivatives coefficient", read_derivatives_coefficient},
    {"derivatives max iterations", read_derivatives_iterations},
    {"derivatives tolerance", read_derivatives_tolerance},
    {"dummy steps max iterations", read_dummy_iterations},
    {"dummy steps method", read_dummy_method},
    {"dummy steps number", read_dummy_number},
    {"dummy steps ratio", read_dummy_ratio},
    {"dummy steps tolerance", read_dummy_tolerance},
    {"eigenanalysis", read_eigenanalysis_card},
    {"fictitious steps max iterations", read_dummy_iterations},
    {"fictitious steps method", read_dummy_method},
    {"fictitious steps number", read_dummy_number},
    {"fictitious steps ratio", read_dummy_ratio},
    {"fictitious steps tolerance", read_dummy_tolerance},
    {"final time", read_final_time},
    {"initial time", read_initial_time},
    {"linear solver", read_linear_solver},
    {"max iterations", read_max_iterations},
    {"max time step", read_max_time_step},
    {"method", read_method_card},
    {"min time step", read_min_time_step},
    {"modify residual test", read_modify_residual_test},
    {"newton raphson", read_newton_card},
    {"nonlinear solver", read_nonlinear_solver},
    {"output", read_output},
    {"output meter", read_output_meter},
    {"solver", read_linear_solver},
    {"strategy", read_strategy_card},
    {"threads", read_threads},
    {"time step", read_time_step},
    {"tolerance", read_tolerance},
};

static bool read_card(reader *r, initial_value *p)
{
    for (int i = 0; i < ARRAY_LEN(CARDS); i++)
        if (reader_card_is(r, CARDS[i].description)) {
            CARDS[i].read(r, p);
            reader_card_end(r);
            return true;
        }
    return false;
}

void read_initial_value(reader *r, initial_value *p, const char *block)
{
    model *m = model_of(r);
    p->where = reader_card_place(r);
    while (block_card(m, r, block)) {
        if (read_card(r, p))
            continue;
        const char *words[ARRAY_LEN(CARDS)];
        for (int i = 0; i < ARRAY_LEN(CARDS); i++)
            words[i] = CARDS[i].description;
        block_unknown_card(r, block, words, ARRAY_LEN(CARDS));
    }
}
