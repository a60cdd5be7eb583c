/* reader_argument.c - the argument at the cursor: words, separators, errors.
 *
 *     argument ::= [ word ... | string | expression ]      empty: the default value
 *
 * Arguments are separated by ','; a word may also be followed by ':' (a card within a card). The words of an argument
 * are scanned once, in lower case and without blanks, and then compared with any number of keywords. They are a keyword
 * only if they are alone before ',' ';' ':' or the end: "step(2.)" and "model::drive(1)" are not. If words continue
 * over the end of a line up to a ':', the next line is probably another card and a ';' is missing. */
#include "base/interrupt.h"
#include "base/nearest.h"
#include "deck/diag_rows.h"
#include "deck/reader_state.h"
#include <string.h>

bool read_ok(const reader *reader) { return !reader->failed; }
bool read_more(reader *reader) { return reader->more && !reader->failed; }
source_location read_last_location(const reader *reader) { return reader->last; }

/* --- errors ------------------------------------------------------------------------------------------------------- */

/* Explains an error at what looks like the next card. */
void argument_hint_card(reader *reader, source_location location)
{
    if (!reader->file || location.file != reader->file_index || location.offset <= reader->card.offset)
        return;
    const char *p = reader->file->text + location.offset;
    if (reader->closing == ';' && scan_begins_line(reader, p) && scan_begins_card(reader, p))
        diag_hint(reader->errors, "a card seems to begin here: is a ';' missing at the end of the previous line?");
}

static void report(reader *reader, diag_code code, source_location location, va_list args)
{
    if (reader->in_card && reader->failed)
        return;
    reader->failed = reader->in_card;
    diag_report_v(reader->errors, code, location, args);
    if (reader->in_card)
        argument_hint_card(reader, location);
}

void read_error(reader *reader, diag_code code, source_location location, ...)
{
    va_list args;
    va_start(args, location);
    report(reader, code, location, args);
    va_end(args);
}

void read_error_last(reader *reader, diag_code code, ...)
{
    va_list args;
    va_start(args, code);
    report(reader, code, reader->last, args);
    va_end(args);
}

void read_follows_error(reader *reader)
{
    if (reader->failed)
        return;
    reader->failed = reader->in_card;
    reader->help = reader->card_next = NULL;
}

void argument_string_open(reader *reader, const char *quote)
{
    read_error(reader, E_STRING_OPEN, scan_location(reader, quote, quote + 1));
    reader->cursor = quote + strcspn(quote, "\n"); /* the rest of the card is searched from the next line on */
}

/* Returns the end of the last token before `end` that is neither blank nor comment, from the last argument on. */
static const char *last_token_end(reader *reader, const char *end)
{
    const char *p = reader->file->text + reader->last.offset, *last = p;
    while ((p = scan_skip(reader, p)) < end) {
        p = scan_token_end(reader, p);
        last = p;
    }
    return last < end ? last : end;
}

/* Reports that the card at `next` begins where this one should have ended, after `end`. */
static void semicolon_error(reader *reader, const char *end, const char *next)
{
    end = last_token_end(reader, end);
    read_error(reader, E_MISSING_SEMICOLON, scan_location(reader, end, end), reader->card_text);
    reader->resume = next;
}

/* A card that is a single word, `gravity;`, looks like an argument. */
void argument_hint_line(reader *reader, const char *next)
{
    const char *p = next;
    while (fold(*p))
        p = scan_skip(reader, scan_token_end(reader, p));
    const bool may_be_card = reader->closing == ';' && fold(*next) > '9' && *p == ';';
    diag_hint(reader->errors, "is a ','%s missing at the end of the previous line?", may_be_card ? " or a ';'" : "");
}

static void separator_error(reader *reader, const char *end, const char *next)
{
    char quote[96];
    const bool new_line = scan_begins_line(reader, next);
    if (reader->failed)
        return;
    if (reader->closing == ';' && (next == reader->end || (new_line && scan_begins_card(reader, next)))) {
        semicolon_error(reader, end, next);
    } else if (*next == ')') {
        read_error(reader, E_PARENTHESIS_CLOSE, scan_location(reader, next, next + 1));
    } else {
        read_error(reader, E_MISSING_SEPARATOR, scan_location(reader, next, scan_token_end(reader, next)),
                   reader->closing, scan_quote(reader, next, quote));
        if (new_line)
            argument_hint_line(reader, next);
    }
    if (!reader->resume)
        reader->cursor = next;
}

/* --- the argument ------------------------------------------------------------------------------------------------- */

const char *argument_start(reader *reader) { return reader->cursor = scan_skip(reader, reader->cursor); }

bool argument_begin(reader *reader, const char *what)
{
    interrupt_point();
    if (reader->failed)
        return false;
    const char *p = argument_start(reader);
    if (!reader->more)
        read_error(reader, E_MISSING_ARGUMENT, scan_location(reader, p, p + 1), what ? what : "expression");
    return !reader->failed;
}

bool argument_is_empty(reader *reader)
{
    const char c = *argument_start(reader);
    return c == ',' || c == reader->closing || c == '\0';
}

void argument_end(reader *reader, const char *from, const char *end, bool is_word)
{
    if (reader->replay) {
        replay_next(reader);
        return;
    }
    if (reader->record)
        record_argument(reader, from, end);
    reader->last = scan_location(reader, from, end);
    const char *p = scan_skip(reader, end);
    reader->more = *p == ',' || (is_word && *p == ':');
    if (reader->more)
        reader->cursor = p + 1;
    else if (*p == reader->closing)
        reader->cursor = p;
    else
        separator_error(reader, end, p);
}

/* --- words -------------------------------------------------------------------------------------------------------- */

/* Collects the words that begin at `from`. Returns what follows them, or NULL if they are too long for a keyword. */
static const char *scan_words(reader *reader, const char *from, argument_word *word)
{
    const char *p = from;
    int n = 0;
    for (;;) {
        for (char c; (c = fold(*p)) && n < MOST_WORD; p++)
            word->text[n++] = c;
        word->length = n;
        word->end = p;
        if (n == MOST_WORD)
            return NULL;
        p = scan_skip(reader, p);
        if (!fold(*p))
            return p;
        if (!word->next && scan_begins_line(reader, p)) {
            word->next = p;
            word->end_before_next = word->end;
            word->length_before_next = word->length;
        }
    }
}

/* Returns the words of the argument; length 0 if it is something else. */
const argument_word *argument_words(reader *reader)
{
    argument_word *word = &reader->word;
    const char *from = argument_start(reader);
    if (word->start == from)
        return word;
    word->start = from;
    word->length = 0;
    word->next = NULL;
    word->text[0] = '\0';
    if (reader->replay)
        return replay_words(reader, word), word;
    if (fold(*from) <= '9')
        return word;
    const char *p = scan_words(reader, from, word);
    const bool colon = p && *p == ':' && p[1] != ':';
    if (!p || !(colon || *p == ',' || *p == ';' || *p == reader->closing || *p == '\0'))
        word->length = 0;
    if (!colon)
        word->next = NULL;
    word->text[word->length] = '\0';
    return word;
}

source_location read_place(reader *reader)
{
    if (reader->replay)
        return replay_location(reader);
    const argument_word *word = argument_words(reader);
    return scan_location(reader, reader->cursor, word->length > 0 ? word->end : scan_token_end(reader, reader->cursor));
}

/* Returns whether the first n letters are this word. */
static bool same(const char *letters, int n, const char *word)
{
    int i = 0;
    for (; *word; word++) {
        if (is_blank(*word))
            continue;
        if (i == n || letters[i] != fold(*word))
            return false;
        i++;
    }
    return i == n;
}

bool read_peek(reader *reader, const char *word)
{
    if (!reader->more || reader->failed)
        return false;
    const argument_word *argument_word = reader->word.start == reader->cursor ? &reader->word : argument_words(reader);
    if (argument_word->text[0] != fold(*word))
        return false;
    if (same(argument_word->text, argument_word->length, word))
        return true;
    if (argument_word->next && same(argument_word->text, argument_word->length_before_next, word))
        semicolon_error(reader, argument_word->end_before_next, argument_word->next);
    return false;
}

bool read_keyword_bar(reader *reader, const char *word)
{
    if (!reader->more || reader->failed || reader->replay)
        return false;
    argument_word words = {0};
    const char *from = argument_start(reader), *bar = fold(*from) > '9' ? scan_words(reader, from, &words) : NULL;
    if (!bar || *bar != '|' || bar[1] == '|' || !same(words.text, words.length, word))
        return false;
    reader->last = scan_location(reader, from, words.end);
    reader->cursor = bar + 1;
    return true;
}

static void take_word(reader *reader) { argument_end(reader, reader->word.start, reader->word.end, true); }

void read_skip(reader *reader)
{
    if (!reader->more || reader->failed)
        return;
    if (reader->replay || argument_words(reader)->length > 0) {
        take_word(reader);
        return;
    }
    const char *from = argument_start(reader), *p = from;
    for (long depth = 0; *p && (depth > 0 || (*p != ',' && *p != ';' && *p != reader->closing));
         p = scan_skip(reader, p)) {
        if (*p == '"') {
            const char *end = scan_string_end(reader, p);
            if (!end) {
                argument_string_open(reader, p);
                return;
            }
            p = end;
        }
        depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
        p++;
    }
    while (p > from && is_blank(p[-1]))
        p--;
    argument_end(reader, from, p, false);
}

bool read_keyword(reader *reader, const char *word)
{
    const bool found = read_peek(reader, word);
    if (found)
        take_word(reader);
    return found;
}

const char *read_peek_word(reader *reader)
{
    if (!reader->more || reader->failed)
        return NULL;
    const argument_word *word = argument_words(reader);
    return word->length > 0 ? word->text : NULL;
}

int read_try_choice(reader *reader, const char *const *list)
{
    for (int i = 0; list[i]; i++)
        if (read_keyword(reader, list[i]))
            return i;
    return -1;
}

/* "expected one of: a, b, c", as far as the buffer permits. */
static void list_words(reader *reader, const char *const *list)
{
    char text[320];
    size_t n = 0;
    for (int i = 0; list[i]; i++) {
        const size_t length = strlen(list[i]);
        if (n + length + 8 > sizeof text) {
            memcpy(text + n, ", ...", 5);
            n += 5;
            break;
        }
        memcpy(text + n, ", ", 2);
        memcpy(text + n + 2, list[i], length);
        n += length + 2;
    }
    if (n > 0)
        diag_hint(reader->errors, "expected one of: %.*s", (int)(n - 2), text + 2);
}

const char *read_shown(reader *reader)
{
    char quote[96];
    const argument_word *word = argument_words(reader);
    const size_t n = word->length > 0 ? (size_t)(word->end - word->start) : 0;
    if (n == 0)
        return arena_printf(reader->memory, "%s", scan_quote(reader, reader->cursor, quote));
    if (memchr(word->start, '\n', n) || memchr(word->start, '#', n) || memchr(word->start, '/', n))
        return arena_printf(reader->memory, "'%s'", word->text);
    return arena_printf(reader->memory, "'%.*s'", (int)n, word->start);
}

static void choice_error(reader *reader, const char *const *list, const char *what)
{
    int n = 0;
    while (list[n])
        n++;
    const argument_word *word = argument_words(reader);
    read_error(reader, word->length > 0 ? E_UNKNOWN_WORD : E_EXPECTED_WORD, read_place(reader), what,
               read_shown(reader));
    const char *near = word->length > 0 ? nearest_word(word->text, list, n) : NULL;
    if (near)
        diag_hint(reader->errors, "did you mean '%s'?", near);
    else
        list_words(reader, list);
}

int read_choice(reader *reader, const char *const *list, const char *what)
{
    if (reader->failed)
        return 0;
    if (!argument_begin(reader, what))
        return -1;
    const int i = read_try_choice(reader, list);
    if (i < 0 && !reader->failed)
        choice_error(reader, list, what);
    return i;
}

bool read_key(reader *reader, const char *key)
{
    if (!reader->more || reader->failed)
        return false;
    const char *from = argument_start(reader), *p = from;
    while (fold(*p))
        p++;
    if (p - from != (long)strlen(key) || strncasecmp(from, key, strlen(key)) != 0)
        return false;
    p = scan_skip(reader, p);
    if (*p != '=' || p[1] == '=')
        return false;
    if (reader->record)
        record_key(reader, from);
    reader->cursor = p + 1;
    return true;
}
