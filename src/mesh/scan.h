/* scan.h - words, numbers and lines of a text, with their source locations. */
#pragma once
#include "base/diag.h"
#include <string.h>

typedef struct {
    diag *errors;
    const source *file;
    uint32_t index; /* of the file, for source locations */
    const char *cursor, *end;
} scanner;

scanner scan_file(diag *errors, const sources *texts, const source *file);
/* Characters with their source location; n = 0: none. */
typedef struct {
    const char *start;
    int n;
    source_location location;
} span;

span span_of(const scanner *scanner, const char *from, const char *to);
span span_trim(const scanner *scanner, span w);
bool span_is(span w, const char *word); /* ignores case */
bool span_begins(span w, const char *word);
/* Stores at most `most` words of a line and returns their number. */
int span_words(const scanner *s, span line, span *to, int most);

/* Reads the next line without its newline. Returns false at the end of the text. */
bool scan_line(scanner *scanner, span *line);
/* Reads the next word, delimited by blanks and newlines. */
bool scan_word(scanner *scanner, span *word);

/* Converts the characters to a number; reports an error if they are not one. The letter of an exponent may be
 * missing: 1.5-3. */
bool span_real(const scanner *scanner, span w, double *to);
bool span_label(const scanner *scanner, span w, unsigned *to);
/* Reads the next field up to the separator, trimmed, and advances `rest`. Returns false at the end. */
bool span_field(const scanner *scanner, span *rest, char separator, span *field);
