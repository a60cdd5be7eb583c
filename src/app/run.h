/* run.h - one deck from its name to its results. */
#pragma once
#include "app/command_line.h"

/* Exit status: 0, or 1 after an error. `deck` NULL is standard input. `before` is the model of the deck before, or
 * NULL. With -t its variables serve this deck, whose model then takes its place. */
int run_deck(const command_line *command_line, const char *deck, torsor_model **before);
int check_deck(const command_line *command_line, const char *deck, torsor_model **before);
