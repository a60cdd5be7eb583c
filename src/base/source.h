/* source.h - the texts that a model is read from, and locations in them.
 *
 * A source location has 12 bytes and is stored with everything that is read, so that an error detected much later (a
 * singular matrix at step 312) can still refer to the line that caused it. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t file;   /* 1 + index into the sources; 0: none */
    uint32_t offset; /* bytes from the beginning of the text */
    uint32_t length; /* bytes of the token, at least 1 if known */
} source_location;

typedef struct {
    const char *name; /* as the user wrote it, for messages */
    const char *path; /* as it was opened */
    const char *text; /* followed by a NUL that is not part of the length */
    size_t length;
    source_location included_from; /* file 0 for the main deck */
} source;

typedef struct sources sources;

sources *sources_create(void);
void sources_destroy(sources *sources);

/* Restrictions on the files that a deck names, for all code that opens one (base/confine.h). */
typedef enum {
    FILES_CONFINED = 1, /* the deck is not trusted */
    FILES_UNWRITTEN = 2 /* reading it writes no files */
} file_rules;
void sources_set_rules(sources *sources, unsigned rules);
unsigned sources_rules(const sources *sources);
/* Records a file of the deck that is read by other means. */
void sources_note(sources *sources, const char *path);
/* Returns whether the file of this path was loaded or recorded. */
bool sources_has_file(const sources *sources, const char *path);

/* Loads a file completely. Returns NULL if it cannot be read, with the reason in `why` (errno text, too large ...). */
const source *sources_load(sources *sources, const char *path, const char *name, source_location included_from,
                           const char **why);
/* Copies a text that is already in memory (standard input, a string drive, a test). */
const source *sources_add(sources *sources, const char *name, const char *text, size_t length,
                          source_location included_from);
uint32_t sources_index(const sources *sources, const source *file); /* the `file` of its locations */
const source *sources_get(const sources *sources, uint32_t file);   /* NULL for 0 */
bool sources_same_file(const source *a, const source *b);           /* loaded from the same file, under any path */

/* Line and column of a location, both from 1; column counts bytes. 0, 0 for no location. */
void location_line(const sources *sources, source_location source_location, int *line, int *column);

/* The same for locations that are mostly in order: continues from the last one. Initialize with {0}. */
typedef struct {
    uint32_t file, offset, start; /* the last location, and the beginning of its line */
    int line;
} line_cursor;
void location_line_from(const sources *sources, source_location source_location, line_cursor *last, int *line,
                        int *column);
