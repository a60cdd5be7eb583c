/* environment.h - environment variables as a deck sees them: those it was given, and what its setenv cards change.
 *
 * The process keeps its own: two decks may be read at once. */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

typedef struct environment environment;

environment *environment_create(arena *memory);
/* NAME=text, ended by NULL; not copied. */
void environment_give(environment *environment, char *const *variables);
/* text NULL: it is no longer there. */
void environment_set(environment *environment, const char *name, const char *text, bool overwrite);
const char *environment_get(const environment *environment, const char *name); /* NULL: it is not there */
