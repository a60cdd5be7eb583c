/* expr_run_test.c - expressions compiled for the step: late binding, live values, functions of namespaces, errors. */
#include "unit/deck/expr_world.h"
#include "deck/diag_rows.h"
#include <malloc.h>

/* --- a model with a namespace of its own -------------------------------------------------------------------------- */

typedef struct {
    double x[3];
} model_state;

typedef struct {
    int calls, binds;
    char asked[100];
} model;

static bool xposition(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    (void)n;
    ((model *)self)->calls++;
    if (args[0].i < 1 || args[0].i > 3) {
        *why = "there is no such node";
        return false;
    }
    *result = value_real(run->state ? ((const model_state *)run->state)->x[args[0].i - 1] : -1.0);
    return true;
}

/* model::sf::NAME(x [, order]) = x^2. */
static bool scalar(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    (void)self, (void)run, (void)why;
    *result = value_real(n > 1 && args[1].i == 1 ? 2.0 * args[0].r : args[0].r * args[0].r);
    return true;
}

static double scalar_derivative(void *self, const expr_run *run, const value *args, int n, int which)
{
    (void)self, (void)run, (void)n;
    return which == 0 ? 2.0 * args[0].r : 0.0;
}

/* model::node::structural(label, "name") = label + length of the name. */
static bool node(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    (void)self, (void)run, (void)n, (void)why;
    *result = value_real(args[0].i + (double)strlen(args[1].s));
    return true;
}

/* model::sum(...): up to 16 numbers, weighted by their place. */
static bool sum(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    (void)self, (void)run, (void)why;
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += (i + 1) * args[i].r;
    *result = value_real(s);
    return true;
}

/* model::kind(any): the type it is given. */
static bool kind(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    (void)self, (void)run, (void)n, (void)why;
    *result = value_integer((int)args[0].type);
    return true;
}

static const function *bind(void *self, const function *f, const value *const *known, int n, source_location location)
{
    model *model = self;
    model->binds++;
    assert_true(location.length > 0);
    static function bound;
    if (strcmp(f->name, "xposition") != 0 || n != 1 || !known[0])
        return f;
    assert_int_equal(known[0]->type, TYPE_INTEGER);
    bound = *f;
    bound.name = "bound";
    return &bound;
}

static const value_type of_label[] = {TYPE_INTEGER}, of_scalar[] = {TYPE_REAL, TYPE_INTEGER};
static const value_type of_node[] = {TYPE_INTEGER, TYPE_STRING}, of_sum[] = {TYPE_REAL}, of_any[] = {TYPE_ANY};

static function functions[] = {
    {.name = "xposition",
     .result = TYPE_REAL,
     .n_min = 1,
     .n_max = 1,
     .args = of_label,
     .call = xposition,
     .bind = bind},
    {.name = "sf::",
     .result = TYPE_REAL,
     .n_min = 1,
     .n_max = 2,
     .args = of_scalar,
     .pure = true,
     .call = scalar,
     .derivative = scalar_derivative,
     .bind = bind},
    {.name = "node::structural",
     .result = TYPE_REAL,
     .n_min = 2,
     .n_max = 2,
     .args = of_node,
     .call = node,
     .bind = bind},
    {.name = "sum",
     .result = TYPE_REAL,
     .n_min = 0,
     .n_max = 16,
     .args = of_sum,
     .n_types = 1,
     .call = sum,
     .bind = bind},
    {.name = "kind", .result = TYPE_INTEGER, .n_min = 1, .n_max = 1, .args = of_any, .call = kind, .bind = bind},
};

static const function *resolve(void *self, const char *name, size_t length)
{
    model *model = self;
    snprintf(model->asked, sizeof model->asked, "%.*s", (int)length, name);
    for (int i = 0; i < ARRAY_LEN(functions); i++) {
        functions[i].self = model;
        const bool scalar_function = strcmp(functions[i].name, "sf::") == 0 && strncmp(model->asked, "sf::", 4) == 0;
        if (scalar_function || strcmp(functions[i].name, model->asked) == 0)
            return &functions[i];
    }
    return NULL;
}

static void list(void *self, void (*each)(void *to, const char *name), void *to)
{
    (void)self;
    for (int i = 0; i < ARRAY_LEN(functions); i++)
        each(to, functions[i].name);
}

static model *with_model(world *world)
{
    model *m = ARENA_NEW(world->memory, model);
    symbols_add_namespace(world->names, &(name_space){"model", m, resolve, list});
    return m;
}

static double run_in(const expr *expression, const model_state *state)
{
    expr_run run = {.state = state};
    double r = NAN;
    if (!expr_real(expression, &run, &r))
        fail_msg("%s", run.why);
    return r;
}

/* --- variables ---------------------------------------------------------------------------------------------------- */

static void argument_and_time_are_read_in_each_run(void **state)
{
    world *world = *state;
    const expr *expression = compile(world, "2.*sin(3.*Var) + Time^2");
    assert_false(expr_is_constant(expression));
    for (int i = 0; i < 10; i++) {
        const double var = 0.37 * i, t = 0.2 * i - 1.0;
        world->time->now.r = t;
        assert_near(run_at(expression, var), 2.0 * sin(3.0 * var) + t * t, 1e-15);
    }
}

/* The deck variables-late-binding-string-drive. */
static void variables_are_bound_late(void **state)
{
    world *world = *state;
    evaluate(world, "real gain = 2.");
    const expr *plain = compile(world, "gain"), *line = compile(world, "gain*Time + 1."),
               *steps = compile(world, "gain*TimeStep*Step");
    evaluate(world, "gain = 7.");
    evaluate(world, "TimeStep = 0.1");
    const double wanted[][2] = {{1.0, 0.0}, {1.7, 0.7}, {2.4, 1.4}, {3.1, 2.1}};
    for (int i = 0; i < 4; i++) {
        world->time->now.r = 0.1 * i;
        symbols_find(world->names, "Step", 4)->now.i = i;
        assert_near(run_at(plain, 0.0), 7.0, 0.0);
        assert_near(run_at(line, 0.0), wanted[i][0], 1e-15);
        assert_near(run_at(steps, 0.0), wanted[i][1], 1e-15);
    }
}

/* The deck drive/string: assignments are carried out once. */
static void statements_are_carried_out_once(void **state)
{
    world *world = *state;
    evaluate(world, "real a = 0.");
    const expr *e = compile(world, "a = 3.; a*Time");
    assert_near(evaluate(world, "a").r, 3.0, 0.0);
    world->time->now.r = 2.0;
    assert_near(run_at(e, 0.0), 6.0, 0.0);
    evaluate(world, "a = 4.");
    assert_near(run_at(e, 0.0), 8.0, 0.0);
    assert_near(evaluate(world, "a").r, 4.0, 0.0);
    /* section 2.6.12 of the manual: v keeps the value of the parse, at Time = 0 */
    world->time->now.r = 0.0;
    const expr *v = compile(world, "real v = sin(5.*2*pi*Time); 10.*v*(v > 0)");
    world->time->now.r = 0.05;
    assert_near(run_at(v, 0.0), 0.0, 0.0);
    const expr *last = compile(world, "a = 2.*Time");
    assert_near(run_at(last, 0.0), 0.1, 1e-16);
    world->time->now.r = 7.0;
    assert_near(run_at(last, 0.0), 0.1, 1e-16);
}

static void count_print(void *to, const char *text) { *(int *)to += text[0] != '\0'; }

static void expressions_before_the_last_run_once(void **state)
{
    world *world = *state;
    int printed = 0;
    symbols_set_print(world->names, count_print, &printed);
    const expr *expression = compile(world, "print(Time + Var); (print(1); 2*Time)");
    assert_int_equal(printed, 2);
    world->time->now.r = 1.5;
    assert_near(run_at(expression, 0.0), 3.0, 0.0);
    assert_int_equal(printed, 2);
    const expr *each = compile(world, "Time + print(3.)");
    assert_int_equal(printed, 2);
    run_at(each, 0.0), run_at(each, 0.0);
    assert_int_equal(printed, 4);
}

static void eval_freezes_a_part(void **state)
{
    world *world = *state;
    evaluate(world, "real k = 2.7; integer n = 3");
    world->time->now.r = 1.0;
    const expr *expression =
        compile(world, "real_eval(k*Time)*Var + integer_eval(k) + bool_eval(n) + max(real_eval(n), 0.)");
    const expr *all = compile(world, "real_eval(k + Time)");
    evaluate(world, "k = 100.");
    evaluate(world, "n = 0");
    world->time->now.r = 5.0;
    assert_near(run_at(expression, 2.0), 2.7 * 2.0 + 2.0 + 1.0 + 3.0, 1e-15);
    assert_true(expr_is_constant(all));
    assert_near(run_at(all, 0.0), 3.7, 1e-15);
}

static void constants_are_folded(void **state)
{
    world *world = *state;
    evaluate(world, "const real c = 2.; real v = 3.");
    assert_true(expr_is_constant(compile(world, "2*pi*c + sqrt(4.)")));
    assert_false(expr_is_constant(compile(world, "v")));
    assert_false(expr_is_constant(compile(world, "rand()")));
    assert_false(expr_is_constant(compile(world, "stop(TRUE, 1)")));
    assert_int_equal(expr_type(compile(world, "Step/2")), TYPE_INTEGER);
    assert_int_equal(expr_type(compile(world, "Step < 2")), TYPE_BOOL);
    assert_int_equal(expr_type(compile(world, "Step*v")), TYPE_REAL);
}

static void values_keep_their_type(void **state)
{
    world *world = *state;
    evaluate(world, "integer n = 7; bool b = TRUE; real x = 2.5");
    expr_run run = {0};
    value v;
    assert_true(expr_value(compile(world, "n/2"), &run, &v) && v.type == TYPE_INTEGER && v.i == 3);
    assert_true(expr_value(compile(world, "b && n > 6"), &run, &v) && v.type == TYPE_BOOL && v.b);
    assert_true(expr_value(compile(world, "x + b"), &run, &v) && v.type == TYPE_REAL && v.r == 3.5);
    assert_true(expr_value(compile(world, "integer(x) % n"), &run, &v) && v.type == TYPE_INTEGER && v.i == 2);
    assert_true(expr_value(compile(world, "bool(x) + bool(n) + b"), &run, &v) && v.type == TYPE_INTEGER && v.i == 3);
    assert_true(expr_value(compile(world, "real(n)/2 + real(b)"), &run, &v) && v.type == TYPE_REAL && v.r == 4.5);
    assert_true(expr_value(compile(world, "-n + -b - +n"), &run, &v) && v.type == TYPE_INTEGER && v.i == -15);
    assert_true(expr_value(compile(world, "2147483640 + n"), &run, &v) && v.i == 2147483647);
    assert_true(expr_value(compile(world, "sign(x - 3.)*n"), &run, &v) && v.type == TYPE_INTEGER && v.i == -7);
}

/* Every operator in every form: operands that are constants, variables, the argument, or computed. */
static void operators_agree_in_all_forms(void **state)
{
    world *world = *state;
    const char *const operators[] = {"+", "-", "*", "/", "^", ">", ">=", "==", "<=", "<", "!=", "&&", "||", "~|"};
    const char *const x_forms[] = {"1.5", "x", "Var", "(x + Var - 1.5)", "abs(x)"};
    const char *const y_forms[] = {"2.5", "y", "(y + Var - 1.5)", "abs(-y)"};
    evaluate(world, "real x = 1.5; real y = 2.5");
    for (int o = 0; o < ARRAY_LEN(operators); o++) {
        char text[80];
        snprintf(text, sizeof text, "1.5 %s 2.5", operators[o]);
        const double wanted = value_to_real(evaluate(world, text));
        for (int i = 0; i < ARRAY_LEN(x_forms) * ARRAY_LEN(y_forms); i++) {
            const char *x = x_forms[i % ARRAY_LEN(x_forms)], *y = y_forms[i / ARRAY_LEN(x_forms)];
            snprintf(text, sizeof text, "0. + (%s %s %s)", x, operators[o], y);
            assert_near(run_at(compile(world, text), 1.5), wanted, 0.0);
            snprintf(text, sizeof text, "atan2(%s, %s) - atan2(1.5, 2.5)", x, y);
            assert_near(run_at(compile(world, text), 1.5), 0.0, 0.0);
        }
    }
}

static void integer_operators_agree_with_constants(void **state)
{
    world *world = *state;
    evaluate(world, "integer m = -17; integer n = 5; bool t = TRUE");
    const char *const pairs[][2] = {
        {"m + n", "-17 + 5"}, {"m - n", "-17 - 5"}, {"m*n", "-17*5"},    {"m/n", "-17/5"},   {"m % n", "-17 % 5"},
        {"m^n", "(-17)^5"},   {"m^2", "(-17)^2"},   {"-m", "17"},        {"100/n", "100/5"}, {"n/2", "5/2"},
        {"2^n", "2^5"},       {"m < n", "-17 < 5"}, {"2^n/3", "32./3."}, {"2^-n", "1./32."}, {"2^31", "2147483648."},
        {"2^3/3", "8./3."},   {"!m", "0"},          {"!(m + 17)", "1"},  {"t + t", "2"},     {"m && 0", "0"}};
    for (int i = 0; i < ARRAY_LEN(pairs); i++)
        assert_near(run_at(compile(world, pairs[i][0]), 0.0), value_to_real(evaluate(world, pairs[i][1])), 0.0);
}

static void powers_with_small_exponents_are_products(void **state)
{
    world *world = *state;
    for (int n = -3; n <= 6; n++) {
        char text[40];
        snprintf(text, sizeof text, "Var^%d", n);
        assert_near(run_at(compile(world, text), -1.3), pow(-1.3, n), 4e-15);
        snprintf(text, sizeof text, "(Var + 0.2)^%d. + 1", n);
        assert_near(run_at(compile(world, text), 1.1), pow(1.3, n) + 1.0, 4e-15);
    }
}

/* Values of its own for every symbol, the reals of them shifted by `add`, the integers by 1; the texts another. */
static value *internal_values(world *world, double add)
{
    value *internal = ARENA_ARRAY(world->memory, value, symbols_count(world->names));
    symbols_values(world->names, internal);
    for (int i = 0; i < symbols_count(world->names); i++) {
        const symbol *symbol = symbols_at(world->names, i);
        if (symbol->is_const)
            continue;
        internal[i] = symbol->type == TYPE_REAL      ? value_real(symbol->now.r + add)
                      : symbol->type == TYPE_INTEGER ? value_integer(symbol->now.i + 1)
                      : symbol->type == TYPE_BOOL    ? value_bool(!symbol->now.b)
                                                     : value_string("Phi[1]");
    }
    return internal;
}

/* The same expression with the values of the symbols, and with other ones, in every form an instruction has. */
static void run_may_bring_its_values(void **state)
{
    world *world = *state;
    with_model(world);
    evaluate(world,
             "real x = 1.5; real y = 2.5; integer n = 7; bool b = FALSE; string s = \"X[2]\"; const real c = 3.");
    world->time->now.r = 0.25;
    const value *internal = internal_values(world, 1.0);
    const struct {
        const char *text;
        double with_symbols, with_internal, derivative; /* along Time, with own values */
    } rows[] = {
        {"x", 1.5, 2.5, 0.0},
        {"Time", 0.25, 1.25, 1.0},
        {"c*x", 4.5, 7.5, 0.0},
        {"Time^2", 0.0625, 1.5625, 2.5},
        {"x*Time - y", -2.125, -0.375, 2.5},
        {"(Var + x)/y", 0.8, 3.0 / 3.5, 0.0},
        {"y/(Var + Time)", 2.5 / 0.75, 2.0, -3.5 / 3.0625},
        {"n/2 + n", 10.0, 12.0, 0.0},
        {"!b*n", 7.0, 0.0, 0.0},
        {"model::sum(Var, x, Time, n)", 0.5 + 3.0 + 0.75 + 28.0, 0.5 + 5.0 + 3.75 + 32.0, NAN},
        {"model::node::structural(1, s)", 5.0, 7.0, NAN},
        {"atan2(x, y)", atan2(1.5, 2.5), atan2(2.5, 3.5), 0.0},
    };
    for (int i = 0; i < ARRAY_LEN(rows); i++) {
        const expr *expression = compile(world, rows[i].text);
        expr_run run = {.var = 0.5, .variables = internal};
        double r = NAN, again = NAN, derivative = NAN;
        assert_near(run_at(expression, 0.5), rows[i].with_symbols, 1e-15);
        assert_true(expr_real(expression, &run, &r));
        assert_near(r, rows[i].with_internal, 1e-15);
        if (isnan(rows[i].derivative))
            continue;
        assert_true(expr_real_derivative(expression, &run, 0.0, 1.0, &again, &derivative));
        assert_near(again, r, 0.0);
        assert_near(derivative, rows[i].derivative, 1e-15);
    }
    assert_near(symbols_find(world->names, "x", 1)->now.r, 1.5, 0.0);
}

/* With strings_now; what is no string stays for the run. */
static void strings_may_be_made_at_once(void **state)
{
    world *world = *state;
    with_model(world);
    evaluate(world, "integer n = 2; real x = 1.; string s = \"X\"");
    const char *const numbers[] = {"model::node::structural(n, s + \"[\" + n*n + \"]\") + n*x",
                                   "n*x + model::node::structural(n, sprintf(\"X[%d]\", n + 2))"};
    for (int i = 0; i < ARRAY_LEN(numbers); i++) {
        expr_source in = world_source(world, numbers[i]);
        in.run_time = in.strings_now = true;
        const expr *expression = expr_parse(&in, &(size_t){0});
        assert_non_null(expression);
        assert_near(run_at(expression, 0.0), 6.0 + 2.0, 0.0);
        evaluate(world, "n = 100; s = \"none\"");
        assert_near(run_at(expression, 0.0), 104.0 + 100.0, 0.0);
        evaluate(world, "n = 2; s = \"X\"");
        assert_int_equal(refusal(world, numbers[i], true).code, E_EXPR_RUN_TIME_STRING);
    }
    expr_source in = world_source(world, "\"a\" + n + 3.5*x + s");
    in.run_time = in.strings_now = true;
    const expr *expr = expr_parse(&in, &(size_t){0});
    value v;
    assert_true(expr_is_constant(expr) && expr_value(expr, &(expr_run){0}, &v));
    assert_string_equal(v.s, "a23.5X");
}

static void symbols_have_the_number_of_their_declaration(void **state)
{
    world *world = *state;
    evaluate(world, "real x = 1.5; string s = \"a\"");
    value *now = ARENA_ARRAY(world->memory, value, symbols_count(world->names));
    symbols_values(world->names, now);
    for (int i = 0; i < symbols_count(world->names); i++)
        assert_int_equal(symbols_at(world->names, i)->index, i);
    assert_near(now[symbols_find(world->names, "x", 1)->index].r, 1.5, 0.0);
    assert_string_equal(now[symbols_find(world->names, "s", 1)->index].s, "a");
}

/* Two runs draw the same numbers from the same beginning, whatever the other draws, and leave those of the deck alone.
 */
static void run_may_bring_its_random_numbers(void **state)
{
    world *world = *state;
    evaluate(world, "seed(3)");
    const expr *expression = compile(world, "random() + 0.*rand()"), *seed = compile(world, "seed(3) + random()");
    uint64_t one = symbols_random(world->names), other = one;
    for (int i = 0; i < 5; i++) {
        expr_run first = {.random = &one}, second = {.random = &other};
        double x, y, derivative;
        assert_true(expr_real(expression, &first, &x));
        assert_true(expr_real_derivative(expression, &second, 0.0, 0.0, &y, &derivative));
        assert_near(x, y, 0.0);
    }
    assert_int_equal(symbols_random(world->names), 3);
    assert_true(one == other && one != 3);
    double x, y = run_at(compile(world, "random()"), 0.0);
    assert_true(expr_real(seed, &(expr_run){.random = &one}, &x));
    assert_near(x, y, 0.0);
}

/* --- live values and functions of the model ----------------------------------------------------------------------- */

static double get(void *self, const void *state)
{
    return *(double *)self * (state ? ((const model_state *)state)->x[0] : 100.0);
}

static void live_values_are_asked_each_time(void **state)
{
    world *world = *state;
    double factor = 2.0;
    symbol *x3 = symbols_declare(world->names, "x3", 2, TYPE_REAL, (source_location){0});
    x3->is_live = true;
    x3->live = (live_value){.get = get, .self = &factor};
    assert_near(evaluate(world, "x3 + 1").r, 201.0, 0.0);
    const expr *expression = compile(world, "2.*x3 - 1.");
    assert_near(run_in(expression, &(model_state){{3.0}}), 11.0, 0.0);
    assert_near(run_in(expression, &(model_state){{4.0}}), 15.0, 0.0);
    assert_near(run_in(compile(world, "real_eval(x3)"), &(model_state){{4.0}}), 200.0, 0.0);
}

static void functions_of_a_namespace_see_the_state(void **state)
{
    world *world = *state;
    model *model = with_model(world);
    const expr *expression = compile(world, "10.*model::xposition(2) + model::xposition(1 + 2)");
    const model_state model_state = {{1.0, 2.0, 3.0}};
    assert_int_equal(model->calls, 0);
    assert_near(run_in(expression, &model_state), 23.0, 0.0);
    assert_int_equal(model->calls, 2);
    assert_int_equal(model->binds, 2);
    assert_near(evaluate(world, "model::xposition(2.9)").r, -1.0, 0.0);
    evaluate(world, "integer label = 1");
    const expr *late = compile(world, "model::xposition(label)");
    evaluate(world, "label = 3");
    assert_near(run_in(late, &model_state), 3.0, 0.0);
}

static void names_may_be_nested(void **state)
{
    world *world = *state;
    model *model = with_model(world);
    const expr *e = compile(world, "model::sf::bump(Var) + model :: sf :: other(Var, 1)");
    assert_string_equal(model->asked, "sf::other");
    assert_near(run_at(e, 3.0), 15.0, 0.0);
    assert_true(expr_is_constant(compile(world, "model::sf::bump(3.)")));
    evaluate(world, "string which = \"X[1]\"");
    const expr *n = compile(world, "model::node::structural(1, \"X[1]\") + model::node::structural(Step, which)");
    assert_near(run_at(n, 0.0), 5.0 + 4.0, 0.0);
    assert_int_equal(refusal(world, "model::node::structral(1, \"x\")", true).code, E_EXPR_UNKNOWN_FUNCTION);
    assert_string_equal(world->said.items[0].hint, "did you mean node::structural?");
    assert_string_equal(refusal(world, "model::sf::bump()", true).text,
                        "model::sf::bump takes 1 to 2 arguments, not 0");
    assert_string_equal(world->said.items[0].hint, "real sf::(real[, integer])");
}

static void arguments_come_from_anywhere_in_order(void **state)
{
    world *world = *state;
    with_model(world);
    evaluate(world, "real x = 5.; integer n = 7");
    const expr *expression = compile(world, "model::sum(1., x, Var, n, 2.*Var, x*x, 3, sin(0.)) + model::sum() - 1.");
    assert_near(run_at(expression, 0.5), 1. + 10. + 1.5 + 28. + 5. + 150. + 21. - 1., 1e-13);
    assert_near(
        run_at(compile(world, "model::kind(Var) + 10*model::kind(n) + 100*model::kind(\"s\") + 1000*model::kind(TRUE)"),
               0.0),
        TYPE_REAL + 10 * TYPE_INTEGER + 100 * TYPE_STRING + 1000 * TYPE_BOOL, 0.0);
}

/* --- errors ------------------------------------------------------------------------------------------------------- */

static void error_says_what_and_where(void **state)
{
    world *world = *state;
    with_model(world);
    evaluate(world, "integer zero = 0");
    const struct {
        const char *text, *why;
        uint32_t evaluation_error;
    } rows[] = {
        {"1. + sqrt(-Var)", "sqrt: the argument is negative", 5},
        {"2*log(Var - 0.5)", "log: the argument is not positive", 2},
        {"7/zero", "an integer is divided by zero", 1},
        {"Time + 7 % zero", "the remainder of a division by zero", 9},
        {"(zero - Var)^0.5", "a power of a negative number with a fraction as exponent", 12},
        {"integer(1e30*Var)", "the number is outside the range of integers", 8},
        {"stop(Var > 0., 3)", "stop() was called", 0},
        {"1 + model::xposition(zero)", "there is no such node", 4},
    };
    for (int i = 0; i < ARRAY_LEN(rows); i++) {
        const expr *expression = compile(world, rows[i].text);
        for (int k = 0; k < 3; k++) {
            expr_run run = {.var = 0.5};
            value v;
            double r, derivative;
            const bool done = k == 0   ? expr_real(expression, &run, &r)
                              : k == 1 ? expr_value(expression, &run, &v)
                                       : expr_real_derivative(expression, &run, 1.0, 0.0, &r, &derivative);
            assert_false(done);
            assert_string_equal(run.why, rows[i].why);
            assert_int_equal(run.error_offset, rows[i].evaluation_error);
        }
    }
}

static void running_takes_no_memory(void **state)
{
    world *world = *state;
    with_model(world);
    const expr *expression =
        compile(world, "model::node::structural(1, \"X\")*sin(Var) + max(Time, Var)^2.5 + model::sum(Var, 1.)");
    const struct mallinfo2 before = mallinfo2();
    double sum = 0.0;
    for (int i = 0; i < 1000; i++)
        sum += run_at(expression, 1e-3 * i);
    assert_true(isfinite(sum));
    assert_int_equal(mallinfo2().uordblks, before.uordblks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(argument_and_time_are_read_in_each_run),
        WORLD_TEST(variables_are_bound_late),
        WORLD_TEST(statements_are_carried_out_once),
        WORLD_TEST(run_may_bring_its_values),
        WORLD_TEST(strings_may_be_made_at_once),
        WORLD_TEST(symbols_have_the_number_of_their_declaration),
        WORLD_TEST(run_may_bring_its_random_numbers),
        WORLD_TEST(expressions_before_the_last_run_once),
        WORLD_TEST(eval_freezes_a_part),
        WORLD_TEST(constants_are_folded),
        WORLD_TEST(values_keep_their_type),
        WORLD_TEST(operators_agree_in_all_forms),
        WORLD_TEST(integer_operators_agree_with_constants),
        WORLD_TEST(powers_with_small_exponents_are_products),
        WORLD_TEST(live_values_are_asked_each_time),
        WORLD_TEST(functions_of_a_namespace_see_the_state),
        WORLD_TEST(names_may_be_nested),
        WORLD_TEST(arguments_come_from_anywhere_in_order),
        WORLD_TEST(error_says_what_and_where),
        WORLD_TEST(running_takes_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
