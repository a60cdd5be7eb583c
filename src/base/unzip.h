/* unzip.h - files of a zip archive. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct unzip unzip;

/* Returns NULL, and the reason in `why`, if it cannot be read or is not an archive. */
unzip *unzip_open(const char *path, const char **why);
void unzip_close(unzip *unzip); /* unzip may be NULL */
/* Returns a file with a NUL appended, to be freed; NULL if it does not exist or is corrupt. */
char *unzip_file(const unzip *unzip, const char *name, size_t *length);
/* Extracts all files below an existing folder. Returns NULL, or the reason of the failure. Refuses names outside it. */
const char *unzip_all(const unzip *unzip, const char *folder);
