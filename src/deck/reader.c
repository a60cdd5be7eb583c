/* reader.c - the cursor over a deck: texts and cards.
 *
 *     card ::= description [ : argument , argument ... ] ;
 *
 * The description is made of words; case, blanks and comments between them do not count. Texts form a stack: an
 * included one is read to its end, then the one that includes it goes on. Nothing is copied: the cursor is a pointer
 * into the text, which ends with a NUL and has none before. */
#include "base/text.h"
#include "deck/reader_state.h"
#include "deck/diag_rows.h"
#include <ctype.h>
#include <string.h>

reader *reader_create(arena *memory, sources *texts, diag *errors, symbols *names, void *owner)
{
    reader *r = heap_resize(NULL, sizeof *r);
    *r = (reader){.memory = memory, .texts = texts, .errors = errors, .names = names, .owner = owner, .closing = ';'};
    r->cursor = r->end = "";
    r->environment = environment_create(memory);
    r->limits = limits_default();
    return r;
}

reader *reader_fork(const reader *r)
{
    reader *other = reader_create(r->memory, r->texts, r->errors, r->names, r->owner);
    other->environment = r->environment;
    other->limits = r->limits;
    reader_set_print(other, r->print, r->print_to);
    reader_set_plugin(other, r->plugin, r->plugin_self);
    return other;
}

void reader_destroy(reader *r)
{
    if (!r)
        return;
    array_free(&r->outer);
    array_free(&r->buffer);
    record_forget(r);
    free(r);
}

void reader_set_listener(reader *r, void *listener) { r->listener = listener; }
void *reader_listener(const reader *r) { return r->listener; }
void *reader_owner(const reader *r) { return r->owner; }
arena *reader_arena(const reader *r) { return r->memory; }
diag *reader_diag(const reader *r) { return r->errors; }
sources *reader_texts(const reader *r) { return r->texts; }
symbols *reader_symbols(const reader *r) { return r->names; }
const char *reader_card_text(const reader *r) { return r->card_text; }
place reader_card_place(const reader *r) { return r->card; }
const char *reader_set_help(reader *r, const char *grammar)
{
    const char *before = r->help;
    r->help = grammar;
    return before;
}

void reader_set_print(reader *r, void (*print)(void *to, const char *text), void *to)
{
    r->print = print;
    r->print_to = to;
    symbols_set_print(r->names, print, to);
}

void reader_print(const reader *r, const char *words)
{
    if (!r->print)
        return;
    char *shown = text_visible(words);
    r->print(r->print_to, shown);
    free(shown);
}

void reader_set_plugin(reader *r, bool (*make)(void *self, reader *r, const char *plugin, live_value *live), void *self)
{
    r->plugin = make;
    r->plugin_self = self;
}

/* --- limits ------------------------------------------------------------------------------------------------------- */

limits *reader_limits(reader *r) { return &r->limits; }

void reader_reaches(reader *r, int levels)
{
    if (r->nested + levels > r->deepest)
        r->deepest = r->nested + levels;
    if (!r->failed && r->deepest > r->limits.nesting) {
        read_error_last(r, E_NESTED, (int)r->limits.nesting);
        diag_hint(r->errors, "--limit nesting=%d would allow it", r->deepest);
    }
}

bool reader_enter(reader *r)
{
    if (r->nested == 0)
        r->deepest = 0;
    reader_reaches(r, 1);
    r->nested++;
    return !r->failed;
}

int reader_leave(reader *r) { return r->deepest - --r->nested; }

/* --- texts -------------------------------------------------------------------------------------------------------- */

static void enter(reader *r, const source *file, const char *at)
{
    r->file = file;
    r->file_index = sources_index(r->texts, file);
    r->cursor = at;
    r->end = file->text + file->length;
    r->word.start = r->open_string = NULL;
    r->done = false;
}

/* Reads on in a new text, behind the mark that some editors put at its beginning. */
static bool open_source(reader *r, const source *file)
{
    const char *zero = memchr(file->text, '\0', file->length);
    if (zero) {
        const place where = {sources_index(r->texts, file), (uint32_t)(zero - file->text), 1};
        diag_report(r->errors, E_NUL_BYTE, where, file->name);
        return false;
    }
    if (r->file)
        array_push(&r->outer, ((open_text){r->file, r->cursor}));
    enter(r, file, file->text + (strncmp(file->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0));
    return true;
}

static bool is_open(const reader *r, const source *file)
{
    bool found = r->file && sources_same_file(r->file, file);
    for (int i = 0; i < r->outer.n && !found; i++)
        found = sources_same_file(r->outer.items[i].file, file);
    return found;
}

bool reader_include(reader *r, const char *path, const char *name, place from)
{
    if (++r->includes > r->limits.includes) {
        diag_report(r->errors, E_TOO_MANY_INCLUDES, from, (int)r->limits.includes);
        r->cursor = r->end;
        return false;
    }
    const char *why;
    const source *file = sources_load(r->texts, path, name, from, &why);
    if (!file)
        diag_report(r->errors, E_NO_FILE, from, name, why);
    else if (is_open(r, file))
        diag_report(r->errors, E_INCLUDE_RECURSION, from, name);
    else
        return open_source(r, file);
    return false;
}

bool reader_open(reader *r, const char *path, const char *name) { return reader_include(r, path, name, (place){0}); }

void reader_open_text(reader *r, const char *name, const char *words, size_t length)
{
    open_source(r, sources_add(r->texts, name, words, length, (place){0}));
}

/* --- cards -------------------------------------------------------------------------------------------------------- */

/* The words of the description into `description` and `card_text`; gives the end of the last, or NULL when they are too
 * long. */
static const char *scan_description(reader *r, const char *p)
{
    int n = 0, m = 0;
    const char *end = p;
    while (fold(*p)) {
        if (m > 0) {
            r->card_text[m++] = ' ';
            r->card_next = !r->card_next && scan_begins_line(r, p) ? p : r->card_next;
        }
        for (char c; (c = fold(*p)); p++) {
            if (n == MOST_WORD)
                return NULL;
            r->description[n++] = c;
            r->card_text[m++] = *p;
        }
        end = p;
        p = scan_skip(r, p);
    }
    r->description[n] = r->card_text[m] = '\0';
    return end;
}

/* Length of the words before the first that begins with a digit; 0 when there is none. */
static int words_before_number(const char *words)
{
    for (const char *p = words; (p = strchr(p, ' ')); p++)
        if (fold(p[1]) <= '9')
            return (int)(p - words);
    return 0;
}

bool reader_hint_colon(reader *r)
{
    const int words = words_before_number(r->card_text);
    if (words > 0)
        diag_hint(r->errors, "is a ':' missing after '%.*s'?", words, r->card_text);
    return words > 0;
}

static void description_error(reader *r, const char *p, const char *end)
{
    char quote[96];
    if (!end) {
        read_error(r, E_LONG_CARD, scan_place(r, p, p + MOST_WORD), MOST_WORD);
        return;
    }
    const char *next = scan_skip(r, end);
    if (next == r->end)
        read_error(r, E_MISSING_SEMICOLON, scan_place(r, end, end), r->card_text);
    else if (end == p)
        read_error(r, E_NO_CARD, scan_place(r, p, scan_token_end(r, p)), scan_quote(r, p, quote));
    else
        read_error(r, E_MISSING_COLON, scan_place(r, next, scan_token_end(r, next)), r->card_text,
                   scan_quote(r, next, quote));
    reader_hint_colon(r);
    diag_hint(r->errors, "a card is written   description: argument, argument, ...;");
}

bool reader_begin_card(reader *r)
{
    const char *p = scan_skip(r, r->cursor);
    while (*p == ';')
        p = scan_skip(r, p + 1);
    r->cursor = p;
    r->failed = false;
    if (p == r->end)
        return false;
    r->in_card = true;
    r->more = false;
    r->closing = ';';
    r->resume = r->help = r->card_next = NULL;
    r->description[0] = r->card_text[0] = '\0';
    r->card = r->last = scan_place(r, p, p + 1);
    const char *end = scan_description(r, p);
    if (end && end > p) {
        r->card = r->last = scan_place(r, p, end);
        r->cursor = scan_skip(r, end);
        r->more = *r->cursor == ':';
        if (r->more)
            r->cursor++;
    }
    if (!end || end == p || (!r->more && *r->cursor != ';'))
        description_error(r, p, end);
    return true;
}

bool reader_inner_card(reader *r)
{
    const char *p = scan_skip(r, r->cursor);
    if (!read_more(r))
        return false;
    if (r->replay) {
        replay_error(r, "a card within the card");
        return false;
    }
    const char *end = scan_description(r, p);
    const char *next = end ? scan_skip(r, end) : p;
    if (!end || end == p || *next != ':') {
        description_error(r, p, end);
        return false;
    }
    r->card = r->last = scan_place(r, p, end);
    r->card_next = NULL;
    r->cursor = next + 1;
    r->word.start = NULL;
    return true;
}

/* Back to the text that includes this one; false when there is none. */
static bool leave(reader *r)
{
    if (r->outer.n == 0)
        return false;
    const open_text outer = r->outer.items[--r->outer.n];
    enter(r, outer.file, outer.cursor);
    return true;
}

static void stop(reader *r)
{
    if (!r->done)
        diag_report(r->errors, N_TOO_MANY_ERRORS, (place){0}, DIAG_MOST_ERRORS);
    r->done = true;
}

const char *reader_card(reader *r)
{
    if (r->again) {
        r->again = false;
        return r->description;
    }
    reader_card_skip(r);
    for (;;) {
        if (diag_full(r->errors))
            stop(r);
        if (r->done || !r->file)
            return NULL;
        if (reader_begin_card(r)) {
            if (!r->failed && !reader_language_card(r))
                return r->description;
            reader_card_skip(r);
        } else if (!leave(r)) {
            r->done = true;
            return NULL;
        }
    }
}

const char *reader_peek_card(reader *r, place *at)
{
    reader_card_skip(r);
    if (r->done || !r->file)
        return NULL;
    for (;;) {
        const char *p = scan_skip(r, r->cursor);
        while (*p == ';')
            p = scan_skip(r, p + 1);
        r->cursor = p;
        if (p != r->end) {
            scan_description(r, p);
            *at = scan_place(r, p, scan_token_end(r, p));
            return r->description;
        }
        if (!leave(r))
            return NULL;
    }
}

bool reader_card_is(const reader *r, const char *description)
{
    const char *p = r->description;
    for (; *description; description++) {
        if (is_blank(*description))
            continue;
        if (*p != fold(*description))
            return false;
        p++;
    }
    return *p == '\0';
}

/* What belongs to the last error of the card, behind the hints of whoever reported it. */
static void complete_error(reader *r)
{
    int line, column;
    if (r->card_next) {
        place_line(r->texts, scan_place(r, r->card_next, r->card_next), &line, &column);
        diag_hint(r->errors, "the description of the card goes on in line %d; is a ';' missing before it?", line);
    }
    const char *form = r->help == r->help_told ? NULL : r->help; /* once for several errors of one kind of card */
    for (; form && *form; form += strcspn(form, "\n"), form += *form == '\n')
        diag_hint(r->errors, "%s%.*s", form == r->help ? "usage: " : "        ", (int)strcspn(form, "\n"), form);
    if (r->help)
        r->help_told = r->help;
    r->help = r->card_next = NULL;
}

void reader_card_skip(reader *r)
{
    if (!r->in_card)
        return;
    r->in_card = false;
    if (r->record)
        record_forget(r);
    if (r->failed)
        complete_error(r);
    r->failed = false;
    if (r->replay) {
        replay_stop(r);
        return;
    }
    r->cursor = r->resume ? r->resume : scan_card_end(r, r->cursor);
    if (!r->resume && *r->cursor == ';')
        r->cursor++;
}

/* Digits with nothing between them and the ',' behind digits. */
static bool is_after_decimal_comma(const reader *r, const char *p)
{
    return p - r->file->text > 1 && p[-1] == ',' && isdigit((unsigned char)p[-2]) &&
           (isdigit((unsigned char)*p) || (*p | 0x20) == 'e');
}

void reader_card_again(reader *r) { r->again = true; }

void reader_card_end(reader *r)
{
    char quote[96];
    if (r->in_card && !r->failed && r->more) {
        const char *p = argument_start(r);
        read_error(r, E_EXTRA_ARGUMENT, scan_place(r, p, scan_token_end(r, p)), r->card_text, scan_quote(r, p, quote));
        if (is_after_decimal_comma(r, p))
            diag_hint(r->errors, "a decimal point, not a comma, stands between the digits of a number");
    }
    reader_card_skip(r);
}
