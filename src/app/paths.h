/* paths.h - where a deck is and where its results go. */
#pragma once
#include <stdbool.h>

bool is_directory(const char *path);
/* Paths to be freed; NULL, with errno, when there is no memory or no working directory. */
char *absolute_path(const char *name);
/* Absolute path of the results without extension. `output` is -o or NULL, `deck` NULL for standard input. */
char *results_base(const char *output, const char *deck);
/* Whether a file is the one of these results with this extension. */
bool is_result(const char *base, const char *extension, const char *path);
/* Goes to the deck's directory and gives its name there; free it. NULL and errno when that is not possible. */
char *enter_directory_of(const char *deck);
