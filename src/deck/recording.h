/* recording.h - arguments of a card that were read once, to be read again with other values of their expressions.
 *
 * The value of an argument that is an expression is that at the time of reading. If this time comes later, the
 * arguments are read once for their structure: each is recorded as words, value, text or compiled expression, with its
 * source location. A reader that replays them does not parse; the functions of reader.h work on it as on a text.
 *
 * Declarations and assignments in them are executed once, when they are recorded; strings are also evaluated then. */
#pragma once
#include "deck/reader.h"

typedef struct recording recording;

/* Starts recording with the next argument of the current card. */
void reader_record(reader *reader);
/* Ends recording, before the card ends. The recording is in the memory of the reader and requires its texts and
 * symbols; NULL after an error. */
const recording *reader_recorded(reader *reader);

/* A number that the owner decides while it reads: it is recorded, and a replay returns it instead of `number`. */
int reader_note(reader *reader, int number);
bool reader_is_replay(const reader *reader);

int recording_count(const recording *recording); /* number of expressions that are not constant */
/* Computes their current values. Returns false if one fails: run->why is the reason, and run->error_offset its
 * position in the text of the card. */
bool recording_evaluate(const recording *recording, expr_run *run, value *out);

/* Returns a reader in the recorded card, before the first recorded argument, with these values in place of the
 * expressions. After the last argument it is at the end of the card. An argument that is read as another kind than it
 * was recorded is an error. Memory, errors and owner may differ from those of the first reader. */
reader *reader_replay(const recording *recording, const value *values, arena *memory, diag *errors, void *owner);
