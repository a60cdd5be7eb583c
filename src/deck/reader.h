/* reader.h - the cursor over a deck: cards, and the arguments of the current card.
 *
 *     card ::= description [ : argument , argument ... ] ;
 *
 * Errors are sticky: after the first one in a card every read returns zero (or the first choice) and reports nothing,
 * so that the read function of a type needs no `if`. The owner then skips to the next card and continues; reading stops
 * at DIAG_MOST_ERRORS. Every `what` names the argument for messages: "mass", "first node". */
#pragma once
#include "base/arena.h"
#include "base/diag.h"
#include "deck/expr.h"
#include "deck/limits.h"
#include "math/vec3.h"

typedef struct reader reader;

reader *reader_create(arena *memory, sources *texts, diag *errors, symbols *names, void *owner);
void reader_destroy(reader *reader);
/* Returns a reader without open text that shares memory, texts, errors, symbols, owner and hooks; destroy it, too. */
reader *reader_fork(const reader *r);
void reader_set_observer(reader *reader, void *observer); /* observer of what is built; initially NULL */
void *reader_observer(const reader *reader);
void *reader_owner(const reader *reader);  /* the object that is built from the cards (model.h) */
arena *reader_arena(const reader *reader); /* memory of what is read */
diag *reader_diag(const reader *reader);
sources *
reader_texts(const reader *reader); /* where other files of the deck are loaded, so that messages can refer to them */
symbols *reader_symbols(const reader *reader);

/* Returns false after an error if the deck is not trusted (FILES_CONFINED) and thus must not use `what`: "sockets". */
bool reader_allows(reader *reader, const char *what);

/* Opens a file (or a text) and continues in it; at its end the reader returns to where it was. */
bool reader_open(reader *reader, const char *path, const char *name);
void reader_open_text(reader *reader, const char *name, const char *text, size_t length);

/* Sets the environment, and declares the variables in it: MBDYNVARS, a list of expressions separated by ';', and
 * MBDYN_<type>_<name> with an expression as value (the quotes of a string may be omitted). */
void reader_read_environment(reader *reader, char *const *variables);
/* Returns a variable of the environment, as changed by setenv; or NULL. */
const char *reader_variable(const reader *reader, const char *name);
/* The same without changes by the deck: for what a deck must not choose. */
const char *reader_given_variable(const reader *reader, const char *name);
/* Defines a variable from outside the deck by an expression, which gives its type. Returns false after an error. */
bool reader_define(reader *reader, const char *name, const char *expression);
/* Sets where remark, print(), print symbol table, license and warranty write; initially nowhere. */
void reader_set_print(reader *reader, void (*print)(void *to, const char *text), void *to);
void reader_print(const reader *reader, const char *text);
void reader_print_symbols(reader *reader);
const char *reader_license(void);
const char *reader_warranty(void);
/* set: [plugin, name, argument ...]; makes a variable whose value is computed each time it is read. `make` reads the
 * arguments after the name with the functions below (see read_key) and sets *live; it returns false after it has
 * reported an error. */
void reader_set_plugin(reader *r, bool (*make)(void *self, reader *reader, const char *plugin, live_value *live),
                       void *self);

limits *reader_limits(reader *reader);
/* Enters or leaves an object that others of its kind may be nested in. Returns false after an error if it is too
 * deep. */
bool reader_enter(reader *reader);
int reader_leave(reader *reader); /* number of nested levels, including this one */
/* Accounts for a reference to an existing object with so many levels and parts. */
void reader_reaches(reader *reader, int levels, double parts);
double reader_count(const reader *reader); /* nested objects so far, references with all their parts */
/* Returns the number of them after the first `since`; more than one value may evaluate are an error. */
double reader_parts(reader *reader, double since);

/* --- cards -------------------------------------------------------------------------------------------------------- */

/* Advances to the next card. Returns its description, in lower case and without blanks ("controldata"), or NULL at the
 * end of the input. Executes the cards that are allowed anywhere and concern only the language: include, set, setenv,
 * remark, print symbol table, license, warranty. */
const char *reader_card(reader *reader);
/* Returns the text after the current card as the description of a card, and its location; NULL if there is none. */
const char *reader_peek_card(reader *reader, source_location *location);
void reader_card_again(reader *reader);             /* the current card, still unread, becomes the next one again */
const char *reader_card_text(const reader *reader); /* the description as it was written, for messages */
source_location reader_card_location(const reader *reader);
/* Adds the hint that a ':' may be missing before the first number of the description. Returns false if it has none. */
bool reader_hint_colon(reader *reader);
bool reader_card_is(const reader *reader, const char *description); /* ignores case and blanks */
/* A card within the card, `driven: 1, ..., joint: 5, ...;`: reads its description, up to the ':', as that of the
 * current card. */
bool reader_inner_card(reader *reader);
/* Ends the card: reports arguments that were not read; after an error skips to the end of the card. */
void reader_card_end(reader *reader);
/* Skips the rest of the card without an error. */
void reader_card_skip(reader *reader);
/* Sets the grammar that is shown as a hint with an error in this card. Returns the previous one, for the reader of a
 * part of a card. */
const char *reader_set_help(reader *reader, const char *grammar);

/* --- the argument at the cursor ----------------------------------------------------------------------------------- */

bool read_ok(const reader *reader);                       /* whether this card has had no error so far */
bool read_more(reader *reader);                           /* whether another argument follows (false after an error) */
source_location read_place(reader *reader);               /* of the next argument, for later errors */
source_location read_last_location(const reader *reader); /* of the last argument read */

/* Reads the next argument if it is this word, alone before ',' ';' or the end. Ignores case and blanks. */
bool read_keyword(reader *reader, const char *word);
bool read_peek(reader *reader, const char *word);
/* Reads `word |` before the next argument, if present. */
bool read_keyword_bar(reader *reader, const char *word);
/* Reads one of the words (NULL-terminated). Returns -1 after an error, which lists the nearest words. */
int read_choice(reader *reader, const char *const *words, const char *what);
/* The same, but returns -1 without an error and does not advance if it is none of them. */
int read_try_choice(reader *reader, const char *const *words);
/* Returns the word in lower case and without blanks; NULL if the next argument is not a word. Does not advance. */
const char *read_peek_word(reader *reader);
/* Returns the next argument as it is written, in quotes, for a message: its words, or its text. Never NULL. */
const char *read_shown(reader *reader);
void read_skip(reader *reader); /* skips the next argument */
/* Reads `key =` before the next argument, if present. */
bool read_key(reader *reader, const char *key);

double read_real(reader *reader, const char *what);
/* `otherwise` is returned for an empty field, `default`, or the end of the card. */
double read_real_or(reader *reader, double otherwise, const char *what);
double read_positive(reader *reader, const char *what);     /* > 0 */
double read_not_negative(reader *reader, const char *what); /* >= 0 */
int read_integer(reader *reader, const char *what);
int read_as_integer(reader *reader, value v, const char *what); /* truncates a value that was read */
int read_integer_in(reader *reader, int low, int high, const char *what);
int read_count(reader *reader, int least, const char *what); /* a number of items, within the limits */
/* Returns the product of two counts that were read; more items than the limits allow are an error at the last. */
int read_limited(reader *reader, int n, int m, const char *what);
unsigned read_label(reader *reader, const char *what);
bool read_bool(reader *reader, const char *what);               /* yes, no, true, false, or an expression */
value read_value(reader *reader, const char *what);             /* any type; `what` may be NULL */
const char *read_string(reader *reader, const char *what);      /* "...", or an expression whose value is a string */
const char *read_bare_string(reader *reader, const char *what); /* "...", or the text up to the next separator */
/* Replaces $VAR, ${VAR}, ~/ and ~user/; relative to the file being read. */
const char *read_filename(reader *reader, const char *what);
const char *reader_path(reader *reader, const char *name); /* the same for a name that was read before */
/* Reads and compiles an expression that is evaluated at run time ("..."); returns NULL after an error. */
expr *read_run_time_expression(reader *reader, const char *what);

vec3 read_vec3(reader *reader, const char *what); /* x, y, z | null | default; scale */
vec3 read_vec3_or(reader *reader, vec3 otherwise, const char *what);
vec3 read_unit_vec3(reader *reader, const char *what);
mat3 read_mat3(reader *reader, const char *what);        /* matr | sym | skew | diag | eye | null; scale */
mat3 read_orientation(reader *reader, const char *what); /* all forms of 2.3.4, without reference prefix */
void read_vec6(reader *reader, double v[6], const char *what);
void read_vector(reader *reader, int n, double *values, const char *what); /* n reals | null; scale */
void read_mat6(reader *reader, double m[36], const char *what);            /* by rows */
void read_mat6xn(reader *reader, int n, double *m, const char *what);      /* by rows; anba */
void read_matnx6(reader *reader, int n, double *m, const char *what);
/* Square forms include sym, diag, eye. */
void read_matrix(reader *reader, int rows, int columns, double *m, const char *what);

/* Reports an error in this card, at a location or at the last argument; sticky. */
void read_error(reader *reader, diag_code code, source_location location, ...);
void read_error_last(reader *reader, diag_code code, ...);
/* Fails the card without a message, because it refers to something whose error has already been reported. */
void read_follows_error(reader *reader);
