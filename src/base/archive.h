/* archive.h - data that persist from one run to the next, as bytes.
 *
 * The same function saves and loads an object. It lists the object's numbers once,
 *
 *     archive_begin(a, "joint 3 (rod)");
 *     archive_double(a, &r->length);
 *     archive_end(a);
 *
 * and they are written to the archive, or read from it. Errors are sticky: after the first one nothing is changed any
 * more, and archive_failed returns the reason. A section that was not read to its end, or that has another name, is an
 * error. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct archive archive;

archive *archive_create(void); /* for saving */
/* Opens a saved file for loading. Never returns NULL; archive_failed reports errors in the file. */
archive *archive_open(const char *path);
archive *archive_open_bytes(const void *bytes, size_t size);
void archive_destroy(archive *archive);

bool archive_is_loading(const archive *archive);
/* Returns NULL if there was no failure, otherwise its description. */
const char *archive_failed(const archive *archive);
/* Only the first failure is recorded. */
void archive_fail(archive *archive, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Discards what was saved, but keeps the memory for reuse. */
void archive_clear(archive *archive);
/* Returns everything saved so far, with its head and checksum; valid until the next call. */
const void *archive_bytes(archive *archive, size_t *count);
/* Writes these bytes to a new file, which then replaces `path`: it is always complete. Returns 0, or errno. */
int archive_write(archive *archive, const char *path);

/* Sections may be nested. Loading compares the name. */
void archive_begin(archive *archive, const char *name);
void archive_end(archive *archive);
/* Skips the rest of the section, which is not used any more. */
void archive_skip(archive *archive);

/* Plain data without pointers, with their representation in memory. */
void archive_raw(archive *archive, void *p, size_t size);
void archive_doubles(archive *archive, double *p, size_t size);
void archive_pass(archive *archive, size_t size); /* loading: skips `size` bytes */
void archive_double(archive *archive, double *p);
void archive_int(archive *archive, int *p);
void archive_long(archive *archive, long *p);
void archive_bool(archive *archive, bool *p);
/* An int within limits; if it is out of range, loading fails and leaves it unchanged. */
void archive_index(archive *archive, int *p, int least, int most);
/* A word that must match. */
void archive_word(archive *archive, const char *word);
/* A word that may differ: returns whether it matches. Returns true when saving. */
bool archive_is(archive *archive, const char *word);
/* Any text; a loaded text is NUL-terminated and valid as long as the archive. */
void archive_string(archive *archive, const char **p);

/* Any number of bytes; loaded bytes are valid as long as the archive. */
void archive_block(archive *archive, const void **p, size_t *count);

/* A variable that consists of doubles: a vector, a matrix, a pose, an array. */
#define archive_all(a, p) archive_doubles((a), (double *)(p), sizeof *(p) / (sizeof(double)))
