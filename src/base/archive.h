/* archive.h - what has to be remembered from one run to the next, as bytes.
 *
 * One visitor saves and loads: whoever has something to remember names its numbers once,
 *
 *     archive_begin(a, "joint 3 (rod)");
 *     archive_double(a, &r->length);
 *     archive_end(a);
 *
 * and they are written to the archive, or taken from it. Errors are sticky: after the first one everything is left as
 * it is, and archive_failed says why. A section that was not read to its end, or that has another name, is an error. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct archive archive;

archive *archive_create(void); /* for saving */
/* For loading: the bytes of a file that was saved. Never NULL; what is wrong with them is in archive_failed. */
archive *archive_open(const char *path);
archive *archive_open_bytes(const void *bytes, size_t size);
void archive_destroy(archive *archive);

bool archive_is_loading(const archive *archive);
/* NULL while all is well, else why not, in words. */
const char *archive_failed(const archive *archive);
/* The first reason stays. */
void archive_fail(archive *archive, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Forgets what was saved, and keeps the memory for the next time. */
void archive_clear(archive *archive);
/* Everything saved so far, with its head and checksum; valid until the next call. */
const void *archive_bytes(archive *archive, size_t *count);
/* Writes that to a new file, which then takes the place of `path`: there is always a whole one. 0, or errno. */
int archive_write(archive *archive, const char *path);

/* Sections may stand in others. The name is compared when they are loaded. */
void archive_begin(archive *archive, const char *name);
void archive_end(archive *archive);
/* Leaves the rest of the section unread: what is there is of no use any more. */
void archive_skip(archive *archive);

/* Plain data without pointers, as it lies in memory. */
void archive_raw(archive *archive, void *p, size_t size);
void archive_doubles(archive *archive, double *p, size_t size);
void archive_pass(archive *archive, size_t size); /* loading: leaves n bytes unread */
void archive_double(archive *archive, double *p);
void archive_int(archive *archive, int *p);
void archive_long(archive *archive, long *p);
void archive_bool(archive *archive, bool *p);
/* An int that must be within limits; when it is not, loading fails and it is left as it is. */
void archive_index(archive *archive, int *p, int least, int most);
/* A word that must be the same. */
void archive_word(archive *archive, const char *word);
/* A word that may be another: whether it is the same. Saving: true. */
bool archive_is(archive *archive, const char *word);
/* Any text; the loaded one is NUL-terminated and lives as long as the archive. */
void archive_string(archive *archive, const char **p);

/* Any number of bytes; loaded ones live as long as the archive. */
void archive_block(archive *archive, const void **p, size_t *count);

/* A variable made of doubles alone: a vector, a matrix, a pose, an array. */
#define archive_all(a, p) archive_doubles((a), (double *)(p), sizeof *(p) / (sizeof(double)))
