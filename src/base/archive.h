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
archive *archive_open_bytes(const void *bytes, size_t n);
void archive_destroy(archive *a);

bool archive_is_loading(const archive *a);
/* NULL while all is well, else why not, in words. */
const char *archive_failed(const archive *a);
/* The first reason stays. */
void archive_fail(archive *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Forgets what was saved, and keeps the memory for the next time. */
void archive_clear(archive *a);
/* Everything saved so far, with its head and checksum; valid until the next call. */
const void *archive_bytes(archive *a, size_t *n);
/* Writes that to a new file, which then takes the place of `path`: there is always a whole one. 0, or errno. */
int archive_write(archive *a, const char *path);

/* Sections may stand in others. The name is compared when they are loaded. */
void archive_begin(archive *a, const char *name);
void archive_end(archive *a);
/* Leaves the rest of the section unread: what is there is of no use any more. */
void archive_skip(archive *a);

/* Plain data without pointers, as it lies in memory. */
void archive_raw(archive *a, void *p, size_t n);
void archive_doubles(archive *a, double *p, size_t n);
void archive_pass(archive *a, size_t n); /* loading: leaves n bytes unread */
void archive_double(archive *a, double *p);
void archive_int(archive *a, int *p);
void archive_long(archive *a, long *p);
void archive_bool(archive *a, bool *p);
/* An int that must be within limits; when it is not, loading fails and it is left as it is. */
void archive_index(archive *a, int *p, int least, int most);
/* A word that must be the same. */
void archive_word(archive *a, const char *word);
/* A word that may be another: whether it is the same. Saving: true. */
bool archive_is(archive *a, const char *word);
/* Any text; the loaded one is NUL-terminated and lives as long as the archive. */
void archive_string(archive *a, const char **p);

/* Any number of bytes; loaded ones live as long as the archive. */
void archive_block(archive *a, const void **p, size_t *n);

/* A variable made of doubles alone: a vector, a matrix, a pose, an array. */
#define archive_all(a, p) archive_doubles((a), (double *)(p), sizeof *(p) / (sizeof(double)))
