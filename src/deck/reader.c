/* reader.c - the cursor over a deck: texts and cards.
 *
 *     card ::= description [ : argument , argument ... ] ;
 *
 * The description consists of words; case, blanks and comments between them are ignored. Texts form a stack: an
 * included one is read to its end, then reading continues in the one that includes it. Nothing is copied: the cursor is
 * a pointer into the text, which ends with a NUL and contains no other. */
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

void reader_destroy(reader *reader)
{
    if (!reader)
        return;
    array_free(&reader->outer);
    array_free(&reader->buffer);
    record_reset(reader);
    free(reader);
}

void reader_set_observer(reader *reader, void *observer) { reader->observer = observer; }
void *reader_observer(const reader *reader) { return reader->observer; }
void *reader_owner(const reader *reader) { return reader->owner; }
arena *reader_arena(const reader *reader) { return reader->memory; }
diag *reader_diag(const reader *reader) { return reader->errors; }
sources *reader_texts(const reader *reader) { return reader->texts; }
symbols *reader_symbols(const reader *reader) { return reader->names; }
const char *reader_card_text(const reader *reader) { return reader->card_text; }
source_location reader_card_location(const reader *reader) { return reader->card; }
const char *reader_set_help(reader *reader, const char *grammar)
{
    const char *before = reader->help;
    reader->help = grammar;
    return before;
}

void reader_set_print(reader *reader, void (*print)(void *to, const char *text), void *to)
{
    reader->print = print;
    reader->print_to = to;
    symbols_set_print(reader->names, print, to);
}

void reader_print(const reader *reader, const char *words)
{
    if (!reader->print)
        return;
    char *shown = text_visible(words);
    reader->print(reader->print_to, shown);
    free(shown);
}

void reader_set_plugin(reader *r, bool (*make)(void *self, reader *reader, const char *plugin, live_value *live),
                       void *self)
{
    r->plugin = make;
    r->plugin_self = self;
}

/* --- limits ------------------------------------------------------------------------------------------------------- */

limits *reader_limits(reader *reader) { return &reader->limits; }

void reader_reaches(reader *reader, int levels, double parts)
{
    reader->parts += parts;
    if (reader->nested + levels > reader->deepest)
        reader->deepest = reader->nested + levels;
    if (!reader->failed && reader->deepest > reader->limits.nesting) {
        read_error_last(reader, E_NESTED, (int)reader->limits.nesting);
        diag_hint(reader->errors, "--limit nesting=%d would allow it", reader->deepest);
    }
}

bool reader_enter(reader *reader)
{
    if (reader->nested == 0)
        reader->deepest = 0;
    reader_reaches(reader, 1, 1.0);
    reader->nested++;
    return !reader->failed;
}

int reader_leave(reader *reader) { return reader->deepest - --reader->nested; }

double reader_count(const reader *reader) { return reader->parts; }

double reader_parts(reader *reader, double since)
{
    const double parts = reader->parts - since;
    if (!reader->failed && parts > reader->limits.evaluations) {
        read_error_last(reader, E_TOO_MANY_PARTS, parts, (int)reader->limits.evaluations);
        diag_hint(reader->errors, "--limit evaluations=N allows more");
    }
    return parts;
}

/* --- texts -------------------------------------------------------------------------------------------------------- */

static void enter(reader *reader, const source *file, const char *at)
{
    reader->file = file;
    reader->file_index = sources_index(reader->texts, file);
    reader->cursor = at;
    reader->end = file->text + file->length;
    reader->word.start = reader->open_string = NULL;
    reader->done = false;
}

/* Continues in a new text, after its byte order mark if it has one. */
static bool open_source(reader *reader, const source *file)
{
    const char *zero = memchr(file->text, '\0', file->length);
    if (zero) {
        const source_location location = {sources_index(reader->texts, file), (uint32_t)(zero - file->text), 1};
        diag_report(reader->errors, E_NUL_BYTE, location, file->name);
        return false;
    }
    if (reader->file)
        array_push(&reader->outer, ((open_text){reader->file, reader->cursor}));
    enter(reader, file, file->text + (strncmp(file->text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0));
    return true;
}

static bool is_open(const reader *reader, const source *file)
{
    bool found = reader->file && sources_same_file(reader->file, file);
    for (int i = 0; i < reader->outer.n && !found; i++)
        found = sources_same_file(reader->outer.items[i].file, file);
    return found;
}

bool reader_include(reader *reader, const char *path, const char *name, source_location from)
{
    if (++reader->includes > reader->limits.includes) {
        diag_report(reader->errors, E_TOO_MANY_INCLUDES, from, (int)reader->limits.includes);
        reader->cursor = reader->end;
        return false;
    }
    const char *why;
    const source *file = sources_load(reader->texts, path, name, from, &why);
    if (!file)
        diag_report(reader->errors, E_NO_FILE, from, name, why);
    else if (is_open(reader, file))
        diag_report(reader->errors, E_INCLUDE_RECURSION, from, name);
    else
        return open_source(reader, file);
    return false;
}

bool reader_open(reader *reader, const char *path, const char *name)
{
    return reader_include(reader, path, name, (source_location){0});
}

void reader_open_text(reader *reader, const char *name, const char *words, size_t length)
{
    open_source(reader, sources_add(reader->texts, name, words, length, (source_location){0}));
}

/* --- cards -------------------------------------------------------------------------------------------------------- */

/* Copies the words of the description to `description` and `card_text`. Returns the end of the last word, or NULL if
 * they are too long. */
static const char *scan_description(reader *reader, const char *p)
{
    int n = 0, m = 0;
    const char *end = p;
    while (fold(*p)) {
        if (m > 0) {
            reader->card_text[m++] = ' ';
            reader->card_next = !reader->card_next && scan_begins_line(reader, p) ? p : reader->card_next;
        }
        for (char c; (c = fold(*p)); p++) {
            if (n == MOST_WORD)
                return NULL;
            reader->description[n++] = c;
            reader->card_text[m++] = *p;
        }
        end = p;
        p = scan_skip(reader, p);
    }
    reader->description[n] = reader->card_text[m] = '\0';
    return end;
}

/* Returns the length of the words before the first that begins with a digit; 0 if there is none. */
static int words_before_number(const char *words)
{
    for (const char *p = words; (p = strchr(p, ' ')); p++)
        if (fold(p[1]) <= '9')
            return (int)(p - words);
    return 0;
}

bool reader_hint_colon(reader *reader)
{
    const int words = words_before_number(reader->card_text);
    if (words > 0)
        diag_hint(reader->errors, "is a ':' missing after '%.*s'?", words, reader->card_text);
    return words > 0;
}

static void description_error(reader *reader, const char *p, const char *end)
{
    char quote[96];
    if (!end) {
        read_error(reader, E_LONG_CARD, scan_location(reader, p, p + MOST_WORD), MOST_WORD);
        return;
    }
    const char *next = scan_skip(reader, end);
    if (next == reader->end)
        read_error(reader, E_MISSING_SEMICOLON, scan_location(reader, end, end), reader->card_text);
    else if (end == p)
        read_error(reader, E_NO_CARD, scan_location(reader, p, scan_token_end(reader, p)),
                   scan_quote(reader, p, quote));
    else
        read_error(reader, E_MISSING_COLON, scan_location(reader, next, scan_token_end(reader, next)),
                   reader->card_text, scan_quote(reader, next, quote));
    reader_hint_colon(reader);
    if (strncmp(reader->description, "from", 4) == 0 || strncmp(reader->description, "import", 6) == 0)
        diag_hint(reader->errors,
                  "this looks like a Python script, perhaps the input of a preprocessor: run it with Python, "
                  "and give the deck that it writes");
    diag_hint(reader->errors, "a card is written   description: argument, argument, ...;");
}

/* The manual writes `select timeout, MINUTES;`, unlike every other card. */
static bool description_ends(const reader *reader)
{
    return *reader->cursor == ':' || (*reader->cursor == ',' && strcmp(reader->description, "selecttimeout") == 0);
}

bool reader_begin_card(reader *reader)
{
    const char *p = scan_skip(reader, reader->cursor);
    while (*p == ';')
        p = scan_skip(reader, p + 1);
    reader->cursor = p;
    reader->failed = false;
    if (p == reader->end)
        return false;
    reader->in_card = true;
    reader->more = false;
    reader->closing = ';';
    reader->resume = reader->help = reader->card_next = NULL;
    reader->description[0] = reader->card_text[0] = '\0';
    reader->card = reader->last = scan_location(reader, p, p + 1);
    const char *end = scan_description(reader, p);
    if (end && end > p) {
        reader->card = reader->last = scan_location(reader, p, end);
        reader->cursor = scan_skip(reader, end);
        reader->more = description_ends(reader);
        if (reader->more)
            reader->cursor++;
    }
    if (!end || end == p || (!reader->more && *reader->cursor != ';'))
        description_error(reader, p, end);
    return true;
}

bool reader_inner_card(reader *reader)
{
    const char *p = scan_skip(reader, reader->cursor);
    if (!read_more(reader))
        return false;
    if (reader->replay) {
        replay_error(reader, "a card within the card");
        return false;
    }
    const char *end = scan_description(reader, p);
    const char *next = end ? scan_skip(reader, end) : p;
    if (!end || end == p || *next != ':') {
        description_error(reader, p, end);
        return false;
    }
    reader->card = reader->last = scan_location(reader, p, end);
    reader->card_next = NULL;
    reader->cursor = next + 1;
    reader->word.start = NULL;
    return true;
}

/* Returns to the text that includes this one; false if there is none. */
static bool leave(reader *reader)
{
    if (reader->outer.n == 0)
        return false;
    const open_text outer = reader->outer.items[--reader->outer.n];
    enter(reader, outer.file, outer.cursor);
    return true;
}

static void stop(reader *reader)
{
    if (!reader->done)
        diag_report(reader->errors, N_TOO_MANY_ERRORS, (source_location){0}, DIAG_MOST_ERRORS);
    reader->done = true;
}

const char *reader_card(reader *reader)
{
    if (reader->again) {
        reader->again = false;
        return reader->description;
    }
    reader_card_skip(reader);
    for (;;) {
        if (diag_full(reader->errors))
            stop(reader);
        if (reader->done || !reader->file)
            return NULL;
        if (reader_begin_card(reader)) {
            if (!reader->failed && !reader_language_card(reader))
                return reader->description;
            reader_card_skip(reader);
        } else if (!leave(reader)) {
            reader->done = true;
            return NULL;
        }
    }
}

const char *reader_peek_card(reader *reader, source_location *location)
{
    reader_card_skip(reader);
    if (reader->done || !reader->file)
        return NULL;
    for (;;) {
        const char *p = scan_skip(reader, reader->cursor);
        while (*p == ';')
            p = scan_skip(reader, p + 1);
        reader->cursor = p;
        if (p != reader->end) {
            scan_description(reader, p);
            *location = scan_location(reader, p, scan_token_end(reader, p));
            return reader->description;
        }
        if (!leave(reader))
            return NULL;
    }
}

bool reader_card_is(const reader *reader, const char *description)
{
    const char *p = reader->description;
    for (; *description; description++) {
        if (is_blank(*description))
            continue;
        if (*p != fold(*description))
            return false;
        p++;
    }
    return *p == '\0';
}

/* Completes the last error of the card, after the hints of the function that reported it. */
static void complete_error(reader *reader)
{
    int line, column;
    if (reader->card_next) {
        location_line(reader->texts, scan_location(reader, reader->card_next, reader->card_next), &line, &column);
        diag_hint(reader->errors, "the description of the card continues in line %d; is a ';' missing before it?",
                  line);
    }
    const char *form = reader->help == reader->help_printed
                           ? NULL
                           : reader->help; /* only once for several errors of one kind of card */
    for (; form && *form; form += strcspn(form, "\n"), form += *form == '\n')
        diag_hint(reader->errors, "%s%.*s", form == reader->help ? "usage: " : "        ", (int)strcspn(form, "\n"),
                  form);
    if (reader->help)
        reader->help_printed = reader->help;
    reader->help = reader->card_next = NULL;
}

void reader_card_skip(reader *reader)
{
    if (!reader->in_card)
        return;
    reader->in_card = false;
    if (reader->record)
        record_reset(reader);
    if (reader->failed)
        complete_error(reader);
    reader->failed = false;
    if (reader->replay) {
        replay_stop(reader);
        return;
    }
    reader->cursor = reader->resume ? reader->resume : scan_card_end(reader, reader->cursor);
    if (!reader->resume && *reader->cursor == ';')
        reader->cursor++;
}

/* Returns whether there are only digits between p and a preceding ',' that follows digits. */
static bool is_after_decimal_comma(const reader *reader, const char *p)
{
    return p - reader->file->text > 1 && p[-1] == ',' && isdigit((unsigned char)p[-2]) &&
           (isdigit((unsigned char)*p) || (*p | 0x20) == 'e');
}

void reader_card_again(reader *reader) { reader->again = true; }

void reader_card_end(reader *reader)
{
    char quote[96];
    if (reader->in_card && !reader->failed && reader->more) {
        const char *p = argument_start(reader);
        read_error(reader, E_EXTRA_ARGUMENT, scan_location(reader, p, scan_token_end(reader, p)), reader->card_text,
                   scan_quote(reader, p, quote));
        if (is_after_decimal_comma(reader, p))
            diag_hint(reader->errors, "write numbers with a decimal point, not a comma");
    }
    reader_card_skip(reader);
}
