/* driven.c - an element that a drive switches on and off.
 *
 *     active = drive(t) != 0, looked at when a step begins
 *
 * While it is off, its unknowns are kept at zero and it contributes no equations. When it is switched on, the hints
 * specify which data are taken from the current state: "offset{2}", "hinge{1}", "drive3{...}" (contract/hint.h).
 * Unknown hints are ignored with a warning. */
#include "contract/hint.h"
#include "contract/sampler.h"
#include "deck/diag_rows.h"
#include "element/diag_rows.h"
#include "model/diag_rows.h"
#include "model/model.h"
#include "model/reading.h"
#include <string.h>

enum { MOST_HINTS = 16 };

typedef struct {
    const drive *drive;
    elem *element;
    bool initial_from_drive, initial_state;
    const char *text[MOST_HINTS];
    hint hint[MOST_HINTS];
    int n_texts, n_hints;
    reader *deck; /* that one for the hints is made from */
    bool begins_on;
} driven;

/* Whether it is on; where `switched` of the other element points to. */
typedef struct {
    int is_on;
} driven_memory;

static void read_initial_state(reader *r, driven *d)
{
    static const char *const WORDS[] = {"from drive", "active", "inactive", NULL};
    d->initial_from_drive = true;
    if (!read_keyword(r, "initial state"))
        return;
    const int word = read_try_choice(r, WORDS);
    d->initial_from_drive = word == 0;
    d->initial_state = word < 0 ? read_bool(r, "initial state") : word == 1;
}

static bool at_string(reader *r)
{
    const place at = read_place(r);
    const source *file = sources_get(diag_sources(reader_diag(r)), at.file);
    return read_more(r) && file && file->text[at.offset] == '"';
}

/* hint , "HINT" [ , [ hint , ] "HINT" ... ] */
static void read_hints(reader *r, driven *d)
{
    while (read_ok(r) && (read_keyword(r, "hint") || (d->n_texts > 0 && at_string(r)))) {
        if (d->n_texts == MOST_HINTS)
            read_error_last(r, E_TOO_MANY_HINTS, MOST_HINTS);
        else
            d->text[d->n_texts++] = read_string(r, "hint");
    }
}

/* "name{arguments}" becomes the card "name: arguments;" of a reader of its own. */
static void driven_read_hint(reader *deck, const elem *e, driven *d, const char *words)
{
    arena *memory = reader_arena(deck);
    const size_t n = strcspn(words, "{"), all = strlen(words);
    const size_t inside = all > n + 1 ? all - n - (words[all - 1] == '}' ? 2 : 1) : 0;
    char *name = arena_string(memory, words, n);
    char *card = arena_printf(memory, "hint: %.*s;", (int)inside, words + n + (n < all));
    reader *r = reader_fork(deck);
    reader_open_text(r, "hint", card, strlen(card));
    const char *description = reader_card(r);
    const elem_type *type = d->element->type;
    const bool is_known = description && type->hint && type->hint(r, d->element, name, &d->hint[d->n_hints]);
    if (is_known && read_ok(r)) {
        d->n_hints++;
    } else if (description && read_ok(r)) {
        diag_report(reader_diag(r), W_UNKNOWN_HINT, e->where, type->card->name, d->element->label, type->keyword, name);
        reader_card_skip(r);
    }
    reader_card_end(r);
    reader_destroy(r);
}

/* existing: CLASS, LABEL [, output, FLAG] */
static elem *read_existing(reader *r)
{
    const char *word = read_peek_word(r);
    const elem_card *card = word ? elem_card_find(word) : NULL;
    if (!card) {
        read_error(r, E_ELEMENT_CLASS, read_place(r), read_shown(r));
        return NULL;
    }
    read_skip(r);
    const unsigned label = read_label(r, "label of the element");
    elem *e = (elem *)read_known_elem(r, card, label);
    if (!e && read_ok(r))
        read_error_last(r, E_NO_ELEMENT, card->name, label);
    else if (e && read_keyword(r, "output"))
        e->output = read_bool(r, "output flag");
    return e;
}

static elem *read_inner(reader *r)
{
    if (read_ok(r) && !read_more(r))
        read_error_last(r, E_MISSING_ARGUMENT, "the element that is driven");
    if (!reader_inner_card(r))
        return NULL;
    if (reader_card_is(r, "existing"))
        return read_existing(r);
    const elem_card *card = elem_card_find(reader_card_text(r));
    if (!card || card->class->flags & CLASS_IS_SINGLE) {
        read_error(r, E_DRIVEN_WHAT, reader_card_place(r), reader_card_text(r));
        return NULL;
    }
    return model_read_element(model_of(r), r, card);
}

static void driven_begin(const void *self, void *memory)
{
    ((driven_memory *)memory)->is_on = ((const driven *)self)->begins_on;
}

/* When the deck is complete: the expressions of a hint may name anything in it. */
static void settle_hints(model *m, void *self)
{
    const elem *e = self;
    driven *d = e->self;
    const int areas = m->plan->areas.n;
    for (int i = 0; i < d->n_texts; i++)
        driven_read_hint(d->deck, e, d, d->text[i]);
    memory_belongs(m->plan, areas, e);
}

static void driven_read(reader *r, elem *e)
{
    driven *d = e->self;
    model *m = model_of(r);
    d->drive = read_drive(r, "drive");
    read_initial_state(r, d);
    read_hints(r, d);
    d->element = read_inner(r);
    if (!d->element)
        return;
    if (d->element->label != e->label)
        read_error_last(r, E_DRIVEN_LABEL, e->label, d->element->label);
    const state at_input = model_input_state(m);
    d->begins_on = drive_now(d->drive, &at_input) != 0;
    e->memory = memory_reserve(
        m->plan,
        (memory_area){
            .size = sizeof(driven_memory), .self = d, .begin = driven_begin, .owner = "driven", .label = e->label});
    d->element->switched = e->memory;
    d->deck = r;
    if (m->problem.fixes_driven_elements)
        diag_report(reader_diag(r), W_DRIVEN_FIXED, e->where, m->problem.keyword);
    if (d->n_texts > 0)
        model_later(m, settle_hints, e);
}

static void driven_predict(const state *s, const elem *e, memory_block *to)
{
    const driven *d = e->self;
    driven_memory *now = memory_at(to, e->memory);
    const bool was_on = now->is_on;
    if (s->model->problem.fixes_driven_elements)
        return;
    now->is_on = drive_now(d->drive, s) != 0;
    for (int i = 0; now->is_on && !was_on && i < d->n_hints; i++)
        d->hint[i].take(s, d->element, &d->hint[i], to);
}

/* The initial state counts from the first output to the first step; the assembly and the derivatives ask the drive. */
static void driven_accept(const state *s, const elem *e, memory_block *to)
{
    const driven *d = e->self;
    if (!d->initial_from_drive && s->now == PHASE_STEP && s->step == 0)
        ((driven_memory *)memory_at(to, e->memory))->is_on = d->initial_state;
}

static double driven_type_private_value(const state *s, const elem *e, int index)
{
    const elem *of = ((const driven *)e->self)->element;
    return elem_is_on(s, of) && of->type->private_value ? of->type->private_value(s, of, index) : 0;
}

static int driven_private_index(const elem *e, const char *name)
{
    return elem_private_index(((const driven *)e->self)->element, name);
}

static bool driven_has_private(const elem *e, int index)
{
    return elem_has_private(((const driven *)e->self)->element, index);
}

static void driven_type_sample(sampler *from, elem *e) { ((driven *)e->self)->drive = sample_drive(from); }

const elem_type driven_type = {
    .card = &elem_cards[CARD_DRIVEN],
    .grammar = "driven: LABEL, (drive) DRIVE, [initial state, { from drive | active | inactive | BOOL },] [hint, "
               "\"HINT\", ...] "
               "{ existing: CLASS, LABEL | ELEMENT CARD }",
    .summary = "An element that a drive switches on and off.",
    .size = sizeof(driven),
    .read = driven_read,
    .history = &(const elem_history){.predict = driven_predict, .accept = driven_accept},
    .private_index = driven_private_index,
    .has_private = driven_has_private,
    .private_value = driven_type_private_value,
    .sample = driven_type_sample,
};
