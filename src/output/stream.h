/* stream.h - a file that is written in big pieces. Rows gather in a buffer; a failed write is remembered, not
 * repeated. */
#pragma once
#include "base/diag.h"
#include "base/text.h"

typedef struct {
    text rows;  /* not written yet */
    char *path; /* NULL: not open */
    int fd;
    int failed; /* errno of the first write that failed, else 0 */
    size_t written;
    const char *mark; /* last line of a file that is not all there; NULL: none */
    bool is_marked;   /* it is not, though all was written */
} stream;

/* NULL, or why a result may not be written there: it is a file of the deck, or in a sandbox no plain file. */
const char *result_file_refused(const char *path, const diag *errors);
/* Creates BASE.EXTENSION (NULL: BASE), or empties it; false after a report when it cannot, or another run is writing
 * it. */
bool stream_open(stream *s, const char *base, const char *extension, diag *errors);
void stream_flush(stream *stream);
/* Flushes when enough has gathered. Rows must be complete. */
void stream_breathe(stream *stream);
/* Flushes and closes; a file that holds nothing is removed when `keep_empty` is false. False after a report when
 * anything was not written. A row that is not complete is left out; where the disk is full, the mark takes the place
 * of rows. */
bool stream_close(stream *s, bool keep_empty, diag *errors);
