/* reader_state.h - data that the files of the reader share; private to reader_*.c and recording.c. */
#pragma once
#include "base/array.h"
#include "deck/environment.h"
#include "deck/limits.h"
#include "deck/reader.h"
#include "deck/recording.h"

enum { MOST_WORD = 255 };

/* The words at the cursor, which may be a keyword; scanned once for each argument. */
typedef struct {
    const char *start; /* where they were scanned; NULL: not yet */
    const char *end;   /* end of the last of them */
    int length;        /* 0 if the argument is something else */
    /* first word of a new line that continues to a ':', perhaps another card, and the end of the text before it; or
     * NULL */
    const char *next, *end_before_next;
    int length_before_next;
    char text[MOST_WORD + 1]; /* lower case, without blanks */
} argument_word;

typedef struct {
    const source *file;
    const char *cursor;
} open_text;

typedef struct recorder recorder;

struct reader {
    arena *memory;
    sources *texts;
    diag *errors;
    symbols *names;
    void *owner, *observer;
    environment *environment; /* shared with forks */
    limits limits;
    int nested;   /* number of nested drives, laws, functions around the current text */
    int deepest;  /* levels reached since reader_enter at level 0 */
    double parts; /* number of nested drives, laws, functions so far, each reference counted with all its parts */

    /* the current text; its only NUL is at `end` */
    const source *file;
    uint32_t file_index;
    const char *cursor, *end;
    ARRAY(open_text) outer;
    int includes;
    const char *open_comment; /* already reported */
    const char *open_string;  /* a string that is not closed; strings that begin after it are not closed, either */
    bool done;                /* all texts are read, or there were too many errors */

    /* the current card */
    bool in_card, failed;
    bool again;                      /* it is returned again */
    value_type wants;                /* expected type of the current argument, for messages */
    bool more;                       /* an argument follows, possibly an empty one */
    char closing;                    /* ends the arguments: ';', or ']' of a plugin variable */
    const char *resume;              /* where the next card begins if this one lacks its ';' */
    const char *help, *help_printed; /* grammar of this card; the last one that was shown */
    source_location card, last;
    line_cursor remarked;  /* position of the last remark */
    const char *card_next; /* first word of the description that is on another line than the previous one */
    char description[MOST_WORD + 1];
    char card_text[2 * MOST_WORD + 2];
    argument_word word;

    recorder *record; /* records what is read, or NULL */
    int next_note;
    const recording *replay; /* provides what is read instead of the text, or NULL */
    const value *values;     /* of its expressions */
    int next;                /* the argument at the cursor */

    void (*print)(void *to, const char *text);
    void *print_to;
    bool (*plugin)(void *self, reader *reader, const char *plugin, live_value *live);
    void *plugin_self;
    ARRAY(char) buffer;
};

static inline bool is_blank(char c) { return c == ' ' || (unsigned char)(c - '\t') < 5; }
/* A character of a word (letter, digit, underscore) in lower case, 0 for any other. */
extern const char fold_table[256];
static inline char fold(char c) { return fold_table[(unsigned char)c]; }

/* --- reader_scan.c: moving over the text -------------------------------------------------------------------------- */

const char *scan_skip_comments(reader *reader, const char *text); /* skips comments and the blanks around them */
/* Skips blanks and comments. */
static inline const char *scan_skip(reader *reader, const char *text)
{
    while (is_blank(*text))
        text++;
    return *text == '#' || *text == '/' ? scan_skip_comments(reader, text) : text;
}
const char *scan_string_end(reader *reader, const char *quote); /* the closing quote, or NULL */
bool scan_begins_card(reader *reader, const char *text);        /* words up to a ':' */
bool scan_begins_line(const reader *reader, const char *text);  /* only blanks precede it in its line */
const char *scan_card_end(reader *reader, const char *text);    /* the ';' that ends the card, or the end of the text */
/* Returns the upper limit of the end of an expression: another card begins there. */
const char *scan_limit(reader *reader, const char *text);
source_location scan_location(const reader *reader, const char *from, const char *to);
const char *scan_token_end(reader *reader, const char *text);
const char *scan_quote(reader *reader, const char *text, char out[96]); /* the text there, for a message */

/* --- reader.c ----------------------------------------------------------------------------------------------------- */

bool reader_begin_card(reader *reader); /* false at the end of the text */
bool reader_include(reader *reader, const char *path, const char *name, source_location from);

/* --- reader_language.c -------------------------------------------------------------------------------------------- */

bool reader_language_card(reader *r); /* executes the card if it concerns only the language */

/* --- reader_argument.c -------------------------------------------------------------------------------------------- */

const char *argument_start(reader *reader); /* advances the cursor to the first character of the argument */
/* The same; returns false after an error if there is no argument. */
bool argument_begin(reader *reader, const char *what);
bool argument_is_empty(reader *reader);
/* Records its location and reads the separator. */
void argument_end(reader *reader, const char *from, const char *end, bool is_word);
/* Hints at what is missing before `next`, which begins a line. */
void argument_hint_line(reader *reader, const char *next);
void argument_hint_card(reader *reader, source_location location);
void argument_string_open(reader *reader, const char *quote);
const argument_word *argument_words(reader *reader);

/* --- recording.c: recording --------------------------------------------------------------------------------------- */

/* Records the argument from `from` to `end`; the cursor is at its beginning. The others add to the last argument. */
void record_argument(reader *reader, const char *from, const char *end);
void record_key(reader *reader, const char *from);
void record_value(reader *reader, value v);
void record_bare(reader *reader, const char *text);
void record_run_time(reader *reader, expr *code);
/* expr_evaluate that stores the code, and records it as the value of the last argument. */
bool record_evaluate(reader *reader, const expr_source *in, size_t *at, value *v);
void record_expression(reader *reader);
void record_reset(reader *reader);

/* --- recording.c: replay ------------------------------------------------------------------------------------------ */

void replay_words(const reader *reader, argument_word *word); /* of the argument at the cursor */
source_location replay_location(const reader *reader);
void replay_next(reader *reader); /* advances to the next argument */
void replay_stop(reader *reader); /* skips all arguments */
bool replay_value(reader *reader, const char *what, value *v);
const char *replay_bare(reader *reader, const char *what);
expr *replay_run_time(reader *reader, const char *what);
void replay_error(reader *reader, const char *what); /* the argument is of another kind */

/* --- reader_string.c ---------------------------------------------------------------------------------------------- */

/* Makes replacements, but not the path relative to the file. */
const char *read_filename_given(reader *reader, const char *what);
const char *path_beside(reader *reader, const char *other, const char *name); /* name in the directory of `other` */
