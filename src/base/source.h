/* source.h - the texts a model is read from, and places in them.
 *
 * A place is 12 bytes and is kept with everything that is read, so that an error found much later
 * (a singular matrix at step 312) can still point at the line that caused it. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t file;   /* 1 + index into the sources; 0 is "nowhere" */
    uint32_t offset; /* bytes from the beginning of the text */
    uint32_t length; /* bytes of the token, at least 1 when known */
} source_location;

typedef struct {
    const char *name; /* as the user wrote it, for messages */
    const char *path; /* as it was opened */
    const char *text; /* terminated by a NUL that is not part of the length */
    size_t length;
    source_location included_from; /* file 0 for the main deck */
} source;

typedef struct sources sources;

sources *sources_create(void);
void sources_destroy(sources *sources);

/* Rules about the files a deck names, for whoever opens one (base/confine.h). */
typedef enum {
    FILES_CONFINED = 1, /* the deck is not trusted */
    FILES_UNWRITTEN = 2 /* reading it writes nothing */
} file_rules;
void sources_set_rules(sources *sources, unsigned rules);
unsigned sources_rules(const sources *sources);
/* A file of the deck that somebody else reads. */
void sources_note(sources *sources, const char *path);
/* Whether the file of this path is one that was loaded or noted. */
bool sources_has_file(const sources *sources, const char *path);

/* Loads a file whole. NULL when it cannot be read: `why` then says why (errno text, too large, a directory). */
const source *sources_load(sources *sources, const char *path, const char *name, source_location included_from,
                           const char **why);
/* Takes a copy of a text that is already in memory (standard input, a string drive, a test). */
const source *sources_add(sources *sources, const char *name, const char *text, size_t length,
                          source_location included_from);
uint32_t sources_index(const sources *sources, const source *file); /* the `file` of its places */
const source *sources_get(const sources *sources, uint32_t file);   /* NULL for 0 */
bool sources_same_file(const source *a, const source *b);           /* loaded from one file, under whatever path */

/* Line and column, both from 1, of a place; column counts bytes. 0, 0 for nowhere. */
void location_line(const sources *sources, source_location source_location, int *line, int *column);

/* The same for places that mostly follow each other: counts on from the last one. Begins as {0}. */
typedef struct {
    uint32_t file, offset, start; /* the last place, and where its line begins */
    int line;
} line_cursor;
void location_line_from(const sources *sources, source_location source_location, line_cursor *last, int *line,
                        int *column);
