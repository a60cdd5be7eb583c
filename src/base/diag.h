/* diag.h - errors, warnings and notes to the user.
 *
 * Only the program (app) prints or exits. Other layers report to a diag, whose owner sets a sink; app sets one that
 * writes to standard error. Every message is a row of the file diag.def of the layer that introduces it; its number
 * never changes and is never reused:
 *
 *     1-99     files and text          300-399 model             600-699 run time
 *     100-199  expressions             400-499 laws and drives   700-799 output
 *     200-299  cards and arguments     500-599 problem, solvers  900-999 command line
 *
 *     bridge.mbd:41:23: error E0112: structural node 7 is not defined
 *        41 |   joint: 3, spherical hinge, 7, position, null;
 *           |                              ^
 *        hint: defined so far: 1, 2, 5, 17; did you mean 17?
 *        in: included from main.mbd:12 */
#pragma once
#include "base/source.h"
#include <stdarg.h>

typedef enum { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR } diag_level;

typedef struct {
    char id[6]; /* "E0112" */
    diag_level level;
    const char *text; /* a printf format */
} diag_row;

/* What to report: a row itself, so that a new message affects only its layer. NULL: none. */
typedef const diag_row *diag_code;

#define DIAG_LETTER(level) ((level) == DIAG_ERROR ? 'E' : (level) == DIAG_WARNING ? 'W' : 'N')
#define DIAG_DIGIT(number, unit) (char)('0' + (number) / (unit) % 10)
#define DIAG_DECLARE(name, number, level, text) extern const diag_row name[1];
#define DIAG_DEFINE(name, number, level, text)                                                         \
    const diag_row name[1] = {{{DIAG_LETTER(level), DIAG_DIGIT(number, 1000), DIAG_DIGIT(number, 100), \
                                DIAG_DIGIT(number, 10), DIAG_DIGIT(number, 1), '\0'},                  \
                               level,                                                                  \
                               text}};

typedef struct {
    diag_code code;
    diag_level level;
    source_location location;
    int line, column; /* of the source location, set when it is sent; 0: none */
    char text[512];
    char hint[1536]; /* lines, empty if there are none; a line that begins with a blank continues the previous one */
} diag_message;

typedef struct diag diag;

enum { DIAG_MOST_ERRORS = 20, DIAG_MOST_ALIKE = 5 }; /* errors; warnings of one kind */

diag *diag_create(const sources *sources);
void diag_destroy(diag *diagnostics);
const sources *diag_sources(const diag *diagnostics);

/* The sink receives every message in order, when it is complete (see diag_flush). */
void diag_set_sink(diag *diagnostics, void (*sink)(void *to, const diag *diagnostics, const diag_message *message),
                   void *to);

/* Reports a message; its text is the printf format of the arguments. */
void diag_report(diag *diagnostics, diag_code code, source_location location, ...);
void diag_report_v(diag *diagnostics, diag_code code, source_location location, va_list args);
/* Adds a hint to the last message. */
void diag_hint(diag *diagnostics, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Sends the last message, which is otherwise held for a hint until the next report. */
void diag_flush(diag *diagnostics);

int diag_errors(const diag *diagnostics);
bool diag_full(const diag *diagnostics); /* DIAG_MOST_ERRORS were reported: stop reading */

/* Renders the message as shown above, in plain text. Returns its length; writes at most size bytes. */
size_t diag_render(const diag *diagnostics, const diag_message *message, char *out, size_t size);
