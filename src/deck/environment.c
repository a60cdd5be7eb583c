/* environment.c - environment variables as a deck sees them. */
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

void environment_give(environment *e, char *const *variables) { e->given = variables; }

void environment_set(environment *e, const char *name, const char *words, bool overwrite)
{
    if (words && !overwrite && environment_get(e, name))
        return;
    change *c = ARENA_NEW(e->memory, change);
    *c = (change){.previous = e->last,
                  .name = arena_string(e->memory, name, strlen(name)),
                  .text = words ? arena_string(e->memory, words, strlen(words)) : NULL};
    e->last = c;
}

const char *environment_get(const environment *e, const char *name)
{
    const size_t n = strlen(name);
    for (const change *c = e->last; c; c = c->previous)
        if (strcmp(c->name, name) == 0)
            return c->text;
    for (int i = 0; e->given && e->given[i]; i++)
        if (strncmp(e->given[i], name, n) == 0 && e->given[i][n] == '=')
            return e->given[i] + n + 1;
    return NULL;
}
