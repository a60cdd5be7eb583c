/* number_lines.h - the lines of a data file and the numbers in them; errors point at the place in the file. */
#pragma once
#include "deck/reader.h"

typedef struct {
    reader *reader;
    const char *subject; /* "airfoil data": messages begin with it */
    const source *file;
    uint32_t index;     /* of the file, for places */
    const char *cursor; /* in the line at hand: where its next number begins; NULL before the first */
    const char *line_end, *end;
} number_lines;

/* Loads the file; false after an error, which is reported at `where` in the deck. */
bool lines_open(number_lines *lines, reader *reader, const char *of, const char *path, source_location location);
/* Goes to the next line; false at the end of the file, with the error `needed` when the line is needed. */
bool lines_next(number_lines *lines, const char *needed);
/* Reports an error at a place of the file. */
void lines_complain(const number_lines *lines, const char *at, size_t length, const char *what);
/* The same for the line at hand. */
void lines_complain_line(const number_lines *lines, const char *what);
/* A number that is alone, save blanks, between two places. */
bool lines_number_between(const number_lines *lines, const char *from, const char *to, double *values);
bool lines_is_blank(const char *from, const char *to);
/* The next number of the line, separated by blanks. */
bool lines_number(number_lines *lines, double *values);
