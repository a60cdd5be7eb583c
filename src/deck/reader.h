/* reader.h - the cursor over a deck: cards, and the arguments of the card at hand.
 *
 *     card ::= description [ : argument , argument ... ] ;
 *
 * Errors are sticky: after the first one in a card every read returns zero (or the first choice) and says
 * nothing more, so a type's read function runs to its end without a single `if`. The owner then skips to the
 * next card and goes on; reading stops at DIAG_MOST_ERRORS. Every `what` names the argument for the message:
 * "mass", "first node". */
#pragma once
#include "base/arena.h"
#include "base/diag.h"
#include "deck/expr.h"
#include "deck/limits.h"
#include "math/vec3.h"

typedef struct reader reader;

reader *reader_create(arena *memory, sources *texts, diag *errors, symbols *names, void *owner);
void reader_destroy(reader *reader);
/* Another reader with nothing open that shares memory, texts, errors, symbols, owner and hooks; destroy it as well. */
reader *reader_fork(const reader *r);
void reader_set_observer(reader *reader, void *observer); /* whoever is interested in what is built; NULL before */
void *reader_observer(const reader *reader);
void *reader_owner(const reader *reader);  /* whoever builds something from the cards (model.h) */
arena *reader_arena(const reader *reader); /* what is read lives here */
diag *reader_diag(const reader *reader);
sources *
reader_texts(const reader *reader); /* where other files of the deck are loaded, so that errors can point into them */
symbols *reader_symbols(const reader *reader);

/* False after an error when the deck is not trusted (FILES_CONFINED) and thus may not use `what`: "sockets". */
bool reader_allows(reader *reader, const char *what);

/* Opens a file (or a text) and reads on in it; at its end the reader returns to where it was. */
bool reader_open(reader *reader, const char *path, const char *name);
void reader_open_text(reader *reader, const char *name, const char *text, size_t length);

/* Gives it the environment, and declares the variables in it: MBDYNVARS, a list of expressions separated by ';', and
 * MBDYN_<type>_<name> with an expression as value (a string may stand without quotes). */
void reader_read_environment(reader *reader, char *const *variables);
const char *reader_variable(const reader *reader,
                            const char *name); /* of the environment, as setenv has left it; or NULL */
/* Defines a variable from outside the deck: an expression, whose type it gets. False after an error. */
bool reader_define(reader *reader, const char *name, const char *expression);
/* Where remark, print(), print symbol table, license and warranty write; nothing is written while there is none. */
void reader_set_print(reader *reader, void (*print)(void *to, const char *text), void *to);
void reader_print(const reader *reader, const char *text);
void reader_print_symbols(reader *reader);
const char *reader_license(void);
const char *reader_warranty(void);
/* set: [plugin, name, argument ...]; makes a variable whose value is asked for each time. `make` reads the arguments
 * after the name with the functions below (see read_key) and fills in *live; it returns false after it has reported an
 * error. */
void reader_set_plugin(reader *r, bool (*make)(void *self, reader *reader, const char *plugin, live_value *live),
                       void *self);

limits *reader_limits(reader *reader);
/* Something begins, or ends, in which others of its kind may stand. False after an error when that is too deep. */
bool reader_enter(reader *reader);
int reader_leave(reader *reader); /* how many levels were inside, itself included */
/* Something that is already there, with so many levels, stands here by reference. */
void reader_reaches(reader *reader, int levels);

/* --- cards -------------------------------------------------------------------------------------------------------- */

/* Goes to the next card: its description, lower case and without blanks ("controldata"), or NULL at the end of the
 * input. Carries out by itself the cards that may stand anywhere and concern the language alone: include, set, setenv,
 * remark, print symbol table, license, warranty. */
const char *reader_card(reader *reader);
/* How the text goes on after the card at hand, as the description of a card, and where; NULL: it does not. */
const char *reader_peek_card(reader *reader, source_location *location);
void reader_card_again(reader *reader); /* the card at hand, of which nothing is read yet, is also the next one */
const char *reader_card_text(const reader *reader); /* the description as it was written, for messages */
source_location reader_card_location(const reader *reader);
/* Adds to an error that a ':' may be missing before the first number of the description; false when it has none. */
bool reader_hint_colon(reader *reader);
bool reader_card_is(const reader *reader, const char *description); /* case and blanks do not count */
/* A card within the card, `driven: 1, ..., joint: 5, ...;`: takes its description, up to the ':', as that of the card
 * at hand. */
bool reader_inner_card(reader *reader);
/* Ends the card: reports arguments that were not read; skips to the end of the card after an error. */
void reader_card_end(reader *reader);
/* Skips what is left of the card without complaint. */
void reader_card_skip(reader *reader);
/* Grammar lines shown as a hint with the error of this card. Gives those before, for whoever reads a part of a card. */
const char *reader_set_help(reader *reader, const char *grammar);

/* --- the argument at the cursor ----------------------------------------------------------------------------------- */

bool read_ok(const reader *reader);                       /* no error in this card so far */
bool read_more(reader *reader);                           /* another argument follows (false after an error) */
source_location read_place(reader *reader);               /* of the next argument, to keep for later errors */
source_location read_last_location(const reader *reader); /* of the argument read last */

/* Takes the next argument if it is this word, standing alone before ',' ';' or the end. Case and blanks do not
 * count. */
bool read_keyword(reader *reader, const char *word);
bool read_peek(reader *reader, const char *word);
/* One of the words (NULL-terminated); -1 and an error that lists the nearest when it is none. */
int read_choice(reader *reader, const char *const *words, const char *what);
/* The same, but -1 without an error and without moving when it is none. */
int read_try_choice(reader *reader, const char *const *words);
/* The word itself, lower case and without blanks; NULL when the next argument is no word. Does not move. */
const char *read_peek_word(reader *reader);
/* The next argument as it is written, in quotes, for a message: its words, or what stands there. Never NULL. */
const char *read_shown(reader *reader);
void read_skip(reader *reader); /* moves over the next argument */
/* Takes `key =` in front of the next argument, if it is there. */
bool read_key(reader *reader, const char *key);

double read_real(reader *reader, const char *what);
/* otherwise: for an empty field, `default`, or the end of the card. */
double read_real_or(reader *reader, double otherwise, const char *what);
double read_positive(reader *reader, const char *what);     /* > 0 */
double read_not_negative(reader *reader, const char *what); /* >= 0 */
int read_integer(reader *reader, const char *what);
int read_as_integer(reader *reader, value v, const char *what); /* of a value that was read: its fraction is cut off */
int read_integer_in(reader *reader, int low, int high, const char *what);
int read_count(reader *reader, int least, const char *what); /* how many follow, or shall be made: within the limits */
unsigned read_label(reader *reader, const char *what);
bool read_bool(reader *reader, const char *what);               /* yes, no, or an expression */
value read_value(reader *reader, const char *what);             /* any type; `what` may be NULL */
const char *read_string(reader *reader, const char *what);      /* "...", or an expression that gives a string */
const char *read_bare_string(reader *reader, const char *what); /* "...", or the text up to the next separator */
/* With $VAR, ${VAR}, ~/ and ~user/ replaced, relative to the file being read. */
const char *read_filename(reader *reader, const char *what);
const char *reader_path(reader *reader, const char *name); /* the same for a name that was read */
/* Text for an expression evaluated at run time ("..."), compiled; NULL on error. */
expr *read_run_time_expression(reader *reader, const char *what);

vec3 read_vec3(reader *reader, const char *what); /* x, y, z | null | default; scale */
vec3 read_vec3_or(reader *reader, vec3 otherwise, const char *what);
vec3 read_unit_vec3(reader *reader, const char *what);
mat3 read_mat3(reader *reader, const char *what);        /* matr | sym | skew | diag | eye | null; scale */
mat3 read_orientation(reader *reader, const char *what); /* all forms of 2.3.4, no reference prefix */
void read_vec6(reader *reader, double v[6], const char *what);
void read_vector(reader *reader, int n, double *values, const char *what); /* n reals | null; scale */
void read_mat6(reader *reader, double m[36], const char *what);            /* row by row */
void read_mat6xn(reader *reader, int n, double *m, const char *what);      /* row by row; anba */
void read_matnx6(reader *reader, int n, double *m, const char *what);
void read_matrix(reader *reader, int rows, int columns, double *m,
                 const char *what); /* n x n forms: also sym, diag, eye */

/* Reports an error in this card, at a place or at the last argument; sticky. */
void read_error(reader *reader, diag_code code, source_location location, ...);
void read_error_last(reader *reader, diag_code code, ...);
/* The card refers to something whose own error is reported already: it fails as well, and nothing more is said. */
void read_follows_error(reader *reader);
