/* confine.h - what files a deck that is not trusted may name: plain files below its own folder. */
#pragma once

/* A name that a deck gives, seen from `folder` (its first `length` characters; none: the working directory). NULL, or
 * why it is refused: it is absolute, leads upwards, goes through a symbolic link, or is neither a plain file nor free
 * to be one. */
const char *confine_name(const char *folder, int length, const char *name);
/* The same for the file itself, wherever it is. */
const char *confine_file(const char *path);
