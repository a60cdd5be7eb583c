/* namespace_units.c - namespace "units" of libmodule-udunits: conversion of units by the library UDUNITS.
 *
 *     convert("FROM", "TO")           the factor from one unit to the other
 *     convert("FROM", "TO", X)        X of one unit in the other: factor X + offset
 *
 * Factor and offset are determined when the call is evaluated; if the units are constant, only once. The library is
 * loaded on first use. Logarithmic units have no factor and are rejected. */
#include "base/shared_library.h"
#include "model/modules.h"
#include "names/namespace.h"
#include <math.h>
#include <stdarg.h>
#include <string.h>

static const char LIBRARY[] = "libudunits2.so.0";

typedef struct {
    void *(*read_xml)(const char *path);
    void (*free_system)(void *system);
    void *(*parse)(const void *system, const char *words, int encoding);
    void (*free_unit)(void *unit);
    void *(*get_converter)(void *from, void *to);
    double (*convert)(const void *converter, double x);
    void (*free_converter)(void *converter);
    int (*ignore)(const char *format, va_list args);
    void *(*set_handler)(int (*handler)(const char *format, va_list args));
} udunits;

/* A bound call. */
typedef struct {
    double factor, offset;
    const char *wrong; /* NULL: no error */
} conversion;

static bool namespace_units_load(udunits *udunits)
{
    void *l = shared_library(LIBRARY);
    return l && shared_library_find(l, "ut_read_xml", &udunits->read_xml) &&
           shared_library_find(l, "ut_free_system", &udunits->free_system) &&
           shared_library_find(l, "ut_parse", &udunits->parse) &&
           shared_library_find(l, "ut_free", &udunits->free_unit) &&
           shared_library_find(l, "ut_get_converter", &udunits->get_converter) &&
           shared_library_find(l, "cv_convert_double", &udunits->convert) &&
           shared_library_find(l, "cv_free", &udunits->free_converter) &&
           shared_library_find(l, "ut_ignore", &udunits->ignore) &&
           shared_library_find(l, "ut_set_error_message_handler", &udunits->set_handler);
}

static conversion of_converter(const udunits *udunits, const void *converter)
{
    const double at0 = udunits->convert(converter, 0.0), at1 = udunits->convert(converter, 1.0),
                 at3 = udunits->convert(converter, 3.0);
    conversion conversion = {.factor = at1 - at0, .offset = at0};
    if (at0 == 0.0)
        conversion.factor = at1;
    if (!(fabs(at0 + 3.0 * conversion.factor - at3) <= 1e-9 * (fabs(at0) + fabs(at3))))
        conversion.wrong = "logarithmic units cannot be converted by a factor";
    return conversion;
}

static conversion between(const udunits *udunits, const void *system, const char *from, const char *to)
{
    enum { ASCII = 0 };
    void *a = udunits->parse(system, from, ASCII), *b = udunits->parse(system, to, ASCII);
    void *converter = a && b ? udunits->get_converter(a, b) : NULL;
    conversion conversion = {.wrong = !a   ? "the first unit is unknown"
                                      : !b ? "the second unit is unknown"
                                           : "the units are of different quantities"};
    if (converter) {
        conversion = of_converter(udunits, converter);
        udunits->free_converter(converter);
    }
    if (a)
        udunits->free_unit(a);
    if (b)
        udunits->free_unit(b);
    return conversion;
}

static conversion namespace_units_find(const char *from, const char *to)
{
    udunits udunits;
    if (!namespace_units_load(&udunits))
        return (conversion){.wrong = "the library libudunits2 cannot be loaded: install it, or write the factor"};
    udunits.set_handler(udunits.ignore);
    void *system = udunits.read_xml(NULL);
    if (!system)
        return (conversion){.wrong = "the units of the library libudunits2 cannot be read"};
    const conversion conversion = between(&udunits, system, from, to);
    udunits.free_system(system);
    return conversion;
}

static bool namespace_units_fail(const char **why, const char *reason)
{
    *why = reason;
    return false;
}

static bool call_bound(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    (void)run;
    const conversion *conversion = self;
    if (conversion->wrong)
        return namespace_units_fail(why, conversion->wrong);
    if (n < 3 && conversion->offset != 0.0)
        return namespace_units_fail(why, "the units differ by more than a factor: give the value as third argument");
    *result = value_real(n < 3 ? conversion->factor : conversion->factor * args[2].r + conversion->offset);
    return true;
}

static double namespace_units_derivative(void *self, const expr_run *run, const value *args, int n, int which)
{
    (void)run, (void)args, (void)n;
    return which == 2 ? ((const conversion *)self)->factor : 0.0;
}

/* Call while the deck is read. */
static bool namespace_units_call(void *self, const expr_run *run, const value *args, int n, value *result,
                                 const char **why)
{
    (void)self;
    conversion conversion = namespace_units_find(args[0].s, args[1].s);
    return call_bound(&conversion, run, args, n, result, why);
}

static const function *bind(void *space, const function *f, const value *const *known, int n, source_location location)
{
    (void)n, (void)location;
    model *model = space;
    if (!known[0] || !known[1])
        return f;
    const conversion conversion = namespace_units_find(known[0]->s, known[1]->s);
    function *g = arena_copy(model->memory, f, sizeof *f);
    g->call = call_bound;
    g->derivative = namespace_units_derivative;
    g->self = arena_copy(model->memory, &conversion, sizeof conversion);
    return g;
}

static const value_type ARGUMENTS[] = {TYPE_STRING, TYPE_STRING, TYPE_REAL};

static const function *resolve(void *self, const char *name, size_t length)
{
    static const char WORD[] = "convert";
    model *model = self;
    if (length != sizeof WORD - 1 || memcmp(name, WORD, length) != 0)
        return NULL;
    function *f = ARENA_NEW(model->memory, function);
    *f = (function){.name = WORD,
                    .result = TYPE_REAL,
                    .n_min = 2,
                    .n_max = 3,
                    .args = ARGUMENTS,
                    .n_types = 3,
                    .call = namespace_units_call,
                    .bind = bind,
                    .self = model};
    return f;
}

static void namespace_units_list(void *self, void (*each)(void *to, const char *name), void *to)
{
    (void)self;
    each(to, "convert");
}

void namespace_add_units(model *model)
{
    symbols_add_namespace(
        model->names, &(name_space){.name = "units", .self = model, .resolve = resolve, .list = namespace_units_list});
}
