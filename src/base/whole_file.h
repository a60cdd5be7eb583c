/* whole_file.h - files that are written completely or not at all, and never through a symbolic link.
 *
 * A file is written beside its place, as PATH.part, and renamed when it is complete. A link at its place is refused:
 * who may plant one must not choose what is overwritten. Devices and pipes are written directly. No dependencies. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

/* Returns NULL if a file may be written at this path, otherwise why not. */
const char *whole_file_refused(const char *path);
/* Opens the file for writing; returns NULL, with the reason in `why`. */
FILE *whole_file_open(const char *path, const char **why);
/* Puts the file in its place if it is wanted and everything was written, otherwise removes it. Returns NULL, or why it
 * could not be written; an unwanted file is no failure. */
const char *whole_file_close(FILE *file, const char *path, bool is_wanted);
/* Writes the bytes as a whole file; returns NULL, or why not. */
const char *whole_file_write(const char *path, const void *bytes, size_t size);
