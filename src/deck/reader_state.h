/* reader_state.h - what the files of the reader share; nobody else includes it. */
#pragma once
#include "base/array.h"
#include "deck/environment.h"
#include "deck/limits.h"
#include "deck/reader.h"
#include "deck/recording.h"

enum { MOST_WORD = 255 };

/* The words at the cursor, which may be a keyword; scanned once an argument. */
typedef struct {
    const char *start; /* where they were scanned; NULL: nowhere */
    const char *end;   /* behind the last of them */
    int length;        /* 0 when the argument is something else */
    /* the first word of a new line that goes on to a ':', perhaps another card, and what stands before it; or NULL */
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
    int nested;  /* drives, laws, functions around what is being read */
    int deepest; /* levels reached since a reader_enter at level 0 */

    /* the text being read; it holds no NUL but the one at `end` */
    const source *file;
    uint32_t file_index;
    const char *cursor, *end;
    ARRAY(open_text) outer;
    int includes;
    const char *open_comment; /* already reported */
    const char *open_string;  /* a string that is not closed; so is none that begins behind it */
    bool done;                /* all texts are read, or too many errors found */

    /* the card at hand */
    bool in_card, failed;
    bool again;                      /* it is given once more */
    value_type wants;                /* of the argument at hand, for messages */
    bool more;                       /* an argument follows, perhaps an empty one */
    char closing;                    /* ends the arguments: ';', or ']' of a plugin variable */
    const char *resume;              /* where the next card begins when this one lacks its ';' */
    const char *help, *help_printed; /* of this card; the last that was shown */
    source_location card, last;
    line_cursor remarked;  /* of the last remark */
    const char *card_next; /* first word of the description that stands on another line than the one before */
    char description[MOST_WORD + 1];
    char card_text[2 * MOST_WORD + 2];
    argument_word word;

    recorder *record; /* takes down what is read, or NULL */
    int next_note;
    const recording *replay; /* gives what is read in place of the text, or NULL */
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

const char *scan_skip_comments(reader *reader, const char *text); /* over comments and the blanks around them */
/* Over blanks and comments. */
static inline const char *scan_skip(reader *reader, const char *text)
{
    while (is_blank(*text))
        text++;
    return *text == '#' || *text == '/' ? scan_skip_comments(reader, text) : text;
}
const char *scan_string_end(reader *reader, const char *quote); /* the closing quote, or NULL */
bool scan_begins_card(reader *reader, const char *text);        /* words up to a ':' */
bool scan_begins_line(const reader *reader, const char *text);  /* nothing but blanks before it in its line */
const char *scan_card_end(reader *reader, const char *text);    /* the ';' that ends the card, or the end of the text */
/* Where an expression ends at the latest: another card begins there. */
const char *scan_limit(reader *reader, const char *text);
source_location scan_location(const reader *reader, const char *from, const char *to);
const char *scan_token_end(reader *reader, const char *text);
const char *scan_quote(reader *reader, const char *text, char out[96]); /* what stands there, for a message */

/* --- reader.c ----------------------------------------------------------------------------------------------------- */

bool reader_begin_card(reader *reader); /* false at the end of the text */
bool reader_include(reader *reader, const char *path, const char *name, source_location from);

/* --- reader_language.c -------------------------------------------------------------------------------------------- */

bool reader_language_card(reader *r); /* carries out the card if it concerns the language alone */

/* --- reader_argument.c -------------------------------------------------------------------------------------------- */

const char *argument_start(reader *reader);            /* moves the cursor to the first character of the argument */
bool argument_begin(reader *reader, const char *what); /* the same; false and an error when there is no argument */
bool argument_is_empty(reader *reader);
/* Records its place and takes the separator. */
void argument_end(reader *reader, const char *from, const char *end, bool is_word);
void argument_hint_line(reader *reader, const char *next); /* what is missing before `next`, which begins a line */
void argument_string_open(reader *reader, const char *quote);
const argument_word *argument_words(reader *reader);

/* --- recording.c: taking down, while something is recorded -------------------------------------------------------- */

/* The argument from `from` to `end`, at whose beginning the cursor stands. The others say more of the one taken last.
 */
void record_argument(reader *reader, const char *from, const char *end);
void record_key(reader *reader, const char *from);
void record_value(reader *reader, value v);
void record_bare(reader *reader, const char *text);
void record_run_time(reader *reader, expr *code);
/* expr_evaluate that keeps the code, and says that it is the value of the argument taken last. */
bool record_evaluate(reader *reader, const expr_source *in, size_t *at, value *v);
void record_expression(reader *reader);
void record_reset(reader *reader);

/* --- recording.c: giving it again --------------------------------------------------------------------------------- */

void replay_words(const reader *reader, argument_word *word); /* of the argument at the cursor */
source_location replay_location(const reader *reader);
void replay_next(reader *reader); /* moves over the argument */
void replay_stop(reader *reader); /* moves over all */
bool replay_value(reader *reader, const char *what, value *v);
const char *replay_bare(reader *reader, const char *what);
expr *replay_run_time(reader *reader, const char *what);
void replay_error(reader *reader, const char *what); /* the argument is of another kind */

/* --- reader_string.c ---------------------------------------------------------------------------------------------- */

const char *read_filename_given(reader *reader, const char *what); /* replaced, but not made relative to the file */
const char *path_beside(reader *reader, const char *other, const char *name); /* name in the directory of `other` */
