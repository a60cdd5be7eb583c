/* stream.h - a buffered output file. A write that failed is recorded and not repeated. */
#pragma once
#include "base/diag.h"
#include "base/text.h"

typedef struct {
    text rows;  /* buffer of rows that are not written yet */
    char *path; /* NULL: not open */
    int fd;
    int failed; /* errno of the first write that failed, otherwise 0 */
    size_t written;
    const char *mark; /* last line of an incomplete file; NULL: none */
    bool is_marked;   /* the results are incomplete although everything was written */
} stream;

/* Returns NULL, or the reason why a result may not be written there: it is a file of the deck or, in a sandbox, not
 * a regular file. */
const char *result_file_refused(const char *path, const diag *errors);
/* Creates BASE.EXTENSION (NULL: BASE), or empties it. Returns false after reporting an error, also if another run is
 * writing to it. */
bool stream_open(stream *s, const char *base, const char *extension, diag *errors);
void stream_flush(stream *stream);
/* Flushes if the buffer is large enough. Requires complete rows. */
void stream_breathe(stream *stream);
/* Flushes and closes; an empty file is removed unless `keep_empty` is true. Returns false after reporting an error
 * if anything was not written. An incomplete row is omitted; if the disk is full, the mark replaces rows at the end. */
bool stream_close(stream *s, bool keep_empty, diag *errors);
