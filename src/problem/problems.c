/* problems.c - the table of problems, and their former names. */
#include "base/array.h"
#include "base/words.h"
#include "problem/problem.h"

#define PROBLEM(name) extern const problem_type problem_##name##_type;
#include "problem/problems.def"
#undef PROBLEM

const problem_type *const problem_types[] = {
#define PROBLEM(name) &problem_##name##_type,
#include "problem/problems.def"
#undef PROBLEM
};
const int problem_type_count = ARRAY_LEN(problem_types);

static const struct {
    const char *alias, *means;
} ALIASES[] = {{"multistep", "initial value"}};

_Static_assert(ARRAY_LEN(problem_types) + ARRAY_LEN(ALIASES) < PROBLEM_NAMES, "more names of problems than lists hold");

const problem_type *problem_type_find(const char *keyword)
{
    for (int i = 0; i < ARRAY_LEN(ALIASES); i++)
        if (words_equal(ALIASES[i].alias, keyword))
            keyword = ALIASES[i].means;
    for (int i = 0; i < problem_type_count; i++)
        if (words_equal(problem_types[i]->keyword, keyword))
            return problem_types[i];
    return NULL;
}

const problem_type *problem_type_default(void) { return problem_type_find("initial value"); }

void problem_names(const char *names[PROBLEM_NAMES])
{
    int n = 0;
    for (int i = 0; i < problem_type_count; i++)
        names[n++] = problem_types[i]->keyword;
    for (int i = 0; i < ARRAY_LEN(ALIASES); i++)
        names[n++] = ALIASES[i].alias;
    names[n] = NULL;
}

problem_traits problem_type_traits(const problem_type *type)
{
    problem_traits traits = type->traits;
    traits.keyword = type->keyword;
    return traits;
}
