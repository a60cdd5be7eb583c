/* recording.c - recording the arguments of a card, and replaying them.
 *
 * The text of the deck remains, so that source locations and quotations in messages are those of the first reading:
 * the cursor of a replay is at the first character of each argument in turn, but the argument itself comes from its
 * token. */
#include "deck/recording.h"
#include "deck/diag_rows.h"
#include "deck/reader_state.h"
#include <string.h>

typedef enum {
    TOKEN_PLAIN,      /* words, an empty argument, or anything that was skipped */
    TOKEN_VALUE,      /* a literal, a text, a constant expression */
    TOKEN_EXPRESSION, /* an expression whose value is given to the replay */
    TOKEN_BARE,       /* a text without quotes */
    TOKEN_RUN_TIME    /* text compiled for the run time */
} token_kind;

typedef struct {
    token_kind kind;
    const char *key;              /* first character, of its key if it has one */
    const char *start;            /* first character of the argument itself */
    source_location begin, whole; /* as returned by read_place and read_last_location */
    const char *words;            /* its words, in lower case and without blanks; NULL: something else */
    const char *end_of_words;     /* in the text */
    value fixed;
    int slot; /* index of its value among those given to the replay */
    expr *code;
} token;

struct recorder {
    ARRAY(token) tokens;
    const char *key;
    expr *code; /* parsed last */
    int n_values;
    ARRAY(int) notes;
};

struct recording {
    const token *tokens;
    int n, n_values;
    const int *notes;
    int n_notes;
    const char *behind; /* position of the cursor at the end */
    source_location end;
    /* of the reader */
    sources *texts;
    symbols *names;
    environment *environment;
    const source *file;
    uint32_t file_index;
    char closing;
    char description[sizeof((reader *)0)->description], card_text[sizeof((reader *)0)->card_text];
    source_location card, last;
};

/* --- recording ---------------------------------------------------------------------------------------------------- */

static token *last_token(const reader *reader)
{
    return !reader->failed ? &reader->record->tokens.items[reader->record->tokens.n - 1] : NULL;
}

void record_argument(reader *reader, const char *from, const char *end)
{
    const char *key = reader->record->key;
    token token = {
        .key = key ? key : from, .start = from, .whole = scan_location(reader, from, end), .begin = read_place(reader)};
    const argument_word *word = argument_words(reader);
    if (word->length > 0) {
        token.words = arena_string(reader->memory, word->text, (size_t)word->length);
        token.end_of_words = word->end;
    }
    array_push(&reader->record->tokens, token);
    reader->record->key = NULL;
}

void record_key(reader *reader, const char *from) { reader->record->key = from; }

static void record_as(reader *reader, token_kind kind, value v, expr *code)
{
    token *token = last_token(reader);
    if (!token)
        return;
    token->kind = kind;
    token->fixed = v;
    token->code = code;
    token->slot = kind == TOKEN_EXPRESSION ? reader->record->n_values++ : 0;
}

void record_value(reader *reader, value v) { record_as(reader, TOKEN_VALUE, v, NULL); }
void record_bare(reader *reader, const char *text) { record_as(reader, TOKEN_BARE, value_string(text), NULL); }
void record_run_time(reader *reader, expr *code) { record_as(reader, TOKEN_RUN_TIME, value_integer(0), code); }

bool record_evaluate(reader *reader, const expr_source *in, size_t *at, value *v)
{
    expr_source saved = *in;
    saved.run_time = saved.strings_now = true;
    expr_run now = {0};
    reader->record->code = expr_parse(&saved, at);
    if (!reader->record->code)
        return false;
    if (expr_value(reader->record->code, &now, v))
        return true;
    diag_report(in->errors, E_EXPR_VALUE, (source_location){in->file, in->base + now.error_offset, 1}, now.why);
    return false;
}

void record_expression(reader *reader)
{
    if (!last_token(reader))
        return;
    expr *code = reader->record->code;
    value v = value_integer(0);
    const bool constant = expr_is_constant(code) && expr_value(code, &(expr_run){0}, &v);
    record_as(reader, constant ? TOKEN_VALUE : TOKEN_EXPRESSION, v, code);
}

void record_reset(reader *reader)
{
    if (!reader->record)
        return;
    array_free(&reader->record->tokens);
    array_free(&reader->record->notes);
    free(reader->record);
    reader->record = NULL;
}

void reader_record(reader *reader)
{
    record_reset(reader);
    reader->record = heap_resize(NULL, sizeof *reader->record);
    *reader->record = (recorder){0};
}

static const recording *recording_complete(reader *reader)
{
    const recorder *from = reader->record;
    const source_location end = read_place(reader);
    recording *c = ARENA_NEW(reader->memory, recording);
    *c = (recording){
        .tokens = arena_copy(reader->memory, from->tokens.items, (size_t)from->tokens.n * sizeof *from->tokens.items),
        .n = from->tokens.n,
        .n_values = from->n_values,
        .notes = arena_copy(reader->memory, from->notes.items, (size_t)from->notes.n * sizeof *from->notes.items),
        .n_notes = from->notes.n,
        .end = end,
        .behind = reader->cursor,
        .texts = reader->texts,
        .names = reader->names,
        .environment = reader->environment,
        .file = reader->file,
        .file_index = reader->file_index,
        .closing = reader->closing,
        .card = reader->card,
        .last = reader->last};
    memcpy(c->description, reader->description, sizeof c->description);
    memcpy(c->card_text, reader->card_text, sizeof c->card_text);
    return c;
}

const recording *reader_recorded(reader *reader)
{
    const recording *recording =
        reader->record && reader->in_card && !reader->failed ? recording_complete(reader) : NULL;
    record_reset(reader);
    return recording;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

int recording_count(const recording *recording) { return recording->n_values; }

bool recording_evaluate(const recording *recording, expr_run *run, value *out)
{
    for (int i = 0; i < recording->n; i++) {
        const token *token = &recording->tokens[i];
        if (token->kind != TOKEN_EXPRESSION || expr_value(token->code, run, &out[token->slot]))
            continue;
        run->error_offset += token->whole.offset;
        return false;
    }
    return true;
}

int reader_note(reader *reader, int number)
{
    if (reader->record)
        array_push(&reader->record->notes, number);
    if (!reader->replay)
        return number;
    if (reader->next_note < reader->replay->n_notes)
        return reader->replay->notes[reader->next_note++];
    replay_error(reader, "arguments");
    return number;
}

bool reader_is_replay(const reader *reader) { return reader->replay; }

/* --- replay ------------------------------------------------------------------------------------------------------- */

static const token *token_at(const reader *reader)
{
    return reader->next < reader->replay->n ? &reader->replay->tokens[reader->next] : NULL;
}

/* Returns the token at the cursor if it is of this kind and its key was read; otherwise NULL after an error. */
static const token *expect(reader *reader, token_kind kind, const char *what)
{
    const token *token = token_at(reader);
    if (token && token->kind == kind && token->start == reader->cursor)
        return token;
    replay_error(reader, what);
    return NULL;
}

static void stand_at(reader *reader, int i)
{
    reader->next = i;
    reader->more = i < reader->replay->n;
    reader->cursor = reader->more ? reader->replay->tokens[i].key : reader->replay->behind;
    reader->word.start = NULL;
}

void replay_words(const reader *reader, argument_word *word)
{
    const token *token = token_at(reader);
    if (!token || !token->words || token->start != reader->cursor)
        return;
    word->length = (int)strlen(token->words);
    word->end = token->end_of_words;
    memcpy(word->text, token->words, (size_t)word->length + 1);
}

source_location replay_location(const reader *reader)
{
    const token *token = token_at(reader);
    return token ? token->begin : reader->replay->end;
}

void replay_next(reader *reader)
{
    const token *token = token_at(reader);
    if (!token)
        return;
    reader->last = token->whole;
    stand_at(reader, reader->next + 1);
}

void replay_stop(reader *reader) { stand_at(reader, reader->replay->n); }

void replay_error(reader *reader, const char *what)
{
    read_error(reader, E_READ_OTHERWISE, replay_location(reader), what ? what : "expression");
}

bool replay_value(reader *reader, const char *what, value *v)
{
    const token *token = token_at(reader);
    const bool is_given = token && token->kind == TOKEN_EXPRESSION;
    if (reader->failed || !(token = expect(reader, is_given ? TOKEN_EXPRESSION : TOKEN_VALUE, what)))
        return false;
    *v = is_given ? reader->values[token->slot] : token->fixed;
    replay_next(reader);
    return true;
}

const char *replay_bare(reader *reader, const char *what)
{
    const token *token = expect(reader, TOKEN_BARE, what);
    if (token)
        replay_next(reader);
    return token ? token->fixed.s : "";
}

expr *replay_run_time(reader *reader, const char *what)
{
    const token *token = expect(reader, TOKEN_RUN_TIME, what);
    if (token)
        replay_next(reader);
    return token ? token->code : NULL;
}

reader *reader_replay(const recording *recording, const value *values, arena *memory, diag *errors, void *owner)
{
    reader *reader = reader_create(memory, recording->texts, errors, recording->names, owner);
    reader->replay = recording;
    reader->environment = recording->environment;
    reader->values = values;
    reader->file = recording->file;
    reader->file_index = recording->file_index;
    reader->end = recording->file->text + recording->file->length;
    reader->done = reader->in_card = true;
    reader->closing = recording->closing;
    reader->card = recording->card;
    reader->last = recording->last;
    memcpy(reader->description, recording->description, sizeof reader->description);
    memcpy(reader->card_text, recording->card_text, sizeof reader->card_text);
    stand_at(reader, 0);
    return reader;
}
