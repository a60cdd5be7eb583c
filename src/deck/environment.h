/* environment.h - environment variables of a deck: those it was given, and the changes by its setenv cards.
 *
 * The environment of the process is not changed: two decks may be read at the same time. */
#pragma once
#include "base/arena.h"
#include <stdbool.h>

typedef struct environment environment;

environment *environment_create(arena *memory);
/* Sets the variables, NAME=text; the array is NULL-terminated and not copied. */
void environment_give(environment *environment, char *const *variables);
/* text NULL: removes the variable. */
void environment_set(environment *environment, const char *name, const char *text, bool overwrite);
const char *environment_get(const environment *environment, const char *name); /* NULL: not defined */
/* The same without changes by the deck. */
const char *environment_given(const environment *environment, const char *name);
