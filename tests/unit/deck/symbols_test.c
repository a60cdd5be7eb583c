/* symbols_test.c - the table of variables, functions and namespaces. */
#include "unit/deck/expr_world.h"
#include <float.h>
#include <limits.h>

static double constant(world *world, const char *name)
{
    const symbol *symbol = symbols_find(world->names, name, strlen(name));
    assert_non_null(symbol);
    assert_true(symbol->is_const);
    assert_int_equal(symbol->type, symbol->now.type);
    return value_to_real(symbol->now);
}

static void constants_have_their_values(void **state)
{
    world *world = *state;
    const double pi = acos(-1.0);
    assert_near(constant(world, "pi"), pi, 0.0);
    assert_near(constant(world, "e"), exp(1.0), 0.0);
    assert_near(constant(world, "TRUE"), 1.0, 0.0);
    assert_near(constant(world, "FALSE"), 0.0, 0.0);
    assert_near(constant(world, "INT_MAX"), INT_MAX, 0.0);
    assert_near(constant(world, "INT_MIN"), INT_MIN, 0.0);
    assert_near(constant(world, "RAND_MAX"), 2147483647.0, 0.0);
    assert_near(constant(world, "REAL_MAX"), DBL_MAX, 0.0);
    assert_near(constant(world, "REAL_MIN"), DBL_MIN, 0.0);
    assert_near(constant(world, "deg2rad"), pi / 180.0, 1e-17);
    assert_near(constant(world, "rad2deg"), 180.0 / pi, 1e-14);
    assert_near(constant(world, "slug2kg"), 14.593902937, 0.0);
}

static void unit_ratios_are_reciprocal(void **state)
{
    world *world = *state;
    const struct {
        const char *there, *back;
        double ratio;
    } pairs[] = {{"in2m", "m2in", 0.0254},
                 {"in2mm", "mm2in", 25.4},
                 {"ft2m", "m2ft", 0.3048},
                 {"lb2kg", "kg2lb", 0.45359237},
                 {"slug2kg", "kg2slug", 14.593902937}};
    for (int i = 0; i < ARRAY_LEN(pairs); i++) {
        assert_near(constant(world, pairs[i].there), pairs[i].ratio, 0.0);
        assert_near(constant(world, pairs[i].back) * pairs[i].ratio, 1.0, 1e-15);
    }
}

/* Figure 2.1 of the manual. */
static void default_table_prints_as_in_the_manual(void **state)
{
    (void)state;
    const char *const lines[] = {"const bool FALSE = 0",
                                 "const integer INT_MAX = 2147483647",
                                 "const integer INT_MIN = -2147483648",
                                 "const integer RAND_MAX = 2147483647",
                                 "const real REAL_MAX = 1.79769e+308",
                                 "const real REAL_MIN = 2.22507e-308",
                                 "const bool TRUE = 1",
                                 "const real deg2rad = 0.0174533",
                                 "const real e = 2.71828",
                                 "const real ft2m = 0.3048",
                                 "const real in2m = 0.0254",
                                 "const real in2mm = 25.4",
                                 "const real kg2lb = 2.20462",
                                 "const real kg2slug = 0.0685218",
                                 "const real lb2kg = 0.453592",
                                 "const real m2ft = 3.28084",
                                 "const real m2in = 39.3701",
                                 "const real mm2in = 0.0393701",
                                 "const real pi = 3.14159",
                                 "const real rad2deg = 57.2958",
                                 "const real slug2kg = 14.5939"};
    arena *memory = arena_create();
    symbols *symbols = symbols_create(memory);
    const symbol *sorted[ARRAY_LEN(lines)];
    assert_int_equal(symbols_count(symbols), ARRAY_LEN(lines));
    symbols_sorted(symbols, sorted);
    for (int i = 0; i < ARRAY_LEN(lines); i++) {
        char out[80];
        assert_int_equal(symbol_format(sorted[i], NULL, out, sizeof out), strlen(lines[i]));
        assert_string_equal(out, lines[i]);
    }
    symbols_destroy(symbols);
    symbols_destroy(NULL);
    arena_destroy(memory);
}

static void declared_names_are_found_where_they_stay(void **state)
{
    world *world = *state;
    const source_location location = {.file = 3, .offset = 17, .length = 1};
    symbol *first = symbols_declare(world->names, "x_9rest", 3, TYPE_INTEGER, location);
    assert_string_equal(first->name, "x_9");
    assert_int_equal(first->now.i, 0);
    assert_int_equal(first->location.offset, 17);
    for (int i = 0; i < 1000; i++) {
        char name[16];
        const int n = snprintf(name, sizeof name, "v%d", i);
        assert_non_null(symbols_declare(world->names, name, (size_t)n, TYPE_REAL, location));
    }
    assert_ptr_equal(symbols_find(world->names, "x_9", 3), first);
    assert_ptr_equal(symbols_at(world->names, symbols_count(world->names) - 1), symbols_find(world->names, "v999", 4));
    assert_null(symbols_find(world->names, "v99x", 4));
    assert_null(symbols_find(world->names, "X_9", 3));
    assert_null(symbols_declare(world->names, "x_9", 3, TYPE_REAL, location));
    assert_string_equal(symbols_declare(world->names, "s", 1, TYPE_STRING, location)->now.s, "");
}

static double two(void *self, const void *s) { return *(double *)self + (s ? *(const double *)s : 0.0); }

static void symbols_print_by_type(void **state)
{
    world *world = *state;
    char out[40];
    symbol *s = symbols_declare(world->names, "s", 1, TYPE_STRING, (source_location){0});
    s->now.s = "a b";
    assert_int_equal(symbol_format(s, NULL, out, sizeof out), 16);
    assert_string_equal(out, "string s = \"a b\"");
    double internal = 2.0, other = 0.5;
    symbol *live = symbols_declare(world->names, "x", 1, TYPE_REAL, (source_location){0});
    live->is_live = true;
    live->live = (live_value){.get = two, .self = &internal};
    symbol_format(live, &other, out, sizeof out);
    assert_string_equal(out, "real x = 2.5");
    assert_int_equal(symbol_format(s, NULL, out, 5), 16);
    assert_string_equal(out, "stri");
    assert_int_equal(symbol_format(s, NULL, out, 15), 16);
    assert_string_equal(out, "string s = \"a ");
}

static void functions_are_listed_in_order(void **state)
{
    world *world = *state;
    const int n = symbols_function_count(world->names);
    assert_int_equal(n, 52); /* 44 of table 2.4, 8 of table 2.5 */
    for (int i = 0; i < n; i++) {
        const function *function = symbols_function_at(world->names, i);
        const name_space *name_space = symbols_namespace_at(world->names, 0);
        assert_true(i == 0 || strcmp(symbols_function_at(world->names, i - 1)->name, function->name) < 0);
        assert_non_null(function->call);
        assert_true(function->summary && function->summary[0]);
        assert_ptr_equal(name_space->resolve(name_space->self, function->name, strlen(function->name)), function);
    }
}

static void signatures_name_the_types(void **state)
{
    world *world = *state;
    const name_space *name_space = symbols_namespace(world->names, "default", 7);
    char out[80];
    function_signature(name_space->resolve(name_space->self, "atan2", 5), out, sizeof out);
    assert_string_equal(out, "real atan2(real, real)");
    function_signature(name_space->resolve(name_space->self, "rand", 4), out, sizeof out);
    assert_string_equal(out, "integer rand()");
    function_signature(name_space->resolve(name_space->self, "sprintf", 7), out, sizeof out);
    assert_string_equal(out, "string sprintf(string, any)");
    function_signature(name_space->resolve(name_space->self, "in_el", 5), out, sizeof out);
    assert_string_equal(out, "bool in_el(real, real, real)");
    const value_type types[] = {TYPE_INTEGER, TYPE_REAL};
    const function drive = {.name = "drive", .result = TYPE_REAL, .n_min = 1, .n_max = 3, .args = types, .n_types = 2};
    assert_int_equal(function_signature(&drive, out, sizeof out), strlen("real drive(integer[, real[, real]])"));
    assert_string_equal(out, "real drive(integer[, real[, real]])");
    assert_int_equal(function_argument(&drive, 2), TYPE_REAL);
    assert_int_equal(function_signature(&drive, out, 8), strlen("real drive(integer[, real[, real]])"));
    assert_string_equal(out, "real dr");
    assert_null(name_space->resolve(name_space->self, "sin", 2));
    assert_null(name_space->resolve(name_space->self, "sinhh", 5));
}

static void count_name(void *to, const char *name) { *(int *)to += name[0] != '\0'; }

static void namespaces_are_found(void **state)
{
    world *world = *state;
    symbols_add_namespace(world->names, &(name_space){.name = "model"});
    symbols_add_namespace(world->names, &(name_space){.name = "units"});
    assert_int_equal(symbols_namespace_count(world->names), 3);
    assert_string_equal(symbols_namespace(world->names, "model::x", 5)->name, "model");
    assert_string_equal(symbols_namespace_at(world->names, 2)->name, "units");
    assert_null(symbols_namespace(world->names, "mode", 4));
    int names = 0;
    const name_space *name_space = symbols_namespace_at(world->names, 0);
    name_space->list(name_space->self, count_name, &names);
    assert_int_equal(names, symbols_function_count(world->names));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(constants_have_their_values),
        WORLD_TEST(unit_ratios_are_reciprocal),
        WORLD_TEST(default_table_prints_as_in_the_manual),
        WORLD_TEST(declared_names_are_found_where_they_stay),
        WORLD_TEST(symbols_print_by_type),
        WORLD_TEST(functions_are_listed_in_order),
        WORLD_TEST(signatures_name_the_types),
        WORLD_TEST(namespaces_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
