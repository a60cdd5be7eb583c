/* environment.c - environment variables of a deck. */
#include "deck/environment.h"
#include <string.h>

typedef struct change {
    struct change *previous;
    const char *name, *text;
} change;

struct environment {
    arena *memory;
    char *const *given;
    change *last;
};

environment *environment_create(arena *memory)
{
    environment *e = ARENA_NEW(memory, environment);
    e->memory = memory;
    return e;
}

void environment_give(environment *environment, char *const *variables) { environment->given = variables; }

void environment_set(environment *environment, const char *name, const char *words, bool overwrite)
{
    if (words && !overwrite && environment_get(environment, name))
        return;
    change *c = ARENA_NEW(environment->memory, change);
    *c = (change){.previous = environment->last,
                  .name = arena_string(environment->memory, name, strlen(name)),
                  .text = words ? arena_string(environment->memory, words, strlen(words)) : NULL};
    environment->last = c;
}

const char *environment_given(const environment *environment, const char *name)
{
    const size_t n = strlen(name);
    for (int i = 0; environment->given && environment->given[i]; i++)
        if (strncmp(environment->given[i], name, n) == 0 && environment->given[i][n] == '=')
            return environment->given[i] + n + 1;
    return NULL;
}

const char *environment_get(const environment *environment, const char *name)
{
    for (const change *change = environment->last; change; change = change->previous)
        if (strcmp(change->name, name) == 0)
            return change->text;
    return environment_given(environment, name);
}
