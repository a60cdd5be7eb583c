/* scan.h - words, numbers and lines of a text, with their places. */
#pragma once
#include "base/diag.h"
#include <string.h>

typedef struct {
    diag *errors;
    const source *file;
    uint32_t index; /* of the file, for places */
    const char *cursor, *end;
} scanner;

scanner scan_file(diag *errors, const sources *texts, const source *file);
/* Characters with their place; n = 0: none. */
typedef struct {
    const char *start;
    int n;
    source_location location;
} span;

span span_of(const scanner *scanner, const char *from, const char *to);
span span_trim(const scanner *scanner, span w);
bool span_is(span w, const char *word); /* whatever the case */
bool span_begins(span w, const char *word);
/* The words of a line, as many as there is space for; how many. */
int span_words(const scanner *s, span line, span *to, int most);

/* The next line, without its end; false at the end of the text. */
bool scan_line(scanner *scanner, span *line);
/* The next word between blanks and ends of lines. */
bool scan_word(scanner *scanner, span *word);

/* The number that the characters are; reported when they are none. Exponents may lack their letter: 1.5-3. */
bool span_real(const scanner *scanner, span w, double *to);
bool span_label(const scanner *scanner, span w, unsigned *to);
/* The next field up to the separator, trimmed; `rest` is what is left. False at the end. */
bool span_field(const scanner *scanner, span *rest, char separator, span *field);
