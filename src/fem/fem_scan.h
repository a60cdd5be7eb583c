/* fem_scan.h - words, numbers and record marks in a file of modal data. */
#pragma once
#include "fem/fem.h"

typedef struct {
    reader *reader;
    const sources *texts;
    const source *file;
    const char *cursor, *end;
    source_location last; /* of the word or record mark read last */
    bool surplus;         /* numbers behind a record were warned about */
} fem_scanner;

void fem_scan_begin(fem_scanner *scanner, reader *reader, const source *file);
/* The place where the scanner stands. */
source_location fem_scan_location(const fem_scanner *scanner);

/* Goes to the next line "** RECORD GROUP n" and behind it: n (whatever stands there, -1 when it is no number), or 0 at
 * the end of the data. What may stand on lines between the last value and there besides comments: text; nothing; or
 * text and numbers, of which a warning speaks. */
typedef enum { FEM_REST_TEXT, FEM_REST_NOTHING, FEM_REST_ANY } fem_rest;
int fem_scan_record(fem_scanner *scanner, fem_rest rest);
/* The next word of the record at hand; false at its end, and after an error. Comment lines are passed over. */
bool fem_scan_word(fem_scanner *scanner, const char **word, size_t *length);
/* One line that is a comment, with or without asterisks, if the next one is. */
void fem_scan_comment(fem_scanner *scanner);
bool fem_scan_real(fem_scanner *scanner, double *values);
bool fem_scan_integer(fem_scanner *scanner, int *values);
/* Bytes that are left: the number of values cannot be larger than half of them. */
static inline size_t fem_scan_left(const fem_scanner *scanner) { return (size_t)(scanner->end - scanner->cursor); }
