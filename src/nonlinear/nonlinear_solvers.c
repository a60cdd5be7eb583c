/* nonlinear_solvers.c - the table of nonlinear solvers, their alternative keywords. */
#include "base/array.h"
#include "base/words.h"
#include "nonlinear/nonlinear.h"

#define NONLINEAR(name) extern const nonlinear_type nonlinear_##name##_type;
#include "nonlinear/nonlinear_solvers.def"
#undef NONLINEAR

const nonlinear_type *const nonlinear_types[] = {
#define NONLINEAR(name) &nonlinear_##name##_type,
#include "nonlinear/nonlinear_solvers.def"
#undef NONLINEAR
};
const int nonlinear_type_count = ARRAY_LEN(nonlinear_types);

/* Solvers of a library that is not used here: the built-in ones are equivalent. */
static const struct {
    const char *alias, *means;
} ALIASES[] = {
    {"siconos newton fb", "mcp newton fb"},
    {"siconos newton min fb", "mcp newton min fb"},
    {"siconos mcp newton fb", "mcp newton fb"},
    {"siconos mcp newton min fb", "mcp newton min fb"},
};

const nonlinear_type *nonlinear_type_find(const char *keyword)
{
    for (int i = 0; i < ARRAY_LEN(ALIASES); i++)
        if (words_equal(ALIASES[i].alias, keyword))
            keyword = ALIASES[i].means;
    for (int i = 0; i < nonlinear_type_count; i++)
        if (words_equal(nonlinear_types[i]->keyword, keyword))
            return nonlinear_types[i];
    return NULL;
}
