/* paths.h - the location of a deck and of its results. */
#pragma once
#include <stdbool.h>

bool is_directory(const char *path);
/* The caller frees these paths. NULL, with errno, if memory is exhausted or there is no working directory. */
char *absolute_path(const char *name);
/* Absolute path of the results without extension. `output` is -o or NULL, `deck` is NULL for standard input. */
char *results_base(const char *output, const char *deck);
/* Whether `path` is the file of these results with this extension. */
bool is_result(const char *base, const char *extension, const char *path);
/* Changes to the directory of the deck and returns its name there, which the caller frees. Returns NULL and sets errno
 * on failure. */
char *enter_directory_of(const char *deck);
