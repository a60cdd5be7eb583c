/* recording.c - taking down the arguments of a card, and giving them again.
 *
 * The text of the deck stays, so that places and quotations of messages are those of the first reading: the cursor of a
 * replay stands on the first character of each argument in turn, but what the argument is comes from its token. */
#include "deck/recording.h"
#include "deck/diag_rows.h"
#include "deck/reader_state.h"
#include <string.h>

typedef enum {
    TOKEN_PLAIN,      /* words, nothing at all, or whatever was passed over */
    TOKEN_VALUE,      /* a literal, a text, an expression that is constant */
    TOKEN_EXPRESSION, /* one whose value the replay is given */
    TOKEN_BARE,       /* a text without quotes */
    TOKEN_RUN_TIME    /* text compiled for the run time */
} token_kind;

typedef struct {
    token_kind kind;
    const char *key;          /* first character, of the key in front of it if it has one */
    const char *start;        /* first character of itself */
    place begin, whole;       /* as read_place and read_last_place give it */
    const char *words;        /* when words stand there, in lower case and without blanks; NULL: something else */
    const char *end_of_words; /* in the text */
    value fixed;
    int slot; /* of the value in those that the replay is given */
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
    const char *behind; /* where the cursor stood at the end */
    place end;
    /* of the reader */
    sources *texts;
    symbols *names;
    environment *environment;
    const source *file;
    uint32_t file_index;
    char closing;
    char description[sizeof((reader *)0)->description], card_text[sizeof((reader *)0)->card_text];
    place card, last;
};

/* --- taking down -------------------------------------------------------------------------------------------------- */

static token *last_token(const reader *r)
{
    return !r->failed ? &r->record->tokens.items[r->record->tokens.n - 1] : NULL;
}

void record_argument(reader *r, const char *from, const char *end)
{
    const char *key = r->record->key;
    token t = {.key = key ? key : from, .start = from, .whole = scan_place(r, from, end), .begin = read_place(r)};
    const argument_word *w = argument_words(r);
    if (w->length > 0) {
        t.words = arena_string(r->memory, w->text, (size_t)w->length);
        t.end_of_words = w->end;
    }
    array_push(&r->record->tokens, t);
    r->record->key = NULL;
}

void record_key(reader *r, const char *from) { r->record->key = from; }

static void record_as(reader *r, token_kind kind, value v, expr *code)
{
    token *t = last_token(r);
    if (!t)
        return;
    t->kind = kind;
    t->fixed = v;
    t->code = code;
    t->slot = kind == TOKEN_EXPRESSION ? r->record->n_values++ : 0;
}

void record_value(reader *r, value v) { record_as(r, TOKEN_VALUE, v, NULL); }
void record_bare(reader *r, const char *text) { record_as(r, TOKEN_BARE, value_string(text), NULL); }
void record_run_time(reader *r, expr *code) { record_as(r, TOKEN_RUN_TIME, value_integer(0), code); }

bool record_evaluate(reader *r, const expr_source *in, size_t *at, value *v)
{
    expr_source kept = *in;
    kept.run_time = kept.strings_now = true;
    expr_run now = {0};
    r->record->code = expr_parse(&kept, at);
    if (!r->record->code)
        return false;
    if (expr_value(r->record->code, &now, v))
        return true;
    diag_report(in->errors, E_EXPR_VALUE, (place){in->file, in->base + now.fault, 1}, now.why);
    return false;
}

void record_expression(reader *r)
{
    if (!last_token(r))
        return;
    expr *code = r->record->code;
    value v = value_integer(0);
    const bool constant = expr_is_constant(code) && expr_value(code, &(expr_run){0}, &v);
    record_as(r, constant ? TOKEN_VALUE : TOKEN_EXPRESSION, v, code);
}

void record_forget(reader *r)
{
    if (!r->record)
        return;
    array_free(&r->record->tokens);
    array_free(&r->record->notes);
    free(r->record);
    r->record = NULL;
}

void reader_record(reader *r)
{
    record_forget(r);
    r->record = heap_resize(NULL, sizeof *r->record);
    *r->record = (recorder){0};
}

static const recording *recording_complete(reader *r)
{
    const recorder *from = r->record;
    const place end = read_place(r);
    recording *c = ARENA_NEW(r->memory, recording);
    *c = (recording){
        .tokens = arena_copy(r->memory, from->tokens.items, (size_t)from->tokens.n * sizeof *from->tokens.items),
        .n = from->tokens.n,
        .n_values = from->n_values,
        .notes = arena_copy(r->memory, from->notes.items, (size_t)from->notes.n * sizeof *from->notes.items),
        .n_notes = from->notes.n,
        .end = end,
        .behind = r->cursor,
        .texts = r->texts,
        .names = r->names,
        .environment = r->environment,
        .file = r->file,
        .file_index = r->file_index,
        .closing = r->closing,
        .card = r->card,
        .last = r->last};
    memcpy(c->description, r->description, sizeof c->description);
    memcpy(c->card_text, r->card_text, sizeof c->card_text);
    return c;
}

const recording *reader_recorded(reader *r)
{
    const recording *c = r->record && r->in_card && !r->failed ? recording_complete(r) : NULL;
    record_forget(r);
    return c;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

int recording_count(const recording *c) { return c->n_values; }

bool recording_evaluate(const recording *c, expr_run *run, value *out)
{
    for (int i = 0; i < c->n; i++) {
        const token *t = &c->tokens[i];
        if (t->kind != TOKEN_EXPRESSION || expr_value(t->code, run, &out[t->slot]))
            continue;
        run->fault += t->whole.offset;
        return false;
    }
    return true;
}

int reader_note(reader *r, int number)
{
    if (r->record)
        array_push(&r->record->notes, number);
    if (!r->replay)
        return number;
    if (r->next_note < r->replay->n_notes)
        return r->replay->notes[r->next_note++];
    replay_error(r, "arguments");
    return number;
}

bool reader_is_replay(const reader *r) { return r->replay; }

/* --- giving it again ---------------------------------------------------------------------------------------------- */

static const token *token_at(const reader *r) { return r->next < r->replay->n ? &r->replay->tokens[r->next] : NULL; }

/* The one at the cursor, when it is of this kind and its key was taken; else NULL and an error. */
static const token *expect(reader *r, token_kind kind, const char *what)
{
    const token *t = token_at(r);
    if (t && t->kind == kind && t->start == r->cursor)
        return t;
    replay_error(r, what);
    return NULL;
}

static void stand_at(reader *r, int i)
{
    r->next = i;
    r->more = i < r->replay->n;
    r->cursor = r->more ? r->replay->tokens[i].key : r->replay->behind;
    r->word.start = NULL;
}

void replay_words(const reader *r, argument_word *w)
{
    const token *t = token_at(r);
    if (!t || !t->words || t->start != r->cursor)
        return;
    w->length = (int)strlen(t->words);
    w->end = t->end_of_words;
    memcpy(w->text, t->words, (size_t)w->length + 1);
}

place replay_place(const reader *r)
{
    const token *t = token_at(r);
    return t ? t->begin : r->replay->end;
}

void replay_next(reader *r)
{
    const token *t = token_at(r);
    if (!t)
        return;
    r->last = t->whole;
    stand_at(r, r->next + 1);
}

void replay_stop(reader *r) { stand_at(r, r->replay->n); }

void replay_error(reader *r, const char *what)
{
    read_error(r, E_READ_OTHERWISE, replay_place(r), what ? what : "expression");
}

bool replay_value(reader *r, const char *what, value *v)
{
    const token *t = token_at(r);
    const bool is_given = t && t->kind == TOKEN_EXPRESSION;
    if (r->failed || !(t = expect(r, is_given ? TOKEN_EXPRESSION : TOKEN_VALUE, what)))
        return false;
    *v = is_given ? r->values[t->slot] : t->fixed;
    replay_next(r);
    return true;
}

const char *replay_bare(reader *r, const char *what)
{
    const token *t = expect(r, TOKEN_BARE, what);
    if (t)
        replay_next(r);
    return t ? t->fixed.s : "";
}

expr *replay_run_time(reader *r, const char *what)
{
    const token *t = expect(r, TOKEN_RUN_TIME, what);
    if (t)
        replay_next(r);
    return t ? t->code : NULL;
}

reader *reader_replay(const recording *c, const value *values, arena *memory, diag *errors, void *owner)
{
    reader *r = reader_create(memory, c->texts, errors, c->names, owner);
    r->replay = c;
    r->environment = c->environment;
    r->values = values;
    r->file = c->file;
    r->file_index = c->file_index;
    r->end = c->file->text + c->file->length;
    r->done = r->in_card = true;
    r->closing = c->closing;
    r->card = c->card;
    r->last = c->last;
    memcpy(r->description, c->description, sizeof r->description);
    memcpy(r->card_text, c->card_text, sizeof r->card_text);
    stand_at(r, 0);
    return r;
}
