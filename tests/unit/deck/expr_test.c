/* expr_test.c - the language of expressions as a deck uses it: numbers, operators, variables, strings, lists, ends. */
#include "unit/deck/expr_world.h"
#include <limits.h>

typedef struct {
    const char *text;
    double wanted;
} row;

static void check(world *world, const row *rows, int n)
{
    for (int i = 0; i < n; i++) {
        const double found = value_to_real(evaluate(world, rows[i].text));
        if (!(fabs(found - rows[i].wanted) <= 1e-15 * fabs(rows[i].wanted)))
            fail_msg("%s = %.17g, not %.17g", rows[i].text, found, rows[i].wanted);
    }
}

#define CHECK(rows) check(*state, rows, ARRAY_LEN(rows))

/* The deck math-numbers. */
static void numbers(void **state)
{
    const row rows[] = {{"12", 12},           {"-12", -12},
                        {".5", .5},           {"5.", 5},
                        {"0.125", .125},      {"1e2", 100},
                        {"1E2", 100},         {"1e+2", 100},
                        {"1.5e-3", .0015},    {"-1.5E-3", -.0015},
                        {"1.e2", 100},        {".5e1", 5},
                        {"1e2/300", 1. / 3.}, {"0", 0},
                        {"007.5", 7.5},       {"2147483647", INT_MAX},
                        {"0.1", 0.1},         {"10000000000000000.", 1e16}};
    CHECK(rows);
    world *world = *state;
    assert_int_equal(evaluate(world, "1").type, TYPE_INTEGER);
    assert_int_equal(evaluate(world, "1.").type, TYPE_REAL);
    assert_int_equal(evaluate(world, "1e2").type, TYPE_REAL);
}

/* The deck math-operators-precedence, in its order. */
static void precedence(void **state)
{
    const row rows[] = {{"-2^2", 4},
                        {"-(2^2)", -4},
                        {"1 - 2^2", -3},
                        {"2*3^2", 18},
                        {"2^-1.", .5},
                        {"2.^3^2", 512},
                        {"(2.^3)^2", 64},
                        {"1 - 2 - 3", -4},
                        {"8/4/2", 1},
                        {"8/4*2", 4},
                        {"2*3 + 4", 10},
                        {"2 + 3*4", 14},
                        {"2 - -3", 5},
                        {"2*-3", -6},
                        {"+3", 3},
                        {"10/4.*2", 5},
                        {"10/4*2.", 4},
                        {"5 - 2 > 2*1 + 1", 0},
                        {"5 - 1 > 2*1 + 1", 1},
                        {"3 > 2 > 1", 0},
                        {"1 > 2 == 0", 1},
                        {"2 < 3 == 1", 1},
                        {"1 == 1 > 0", 1},
                        {"2 != 3 != 1", 0},
                        {"3 >= 3", 1},
                        {"3 <= 2", 0},
                        {"3. == 3", 1},
                        {"1 || 0 && 0", 0},
                        {"0 && 0 || 1", 1},
                        {"1 ~| 1 || 1", 1},
                        {"1 || 1 ~| 1", 0},
                        {"1 ~| 0", 1},
                        {"3 ~| 5", 0},
                        {"1 && 2", 1},
                        {"0 || 0.5", 1},
                        {"!0", 1},
                        {"!3", 0},
                        {"!0.5", 0},
                        {"!1 + 1", 1},
                        {"!(1 + 1)", 0},
                        {"!0*5", 5}};
    CHECK(rows);
}

static void more_precedence(void **state)
{
    const row rows[] = {{"--3", 3},
                        {"-+-3", 3},
                        {"!!5", 1},
                        {"-!0", -1},
                        {"2^3^2/2", 256},
                        {"-2^-2.", .25},
                        {"1 + 2 < 4 && 5 > 3 - 1", 1},
                        {"7 - 3 % 2", 6},
                        {"8/3%2*5", 0},
                        {"2*(3 + 4)*5", 70},
                        {"((((7))))", 7},
                        {"1 < 2 || 1/1 == 2", 1},
                        {"-2*-3", 6}};
    CHECK(rows);
}

static void integer_arithmetic(void **state)
{
    const row rows[] = {{"7/2", 3},
                        {"-7/2", -3},
                        {"7/-2", -3},
                        {"-7%3", -1},
                        {"7%-3", 1},
                        {"7%3", 1},
                        {"2^10", 1024},
                        {"(-2)^31", INT_MIN},
                        {"0^0", 1},
                        {"1^-5", 1},
                        {"(-1)^-3", -1},
                        {"INT_MAX - 1 + 1", INT_MAX},
                        {"INT_MIN + 1 - 1", INT_MIN},
                        {"46340*46340", 2147395600},
                        {"65536*-32768", INT_MIN},
                        {"65536*65536.", 4294967296.0},
                        {"INT_MIN%-1", 0},
                        {"3^19", 1162261467},
                        {"1/3", 0},
                        {"1 + 2.5", 3.5},
                        {"5/2.", 2.5}};
    CHECK(rows);
    world *world = *state;
    assert_int_equal(evaluate(world, "7/2").type, TYPE_INTEGER);
    assert_int_equal(evaluate(world, "2^10").type, TYPE_REAL);
    assert_int_equal(evaluate(world, "2.^2").type, TYPE_REAL);
    assert_int_equal(evaluate(world, "2^2.").type, TYPE_REAL);
    assert_int_equal(evaluate(world, "1 < 2").type, TYPE_BOOL);
    assert_int_equal(evaluate(world, "1 && 2").type, TYPE_BOOL);
    assert_int_equal(evaluate(world, "!5").type, TYPE_BOOL);
    assert_int_equal(evaluate(world, "-TRUE").type, TYPE_INTEGER);
    assert_int_equal(evaluate(world, "+TRUE").type, TYPE_INTEGER);
    assert_int_equal(evaluate(world, "TRUE + TRUE").type, TYPE_INTEGER);
    assert_int_equal(evaluate(world, "TRUE^TRUE").type, TYPE_REAL);
}

/* What each operator gives for each pair of types: sums, products and quotients the larger type, integer at least; a
 * power a real; comparisons and logic a bool; % integers of integers alone. */
static void types_of_every_operator(void **state)
{
    static const struct {
        const char *sign;
        int result; /* -1: the larger of both */
    } OPERATORS[] = {{"+", -1},        {"-", -1},         {"*", -1},         {"/", -1},         {"^", TYPE_REAL},
                     {"<", TYPE_BOOL}, {"<=", TYPE_BOOL}, {"==", TYPE_BOOL}, {"!=", TYPE_BOOL}, {">=", TYPE_BOOL},
                     {">", TYPE_BOOL}, {"&&", TYPE_BOOL}, {"||", TYPE_BOOL}, {"~|", TYPE_BOOL}};
    static const char *const OF[] = {[TYPE_BOOL] = "TRUE", [TYPE_INTEGER] = "3", [TYPE_REAL] = "1.5"};
    world *world = *state;
    for (size_t k = 0; k < sizeof OPERATORS / sizeof *OPERATORS; k++)
        for (int a = TYPE_BOOL; a <= TYPE_REAL; a++)
            for (int b = TYPE_BOOL; b <= TYPE_REAL; b++) {
                const int larger = a > b ? a : b, number = larger > TYPE_INTEGER ? larger : TYPE_INTEGER;
                char words[64];
                snprintf(words, sizeof words, "%s %s %s", OF[a], OPERATORS[k].sign, OF[b]);
                assert_int_equal(evaluate(world, words).type, OPERATORS[k].result < 0 ? number : OPERATORS[k].result);
            }
    assert_int_equal(evaluate(world, "7 % 2").type, TYPE_INTEGER);
    assert_int_equal(evaluate(world, "7 % TRUE").type, TYPE_INTEGER);
}

static void reals_follow_ieee(void **state)
{
    world *world = *state;
    assert_true(isinf(evaluate(world, "1./0.").r));
    assert_true(isinf(evaluate(world, "1/0.").r));
    assert_true(evaluate(world, "-1./0").r < 0.0);
    assert_true(isnan(evaluate(world, "0./0.").r));
    assert_true(isinf(evaluate(world, "0.^-1").r));
    assert_true(isinf(evaluate(world, "1e308*10").r));
    assert_true(evaluate(world, "1./(0*-3)").r > 0.0); /* an integer zero has no sign */
    assert_true(evaluate(world, "1./real(-0)").r > 0.0);
    assert_near(evaluate(world, "(-8.)^3").r, -512.0, 0.0);
}

/* The deck math-casts. */
static void casts(void **state)
{
    const row rows[] = {{"integer(2.7)", 2},
                        {"integer(-2.7)", -2},
                        {"integer(7)/2", 3},
                        {"real(7)/2", 3.5},
                        {"real(1)/3", 1. / 3.},
                        {"bool(0.3)", 1},
                        {"bool(0)", 0},
                        {"bool(-2)", 1},
                        {"bool(2) + bool(3)", 2},
                        {"TRUE + TRUE", 2},
                        {"TRUE/2", 0},
                        {"FALSE + 0.5", .5},
                        {"(integer trunc_i = 2.7; trunc_i)", 2},
                        {"(integer trunc_n = -2.7; trunc_n)", -2},
                        {"(real from_int = 7/2; from_int)", 3},
                        {"(bool flag = 5; flag + 1)", 2},
                        {"(bool t = TRUE; integer sum = t + 2; sum)", 3}};
    CHECK(rows);
}

/* The deck multiple-expressions. */
static void lists_of_statements(void **state)
{
    const double r = 2.0 * acos(-1.0);
    const row rows[] = {{"(real r = 2.*pi; integer i = 3; i*r)", 3.0 * r},
                        {"r + i", r + 3.0},
                        {"(i = i + 1; i*2)", 8},
                        {"i", 4},
                        {"(real b = 3.; real a = b*2.; a + b)", 9},
                        {"a", 6},
                        {"(integer n; n = 5; n = n*n; n)", 25},
                        {"n", 25},
                        {"(n = 6)", 6},
                        {"(n)", 6},
                        {"(n; n + 1; n + 2)", 8},
                        {"(n + 1)*2", 14},
                        {" ( integer only = 3 ) ", 3}};
    CHECK(rows);
}

/* The deck variables-set-ifndef-const. */
static void variables(void **state)
{
    const row rows[] = {{"real undefined_yet", 0},
                        {"integer w = 10", 10},
                        {"ifndef integer w = 11", 10},
                        {"ifndef real ifn_new = 12.5", 12.5},
                        {"integer W = 20", 20},
                        {"real w2 = w*1.5", 15},
                        {"w = w + 1", 11},
                        {"w2", 15},
                        {"const integer c = 100", 100},
                        {"ifndef const integer c = 7", 100},
                        {"ifndef const integer c", 100},
                        {"ifndef const real d = 0.25", 0.25},
                        {"real _under_9 = -1.e-3", -1e-3},
                        {"(real late = 3.; real depends = late*2.; late = 30.; 0)", 0},
                        {"late + depends", 36},
                        {"real step = 2.", 2}, /* functions have names of their own */
                        {"step(step)", 1},
                        {"ifndef string w = \"other\"", 11},
                        {"real x = 1/2", 0}};
    CHECK(rows);
    world *world = *state;
    assert_int_equal(symbols_find(world->names, "x", 1)->type, TYPE_REAL);
    assert_true(symbols_find(world->names, "d", 1)->is_const);
    assert_false(symbols_find(world->names, "w2", 2)->is_const);
    evaluate(world, "Time = 2.5");
    assert_near(world->time->now.r, 2.5, 0.0);
}

static void declaration_knows_its_place(void **state)
{
    world *world = *state;
    expr_source in = world_source(world, "  const real here = 1.;");
    in.file = 7, in.base = 100, in.sequence = false;
    size_t at = 0;
    value v;
    assert_true(expr_evaluate(&in, &at, &v));
    assert_int_equal(at, 22);
    const source_location location = symbols_find(world->names, "here", 4)->location;
    assert_int_equal(location.file, 7);
    assert_int_equal(location.offset, 113);
    assert_int_equal(location.length, 4);
}

static void strings(void **state)
{
    world *world = *state;
    const struct {
        const char *text, *wanted;
    } rows[] = {
        {"\"hello\"", "hello"},
        {"\"\"", ""},
        {"\"x\" + 1", "x1"},
        {"\"x\" + 1.5", "x1.5"},
        {"\"x\" + TRUE", "x1"},
        {"\"a \\\"quoted\\\" word\"", "a \"quoted\" word"},
        {"\"back\\\\slash\"", "back\\slash"},
        {"\"d\\41e\"", "d41e"},
        {"\"two\\\nlines\"", "two\nlines"},
        {"\"# no comment /* here\"", "# no comment /* here"},
        {"string stem = \"part\"", "part"},
        {"string whole = stem + \"_\" + sprintf(\"%02d\", 7) + 3 + \"x\"", "part_073x"},
        {"whole", "part_073x"},
        {"stem = stem + stem", "partpart"},
        {"string number = 2.5", "2.5"},
        {"number = 7", "7"},
        {"string empty", ""},
        {"(\"a\" + \"b\") + \"c\"", "abc"},
        {"\"x\" + (1 + 2)", "x3"},
    };
    for (int i = 0; i < ARRAY_LEN(rows); i++) {
        const value v = evaluate(world, rows[i].text);
        assert_int_equal(v.type, TYPE_STRING);
        assert_string_equal(v.s, rows[i].wanted);
    }
}

/* A variable keeps its string when the memory of the expression is gone. */
static void string_variables_own_their_text(void **state)
{
    world *world = *state;
    expr_source in = world_source(world, "string kept = \"a\" + 1 + \"b\"");
    in.memory = arena_create();
    size_t at = 0;
    assert_non_null(expr_parse(&in, &at));
    arena_destroy(in.memory);
    assert_string_equal(evaluate(world, "kept").s, "a1b");
}

static void comments_are_blanks(void **state)
{
    const row rows[] = {{"3. + # first\n 4.", 7},
                        {"/* a */ 1 /* b */ + /* c; d, e) */ 2 /* f */", 3},
                        {"(real a_c = 2.; /* inside */ a_c*3.)", 6},
                        {"max /* of */ ( 1, /* and */ 2 # two\n )", 2},
                        {"default /* x */ :: /* y */ sqrt(4.)", 2},
                        {"real /* type */ b_c /* name */ = /* value */ 3.", 3},
                        {"\t1\r\n+\v2\f", 3},
                        {"4 # to the end", 4},
                        {"2 /**/ * 3", 6}};
    CHECK(rows);
}

static void expression_ends_where_it_must(void **state)
{
    world *world = *state;
    const char *const texts[] = {"1+2, 3", "1+2; 3", "1+2: 3",   "1+2) 3",       "1+2] 3",
                                 "1+2} 3", "1+2",    "(1)+2, 4", "1+2 /*,*/ , 3"};
    const size_t ends[] = {3, 3, 3, 3, 3, 3, 3, 5, 10};
    for (int i = 0; i < ARRAY_LEN(texts); i++) {
        expr_source in = world_source(world, texts[i]);
        in.sequence = false;
        size_t at = 0;
        value v = {0};
        assert_true(expr_evaluate(&in, &at, &v));
        assert_int_equal(at, ends[i]);
        assert_int_equal(v.i, 3);
    }
}

static void parsing_begins_where_requested(void **state)
{
    world *world = *state;
    const expr_source in = world_source(world, "1, 2*3 , 4");
    size_t at = 2;
    value v;
    assert_true(expr_evaluate(&in, &at, &v));
    assert_int_equal(v.i, 6);
    assert_int_equal(at, 7);
}

static void sequences_of_statements(void **state)
{
    world *world = *state;
    assert_near(evaluate(world, "real v = 2.; v = v*3; v + 1").r, 7.0, 0.0);
    assert_near(evaluate(world, "v;").r, 6.0, 0.0);
    assert_near(evaluate(world, "(v = 1.; 5); v").r, 1.0, 0.0);
    expr_source in = world_source(world, "v = 4.; v + 1");
    in.sequence = false;
    size_t at = 0;
    value v;
    assert_true(expr_evaluate(&in, &at, &v));
    assert_int_equal(at, 6);
    assert_near(v.r, 4.0, 0.0);
}

static void what_is_read_is_constant(void **state)
{
    world *world = *state;
    world->time->now.r = 3.0;
    const expr_source in = world_source(world, "2*Time + Var");
    size_t at = 0;
    const expr *expression = expr_parse(&in, &at);
    assert_true(expr_is_constant(expression));
    assert_true(expr_has_time_derivative(expression));
    assert_int_equal(expr_type(expression), TYPE_REAL);
    world->time->now.r = 4.0;
    expr_run run = {.var = 5.0};
    value v;
    double r, derivative;
    assert_true(expr_value(expression, &run, &v));
    assert_near(v.r, 6.0, 0.0);
    assert_true(expr_real(expression, &run, &r));
    assert_near(r, 6.0, 0.0);
    assert_true(expr_real_derivative(expression, &run, 1.0, 1.0, &r, &derivative));
    assert_near(derivative, 0.0, 0.0);
}

static void string_is_no_number(void **state)
{
    world *world = *state;
    const expr_source in = world_source(world, "\"text\"");
    size_t at = 0;
    const expr *expression = expr_parse(&in, &at);
    expr_run run = {0};
    value v;
    double r, derivative;
    assert_true(expr_value(expression, &run, &v));
    assert_string_equal(v.s, "text");
    assert_false(expr_real(expression, &run, &r));
    assert_string_equal(run.why, "a string is not a number");
    assert_false(expr_real_derivative(expression, &run, 1.0, 0.0, &r, &derivative));
}

/* An assignment is carried out once, however often its value is asked for. */
static void side_effects_happen_once(void **state)
{
    world *world = *state;
    evaluate(world, "real counter = 1.");
    const expr_source in = world_source(world, "counter = counter + 4.");
    size_t at = 0;
    const expr *expression = expr_parse(&in, &at);
    expr_run run = {0};
    value v;
    for (int i = 0; i < 3; i++)
        assert_true(expr_value(expression, &run, &v));
    assert_near(v.r, 5.0, 0.0);
    assert_near(evaluate(world, "counter").r, 5.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(numbers),
        WORLD_TEST(precedence),
        WORLD_TEST(more_precedence),
        WORLD_TEST(integer_arithmetic),
        WORLD_TEST(types_of_every_operator),
        WORLD_TEST(reals_follow_ieee),
        WORLD_TEST(casts),
        WORLD_TEST(lists_of_statements),
        WORLD_TEST(variables),
        WORLD_TEST(declaration_knows_its_place),
        WORLD_TEST(strings),
        WORLD_TEST(string_variables_own_their_text),
        WORLD_TEST(comments_are_blanks),
        WORLD_TEST(expression_ends_where_it_must),
        WORLD_TEST(parsing_begins_where_requested),
        WORLD_TEST(sequences_of_statements),
        WORLD_TEST(what_is_read_is_constant),
        WORLD_TEST(string_is_no_number),
        WORLD_TEST(side_effects_happen_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
