/* paths.h - where a deck is and where its results go. */
#pragma once

/* Absolute path of the results without extension; free it. `output` is -o or NULL, `deck` NULL for standard input. */
char *results_base(const char *output, const char *deck);
/* Goes to the deck's directory and gives its name there; free it. NULL and errno when that is not possible. */
char *enter_directory_of(const char *deck);
