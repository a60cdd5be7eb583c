/* expr_error_test.c - every refusal of an expression: its code, its text, its place, its hint. */
#include "unit/deck/expr_world.h"
#include "deck/diag_rows.h"

typedef struct {
    const char *text;
    diag_code code;
    const char *message;
    int index, length;
    const char *hint; /* its beginning; NULL: none */
} row;

static void check(world *world, const row *rows, int n, bool run_time)
{
    for (int i = 0; i < n; i++) {
        const row *row = &rows[i];
        const diag_message message = refusal(world, row->text, run_time);
        if (message.code != row->code || strcmp(message.text, row->message) != 0)
            fail_msg("%s: %s %s", row->text, message.code->id, message.text);
        if ((int)message.location.offset != row->index || (int)message.location.length != row->length)
            fail_msg("%s: at %u, length %u", row->text, message.location.offset, message.location.length);
        if (row->hint ? strncmp(message.hint, row->hint, strlen(row->hint)) != 0 : message.hint[0] != '\0')
            fail_msg("%s: hint %s", row->text, message.hint);
        assert_int_equal(message.location.file, 1);
        assert_int_equal(diag_errors(world->errors), 1);
    }
}

#define CHECK(rows) check(*state, rows, ARRAY_LEN(rows), false)

static void what_is_missing(void **state)
{
    const row rows[] = {
        {"", E_EXPR_NO_VALUE, "expected a value, found the end of the text", 0, 1, NULL},
        {"1 +", E_EXPR_NO_VALUE, "expected a value, found the end of the text", 3, 1, NULL},
        {"1 + * 2", E_EXPR_NO_VALUE, "expected a value, found '*'", 4, 1, NULL},
        {"2**3", E_EXPR_NO_VALUE, "expected a value, found '*'", 2, 1, "a power is written ^"},
        {"max(1,)", E_EXPR_NO_VALUE, "expected a value, found ')'", 6, 1, NULL},
        {"(real q = 1.;)", E_EXPR_NO_VALUE, "expected a value, found ')'", 13, 1, "the last statement of a list"},
        {"real a = ;", E_EXPR_NO_VALUE, "expected a value, found ';'", 9, 1, NULL},
        {"2 @", E_EXPR_NO_OPERATOR, "expected an operator or the end of the expression, found '@'", 2, 1, NULL},
        {"2 3.5", E_EXPR_NO_OPERATOR, "expected an operator or the end of the expression, found '3.5'", 2, 3, NULL},
        {"pi e", E_EXPR_NO_OPERATOR, "expected an operator or the end of the expression, found 'e'", 3, 1, NULL},
        {"1 & 2", E_EXPR_NO_OPERATOR, "expected an operator or the end of the expression, found '&'", 2, 1,
         "and is written &&"},
        {"1 | 2", E_EXPR_NO_OPERATOR, "expected an operator or the end of the expression, found '|'", 2, 1,
         "or is written ||"},
        {"1 ~ 2", E_EXPR_NO_OPERATOR, "expected an operator or the end of the expression, found '~'", 2, 1,
         "exclusive or"},
        {"\"a\" \"b\"", E_EXPR_NO_OPERATOR, "expected an operator or the end of the expression, found '\"'", 4, 1,
         "strings are joined with +"},
        {"2(3)", E_EXPR_NO_OPERATOR, "expected an operator or the end of the expression, found '('", 1, 1,
         "a product is written with *"},
        {"5 :: 3", E_EXPR_NO_OPERATOR, "expected an operator or the end of the expression, found ':'", 2, 1, NULL},
        {"real a == 3", E_EXPR_NO_OPERATOR, "expected an operator or the end of the expression, found '='", 7, 1, NULL},
        {"(1 + 2", E_EXPR_NOT_CLOSED, "missing ')' before the end of the text", 6, 1, NULL},
        {"2*(1 + 2; 3)", E_EXPR_NOT_CLOSED, "missing ')' before ';'", 8, 1, NULL},
        {"(1, 2)", E_EXPR_NOT_CLOSED, "missing ')' before ','", 2, 1, NULL},
        {"max(1; 2)", E_EXPR_NOT_CLOSED, "missing ')' before ';'", 5, 1, NULL},
        {"sin(1", E_EXPR_NOT_CLOSED, "missing ')' before the end of the text", 5, 1, NULL},
        {"a = (0.5 + 1.;", E_EXPR_UNKNOWN_VARIABLE, "variable 'a' is not defined", 0, 1,
         "declare it before its first use"},
        {"real length = (0.5 + 1.;", E_EXPR_NOT_CLOSED, "missing ')' before ';'", 23, 1, NULL},
        {"default::", E_EXPR_NO_NAME, "expected the name of a variable after '::', found the end of the text", 9, 1,
         NULL},
        {"default::sin", E_EXPR_NO_CALL, "function 'default::sin' needs its arguments in parentheses", 0, 12, NULL},
    };
    CHECK(rows);
}

static void open_bracket_is_shown(void **state)
{
    world *world = *state;
    refusal(world, "3*(1 + (2*4)", false);
    assert_int_equal(world->said.n, 2);
    assert_int_equal(world->said.items[1].code, N_EXPR_OPENED_HERE);
    assert_int_equal(world->said.items[1].level, DIAG_NOTE);
    assert_string_equal(world->said.items[1].text, "the parenthesis was opened here");
    assert_int_equal(world->said.items[1].location.offset, 2);
}

static void malformed_texts(void **state)
{
    const row rows[] = {
        {"2pi", E_EXPR_NUMBER, "'2pi' is not a number", 0, 3, "an operator is missing: 2*pi"},
        {"1.5.2", E_EXPR_NUMBER, "'1.5.2' is not a number", 0, 5, NULL},
        {"1e", E_EXPR_NUMBER, "'1e' is not a number", 0, 2, "write an exponent as e and digits"},
        {"1.d3", E_EXPR_NUMBER, "'1.d3' is not a number", 0, 4, "write an exponent as e and digits"},
        {"1 + 0x10", E_EXPR_NUMBER, "'0x10' is not a number", 4, 4, "an operator is missing"},
        {".", E_EXPR_NUMBER, "'.' is not a number", 0, 1, NULL},
        {"10000000000", E_EXPR_INTEGER_RANGE,
         "the integer 10000000000 is outside the range of integers, -2147483648 to 2147483647", 0, 11,
         "end it with a dot to make it a real number: 10000000000."},
        {"1 - 2147483648", E_EXPR_INTEGER_RANGE,
         "the integer 2147483648 is outside the range of integers, -2147483648 to 2147483647", 4, 10,
         "end it with a dot"},
        {"007", E_EXPR_LEADING_ZERO, "the integer 007 has a leading zero", 0, 3, "octal numbers"},
        {"00", E_EXPR_LEADING_ZERO, "the integer 00 has a leading zero", 0, 2, "octal numbers"},
        {"1e999", E_EXPR_REAL_RANGE, "the number 1e999 is too large for a real", 0, 5, NULL},
        {"0.5e-999", E_EXPR_REAL_RANGE, "the number 0.5e-999 is too small for a real", 0, 8, NULL},
        {"1 + \"abc", E_EXPR_STRING_OPEN, "the string that begins here is not closed", 4, 1, NULL},
        {"\"abc\\\"", E_EXPR_STRING_OPEN, "the string that begins here is not closed", 0, 1, NULL},
        {"\"abc\\", E_EXPR_STRING_OPEN, "the string that begins here is not closed", 0, 1, NULL},
        {"1 /* abc", E_EXPR_COMMENT_OPEN, "the comment that begins here is not closed", 2, 2, NULL},
        {"const /* abc", E_EXPR_COMMENT_OPEN, "the comment that begins here is not closed", 6, 2, NULL},
        {"1; /* abc", E_EXPR_COMMENT_OPEN, "the comment that begins here is not closed", 3, 2, NULL},
        {"/*/", E_EXPR_COMMENT_OPEN, "the comment that begins here is not closed", 0, 2, NULL},
    };
    CHECK(rows);
}

static void unknown_names(void **state)
{
    world *world = *state;
    evaluate(world, "real length = 0.5; real height = 2.");
    symbols_add_namespace(world->names, &(name_space){.name = "model"});
    const row rows[] = {
        {"2*lenght", E_EXPR_UNKNOWN_VARIABLE, "variable 'lenght' is not defined", 2, 6, "did you mean length?"},
        {"zzz", E_EXPR_UNKNOWN_VARIABLE, "variable 'zzz' is not defined", 0, 3,
         "declare it before its first use: set: real zzz = ...;"},
        {"sin + 1", E_EXPR_UNKNOWN_VARIABLE, "variable 'sin' is not defined", 0, 3, "it is a function: real sin(real)"},
        {"heigth = 3.", E_EXPR_UNKNOWN_VARIABLE, "variable 'heigth' is not defined", 0, 6, "did you mean height?"},
        {"sqr(2.)", E_EXPR_UNKNOWN_FUNCTION, "function 'sqr' is not defined", 0, 3, "did you mean sqrt?"},
        {"1 + length(2.)", E_EXPR_UNKNOWN_FUNCTION, "function 'length' is not defined", 4, 6, "length is a variable"},
        {"default::sni(1)", E_EXPR_UNKNOWN_FUNCTION, "function 'default::sni' is not defined", 0, 12,
         "did you mean sin?"},
        {"mdoel::x(1)", E_EXPR_UNKNOWN_NAMESPACE, "namespace 'mdoel' is not defined", 0, 5, "did you mean model?"},
        {"nowhere::sin(0.5)", E_EXPR_UNKNOWN_NAMESPACE, "namespace 'nowhere' is not defined", 0, 7,
         "known namespaces: default, model"},
        {"float x = 0.5", E_EXPR_UNKNOWN_TYPE, "unknown type 'float' in the declaration of 'x'", 0, 5,
         "the types are bool, integer, real and string"},
        {"linear elastic, 5.", E_EXPR_NO_VALUE, "expected a value, found 'linear elastic'", 0, 14, ""},
        {"const double x = 0.5", E_EXPR_UNKNOWN_TYPE, "unknown type 'double' in the declaration of 'x'", 6, 6,
         "the types are"},
    };
    CHECK(rows);
}

static void wrong_declarations(void **state)
{
    world *world = *state;
    evaluate(world, "real length = 0.5; const integer GROUND = 1");
    symbol *live = symbols_declare(world->names, "x3", 2, TYPE_REAL, (source_location){0});
    live->is_live = true;
    const row rows[] = {
        {"real length = 0.6", E_EXPR_REDEFINED, "variable 'length' is already defined", 5, 6,
         "write length = ... to assign it"},
        {"integer pi = 3", E_EXPR_REDEFINED, "variable 'pi' is already defined", 8, 2,
         "it is constant; choose another name"},
        {"GROUND = 3", E_EXPR_ASSIGN_CONST, "'GROUND' is constant and cannot be assigned", 0, 6, NULL},
        {"x3 = 3", E_EXPR_ASSIGN_LIVE, "'x3' is bound to the model and cannot be assigned", 0, 2, NULL},
        {"const real z", E_EXPR_CONST_VALUE, "constant 'z' needs a value", 11, 1, NULL},
        {"1 + length = 3", E_EXPR_ASSIGN_TARGET,
         "a declaration or an assignment is only allowed at the start of a statement", 11, 1, "use == to compare"},
        {"2*(length = 3)", E_EXPR_ASSIGN_TARGET,
         "a declaration or an assignment is only allowed at the start of a statement", 10, 1, "use == to compare"},
        {"2*(real a = 3)", E_EXPR_ASSIGN_TARGET,
         "a declaration or an assignment is only allowed at the start of a statement", 3, 4, NULL},
        {"length = GROUND = 3", E_EXPR_ASSIGN_TARGET,
         "a declaration or an assignment is only allowed at the start of a statement", 16, 1, "use == to compare"},
        {"real = 3", E_EXPR_NO_NAME, "expected the name of a variable after 'real', found '='", 5, 1, NULL},
        {"ifndef = 3", E_EXPR_NO_NAME, "expected the name of a variable after 'ifndef', found '='", 7, 1, NULL},
        {"const 3", E_EXPR_NO_NAME, "expected the name of a variable after 'const', found '3'", 6, 1, NULL},
        {"real 2x = 3", E_EXPR_NO_NAME, "expected the name of a variable after 'real', found '2x'", 5, 2, NULL},
        {"real string = 3", E_EXPR_RESERVED, "'string' is a reserved word and cannot name a variable", 5, 6, NULL},
        {"real b = c", E_EXPR_UNKNOWN_VARIABLE, "variable 'c' is not defined", 9, 1, "declare it before its first use"},
        {"real b = b", E_EXPR_UNKNOWN_VARIABLE, "variable 'b' is not defined", 9, 1, "declare it before its first use"},
    };
    CHECK(rows);
    assert_null(symbols_find(world->names, "b", 1));
    refusal(world, "real length = 0.6", false);
    assert_int_equal(world->said.n, 2);
    assert_int_equal(world->said.items[1].code, N_EXPR_DEFINED_HERE);
    assert_string_equal(world->said.items[1].text, "'length' was defined here");
    assert_int_equal(world->said.items[1].location.offset, 5);
}

static void wrong_arguments(void **state)
{
    const row rows[] = {
        {"atan2(0.5)", E_EXPR_ARGUMENT_COUNT, "atan2 takes 2 arguments, not 1", 0, 5, "real atan2(real, real)"},
        {"sin(0.5, 2.)", E_EXPR_ARGUMENT_COUNT, "sin takes 1 argument, not more", 0, 3, "real sin(real)"},
        {"1 + sin()", E_EXPR_ARGUMENT_COUNT, "sin takes 1 argument, not 0", 4, 3, "real sin(real)"},
        {"rand(1)", E_EXPR_ARGUMENT_COUNT, "rand takes 0 arguments, not more", 0, 4, "integer rand()"},
        {"real(1, 2)", E_EXPR_ARGUMENT_COUNT, "real takes 1 argument, not more", 0, 4, "real real(any)"},
        {"sin(\"a\")", E_EXPR_ARGUMENT_TYPE, "argument 1 of sin must be of type real, not string", 4, 3,
         "real sin(real)"},
        {"max(1., \"a\" + 1)", E_EXPR_ARGUMENT_TYPE, "argument 2 of max must be of type real, not string", 8, 7,
         "real max(real, real)"},
        {"sprintf(4, 4)", E_EXPR_ARGUMENT_TYPE, "argument 1 of sprintf must be of type string, not integer", 8, 1,
         "string sprintf(string, any)"},
    };
    CHECK(rows);
}

static void wrong_types(void **state)
{
    world *world = *state;
    evaluate(world, "string s = \"text\"; real r = 1.");
    const char *join = "strings can only be joined, with +";
    const row rows[] = {
        {"7.5%2", E_EXPR_REMAINDER, "operator '%' takes integers, not real and integer", 3, 1, NULL},
        {"7%r", E_EXPR_REMAINDER, "operator '%' takes integers, not integer and real", 1, 1, NULL},
        {"1 + \"x\"", E_EXPR_OPERAND_TYPE, "operator '+' cannot take integer and string", 2, 1,
         "a number can be added to a string"},
        {"s - s", E_EXPR_OPERAND_TYPE, "operator '-' cannot take string and string", 2, 1, join},
        {"s*2", E_EXPR_OPERAND_TYPE, "operator '*' cannot take string and integer", 1, 1, join},
        {"s == \"text\"", E_EXPR_OPERAND_TYPE, "operator '==' cannot take string and string", 2, 2, join},
        {"s && TRUE", E_EXPR_OPERAND_TYPE, "operator '&&' cannot take string and bool", 2, 2, join},
        {"s%2", E_EXPR_OPERAND_TYPE, "operator '%' cannot take string and integer", 1, 1, join},
        {"-s", E_EXPR_UNARY_TYPE, "operator '-' cannot take a string", 0, 1, NULL},
        {"!\"a\"", E_EXPR_UNARY_TYPE, "operator '!' cannot take a string", 0, 1, NULL},
        {"+s", E_EXPR_UNARY_TYPE, "operator '+' cannot take a string", 0, 1, NULL},
        {"integer(\"12\")", E_EXPR_CONVERT, "a string cannot be converted to integer", 8, 4, NULL},
        {"real length = \"half\"", E_EXPR_CONVERT, "a string cannot be converted to real", 14, 6, NULL},
        {"r = s + 1", E_EXPR_CONVERT, "a string cannot be converted to real", 4, 5, NULL},
        {"real u = s; 1", E_EXPR_CONVERT, "a string cannot be converted to real", 9, 1, NULL},
        {"bool flag = s", E_EXPR_CONVERT, "a string cannot be converted to bool", 12, 1, NULL},
    };
    CHECK(rows);
    assert_null(symbols_find(world->names, "length", 6));
}

static void impossible_values(void **state)
{
    const char *range = "the number is outside the range of integers";
    const char *wide = "the result is outside the range of integers; with a decimal point the numbers are real";
    const row rows[] = {
        {"INT_MAX + 1", E_EXPR_VALUE, wide, 8, 1, NULL},
        {"INT_MIN - 1", E_EXPR_VALUE, wide, 8, 1, NULL},
        {"65536*65536", E_EXPR_VALUE, wide, 5, 1, NULL},
        {"46341*46341", E_EXPR_VALUE, wide, 5, 1, NULL},
        {"-INT_MIN", E_EXPR_VALUE, wide, 0, 8, NULL},
        {"INT_MIN/-1", E_EXPR_VALUE, wide, 7, 1, NULL},
        {"1/0", E_EXPR_VALUE, "an integer is divided by zero", 1, 1, NULL},
        {"1 + 7 % 0", E_EXPR_VALUE, "the remainder of a division by zero", 6, 1, NULL},
        {"(-2.)^0.5", E_EXPR_VALUE, "a power of a negative number with a fraction as exponent", 5, 1, NULL},
        {"integer(3e9)", E_EXPR_VALUE, range, 8, 3, NULL},
        {"integer i = 1e10", E_EXPR_VALUE, range, 12, 4, NULL},
        {"integer j = 0./0.", E_EXPR_VALUE, range, 12, 5, NULL},
        {"2*sqrt(-1)", E_EXPR_VALUE, "sqrt: the argument is negative", 2, 4, NULL},
        {"default::log(0)", E_EXPR_VALUE, "log: the argument is not positive", 0, 12, NULL},
    };
    CHECK(rows);
    check(*state, rows, ARRAY_LEN(rows), true);
    const row first[] = {{"2*sqrt(Var - 1); 3", E_EXPR_VALUE, "sqrt: the argument is negative", 2, 1, NULL}};
    check(*state, first, 1, true);
}

static void lists_stand_alone(void **state)
{
    const char *text = "a list of expressions cannot be part of a larger expression";
    const row rows[] = {
        {"(real l = 1.; l) + 1", E_EXPR_LIST_INSIDE, text, 17, 1, NULL},
        {"(1; 2)*3", E_EXPR_LIST_INSIDE, text, 6, 1, NULL},
        {"((1; 2))", E_EXPR_NOT_CLOSED, "missing ')' before ';'", 3, 1, NULL},
        {"-(1; 2)", E_EXPR_NOT_CLOSED, "missing ')' before ';'", 3, 1, NULL},
    };
    CHECK(rows);
}

static void strings_at_run_time(void **state)
{
    world *world = *state;
    evaluate(world, "string s = \"text\"; integer n = 2");
    const char *text = "a string cannot be built at run time", *hint = "use string_eval(...) to build it once";
    const row rows[] = {
        {"sin(Time) + sprintf(\"%d\", n)", E_EXPR_RUN_TIME_STRING, text, 12, 7, hint},
        {"s + n", E_EXPR_RUN_TIME_STRING, text, 2, 1, hint},
        {"\"a\" + Var", E_EXPR_RUN_TIME_STRING, text, 4, 1, hint},
        {"string(Time)", E_EXPR_RUN_TIME_STRING, text, 7, 4, hint},
        {"s", E_EXPR_STRING_RESULT, "expected a number, but the expression is a string", 0, 1, NULL},
        {"\"a\" + 1", E_EXPR_STRING_RESULT, "expected a number, but the expression is a string", 0, 7, NULL},
    };
    check(world, rows, ARRAY_LEN(rows), true);
}

static void error_stands_at_its_offset(void **state)
{
    world *world = *state;
    world_discard(world);
    expr_source in = world_source(world, "1, 2*unknown_thing, 3");
    in.file = 9, in.base = 1000;
    size_t at = 2;
    value v;
    assert_false(expr_evaluate(&in, &at, &v));
    diag_flush(world->errors);
    assert_int_equal(world->said.items[0].location.file, 9);
    assert_int_equal(world->said.items[0].location.offset, 1005);
    assert_int_equal(world->said.items[0].location.length, 13);
    assert_true(at >= 5 && at <= in.length);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(what_is_missing),     WORLD_TEST(open_bracket_is_shown),      WORLD_TEST(malformed_texts),
        WORLD_TEST(unknown_names),       WORLD_TEST(wrong_declarations),         WORLD_TEST(wrong_arguments),
        WORLD_TEST(wrong_types),         WORLD_TEST(impossible_values),          WORLD_TEST(lists_stand_alone),
        WORLD_TEST(strings_at_run_time), WORLD_TEST(error_stands_at_its_offset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
