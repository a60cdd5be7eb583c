/* limits.h - limits of a deck, so that a wrong or hostile one ends with a message. */
#pragma once
#include <stdbool.h>

typedef struct {
#define LIMIT(name, standard, most, summary) double name;
#include "deck/limits.def"
#undef LIMIT
} limits;

limits limits_default(void);
/* Sets a limit by name (blanks, '-' and '_' are equivalent). Returns false if there is none, or the number is
 * invalid. */
bool limits_set(limits *limits, const char *name, double to);
/* Returns the limits for messages and help: "includes 100000 files that ...", one on each line. */
const char *limits_list(void);
