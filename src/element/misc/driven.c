/* driven.c - an element that a drive switches on and off.
 *
 *     active = drive(t) != 0, evaluated at the start of a step
 *
 * While it is off, its unknowns are kept at zero and it contributes no equations. When it is switched on, the hints
 * specify which data are taken from the current state: "offset{2}", "hinge{1}", "drive3{...}" (contract/hint.h).
 * Unknown hints are ignored with a warning. Gravity and the air have no label: that of the driven element is free. */
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
    reader *deck; /* from which the readers of hints are created */
    bool begins_on;
} driven;

/* Whether the other element is on; its `switched` refers to this memory. */
typedef struct {
    int is_on;
} driven_memory;

static void read_initial_state(reader *reader, driven *driven)
{
    static const char *const WORDS[] = {"from drive", "active", "inactive", NULL};
    driven->initial_from_drive = true;
    if (!read_keyword(reader, "initial state"))
        return;
    const int word = read_try_choice(reader, WORDS);
    driven->initial_from_drive = word == 0;
    driven->initial_state = word < 0 ? read_bool(reader, "initial state") : word == 1;
}

static bool at_string(reader *reader)
{
    const source_location location = read_place(reader);
    const source *file = sources_get(diag_sources(reader_diag(reader)), location.file);
    return read_more(reader) && file && file->text[location.offset] == '"';
}

/* hint , "HINT" [ , [ hint , ] "HINT" ... ] */
static void read_hints(reader *reader, driven *driven)
{
    while (read_ok(reader) && (read_keyword(reader, "hint") || (driven->n_texts > 0 && at_string(reader)))) {
        if (driven->n_texts == MOST_HINTS)
            read_error_last(reader, E_TOO_MANY_HINTS, MOST_HINTS);
        else
            driven->text[driven->n_texts++] = read_string(reader, "hint");
    }
}

/* Reads "name{arguments}" as the card "name: arguments;" with a separate reader. */
static void driven_read_hint(reader *deck, const elem *element, driven *driven, const char *words)
{
    arena *memory = reader_arena(deck);
    const size_t n = strcspn(words, "{"), all = strlen(words);
    const size_t inside = all > n + 1 ? all - n - (words[all - 1] == '}' ? 2 : 1) : 0;
    char *name = arena_string(memory, words, n);
    char *card = arena_printf(memory, "hint: %.*s;", (int)inside, words + n + (n < all));
    reader *reader = reader_fork(deck);
    reader_open_text(reader, "hint", card, strlen(card));
    const char *description = reader_card(reader);
    const elem_type *type = driven->element->type;
    const bool is_known =
        description && type->hint && type->hint(reader, driven->element, name, &driven->hint[driven->n_hints]);
    if (is_known && read_ok(reader)) {
        driven->n_hints++;
    } else if (description && read_ok(reader)) {
        diag_report(reader_diag(reader), W_UNKNOWN_HINT, element->location, type->card->name, driven->element->label,
                    type->keyword, name);
        reader_card_skip(reader);
    }
    reader_card_end(reader);
    reader_destroy(reader);
}

/* existing: CLASS, LABEL [, output, FLAG] */
static elem *read_existing(reader *reader)
{
    const char *word = read_peek_word(reader);
    const elem_card *card = word ? elem_card_find(word) : NULL;
    if (!card) {
        read_error(reader, E_ELEMENT_CLASS, read_place(reader), read_shown(reader));
        return NULL;
    }
    read_skip(reader);
    const bool has_label = !(card->class->flags & CLASS_IS_SINGLE) || read_is_number(reader);
    const unsigned label = has_label ? read_label(reader, "label of the element") : 1;
    elem *element = (elem *)read_known_elem(reader, card, label);
    if (!element && read_ok(reader))
        read_error_last(reader, E_NO_ELEMENT, card->name, label);
    else if (element && read_keyword(reader, "output"))
        element->output = read_bool(reader, "output flag");
    return element;
}

static elem *read_inner(reader *reader)
{
    if (read_ok(reader) && !read_more(reader))
        read_error_last(reader, E_MISSING_ARGUMENT, "the element that is driven");
    if (!reader_inner_card(reader))
        return NULL;
    if (reader_card_is(reader, "existing"))
        return read_existing(reader);
    const elem_card *card = elem_card_find(reader_card_text(reader));
    const bool is_single = card && card->class->flags & CLASS_IS_SINGLE;
    if (!card || (is_single && card != &elem_cards[CARD_GRAVITY] && card != &elem_cards[CARD_AIR_PROPERTIES])) {
        read_error(reader, E_DRIVEN_WHAT, reader_card_location(reader), reader_card_text(reader));
        return NULL;
    }
    return model_read_element(model_of(reader), reader, card);
}

static void driven_begin(const void *self, void *memory)
{
    ((driven_memory *)memory)->is_on = ((const driven *)self)->begins_on;
}

/* Called when the deck is complete: the expressions of a hint may refer to anything in it. */
static void settle_hints(model *model, void *self)
{
    const elem *element = self;
    driven *driven = element->self;
    const int areas = model->plan->areas.n;
    for (int i = 0; i < driven->n_texts; i++)
        driven_read_hint(driven->deck, element, driven, driven->text[i]);
    memory_belongs(model->plan, areas, element);
}

static void driven_read(reader *reader, elem *element)
{
    driven *driven = element->self;
    model *model = model_of(reader);
    driven->drive = read_drive(reader, "drive");
    read_initial_state(reader, driven);
    read_hints(reader, driven);
    driven->element = read_inner(reader);
    if (!driven->element)
        return;
    const bool is_single = driven->element->type->card->class->flags & CLASS_IS_SINGLE;
    if (!is_single && driven->element->label != element->label)
        read_error_last(reader, E_DRIVEN_LABEL, element->label, driven->element->label);
    const state at_input = model_input_state(model);
    driven->begins_on = drive_now(driven->drive, &at_input) != 0;
    element->memory = memory_reserve(model->plan, (memory_area){.size = sizeof(driven_memory),
                                                                .self = driven,
                                                                .begin = driven_begin,
                                                                .owner = "driven",
                                                                .label = element->label});
    driven->element->switched = element->memory;
    driven->deck = reader;
    if (model->problem.fixes_driven_elements)
        diag_report(reader_diag(reader), W_DRIVEN_FIXED, element->location, model->problem.keyword);
    if (driven->n_texts > 0)
        model_later(model, settle_hints, element);
}

static void driven_predict(const state *state, const elem *element, memory_block *to)
{
    const driven *driven = element->self;
    driven_memory *now = memory_at(to, element->memory);
    const bool was_on = now->is_on;
    if (state->model->problem.fixes_driven_elements)
        return;
    now->is_on = drive_now(driven->drive, state) != 0;
    for (int i = 0; now->is_on && !was_on && i < driven->n_hints; i++)
        driven->hint[i].take(state, driven->element, &driven->hint[i], to);
}

/* The given initial state applies from the first output to the first step; assembly and derivatives phase use the
 * drive. */
static void driven_accept(const state *state, const elem *element, memory_block *to)
{
    const driven *driven = element->self;
    if (!driven->initial_from_drive && state->now == PHASE_STEP && state->step == 0)
        ((driven_memory *)memory_at(to, element->memory))->is_on = driven->initial_state;
}

static double driven_type_private_value(const state *state, const elem *element, int index)
{
    const elem *of = ((const driven *)element->self)->element;
    return elem_is_on(state, of) && of->type->private_value ? of->type->private_value(state, of, index) : 0;
}

static int driven_private_index(const elem *element, const char *name)
{
    return elem_private_index(((const driven *)element->self)->element, name);
}

static bool driven_has_private(const elem *element, int index)
{
    return elem_has_private(((const driven *)element->self)->element, index);
}

static void driven_type_sample(sampler *from, elem *element) { ((driven *)element->self)->drive = sample_drive(from); }

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
