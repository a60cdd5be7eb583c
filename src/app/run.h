/* run.h - runs one deck from its name to its results. */
#pragma once
#include "app/command_line.h"
#include "app/ranks.h"

/* Return the exit status: 0, or 1 after an error. `deck` is NULL for standard input. `before` points to the model of
 * the previous deck, or NULL. With -t this deck inherits its variables, and the model of this deck replaces it. */
int run_deck(const command_line *command_line, const char *deck, torsor_model **before);
int check_deck(const command_line *command_line, const char *deck, torsor_model **before);
/* From now on writing beyond the limit of a file (SIGXFSZ) fails, and is reported. */
void ignore_file_limit(void);
