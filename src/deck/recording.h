/* recording.h - arguments of a card that were read once, to be read again with other values of their expressions.
 *
 * An argument that is an expression counts with the values of the moment it is read. Where this moment comes later, the
 * arguments are read once for what they are: each is taken down as words, value, text or compiled expression, with its
 * place. A reader that gives them again parses nothing; the functions of reader.h work on it as on a text.
 *
 * Declarations and assignments in them are carried out once, when they are recorded; so are texts made, whatever they
 * are joined from. */
#pragma once
#include "deck/reader.h"

typedef struct recording recording;

/* From the next argument of the card at hand on. */
void reader_record(reader *reader);
/* Ends it, before the card ends. The recording lives in the memory of the reader and needs its texts and symbols; NULL
 * after an error. */
const recording *reader_recorded(reader *reader);

/* What the owner decides while it reads, a number: taken down while it is recorded, and given back in place of `number`
 * when it is read again. */
int reader_note(reader *reader, int number);
bool reader_is_replay(const reader *reader);

int recording_count(const recording *recording); /* expressions whose value is not a constant */
/* Their values now. False when one fails: run->why says what, and run->error where in the text of the card. */
bool recording_evaluate(const recording *recording, expr_run *run, value *out);

/* A reader in the card that was recorded, in front of the first argument recorded, with these values in place of the
 * expressions. Behind the last it finds the end of the card; an argument that is now wanted as something else than it
 * was recorded as is an error. Memory, errors and owner may be others than those of the first reader. */
reader *reader_replay(const recording *recording, const value *values, arena *memory, diag *errors, void *owner);
