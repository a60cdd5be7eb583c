/* number_lines.h - the lines of a data file, and the numbers in them; errors are reported at their location in the
 * file. */
#pragma once
#include "deck/reader.h"

typedef struct {
    reader *reader;
    const char *subject; /* start of messages, such as "airfoil data" */
    const source *file;
    uint32_t index;     /* of the file, for source locations */
    const char *cursor; /* start of the next number in the current line; NULL before the first line */
    const char *line_end, *end;
} number_lines;

/* Loads the file. Returns false after an error, which is reported at `location` in the deck. */
bool lines_open(number_lines *lines, reader *reader, const char *of, const char *path, source_location location);
/* Advances to the next line. Returns false at the end of the file; if `needed` is not NULL, that is an error with
 * this text. */
bool lines_next(number_lines *lines, const char *needed);
/* Reports an error at a location in the file. */
void lines_complain(const number_lines *lines, const char *at, size_t length, const char *what);
/* The same for the current line. */
void lines_complain_line(const number_lines *lines, const char *what);
/* Reads a number that is surrounded by nothing but blanks between two positions. */
bool lines_number_between(const number_lines *lines, const char *from, const char *to, double *values);
bool lines_is_blank(const char *from, const char *to);
/* Reads the next number of the line; numbers are separated by blanks. */
bool lines_number(number_lines *lines, double *values);
