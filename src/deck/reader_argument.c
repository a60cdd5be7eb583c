/* reader_argument.c - the argument at the cursor: words, separators, errors.
 *
 *     argument ::= [ word ... | string | expression ]      empty: the default value
 *
 * Arguments are separated by ','; a word may also be followed by ':' (a card within a card). The words of an argument
 * are scanned once, in lower case and without blanks, and then compared with as many keywords as the caller likes. They
 * are a keyword only when they stand alone before ',' ';' ':' or the end: "step(2.)" and "model::drive(1)" are not.
 * When words run over the end of a line up to a ':', the next line probably is another card and a ';' is missing. */
#include "base/interrupt.h"
#include "base/nearest.h"
#include "deck/diag_rows.h"
#include "deck/reader_state.h"
#include <string.h>

bool read_ok(const reader *r) { return !r->failed; }
bool read_more(reader *r) { return r->more && !r->failed; }
place read_last_place(const reader *r) { return r->last; }

/* --- errors ------------------------------------------------------------------------------------------------------- */

static void report(reader *r, diag_code code, place where, va_list args)
{
    if (r->in_card && r->failed)
        return;
    r->failed = r->in_card;
    diag_report_v(r->errors, code, where, args);
}

void read_error(reader *r, diag_code code, place where, ...)
{
    va_list args;
    va_start(args, where);
    report(r, code, where, args);
    va_end(args);
}

void read_error_last(reader *r, diag_code code, ...)
{
    va_list args;
    va_start(args, code);
    report(r, code, r->last, args);
    va_end(args);
}

void read_follows_error(reader *r)
{
    if (r->failed)
        return;
    r->failed = r->in_card;
    r->help = r->card_next = NULL;
}

void argument_string_open(reader *r, const char *quote)
{
    read_error(r, E_STRING_OPEN, scan_place(r, quote, quote + 1));
    r->cursor = quote + strcspn(quote, "\n"); /* the rest of the card is looked for in the next line */
}

/* The end of the last thing before `end` that is neither blank nor comment, from the last argument on. */
static const char *last_token_end(reader *r, const char *end)
{
    const char *p = r->file->text + r->last.offset, *last = p;
    while ((p = scan_skip(r, p)) < end) {
        p = scan_token_end(r, p);
        last = p;
    }
    return last < end ? last : end;
}

/* The card at `next` begins where this one should have ended, behind `end`. */
static void semicolon_error(reader *r, const char *end, const char *next)
{
    end = last_token_end(r, end);
    read_error(r, E_MISSING_SEMICOLON, scan_place(r, end, end), r->card_text);
    r->resume = next;
}

/* A card that is one word, `gravity;`, looks like an argument. */
void argument_hint_line(reader *r, const char *next)
{
    const char *p = next;
    while (fold(*p))
        p = scan_skip(r, scan_token_end(r, p));
    const bool may_be_card = r->closing == ';' && fold(*next) > '9' && *p == ';';
    diag_hint(r->errors, "is a ','%s missing at the end of the line before?", may_be_card ? " or a ';'" : "");
}

static void separator_error(reader *r, const char *end, const char *next)
{
    char quote[96];
    const bool new_line = scan_begins_line(r, next);
    if (r->failed)
        return;
    if (r->closing == ';' && (next == r->end || (new_line && scan_begins_card(r, next)))) {
        semicolon_error(r, end, next);
    } else if (*next == ')') {
        read_error(r, E_PARENTHESIS_CLOSE, scan_place(r, next, next + 1));
    } else {
        read_error(r, E_MISSING_SEPARATOR, scan_place(r, next, scan_token_end(r, next)), r->closing,
                   scan_quote(r, next, quote));
        if (new_line)
            argument_hint_line(r, next);
    }
    if (!r->resume)
        r->cursor = next;
}

/* --- the argument ------------------------------------------------------------------------------------------------- */

const char *argument_start(reader *r) { return r->cursor = scan_skip(r, r->cursor); }

bool argument_begin(reader *r, const char *what)
{
    interrupt_point();
    if (r->failed)
        return false;
    const char *p = argument_start(r);
    if (!r->more)
        read_error(r, E_MISSING_ARGUMENT, scan_place(r, p, p + 1), what ? what : "expression");
    return !r->failed;
}

bool argument_is_empty(reader *r)
{
    const char c = *argument_start(r);
    return c == ',' || c == r->closing || c == '\0';
}

void argument_end(reader *r, const char *from, const char *end, bool is_word)
{
    if (r->replay) {
        replay_next(r);
        return;
    }
    if (r->record)
        record_argument(r, from, end);
    r->last = scan_place(r, from, end);
    const char *p = scan_skip(r, end);
    r->more = *p == ',' || (is_word && *p == ':');
    if (r->more)
        r->cursor = p + 1;
    else if (*p == r->closing)
        r->cursor = p;
    else
        separator_error(r, end, p);
}

/* --- words -------------------------------------------------------------------------------------------------------- */

/* Collects the words that begin at `from`; gives what stands behind them, or NULL when they are too long for a
 * keyword. */
static const char *scan_words(reader *r, const char *from, argument_word *w)
{
    const char *p = from;
    int n = 0;
    for (;;) {
        for (char c; (c = fold(*p)) && n < MOST_WORD; p++)
            w->text[n++] = c;
        w->length = n;
        w->end = p;
        if (n == MOST_WORD)
            return NULL;
        p = scan_skip(r, p);
        if (!fold(*p))
            return p;
        if (!w->next && scan_begins_line(r, p)) {
            w->next = p;
            w->end_before_next = w->end;
            w->length_before_next = w->length;
        }
    }
}

/* The words of the argument; length 0 when it is something else. */
const argument_word *argument_words(reader *r)
{
    argument_word *w = &r->word;
    const char *from = argument_start(r);
    if (w->start == from)
        return w;
    w->start = from;
    w->length = 0;
    w->next = NULL;
    w->text[0] = '\0';
    if (r->replay)
        return replay_words(r, w), w;
    if (fold(*from) <= '9')
        return w;
    const char *p = scan_words(r, from, w);
    const bool colon = p && *p == ':' && p[1] != ':';
    if (!p || !(colon || *p == ',' || *p == ';' || *p == r->closing || *p == '\0'))
        w->length = 0;
    if (!colon)
        w->next = NULL;
    w->text[w->length] = '\0';
    return w;
}

place read_place(reader *r)
{
    if (r->replay)
        return replay_place(r);
    const argument_word *w = argument_words(r);
    return scan_place(r, r->cursor, w->length > 0 ? w->end : scan_token_end(r, r->cursor));
}

/* True when the first n letters are this word. */
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

bool read_peek(reader *r, const char *word)
{
    if (!r->more || r->failed)
        return false;
    const argument_word *w = r->word.start == r->cursor ? &r->word : argument_words(r);
    if (w->text[0] != fold(*word))
        return false;
    if (same(w->text, w->length, word))
        return true;
    if (w->next && same(w->text, w->length_before_next, word))
        semicolon_error(r, w->end_before_next, w->next);
    return false;
}

static void take_word(reader *r) { argument_end(r, r->word.start, r->word.end, true); }

void read_skip(reader *r)
{
    if (!r->more || r->failed)
        return;
    if (r->replay || argument_words(r)->length > 0) {
        take_word(r);
        return;
    }
    const char *from = argument_start(r), *p = from;
    for (long depth = 0; *p && (depth > 0 || (*p != ',' && *p != ';' && *p != r->closing)); p = scan_skip(r, p)) {
        if (*p == '"') {
            const char *end = scan_string_end(r, p);
            if (!end) {
                argument_string_open(r, p);
                return;
            }
            p = end;
        }
        depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
        p++;
    }
    while (p > from && is_blank(p[-1]))
        p--;
    argument_end(r, from, p, false);
}

bool read_keyword(reader *r, const char *word)
{
    const bool found = read_peek(r, word);
    if (found)
        take_word(r);
    return found;
}

const char *read_peek_word(reader *r)
{
    if (!r->more || r->failed)
        return NULL;
    const argument_word *w = argument_words(r);
    return w->length > 0 ? w->text : NULL;
}

int read_try_choice(reader *r, const char *const *list)
{
    for (int i = 0; list[i]; i++)
        if (read_keyword(r, list[i]))
            return i;
    return -1;
}

/* "expected one of: a, b, c", as far as there is room. */
static void list_words(reader *r, const char *const *list)
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
        diag_hint(r->errors, "expected one of: %.*s", (int)(n - 2), text + 2);
}

const char *read_shown(reader *r)
{
    char quote[96];
    const argument_word *w = argument_words(r);
    const size_t n = w->length > 0 ? (size_t)(w->end - w->start) : 0;
    if (n == 0)
        return arena_printf(r->memory, "%s", scan_quote(r, r->cursor, quote));
    if (memchr(w->start, '\n', n) || memchr(w->start, '#', n) || memchr(w->start, '/', n))
        return arena_printf(r->memory, "'%s'", w->text);
    return arena_printf(r->memory, "'%.*s'", (int)n, w->start);
}

static void choice_error(reader *r, const char *const *list, const char *what)
{
    int n = 0;
    while (list[n])
        n++;
    const argument_word *w = argument_words(r);
    read_error(r, w->length > 0 ? E_UNKNOWN_WORD : E_EXPECTED_WORD, read_place(r), what, read_shown(r));
    const char *near = w->length > 0 ? nearest_word(w->text, list, n) : NULL;
    if (near)
        diag_hint(r->errors, "did you mean '%s'?", near);
    else
        list_words(r, list);
}

int read_choice(reader *r, const char *const *list, const char *what)
{
    if (r->failed)
        return 0;
    if (!argument_begin(r, what))
        return -1;
    const int i = read_try_choice(r, list);
    if (i < 0 && !r->failed)
        choice_error(r, list, what);
    return i;
}

bool read_key(reader *r, const char *key)
{
    if (!r->more || r->failed)
        return false;
    const char *from = argument_start(r), *p = from;
    while (fold(*p))
        p++;
    if (p - from != (long)strlen(key) || strncasecmp(from, key, strlen(key)) != 0)
        return false;
    p = scan_skip(r, p);
    if (*p != '=' || p[1] == '=')
        return false;
    if (r->record)
        record_key(r, from);
    r->cursor = p + 1;
    return true;
}
