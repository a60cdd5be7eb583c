/* expr_derivative_test.c - derivatives of compiled expressions along Var and Time.
 *
 * Random expressions are compared with differences of fourth order; a difference that changes when its step is halved
 * (a kink, a jump, a pole nearby) says nothing and is left out, and so is a derivative through an infinite number. */
#include "unit/deck/expr_world.h"
#include "deck/diag_rows.h"

static double derivative_at(const expr *expression, double var, double dvar, double dtime)
{
    expr_run run = {.var = var};
    double r = NAN, derivative = NAN, plain = NAN;
    if (!expr_real_derivative(expression, &run, dvar, dtime, &r, &derivative))
        fail_msg("%s", run.why);
    assert_true(expr_real(expression, &run, &plain));
    assert_memory_equal(&plain, &r, sizeof r);
    return derivative;
}

static double derivative_of(world *world, const char *text, double var, double dvar, double dtime)
{
    return derivative_at(compile(world, text), var, dvar, dtime);
}

static void smooth_expressions(void **state)
{
    world *world = *state;
    const double v = 0.7, t = 1.5;
    world->time->now.r = t;
    assert_near(derivative_of(world, "2.*sin(3.*Var) + Time^2", v, 1.0, 0.0), 6.0 * cos(3.0 * v), 1e-14);
    assert_near(derivative_of(world, "2.*sin(3.*Var) + Time^2", v, 0.0, 1.0), 2.0 * t, 1e-14);
    assert_near(derivative_of(world, "2.*sin(3.*Var) + Time^2", v, 2.0, 3.0), 12.0 * cos(3.0 * v) + 6.0 * t, 1e-13);
    assert_near(derivative_of(world, "Var*Time", v, 1.0, 0.0), t, 0.0);
    assert_near(derivative_of(world, "Var*Time", v, 0.0, 1.0), v, 0.0);
    assert_near(derivative_of(world, "Time*Var", v, 0.0, 1.0), v, 0.0);
    assert_near(derivative_of(world, "Time/Var", v, 1.0, 0.0), -t / (v * v), 1e-14);
    assert_near(derivative_of(world, "1 - Time", v, 0.0, 1.0), -1.0, 0.0);
    assert_near(derivative_of(world, "Time - 1", v, 0.0, 1.0), 1.0, 0.0);
    assert_near(derivative_of(world, "-Time", v, 0.0, 1.0), -1.0, 0.0);
    assert_near(derivative_of(world, "Var^3", v, 1.0, 0.0), 3.0 * v * v, 1e-15);
    assert_near(derivative_of(world, "Var^4", v, 1.0, 0.0), 4.0 * v * v * v, 1e-15);
    assert_near(derivative_of(world, "Var^2.5", v, 1.0, 0.0), 2.5 * pow(v, 1.5), 1e-15);
    assert_near(derivative_of(world, "2.^Var", v, 1.0, 0.0), pow(2.0, v) * log(2.0), 1e-15);
    assert_near(derivative_of(world, "Var^Time", v, 1.0, 1.0), t * pow(v, t - 1.0) + pow(v, t) * log(v), 1e-15);
    assert_near(derivative_of(world, "(-Var)^3.", v, 1.0, 0.0), -3.0 * v * v, 1e-15);
    assert_near(derivative_of(world, "atan2(Var, Time)", v, 1.0, 0.0), t / (v * v + t * t), 1e-15);
    assert_near(derivative_of(world, "atan2(Var, Time)", v, 0.0, 1.0), -v / (v * v + t * t), 1e-15);
    assert_near(derivative_of(world, "atan2(2., Var)", v, 1.0, 0.0), -2.0 / (v * v + 4.0), 1e-15);
    assert_near(derivative_of(world, "e^(-Time)*cos(2.*pi*Time)", v, 0.0, 1.0),
                -exp(-t) * (cos(2.0 * M_PI * t) + 2.0 * M_PI * sin(2.0 * M_PI * t)), 1e-13);
}

static void branches(void **state)
{
    world *world = *state;
    world->time->now.r = 1.5;
    const struct {
        const char *text;
        double var, wanted;
    } rows[] = {
        {"max(Var, 1.)", 0.5, 0},
        {"max(Var, 1.)", 1.5, 1},
        {"min(Var, 1.)", 0.5, 1},
        {"min(1., Var)", 1.5, 0},
        {"abs(Var)", -0.5, -1},
        {"abs(Var)", 0.5, 1},
        {"ramp(Var)", -1, 0},
        {"ramp(Var)", 1, 1},
        {"sramp(Var, 2.)", 1, 1},
        {"sramp(Var, 2.)", 3, 0},
        {"sramp(3., Var)", 2, 1},
        {"par(Var)", 2, 4},
        {"par(Var)", -2, 0},
        {"step(Var)", 1, 0},
        {"(Var > 0.)*Var^2", 3, 6},
        {"(Var > 4.)*Var^2", 3, 0},
        {"floor(Var)*Var", 2.5, 2},
        {"round(Var) + Var", 2.5, 1},
        {"integer(Var)*Var", 2.5, 2},
        {"sign(Var)*Var", -3, -1},
        {"copysign(Var, -1.)", 2, -1},
        {"bool(Var)*Var", 2, 1},
        {"in_ll(0., Var, 3.)*Var", 2, 1},
        {"!Var + Var", 2, 1},
        {"Step*Var", 2, 0},
        {"7 % 4*Var", 2, 3},
        {"Var && TRUE", 2, 0},
        {"print(Var)", 2, 0},
    };
    for (int i = 0; i < ARRAY_LEN(rows); i++)
        assert_near(derivative_of(world, rows[i].text, rows[i].var, 1.0, 0.0), rows[i].wanted, 1e-15);
}

static void infinite_factor_of_nothing_is_nothing(void **state)
{
    world *world = *state;
    assert_near(derivative_of(world, "sqrt(0.*Var) + Time", 1.0, 0.0, 1.0), 1.0, 0.0);
    assert_near(derivative_of(world, "(Var - 1.)^0.5", 1.0, 0.0, 1.0), 0.0, 0.0);
    assert_true(isinf(derivative_of(world, "sqrt(Var)", 0.0, 1.0, 0.0)));
    assert_near(derivative_of(world, "0.^Var", 2.0, 1.0, 0.0), 0.0, 0.0);
}

/* --- functions and variables that are not known to be constant ---------------------------------------------------- */

static bool twice(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    (void)self, (void)run, (void)n, (void)why;
    *result = value_real(n ? 2.0 * args[0].r : 3.0);
    return true;
}

static double twice_derivative(void *self, const expr_run *run, const value *args, int n, int which)
{
    (void)self, (void)run, (void)args, (void)n, (void)which;
    return 2.0;
}

static const value_type one_real[] = {TYPE_REAL};
static const function known = {.name = "known",
                               .result = TYPE_REAL,
                               .n_min = 1,
                               .n_max = 1,
                               .args = one_real,
                               .call = twice,
                               .derivative = twice_derivative};
static const function pure = {
    .name = "pure", .result = TYPE_REAL, .n_min = 1, .n_max = 1, .args = one_real, .pure = true, .call = twice};
static const function hidden = {
    .name = "hidden", .result = TYPE_REAL, .n_min = 0, .n_max = 1, .args = one_real, .call = twice};

static const function *resolve(void *self, const char *name, size_t length)
{
    (void)self;
    const function *const all[] = {&known, &pure, &hidden};
    for (int i = 0; i < ARRAY_LEN(all); i++) {
        if (strlen(all[i]->name) == length && memcmp(all[i]->name, name, length) == 0)
            return all[i];
    }
    return NULL;
}

static double three(void *self, const void *state) { return (void)self, (void)state, 3.0; }
static double four(void *self, const void *state) { return (void)self, (void)state, 4.0; }

static void declare_live(world *world, const char *name, double (*derivative)(void *self, const void *state))
{
    symbol *symbol = symbols_declare(world->names, name, strlen(name), TYPE_REAL, (source_location){0});
    symbol->is_live = true;
    symbol->live = (live_value){.get = three, .derivative = derivative};
}

static const char *refused(world *world, const char *text, double dvar, double dtime)
{
    expr_run run = {.var = 0.5};
    double r, derivative;
    assert_false(expr_real_derivative(compile(world, text), &run, dvar, dtime, &r, &derivative));
    return run.why;
}

static void unknown_derivative_is_refused(void **state)
{
    world *world = *state;
    symbols_add_namespace(world->names, &(name_space){.name = "f", .resolve = resolve});
    declare_live(world, "live", NULL);
    declare_live(world, "moving", four);
    evaluate(world, "real v = 2.");
    world->time->now.r = 1.5;
    const char *no = "the function has no derivative";
    assert_near(derivative_of(world, "f::known(Time*Var)", 0.5, 1.0, 0.0), 3.0, 0.0);
    assert_near(derivative_of(world, "f::known(Time)", 0.5, 0.0, 1.0), 2.0, 0.0);
    assert_near(derivative_of(world, "f::pure(v)*Time", 0.5, 0.0, 1.0), 4.0, 0.0);
    assert_string_equal(refused(world, "f::pure(Var)", 1.0, 0.0), no);
    assert_string_equal(refused(world, "f::hidden()", 0.0, 1.0), no);
    assert_string_equal(refused(world, "f::hidden(Var)", 1.0, 0.0), no);
    assert_string_equal(refused(world, "random()", 0.0, 1.0), no);
    assert_near(derivative_of(world, "f::hidden()*Var", 0.5, 1.0, 0.0), 3.0, 0.0);
    assert_string_equal(refused(world, "live", 0.0, 1.0), "the variable is bound to the model and has no derivative");
    assert_near(derivative_of(world, "live*Var", 0.5, 1.0, 0.0), 3.0, 0.0);
    assert_near(derivative_of(world, "moving*Var", 0.5, 0.0, 0.0), 2.0, 0.0);
    assert_near(derivative_of(world, "moving*Var", 0.5, 1.0, 1.0), 5.0, 0.0);
}

static void it_is_known_beforehand_whether_time_has_a_derivative(void **state)
{
    world *world = *state;
    symbols_add_namespace(world->names, &(name_space){.name = "f", .resolve = resolve});
    declare_live(world, "live", NULL);
    declare_live(world, "moving", four);
    assert_true(expr_has_time_derivative(compile(world, "2.*sin(3.*Var) + max(Time, 2.)*f::known(Time) + moving")));
    assert_false(expr_has_time_derivative(compile(world, "Time + live")));
    assert_false(expr_has_time_derivative(compile(world, "Time + f::hidden()")));
    assert_true(expr_has_time_derivative(compile(world, "f::hidden(); Time")));
}

/* A live variable may take the name of the argument. */
static void live_variable_named_var_is_itself(void **state)
{
    world *world = *state;
    declare_live(world, "Var", four);
    assert_near(run_at(compile(world, "2*Var"), 100.0), 6.0, 0.0);
    assert_near(derivative_of(world, "2*Var", 100.0, 0.0, 0.0), 8.0, 0.0);
}

/* --- random expressions ------------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t seed;
    char text[2000];
    size_t n;
} writer;

static unsigned pick(writer *writer, unsigned n)
{
    writer->seed = writer->seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(writer->seed >> 33) % n;
}

static void put(writer *writer, const char *text)
{
    writer->n += (size_t)snprintf(writer->text + writer->n, sizeof writer->text - writer->n, "%s", text);
}

static void write_expression(writer *writer, int depth)
{
    static const char *const leaves[] = {"Var", "Time", "a", "0.7", "2", "Var", "Time", "pi", "1.3", "n"};
    static const char *const ones[] = {"sin(", "cos(",  "atan(",  "tanh(",     "exp(0.3*",
                                       "abs(", "ramp(", "asinh(", "sqrt(1.+(", "-("};
    static const char *const operators[] = {" + ", " - ", "*", "/", "^", " < "};
    static const char *const twos[] = {"max(", "min(", "atan2(", "sramp(", "copysign("};
    const unsigned kind = depth == 0 ? 0 : pick(writer, 8);
    if (kind == 0) {
        put(writer, leaves[pick(writer, ARRAY_LEN(leaves))]);
    } else if (kind <= 2) {
        const unsigned f = pick(writer, ARRAY_LEN(ones));
        put(writer, ones[f]);
        write_expression(writer, depth - 1);
        put(writer, f == 8 ? ")^2)" : ")");
    } else if (kind == 3) {
        put(writer, twos[pick(writer, ARRAY_LEN(twos))]);
        write_expression(writer, depth - 1);
        put(writer, ", ");
        write_expression(writer, depth - 1);
        put(writer, ")");
    } else {
        put(writer, "(");
        write_expression(writer, depth - 1);
        const unsigned o = pick(writer, ARRAY_LEN(operators));
        put(writer, operators[o]);
        if (o == 4)
            put(writer, pick(writer, 2) ? "2" : "3");
        else
            write_expression(writer, depth - 1);
        put(writer, ")");
    }
}

/* The value moved by s along the direction. */
static double moved(world *world, const expr *expression, const double *at, const double *along, double s)
{
    expr_run run = {.var = at[0] + s * along[0]};
    double r = NAN;
    world->time->now.r = at[1] + s * along[1];
    if (!expr_real(expression, &run, &r))
        r = NAN;
    world->time->now.r = at[1];
    return r;
}

static double difference(world *world, const expr *expression, const double *at, const double *along, double h)
{
    const double one = moved(world, expression, at, along, h) - moved(world, expression, at, along, -h);
    const double two = moved(world, expression, at, along, 2.0 * h) - moved(world, expression, at, along, -2.0 * h);
    return (8.0 * one - two) / (12.0 * h);
}

static void random_expressions_agree_with_differences(void **state)
{
    world *world = *state;
    evaluate(world, "real a = 0.4; integer n = 3");
    writer writer = {.seed = 12345};
    int checked = 0;
    for (int i = 0; i < 20000; i++) {
        writer.n = 0;
        write_expression(&writer, 5);
        const double at[] = {0.3127 + 0.01 * pick(&writer, 100), -0.5311 + 0.02 * pick(&writer, 100)};
        const double along[] = {pick(&writer, 3) - 1.0, 0.5 * pick(&writer, 4)};
        expr_source in = world_source(world, writer.text);
        in.run_time = true;
        size_t end = 0;
        const expr *expression = expr_parse(&in, &end);
        if (!expression) { /* a constant part may be impossible */
            assert_int_equal((diag_flush(world->errors), world->said.items[0].code), E_EXPR_VALUE);
            world_discard(world);
            continue;
        }
        const double wide = difference(world, expression, at, along, 2e-4),
                     narrow = difference(world, expression, at, along, 1e-4);
        world->time->now.r = at[1];
        expr_run run = {.var = at[0]};
        double r, derivative;
        if (!expr_real_derivative(expression, &run, along[0], along[1], &r, &derivative) || !isfinite(derivative) ||
            !(fabs(r) < 1e3))
            continue;
        if (!(fabs(wide - narrow) < 1e-9 * (1.0 + fabs(narrow))))
            continue;
        if (!(fabs(derivative - narrow) < 1e-7 * (1.0 + fabs(derivative))))
            fail_msg("%s at %g, %g along %g, %g: %.12g, not %.12g", writer.text, at[0], at[1], along[0], along[1],
                     derivative, narrow);
        checked++;
    }
    assert_true(checked > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(smooth_expressions),
        WORLD_TEST(branches),
        WORLD_TEST(infinite_factor_of_nothing_is_nothing),
        WORLD_TEST(unknown_derivative_is_refused),
        WORLD_TEST(it_is_known_beforehand_whether_time_has_a_derivative),
        WORLD_TEST(live_variable_named_var_is_itself),
        WORLD_TEST(random_expressions_agree_with_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
