/* confine.h - the files that an untrusted deck may name: regular files below its folder. */
#pragma once

/* Checks a path given in a deck, relative to `folder` (its first `length` characters; none: the working directory).
 * Returns NULL, or the reason why it is refused: it is absolute, contains "..", passes a symbolic link, or exists and
 * is not a regular file. */
const char *confine_name(const char *folder, int length, const char *name);
/* The same for the file itself, whatever its folder. */
const char *confine_file(const char *path);
