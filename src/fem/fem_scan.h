/* fem_scan.h - words, numbers and record marks in a file of modal data. */
#pragma once
#include "fem/fem.h"

typedef struct {
    reader *reader;
    const sources *texts;
    const source *file;
    const char *cursor, *end;
    source_location last; /* of the last word or record mark read */
    bool surplus;         /* a warning about numbers after a record was given */
} fem_scanner;

void fem_scan_begin(fem_scanner *scanner, reader *reader, const source *file);
/* Returns the location of the scanner. */
source_location fem_scan_location(const fem_scanner *scanner);

/* Advances past the next line "** RECORD GROUP n". Returns n (as written, -1 if it is not a number), or 0 at the end of
 * the data. `rest` says what lines between the last value and there may contain, besides comments: text; nothing; or
 * text and numbers, with a warning. */
typedef enum { FEM_REST_TEXT, FEM_REST_NOTHING, FEM_REST_ANY } fem_rest;
int fem_scan_record(fem_scanner *scanner, fem_rest rest);
/* Reads the next word of the current record; returns false at its end, and after an error. Skips comment lines. */
bool fem_scan_word(fem_scanner *scanner, const char **word, size_t *length);
/* Skips one line if it is a comment, with or without asterisks. */
void fem_scan_comment(fem_scanner *scanner);
bool fem_scan_real(fem_scanner *scanner, double *values);
bool fem_scan_integer(fem_scanner *scanner, int *values);
/* Returns the remaining bytes: the number of values cannot be larger than half of them. */
static inline size_t fem_scan_left(const fem_scanner *scanner) { return (size_t)(scanner->end - scanner->cursor); }
