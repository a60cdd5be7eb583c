/* limits.c - the rows of limits.def as a struct. */
#include "deck/limits.h"
#include "base/array.h"
#include <stddef.h>

static const struct {
    const char *name;
    size_t offset;
    double standard, most;
} ROWS[] = {
#define LIMIT(name, standard, most, summary) {#name, offsetof(limits, name), standard, most},
#include "deck/limits.def"
#undef LIMIT
};

limits limits_default(void)
{
    limits limits;
    for (int i = 0; i < ARRAY_LEN(ROWS); i++)
        *(double *)((char *)&limits + ROWS[i].offset) = ROWS[i].standard;
    return limits;
}

static bool is_name(const char *row, const char *name)
{
    for (; *row && (*row == *name || (*row == '_' && (*name == '-' || *name == ' '))); row++)
        name++;
    return !*row && !*name;
}

bool limits_set(limits *limits, const char *name, double to)
{
    for (int i = 0; i < ARRAY_LEN(ROWS); i++)
        if (is_name(ROWS[i].name, name) && to >= 0 && to <= ROWS[i].most) {
            *(double *)((char *)limits + ROWS[i].offset) = to;
            return true;
        }
    return false;
}

const char *limits_list(void)
{
    return ""
#define LIMIT(name, standard, most, summary) "  " #name " (" #standard ", at most " #most "): " summary "\n"
#include "deck/limits.def"
#undef LIMIT
        ;
}
