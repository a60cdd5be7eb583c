/* run.h - one deck from its name to its results. */
#pragma once
#include "app/command_line.h"

/* Exit status: 0, or 1 after an error. `deck` NULL is standard input. */
int run_deck(const command_line *c, const char *deck);
int check_deck(const command_line *c, const char *deck);
