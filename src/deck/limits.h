/* limits.h - how much a deck may ask for, so that a wrong or hostile one ends with a message. */
#pragma once
#include <stdbool.h>

typedef struct {
#define LIMIT(name, standard, most, summary) double name;
#include "deck/limits.def"
#undef LIMIT
} limits;

limits limits_default(void);
/* By its name (blanks, '-' and '_' are alike); false when there is none, or the number is not one of its kind. */
bool limits_set(limits *limits, const char *name, double to);
/* The names, for messages and help: "includes 100000 files that ...", a line each. */
const char *limits_list(void);
