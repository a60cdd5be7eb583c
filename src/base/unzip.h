/* unzip.h - files of a zip archive. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct unzip unzip;

/* NULL and why not: it cannot be read, or is no archive. */
unzip *unzip_open(const char *path, const char **why);
void unzip_close(unzip *unzip); /* NULL is allowed */
/* A file, with a NUL behind its end, to be freed; NULL when there is none, or it is spoilt. */
char *unzip_file(const unzip *unzip, const char *name, size_t *length);
/* All of them below a folder that is there; NULL, or why not. Names that lead elsewhere are refused. */
const char *unzip_all(const unzip *unzip, const char *folder);
