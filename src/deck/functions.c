/* functions.c - the functions of namespace "default": the rows of functions.def as functions and as a table.
 *
 * Formulas become small C functions f, df, inside. print, rand, random, seed, sprintf and stop are implemented here:
 *     rand = 31 high bits, random = -1 + 2 u with u in [0, 1] from 53 high bits of the generator splitmix64:
 *         s += 0x9e3779b97f4a7c15;  z = s;  z = (z ^ z >> 30) a;  z = (z ^ z >> 27) b;  z ^= z >> 31
 *     sprintf accepts a format with at most one conversion, of the type of its value. */
#include "deck/functions.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- formulas ----------------------------------------------------------------------------------------------------- */

#define FUNCTION_1(name, result, formula, derivative, summary)          \
    static double f_##name(double x) { return (formula); }              \
    static double df_##name(double x) { return (void)x, (derivative); } \
    static const function_1 formula_##name = {.f = f_##name, .df = df_##name};
#define FUNCTION_1_IN(name, domain, reason, formula, derivative, summary) \
    static double f_##name(double x) { return (formula); }                \
    static double df_##name(double x) { return (derivative); }            \
    static bool inside_##name(double x) { return (domain); }              \
    static const function_1 formula_##name = {f_##name, df_##name, inside_##name, reason};
#define FUNCTION_2(name, formula, derivative_x, derivative_y, summary)                       \
    static double f_##name(double x, double y) { return (formula); }                         \
    static double dx_##name(double x, double y) { return (void)x, (void)y, (derivative_x); } \
    static double dy_##name(double x, double y) { return (void)x, (void)y, (derivative_y); } \
    static const function_2 formula_##name = {f_##name, dx_##name, dy_##name};
#define FUNCTION_TEST(name, formula, summary)                                                                        \
    static bool call_##name(void *self, const expr_run *run, const value *v, int n, value *result, const char **why) \
    {                                                                                                                \
        (void)self, (void)run, (void)n, (void)why;                                                                   \
        const double x = v[0].r, y = v[1].r, z = v[2].r;                                                             \
        *result = value_bool(formula);                                                                               \
        return true;                                                                                                 \
    }
#define FUNCTION_CALL(name, result, n, types, pure, derivative, summary)
#define FUNCTION_CAST(name, result, summary)
#define FUNCTION_EVAL(name, result, summary)
#include "deck/functions.def"
#undef FUNCTION_1
#undef FUNCTION_1_IN
#undef FUNCTION_2
#undef FUNCTION_TEST
#undef FUNCTION_CALL
#undef FUNCTION_CAST
#undef FUNCTION_EVAL

static bool call_1(void *self, const expr_run *run, const value *v, int n, value *result, const char **why)
{
    (void)run, (void)n;
    const function_1 *f = self;
    if (f->inside && !f->inside(v->r)) {
        *why = f->why;
        return false;
    }
    *result = value_real(f->f(v->r));
    return true;
}

static bool call_1_integer(void *self, const expr_run *run, const value *v, int n, value *result, const char **why)
{
    call_1(self, run, v, n, result, why);
    return value_convert(*result, TYPE_INTEGER, result, why);
}

static double derivative_1(void *self, const expr_run *run, const value *v, int n, int which)
{
    (void)run, (void)n, (void)which;
    return ((const function_1 *)self)->df(v->r);
}

static bool call_2(void *self, const expr_run *run, const value *v, int n, value *result, const char **why)
{
    (void)run, (void)n, (void)why;
    *result = value_real(((const function_2 *)self)->f(v[0].r, v[1].r));
    return true;
}

static double derivative_2(void *self, const expr_run *run, const value *v, int n, int which)
{
    (void)run, (void)n;
    const function_2 *f = self;
    return which == 0 ? f->dfdx(v[0].r, v[1].r) : f->dfdy(v[0].r, v[1].r);
}

static double derivative_flat(void *self, const expr_run *run, const value *v, int n, int which)
{
    (void)self, (void)run, (void)v, (void)n, (void)which;
    return 0.0;
}

/* --- casts -------------------------------------------------------------------------------------------------------- */

/* `self` points to the type. */
static bool call_cast(void *self, const expr_run *run, const value *v, int n, value *result, const char **why)
{
    (void)run, (void)n;
    return value_convert(*v, *(const value_type *)self, result, why);
}

static bool call_eval(void *self, const expr_run *run, const value *v, int n, value *result, const char **why)
{
    return call_cast(self, run, v, n, result, why);
}

/* --- other functions ---------------------------------------------------------------------------------------------- */

static uint64_t *random_of(void *self, const expr_run *run)
{
    return run->random ? run->random : &((function_context *)self)->random;
}

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static bool call_rand(void *self, const expr_run *run, const value *v, int n, value *result, const char **why)
{
    (void)v, (void)n, (void)why;
    *result = value_integer((int)(next_random(random_of(self, run)) >> 33));
    return true;
}

static bool call_random(void *self, const expr_run *run, const value *v, int n, value *result, const char **why)
{
    (void)v, (void)n, (void)why;
    const double u = (double)(next_random(random_of(self, run)) >> 11) / (double)((UINT64_C(1) << 53) - 1);
    *result = value_real(2.0 * u - 1.0);
    return true;
}

static bool call_seed(void *self, const expr_run *run, const value *v, int n, value *result, const char **why)
{
    (void)n, (void)why;
    *random_of(self, run) = (uint64_t)(int64_t)v->i;
    *result = value_integer(0);
    return true;
}

static bool call_print(void *self, const expr_run *run, const value *v, int n, value *result, const char **why)
{
    (void)run, (void)n, (void)why;
    const function_context *context = self;
    char line[64];
    const int length = value_format(*v, line, sizeof line - 1);
    line[length] = '\n', line[length + 1] = '\0';
    if (context->print)
        context->print(context->context, line);
    *result = value_integer(0);
    return true;
}

static bool call_stop(void *self, const expr_run *run, const value *v, int n, value *result, const char **why)
{
    (void)self, (void)run, (void)n;
    *why = "stop() was called";
    *result = value_integer(0);
    return !v[0].b;
}

/* Returns the letter of the conversion in the format, 0 if there is none, -1 with *why if it is not allowed. */
static int format_conversion(const char *format, const char **why)
{
    int found = 0;
    for (const char *c = format; (c = strchr(c, '%')); c++) {
        if (*++c == '%')
            continue;
        c += strspn(c, "-+ #0");
        const size_t width = strspn(c, "0123456789");
        c += width;
        const size_t precision = *c == '.' ? strspn(c + 1, "0123456789") : 0;
        c += *c == '.' ? 1 + precision : 0;
        *why = width > 3 || precision > 3                      ? "sprintf: the width of the format is too large"
               : *c == '\0' || !strchr("diouxXceEfFgGaAs", *c) ? "sprintf: unknown conversion in the format"
               : found                                         ? "sprintf: more than one conversion in the format"
                                                               : NULL;
        if (*why)
            return -1;
        found = (unsigned char)*c;
    }
    return found;
}

static bool conversion_fits(int conversion, value_type type)
{
    if (conversion == 0)
        return true;
    if (conversion == 's')
        return type == TYPE_STRING;
    if (strchr("eEfFgGaA", conversion))
        return type != TYPE_STRING;
    return type == TYPE_INTEGER || type == TYPE_BOOL;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static int print_value(char *out, size_t size, const char *format, int conversion, value v)
{
    if (conversion == 's')
        return snprintf(out, size, format, v.s);
    if (conversion && strchr("eEfFgGaA", conversion))
        return snprintf(out, size, format, value_to_real(v));
    return snprintf(out, size, format, v.type == TYPE_BOOL ? (int)v.b : v.i);
}
#pragma GCC diagnostic pop

static bool call_sprintf(void *self, const expr_run *run, const value *v, int n, value *result, const char **why)
{
    (void)run, (void)n;
    const int conversion = format_conversion(v[0].s, why);
    if (conversion < 0)
        return false;
    if (!conversion_fits(conversion, v[1].type)) {
        *why = "sprintf: the conversion in the format does not match the type of the value";
        return false;
    }
    const int length = print_value(NULL, 0, v[0].s, conversion, v[1]);
    char *out = arena_alloc(((function_context *)self)->memory, (size_t)length + 1);
    print_value(out, (size_t)length + 1, v[0].s, conversion, v[1]);
    *result = value_string(out);
    return true;
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

static const value_type three_reals[] = {TYPE_REAL, TYPE_REAL, TYPE_REAL};
static const value_type one_value[] = {TYPE_ANY};
static const value_type cast_type[] = {TYPE_BOOL, TYPE_INTEGER, TYPE_REAL, TYPE_STRING};

#define LIST(...)   \
    {               \
        __VA_ARGS__ \
    }
#define FUNCTION_1(name, result, formula, derivative, summary)
#define FUNCTION_1_IN(name, domain, reason, formula, derivative, summary)
#define FUNCTION_2(name, formula, derivative_x, derivative_y, summary)
#define FUNCTION_TEST(name, formula, summary)
#define FUNCTION_CALL(name, result, n, types, pure, derivative, summary) \
    static const value_type types_##name[] = LIST types;
#define FUNCTION_CAST(name, result, summary)
#define FUNCTION_EVAL(name, result, summary)
#include "deck/functions.def"
#undef FUNCTION_1
#undef FUNCTION_1_IN
#undef FUNCTION_2
#undef FUNCTION_TEST
#undef FUNCTION_CALL
#undef FUNCTION_CAST
#undef FUNCTION_EVAL

/* By position, since the members of `function` are also the names of the columns. */
#define ROW(name, result, n, types, pure, call, derivative, self, summary, kind) \
    {name, result, n, n, types, n, pure, call, derivative, (void *)(self), summary, kind, NULL},
#define FUNCTION_1(name, result, formula, derivative, summary)                                                 \
    ROW(#name, result, 1, three_reals, true, (result) == TYPE_INTEGER ? call_1_integer : call_1, derivative_1, \
        &formula_##name, summary, FUNCTION_OF_ONE)
#define FUNCTION_1_IN(name, domain, reason, formula, derivative, summary) \
    ROW(#name, TYPE_REAL, 1, three_reals, true, call_1, derivative_1, &formula_##name, summary, FUNCTION_OF_ONE)
#define FUNCTION_2(name, formula, derivative_x, derivative_y, summary) \
    ROW(#name, TYPE_REAL, 2, three_reals, true, call_2, derivative_2, &formula_##name, summary, FUNCTION_OF_TWO)
#define FUNCTION_TEST(name, formula, summary) \
    ROW(#name, TYPE_BOOL, 3, three_reals, true, call_##name, derivative_flat, NULL, summary, FUNCTION_CALLED)
#define FUNCTION_CALL(name, result, n, types, pure, derivative, summary) \
    ROW(#name, result, n, types_##name, pure, call_##name, derivative, NULL, summary, FUNCTION_CALLED)
#define FUNCTION_CAST(name, result, summary) \
    ROW(#name, result, 1, one_value, true, call_cast, NULL, &cast_type[result], summary, FUNCTION_CAST)
#define FUNCTION_EVAL(name, result, summary) \
    ROW(#name, result, 1, one_value, true, call_eval, NULL, &cast_type[result], summary, FUNCTION_EVAL)
static const function rows[] = {
#include "deck/functions.def"
};

const function *functions_create(function_context *context, int *count)
{
    *count = (int)(sizeof rows / sizeof *rows);
    function *all = arena_copy(context->memory, rows, sizeof rows);
    for (int i = 0; i < *count; i++) {
        if (!all[i].self)
            all[i].self = context;
    }
    return all;
}

const function *functions_find(const function *all, int n, const char *name, size_t length)
{
    int low = 0, high = n;
    while (low < high) {
        const int middle = (low + high) / 2;
        const int first = strncmp(all[middle].name, name, length);
        const int order = first ? first : all[middle].name[length] != '\0';
        if (order == 0)
            return &all[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const function *functions_row(const char *name, size_t length)
{
    return functions_find(rows, (int)(sizeof rows / sizeof *rows), name, length);
}

const function_1 *function_as_1(const function *function)
{
    return function->kind == FUNCTION_OF_ONE ? function->self : NULL;
}

const function_2 *function_as_2(const function *function)
{
    return function->kind == FUNCTION_OF_TWO ? function->self : NULL;
}
