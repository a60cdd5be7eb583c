/* expr_robust_test.c - nonsense, endless and deeply nested texts: refused or run, in bounded time, never a crash. */
#include "unit/deck/expr_world.h"
#include "deck/diag_rows.h"
#include <time.h>

enum { LONG = 100000 };

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* head, then n times the unit, the middle, n times the close, the tail. */
static char *nested(const char *head, const char *unit, const char *middle, const char *close, int n)
{
    const size_t u = strlen(unit), c = strlen(close);
    char *text = heap_resize(NULL, strlen(head) + (u + c) * (size_t)n + strlen(middle) + 1), *at = stpcpy(text, head);
    for (int i = 0; i < n; i++)
        at = stpcpy(at, unit);
    at = stpcpy(at, middle);
    for (int i = 0; i < n; i++)
        at = stpcpy(at, close);
    return text;
}

static void parse_and_run(world *world, const char *text, size_t length, bool run_time)
{
    world_discard(world);
    expr_source in = world_source(world, "");
    in.text = text, in.length = length, in.run_time = run_time;
    size_t at = 0;
    const expr *expression = expr_parse(&in, &at);
    assert_true(at <= length);
    diag_flush(world->errors);
    assert_true((expression != NULL) == (world->said.n == 0));
    if (!expression)
        return;
    expr_run run = {.var = 0.5};
    value v;
    double r, derivative;
    const bool done = expr_value(expression, &run, &v);
    assert_true(done || (run_time && run.why));
    if (done && v.type != TYPE_STRING && expr_real(expression, &run, &r))
        expr_real_derivative(expression, &run, 1.0, 1.0, &r, &derivative);
}

static void depth_is_limited(void **state)
{
    world *world = *state;
    const struct {
        const char *head, *unit, *middle, *close;
    } shapes[] = {
        {"", "(", "1", ")"},
        {"", "sin(", "1.", ")"},
        {"", "-", "1", ""},
        {"", "!", "1", ""},
        {"", "2.^", "1", ""},
        {"", "1+(", "Var", ")"},
        {"", "Var-(", "Var", ")"},
        {"", "max(Var, ", "1.", ")"},
        {"", "max(1., ", "2.", ")"},
        {"real q = ", "(", "1", ")"},
        {"2*", "(", "1", ")"},
        {"", "1-(Step*(", "1", "))"},
        {"", "real_eval(", "1", ")"},
        {"", "(", "", ""},
        {"", "in_ee(Var,Step,", "1", ")"},
        {"", "((((1+", "", ""},
    };
    const double start = seconds();
    for (int i = 0; i < ARRAY_LEN(shapes); i++) {
        char *deep = nested(shapes[i].head, shapes[i].unit, shapes[i].middle, shapes[i].close, LONG);
        for (int run_time = 0; run_time < 2; run_time++) {
            assert_int_equal(refusal(world, deep, run_time).code, E_EXPR_TOO_DEEP);
            assert_string_equal(world->said.items[0].text, "the expression is nested more than 1000 levels deep");
        }
        free(deep);
    }
    assert_true(seconds() - start < 5.0);
}

static void up_to_the_limit_all_is_well(void **state)
{
    world *world = *state;
    char *brackets = nested("", "(", "7", ")", 999);
    assert_int_equal(evaluate(world, brackets).i, 7);
    free(brackets);
    char *sums = nested("", "Var+(", "1", ")", 499);
    assert_near(run_at(compile(world, sums), 1.0), 500.0, 0.0);
    free(sums);
    char *calls = nested("", "max(Step + 1, ", "Var", ")", 499);
    assert_near(run_at(compile(world, calls), 5.0), 5.0, 0.0);
    free(calls);
    char *minuses = nested("", "-", "Var", "", 1000);
    assert_near(run_at(compile(world, minuses), 3.0), 3.0, 0.0);
    free(minuses);
}

static void long_texts_take_time_in_proportion(void **state)
{
    world *world = *state;
    const double start = seconds();
    char *sum = nested("0", "+1", "", "", LONG);
    assert_int_equal(evaluate(world, sum).i, LONG);
    free(sum);
    char *product = nested("Var", "+Time*2.-sin(Var)*0", "", "", LONG);
    assert_near(run_at(compile(world, product), 2.5), 2.5, 0.0);
    free(product);
    char *statements = nested("real s = 0.", "; s = s + 1", "", "", LONG);
    assert_near(evaluate(world, statements).r, LONG, 0.0);
    free(statements);
    char *digits = nested("0.", "3", "", "", LONG);
    assert_near(evaluate(world, digits).r, 1.0 / 3.0, 1e-16);
    free(digits);
    char *comment = nested("1 /*", "x", "*/ + 2 #", "y", LONG);
    assert_int_equal(evaluate(world, comment).i, 3);
    free(comment);
    char *string = nested("\"", "ab", "\"", "", LONG);
    assert_int_equal(strlen(evaluate(world, string).s), 2 * LONG);
    free(string);
    char *malformed = nested("", "1", "x", "y", LONG);
    assert_int_equal(refusal(world, malformed, false).code, E_EXPR_NUMBER);
    free(malformed);
    char *name = nested("", "n", "", "", LONG);
    assert_int_equal(refusal(world, name, false).code, E_EXPR_UNKNOWN_VARIABLE);
    free(name);
    char *spaces = nested("default", "::a", "(1)", "", LONG);
    assert_int_equal(refusal(world, spaces, false).code, E_EXPR_NO_NAME);
    free(spaces);
    char *arguments = nested("sin(1", ",1", ")", "", LONG);
    assert_int_equal(refusal(world, arguments, false).code, E_EXPR_ARGUMENT_COUNT);
    free(arguments);
    assert_true(seconds() - start < 5.0);
}

static uint64_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static void bytes(void **state)
{
    world *world = *state;
    uint64_t seed = 1;
    char text[64];
    for (int i = 0; i < 50000; i++) {
        const size_t length = next(&seed) % (sizeof text - 1);
        for (size_t k = 0; k < length; k++)
            text[k] = (char)next(&seed);
        text[length] = '\0';
        parse_and_run(world, text, length, i & 1);
    }
}

/* Pieces of the language in any order reach further than bytes. */
static void pieces(void **state)
{
    static const char *const piece[] = {
        "1",         "2.5",    "0",       "Var",      "Time",      "Step",   "x",          "pi",       "TRUE",
        "\"s\"",     "+",      "-",       "*",        "/",         "%",      "^",          "(",        ")",
        ",",         ";",      "==",      "=",        "<",         ">=",     "!",          "!=",       "&&",
        "||",        "~|",     " ",       "\n",       "#",         "/*",     "*/",         "sin(",     "max(",
        "real ",     "const ", "ifndef ", "integer ", "string ",   "bool ",  "real_eval(", "sprintf(", "\"%d\"",
        "default::", "sqrt(",  "log(",    "1e",       ".",         ":",      "::",         "[",        "]",
        "{",         "}",      "rand()",  "seed(1)",  "stop(0,1)", "print(", "integer(",   "string(",  "bool(",
        "a",         "b",      "INT_MAX", "INT_MIN",  "\\",        "\"",
    };
    world *world = *state;
    const double start = seconds();
    uint64_t seed = 7;
    for (int i = 0; i < 200000; i++) {
        char text[256];
        size_t n = 0;
        text[0] = '\0';
        for (int k = (int)(next(&seed) % 14); k >= 0; k--)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s", piece[next(&seed) % ARRAY_LEN(piece)]);
        parse_and_run(world, text, n, i & 1);
    }
    assert_true(seconds() - start < 60.0);
}

/* Every text cut short is refused or means something, without reading beyond its end. */
static void beginnings(void **state)
{
    world *w = *state;
    const char *const whole[] = {
        ("(real aa = 2.*sin(pi/6.); const integer nn = 3; ifndef bool bb = aa > 1.e-3; /* c */ aa*nn^2 + "
         "default::max(aa, .5))"),
        "string ss = \"a\\\"b\" + sprintf(\"%04d\", 7) + 1.5 # tail",
        "real_eval(Time*2)*Var + in_ee(0., Var, 1.) && !(Step % 2 != 1) ~| TRUE",
    };
    for (int i = 0; i < ARRAY_LEN(whole); i++) {
        const size_t n = strlen(whole[i]);
        for (size_t length = 0; length <= n; length++) {
            char *text = heap_resize(NULL, length + 1);
            memcpy(text, whole[i], length);
            text[length] = '\0';
            world *fresh = world_create();
            parse_and_run(fresh, text, length, false);
            parse_and_run(fresh, text, length, true);
            world_destroy(fresh);
            free(text);
        }
    }
    (void)w;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(depth_is_limited),
        WORLD_TEST(up_to_the_limit_all_is_well),
        WORLD_TEST(long_texts_take_time_in_proportion),
        WORLD_TEST(bytes),
        WORLD_TEST(pieces),
        WORLD_TEST(beginnings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
